//! Intervals of agreements: of the resamples, or studentised.

use restrap_engine::Control;
use restrap_stats::correlation::Agreed;
use restrap_stats::interval::{BootstrapDistribution as _, Interval, Replicates};

use super::drawn::{Drawing, Estimates, Ratios, Standard};
use crate::error::Error;

/// An interval, and the resamples without a value that it leaves out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    /// None where nothing varies, or where no error can be told.
    pub ends: Option<Interval>,
    /// Resamples without a value.
    pub without: u64,
}

/// Intervals of every metric and of every pair.
#[derive(Debug)]
pub(super) struct Intervals {
    pub metrics: Vec<Drawn>,
    pub pairs: Vec<Drawn>,
}

impl Drawing {
    /// Percentile intervals of whatever agreement is asked.
    pub(super) fn percentiles(
        self,
        tables: &Standard,
        pairs: &[[usize; 2]],
        observed: &[Agreed],
        confidence: f64,
        control: &Control,
    ) -> Result<Intervals, Error> {
        let drawn = self.agreements(tables, control)?;
        let of = |at: Option<f64>, one: &dyn Fn(&[Option<f64>]) -> Option<f64>| {
            let values: Vec<f64> = drawn.iter().filter_map(|row| one(row)).collect();
            let without = self.resamples - values.len() as u64;
            let ends = match at {
                Some(at) if !values.is_empty() => {
                    Some(Replicates::new(at, values)?.percentile(confidence)?)
                }
                _ => None,
            };
            Ok::<_, Error>(Drawn { ends, without })
        };
        let metrics = observed
            .iter()
            .enumerate()
            .map(|(place, agreed)| of(agreed.value, &|row| row[place]));
        let difference =
            |row: &[Option<f64>], [base, metric]: [usize; 2]| Some(row[metric]? - row[base]?);
        let pairs = pairs.iter().map(|&[base, metric]| {
            let at = observed[metric].value.zip(observed[base].value);
            let at = at.map(|(metric, base)| metric - base);
            of(at, &|row| difference(row, [base, metric]))
        });
        Ok(Intervals {
            metrics: metrics.collect::<Result<_, _>>()?,
            pairs: pairs.collect::<Result<_, _>>()?,
        })
    }

    /// Bootstrap-t intervals of Pearson's r of items: of r on the scale of Fisher's z, of a difference of two r on its own.
    pub(super) fn studentised(
        self,
        tables: &Standard,
        pairs: &[[usize; 2]],
        confidence: f64,
        control: &Control,
    ) -> Result<Intervals, Error> {
        let observed = Estimates::observed(tables, pairs);
        let drawn = self.ratios(tables, &observed, pairs, control)?;
        let of = |at: Option<[f64; 2]>, one: &dyn Fn(&Ratios) -> Option<f64>| {
            let ratios: Vec<f64> = drawn.iter().filter_map(one).collect();
            let without = self.resamples - ratios.len() as u64;
            let ends = match at {
                Some([at, error]) if !ratios.is_empty() => {
                    let ratio = Replicates::new(0.0, ratios)?.percentile(confidence)?;
                    let ends = Interval::new(at - ratio.high * error, at - ratio.low * error)?;
                    Some(ends)
                }
                _ => None,
            };
            Ok::<_, Error>(Drawn { ends, without })
        };
        let metrics = observed.metrics.iter().enumerate().map(|(place, at)| {
            let drawn = of(*at, &|row| row[0][place])?;
            let back = |ends: Interval| Interval::new(libm::tanh(ends.low), libm::tanh(ends.high));
            Ok(Drawn {
                ends: drawn.ends.map(back).transpose()?,
                ..drawn
            })
        });
        let pairs = observed.pairs.iter().enumerate().map(|(place, at)| {
            let drawn = of(*at, &|row| row[1][place])?;
            // Two correlations are at most 2 apart.
            let within = |ends: Interval| Interval::new(ends.low.max(-2.0), ends.high.min(2.0));
            Ok(Drawn {
                ends: drawn.ends.map(within).transpose()?,
                ..drawn
            })
        });
        Ok(Intervals {
            metrics: metrics.collect::<Result<_, Error>>()?,
            pairs: pairs.collect::<Result<_, Error>>()?,
        })
    }
}
