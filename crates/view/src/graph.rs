//! Graphs and their drawing. In the order of reading: [`layered`] places nodes and edges, [`fold`] cuts a tall drawing
//! into columns, [`svg`] is a picture as plain data; [`control`] draws a program's graphs with these, [`circuit`] a
//! circuit's latches, and [`arg`] draws VINTA's.

pub mod layered;

pub mod fold;

pub mod svg;

pub mod control;

pub mod circuit;

pub mod arg;
