//! The tests of `restrap-metrics` from outside, in one program.

mod documentation;
mod golden;
mod hostile;
mod real;
mod support;
mod threads;
