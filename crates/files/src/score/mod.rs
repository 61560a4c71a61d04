//! From raw outputs to statistics: which files a metric needs, read once, scored in the order of the gold.

mod classes;
mod confusion;
mod error;
mod files;
mod labels;
mod numbers;
mod outcome;
mod outputs;
mod ranked;
mod rankings;
mod request;
mod saved;
mod scoring;
mod segments;
mod spans;
mod unpaired;

pub(crate) use files::role;

pub use error::ScoreError;
pub use outcome::{ClassOutcome, ScoreOutcome, ScoredSystem, SumOf};
pub(crate) use outputs::describe_scored;
pub use outputs::score;
pub use request::ScoreRequest;
pub use saved::score_saved;
pub use scoring::{Scored, Scoring};
pub(crate) use unpaired::score_saved_apart;
