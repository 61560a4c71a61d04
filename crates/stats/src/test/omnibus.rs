//! Do any of several systems differ on the same items? Friedman's test (1937), its F form (Iman & Davenport 1980), and Cochran's Q
//! (1950) for 0/1 scores.
//!
//! The null hypothesis is that all systems are alike on every item; none of these says which of them differ, and none is needed before
//! pairs are tested with a correction of their own. Ranks are shared by ties, and the variance is that of the ranks as they are (Conover
//! 1999, section 5.8); rank 1 is the best, which is the highest score.

use crate::special::{beta_upper, chi_square_upper, normal_range_quantile, normal_range_upper};
use crate::test::wilcoxon::doubled_mid_ranks;
use crate::{Probability, StatsError};

/// Friedman's test of k systems on n items.
#[derive(Clone, Debug, PartialEq)]
pub struct Friedman {
    /// Sums of twice the ranks, one per system.
    doubled: Vec<u64>,
    items: u64,
    /// Squared deviations of all doubled ranks from their middle; 0 where all scores of every item are tied.
    squares: u64,
}

impl Friedman {
    /// From columns of one length, one per system; higher is better.
    ///
    /// # Errors
    /// For fewer than two systems or one item.
    ///
    /// # Panics
    /// If lengths differ.
    pub fn new(systems: &[&[f64]]) -> Result<Self, StatsError> {
        let items = check(systems)?;
        let (mut doubled, mut squares) = (vec![0; systems.len()], 0);
        let mut order: Vec<usize> = (0..systems.len()).collect();
        let middle = systems.len() as u64 + 1;
        let mut row = Vec::new();
        for item in 0..items {
            row.clear();
            row.extend(systems.iter().map(|system| system[item]));
            order.sort_unstable_by(|&a, &b| row[b].total_cmp(&row[a]));
            let groups = order.chunk_by(|&a, &b| row[a] == row[b]);
            let sizes = groups.clone().map(|group| group.len() as u64);
            for (group, rank) in groups.zip(doubled_mid_ranks(sizes)) {
                squares += group.len() as u64 * rank.abs_diff(middle).pow(2);
                for &system in group {
                    doubled[system] += rank;
                }
            }
        }
        Ok(Self {
            doubled,
            items: items as u64,
            squares,
        })
    }

    /// Mean rank of each system, 1 the best.
    pub fn mean_ranks(&self) -> Vec<f64> {
        self.doubled
            .iter()
            .map(|&sum| sum as f64 / (2 * self.items) as f64)
            .collect()
    }

    /// The standard error of a mean rank, of the ranks as they are: √(k(k + 1)/(12 n)) where none are tied.
    pub fn error(&self) -> f64 {
        let (n, df) = (self.items as f64, self.df() as f64);
        (self.squares as f64 / (4.0 * df)).sqrt() / n
    }

    /// Nemenyi's p-value (1963; Demsar 2006) of two mean ranks that are `difference` apart, adjusted for all pairs: how often the range of
    /// as many normal variables as systems reaches it. 1 where everything is tied.
    pub fn nemenyi(&self, difference: f64) -> Probability {
        if self.squares == 0 {
            return Probability::ONE;
        }
        Probability::new(normal_range_upper(
            difference.abs() / self.error(),
            self.doubled.len(),
        ))
    }

    /// The difference of mean ranks whose [`Self::nemenyi`] is `alpha`: the critical difference.
    pub fn critical_difference(&self, alpha: f64) -> f64 {
        normal_range_quantile(alpha, self.doubled.len()) * self.error()
    }

    /// Degrees of freedom.
    pub fn df(&self) -> u64 {
        self.doubled.len() as u64 - 1
    }

    /// Squared deviations of the sums of doubled ranks.
    fn between(&self) -> f64 {
        let middle = self.items * (self.doubled.len() as u64 + 1);
        self.doubled
            .iter()
            .map(|&sum| (sum.abs_diff(middle) as f64).powi(2))
            .sum()
    }

    /// The statistic with the correction for ties; 0 where everything is tied.
    pub fn chi_square(&self) -> f64 {
        if self.squares == 0 {
            0.0
        } else {
            self.df() as f64 * self.between() / self.squares as f64
        }
    }

    /// The statistic as if there were no ties (Demsar 2006).
    pub fn uncorrected(&self) -> f64 {
        let (k, n) = (self.doubled.len() as f64, self.items as f64);
        3.0 * self.between() / (n * k * (k + 1.0))
    }

    /// The p-value of a chi-square statistic, asymptotic.
    pub fn p_of(&self, statistic: f64) -> Probability {
        chi_square_upper(statistic, self.df() as f64)
    }

    /// Iman and Davenport's F of a chi-square statistic; infinite where all items give the same ranks.
    pub fn f_of(&self, statistic: f64) -> f64 {
        let (n, df) = (self.items as f64, self.df() as f64);
        let rest = n * df - statistic;
        match () {
            () if statistic == 0.0 => 0.0,
            // All items rank all systems alike; the products above are rounded.
            () if rest <= 1e-12 * n * df => f64::INFINITY,
            () => (n - 1.0) * statistic / rest,
        }
    }

