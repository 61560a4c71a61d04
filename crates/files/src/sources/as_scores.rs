//! Numbers as the scores that files of the same items hold, so that everything after reading is one way.

use restrap_words::asked;

use super::counts::FromCounts;
use super::data::{Owned, OwnedData};
use super::numbers::{ListedScores, Numbers};
use super::order::baseline_first;
use restrap_core::Times;
use restrap_engine::Control;
use restrap_io::MOST_COUNTED;
use restrap_lib::{
    Error, Request, Scores,
    outcome::{InputInfo, Outcome, Role},
};

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
                baseline_first(
                    baseline,
                    lists.iter().map(ListedScores::scores).collect(),
                    |system| &system.name,
                )?,
                typed.join(" "),
            )
        }
    };
    let items = systems.first().map_or(0, Scores::items);
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
        .map(u128::from)
        .iter()
        .sum::<u128>();
    if items > u128::from(MOST_COUNTED) {
        return Err(Error::BadParameter {
            expected: "counts of 2^53 items at most",
            found: items.to_string(),
        });
    }
    let column = |name: &str, right: [bool; 4]| {
        let rows = [system, baseline, both, neither].into_iter().zip(right);
        let rows = rows.filter(|(times, _)| *times > 0);
        let (times, scores): (Vec<u64>, Vec<f64>) =
            rows.map(|(times, right)| (times, f64::from(right))).unzip();
        Scores::counted(name, scores, Times::Counted(times.into()))
    };
    Ok(vec![
        column("baseline", [false, true, true, false]),
        column("system", [true, false, true, false]),
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
    fn more_items_than_doubles_can_number_are_refused() {
        assert!(four([u64::MAX, 1, 0, 0]).is_err() && four([MOST_COUNTED, 1, 0, 0]).is_err());
    }
}
