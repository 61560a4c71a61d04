//! Whether the numbers of an answer are explained.

use std::path::Path;

use clap::Args;
use restrap::{Explain, Explained};
use restrap_report::Output;

use super::html::HtmlArgs;
use crate::run::failure::Failure;

/// Whether the numbers of an answer are explained.
#[derive(Args)]
pub struct ExplainArgs {
    /// Say of each number what it is, and what it is not
    #[arg(long, help_heading = "Output")]
    pub explain: bool,
}

impl ExplainArgs {
    /// Refuses forms that have no room for sentences. `json` is where the JSON goes.
    pub fn check(
        &self,
        output: Output,
        json: Option<&Path>,
        quiet: bool,
        html: &HtmlArgs,
    ) -> Result<(), Failure> {
        let is_printed = !quiet && json.is_none_or(|path| path.as_os_str() != "-");
        let has_room = restrap_report::explained(&[], output).is_some();
        if !self.explain || (is_printed && has_room) || (html.html.is_some() && !is_printed) {
            return Ok(());
        }
        Err(Failure::usage(
            "--explain adds sentences to a table, and none is printed that has room for them",
            "use --output table, markdown or latex, and write JSON beside it: --json=FILE",
        ))
    }

    /// What is said; nothing unless it was asked for.
    pub fn of(&self, outcome: &impl Explain) -> Vec<Explained> {
        if self.explain { outcome.explained() } else { Vec::new() }
    }

    /// What stands below a printed answer; empty unless it was asked for.
    pub fn text(&self, outcome: &impl Explain, output: Output) -> String {
        let all = self.of(outcome);
        restrap_report::explained(&all, output)
            .filter(|_| !all.is_empty())
            .map_or_else(String::new, |text| format!("\n{text}"))
    }
}
