//! What is compared: systems with their scores or statistics, what is drawn of them, and what their items are sorted into.

use std::sync::Arc;

use rayon::prelude::*;
use restrap_core::Times;
use restrap_metrics::range::UNIT;
use restrap_metrics::{Mean, Metric};
use restrap_stats::UnconditionalApart;
use restrap_stats::seeds::Runs;
use restrap_words::{Code, Note, asked_as};

use crate::data::over_sets::OverSets;
use crate::data::pooled::{Apart, padded};
use crate::data::sampled::{ItemMetric, Members};
use crate::data::scores::Counted;
use crate::data::scores::Scores;
use crate::design::clusters::ClusterMap;
use crate::design::units::{Populations, Units};
use crate::design::{PartDesign, Sampling};
use crate::error::Error;
use crate::outcome::MetricInfo;
use crate::request::{ClusterWeight, Exact, Over, Request, Test};

/// Systems to compare, the baseline first. A slice of [`Scores`] is one; see the other constructors for statistics of a metric,
/// sub-populations and strata.
#[derive(Clone, Copy)]
pub struct Data<'a> {
    #[doc(hidden)]
    pub systems: Systems<'a>,
    pub(super) mean: Option<&'a Mean>,
    /// Clusters, groups, answers and whatever else the items are a sample of.
    #[doc(hidden)]
    pub sampling: &'a Sampling,
    /// p-values of other metrics, in the family of this one.
    pub(super) other_p: Option<&'a [f64]>,
}

/// The scores or outputs of all systems.
#[derive(Clone, Copy)]
pub enum Systems<'a> {
    /// Scores, one per item.
    Scores(&'a [Scores<'a>]),
    /// Statistics whose sums determine a metric.
    Counted(&'a dyn Metric, &'a [Counted]),
    /// Items that determine a metric.
    Items(&'a dyn ItemMetric),
}

impl<'a> Data<'a> {
    /// Removes the tests that these systems do not allow from a request for all tests, except the primary one. Returns a note that
    /// names them.
    pub fn leave_out(&self, request: &mut Request) -> Option<Note> {
        let are_other = |scores: &[Scores<'_>]| {
            let mut values = scores.iter().flat_map(Scores::rows);
            values.any(|&score| score != 0.0 && score != 1.0)
        };
        let (out, need): (&[Test], _) = match self.systems {
            Systems::Scores(scores) if are_other(scores) => {
                (&[Test::McNemar], "it needs scores that are all 0 or 1")
            }
            Systems::Scores(_) => return None,
            Systems::Counted(..) | Systems::Items(_) => (
                &[Test::T, Test::Sign, Test::McNemar, Test::Wilcoxon],
                "they need one score per item",
            ),
        };
        let tests = &mut request.question.tests;
        let left: Vec<&str> = tests
            .iter()
            .skip(1)
            .filter(|test| out.contains(test))
            .map(|test| test.name())
            .collect();
        let note = Code::TestsLeftOut.says(format!(
            "{} leaves {} out: {need}",
            asked_as("test", "all"),
            left.join(", ")
        ));
        let is_empty = left.is_empty();
        let primary = tests.first().copied();
        tests.retain(|test| Some(*test) == primary || !out.contains(test));
        (!is_empty).then_some(note)
    }

    fn new(systems: Systems<'a>) -> Self {
        Self {
            systems,
            mean: None,
            sampling: &Sampling::ITEMS,
            other_p: None,
        }
    }

