//! How far repeated measurements of one score lie apart: CV* (Belz et al. 2021), as two lines.

use restrap_stats::Variation;
use restrap_words::asked;
use serde::{Deserialize, Serialize};

use crate::data::scores::Scores;
use crate::error::Error;
use crate::number::count;
use crate::number::digits::rounded;
use crate::number::format::{number, percent};

/// How far repeated measurements of one score lie apart. The unit is the measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReproductionOutcome {
    /// CV*: 100 (1 + 1/(4n)) s* / mean, in per cent (Belz et al. 2021).
    pub coefficient: f64,
    /// s*: standard deviation of the measurements, without bias where they are normal.
    pub deviation: f64,
    /// Lower and upper end of the interval of s*; none where all measurements are the same.
    pub interval: Option<(f64, f64)>,
    /// Level of the interval.
    pub confidence: f64,
}

impl ReproductionOutcome {
    /// Says how far measurements lie apart, on a scale that starts at 0.
    ///
    /// # Errors
    /// For values that are not measurements of their own, fewer than two, negative ones, and a mean of 0.
    pub(crate) fn of(system: &Scores, confidence: f64) -> Result<Self, Error> {
        if let Some(value) = system.values.iter().find(|value| **value < 0.0) {
            return Err(Error::not_applicable(
                asked("reproduction"),
                "a scale that starts at 0",
                format!("{} has {value}", system.name),
                "shift the scale so that its lowest score is 0, as for ratings from 1",
            ));
        }
        if !system.values.is_empty() && system.values.iter().all(|value| *value == 0.0) {
            return Err(Error::not_applicable(
                asked("reproduction"),
                "a mean above 0",
                format!("that of {} is 0", system.name),
                "CV* divides by it",
            ));
        }
        let variation = Variation::of(&system.values)?;
        let interval = variation.interval(confidence)?;
        Ok(Self {
            coefficient: rounded(variation.coefficient()),
            deviation: rounded(variation.deviation()),
            interval: interval.map(|interval| (rounded(interval.low), rounded(interval.high))),
            confidence,
        })
    }
}

/// Measurements of one system, for words.
pub(crate) struct Measured<'m> {
    pub name: &'m str,
    pub count: u64,
    pub mean: f64,
    pub of: &'m ReproductionOutcome,
}

impl Measured<'_> {
    /// The measurements with their spread, and what share of their mean that is. `decimals` are of the score.
    pub fn lines(&self, decimals: usize) -> [String; 2] {
        let interval = self.of.interval.map_or_else(String::new, |(low, high)| {
            let [low, high] = [low, high].map(|end| number(end, decimals + 1));
            format!(" ({} CI {low} to {high})", percent(self.of.confidence))
        });
        [
            format!(
                "{}: {}, mean {}, unbiased standard deviation {}{interval}.",
                self.name,
                count(self.count, "measurement"),
                number(self.mean, decimals),
                number(self.of.deviation, decimals + 1)
            ),
            format!(
                "CV* = {} % of the mean (Belz et al. 2021, small-sample correction 1 + 1/{}).",
                number(self.of.coefficient, 3),
                4 * self.count
            ),
        ]
    }
}

/// What a reader of CV* must know.
pub(crate) fn warnings(systems: &[Measured]) -> Vec<String> {
    /// Measurements below which an interval of s* reaches half as far as s*.
    const FEW: u64 = 10;
    let named = |is: fn(&Measured) -> bool| {
        let names: Vec<&str> = systems
            .iter()
            .filter(|one| is(one))
            .map(|one| one.name)
            .collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let few = named(|one| one.count < FEW).map(|names| {
        format!("{names}: fewer than {FEW} measurements, so the standard deviation and CV* are poorly estimated")
    });
    let near = named(|one| one.of.deviation > 0.0 && one.mean < 2.0 * one.of.deviation).map(|names| {
        format!("{names}: the mean is within two standard deviations of 0, so CV*, which divides by it, is unstable")
    });
    let scale = (!systems.is_empty()).then(|| {
        "CV* is relative to the mean: it needs a scale that starts at 0, and is comparable only on one scale"
            .to_owned()
    });
    few.into_iter().chain(near).chain(scale).collect()
}
