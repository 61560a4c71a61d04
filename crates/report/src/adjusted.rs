//! p-values of a family, adjusted.

use restrap::AdjustOutcome;
use restrap::number::probability;
use restrap::outcome::Run;

use serde_json::Value;

use crate::output::Report;
use crate::output::json_of;
use crate::sheet::{Sheet, left, right};
use crate::terminal::{self, wrapped};

impl Report for AdjustOutcome {
    fn page(&self) -> String {
        let said = self.sentences().into_iter().map(|line| wrapped(&line, ""));
        terminal::page(
            [sheet(self).text()]
                .into_iter()
                .chain(said)
                .chain([terminal::signature(&self.run)]),
        )
    }

    fn paper(&self) -> Sheet {
        let mut paper = sheet(self);
        self.sentences()
            .into_iter()
            .for_each(|line| paper.note(line));
        paper.report(&self.run.report);
        paper
    }

    /// One row per p-value.
    fn json(&self) -> Value {
        json_of(self)
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.run)
    }
}

pub(crate) fn sheet(outcome: &AdjustOutcome) -> Sheet {
    let adjusted = format!("p ({})", outcome.adjust);
    let at_most = format!("at most {}", outcome.alpha);
    let mut sheet = Sheet::new([left("tested"), right("p"), right(&adjusted), left(&at_most)]);
    for row in &outcome.rows {
        let bound = if row.given.is_bound { "≤ " } else { "" };
        let cells =
            [row.given.pvalue, row.p_adjusted].map(|p| format!("{bound}{}", probability(p)));
        let shown = if row.shown { "yes" } else { "no" };
        sheet.row(&row.given.name, cells.into_iter().chain([shown.to_owned()]));
    }
    sheet
}
