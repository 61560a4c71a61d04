//! Sub-populations that share items, such as random splits of one data set: their rows together count an item as often as it was
//! drawn, so there is no test over all of them.

use crate::family::Member;
use crate::outcome::SystemOutcome;

/// Takes every p-value and interval of all rows back, with the reason; the reason as a warning.
pub(crate) fn untested(
    column: &str,
    shared: u64,
    members: &mut [Member],
    systems: &mut [SystemOutcome],
) -> String {
    let why = format!(
        "the values of {column} overlap: {} in several of them, so that all rows together are no items; each value stands on its own",
        match shared {
            1 => "1 id is".to_owned(),
            ids => format!("{} ids are", crate::number::format::grouped(ids)),
        }
    );
    for Member { comparison, primary, margin, .. } in members {
        (*primary, *margin) = (None, None);
        (comparison.interval, comparison.standard_error) = (None, None);
        for test in &mut comparison.tests {
            (test.pvalue, test.log10_pvalue, test.p_adjusted, test.p_floor) = (None, None, None, None);
            (test.error, test.at_least_as_extreme, test.pvalue_interval) = (None, None, None);
            test.adaptive = None;
            test.exact = false;
            test.notes.push(why.clone());
        }
        if let Some(margin) = &mut comparison.margin {
            (margin.method, margin.pvalue, margin.p_adjusted, margin.interval) = (None, None, None, None);
            (margin.p_noninferior, margin.p_equivalent, margin.shown) = (None, None, false);
            margin.notes.insert(0, why.clone());
        }
    }
    for system in systems {
        system.interval = None;
    }
    why
}
