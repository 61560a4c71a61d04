//! Draws that stop as soon as all tests that share them are settled.

use restrap_engine::{Control, Route};
use restrap_words::asked_as;

use crate::compare::comparison::Comparison;
use crate::compare::comparisons::Comparisons;
use crate::data::contrast::Contrast;
use crate::error::Error;
use crate::outcome::{Plan, RouteUsed};
use crate::request::{Exact, Request};
use crate::resample::draw::{DrawKind, Drawn};
use crate::resample::resampler::Ready;
use crate::resample::{mean, metric as of_metric};

/// Draws all resamples, or as many as the tests need that they are drawn for.
///
/// Where other processes draw parts none of them sees the counts of the others: all are drawn then, and what they tell is that of the
/// first of them all the same.
///
/// # Errors
/// Where a draw fails.
pub(crate) fn run(
    comparisons: &Comparisons,
    ready: &Ready,
    request: &Request,
    control: &Control,
) -> Result<Drawn, Error> {
    let most = request.compute.resamples;
    let is_shared = control
        .ledger
        .is_some_and(restrap_engine::Ledger::is_shared);
    let Some(mut open) = comparisons.stopping(ready.draw()).filter(|_| !is_shared) else {
        return ready.run(0..most, request, control);
    };
    // All have the same level.
    let mut looks = open[0].stopping.looks()?;
    let mut drawn: Option<Drawn> = None;
    while let Some(look) = looks.next().filter(|_| !open.is_empty()) {
        let from = drawn.as_ref().map_or(0, Drawn::completed);
        let more = ready.run(from..look.draws, request, control)?;
        let all = match drawn.take() {
            Some(mut all) => {
                all.extend(more);
                all
            }
            None => more,
        };
        let is_stopped = all.completed() < look.draws;
        open.retain(|one| is_stopped || look.side(one.extreme(&all, look.draws)).is_none());
        drawn = Some(all);
        if is_stopped {
            break;
        }
    }
    drawn.map_or_else(|| ready.run(0..most, request, control), Ok)
}

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
                request
                    .compute
                    .level
                    .unwrap_or_else(restrap_core::Level::detected)
                    .name()
                    .to_owned(),
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
            (Contrast::Paired(pair), Some(kind)) => {
                mean::because(pair, kind == DrawKind::Swaps, route)
            }
            (Contrast::Unpaired(_), _) if request.compute.exact == Exact::Never => {
                format!("{} asks for draws", asked_as("exact", Exact::Never))
            }
            (Contrast::Unpaired(_), _) => {
                "the law of so many label permutations is out of reach".to_owned()
            }
            _ => match route {
                Route::Compressed => "few distinct rows: one look-up or few a group cost least",
                Route::Streamed => "a random byte or bit an item costs least",
                Route::Indexed => "so few items are drawn one by one",
            }
            .to_owned(),
        }
    }
}
