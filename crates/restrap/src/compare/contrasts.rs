//! The contrasts on some items: every system against the baseline, encoded.

use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use restrap_metrics::Metric;
use restrap_stats::seeds::Runs;

use crate::compare::data::{Data, Part, Systems};
use crate::compare::raise::raised;
use crate::data::clusters::ClusterMap;
use crate::data::contest::Contest;
use crate::data::contrast::Contrast;
use crate::data::contrast::Samples;
use crate::data::design::BootstrapDesign;
use crate::data::human::Labelled;
use crate::data::pair::{Alone, Pair, Surveyed};
use crate::data::pooled::Apart;
use crate::data::sampled::ItemPair;
use crate::data::scores::Counted;
use crate::data::scores::Scores;
use crate::data::units::Voted;
use crate::error::Error;
use crate::interval::level::FamilyOf;
use crate::request::Request;

/// Counts that are spent on swapping items one by one, at most: half a second.
const MOST_COUNTS: u64 = 100_000_000;

/// The contrasts of some items, and their systems.
pub(crate) struct Contrasts<'a> {
    /// The number of the sub-population, from 1; 0 is all items.
    pub population: u32,
    pub all: Vec<Contrast<'a>>,
    /// The contrasts whose p-values are adjusted together.
    pub family: FamilyOf,
    /// Systems on their own; none where a metric of the whole corpus describes them.
    pub systems: Vec<Surveyed<'a>>,
    /// Those that were encoded beside a single pair, until they are asked for.
    alone: Mutex<Vec<Option<Alone>>>,
    /// The design of the bootstrap of pairs.
    pub design: Arc<BootstrapDesign>,
    /// Items, of all systems together where they scored different ones.
    pub items: u64,
    /// The cluster of each item, or `None` if items are resampled one by one.
    pub clusters: Option<Arc<ClusterMap>>,
    /// Clusters of each system's own items, where systems scored different ones.
    pub apart: Vec<ClusterMap>,
    /// Training runs of each system.
    pub runs: Option<&'a [Runs]>,
    /// Share of the data that each fold or split tests on.
    pub folds: Option<f64>,
    /// Means of each system, corrected by human scores of some items; none where there are none.
    pub labelled: Vec<Labelled>,
    /// The system that was shown first in each vote, if scores are votes.
    pub voted: Option<&'a Voted>,
    /// The first system is a number, which has no interval.
    pub against: Option<f64>,
}

impl<'a> Contrasts<'a> {
    /// # Errors
    /// For scores that do not lie on the lattice that was asked for, and designs that these items do not have.
    pub fn new(
        part: &'a Part,
        family: FamilyOf,
        data: &Data<'a>,
        request: &Request,
    ) -> Result<Self, Error> {
        let clusters = part.clusters.clone();
        match part.systems() {
            Systems::Scores(scores) => Self::of_scores(scores, part, family, data, request),
            Systems::Counted(metric, systems) => {
                let units = systems[0].items() as u64;
                if !part.apart.is_empty() {
                    return Ok(Self::apart(metric, systems, part, family));
                }
                let strata = data
                    .groups
                    .strata()
                    .map(|strata| BootstrapDesign::new(request, Some(strata), units));
                let strata = strata.transpose()?.map(Arc::new);
                let contest = |system| {
                    let mut contest = Contest::new(metric, &systems[0], system);
                    contest.clusters.clone_from(&clusters);
                    contest.strata.clone_from(&strata);
                    Contrast::Metric(contest)
                };
                let all = systems[1..].par_iter().map(contest).collect();
                let made = Self::of_contests(all, part, units, family);
                Ok(Self {
                    design: strata.clone().unwrap_or_else(|| Arc::clone(&made.design)),
                    ..made
                })
            }
            Systems::Items(metric) => {
                let units = part.members(metric.items());
                let contest = |place| {
                    let pair = ItemPair {
                        metric,
                        units: Arc::clone(&units),
                        places: [0, place],
                    };
                    // To judge every item costs as much as to resample it, and hears no Ctrl-C.
                    let most = request
                        .compute
                        .resamples
                        .min(MOST_COUNTS / metric.items().max(1) as u64);
                    let most = if metric.is_costly() { 0 } else { most };
                    let contest = Contest::of_items(pair, clusters.clone(), most);
                    let undefined = contest
                        .values
                        .iter()
                        .zip(contest.names)
                        .find(|(value, _)| !value.is_finite());
                    if let Some((_, name)) = undefined {
                        return Err(Error::Undefined {
                            metric: metric.name(),
                            system: name.to_owned(),
                        });
                    }
                    Ok(Contrast::Metric(contest))
                };
                let all = (1..metric.systems().len())
                    .map(contest)
                    .collect::<Result<_, Error>>()?;
                Ok(Self::of_contests(all, part, units.number() as u64, family))
            }
        }
    }

