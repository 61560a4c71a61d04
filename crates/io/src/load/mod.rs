//! From arguments to systems: resolve, read each file once, name, pair.

mod beside;
mod checks;
mod collect;
mod counts;
mod files;
mod gold;
mod loaded;

pub use beside::groups_beside;
pub use loaded::{Input, Loaded, System};

use std::borrow::Cow;

use rayon::prelude::*;
use restrap_words::Note;

use self::checks::{check_all_ids, check_contents, check_systems, folds, question};
use self::collect::{collect, measure};
use self::files::{align, announce, columns_of, group, name_by_path, open};
use self::gold::{agree, take_gold, unify, without_agreement};
use crate::RowsAre;
use crate::ask::argument::{self, Argument};
use crate::ask::columns::Globs;
use crate::ask::decisions::Direction;
use crate::ask::name::{self, Origin};
use crate::ask::unseen::{Unseen, Words};
use crate::bytes::chunks::Cut;
use crate::bytes::named;
use crate::error::Bare;
use crate::format::identifier::is_loss;
use crate::frame::parsed::{Opened, Parsed, Request, Said};
use crate::frame::text_lines::{self, TextLines};
use crate::frame::texts::Texts;
use crate::items::assumption::Assumption;
use crate::items::markup::check_texts;
use crate::items::numbers;
use crate::stage::by::By;
use crate::stage::groups::{Beside, Wanted, WithoutGroup};
use crate::stage::named::Named;
use crate::stage::pair::{self, Policy, Tally};
use crate::stage::picks::{self, Group, Pick, order, origin};
use crate::stage::scores::Stage;
use crate::stage::shared::shared_ids;
use crate::{Cells, Error, Filter, Format, Grouping, Missing, Options};

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
    let (mut arguments, again) = argument::once_each(argument::resolve_all(arguments)?);
    let tables = argument::tables(&arguments);
    let gold = options.gold.as_ref();
    arguments.extend(
        gold.map(|typed| argument::resolve_beside(typed, &tables))
            .transpose()?,
    );
    let texts = options.is_text().then(|| Texts::new(options.cells));
    argument::check_standard_input(&arguments)?;
    let globs = options.systems.as_deref().map(Globs::new).transpose()?;
    let mut groups = group(&arguments);
    let (of_items, beside) = groups_asked(&groups, options)?;
    let mut by_path = if options.paired {
        align(&mut groups, options.missing)?
    } else {
        None
    };
    let ids = &ids_asked(options);
    let needs_ids =
        groups.len() > 1 || options.keep_ids || options.by.is_some() || !beside.is_empty();
    let words = options.unseen.as_ref().map(Unseen::read).transpose()?;
    let filters = derived(&options.filters, words.as_ref());
    announce(&groups, options)?;
    let last_system = arguments.len() - 1 - usize::from(options.gold.is_some());
    let decisions = &options.decisions;
    let said = Said {
        words: Some(&decisions.words).filter(|words| !words.is_empty()),
        rows: decisions.rows,
        knows_rows: options.knows_rows || options.inspects || !options.roles.is_empty(),
        pairs: options.paired && groups.len() > 1 && !decisions.same_items,
        paired: options.paired,
    };
    let read = |(file, group): (usize, &Group)| {
        let of_file = groups_of(&of_items, file);
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
                None if options.decisions.rows == Some(RowsAre::Systems) => vec![None; typed.len()],
                None => columns.concat(),
            },
            ids,
            long: options.long.is_some(),
            texts: texts.as_ref(),
            groups: &of_file,
            filters: &filters,
            missing: options.missing,
            said,
            globs: globs.as_ref(),
            check_ids: ids.is_empty() && (needs_ids && options.paired || options.count.is_some()),
            may_lack_ids: false,
            cut: Cut::INTO_MEGABYTES,
        };
        open(group, (&typed, &columns), request, options)
            .map_err(|error| with_bare(error, group, &arguments, last_system))
    };
    let files: Vec<Result<Opened<Parsed>, Error>> =
        groups.par_iter().enumerate().map(read).collect();
    let mut files = files.into_iter().collect::<Result<Vec<_>, Error>>()?;
    let beside = beside
        .into_iter()
        .map(|(kind, typed, argument)| beside::Read::new(kind, typed, argument, options))
        .collect::<Result<Vec<_>, Error>>()?;
    if globs.is_some() && !has_bare_table(&arguments, &groups, &files) {
        return Err(Error::NothingToPick);
    }

    let of_lines = texts
        .as_ref()
        .map(|texts| read_lines(&groups, &mut files, texts, options))
        .transpose()?
        .unwrap_or_default();
    if options.paired {
        let assumption = name_by_path(&groups, &mut files, options.decisions.same_items)?;
        by_path = by_path.or(assumption);
    }
    let several = (!options.columns.is_empty()).then_some(last_system);
    let mut picks = order(&arguments, &groups, &files, several)?;
    check_systems(&arguments, &groups, &files, &picks, options)?;
    let gold = options
        .gold
        .as_ref()
        .map(|_| take_gold(&mut picks, &arguments, &groups, &files))
        .transpose()?;
    let mut notes = again;
    notes.extend(by_path.as_ref().map(Assumption::note));
    notes.extend(of_lines);
    let stage = Stage {
        arguments: &arguments,
        groups: &groups,
        decisions: &options.decisions,
        missing: options.missing,
    };
    let holds_scores = options.cells == Cells::Scores && gold.is_none() && !options.inspects;
    if holds_scores {
        stage.check_labels(&picks, &files)?;
    }
    notes.extend(picks::settled(
        &mut picks, gold, &arguments, &groups, &files, options,
    )?);
    // One question about groups is enough for all files, and none where they were named.
    let (question, unnamed) = question(files.iter().map(|file| &file.content.seen.shape), options);
    notes.extend(folds(&groups, &files, options));
    let systems = by_name(picks, &arguments, &groups, &files, options)?;
    if holds_scores && options.columns.is_empty() {
        let assumptions = stage.settle(&systems, &mut files)?;
        notes.extend(assumptions.iter().map(Assumption::note));
    }
    let worst = if holds_scores {
        worst(&systems, &files, options)
    } else {
        Some(0.0)
    };
    let counts = counts::of_files(&groups, &mut files, options)?;
    let policy = Policy {
        missing: options.missing,
        worst,
        same_items: options.decisions.same_items,
        gold: gold.map(|gold| gold.file),
        ids: if ids.is_empty() {
            "id".to_owned()
        } else {
            ids.join(",")
        },
    };
    let read = Read {
        systems,
        gold,
        groups: &groups,
        files,
        beside,
        texts,
        words: words.as_ref(),
        notes,
        question,
        unnamed,
        counts,
        policy,
    };
    if options.paired {
        read.paired(&of_items, options)
    } else {
        read.alone(options)
    }
}

