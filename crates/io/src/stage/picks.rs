//! Which columns of which files are systems: in the order of the arguments, each once, without what is none.

use std::collections::{HashMap, HashSet};

use restrap_words::{Code, Note, asked_as};

use super::meant::{self, Candidate};
use crate::ask::argument::{self, Argument};
use crate::ask::name::Origin;
use crate::bytes::named;
use crate::error::Bare;
use crate::error::quote;
use crate::frame::parsed::{Opened, Parsed};
use crate::{Cells, Error, Options};

/// A file and the arguments that name it.
pub(crate) struct Group {
    pub path: String,
    /// The files that the path stands for; none for one file.
    pub files: Vec<String>,
    pub arguments: Vec<usize>,
}

/// A system: its argument, its file and its column there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pick {
    pub argument: usize,
    pub file: usize,
    pub column: usize,
}

/// The systems in the order of the arguments, and within a bare table in the order of its columns. `several`: the last
/// argument that is a system, where one has several columns; the first stands for it.
pub(crate) fn order(
    arguments: &[Argument],
    groups: &[Group],
    files: &[Opened<Parsed>],
    several: Option<usize>,
) -> Result<Vec<Pick>, Error> {
    let mut picks = Vec::new();
    for (file, group) in groups.iter().enumerate() {
        let parsed = &files[file].content;
        for (argument, columns) in group.arguments.iter().zip(&parsed.picks) {
            let is_one = several.is_some_and(|last_system| *argument <= last_system);
            let columns = if is_one { &columns[..1] } else { &columns[..] };
            if let (Some(name), true) = (&arguments[*argument].name, columns.len() > 1) {
                let label =
                    |column: &usize| parsed.columns[*column].label.clone().unwrap_or_default();
                return Err(Error::OneName {
                    name: name.clone(),
                    file: named::shown(&group.path).to_owned(),
                    columns: columns.iter().map(label).collect(),
                });
            }
            picks.extend(columns.iter().map(|column| Pick {
                argument: *argument,
                file,
                column: *column,
            }));
        }
    }
    // Stable, so that the columns of one argument keep their order.
    picks.sort_by_key(|pick| pick.argument);
    Ok(picks)
}

pub(crate) fn origin(
    pick: Pick,
    picks: &[Pick],
    arguments: &[Argument],
    groups: &[Group],
    files: &[Opened<Parsed>],
) -> Origin {
    let parsed = &files[pick.file].content;
    // A column that was taken as the only one that all files have needs no name beside that of the file.
    let are_several = picks
        .iter()
        .filter(|other| other.file == pick.file)
        .nth(1)
        .is_some();
    Origin {
        given: arguments[pick.argument].name.clone(),
        path: groups[pick.file].path.clone(),
        column: parsed.columns[pick.column]
            .label
            .clone()
            .filter(|_| are_several),
    }
}

