//! A comparison for readers.

mod claims;
mod page;
mod paper;
mod systems;
mod tests;

use restrap::outcome::Run;
use restrap::{GateOutcome, Outcome};

pub(crate) use systems::Part;
pub(crate) use systems::{also, board, decimals, of_secondary, populations, systems};
pub(crate) use tests::details;

use serde_json::Value;

use crate::output::json_of;
use crate::output::methods;
use crate::output::{Output, Report};
use crate::sheet::{Sheet, Titles};
use crate::terminal::{alarm, wrapped};

/// A comparison to be printed.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// What came out.
    pub outcome: &'a Outcome,
    /// A page tells how it was computed, too.
    pub verbose: bool,
    /// Caption and label of a LaTeX table.
    pub titles: Titles<'a>,
}

impl Report for Compared<'_> {
    fn page(&self) -> String {
        page::page(self.outcome, self.verbose)
    }

    fn paper(&self) -> Sheet {
        if self.outcome.further.is_empty() {
            paper::sheet(self.outcome)
        } else {
            claims::sheet(self.outcome)
        }
    }

    fn latex(&self) -> String {
        self.paper().latex(self.titles)
    }

    fn json(&self) -> Value {
        json_of(self.outcome)
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.outcome.run)
    }

    fn methods(&self, output: Output) -> String {
        methods(&restrap::methods(self.outcome), output)
    }
}

/// How the gate went, if there is one; for standard error.
pub fn gate(gate: Option<&GateOutcome>) -> String {
    match gate {
        Some(gate) => {
            let words = gate.lead();
            let each: String = gate
                .lines()
                .iter()
                .map(|line| wrapped(line, "           ") + "\n")
                .collect();
            each + &if gate.passed == Some(true) {
                words
            } else {
                alarm(&words, "      ")
            } + "\n"
        }
        None => String::new(),
    }
}
