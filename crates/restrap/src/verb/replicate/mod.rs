//! The same comparison on several data sets: on how many does it hold, and what is the mean?
//!
//! Every data set has its own items, files and units, and is compared as [`crate::verb::compare`] compares it. All p-values are then adjusted
//! as one family, once and unrounded. Beside them stand, for each system under each metric:
//!
//! - on at least how many data sets it is ahead (partial conjunction; Dror, Baumer, Bogomolov and Reichart 2017), from one-sided
//!   p-values, and on which (Holm);
//! - the mean over data sets with a test and an interval of its own ([`means`]);
//! - how much the data sets differ beyond their errors (Cochran's Q).
//!
//! Draws of different data sets have different addresses of the stream: resamples of one say nothing about those of another.

mod cells;
mod counts;
mod explain;
mod means;
mod sets;
pub(crate) mod words;

pub use sets::{DataSet, Measure};

use restrap_core::STREAM_NAME;
use restrap_engine::Control;
use restrap_stats::Alternative;
use restrap_words::{asked, asked_as};

use crate::error::Error;
use crate::evidence::level::FamilyOf;
use crate::outcome::replicate::{REPLICATE_SCHEMA, ReplicateOutcome};
use crate::outcome::{MetricInfo, Run};
use crate::request::goes_with::{self, Given};
use crate::request::replicate::ReplicateRequest;
use crate::request::{ClusterWeight, Over, Request};
use cells::Cells;
use words as say;

/// Compares every system with the baseline on every data set under every metric.
///
/// ```
/// # use restrap_lib as restrap;
/// use restrap::{Control, Data, DataSet, Measure, ReplicateRequest, Scores, replicate};
///
/// let easy = [Scores::new("base", vec![0.0; 9]), Scores::new("new", vec![1.0; 9])];
/// let hard = [Scores::new("base", vec![0.0; 3]), Scores::new("new", vec![0.0, 1.0, 0.0])];
/// let set = |name: &str, data| DataSet { name: name.to_owned(), data, metric: None };
/// let sets = vec![set("easy", Data::scores(&easy)), set("hard", Data::scores(&hard))];
/// let measures = [Measure { name: None, sets }];
/// let outcome = replicate(&measures, &ReplicateRequest::default(), &Control::default())?;
/// assert_eq!((outcome.counts[0].k_bonferroni, &outcome.counts[0].named[..]), (1, &["easy".to_owned()][..]));
/// assert!((outcome.means[0].difference - 2.0 / 3.0).abs() < 1e-12);
/// # Ok::<(), restrap::Error>(())
/// ```
///
/// # Errors
/// [`Error`] for scores or options that allow no outcome, where no data set has two systems, and where a run was stopped.
pub fn replicate(
    measures: &[Measure],
    request: &ReplicateRequest,
    control: &Control,
) -> Result<ReplicateOutcome, Error> {
    check(measures, request)?;
    let prepared = cells::prepared(measures, request)?;
    let mut contrasts = cells::contrasts(&prepared)?;
    let mut first = Cells::run(measures, &prepared, &contrasts, control)?;
    let mut family = first.adjust(measures, request);
    let rejected = first.rejected(request);
    let cells = if let Some(rejected) = rejected {
        // Intervals of a false discovery rate depend on how many are rejected; the same resamples are drawn again.
        drop(first);
        for scored in &mut contrasts {
            scored.contrasts.family = rejected;
        }
        let mut again = Cells::run(measures, &prepared, &contrasts, control)?;
        family = again.adjust(measures, request);
        again
    } else {
        first
    };
    let names = names(measures, &cells);
    let (mut of_counts, mut heterogeneity) = (Vec::new(), Vec::new());
    let columns = cells.columns(&names);
    let means = |family: FamilyOf| {
        let each = columns
            .iter()
            .map(|column| means::mean(column, family, request, control));
        Ok::<_, Error>(means::adjusted(each.collect::<Result<_, _>>()?, request))
    };
    let mut of_means = means(FamilyOf::of_size(columns.len()))?;
    if let Some(rejected) = means::rejected(&of_means, request) {
        of_means = means(rejected)?;
    }
    for column in &columns {
        of_counts.push(counts::count(column, request.request.question.alpha));
        heterogeneity.push(means::heterogeneity(column)?);
    }
    let question = &request.request.question;
    let mut outcome = ReplicateOutcome {
        run: Run {
            warnings: cells.warnings(),
            ..Run::new(REPLICATE_SCHEMA)
        },
        stream: STREAM_NAME.to_owned(),
        seed: request.request.compute.seed,
        resamples: request.request.compute.resamples,
        alternative: question.alternative,
        alpha: question.alpha,
        confidence: question.confidence,
        baseline: cells.baseline().to_owned(),
        systems: cells.systems(),
        datasets: cells.datasets(measures),
        cells: cells.told(&names),
        absent: cells.absent(measures, &names),
        metrics: names,
        means: of_means,
        counts: of_counts,
        heterogeneity,
        family,
        verdict: Vec::new(),
        gate: None,
        request: request.clone(),
    };
    outcome.verdict = say::verdict(&outcome);
    outcome.run.report = say::report(&outcome, cells.recipe());
    outcome.run.signature = say::signature_of(&outcome);
    outcome.run.warnings.extend(say::warnings(&outcome));
    outcome.gate = if question.margin.is_some() {
        cells.gate(request)
    } else {
        say::gate(&outcome)
    };
    Ok(outcome)
}

