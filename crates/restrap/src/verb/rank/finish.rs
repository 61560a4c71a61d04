//! From judged pairs to an outcome: one decision, restated as ranks, tiers, letters and intervals to the best.

use restrap_core::STREAM_NAME;
use restrap_stats::ranking::{Ranking, letters};

use super::verdicts;
use super::verdicts::{Couple, Judged, Verdicts};
use super::words as say;
use crate::design::clusters::ClusterMap;
use crate::number::digits::rounded;
use crate::number::format::count;
use crate::outcome::rank::{
    Exchanged, ExcludedPair, OmnibusOutcome, PairTest, RankFamily, RankOutcome, RankRange,
    RankVotes, RankedPair, RankedSets, RankedSystem, SCHEMA, SystemVotes, ToBest,
};
use crate::outcome::{IntervalOutcome, MetricInfo, Run, Unit};
use crate::request::rank::{Correction, RankRequest};
use crate::request::{Over, Request};
use crate::verb::claim;

/// What was resampled.
pub(super) struct Drawn {
    pub unit: Unit,
    /// How many clusters, and their column.
    pub clusters: Option<(u64, String)>,
}

impl Drawn {
    /// Items, or clusters of them.
    pub fn of(clusters: Option<&ClusterMap>) -> Self {
        Self {
            unit: Unit::Item.or_cluster(clusters.is_some()),
            clusters: clusters.map(|clusters| (clusters.number(), clusters.column.clone())),
        }
    }
}

/// One system on its own.
pub(super) struct One {
    pub name: String,
    pub score: f64,
    pub interval: Option<IntervalOutcome>,
    pub best_share: Option<f64>,
    pub votes: Option<SystemVotes>,
    pub on_datasets: Vec<f64>,
}

/// All that is known when the pairs are judged.
pub(super) struct Finish<'f> {
    pub asked: &'f RankRequest,
    pub request: &'f Request,
    pub metric: MetricInfo,
    pub of: Drawn,
    pub items: u64,
    pub units: u64,
    pub decimals: u64,
    pub systems: Vec<One>,
    pub couples: &'f [Couple],
    /// Second − first of each pair.
    pub differences: Vec<f64>,
    pub judged: Verdicts,
    /// What keeps the error of the family.
    pub correction: Correction,
    /// The test of each pair, where they were compared one by one.
    pub each: Option<PairTest>,
    pub omnibus: Vec<OmnibusOutcome>,
    /// Where the data call for a test of equal means: the adjusted p of each pair under exchange, by max-T.
    pub exchange: Option<Vec<Option<f64>>>,
    pub votes: Option<RankVotes>,
    pub recipes: Option<String>,
    pub datasets: Option<RankedSets>,
}

/// Systems by score and name, the best first; those that tie by their names.
pub(super) fn order<'n>(
    systems: impl Iterator<Item = (f64, &'n str)>,
    higher_is_better: bool,
) -> Vec<usize> {
    let systems: Vec<(f64, &str)> = systems
        .map(|(score, name)| (rounded(score), name))
        .collect();
    let mut order: Vec<usize> = (0..systems.len()).collect();
    order.sort_by(|&a, &b| {
        let (better, worse) = if higher_is_better { (a, b) } else { (b, a) };
        systems[worse]
            .0
            .total_cmp(&systems[better].0)
            .then_with(|| systems[a].1.cmp(systems[b].1))
    });
    order
}