    /// Scores, one per item.
    pub fn scores(systems: &'a [Scores<'a>]) -> Self {
        Self::new(Systems::Scores(systems))
    }

    /// Statistics whose sums determine a metric, one row per item.
    pub fn counted(metric: &'a dyn Metric, systems: &'a [Counted]) -> Self {
        Self::new(Systems::Counted(metric, systems))
    }

    /// Whatever a metric of samples of items knows of them.
    pub fn items(metric: &'a dyn ItemMetric) -> Self {
        Self::new(Systems::Items(metric))
    }

    /// Says what the mean of the scores is called.
    #[must_use]
    pub fn called(self, mean: &'a Mean) -> Self {
        Self {
            mean: Some(mean),
            ..self
        }
    }

    /// Says what the items are a sample of. Of training runs the first test is t, about the recipes.
    #[must_use]
    pub fn sampling(self, sampling: &'a Sampling) -> Self {
        Self { sampling, ..self }
    }

    /// Adjusts the p-values of the primary test together with these, which are of the same systems by other metrics.
    #[must_use]
    pub fn adjusted_with(self, other_p: &'a [f64]) -> Self {
        Self {
            other_p: Some(other_p),
            ..self
        }
    }

    /// Number of systems.
    pub fn number(&self) -> usize {
        match self.systems {
            Systems::Scores(systems) => systems.len(),
            Systems::Counted(_, systems) => systems.len(),
            Systems::Items(metric) => metric.systems().len(),
        }
    }

    /// Names of the systems, the baseline first.
    pub fn names(&self) -> Vec<&'a str> {
        match self.systems {
            Systems::Scores(systems) => systems.iter().map(|system| &system.name[..]).collect(),
            Systems::Counted(_, systems) => systems.iter().map(|system| &system.name[..]).collect(),
            Systems::Items(metric) => metric.systems().iter().map(String::as_str).collect(),
        }
    }

    /// The training runs of each system.
    pub fn runs(&self) -> Option<&'a [Runs]> {
        self.sampling.runs()
    }

    /// Items that the first system scored.
    pub fn number_of_items(&self) -> u64 {
        match self.systems {
            Systems::Scores(systems) => systems.first().map_or(0, Scores::items),
            Systems::Counted(_, systems) => systems.first().map_or(0, Counted::items),
            Systems::Items(metric) => metric.items() as u64,
        }
    }

    /// Rows of the first system: items, unless rows stand for several.
    pub(crate) fn number_of_rows(&self) -> usize {
        match self.systems {
            Systems::Scores(systems) => systems.first().map_or(0, |system| system.rows().len()),
            Systems::Counted(_, systems) => systems.first().map_or(0, Counted::rows),
            Systems::Items(metric) => metric.items(),
        }
    }

    /// How many items each row of the first system stands for.
    fn times(&self) -> Times {
        match self.systems {
            Systems::Scores([first, ..]) => first.times().clone(),
            Systems::Counted(_, [first, ..]) => first.times.clone(),
            _ => Times::Once,
        }
    }

    /// Contrasts that are adjusted together with those of a part: the comparisons on all items are a family, and those on all
    /// sub-populations another one.
    pub(crate) fn family(&self, population: u32) -> usize {
        self.own_family(population) + self.other_p().len()
    }

    /// p-values of other metrics, in the family of this one.
    pub(super) fn other_p(&self) -> &'a [f64] {
        self.other_p.unwrap_or_default()
    }

    /// Contrasts that are adjusted together with those of a part, without those of other metrics.
    pub(super) fn own_family(&self, population: u32) -> usize {
        let populations = self.sampling.groups.populations();
        let parts = populations.filter(|_| population > 0);
        (self.number() - 1) * parts.map_or(1, |populations| populations.values.len())
    }

    /// The request with the direction of the metric: one that is lower for better systems stays so when that is said again.
    pub(crate) fn oriented(&self, request: &Request) -> Request {
        let own = match self.systems {
            Systems::Counted(metric, _) => metric.higher_is_better(),
            Systems::Items(metric) => metric.higher_is_better(),
            Systems::Scores(_) => self.mean.is_none_or(|mean| mean.higher_is_better),
        };
        let mut request = request
            .clone()
            .higher_is_better(own && request.question.higher_is_better);
        request.sample.of_metric = match self.systems {
            Systems::Scores(_)
                if self.sampling.voted.is_some()
                    || self
                        .sampling
                        .answered
                        .as_ref()
                        .is_some_and(|answered| answered.are_trials) =>
            {
                Some(UNIT)
            }
            Systems::Counted(metric, _) => Some(metric.range()),
            Systems::Items(metric) => metric.range(),
            Systems::Scores(_) => self.mean.and_then(|mean| mean.range),
        };
        let declared = request
            .question
            .bounded
            .map(|range| [range.low, range.high]);
        request.sample.of_metric = request.sample.of_metric.or(declared);
        if self.runs().is_some() {
            // The answer is about recipes; other tests take these runs as they are.
            if request.question.tests.is_empty() {
                request.question.tests.push(Test::Permutation);
            }
            request.question.tests.retain(|test| *test != Test::T);
            request.question.tests.insert(0, Test::T);
        }
        if self.sampling.voted.is_some() {
            request.sample.over = Over::Votes;
        }
        if request.sample.over.is_independent() {
            request.sample.unpaired = true;
        }
        if request.question.tests.is_empty() {
            request.question.tests = vec![self.default_test(&request)];
        }
        if request.question.tests[0] == Test::StuartMaxwell {
            // It is not about the metric, whose difference is what is printed.
            request.question.tests.insert(0, Test::Permutation);
        }
        if request.question.tests.contains(&Test::FiveByTwo) && request.sample.over.overlaps() {
            // Each of its values is of a half.
            request.sample.test_fraction = request.sample.test_fraction.or(Some(0.5));
        }
        request
    }

    /// The test that these data call for where none was named.
    fn default_test(&self, request: &Request) -> Test {
        match self.systems {
            _ if self.has_t_alone(request) => Test::T,
            _ if self.is_against() && !asks_for_draws(request) => {
                if self.is_of_shares_against() {
                    Test::Binomial
                } else {
                    Test::OneSample
                }
            }
            Systems::Items(metric) if metric.classes(0).is_some() => Test::DeLong,
            _ if matches!(self.sampling.units, Units::Apart(_)) => Test::Welch,
            Systems::Scores(systems) if request.sample.unpaired && !asks_for_draws(request) => {
                let is_share =
                    |system: &Scores| system.rows().iter().all(|&v| v == 0.0 || v == 1.0);
                let is_small = |system: &Scores| system.items() <= UnconditionalApart::MOST;
                if request.sample.over == Over::Items && systems.par_iter().all(is_share) {
                    if systems.iter().all(is_small) {
                        Test::ChanZhang
                    } else {
                        Test::Score
                    }
                } else if systems.iter().all(|system| system.items() > 1) {
                    Test::Welch
                } else {
                    Test::Permutation
                }
            }
            _ => Test::Permutation,
        }
    }

    /// Returns `true` if scores of items, or of clusters of them, stand against a number.
    fn is_against(&self) -> bool {
        let is_stratified = self.sampling.groups.strata().is_some();
        self.sampling.against.is_some()
            && self.is_of_scores()
            && self.runs().is_none()
            && !is_stratified
    }

    /// Returns `true` if 0/1 scores of single items stand against a number.
    pub(crate) fn is_of_shares_against(&self) -> bool {
        let is_of_items = matches!(self.sampling.units, Units::Items);
        let is_share = |system: &Scores| system.rows().iter().all(|&v| v == 0.0 || v == 1.0);
        match self.systems {
            Systems::Scores([_, systems @ ..])
                if self.sampling.against.is_some() && is_of_items =>
            {
                systems.par_iter().all(is_share)
            }
            _ => false,
        }
    }

    /// Returns `true` if only t is known to hold its level.
    pub(crate) fn has_t_alone(&self, request: &Request) -> bool {
        let method = self.sampling.method(request.sample.over);
        method.allows.t_alone
    }

    /// Systems have a score for every item.
    pub(crate) fn is_of_scores(&self) -> bool {
        matches!(self.systems, Systems::Scores(_))
    }

    /// Resamples of items have values.
    pub(crate) fn takes_samples(&self) -> bool {
        if let Systems::Items(metric) = self.systems {
            metric.takes_samples()
        } else {
            true
        }
    }

    /// A corpus metric of items in several languages, which it does not pool.
    fn languages(&self) -> Option<(&'a dyn Metric, &'a [Counted], &'a Populations)> {
        match (self.systems, self.sampling.groups.populations()) {
            (Systems::Counted(metric, systems), Some(populations))
                if populations.are_languages() && populations.apart().is_some() =>
            {
                Some((metric, systems, populations))
            }
            _ => None,
        }
    }

    /// The metric, with the direction of the request.
    pub(crate) fn metric(&self, request: &Request, binary: bool) -> MetricInfo {
        let higher_is_better = request.question.higher_is_better;
        let (name, signature) = match (self.systems, self.mean) {
            (Systems::Counted(metric, _), _) => (metric.name(), Some(metric.signature())),
            (Systems::Items(metric), _) => (metric.name(), Some(metric.signature())),
            (_, Some(mean)) => (mean.name.clone(), Some(mean.signature.clone())),
            (_, None) => ("mean".to_owned(), None),
        };
        let mean_over = self
            .languages()
            .map(|(.., populations)| populations.column.clone());
        MetricInfo {
            name,
            higher_is_better,
            binary,
            signature,
            full_name: None,
            mean_over,
        }
    }

    /// The items of each sub-population that has any, with its number; all items first.
    ///
    /// # Errors
    /// For systems and options that do not fit together.
    pub(crate) fn parts(&self, request: &Request) -> Result<Vec<Part<'a>>, Error> {
        self.check(request)?;
        let clusters = |is_in: &dyn Fn(usize) -> bool| -> Result<Option<Arc<ClusterMap>>, Error> {
            let map = self.sampling.units.map(self.number_of_rows(), is_in)?;
            let times = self.times();
            Ok(map.map(|map| Arc::new(map.counted(times.only(is_in)))))
        };
        let of_all = clusters(&|_| true)?;
        let counted = match (&of_all, self.systems) {
            (Some(clusters), Systems::Counted(_, systems)) => systems
                .iter()
                .map(|system| system.by_cluster(clusters))
                .collect(),
            _ => Vec::new(),
        };
        let (mut counted, mut apart): (Vec<Counted>, Vec<Arc<Apart>>) = (counted, Vec::new());
        let over = self.languages().and_then(|(metric, systems, populations)| {
            let (codes, names) = populations.apart()?;
            let over = OverSets::new(metric, &names);
            let own = systems.iter().map(|system| over.apart(system, &codes));
            counted = match &of_all {
                Some(clusters) => own.map(|system| system.by_cluster(clusters)).collect(),
                None => own.collect(),
            };
            Some(Arc::new(over))
        });
        if let (Systems::Counted(_, systems), true) = (self.systems, request.sample.unpaired) {
            let items = systems
                .iter()
                .map(|system| Ok(system.one_by_one()?.into_owned()));
            let systems = items.collect::<Result<Vec<Counted>, Error>>()?;
            let pairs = systems[1..]
                .iter()
                .map(|system| Arc::new(Apart::new(&systems[0], system)));
            (counted, apart) = (padded(&systems), pairs.collect());
        }
        let own = Vec::new();
        let codes = self
            .sampling
            .groups
            .populations()
            .map(|populations| &populations.codes[..]);
        let mut parts = vec![Part {
            population: 0,
            systems: self.systems,
            over,
            own,
            counted,
            apart,
            clusters: of_all,
            codes,
        }];
        if let (ClusterWeight::Equal, Systems::Scores(systems)) =
            (request.sample.cluster_weight, self.systems)
        {
            parts[0].weigh_alike(systems);
        }
        let Some(populations) = self.sampling.groups.populations() else {
            return Ok(parts);
        };
        for (population, value) in (1_u32..).zip(&populations.values) {
            let is_in = |item: usize| populations.codes[item] == population;
            if !(0..self.number_of_rows()).any(is_in) {
                continue;
            }
            let clusters = clusters(&is_in)?;
            let (mut own, mut counted) = (Vec::new(), Vec::new());
            match self.systems {
                Systems::Scores(systems) => {
                    own = systems.iter().map(|system| system.only(is_in)).collect();
                }
                Systems::Counted(metric, systems) => {
                    for system in systems {
                        let only = system.only(is_in);
                        if !metric.is_defined(&only.sums()) {
                            let system =
                                format!("{} where {} is {value}", system.name, populations.column);
                            return Err(Error::Undefined {
                                metric: metric.name(),
                                system,
                            });
                        }
                        counted.push(
                            clusters
                                .as_ref()
                                .map_or(only.clone(), |clusters| only.by_cluster(clusters)),
                        );
                    }
                }
                Systems::Items(_) => {}
            }
            let (systems, apart) = (self.systems, Vec::new());
            let mut part = Part {
                population,
                systems,
                over: None,
                own,
                counted,
                apart,
                clusters,
                codes,
            };
            if request.sample.cluster_weight == ClusterWeight::Equal {
                let own = std::mem::take(&mut part.own);
                part.weigh_alike(&own);
            }
            parts.push(part);
        }
        Ok(parts)
    }

    /// Returns what the items of a part are a sample of.
    ///
    /// # Errors
    /// For clusters of other items, and fewer than two of a system's own.
    pub(super) fn design(
        &self,
        part: &Part,
        systems: &[Scores],
        request: &Request,
    ) -> Result<PartDesign<'a>, Error> {
        let sizes: Vec<usize> = systems.iter().map(|system| system.rows().len()).collect();
        let of_folds = request
            .sample
            .test_fraction
            .unwrap_or(1.0 / sizes[0] as f64);
        let folds = request.sample.over.overlaps().then_some(of_folds);
        let design = self
            .sampling
            .part(part.population, part.clusters.as_ref(), &sizes, folds)?;
        let PartDesign::Apart(maps) = design else {
            return Ok(design);
        };
        let counted = |(map, system): (Arc<ClusterMap>, &Scores)| {
            Arc::new(map.as_ref().clone().counted(system.times().clone()))
        };
        let maps = maps.into_iter().zip(systems).map(counted);
        Ok(PartDesign::Apart(maps.collect()))
    }
}

