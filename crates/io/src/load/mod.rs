//! From arguments to systems: resolve, read each file once, name, pair.

mod by;
mod collect;
mod gold;
mod loaded;

pub use by::By;
pub use loaded::{Input, Loaded, System};

use rayon::prelude::*;
use restrap_words::{Code, Note, asked_as};

use self::by::all_grouped;
use self::collect::collect;
use self::gold::{agree, take_gold, without_agreement};
use crate::ask::argument::{self, Argument};
use crate::ask::columns::Globs;
use crate::ask::name::{self, Origin};
use crate::ask::unseen::{Unseen, Words};
use crate::bytes::budget;
use crate::bytes::chunks::Cut;
use crate::bytes::named;
use crate::format::identifier::is_quantity;
use crate::frame::parsed::{Opened, Parsed, Request};
use crate::frame::shape::Systems;
use crate::frame::text_lines::{self, TextLines};
use crate::frame::texts::Texts;
use crate::frame::{pivot, shape};
use crate::pair::items::{self, Named, Tally};
use crate::pair::shared::shared_ids;
use crate::picks::{self, Group, Pick, order, origin};
use crate::read::file;
use crate::read::logs::folder;
use crate::{Cells, Error, Filter, Format, Missing, Options};

/// Loads the systems that `arguments` (`[NAME=]FILE[:COLUMN]`, or `-`) name, and pairs them item by item.
///
/// # Errors
///
/// When an argument names no file or column, when a file holds anything but finite scores (and missing ones, as
/// [`Options::missing`] allows), when the files cannot be paired, or when one of them changes while it is read. The
/// first bad file in the order of the arguments is reported, and in it the first bad place.
pub fn load(arguments: &[String], options: &Options) -> Result<Loaded, Error> {
    if arguments.is_empty() {
        return Err(Error::NoSystems);
    }
    let resolve = |typed: &String| argument::resolve(typed);
    let arguments = arguments
        .iter()
        .map(resolve)
        .collect::<Result<Vec<_>, Error>>()?;
    let (mut arguments, again) = argument::once_each(arguments);
    arguments.extend(options.gold.as_ref().map(resolve).transpose()?);
    let texts = options.is_text().then(|| Texts::new(options.cells));
    argument::check_standard_input(&arguments)?;
    let globs = options.systems.as_deref().map(Globs::new).transpose()?;
    let groups = group(&arguments);
    let long_ids: Vec<String> = options
        .long
        .iter()
        .flat_map(|long| [long.system.clone(), long.item.clone()])
        .collect();
    let ids = if options.long.is_some() {
        &long_ids
    } else {
        &options.id
    };
    let needs_ids = groups.len() > 1 || options.keep_ids || options.by.is_some();
    let of_items = options.groups();
    let words = options.unseen.as_ref().map(Unseen::read).transpose()?;
    let filters = derived(&options.filters, words.as_ref());
    announce(&groups, options)?;
    let last_system = arguments.len() - 1 - usize::from(options.gold.is_some());
    let read = |group: &Group| {
        let typed: Vec<Option<&str>> = group
            .arguments
            .iter()
            .map(|index| arguments[*index].column.as_deref())
            .collect();
        let columns = columns_of(&typed, group, last_system, options);
        let request = Request {
            file: named::shown(&group.path),
            arguments: match &options.long {
                Some(long) => vec![Some(&long.score); typed.len()],
                None => columns.concat(),
            },
            ids,
            long: options.long.is_some(),
            texts: texts.as_ref(),
            groups: &of_items,
            filters: &filters,
            missing: options.missing,
            globs: globs.as_ref(),
            check_ids: ids.is_empty() && needs_ids && options.paired,
            paired: options.paired,
            cut: Cut::INTO_MEGABYTES,
        };
        open(&group.path, (&typed, &columns), request, options)
    };
    let files: Vec<Result<Opened<Parsed>, Error>> = groups.par_iter().map(read).collect();
    let mut files = files.into_iter().collect::<Result<Vec<_>, Error>>()?;
    if globs.is_some() && !has_bare_table(&arguments, &groups, &files) {
        return Err(Error::NothingToPick);
    }

    let of_lines = texts
        .as_ref()
        .map(|texts| read_lines(&groups, &mut files, texts, options))
        .transpose()?
        .flatten();
    let several = (!options.columns.is_empty()).then_some(last_system);
    let mut picks = order(&arguments, &groups, &files, several)?;
    check_systems(&arguments, &groups, &files, &picks, options)?;
    let gold = options
        .gold
        .as_ref()
        .map(|_| take_gold(&mut picks, &arguments, &groups, &files))
        .transpose()?;
    let mut notes = again;
    notes.extend(of_lines);
    notes.extend(picks::settled(
        &mut picks, gold, &arguments, &groups, &files, options,
    )?);
    // One question about groups is enough for all files, and none where they were named.
    let (question, unnamed) =
        shape::question(files.iter().map(|file| &file.content.shape), options);
    notes.extend(folds(&groups, &files, options));
    let origins: Vec<Origin> = picks
        .iter()
        .map(|pick| origin(*pick, &picks, &arguments, &groups, &files))
        .collect();
    let names = name::distinct(&origins)?
        .into_iter()
        .map(|name| restrap_words::escaped(&name).into_owned());
    let mut systems: Vec<(String, Pick)> = names.zip(picks).collect();
    baseline_first(&mut systems, options.baseline.as_deref())?;
    // Labels are in the order of the gold, all else in that of the baseline.
    let first = gold
        .filter(|_| options.cells != Cells::Scores)
        .map_or(systems[0].1.file, |gold| gold.file);
    let mut named: Vec<Named<'_>> = groups
        .iter()
        .zip(&mut files)
        .map(|(group, file)| Named {
            file: named::shown(&group.path),
            parsed: &mut file.content,
        })
        .collect();
    if !options.paired {
        let tallies: Vec<_> = named
            .iter_mut()
            .map(|file| alone(file.parsed, options.missing))
            .collect();
        let mut loaded = collect(systems, &groups, files, &tallies, options);
        loaded.notes.splice(0..0, notes.into_iter().chain(question));
        loaded.seems_clustered = unnamed;
        return Ok(loaded);
    }
    check_all_ids(&named)?;
    let shared = shared_ids(&named, first, options);
    notes.extend(question.filter(|_| shared == 0));
    let paired = items::pair(&mut named, first, options.missing)?;
    let tallies = paired.tallies.clone();
    let lines = if options.cells == Cells::Probabilities {
        paired.lines(&named)
    } else {
        Vec::new()
    };
    let ids = if options.keep_ids {
        paired.names(&mut named, first)
    } else {
        None
    };
    let (mut of_gold, mut labels) = (Vec::new(), Vec::new());
    match (gold, texts) {
        (Some(gold), Some(texts)) if options.cells != Cells::Scores => {
            of_gold.clone_from(&files[gold.file].content.columns[gold.column].scores);
            labels = texts.into_labels();
        }
        (None, Some(texts)) => labels = texts.into_labels(),
        (Some(gold), _) => {
            agree(&mut files, gold);
            notes.extend(without_agreement(&systems, &files));
        }
        (None, None) => {}
    }
    let all = all_grouped(of_items, &groups, &mut files, first)?;
    let mut loaded = collect(systems, &groups, files, &tallies, options);
    loaded.seems_clustered = unnamed.filter(|_| shared == 0);
    loaded.notes.extend(notes);
    let by = all.by.map(|by| By {
        shared,
        ..by.derived(words.as_ref(), options)
    });
    Ok(Loaded {
        by,
        clusters: all.clusters,
        roles: all.roles,
        ids,
        gold: of_gold,
        labels,
        lines,
        ..loaded
    })
}

