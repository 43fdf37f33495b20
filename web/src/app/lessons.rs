//! What lessons need of the browser: their files, and what is remembered of them.

use crate::browser::storage;
use crate::rest;
use crate::state::Action;
use crate::state::lesson::taking::left;
use crate::state::lesson::{ByLesson, Entry, Errand};
use view::lesson::{Origin, is_key};
use yew::Callback;

/// Where the lessons are, beside the page.
const FOLDER: &str = "lessons";

/// Does it; `done` gets what follows.
#[inline(never)]
pub fn run(errand: Errand, done: Callback<Action>) {
    match errand {
        Errand::List => rest::text(
            format!("{FOLDER}/index.txt"),
            Box::new(move |read| {
                let entries = read.map(|text| entries(&text));
                done.emit(Action::Lesson(ByLesson::Listed(entries)));
            }),
        ),
        Errand::Fetch(Origin::Shipped(key), stop) => {
            rest::text(
                format!("{FOLDER}/{key}.lesson"),
                Box::new(move |read| {
                    done.emit(Action::Lesson(match read {
                        Ok(text) => {
                            let origin = Origin::Shipped(key);
                            let kept = recall(&origin);
                            ByLesson::Came(origin, text, stop, kept)
                        }
                        Err(why) => ByLesson::Missing(format!("The lesson “{key}” cannot be had: {why}.")),
                    }));
                }),
            );
        }
        Errand::Fetch(origin @ Origin::Own(_), stop) => {
            let Origin::Own(text) = &origin else { return };
            let (text, kept) = (text.clone(), recall(&origin));
            done.emit(Action::Lesson(ByLesson::Came(origin, text, stop, kept)));
        }
        // Where nothing can be kept, nothing is remembered.
        Errand::Keep(origin, text) => storage::keep_lesson(&name(&origin), &text),
    }
}

fn recall(origin: &Origin) -> String {
    storage::lesson(&name(origin)).unwrap_or_default()
}

/// Under which name a lesson is remembered: one of somebody's own by its text.
fn name(origin: &Origin) -> String {
    match origin {
        Origin::Shipped(key) => key.clone(),
        Origin::Own(text) => {
            let mixed = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            format!("~{:x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, mixed))
        }
    }
}

/// The list: a line for each lesson, its key, its title, and what it is about, with bars between.
fn entries(text: &str) -> Vec<Entry> {
    let one = |line: &str| {
        let mut parts = line.split('|').map(str::trim);
        let key = parts.next().filter(|key| is_key(key))?.to_owned();
        let left = storage::lesson(&key).and_then(|kept| left(&kept));
        Some(Entry { key, title: parts.next()?.into(), about: parts.next().unwrap_or_default().into(), left })
    };
    text.lines().filter_map(one).collect()
}
