//! Scores of different items: label permutation, almost stochastic order, Welch's and Student's t, rank sums, tests of two shares.
//!
//! Only where no item was scored by both: on the same items these tests ignore the correlation of the two columns, and
//! lose most of the power. The permutation test asks whether labels are exchangeable, so it also rejects when spreads
//! differ and means do not; Welch's test asks about the means alone.

use restrap_engine::Route;
use restrap_stats::interval::{Scale, hodges_lehmann_shift, newcombe};
use restrap_stats::{
    Alternative, IndependentShares, Interval, LabelPermutation, MannWhitney, Probability,
    ScoreShares, StatsError, TEstimate, TStatistic, UnconditionalApart, effect,
};
use restrap_words::{Code, Note, asked, asked_as};

use crate::data::contrast::Samples;
use crate::data::scores::Scores;
use crate::error::Error;
use crate::evidence::interval::dual::{self, Dual};
use crate::evidence::interval::mean::not_binary;
use crate::evidence::interval::resampled::{Differences, LawOfSum, OfTest};
use crate::evidence::level::IntervalLevel;
use crate::evidence::pending::{Pending, Quantity, Spec};
use crate::evidence::resample::bounds::Value;
use crate::evidence::resample::draw::Resamples;
use crate::evidence::resample::event::Event;
use crate::evidence::resample::labels;
use crate::evidence::test::margin;
use crate::evidence::test::observed::ClosedForm;
use crate::evidence::test::order::Ordered;
use crate::evidence::test::{outcome, recipe};
use crate::number::digits::rounded;
use crate::outcome::TestedDesign;
use crate::outcome::{
    ComparisonOutcome, Effect, IntervalKind, IntervalOutcome, Method, TestOutcome,
};
use crate::request::{Exact, IntervalMethod, Over, Request, Test};
use crate::say::{guard, warning};
use crate::verb::compare::evidence::{Evidence, Intervals, MarginTested, Question, Tested};

impl Evidence for Samples<'_> {
    fn test<'c>(
        &'c self,
        place: usize,
        question: Question<'c>,
    ) -> Result<Pending<'c, Tested>, Error> {
        let Question { side, request, .. } = question;
        let test = request.question.tests[place];
        let done = match test {
            Test::Permutation => return permutation(self, place, question),
            Test::Aso => return order(self, question),
            Test::Welch => {
                let method = self.method();
                t_test(self.estimate(), (method.test, Some(method.design)), side)?
            }
            Test::Student => t_test(
                self.t.student(),
                ("Student's t test (1908), equal variances", None),
                side,
            )?,
            Test::MannWhitney => mann_whitney(self, side)?,
            Test::Boschloo | Test::Barnard | Test::ChanZhang | Test::Score if !self.binary => {
                return Err(not_shares(test, self));
            }
            Test::ChanZhang => chan_zhang(side, self)?,
            Test::Boschloo | Test::Barnard => unconditional(test, side, self)?,
            Test::Score => score(side, self)?,
            _ => return Err(not_paired(test)),
        };
        let p = done.p;
        Ok(Pending::Known(Tested::new((
            p,
            outcome::of_classical(test, done, request),
        ))))
    }

    fn interval<'c>(&'c self, question: Question<'c>) -> Result<Pending<'c, Intervals>, Error> {
        let mut notes = Vec::new();
        let difference = interval(self, question, &mut notes)?;
        Ok(Pending::Known(Intervals {
            difference,
            notes,
            ..Intervals::default()
        }))
    }

    fn margin<'c>(&'c self, question: Question<'c>) -> Result<Pending<'c, MarginTested>, Error> {
        Ok(Pending::Known(
            margin::of_samples(self, question.request)?.into(),
        ))
    }

    fn effect(&self, request: &Request) -> Result<Effect, Error> {
        effects(self, request)
    }

    fn standard_error(&self, _: &Intervals) -> Option<f64> {
        let estimate = self.estimate().ok();
        estimate.map(|estimate| rounded(estimate.standard_error()))
    }

    fn sizes(&self) -> Option<[u64; 2]> {
        Some([self.baseline, self.system].map(Scores::items))
    }

    fn warnings(&self, comparison: &ComparisonOutcome, request: &Request) -> Vec<Note> {
        let (one, other) = (self.baseline.sample(), self.system.sample());
        // Costs and times never tie, and one system may be cheaper on every item.
        let of_items = request.sample.over == Over::Items && request.question.higher_is_better;
        let d = comparison.effect.cohen_ds.filter(|_| of_items);
        // To pair replicates would be as wrong.
        match guard::replicates_apart(one, other, d) {
            Some(note) => vec![note.naming(&comparison.system)],
            None => warning::of_samples(comparison, request),
        }
    }

    fn rows(&self) -> (u64, String) {
        (self.distinct, self.grid.clone())
    }

    fn because(&self, route: Option<Route>, request: &Request) -> String {
        match route {
            None => "no resampling for the primary test".to_owned(),
            Some(_) if request.compute.exact == Exact::Never => {
                format!("{} asks for draws", asked_as("exact", Exact::Never))
            }
            Some(_) => "so many label permutations cannot be enumerated".to_owned(),
        }
    }
}

