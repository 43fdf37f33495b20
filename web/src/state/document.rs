//! What is in the editor, and whether it is saved.

use std::rc::Rc;
use trace::Setup;
use view::page::store::clean_name;

/// A program with its engine and settings, as the user works on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The key under which it is saved; none for an example, a link or a file that was not edited yet.
    pub key: Option<u32>,
    /// Its name.
    pub name: String,
    /// The program, engine and settings.
    pub setup: Rc<Setup>,
    /// The revision that this tab has last seen in the storage.
    pub revision: u32,
    /// Whether there are edits that the storage does not have.
    pub unsaved: bool,
}

impl Document {
    /// A document that is not saved.
    pub fn new(name: &str, setup: Setup) -> Document {
        Document { key: None, name: clean_name(name), setup: Rc::new(setup), revision: 0, unsaved: false }
    }

    /// Changes program, engine or settings.
    pub fn edit(&mut self, change: impl FnOnce(&mut Setup)) {
        change(Rc::make_mut(&mut self.setup));
        self.unsaved = true;
    }
}
