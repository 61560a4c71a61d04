//! Where the differences of simulated items come from: one law per model, rounded to an integer lattice as they are
//! drawn.
//!
//! The lattice is part of the model: an experiment *is* its rounded scores, as an evaluation script prints them. Ties are
//! ties, sums are exact, and no test sees anything but integers, so that no p-value depends on rounding.
//!
//! | model | difference of an item | null (effect 0) |
//! |---|---|---|
//! | `accuracy` | +1, −1 or 0: helped, hurt, tied (Card et al. 2020, agreement = ties) | exchangeable |
//! | `graded` | reciprocal ranks to 10, steps of 1/2520; the system keeps the rank in the share of ties, else draws its own, and moves up one rank as often as the effect needs | exchangeable |
//! | `continuous` | effect + √(2(1 − ρ)) E, scores of standard deviation 1, steps of 1/1000; E normal, or lognormal of the skewness asked for | symmetric, unless skewed |
//! | `files` | the differences of two files, see [`Null`] | as chosen |
//!
//! *Ties*: an item is tied with that probability, and the others carry effect / (1 − ties). *Clusters* of k items: an item
//! repeats the difference that its cluster shares with probability √ICC, else has its own. Every marginal law stays as it
//! is, and two items of a cluster correlate by exactly ICC.

use rand::Rng;
use rand_distr::{Binomial, Distribution, StandardNormal};
use restrap_core::{ScalarStream, below};

use super::observed::Observed;
use super::outputs::ObservedOutputs;
use super::request::{Null, PowerModel, Setting};
use crate::format::too_much;
use restrap_lib::Error;

/// Where data come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source<'a> {
    /// A model without files.
    Model(PowerModel),
    /// Two files, made a null.
    Files(&'a Observed, Null),
    /// Two systems' outputs, made a null by swaps.
    Outputs(&'a ObservedOutputs),
}

impl Source<'_> {
    /// Grid units in one unit of the score; none for metrics that are not means.
    pub fn per_one(self) -> Option<f64> {
        Some(match self {
            Self::Model(PowerModel::Accuracy) => 1.0,
            Self::Model(PowerModel::Graded) => RECIPROCALS as f64,
            Self::Model(PowerModel::Continuous) => 1_000.0,
            Self::Model(PowerModel::Files | PowerModel::Outputs) | Self::Outputs(_) => {
                return None;
            }
            Self::Files(observed, Null::Centred) => {
                observed.per_one * observed.differences.len() as f64
            }
            Self::Files(observed, Null::Swaps) => observed.per_one,
        })
    }

    /// Differences are −1, 0 and 1 alone.
    pub fn is_binary(self) -> bool {
        match self {
            Self::Model(model) => model == PowerModel::Accuracy,
            Self::Files(observed, null) => observed.is_binary(null),
            Self::Outputs(_) => false,
        }
    }
}

/// Share of misses of a reciprocal rank, and ranks that score.
const MISS: f64 = 0.4;
const DEPTH: u32 = 10;
/// Steps of 1 that all reciprocals of 1 to 10 are multiples of.
const RECIPROCALS: i64 = 2520;
/// The law of one item's difference.
#[derive(Clone, Debug)]
enum Difference {
    /// +1 and −1 with these probabilities.
    Signs { helped: f64, hurt: f64 },
    /// Probability of one's own rank, and of moving up; a negative effect moves the baseline.
    Ranks { own: f64, up: f64, sign: i64 },
    /// `shift + scale E`; a lognormal E where `sigma` is above 0.
    Continuous {
        shift: f64,
        scale: f64,
        sigma: f64,
        sign: f64,
    },
    /// Signed at random from the sizes of the files; `all` where every item is taken once, in order.
    Swaps { sizes: Vec<i64>, up: f64, all: bool },
    /// Drawn with replacement.
    Drawn { values: Vec<i64> },
}

/// One cell's law of a whole column.
#[derive(Clone, Debug)]
pub(crate) struct ItemLaw {
    law: Difference,
    items: u64,
    /// Share of items that are tied before anything else is drawn.
    tied: f64,
    cluster_size: u64,
    /// Probability that an item repeats its cluster.
    repeats: f64,
}

fn bad<T>(expected: &'static str, found: String) -> Result<T, Error> {
    Err(Error::BadParameter { expected, found })
}

