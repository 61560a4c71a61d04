//! Areas under the ROC curve of two systems: DeLong's test of their difference, and the intervals that go with it.
//!
//! The difference is normal around 0 over items, and Student's t over clusters with one degree of freedom less than there are clusters
//! (Obuchowski 1997). A system's own interval is the score interval of a share with the same variance, which stays inside 0 to 1.

use restrap_stats::interval::Scale;
use restrap_stats::roc::{Placements, RocVariance};
use restrap_stats::special::{normal_quantile, normal_upper};
use restrap_stats::{Alternative, Interval, Probability, TEstimate};

use crate::data::clusters::ClusterMap;
use crate::data::contest::Contest;
use crate::data::sampled::ItemPair;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{IntervalKind, IntervalOutcome, Method, TestOutcome};
use crate::request::{Request, Test};
use crate::test::observed::ClosedForm;
use crate::test::outcome;

/// Clusters below which the normal law of an area is doubtful.
const FEW_CLUSTERS: usize = 20;

/// What the items of two systems say of their areas.
pub(crate) struct Areas {
    is_positive: Vec<bool>,
    /// Of the baseline, of the system.
    placements: [Placements; 2],
    /// The cluster of each item, and their number.
    clusters: Option<(Vec<u32>, usize)>,
}

/// An area or a difference with its standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub value: f64,
    pub error: f64,
    variance: RocVariance,
}

impl Areas {
    /// `None` of other metrics, and where a class has no item.
    pub fn of(pair: &ItemPair, clusters: Option<&ClusterMap>) -> Option<Self> {
        let [(first, is_positive), (second, _)] =
            [pair.metric.classes(pair.places[0])?, pair.metric.classes(pair.places[1])?];
        let (is_in, units): (Vec<usize>, Vec<u32>) =
            (0..is_positive.len()).filter_map(|item| Some((item, pair.units.unit_of(item)?))).unzip();
        let kept: Vec<bool> = is_in.iter().map(|&item| is_positive[item]).collect();
        let place = |scores: &[f64]| {
            let own: Vec<f64> = is_in.iter().map(|&item| scores[item]).collect();
            Placements::new(&own, &kept)
        };
        let (one, other) = rayon::join(|| place(first), || place(second));
        let clusters = clusters.map(|map| (units, map.number() as usize));
        Some(Self { is_positive: kept, placements: [one?, other?], clusters })
    }

    fn area(&self, placements: &Placements) -> Option<Area> {
        let variance = match &self.clusters {
            None => placements.variance(&self.is_positive)?,
            Some((places, number)) => placements.variance_of_clusters(&self.is_positive, places, *number)?,
        };
        Some(Area { value: placements.area, error: libm::sqrt(variance.variance), variance })
    }

    /// The area of one system: 0 is the baseline.
    pub fn system(&self, which: usize) -> Option<Area> {
        self.area(&self.placements[which])
    }

    /// System − baseline.
    pub fn difference(&self) -> Option<Area> {
        self.area(&self.placements[1].minus(&self.placements[0]))
    }

    /// Why DeLong's method says nothing, where it does not.
    fn silent(&self, names: [&str; 2]) -> Option<String> {
        let at_end = self.placements.iter().zip(names).find(|(of, _)| of.area == 0.0 || of.area == 1.0);
        if let Some((of, name)) = at_end {
            return Some(format!(
                "the area of {name} is {}, which has no variance by DeLong's method: no more items, no p-value",
                of.area
            ));
        }
        self.difference().is_none().then(|| "fewer than 2 units of a class have no variance".to_owned())
    }

    /// DeLong's test of the difference.
    pub fn tested(&self, names: [&str; 2], side: Alternative) -> ClosedForm {
        let silent = self.silent(names);
        let difference = self.difference().filter(|_| silent.is_none());
        let mut notes: Vec<String> = silent.into_iter().collect();
        // Equal placements are no evidence.
        let statistic = difference.map(|of| if of.error > 0.0 { of.value / of.error } else { 0.0 });
        let df = difference.and_then(|of| of.degrees());
        let p = statistic.map(|z| match df {
            None => side.of_tails(normal_upper(z), normal_upper(-z)),
            Some(df) => of_t(z, df, side),
        });
        let classes = difference.map_or(String::new(), |of| {
            let [positive, negative] = of.variance.classes;
            match of.variance.clusters {
                None => format!(", {positive} positive and {negative} negative items"),
                Some(clusters) => {
                    format!(
                        ", {clusters} clusters, {positive} with positive and {negative} with negative items"
                    )
                }
            }
        });
        if let Some(clusters) =
            difference.and_then(|of| of.variance.clusters).filter(|&number| number < FEW_CLUSTERS)
        {
            notes.push(format!("{clusters} clusters: below {FEW_CLUSTERS} the variance of an area is rough"));
        }
        let name = if self.clusters.is_some() {
            "DeLong's test of clusters (Obuchowski 1997)"
        } else {
            "DeLong's test (1988)"
        };
        ClosedForm {
            p,
            method: Method::Asymptotic,
            relative_error: 0.0,
            statistic,
            df,
            floor: None,
            recipe: format!("{name}{classes}"),
            notes,
        }
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
    fn degrees(&self) -> Option<f64> {
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

fn of_t(t: f64, df: f64, side: Alternative) -> Probability {
    TEstimate::new(t, 1.0, df).map_or(Probability::ONE, |estimate| estimate.p(side))
}

/// The intervals of both systems and of the difference, and its standard error.
pub(crate) struct Made {
    pub systems: [Option<IntervalOutcome>; 2],
    pub difference: Option<IntervalOutcome>,
    pub standard_error: Option<f64>,
}

/// What DeLong's method says of a contest.
pub(crate) fn intervals(contest: &Contest, level: f64, request: &Request) -> Result<Option<Made>, Error> {
    let Some(areas) = of(contest) else { return Ok(None) };
    let own = request.question.confidence;
    let system =
        |which: usize| areas.system(which).map(|area| area.interval(own)).transpose().map(Option::flatten);
    Ok(Some(Made {
        systems: [system(0)?, system(1)?],
        difference: areas.interval(contest.names, level)?,
        standard_error: areas.difference().map(|area| rounded(area.error)),
    }))
}

/// DeLong's test of a contest, with the p-value that is adjusted; `None` under other metrics.
pub(crate) fn tested(
    contest: &Contest,
    side: Alternative,
    request: &Request,
) -> Option<(Option<Probability>, TestOutcome)> {
    let done = of(contest)?.tested(contest.names, side);
    Some((done.p, outcome::of_classical(Test::DeLong, done, request)))
}

/// The areas of a contest; `None` under other metrics.
pub(crate) fn of<'c>(contest: &'c Contest) -> Option<&'c Areas> {
    let made = || Areas::of(contest.pair()?, contest.clusters.as_deref());
    contest.areas.get_or_init(made).as_ref()
}