impl<'a> From<&'a [Scores<'a>]> for Data<'a> {
    fn from(systems: &'a [Scores<'a>]) -> Self {
        Self::scores(systems)
    }
}

impl<'a> From<&'a Vec<Scores<'a>>> for Data<'a> {
    fn from(systems: &'a Vec<Scores<'a>>) -> Self {
        Self::scores(systems)
    }
}

impl<'a, const N: usize> From<&'a [Scores<'a>; N]> for Data<'a> {
    fn from(systems: &'a [Scores<'a>; N]) -> Self {
        Self::scores(systems)
    }
}

/// Items that are compared together.
pub(crate) struct Part<'a> {
    /// The number of the sub-population, from 1; 0 is all items.
    pub population: u32,
    systems: Systems<'a>,
    /// The mean of a corpus metric over languages, in the place of its value on all of them.
    over: Option<Arc<OverSets<'a>>>,
    /// The scores of a sub-population.
    own: Vec<Scores<'a>>,
    /// The statistics of a sub-population, or of clusters.
    counted: Vec<Counted>,
    /// The baseline beside each system, where statistics are of different items.
    pub apart: Vec<Arc<Apart>>,
    /// The cluster of each item, or `None` if items are resampled one by one.
    pub clusters: Option<Arc<ClusterMap>>,
    /// The sub-population of each item.
    codes: Option<&'a [u32]>,
}

