//! Predictions and probabilities against the right numbers.
//!
//! Where gold and predictions are short decimals their differences are exact, and so are absolute and squared errors: ties stay
//! ties. Logarithms are doubles.

use restrap_core::{Precision, encode, encode_sums};
use restrap_io::{Cells, Loaded, Located, Missing, Options, shown};
use restrap_metrics::{
    Error as MetricError, Metric, MetricName, OnGrid, Place, RealMetric, SavedMetric,
    Scores as ItemScores, Statistics,
    counts::LOG_LIKELIHOOD,
    numbers::{OfLosses, OfNumbers},
};
use restrap_words::{asked, asked_as};

use crate::score::error::ScoreError;
use crate::score::files::{Files, ids};
use crate::score::request::ScoreRequest;
use crate::score::scoring::{Scoring, counted, means};

pub(super) fn score(
    typed: &[String],
    systems: &[Located],
    of: &OfNumbers,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let missing = request.reading.missing;
    if missing == Missing::Zero {
        let what = if of.are_probabilities() {
            "probabilities"
        } else {
            "predictions"
        };
        return Err(ScoreError::usage(
            format!(
                "{} is for scores, counts and label sets, found {what}",
                asked_as("missing", missing)
            ),
            format!("use {}", asked_as("missing", Missing::Drop)),
        ));
    }
    let cells = if of.are_probabilities() {
        Cells::Probabilities
    } else {
        Cells::Numbers
    };
    let asked_for = Options {
        cells,
        gold: request.gold.clone(),
        takes_counts: !matches!(of, OfNumbers::Calibration(_)),
        ..Options::default()
    };
    let loaded = files.columns(typed, systems, asked_for)?;
    let ids = ids(&loaded);
    let scored = match of {
        OfNumbers::Calibration(of) => {
            if let Some(item) = loaded
                .gold
                .iter()
                .position(|gold| ![0.0, 1.0].contains(gold))
            {
                return Err(ScoreError::usage(
                    format!(
                        "expected 1 where it happened and 0 where not in {}, found {} as item {}",
                        asked("gold"),
                        loaded.gold[item],
                        item + 1
                    ),
                    "brier takes shares as well",
                ));
            }
            let rows: Vec<_> = loaded
                .systems
                .iter()
                .map(|system| of.count(&loaded.gold, &system.scores))
                .collect();
            on_grid_of(systems, of.clone(), &rows, ids.as_ref(), request)?
        }
        OfNumbers::Losses(of) => {
            let losses = |(place, located): (usize, &Located)| losses(of, &loaded, place, located);
            let losses = systems.iter().enumerate().map(losses);
            if of.root {
                let of_system = |losses: Vec<f64>| {
                    let items = vec![1.0; losses.len()];
                    vec![losses, items]
                };
                let rows = losses
                    .map(|losses| losses.map(of_system))
                    .collect::<Result<Vec<_>, _>>()?;
                on_grid_of(systems, of.root_mean(), &rows, ids.as_ref(), request)?
            } else {
                let mean = of.mean();
                let of_system = |scores| {
                    Ok(ItemScores {
                        mean: mean.clone(),
                        scores,
                        ids: ids.clone(),
                    })
                };
                let losses = losses
                    .map(|losses| losses.map(of_system))
                    .collect::<Result<_, _>>()?;
                means(systems, request.metric.clone(), losses)?
            }
        }
    };
    let scored = scored.counted_by(&loaded.systems);
    Ok(Scoring {
        by: loaded.by,
        clusters: loaded.clusters,
        ..scored
    })
}

/// Systems by a metric of sums, from the columns of each.
pub(super) fn on_grid_of(
    systems: &[Located],
    metric: impl RealMetric + 'static,
    rows: &[Vec<Vec<f64>>],
    ids: Option<&Vec<String>>,
    request: &ScoreRequest,
) -> Result<Scoring, ScoreError> {
    let (metric, rows, per_one) = on_grid(Box::new(metric), rows, ids);
    let saved = SavedMetric::new(request.metric.clone()).with_grid(&per_one);
    counted(systems, metric, saved, rows.into_iter().map(Ok).collect())
}

/// The loss of every item of a system.
fn losses(
    of: &OfLosses,
    loaded: &Loaded,
    place: usize,
    located: &Located,
) -> Result<Vec<f64>, ScoreError> {
    let (gold, given) = (&loaded.gold, &loaded.systems[place].scores);
    let encoded = encode(gold, given, Precision::Double);
    let per_one = encoded.grid.per_one();
    let in_steps = |steps: &i64| of.loss.of_difference(*steps as f64, per_one);
    let exact = encoded.grid.is_recovered().then(|| {
        encoded
            .difference
            .iter()
            .map(in_steps)
            .collect::<Option<_>>()
    });
    if let Some(losses) = exact.flatten() {
        return Ok(losses);
    }
    let losses: Vec<f64> = gold
        .iter()
        .zip(given)
        .map(|(&gold, &given)| of.loss.of(gold, given))
        .collect();
    let Some(item) = losses.iter().position(|loss| !loss.is_finite()) else {
        return Ok(losses);
    };
    if !of.probabilities {
        return Err(MetricError::Value {
            place: place_of(loaded, item, located),
            expected: "a number whose squared error fits into a double".to_owned(),
            found: given[item].to_string(),
            hint: Some("rescale all numbers, and those of the gold".to_owned()),
        }
        .into());
    }
    let hint = format!(
        "{} counts it as that probability",
        asked_as("metric", "'log-loss(floor=1e-15)'")
    );
    let happened = gold[item] > 0.0 && given[item] == 0.0;
    let (side, what) = if happened {
        ("above 0", "happened")
    } else {
        ("below 1", "did not happen")
    };
    Err(MetricError::Value {
        place: place_of(loaded, item, located),
        expected: format!(
            "a probability {side} for an event that {what} ({} {})",
            asked("gold"),
            gold[item]
        ),
        found: format!("{}, whose logarithm is infinite", given[item]),
        hint: Some(hint),
    }
    .into())
}

