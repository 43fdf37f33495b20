//! The page around the run: [`link`] carries program, settings and step in an address, [`store`] keeps programs in the
//! browser, [`legend`] explains every sign.

pub mod link;

pub mod store;

pub mod legend;