impl ItemLaw {
    /// The law of a cell.
    ///
    /// # Errors
    /// When a parameter lies outside its range, or the effect outside what the others leave room for.
    pub fn new(source: Source, setting: &Setting, icc: f64) -> Result<Self, Error> {
        let Setting {
            items,
            effect,
            cluster_size,
            ..
        } = *setting;
        let ties = setting.ties.unwrap_or(0.0);
        if !(0.0..1.0).contains(&ties) {
            return bad("a share of ties from 0, below 1", ties.to_string());
        }
        if !effect.is_finite() {
            return bad("a finite effect", effect.to_string());
        }
        if !(0.0..=1.0).contains(&icc) {
            return bad("an intraclass correlation from 0 to 1", icc.to_string());
        }
        let room = |most: f64| {
            let found = too_much(effect, most);
            if effect.abs() <= most * (1.0 + 1e-9) {
                Ok(())
            } else {
                bad("an effect that the model has room for", found)
            }
        };
        let of_changed = effect / (1.0 - ties);
        let (law, tied) = match source {
            Source::Model(PowerModel::Accuracy) => {
                room(1.0 - ties)?;
                let half = |sign: f64| f64::midpoint(1.0 - ties, sign * effect).max(0.0);
                (
                    Difference::Signs {
                        helped: half(1.0),
                        hurt: half(-1.0),
                    },
                    0.0,
                )
            }
            Source::Model(PowerModel::Graded) => {
                let gain = gain_of_a_rank();
                room(gain)?;
                let sign = if effect < 0.0 { -1 } else { 1 };
                (
                    Difference::Ranks {
                        own: 1.0 - ties,
                        up: (effect.abs() / gain).min(1.0),
                        sign,
                    },
                    0.0,
                )
            }
            Source::Model(PowerModel::Continuous) => {
                let correlation = setting.correlation.unwrap_or(0.0);
                if !(-1.0..1.0).contains(&correlation) {
                    return bad("a correlation from -1, below 1", correlation.to_string());
                }
                let skew = setting.skew.unwrap_or(0.0);
                if skew.is_nan() || skew.abs() > 100.0 {
                    return bad("a skewness from -100 to 100", skew.to_string());
                }
                let scale = libm::sqrt(2.0 * (1.0 - correlation));
                let sign = if skew < 0.0 { -1.0 } else { 1.0 };
                (
                    Difference::Continuous {
                        shift: of_changed,
                        scale,
                        sigma: sigma(skew.abs()),
                        sign,
                    },
                    ties,
                )
            }
            Source::Model(model) => return bad("a model of differences", model.to_string()),
            Source::Outputs(_) => {
                return bad("a model of differences", PowerModel::Outputs.to_string());
            }
            Source::Files(observed, null) => (of_files(observed, null, items, effect)?, 0.0),
        };
        if cluster_size == 0 || cluster_size > items {
            return bad(
                "clusters of 1 to as many items as there are",
                cluster_size.to_string(),
            );
        }
        if cluster_size > 1 && matches!(law, Difference::Swaps { all: true, .. }) {
            return bad(
                "no clusters where the files' own items are kept",
                format!("clusters of {cluster_size}"),
            );
        }
        Ok(Self {
            law,
            items,
            tied,
            cluster_size,
            repeats: libm::sqrt(icc),
        })
    }

    /// Helped and hurt items of an experiment of independent 0/1 scores, without its column; `None` of anything else.
    pub fn counts(&self, stream: &mut ScalarStream) -> Option<(u64, u64)> {
        let (changed, up) = match &self.law {
            _ if self.cluster_size > 1 => return None,
            Difference::Signs { helped, hurt } => {
                let changed = helped + hurt;
                (
                    binomial(self.items, changed, stream),
                    if changed > 0.0 { helped / changed } else { 0.0 },
                )
            }
            Difference::Swaps { sizes, up, all } if sizes.iter().all(|&size| size <= 1) => {
                let changed = sizes.iter().filter(|&&size| size == 1).count() as u64;
                let share = changed as f64 / sizes.len() as f64;
                (
                    if *all {
                        changed
                    } else {
                        binomial(self.items, share, stream)
                    },
                    *up,
                )
            }
            _ => return None,
        };
        let helped = binomial(changed, up, stream);
        Some((helped, changed - helped))
    }

    /// A column of differences.
    pub fn column(&self, stream: &mut ScalarStream, column: &mut Vec<i64>) {
        column.clear();
        let mut shared = 0;
        for item in 0..self.items {
            if self.cluster_size == 1 {
                column.push(self.one(item, stream));
                continue;
            }
            if item % self.cluster_size == 0 {
                shared = self.one(item, stream);
            }
            let repeated = stream.open_unit() < self.repeats;
            let own = self.one(item, stream);
            column.push(if repeated { shared } else { own });
        }
    }

