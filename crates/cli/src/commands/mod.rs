//! One file or folder a command: its arguments, and what it does.

pub mod adjust;
pub mod advise;
pub mod ci;
pub mod compare;
pub mod completions;
pub mod correlate;
pub mod generate;
pub mod inspect;
pub mod job;
mod metric_list;
pub mod power;
pub mod rank;
pub mod replicate;
pub mod score;
pub mod sql;
