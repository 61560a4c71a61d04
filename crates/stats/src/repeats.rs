//! Several sampled answers to an item: one value of them, and what their number does to the error.
//!
//! Answers are nested in their item, so the item stays the unit: its answers are reduced to one value, and the error of a mean
//! comes from the spread of these values between items. It holds both variances: with K answers each,
//! `E s²(item means) = between + within/K` (Miller 2024, section 3.1), which says what more items or more answers would do.
//! Taking all answers for independent is too sure; resampling answers within resampled items counts `within` twice.

use crate::moments::sum;
use crate::{Moments, Pairs, StatsError, StudentT, TEstimate, error};

/// Answers of one system.
#[derive(Clone, Debug, PartialEq)]
pub struct Repeats {
    item_means: Vec<f64>,
    within: Option<f64>,
    /// Mean over the items of 1/K.
    inverse_answers: f64,
}

impl Repeats {
    /// From the scores of the answers: a row for each item.
    ///
    /// # Errors
    /// When there is no item, one has no answer, or a score is not finite.
    pub fn new<R: AsRef<[f64]>>(items: &[R]) -> Result<Self, StatsError> {
        if items.is_empty() {
            return Err(StatsError::TooFew {
                what: "items",
                needed: 1,
                found: 0,
            });
        }
        let answers = items.iter().map(|row| {
            let row = row.as_ref();
            if row.is_empty() {
                return Err(StatsError::TooFew {
                    what: "answers to each item",
                    needed: 1,
                    found: 0,
                });
            }
            Moments::of(row)
        });
        let answers: Vec<Moments> = answers.collect::<Result<_, _>>()?;
        let spare: u64 = answers.iter().map(|item| item.count() - 1).sum();
        let squares = sum(answers.iter().map(Moments::squares));
        Ok(Self {
            item_means: answers.iter().map(Moments::mean).collect(),
            within: (spare > 0).then(|| squares / spare as f64),
            inverse_answers: sum(answers.iter().map(|item| 1.0 / item.count() as f64))
                / answers.len() as f64,
        })
    }

    /// Mean score of each item.
    pub fn item_means(&self) -> &[f64] {
        &self.item_means
    }

    /// Variance of answers to one item, pooled; `None` where every item has one answer.
    pub fn variance_within(&self) -> Option<f64> {
        self.within
    }

    /// The mean over items with its standard error between them.
    ///
    /// # Errors
    /// For one item.
    pub fn estimate(&self) -> Result<TEstimate, StatsError> {
        StudentT::of_moments(Moments::of(&self.item_means)?).map(|t| t.estimate())
    }

    /// The mean difference of two systems on the same items; they may have answered different numbers of times.
    ///
    /// # Errors
    /// For different numbers of items, or one.
    pub fn minus(&self, baseline: &Self) -> Result<TEstimate, StatsError> {
        let pairs = Pairs::new(&self.item_means, &baseline.item_means)?;
        StudentT::of_pairs(&pairs).map(|t| t.estimate())
    }

    /// What the answers add to the variance of an item mean.
    fn share(&self) -> Option<f64> {
        self.within.map(|within| within * self.inverse_answers)
    }
}

/// The variance of an item mean, or of a difference of two: between items, and of the answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ItemVariance {
    items: f64,
    seen: f64,
    answers: f64,
}

impl ItemVariance {
    /// Splits the variance of an estimate between items, given the systems whose answers it is made of: one, or both of a difference.
    ///
    /// `None` where a system gave one answer to each item: nothing tells the parts from one another.
    pub fn new<const N: usize>(estimate: &TEstimate, systems: [&Repeats; N]) -> Option<Self> {
        let items = systems.first()?.item_means.len() as f64;
        let shares = systems
            .map(Repeats::share)
            .into_iter()
            .sum::<Option<f64>>()?;
        let error = estimate.standard_error();
        Some(Self {
            items,
            seen: error * error * items,
            answers: shares,
        })
    }

    /// Variance of item means, both parts.
    pub fn of_means(&self) -> f64 {
        self.seen
    }

    /// Variance between items, unclamped: negative where answers alone would spread more than what was seen.
    pub fn between(&self) -> f64 {
        self.seen - self.answers
    }

    /// Share of the squared standard error that comes from the answers; above 1 where [`ItemVariance::between`] is negative.
    pub fn share_of_answers(&self) -> f64 {
        self.answers / self.seen
    }

    /// The standard error with `times` as many items.
    pub fn with_more_items(&self, times: f64) -> f64 {
        libm::sqrt(self.seen / self.items / times)
    }
}

