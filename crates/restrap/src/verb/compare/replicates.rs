//! The value of each resample of a comparison, one by one: for readers who want to look at the draws themselves.
//!
//! The draws are those that are counted where laws are forbidden, so a sampled p of the same request can be counted again from them.

use restrap_engine::{Control, Route};
use restrap_words::{asked, asked_as, vocabulary};

use crate::data::contest::Contest;
use crate::data::contrast::{Contrast, Samples};
use crate::data::pair::Pair;
use crate::design::units::Units;
use crate::error::Error;
use crate::evidence::driver::{Asker, Driver, Purpose};
use crate::evidence::level::FamilyOf;
use crate::evidence::pending::{Pending, Quantity, Share, Spec};
use crate::evidence::resample::bounds::Resampling;
use crate::evidence::resample::draw::{DrawKind, Resamples};
use crate::evidence::resample::labels;
use crate::request::{Draws, Exact, IntervalMethod, Request, Test};
use crate::verb::compare::Parts;
use crate::verb::compare::data::Data;
use crate::verb::compare::metric_intervals::scaled;
use crate::verb::compare::{metric, paired};

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
/// As [`crate::compare()`]; [`Error::NotApplicable`] for units whose difference has a t test alone, [`Error::Interrupted`] for a run that
/// was stopped.
pub fn replicates<'a>(
    data: impl Into<Data<'a>>,
    request: &Request,
    control: &Control,
) -> Result<Vec<Replicates>, Error> {
    let data = data.into();
    if data.has_t_alone(request) || matches!(data.sampling.units, Units::Apart(_)) {
        return Err(Error::not_applicable(
            asked("replicates"),
            "units that are resampled",
            format!("these have {} alone", asked_as("test", Test::T)),
            format!("drop {}", asked("replicates")),
        ));
    }
    let parts = Parts::new(data, &of_draws(&data, request))?;
    let (contrasts, request) = (parts.of_family(FamilyOf::of_size(1))?, &parts.request);
    let mut all = Vec::new();
    for contrast in &contrasts.all {
        all.push(resampled(contrast, request)?);
    }
    let driver = Driver {
        contrasts: &contrasts.all,
        population: contrasts.population,
        from: 0,
        purpose: Purpose::Values,
        request,
        control,
    };
    let mut askers = Vec::new();
    for (place, pending) in (0_u16..).zip(&mut all) {
        askers.extend(pending.iter_mut().map(|asks| Asker { place, asks }));
    }
    if driver.run(&mut askers, DrawKind::Swaps)?.is_stopped {
        return Err(Error::Interrupted);
    }
    let done = contrasts.all.iter().zip(all).map(|(contrast, pending)| {
        let [baseline, system] = contrast.names().map(str::to_owned);
        let columns = pending.into_iter().filter_map(Pending::into_known);
        let (difference, columns) = (contrast.difference(), columns.flatten().collect());
        Replicates {
            baseline,
            system,
            difference,
            columns,
        }
    });
    Ok(done.collect())
}

/// The request whose tests need all resamples that there are to look at, and nothing else.
fn of_draws(data: &Data, request: &Request) -> Request {
    let mut request = request
        .clone()
        .exact(Exact::Never)
        .interval(IntervalMethod::None);
    let question = &mut request.question;
    (question.margin, question.bounded, question.bayesian) = (None, None, None);
    question.tests = vec![Test::Permutation];
    let is_unpaired = request.sample.unpaired || request.sample.over.is_independent();
    // Scores of different items are not drawn with replacement.
    if data.takes_samples() && !(is_unpaired && data.is_of_scores()) {
        request.question.tests.push(Test::Bootstrap);
    }
    request
}

/// The columns of one kind of resample.
type Columns<'c> = Pending<'c, Vec<ReplicateColumn>>;

