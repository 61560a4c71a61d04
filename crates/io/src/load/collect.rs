//! Collection of systems and inputs from the files that were read.

use restrap_words::{Code, asked_as, escaped};

use super::loaded::{Input, Loaded, System};
use crate::bytes::named;
use crate::bytes::parts;
use crate::error::quote;
use crate::format::identifier::{is_log_loss, is_loss};
use crate::frame::parsed::{Opened, Parsed};
use crate::stage::pair::Tally;
use crate::stage::picks::{Group, Pick};
use crate::{Cells, Missing, Options, Role};

/// The name that the columns of all systems have; in a long table these are named by the systems.
pub(super) fn measure(
    systems: &[(String, Pick)],
    files: &[Opened<Parsed>],
    options: &Options,
) -> Option<String> {
    if let Some(long) = &options.long {
        return Some(escaped(&long.score).into_owned());
    }
    let mut labels = systems
        .iter()
        .map(|(_, pick)| files[pick.file].content.columns[pick.column].label.as_ref());
    let first = labels.next()??;
    labels
        .all(|label| label == Some(first))
        .then(|| escaped(first).into_owned())
}

/// Takes the scores of the systems out of their files, with notes about rows that were left out.
pub(super) fn collect(
    systems: Vec<(String, Pick)>,
    groups: &[Group],
    mut files: Vec<Opened<Parsed>>,
    tallies: &[Tally],
    options: &Options,
) -> Loaded {
    let several = !options.columns.is_empty();
    let first = systems[0].1.file;
    let mut uses: Vec<Vec<usize>> = files
        .iter()
        .map(|file| vec![0; file.content.columns.len()])
        .collect();
    for (_, pick) in &systems {
        uses[pick.file][pick.column] += 1;
    }
    let systems_of: Vec<bool> = uses
        .iter()
        .map(|uses| uses.iter().any(|count| *count > 0))
        .collect();
    let measure = measure(&systems, &files, options);
    let is_metricx = files.iter().all(|file| file.content.seen.shape.metricx)
        && measure.as_deref() == Some("prediction");
    // No loss is below 0 throughout: these are log likelihoods, the more the better.
    let is_below_0 = systems.iter().all(|(_, pick)| {
        let scores = &files[pick.file].content.columns[pick.column].scores;
        scores.iter().all(|score| *score <= 0.0) && scores.iter().any(|score| *score < 0.0)
    });
    let loss = measure
        .clone()
        .filter(|name| is_loss(name) && !(is_below_0 && is_log_loss(name)));
    let lower = if is_metricx {
        Some("MetricX".to_owned())
    } else {
        loss
    };
    let mut loaded = Loaded {
        measure,
        lower,
        ..Loaded::default()
    };
    for (name, pick) in systems {
        let parsed = &files[pick.file].content;
        let place = groups[pick.file]
            .arguments
            .iter()
            .position(|index| *index == pick.argument);
        // A bare table has a system in each of its columns instead.
        let further = place
            .filter(|_| several)
            .map_or(&[][..], |place| &parsed.picks[place][1..]);
        let more = further
            .iter()
            .map(|column| parsed.columns[*column].scores.clone())
            .collect();
        let uses = &mut uses[pick.file][pick.column];
        *uses -= 1;
        let column = &mut files[pick.file].content.columns[pick.column];
        let (precision, scores) = (column.precision, &mut column.scores);
        let scores = if *uses == 0 {
            std::mem::take(scores)
        } else {
            scores.clone()
        };
        loaded.systems.push(System {
            name,
            scores,
            more,
            precision,
            times: None,
        });
    }
    for (index, ((group, file), tally)) in groups.iter().zip(files).zip(tallies).enumerate() {
        let shown_path = named::shown(&group.path);
        loaded.notes.extend(parts::note(&group.path));
        loaded.notes.extend(file.content.notes);
        let without_score = tally.dropped - tally.no_group;
        if without_score > 0 {
            let drop = asked_as("missing", Missing::Drop);
            loaded.notes.push(if options.paired {
                let rows = quote::count(without_score as u64, "row");
                Code::MissingDropped.says(format!("{shown_path}: {rows} left out: an item needs a score from every system ({drop})"))
            } else {
                let scores = quote::count(without_score as u64, "missing score");
                Code::MissingDropped.says(format!("{shown_path}: {scores} left out, each of the one system that lacks it ({drop})"))
            });
        }
        if tally.no_gold > 0 {
            let items = quote::count(tally.no_gold as u64, "item");
            loaded.notes.push(Code::MissingDropped.says(format!(
                "{shown_path}: {items} left out: the right answers lack them"
            )));
        }
        if tally.zeroed > 0 {
            let items = quote::count(tally.zeroed as u64, "item");
            let is_text = options.cells == Cells::Texts;
            let worst = tally.worst;
            let what = if is_text {
                "a text".to_owned()
            } else {
                format!("a score counted as {worst}")
            };
            loaded.notes.push(Code::MissingZeroed.says(format!(
                "{shown_path}: {items} without {what} ({})",
                asked_as("missing", Missing::Zero)
            )));
        }
        loaded.inputs.push(Input {
            role: match (index == first, systems_of[index]) {
                (true, _) => Role::Baseline,
                (false, true) => Role::System,
                (false, false) => Role::Gold,
            },
            path: group.path.clone(),
            items: file.content.rows,
            dropped: tally.dropped,
            zeroed: tally.zeroed,
            blake3: file.blake3,
        });
    }
    loaded
}
