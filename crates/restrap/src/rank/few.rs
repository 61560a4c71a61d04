//! Pairs that differ on few units, apart from the maximum of the bootstrap.
//!
//! A resample that misses all units on which two systems differ has no spread, and its statistic no bound: one such pair would decide for
//! all the others. These pairs have the exact p of their swaps at a Bonferroni share of the level, and the others what is left of it.

use restrap_stats::{Interval, TEstimate};

use super::columns::Field;
use super::verdicts::Couple;
use crate::error::Error;

/// Share of the level that resamples without spread may take.
const UNNOTICED: f64 = 0.1;
/// Units that differ up to which every swap is counted.
const MOST: usize = 16;

/// The pairs of a family that stand apart.
pub(super) struct Few {
    /// Of each pair its exact p, where it stands apart.
    pub exact: Vec<Option<f64>>,
    /// What is left of the level for the others.
    pub share: f64,
}

impl Few {
    /// At a level `alpha` of the family; none where all would stand apart. Where swaps of a pair that stands apart can never be as rare as its share, it takes nothing.
    pub fn of(field: &Field, couples: &[Couple], alpha: f64) -> Self {
        let (all, units) = (couples.len() as f64, field.units() as f64);
        let own = |couple: &Couple| {
            let differing: Vec<i64> = field
                .differences(couple.first, couple.second)
                .filter(|&difference| difference != 0)
                .collect();
            let missed = (1.0 - differing.len() as f64 / units).max(0.0).powf(units);
            // A pair that never differs has no statistic to reach.
            let is_few =
                all > 1.0 && (1..=MOST).contains(&differing.len()) && all * missed > UNNOTICED * alpha;
            is_few.then(|| (exact(&differing), differing.len()))
        };
        let found: Vec<Option<(f64, usize)>> = couples.iter().map(own).collect();
        if found.iter().all(Option::is_some) {
            return Self { exact: vec![None; couples.len()], share: 1.0 };
        }
        let reach = |(_, differing): &&(f64, usize)| all * libm::ldexp(2.0, -(*differing as i32)) <= alpha;
        let taking = found.iter().flatten().filter(reach).count() as f64;
        Self {
            exact: found.into_iter().map(|found| found.map(|(p, _)| p)).collect(),
            share: (1.0 - taking / all).max(0.0),
        }
    }

    /// The adjusted p of a pair: `p` where it does not stand apart.
    pub fn adjusted(&self, at: usize, p: f64) -> f64 {
        match self.exact[at] {
            Some(exact) => (exact * self.exact.len() as f64).min(1.0),
            None if self.share > 0.0 => (p / self.share).min(1.0),
            None => 1.0,
        }
    }

    /// The interval of a pair that stands apart: Student's at its share.
    ///
    /// # Errors
    /// For a level outside 0 to 1.
    pub fn interval(
        &self,
        (mean, error): (f64, f64),
        units: usize,
        alpha: f64,
    ) -> Result<Option<Interval>, Error> {
        let level = 1.0 - alpha / self.exact.len() as f64;
        Ok(TEstimate::new(mean, error, units as f64 - 1.0)?.interval(level)?)
    }
}

/// How often random signs bring a sum as large, over all of them.
fn exact(differing: &[i64]) -> f64 {
    let observed = differing.iter().map(|&d| i128::from(d)).sum::<i128>().abs();
    let signs = 1_u32 << differing.len();
    let reaches = |signs: &u32| {
        let signed = differing.iter().enumerate().map(|(at, &d)| {
            let d = i128::from(d);
            if signs >> at & 1 == 1 { -d } else { d }
        });
        signed.sum::<i128>().abs() >= observed
    };
    (0..signs).filter(reaches).count() as f64 / f64::from(signs)
}

#[cfg(test)]
mod tests {
    use super::exact;

    #[test]
    fn every_swap_is_counted() {
        assert_eq!(exact(&[1, 1]), 0.5);
        assert_eq!(exact(&[3, 2, 1]), 0.25);
        assert_eq!(exact(&[5, -5]), 1.0);
        assert_eq!(exact(&[1; 10]), 2.0 / 1024.0);
    }
}
