//! Pairs that are compared one by one, as [`compare()`](crate::compare()) does: values of training runs, folds and splits, which no
//! swaps of all systems at once are made for, and metrics of the items themselves.

use restrap_engine::Control;
use restrap_stats::roc::Placed;

use super::finish::{Drawn, Finish, One};
use super::laws::{adjust, level};
use super::verdicts::{Couple, Judged, Verdicts};
use crate::data::sampled::ItemMetric;
use crate::error::Error;
use crate::outcome::rank::{PairTest, RankOutcome};
use crate::outcome::{ComparisonOutcome, IntervalKind, IntervalOutcome, Method, Outcome};
use crate::request::rank::{Correction, RankRequest};
use crate::request::{IntervalMethod, Request};
use crate::verb::compare::compare;
use crate::verb::compare::data::{Data, Systems};

/// A metric of items, of the systems from some place on.
#[derive(Debug)]
struct Rest<'m> {
    metric: &'m dyn ItemMetric,
    first: usize,
}

impl ItemMetric for Rest<'_> {
    fn name(&self) -> String {
        self.metric.name()
    }

    fn signature(&self) -> String {
        self.metric.signature()
    }

    fn higher_is_better(&self) -> bool {
        self.metric.higher_is_better()
    }

    fn systems(&self) -> &[String] {
        &self.metric.systems()[self.first..]
    }

    fn items(&self) -> usize {
        self.metric.items()
    }

    fn batch(&self) -> usize {
        self.metric.batch()
    }

    fn takes_samples(&self) -> bool {
        self.metric.takes_samples()
    }

    fn is_smooth(&self) -> bool {
        self.metric.is_smooth()
    }

    fn is_costly(&self) -> bool {
        self.metric.is_costly()
    }

    fn range(&self) -> Option<[f64; 2]> {
        self.metric.range()
    }

    fn classes(&self, system: usize) -> Option<&[Placed]> {
        self.metric.classes(self.first + system)
    }

    fn differs(&self, one: usize, other: usize) -> Vec<bool> {
        self.metric.differs(self.first + one, self.first + other)
    }

    fn of_samples(&self, systems: &[usize], counts: &[i64]) -> Vec<Vec<f64>> {
        let systems: Vec<usize> = systems.iter().map(|system| self.first + system).collect();
        self.metric.of_samples(&systems, counts)
    }

    fn of_swaps(&self, systems: [usize; 2], swapped: &[i64]) -> [Vec<f64>; 2] {
        self.metric
            .of_swaps(systems.map(|system| self.first + system), swapped)
    }
}

/// Every system from some place on, against the first of them.
fn compared(
    data: Data,
    first: usize,
    request: &Request,
    control: &Control,
) -> Result<Outcome, Error> {
    let (mut own, rest) = (
        data,
        if let Systems::Items(metric) = data.systems {
            Some(Rest { metric, first })
        } else {
            None
        },
    );
    own.systems = match (data.systems, &rest) {
        (_, Some(rest)) => Systems::Items(rest),
        (Systems::Scores(systems), None) => Systems::Scores(&systems[first..]),
        (Systems::Counted(metric, systems), None) => Systems::Counted(metric, &systems[first..]),
        (whole, None) => whole,
    };
    compare(own, request, control)
}

/// The comparison of a pair.
fn of<'o>(each: &'o [Outcome], couple: &Couple) -> Option<&'o ComparisonOutcome> {
    let one = &each[couple.first];
    let name = &one.systems.get(couple.second - couple.first)?.name;
    one.comparisons
        .iter()
        .find(|comparison| comparison.system == *name)
}