/// The permutation test of labels.
fn permutation<'c>(
    samples: &'c Samples,
    place: usize,
    question: Question<'c>,
) -> Result<Pending<'c, Tested>, Error> {
    let Question { side, request, .. } = question;
    let gives = place == 0 && Dual::asked(request).is_none() && !dual::is_reproduction(request);
    let of_test = move |value: &Value| OfTest {
        test: Test::Permutation,
        difference: samples.t.difference(),
        p: Some(value.p),
        scale: difference_scale(samples, request),
    };
    let tested = move |value: &Value, resamples: Option<Differences>| {
        let outcome = permuted((Test::Permutation, side), value, samples, request)?;
        let interval = resamples.map(|resamples| of_test(value).pair(&resamples, question.level));
        Ok(Tested {
            interval: interval.transpose()?,
            ..Tested::new((Some(value.p), outcome))
        })
    };
    match label_permutation(samples, side, request)? {
        Labels::Law(value, law) => {
            let law = LawOfSum::labels(&law, samples.per_one);
            tested(&value, gives.then_some(Differences::Law(law))).map(Pending::Known)
        }
        Labels::Draws(event, mut spec) => {
            if gives {
                spec.keep = vec![Quantity::Difference];
            }
            Ok(Pending::draws(spec, move |share| {
                let value = share.p_value(&event, request.variants.raw_p)?;
                let drawn = gives.then(|| differences(samples, share.sums(0)));
                let drawn = drawn.as_deref().map(Differences::Drawn);
                Ok(tested(&value, drawn)?.with_route(share.route))
            }))
        }
    }
}

/// Returns the differences of means of label permutations with these sums of the system's scores.
fn differences(samples: &Samples, sums: &[i64]) -> Vec<f64> {
    let total: i128 = samples.sums().iter().sum();
    let [n, m] = [samples.system, samples.baseline].map(|one| one.items() as f64);
    let of = |&sum: &i64| {
        let rest = (total - i128::from(sum)) as f64;
        (sum as f64 / n - rest / m) / samples.per_one
    };
    sums.iter().map(of).collect()
}

