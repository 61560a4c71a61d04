//! Labels of items against the gold.

use restrap_io::{Cells, Loaded, Located, Missing, Options, System};
use restrap_metrics::describe::MakeLabels;
use restrap_metrics::labels::{Arity, LABELS, LabelSet, Labels, MULTI_LABEL, arity};
use restrap_metrics::{MetricName, SavedMetric};
use restrap_words::{asked, asked_as};

use super::error::ScoreError;
use super::files::{Files, ids, shown};
use super::request::ScoreRequest;
use super::scoring::{Scoring, scored};

/// Labels of some systems and the gold of their items.
pub(super) struct Read {
    loaded: Loaded,
    gold: Labels,
    systems: Vec<Labels>,
}

pub(super) fn score(
    typed: &[String],
    systems: &[Located],
    make: MakeLabels,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let read = read(typed, systems, request, files)?;
    let set = classes(&request.metric, std::slice::from_ref(&read), &mut files.notes)?;
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
    let cells = if arity == Arity::Multi { Cells::LabelSets } else { Cells::Labels };
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
    let asked_for = Options { cells, gold: request.gold.clone(), ..Options::default() };
    let loaded = files.columns(typed, systems, asked_for)?;
    let labels = |file: &str, codes: &[f64]| {
        Labels::from_codes(file, arity, &loaded.labels, codes.iter().map(|&code| code as usize))
    };
    // The gold comes first among the files.
    let gold = labels(files.inputs.first().map_or("", |gold| shown(&gold.path)), &loaded.gold);
    let of_system = |(from, system): (&Located, &System)| labels(shown(&from.path), &system.scores);
    let systems = systems.iter().zip(&loaded.systems).map(of_system).collect();
    Ok(Read { loaded, gold, systems })
}

/// The classes of all labels that were read, or those that were given; `notes` get what a reader should know of them.
pub(super) fn classes(
    name: &MetricName,
    all: &[Read],
    notes: &mut Vec<String>,
) -> Result<LabelSet, ScoreError> {
    let in_gold = LabelSet::of(all.iter().map(|read| &read.gold));
    let all = LabelSet::of(all.iter().flat_map(|read| read.systems.iter().chain([&read.gold])));
    if !name.get(&MULTI_LABEL) && all.names().iter().any(|name| name.contains('|')) {
        notes.push(format!(
            "labels contain `|`, and each is one label; {} reads several an item",
            asked("multi-label")
        ));
    }
    let given = name.get(&LABELS);
    let foreign: Vec<&str> =
        all.names().iter().filter(|name| !in_gold.names().contains(name)).map(String::as_str).collect();
    if let (Some(first), true) = (foreign.first(), given.is_empty()) {
        notes.push(format!(
            "{} of the systems' labels {} not in the gold, such as `{first}`: each counts as a class, for every system; \
             {} fixes the set",
            foreign.len(),
            if foreign.len() == 1 { "is" } else { "are" },
            asked("labels")
        ));
    }
    Ok(if given.is_empty() { all } else { LabelSet::given(&given)? })
}

/// The scores of what was read, in these classes.
pub(super) fn scored_in(
    read: Read,
    systems: &[Located],
    make: MakeLabels,
    (name, set): (&MetricName, &LabelSet),
    files: &Files,
) -> Result<Scoring, ScoreError> {
    let Read { loaded, gold, systems: labels } = read;
    let saved = SavedMetric::new(name.clone()).with_classes(set);
    let scored = scored(systems, saved, make(name, set)?, &gold, &labels, files.meter())?;
    Ok(Scoring { ids: ids(&loaded), by: loaded.by, clusters: loaded.clusters, ..scored })
}
