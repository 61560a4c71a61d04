//! Many systems that votes compare two at a time: strengths that explain the votes (Davidson 1970), each pair by its difference.
//!
//! A prompt moves the strengths by its influence, the inverse of the information times its score. Standard errors are those of sums
//! of influences (the sandwich by prompt, times C/(C − 1)), and max-T draws the joint law of all pairs by random signs of whole
//! prompts (Kline and Santos 2012, the score bootstrap): asymptotic in prompts, however many votes these hold. Other corrections take
//! Student's t of each pair with C − 1 degrees of freedom.

use restrap_engine::Control;
use restrap_stats::interval::Scale;
use restrap_stats::votes::{Davidson, Duel, Estimated};
use restrap_stats::{StatsError, TEstimate};
use restrap_words::asked_as;

use super::drawn::drawn;
use super::families::Swapped;
use super::finish::{Drawn, Finish, One};
use super::laws::by_t;
use super::means::swaps;
use super::verdicts::{Couple, Judged, Verdicts};
use crate::error::Error;
use crate::evidence::level::decided;
use crate::number::digits::{Spread, of_scores, rounded};
use crate::outcome::rank::{EstimatedOutcome, RankOutcome, RankVotes, SystemVotes};
use crate::outcome::{IntervalKind, IntervalOutcome, Method, MetricInfo, Unit};
use crate::request::goes_with::{self, Given};
use crate::request::rank::{Correction, RankRequest};
use crate::request::{Exact, IntervalMethod, Request};
use crate::say::phrase::named;
use crate::verb::compare::checks::check_options;

/// Bits of the largest influence: rounding of all prompts together stays far below a tie.
const INFLUENCE_BITS: i32 = 38;

/// Votes between systems, by what belongs together.
///
/// Names of the systems, votes between two of them with who won, and the prompt of each vote, whose votes are drawn together where
/// a prompt has several.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ballots {
    /// Names of the systems, which duels have by their places.
    pub systems: Vec<String>,
    /// The votes of each prompt, or of each vote by itself.
    pub prompts: Vec<Vec<Duel>>,
    /// What the prompts are called; `None` where votes count as independent.
    pub column: Option<String>,
    /// Rows without a winner.
    pub missing: u64,
}

impl Ballots {
    /// Votes on prompts; `column` says what these are called.
    pub fn new(systems: Vec<String>, prompts: Vec<Vec<Duel>>, column: Option<String>) -> Self {
        Self {
            systems,
            prompts,
            column,
            missing: 0,
        }
    }

    fn duels(&self) -> impl Iterator<Item = &Duel> {
        self.prompts.iter().flatten()
    }

    fn units(&self) -> Drawn {
        match &self.column {
            Some(column) => Drawn {
                unit: Unit::Cluster,
                clusters: Some((self.prompts.len() as u64, column.clone())),
            },
            None => Drawn {
                unit: Unit::Vote,
                clusters: None,
            },
        }
    }

    /// Votes of a system.
    fn of(&self, system: usize) -> SystemVotes {
        let (mut won, mut lost, mut tied) = (0, 0, 0);
        for duel in self.duels() {
            if duel.first == system {
                (won, lost) = (won + duel.first_wins, lost + duel.second_wins);
            } else if duel.second == system {
                (won, lost) = (won + duel.second_wins, lost + duel.first_wins);
            } else {
                continue;
            }
            tied += duel.ties;
        }
        let all = (won + lost + tied).max(1) as f64;
        SystemVotes {
            won,
            lost,
            tied,
            win_rate: rounded((won as f64 + 0.5 * tied as f64) / all),
        }
    }
}

