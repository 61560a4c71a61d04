//! What a comparison refuses: systems and options that do not fit together.

use restrap_core::Entries;
use restrap_engine::Route;
use restrap_metrics::Metric;
use restrap_words::{asked, asked_as};

use crate::data::scores::{Counted, Scores};
use crate::error::Error;
use crate::number::format::count;
use crate::request::IntervalMethod;
use crate::request::goes_with::Given;
use crate::request::rule::Draws;
use crate::request::{AdjustedMetrics, Exact, Over, Request, Test, goes_with, unclear_folds};
use crate::verb::compare::data::{Data, Systems};

/// Most values of a column of sub-populations.
const MOST_POPULATIONS: usize = 1_000;

impl Data<'_> {
    pub(super) fn check(&self, request: &Request) -> Result<(), Error> {
        check_options(self.number(), request)?;
        let given = self.facts(request);
        goes_with::check(&given)?;
        goes_with::check_tests(&given, &request.question)?;
        let bad = |expected, found: usize| {
            Err(Error::BadParameter {
                expected,
                found: found.to_string(),
            })
        };
        match self.systems {
            Systems::Scores(systems) => {
                check_scores(systems, request)?;
                in_range(systems, request)?;
            }
            Systems::Counted(metric, systems) => {
                Self::check_counted(metric, systems, request)?;
            }
            Systems::Items(metric) if metric.items() == 0 => return Err(Error::Empty),
            Systems::Items(metric) => request.variants.rule.check(metric.items() as u64)?,
        }
        self.check_counts(request)?;
        self.check_clusters()?;
        self.check_values(request)?;
        self.check_human()?;
        let Some(populations) = self.sampling.groups.populations() else {
            return Ok(());
        };
        if populations.values.len() > MOST_POPULATIONS {
            return bad("at most 1,000 sub-populations", populations.values.len());
        }
        if self.number_of_rows() != populations.codes.len() {
            return bad("a sub-population for every item", populations.codes.len());
        }
        Ok(())
    }

    /// Returns the facts about the data and the request that decide which options go together.
    pub(crate) fn facts(&self, request: &Request) -> Vec<Given> {
        let (question, sample, rule) = (&request.question, &request.sample, &request.variants.rule);
        let (is_counted, is_of_items) = match self.systems {
            Systems::Scores(_) => (false, false),
            Systems::Counted(..) => (true, false),
            Systems::Items(_) => (false, true),
        };
        let are_apart = matches!(self.systems, Systems::Items(metric) if metric.items_apart().is_some())
            && sample.unpaired;
        let is_clustered = self.sampling.units.clusters().is_some();
        let subsamples = matches!(rule.draws, Draws::Subsample(_));
        let no_law = !rule.replaces() || subsamples && question.margin.is_some();
        let tests = &request.question.tests;
        let is_of_one_sample =
            self.sampling.against.is_some() && tests.iter().all(|test| *test == Test::OneSample);
        let all = [
            (Given::AllMetrics, question.family == AdjustedMetrics::All),
            (Given::OneMetric, self.other_p.is_none()),
            (Given::Metric, is_counted),
            (Given::ItemMetric, is_of_items),
            (Given::PairedItems, is_of_items && !are_apart),
            (Given::AreasApart, are_apart),
            (
                Given::MetricApart,
                is_counted && sample.unpaired || are_apart,
            ),
            // The test against a number has the standard error of clusters.
            (
                Given::ClusteredScores,
                is_clustered && self.is_of_scores() && !is_of_one_sample,
            ),
            (Given::Swaps, !self.takes_samples()),
            (Given::Range, sample.range.is_some()),
            (
                Given::OtherRange,
                self.mean.is_some_and(|mean| mean.range.is_some()),
            ),
            (Given::Subsample, subsamples),
            (Given::NoReplacement, !rule.replaces()),
            (Given::NoLaw, no_law),
            (Given::ExactAlways, request.compute.exact == Exact::Always),
            (
                Given::OtherDraws,
                rule.draws != Draws::All || !rule.replaces(),
            ),
            (
                Given::Compressed,
                request.compute.route == Some(Route::Compressed),
            ),
            (Given::Profile, question.profile.is_some()),
        ];
        [request.facts(), self.sampling.facts(), goes_with::of(&all)].concat()
    }

    /// Nothing is known of single items where rows stand for several.
    fn check_counts(&self, request: &Request) -> Result<(), Error> {
        let are_once = match self.systems {
            Systems::Scores(systems) => systems.iter().all(|system| system.times().are_once()),
            Systems::Counted(_, systems) => systems.iter().all(|system| system.times.are_once()),
            Systems::Items(_) => true,
        };
        if are_once {
            return Ok(());
        }
        let is_calibrated = match self.systems {
            Systems::Counted(metric, [first, ..]) => metric.calibrated(&first.columns).is_some(),
            _ => false,
        };
        let interval = request.question.interval;
        let is_counted = matches!(self.systems, Systems::Counted(..));
        let of = self.sampling;
        let single = [
            (
                is_calibrated,
                "probabilities, whose calibration is drawn item by item",
            ),
            (
                is_counted && interval == IntervalMethod::Studentized,
                "standard errors of resampled items",
            ),
            (of.human.is_some(), "human scores"),
            (of.answered.is_some(), "answers or training runs"),
            (of.voted.is_some(), "votes"),
            (of.groups.strata().is_some(), "strata"),
            (
                matches!(of.units, crate::design::units::Units::Crossed(..)),
                "crossed clusters",
            ),
        ];
        match single.into_iter().find(|(is_given, _)| *is_given) {
            None => Ok(()),
            Some((_, what)) => Err(Error::not_applicable(
                "rows that stand for several items",
                "items of which nothing else is known",
                format!("there are {what}"),
                "give one row per item",
            )),
        }
    }

    /// People gave a score, or none, to every item of each system.
    fn check_human(&self) -> Result<(), Error> {
        let Some(human) = &self.sampling.human else {
            return Ok(());
        };
        let lengths = human.scores.iter().map(Vec::len);
        if human.scores.len() != self.number()
            || lengths
                .into_iter()
                .any(|items| items != self.number_of_rows())
        {
            let found = human.scores.len().to_string();
            return Err(Error::BadParameter {
                expected: "one human score, or none, for every item of each system",
                found,
            });
        }
        Ok(())
    }

    /// Values of runs, folds or splits are several, and shares lie inside (0, 1).
    fn check_values(&self, request: &Request) -> Result<(), Error> {
        let sample = &request.sample;
        if let Some(share) = sample
            .test_fraction
            .filter(|share| !(*share > 0.0 && *share < 1.0))
        {
            return Err(Error::BadParameter {
                expected: "0 < test fraction < 1",
                found: share.to_string(),
            });
        }
        unclear_folds(sample.over, sample.test_fraction, self.number_of_rows())?;
        if matches!(sample.over, Over::Items | Over::Votes) || self.number_of_rows() > 1 {
            return Ok(());
        }
        let hint = format!(
            "give one value per {}, one on each line",
            sample.over.noun()
        );
        let found = format!("there is {}", self.number_of_rows());
        Err(Error::not_applicable(
            asked_as("over", sample.over),
            "at least 2 values of each system",
            found,
            hint,
        ))
    }

    /// Clusters are several, and of several items.
    fn check_clusters(&self) -> Result<(), Error> {
        let Some(clusters) = self.sampling.units.clusters() else {
            return Ok(());
        };
        let refuse = |needs: &'static str, found: String, hint: String| {
            Err(Error::not_applicable(asked("cluster"), needs, found, hint))
        };
        let map = clusters.map(self.number_of_rows(), |_| true)?;
        match map.number() {
            1 => {
                let found = format!("all {} are in one", count(map.items(), "item"));
                let hint = format!(
                    "check the column of {}; one value cannot be generalised to others",
                    clusters.column
                );
                refuse("at least 2 clusters", found, hint)
            }
            number if number == map.items() => {
                let found = format!("each item has its own cluster ({})", clusters.column);
                refuse(
                    "clusters of several items",
                    found,
                    format!("drop {}", asked("cluster")),
                )
            }
            _ => Ok(()),
        }
    }
}