/// The columns that key the rows; of a long table the system comes first.
fn ids_asked(options: &Options) -> Cow<'_, [String]> {
    let Some(long) = &options.long else {
        return Cow::Borrowed(&options.id);
    };
    let items = if options.id.is_empty() {
        std::slice::from_ref(&long.item)
    } else {
        &options.id[..]
    };
    let system = std::iter::once(&long.system);
    Cow::Owned(system.chain(items).cloned().collect())
}

/// The systems by name, the baseline first.
fn by_name(
    picks: Vec<Pick>,
    arguments: &[Argument],
    groups: &[Group],
    files: &[Opened<Parsed>],
    options: &Options,
) -> Result<Vec<(String, Pick)>, Error> {
    let origins: Vec<Origin> = picks
        .iter()
        .map(|pick| origin(*pick, &picks, arguments, groups, files))
        .collect();
    let names = name::distinct(&origins)?
        .into_iter()
        .map(|name| restrap_words::escaped(&name).into_owned());
    let mut systems: Vec<(String, Pick)> = names.zip(picks).collect();
    baseline_first(&mut systems, options.baseline.as_deref())?;
    Ok(systems)
}

/// The columns of groups that are looked for in a systems' file.
fn groups_of<'a>(wanted: &[Wanted<'a>], file: usize) -> Vec<(Grouping, &'a str)> {
    let is_asked = |wanted: &&Wanted<'_>| wanted.file.is_none_or(|only| only == file);
    let wanted = wanted.iter().filter(is_asked);
    wanted.map(|wanted| (wanted.kind, wanted.column)).collect()
}

/// A file beside the systems: its groups, as it was typed, and its parts.
type AskedBeside<'a> = (Grouping, &'a str, Argument);

/// The columns of groups that are asked for, and the files beside the systems. A column of a systems' file is one of that file.
fn groups_asked<'a>(
    groups: &[Group],
    options: &'a Options,
) -> Result<(Vec<Wanted<'a>>, Vec<AskedBeside<'a>>), Error> {
    let own = options.groups().into_iter().map(|(kind, column)| Wanted {
        kind,
        column,
        typed: column,
        file: None,
    });
    let (mut own, mut beside): (Vec<Wanted<'_>>, Vec<_>) = (own.collect(), Vec::new());
    for (kind, typed) in &options.beside {
        let argument = argument::resolve(typed)?;
        let file = groups.iter().position(|group| group.path == argument.path);
        match (file, &argument.column) {
            (Some(file), Some(column)) => own.push(Wanted {
                kind: *kind,
                column: &typed[typed.len() - column.len()..],
                typed,
                file: Some(file),
            }),
            _ => beside.push((*kind, &typed[..], argument)),
        }
    }
    Ok((own, beside))
}

/// Systems that are known, in files that were read and are not paired yet.
struct Read<'a> {
    systems: Vec<(String, Pick)>,
    gold: Option<Pick>,
    groups: &'a [Group],
    files: Vec<Opened<Parsed>>,
    beside: Vec<beside::Read>,
    texts: Option<Texts>,
    words: Option<&'a Words>,
    notes: Vec<Note>,
    /// The question about groups of the rows.
    question: Option<Note>,
    /// The groups that nobody named.
    unnamed: Option<String>,
    /// How often each row of each file occurs, if a column says it.
    counts: Vec<Option<Vec<u64>>>,
    policy: Policy,
}