/// Returns the resamples of one contrast, in the order of their columns.
fn resampled<'c>(contrast: &'c Contrast, request: &'c Request) -> Result<Vec<Columns<'c>>, Error> {
    let takes_samples = request.question.tests.contains(&Test::Bootstrap);
    Ok(match contrast {
        Contrast::Paired(pair) => {
            let samples = takes_samples.then(|| pair_samples(pair, request));
            [pair_swaps(pair, request)]
                .into_iter()
                .chain(samples)
                .collect()
        }
        Contrast::Unpaired(samples) => {
            let route = labels::route(samples, request.compute.route)?;
            vec![differences(
                Resample::Labels,
                Resamples::Labels,
                route,
                move |share| label_differences(samples, share.sums(0)),
            )]
        }
        Contrast::Metric(contest) => {
            let samples = takes_samples.then(|| metric_samples(contest, request));
            let values = |share: &Share| share.values(0).to_vec();
            let route = |kind| metric::route(contest, kind, request);
            if contest.apart.is_some() {
                let route = route(DrawKind::Labels);
                let labels = differences(Resample::Labels, Resamples::Labels, route, values);
                samples.into_iter().chain([labels]).collect()
            } else {
                let route = route(DrawKind::Swaps);
                let swaps = differences(Resample::Swaps, Resamples::Swaps, route, values);
                [swaps].into_iter().chain(samples).collect()
            }
        }
    })
}

/// The difference in each resample of one kind.
fn differences<'c>(
    resample: Resample,
    resamples: Resamples<'c>,
    route: Route,
    values: impl FnOnce(&Share) -> Vec<f64> + Send + 'c,
) -> Columns<'c> {
    let spec = Spec::keeping(resamples, route, [Quantity::Difference]);
    Pending::draws(spec, move |share| {
        let (of, values) = (ReplicateOf::Difference, values(share));
        Ok(vec![ReplicateColumn {
            resample,
            of,
            values,
        }])
    })
}

fn pair_swaps<'c>(pair: &'c Pair, request: &Request) -> Columns<'c> {
    let route = paired::route(pair, Resampling::Swaps, request);
    differences(Resample::Swaps, Resamples::Swaps, route, |share| {
        let sums = share.sums(0).iter();
        sums.map(|&sum| sum as f64 / pair.divisor()).collect()
    })
}

fn pair_samples<'c>(pair: &'c Pair, request: &'c Request) -> Columns<'c> {
    let route = paired::route(pair, Resampling::Items, request);
    differences(Resample::Bootstrap, Resamples::Items, route, |share| {
        let mut values = pair.replicates(share.sums(0));
        if request.variants.rule.draws == Draws::Half {
            let per_draw = pair.units() as f64 / pair.design.draws() as f64;
            for value in &mut values {
                *value *= per_draw;
            }
        }
        values
    })
}

/// Bootstrap resamples of a corpus metric: the difference and the values of both systems.
fn metric_samples<'c>(contest: &'c Contest, request: &'c Request) -> Columns<'c> {
    let route = metric::route(contest, DrawKind::Items, request);
    let keep = [Quantity::Difference, Quantity::Baseline, Quantity::System];
    Pending::draws(Spec::keeping(Resamples::Items, route, keep), |share| {
        let [baseline, system] = contest.values;
        let of = [
            (ReplicateOf::Difference, contest.difference()),
            (ReplicateOf::Baseline, baseline),
            (ReplicateOf::System, system),
        ];
        let column = |(at, (of, observed)): (usize, (ReplicateOf, f64))| ReplicateColumn {
            resample: Resample::Bootstrap,
            of,
            values: scaled(contest, observed, share.values(at), request),
        };
        Ok(of.into_iter().enumerate().map(column).collect())
    })
}

/// Differences of the means where the system's items have these sums.
fn label_differences(samples: &Samples, sums: &[i64]) -> Vec<f64> {
    let all: i128 = samples.sums().iter().sum();
    let [system, baseline] = [samples.system, samples.baseline].map(|one| one.items() as f64);
    let own = |sum: i64| sum as f64 / (system * samples.per_one);
    let other = |sum: i64| (all - i128::from(sum)) as f64 / (baseline * samples.per_one);
    sums.iter().map(|&sum| own(sum) - other(sum)).collect()
}
