//! The page around the run: [`link`] carries program, settings and step in an address, [`store`] keeps programs in the
//! browser, [`recording`] a whole run in a file, [`offline`] one to be looked at without the page, [`code`] makes a picture of a link, [`legend`] explains every sign, [`glossary`] the terms, [`count`] says
//! how many there are of something, [`decimal`] writes lengths for the style sheet.

pub mod link;

pub mod store;

pub mod recording;

pub mod offline;

pub mod code;

pub mod legend;

pub mod glossary;

pub mod count;

pub mod decimal;