impl Read<'_> {
    /// Leaves each system its own items.
    fn alone(mut self, options: &Options) -> Result<Loaded, Error> {
        let of_counts = self.systems.iter().map(|(_, pick)| {
            let times = self.counts[pick.file].as_ref()?;
            let scores = self.files[pick.file].content.columns[pick.column]
                .scores
                .iter();
            let keeps = |(score, times): (&f64, &u64)| {
                (!score.is_nan() || self.policy.missing == Missing::Zero).then_some(*times)
            };
            Some(scores.zip(times).filter_map(keeps).collect())
        });
        let of_counts: Vec<Option<Vec<u64>>> = of_counts.collect();
        let tallies: Vec<Tally> = self
            .files
            .iter_mut()
            .map(|file| alone(&mut file.content, &self.policy))
            .collect::<Result<_, Error>>()?;
        let mut loaded = collect(self.systems, self.groups, self.files, &tallies, options);
        for (system, times) in loaded.systems.iter_mut().zip(of_counts) {
            if let Some(times) = times {
                counts::settle_alone(system, &times, options)?;
            }
        }
        counts::number_items(&mut loaded.inputs, &self.counts);
        let notes = self.notes.into_iter().chain(self.question);
        loaded.notes.splice(0..0, notes);
        loaded.seems_clustered = self.unnamed;
        Ok(loaded)
    }

    /// Brings all systems to the same items.
    fn paired(self, of_items: &[Wanted<'_>], options: &Options) -> Result<Loaded, Error> {
        let Self {
            systems,
            gold,
            groups,
            mut files,
            mut beside,
            texts,
            words,
            mut notes,
            question,
            unnamed,
            counts,
            policy,
        } = self;
        // Labels are in the order of the gold, all else in that of the baseline.
        let first = gold
            .filter(|_| options.cells != Cells::Scores)
            .map_or(systems[0].1.file, |gold| gold.file);
        let mut named: Vec<Named<'_>> = groups
            .iter()
            .zip(&mut files)
            .map(|(group, file)| Named::new(&group.path, file))
            .collect();
        check_all_ids(&named)?;
        check_contents(&named, options)?;
        let shared = shared_ids(&named, first, options);
        notes.extend(question.filter(|_| shared == 0));
        let mut of_beside: Vec<Beside<'_>> = beside.iter_mut().map(beside::Read::named).collect();
        let of_groups = (of_items, &mut of_beside[..]);
        let mut paired = pair::pair(&mut named, first, &policy, of_groups)?;
        let all = std::mem::take(&mut paired.groups);
        notes.extend(paired.without_group.iter().map(WithoutGroup::note));
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
        let are_words = match (&texts, gold) {
            (Some(texts), Some(gold)) => {
                let label = files[gold.file].content.columns[gold.column]
                    .label
                    .as_deref();
                texts.words_of_gold(named::shown(&groups[gold.file].path), label)?
            }
            _ => false,
        };
        let sets = texts.map(Texts::into_sets).transpose()?;
        let (mut labels, split) = sets.unwrap_or_default();
        notes.extend(split.as_ref().map(Assumption::note));
        if options.cells == Cells::Classes && !are_words {
            labels = Vec::new();
        }
        let mut of_gold = Vec::new();
        if let Some(gold) = gold {
            if matches!(options.cells, Cells::Scores | Cells::Labels) {
                let assumption = unify(&mut files, gold, &systems, &labels)?;
                notes.extend(assumption.as_ref().map(Assumption::note));
            }
            if options.cells == Cells::Scores {
                agree(&mut files, gold);
                notes.extend(without_agreement(&systems, &files));
                labels = Vec::new();
            } else {
                of_gold.clone_from(&files[gold.file].content.columns[gold.column].scores);
            }
        }
        let mut loaded = collect(systems, groups, files, &tallies, options);
        loaded.seems_clustered = unnamed.filter(|_| shared == 0);
        loaded.notes.extend(notes);
        counts::number_items(&mut loaded.inputs, &counts);
        loaded.inputs.extend(beside.iter().map(beside::Read::input));
        let mut times = None;
        for (kind, by) in all {
            match kind {
                Grouping::Counts => times = Some(counts::of_groups(&by)),
                Grouping::Clusters => loaded.clusters = Some(by),
                Grouping::Populations | Grouping::Strata | Grouping::Mix => {
                    let by = by.derived(words, options);
                    loaded.by = Some(By { shared, ..by });
                }
                _ => loaded.roles.push(by),
            }
        }
        let mut loaded = Loaded {
            ids,
            gold: of_gold,
            labels,
            lines,
            ..loaded
        };
        if let Some(times) = times {
            counts::settle(&mut loaded, &times, options)?;
        }
        Ok(loaded)
    }
}

