//! What a comparison refuses: systems and options that do not fit together.

use restrap_words::{asked, asked_as};

use crate::compare::data::{Data, Systems};
use crate::data::scores::Scores;
use crate::error::Error;
use crate::number::format::count;
use crate::request::goes_with::{self, Given};
use crate::request::rule::Draws;
use crate::request::{ClusterWeight, Over, Request};

/// Most values of a column of sub-populations.
const MOST_POPULATIONS: usize = 1_000;

impl Data<'_> {
    pub(super) fn check(&self, request: &Request) -> Result<(), Error> {
        check_options(self.number(), request)?;
        let given = self.given(request);
        goes_with::check(&given)?;
        goes_with::check_tests(&given, &request.question)?;
        let bad = |expected, found: usize| Err(Error::BadParameter { expected, found: found.to_string() });
        match self.systems {
            Systems::Scores(systems) => {
                check_scores(systems, request)?;
                self.check_range(systems, request)?;
            }
            Systems::Counted(metric, systems) => {
                if let Some(range) = request.sample.range {
                    let found = format!("{} is of the whole corpus", metric.name());
                    let hint = format!("drop {}", asked("range"));
                    return Err(Error::not_applicable(
                        asked_as("range", range),
                        "scores of items",
                        found,
                        hint,
                    ));
                }
                Self::check_counted(metric, systems, request)?;
                Self::check_counted_apart(request)?;
            }
            Systems::Items(metric) => Self::check_items(metric, request)?,
        }
        self.check_clusters(request)?;
        self.check_over(request)?;
        self.check_human()?;
        let Some(populations) = self.populations else { return Ok(()) };
        if populations.values.len() > MOST_POPULATIONS {
            return bad("at most 1,000 sub-populations", populations.values.len());
        }
        if self.number_of_items() != populations.codes.len() {
            return bad("a sub-population for every item", populations.codes.len());
        }
        Ok(())
    }

    /// What the data are, and what is asked of them.
    pub(crate) fn given(&self, request: &Request) -> Vec<Given> {
        let (question, sample) = (&request.question, &request.sample);
        let (is_counted, is_of_items) = match self.systems {
            Systems::Scores(_) => (false, false),
            Systems::Counted(..) => (true, false),
            Systems::Items(_) => (false, true),
        };
        let is_clustered = self.clusters.is_some();
        let all = [
            (Given::Unpaired, sample.unpaired),
            (Given::Metric, is_counted),
            (Given::ItemMetric, is_of_items),
            (Given::MetricApart, is_counted && sample.unpaired),
            (Given::Cluster, is_clustered || !self.apart.is_empty()),
            (Given::PairedClusters, is_clustered && self.apart.is_empty()),
            (Given::Apart, !self.apart.is_empty()),
            (Given::ClusteredScores, is_clustered && self.is_of_scores()),
            (Given::Swaps, !self.takes_samples()),
            (Given::Crossed, self.is_crossed()),
            (Given::Over, !matches!(sample.over, Over::Items | Over::Votes)),
            (Given::Values, sample.over.is_independent()),
            (Given::Overlapping, sample.over.overlaps()),
            (Given::Human, self.human.is_some()),
            (Given::Voted, self.voted.is_some()),
            (Given::Answers, self.answered.is_some()),
            (Given::Runs, self.runs().is_some()),
            (Given::By, self.populations.is_some()),
            (Given::Stratum, self.strata.is_some()),
            (Given::Bounded, question.bounded.is_some()),
            (Given::Bayesian, question.bayesian.is_some()),
            (Given::Margin, question.margin.is_some()),
        ];
        all.into_iter().filter(|(_, is_given)| *is_given).map(|(given, _)| given).collect()
    }

    /// People gave a score, or none, to every item of each system.
    fn check_human(&self) -> Result<(), Error> {
        let Some(human) = self.human else { return Ok(()) };
        let lengths = human.scores.iter().map(Vec::len);
        if human.scores.len() != self.number()
            || lengths.into_iter().any(|items| items != self.number_of_items())
        {
            let found = human.scores.len().to_string();
            return Err(Error::BadParameter {
                expected: "a human score or none for every item of each system",
                found,
            });
        }
        Ok(())
    }

    /// A range is of scores whose metric has none, and holds them all.
    fn check_range(&self, systems: &[Scores], request: &Request) -> Result<(), Error> {
        if let (Some(range), Some(mean)) = (request.sample.range, self.mean)
            && let Some([low, high]) = mean.range
        {
            let found = format!("{} lies between {low} and {high}", mean.name);
            let hint = format!("drop {}", asked("range"));
            return Err(Error::not_applicable(
                asked_as("range", range),
                "scores of an unknown range",
                found,
                hint,
            ));
        }
        in_range(systems, request)
    }

    /// What values of runs, folds or splits do not go with.
    fn check_over(&self, request: &Request) -> Result<(), Error> {
        let sample = &request.sample;
        let over = asked_as("over", sample.over);
        if let Some(share) = sample.test_fraction.filter(|share| !(*share > 0.0 && *share < 1.0)) {
            return Err(Error::BadParameter { expected: "0 < test fraction < 1", found: share.to_string() });
        }
        if sample.over == Over::Votes && self.voted.is_none() {
            let hint = format!("name their columns: {}", asked("votes"));
            return Err(Error::not_applicable(over, "a table of votes", "these are scores", hint));
        }
        if matches!(sample.over, Over::Items | Over::Votes) {
            return Ok(());
        }
        let refuse = |needs: &'static str, found: String, hint: String| {
            Err(Error::not_applicable(over.clone(), needs, found, hint))
        };
        if sample.over == Over::Splits && sample.test_fraction.is_none() {
            let hint = format!("add {}", asked_as("test-fraction", "SHARE"));
            return refuse(
                "the share of the data that each split tests on",
                "none is given".to_owned(),
                hint,
            );
        }
        if self.number_of_items() < 2 {
            let hint = format!("give one value a {} on each line", sample.over.noun());
            let found = format!("there is {}", self.number_of_items());
            return refuse("at least 2 values of each system", found, hint);
        }
        Ok(())
    }

    fn check_clusters(&self, request: &Request) -> Result<(), Error> {
        let Some(clusters) = self.clusters else {
            return if request.sample.cluster_weight == ClusterWeight::Equal {
                let hint = format!("add {}", asked_as("cluster", "COL"));
                Err(Error::not_applicable(asked("cluster-weight"), "clusters", "none are named", hint))
            } else {
                Ok(())
            };
        };
        let refuse = |needs: &'static str, found: String, hint: String| {
            Err(Error::not_applicable(asked("cluster"), needs, found, hint))
        };
        let draws_items = matches!(request.variants.rule.draws, Draws::Subsample(_));
        if self.is_of_scores() && (draws_items || request.question.profile.is_some()) {
            let found = "this recipe draws single items".to_owned();
            return refuse("all clusters drawn alike", found, format!("drop it, or {}", asked("cluster")));
        }
        let map = clusters.map(self.number_of_items(), |_| true)?;
        match map.number() {
            1 => {
                let found = format!("all {} are in one", count(map.items(), "item"));
                let hint =
                    format!("{} names the wrong column, or nothing can be said of others", clusters.column);
                refuse("at least 2 clusters", found, hint)
            }
            number if number == map.items() => {
                let found = format!("each item is one of its own ({})", clusters.column);
                refuse("clusters of several items", found, format!("drop {}", asked("cluster")))
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
        return bad("0 < confidence < 1", request.question.confidence.to_string());
    }
    Ok(())
}

