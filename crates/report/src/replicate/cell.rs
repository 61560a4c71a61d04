//! A table of one metric: systems, baseline first, by data sets, with the mean and the count behind them.

use restrap::number::number;
use restrap::outcome::MetricInfo;
use restrap::{CellOutcome, ReplicateOutcome};

use crate::mark::Mark;

/// A score with what was shown of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell {
    /// Empty where there is none.
    pub text: String,
    pub mark: Mark,
    /// Nothing else in its row or column is shown ahead of it.
    pub best: bool,
}

/// A system, the baseline too.
pub(super) struct Row {
    pub system: String,
    /// One for each data set, then the mean.
    pub cells: Vec<Cell>,
    /// On how many data sets it is shown ahead; none of the baseline.
    pub count: Option<Count>,
}

/// On how many data sets a system is shown ahead, and behind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    ahead: u64,
    pub behind: u64,
    of: u64,
}

impl Count {
    pub fn ahead(self) -> String {
        format!("{} of {}", self.ahead, self.of)
    }

    pub fn worse(self) -> String {
        format!("{} of {}", self.behind, self.of)
    }

    pub fn words(self) -> String {
        match self.behind {
            0 => self.ahead(),
            behind => format!("{} (worse on {behind})", self.ahead()),
        }
    }
}

/// All systems under one metric.
pub(super) struct Table<'a> {
    pub metric: &'a MetricInfo,
    /// The data sets, then `mean`.
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
}

/// Behind a number where nothing is.
const NONE: &str = "−";

impl<'a> Table<'a> {
    pub fn new(outcome: &'a ReplicateOutcome, metric: &'a MetricInfo) -> Self {
        let decimals = outcome.decimals(metric);
        let sets: Vec<&str> = outcome.datasets.iter().map(|set| &set.name[..]).collect();
        let mut rows = vec![Self::baseline(outcome, metric, &sets, decimals)];
        for system in &outcome.systems {
            let of_set = |set: &&str| match outcome.cell(&metric.name, set, system) {
                Some(cell) => Cell {
                    text: number(cell.score, decimals),
                    mark: mark(cell),
                    best: false,
                },
                None => Cell {
                    text: NONE.to_owned(),
                    mark: Mark::None,
                    best: false,
                },
            };
            let mut cells: Vec<Cell> = sets.iter().map(of_set).collect();
            let mean = outcome
                .means
                .iter()
                .find(|mean| mean.metric == metric.name && mean.system == *system);
            cells.push(match mean {
                // Means of other data sets are not a row of this table.
                Some(mean) if mean.n == sets.len() as u64 => Cell {
                    text: number(mean.score, decimals),
                    mark: Mark::new(mean.shown, mean.improvement.partial_cmp(&0.0)),
                    best: false,
                },
                _ => Cell {
                    text: NONE.to_owned(),
                    mark: Mark::None,
                    best: false,
                },
            });
            let counted = outcome
                .counts
                .iter()
                .find(|count| count.metric == metric.name && count.system == *system);
            let count = counted.map(|count| Count {
                ahead: count.k_bonferroni,
                behind: count.behind.k_bonferroni,
                of: count.n,
            });
            rows.push(Row {
                system: system.clone(),
                cells,
                count,
            });
        }
        let columns = sets
            .iter()
            .map(|set| (*set).to_owned())
            .chain(["mean".to_owned()])
            .collect();
        let mut table = Self {
            metric,
            columns,
            rows,
        };
        table.find_best(outcome);
        table
    }

    fn baseline(
        outcome: &ReplicateOutcome,
        metric: &MetricInfo,
        sets: &[&str],
        decimals: usize,
    ) -> Row {
        let score = |set: &&str| {
            let of = |cell: &&CellOutcome| cell.metric == metric.name && cell.dataset == *set;
            outcome
                .cells
                .iter()
                .find(of)
                .map(|cell| cell.baseline_score)
        };
        let mean = outcome
            .means
            .iter()
            .find(|mean| mean.metric == metric.name && mean.n == sets.len() as u64);
        let scores = sets
            .iter()
            .map(score)
            .chain([mean.map(|mean| mean.baseline_score)]);
        let cell = |score: Option<f64>| Cell {
            text: score.map_or_else(|| NONE.to_owned(), |score| number(score, decimals)),
            mark: Mark::None,
            best: false,
        };
        Row {
            system: outcome.baseline.clone(),
            cells: scores.map(cell).collect(),
            count: None,
        }
    }

    /// The best of each column, and the baseline where nothing is shown ahead of it.
    fn find_best(&mut self, outcome: &ReplicateOutcome) {
        let direction = if self.metric.higher_is_better {
            1.0
        } else {
            -1.0
        };
        for column in 0..self.columns.len() {
            let value = |row: &Row| row.cells[column].text.replace('−', "-").parse::<f64>().ok();
            let oriented = |row: &Row| value(row).map(|value| direction * value);
            let most = self
                .rows
                .iter()
                .filter_map(oriented)
                .fold(f64::NEG_INFINITY, f64::max);
            let ahead = self
                .rows
                .iter()
                .any(|row| row.cells[column].mark == Mark::Better);
            let best: Vec<bool> = self
                .rows
                .iter()
                .map(|row| {
                    oriented(row) == Some(most)
                        || row.system == outcome.baseline && !ahead && value(row).is_some()
                })
                .collect();
            for (row, best) in self.rows.iter_mut().zip(best) {
                row.cells[column].best = best;
            }
        }
    }
}

fn mark(cell: &CellOutcome) -> Mark {
    let of_items =
        cell.checkpoints.as_ref().is_some_and(|these| these.shown) && cell.improvement > 0.0;
    match Mark::new(cell.shown, Some(cell.side())) {
        Mark::None if of_items => Mark::Checkpoints,
        mark => mark,
    }
}

impl Cell {
    /// The number between its marks, as wide as any other of its table.
    pub fn framed(&self) -> String {
        match self.mark {
            Mark::Better => format!("*{}* ", self.text),
            Mark::Worse => format!("{} ↓", self.text),
            Mark::Checkpoints => format!("{}° ", self.text),
            Mark::None => format!("{}  ", self.text),
        }
    }

    /// The number with its mark behind it.
    pub fn marked(&self) -> String {
        format!("{}{}", self.text, self.mark.sign())
    }
}
