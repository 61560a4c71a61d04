//! Artificial paired scores with a known effect. They are not part of the frozen stream: values may change between
//! versions.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64Dxsm;

use crate::error::Error;
use crate::number::format::grouped;

/// How scores are made.
///
/// Scores of a baseline and a system with a known truth, for examples and tests of tests: counts of helped and hurt items, graded
/// scores that agree, or correlated normal scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Model {
    /// 0/1 scores: exactly so many items helped (0 to 1) and hurt (1 to 0) by the system, in random places; the rest tie,
    /// right with probability `accuracy` (Jansen's artificial data).
    HelpedHurt {
        /// Items that only the system gets right.
        helped: u64,
        /// Items that only the baseline gets right.
        hurt: u64,
        /// Share of ties that are right.
        accuracy: f64,
    },
    /// Reciprocal ranks cut at `depth`: the rank is r with probability proportional to 1/r, a miss (score 0) with
    /// probability 0.4. The system keeps the baseline's rank with probability `agreement`, else draws its own; then a
    /// share `effect` of its ranks moves up by one.
    Graded {
        /// Largest rank that scores.
        depth: u32,
        /// Probability of the same rank before the effect.
        agreement: f64,
        /// Probability of moving up one rank.
        effect: f64,
    },
    /// Normal scores of standard deviation 1, correlated item by item, the system's mean higher by `effect`.
    Continuous {
        /// Correlation of the two scores of an item.
        correlation: f64,
        /// Difference of the means.
        effect: f64,
    },
}

/// Most items: 1.6 GB of scores, and as much again on the way.
const MOST_ITEMS: u64 = 100_000_000;
/// Deepest rank that scores; each is looked at for each item.
const DEEPEST: u32 = 100_000;

/// (baseline, system) scores of `items` items, at most 100,000,000.
///
/// # Errors
/// When there are no items or too many, or a parameter is out of its range.
pub fn generate(model: Model, items: u64, seed: u64) -> Result<(Vec<f64>, Vec<f64>), Error> {
    if items == 0 {
        return Err(Error::Empty);
    }
    if items > MOST_ITEMS {
        return Err(Error::BadParameter {
            expected: "at most 100,000,000 items",
            found: grouped(items),
        });
    }
    let mut rng = Pcg64Dxsm::seed_from_u64(seed);
    match model {
        Model::HelpedHurt {
            helped,
            hurt,
            accuracy,
        } => {
            share("0 <= accuracy <= 1", accuracy)?;
            if helped
                .checked_add(hurt)
                .is_none_or(|changed| changed > items)
            {
                let found = format!("{helped} + {hurt} of {items} items");
                return Err(Error::BadParameter {
                    expected: "helped + hurt <= items",
                    found,
                });
            }
            Ok(helped_hurt(&mut rng, items, helped, hurt, accuracy))
        }
        Model::Graded {
            depth,
            agreement,
            effect,
        } => {
            share("0 <= agreement <= 1", agreement)?;
            share("0 <= effect <= 1", effect)?;
            if !(1..=DEEPEST).contains(&depth) {
                let found = grouped(u64::from(depth));
                return Err(Error::BadParameter {
                    expected: "1 <= depth <= 100,000",
                    found,
                });
            }
            Ok(graded(&mut rng, items, depth, agreement, effect))
        }
        Model::Continuous {
            correlation,
            effect,
        } => {
            if !(-1.0..=1.0).contains(&correlation) || !effect.is_finite() {
                let found = format!("correlation {correlation}, effect {effect}");
                return Err(Error::BadParameter {
                    expected: "-1 <= correlation <= 1 and a finite effect",
                    found,
                });
            }
            let rest = (1.0 - correlation * correlation).sqrt();
            let draw = |rng: &mut Pcg64Dxsm| -> f64 { StandardNormal.sample(rng) };
            Ok((0..items)
                .map(|_| {
                    let (shared, own) = (draw(&mut rng), draw(&mut rng));
                    (shared, correlation * shared + rest * own + effect)
                })
                .unzip())
        }
    }
}

fn share(expected: &'static str, value: f64) -> Result<(), Error> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    Err(Error::BadParameter {
        expected,
        found: value.to_string(),
    })
}