impl Finish<'_> {
    /// What max-T says of the pairs whose adjusted p of exchange are these.
    fn exchanged(&self, adjusted: &[Option<f64>]) -> Exchanged {
        let alpha = self.request.question.alpha;
        let decided = adjusted.iter().zip(&self.judged.pairs).enumerate();
        let decided = decided.map(|(at, (p, judged))| {
            let differs = claim::is_shown(*p, alpha) && self.differences[at] != 0.0;
            (differs, differs == self.is_shown(judged, at))
        });
        let (mut differ, mut agree) = (0, true);
        for (differs, agrees) in decided {
            differ += u64::from(differs);
            agree &= agrees;
        }
        Exchanged { differ, agree }
    }

    fn is_shown(&self, judged: &Judged, at: usize) -> bool {
        claim::is_shown(judged.adjusted, self.request.question.alpha) && self.differences[at] != 0.0
    }

    /// Who is shown ahead of whom.
    fn shown<'s>(&'s self, verdicts: &'s Verdicts) -> impl Iterator<Item = (usize, usize)> + 's {
        let pairs = self.couples.iter().zip(&verdicts.pairs).enumerate();
        pairs
            .filter(|(at, (_, judged))| self.is_shown(judged, *at))
            .map(|(at, (couple, _))| {
                let ahead = (self.differences[at] > 0.0) == self.request.question.higher_is_better;
                if ahead {
                    (couple.second, couple.first)
                } else {
                    (couple.first, couple.second)
                }
            })
    }

    /// A pair as it is told: of `a` and `b`, with b − a.
    fn pair(&self, at: usize, a: usize) -> RankedPair {
        let (couple, judged) = (self.couples[at], &self.judged.pairs[at]);
        let turned = couple.first != a;
        let b = if turned { couple.first } else { couple.second };
        let sign = if turned { -1.0 } else { 1.0 };
        let interval = judged.interval.map(|interval| {
            let interval = if turned {
                interval.mirrored()
            } else {
                interval
            };
            IntervalOutcome::new(interval, self.judged.kind, rounded(self.judged.level))
        });
        // Decimals that differ by the same number leave a width of roundings; that of a range (HSD) is wider.
        let has_width = |one: &IntervalOutcome| {
            let is_rounding = one.high - one.low <= 1e-6 * self.differences[at].abs();
            one.has_width() && !(is_rounding && judged.standard_error == Some(0.0))
        };
        let is_constant = interval.as_ref().is_some_and(|one| !has_width(one));
        let interval = interval.filter(|_| !is_constant);
        let standard_error = judged.standard_error.filter(|_| !is_constant);
        let pvalue = judged.pvalue.map(rounded);
        let shown = self.is_shown(judged, at);
        let contains_0 = interval.as_ref().is_some_and(IntervalOutcome::contains_0);
        RankedPair {
            a: self.systems[a].name.clone(),
            b: self.systems[b].name.clone(),
            metric: self.metric.name.clone(),
            dataset: None,
            difference: rounded(sign * self.differences[at]),
            standard_error: standard_error.map(rounded),
            interval,
            pvalue,
            p_adjusted: judged
                .adjusted
                .map(|p| rounded(p).max(pvalue.unwrap_or(0.0))),
            shown,
            later_step: shown && contains_0,
        }
    }

    /// The family; `pairs`: of this metric.
    fn family(&self, pairs: u64) -> RankFamily {
        let metrics = self.asked.alongside + 1;
        let mut over = vec![count(pairs, "pair")];
        over.extend((metrics > 1).then(|| count(metrics, "metric")));
        RankFamily {
            size: pairs * metrics,
            over,
            adjust: self.correction,
            each: self.each.clone(),
            method: self.judged.method,
            resamples: self.judged.resamples,
            p_floor: self.judged.floor.map(rounded),
        }
    }

    pub fn outcome(self) -> RankOutcome {
        let number = self.systems.len();
        let named = self.systems.iter().map(|one| (one.score, &one.name[..]));
        let order = order(named, self.request.question.higher_is_better);
        let ranking = Ranking::new(order.clone(), self.shown(&self.judged));
        let mut place = vec![usize::MAX; number * number];
        for (at, couple) in self.couples.iter().enumerate() {
            place[couple.first * number + couple.second] = at;
            place[couple.second * number + couple.first] = at;
        }
        let at = |a: usize, b: usize| Some(place[a * number + b]).filter(|&at| at != usize::MAX);
        let against_first = self.asked.against_first;
        let mut pairs = Vec::with_capacity(self.couples.len());
        if against_first {
            pairs.extend(
                order
                    .iter()
                    .filter_map(|&system| Some(self.pair(at(0, system)?, 0))),
            );
        } else {
            for (from, &a) in order.iter().enumerate() {
                pairs.extend(
                    order[from + 1..]
                        .iter()
                        .filter_map(|&b| Some(self.pair(at(a, b)?, a))),
                );
            }
        }
        let named = if against_first {
            None
        } else {
            letters(&ranking)
        };
        let tiers = ranking.tiers();
        let best = order[0];
        let systems = order.iter().map(|&system| {
            let one = &self.systems[system];
            let rank = ranking.rank(system);
            let to_best = at(best, system).map(|at| {
                let RankedPair {
                    difference,
                    interval,
                    p_adjusted,
                    shown,
                    later_step,
                    ..
                } = self.pair(at, best);
                ToBest {
                    difference,
                    interval,
                    p_adjusted,
                    shown,
                    later_step,
                }
            });
            let level_with = if against_first {
                Vec::new()
            } else {
                ranking.level_with(system)
            };
            RankedSystem {
                name: one.name.clone(),
                score: rounded(one.score),
                interval: one.interval.clone(),
                rank: RankRange {
                    low: rank.low as u64,
                    high: rank.high as u64,
                },
                tier: tiers[system] as u64,
                letters: named.as_ref().map(|letters| written(&letters[system])),
                level_with: level_with
                    .into_iter()
                    .map(|place| place as u64 + 1)
                    .collect(),
                to_best,
                best_share: one.best_share.map(rounded),
                on_datasets: one.on_datasets.iter().copied().map(rounded).collect(),
                votes: one.votes.clone(),
            }
        });
        let systems = systems.collect();
        let undefined = pairs.iter().filter(|pair| pair.p_adjusted.is_none());
        let excluded = undefined.map(|pair| ExcludedPair {
            a: pair.a.clone(),
            b: pair.b.clone(),
            reason: "the difference does not vary".to_owned(),
        });
        let excluded: Vec<ExcludedPair> = excluded.collect();
        let question = &self.request.question;
        let of_items = self.votes.is_none() && self.request.sample.over == Over::Items;
        let gate = verdicts::gate(&pairs, of_items.then_some(self.items), self.request);
        let family = self.family((pairs.len() - excluded.len()) as u64);
        let mut outcome = RankOutcome {
            run: Run::new(SCHEMA),
            stream: STREAM_NAME.to_owned(),
            seed: self.request.compute.seed,
            unit: self.of.unit,
            clusters: self.of.clusters.as_ref().map(|(number, _)| *number),
            cluster: self.of.clusters.as_ref().map(|(_, column)| column.clone()),
            items: self.items,
            resamples: self.request.compute.resamples,
            alpha: question.alpha,
            confidence: question.confidence,
            decimals: self.decimals,
            family,
            baseline: against_first.then(|| self.systems[0].name.clone()),
            systems,
            pairs,
            omnibus: self.omnibus.clone(),
            exchange: self
                .exchange
                .as_deref()
                .map(|adjusted| self.exchanged(adjusted)),
            votes: self.votes.clone(),
            recipes: self.recipes.clone(),
            datasets: self.datasets.clone(),
            further: Vec::new(),
            excluded,
            metrics: vec![self.metric.clone()],
            verdict: String::new(),
            gate,
            interrupted_after: self.judged.interrupted_after,
            request: RankRequest {
                request: self.asked.request.clone(),
                ..self.asked.clone()
            },
        };
        let skewed = self.couples.iter().zip(&self.judged.pairs).enumerate();
        let skewed = skewed.filter(|(at, (_, judged))| judged.skewed && self.is_shown(judged, *at));
        let name = |at: usize| &self.systems[at].name;
        let skewed =
            skewed.map(|(_, (of, _))| format!("{} and {}", name(of.first), name(of.second)));
        let skewed: Vec<String> = skewed.collect();
        outcome.verdict = say::verdict(&outcome);
        outcome.run.warnings = say::warnings(&outcome, &skewed, self.units);
        outcome.put_recipe();
        outcome
    }
}

/// `a`, `ab`; from the 27th letter on numbers: `a,27`.
fn written(letters: &[usize]) -> String {
    let name = |letter: usize| match u8::try_from(letter) {
        Ok(letter) if letter < 26 => char::from(b'a' + letter).to_string(),
        _ => (letter + 1).to_string(),
    };
    let between = if letters.iter().any(|&letter| letter >= 26) {
        ","
    } else {
        ""
    };
    letters
        .iter()
        .map(|&letter| name(letter))
        .collect::<Vec<_>>()
        .join(between)
}