/// Reads the lines of text files as labels or texts, without the ids that pair them; a note says so.
fn read_lines(
    groups: &[Group],
    files: &mut [Opened<Parsed>],
    texts: &Texts,
    options: &Options,
) -> Result<Vec<Note>, Error> {
    let names: Vec<&str> = groups
        .iter()
        .map(|group| named::shown(&group.path))
        .collect();
    let is_read = texts.cells == Cells::Texts && options.format != Some(Format::Text);
    let mut marked = Vec::new();
    for (name, file) in names.iter().zip(files.iter_mut()) {
        let parsed = &mut file.content;
        if let Some(lines) = parsed.text_lines.as_mut().filter(|_| is_read)
            && let Some(note) = lines.unmark(name, options.alternatives)
        {
            parsed.rows = lines.lines.len();
            marked.push(note);
        }
    }
    let lines: Vec<(&str, &TextLines)> = names
        .iter()
        .zip(&*files)
        .filter_map(|(name, file)| Some((*name, file.content.text_lines.as_ref()?)))
        .collect();
    if is_read {
        for (name, lines) in &lines {
            let texts = lines.lines.iter();
            check_texts(
                name,
                texts.filter_map(|line| std::str::from_utf8(line).ok()),
                options.alternatives,
            )?;
        }
    }
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
    Ok(marked.into_iter().chain(note).collect())
}

/// Adds what else was typed without a column to an error of one file.
fn with_bare(error: Error, group: &Group, arguments: &[Argument], last_system: usize) -> Error {
    let bare = |at: &&usize| arguments[**at].column.is_none();
    let own = || group.arguments.iter().filter(bare);
    let is_gold = |at: &usize| *at > last_system;
    // Further references, which are read as systems are, have names.
    let others = arguments[..=last_system].iter().filter(|argument| {
        argument.column.is_none() && argument.name.is_none() && argument.path != group.path
    });
    let known = Bare {
        systems: others
            .map(|argument| named::shown(&argument.path).to_owned())
            .collect(),
        is_gold: own().any(is_gold),
    };
    error.with_bare(known, own().all(is_gold))
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

/// The worst score that a system can have, which a missing one then is; `None` if scores have no end.
fn worst(systems: &[(String, Pick)], files: &[Opened<Parsed>], options: &Options) -> Option<f64> {
    let decisions = &options.decisions;
    let is_lower = match decisions.direction {
        Direction::Higher => false,
        Direction::Lower => true,
        Direction::ByName => measure(systems, files, options).is_some_and(|name| is_loss(&name)),
    };
    match (decisions.range, is_lower) {
        (Some((low, _)), false) => Some(low),
        (Some((_, high)), true) => Some(high),
        (None, true) => None,
        (None, false) => {
            let scores = |pick: &Pick| &files[pick.file].content.columns[pick.column].scores;
            let is_share = |(_, pick): &(String, Pick)| numbers::bounds(scores(pick)).0 >= 0.0;
            systems.iter().all(is_share).then_some(0.0)
        }
    }
}

/// Leaves each column the scores that it has.
fn alone(parsed: &mut Parsed, policy: &Policy) -> Result<Tally, Error> {
    let mut tally = Tally::default();
    for column in &mut parsed.columns {
        let gaps = column.scores.iter().filter(|score| score.is_nan()).count();
        if policy.missing == Missing::Zero && gaps > 0 {
            let worst = policy.worst()?;
            let missing = column.scores.iter_mut().filter(|score| score.is_nan());
            missing.for_each(|score| *score = worst);
            tally.zeroed += gaps;
            tally.worst = worst;
        } else {
            column.scores.retain(|score| !score.is_nan());
            tally.dropped += gaps;
        }
    }
    Ok(tally)
}

/// Filters that look at the texts of a list, where they are about them.
fn derived(filters: &[Filter], words: Option<&Words>) -> Vec<Filter> {
    filters.iter().map(|filter| filter.derived(words)).collect()
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
