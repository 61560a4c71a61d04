//! The law of a count that goes on between two boundaries, by recursion over the looks.

use super::look::Look;
use crate::StatsError;
use crate::binomial::point;
use crate::special::Chance;

/// Terms of a binomial law that are left out, far below what any boundary spends.
const LEFT_OUT: f64 = 1e-22;

/// The law of the count of exceedances, of draws that were not stopped.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    chance: Chance,
    draws: u64,
    /// Probability of `first`, `first + 1`, ...
    pub mass: Vec<f64>,
    pub first: u64,
}

impl Walk {
    /// Before any draw, each of which exceeds with probability `p`.
    pub fn new(p: f64) -> Self {
        Self {
            chance: Chance::new(p),
            draws: 0,
            mass: vec![1.0],
            first: 0,
        }
    }

    /// Goes on until there are so many draws.
    pub fn advance(&mut self, to: u64) {
        let more = to.saturating_sub(self.draws);
        self.draws = self.draws.max(to);
        if more == 0 || self.mass.is_empty() {
            return;
        }
        let (from, terms) = law(more, self.chance);
        let mut mass = vec![0.0; self.mass.len() + terms.len() - 1];
        for (at, own) in self.mass.iter().enumerate() {
            mass[at..]
                .iter_mut()
                .zip(&terms)
                .for_each(|(slot, term)| *slot += own * term);
        }
        self.first += from;
        self.mass = mass;
    }

    /// Stops the counts from `bound` on, and gives their probability.
    pub fn stop_from(&mut self, bound: u64) -> f64 {
        let left = (bound.saturating_sub(self.first) as usize).min(self.mass.len());
        self.mass.drain(left..).sum()
    }

    /// Stops the counts up to `bound`, and gives their probability.
    pub fn stop_to(&mut self, bound: Option<u64>) -> f64 {
        let Some(bound) = bound.filter(|&bound| bound >= self.first) else {
            return 0.0;
        };
        let gone = ((bound - self.first) as usize + 1).min(self.mass.len());
        self.first = bound + 1;
        self.mass.drain(..gone).sum()
    }
}

/// The binomial law of so many draws: its first count that matters, and the probabilities from there on.
fn law(draws: u64, chance: Chance) -> (u64, Vec<f64>) {
    let at = |count: u64| point(count, draws, chance).value();
    let mode = ((draws as f64 + 1.0) * chance.p())
        .floor()
        .min(draws as f64) as u64;
    let matters = |&count: &u64| at(count) > LEFT_OUT;
    let first = (0..mode).rev().take_while(matters).last().unwrap_or(mode);
    let last = (mode + 1..=draws)
        .take_while(matters)
        .last()
        .unwrap_or(mode);
    (first, (first..=last).map(at).collect())
}

/// How draws end that are looked at now and then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Probability of a stop at an upper boundary.
    pub above: f64,
    /// Probability of a stop at a lower boundary.
    pub below: f64,
    /// Probability of no stop.
    pub open: f64,
    /// Expected number of draws.
    pub draws: f64,
}

/// How draws end that each exceed with probability `p`: exact, up to rounding.
///
/// # Errors
/// For `p` outside [0, 1].
pub fn crossing(p: f64, looks: &[Look]) -> Result<Crossing, StatsError> {
    if !(0.0..=1.0).contains(&p) {
        return Err(StatsError::OutOfRange {
            name: "p",
            low: 0.0,
            high: 1.0,
            value: p,
        });
    }
    let mut walk = Walk::new(p);
    let mut told = Crossing {
        above: 0.0,
        below: 0.0,
        open: 1.0,
        draws: 0.0,
    };
    let mut before = 0;
    for look in looks {
        told.draws += told.open * (look.draws - before) as f64;
        before = look.draws;
        walk.advance(look.draws);
        told.above += walk.stop_from(look.upper);
        told.below += walk.stop_to(look.lower);
        told.open = walk.mass.iter().sum();
    }
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sequence of draws, one by one.
    fn by_enumeration(p: f64, looks: &[Look]) -> Crossing {
        let all = looks.last().unwrap().draws;
        let mut told = Crossing {
            above: 0.0,
            below: 0.0,
            open: 0.0,
            draws: 0.0,
        };
        for bits in 0..1_u32 << all {
            let count = |draws: u64| u64::from((bits & ((1 << draws) - 1)).count_ones());
            let weight = p.powi(count(all) as i32) * (1.0 - p).powi((all - count(all)) as i32);
            let stop = looks
                .iter()
                .find_map(|look| Some((look, look.side(count(look.draws))?)));
            told.draws += weight * stop.map_or(all, |(look, _)| look.draws) as f64;
            match stop {
                Some((_, super::super::Side::Above)) => told.above += weight,
                Some((_, super::super::Side::Below)) => told.below += weight,
                None => told.open += weight,
            }
        }
        told
    }

    #[test]
    fn a_walk_is_every_sequence_of_draws() {
        let looks = [
            Look {
                draws: 3,
                upper: 3,
                lower: None,
            },
            Look {
                draws: 8,
                upper: 5,
                lower: Some(0),
            },
            Look {
                draws: 9,
                upper: 6,
                lower: Some(1),
            },
            Look {
                draws: 14,
                upper: 8,
                lower: Some(2),
            },
        ];
        for p in [0.0, 0.05, 0.3, 0.7, 1.0] {
            let (got, expected) = (crossing(p, &looks).unwrap(), by_enumeration(p, &looks));
            // 16,384 roundings of a sum that is at most 14.
            let near = |one: f64, other: f64| (one - other).abs() < 1e-10;
            assert!(
                near(got.above, expected.above) && near(got.below, expected.below),
                "{got:?} {expected:?}"
            );
            assert!(
                near(got.open, expected.open) && near(got.draws, expected.draws),
                "{got:?} {expected:?}"
            );
        }
        assert!(crossing(1.5, &looks).is_err());
    }
}
