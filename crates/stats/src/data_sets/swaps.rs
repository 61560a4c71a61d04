//! The mean over data sets by swaps: the two scores of each item, or of each cluster, change places within their data set.
//!
//! With n_k items in data set k of K, the mean over data sets is `sum of d/(K n_k)` over all items, and a swap changes the sign
//! of its item's share. The law is that of random signs of unequal shares, exact where all shares are multiples of one number
//! (their least common denominator). Its dual subtracts θ from every item: the ends are ratios of subsets, `sum of d/n_k` over
//! `sum of 1/n_k`, that the test of this level does not reject. Weighted by items it is the mean of all items in one.
//!
//! Shares whose common denominator needs more than 60 bits are rounded to 40 bits or more, and values that rounding may have
//! moved away from a tie count as ties. Cost: as the law of a single mean, and about thirty such laws for an interval.

use crate::interval::{Unit, invert_units};
use crate::test::gcd;
use crate::{Alternative, Interval, Law, Probability, StatsError, Tail};

/// Bits of a sum of shares at most.
const MOST_BITS: u32 = 60;
/// Bits of the largest share where shares are rounded.
const ROUNDED_BITS: i32 = 46;
/// Weight of one item in the dual at most: shifts have 2^30 steps.
const MOST_WEIGHT: i128 = 1 << 28;

/// How much a data set counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Each data set has the same weight: the macro mean.
    Alike,
    /// Each item has the same weight: the micro mean.
    ByItems,
}

/// The differences of one data set, as its swaps see them.
#[derive(Clone, Debug, PartialEq)]
pub struct SwappedSet {
    /// For each item or cluster that is swapped as one: the sum of its differences in steps of their grid, and its items.
    pub units: Vec<(i64, u64)>,
    /// Steps of that grid in 1.
    pub per_one: f64,
    /// Differences are on the grid; otherwise each was rounded by up to half a step.
    pub is_exact: bool,
}

impl SwappedSet {
    fn items(&self) -> u64 {
        self.units.iter().map(|unit| unit.1).sum()
    }

    fn total(&self) -> i128 {
        self.units.iter().map(|unit| i128::from(unit.0)).sum()
    }
}

/// The mean difference over data sets.
#[derive(Debug)]
pub struct MeanOfSets {
    mean: f64,
    /// Shares of the units in steps, and how many have each.
    shares: Vec<(i64, u64)>,
    /// Sums this far from a tie are taken as one.
    slack: i128,
    /// The units as the dual takes them.
    dual: Vec<Unit>,
    dual_slack: u64,
    dual_per_one: f64,
}

impl MeanOfSets {
    /// # Errors
    /// For no data sets, or one without items.
    pub fn new(sets: &[SwappedSet], weights: Weights) -> Result<Self, StatsError> {
        if sets.is_empty() {
            return Err(StatsError::TooFew {
                what: "data sets",
                needed: 1,
                found: 0,
            });
        }
        if sets.iter().any(|set| set.items() == 0) {
            return Err(StatsError::TooFew {
                what: "items of a data set",
                needed: 1,
                found: 0,
            });
        }
        let items: u64 = sets.iter().map(SwappedSet::items).sum();
        let mean = sets.iter().map(|set| {
            let total = set.total() as f64 / set.per_one;
            match weights {
                Weights::Alike => total / set.items() as f64 / sets.len() as f64,
                Weights::ByItems => total / items as f64,
            }
        });
        let mean = mean.sum();
        let steps = Steps::new(sets, weights);
        let shares = sets
            .iter()
            .zip(&steps.factors)
            .flat_map(|(set, factor)| set.units.iter().map(|&(total, _)| factor.of(total)));
        let shares = counted(shares);
        let slack = sets.iter().zip(&steps.factors).map(|(set, factor)| {
            let rounded = if set.is_exact {
                0
            } else {
                i128::from(factor.of(1).max(1)) * i128::from(set.items())
            };
            rounded
                + if steps.is_exact {
                    0
                } else {
                    set.units.len() as i128
                }
        });
        let slack: i128 = slack.sum();
        let weight = Weighing::new(sets, weights);
        let dual = sets
            .iter()
            .zip(steps.factors.iter().zip(&weight.of_items))
            .flat_map(|(set, (factor, each))| {
                set.units
                    .iter()
                    .map(move |&(total, items)| (factor.of(total), items * each))
            });
        let dual = counted(dual);
        let dual = dual
            .into_iter()
            .map(|((total, items), copies)| Unit {
                total,
                items,
                copies,
            })
            .collect();
        let dual_slack = u64::try_from(slack).unwrap_or(u64::MAX);
        Ok(Self {
            mean,
            shares,
            slack,
            dual,
            dual_slack,
            dual_per_one: steps.per_one / weight.per_one,
        })
    }

    /// The mean difference.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Units whose shares are not 0.
    pub fn changed(&self) -> u64 {
        self.shares
            .iter()
            .filter(|share| share.0 != 0)
            .map(|share| share.1)
            .sum()
    }

    /// The p-value of "the two are interchangeable item by item in every data set".
    pub fn p(&self, alternative: Alternative) -> Tail {
        let total: i128 = self
            .shares
            .iter()
            .map(|&(share, copies)| i128::from(share) * i128::from(copies))
            .sum();
        let (observed, sides) = match alternative {
            Alternative::TwoSided => (total.abs(), 2.0),
            Alternative::Greater => (total, 1.0),
            Alternative::Less => (-total, 1.0),
        };
        let reached = observed - self.slack;
        if sides > 1.0 && reached <= 0 || self.changed() == 0 {
            return Tail {
                probability: Probability::ONE,
                relative_error: 0.0,
                complete: true,
            };
        }
        let tail = Law::permutation(&self.shares).at_least(reached);
        // What was observed is one of the swaps, however far out a law loses its digits.
        let itself = Probability::from_ln(-std::f64::consts::LN_2 * self.changed() as f64);
        let complete = tail.complete && self.slack == 0;
        Tail {
            probability: tail.probability.max(itself).scaled(sides),
            complete,
            ..tail
        }
    }

