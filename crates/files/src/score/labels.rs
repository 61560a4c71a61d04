//! Labels of items against the gold.

use restrap_io::{Cells, Loaded, Located, Missing, Options, System, shown};
use restrap_metrics::{
    Error as MetricError, MetricName, SavedMetric, Scores, Statistics,
    describe::{AnyChoice, MakeLabels, Scorer},
    labels::{AVERAGE, Arity, LABELS, LabelSet, Labels, MULTI_LABEL, POSITIVE, THRESHOLD, arity},
};
use restrap_words::{Code, Note, asked, asked_as};

use crate::score::error::ScoreError;
use crate::score::files::{Files, ids};
use crate::score::ranked::{self, Judged};
use crate::score::request::ScoreRequest;
use crate::score::scoring::{Scoring, counted, means, scored};

/// Labels of some systems and the gold of their items.
pub(super) struct Read {
    loaded: Loaded,
    gold: Labels,
    systems: Vec<Labels>,
    /// The class that scores are of, where a threshold makes labels of these.
    positive: Option<String>,
}

pub(super) fn score(
    typed: &[String],
    systems: &[Located],
    make: MakeLabels,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let read = read(typed, systems, request, files)?;
    let set = classes(
        &request.metric,
        std::slice::from_ref(&read),
        &mut files.notes,
    )?;
    scored_in(read, systems, make, (&request.metric, &set), files)
}

