//! Files: download text and pictures, open a text file.

use super::document;
use gloo_events::EventListener;
use gloo_file::{Blob, ObjectUrl};
use view::page::decimal::decimal;
use view::page::recording;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{CanvasRenderingContext2d, File, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement};

/// The largest program or lesson that is opened, in bytes.
pub const LARGEST: f64 = 256.0 * 1024.0;

/// Has the browser save text as a file; whether it could be offered.
pub fn download(name: &str, text: &str) -> bool {
    save(name, text, "text/plain;charset=utf-8").is_ok()
}

/// Has the browser save an HTML file.
pub fn download_html(name: &str, text: &str) {
    let _ = save(name, text, "text/html;charset=utf-8");
}

/// Has the browser save a picture, given as an SVG file.
pub fn download_svg(name: &str, svg: &str) -> bool {
    save(name, svg, "image/svg+xml").is_ok()
}

/// Has the browser save a picture, given as an SVG file of this width and height, as a PNG file of twice the size, or of what a
/// browser can draw at most.
pub fn download_png(name: String, svg: &str, (width, height): (f64, f64)) {
    /// Browsers have no canvas with longer sides or a larger area than this.
    const SIDE: f64 = 16_000.0;
    const AREA: f64 = 60e6;
    let scale = 2_f64.min(SIDE / width.max(height)).min((AREA / (width * height)).sqrt());
    let Ok(image) = HtmlImageElement::new() else { return };
    let loaded = image.clone();
    let draw = move || -> Option<()> {
        let canvas = document().create_element("canvas").ok()?;
        let canvas: HtmlCanvasElement = canvas.unchecked_into();
        canvas.set_width((width * scale) as u32);
        canvas.set_height((height * scale) as u32);
        let context = canvas.get_context("2d").ok()??.unchecked_into::<CanvasRenderingContext2d>();
        let (w, h) = (width * scale, height * scale);
        context.draw_image_with_html_image_element_and_dw_and_dh(&loaded, 0.0, 0.0, w, h).ok()?;
        let done = Closure::once_into_js(move |blob: JsValue| {
            if let Ok(blob) = blob.dyn_into::<web_sys::Blob>() {
                let _ = offer(&name, blob.into());
            }
        });
        canvas.to_blob(done.unchecked_ref()).ok()
    };
    let on_load = EventListener::once(&image, "load", move |_| {
        let _ = draw();
    });
    on_load.forget();
    let code: String = js_sys::encode_uri_component(svg).into();
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{code}"));
}

fn save(name: &str, text: &str, kind: &str) -> Result<(), JsValue> {
    offer(name, Blob::new_with_options(text, Some(kind)))
}

fn offer(name: &str, blob: Blob) -> Result<(), JsValue> {
    let url = ObjectUrl::from(blob);
    let anchor: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    // The browser may fetch the text a moment later.
    gloo_timers::callback::Timeout::new(10_000, move || drop(url)).forget();
    Ok(())
}

/// A file name made from a program's name: `FiB, Fig. 3 (b)` is `fib-fig-3-b`.
pub fn file_name(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let stem = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-");
    if stem.is_empty() { "program".into() } else { stem }
}

/// Reads a file as text; `done` gets its name and text, or what is wrong with it.
pub fn read(file: File, done: impl FnOnce(Result<(String, String), String>) + 'static) {
    let name = file.name();
    let largest = if name.ends_with(".jsonl") { recording::MAX_BYTES as f64 } else { LARGEST };
    if file.size() > largest {
        return done(Err(format!(
            "“{name}” is too large: at most {} KiB are read",
            decimal(largest / 1024.0, 0)
        )));
    }
    spawn_local(async move {
        let read = gloo_file::futures::read_as_bytes(&file.into()).await;
        done(match read.map(|bytes| (reader::text_of_binary(&bytes), String::from_utf8(bytes))) {
            Ok((Some(Ok(text)), _)) => Ok((name, text)),
            Ok((Some(Err(what)), _)) => Err(format!("“{name}”: {what}")),
            Ok((None, Ok(text))) if !text.contains('\0') => Ok((name, text)),
            Ok(_) => Err(format!("“{name}” is not a text file")),
            Err(_) => Err(format!("“{name}” cannot be read")),
        });
    });
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn names_of_files() {
        assert_eq!(file_name("FiB, Fig. 3 (b): lockstep"), "fib-fig-3-b-lockstep");
        assert_eq!(file_name("../../ü"), "program");
    }
}
