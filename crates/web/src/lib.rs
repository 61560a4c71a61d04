//! Five calculators for a page in a browser, each a typed request that gives the program's answer.
//!
//! [`Compare`] tests two systems from counts of items, [`Share`] gives the interval of k right of n or tests it against a number,
//! [`Audit`] says what two published accuracies allow, [`Plan`] computes how many items are needed, and [`Adjust`] corrects p-values
//! for multiple testing. An [`Answer`] holds the JSON that the program prints for [`Question::command`], byte for byte, and what a
//! page shows.
//!
//! Nothing here computes statistics. Compiled for `wasm32-unknown-unknown`, the module `bindings` exports one function per calculator.

mod answer;
#[cfg(target_arch = "wasm32")]
mod bindings;
mod problem;
mod request;

pub use answer::{Answer, Calculator};
pub use problem::Problem;
pub use request::{
    Adjust, Audit, Compare, Counted, Counts, Margin, Plan, Question, Row, Share, Table,
};