/// Options that no data make possible.
pub(crate) fn check_options(systems: usize, request: &Request) -> Result<(), Error> {
    if systems < 2 {
        return Err(Error::TooFewSystems { found: systems });
    }
    let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
    if request.compute.resamples == 0 {
        return bad("at least 1 resample", "0".to_owned());
    }
    if !(request.question.alpha > 0.0 && request.question.alpha < 1.0) {
        return bad("0 < alpha < 1", request.question.alpha.to_string());
    }
    if !(request.question.confidence > 0.0 && request.question.confidence < 1.0) {
        return bad(
            "0 < confidence < 1",
            request.question.confidence.to_string(),
        );
    }
    Ok(())
}

/// Every score lies in the range that was declared.
///
/// # Errors
/// With the place of the first that does not.
pub(crate) fn in_range(systems: &[Scores], request: &Request) -> Result<(), Error> {
    let Some(range) = request.sample.range else {
        return Ok(());
    };
    let is_outside = |value: &f64| !(range.low <= *value && *value <= range.high);
    let outside = systems.iter().find_map(|system| {
        system
            .rows()
            .iter()
            .position(is_outside)
            .map(|item| (system, item))
    });
    let Some((system, item)) = outside else {
        return Ok(());
    };
    let found = format!(
        "item {} of {} is {}",
        item + 1,
        system.name,
        system.rows()[item]
    );
    let hint = format!(
        "give the range that scores can have, or drop {}",
        asked("range")
    );
    Err(Error::not_applicable(
        asked_as("range", range),
        "scores inside it",
        found,
        hint,
    ))
}

