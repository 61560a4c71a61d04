//! What metrics of the whole corpus cannot be combined with.

use restrap_engine::Route;
use restrap_metrics::Metric;
use restrap_words::{asked, asked_as};

use crate::compare::data::Data;
use crate::data::counted::Counted;
use crate::data::sampled::ItemMetric;
use crate::error::Error;
use crate::request::rule::Draws;
use crate::request::{IntervalMethod, Request, Test};

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
        let draws = request.variants.rule.draws(baseline.items() as u64) as usize;
        for system in systems {
            if system.items() == 0 {
                return Err(Error::Empty);
            }
            if system.columns.len() != metric.columns().len() {
                return bad("one column a statistic", format!("{} in {}", system.columns.len(), system.name));
            }
            let items = if request.sample.unpaired { system.items() } else { baseline.items() };
            if system.columns.iter().any(|column| column.len() != items) {
                return Err(Error::LengthMismatch {
                    baseline: baseline.name.clone(),
                    baseline_items: baseline.items(),
                    system: system.name.clone(),
                    system_items: system.items(),
                });
            }
            let sums = system.sums();
            if !metric.is_defined(&sums) {
                return Err(Error::Undefined { metric: metric.name(), system: system.name.clone() });
            }
            let largest = system.columns.iter().flatten().map(|value| i128::from(*value).abs()).max();
            if largest.unwrap_or(0) * items.max(draws) as i128 > LARGEST_SUM {
                return bad("statistics whose sums stay below 2^61", system.name.clone());
            }
        }
        Self::check_rule(baseline.items() as u64, request)
    }

    /// What statistics of different items do not go with.
    pub(super) fn check_counted_apart(&self, request: &Request) -> Result<(), Error> {
        if !request.sample.unpaired {
            return Ok(());
        }
        let option = asked("unpaired");
        let refuse = |needs: &'static str, found: String, hint: String| {
            Err(Error::not_applicable(option.clone(), needs, found, hint))
        };
        let grouped = [("by", self.populations.is_some()), ("stratum", self.strata.is_some())];
        if let Some((other, _)) = grouped.into_iter().find(|(_, is_given)| *is_given) {
            let found = format!("{} groups items of one list", asked(other));
            return refuse("one sample of items of each system", found, format!("drop {}", asked(other)));
        }
        if self.clusters.is_some() || !self.apart.is_empty() {
            let found = format!("{} draws whole groups of them", asked("cluster"));
            return refuse(
                "items of each system drawn one by one",
                found,
                format!("drop {}", asked("cluster")),
            );
        }
        if request.variants.rule.draws != Draws::All || !request.variants.rule.replaces() {
            let found = "this recipe draws others".to_owned();
            return refuse("as many draws with replacement as items", found, format!("drop it, or {option}"));
        }
        if request.compute.route == Some(Route::Compressed) {
            let found = format!("{} draws the items of each system alone", asked("unpaired"));
            let hint = format!("use {} or indexed, or drop it", asked_as("route", Route::Streamed));
            return Err(Error::not_applicable(
                asked_as("route", Route::Compressed),
                "paired items",
                found,
                hint,
            ));
        }
        Ok(())
    }

    pub(super) fn check_items(&self, metric: &dyn ItemMetric, request: &Request) -> Result<(), Error> {
        if metric.items() == 0 {
            return Err(Error::Empty);
        }
        if request.sample.unpaired {
            let found = format!("{} is of the same items of every system", metric.name());
            let hint = format!("drop {}", asked("unpaired"));
            return Err(Error::not_applicable(asked("unpaired"), "sums of items", found, hint));
        }
        if self.strata.is_some() {
            let found = asked_as("metric", metric.name()).to_string();
            return Err(Error::BadParameter { expected: "strata with scores of items", found });
        }
        let refuse = |what: String, hint: String| {
            let found = format!("{} has values of swaps alone", metric.name());
            Err(Error::not_applicable(what, "values of samples of one system's items", found, hint))
        };
        if request.compute.route == Some(Route::Compressed) {
            let hint = format!("use {}, or leave the route to the data", asked_as("route", Route::Streamed));
            let found = format!("{} is a function of the items", metric.name());
            return Err(Error::not_applicable(
                asked_as("route", Route::Compressed),
                "sums of items",
                found,
                hint,
            ));
        }
        if !metric.takes_samples() {
            let (question, permutation) = (&request.question, asked_as("test", Test::Permutation));
            if let Some(&test) = question.tests.iter().find(|&&test| test != Test::Permutation) {
                return refuse(asked_as("test", test).to_string(), format!("use {permutation}"));
            }
            if !matches!(question.interval, IntervalMethod::Auto | IntervalMethod::None) {
                let asked = asked_as("interval", question.interval).to_string();
                return refuse(asked, format!("use {}", asked_as("interval", IntervalMethod::None)));
            }
            let given = [("a margin", question.margin.is_some()), ("by", self.populations.is_some())];
            if let Some((what, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
                return refuse(what.to_owned(), "give a metric of samples".to_owned());
            }
        }
        Self::check_rule(metric.items() as u64, request)
    }

    fn check_rule(items: u64, request: &Request) -> Result<(), Error> {
        request.variants.rule.check(items)?;
        if !request.variants.rule.replaces() && request.compute.route == Some(Route::Compressed) {
            return Err(crate::data::design::not_compressed());
        }
        Ok(())
    }
}
