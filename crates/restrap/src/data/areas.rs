//! Areas under the ROC curve of two systems, with DeLong's variance.
//!
//! The difference is normal around 0 over items, and Student's t over clusters with one degree of freedom less than there are clusters
//! (Obuchowski 1997). A system's own interval is the score interval of a share with the same variance, which stays inside 0 to 1.

use restrap_stats::interval::Scale;
use restrap_stats::roc::{Placed, Placements, RocVariance, separated};
use restrap_stats::special::normal_quantile;
use restrap_stats::{Counts, Interval, Margin, MarginTest, Probability, TEstimate};
use restrap_words::{Code, Note};

use crate::data::sampled::ItemPair;
use crate::design::clusters::ClusterMap;
use crate::error::Error;
use crate::outcome::{IntervalKind, IntervalOutcome};

/// What a difference of areas may be.
const BOTH: Scale = Scale::UNIT_DIFFERENCE;

/// What the items of two systems say of their areas.
pub(crate) struct Areas {
    /// Of the baseline, of the system.
    of: [Own; 2],
    /// How many clusters there are, where units are clusters.
    clusters: Option<usize>,
    /// Each system scored its own items.
    apart: bool,
}

/// The items of one system.
#[derive(Clone)]
struct Own {
    is_positive: Vec<bool>,
    placements: Placements,
    /// The unit that holds each item.
    units: Vec<u32>,
}

impl Own {
    /// The items of a system in ascending order, `of` so many, those that a unit holds; `None` where a class has none.
    fn new(steps: &[Placed], of: usize, pair: &ItemPair) -> Option<Self> {
        let mut owned = vec![steps.len() == of; of];
        if steps.len() < of {
            for step in steps {
                owned[step.item()] = true;
            }
        }
        // Of each item its place among those that a unit holds.
        let (mut place_of, mut units) = (vec![None; of], Vec::with_capacity(steps.len()));
        for (item, place) in place_of
            .iter_mut()
            .enumerate()
            .filter(|(item, _)| owned[*item])
        {
            let Some(unit) = pair.units.unit_of(item) else {
                continue;
            };
            *place = Some(units.len() as u32);
            units.push(unit);
        }
        let mut is_positive = vec![false; units.len()];
        for step in steps {
            if let Some(place) = place_of[step.item()] {
                is_positive[place as usize] = step.is_positive();
            }
        }
        if units.len() == of {
            return Some(Self {
                placements: Placements::in_order(steps, of)?,
                is_positive,
                units,
            });
        }
        let mut starts = false;
        let own = steps.iter().filter_map(|step| {
            starts |= step.starts();
            let place = place_of[step.item()]?;
            Some(Placed::new(
                place,
                step.is_positive(),
                std::mem::take(&mut starts),
            ))
        });
        let placements = Placements::in_order(&own.collect::<Vec<Placed>>(), units.len())?;
        Some(Self {
            is_positive,
            placements,
            units,
        })
    }
}

/// An area or a difference with its standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub value: f64,
    pub error: f64,
    pub variance: RocVariance,
    /// Degrees of freedom of t, where units are clusters.
    pub df: Option<f64>,
}

impl Areas {
    /// `None` of other metrics, and where a class has no item.
    pub fn of(pair: &ItemPair, clusters: Option<&ClusterMap>) -> Option<Self> {
        let apart = pair.metric.items_apart().is_some();
        let items = pair.metric.items();
        let own = |place| Own::new(pair.metric.classes(place)?, items, pair);
        let of = if pair.places[0] == pair.places[1] {
            let one = own(pair.places[0])?;
            [one.clone(), one]
        } else {
            let (one, other) = rayon::join(|| own(pair.places[0]), || own(pair.places[1]));
            [one?, other?]
        };
        Some(Self {
            of,
            clusters: clusters.map(|map| map.number() as usize),
            apart,
        })
    }

    /// The area of `placements` on the items of a system.
    fn area(&self, placements: &Placements, own: &Own) -> Option<Area> {
        let variance = match self.clusters {
            None => placements.variance(&own.is_positive)?,
            Some(number) => {
                placements.variance_of_clusters(&own.is_positive, &own.units, number)?
            }
        };
        let df = variance.clusters.map(|clusters| clusters as f64 - 1.0);
        Some(Area {
            value: placements.area,
            error: libm::sqrt(variance.variance),
            variance,
            df,
        })
    }

