//! The one WebAssembly module: page and worker in one file, since most of what they are made of they share. The browser downloads and
//! compiles it once; the page hands what was compiled to its workers. This entry asks where it was started and starts the one or the
//! other. It alone links both: the page's package cannot reach the solver.

use wasm_bindgen::JsCast;
use web_sys::DedicatedWorkerGlobalScope;

fn main() {
    if js_sys::global().is_instance_of::<DedicatedWorkerGlobalScope>() {
        loopglass_worker::run();
    } else {
        loopglass_web::run();
    }
}
