//! Labels of items against the gold.

use restrap_io::{Cells, Located, Missing, Options, System};
use restrap_metrics::describe::Scorer;
use restrap_metrics::labels::{Arity, LABELS, LabelSet, Labels, MULTI_LABEL, arity};
use restrap_metrics::{Error as MetricError, MetricName, SavedMetric};
use restrap_words::{asked, asked_as};

use super::error::ScoreError;
use super::files::{Files, ids, shown};
use super::request::ScoreRequest;
use super::scoring::{Scoring, scored};

#[expect(clippy::type_complexity, reason = "a type of its own would hide what the constructor takes")]
pub(super) fn score(
    typed: &[String],
    systems: &[Located],
    make: fn(&MetricName, &LabelSet) -> Result<Scorer<Labels, Labels>, MetricError>,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let name = &request.metric;
    let arity = arity(name);
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
    let read: Vec<Labels> = systems.iter().zip(&loaded.systems).map(of_system).collect();
    let all = LabelSet::of(read.iter().chain([&gold]));
    if !name.get(&MULTI_LABEL) && all.names().iter().any(|name| name.contains('|')) {
        files.notes.push(format!(
            "labels contain `|`, and each is one label; {} reads several an item",
            asked("multi-label")
        ));
    }
    let given = name.get(&LABELS);
    let in_gold = LabelSet::of([&gold]);
    let foreign: Vec<&str> =
        all.names().iter().filter(|name| !in_gold.names().contains(name)).map(String::as_str).collect();
    if let (Some(first), true) = (foreign.first(), given.is_empty()) {
        files.notes.push(format!(
            "{} of the systems' labels {} not in the gold, such as `{first}`: each counts as a class, for every system; \
             {} fixes the set",
            foreign.len(),
            if foreign.len() == 1 { "is" } else { "are" },
            asked("labels")
        ));
    }
    let set = if given.is_empty() { all } else { LabelSet::given(&given)? };
    let saved = SavedMetric::new(name.clone()).with_classes(&set);
    let scored = scored(systems, saved, make(name, &set)?, &gold, &read, files.meter())?;
    Ok(Scoring { ids: ids(&loaded), by: loaded.by, clusters: loaded.clusters, ..scored })
}