/// Almost stochastic order: the larger p-value of the permutation of labels and of a bootstrap of violation ratios.
fn order<'c>(samples: &'c Samples, question: Question<'c>) -> Result<Pending<'c, Tested>, Error> {
    let Question { side, request, .. } = question;
    if samples.clusters.is_some() {
        return Err(Error::not_applicable(
            asked_as("test", Test::Aso),
            "independent units",
            "these are clusters of items",
            format!(
                "use {}, with the standard error of clusters",
                asked_as("test", Test::Welch)
            ),
        ));
    }
    let labels = label_permutation(samples, side, request)?;
    let route = labels::route(samples, request.compute.route)?;
    let ratios = Spec::columns(Resamples::Samples, route, 1);
    let specs = match &labels {
        Labels::Law(..) => vec![ratios],
        Labels::Draws(_, spec) => vec![spec.clone(), ratios],
    };
    Ok(Pending::several(specs, move |shares| {
        let ratios = &shares[shares.len() - 1];
        let labels = match labels {
            Labels::Law(value, _) => value,
            Labels::Draws(event, _) => shares[0].p_value(&event, request.variants.raw_p)?,
        };
        let order = Ordered::new(ratios.values(0), &labels, side, samples, request)?;
        let outcome = order.tested(&labels, side, samples, request)?;
        let tested = Tested::new((Some(order.p()), outcome)).with_route(ratios.route);
        Ok(Tested {
            order: Some(order),
            ..tested
        })
    }))
}

