//! Areas under the ROC curve of two systems, with DeLong's variance.
//!
//! The difference is normal around 0 over items, and Student's t over clusters with one degree of freedom less than there are clusters
//! (Obuchowski 1997). A system's own interval is the score interval of a share with the same variance, which stays inside 0 to 1.

use restrap_stats::interval::Scale;
use restrap_stats::roc::{Placed, Placements, RocVariance};
use restrap_stats::special::normal_quantile;
use restrap_stats::{Counts, Interval, TEstimate};

use crate::data::clusters::ClusterMap;
use crate::data::sampled::ItemPair;
use crate::error::Error;
use crate::outcome::{IntervalKind, IntervalOutcome};

/// What the items of two systems say of their areas.
pub(crate) struct Areas {
    is_positive: Vec<bool>,
    /// Of the baseline, of the system.
    placements: [Placements; 2],
    /// The unit that holds each item.
    units: Vec<u32>,
    /// How many clusters there are, where units are clusters.
    clusters: Option<usize>,
}

/// An area or a difference with its standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub value: f64,
    pub error: f64,
    pub variance: RocVariance,
}

impl Areas {
    /// `None` of other metrics, and where a class has no item.
    pub fn of(pair: &ItemPair, clusters: Option<&ClusterMap>) -> Option<Self> {
        let steps = [pair.metric.classes(pair.places[0])?, pair.metric.classes(pair.places[1])?];
        // Of each item its place among those that a unit holds.
        let items = steps[0].len();
        let (mut place_of, mut units) = (vec![None; items], Vec::with_capacity(items));
        for (item, place) in place_of.iter_mut().enumerate() {
            let Some(unit) = pair.units.unit_of(item) else { continue };
            *place = Some(units.len() as u32);
            units.push(unit);
        }
        let kept = units.len();
        let mut is_positive = vec![false; kept];
        for step in steps[0] {
            if let Some(place) = place_of[step.item()] {
                is_positive[place as usize] = step.is_positive();
            }
        }
        let place = |steps: &[Placed]| {
            if kept == items {
                return Placements::in_order(steps, items);
            }
            let mut starts = false;
            let own = steps.iter().filter_map(|step| {
                starts |= step.starts();
                let place = place_of[step.item()]?;
                Some(Placed::new(place, step.is_positive(), std::mem::take(&mut starts)))
            });
            Placements::in_order(&own.collect::<Vec<Placed>>(), kept)
        };
        let placements = if pair.places[0] == pair.places[1] {
            let one = place(steps[0])?;
            [one.clone(), one]
        } else {
            let (one, other) = rayon::join(|| place(steps[0]), || place(steps[1]));
            [one?, other?]
        };
        let clusters = clusters.map(|map| map.number() as usize);
        Some(Self { is_positive, placements, units, clusters })
    }

    fn area(&self, placements: &Placements) -> Option<Area> {
        let variance = match self.clusters {
            None => placements.variance(&self.is_positive)?,
            Some(number) => placements.variance_of_clusters(&self.is_positive, &self.units, number)?,
        };
        Some(Area { value: placements.area, error: libm::sqrt(variance.variance), variance })
    }

    /// Units that the system places better, worse and alike among those of the other class; `number` of units.
    pub fn counts(&self, number: usize) -> Counts {
        let mut of_units = vec![0.0; number];
        let gains = self.placements[1].of_items.iter().zip(&self.placements[0].of_items);
        for ((system, baseline), &unit) in gains.zip(&self.units) {
            of_units[unit as usize] += system - baseline;
        }
        // Sums of shares: what is less is rounding.
        Counts::of(of_units.into_iter().map(|gain: f64| (gain > 1e-12, gain < -1e-12)))
    }

    /// The area of one system: 0 is the baseline.
    pub fn system(&self, which: usize) -> Option<Area> {
        self.area(&self.placements[which])
    }

    /// System − baseline.
    pub fn difference(&self) -> Option<Area> {
        self.area(&self.placements[1].minus(&self.placements[0]))
    }

    /// Units are clusters.
    pub fn is_of_clusters(&self) -> bool {
        self.clusters.is_some()
    }

    /// Why DeLong's method says nothing, where it does not.
    pub fn silent(&self, names: [&str; 2]) -> Option<String> {
        let at_end = self.placements.iter().zip(names).find(|(of, _)| of.area == 0.0 || of.area == 1.0);
        if let Some((of, name)) = at_end {
            return Some(format!(
                "the area of {name} is {}, which has no variance by DeLong's method: no more items, no p-value",
                of.area
            ));
        }
        self.difference().is_none().then(|| "fewer than 2 units of a class have no variance".to_owned())
    }

    /// The interval of the difference.
    ///
    /// # Errors
    /// For a level outside 0 to 1.
    pub fn interval(&self, names: [&str; 2], level: f64) -> Result<Option<IntervalOutcome>, Error> {
        let silent = self.silent(names);
        let Some(of) = self.difference().filter(|of| of.error > 0.0 && silent.is_none()) else {
            return Ok(None);
        };
        let found = if let Some(df) = of.degrees() {
            TEstimate::new(of.value, of.error, df)?.interval(level)?
        } else {
            let reach = -normal_quantile(0.5 * (1.0 - level)) * of.error;
            Some(Interval::around(of.value, reach)?)
        };
        let scale = Scale::new(-1.0, 1.0).unwrap_or(Scale::UNKNOWN);
        Ok(found
            .map(|found| IntervalOutcome::new(found.within(scale, of.value), IntervalKind::DeLong, level)))
    }
}

impl Area {
    /// Degrees of freedom, where units are clusters.
    pub fn degrees(&self) -> Option<f64> {
        self.variance.clusters.map(|clusters| clusters as f64 - 1.0)
    }

    /// The interval of a system's own area; `None` of 0 and 1.
    ///
    /// # Errors
    /// For a level outside 0 to 1.
    pub fn interval(&self, level: f64) -> Result<Option<IntervalOutcome>, Error> {
        if self.error == 0.0 || self.value == 0.0 || self.value == 1.0 {
            return Ok(None);
        }
        let [positive, negative] = self.variance.classes;
        let df = self.degrees().unwrap_or(positive.min(negative) as f64 - 1.0);
        let scale = Scale::new(0.0, 1.0).unwrap_or(Scale::UNKNOWN);
        let found = scale.interval_of_estimate(&TEstimate::new(self.value, self.error, df)?, level)?;
        Ok(found
            .map(|found| IntervalOutcome::new(found.within(scale, self.value), IntervalKind::DeLong, level)))
    }
}