    /// Degrees of freedom of [`Self::f_of`].
    pub fn f_df(&self) -> [u64; 2] {
        [self.df(), self.df() * (self.items - 1)]
    }

    /// The p-value of [`Self::f_of`]; 1 of a single item.
    pub fn p_of_f(&self, f: f64) -> Probability {
        let [between, within] = self.f_df().map(|df| df as f64);
        match () {
            () if within == 0.0 => Probability::ONE,
            () if f.is_infinite() => Probability::ZERO,
            () => beta_upper(
                between / 2.0,
                within / 2.0,
                between * f / between.mul_add(f, within),
            ),
        }
    }
}

/// Cochran's Q of k systems with 0/1 scores.
#[derive(Clone, Debug, PartialEq)]
pub struct CochranQ {
    /// Items that each system has right.
    right: Vec<u64>,
    /// Items on which not all systems agree.
    pub differing: u64,
    /// k times the sum of rows, less the sum of their squares.
    within: u64,
}

impl CochranQ {
    /// From columns of 0 and 1, one per system.
    ///
    /// # Errors
    /// For fewer than two systems or one item, and other scores.
    ///
    /// # Panics
    /// If lengths differ.
    pub fn new(systems: &[&[f64]]) -> Result<Self, StatsError> {
        let items = check(systems)?;
        for system in systems {
            if let Some(index) = system
                .iter()
                .position(|&score| score != 0.0 && score != 1.0)
            {
                return Err(StatsError::NotBinary {
                    index,
                    value: system[index],
                });
            }
        }
        let k = systems.len() as u64;
        let (mut right, mut differing, mut within) = (vec![0; systems.len()], 0, 0);
        for item in 0..items {
            let row = systems.iter().filter(|system| system[item] == 1.0).count() as u64;
            systems
                .iter()
                .zip(&mut right)
                .for_each(|(system, right)| *right += system[item] as u64);
            differing += u64::from(row > 0 && row < k);
            within += row * (k - row);
        }
        Ok(Self {
            right,
            differing,
            within,
        })
    }

    /// Items that each system has right.
    pub fn right(&self) -> &[u64] {
        &self.right
    }

    /// Degrees of freedom.
    pub fn df(&self) -> u64 {
        self.right.len() as u64 - 1
    }

    /// Q; 0 where all systems agree on every item.
    pub fn statistic(&self) -> f64 {
        if self.within == 0 {
            return 0.0;
        }
        let k = self.right.len() as f64;
        let total: f64 = self.right.iter().map(|&right| right as f64).sum();
        let squares: f64 = self.right.iter().map(|&right| (right as f64).powi(2)).sum();
        (k - 1.0) * (k * squares - total * total) / self.within as f64
    }

    /// The p-value, asymptotic.
    pub fn p(&self) -> Probability {
        chi_square_upper(self.statistic(), self.df() as f64)
    }
}

/// Items of at least two systems.
fn check(systems: &[&[f64]]) -> Result<usize, StatsError> {
    let few = |what, needed, found| {
        Err(StatsError::TooFew {
            what,
            needed,
            found,
        })
    };
    if systems.len() < 2 {
        return few("systems", 2, systems.len());
    }
    let items = systems[0].len();
    assert!(
        systems.iter().all(|system| system.len() == items),
        "systems scored the same items"
    );
    if items == 0 {
        few("items", 1, 0)
    } else {
        Ok(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four classifiers on fourteen data sets without ties: Demsar's critical difference is 1.25 (2006, section 3.2.2).
    #[test]
    fn critical_differences_are_those_of_the_literature() {
        let columns: Vec<Vec<f64>> = (0..4)
            .map(|system| (0..14).map(|item| f64::from((system + item) % 4)).collect())
            .collect();
        let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        let friedman = Friedman::new(&columns).expect("systems");
        // The variance of a rank without ties is (k² − 1) / 12.
        assert!((friedman.error() - (4.0 * 5.0 / (12.0 * 14.0_f64)).sqrt()).abs() < 1e-12);
        let critical = friedman.critical_difference(0.05);
        // 2.569 from the table times √(4 · 5 / (6 · 14)).
        assert!(
            (critical - 2.569 * (20.0 / 84.0_f64).sqrt()).abs() < 1e-3,
            "{critical}"
        );
        assert!((friedman.nemenyi(critical).value() - 0.05).abs() < 1e-9);
        assert_eq!(
            Friedman::new(&[&[1.0, 1.0], &[1.0, 1.0]])
                .expect("systems")
                .nemenyi(0.0),
            Probability::ONE
        );
        // Ties make ranks vary less.
        let tied = Friedman::new(&[&[1.0, 0.0], &[1.0, 1.0], &[0.0, 0.0]]).expect("systems");
        assert!(tied.error() < (3.0 * 4.0 / 24.0_f64).sqrt());
    }
}
