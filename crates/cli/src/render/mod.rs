//! Outcomes for readers: tables of a terminal, Markdown, LaTeX, CSV, figures.

pub mod export;
pub mod layout;
pub mod plot;
pub mod power;
pub mod table;
