//! Two systems on one item: the 2x2 table of right and wrong.
//!
//! Accuracy and gain fix two margins; one more number, the share of items on which both are right or both are wrong, fixes
//! the table (Card et al. 2020, accuracy notebook): with disagreement D = 1 - agreement and gain d, only the system is
//! right with (D + d) / 2 and only the baseline with (D - d) / 2.

use crate::{StatsError, error};

/// Rounding that a difference of printed decimals may carry: 0.82 - 0.80 is 0.0199999...
const ROUNDING: f64 = 1e-12;

/// Probabilities of the four outcomes of an item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Only the system is right.
    pub only_system: f64,
    /// Only the baseline is right.
    pub only_baseline: f64,
    /// Both are right.
    pub both_right: f64,
    /// Both are wrong.
    pub both_wrong: f64,
}

impl Agreement {
    /// The table of a baseline's accuracy, the gain of the system over it, and the share of items on which they agree.
    ///
    /// # Errors
    /// When the accuracies leave [0, 1], the gain exceeds the disagreement, or agreement is too small for such accuracies.
    pub fn new(baseline: f64, gain: f64, agreement: f64) -> Result<Self, StatsError> {
        let (least, most) = disagreement_range(baseline, gain)?;
        let disagreement = 1.0 - agreement;
        if !agreement.is_finite() || disagreement < least - ROUNDING {
            return Err(StatsError::Exceeds {
                name: "the size of the gain",
                value: rounded(least),
                limit_name: "the share of items on which the systems disagree (1 - agreement)",
                limit: rounded(disagreement),
            });
        }
        if disagreement > most + ROUNDING {
            return Err(StatsError::Exceeds {
                name: "the share of items on which the systems disagree (1 - agreement)",
                value: rounded(disagreement),
                limit_name: "the most that such accuracies allow",
                limit: rounded(most),
            });
        }
        Ok(Self::of_disagreement(
            baseline,
            gain,
            disagreement.clamp(least, most),
        ))
    }

    /// The table of a disagreement within [`disagreement_range`].
    pub(crate) fn of_disagreement(baseline: f64, gain: f64, disagreement: f64) -> Self {
        // Rounding may leave a cell a hair below nothing.
        let cell = |value: f64| if value < ROUNDING { 0.0 } else { value };
        let only_system = cell(0.5 * (disagreement + gain));
        let only_baseline = cell(0.5 * (disagreement - gain));
        let both_right = cell(baseline - only_baseline);
        Self {
            only_system,
            only_baseline,
            both_right,
            both_wrong: cell(1.0 - only_system - only_baseline - both_right),
        }
    }

    /// Probability that exactly one of the two is right.
    pub fn disagreement(&self) -> f64 {
        self.only_system + self.only_baseline
    }
}

/// The least and the largest share of items on which systems with these accuracies can disagree: the gain itself, and all
/// errors on different items as far as that goes.
///
/// # Errors
/// When an accuracy is outside [0, 1].
pub fn disagreement_range(baseline: f64, gain: f64) -> Result<(f64, f64), StatsError> {
    error::finite(&[baseline, gain])?;
    let system = baseline + gain;
    for (name, value) in [
        ("an accuracy of the baseline", baseline),
        ("an accuracy of the system (baseline + gain)", system),
    ] {
        if !(-ROUNDING..=1.0 + ROUNDING).contains(&value) {
            return Err(StatsError::OutOfRange {
                name,
                low: 0.0,
                high: 1.0,
                value: rounded(value),
            });
        }
    }
    let both_right = (baseline + system - 1.0).max(0.0);
    Ok((
        gain.abs(),
        (baseline + system - 2.0 * both_right).max(gain.abs()),
    ))
}

/// Without the last digits, for messages.
fn rounded(value: f64) -> f64 {
    libm::round(value * 1e12) / 1e12
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_cells_add_up_and_give_the_accuracies_back() {
        let table = Agreement::new(0.8, 0.02, 0.975).expect("a table");
        let close = |got: f64, want: f64| (got - want).abs() < 1e-15;
        assert!(
            close(table.only_system, 0.0225) && close(table.only_baseline, 0.0025),
            "{table:?}"
        );
        assert!(
            close(table.both_right + table.only_baseline, 0.8),
            "{table:?}"
        );
        assert!(
            close(table.both_right + table.only_system, 0.82),
            "{table:?}"
        );
        assert!(
            close(
                table.both_wrong + table.disagreement() + table.both_right,
                1.0
            ),
            "{table:?}"
        );
    }

    #[test]
    fn what_no_table_holds_is_refused() {
        // A gain of 5 points with 2 points of disagreement; one error each of 100 items cannot disagree on 30.
        assert!(matches!(
            Agreement::new(0.8, 0.05, 0.98),
            Err(StatsError::Exceeds { .. })
        ));
        assert!(matches!(
            Agreement::new(0.99, 0.0, 0.7),
            Err(StatsError::Exceeds { .. })
        ));
        assert!(matches!(
            Agreement::new(0.99, 0.02, 0.9),
            Err(StatsError::OutOfRange { .. })
        ));
        // Exactly at the edge, whatever 1 - 0.98 is in doubles.
        assert_eq!(
            Agreement::new(0.8, 0.02, 0.98)
                .expect("the edge")
                .only_baseline,
            0.0
        );
    }

    #[test]
    fn the_range_of_disagreement_is_that_of_the_margins() {
        let (least, most) = disagreement_range(0.7, 0.02).expect("a range");
        assert!(
            (least - 0.02).abs() < 1e-15 && (most - 0.58).abs() < 1e-14,
            "{least} {most}"
        );
        let (_, most) = disagreement_range(0.2, 0.05).expect("a range");
        assert!(
            (most - 0.45).abs() < 1e-14,
            "both may always be wrong together: {most}"
        );
    }
}
