//! What a comparison refuses: systems and options that do not fit together.

use restrap_words::{asked, asked_as};

use crate::compare::data::{Data, Systems};
use crate::data::scores::Scores;
use crate::error::Error;
use crate::number::format::count;
use crate::request::rule::Draws;
use crate::request::{ClusterWeight, IntervalMethod, Over, Request, Test};

/// Most values of a column of sub-populations.
const MOST_POPULATIONS: usize = 1_000;

impl Data<'_> {
    pub(super) fn check(&self, request: &Request) -> Result<(), Error> {
        check_options(self.number(), request)?;
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
                self.check_counted_apart(request)?;
            }
            Systems::Items(metric) => self.check_items(metric, request)?,
        }
        self.check_clusters(request)?;
        self.check_over(request)?;
        self.check_human(request)?;
        if self.answered.is_some() && (self.populations.is_some() || request.sample.unpaired) {
            return bad("several answers or runs of all items, which are paired", 2);
        }
        let is_of_metric = !matches!(self.systems, Systems::Scores(_));
        if request.question.bounded.is_some() && (request.sample.unpaired || is_of_metric) {
            let found = if request.sample.unpaired { asked("unpaired") } else { asked("metric") };
            let hint = format!("drop {}", asked("bounded"));
            return Err(Error::not_applicable(asked("bounded"), "paired scores of items", found, hint));
        }
        let Some(populations) = self.populations else { return Ok(()) };
        if self.strata.is_some() {
            return bad("one column: of sub-populations or of strata", 2);
        }
        if populations.values.len() > MOST_POPULATIONS {
            return bad("at most 1,000 sub-populations", populations.values.len());
        }
        if self.number_of_items() != populations.codes.len() {
            return bad("a sub-population for every item", populations.codes.len());
        }
        Ok(())
    }

    /// What scores that people correct do not go with.
    fn check_human(&self, request: &Request) -> Result<(), Error> {
        let Some(human) = self.human else { return Ok(()) };
        let refused = [
            ("unpaired", request.sample.unpaired),
            ("cluster", self.clusters.is_some()),
            ("seed-col", self.runs().is_some()),
            ("by", self.populations.is_some()),
            ("stratum", self.strata.is_some()),
            ("votes", self.voted.is_some()),
            ("over", request.sample.over != Over::Items),
            ("bounded", request.question.bounded.is_some()),
            ("metric", !matches!(self.systems, Systems::Scores(_))),
        ];
        if let Some((option, _)) = refused.into_iter().find(|(_, is_given)| *is_given) {
            let found = format!("{} is given", asked(option));
            return Err(Error::not_applicable(
                asked("human"),
                "items that are drawn one by one",
                found,
                "drop one of the two",
            ));
        }
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
        if self.has_t_alone(request)
            && let Some(test) = request.question.tests.iter().find(|&&test| {
                let of_folds = test == Test::FiveByTwo && request.sample.over.overlaps();
                test != Test::T && !of_folds
            })
        {
            let (what, why) = match (self.crossed, self.human) {
                (Some(_), _) => (asked("cluster"), "takes one kind of clusters, or items"),
                (None, Some(_)) => (asked("human"), "takes the judge's scores as they are"),
                (None, None) => (over, "takes values as independent, and these share training items"),
            };
            let found = format!("{} {why}", asked_as("test", test));
            return Err(Error::not_applicable(
                what,
                "t",
                found,
                format!("use {}", asked_as("test", Test::T)),
            ));
        }
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
        let (name, found) = match self.systems {
            Systems::Counted(..) | Systems::Items(_) => ("metric", true),
            Systems::Scores(_) => match self.clusters {
                Some(_) => ("cluster", true),
                None => ("by", self.populations.is_some()),
            },
        };
        if found {
            let found = format!("{} is about items", asked(name));
            return refuse("one value a line", found, format!("drop {}", asked(name)));
        }
        if self.number_of_items() < 2 {
            let hint = format!("give one value a {} on each line", sample.over.noun());
            let found = format!("there is {}", self.number_of_items());
            return refuse("at least 2 values of each system", found, hint);
        }
        Ok(())
    }

    fn check_apart(&self, request: &Request) -> Result<(), Error> {
        let other = request.question.tests.iter().find(|test| **test != Test::Welch);
        let interval = Some(request.question.interval)
            .filter(|method| !matches!(method, IntervalMethod::Auto | IntervalMethod::None));
        let found = match (other, interval) {
            _ if self.apart.is_empty() => return Ok(()),
            (Some(test), _) => asked_as("test", test).to_string(),
            (None, Some(interval)) => asked_as("interval", interval).to_string(),
            (None, None) => return Ok(()),
        };
        let found = format!("{found} takes items as independent");
        let hint = format!("use {}, with their standard error", asked_as("test", Test::Welch));
        Err(Error::not_applicable(asked("cluster"), "t of two samples", found, hint))
    }

    fn check_clusters(&self, request: &Request) -> Result<(), Error> {
        self.check_apart(request)?;
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
        if request.sample.unpaired && self.apart.is_empty() {
            let found = format!("{} compares different items", asked("unpaired"));
            return refuse(
                "systems that scored the same items",
                found,
                format!("drop {}", asked("unpaired")),
            );
        }
        if self.strata.is_some() {
            let found = format!("{} keeps others together", asked("stratum"));
            return refuse("one kind of groups", found, format!("drop {}", asked("stratum")));
        }
        if let Systems::Scores(_) = self.systems {
            let is_of_items = |test: &&Test| !matches!(test, Test::Permutation | Test::T);
            if let Some(test) = request.question.tests.iter().find(is_of_items) {
                let hint = format!(
                    "use {}, which swaps whole clusters, or t, which has their standard error",
                    asked_as("test", Test::Permutation)
                );
                let found = format!("{} is a test of single items", asked_as("test", test));
                return refuse("a test of clusters", found, hint);
            }
            if matches!(request.variants.rule.draws, Draws::Subsample(_))
                || request.question.profile.is_some()
            {
                let found = "this recipe draws single items".to_owned();
                return refuse(
                    "all clusters drawn alike",
                    found,
                    format!("drop it, or {}", asked("cluster")),
                );
            }
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