    /// The means that the two-sided test does not reject; `None` where all differences are equal, since zero width is no evidence.
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    pub fn interval(&self, confidence: f64) -> Result<Option<Interval>, StatsError> {
        if self.changed() == 0 {
            return Ok(None);
        }
        let interval = invert_units(&self.dual, self.dual_slack, self.dual_per_one, confidence)?;
        Ok((interval.low < interval.high).then_some(interval))
    }
}

/// What a step of a data set's grid is in steps of all.
enum Factor {
    Whole(i64),
    Rounded(f64),
}

impl Factor {
    fn of(&self, steps: i64) -> i64 {
        match self {
            Self::Whole(factor) => steps * factor,
            Self::Rounded(factor) => (steps as f64 * factor).round() as i64,
        }
    }
}

/// One grid for the shares of all data sets: a step is `1 / per_one` of a difference of weight 1.
struct Steps {
    factors: Vec<Factor>,
    per_one: f64,
    is_exact: bool,
}

impl Steps {
    fn new(sets: &[SwappedSet], weights: Weights) -> Self {
        let items = |set: &SwappedSet| {
            if weights == Weights::Alike {
                set.items()
            } else {
                1
            }
        };
        Self::whole(sets, items).unwrap_or_else(|| Self::rounded(sets, items))
    }

    /// The least common denominator of all shares, where sums of them stay small.
    fn whole(sets: &[SwappedSet], items: impl Fn(&SwappedSet) -> u64) -> Option<Self> {
        let denominator = |set: &SwappedSet| {
            let is_whole = set.per_one >= 1.0 && set.per_one.fract() == 0.0 && set.per_one < 9e15;
            (set.is_exact && is_whole).then(|| set.per_one as i128 * i128::from(items(set)))
        };
        let denominators = sets
            .iter()
            .map(denominator)
            .collect::<Option<Vec<i128>>>()?;
        let common = denominators
            .iter()
            .try_fold(1, |common, &one| least_common(common, one))?;
        let factors: Vec<i64> = denominators
            .iter()
            .map(|one| i64::try_from(common / one).ok())
            .collect::<Option<_>>()?;
        let sum = sets
            .iter()
            .zip(&factors)
            .try_fold(0_u128, |sum, (set, &factor)| {
                let own: u128 = set
                    .units
                    .iter()
                    .map(|unit| u128::from(unit.0.unsigned_abs()))
                    .sum();
                sum.checked_add(own.checked_mul(factor.unsigned_abs().into())?)
            })?;
        (sum >> MOST_BITS == 0).then(|| Self {
            factors: factors.into_iter().map(Factor::Whole).collect(),
            per_one: common as f64,
            is_exact: true,
        })
    }

    fn rounded(sets: &[SwappedSet], items: impl Fn(&SwappedSet) -> u64) -> Self {
        let share = |set: &SwappedSet| 1.0 / (set.per_one * items(set) as f64);
        let largest = sets.iter().map(|set| {
            let most = set
                .units
                .iter()
                .map(|unit| unit.0.unsigned_abs())
                .max()
                .unwrap_or(0);
            most as f64 * share(set)
        });
        let largest = largest.fold(0.0, f64::max);
        let (_, exponent) = libm::frexp(largest);
        let per_one = libm::ldexp(1.0, ROUNDED_BITS - exponent);
        let factors = sets
            .iter()
            .map(|set| Factor::Rounded(share(set) * per_one))
            .collect();
        Self {
            factors,
            per_one,
            is_exact: false,
        }
    }
}

/// What an item of each data set weighs in the dual: whole numbers in proportion to 1/n_k, or 1.
struct Weighing {
    of_items: Vec<u64>,
    /// Weight of one data set, or of one item.
    per_one: f64,
}

impl Weighing {
    fn new(sets: &[SwappedSet], weights: Weights) -> Self {
        if weights == Weights::ByItems {
            return Self {
                of_items: vec![1; sets.len()],
                per_one: 1.0,
            };
        }
        let sizes: Vec<u64> = sets.iter().map(SwappedSet::items).collect();
        let least = sizes.iter().copied().min().unwrap_or(1);
        let common = sizes
            .iter()
            .try_fold(1, |common, &size| least_common(common, size.into()));
        let common = common.filter(|common| common / i128::from(least) <= MOST_WEIGHT);
        // Else rounded: an end moves by less than a millionth of itself.
        let per_one =
            common.map_or_else(|| MOST_WEIGHT as f64 * least as f64, |common| common as f64);
        let of_items = sizes
            .iter()
            .map(|&size| (per_one / size as f64).round().max(1.0) as u64)
            .collect();
        Self { of_items, per_one }
    }
}

fn least_common(one: i128, other: i128) -> Option<i128> {
    (one / gcd(one, other)).checked_mul(other)
}

/// Equal values together.
fn counted<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Vec<(T, u64)> {
    let mut sorted: Vec<T> = values.collect();
    sorted.sort_unstable();
    let mut groups: Vec<(T, u64)> = Vec::new();
    for value in sorted {
        match groups.last_mut() {
            Some((known, copies)) if *known == value => *copies += 1,
            _ => groups.push((value, 1)),
        }
    }
    groups
}
