//! The contents of columns of scores, and of pairs of them.

use std::sync::Arc;

use restrap_core::printed_rational;

use crate::data::pair::{Alone, Pair, Surveyed};
use crate::data::scores::Scores;
use crate::design::PartDesign;
use crate::design::scheme::Scheme;
use crate::error::Error;
use crate::request::Request;

/// Columns and pairs of them: the JSON contract `restrap/inspect/1`.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InspectOutcome {
    /// `restrap/inspect/1`.
    pub schema: &'static str,
    /// The columns, in the order of their arguments.
    pub columns: Vec<ColumnReport>,
    /// Every column after the first, beside the first.
    pub pairs: Vec<PairReport>,
}

impl InspectOutcome {
    /// Combines columns and pairs.
    pub fn new(columns: Vec<ColumnReport>, pairs: Vec<PairReport>) -> Self {
        Self {
            schema: "restrap/inspect/1",
            columns,
            pairs,
        }
    }
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
