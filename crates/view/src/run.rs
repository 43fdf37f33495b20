//! A run: from its events to the state at a step. In the order of reading: [`history`] keeps the events as they come
//! from the worker, [`snapshot`] folds those before a step, [`words`] puts answers and verdicts into words, [`pseudo`]
//! has the pseudo-code with the line that is highlighted, [`timeline`] has the marks to jump between, [`costs`] has
//! what the solver was asked for which purpose, and [`agreement`] how often two solvers agreed.

pub mod history;

pub mod snapshot;

pub mod words;

pub mod pseudo;

pub mod timeline;

pub mod costs;

pub mod agreement;