/// Where the number of an item stands.
fn place_of(loaded: &Loaded, item: usize, located: &Located) -> Place {
    let file = loaded
        .inputs
        .iter()
        .position(|input| input.path == located.path);
    let line = file
        .and_then(|file| loaded.lines.get(file)?.get(item).copied())
        .filter(|line| *line > 0);
    let file = match &located.column {
        Some(column) => format!("{} (column `{column}`)", shown(&located.path)),
        None => shown(&located.path).to_owned(),
    };
    Place {
        file,
        line: line.unwrap_or(item as u64 + 1),
        column: None,
    }
}

pub(super) fn of_counts(
    typed: &[String],
    systems: &[Located],
    metric: Box<dyn RealMetric>,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    // The metric names the columns of every system.
    let mut named = typed.iter().zip(systems);
    if let Some((typed, column)) =
        named.find_map(|(typed, system)| Some((typed, system.column.as_ref()?)))
    {
        return Err(ScoreError::usage(
            format!(
                "{typed} names a column, and {} names its own",
                request.metric
            ),
            format!("leave `:{column}` out: the file of each system has the columns of the metric"),
        ));
    }
    let columns = metric.columns().iter().map(ToString::to_string).collect();
    let asked = Options {
        cells: Cells::Numbers,
        columns,
        takes_counts: true,
        ..Options::default()
    };
    let loaded = files.columns(typed, systems, asked)?;
    check_signs(&request.metric, &loaded)?;
    let (ids, by, clusters) = (ids(&loaded), loaded.by, loaded.clusters);
    let rows = loaded.systems.iter().cloned();
    let rows: Vec<_> = rows
        .map(|system| std::iter::once(system.scores).chain(system.more).collect())
        .collect();
    let (metric, rows, per_one) = on_grid(metric, &rows, ids.as_ref());
    let saved = SavedMetric::new(request.metric.clone()).with_grid(&per_one);
    let scored = counted(systems, metric, saved, rows.into_iter().map(Ok).collect())?;
    let scored = scored.counted_by(&loaded.systems);
    Ok(Scoring {
        by,
        clusters,
        ..scored
    })
}

/// Refuses log likelihoods of the other sign than the perplexity takes, whose value no perplexity has.
fn check_signs(metric: &MetricName, loaded: &Loaded) -> Result<(), ScoreError> {
    if !metric.description().takes(&LOG_LIKELIHOOD) {
        return Ok(());
    }
    let is_plain = metric.get(&LOG_LIKELIHOOD);
    let (kind, sign) = if is_plain {
        ("log likelihoods, at most 0", 1.0)
    } else {
        ("negative log likelihoods, at least 0", -1.0)
    };
    let sums = loaded.systems.iter();
    let mut sums = sums.map(|system| (&system.name, system.scores.iter().sum::<f64>()));
    let Some((name, sum)) = sums.find(|(_, sum)| sign * sum > 0.0) else {
        return Ok(());
    };
    let mut other = metric.clone();
    other.set("loglik", if is_plain { "false" } else { "true" })?;
    Err(ScoreError::usage(
        format!("{metric}: expected {kind}, found a sum of {sum} for {name}"),
        format!("use {}", asked_as("metric", other).quoted()),
    ))
}

/// The columns of every system as integers, each statistic on one grid for all systems, and the metric of these. No steps are given
/// back where all columns are whole numbers.
pub(super) fn on_grid(
    metric: Box<dyn RealMetric>,
    systems: &[Vec<Vec<f64>>],
    ids: Option<&Vec<String>>,
) -> (Box<dyn Metric>, Vec<Statistics>, Vec<f64>) {
    let empty = |_| Statistics {
        columns: Vec::new(),
        ids: ids.cloned(),
    };
    let mut encoded: Vec<Statistics> = systems.iter().map(empty).collect();
    let mut per_one = Vec::new();
    for statistic in 0..metric.columns().len() {
        let columns: Vec<&[f64]> = systems
            .iter()
            .map(|columns| &columns[statistic][..])
            .collect();
        let (grid, columns) = encode_sums(&columns, Precision::Double);
        per_one.push(grid.per_one());
        encoded
            .iter_mut()
            .zip(columns)
            .for_each(|(system, column)| system.columns.push(column.into()));
    }
    if per_one.iter().all(|&steps| steps == 1.0) {
        return (metric, encoded, Vec::new());
    }
    (
        Box::new(OnGrid::new(metric, per_one.clone())),
        encoded,
        per_one,
    )
}
