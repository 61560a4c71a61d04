//! Right labels, and the systems that agree with them.

use std::collections::{BTreeSet, HashMap, HashSet};

use restrap_words::{Code, Note, asked};

use crate::Error;
use crate::ask::argument::Argument;
use crate::bytes::named;
use crate::error::question::Question;
use crate::format::number;
use crate::frame::parsed::{Opened, Parsed};
use crate::items::assumption::Assumption;
use crate::stage::picks::{Group, Pick};

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

/// A label as a number or truth value, else as its text.
#[derive(PartialEq, Eq, Hash)]
enum Value<'l> {
    Number(u64),
    Text(&'l str),
}

impl<'l> Value<'l> {
    fn new(label: &'l str) -> Self {
        let label = label.trim();
        let number = label
            .parse::<f64>()
            .ok()
            .filter(|number| number.is_finite());
        match number.or_else(|| number::truth(label.as_bytes())) {
            // Both zeros are one label.
            Some(number) => Self::Number((number + 0.0).to_bits()),
            None => Self::Text(label),
        }
    }
}

/// Takes labels for those of the gold that are equal as numbers or truth values, where none is equal as text. `labels`: those that codes
/// stand for.
///
/// # Errors
/// [`Question::NoLabelOfGold`] for a system none of whose labels is one of the gold.
pub(super) fn unify(
    files: &mut [Opened<Parsed>],
    gold: Pick,
    systems: &[(String, Pick)],
    labels: &[Vec<String>],
) -> Result<Option<Assumption>, Error> {
    const FEW: usize = 3;
    let text = |code: &usize| labels[*code - 1].join("|");
    let codes = |files: &[Opened<Parsed>], pick: Pick| -> BTreeSet<usize> {
        let scores = files[pick.file].content.columns[pick.column].scores.iter();
        scores
            .filter(|code| **code > 0.0)
            .map(|code| *code as usize)
            .collect()
    };
    let right = codes(files, gold);
    let texts: Vec<(String, usize)> = right.iter().map(|code| (text(code), *code)).collect();
    let values: HashMap<Value<'_>, usize> = texts
        .iter()
        .map(|(text, code)| (Value::new(text), *code))
        .collect();
    let mut unified = Vec::new();
    let mut known = HashSet::from([(gold.file, gold.column)]);
    for (name, pick) in systems {
        if !known.insert((pick.file, pick.column)) {
            continue;
        }
        let own = codes(files, *pick);
        if own.is_empty() || right.is_empty() || !own.is_disjoint(&right) {
            continue;
        }
        let same =
            |code: &usize| Some((*code as f64, *values.get(&Value::new(&text(code)))? as f64));
        let same: HashMap<u64, f64> = own
            .iter()
            .filter_map(same)
            .map(|(code, right)| (code.to_bits(), right))
            .collect();
        // Of one label alone the gold does not show how labels are spelled.
        if same.is_empty() && right.len() < 2 {
            continue;
        }
        if same.is_empty() {
            let few = |codes: &BTreeSet<usize>| codes.iter().take(FEW).map(text).collect();
            return Err(Error::Asked {
                file: String::new(),
                question: Box::new(Question::NoLabelOfGold {
                    system: name.clone(),
                    labels: few(&own),
                    gold: few(&right),
                }),
            });
        }
        for code in &mut files[pick.file].content.columns[pick.column].scores {
            *code = same.get(&code.to_bits()).copied().unwrap_or(*code);
        }
        unified.push(name.clone());
    }
    Ok((!unified.is_empty()).then_some(Assumption::LabelsAsNumbers { systems: unified }))
}

/// Labels to scores: 1 where a column has the right one. A missing label (code 0) is never right.
pub(super) fn agree(files: &mut [Opened<Parsed>], gold: Pick) {
    // A system may be the same column.
    let right = files[gold.file].content.columns[gold.column].scores.clone();
    for file in files {
        let parsed = &mut file.content;
        for column in &mut parsed.columns {
            for (label, right) in column.scores.iter_mut().zip(&right) {
                *label = f64::from(u8::from(label == right && *right > 0.0));
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