/// The permutation of labels: its p-value over all labels where their law is in reach, or the draws that estimate it.
enum Labels {
    Law(Value, Box<LabelPermutation>),
    Draws(Event, Spec<'static>),
}

fn label_permutation(
    samples: &Samples,
    side: Alternative,
    request: &Request,
) -> Result<Labels, Error> {
    if request.compute.exact != Exact::Never {
        let [system, baseline] = samples.split()?;
        match LabelPermutation::new(&system, &baseline) {
            Ok(test) => {
                let value = Value {
                    p: test.p(side),
                    relative_error: 0.0,
                    exact: true,
                    sampled: None,
                };
                return Ok(Labels::Law(value, Box::new(test)));
            }
            Err(StatsError::NeedsSampling { .. }) if request.compute.exact == Exact::Auto => {}
            Err(error) => return Err(error.into()),
        }
    }
    let route = labels::route(samples, request.compute.route)?;
    let event = Event::Labels(labels::bounds(samples, side));
    Ok(Labels::Draws(event, Spec::counting(event, route, false)))
}

/// Returns the outcome of the permutation test of labels.
fn permuted(
    (test, side): (Test, Alternative),
    value: &Value,
    samples: &Samples,
    request: &Request,
) -> Result<TestOutcome, Error> {
    let (method, how) = match value.sampled {
        None => (Method::Exact, "over all labels".to_owned()),
        Some(_) => (Method::Sampled, recipe::counted(request, false)),
    };
    let done = ClosedForm {
        p: Some(value.p),
        method,
        centred: None,
        relative_error: 0.0,
        df: None,
        statistic: Some(samples.t.difference()),
        floor: match value.sampled {
            None => Some(Probability::new(labels::floor(samples, side)?)),
            Some(_) => None,
        },
        design: None,
        recipe: format!(
            "permutation test of two samples (random labels; Fisher 1935), ties with the observed value counted, {how}"
        ).into(),
        notes: Vec::new(),
    };
    let outcome = outcome::of_classical(test, done, request);
    Ok(TestOutcome {
        resamples: value.sampled.map(|sampled| sampled.resamples),
        at_least_as_extreme: value.sampled.map(|sampled| sampled.extreme),
        pvalue_interval: value.sampled.map(|sampled| sampled.bounds.map(rounded)),
        ..outcome
    })
}

fn t_test(
    t: Result<TEstimate, StatsError>,
    (name, design): (&str, Option<TestedDesign>),
    side: Alternative,
) -> Result<ClosedForm, Error> {
    let t = t?;
    let (statistic, notes) = match t.t() {
        TStatistic::Finite(t) => (Some(t), Vec::new()),
        TStatistic::AllZero => (None, Vec::new()),
        TStatistic::ConstantShift(_) => (
            None,
            vec![Code::NoSpread.says("neither sample varies; see the permutation test")],
        ),
    };
    let is_undefined = matches!(t.t(), TStatistic::ConstantShift(_));
    Ok(ClosedForm {
        p: (!is_undefined).then(|| t.p(side)),
        method: Method::Asymptotic,
        centred: None,
        relative_error: 0.0,
        df: Some(t.df()),
        statistic,
        floor: None,
        design,
        recipe: format!("{name}, two samples, {:.2} degrees of freedom", t.df()).into(),
        notes,
    })
}

fn mann_whitney(samples: &Samples, side: Alternative) -> Result<ClosedForm, Error> {
    let [system, baseline] = samples.split()?;
    let test = MannWhitney::new(&system, &baseline)?;
    let (p, method, how) = match test.exact(side) {
        Ok(p) => (p, Method::Exact, "exact given the ties"),
        Err(StatsError::NeedsSampling { .. }) => (
            test.normal(side, true),
            Method::Asymptotic,
            "normal approximation with tie and ½ correction",
        ),
        Err(error) => return Err(error.into()),
    };
    Ok(ClosedForm {
        p: Some(p),
        method,
        centred: Some(test.u() - 0.5 * system.len() as f64 * baseline.len() as f64),
        relative_error: 0.0,
        df: None,
        statistic: Some(test.u()),
        floor: None,
        design: None,
        recipe: format!("Mann-Whitney U test (1947), {how}").into(),
        notes: vec![
            Code::EqualDistributions.says("the null hypothesis is equal distributions, not equal means or medians: unequal variances reject it too"),
        ],
    })
}

fn not_paired(test: Test) -> Error {
    Error::not_applicable(
        asked_as("test", test),
        "the same items in both files",
        format!("{} says that they differ", asked("unpaired")),
        format!(
            "use {}, welch, student or mann-whitney, or drop {}",
            asked_as("test", Test::Permutation),
            asked("unpaired")
        ),
    )
}

fn not_shares(test: Test, samples: &Samples) -> Error {
    let found = if samples.clusters.is_some() {
        "units are clusters of items"
    } else {
        "some are other numbers"
    };
    let instead = asked_as(
        "test",
        if samples.clusters.is_some() {
            Test::Welch
        } else {
            Test::Permutation
        },
    );
    Error::not_applicable(
        asked_as("test", test),
        "scores of items that are all 0 or 1",
        found,
        format!("use {instead}"),
    )
}

fn unconditional(test: Test, side: Alternative, samples: &Samples) -> Result<ClosedForm, Error> {
    let shares = IndependentShares::new(right_of(samples.system), right_of(samples.baseline))?;
    let (p, recipe) = match test {
        Test::Barnard => (
            shares.barnard(side),
            "Barnard's unconditional exact test (1947), tables by pooled z",
        ),
        _ => (
            shares.boschloo(side),
            "Boschloo's unconditional exact test (1970), tables by Fisher's p",
        ),
    };
    Ok(ClosedForm {
        p: Some(p),
        method: Method::Exact,
        centred: None,
        relative_error: 0.0,
        df: None,
        statistic: Some(samples.t.difference()),
        floor: None,
        design: None,
        recipe: format!("{recipe}, largest p over the common proportion").into(),
        notes: Vec::new(),
    })
}

/// The unconditional exact test of two shares.
fn chan_zhang(side: Alternative, samples: &Samples) -> Result<ClosedForm, Error> {
    let (system, baseline) = (right_of(samples.system), right_of(samples.baseline));
    let most = UnconditionalApart::MOST;
    if system.1.max(baseline.1) > most {
        return Err(Error::not_applicable(
            asked_as("test", Test::ChanZhang),
            "at most 1,000 items of each system",
            format!("there are {}", system.1.max(baseline.1)),
            format!("use {}", asked_as("test", Test::Score)),
        ));
    }
    let test = UnconditionalApart::new(system, baseline)?;
    // The least p is that of a system that is always right beside one that never is.
    let all = UnconditionalApart::new((system.1, system.1), (0, baseline.1))?;
    let floor = match side {
        Alternative::TwoSided => all.p(side),
        _ => all.p(Alternative::Greater),
    };
    Ok(ClosedForm {
        p: Some(test.p(side)),
        method: Method::Exact,
        centred: None,
        relative_error: 0.0,
        df: None,
        statistic: Some(samples.t.difference()),
        floor: Some(floor),
        design: None,
        recipe: "unconditional exact test of two shares, tables by Miettinen and Nurminen's score (Chan & Zhang 1999; Berger & Boos 1994, gamma 1e-6)".into(),
        notes: Vec::new(),
    })
}

/// The score test of two shares.
fn score(side: Alternative, samples: &Samples) -> Result<ClosedForm, Error> {
    let shares = shares(samples)?;
    Ok(ClosedForm {
        p: Some(shares.p(side)),
        method: Method::Asymptotic,
        centred: None,
        relative_error: 0.0,
        df: None,
        statistic: Some(shares.statistic(0.0)),
        floor: None,
        design: None,
        recipe: "score test of two shares, N − 1 chi-square (Pearson 1947; Campbell 2007)".into(),
        notes: Vec::new(),
    })
}

fn shares(samples: &Samples) -> Result<ScoreShares, Error> {
    Ok(ScoreShares::new(
        right_of(samples.system),
        right_of(samples.baseline),
    )?)
}

/// Right answers of 0/1 scores, and items.
fn right_of(scores: &Scores) -> (u64, u64) {
    (scores.sample().count(|score| score == 1.0), scores.items())
}

/// Effect sizes.
fn effects(samples: &Samples, request: &Request) -> Result<Effect, Error> {
    let cohen_ds = effect::cohen_ds(samples.system.sample(), samples.baseline.sample())?;
    let sizes = [samples.system, samples.baseline].map(|scores| u128::from(scores.items()));
    let (above, tied) = if samples.are_trials {
        let [(right, n), (of_base, m)] = [samples.system, samples.baseline]
            .map(right_of)
            .map(|(right, items)| (u128::from(right), u128::from(items)));
        (
            right * (m - of_base),
            right * of_base + (n - right) * (m - of_base),
        )
    } else {
        above_and_tied(samples)
    };
    let below = sizes[0] * sizes[1] - above - tied;
    let (better, worse) = if request.question.higher_is_better {
        (above, below)
    } else {
        (below, above)
    };
    let pairs = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
    Ok(Effect {
        cohen_dz: None,
        cohen_ds: cohen_ds.map(rounded),
        superiority: rounded((better as f64 + 0.5 * tied as f64) / (better + worse + tied) as f64),
        better: pairs(better),
        worse: pairs(worse),
        tied: pairs(tied),
    })
}

/// Pairs of items, one of each system, in which the system has the higher score, and in which both have one score.
fn above_and_tied(samples: &Samples) -> (u128, u128) {
    let [system, baseline] = samples.distinct_apart();
    let (mut above, mut tied) = (0, 0);
    let (mut place, mut below) = (0, 0);
    for (score, times) in system {
        while place < baseline.len() && baseline[place].0 < score {
            below += u128::from(baseline[place].1);
            place += 1;
        }
        above += u128::from(times) * below;
        if let Some((_, others)) = baseline.get(place).filter(|other| other.0 == score) {
            tied += u128::from(times) * u128::from(*others);
        }
    }
    (above, tied)
}

/// The range of differences: shares differ by 1 at most.
fn difference_scale(samples: &Samples, request: &Request) -> Scale {
    let unit = Scale::new(0.0, 1.0).ok().filter(|_| samples.binary);
    unit.unwrap_or_else(|| request.sample.scale())
        .of_difference()
}

/// Returns the interval that is the dual of the primary test, or the one that was asked for by name. `notes` says why there is none.
///
/// # Errors
/// For an interval that these data do not allow.
fn interval(
    samples: &Samples,
    question: Question,
    notes: &mut Vec<Note>,
) -> Result<Option<IntervalOutcome>, Error> {
    let Question { level, request, .. } = question;
    let confidence = level.of_both_ends();
    let scale = difference_scale(samples, request);
    let difference = samples.t.difference();
    let outcome = |interval: Interval, kind| {
        IntervalOutcome::new(interval.within(scale, difference), kind, confidence)
    };
    let by_t = |t: Result<TEstimate, StatsError>, kind| -> Result<Option<IntervalOutcome>, Error> {
        let interval = t.ok().map(|t| t.interval(confidence)).transpose()?;
        Ok(interval.flatten().map(|interval| outcome(interval, kind)))
    };
    let newcombe = || {
        let ((k1, n1), (k2, n2)) = (right_of(samples.system), right_of(samples.baseline));
        Ok(Some(outcome(
            newcombe(k1, n1, k2, n2, confidence)?,
            IntervalKind::Newcombe,
        )))
    };
    match request.question.interval {
        IntervalMethod::None => return Ok(None),
        IntervalMethod::Auto => {}
        IntervalMethod::Newcombe | IntervalMethod::Wilson if samples.binary => return newcombe(),
        method @ (IntervalMethod::Newcombe | IntervalMethod::Wilson) => {
            return Err(not_binary(method));
        }
        IntervalMethod::T => {
            return by_t(samples.estimate(), samples.method().interval);
        }
        method => {
            return Err(Error::not_applicable(
                asked_as("interval", method),
                "paired items",
                format!("{} says that they differ", asked("unpaired")),
                format!(
                    "use {}, t (Welch's), newcombe (of 0/1 scores) or none",
                    asked_as("interval", IntervalMethod::Auto)
                ),
            ));
        }
    }
    if dual::is_reproduction(request) {
        notes.extend(dual::without(request));
        return Ok(None);
    }
    let mut without = |reason: &str| {
        notes.push(Code::NoInterval.says(reason));
        Ok(None)
    };
    match request.question.tests[0] {
        // Part of the answer of the test.
        Test::Permutation => Ok(None),
        Test::Student => by_t(samples.t.student(), IntervalKind::T),
        Test::Score => {
            let interval = shares(samples)?.interval(confidence)?;
            Ok(Some(outcome(interval, IntervalKind::MiettinenNurminen)))
        }
        Test::ChanZhang => {
            let (system, baseline) = (right_of(samples.system), right_of(samples.baseline));
            let test = UnconditionalApart::new(system, baseline)?;
            let interval = test.interval(level.side, level.confidence)?;
            let kind = IntervalKind::ChanZhang;
            Ok(Some(IntervalOutcome::new(interval, kind, level.confidence)))
        }
        Test::MannWhitney => shift(samples, level, &mut without),
        Test::Barnard | Test::Boschloo => {
            without("its ordering of tables is for one null hypothesis: use the chan-zhang test")
        }
        Test::Aso => without("a stochastic order is not a difference of means"),
        _ => by_t(samples.estimate(), samples.method().interval),
    }
}

/// The shift between two samples without ties, with the interval that the rank-sum test does not reject.
fn shift(
    samples: &Samples,
    level: IntervalLevel,
    without: &mut impl FnMut(&str) -> Result<Option<IntervalOutcome>, Error>,
) -> Result<Option<IntervalOutcome>, Error> {
    let [system, baseline] = samples.split()?;
    let test = MannWhitney::new(&system, &baseline)?;
    if test.has_ties() {
        return without("some scores are tied, so the rank-sum test has no matching interval");
    }
    let Some(rank) = test.rank(level.side, level.confidence)? else {
        return without("too few items for an interval of the shift at this level");
    };
    let (estimate, interval) = hodges_lehmann_shift(&system, &baseline, samples.per_one, rank)?;
    let kind = IntervalKind::HodgesLehmannShift;
    Ok(Some(IntervalOutcome {
        estimate: Some(rounded(estimate)),
        ..IntervalOutcome::new(interval, kind, level.confidence)
    }))
}
