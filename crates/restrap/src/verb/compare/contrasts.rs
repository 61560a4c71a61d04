//! The contrasts on some items: every system against the baseline, encoded.

use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use restrap_metrics::Metric;

use crate::data::contest::Contest;
use crate::data::contrast::Contrast;
use crate::data::contrast::Samples;
use crate::data::pair::{Alone, Pair, Surveyed};
use crate::data::pooled::Apart;
use crate::data::sampled::ItemPair;
use crate::data::scores::Counted;
use crate::data::scores::Scores;
use crate::design::PartDesign;
use crate::design::scheme::Scheme;
use crate::design::units::Voted;
use crate::error::Error;
use crate::evidence::level::FamilyOf;
use crate::request::Request;
use crate::verb::compare::data::{Data, Part, Systems};
use crate::verb::compare::raise::raised;

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
    /// The draws of the bootstrap of pairs.
    pub scheme: Arc<Scheme>,
    /// The design of the items.
    pub design: PartDesign<'a>,
    /// Items, of all systems together where they scored different ones.
    pub items: u64,
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
                let units = systems[0].items();
                if !part.apart.is_empty() {
                    return Ok(Self::apart(metric, systems, part, family));
                }
                let strata = data
                    .sampling
                    .groups
                    .strata()
                    .map(|strata| Scheme::new(request, Some(strata), units));
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
                    scheme: strata.clone().unwrap_or_else(|| Arc::clone(&made.scheme)),
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
        let items = scores[0].items();
        let design = data.design(part, scores, request)?;
        let units = design.clusters().map_or(items, |map| map.number());
        let scheme = Arc::new(Scheme::new(request, data.sampling.groups.strata(), units)?);
        let systems: Vec<Surveyed> = scores.par_iter().map(Surveyed::new).collect();
        let (baseline, grid) = (systems[0], request.sample.grid);
        let contrast = |(at, &system): (usize, &Surveyed<'a>)| {
            Ok(if request.sample.unpaired {
                let samples = Samples::new(baseline, system, grid)?;
                Contrast::Unpaired(match &design {
                    PartDesign::Apart(maps) => samples
                        .clustered([0, at + 1].map(|place| Arc::clone(&maps[place])), grid)?,
                    _ => samples,
                })
            } else {
                let of = (&design, [0, at + 1]);
                let mut pair = Pair::new([baseline, system], grid, &scheme, of)?;
                let units = PartDesign::of_units(design.clusters());
                pair = pair.raised(raised((&scores[0], system), &scheme, &units, request)?);
                if let Some(of) = &data.sampling.answered {
                    pair = pair.answered(of.part(part.population), at + 1);
                }
                if let Some(number) = data.sampling.against {
                    if let Some(other) = scores[0].rows().iter().find(|score| **score != number) {
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
        let all_items = scores.iter().map(Scores::items);
        let items = if request.sample.unpaired {
            all_items.sum()
        } else {
            items
        };
        // Clusters that weigh alike are values of their own, of many items.
        let items = design.clusters().map_or(items, |map| map.items());
        Ok(Self {
            population: part.population,
            all,
            family,
            systems,
            alone,
            scheme,
            design,
            items,
            voted: data.sampling.voted.as_ref(),
            against: data.sampling.against,
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
        let design = Arc::new(Scheme::apart(&sizes));
        let contest = |(system, apart): (&'a Counted, &Arc<Apart>)| {
            let (apart, design) = (Arc::clone(apart), Arc::clone(&design));
            Contrast::Metric(Contest::apart(metric, [&systems[0], system], apart, design))
        };
        let all = systems[1..].iter().zip(&part.apart).map(contest).collect();
        Self {
            scheme: Arc::clone(&design),
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
            scheme: Arc::new(Scheme::plain(units)),
            items: clusters.as_ref().map_or(units, |clusters| clusters.items()),
            design: PartDesign::of_units(clusters.as_ref()),
            voted: None,
            against: None,
        }
    }

    /// All units are items, and all scores of all systems are 0 or 1.
    pub fn is_binary(&self) -> bool {
        self.design.is_of_items() && self.systems.iter().all(Surveyed::is_binary)
    }

    /// Returns how the bootstrap of one system draws.
    pub fn scheme_of(&self, place: usize, request: &Request) -> Arc<Scheme> {
        if request.sample.unpaired {
            return Arc::new(Scheme::plain(self.systems[place].scores.items()));
        }
        Arc::clone(&self.scheme)
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