    /// Units that the system places better, worse and alike among those of the other class, of `number` units; where each scored its
    /// own items, pairs of an item of the system and one of the baseline, of one class.
    pub fn counts(&self, number: usize) -> Counts {
        // Sums of shares: what is less is rounding.
        let side = |gain: f64| (gain > 1e-12, gain < -1e-12);
        let [baseline, system] = &self.of;
        if self.apart {
            let of = |own: &Own, class: bool| -> Vec<f64> {
                let of_items = own.placements.of_items.iter().zip(&own.is_positive);
                of_items
                    .filter(|(_, is)| **is == class)
                    .map(|(placement, _)| *placement)
                    .collect()
            };
            let mut counts = Counts {
                better: 0,
                worse: 0,
                tied: 0,
            };
            for class in [false, true] {
                let mut others = of(baseline, class);
                others.sort_unstable_by(f64::total_cmp);
                for placement in of(system, class) {
                    let below = others.partition_point(|other| side(placement - other).0);
                    let to = others.partition_point(|other| !side(placement - other).1);
                    counts.better += below as u64;
                    counts.tied += (to - below) as u64;
                    counts.worse += (others.len() - to) as u64;
                }
            }
            return counts;
        }
        let mut of_units = vec![0.0; number];
        let gains = system
            .placements
            .of_items
            .iter()
            .zip(&baseline.placements.of_items);
        for ((system, baseline), &unit) in gains.zip(&system.units) {
            of_units[unit as usize] += system - baseline;
        }
        Counts::of(of_units.into_iter().map(side))
    }

    /// The area of one system: 0 is the baseline.
    pub fn system(&self, which: usize) -> Option<Area> {
        self.area(&self.of[which].placements, &self.of[which])
    }

    /// System − baseline. Variances of areas of different items add up.
    pub fn difference(&self) -> Option<Area> {
        let [baseline, system] = &self.of;
        if !self.apart {
            return self.area(&system.placements.minus(&baseline.placements), system);
        }
        let (one, other) = (self.system(0)?, self.system(1)?);
        let classes =
            [0, 1].map(|class| one.variance.classes[class] + other.variance.classes[class]);
        let variance = one.variance.variance + other.variance.variance;
        Some(Area {
            value: other.value - one.value,
            error: libm::sqrt(variance),
            variance: RocVariance {
                variance,
                classes,
                clusters: None,
            },
            df: None,
        })
    }

    /// Each system scored its own items.
    pub fn are_apart(&self) -> bool {
        self.apart
    }

    /// Units are clusters.
    pub fn is_of_clusters(&self) -> bool {
        self.clusters.is_some()
    }

    /// Returns the system that separates the classes perfectly, with its area.
    fn separated<'n>(&self, names: [&'n str; 2]) -> Option<(f64, &'n str)> {
        let areas = self.of.iter().map(|own| own.placements.area).zip(names);
        areas
            .into_iter()
            .find(|(area, _)| [0.0, 1.0].contains(area))
    }

    /// Returns the reason why ranks or labels are exchanged in the place of DeLong's test, if they are: where a system separates the
    /// classes or the variance of a difference is 0.
    pub fn without_variance(&self, names: [&str; 2]) -> Option<Note> {
        let from = if !self.apart {
            "exchanging the ranks of the two systems"
        } else if self.clusters.is_none() {
            "exchanging the two systems' labels among the items of a class, which takes both scores to be on one scale"
        } else {
            return None;
        };
        let from = format!("the p-value comes from {from}");
        if let Some((area, name)) = self.separated(names) {
            return Some(Code::NoVariance.says(format!(
                "DeLong's variance is 0 because {name} separates the classes perfectly (area {area}): {from}"
            )));
        }
        self.difference()
            .filter(|of| of.error == 0.0 && of.value != 0.0)
            .map(|_| {
                Code::NoVariance.says(format!("DeLong's variance of the difference is 0: {from}"))
            })
    }

    /// Returns the reason why DeLong's method has no p-value, or `None` if it has one.
    pub fn silent(&self, names: [&str; 2]) -> Option<Note> {
        if let Some((area, name)) = self.separated(names) {
            return Some(Code::NoVariance.says(format!(
                "DeLong's variance is 0 because {name} separates the classes perfectly (area {area})"
            )));
        }
        self.difference()
            .is_none()
            .then(|| Code::NoVariance.says("fewer than 2 units of a class have no variance"))
    }

    /// Returns the reason why there is no interval of a difference that has a p-value.
    pub fn without_interval(&self) -> &'static str {
        if self.difference().is_none() {
            "fewer than 2 units of a class have no variance"
        } else {
            "neither area varies"
        }
    }

    /// The interval of the difference; none where DeLong's method has no p-value.
    ///
    /// # Errors
    /// For a level outside 0 to 1.
    pub fn interval(&self, names: [&str; 2], level: f64) -> Result<Option<IntervalOutcome>, Error> {
        if self.silent(names).is_some() {
            return Ok(None);
        }
        let Some(of) = self.difference().filter(|of| of.error > 0.0) else {
            return Ok(None);
        };
        let found = if let Some(df) = of.df {
            TEstimate::new(of.value, of.error, df)?.interval(level)?
        } else {
            Some(of.around(level)?)
        };
        Ok(found.map(|found| {
            IntervalOutcome::new(found.within(BOTH, of.value), IntervalKind::DeLong, level)
        }))
    }

    /// The ends of an interval of the difference of systems on different items, of which one or both separate the classes: the hull of
    /// DeLong's, to which that system adds no variance, and of the exact bounds of its area beside the area of the other.
    ///
    /// # Errors
    /// For a level outside 0 to 1.
    pub fn hull_apart(&self, level: f64) -> Result<Option<Interval>, Error> {
        let (Some(baseline), Some(system), Some(difference)) =
            (self.system(0), self.system(1), self.difference())
        else {
            return Ok(None);
        };
        let hull = difference.around(level)?;
        Ok(Some(Self::widened([baseline, system], hull, level)?))
    }

    /// An interval of the difference, widened to the exact bounds of a system that separates the classes beside the area of the other.
    fn widened(areas: [Area; 2], from: Interval, level: f64) -> Result<Interval, Error> {
        let [baseline, system] = areas.map(|area| area.value);
        let mut hull = from;
        for (of, sign) in areas.into_iter().zip([-1.0, 1.0]) {
            if let Some(own) = of.separated(level)? {
                let [one, other] =
                    [own.low, own.high].map(|end| system - baseline + sign * (end - of.value));
                hull = Interval::new(hull.low.min(one.min(other)), hull.high.max(one.max(other)))?;
            }
        }
        Ok(hull.within(BOTH, system - baseline))
    }

    /// A margin test that heeds what resamples cannot show: an area of 1 falls in none of them, and one of 0 rises in none. Its exact
    /// bound has a p of its own beside the area of the other, and the larger one counts.
    ///
    /// # Errors
    /// For an alpha outside (0, 1/2).
    pub fn heeded(
        &self,
        test: MarginTest,
        margin: Margin,
        alpha: f64,
    ) -> Result<MarginTest, Error> {
        let (Some(baseline), Some(system)) = (self.system(0), self.system(1)) else {
            return Ok(test);
        };
        // The areas under the null that the system gains less, and that it gains more, than the limit.
        let p = |p: Probability, limit: f64, loses: f64| {
            let of_system = system.p_beyond(baseline.value + limit, loses);
            let of_baseline = baseline.p_beyond(system.value - limit, 1.0 - loses);
            of_system
                .into_iter()
                .chain(of_baseline)
                .fold(p, Probability::max)
        };
        Ok(MarginTest {
            p_low: p(test.p_low, margin.low(), 1.0),
            p_high: p(test.p_high, margin.high(), 0.0),
            interval: Self::widened([baseline, system], test.interval, 1.0 - 2.0 * alpha)?,
        })
    }
}

