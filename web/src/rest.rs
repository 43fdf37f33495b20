//! The rest of the program, which the page does without until it stands and has taken its first steps: whatever is not in the record
//! `web/rest/first.txt`, such as the readers of C, of Horn clauses and of circuits.
//!
//! `crates/split` makes two modules of one; `web/rest/load.js` fetches the second one. A call of something that is not there yet loads it at
//! once: a worker waits meanwhile, and the page stands still, and fails in the middle of what it does if the file cannot be had. So the page
//! has no program in one of these languages before the rest is there, and shows no view behind another tab.

use trace::Language;
use wasm_bindgen::prelude::*;
use web_sys::Worker;

#[wasm_bindgen(js_namespace = restLoader)]
extern "C" {
    #[wasm_bindgen(js_name = isThere)]
    pub fn is_there() -> bool;
    #[wasm_bindgen(catch)]
    async fn load(exports: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = text)]
    async fn fetch_text(path: &str) -> Result<JsValue, JsValue>;
    fn hand(worker: &Worker, exports: &JsValue);
    fn place(exports: &JsValue);
}

/// Whether programs in this language cannot be read yet.
pub fn is_missing_for(language: Language) -> bool {
    language != Language::Imp && !is_there()
}

/// Fetches it, unless it is there; the error is a sentence.
async fn fetched() -> Result<(), JsValue> {
    load(&wasm_bindgen::exports()).await.map(drop)
}

/// Fetches it; says when it is there, or why not.
pub fn fetch(done: impl FnOnce(Result<(), String>) + 'static) {
    wasm_bindgen_futures::spawn_local(async move { done(fetched().await.map_err(sentence)) });
}

/// Fetches a text that lies beside the page; the error is the end of a sentence.
#[inline(never)]
pub fn text(path: String, done: Box<dyn FnOnce(Result<String, String>)>) {
    wasm_bindgen_futures::spawn_local(async move {
        let text = fetch_text(&path).await;
        done(text.map(|text| text.as_string().unwrap_or_default()).map_err(sentence));
    });
}

fn sentence(error: JsValue) -> String {
    let message = js_sys::Reflect::get(&error, &"message".into()).ok();
    message.and_then(|m| m.as_string()).unwrap_or_else(|| format!("{error:?}"))
}

/// Hands it to a worker, now or when it comes.
pub fn hand_to(worker: &Worker) {
    hand(worker, &wasm_bindgen::exports());
}

/// What is said of it in the message of a worker that could not have it, which browsers put words before; none in any other message.
pub fn missing_in(message: &str) -> Option<&str> {
    message.find("a part of Loopglass is missing").map(|at| &message[at..])
}

/// Puts it in its place. What was split off calls this, when it is first called.
#[wasm_bindgen(js_name = loadRest)]
pub fn load_rest() {
    place(&wasm_bindgen::exports());
}
