//! Two samples of different items: label permutation, Welch's and Student's t, rank sums.
//!
//! Only where no item was scored by both: on the same items these tests throw away the correlation of the two columns,
//! and with it most of the power. The permutation test asks whether labels are exchangeable, so unequal spreads beside
//! equal means reject it too; Welch's test asks about the means alone.

use restrap_core::{Design, IndexedBootstrap, Level, Resampler, StreamedBootstrap, Sums};
use restrap_engine::{Control, Route, Run, Threshold, default_shard_size, run};
use restrap_stats::interval::newcombe;
use restrap_stats::{
    Alternative, Interval, MannWhitney, MonteCarlo, Probability, StatsError, TEstimate, TStatistic,
    TwoSamples, effect, permute_labels,
};
use restrap_words::{asked, asked_as};

use crate::data::pair::{Alone, Surveyed};
use crate::data::scores::Scores;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{
    ComparisonOutcome, Effect, IntervalKind, IntervalOutcome, Method, Plan, RouteUsed, TestOutcome,
};
use crate::request::{Exact, IntervalMethod, Request, Test};
use crate::resample::bounds::Sampled;
use crate::test::classical::Classical;
use crate::{interval::mean as intervals, say::guard, test::margin, test::tested};

/// Items of both samples from which the streamed route draws labels.
const STREAMED_FROM: usize = 256;

/// A comparison of two samples and what comes with it.
pub(crate) struct Done {
    pub comparison: ComparisonOutcome,
    pub primary: Probability,
    /// Of the margin test; 1 where none is defined.
    pub margin: Probability,
    pub plan: Plan,
    pub warnings: Vec<String>,
    pub interrupted_after: Option<u64>,
}

/// Both samples on one grid.
struct Samples<'a> {
    baseline: &'a Scores<'a>,
    system: &'a Scores<'a>,
    /// The system's items, then the baseline's.
    pooled: Vec<i64>,
    t: TwoSamples,
    grid: String,
    distinct: u64,
    binary: bool,
}

impl Samples<'_> {
    fn split(&self) -> (&[i64], &[i64]) {
        self.pooled.split_at(self.system.values.len())
    }
}