/// Reads the gold and the labels of some systems.
pub(super) fn read(
    typed: &[String],
    systems: &[Located],
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Read, ScoreError> {
    let arity = arity(&request.metric);
    if let Some(threshold) = request.metric.get(&THRESHOLD) {
        return cut(typed, systems, (threshold, arity), request, files);
    }
    let cells = if arity == Arity::Multi {
        Cells::LabelSets
    } else {
        Cells::Labels
    };
    let missing = request.reading.missing;
    if missing == Missing::Zero && arity == Arity::Single {
        return Err(ScoreError::usage(
            format!(
                "{} is for scores, counts and label sets, found one label per item",
                asked_as("missing", missing)
            ),
            format!("use {}", asked_as("missing", Missing::Drop)),
        ));
    }
    let asked_for = Options {
        cells,
        gold: request.gold.clone(),
        takes_counts: true,
        ..Options::default()
    };
    let loaded = files.columns(typed, systems, asked_for)?;
    let labels = |file: &str, codes: &[f64]| {
        Labels::from_codes(
            file,
            arity,
            &loaded.labels,
            codes.iter().map(|&code| code as usize),
        )
    };
    // The gold comes first among the files.
    let gold = labels(
        files.inputs.first().map_or("", |gold| shown(&gold.path)),
        &loaded.gold,
    );
    let of_system = |(from, system): (&Located, &System)| labels(shown(&from.path), &system.scores);
    let systems = systems.iter().zip(&loaded.systems).map(of_system).collect();
    Ok(Read {
        loaded,
        gold,
        systems,
        positive: None,
    })
}

/// Reads scores of a class, which count as its label from a threshold on.
fn cut(
    typed: &[String],
    systems: &[Located],
    (threshold, arity): (f64, Arity),
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Read, ScoreError> {
    if arity == Arity::Multi {
        return Err(ScoreError::usage(
            format!(
                "a threshold turns a score into one label, found {}",
                request.metric
            ),
            "write the label sets of the system to its file",
        ));
    }
    let Judged {
        loaded,
        is_positive,
        classes,
    } = ranked::read(typed, systems, request, files)?;
    let positive = Some(classes[1].clone());
    let names = classes.map(|class| vec![class]);
    let labels = |file: &str, are: &mut dyn Iterator<Item = bool>| {
        Labels::from_codes(
            file,
            arity,
            &names,
            are.map(|is_positive| usize::from(is_positive) + 1),
        )
    };
    let gold = labels(
        files.inputs.first().map_or("", |gold| shown(&gold.path)),
        &mut is_positive.into_iter(),
    );
    let of_system = |(from, system): (&Located, &System)| {
        labels(
            shown(&from.path),
            &mut system.scores.iter().map(|&score| score >= threshold),
        )
    };
    let systems = systems.iter().zip(&loaded.systems).map(of_system).collect();
    if threshold != 0.5 {
        files.notes.push(Code::ThresholdTuned.says(format!(
            "a threshold that was tuned on these items favours its system: {threshold} should come from other data"
        )));
    }
    Ok(Read {
        loaded,
        gold,
        systems,
        positive,
    })
}

/// The classes of all labels that were read, or those that were given; `notes` get what a reader should know of them.
pub(super) fn classes(
    name: &MetricName,
    all: &[Read],
    notes: &mut Vec<Note>,
) -> Result<LabelSet, ScoreError> {
    let in_gold = LabelSet::of(all.iter().map(|read| &read.gold));
    let all = LabelSet::of(
        all.iter()
            .flat_map(|read| read.systems.iter().chain([&read.gold])),
    );
    if !name.get(&MULTI_LABEL) && all.names().iter().any(|name| name.contains('|')) {
        notes.push(Code::LabelsWithBar.says(format!(
            "labels contain `|` and are read as single labels; {} reads label sets",
            asked("multi-label")
        )));
    }
    let given = name.get(&LABELS);
    let foreign: Vec<&str> = all
        .names()
        .iter()
        .filter(|name| !in_gold.names().contains(name))
        .map(String::as_str)
        .collect();
    if let (Some(first), true) = (foreign.first(), given.is_empty()) {
        notes.push(Code::LabelsNotInGold.says(format!(
            "{} of the systems' labels {} not in the gold, such as `{first}`: each counts as a class for every system; {} fixes the label set",
            foreign.len(),
            if foreign.len() == 1 { "is" } else { "are" },
            asked("labels")
        )));
    }
    Ok(if given.is_empty() {
        all
    } else {
        LabelSet::from_names(&given)?
    })
}

/// The metric of the class that scores are of, unless another average was asked for.
fn of_class(name: &MetricName, positive: Option<String>) -> Result<MetricName, MetricError> {
    let mut name = name.clone();
    let is_free = name.get(&AVERAGE).is_none() && name.get(&POSITIVE).is_none();
    if let Some(positive) = positive.filter(|_| is_free && name.description().takes(&POSITIVE)) {
        name.set("positive", &<dyn AnyChoice>::in_brackets(&[positive]))?;
    }
    Ok(name)
}

/// The scores of what was read, in these classes.
pub(super) fn scored_in(
    read: Read,
    systems: &[Located],
    make: MakeLabels,
    (name, set): (&MetricName, &LabelSet),
    files: &Files,
) -> Result<Scoring, ScoreError> {
    let Read {
        loaded,
        gold,
        systems: labels,
        positive,
    } = read;
    let name = &of_class(name, positive)?;
    let saved = SavedMetric::new(name.clone()).with_classes(set);
    let scored = scored(
        systems,
        saved,
        make(name, set)?,
        &gold,
        &labels,
        files.meter(),
    )?;
    Ok(Scoring {
        ids: ids(&loaded),
        by: loaded.by,
        clusters: loaded.clusters,
        ..scored.counted_by(&loaded.systems)
    })
}

/// Gold and given label of an outcome.
const WORDS: [(&str, &str, [usize; 2]); 4] = [
    ("tp", "true positive", [1, 1]),
    ("fp", "false positive", [0, 1]),
    ("fn", "false negative", [1, 0]),
    ("tn", "true negative", [0, 0]),
];

pub(super) fn of_decisions(
    typed: &[String],
    systems: &[Located],
    make: MakeLabels,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let asked_for = Options {
        cells: Cells::Labels,
        takes_counts: true,
        ..Options::default()
    };
    let Ok(loaded) = files.columns(typed, systems, asked_for) else {
        return Err(request.without_gold());
    };
    let outcome = |codes: &Vec<String>| match &codes[..] {
        [label] => of_word(label),
        _ => None,
    };
    let outcomes = loaded
        .labels
        .iter()
        .map(outcome)
        .collect::<Option<Vec<[usize; 2]>>>();
    let Some(outcomes) = outcomes else {
        return Err(request.without_gold());
    };
    let names = [vec!["0".to_owned()], vec!["1".to_owned()]];
    let labels = |file: &str, codes: &[f64], side: usize| {
        let codes = codes
            .iter()
            .map(|&code| outcomes[code as usize - 1][side] + 1);
        Labels::from_codes(file, Arity::Single, &names, codes)
    };
    let both: Vec<[Labels; 2]> = systems
        .iter()
        .zip(&loaded.systems)
        .map(|(from, system)| [0, 1].map(|side| labels(shown(&from.path), &system.scores, side)))
        .collect();
    files
        .notes
        .extend(contradiction(&loaded.systems, &outcomes));
    let set = LabelSet::from_names(["0", "1"])?;
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
    Ok(Scoring {
        ids: ids(&loaded),
        by: loaded.by,
        clusters: loaded.clusters,
        ..scored.counted_by(&loaded.systems)
    })
}

/// The outcome that a word stands for.
fn of_word(word: &str) -> Option<[usize; 2]> {
    let plain: String = word
        .to_lowercase()
        .chars()
        .map(|c| if matches!(c, '_' | '-') { ' ' } else { c })
        .collect();
    let found = WORDS
        .iter()
        .find(|(short, long, _)| plain == *short || plain == *long);
    found.map(|(.., outcome)| *outcome)
}

/// A note where two systems disagree about what is right.
fn contradiction(systems: &[System], outcomes: &[[usize; 2]]) -> Option<Note> {
    let (first, others) = systems.split_first()?;
    let gold = |code: f64| outcomes[code as usize - 1][0];
    others.iter().find_map(|other| {
        let pairs = first.scores.iter().zip(&other.scores);
        let differ = |(one, two): (&f64, &f64)| gold(*one) != gold(*two);
        let count = pairs.clone().filter(|&pair| differ(pair)).count();
        let item = pairs.into_iter().position(differ)?;
        Some(Code::CountsContradict.says(format!(
            "{} and {} disagree on which items are positive ({count}, the first is item {}): are the rows the same items?",
            first.name,
            other.name,
            item + 1
        )))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_known_by_their_letters_and_by_their_words() {
        for word in [
            "fn",
            "FN",
            "false negative",
            "False_Negative",
            "false-negative",
        ] {
            assert_eq!(of_word(word), Some([1, 0]), "{word}");
        }
        assert!(
            ["", "positive", "t p", "yes"]
                .iter()
                .all(|word| of_word(word).is_none())
        );
    }
}