impl<'a> Part<'a> {
    /// Makes every cluster a single value.
    fn weigh_alike(&mut self, systems: &[Scores<'a>]) {
        let Some(clusters) = self.clusters.take() else {
            return;
        };
        let mean = |system: &Scores<'a>| Scores::new(&system.name, clusters.means(system.rows()));
        self.own = systems.iter().map(mean).collect();
        self.clusters = Some(Arc::new(clusters.as_ref().clone().weighing_alike()));
    }
}

impl Part<'_> {
    /// Returns the units that are drawn and swapped, of `items` items in all.
    pub fn members(&self, items: usize) -> Arc<Members> {
        let codes = self.codes.filter(|_| self.population > 0);
        let is_in = codes.map(|codes| |item: usize| codes[item] == self.population);
        let is_in = is_in.as_ref().map(|is_in| is_in as &dyn Fn(usize) -> bool);
        Arc::new(Members::new(items, is_in, self.clusters.as_deref()))
    }

    /// The systems on these items.
    pub fn systems(&self) -> Systems<'_> {
        match self.systems {
            Systems::Scores(_) if self.population > 0 || !self.own.is_empty() => {
                Systems::Scores(&self.own)
            }
            Systems::Counted(metric, _) if !self.counted.is_empty() => match &self.over {
                Some(over) => Systems::Counted(&**over, &self.counted),
                None => Systems::Counted(metric, &self.counted),
            },
            whole => whole,
        }
    }
}

/// Returns `true` if an option says how labels are drawn, which only the permutation test does.
fn asks_for_draws(request: &Request) -> bool {
    let compute = &request.compute;
    compute.route.is_some() || compute.exact != Exact::Auto
}