/// Compares a system with the baseline; `place` numbers the comparison in the addresses of its draws.
pub(crate) fn compare(
    baseline: Surveyed,
    system: Surveyed,
    place: u16,
    request: &Request,
    control: &Control,
) -> Result<Done, Error> {
    let side = if request.question.higher_is_better {
        request.question.alternative
    } else {
        request.question.alternative.swapped()
    };
    let (binary, baseline, system) =
        (baseline.is_binary() && system.is_binary(), baseline.scores, system.scores);
    let values = system.values.iter().chain(baseline.values.iter()).copied().collect();
    let pool = Scores { name: system.name.clone(), values, precision: system.precision };
    let alone = Alone::new(Surveyed::new(&pool), request.sample.grid)?;
    let (grid, distinct) = (alone.encoded.grid.to_string(), alone.distinct());
    let t = TwoSamples::new(&system.values, &baseline.values)?;
    let samples = Samples { baseline, system, pooled: alone.encoded.difference, t, grid, distinct, binary };
    let mut tests = Vec::new();
    let (mut primary, mut route, mut interrupted_after) = (Probability::ONE, None, None);
    for (i, &test) in request.question.tests.iter().enumerate() {
        let (done, sampled) = match test {
            Test::Permutation => permutation(&samples, side, place, request, control)?,
            Test::Welch => (t_test(samples.t.welch(), "Welch's t test (1947)", side)?, None),
            Test::Student => {
                (t_test(samples.t.student(), "Student's t test (1908), equal variances", side)?, None)
            }
            Test::MannWhitney => (mann_whitney(&samples, side)?, None),
            other => {
                return Err(Error::not_applicable(
                    asked_as("test", other),
                    "the same items in both files",
                    format!("{unpaired} says that they differ", unpaired = asked("unpaired")),
                    format!(
                        "use {test_permutation}, welch, student or mann-whitney, or drop {unpaired}",
                        test_permutation = asked_as("test", "permutation"),
                        unpaired = asked("unpaired")
                    ),
                ));
            }
        };
        if let Some(sampled) = &sampled
            && sampled.resamples < request.compute.resamples
        {
            interrupted_after = Some(sampled.resamples);
        }
        if i == 0 {
            primary = done.p;
            route = sampled.map(|_| self::route(samples.pooled.len(), request));
        }
        let mut outcome: TestOutcome = tested::of_classical(test, done, request);
        if let Some(sampled) = sampled {
            outcome.resamples = Some(sampled.resamples);
            outcome.at_least_as_extreme = Some(sampled.extreme);
            outcome.pvalue_interval = Some(sampled.bounds.map(rounded));
        }
        tests.push(TestOutcome { primary: i == 0, ..outcome });
    }
    let sizes = [baseline.values.len() as u64, system.values.len() as u64];
    let difference = rounded(samples.t.difference());
    let margin = margin::of_samples([&baseline.values, &system.values], binary, samples.t, request)?;
    let comparison = ComparisonOutcome {
        baseline: baseline.name.clone(),
        system: system.name.clone(),
        difference,
        improvement: if request.question.higher_is_better { difference } else { rounded(-difference) },
        standard_error: samples.t.welch().ok().map(|t| rounded(t.standard_error())),
        interval: interval(&samples, request)?,
        samples: Some(sizes),
        effect: effects(&samples, request)?,
        tests,
        margin: margin.as_ref().map(|(outcome, _)| outcome.clone()),
        verdict: String::new(),
        binary,
        shown: false,
    };
    let plan = Plan {
        route: route.map_or(RouteUsed::Law, RouteUsed::from),
        because: match route {
            None => "nothing was drawn for the primary test".to_owned(),
            Some(route) if request.compute.route.is_some() => {
                format!("{} was asked for", asked_as("route", route.name()))
            }
            Some(_) if request.compute.exact == Exact::Never => {
                format!("{exact_never} asks for draws", exact_never = asked_as("exact", "never")).to_owned()
            }
            Some(_) => "the law of so many label permutations is out of reach".to_owned(),
        },
        distinct_rows: samples.distinct,
        grid: samples.grid.clone(),
        level: Some(request.compute.level.unwrap_or_else(Level::detected).name().to_owned()),
    };
    let mut warnings = warnings(&comparison);
    let (one, other) = (&baseline.values, &system.values);
    let replicates = guard::replicates_apart(one, other, comparison.effect.cohen_ds);
    warnings.extend(replicates.map(|words| format!("{}: {words}", comparison.system)));
    let margin = margin.map_or(Probability::ONE, |(_, p)| p);
    Ok(Done { comparison, primary, margin, plan, warnings, interrupted_after })
}

fn warnings(comparison: &ComparisonOutcome) -> Vec<String> {
    match comparison.samples {
        Some([one, other]) if one == other => vec![format!(
            "{}: both files have {one} items; if these are the same items, drop {unpaired}: pairing them is far more \
             powerful",
            comparison.system,
            unpaired = asked("unpaired")
        )],
        _ => Vec::new(),
    }
}

/// What was asked for, or what costs least.
fn route(items: usize, request: &Request) -> Route {
    let by_items = if items < STREAMED_FROM { Route::Indexed } else { Route::Streamed };
    request.compute.route.unwrap_or(by_items)
}

