//! What can be done about a difference that is not significant: what these units can find, and the claim that a p-value above alpha is not.
//!
//! Nothing here comes from the observed difference. A number of items planned from it is wrong by factors, and for the wrong system
//! often; and what was seen is no reason to fix a margin on the same items.

use restrap_words::asked_as;

use crate::number::format::{number, plain};
use crate::outcome::{ComparisonOutcome, NextOutcome, Outcome};

impl Outcome {
    /// Writes what can be done about differences that are not significant, and forgets it of those that are.
    pub(super) fn put_next(&mut self) {
        for also in &mut self.also {
            also.comparisons.iter_mut().for_each(|one| one.next = None);
        }
        for population in self.by.iter_mut().flat_map(|by| &mut by.populations) {
            population
                .comparisons
                .iter_mut()
                .for_each(|one| one.next = None);
        }
        for one in self.comparisons.iter_mut().filter(|one| one.shown) {
            one.next = None;
        }
        let open: Vec<&ComparisonOutcome> = self
            .comparisons
            .iter()
            .filter(|one| one.next.is_some())
            .collect();
        self.next = (!open.is_empty()).then(|| words(&open));
    }
}

/// Returns the paragraph about comparisons that are not significant.
fn words(open: &[&ComparisonOutcome]) -> String {
    let unit = open[0]
        .next
        .as_ref()
        .map_or("item", |next| next.unit.name());
    let first = gains(open).map_or_else(|| "to".to_owned(), |gains| format!("{gains} To"));
    // New folds or splits of the same items are not new data.
    let new = match unit {
        "fold" | "split" => "data".to_owned(),
        unit => format!("{unit}s"),
    };
    format!(
        "Next: {first} show 'not worse': {}, fixed before looking, on new {new} where this result suggested the question.",
        asked_as("noninferior", "MARGIN"),
    )
}

/// Returns what the units at hand find, and four times as many; `None` where too few differ to say.
fn gains(open: &[&ComparisonOutcome]) -> Option<String> {
    let known = open.iter().filter_map(|one| {
        let next: &NextOutcome = one.next.as_ref()?;
        Some((next, next.gain?, next.gain_of_four_times?))
    });
    let known: Vec<_> = known.collect();
    let (first, ..) = known.first()?;
    let is_of_shares = open.iter().all(|one| one.binary || one.in_points);
    let (factor, unit) = if is_of_shares {
        (100.0, " points")
    } else {
        (1.0, "")
    };
    let told = |of: &dyn Fn(&(&NextOutcome, f64, f64)) -> f64| {
        let gains = known.iter().map(|one| factor * of(one));
        let (low, high) = gains.fold((f64::INFINITY, 0.0_f64), |(low, high), gain| {
            (low.min(gain), high.max(gain))
        });
        let (low, high) = (short(low), short(high));
        if low == high {
            low
        } else {
            format!("{low} to {high}")
        }
    };
    let power = known.iter().map(|one| one.0.power).fold(1.0, f64::min);
    let about = if power < 0.8 { "about " } else { "" };
    Some(format!(
        "these {}s detect a true gain of about {}{unit} (power {about}{}), four times as many about {}.",
        first.unit.name(),
        told(&|one| one.1),
        plain(power),
        told(&|one| one.2)
    ))
}

/// A number with two digits.
fn short(value: f64) -> String {
    let place = libm::floor(libm::log10(value.max(1e-12))) as i32;
    let decimals = usize::try_from(1 - place).unwrap_or(0);
    if decimals == 0 {
        let of = libm::pow(10.0, f64::from(place - 1));
        return plain(of * libm::round(value / of));
    }
    number(value, decimals)
}