/// Refuses what has no answer here.
fn check(measures: &[Measure], request: &ReplicateRequest) -> Result<(), Error> {
    let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
    let Request {
        question, sample, ..
    } = &request.request;
    goes_with::check(&goes_with::of(&[
        (Given::DataSets, true),
        (Given::Unpaired, sample.unpaired),
        (Given::Over, sample.over != Over::Items),
        (Given::TestFraction, sample.test_fraction.is_some()),
        (
            Given::ClusterWeight,
            sample.cluster_weight != ClusterWeight::default(),
        ),
        (Given::Range, sample.range.is_some()),
        (Given::Bayesian, question.bayesian.is_some()),
    ]))?;
    goes_with::check(&request.request.of_margins())?;
    if question.forbid.is_some() && question.alternative != Alternative::TwoSided {
        return Err(Error::not_applicable(
            asked_as("alternative", question.alternative),
            "a two-sided test, by which a gate finds losses",
            format!("{} is asked for", asked("forbid")),
            format!("drop {}", asked("alternative")),
        ));
    }
    let mut baseline = None;
    for set in measures.iter().flat_map(|measure| &measure.sets) {
        let Some(first) = set.data.names().first().copied() else {
            return Err(Error::Empty);
        };
        let known = *baseline.get_or_insert(first);
        if known != first {
            return bad(
                "the same baseline in every data set",
                format!("{known} and, in {}, {first}", set.name),
            );
        }
    }
    for measure in measures {
        let twice = measure.sets.iter().enumerate().find(|(at, set)| {
            measure.sets[..*at]
                .iter()
                .any(|earlier| earlier.name == set.name)
        });
        if let Some((_, set)) = twice {
            return bad("each data set once", format!("{} twice", set.name));
        }
    }
    Ok(())
}

/// The metrics by names that differ.
fn names(measures: &[Measure], cells: &Cells) -> Vec<MetricInfo> {
    let mut names: Vec<MetricInfo> = Vec::new();
    for (at, measure) in measures.iter().enumerate() {
        let mut info = cells.metric(at);
        let own: Vec<String> = cells.own_names(at, measure);
        info.name = match (&measure.name, &own[..]) {
            (Some(name), _) | (None, [name]) => name.clone(),
            (None, _) => "own metric".to_owned(),
        };
        while names.iter().any(|known| known.name == info.name) {
            info.name.push('\'');
        }
        names.push(info);
    }
    names
}
