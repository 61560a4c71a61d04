//! Columns that say how each decision came out: `tp`, `false positive`, `FN`, ... in the place of labels and gold.
//!
//! A true positive is a 1 that was given to a 1, a false positive a 1 given to a 0, and so on: every metric of labels follows.

use restrap_io::{Cells, Located, Options};
use restrap_metrics::describe::{MakeLabels, Scorer};
use restrap_metrics::labels::{Arity, LabelSet, Labels};
use restrap_metrics::{Error as MetricError, SavedMetric, Scores, Statistics};

use super::error::ScoreError;
use super::files::{Files, ids, shown};
use super::request::ScoreRequest;
use super::scoring::{Scoring, counted, means};

/// Gold and given label of an outcome.
const WORDS: [(&str, &str, [usize; 2]); 4] = [
    ("tp", "true positive", [1, 1]),
    ("fp", "false positive", [0, 1]),
    ("fn", "false negative", [1, 0]),
    ("tn", "true negative", [0, 0]),
];

pub(super) fn score(
    typed: &[String],
    systems: &[Located],
    make: MakeLabels,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let asked_for = Options { cells: Cells::Labels, ..Options::default() };
    let Ok(loaded) = files.columns(typed, systems, asked_for) else { return Err(request.without_gold()) };
    let outcome = |codes: &Vec<String>| match &codes[..] {
        [label] => of_word(label),
        _ => None,
    };
    let outcomes = loaded.labels.iter().map(outcome).collect::<Option<Vec<[usize; 2]>>>();
    let Some(outcomes) = outcomes else { return Err(request.without_gold()) };
    let names = [vec!["0".to_owned()], vec!["1".to_owned()]];
    let labels = |file: &str, codes: &[f64], side: usize| {
        let codes = codes.iter().map(|&code| outcomes[code as usize - 1][side] + 1);
        Labels::from_codes(file, Arity::Single, &names, codes)
    };
    let both: Vec<[Labels; 2]> = systems
        .iter()
        .zip(&loaded.systems)
        .map(|(from, system)| [0, 1].map(|side| labels(shown(&from.path), &system.scores, side)))
        .collect();
    files.notes.extend(contradiction(&loaded.systems, &outcomes));
    let set = LabelSet::given(["0", "1"])?;
    let saved = SavedMetric::new(request.metric.clone()).with_classes(&set);
    let scored = match make(&request.metric, &set)? {
        Scorer::Counted { metric, count } => {
            let rows = both.iter().map(|[gold, given]| count(gold, given));
            let rows: Vec<Result<Statistics, MetricError>> = rows.collect();
            counted(systems, metric, saved, rows)?
        }
        Scorer::Mean(score) => {
            let rows = both.iter().map(|[gold, given]| score(gold, given));
            let rows: Vec<Result<Scores, MetricError>> = rows.collect();
            means(systems, request.metric.clone(), rows)?
        }
    };
    Ok(Scoring { ids: ids(&loaded), by: loaded.by, clusters: loaded.clusters, ..scored })
}

/// The outcome that a word stands for.
fn of_word(word: &str) -> Option<[usize; 2]> {
    let plain: String =
        word.to_lowercase().chars().map(|c| if matches!(c, '_' | '-') { ' ' } else { c }).collect();
    let found = WORDS.iter().find(|(short, long, _)| plain == *short || plain == *long);
    found.map(|(.., outcome)| *outcome)
}

/// A note where two systems disagree about what is right.
fn contradiction(systems: &[restrap_io::System], outcomes: &[[usize; 2]]) -> Option<String> {
    let (first, others) = systems.split_first()?;
    let gold = |code: f64| outcomes[code as usize - 1][0];
    others.iter().find_map(|other| {
        let pairs = first.scores.iter().zip(&other.scores);
        let differ = |(one, two): (&f64, &f64)| gold(*one) != gold(*two);
        let count = pairs.clone().filter(|&pair| differ(pair)).count();
        let item = pairs.into_iter().position(differ)?;
        Some(format!(
            "{} and {} disagree on which items are positive ({count}, the first is item {}): are the rows the same items?",
            first.name,
            other.name,
            item + 1
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_known_by_their_letters_and_by_their_words() {
        for word in ["fn", "FN", "false negative", "False_Negative", "false-negative"] {
            assert_eq!(of_word(word), Some([1, 0]), "{word}");
        }
        assert!(["", "positive", "t p", "yes"].iter().all(|word| of_word(word).is_none()));
    }
}
