//! Z3, fetched when a run first asks for it; `web/z3/load.js` does that, and tells how far it has come.

use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Z3 as it is handed to workers.
    #[derive(Clone)]
    pub type Z3;
    /// The compiled module.
    #[wasm_bindgen(method, getter)]
    pub fn module(this: &Z3) -> JsValue;
    /// The JavaScript that starts it.
    #[wasm_bindgen(method, getter)]
    pub fn start(this: &Z3) -> String;

    #[wasm_bindgen(js_namespace = z3Loader, catch)]
    async fn load(progress: &Closure<dyn FnMut(u32, u32)>) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = z3Loader)]
    fn stop();
}

/// What is heard of it while it is fetched.
pub enum Said {
    /// Bytes so far, and in all.
    Progress(u32, u32),
    /// It is there, or cannot be had for this reason.
    Ended(Result<Z3, String>),
}

/// Fetching; breaks off when this is dropped.
pub struct Fetching {
    is_over: Rc<Cell<bool>>,
}

impl Drop for Fetching {
    fn drop(&mut self) {
        if !self.is_over.replace(true) {
            stop();
        }
    }
}

/// Begins to fetch it, unless it is there already.
pub fn fetch(hear: impl Fn(Said) + Clone + 'static) -> Fetching {
    let is_over = Rc::new(Cell::new(false));
    let dropped = is_over.clone();
    wasm_bindgen_futures::spawn_local(async move {
        let (tell, over) = (hear.clone(), dropped.clone());
        let progress = Closure::new(move |got, all| {
            if !over.get() {
                tell(Said::Progress(got, all));
            }
        });
        let ended = load(&progress).await;
        if !dropped.replace(true) {
            hear(Said::Ended(ended.map(JsCast::unchecked_into).map_err(|error| {
                let message = js_sys::Reflect::get(&error, &"message".into()).ok();
                message.and_then(|m| m.as_string()).unwrap_or_else(|| format!("{error:?}"))
            })));
        }
    });
    Fetching { is_over }
}