impl Area {
    /// The interval of a normal estimate.
    fn around(&self, level: f64) -> Result<Interval, Error> {
        let reach = -normal_quantile(0.5 * (1.0 - level)) * self.error;
        Ok(Interval::around(self.value, reach)?)
    }

    /// Pairs of a positive and a negative item that share no unit.
    fn pairs(&self) -> usize {
        let [positive, negative] = self.variance.classes;
        let pairs = positive.min(negative);
        // A cluster may hold items of both classes, and then is in one pair.
        self.variance
            .clusters
            .map_or(pairs, |clusters| pairs.min(clusters / 2))
    }

    /// The exact interval of an area of 0 or 1; `None` of others.
    fn separated(&self, level: f64) -> Result<Option<Interval>, Error> {
        if self.value != 0.0 && self.value != 1.0 {
            return Ok(None);
        }
        let found = separated(self.pairs(), level)?;
        Ok(Some(if self.value == 1.0 {
            found
        } else {
            Interval::new(1.0 - found.high, 1.0 - found.low)?
        }))
    }

    /// The p-value of an area that is `end`, which is 0 or 1, under an area of `null` or farther from that end; `None` of other areas.
    fn p_beyond(&self, null: f64, end: f64) -> Option<Probability> {
        let share = if end == 1.0 { null } else { 1.0 - null };
        (self.value == end)
            .then(|| Probability::new(libm::pow(share.clamp(0.0, 1.0), self.pairs().max(1) as f64)))
    }

    /// The interval of a system's own area; `None` of 0 and 1 where units are clusters.
    ///
    /// # Errors
    /// For a level outside 0 to 1.
    pub fn interval(&self, level: f64) -> Result<Option<IntervalOutcome>, Error> {
        if self.variance.clusters.is_none()
            && let Some(found) = self.separated(level)?
        {
            return Ok(Some(IntervalOutcome::new(
                found,
                IntervalKind::DisjointPairs,
                level,
            )));
        }
        if self.value == 0.0 || self.value == 1.0 {
            return Ok(None);
        }
        let [positive, negative] = self.variance.classes;
        if self.error == 0.0 {
            return Ok(None);
        }
        let df = self.df.unwrap_or(positive.min(negative) as f64 - 1.0);
        let scale = Scale::new(0.0, 1.0).unwrap_or(Scale::UNKNOWN);
        let found =
            scale.interval_of_estimate(&TEstimate::new(self.value, self.error, df)?, level)?;
        Ok(found.map(|found| {
            IntervalOutcome::new(found.within(scale, self.value), IntervalKind::DeLong, level)
        }))
    }
}
