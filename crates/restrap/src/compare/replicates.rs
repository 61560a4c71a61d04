//! The value of each resample of a comparison, one by one: for readers who want to look at the draws themselves.
//!
//! The draws are those that are counted where laws are forbidden, so a sampled p of the same request can be counted again from them.

use restrap_engine::Control;
use restrap_words::{asked, asked_as, vocabulary};

use crate::compare::comparisons::Comparisons;
use crate::compare::contrasts::Contrasts;
use crate::compare::data::Data;
use crate::compare::finish::Parts;
use crate::compare::metric;
use crate::data::contrast::Contrast;
use crate::data::contrast::Samples;
use crate::data::units::Units;
use crate::error::Error;
use crate::request::{Draws, Exact, IntervalMethod, Request, Test};
use crate::resample::draw::{Draw, DrawKind, Drawn, Kept, room_for};
use crate::resample::judge::Resampled;

vocabulary! {
    /// What was resampled.
    ///
    /// Swaps exchange the two systems item by item; labels of different items are reassigned to the systems; the bootstrap draws
    /// items with replacement, for intervals and its own tests.
    pub enum Resample: "a kind of resample" {
        /// The two systems' scores or outputs of each item, exchanged at random: the null.
        Swaps = "swaps",
        /// Items, drawn with replacement: around the observed difference.
        Bootstrap = "bootstrap",
        /// Which sample each item comes from: the null of unpaired systems.
        Labels = "labels",
    }
}

vocabulary! {
    /// What a value of a resample is of.
    ///
    /// The difference of two systems, or the metric of one of them; its name heads the column of the file that holds it.
    pub enum ReplicateOf: "what a replicate is of" {
        /// System − baseline.
        Difference = "difference",
        /// The baseline's value of a corpus metric.
        Baseline = "baseline",
        /// The system's value of a corpus metric.
        System = "system",
    }
}

/// The resamples of one comparison.
///
/// The names of the two systems, the observed difference, and one column of values for each kind of resample, in order of resample
/// number.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Replicates {
    /// Name of the baseline.
    pub baseline: String,
    /// Name of the system.
    pub system: String,
    /// System − baseline, as observed.
    pub difference: f64,
    /// Columns of equal length, the null first.
    pub columns: Vec<ReplicateColumn>,
}

/// One value of each resample, in order of resample number.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ReplicateColumn {
    /// What was resampled.
    pub resample: Resample,
    /// What the values are of.
    pub of: ReplicateOf,
    /// In the unit of the score.
    pub values: Vec<f64>,
}

/// The resamples of every system after the first against the first, over all items: swaps and bootstrap, or labels of unpaired systems.
/// Of a corpus metric the bootstrap has both systems beside their difference. Resamples, seed and rule are those of the request; values
/// of a subsample are scaled about the observed one, as its intervals are.
///
/// ```
/// # use restrap_lib as restrap;
/// use restrap::{Control, Request, Resample, Scores, replicates};
///
/// let base = Scores::new("base", vec![0.0, 1.0, 0.0, 0.0]);
/// let new = Scores::new("new", vec![1.0, 1.0, 1.0, 0.0]);
/// let found = replicates(&[base, new], &Request::default().resamples(1_000), &Control::default())?;
/// let swaps = &found[0].columns[0];
/// assert_eq!((swaps.resample, swaps.values.len()), (Resample::Swaps, 1_000));
/// // Two items differ: half of all swaps leave no difference.
/// assert!(swaps.values.iter().all(|value| [-0.5, 0.0, 0.5].contains(value)));
/// # Ok::<(), restrap::Error>(())
/// ```
///
/// # Errors
/// As [`crate::compare`]; [`Error::NotApplicable`] for units whose difference has a t test alone, [`Error::Interrupted`] for a run that
/// was stopped.
pub fn replicates<'a>(
    data: impl Into<Data<'a>>,
    request: &Request,
    control: &Control,
) -> Result<Vec<Replicates>, Error> {
    let data = data.into();
    if data.has_t_alone(request) || matches!(data.units, Units::Apart(_)) {
        return Err(Error::not_applicable(
            asked("replicates"),
            "units that are resampled",
            format!("these have {} alone", asked_as("test", Test::T)),
            format!("drop {}", asked("replicates")),
        ));
    }
    let request = of_draws(&data, request);
    let parts = Parts::new(data, &request)?;
    let (contrasts, request) = (parts.of_family(1)?, &parts.request);
    let mut found: Vec<Replicates> = contrasts.all.iter().map(none_yet).collect();
    let listed = Comparisons::new(&contrasts, request)?.draws(request)?;
    let draws: Vec<Draw> = listed
        .into_iter()
        .filter_map(|draw| keeping(draw, &contrasts))
        .collect();
    room_for(draws.iter(), request.compute.resamples)?;
    for draw in draws {
        let ready = contrasts.ready(draw, request)?;
        let drawn = ready.run(0..request.compute.resamples, request, control)?;
        if drawn.completed() < request.compute.resamples {
            return Err(Error::Interrupted);
        }
        take(ready.draw(), drawn, &contrasts, request, &mut found);
    }
    Ok(found)
}