fn helped_hurt(
    rng: &mut impl Rng,
    items: u64,
    helped: u64,
    hurt: u64,
    accuracy: f64,
) -> (Vec<f64>, Vec<f64>) {
    let changed = (0..helped)
        .map(|_| (0.0, 1.0))
        .chain((0..hurt).map(|_| (1.0, 0.0)));
    let mut pairs: Vec<(f64, f64)> = changed.collect();
    for _ in helped + hurt..items {
        let right = f64::from(u8::from(rng.random_bool(accuracy)));
        pairs.push((right, right));
    }
    pairs.shuffle(rng);
    pairs.into_iter().unzip()
}

fn graded(
    rng: &mut impl Rng,
    items: u64,
    depth: u32,
    agreement: f64,
    effect: f64,
) -> (Vec<f64>, Vec<f64>) {
    const MISS: f64 = 0.4;
    let harmonic: f64 = (1..=depth).map(|r| 1.0 / f64::from(r)).sum();
    // depth + 1 is a miss.
    let rank = |rng: &mut dyn FnMut() -> f64| {
        let mut u = rng();
        if u < MISS {
            return depth + 1;
        }
        u = (u - MISS) / (1.0 - MISS) * harmonic;
        (1..depth)
            .find(|&r| {
                u -= 1.0 / f64::from(r);
                u < 0.0
            })
            .unwrap_or(depth)
    };
    let score = |rank: u32| {
        if rank > depth {
            0.0
        } else {
            1.0 / f64::from(rank)
        }
    };
    let mut unit = || rng.random::<f64>();
    (0..items)
        .map(|_| {
            let before = rank(&mut unit);
            let own = if unit() < agreement {
                before
            } else {
                rank(&mut unit)
            };
            let after = if own > 1 && unit() < effect {
                own - 1
            } else {
                own
            };
            (score(before), score(after))
        })
        .unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helped_and_hurt_counts_are_exact_and_seeded() {
        let model = Model::HelpedHurt {
            helped: 10,
            hurt: 7,
            accuracy: 0.5,
        };
        let (baseline, system) = generate(model, 500, 3).expect("valid");
        let count = |b: f64, s: f64| {
            baseline
                .iter()
                .zip(&system)
                .filter(|p| *p.0 == b && *p.1 == s)
                .count()
        };
        assert_eq!((count(0.0, 1.0), count(1.0, 0.0)), (10, 7));
        assert_eq!(generate(model, 500, 3).expect("valid").0, baseline);
        assert_ne!(generate(model, 500, 4).expect("valid").0, baseline);
        assert!(generate(model, 16, 3).is_err());
    }

    #[test]
    fn graded_scores_are_reciprocal_ranks() {
        let model = Model::Graded {
            depth: 10,
            agreement: 0.6,
            effect: 0.1,
        };
        let (baseline, system) = generate(model, 20_000, 1).expect("valid");
        for score in baseline.iter().chain(&system) {
            assert!(
                *score == 0.0
                    || ((1.0 / score).round() - 1.0 / score).abs() < 1e-9 && *score >= 0.1
            );
        }
        let mean = |scores: &[f64]| scores.iter().sum::<f64>() / scores.len() as f64;
        assert!(
            mean(&system) > mean(&baseline),
            "the effect is an improvement"
        );
    }

    #[test]
    fn normal_scores_have_the_correlation_asked_for() {
        let (x, y) = generate(
            Model::Continuous {
                correlation: 0.8,
                effect: 0.3,
            },
            50_000,
            2,
        )
        .expect("valid");
        let n = x.len() as f64;
        let (mx, my) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
        let covariance = x
            .iter()
            .zip(&y)
            .map(|(a, b)| (a - mx) * (b - my))
            .sum::<f64>()
            / n;
        // Standard errors: 0.0045 for the means, (1 − ρ²)/√n = 0.0016 for the correlation, more for the covariance.
        assert!(
            (my - mx - 0.3).abs() < 0.02 && (covariance - 0.8).abs() < 0.03,
            "{mx} {my} {covariance}"
        );
    }
}
