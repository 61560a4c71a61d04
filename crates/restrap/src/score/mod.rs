//! From raw outputs to statistics: which files a metric needs, read once, scored in the order of the gold.

mod error;
mod files;
mod labels;
mod nothing;
mod outcome;
mod ranking;
mod request;
mod saved;
mod text;

pub use error::ScoreError;
pub use outcome::{ClassOutcome, ScoreOutcome, ScoredSystem, SumOf};
pub use request::ScoreRequest;
pub use saved::score_saved;

use rayon::prelude::*;
use restrap_io::{Located, locate};
use restrap_metrics::labels::LabelAverage;
use restrap_metrics::spans::{self, Column, SpanF, Spans};
use restrap_metrics::{Error as MetricError, Mean, Metric, Named, Scores as ItemScores, Spec, Statistics};

use crate::data::counted::Counted;
use crate::data::scores::Scores;
use crate::number::digits::rounded;
use crate::outcome::{AlsoOutcome, InputInfo, MetricInfo};
use files::Files;

/// What systems score.
#[derive(Debug)]
pub enum Scored {
    /// Statistics whose sums determine the metric.
    Counted {
        /// The metric.
        metric: Box<dyn Metric>,
        /// The systems, in the order of their arguments.
        systems: Vec<Counted>,
    },
    /// Scores whose mean is the metric.
    Scores {
        /// What they are.
        mean: Mean,
        /// The systems, in the order of their arguments.
        systems: Vec<Scores<'static>>,
    },
}

/// Systems scored on the same items.
#[derive(Debug)]
pub struct Scoring {
    /// What they score.
    pub scored: Scored,
    /// The metric with all its options.
    pub spec: Spec,
    /// The items' ids, where the files have any.
    pub ids: Option<Vec<String>>,
    /// Files read.
    pub inputs: Vec<InputInfo>,
    /// What a reader of the results should know.
    pub notes: Vec<String>,
}

impl Scoring {
    /// What the metric is, and its value for each system.
    pub fn described(&self) -> AlsoOutcome {
        match &self.scored {
            Scored::Counted { metric, systems } => AlsoOutcome {
                metric: MetricInfo {
                    name: metric.name(),
                    higher_is_better: metric.higher_is_better(),
                    binary: false,
                    signature: Some(metric.signature()),
                },
                scores: systems.iter().map(|system| rounded(metric.finish(&system.sums()))).collect(),
            },
            Scored::Scores { mean, systems } => AlsoOutcome {
                metric: MetricInfo {
                    name: mean.name.clone(),
                    higher_is_better: mean.higher_is_better,
                    binary: false,
                    signature: Some(mean.signature.clone()),
                },
                scores: systems
                    .iter()
                    .map(|system| {
                        rounded(system.values.iter().sum::<f64>() / system.values.len().max(1) as f64)
                    })
                    .collect(),
            },
        }
    }

    /// Names of the systems, in the order of their arguments.
    pub fn names(&self) -> Vec<&str> {
        match &self.scored {
            Scored::Counted { systems, .. } => systems.iter().map(|system| system.name.as_str()).collect(),
            Scored::Scores { systems, .. } => systems.iter().map(|system| system.name.as_str()).collect(),
        }
    }

    /// Number of items.
    pub fn items(&self) -> usize {
        match &self.scored {
            Scored::Counted { systems, .. } => systems.first().map_or(0, Counted::items),
            Scored::Scores { systems, .. } => systems.first().map_or(0, |system| system.values.len()),
        }
    }
}

