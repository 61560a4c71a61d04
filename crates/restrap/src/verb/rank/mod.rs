//! Many systems on the same items: which pairs differ significantly, and the leaderboard that restates it.
//!
//! Pairs are decided together at a family-wise error (or a false discovery rate); ranks, tiers, letters and the intervals to the best
//! are that one decision in other words. By default all pairs share random swaps, and the largest of their studentised statistics is the
//! yardstick of each (`means`); other corrections take the exact p-value of each pair (`laws`). Strong control by swaps is exact where
//! the differences of each item are symmetric under the null, and asymptotic otherwise (`docs/calibration.md`).

mod ballots;
mod columns;
mod compared;
mod corpus;
mod data_sets;
mod drawn;
mod explain;
mod families;
mod few;
mod finish;
mod laws;
mod mean_ranks;
mod means;
mod omnibus;
mod verdicts;
mod words;

pub use ballots::{Ballots, rank_votes};
pub use data_sets::SetsOfRuns;
use rayon::prelude::*;
use restrap_engine::Control;
use restrap_metrics::Metric;

use crate::data::over_sets::OverSets;
use crate::data::pair::Surveyed;
use crate::data::scores::Counted;
use crate::data::scores::Scores;
use crate::design::units::Groups;
use crate::design::units::Populations;
use crate::design::{PartDesign, Sampling};
use crate::error::Error;
use crate::number::digits::{Spread, of_scores, rounded};
use crate::outcome::rank::RankOutcome;
use crate::outcome::{IntervalKind, IntervalOutcome};
use crate::request::goes_with::{self, Given};
use crate::request::rank::{Correction, RankRequest};
use crate::request::{IntervalMethod, Over, Request, ScoreRange, Test};
use crate::verb::compare::Data;
use crate::verb::compare::data::{Part, Systems};
use crate::verb::describe::{DescribeOutcome, DescribeRequest, describe};
use columns::Field;
use corpus::Corpus;
use data_sets::DataSets;
use finish::{Drawn, Finish, One};
use laws::Apart;
use means::Sums;
use verdicts::{Couple, FEW_UNITS};

impl RankRequest {
    /// The correction that was asked for, else max-T; recipes of training runs cannot be swapped, and have Holm's.
    pub(super) fn usual(&self, data: &Data) -> Correction {
        let usual = if data.runs().is_some() || self.is_compared(data) {
            Correction::Holm
        } else {
            Correction::MaxT
        };
        self.correction.unwrap_or(usual)
    }

    /// Pairs are compared one by one: no swaps of all systems at once are made for what is ranked.
    pub(super) fn is_compared(&self, data: &Data) -> bool {
        self.request.sample.over != Over::Items || matches!(data.systems, Systems::Items(_))
    }
}

/// Values that shares of the best may sum.
const SHARES: usize = 2_000_000;

/// Ranks systems: the first is the baseline, where pairs with it alone are asked for.
///
/// ```
/// # use restrap_lib as restrap;
/// use restrap::{Control, RankRequest, Scores, rank};
///
/// let base = Scores::new("base", vec![0.1, 0.2, 0.3, 0.1, 0.2, 0.4, 0.3, 0.2]);
/// let new = Scores::new("new", vec![0.5, 0.4, 0.6, 0.4, 0.6, 0.7, 0.5, 0.6]);
/// let best = Scores::new("best", vec![0.5, 0.5, 0.7, 0.4, 0.6, 0.8, 0.4, 0.6]);
/// let outcome = rank(&[base, new, best], &RankRequest::default(), &Control::default())?;
/// assert_eq!(outcome.systems[2].name, "base");
/// assert_eq!((outcome.systems[2].rank.low, outcome.told_apart()), (3, 2));
/// # Ok::<(), restrap::Error>(())
/// ```
///
/// # Errors
/// [`Error`] for systems and options that do not fit together, and for draws that find no room or were stopped at once.
pub fn rank<'a>(
    data: impl Into<Data<'a>>,
    asked: &RankRequest,
    control: &Control,
) -> Result<RankOutcome, Error> {
    let data = data.into();
    if data.number() < 2 {
        return Err(Error::TooFewSystems {
            found: data.number(),
        });
    }
    check(&data, asked)?;
    check_memory(&data, asked)?;
    if asked.is_compared(&data) {
        return compared::rank(&data, asked, control);
    }
    if let (Systems::Counted(metric, systems), Some(sets)) =
        (data.systems, data.sampling.groups.populations())
    {
        return over_sets(&data, (metric, systems), sets, asked, control);
    }
    let mut request = data.oriented(&asked.request);
    request.question.tests = vec![Test::Permutation];
    request.question.adjust = None;
    let parts = data.parts(&request)?;
    let part = &parts[0];
    let couples = Couple::all(data.number(), asked.against_first);
    if let (Some(Correction::Nemenyi), Systems::Scores(systems)) =
        (asked.correction, part.systems())
    {
        return mean_ranks::rank(&data, systems, asked, &request);
    }
    let ranking = Ranked {
        data: &data,
        part,
        couples,
        asked,
        request,
    };
    match part.systems() {
        Systems::Scores(systems) => ranking.of_scores(systems, control),
        Systems::Counted(metric, systems) => ranking.of_corpus(metric, systems, control),
        Systems::Items(_) => compared::rank(&data, asked, control),
    }
}