/// Leaves columns of bare tables out that hold no scores, and takes the only one that several tables share.
fn meant(
    picks: &mut Vec<Pick>,
    gold: Option<Pick>,
    arguments: &[Argument],
    groups: &[Group],
    files: &[Opened<Parsed>],
    options: &Options,
) -> Result<Option<Note>, Error> {
    let paired = options.paired;
    let label = |pick: &Pick| {
        let bare = arguments[pick.argument].column.is_none()
            && gold.is_none_or(|gold| gold.argument != pick.argument);
        files[pick.file].content.columns[pick.column]
            .label
            .as_deref()
            .filter(|_| bare)
    };
    let candidate = |pick: &Pick| {
        let column = &files[pick.file].content.columns[pick.column];
        Some(Candidate {
            path: &groups[pick.file].path,
            label: label(pick)?,
            scores: &column.scores,
            is_of_words: column.is_of_words,
            has_texts: !files[pick.file].content.seen.others.is_empty()
                || !files[pick.file].content.texts.is_empty(),
        })
    };
    if gold.is_none() && !options.inspects {
        let all: Vec<Candidate<'_>> = picks.iter().filter_map(candidate).collect();
        meant::no_right_answers(&all)?;
        if options.count.is_none() {
            meant::no_counts(&all)?;
        }
    }
    let sizes_of = |file: usize| {
        let own = picks.iter().filter(|pick| paired && pick.file == file);
        let scores = own.filter_map(candidate).filter(|one| !one.is_no_system());
        meant::sizes(&scores.collect::<Vec<_>>())
    };
    let sizes: Vec<Vec<&str>> = (0..files.len()).map(sizes_of).collect();
    let is_none = |pick: &Pick| {
        candidate(pick)
            .is_some_and(|one| one.is_no_system() || sizes[pick.file].contains(&one.label))
    };
    // The only column that can be meant is taken, whatever it is called.
    let left_out: Vec<Pick> = picks.iter().copied().filter(is_none).collect();
    let out: HashSet<_> = left_out
        .iter()
        .map(|out| (out.argument, out.column))
        .collect();
    let keeps = |pick: &Pick| !out.contains(&(pick.argument, pick.column));
    let remain = picks.iter().filter(|pick| keeps(pick)).count();
    // One column is left of a table that may mean two.
    if let (true, 1, [out, ..], 1) = (paired, remain, &left_out[..], arguments.len()) {
        let path = groups[out.file].path.clone();
        let typed = picks
            .iter()
            .filter_map(label)
            .map(|label| (path.clone(), label.to_owned()));
        return Err(meant::one_is_left(
            &path,
            label(out).unwrap_or_default(),
            typed,
        ));
    }
    let (mut named, mut shared): (Vec<String>, Option<(String, usize)>) = (Vec::new(), None);
    if remain > 0 {
        for out in &left_out {
            let name = label(out).unwrap_or_default().to_owned();
            shared = shared.or_else(|| Some((name.clone(), candidate(out)?.is_shared()?)));
            if !named.contains(&name) {
                named.push(name);
            }
        }
        picks.retain(|pick| keeps(pick));
    }
    let of_file = |file: usize| {
        picks
            .iter()
            .filter(|pick| pick.file == file)
            .filter_map(candidate)
            .collect::<Vec<_>>()
    };
    let bare: Vec<Vec<Candidate<'_>>> = (0..files.len())
        .map(of_file)
        .filter(|of_file| !of_file.is_empty())
        .collect();
    let only = if paired {
        meant::shared(&bare)?.map(str::to_owned)
    } else {
        None
    };
    let mut note = (!named.is_empty()).then(|| {
        Code::ColumnsLeftOut.says(format!(
            "not taken as systems (they number or name rows, or count trials): {}",
            quote::list(&named)
        ))
    });
    if let (Some(note), Some((name, values))) =
        (&mut note, shared.filter(|_| !options.knows_groups()))
    {
        let cluster = asked_as("cluster", name).quoted().to_string();
        note.text.push_str("; rows share its ");
        note.text.push_str(&quote::count(values as u64, "value"));
        note.text
            .push_str(": if the items of one value belong together, add `");
        note.text.push_str(&cluster);
        note.text.push('`');
    }
    match only {
        Some(only) => {
            let before = picks.len();
            picks.retain(|pick| label(pick).is_none_or(|label| label == only));
            if picks.len() < before {
                note = Some(Code::ColumnChosen.says(format!(
                    "compared by {}, the only column that all files have",
                    quote::quoted(only.as_bytes())
                )));
            }
        }
        None if paired => bare.iter().try_for_each(|of_file| meant::alike(of_file))?,
        None => {}
    }
    Ok(note)
}

/// Leaves columns of a bare table out that are the gold, or that another argument names too.
fn once_each(
    picks: &mut Vec<Pick>,
    gold: Option<Pick>,
    arguments: &[Argument],
) -> Result<Vec<Note>, Error> {
    let is_bare = |pick: &Pick| arguments[pick.argument].column.is_none();
    let same = |one: &Pick, other: &Pick| (one.file, one.column) == (other.file, other.column);
    if let Some(gold) = gold {
        picks.retain(|pick| !(is_bare(pick) && same(pick, &gold)));
        if picks.is_empty() {
            return Err(Error::NoLabelColumn {
                file: named::shown(&arguments[gold.argument].path).to_owned(),
                what: Cells::Labels,
                columns: Vec::new(),
                of_gold: false,
                bare: Bare::default(),
            });
        }
    }
    let named = |pick: &Pick| arguments[pick.argument].name.is_some();
    let mut kept: Vec<Pick> = Vec::with_capacity(picks.len());
    let mut again = Vec::new();
    let mut known: HashMap<(usize, usize), Vec<usize>> = HashMap::new();
    for pick in &*picks {
        let by = known.entry((pick.file, pick.column)).or_default();
        if !named(pick) && by.iter().any(|argument| *argument != pick.argument) {
            again.push(argument::note_again(&arguments[pick.argument].path));
        } else {
            by.push(pick.argument);
            kept.push(*pick);
        }
    }
    if kept.len() < 2 {
        return Ok(Vec::new());
    }
    *picks = kept;
    Ok(again)
}

/// Leaves out what holds no scores, and what is named twice; what a reader must know of it. Bare tables are taken whole unless columns
/// were picked.
pub(crate) fn settled(
    picks: &mut Vec<Pick>,
    gold: Option<Pick>,
    arguments: &[Argument],
    groups: &[Group],
    files: &[Opened<Parsed>],
    options: &Options,
) -> Result<Vec<Note>, Error> {
    let mut notes = Vec::new();
    if options.cells != Cells::Scores || !options.columns.is_empty() {
        return Ok(notes);
    }
    if options.systems.is_none() && options.long.is_none() {
        notes.extend(meant(picks, gold, arguments, groups, files, options)?);
    }
    notes.extend(once_each(picks, gold, arguments)?);
    Ok(notes)
}