/// Scores systems (`[NAME=]FILE[:COLUMN]`) by a metric.
///
/// # Errors
/// [`ScoreError`] for files that cannot be read or scored, or options that do not belong to the metric.
pub fn score(typed: &[String], request: &ScoreRequest) -> Result<Scoring, ScoreError> {
    let systems = locate(typed)?;
    request.check()?;
    let mut files = Files::new(request);
    let mut scoring = match &request.metric {
        Named::Accuracy
        | Named::Averaged(_)
        | Named::Mcc
        | Named::Kappa
        | Named::BalancedAccuracy
        | Named::HammingLoss => labels::score(&systems, request, &mut files)?,
        Named::Span(measure) => spans(&systems, *measure, request, &mut files)?,
        Named::Ranking(measure) => ranking::score(&systems, *measure, request, &mut files)?,
        Named::Ratio { .. } | Named::Formula => labels::counts(&systems, request, &mut files)?,
        _ => text::score(&systems, request, &mut files)?,
    };
    let items = scoring.items() as u64;
    scoring.inputs = files.inputs;
    // Every file holds all items: other lengths are refused.
    scoring.inputs.iter_mut().filter(|input| input.items == 0).for_each(|input| input.items = items);
    scoring.notes.extend(files.notes);
    let nothing = nothing::note(&request.metric, &scoring);
    scoring.notes.extend(nothing);
    Ok(scoring)
}

/// Spans in CoNLL columns.
fn spans(
    systems: &[Located],
    measure: restrap_metrics::labels::Measure,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let column = |column: Option<&str>| match column {
        None => Column::Last,
        Some(text) => text.parse().map_or_else(|_| Column::Name(text.to_owned()), Column::Number),
    };
    let scheme = request.scheme;
    let gold = files.gold(|input, from| Spans::read(input, &column(from), scheme))?;
    let read = files.systems(systems, |input, from| Spans::read(input, &column(from), scheme))?;
    for (name, spans) in [("the gold", &gold)].into_iter().chain(systems.iter().map(|s| &*s.name).zip(&read))
    {
        if spans.is_without_spans() {
            files
                .notes
                .push(format!("{name} has no spans at all: is it the column of tags, and the scheme?"));
        }
    }
    let types = spans::types(read.iter().chain([&gold]));
    let average = request.average(Some(LabelAverage::Micro), types.names())?;
    // Documents where the file marks them, unless sentences were asked for.
    let unit = request.unit.unwrap_or_else(|| gold.default_unit());
    let metric =
        SpanF::new(measure, average.clone(), &types, scheme, unit)?.zero_division(request.zero_division);
    let spec = Spec::Span {
        measure,
        average,
        types: types.names().to_vec(),
        scheme,
        unit,
        zero_division: request.zero_division,
    };
    let scored = read.par_iter().map(|system| metric.score(&gold, system)).collect::<Vec<_>>();
    counted(systems, Box::new(metric), spec, scored)
}

/// Scores of systems by a metric of summed counts; the first error in the order of the systems.
fn counted(
    systems: &[Located],
    metric: Box<dyn Metric>,
    spec: Spec,
    scored: Vec<Result<Statistics, MetricError>>,
) -> Result<Scoring, ScoreError> {
    let scored = scored.into_iter().collect::<Result<Vec<_>, _>>()?;
    let ids = scored.first().and_then(|statistics| statistics.ids.clone());
    let named = systems.iter().zip(scored);
    let systems = named
        .map(|(system, statistics)| Counted { name: system.name.clone(), columns: statistics.columns })
        .collect();
    let scored = Scored::Counted { metric, systems };
    Ok(Scoring { scored, spec, ids, inputs: Vec::new(), notes: Vec::new() })
}

/// Scores of systems by a mean.
fn means(systems: &[Located], scored: Vec<Result<ItemScores, MetricError>>) -> Result<Scoring, ScoreError> {
    let scored = scored.into_iter().collect::<Result<Vec<_>, _>>()?;
    let first = scored.first().ok_or(ScoreError::Io(restrap_io::Error::NoSystems))?;
    let (mean, ids) = (first.mean.clone(), first.ids.clone());
    let named = systems.iter().zip(scored);
    let systems = named
        .map(|(system, scores)| Scores {
            name: system.name.clone(),
            values: scores.scores.into(),
            precision: restrap_core::Precision::Double,
        })
        .collect();
    let spec = Spec::Mean(mean.clone());
    Ok(Scoring { scored: Scored::Scores { mean, systems }, spec, ids, inputs: Vec::new(), notes: Vec::new() })
}
