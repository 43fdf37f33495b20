//! A run, from its events to what a step is. In the order of reading: [`history`] keeps the events as they come from the
//! worker, [`snapshot`] folds those before a step, [`words`] says answers and verdicts, [`pseudo`] has the line of the
//! algorithm that is lit, and [`timeline`] has the marks to jump between.

pub mod history;

pub mod snapshot;

pub mod words;

pub mod pseudo;

pub mod timeline;