/// p-values of the pairs, adjusted, without intervals.
fn judged(
    each: &[Outcome],
    couples: &[Couple],
    correction: Correction,
    joint: &Request,
) -> Result<Verdicts, Error> {
    let judged = couples.iter().map(|couple| {
        let found = of(each, couple).ok_or(Error::Interrupted)?;
        let test = &found.tests[0];
        Ok(Judged {
            pvalue: test.pvalue,
            method: test.method,
            adjusted: None,
            interval: None,
            standard_error: found.standard_error,
            skewed: false,
        })
    });
    let mut judged = Verdicts {
        pairs: judged.collect::<Result<_, Error>>()?,
        kind: IntervalKind::T,
        level: joint.question.confidence,
        method: Method::Exact,
        resamples: None,
        floor: None,
        interrupted_after: each.iter().find_map(|one| one.interrupted_after),
    };
    let rejected = adjust(&mut judged, correction, joint);
    judged.level = level(correction, couples.len(), rejected, joint);
    judged.resamples = (judged.method == Method::Sampled).then_some(joint.compute.resamples);
    Ok(judged)
}

/// Systems as the baselines of their own comparisons; of pairs with the first, all as that one has them.
fn alone(each: &[Outcome], number: usize) -> Vec<One> {
    let own = |place: usize| {
        let at = place.min(each.len() - 1);
        let system = &each[at].systems[place - at];
        One {
            name: system.name.clone(),
            score: system.score,
            interval: system.interval.clone(),
            best_share: None,
            votes: None,
            on_datasets: Vec::new(),
        }
    };
    (0..number).map(own).collect()
}

/// Ranks by the test that a comparison of two of these systems has by default.
///
/// # Errors
/// For systems and options that a comparison does not take.
pub(super) fn rank(
    data: &Data,
    asked: &RankRequest,
    control: &Control,
) -> Result<RankOutcome, Error> {
    let couples = Couple::all(data.number(), asked.against_first);
    let firsts = if asked.against_first {
        1
    } else {
        data.number() - 1
    };
    let mut request = asked.request.clone();
    request.question.adjust = None;
    let (gate, forbid) = (request.question.gate.take(), request.question.forbid.take());
    let correction = asked.correction.unwrap_or(Correction::Holm);
    let all = |request: &Request| -> Result<Vec<Outcome>, Error> {
        (0..firsts)
            .map(|first| compared(*data, first, request, control))
            .collect()
    };
    let each = all(&request)?;
    let first = each.first().ok_or(Error::Interrupted)?;
    let mut judged = judged(&each, &couples, correction, &asked.joint(&request))?;
    if request.question.interval != IntervalMethod::None {
        let at_level = all(&request.clone().confidence(judged.level))?;
        for (couple, own) in couples.iter().zip(&mut judged.pairs) {
            let found = of(&at_level, couple).and_then(|found| found.interval.as_ref());
            judged.kind = found.map_or(judged.kind, |interval| interval.method);
            own.interval = found.map(IntervalOutcome::ends).transpose()?;
        }
    }
    let systems = alone(&each, data.number());
    let difference = |couple: &Couple| {
        let gap = systems[couple.second].score - systems[couple.first].score;
        of(&each, couple).map_or(gap, |found| found.difference)
    };
    let mut request = data.oriented(&request);
    (request.question.gate, request.question.forbid) = (gate, forbid);
    let test = first.comparisons.first().and_then(|one| one.tests.first());
    let clusters = first
        .comparisons
        .first()
        .and_then(|one| one.clusters.as_ref());
    let finish = Finish {
        asked,
        request: &request,
        metric: first.metric.clone(),
        of: Drawn {
            unit: first.unit,
            clusters: clusters.map(|of| (of.number, of.column.clone())),
        },
        items: first.items,
        units: first.clusters.unwrap_or(first.items),
        decimals: each
            .iter()
            .filter_map(|one| one.decimals)
            .min()
            .unwrap_or(4),
        couples: &couples,
        differences: couples.iter().map(difference).collect(),
        systems,
        judged: judged.over_metrics(asked.alongside + 1, request.question.confidence),
        correction,
        each: test.map(|test| PairTest {
            name: test.name,
            recipe: test.recipe.clone(),
            design: test.design,
        }),
        omnibus: Vec::new(),
        exchange: None,
        votes: None,
        recipes: None,
        datasets: None,
    };
    let mut outcome = finish.outcome();
    for warning in each.into_iter().flat_map(|one| one.run.warnings) {
        if !outcome.run.warnings.contains(&warning) {
            outcome.run.warnings.push(warning);
        }
    }
    Ok(outcome)
}
