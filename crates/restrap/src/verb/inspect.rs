//! The contents of columns of scores, and of pairs of them.

use std::sync::Arc;

use restrap_core::printed_rational;

use crate::data::pair::{Alone, Pair, Surveyed};
use crate::data::scores::Scores;
use crate::design::PartDesign;
use crate::design::scheme::Scheme;
use crate::error::Error;
use crate::request::Request;

/// Files, the scores that they give and pairs of them: the JSON contract `restrap/inspect/1`.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InspectOutcome {
    /// `restrap/inspect/1`.
    pub schema: &'static str,
    /// The files and folders, in the order of their arguments.
    pub files: Vec<FileReport>,
    /// The scores that a comparison could take, in the order of their arguments; empty if it would ask first.
    pub columns: Vec<ColumnReport>,
    /// Every column of scores after the first, beside the first.
    pub pairs: Vec<PairReport>,
    /// What can be typed next.
    pub next: NextReport,
    /// What was assumed of the scores.
    pub notes: Vec<String>,
}

impl InspectOutcome {
    /// Combines files, columns and pairs.
    pub fn new(
        files: Vec<FileReport>,
        columns: Vec<ColumnReport>,
        pairs: Vec<PairReport>,
        next: NextReport,
        notes: Vec<String>,
    ) -> Self {
        Self {
            schema: "restrap/inspect/1",
            files,
            columns,
            pairs,
            next,
            notes,
        }
    }
}

/// An X-ray of a file or a folder.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileReport {
    /// The path as typed.
    pub path: String,
    /// Its format, or `folder`.
    pub format: String,
    /// Rows, without the header; entries of a folder.
    pub rows: u64,
    /// Columns, of which only the first 200 are in `columns`.
    pub width: u64,
    /// The columns, or the kinds of files of a folder.
    pub columns: Vec<ValueReport>,
    /// The words of rows that are sums or means of the others, which are not items.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sums: Vec<String>,
}

/// The values of one column, and what it is taken for.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueReport {
    /// The name, the dotted path of a field, or the place counted from 1.
    pub name: String,
    /// `0/1`, `whole`, `number`, `words` (for 1 and 0), `text`, `empty`, `files`.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schemars(rename = "type"))]
    pub kind: String,
    /// Cells without a value; null where not all were read.
    pub missing: Option<u64>,
    /// Distinct values; null where not all were read.
    pub distinct: Option<u64>,
    /// Smallest number.
    pub least: Option<f64>,
    /// Largest number.
    pub most: Option<f64>,
    /// The first distinct values, shortened.
    pub first: Vec<String>,
    /// What it is taken for: `score`, `id`, `cluster`, `system`, `gold`, `label`, `text`, `cost`, `size`, `index`, `statistic`, `nothing`,
    /// `files`.
    pub role: String,
    /// The reason.
    pub why: String,
}

/// What can be typed next.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum NextReport {
    /// A command that answers.
    Command {
        /// The command.
        command: String,
    },
    /// A command that is refused or asks.
    Asked {
        /// The command.
        command: String,
        /// Why it does not answer.
        error: String,
        /// What to do.
        hint: Option<String>,
    },
}

/// What one column of scores holds.
///
/// The number of items, the least, largest and mean score, the lattice that scores lie on, distinct scores, and zeros. The unit is
/// the item.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ColumnReport {
    /// Name.
    pub name: String,
    /// Rows.
    pub items: u64,
    /// Smallest score.
    pub least: f64,
    /// Largest score.
    pub most: f64,
    /// Mean score.
    pub mean: f64,
    /// Lattice of the scores.
    pub grid: String,
    /// Distinct scores.
    pub distinct: u64,
    /// Number of scores equal to 0.
    pub zeros: u64,
    /// How far one item more or less moves the mean, where all scores are 0 or 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
    /// Denominator behind the printed decimals, if one shows.
    pub suggested_grid: Option<String>,
}

/// Describes one column.
///
/// # Errors
/// When there are no rows.
pub fn inspect_column(scores: &Scores, request: &Request) -> Result<ColumnReport, Error> {
    if scores.rows().is_empty() {
        return Err(Error::Empty);
    }
    let alone = Alone::new(Surveyed::new(scores), request.sample.grid)?;
    Ok(ColumnReport {
        name: scores.name.clone(),
        items: scores.items(),
        least: scores.rows().iter().copied().fold(f64::INFINITY, f64::min),
        most: scores
            .rows()
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max),
        mean: crate::number::digits::rounded(alone.mean),
        grid: alone.grid.to_string(),
        distinct: alone.distinct(),
        zeros: scores.sample().count(|score| score == 0.0),
        step: (scores.rows().iter().all(|&v| v == 0.0 || v == 1.0))
            .then(|| crate::number::digits::rounded(1.0 / scores.items() as f64)),
        suggested_grid: printed_rational(&[scores.rows()])
            .map(|found| format!("1/{}", found.denominator)),
    })
}

/// How two columns stand to each other.
///
/// Their common lattice, the number of distinct differences, and on how many items the system scores higher, lower, or the same.
/// The unit is the item.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairReport {
    /// Name of the baseline.
    pub baseline: String,
    /// Name of the system.
    pub system: String,
    /// Common lattice.
    pub grid: String,
    /// Distinct differences.
    pub distinct_differences: u64,
    /// Items on which the system scores higher.
    pub higher: u64,
    /// Items on which it scores lower.
    pub lower: u64,
    /// Items on which they tie.
    pub tied: u64,
}

/// Describes a pair.
///
/// The columns must be of the same items in the same order. Nothing is tested: the report says on which lattice their differences
/// lie, and how often each side is ahead.
///
/// # Errors
/// As [`crate::compare()`].
pub fn inspect_pair(
    baseline: &Scores,
    system: &Scores,
    request: &Request,
) -> Result<PairReport, Error> {
    let design = Arc::new(Scheme::plain(baseline.items()));
    let systems = [baseline, system].map(Surveyed::new);
    let items = (&PartDesign::Items, [0, 1]);
    let pair = Pair::new(systems, request.sample.grid, &design, items)?;
    Ok(PairReport {
        baseline: baseline.name.clone(),
        system: system.name.clone(),
        grid: pair.grid.to_string(),
        distinct_differences: pair.distinct(),
        higher: pair.counts.better,
        lower: pair.counts.worse,
        tied: pair.counts.tied,
    })
}
