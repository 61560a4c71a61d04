//! Numbers as the scores that files of the same items hold, so that everything after reading is one way.

use restrap_words::asked;

use super::counts::FromCounts;
use super::data::{Owned, OwnedData};
use super::numbers::{ListedScores, Numbers};
use super::order::baseline_first;
use restrap_engine::Control;
use restrap_lib::{
    Error, Request, Scores,
    number::format::grouped,
    outcome::{InputInfo, Outcome, Role},
};

/// Most items that counts may stand for.
const MOST_ITEMS: u64 = 10_000_000;

/// Returns the scores that files of these items hold; `baseline` is the name of the system that comes first.
pub(super) fn read_numbers(numbers: &Numbers, baseline: Option<&str>) -> Result<OwnedData, Error> {
    let mut summaries = Vec::new();
    let counted;
    let (systems, typed) = match numbers {
        Numbers::Counts(counts) => {
            counted = Some(FromCounts::Wins(*counts));
            let systems = four([0, counts.minus, counts.plus, counts.null])?;
            (systems, counts.to_string())
        }
        Numbers::Table(table) => {
            counted = Some(FromCounts::Table);
            (
                four([table.both, table.baseline, table.system, table.neither])?,
                table.to_string(),
            )
        }
        Numbers::Scores(lists) => {
            let counts = lists.iter().filter(|list| list.count.is_some()).count();
            if counts > 0 && counts < lists.len() {
                return Err(Error::unfit(
                    format!(
                        "{} needs K/N of all systems, or scores of all, found both",
                        asked(numbers.option())
                    ),
                    "give each as NAME=K/N",
                ));
            }
            counted = (counts > 0).then_some(FromCounts::Shares);
            let of = |list: &ListedScores| Scores::new(list.name.clone(), list.values.clone());
            let typed: Vec<String> = lists.iter().map(ToString::to_string).collect();
            let known = lists
                .iter()
                .filter_map(|list| Some((&list.name, list.summary?)));
            let known = baseline_first(baseline, known.collect(), |(name, _)| name);
            if lists.iter().any(|list| list.summary.is_some()) {
                if lists.iter().any(|list| list.summary.is_none()) {
                    return Err(Error::unfit(
                        format!(
                            "{} needs scores of all systems, or means and standard deviations of all, found both",
                            asked(numbers.option())
                        ),
                        "give each as NAME=MEAN±SD:N",
                    ));
                }
                summaries = known?.into_iter().map(|(_, summary)| summary).collect();
            }
            (
                baseline_first(baseline, lists.iter().map(of).collect(), |system| {
                    &system.name
                })?,
                typed.join(" "),
            )
        }
    };
    let items = systems
        .first()
        .map_or(0, |system| system.values.len() as u64);
    let blake3 = blake3::hash(typed.as_bytes()).to_hex().to_string();
    let path = format!("{}={typed}", numbers.option());
    let input = InputInfo {
        role: Role::Baseline,
        path,
        items,
        dropped: 0,
        zeroed: 0,
        blake3,
    };
    let owned = Owned::Scores {
        mean: None,
        systems,
    };
    Ok(OwnedData {
        owned,
        inputs: vec![input],
        counted,
        summaries,
        ..OwnedData::default()
    })
}

/// Compares numbers as [`compare_files`](super::compare_files) does, with code that reads no file: two systems by counts or lists of
/// scores, or each against a number.
///
/// # Errors
/// [`Error`] for numbers and options that allow no outcome.
pub fn compare_numbers(
    numbers: &Numbers,
    against: Option<f64>,
    request: &Request,
    control: &Control,
) -> Result<Outcome, Error> {
    let data = read_numbers(numbers, None)?;
    data.against(against, request)?.compare(request, control)
}

/// 0/1 scores of items that both have right, only the baseline, only the system, neither. Those that decide come first, as
/// [`generate`](restrap_lib::generate) writes them.
fn four([both, baseline, system, neither]: [u64; 4]) -> Result<Vec<Scores<'static>>, Error> {
    let items = [both, baseline, system, neither]
        .iter()
        .try_fold(0_u64, |all, count| all.checked_add(*count));
    let Some(items) = items.filter(|items| *items <= MOST_ITEMS) else {
        let found = items.map_or_else(|| "more".to_owned(), grouped);
        return Err(Error::BadParameter {
            expected: "counts of 10,000,000 items at most",
            found,
        });
    };
    let column = |right: [bool; 4]| {
        let mut scores = Vec::with_capacity(items as usize);
        for (times, right) in [system, baseline, both, neither].into_iter().zip(right) {
            scores.resize(scores.len() + times as usize, f64::from(right));
        }
        scores
    };
    Ok(vec![
        Scores::new("baseline", column([false, true, true, false])),
        Scores::new("system", column([true, false, true, false])),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_lib::compare;

    #[test]
    fn a_table_has_the_counts_of_its_items() {
        let systems = four([30, 4, 1, 15]).expect("items");
        let outcome =
            compare(&systems, &Request::default(), &Control::default()).expect("an outcome");
        let scores: Vec<f64> = outcome.systems.iter().map(|system| system.score).collect();
        assert_eq!((outcome.items, scores), (50, vec![0.68, 0.62]));
        let effect = &outcome.comparisons[0].effect;
        assert_eq!([effect.better, effect.worse, effect.tied], [1, 4, 45]);
        assert_eq!(
            outcome.comparisons[0].tests[0].pvalue,
            Some(0.375),
            "2 (1 + 5) / 32"
        );
    }

    #[test]
    fn more_items_than_memory_should_hold_are_refused() {
        assert!(four([u64::MAX, 1, 0, 0]).is_err() && four([MOST_ITEMS, 1, 0, 0]).is_err());
    }
}