/// Reads the lines of text files as labels or texts, without the ids that pair them; a note says so.
fn read_lines(
    groups: &[Group],
    files: &mut [Opened<Parsed>],
    texts: &Texts,
    options: &Options,
) -> Result<Option<Note>, Error> {
    let names: Vec<&str> = groups
        .iter()
        .map(|group| named::shown(&group.path))
        .collect();
    let lines: Vec<(&str, &TextLines)> = names
        .iter()
        .zip(&*files)
        .filter_map(|(name, file)| Some((*name, file.content.text_lines.as_ref()?)))
        .collect();
    let note = if lines.len() == files.len() && options.format != Some(Format::Text) {
        text_lines::paired_by_ids(&lines)?
    } else {
        None
    };
    for (name, file) in names.iter().zip(files) {
        let parsed = &mut file.content;
        let Some(lines) = parsed.text_lines.take() else {
            continue;
        };
        let (cells, ids) = if note.is_some() {
            lines.into_named()
        } else {
            (lines.lines, None)
        };
        parsed.columns[0].scores = texts.column(&cells, &[], (name, options.missing), None)?;
        if ids.is_some() {
            parsed.lines = (1..=parsed.rows as u64).collect();
            parsed.ids = ids;
        }
    }
    Ok(note)
}

/// Brings the system that was asked for to the front.
fn baseline_first(systems: &mut [(String, Pick)], wanted: Option<&str>) -> Result<(), Error> {
    let Some(wanted) = wanted else { return Ok(()) };
    let is_wanted = |(name, _): &(String, Pick)| restrap_words::refers_to(wanted, name);
    let Some(at) = systems.iter().position(is_wanted) else {
        let systems = systems.iter().map(|(name, _)| name.clone()).collect();
        return Err(Error::NoSuchSystem {
            wanted: wanted.to_owned(),
            systems,
        });
    };
    systems[..=at].rotate_right(1);
    Ok(())
}

