//! How metrics are described: name, options, input and scorer, each defined once for the command line, JSON, Python and
//! the documentation.

mod brackets;
mod choice;
mod description;
mod scorer;

pub(crate) use brackets::{in_quotes, parts, quote, split as split_outside, unquote};
pub use choice::{AnyChoice, Choice, Flag, Switches};
pub use description::{Cut, CutRule, Description, Make, MakeLabels, MetricName, Tail};
pub use scorer::Scorer;