/// Ranks systems by votes between them: the first is the baseline, where pairs with it alone are asked for.
///
/// # Errors
/// [`Error`] where a group of systems never lost to the rest, for fewer than two prompts, and for options that votes do not have.
pub fn rank_votes(
    ballots: &Ballots,
    asked: &RankRequest,
    control: &Control,
) -> Result<RankOutcome, Error> {
    check(asked)?;
    check_options(ballots.systems.len(), &asked.request)?;
    let request = &asked.request;
    let strengths = Strengths::new(ballots)?;
    let couples = Couple::all(ballots.systems.len(), asked.against_first);
    let correction = asked.correction.unwrap_or(Correction::MaxT);
    let judged = strengths.judged(&couples, correction, request, control)?;
    let confidence = request.question.confidence;
    let wanted = request.question.interval != IntervalMethod::None;
    let kind = strengths.kind();
    let one = |(system, name): (usize, &String)| {
        let estimate = strengths.estimate(strengths.own[system])?;
        let interval = if wanted {
            estimate.interval(confidence)?
        } else {
            None
        };
        let interval = interval.map(|interval| IntervalOutcome::new(interval, kind, confidence));
        let score = strengths.own[system].value;
        Ok(One {
            name: name.clone(),
            score,
            interval,
            best_share: None,
            votes: Some(ballots.of(system)),
            on_datasets: Vec::new(),
        })
    };
    let votes: u64 = ballots.duels().map(Duel::votes).sum();
    let spread = |one: &Estimated| Spread {
        items: votes,
        error: one.error,
        binary: false,
    };
    let finish = Finish {
        asked,
        request,
        metric: MetricInfo {
            name: "strength".to_owned(),
            higher_is_better: true,
            binary: false,
            signature: None,
            full_name: Some("logarithm of Davidson's strength".to_owned()),
            mean_over: None,
        },
        of: ballots.units(),
        items: votes,
        units: ballots.prompts.len() as u64,
        decimals: of_scores(request.question.digits, strengths.own.iter().map(spread)) as u64,
        systems: ballots
            .systems
            .iter()
            .enumerate()
            .map(one)
            .collect::<Result<_, Error>>()?,
        differences: couples
            .iter()
            .map(|couple| strengths.difference(*couple).value)
            .collect(),
        couples: &couples,
        judged,
        correction,
        each: None,
        omnibus: Vec::new(),
        exchange: None,
        recipes: None,
        datasets: None,
        votes: Some(RankVotes {
            votes,
            missing: ballots.missing,
            tied: ballots.duels().map(|duel| duel.ties).sum(),
            ties: strengths.fit.ties().map(EstimatedOutcome::new),
            log_likelihood: rounded(strengths.fit.log_likelihood()),
        }),
    };
    Ok(finish.outcome())
}

/// Refuses what votes do not have.
fn check(asked: &RankRequest) -> Result<(), Error> {
    let mut given = asked.facts();
    let correction = asked.correction.unwrap_or(Correction::MaxT);
    given.extend(goes_with::of(&[
        (Given::Strengths, true),
        (
            Given::ScoresAdjusted,
            correction.is_bootstrap()
                || matches!(correction, Correction::Hsd | Correction::Nemenyi),
        ),
        (
            Given::ExactAlways,
            asked.request.compute.exact == Exact::Always,
        ),
        (
            Given::LowerIsBetter,
            !asked.request.question.higher_is_better,
        ),
    ]));
    goes_with::check(&given)
}

/// Fitted strengths with what each prompt moves them by.
struct Strengths {
    /// With the errors of the prompts.
    fit: Davidson,
    own: Vec<Estimated>,
    /// One row per prompt, one number per system.
    influences: Vec<Vec<f64>>,
    clustered: bool,
}

impl Strengths {
    fn new(ballots: &Ballots) -> Result<Self, Error> {
        let duels: Vec<Duel> = ballots.duels().copied().collect();
        let fit = Davidson::fit(ballots.systems.len(), &duels, false);
        let plain = fit.map_err(|error| unbeaten(error, &ballots.systems))?;
        let influences = plain.influences(&ballots.prompts);
        let fit = plain.by_prompt(&ballots.prompts)?;
        Ok(Self {
            own: fit.strengths(),
            fit,
            influences,
            clustered: ballots.column.is_some(),
        })
    }

    fn kind(&self) -> IntervalKind {
        if self.clustered {
            IntervalKind::ClusterT
        } else {
            IntervalKind::T
        }
    }

    /// Second − first.
    fn difference(&self, couple: Couple) -> Estimated {
        self.fit.difference(couple.second, couple.first)
    }

    fn estimate(&self, of: Estimated) -> Result<TEstimate, Error> {
        Ok(TEstimate::new(
            of.value,
            of.error,
            self.influences.len() as f64 - 1.0,
        )?)
    }