/// How the answers to an item become one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reducer {
    /// Their mean.
    Mean,
    /// The best of all.
    Best,
    /// The worst of all.
    Worst,
    /// Whether most are right: 0, 1, or ½ where as many are wrong.
    Majority,
    /// The first, in the order of the rows.
    First,
    /// The last, in the order of the rows.
    Last,
    /// [`pass_at`] so many.
    PassAt(u32),
    /// [`pass_all`] of so many.
    PassAll(u32),
}

impl std::fmt::Display for Reducer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Mean => f.write_str("mean"),
            Self::Best => f.write_str("best"),
            Self::Worst => f.write_str("worst"),
            Self::Majority => f.write_str("majority"),
            Self::First => f.write_str("first"),
            Self::Last => f.write_str("last"),
            Self::PassAt(k) => write!(f, "pass@{k}"),
            Self::PassAll(k) => write!(f, "pass^{k}"),
        }
    }
}

/// A word that is no reducer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected mean, best, worst, majority, first, last, pass@K or pass^K, found '{0}'; K is a number: pass@5"
)]
pub struct UnknownReducer(String);

impl std::str::FromStr for Reducer {
    type Err = UnknownReducer;

    /// Also by the names of Inspect: `max`, `mode`, `pass_at_K`.
    fn from_str(word: &str) -> Result<Self, UnknownReducer> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|k| *k > 0);
        let of = |start: &str| word.strip_prefix(start).and_then(number);
        match word {
            "mean" => Ok(Self::Mean),
            "best" | "max" => Ok(Self::Best),
            "worst" | "min" => Ok(Self::Worst),
            "majority" | "mode" => Ok(Self::Majority),
            "first" => Ok(Self::First),
            "last" => Ok(Self::Last),
            _ => of("pass@")
                .or(of("pass_at_"))
                .map(Self::PassAt)
                .or(of("pass^").map(Self::PassAll))
                .ok_or_else(|| UnknownReducer(word.to_owned())),
        }
    }
}

