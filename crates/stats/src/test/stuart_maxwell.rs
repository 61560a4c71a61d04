//! Marginal homogeneity of two labellings of the same items (Stuart 1955; Maxwell 1970).
//!
//! With n_ij items that the one calls i and the other j, d_i = n_i. − n_.i, and S_ii = n_i. + n_.i − 2 n_ii, S_ij = −(n_ij + n_ji), the
//! statistic is dᵀ S⁻ d. Items that both call alike say nothing. S is the Laplacian of a graph of classes that are confused with each other:
//! classes in one of its components are compared among themselves, with one degree of freedom less than there are of them. Of two classes
//! the statistic is McNemar's without correction.

use crate::Probability;
use crate::special::chi_square_upper;

/// The test of marginal homogeneity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StuartMaxwell {
    /// The statistic.
    pub chi_square: f64,
    /// Its degrees of freedom: 0 where all items are labelled alike.
    pub df: usize,
    /// Items that are labelled otherwise.
    pub discordant: u64,
}

impl StuartMaxwell {
    /// Of the classes, below `classes`, that the one and the other gives each item.
    pub fn new(classes: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut weights = vec![vec![0.0; classes]; classes];
        let mut gains = vec![0.0; classes];
        let mut discordant = 0;
        for (one, other) in pairs.into_iter().filter(|(one, other)| one != other) {
            weights[one][other] += 1.0;
            weights[other][one] += 1.0;
            gains[one] -= 1.0;
            gains[other] += 1.0;
            discordant += 1;
        }
        let (mut chi_square, mut df) = (0.0, 0);
        let mut seen = vec![false; classes];
        for class in 0..classes {
            let component = component(class, &weights, &mut seen);
            // The gains of a component sum to 0: its first class follows from the others.
            let Some((_, rest)) = component.split_first() else {
                continue;
            };
            chi_square += form(rest, &weights, &gains);
            df += rest.len();
        }
        Self {
            chi_square,
            df,
            discordant,
        }
    }

    /// The p-value, of chi-square; 1 where no item is labelled otherwise.
    pub fn p(&self) -> Probability {
        if self.df == 0 {
            Probability::ONE
        } else {
            chi_square_upper(self.chi_square, self.df as f64)
        }
    }
}

/// The classes that are confused with one, or with one that is, and so on, itself the first; none where it was seen before.
fn component(class: usize, weights: &[Vec<f64>], seen: &mut [bool]) -> Vec<usize> {
    if std::mem::replace(&mut seen[class], true) {
        return Vec::new();
    }
    let (mut found, mut next) = (vec![class], 0);
    while let Some(&own) = found.get(next) {
        next += 1;
        for (other, _) in weights[own]
            .iter()
            .enumerate()
            .filter(|(_, weight)| **weight > 0.0)
        {
            if !std::mem::replace(&mut seen[other], true) {
                found.push(other);
            }
        }
    }
    found
}

/// dᵀ S⁻¹ d of some classes, whose S is positive definite: by its Cholesky factor.
fn form(classes: &[usize], weights: &[Vec<f64>], gains: &[f64]) -> f64 {
    let mut factor: Vec<Vec<f64>> = Vec::with_capacity(classes.len());
    let mut solved: Vec<f64> = Vec::with_capacity(classes.len());
    for (row, &class) in classes.iter().enumerate() {
        let mut own = Vec::with_capacity(row + 1);
        for (column, &other) in classes[..=row].iter().enumerate() {
            let entry = if row == column {
                weights[class].iter().sum()
            } else {
                -weights[class][other]
            };
            let before = |of: &[f64]| own.iter().zip(of).map(|(a, b)| a * b).sum::<f64>();
            let value = if row == column {
                libm::sqrt((entry - before(&own)).max(f64::MIN_POSITIVE))
            } else {
                (entry - before(&factor[column])) / factor[column][column]
            };
            own.push(value);
        }
        let known: f64 = own.iter().zip(&solved).map(|(a, b)| a * b).sum();
        solved.push((gains[class] - known) / own[row]);
        factor.push(own);
    }
    solved.iter().map(|value| value * value).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(table: &[&[u64]]) -> StuartMaxwell {
        let cells = table
            .iter()
            .enumerate()
            .flat_map(|(one, row)| row.iter().enumerate().map(move |cell| (one, cell)));
        let pairs = cells.flat_map(|(one, (other, &count))| (0..count).map(move |_| (one, other)));
        StuartMaxwell::new(table.len(), pairs)
    }

    #[test]
    fn two_classes_are_mcnemars_test() {
        let found = of(&[&[30, 12], &[5, 40]]);
        assert_eq!((found.df, found.discordant), (1, 17));
        assert!((found.chi_square - 49.0 / 17.0).abs() < 1e-14);
        let known = crate::special::chi_square_1_upper(found.chi_square).value();
        assert!((found.p().value() / known - 1.0).abs() < 1e-13);
    }

    #[test]
    fn vision_of_either_eye_is_stuarts_example() {
        // Unaided distance vision of 7,477 women (Stuart 1955): 11.96 with 3 degrees of freedom.
        let table: [&[u64]; 4] = [
            &[1520, 266, 124, 66],
            &[234, 1512, 432, 78],
            &[117, 362, 1772, 205],
            &[36, 82, 179, 492],
        ];
        let found = of(&table);
        assert_eq!(found.df, 3);
        assert!(
            (found.chi_square - 11.956_572).abs() < 5e-6,
            "{}",
            found.chi_square
        );
    }

    #[test]
    fn classes_without_confusion_take_nothing() {
        // Two pairs of classes, confused within the pairs alone: two tests of McNemar.
        let apart = of(&[&[9, 8, 0, 0], &[2, 9, 0, 0], &[0, 0, 5, 1], &[0, 0, 7, 5]]);
        assert_eq!(apart.df, 2);
        assert!((apart.chi_square - (36.0 / 10.0 + 36.0 / 8.0)).abs() < 1e-13);
        // A class that nobody uses, and one that both use alike.
        let idle = of(&[&[3, 0, 0, 0], &[0, 0, 0, 0], &[0, 0, 4, 6], &[0, 0, 2, 4]]);
        assert!(idle.df == 1 && (idle.chi_square - 2.0).abs() < 1e-14);
        assert_eq!(of(&[&[3, 0], &[0, 4]]).p(), Probability::ONE);
    }
}