    fn judged(
        &self,
        couples: &[Couple],
        correction: Correction,
        request: &Request,
        control: &Control,
    ) -> Result<Verdicts, Error> {
        let differences: Vec<Estimated> = couples
            .iter()
            .map(|couple| self.difference(*couple))
            .collect();
        if correction.is_max_t() {
            return self.max_t(couples, &differences, correction, request, control);
        }
        let estimates = differences
            .iter()
            .map(|of| self.estimate(*of))
            .collect::<Result<Vec<_>, Error>>()?;
        by_t(&estimates, self.kind(), correction, request)
    }

    fn max_t(
        &self,
        couples: &[Couple],
        differences: &[Estimated],
        correction: Correction,
        request: &Request,
        control: &Control,
    ) -> Result<Verdicts, Error> {
        let (per_one, columns) = self.columns();
        let slices: Vec<&[i64]> = columns.iter().map(Vec::as_slice).collect();
        let weight = |of: &Estimated| {
            if of.error > 0.0 {
                1.0 / (of.error * per_one)
            } else {
                0.0
            }
        };
        let family = Swapped {
            systems: columns.len(),
            pairs: couples
                .iter()
                .map(|couple| (couple.first, couple.second))
                .collect(),
            weights: differences.iter().map(weight).collect(),
        };
        let observed: Vec<f64> = differences
            .iter()
            .zip(&family.weights)
            .map(|(of, weight)| of.value.abs() * per_one * weight)
            .collect();
        let slack = vec![0.0; observed.len()];
        // Every sign drawn once would not make an asymptotic test exact.
        let mut drawing = request.clone();
        drawing.compute.exact = Exact::Never;
        let source = swaps(&slices, self.influences.len(), &drawing)?;
        let found = drawn(&family, &observed, &slack, &source, &drawing, control)?;
        let found = found.adjusted_by(correction, &observed, &slack);
        let alpha = 1.0 - request.question.confidence;
        let critical = found.critical(alpha, 0.0);
        let wanted = request.question.interval != IntervalMethod::None;
        let judged = |(at, of): (usize, &Estimated)| {
            let half = critical * of.error;
            let excludes = found.single_step(observed[at], 0.0) <= alpha;
            Judged {
                pvalue: Some(found.own[at]),
                method: Method::Sampled,
                adjusted: Some(found.adjusted[at]),
                interval: Some((of.value - half, of.value + half))
                    .filter(|_| wanted)
                    .and_then(|ends| decided(ends, excludes, of.value, Scale::UNKNOWN)),
                standard_error: Some(of.error),
                skewed: false,
            }
        };
        Ok(Verdicts {
            pairs: differences.iter().enumerate().map(judged).collect(),
            kind: IntervalKind::MaxT,
            level: request.question.confidence,
            method: Method::Sampled,
            resamples: Some(found.completed),
            floor: Some(found.floor()),
            interrupted_after: found.interrupted_after,
        })
    }

    /// Influences as integers, so many of which make 1: a column per system, from that of the first.
    fn columns(&self) -> (f64, Vec<Vec<i64>>) {
        let of = |row: &[f64], system: usize| row[system] - row[0];
        let systems = self.own.len();
        let all = self
            .influences
            .iter()
            .flat_map(|row| (0..systems).map(move |system| of(row, system)));
        let largest = all.fold(0.0_f64, |largest, value| largest.max(value.abs()));
        let shift = if largest > 0.0 {
            INFLUENCE_BITS - libm::frexp(largest).1
        } else {
            0
        };
        let per_one = libm::ldexp(1.0, shift);
        let column = |system| {
            self.influences
                .iter()
                .map(|row| (of(row, system) * per_one).round() as i64)
                .collect::<Vec<_>>()
        };
        (per_one, (0..systems).map(column).collect())
    }
}

/// A group of systems that never lost to the rest, by name.
fn unbeaten(error: StatsError, names: &[String]) -> Error {
    let StatsError::Unbeaten { systems, apart } = error else {
        return error.into();
    };
    let group: Vec<&str> = systems.iter().map(|&system| &names[system][..]).collect();
    let group = named(&group);
    let (needs, found) = if apart {
        (
            "votes that connect all systems",
            format!("none between {group} and the others"),
        )
    } else {
        (
            "every group of systems to have lost to, or tied with, the others",
            format!("{group} never did, so the maximum likelihood strengths are infinite"),
        )
    };
    Error::not_applicable(
        "a ranking by votes",
        needs,
        found,
        format!(
            "collect votes between them, or leave systems out: {}",
            asked_as("where", "COL!=NAME")
        ),
    )
}
