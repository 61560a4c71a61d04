//! What the best of n trials of a search is expected to score, for each n, and where the curves of searches cross: expected
//! validation performance (Dodge et al. 2019).

use rayon::prelude::*;
use restrap_core::{Design, IndexedBootstrap, Resampler};
use restrap_engine::Control;
use restrap_stats::interval::{BootstrapDistribution, Replicates};
use restrap_stats::{BestOf, Search};
use restrap_words::{Code, Note, asked, asked_as};
use serde::{Deserialize, Serialize};

use crate::data::scores::Scores;
use crate::error::Error;
use crate::number::count;
use crate::number::digits::rounded;
use crate::number::format::{grouped, number, percent};

/// Resamples of the trials of each search.
const RESAMPLES: u64 = 10_000;
/// Budgets that all stand in the outcome; larger ones do in steps of a twentieth.
const EACH: usize = 200;
/// Trials of a search beyond which a budget needs more weights than memory should hold.
const MOST: usize = 100_000;
/// Searches whose pairs are compared.
const MOST_PAIRED: usize = 12;
/// Trials below which the band is known poorly.
const FEW: u64 = 10;

/// What is asked about searches.
///
/// How the best of n trials is estimated (with or without replacement), and whether higher scores are better. Trials must be drawn
/// independently, as random search draws them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BudgetRequest {
    /// How the best of n trials is estimated.
    pub estimator: BestOf,
    /// The best trial has the highest score.
    pub higher_is_better: bool,
}

/// Searches, budget by budget. The unit is the trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BudgetOutcome {
    /// How the best of n trials is estimated.
    pub estimator: BestOf,
    /// The best trial has the highest score.
    pub higher_is_better: bool,
    /// Resamples of the trials of each search.
    pub resamples: u64,
    /// Level of the bands.
    pub confidence: f64,
    /// One for each search.
    pub searches: Vec<SearchOutcome>,
    /// What is said of every two searches, the first named first.
    pub pairs: Vec<SearchPair>,
    /// What a paper should say, after the checklist of Dodge et al. (2019).
    pub checklist: String,
}

/// One search.
///
/// A search is a list of trials, each with one score. The points say what the best of n of these trials scores on average, for n up
/// to their number, with a band over trials.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SearchOutcome {
    /// Name.
    pub name: String,
    /// Trials, N.
    pub trials: u64,
    /// From one trial to N.
    pub points: Vec<BudgetPoint>,
}

/// The best of n trials.
///
/// The expected best score of n trials of a search, with a bootstrap band over trials. The unit is the trial; n runs from 1 to the
/// number of trials.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BudgetPoint {
    /// n.
    pub trials: u64,
    /// Its expected score.
    pub best: f64,
    /// Standard deviation of one best of n.
    pub deviation: f64,
    /// Ends of the percentile bootstrap over trials.
    pub low: f64,
    /// Upper end of the band.
    pub high: f64,
}

/// Two searches at the budgets that both have.
///
/// Which search has the higher expected best score at each budget, and from which budget on the lead changes, up to the number of
/// trials that both have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SearchPair {
    /// Names.
    pub searches: [String; 2],
    /// Largest budget that both have.
    pub trials: u64,
    /// The one ahead there; none where they are equal.
    pub ahead: Option<String>,
    /// Share of the resamples in which that one is ahead there.
    pub resampled_ahead: Option<f64>,
    /// Where the other one takes the lead, in order of the budget.
    pub crossings: Vec<Crossing>,
}

/// A change of the lead.
///
/// Which search leads up to which budget, and which one from the next on, by expected best scores; bands that overlap leave the
/// order open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Crossing {
    /// Ahead up to here.
    pub last: u64,
    /// Who was.
    pub from: String,
    /// Another is ahead from here on.
    pub first: u64,
    /// Who is.
    pub to: String,
}

/// Resampled and observed curves of one search.
struct Curve {
    search: Search,
    budgets: Vec<usize>,
    observed: Vec<f64>,
    /// One for each budget, in order of the resamples.
    resampled: Vec<Vec<f64>>,
}

