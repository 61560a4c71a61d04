//! The calibration test: what a calibrated model would score on the same items.
//!
//! Chance alone keeps a calibration error above 0. What happened is drawn from the stated probabilities, and p is how often a calibrated
//! model scores as much as this one, itself included (Vaicenavicius et al. 2019, AISTATS, section 4).

use rand::RngExt;
use rand_pcg::Pcg64Dxsm;
use rayon::prelude::*;
use restrap_metrics::{Calibrated, Metric};

use crate::data::scores::Counted;
use crate::number::digits::rounded;
use crate::number::format::{number, probability};
use crate::outcome::CalibrationOutcome;

impl CalibrationOutcome {
    /// Returns the numbers that are printed beside the value, by their names.
    pub fn beside(&self) -> [(String, f64); 2] {
        let of = [
            ("if_calibrated", self.expected),
            ("calibration_p", self.pvalue),
        ];
        of.map(|(name, value)| (name.to_owned(), value))
    }

    /// Returns what a reader of the value has to know.
    pub fn words(&self, decimals: usize) -> String {
        format!(
            "a calibrated model would score about {} here (calibration test p = {})",
            number(self.expected, decimals),
            probability(self.pvalue)
        )
    }
}

/// Draws at most, and stated probabilities that all draws together take at most.
const DRAWS: u64 = 9_999;
const MOST: u64 = 200_000_000;

/// Returns the calibration test of a system; `None` of metrics of something else than calibration.
pub fn test(metric: &dyn Metric, counted: &Counted, seed: u64) -> Option<CalibrationOutcome> {
    let calibrated = metric.calibrated(&counted.columns)?;
    Some(tested(&*calibrated, metric.finish(&counted.sums()), seed))
}

fn tested(calibrated: &dyn Calibrated, value: f64, seed: u64) -> CalibrationOutcome {
    let draws = DRAWS.min(MOST / calibrated.items().max(1) as u64).max(99);
    let drawn: Vec<f64> = (0..draws)
        .into_par_iter()
        .map(|draw| {
            // No stream of the resamples of items begins with all bits set.
            let stream = u128::MAX - u128::from(draw);
            let mut numbers = Pcg64Dxsm::new(u128::from(seed), stream);
            calibrated.draw(&mut || numbers.random::<f64>())
        })
        .collect();
    let least = value - 1e-12 * value.abs();
    let extreme = drawn.iter().filter(|&&drawn| drawn >= least).count();
    CalibrationOutcome {
        expected: rounded(drawn.iter().sum::<f64>() / draws as f64),
        pvalue: rounded((extreme as f64 + 1.0) / (draws as f64 + 1.0)),
        resamples: draws,
    }
}
