//! Outcomes for readers: tables for a terminal, Markdown, LaTeX, CSV, pages in HTML, figures. This crate computes no
//! statistics.
//!
//! A [`Sheet`] — columns, rows, notes — is made once from an outcome and written in every form for readers, and a [`Frame`] for programs; [`Report`] is what an outcome of
//! several forms can do. Texts for a terminal carry styles, which a writer such as `anstream` takes out where there are none.

mod adjusted;
mod advise;
mod cells;
mod compare;
mod correlate;
mod describe;
mod family;
pub mod figure;
mod frame;
mod html;
pub mod inspect;
mod mark;
mod output;
mod power;
mod rank;
mod replicate;
mod score;
mod sheet;
mod terminal;

pub use cells::{json, plain, visible};
pub use compare::{Compared, gate};
pub use frame::Frame;
pub use html::{ComparisonPage, Document, Paged, PlanPage};
pub use output::explained;
pub use output::methods;
pub use output::{Output, Report};
pub use power::Rates;
pub use rank::Ranked;
pub use rank::pairs_of;
pub use replicate::Replicated;
pub use score::ScorePage;
pub use sheet::{Column, Name, Sheet, Titles, left, right};
pub use terminal::{lead, warnings, wrapped};
