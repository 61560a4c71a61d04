//! Right labels, and the systems that agree with them.

use restrap_words::{Code, Note, asked};

use crate::Error;
use crate::ask::argument::Argument;
use crate::bytes::named;
use crate::frame::parsed::{Opened, Parsed};
use crate::picks::{Group, Pick};

/// Takes the right labels out of the systems: the last argument, which names one column.
pub(super) fn take_gold(
    picks: &mut Vec<Pick>,
    arguments: &[Argument],
    groups: &[Group],
    files: &[Opened<Parsed>],
) -> Result<Pick, Error> {
    let last = arguments.len() - 1;
    let found: Vec<Pick> = picks
        .iter()
        .copied()
        .filter(|pick| pick.argument == last)
        .collect();
    picks.retain(|pick| pick.argument != last);
    match found[..] {
        [only] => Ok(only),
        _ => Err(Error::OneName {
            name: asked("gold").to_string(),
            file: groups
                .iter()
                .find(|group| group.arguments.contains(&last))
                .map_or_else(String::new, |group| named::shown(&group.path).to_owned()),
            columns: found
                .iter()
                .filter_map(|pick| files[pick.file].content.columns[pick.column].label.clone())
                .collect(),
        }),
    }
}

/// Labels to scores: 1 where a column has the right one. A missing label (code 0) is never right.
pub(super) fn agree(files: &mut [Opened<Parsed>], gold: Pick) {
    // A system may be the same column.
    let right = files[gold.file].content.columns[gold.column].scores.clone();
    for file in files {
        let parsed = &mut file.content;
        let codes: Vec<usize> = parsed.groups.iter().map(|groups| groups.column).collect();
        for (index, column) in parsed.columns.iter_mut().enumerate() {
            if !codes.contains(&index) {
                for (label, right) in column.scores.iter_mut().zip(&right) {
                    *label = f64::from(u8::from(label == right && *right > 0.0));
                }
            }
        }
    }
}

/// Notes about systems none of whose labels is right.
pub(super) fn without_agreement(systems: &[(String, Pick)], files: &[Opened<Parsed>]) -> Vec<Note> {
    let is_wrong = |pick: &Pick| {
        files[pick.file].content.columns[pick.column]
            .scores
            .iter()
            .all(|score| *score == 0.0)
    };
    let wrong = systems.iter().filter(|(_, pick)| is_wrong(pick));
    wrong
        .map(|(name, _)| {
            Code::NothingMatches.says(format!(
                "{name}: no label matches the gold: are they spelled alike (text is compared, `1` is not `1.0`), and the items in one order?"
            ))
        })
        .collect()
}