impl BudgetOutcome {
    /// Says what the best of n trials scores, by the scores of the trials of each search.
    ///
    /// # Errors
    /// For scores that are not of trials, searches without one or with more than 100,000, and [`Error::Interrupted`].
    pub(crate) fn of(
        systems: &[Scores],
        asked_of: BudgetRequest,
        confidence: f64,
        control: &Control,
    ) -> Result<Self, Error> {
        let curves = systems
            .iter()
            .zip(0..)
            .map(|(system, place)| Curve::of(system, place, asked_of, control));
        let curves = curves.collect::<Result<Vec<_>, _>>()?;
        let searches = systems
            .iter()
            .zip(&curves)
            .map(|(system, curve)| curve.told(&system.name, asked_of, confidence));
        let searches = searches.collect::<Result<Vec<_>, _>>()?;
        let paired = if systems.len() > MOST_PAIRED {
            0
        } else {
            systems.len()
        };
        let pairs =
            (0..paired).flat_map(|first| (first + 1..paired).map(move |second| (first, second)));
        let pairs = pairs.map(|(first, second)| {
            let names = [first, second].map(|place| &systems[place].name[..]);
            SearchPair::of(names, [&curves[first], &curves[second]])
        });
        Ok(Self {
            estimator: asked_of.estimator,
            higher_is_better: asked_of.higher_is_better,
            resamples: RESAMPLES,
            confidence,
            pairs: pairs.collect(),
            checklist: checklist(&searches, asked_of.estimator),
            searches,
        })
    }

    /// One sentence on every two searches.
    pub fn sentences(&self) -> Vec<String> {
        self.pairs.iter().map(SearchPair::sentence).collect()
    }

    /// Returns the method of the curves, for the report line.
    pub(crate) fn method(&self) -> String {
        format!(
            "best of n trials by the {}, {} percentile band of {} bootstrap resamples of the trials, seed 0",
            named(self.estimator),
            percent(self.confidence),
            grouped(self.resamples)
        )
    }

    /// What a reader of the curves must know.
    pub(crate) fn warnings(&self) -> Vec<Note> {
        let few = self.searches.iter().filter(|search| search.trials < FEW);
        let few: Vec<&str> = few.map(|search| &search.name[..]).collect();
        let few = (!few.is_empty()).then(|| {
            Code::FewTrials.says(format!(
                "{}: fewer than {FEW} trials, so the bands are too narrow",
                few.join(", ")
            ))
        });
        let low = (self.estimator == BestOf::V).then(|| {
            Code::BiasedBudget.says(format!(
                "the V-statistic samples trials with replacement and is biased downwards near the last budget; {} is unbiased",
                asked_as("estimator", BestOf::U)
            ))
        });
        let drawn = Code::IndependentTrials.says("the expected best of n assumes independent trials, as in random search: not a grid, nor a search that learns from its trials");
        few.into_iter().chain(low).chain([drawn]).collect()
    }
}

/// The budgets that are printed: every one of few; of many those in steps of a twentieth, and the last.
fn budgets(trials: usize) -> Vec<usize> {
    let mut budgets: Vec<usize> = (1..=trials.min(EACH)).collect();
    while let Some(&last) = budgets.last().filter(|&&last| last < trials) {
        budgets.push((last + last / 20).min(trials));
    }
    budgets
}

impl Curve {
    fn of(
        system: &Scores,
        place: u16,
        asked_of: BudgetRequest,
        control: &Control,
    ) -> Result<Self, Error> {
        let trials = system.items() as usize;
        if trials > MOST {
            let found = format!("{} has {}", system.name, count(trials as u64, "trial"));
            let hint = format!(
                "are these items? {} expects the trials of a search",
                asked("budget")
            );
            return Err(Error::not_applicable(
                asked("budget"),
                "at most 100,000 trials",
                found,
                hint,
            ));
        }
        let sign = if asked_of.higher_is_better { 1.0 } else { -1.0 };
        let search = Search::new(
            &system
                .one_by_one()?
                .iter()
                .map(|score| sign * score)
                .collect::<Vec<f64>>(),
        )?;
        let budgets = budgets(trials);
        let weights: Vec<Vec<f64>> = budgets
            .iter()
            .map(|&n| asked_of.estimator.weights(trials, n))
            .collect();
        let value = |ascending: &[f64], weights: &[f64]| {
            ascending
                .iter()
                .zip(weights)
                .map(|(x, w)| x * w)
                .sum::<f64>()
        };
        let steps = control.steps(RESAMPLES);
        let column = vec![0; trials];
        let draws = IndexedBootstrap::new(&[&column], &Design::full(trials as u64));
        let one = |resample: u64| {
            if steps.is_stopped() {
                return Err(Error::Interrupted);
            }
            steps.finish_one();
            // A resample of ascending trials is ascending.
            let counts = draws.counts(0, place, resample);
            let drawn = search.ascending().iter().zip(counts);
            let drawn: Vec<f64> = drawn
                .flat_map(|(score, count)| std::iter::repeat_n(*score, count as usize))
                .collect();
            Ok(weights
                .iter()
                .map(|weights| value(&drawn, weights))
                .collect::<Vec<f64>>())
        };
        let rows = (0..RESAMPLES)
            .into_par_iter()
            .map(one)
            .collect::<Result<Vec<_>, _>>()?;
        let resampled = (0..budgets.len())
            .map(|at| rows.iter().map(|row| row[at]).collect())
            .collect();
        let observed = budgets
            .iter()
            .map(|&n| search.best(asked_of.estimator, n).mean)
            .collect();
        Ok(Self {
            search,
            budgets,
            observed,
            resampled,
        })
    }