/// Every score lies in the range that was declared.
///
/// # Errors
/// With the place of the first that does not.
pub(crate) fn in_range(systems: &[Scores], request: &Request) -> Result<(), Error> {
    let Some(range) = request.sample.range else { return Ok(()) };
    let is_outside = |value: &f64| !(range.low <= *value && *value <= range.high);
    let outside = systems
        .iter()
        .find_map(|system| system.values.iter().position(is_outside).map(|item| (system, item)));
    let Some((system, item)) = outside else { return Ok(()) };
    let found = format!("item {} of {} is {}", item + 1, system.name, system.values[item]);
    let hint = format!("give the range that scores can have, or drop {}", asked("range"));
    Err(Error::not_applicable(asked_as("range", range), "scores inside it", found, hint))
}

fn check_scores(systems: &[Scores], request: &Request) -> Result<(), Error> {
    let baseline = &systems[0];
    for system in systems {
        if system.values.is_empty() {
            return Err(Error::Empty);
        }
        if system.values.len() != baseline.values.len() && !request.sample.unpaired {
            return Err(Error::LengthMismatch {
                baseline: baseline.name.clone(),
                baseline_items: baseline.values.len(),
                system: system.name.clone(),
                system_items: system.values.len(),
            });
        }
        if let Some(index) = system.values.iter().position(|v| !v.is_finite()) {
            let (system, value) = (system.name.clone(), system.values[index]);
            return Err(Error::NonFinite { system, item: index + 1, value });
        }
    }
    Ok(())
}