fn check_scores(systems: &[Scores], request: &Request) -> Result<(), Error> {
    let baseline = &systems[0];
    for system in systems {
        if system.rows().is_empty() {
            return Err(Error::Empty);
        }
        if system.rows().len() != baseline.rows().len() && !request.sample.unpaired {
            return Err(Error::LengthMismatch {
                baseline: baseline.name.clone(),
                baseline_items: baseline.rows().len(),
                system: system.name.clone(),
                system_items: system.rows().len(),
            });
        }
        if system.times() != baseline.times() && !request.sample.unpaired {
            return Err(Error::BadParameter {
                expected: "rows that stand for the same items in all systems",
                found: format!("other counts in {} than in {}", system.name, baseline.name),
            });
        }
        if let Some(index) = system.rows().iter().position(|v| !v.is_finite()) {
            let (system, value) = (system.name.clone(), system.rows()[index]);
            return Err(Error::NonFinite {
                system,
                item: index + 1,
                value,
            });
        }
    }
    Ok(())
}

/// Sums of any resample stay below this.
const LARGEST_SUM: i128 = 1 << 61;

impl Data<'_> {
    pub(super) fn check_counted(
        metric: &dyn Metric,
        systems: &[Counted],
        request: &Request,
    ) -> Result<(), Error> {
        let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
        let baseline = &systems[0];
        let draws = request.variants.rule.draws(baseline.items());
        for system in systems {
            if system.rows() == 0 {
                return Err(Error::Empty);
            }
            if system.columns.len() != metric.columns().len() {
                return bad(
                    "one column per statistic",
                    format!("{} in {}", system.columns.len(), system.name),
                );
            }
            let rows = if request.sample.unpaired {
                system.rows()
            } else {
                baseline.rows()
            };
            if system.columns.iter().any(|column| column.items() != rows) {
                return Err(Error::LengthMismatch {
                    baseline: baseline.name.clone(),
                    baseline_items: baseline.rows(),
                    system: system.name.clone(),
                    system_items: system.rows(),
                });
            }
            if system.times != baseline.times && !request.sample.unpaired {
                return bad(
                    "rows that stand for the same items in all systems",
                    format!("other counts in {} than in {}", system.name, baseline.name),
                );
            }
            // Sums are looked at before they are made.
            let items = system.items().max(draws);
            let mut largest = 0;
            for column in &system.columns {
                column.each(|_, value| largest = largest.max(i128::from(value).abs()));
            }
            if largest * i128::from(items) > LARGEST_SUM {
                return bad("statistics whose sums stay below 2^61", system.name.clone());
            }
            let sums = system.sums();
            if !metric.is_defined(&sums) {
                return Err(Error::Undefined {
                    metric: metric.name(),
                    system: system.name.clone(),
                });
            }
        }
        request.variants.rule.check(baseline.items())
    }
}