    fn told(
        &self,
        name: &str,
        asked_of: BudgetRequest,
        confidence: f64,
    ) -> Result<SearchOutcome, Error> {
        let point = |(at, &n): (usize, &usize)| {
            let best = self.search.best(asked_of.estimator, n);
            let ends =
                Replicates::new(best.mean, self.resampled[at].clone())?.percentile(confidence)?;
            let (best, ends, deviation) = if asked_of.higher_is_better {
                (best.mean, [ends.low, ends.high], best.deviation)
            } else {
                (-best.mean, [-ends.high, -ends.low], best.deviation)
            };
            let [low, high] = ends.map(rounded);
            Ok(BudgetPoint {
                trials: n as u64,
                best: rounded(best),
                deviation: rounded(deviation),
                low,
                high,
            })
        };
        let points = self
            .budgets
            .iter()
            .enumerate()
            .map(point)
            .collect::<Result<_, Error>>()?;
        Ok(SearchOutcome {
            name: name.to_owned(),
            trials: self.search.trials() as u64,
            points,
        })
    }

    /// The observed and the resampled curve at a budget that this search has.
    fn at(&self, n: usize) -> Option<(f64, &[f64])> {
        let place = self.budgets.binary_search(&n).ok()?;
        Some((self.observed[place], &self.resampled[place]))
    }
}

impl SearchPair {
    fn of(names: [&str; 2], curves: [&Curve; 2]) -> Self {
        // Budgets that both have: the last one of the shorter search may stand between two of the longer.
        let shared = curves[0]
            .budgets
            .iter()
            .copied()
            .filter(|&n| curves[1].at(n).is_some());
        let gaps: Vec<(usize, f64)> = shared
            .filter_map(|n| {
                let [first, second] = [curves[0].at(n)?.0, curves[1].at(n)?.0];
                let near = 1e-12 * (first.abs() + second.abs());
                Some((
                    n,
                    if (second - first).abs() <= near {
                        0.0
                    } else {
                        second - first
                    },
                ))
            })
            .collect();
        let leader = |gap: f64| names[usize::from(gap > 0.0)].to_owned();
        let mut crossings = Vec::new();
        let mut before: Option<(usize, f64)> = None;
        for &(n, gap) in gaps.iter().filter(|(_, gap)| *gap != 0.0) {
            if let Some((last, was)) = before.filter(|(_, was)| (*was > 0.0) != (gap > 0.0)) {
                crossings.push(Crossing {
                    last: last as u64,
                    from: leader(was),
                    first: n as u64,
                    to: leader(gap),
                });
            }
            before = Some((n, gap));
        }
        let (trials, gap) = gaps.last().copied().unwrap_or((0, 0.0));
        let is_known = gap != 0.0;
        let share = || {
            let [(_, first), (_, second)] = [curves[0].at(trials)?, curves[1].at(trials)?];
            let ahead = first
                .iter()
                .zip(second)
                .filter(|(first, second)| (*second - *first) * gap > 0.0)
                .count();
            Some(rounded(ahead as f64 / first.len() as f64))
        };
        Self {
            searches: names.map(str::to_owned),
            trials: trials as u64,
            ahead: is_known.then(|| leader(gap)),
            resampled_ahead: if is_known { share() } else { None },
            crossings,
        }
    }

