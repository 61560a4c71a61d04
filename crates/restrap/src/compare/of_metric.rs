//! What metrics of the whole corpus cannot be combined with.

use restrap_engine::Route;
use restrap_metrics::Metric;
use restrap_words::{asked, asked_as};

use crate::compare::data::Data;
use crate::data::counted::Counted;
use crate::data::sampled::ItemMetric;
use crate::error::Error;
use crate::request::Request;
use crate::request::rule::Draws;

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
    pub(super) fn check_counted_apart(request: &Request) -> Result<(), Error> {
        if !request.sample.unpaired {
            return Ok(());
        }
        let option = asked("unpaired");
        let refuse = |needs: &'static str, found: String, hint: String| {
            Err(Error::not_applicable(option.clone(), needs, found, hint))
        };
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

    pub(super) fn check_items(metric: &dyn ItemMetric, request: &Request) -> Result<(), Error> {
        if metric.items() == 0 {
            return Err(Error::Empty);
        }
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