/// All label permutations, or so many of them.
fn permutation(
    samples: &Samples,
    side: Alternative,
    place: u16,
    request: &Request,
    control: &Control,
) -> Result<(Classical, Option<Sampled>), Error> {
    let (system, baseline) = samples.split();
    let done = |p, method, how: String| Classical {
        p,
        method,
        relative_error: 0.0,
        statistic: Some(samples.t.difference()),
        floor: None,
        recipe: format!(
            "permutation test of two samples (random labels; Fisher 1935), ties with the observed value counted, {how}"
        ),
        notes: Vec::new(),
    };
    if request.compute.exact != Exact::Never {
        match permute_labels(system, baseline, side) {
            Ok(p) => return Ok((done(p, Method::Exact, "over all labels".to_owned()), None)),
            Err(StatsError::NeedsSampling { .. }) if request.compute.exact == Exact::Auto => {}
            Err(error) => return Err(error.into()),
        }
    }
    let level = request.compute.level.unwrap_or_else(Level::detected);
    let pooled = &samples.pooled[..];
    let design = Design { strata: vec![(pooled.len() as u64, system.len() as u64)], replacement: false };
    if request.compute.route == Some(Route::Compressed) {
        return Err(Error::not_applicable(
            asked_as("route", "compressed"),
            "paired items or draws with replacement",
            format!("{unpaired} draws labels, each item once", unpaired = asked("unpaired")),
            format!(
                "use {route_streamed} or indexed, or drop it",
                route_streamed = asked_as("route", "streamed")
            ),
        ));
    }
    let resampler: Box<dyn Resampler> = match route(pooled.len(), request) {
        Route::Streamed => Box::new(StreamedBootstrap::new(&[pooled], &design, level)),
        _ => Box::new(IndexedBootstrap::new(&[pooled], &design)),
    };
    let thresholds = thresholds(system, baseline, side);
    let certain = thresholds.is_empty();
    let plan = Run {
        seed: request.compute.seed,
        comparison: place,
        range: 0..request.compute.resamples,
        shard_size: request
            .compute
            .shard_size
            .unwrap_or_else(|| default_shard_size(resampler.cost(), resampler.batch())),
        thresholds: thresholds.into_iter().map(|threshold| (0, threshold)).collect(),
        keep: Vec::new(),
    };
    let tally = run(&plan, resampler.as_ref(), &Sums(1), control)?;
    let completed = tally.completed();
    if completed == 0 {
        return Err(Error::Interrupted);
    }
    let extreme = if certain { completed } else { tally.totals().iter().sum() };
    let monte_carlo = MonteCarlo::new(extreme, completed)?;
    let p = if request.variants.raw_p { monte_carlo.plain() } else { monte_carlo.add_one() };
    let bounds = monte_carlo.clopper_pearson(0.95)?;
    let rule = if request.variants.raw_p { "p = c/R" } else { "p = (c + 1)/(R + 1)" };
    let sampled = Sampled { resamples: completed, extreme, bounds: [bounds.low, bounds.high] };
    Ok((done(p, Method::Sampled, rule.to_owned()), Some(sampled)))
}

/// The sums of the system's label that are as extreme as the observed one; none where all are.
fn thresholds(system: &[i64], baseline: &[i64], side: Alternative) -> Vec<Threshold<i64>> {
    let sum = |items: &[i64]| items.iter().map(|&item| i128::from(item)).sum::<i128>();
    let observed = sum(system);
    match side {
        Alternative::Greater => vec![Threshold::AtLeast(observed as i64)],
        Alternative::Less => vec![Threshold::AtMost(observed as i64)],
        Alternative::TwoSided => {
            // |N S - n total| >= |N s - n total|: the difference of the means times n m, without a division.
            let all = (system.len() + baseline.len()) as i128;
            let centre = system.len() as i128 * (observed + sum(baseline));
            let gap = (all * observed - centre).abs();
            if gap == 0 {
                return Vec::new();
            }
            let (low, high) = ((centre - gap).div_euclid(all), -(-centre - gap).div_euclid(all));
            vec![Threshold::AtLeast(high as i64), Threshold::AtMost(low as i64)]
        }
    }
}

