//! Outcomes for readers: tables of a terminal, Markdown, LaTeX, CSV, figures. No statistics.

#![expect(clippy::missing_errors_doc, reason = "writing fails where the sink does")]

pub mod export;
pub mod figure;
pub mod layout;
mod output;
pub mod power;
pub mod table;

pub use output::Output;
