//! How a contrast was computed, and why so.

use restrap_words::asked_as;

use crate::compare::comparison::Comparison;
use crate::data::contrast::Contrast;
use crate::outcome::{Plan, RouteUsed};
use crate::request::{Exact, Request};
use crate::resample::draw::DrawKind;
use crate::resample::{mean, metric as of_metric};
use restrap_engine::Route;

impl Comparison<'_, '_> {
    /// How it was computed.
    pub fn plan(&self, request: &Request) -> Plan {
        let (distinct_rows, grid) = match self.contrast {
            Contrast::Paired(pair) => (pair.distinct(), pair.encoded.grid.to_string()),
            Contrast::Unpaired(samples) => (samples.distinct, samples.grid.clone()),
            Contrast::Metric(contest) => (of_metric::distinct(contest), contest.grid()),
        };
        Plan {
            route: self.route.map_or(RouteUsed::Law, RouteUsed::from),
            distinct_rows,
            grid,
            because: self.because(request),
            level: Some(
                request.compute.level.unwrap_or_else(restrap_core::Level::detected).name().to_owned(),
            ),
        }
    }

    /// Why the primary test went its route, in words.
    fn because(&self, request: &Request) -> String {
        let Some(route) = self.route else {
            return match (self.contrast, self.primary_kind()) {
                (Contrast::Metric(_), _) => {
                    "the permutation law of these counts is known: nothing was drawn for it"
                }
                (Contrast::Unpaired(_), _) => "nothing was drawn for the primary test",
                (Contrast::Paired(_), None) => "the primary test resamples nothing",
                (Contrast::Paired(_), Some(_)) => {
                    "the law of the primary test is known: nothing was drawn for it"
                }
            }
            .to_owned();
        };
        if request.compute.route.is_some() {
            return format!("{} was asked for", asked_as("route", route));
        }
        match (self.contrast, self.primary_kind()) {
            (Contrast::Paired(pair), Some(kind)) => mean::because(pair, kind == DrawKind::Swaps, route),
            (Contrast::Unpaired(_), _) if request.compute.exact == Exact::Never => {
                format!("{} asks for draws", asked_as("exact", Exact::Never))
            }
            (Contrast::Unpaired(_), _) => "the law of so many label permutations is out of reach".to_owned(),
            _ => match route {
                Route::Compressed => "few distinct rows: one look-up or few a group cost least",
                Route::Streamed => "a random byte or bit an item costs least",
                Route::Indexed => "so few items are drawn one by one",
            }
            .to_owned(),
        }
    }
}