/// Files that will be read: refused where their scores take too much memory, else known to the meter.
fn announce(groups: &[Group], options: &Options) -> Result<(), Error> {
    let paths = || groups.iter().map(|group| &group.path[..]);
    budget::check(paths())?;
    options.meter.expect_files(paths());
    Ok(())
}

/// The columns of each argument of a file: several of every system, where it was said so, and what was typed of the gold.
fn columns_of<'a>(
    typed: &[Option<&'a str>],
    group: &Group,
    last_system: usize,
    options: &'a Options,
) -> Vec<Vec<Option<&'a str>>> {
    let several = || options.columns.iter().map(|name| Some(&name[..])).collect();
    let of = |(column, argument): (Option<&'a str>, &usize)| {
        if options.columns.is_empty() || *argument > last_system {
            vec![column]
        } else {
            several()
        }
    };
    typed
        .iter()
        .copied()
        .zip(&group.arguments)
        .map(of)
        .collect()
}

/// Opens a file or a folder; `typed`: the column of each argument, `columns`: those that it stands for.
fn open(
    path: &str,
    (typed, columns): (&[Option<&str>], &[Vec<Option<&str>>]),
    request: Request<'_>,
    options: &Options,
) -> Result<Opened<Parsed>, Error> {
    let reading = options.meter.file(path);
    let request = &Request {
        cut: Cut {
            reading: Some(&reading),
            ..request.cut
        },
        ..request
    };
    let opened = if argument::is_folder(path) {
        let opened = folder::open(path, request)?;
        // A folder is one run: one of its metrics against another would be no comparison of systems.
        let bare = typed
            .iter()
            .position(Option::is_none)
            .filter(|_| options.paired && !options.inspects && request.globs.is_none());
        if let Some(picked) = bare
            .map(|place| &opened.content.picks[place])
            .filter(|picked| picked.len() > 1)
        {
            let measures = picked
                .iter()
                .map(|column| {
                    opened.content.columns[*column]
                        .label
                        .clone()
                        .unwrap_or_default()
                })
                .collect();
            return Err(Error::NoMeasure {
                file: request.file.to_owned(),
                measures,
            });
        }
        opened
    } else {
        file::open(path, options.mmap, options.format, |bytes, format| {
            file::parse(bytes, format, request)
        })?
    };
    if !options.columns.is_empty() {
        // One argument means all of its columns.
        let mut each = opened.content.picks.into_iter();
        let picks = columns
            .iter()
            .map(|own| each.by_ref().take(own.len()).flatten().collect())
            .collect();
        return Ok(Opened {
            content: Parsed {
                picks,
                ..opened.content
            },
            ..opened
        });
    }
    if options.long.is_none() {
        return Ok(opened);
    }
    let content = pivot::pivot(
        opened.content,
        typed,
        request.globs,
        options.missing,
        request.file,
    )?;
    Ok(Opened { content, ..opened })
}