fn t_test(t: Result<TEstimate, StatsError>, name: &str, side: Alternative) -> Result<Classical, Error> {
    let t = t?;
    let (statistic, notes) = match t.t() {
        TStatistic::Finite(t) => (Some(t), Vec::new()),
        TStatistic::AllZero => (None, Vec::new()),
        TStatistic::ConstantShift(_) => (
            None,
            vec!["neither sample has a spread to compare with, and this p-value says nothing".to_owned()],
        ),
    };
    Ok(Classical {
        p: t.p(side),
        method: Method::Asymptotic,
        relative_error: 0.0,
        statistic,
        floor: None,
        recipe: format!("{name}, two samples, {:.2} degrees of freedom", t.df()),
        notes,
    })
}

fn mann_whitney(samples: &Samples, side: Alternative) -> Result<Classical, Error> {
    let (system, baseline) = samples.split();
    let test = MannWhitney::new(system, baseline)?;
    let (p, method, how) = match test.exact(side) {
        Ok(p) => (p, Method::Exact, "exact given the ties"),
        Err(StatsError::NeedsSampling { .. }) => {
            (test.normal(side, true), Method::Asymptotic, "normal approximation with tie and ½ correction")
        }
        Err(error) => return Err(error.into()),
    };
    Ok(Classical {
        p,
        method,
        relative_error: 0.0,
        statistic: Some(test.u()),
        floor: None,
        recipe: format!("Mann-Whitney U test (1947), {how}"),
        notes: vec![
            "the null is one distribution for both, not equal means or medians: unequal spreads reject it too".to_owned(),
        ],
    })
}

fn effects(samples: &Samples, request: &Request) -> Result<Effect, Error> {
    let sizes = effect::sample_effects(&samples.system.values, &samples.baseline.values)?;
    let (system, baseline) = samples.split();
    let mut ascending = baseline.to_vec();
    ascending.sort_unstable();
    let (mut above, mut tied) = (0, 0);
    for score in system {
        let below = ascending.partition_point(|other| other < score);
        above += below as u64;
        tied += (ascending.partition_point(|other| other <= score) - below) as u64;
    }
    let below = system.len() as u64 * baseline.len() as u64 - above - tied;
    let (better, worse) = if request.question.higher_is_better { (above, below) } else { (below, above) };
    Ok(Effect {
        cohen_dz: None,
        cohen_ds: sizes.cohen_ds.map(rounded),
        superiority: rounded((better as f64 + 0.5 * tied as f64) / (better + worse + tied) as f64),
        better,
        worse,
        tied,
    })
}

/// Welch's interval, or Newcombe's of two independent shares.
fn interval(samples: &Samples, request: &Request) -> Result<Option<IntervalOutcome>, Error> {
    let confidence = request.question.confidence;
    let outcome = |interval: Interval, method| IntervalOutcome {
        low: rounded(interval.low),
        high: rounded(interval.high),
        method,
        confidence,
    };
    match request.question.interval {
        IntervalMethod::None => Ok(None),
        IntervalMethod::Newcombe | IntervalMethod::Wilson if !samples.binary => {
            Err(intervals::not_binary(request.question.interval))
        }
        IntervalMethod::Auto | IntervalMethod::Newcombe | IntervalMethod::Wilson if samples.binary => {
            let count = |scores: &Scores| {
                (scores.values.iter().filter(|&&v| v == 1.0).count() as u64, scores.values.len() as u64)
            };
            let ((k1, n1), (k2, n2)) = (count(samples.system), count(samples.baseline));
            Ok(Some(outcome(newcombe(k1, n1, k2, n2, confidence)?, IntervalKind::Newcombe)))
        }
        IntervalMethod::Auto | IntervalMethod::Newcombe | IntervalMethod::Wilson => match samples.t.welch() {
            Ok(t) => Ok(t.interval(confidence)?.map(|interval| outcome(interval, IntervalKind::Welch))),
            Err(_) => Ok(None),
        },
        _ => Err(Error::not_applicable(
            asked_as("interval", request.question.interval),
            "paired items",
            format!("{unpaired} says that they differ", unpaired = asked("unpaired")),
            format!(
                "use {interval_auto} (Welch's t, Newcombe's of 0/1 scores), newcombe, wilson or none",
                interval_auto = asked_as("interval", "auto")
            ),
        )),
    }
}
