//! Draws that stop as soon as all tests that share them are settled.

use restrap_engine::Control;

use crate::compare::comparisons::Comparisons;
use crate::error::Error;
use crate::request::Request;
use crate::resample::draw::Drawn;
use crate::resample::ready::Ready;

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
    let is_shared = control.ledger.is_some_and(restrap_engine::Ledger::is_shared);
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
