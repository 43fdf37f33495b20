//! Files: download text, open a text file.

use super::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, File, FileReader, HtmlAnchorElement, Url};

/// The largest file that is opened, in bytes.
pub const LARGEST: f64 = 256.0 * 1024.0;

/// Has the browser save text as a file; whether it could be offered.
pub fn download(name: &str, text: &str) -> bool {
    offer(name, text).is_ok()
}

fn offer(name: &str, text: &str) -> Result<(), JsValue> {
    let document = window().document().ok_or(JsValue::NULL)?;
    let kind = BlobPropertyBag::new();
    kind.set_type("text/plain;charset=utf-8");
    let blob = Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(&text.into()), &kind)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let anchor: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    // The browser may fetch the text a moment later.
    gloo_timers::callback::Timeout::new(10_000, move || drop(Url::revoke_object_url(&url))).forget();
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
    if file.size() > LARGEST {
        return done(Err(format!("“{name}” is too large: at most {} KiB are read", LARGEST / 1024.0)));
    }
    let Ok(reader) = FileReader::new() else { return done(Err("this browser cannot read files".into())) };
    let result = reader.clone();
    let on_end = Closure::once_into_js(move || {
        let text = result.result().ok().and_then(|value| value.as_string());
        done(match text {
            Some(text) if !text.contains('\0') => Ok((name, text)),
            _ => Err(format!("“{name}” is not a text file")),
        });
    });
    reader.set_onloadend(Some(on_end.unchecked_ref()));
    let _ = reader.read_as_text(&file);
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
