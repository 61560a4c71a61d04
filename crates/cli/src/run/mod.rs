//! What every run of the program needs: files read, JSON written, failures told, progress shown.

pub mod failure;
pub mod json;
pub mod outputs;
pub mod print;
pub mod progress;
pub mod ranges;
pub mod threads;
pub mod typed;