    /// One item's difference.
    fn one(&self, item: u64, stream: &mut ScalarStream) -> i64 {
        if self.tied > 0.0 && stream.open_unit() < self.tied {
            return 0;
        }
        let normal = |stream: &mut ScalarStream| -> f64 { StandardNormal.sample(stream) };
        match &self.law {
            Difference::Signs { helped, hurt } => {
                let u = stream.open_unit();
                i64::from(u < *helped) - i64::from(u > 1.0 - hurt)
            }
            Difference::Ranks { own, up, sign } => {
                let before = rank(stream);
                let drawn = if stream.open_unit() < *own {
                    rank(stream)
                } else {
                    before
                };
                let after = if drawn > 1 && stream.open_unit() < *up {
                    drawn - 1
                } else {
                    drawn
                };
                sign * (reciprocal(after) - reciprocal(before))
            }
            Difference::Continuous {
                shift,
                scale,
                sigma,
                sign,
            } => {
                let z = normal(stream);
                let error = if *sigma == 0.0 {
                    z
                } else {
                    sign * lognormal(*sigma, z)
                };
                on_grid((shift + scale * error) * 1_000.0)
            }
            Difference::Swaps { sizes, up, all } => {
                let place = if *all {
                    item as usize
                } else {
                    below(stream, sizes.len() as u64) as usize
                };
                let kept = if *up == 0.5 {
                    stream.next_u64() >> 63 == 1
                } else {
                    stream.open_unit() < *up
                };
                if kept { sizes[place] } else { -sizes[place] }
            }
            Difference::Drawn { values } => values[below(stream, values.len() as u64) as usize],
        }
    }
}

/// Successes of n trials; rounding may put p a little beyond 1.
fn binomial(n: u64, p: f64, stream: &mut ScalarStream) -> u64 {
    Binomial::new(n, p.min(1.0)).map_or(0, |law| law.sample(stream))
}

/// The nearest integer; halves go up. What is drawn lies far within 2^52.
fn on_grid(value: f64) -> i64 {
    (value + 0.5).floor() as i64
}

fn of_files(observed: &Observed, null: Null, items: u64, effect: f64) -> Result<Difference, Error> {
    let values = &observed.differences;
    let total: i128 = values.iter().map(|&d| i128::from(d)).sum();
    let size: i128 = values.iter().map(|&d| i128::from(d).abs()).sum();
    let n = values.len() as f64;
    let units = effect * observed.per_one;
    match null {
        Null::Swaps => {
            let tilt = if units == 0.0 {
                0.0
            } else {
                units * n / size as f64
            };
            if tilt.is_nan() || tilt.abs() > 1.0 {
                let most = size as f64 / n / observed.per_one;
                let found = too_much(effect, most);
                return bad("an effect that swaps of these files can make", found);
            }
            let sizes = values.iter().map(|d| d.abs()).collect();
            Ok(Difference::Swaps {
                sizes,
                up: f64::midpoint(1.0, tilt),
                all: items as usize == values.len(),
            })
        }
        // In steps finer by the number of items the mean is an integer.
        Null::Centred => {
            let shift = on_grid(units * n);
            let centred = values
                .iter()
                .map(|&d| i128::from(d) * values.len() as i128 - total);
            let moved = centred.map(|d| i64::try_from(d + i128::from(shift)).ok());
            match moved.collect::<Option<Vec<i64>>>() {
                Some(values) => Ok(Difference::Drawn { values }),
                None => bad(
                    "scores on a coarser grid, or fewer of them",
                    format!("{n} items"),
                ),
            }
        }
    }
}

/// A rank with probability proportional to 1/r, a miss beyond the last.
fn rank(stream: &mut ScalarStream) -> u32 {
    let u = stream.open_unit();
    if u < MISS {
        return DEPTH + 1;
    }
    let mut left = (u - MISS) / (1.0 - MISS) * harmonic();
    (1..DEPTH)
        .find(|&r| {
            left -= 1.0 / f64::from(r);
            left < 0.0
        })
        .unwrap_or(DEPTH)
}

fn harmonic() -> f64 {
    (1..=DEPTH).map(|r| 1.0 / f64::from(r)).sum()
}

fn reciprocal(rank: u32) -> i64 {
    if rank > DEPTH {
        0
    } else {
        RECIPROCALS / i64::from(rank)
    }
}

/// Mean gain of moving up one rank, where there is one above.
fn gain_of_a_rank() -> f64 {
    let reciprocal = |r: u32| 1.0 / f64::from(r);
    let found = (2..=DEPTH).map(|r| reciprocal(r) * (reciprocal(r - 1) - reciprocal(r)));
    MISS * reciprocal(DEPTH) + (1.0 - MISS) / harmonic() * found.sum::<f64>()
}

/// σ of a lognormal law of this skewness: `(w + 2) √(w − 1)`, w = exp(σ²), grows with w.
fn sigma(skew: f64) -> f64 {
    if skew == 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (1.0, 3.0 + skew);
    for _ in 0..200 {
        let w = f64::midpoint(low, high);
        if (w + 2.0) * libm::sqrt(w - 1.0) < skew {
            low = w;
        } else {
            high = w;
        }
    }
    libm::sqrt(libm::log(f64::midpoint(low, high)))
}

/// exp(σ z) less its mean, over its standard deviation.
fn lognormal(sigma: f64, z: f64) -> f64 {
    let w = libm::exp(sigma * sigma);
    (libm::exp(sigma * z) - libm::sqrt(w)) / libm::sqrt(w * (w - 1.0))
}

#[cfg(test)]
mod tests;