/// Ranks systems by the mean of a metric of sums over data sets.
fn over_sets(
    data: &Data,
    (metric, systems): (&dyn Metric, &[Counted]),
    sets: &Populations,
    asked: &RankRequest,
    control: &Control,
) -> Result<RankOutcome, Error> {
    let (sets, told) = DataSets::new(sets)?;
    let over = OverSets::new(metric, &told.names);
    let apart: Vec<Counted> = systems
        .iter()
        .map(|system| over.apart(system, sets.codes()))
        .collect();
    for system in &apart {
        let undefined = (0..told.names.len()).find(|set| !over.is_defined_on(&system.sums(), *set));
        if let Some(set) = undefined {
            let system = format!(
                "{} where {} is {}",
                system.name, told.column, told.names[set]
            );
            return Err(Error::Undefined {
                metric: metric.name(),
                system,
            });
        }
    }
    let units = Sampling::from(data.sampling.units.clone());
    let apart_data = Data::counted(&over, &apart).sampling(&units);
    let mut outcome = rank(apart_data, asked, control)?;
    for system in &mut outcome.systems {
        let own = apart.iter().find(|own| own.name == system.name);
        system.on_datasets = own.map(|own| over.each(&own.sums())).unwrap_or_default();
        system
            .on_datasets
            .iter_mut()
            .for_each(|value| *value = rounded(*value));
    }
    outcome.datasets = Some(told);
    outcome.put_recipe();
    Ok(outcome)
}

/// Refuses what a ranking does not take.
fn check(data: &Data, asked: &RankRequest) -> Result<(), Error> {
    let mut given = data.facts(&asked.request);
    given.extend(asked.facts());
    let correction = asked.usual(data);
    given.extend(goes_with::of(&[
        (Given::AllPairs, true),
        (Given::JointDraws, correction.is_of_draws()),
        (Given::MeanRanks, correction == Correction::Nemenyi),
        (Given::Dataset, data.sampling.groups.populations().is_some()),
        (
            Given::SharedItems,
            data.sampling
                .groups
                .populations()
                .is_some_and(|sets| sets.shared > 0),
        ),
        (
            Given::OneDataSet,
            !correction.is_max_t() && correction != Correction::Hsd,
        ),
    ]));
    goes_with::check(&given)
}

/// Refuses a family that is known to take more memory than is allowed, before its pairs are listed: columns as integers, as digits and as
/// they are, a statistic per resample, and what each pair has of its own.
fn check_memory(data: &Data, asked: &RankRequest) -> Result<(), Error> {
    const COLUMN: u64 = 32;
    const PAIR: u64 = 512;
    let Some(allowed) = asked.memory else {
        return Ok(());
    };
    let systems = data.number() as u64;
    let items = data.number_of_items();
    let columns = match data.systems {
        Systems::Counted(_, systems) => systems.iter().map(|one| one.columns.len() as u64).sum(),
        _ => systems,
    };
    let others = systems.saturating_sub(1);
    let pairs = if asked.against_first {
        others
    } else {
        systems.saturating_mul(others) / 2
    };
    let own = if asked.correction.is_some_and(Correction::is_bootstrap) {
        PAIR.max(items.saturating_mul(2 * COLUMN))
    } else {
        PAIR
    };
    let bytes = columns
        .saturating_mul(items)
        .saturating_mul(COLUMN)
        .saturating_add(pairs.saturating_mul(own))
        .saturating_add(asked.request.compute.resamples.saturating_mul(8));
    if bytes <= allowed {
        return Ok(());
    }
    let clusters = data.sampling.units.clusters();
    let clusters = clusters.and_then(|clusters| clusters.codes.iter().max());
    Err(Error::Memory {
        pairs,
        units: clusters.map_or(items, |&number| number.into()),
        bytes,
        allowed,
    })
}

/// A ranking on its way.
struct Ranked<'r, 'a> {
    data: &'r Data<'a>,
    part: &'r Part<'a>,
    couples: Vec<Couple>,
    asked: &'r RankRequest,
    request: Request,
}

