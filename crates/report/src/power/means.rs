//! What two published means show.

use restrap::number::{decimals, end, grouped, number, percent, plain, probability, signed};
use restrap::outcome::Run;
use restrap::power::MeansOutcome;

use crate::cells::{dash, digits, known};
use crate::output::Report;
use crate::sheet::{Sheet, right};
use crate::terminal::{self, signature, wrapped};

impl Report for MeansOutcome {
    /// The answer, then its figures.
    fn page(&self) -> String {
        terminal::page([wrapped(&self.answer, ""), figures(self).text(), signature(&self.run)])
    }

    fn paper(&self) -> Sheet {
        let mut sheet = figures(self);
        sheet.note(&self.answer);
        sheet.report(&self.run.report);
        sheet
    }

    fn digits(&self) -> Sheet {
        let [low, high] = self.interval.map_or([None, None], |ends| ends.map(Some));
        let [n, m] = self.items;
        let columns = [
            ("baseline_items", n.to_string()),
            ("system_items", m.to_string()),
            ("difference", self.difference.to_string()),
            ("standard_error", self.standard_error.to_string()),
            ("t", known(self.statistic)),
            ("df", self.df.to_string()),
            ("pvalue", digits(self.pvalue)),
            ("low", known(low)),
            ("high", known(high)),
            ("cohen_d", known(self.cohen_d)),
            ("test", self.test.clone()),
        ];
        let mut sheet = Sheet::new(columns.iter().map(|(name, _)| right(*name)));
        let mut cells = columns.into_iter().map(|(_, cell)| cell);
        sheet.row(cells.next().unwrap_or_default(), cells);
        sheet
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.run)
    }
}

/// One row: difference, error, t, p, interval.
pub(crate) fn figures(outcome: &MeansOutcome) -> Sheet {
    let [n, m] = outcome.items;
    let interval = format!("{} CI", percent(1.0 - outcome.request.alpha));
    let names = ["n", "difference", "se", "t", "df", "p", &interval, "d"];
    let mut sheet = Sheet::new(names.map(right));
    let places = decimals(n.min(m), outcome.standard_error, false);
    let items = if n == m { grouped(n) } else { format!("{} and {}", grouped(n), grouped(m)) };
    let ends = outcome
        .interval
        .map_or_else(dash, |[low, high]| format!("{} to {}", end(low, places), end(high, places)));
    sheet.row(
        items,
        [
            signed(outcome.difference, places),
            number(outcome.standard_error, places + 1),
            outcome.statistic.map_or_else(dash, |t| number(t, 3)),
            plain((outcome.df * 100.0).round() / 100.0),
            outcome.pvalue.map_or_else(dash, probability),
            ends,
            outcome.cohen_d.map_or_else(dash, |d| number(d, 2)),
        ],
    );
    sheet
}