/// Refuses several systems that stand below each other, where their rows would count as items of one, or its columns as systems.
fn check_systems(
    arguments: &[Argument],
    groups: &[Group],
    files: &[Opened<Parsed>],
    picks: &[Pick],
    options: &Options,
) -> Result<(), Error> {
    if options.long.is_some() || options.inspects {
        return Ok(());
    }
    let is_alone = !options.paired || picks.len() < 2;
    let several = |(at, (group, file)): (usize, (&Group, &Opened<Parsed>))| {
        let Systems {
            column,
            count,
            item,
            answers,
        } = file.content.shape.systems.clone()?;
        let of_file: Vec<&Pick> = picks.iter().filter(|pick| pick.file == at).collect();
        let is_bare = options.systems.is_none()
            && of_file
                .iter()
                .all(|pick| arguments[pick.argument].column.is_none());
        // Each system has each item once: the columns are not systems, whatever a bare table means elsewhere.
        let is_long = is_bare && item.is_some() && !options.is_said(&column);
        if !(is_alone || is_long) {
            return None;
        }
        // Of several columns the user knows which holds the scores; that of a quantity is none.
        let labels = of_file
            .iter()
            .filter_map(|pick| file.content.columns[pick.column].label.clone());
        let score = labels
            .into_iter()
            .find(|label| of_file.len() == 1 || !is_quantity(label));
        let file = named::shown(&group.path).to_owned();
        let (count, answers) = (count as u32, answers as u32);
        Some(Error::SeveralSystems {
            file,
            column,
            count,
            item,
            answers,
            score,
        })
    };
    groups
        .iter()
        .zip(files)
        .enumerate()
        .find_map(several)
        .map_or(Ok(()), Err)
}

/// That the rows of a file seem to be folds.
fn folds(groups: &[Group], files: &[Opened<Parsed>], options: &Options) -> Option<Note> {
    let is_asked = options.paired && !options.knows_rows;
    let (group, _) = groups
        .iter()
        .zip(files)
        .filter(|_| is_asked)
        .find(|(group, file)| {
            file.content.shape.folds || shape::is_called_folds(&group.path, file.content.rows)
        })?;
    Some(Code::SeemsFolds.says(format!(
        "{}: its rows seem to be folds or splits of one data set, which share training items: tests that take them as independent \
         reject too often (Nadeau and Bengio 2003); compare with `{}` corrects for it",
        named::shown(&group.path),
        asked_as("over", "folds")
    )))
}

/// Logs pair by ids of their own: a file without any beside them cannot be paired.
fn check_all_ids(files: &[Named<'_>]) -> Result<(), Error> {
    let with = files.iter().find(|file| file.parsed.ids.is_some());
    let without = files.iter().find(|file| file.parsed.ids.is_none());
    match (with, without) {
        (Some(with), Some(without)) => Err(Error::NoIds {
            log: with.file.to_owned(),
            file: without.file.to_owned(),
        }),
        _ => Ok(()),
    }
}

/// Leaves each column the scores that it has.
fn alone(parsed: &mut Parsed, missing: Missing) -> Tally {
    let mut tally = Tally::default();
    for column in &mut parsed.columns {
        let gaps = column.scores.iter().filter(|score| score.is_nan()).count();
        if missing == Missing::Zero {
            column
                .scores
                .iter_mut()
                .filter(|score| score.is_nan())
                .for_each(|score| *score = 0.0);
            tally.zeroed += gaps;
        } else {
            column.scores.retain(|score| !score.is_nan());
            tally.dropped += gaps;
        }
    }
    tally
}

/// Filters that look at the texts of a list, where they are about them.
fn derived(filters: &[Filter], words: Option<&Words>) -> Vec<Filter> {
    filters.iter().map(|filter| filter.derived(words)).collect()
}

fn group(arguments: &[Argument]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, argument) in arguments.iter().enumerate() {
        match groups.iter_mut().find(|group| group.path == argument.path) {
            Some(group) => group.arguments.push(index),
            None => groups.push(Group {
                path: argument.path.clone(),
                arguments: vec![index],
            }),
        }
    }
    groups
}

fn has_bare_table(arguments: &[Argument], groups: &[Group], files: &[Opened<Parsed>]) -> bool {
    groups.iter().zip(files).any(|(group, file)| {
        group
            .arguments
            .iter()
            .any(|index| arguments[*index].column.is_none())
            && file
                .content
                .columns
                .iter()
                .any(|column| column.label.is_some())
    })
}