impl Ranked<'_, '_> {
    fn of_scores(&self, systems: &[Scores], control: &Control) -> Result<RankOutcome, Error> {
        let (couples, request) = (&self.couples, &self.request);
        let joint = &self.asked.joint(request);
        let clusters = self.part.clusters.as_ref();
        let sets = self
            .data
            .sampling
            .groups
            .populations()
            .map(DataSets::new)
            .transpose()?;
        let runs = self.data.runs();
        let surveyed: Vec<Surveyed> = systems.par_iter().map(Surveyed::new).collect();
        let plain = clusters.is_none() && sets.is_none() && runs.is_none();
        let binary = plain && surveyed.iter().all(Surveyed::is_binary);
        let field = Field::new(
            &surveyed,
            clusters,
            sets.as_ref().map(|(sets, _)| sets),
            request.sample.grid,
        )?;
        let sums = Sums::of(&field, couples);
        let binary_scores = surveyed.iter().all(Surveyed::is_binary);
        let bounded = request.sample.scale().is_bounded() || binary_scores;
        // Nobody said so, but other scores than shares seldom all lie there.
        let of_shares = systems.iter().all(|system| {
            system
                .rows()
                .iter()
                .all(|score| (0.0..=1.0).contains(score))
        });
        let swaps_hold = binary_scores || (bounded || of_shares) && field.units() >= FEW_UNITS;
        let correction = self.correction(&sums, swaps_hold);
        let (described, on_datasets) =
            self.described(systems, sets.as_ref().map(|(sets, _)| sets))?;
        // Simultaneous intervals end where differences do.
        let mut within = joint.clone();
        if binary_scores && within.sample.range.is_none() {
            within.sample.range = Some(ScoreRange {
                low: 0.0,
                high: 1.0,
            });
        }
        let judged = match correction {
            Correction::MaxT | Correction::MaxTStepDown => {
                means::max_t(&field, couples, &sums, correction, &within, control)?
            }
            Correction::BootstrapMaxT => {
                means::bootstrapped(&field, couples, &sums, correction, &within, control)?
            }
            Correction::Hsd => means::hsd(&field, &sums, &within, control)?,
            _ => {
                let scores = described
                    .systems
                    .iter()
                    .map(|system| (system.score, &system.name[..]));
                let best = if self.asked.against_first {
                    0
                } else {
                    finish::order(scores, request.question.higher_is_better)[0]
                };
                let apart = Apart {
                    systems: &surveyed,
                    design: PartDesign::of_units(clusters),
                    couples,
                    best,
                };
                match runs {
                    Some(runs) => apart.of_recipes(runs, field.units(), correction, joint)?,
                    None => apart.judged(&field, &sums, correction, joint, control)?,
                }
            }
        };
        let metrics = self.asked.alongside + 1;
        let exchange = if correction == Correction::BootstrapMaxT
            && self.asked.correction.is_none()
            && judged.interrupted_after.is_none()
        {
            let max_t = Correction::MaxT;
            let swapped = means::max_t(&field, couples, &sums, max_t, joint, control)?
                .over_metrics(metrics, request.question.confidence);
            Some(swapped.pairs.iter().map(|pair| pair.adjusted).collect())
        } else {
            None
        };
        let mut judged = judged.over_metrics(self.asked.alongside + 1, request.question.confidence);
        if bounded {
            judged.pairs.iter_mut().for_each(|pair| pair.skewed = false);
        }
        let is_small = field.units() * systems.len() <= SHARES && sets.is_none() && runs.is_none();
        let shares = if is_small && judged.interrupted_after.is_none() {
            Some(means::best_shares(&field, request, control)?)
        } else {
            None
        };
        let on_grid = field.slack == 0.0;
        let score = |system: usize| described.systems[system].score;
        let differences = couples.iter().zip(&sums).map(|(couple, sums)| {
            if on_grid {
                sums.difference(&field)
            } else {
                score(couple.second) - score(couple.first)
            }
        });
        let ones = described
            .systems
            .iter()
            .enumerate()
            .map(|(at, system)| One {
                name: system.name.clone(),
                score: system.score,
                interval: system.interval.clone(),
                best_share: shares.as_ref().map(|shares| shares[at]),
                votes: None,
                on_datasets: on_datasets.get(at).cloned().unwrap_or_default(),
            });
        let finish = Finish {
            asked: self.asked,
            request,
            metric: self.data.metric(request, binary),
            of: Drawn::of(clusters.map(AsRef::as_ref)),
            items: field.items,
            units: field.units() as u64,
            decimals: described.decimals,
            systems: ones.collect(),
            couples,
            differences: differences.collect(),
            // They know nothing of what items weigh, nor of runs.
            each: None,
            exchange,
            omnibus: if sets.is_none() && runs.is_none() {
                omnibus::omnibus(&field, binary)?
            } else {
                Vec::new()
            },
            recipes: self
                .data
                .sampling
                .answered
                .as_ref()
                .and_then(|of| of.runs.as_ref())
                .map(|(column, _)| column.clone()),
            datasets: sets.map(|(_, told)| told),
            judged,
            correction,
            votes: None,
        };
        Ok(finish.outcome())
    }