    /// Who leads up to which budget, and how sure that is of the last one.
    fn sentence(&self) -> String {
        let [first, second] = &self.searches;
        let at = count(self.trials, "trial");
        let Some(ahead) = &self.ahead else {
            return format!("{first} and {second}: equal at {at}.");
        };
        let mut path: Vec<String> = self
            .crossings
            .iter()
            .map(|crossing| {
                format!(
                    "{} is ahead up to {}",
                    crossing.from,
                    count(crossing.last, "trial")
                )
            })
            .collect();
        path.push(match self.crossings.last() {
            Some(crossing) => format!("{ahead} from {}", crossing.first),
            None => format!("{ahead} is better at every budget"),
        });
        let sure = self.resampled_ahead.map_or_else(String::new, |share| {
            format!(
                "; at {at} it is better in {} of the bootstrap resamples",
                format_args!("{} %", number(100.0 * share, 0))
            )
        });
        format!("{first} and {second}: {}{sure}.", path.join(", "))
    }
}

/// An estimator with its source.
fn named(estimator: BestOf) -> &'static str {
    match estimator {
        BestOf::V => "V-statistic of Dodge et al. 2019",
        BestOf::U => "U-statistic of Tang et al. 2020",
    }
}

/// What a paper should say of its searches.
fn checklist(searches: &[SearchOutcome], estimator: BestOf) -> String {
    let trials: Vec<String> = searches
        .iter()
        .map(|search| format!("{} of {}", count(search.trials, "trial"), search.name))
        .collect();
    let by = named(estimator);
    format!(
        "Hyperparameter search: {}, drawn independently at random; expected validation performance of the best of n trials ({by}). To add \
         (checklist of Dodge et al. 2019): the bounds of every hyperparameter, how trials were drawn, the configuration of the best one, \
         the number of training runs, and the mean time of one.",
        trials.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(systems: &[Scores], estimator: BestOf, higher_is_better: bool) -> BudgetOutcome {
        let asked_of = BudgetRequest {
            estimator,
            higher_is_better,
        };
        BudgetOutcome::of(systems, asked_of, 0.95, &Control::default()).expect("searches")
    }

    #[test]
    fn a_steady_search_is_ahead_until_the_lucky_one_has_enough_trials() {
        let steady = Scores::new(
            "steady",
            vec![0.50, 0.51, 0.52, 0.53, 0.54, 0.55, 0.56, 0.57],
        );
        let lucky = Scores::new("lucky", vec![0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]);
        let found = of(&[steady, lucky], BestOf::V, true);
        assert_eq!(found.searches[1].points.len(), 8);
        let pair = &found.pairs[0];
        let at = |search: usize, n: u64| found.searches[search].points[n as usize - 1].best;
        let [crossing] = &pair.crossings[..] else {
            panic!("{pair:?}")
        };
        assert!(
            at(0, crossing.last) > at(1, crossing.last)
                && at(0, crossing.first) < at(1, crossing.first)
        );
        assert_eq!(
            (crossing.first, &crossing.to[..]),
            (crossing.last + 1, "lucky")
        );
        assert!(
            found.sentences()[0].starts_with("steady and lucky: steady is ahead up to "),
            "{:?}",
            found.sentences()
        );
        // A band holds its curve, and the best of all is never beyond the best trial.
        for point in found.searches.iter().flat_map(|search| &search.points) {
            assert!(
                point.low <= point.best && point.best <= point.high && point.high <= 0.8,
                "{point:?}"
            );
        }
    }

    #[test]
    fn losses_are_gains_turned_round() {
        let losses = vec![3.0, 1.0, 2.5, 2.0, 4.0];
        let gains: Vec<f64> = losses.iter().map(|loss| -loss).collect();
        let [down, up] = [(losses, false), (gains, true)]
            .map(|(values, higher)| of(&[Scores::new("x", values)], BestOf::U, higher));
        for (down, up) in down.searches[0].points.iter().zip(&up.searches[0].points) {
            assert_eq!(
                (down.best, down.low, down.high),
                (-up.best, -up.high, -up.low)
            );
        }
        assert_eq!(down.searches[0].points[4].best, 1.0);
        assert!(
            down.warnings()
                .iter()
                .all(|text| !text.text.contains("V-statistic"))
        );
    }

    #[test]
    fn many_trials_have_budgets_in_steps() {
        assert_eq!(budgets(3), [1, 2, 3]);
        let many = budgets(5_000);
        assert!(many.len() < 300 && many[199] == 200 && *many.last().unwrap() == 5_000);
        assert!(many.windows(2).all(|two| two[0] < two[1]));
    }
}
