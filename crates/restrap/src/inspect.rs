//! What a column holds, and how one resample was drawn.

use std::sync::Arc;

use restrap_core::{DistinctRows, Level, printed_rational};

use crate::data::design::BootstrapDesign;
use crate::data::pair::{Alone, Pair, Surveyed};
use crate::data::scores::Scores;
use crate::error::Error;
use crate::request::{Request, Test};
use crate::resample::bounds::Resampling;
use crate::resample::mean::{resampler, route};

/// Columns, pairs of them, and perhaps a resample: the JSON contract `restrap/inspect/1`.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InspectOutcome {
    /// `restrap/inspect/1`.
    pub schema: &'static str,
    /// The columns, in the order of their arguments.
    pub columns: Vec<ColumnReport>,
    /// Every column after the first, beside the first.
    pub pairs: Vec<PairReport>,
    /// One resample of the first pair, where one was asked for.
    pub resample: Option<ResampleReport>,
}

impl InspectOutcome {
    /// The whole of these parts.
    pub fn new(
        columns: Vec<ColumnReport>,
        pairs: Vec<PairReport>,
        resample: Option<ResampleReport>,
    ) -> Self {
        Self {
            schema: "restrap/inspect/1",
            columns,
            pairs,
            resample,
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
    if scores.values.is_empty() {
        return Err(Error::Empty);
    }
    let alone = Alone::new(Surveyed::new(scores), request.sample.grid)?;
    Ok(ColumnReport {
        name: scores.name.clone(),
        items: scores.values.len() as u64,
        least: scores.values.iter().copied().fold(f64::INFINITY, f64::min),
        most: scores
            .values
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max),
        mean: crate::number::digits::rounded(alone.mean),
        grid: alone.encoded.grid.to_string(),
        distinct: alone.distinct(),
        zeros: scores.values.iter().filter(|&&v| v == 0.0).count() as u64,
        step: (scores.values.iter().all(|&v| v == 0.0 || v == 1.0))
            .then(|| crate::number::digits::rounded(1.0 / scores.values.len() as f64)),
        suggested_grid: printed_rational(&[&scores.values])
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
/// As [`crate::compare`].
pub fn inspect_pair(
    baseline: &Scores,
    system: &Scores,
    request: &Request,
) -> Result<PairReport, Error> {
    let design = Arc::new(BootstrapDesign::plain(baseline.values.len() as u64));
    let pair = Pair::new(
        Surveyed::new(baseline),
        Surveyed::new(system),
        request.sample.grid,
        &design,
        None,
    )?;
    Ok(PairReport {
        baseline: baseline.name.clone(),
        system: system.name.clone(),
        grid: pair.encoded.grid.to_string(),
        distinct_differences: pair.distinct(),
        higher: pair.counts.better,
        lower: pair.counts.worse,
        tied: pair.counts.tied,
    })
}

/// How one resample was drawn.
///
/// The number of the resample, its kind and its route, how often it counted each row, and what the difference became: the numbers
/// that the test counts.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResampleReport {
    /// Resample number.
    pub resample: u64,
    /// `bootstrap` or `permutation`.
    pub kind: &'static str,
    /// `compressed` or `indexed`.
    pub route: String,
    /// What the last figure of a row counts.
    pub counted: &'static str,
    /// One row a group (compressed) or item: difference or its size, items that hold it, and what `counted` says.
    pub rows: Vec<(f64, u64, u64)>,
    /// Mean difference of the resample.
    pub difference: f64,
}

/// Redraws resample number `resample` of the first test of the request.
///
/// # Errors
/// As [`crate::compare`].
pub fn inspect_resample(
    baseline: &Scores,
    system: &Scores,
    request: &Request,
    resample: u64,
) -> Result<ResampleReport, Error> {
    if resample >= 1 << 48 {
        let found = resample.to_string();
        return Err(Error::BadParameter {
            expected: "a resample number below 2^48",
            found,
        });
    }
    let design = Arc::new(BootstrapDesign::plain(baseline.values.len() as u64));
    let pair = Pair::new(
        Surveyed::new(baseline),
        Surveyed::new(system),
        request.sample.grid,
        &design,
        None,
    )?;
    let resampling = if request
        .question
        .tests
        .first()
        .is_none_or(|test| *test == Test::Permutation)
    {
        Resampling::Swaps
    } else {
        Resampling::Items
    };
    let swaps = resampling == Resampling::Swaps;
    let route = route(&pair, swaps);
    let resampler = resampler(&[&pair], swaps, route, Level::detected());
    let counts = resampler.counts(request.compute.seed, 0, resample);
    let per_one = pair.encoded.grid.per_one();
    let groups = groups(&pair, resampling, route);
    let rows = groups
        .into_iter()
        .zip(counts)
        .map(|((value, items), taken)| {
            (
                crate::number::digits::rounded(value as f64 / per_one),
                items,
                taken,
            )
        });
    Ok(ResampleReport {
        resample,
        kind: if resampling == Resampling::Swaps {
            "permutation"
        } else {
            "bootstrap"
        },
        route: route.name().to_owned(),
        counted: match (resampling, route) {
            (Resampling::Items, _) => "times taken",
            (Resampling::Swaps, restrap_engine::Route::Compressed) => "positive signs",
            (Resampling::Swaps, _) => "swapped",
        },
        rows: rows.collect(),
        difference: crate::number::digits::rounded(
            resampler.sum(request.compute.seed, 0, resample) as f64 / pair.divisor(),
        ),
    })
}

/// The groups or items that a resampler counts, in its order.
fn groups(pair: &Pair, resampling: Resampling, route: restrap_engine::Route) -> Vec<(i64, u64)> {
    use restrap_engine::Route::{Compressed, Indexed, Streamed};
    let differences = &pair.encoded.difference;
    match (resampling, route) {
        (Resampling::Items, Compressed) => pair.rows().pairs(),
        (Resampling::Items, Indexed | Streamed) => differences.iter().map(|&d| (d, 1)).collect(),
        (Resampling::Swaps, Indexed | Streamed) => differences
            .iter()
            .filter(|&&d| d != 0)
            .map(|&d| (d, 1))
            .collect(),
        (Resampling::Swaps, Compressed) => {
            let sizes: Vec<i64> = differences
                .iter()
                .map(|d| d.abs())
                .filter(|&d| d != 0)
                .collect();
            DistinctRows::of_column(&sizes).pairs()
        }
    }
}