    /// The correction that was asked for, or that these data call for. Swaps take differences for symmetric where means are equal; where they
    /// are not, few units or a tail without an end mislead them (`docs/calibration.md`), and data sets that count alike have them alone.
    fn correction(&self, sums: &[Sums], swaps_hold: bool) -> Correction {
        let is_open = !swaps_hold && self.data.sampling.groups.populations().is_none();
        match self.asked.usual(self.data) {
            Correction::MaxT
                if self.asked.correction.is_none()
                    && is_open
                    && sums.iter().any(|pair| pair.skewed) =>
            {
                Correction::BootstrapMaxT
            }
            usual => usual,
        }
    }

    /// Each system on its own, and on each data set.
    fn described(
        &self,
        systems: &[Scores],
        sets: Option<&DataSets>,
    ) -> Result<(DescribeOutcome, Vec<Vec<f64>>), Error> {
        let mut request = self.request.clone();
        if request.question.interval != IntervalMethod::None {
            request.question.interval = if sets.is_some() {
                IntervalMethod::None
            } else {
                IntervalMethod::Auto
            };
        }
        let of = |place: usize| Sampling {
            groups: Groups::None,
            human: None,
            ..self.data.sampling.only(place)
        };
        let of = (0..systems.len()).map(of).collect();
        let asked = DescribeRequest {
            request,
            of,
            one_metric: true,
            ..DescribeRequest::default()
        };
        let mut described = describe(systems, &asked, &Control::default())?;
        let Some(sets) = sets else {
            return Ok((described, Vec::new()));
        };
        let mut means = Vec::new();
        let question = &self.request.question;
        let mut spreads = Vec::new();
        for (system, scores) in described.systems.iter_mut().zip(systems) {
            let (of_sets, mean, estimate) = sets.mean(scores.rows())?;
            means.push(of_sets);
            system.score = rounded(mean);
            let wanted = question.interval != IntervalMethod::None
                && self.data.sampling.units.clusters().is_none();
            if let Some(estimate) = estimate.filter(|_| wanted) {
                let interval = estimate.interval(question.confidence)?;
                system.interval = interval
                    .map(|found| IntervalOutcome::new(found, IntervalKind::T, question.confidence));
            }
            let error = estimate.map_or(0.0, |estimate| estimate.standard_error());
            spreads.push(Spread {
                items: system.count,
                error,
                binary: false,
            });
        }
        described.decimals = of_scores(question.digits, spreads) as u64;
        Ok((described, means))
    }

    fn of_corpus(
        &self,
        metric: &dyn Metric,
        systems: &[Counted],
        control: &Control,
    ) -> Result<RankOutcome, Error> {
        let (couples, request) = (&self.couples, &self.request);
        let items = systems
            .iter()
            .map(|system| Ok(system.one_by_one()?.into_owned()));
        let systems = &items.collect::<Result<Vec<Counted>, Error>>()?;
        let corpus = Corpus::new(metric, systems);
        let correction = self.asked.correction.unwrap_or(Correction::MaxT);
        let judged = corpus.judged(couples, correction, &self.asked.joint(request), control)?;
        let judged = judged.over_metrics(self.asked.alongside + 1, request.question.confidence);
        let units = systems[0].items();
        let items = self
            .part
            .clusters
            .as_ref()
            .map_or(units, |clusters| clusters.items());
        let confidence = request.question.confidence;
        let wanted = request.question.interval != IntervalMethod::None;
        let one = |(at, system): (usize, &Counted)| {
            let ends = if wanted {
                corpus.interval(at, confidence)?
            } else {
                None
            };
            let kind = IntervalKind::JackknifeT;
            let interval = ends.map(|ends| IntervalOutcome::new(ends, kind, confidence));
            Ok(One {
                name: system.name.clone(),
                score: corpus.values[at],
                interval,
                best_share: None,
                votes: None,
                on_datasets: Vec::new(),
            })
        };
        let spread = |at| Spread {
            items,
            error: corpus.standard_error(at),
            binary: false,
        };
        let finish = Finish {
            asked: self.asked,
            request,
            metric: self.data.metric(request, false),
            of: Drawn::of(self.part.clusters.as_deref()),
            items,
            units,
            decimals: of_scores(request.question.digits, (0..systems.len()).map(spread)) as u64,
            systems: systems
                .iter()
                .enumerate()
                .map(one)
                .collect::<Result<_, Error>>()?,
            couples,
            differences: couples
                .iter()
                .map(|of| corpus.values[of.second] - corpus.values[of.first])
                .collect(),
            each: None,
            omnibus: Vec::new(),
            exchange: None,
            judged,
            correction,
            votes: None,
            recipes: None,
            datasets: None,
        };
        Ok(finish.outcome())
    }
}