impl Reducer {
    /// One value for each row of scores. Items may have different numbers of answers where the expected value does not depend on
    /// it: a mean, pass@k, pass^k.
    ///
    /// # Errors
    /// When an item has no answer, or fewer than k; for best, worst and majority when numbers of answers differ; for majority,
    /// pass@k and pass^k when a score is neither 0 nor 1.
    pub fn reduce<R: AsRef<[f64]>>(self, items: &[R]) -> Result<Vec<f64>, StatsError> {
        let counts = || items.iter().map(|row| row.as_ref().len());
        let (least, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
        if least != most && matches!(self, Self::Best | Self::Worst | Self::Majority) {
            return Err(StatsError::UnequalAnswers {
                reducer: self.to_string(),
                least,
                most,
            });
        }
        items.iter().map(|row| self.of(row.as_ref())).collect()
    }

    fn of(self, answers: &[f64]) -> Result<f64, StatsError> {
        error::finite(answers)?;
        let all = answers.len();
        enough(all, 1)?;
        let right = || match answers
            .iter()
            .position(|&score| score != 0.0 && score != 1.0)
        {
            Some(index) => Err(StatsError::NotBinary {
                index,
                value: answers[index],
            }),
            None => Ok(answers.iter().filter(|&&score| score == 1.0).count() as u64),
        };
        match self {
            Self::Mean => Ok(sum(answers.iter().copied()) / all as f64),
            Self::Best => best_of(answers, all),
            Self::Worst => worst_of(answers, all),
            Self::First => Ok(answers[0]),
            Self::Last => Ok(answers[all - 1]),
            Self::Majority => majority_of(right()?, all as u64, all as u64),
            Self::PassAt(k) => pass_at(right()?, all as u64, k.into()),
            Self::PassAll(k) => pass_all(right()?, all as u64, k.into()),
        }
    }
}

/// The expected best of `k` of these scores, drawn without replacement: pass@k where they are 0 or 1 (Chen et al. 2021).
///
/// # Errors
/// For fewer than `k` scores, or `k` 0.
pub fn best_of(scores: &[f64], k: usize) -> Result<f64, StatsError> {
    enough(scores.len(), k)?;
    let mut ascending = scores.to_vec();
    ascending.sort_unstable_by(f64::total_cmp);
    // C(i, k − 1)/C(n, k): the score at i, counted from 0, is the best.
    let mut weight = k as f64 / scores.len() as f64;
    let mut total = 0.0;
    for i in (k - 1..scores.len()).rev() {
        total += weight * ascending[i];
        weight *= (i + 1 - k) as f64 / (i as f64).max(1.0);
    }
    Ok(total)
}

/// The expected worst of `k` of these scores, drawn without replacement.
///
/// # Errors
/// As [`best_of`].
pub fn worst_of(scores: &[f64], k: usize) -> Result<f64, StatsError> {
    let negated: Vec<f64> = scores.iter().map(|score| -score).collect();
    Ok(-best_of(&negated, k)?)
}

/// `1 − C(n − c, k)/C(n, k)`: at least one of `k` answers right, drawn from n of which c are (pass@k, Chen et al. 2021).
///
/// # Errors
/// For fewer than `k` answers, more right ones than answers, or `k` 0.
pub fn pass_at(right: u64, answers: u64, k: u64) -> Result<f64, StatsError> {
    part_of(right, answers)?;
    Ok(1.0 - pass_all(answers - right, answers, k)?)
}

/// `C(c, k)/C(n, k)`: all of `k` answers right (pass^k, Yao et al. 2024).
///
/// # Errors
/// As [`pass_at`].
pub fn pass_all(right: u64, answers: u64, k: u64) -> Result<f64, StatsError> {
    part_of(right, answers)?;
    enough(answers as usize, k as usize)?;
    Ok((0..k)
        .map(|i| right.saturating_sub(i) as f64 / (answers - i) as f64)
        .product())
}

/// The chance that most of `k` answers are right, drawn from n of which c are; as many right as wrong count half.
///
/// # Errors
/// As [`pass_at`].
pub fn majority_of(right: u64, answers: u64, k: u64) -> Result<f64, StatsError> {
    part_of(right, answers)?;
    enough(answers as usize, k as usize)?;
    let wrong = answers - right;
    let ways = |drawn: u64| {
        let weight = if 2 * drawn == k {
            0.5
        } else {
            f64::from(u8::from(2 * drawn > k))
        };
        weight
            * libm::exp(
                ln_choose(right, drawn) + ln_choose(wrong, k - drawn) - ln_choose(answers, k),
            )
    };
    if k == answers {
        // Nothing is left to chance, and no logarithm rounds.
        return Ok(0.5 * (1.0 + f64::from(right.cmp(&wrong) as i8)));
    }
    Ok(sum((k.saturating_sub(wrong)..=right.min(k)).map(ways)).min(1.0))
}

/// Score of the answer that was given most often: 1 if it is `gold`, 1/g if `gold` is one of g answers tied for it.
///
/// # Errors
/// When there is no answer.
pub fn vote<T: Ord>(answers: &[T], gold: &T) -> Result<f64, StatsError> {
    enough(answers.len(), 1)?;
    let mut sorted: Vec<&T> = answers.iter().collect();
    sorted.sort_unstable();
    let counts = || sorted.chunk_by(|x, y| x == y);
    let most = counts().map(<[&T]>::len).max();
    let tied = counts().filter(|same| Some(same.len()) == most);
    let (shared, ways) = tied.fold((false, 0.0), |(shared, ways), same| {
        (shared || same[0] == gold, ways + 1.0)
    });
    Ok(f64::from(u8::from(shared)) / ways)
}

/// `ln C(n, k)`.
fn ln_choose(n: u64, k: u64) -> f64 {
    let ln_factorial = |n: u64| libm::lgamma(n as f64 + 1.0);
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}

fn enough(answers: usize, k: usize) -> Result<(), StatsError> {
    error::positive("k", k as f64)?;
    if answers < k {
        Err(StatsError::TooFew {
            what: "answers to each item",
            needed: k,
            found: answers,
        })
    } else {
        Ok(())
    }
}

fn part_of(right: u64, answers: u64) -> Result<(), StatsError> {
    if right <= answers {
        return Ok(());
    }
    Err(StatsError::PartExceedsWhole {
        part_name: "right answers",
        part: right,
        whole_name: "answers",
        whole: answers,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean over all subsets of `k` scores.
    fn over_subsets(scores: &[f64], k: usize, reduced: impl Fn(&[f64]) -> f64) -> f64 {
        let subsets = (0..1_u32 << scores.len()).filter(|mask| mask.count_ones() as usize == k);
        let values: Vec<f64> = subsets
            .map(|mask| {
                let drawn = scores
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| (mask >> i) & 1 == 1);
                reduced(&drawn.map(|(_, score)| *score).collect::<Vec<_>>())
            })
            .collect();
        values.iter().sum::<f64>() / values.len() as f64
    }

    #[test]
    fn draws_without_replacement_are_means_over_subsets() {
        let graded = [0.3, 0.9, -1.0, 0.3, 2.5, 0.0, 0.7];
        let binary = [1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0];
        let close = |got: f64, want: f64| assert!((got - want).abs() < 1e-14, "{got} {want}");
        for k in 1..=graded.len() {
            let best = |drawn: &[f64]| drawn.iter().copied().fold(f64::MIN, f64::max);
            let worst = |drawn: &[f64]| drawn.iter().copied().fold(f64::MAX, f64::min);
            close(
                best_of(&graded, k).expect("enough"),
                over_subsets(&graded, k, best),
            );
            close(
                worst_of(&graded, k).expect("enough"),
                over_subsets(&graded, k, worst),
            );
        }
        for k in 1..=binary.len() {
            let most = |drawn: &[f64]| match 2.0 * drawn.iter().sum::<f64>() - k as f64 {
                0.0 => 0.5,
                lead => f64::from(u8::from(lead > 0.0)),
            };
            close(
                majority_of(4, 9, k as u64).expect("enough"),
                over_subsets(&binary, k, most),
            );
        }
    }

    #[test]
    fn reducers_take_what_more_answers_do_not_change() {
        let unequal = [vec![1.0, 0.0, 1.0], vec![0.0, 1.0]];
        assert_eq!(Reducer::Mean.reduce(&unequal), Ok(vec![2.0 / 3.0, 0.5]));
        assert_eq!(Reducer::PassAt(2).reduce(&unequal), Ok(vec![1.0, 1.0]));
        // Both of two right: one pair of three.
        let all = Reducer::PassAll(2).reduce(&unequal).expect("enough");
        assert!(
            (all[0] - 1.0 / 3.0).abs() < 1e-15 && all[1] == 0.0,
            "{all:?}"
        );
        for reducer in [Reducer::Best, Reducer::Worst, Reducer::Majority] {
            let refused = reducer.reduce(&unequal).expect_err("unequal");
            assert!(
                matches!(
                    refused,
                    StatsError::UnequalAnswers {
                        least: 2,
                        most: 3,
                        ..
                    }
                ),
                "{refused}"
            );
        }
        let four = [[1.0, 0.0, 0.0, 1.0], [1.0, 1.0, 0.0, 1.0], [0.0; 4]];
        assert_eq!(Reducer::Majority.reduce(&four), Ok(vec![0.5, 1.0, 0.0]));
        assert_eq!(Reducer::First.reduce(&unequal), Ok(vec![1.0, 0.0]));
        assert_eq!(Reducer::Last.reduce(&unequal), Ok(vec![1.0, 1.0]));
        assert_eq!(Reducer::Best.reduce(&four), Ok(vec![1.0, 1.0, 0.0]));
        assert_eq!(Reducer::Worst.reduce(&four), Ok(vec![0.0; 3]));
    }

    #[test]
    fn too_few_answers_and_grades_are_refused_where_they_have_no_meaning() {
        let too_few = StatsError::TooFew {
            what: "answers to each item",
            needed: 3,
            found: 2,
        };
        assert_eq!(Reducer::PassAt(3).reduce(&[[1.0, 0.0]]), Err(too_few));
        assert!(Reducer::PassAt(0).reduce(&[[1.0, 0.0]]).is_err());
        let graded = StatsError::NotBinary {
            index: 1,
            value: 0.5,
        };
        assert_eq!(Reducer::Majority.reduce(&[[1.0, 0.5]]), Err(graded.clone()));
        assert_eq!(Reducer::PassAll(1).reduce(&[[1.0, 0.5]]), Err(graded));
        assert!(Reducer::Mean.reduce(&[[]]).is_err());
        assert!(pass_at(3, 2, 1).is_err());
        assert_eq!(Reducer::PassAt(8).to_string(), "pass@8");
    }

    #[test]
    fn one_answer_to_each_item_tells_no_parts_apart() {
        let one = Repeats::new(&[[0.2], [0.4], [0.9]]).expect("answers");
        assert_eq!(one.variance_within(), None);
        assert_eq!(
            ItemVariance::new(&one.estimate().expect("items"), [&one]),
            None
        );
        assert!(Repeats::new::<[f64; 1]>(&[]).is_err());
        let more = Repeats::new(&[[0.2, 0.4]; 2]).expect("answers");
        assert!(one.minus(&more).is_err());
    }
}
