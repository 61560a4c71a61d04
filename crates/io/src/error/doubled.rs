//! What to do about an id that several rows share: which column tells them apart, and what they may be.
//!
//! The advice is never to make the id longer: rows of one item would then count as items, and p would treat them as
//! independent.

use std::collections::HashSet;

use restrap_words::asked_as;

use crate::names::names_systems;
use crate::words::List;

/// A column in which two rows with one id differ: its name, and its value in each.
pub(crate) type Differing = (String, String, String);

/// Rows of which it is seen whether the values of a column repeat, and how many of them can show it.
const ROWS: std::ops::Range<usize> = 5..10_000;
/// A longer value is an answer or a prompt, which differs wherever rows do.
const SHORT: usize = 40;

/// Whether a column of this name tells rows of one item apart by training run or answer.
pub(crate) fn names_runs(name: &str) -> bool {
    is_among(name, List::Runs)
}

/// Returns `true` if a column of this name says how a row was scored: by which metric, rater's question or filter.
pub fn names_measures(name: &str) -> bool {
    is_among(name, List::Measures)
}

/// Returns `true` if a value of a column stands in several rows, so that it can tell rows of one item apart, which an id of rows cannot.
pub(crate) fn repeats(values: impl Iterator<Item = String>) -> bool {
    let mut seen = HashSet::new();
    let mut rows = 0;
    for value in values.take(ROWS.end) {
        rows += 1;
        if !seen.insert(value) {
            return true;
        }
    }
    rows < ROWS.start
}

fn is_among(name: &str, known: List) -> bool {
    let last = name.rsplit(['.', '_']).next().unwrap_or(name);
    known.holds_one(&last.to_ascii_lowercase())
}

/// The rank of columns of measurements.
const NOTHING: u8 = 3;

/// How little a column says about why rows share an id.
fn rank((name, value, _): &Differing) -> u8 {
    let number = value.parse::<f64>();
    match number {
        _ if names_systems(name) || names_runs(name) => 0,
        _ if is_among(name, List::Judges) || names_measures(name) => 0,
        Err(_) if value.len() <= SHORT && !value.starts_with(['[', '{']) => 1,
        Ok(number) if number.fract() == 0.0 => 2,
        _ => NOTHING,
    }
}

/// What to do about two rows (`what`) with one id, from the columns other than scores in which they differ. `own`: the column of
/// the ids, where a format has ids of its own and nobody named it.
pub(crate) fn hint(
    what: &str,
    differing: Vec<Differing>,
    own: Option<&str>,
    repeats: impl Fn(&str) -> bool,
) -> String {
    let id = own
        .map(|own| format!("{} ", asked_as("id", own).quoted()))
        .unwrap_or_default();
    let in_order = format!("`{id}{}`", asked_as("repeat", "order"));
    let (differing, ids): (Vec<_>, Vec<_>) = differing
        .into_iter()
        .partition(|(column, ..)| repeats(column));
    let says_nothing = differing.iter().all(|one| rank(one) == NOTHING);
    if let (true, Some((column, ..))) = (says_nothing, ids.first()) {
        return format!(
            "each row has a `{column}` of its own; if the {what} are answers to one item: {in_order}; if this id names a group of items (a passage): `{} {}`",
            asked_as("id", column).quoted(),
            asked_as("cluster", "COL").quoted()
        );
    }
    // The first of those that say most.
    let Some((column, value, other)) = differing.into_iter().min_by_key(rank) else {
        return format!(
            "the {what} differ only in their scores, if at all: if they are answers to one item, {in_order}; if an item was run again, `{} {}` keeps the last",
            in_order.trim_matches('`'),
            asked_as("reduce", "last")
        );
    };
    let kept = asked_as("where", format_args!("{column}={value}")).quoted();
    let differ = format!("the {what} differ in `{column}` (`{value}` and `{other}`)");
    if names_systems(&column) {
        let long = asked_as("long", format_args!("system={column},item=COL,score=COL"));
        return format!("{differ}, several systems: `{long}`, or keep one: `{kept}`");
    }
    let option = |role, of: &str| format!("`{id}{}`", asked_as(role, of).quoted());
    if names_measures(&column) {
        let other = asked_as("where", format_args!("{column}={other}")).quoted();
        return format!(
            "{differ}; if these are ways of scoring, keep one: `{kept}` or `{other}`; if answers to one item: {}",
            option("repeat", &column)
        );
    }
    let is_kind = value.parse::<f64>().is_err() && value.len() <= SHORT && !names_runs(&column);
    let kinds = if is_kind {
        let second = asked_as("where", format_args!("{column}={other}")).quoted();
        format!(" if these are ways of scoring, keep one: `{kept}` or `{second}`;")
    } else {
        String::new()
    };
    if is_among(&column, List::Judges) {
        return format!(
            "{differ}; if these are raters: {}",
            option("judge", &column)
        );
    }
    // Texts number nothing.
    let numbers = names_runs(&column) || value.parse::<u64>().is_ok();
    let repeat = if numbers {
        option("repeat", &column)
    } else {
        in_order
    };
    let seeds = option("seed-col", &column);
    format!(
        "{differ};{kinds} if it names answers to one item (epochs): {repeat}, of which `{last}` keeps the last; if training runs: {seeds}; if this id names a group of items (a passage): {cluster}, and name the column of the items",
        last = asked_as("reduce", "last"),
        cluster = option("cluster", "COL")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(differing: &[(&str, &str, &str)]) -> String {
        let own = differing
            .iter()
            .map(|(a, b, c)| ((*a).to_owned(), (*b).to_owned(), (*c).to_owned()));
        let hint = hint("rows", own.collect(), None, |_| true);
        hint.split('`').nth(1).unwrap_or_default().to_owned()
    }

    #[test]
    fn the_column_that_says_most_is_named() {
        let answer = ("answer", "yes", "no");
        assert_eq!(named(&[answer, ("seed", "1", "2")]), "seed");
        assert_eq!(
            named(&[("latency", "0.25", "0.5"), ("turn", "1", "2")]),
            "turn"
        );
        assert_eq!(named(&[("turn", "1", "2"), answer]), "answer");
        assert_eq!(
            named(&[("doc.run_seeds", "1", "2"), answer]),
            "doc.run_seeds"
        );
    }

    #[test]
    fn a_filter_is_offered_for_ways_of_scoring_and_never_for_seeds() {
        let of = |column: &str, value: &str| {
            hint(
                "rows",
                vec![(column.to_owned(), value.to_owned(), "x".to_owned())],
                None,
                |_| true,
            )
        };
        assert!(of("filter", "strict").contains("keep one: `where=filter=strict`"));
        assert!(
            of("rater", "a").ends_with("raters: `judge=rater`"),
            "{}",
            of("rater", "a")
        );
        assert!(!of("seed", "1").contains("where=") && !of("run", "a").contains("where="));
        assert!(
            of("model", "a").contains("several systems: `long=system=model,item=COL,score=COL`")
        );
        assert!(
            ["filter", "seed"]
                .iter()
                .all(|column| !of(column, "1").contains("id="))
        );
    }
}
