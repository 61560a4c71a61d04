//! Values of summed counts: precision, recall and F (van Rijsbergen 1979), of one class and of several.
//!
//! The zero rules are those of scikit-learn. Sums of products are taken in 128-bit integers, so that MCC and kappa lose nothing
//! before their last division.

use crate::describe::Tail;
use crate::{ColumnName, Error, OfClass};

/// Precision, recall or F.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Measure {
    /// tp / (tp + fp).
    Precision,
    /// tp / (tp + fn).
    Recall,
    /// (1 + β²) tp / ((1 + β²) tp + β² fn + fp).
    F {
        /// How many times recall weighs as much as precision; positive and finite.
        beta: f64,
    },
}

restrap_words::vocabulary! {
    /// The value of 0/0.
    pub enum ZeroDivision: "a value of 0/0" {
        /// 0, scikit-learn's default.
        Zero = "0",
        /// 1: nothing to find and nothing found is perfect.
        One = "1",
    }
    default Zero
}

impl ZeroDivision {
    fn value(self) -> f64 {
        match self {
            Self::Zero => 0.0,
            Self::One => 1.0,
        }
    }
}

impl Measure {
    /// The name on the command line: `precision`, `recall`, `f1`, `f0.5`.
    pub fn name(self) -> String {
        match self {
            Self::Precision => "precision".to_owned(),
            Self::Recall => "recall".to_owned(),
            Self::F { beta } => format!("f{beta}"),
        }
    }

    /// What is reported beside it.
    pub(crate) fn companions(self) -> Vec<Self> {
        match self {
            Self::F { .. } => vec![Self::Precision, Self::Recall],
            Self::Precision | Self::Recall => Vec::new(),
        }
    }

    pub(crate) fn check(self) -> Result<(), Error> {
        match self {
            Self::F { beta } if !(beta > 0.0 && beta.is_finite()) => Err(Error::option(
                "0 < beta < infinity",
                format!("beta = {beta}"),
            )),
            _ => Ok(()),
        }
    }

    /// The value for tp, fp, fn.
    pub(crate) fn value(self, [tp, fp, fne]: [i64; 3], zero: ZeroDivision) -> f64 {
        let [tp, fp, fne] = [tp as f64, fp as f64, fne as f64];
        let (part, whole) = match self {
            Self::Precision => (tp, tp + fp),
            Self::Recall => (tp, tp + fne),
            Self::F { beta } => {
                let square = beta * beta;
                ((1.0 + square) * tp, (1.0 + square) * tp + square * fne + fp)
            }
        };
        if whole == 0.0 {
            zero.value()
        } else {
            part / whole
        }
    }
}

/// The beta behind the name of an F.
pub(crate) const BETA: Tail = Tail {
    example: "1",
    read: |text| {
        let given = text
            .parse()
            .ok()
            .filter(|beta: &f64| *beta > 0.0 && beta.is_finite());
        given.map(|beta| Ok(beta.to_string()))
    },
    columns: false,
};

/// The beta that stands behind the name of an F; 1 where none does.
pub(crate) fn beta(tail: &str) -> f64 {
    tail.parse().unwrap_or(1.0)
}

/// `tp`, `fp` and `fn` of every class: the layout of [`ClassCounts`].
pub(crate) fn class_columns(classes: &[String]) -> Vec<ColumnName> {
    let of_count = |count| {
        classes
            .iter()
            .map(move |class| format!("{count}[{class}]").into())
    };
    ["tp", "fp", "fn"].into_iter().flat_map(of_count).collect()
}

/// Sums of tp, fp, fn of every class, in the layout tp[..], fp[..], fn[..].
pub(crate) struct ClassCounts<'a> {
    tp: &'a [i64],
    fp: &'a [i64],
    fne: &'a [i64],
}

impl<'a> ClassCounts<'a> {
    pub(crate) fn new(sums: &'a [i64]) -> Self {
        let k = sums.len() / 3;
        Self {
            tp: &sums[..k],
            fp: &sums[k..2 * k],
            fne: &sums[2 * k..],
        }
    }

    pub(super) fn classes(&self) -> impl Iterator<Item = [i64; 3]> {
        (0..self.tp.len()).map(|class| [self.tp[class], self.fp[class], self.fne[class]])
    }

    /// How each class fares, by name.
    pub(crate) fn by_class(&self, names: &[String], zero: ZeroDivision) -> Vec<OfClass> {
        let one = |(name, counts): (&String, [i64; 3])| OfClass {
            name: name.clone(),
            precision: Measure::Precision.value(counts, zero),
            recall: Measure::Recall.value(counts, zero),
            f1: Measure::F { beta: 1.0 }.value(counts, zero),
            support: counts[0] + counts[2],
        };
        names.iter().zip(self.classes()).map(one).collect()
    }

    /// Classes that the gold has.
    pub(crate) fn in_gold(&self) -> u64 {
        self.classes().filter(|[tp, _, fne]| tp + fne > 0).count() as u64
    }

    /// The mean over classes, plain or weighted by the gold items of each.
    pub(crate) fn averaged(&self, measure: Measure, zero: ZeroDivision, weighted: bool) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for counts in self.classes() {
            let weight = if weighted {
                (counts[0] + counts[2]) as f64
            } else {
                1.0
            };
            sum += weight * measure.value(counts, zero);
            weights += weight;
        }
        if weights == 0.0 {
            zero.value()
        } else {
            sum / weights
        }
    }

    /// Items n, right ones c, Σ gold_k · given_k, Σ gold_k², Σ given_k².
    pub(super) fn moments(&self) -> [i128; 5] {
        let mut all = [0; 5];
        for [tp, fp, fne] in self.classes() {
            let (gold, given) = (i128::from(tp + fne), i128::from(tp + fp));
            all[0] += gold;
            all[1] += i128::from(tp);
            all[2] += gold * given;
            all[3] += gold * gold;
            all[4] += given * given;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_division_is_what_the_caller_says() {
        for measure in [
            Measure::Precision,
            Measure::Recall,
            Measure::F { beta: 2.0 },
        ] {
            assert_eq!(measure.value([0, 0, 0], ZeroDivision::Zero), 0.0);
            assert_eq!(measure.value([0, 0, 0], ZeroDivision::One), 1.0);
        }
        // Something was missed: F is 0 whatever the precision of nothing is.
        assert_eq!(
            Measure::F { beta: 1.0 }.value([0, 0, 3], ZeroDivision::One),
            0.0
        );
    }

    #[test]
    fn f_beta_is_the_weighted_harmonic_mean() {
        let (p, r): (f64, f64) = (0.6, 0.75);
        for beta in [0.5, 1.0, 2.0] {
            let want = (1.0 + beta * beta) * p * r / (beta * beta * p + r);
            assert!(
                (Measure::F { beta }.value([3, 2, 1], ZeroDivision::Zero) - want).abs() < 1e-15
            );
        }
    }
}