/// The request whose list of draws is everything that there is to look at.
fn of_draws(data: &Data, request: &Request) -> Request {
    let mut request = request
        .clone()
        .exact(Exact::Never)
        .interval(IntervalMethod::None);
    let question = &mut request.question;
    (question.margin, question.bounded, question.bayesian) = (None, None, None);
    question.tests = vec![Test::Permutation];
    let unpaired = request.sample.unpaired || request.sample.over.is_independent();
    if data.takes_samples() && !(unpaired && data.is_of_scores()) {
        request.question.tests.push(Test::Bootstrap);
    }
    request
}

fn none_yet(contrast: &Contrast) -> Replicates {
    let [baseline, system] = contrast.names().map(str::to_owned);
    Replicates {
        baseline,
        system,
        difference: contrast.difference(),
        columns: Vec::new(),
    }
}

/// The draw with all its values kept and nothing counted; `None` for draws of one system.
fn keeping(draw: Draw, contrasts: &Contrasts) -> Option<Draw> {
    let both = matches!(contrasts.all[0], Contrast::Metric(_)) && draw.kind == DrawKind::Items;
    let keep: Vec<usize> = match draw.kind {
        DrawKind::Items if both => (0..draw.of.len()).flat_map(values_of).collect(),
        DrawKind::Swaps | DrawKind::Items | DrawKind::Labels => (0..draw.of.len()).collect(),
        _ => return None,
    };
    Some(Draw {
        tails: Vec::new(),
        keep,
        ..draw
    })
}

/// Where the values of a bootstrap resample of a corpus metric stand: difference, baseline, system.
fn values_of(at: usize) -> [usize; 3] {
    [
        Resampled::of_difference(at + 1),
        Resampled::of_system(0),
        Resampled::of_system(at + 1),
    ]
}

fn take(
    draw: &Draw,
    drawn: Drawn,
    contrasts: &Contrasts,
    request: &Request,
    found: &mut [Replicates],
) {
    let mut kept = drawn.kept.into_iter();
    for &place in &draw.of {
        let of = &mut found[usize::from(place)];
        let mut push = |resample, what, values| {
            of.columns.push(ReplicateColumn {
                resample,
                of: what,
                values,
            });
        };
        let mut next = || kept.next().unwrap_or(Kept::Nothing);
        match (&contrasts.all[usize::from(place)], draw.kind) {
            (Contrast::Paired(pair), DrawKind::Items) => {
                let mut values = pair.replicates(next().sums());
                if request.variants.rule.draws == Draws::Half {
                    let per_draw = pair.units() as f64 / pair.design.draws() as f64;
                    for value in &mut values {
                        *value *= per_draw;
                    }
                }
                push(Resample::Bootstrap, ReplicateOf::Difference, values);
            }
            (Contrast::Paired(pair), _) => {
                let values = next()
                    .sums()
                    .iter()
                    .map(|&sum| sum as f64 / pair.divisor())
                    .collect();
                push(Resample::Swaps, ReplicateOf::Difference, values);
            }
            (Contrast::Unpaired(samples), _) => {
                push(
                    Resample::Labels,
                    ReplicateOf::Difference,
                    differences(samples, next().sums()),
                );
            }
            (Contrast::Metric(contest), DrawKind::Items) => {
                let observed = [contest.difference(), contest.values[0], contest.values[1]];
                let of = [
                    ReplicateOf::Difference,
                    ReplicateOf::Baseline,
                    ReplicateOf::System,
                ];
                for (what, observed) in of.into_iter().zip(observed) {
                    let values = metric::scaled(contest, observed, next().into_values(), request);
                    push(Resample::Bootstrap, what, values);
                }
            }
            (Contrast::Metric(_), kind) => {
                let what = if kind == DrawKind::Labels {
                    Resample::Labels
                } else {
                    Resample::Swaps
                };
                push(what, ReplicateOf::Difference, next().into_values());
            }
        }
    }
}

/// Differences of the means where the system's items have these sums.
fn differences(samples: &Samples, sums: &[i64]) -> Vec<f64> {
    let (system, baseline) = samples.split();
    let all: i128 = samples.pooled.iter().map(|&item| i128::from(item)).sum();
    let own = |sum: i64| sum as f64 / (system.len() as f64 * samples.per_one);
    let other =
        |sum: i64| (all - i128::from(sum)) as f64 / (baseline.len() as f64 * samples.per_one);
    sums.iter().map(|&sum| own(sum) - other(sum)).collect()
}
