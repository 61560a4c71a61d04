//! Labels of items against the gold, and columns of counts.

use rayon::prelude::*;
use restrap_io::{Format, Located};
use restrap_metrics::counts::read_counts;
use restrap_metrics::labels::{Arity, Classification, LabelAverage, LabelSet, Labels, Samples};
use restrap_metrics::{Error as MetricError, Input, Mean, Metric, Named, Scores as ItemScores, Spec};
use restrap_words::asked;

use super::files::Files;
use super::{ScoreError, ScoreRequest, Scoring, counted, means};
use crate::outcome::Role;

/// Reads labels by the format of their file.
fn read(
    input: Input<'_>,
    column: Option<&str>,
    format: Option<Format>,
    request: &ScoreRequest,
) -> Result<Labels, MetricError> {
    let many = request.multi_label || request.average == Some(LabelAverage::Samples);
    let arity = if many { Arity::Multi } else { Arity::Single };
    let id = request.id.as_deref();
    let option = |expected: &str, found: &str| MetricError::Option {
        expected: expected.to_owned(),
        found: found.to_owned(),
        hint: None,
    };
    let named = |what: &str| {
        column.ok_or_else(|| {
            let expected = format!("the {what} of the labels, as {}:{}", input.name, what.to_uppercase());
            option(&expected, "none")
        })
    };
    match request.format.or(format) {
        Some(Format::Csv) => Labels::table(input, b',', named("column")?, id, arity),
        Some(Format::Tsv) => Labels::table(input, b'\t', named("column")?, id, arity),
        Some(Format::Jsonl) => Labels::json_lines(input, named("field")?, id, arity),
        None | Some(Format::Text) => match (column, id) {
            (None, None) if many => Labels::multi_lines(input),
            (None, None) => Labels::lines(input),
            _ => Err(option(
                &format!("a table or JSON lines in {}, for its columns", input.name),
                "one label a line",
            )),
        },
        Some(other) => {
            Err(option(&format!("labels in {} as text, CSV, TSV or JSON lines", input.name), other.name()))
        }
    }
}

pub(super) fn score(
    systems: &[Located],
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let typed = request.gold.clone().unwrap_or_default();
    let gold =
        files.other(Role::Gold, &typed, |input, column, format| read(input, column, format, request))?;
    let read = files.formatted(systems, |input, column, format| read(input, column, format, request))?;
    let all = LabelSet::of(read.iter().chain([&gold]));
    if !request.multi_label && all.names().iter().any(|name| name.contains('|')) {
        files.notes.push(format!(
            "labels contain `|`, and each is one label; {} reads several an item",
            asked("multi-label")
        ));
    }
    let in_gold = LabelSet::of([&gold]);
    let foreign: Vec<&str> =
        all.names().iter().filter(|name| !in_gold.names().contains(name)).map(String::as_str).collect();
    if let (Some(first), None) = (foreign.first(), &request.labels) {
        files.notes.push(format!(
            "{} of the systems' labels {} not in the gold, such as `{first}`: each counts as a class, for every system; \
             {} fixes the set",
            foreign.len(),
            if foreign.len() == 1 { "is" } else { "are" },
            asked("labels")
        ));
    }
    let set = match &request.labels {
        Some(names) => LabelSet::given(names)?,
        None => all,
    };
    let labels = set.names().to_vec();
    let zero_division = request.zero_division;
    if request.average == Some(LabelAverage::Samples)
        && let Named::Averaged(measure) = &request.metric
    {
        let samples = Samples::new(*measure, zero_division)?;
        return means(systems, read.par_iter().map(|system| samples.score(&gold, system)).collect());
    }
    let (metric, spec) = match &request.metric {
        Named::Averaged(measure) => {
            let default = (request.multi_label).then_some(LabelAverage::Micro);
            let average = request.average(default, set.names())?;
            let spec = Spec::Averaged { measure: *measure, average: average.clone(), labels, zero_division };
            (Classification::new(*measure, average, &set)?.zero_division(zero_division), spec)
        }
        Named::Mcc => (Classification::mcc(&set), Spec::Mcc { labels }),
        Named::Kappa => (Classification::kappa(&set), Spec::Kappa { labels }),
        Named::BalancedAccuracy => {
            (Classification::balanced_accuracy(&set), Spec::BalancedAccuracy { labels })
        }
        Named::HammingLoss => (Classification::hamming_loss(&set), Spec::HammingLoss { labels }),
        _ => (Classification::accuracy(), Spec::Accuracy),
    };
    let scored = read.par_iter().map(|system| metric.score(&gold, system)).collect::<Vec<_>>();
    if spec != Spec::Accuracy {
        return counted(systems, Box::new(metric), spec, scored);
    }
    // A share of items is a mean of 0/1 scores, with all the laws of one.
    let mean = Mean { name: metric.name(), signature: metric.signature(), higher_is_better: true };
    let scores = scored.into_iter().map(|statistics| {
        let statistics = statistics?;
        let scores = statistics.columns[0].iter().map(|&right| right as f64).collect();
        Ok(ItemScores { mean: mean.clone(), scores, ids: statistics.ids })
    });
    means(systems, scores.collect())
}

/// Columns of counts, for a ratio or a formula.
pub(super) fn counts(
    systems: &[Located],
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let lower_is_better = request.lower_is_better;
    let (columns, spec): (Vec<String>, Spec) = match (&request.formula, &request.metric) {
        (Some(formula), Named::Formula) => {
            let columns = request.columns.clone();
            (columns.clone(), Spec::Formula { columns, formula: formula.clone(), lower_is_better })
        }
        (_, Named::Ratio { numerator, denominator }) => {
            let (numerator, denominator) = (numerator.clone(), denominator.clone());
            let spec = Spec::Ratio {
                numerator: numerator.clone(),
                denominator: denominator.clone(),
                lower_is_better,
            };
            (vec![numerator, denominator], spec)
        }
        _ => {
            return Err(ScoreError::usage(
                "expected a formula of columns, found none",
                format!("add {}, or name the metric ratio:NUMERATOR/DENOMINATOR", asked("formula")),
            ));
        }
    };
    let Some(metric) = spec.metric()? else { unreachable!("ratios and formulas are metrics of sums") };
    let names: Vec<&str> = columns.iter().map(String::as_str).collect();
    let read = files.formatted(systems, |input, _, format| {
        let delimiter = if request.format.or(format) == Some(Format::Tsv) { b'\t' } else { b',' };
        read_counts(input, delimiter, &names, request.id.as_deref())
    })?;
    // Rows pair by id where there are ids, in the order of the baseline.
    let paired = super::text::paired(read, systems)?;
    counted(systems, metric, spec, paired.into_iter().map(Ok).collect())
}
