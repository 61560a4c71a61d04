//! Answers of `restrap power` for readers.

pub mod export;
pub mod rates;
pub mod show;