    /// Under means of the scores of items.
    fn of_scores(
        scores: &'a [Scores<'a>],
        part: &'a Part,
        family: FamilyOf,
        data: &Data<'a>,
        request: &Request,
    ) -> Result<Self, Error> {
        let (population, clusters) = (part.population, part.clusters.clone());
        let items = scores[0].values.len() as u64;
        let units = clusters
            .as_ref()
            .map_or(items, |clusters| clusters.number());
        let design = Arc::new(BootstrapDesign::new(request, data.groups.strata(), units)?);
        let systems: Vec<Surveyed> = scores.par_iter().map(Surveyed::new).collect();
        let (baseline, grid) = (systems[0], request.sample.grid);
        let overlaps = request.sample.over.overlaps();
        let folds = overlaps.then(|| request.sample.test_fraction.unwrap_or(1.0 / items as f64));
        let contrast = |(at, &system): (usize, &Surveyed<'a>)| {
            Ok(if request.sample.unpaired {
                let samples = Samples::new(baseline, system, grid)?;
                let map = |place: usize| data.map_apart(place, scores[place].values.len());
                Contrast::Unpaired(match (map(0)?, map(at + 1)?) {
                    (Some(baseline), Some(system)) => {
                        samples.clustered([baseline, system], grid)?
                    }
                    _ => samples,
                })
            } else {
                let mut pair = Pair::new(baseline, system, grid, &design, clusters.as_ref())?;
                let raised = raised((&scores[0], system), &design, clusters.as_ref(), request)?;
                pair = pair.raised(raised);
                if let Some(of) = data.answered {
                    pair = pair.answered(of, at + 1);
                }
                if let Some(test_fraction) = folds {
                    pair = pair.of_folds(test_fraction);
                }
                if let Some(human) = data.human {
                    let judge = [&scores[0].values[..], &scores[at + 1].values];
                    pair = pair.of_labelled(human.of_pair(at + 1, judge)?);
                }
                if let Some(number) = data.against {
                    if let Some(other) = scores[0].values.iter().find(|score| **score != number) {
                        return Err(Error::BadParameter {
                            expected: "a first system that holds the number for every item",
                            found: other.to_string(),
                        });
                    }
                    pair = pair.against(number)?;
                }
                Contrast::Paired(pair)
            })
        };
        // One pair keeps one thread busy: the systems on their own are encoded beside it. What fails there fails where it is asked for.
        let beside = if systems.len() == 2 {
            &systems[..]
        } else {
            &[]
        };
        let (all, alone) = rayon::join(
            || {
                systems[1..]
                    .par_iter()
                    .enumerate()
                    .map(contrast)
                    .collect::<Result<_, Error>>()
            },
            || {
                beside
                    .par_iter()
                    .map(|&system| Alone::new(system, grid).ok())
                    .collect()
            },
        );
        let (all, alone) = (all?, Mutex::new(alone));
        let all_items = scores.iter().map(|system| system.values.len() as u64);
        let items = if request.sample.unpaired {
            all_items.sum()
        } else {
            items
        };
        let (runs, voted) = (data.runs(), data.voted);
        let each = || scores.iter().enumerate();
        let labelled =
            each().filter_map(|(place, system)| Some(data.human?.of_system(place, &system.values)));
        let labelled = labelled.collect::<Result<_, _>>()?;
        let map = |(place, system): (usize, &Scores)| data.map_apart(place, system.values.len());
        let apart = each().map(map).collect::<Result<Vec<_>, _>>()?;
        let apart = apart.into_iter().flatten().collect();
        // Clusters that weigh alike are values of their own, of many items.
        let items = clusters.as_ref().map_or(items, |clusters| clusters.items());
        Ok(Self {
            population,
            all,
            family,
            systems,
            alone,
            design,
            items,
            clusters,
            apart,
            runs,
            folds,
            labelled,
            voted,
            against: data.against,
        })
    }

    /// Contrasts of systems that scored different items, under a metric of the whole corpus.
    fn apart(
        metric: &'a dyn Metric,
        systems: &'a [Counted],
        part: &Part,
        family: FamilyOf,
    ) -> Self {
        let sizes = part.apart.iter().take(1).map(|pair| pair.sizes[0]);
        let sizes: Vec<u64> = sizes
            .chain(part.apart.iter().map(|pair| pair.sizes[1]))
            .collect();
        let design = Arc::new(BootstrapDesign::apart(&sizes));
        let contest = |(system, apart): (&'a Counted, &Arc<Apart>)| {
            let (apart, design) = (Arc::clone(apart), Arc::clone(&design));
            Contrast::Metric(Contest::apart(metric, [&systems[0], system], apart, design))
        };
        let all = systems[1..].iter().zip(&part.apart).map(contest).collect();
        Self {
            design: Arc::clone(&design),
            ..Self::of_contests(all, part, sizes.iter().sum(), family)
        }
    }

    /// Under a metric of the whole corpus.
    fn of_contests(all: Vec<Contrast<'a>>, part: &Part, units: u64, family: FamilyOf) -> Self {
        let clusters = part.clusters.clone();
        Self {
            population: part.population,
            all,
            family,
            systems: Vec::new(),
            alone: Mutex::default(),
            design: Arc::new(BootstrapDesign::plain(units)),
            items: clusters.as_ref().map_or(units, |clusters| clusters.items()),
            clusters,
            apart: Vec::new(),
            runs: None,
            folds: None,
            labelled: Vec::new(),
            voted: None,
            against: None,
        }
    }

    /// All units are items, and all scores of all systems are 0 or 1.
    pub fn is_binary(&self) -> bool {
        self.clusters.is_none()
            && self.apart.is_empty()
            && self.runs.is_none()
            && self.folds.is_none()
            && self.labelled.is_empty()
            && self.systems.iter().all(Surveyed::is_binary)
    }

    /// Returns the design of the bootstrap of one system.
    pub fn design_of(&self, place: usize, request: &Request) -> Arc<BootstrapDesign> {
        if request.sample.unpaired {
            return Arc::new(BootstrapDesign::plain(
                self.systems[place].scores.values.len() as u64,
            ));
        }
        Arc::clone(&self.design)
    }

    /// One system on its own.
    pub fn alone(&self, place: usize, request: &Request) -> Result<Alone, Error> {
        let encoded = self
            .alone
            .lock()
            .ok()
            .and_then(|mut alone| alone.get_mut(place)?.take());
        encoded.map_or_else(|| Alone::new(self.systems[place], request.sample.grid), Ok)
    }
}
