//! Errors: what was expected, what was found, where, and (apart, in [`Error::hint`]) what to do.

pub(crate) mod counts;
pub(crate) mod doubled;
pub(crate) mod fault;
pub(crate) mod foreign;
pub(crate) mod groups;
pub(crate) mod kind;
pub(crate) mod npy;
pub(crate) mod question;
pub(crate) mod quote;
pub(crate) mod subject;
pub(crate) mod tasks;
use std::io;

use restrap_words::{asked, asked_as};

use crate::error::counts::BadCounts;
use crate::error::fault::{Fault, Place};
use crate::error::foreign::Foreign;
use crate::error::groups::OtherGroups;
use crate::error::kind::FaultKind;
use crate::error::npy::NpyProblem;
use crate::error::question::Pairing;
use crate::error::question::Question;
use crate::error::subject::Subject;
use crate::error::tasks::LostTasks;
use crate::{Cells, Compression, ErrorClass, Feature, Format, Missing};

/// Why score files could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No argument was given.
    #[error("expected at least one system, found none")]
    NoSystems,
    /// `=FILE`, `FILE:` or an empty argument.
    #[error("`{argument}`: expected [NAME=]FILE[:COLUMN], found no {part}")]
    EmptyPart {
        /// The argument as typed.
        argument: String,
        /// The part that is empty.
        part: &'static str,
    },
    /// More than one argument names standard input.
    #[error("expected at most one argument that reads standard input, found {count}")]
    StandardInputTwice {
        /// How many arguments do.
        count: usize,
    },
    /// A file that cannot be written.
    #[error("{path}: cannot be written: {}", unwritable(.source))]
    Write {
        /// The path as typed.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// A file that would be written over what is read.
    #[error("{path} is an input")]
    OutputIsInput {
        /// The output as typed.
        path: String,
    },
    /// Two outputs that are one file.
    #[error(
        "expected a different file for each output, found {path} and {other}, which are the same"
    )]
    OutputTwice {
        /// The second as typed.
        path: String,
        /// The first as typed.
        other: String,
    },
    /// A file to be replaced that has other names.
    #[error(
        "{path}: expected a file with one name, found one with {links} hard links, which replacing it would separate"
    )]
    OutputIsLinked {
        /// The output as typed.
        path: String,
        /// How many names the file has.
        links: u64,
    },
    /// The name of a system that would take an output out of its folder.
    #[error("expected a name that stays in the folder of {pattern}, found {}", quote::quoted(.name.as_bytes()))]
    OutputLeaves {
        /// The pattern as typed.
        pattern: String,
        /// The name of the system.
        name: String,
    },
    /// A file to be written whose name tells no format.
    #[error("expected a file name that ends in a known format ({known}), found {}", quote::quoted(.path.as_bytes()))]
    UnknownExtension {
        /// The path as typed.
        path: String,
        /// The known extensions.
        known: &'static str,
    },
    /// Saved statistics whose metadata are of other numbers, as a machine that stopped between two renames leaves them.
    #[error("expected {} to be the array that {} describes, found other numbers", quote::quoted(.array.as_bytes()),
        quote::quoted(.beside.as_bytes()))]
    OtherNumbers {
        /// The array.
        array: String,
        /// Its metadata.
        beside: String,
    },
    /// A filter without `=`.
    #[error("expected a filter COL=VALUE or COL!=VALUE, found {}", quote::quoted(.found.as_bytes()))]
    BadFilter {
        /// The text.
        found: String,
    },
    /// A list of tokens without a column of texts.
    #[error("expected a list of tokens and a column of texts, WORDS.txt:COLUMN, found {}", quote::quoted(.found.as_bytes()))]
    BadUnseen {
        /// The text.
        found: String,
    },
    /// A list of tokens that holds none.
    #[error("{path}: expected tokens that blanks separate, found none")]
    NoTokens {
        /// The list.
        path: String,
    },
    /// A glob that cannot be read.
    #[error("expected a glob for column names, found {}: {reason}", quote::quoted(.pattern.as_bytes()))]
    BadGlob {
        /// The pattern.
        pattern: String,
        /// Why it cannot be read.
        reason: String,
    },
    /// A column that the table does not have.
    #[error("{file}: {by} asks for the column {}, which it does not have", quote::quoted(.wanted.as_bytes()))]
    NoSuchColumn {
        /// The file as typed.
        file: String,
        /// What asks for it.
        by: Subject,
        /// The name or number.
        wanted: String,
        /// The columns that exist.
        columns: Vec<String>,
    },
    /// A column name that stands twice in the header.
    #[error("{file}: {by} asks for the column {}, which the header has {} times (columns {})",
        quote::quoted(.wanted.as_bytes()), .at.len(),
        .at.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    AmbiguousColumn {
        /// The file as typed.
        file: String,
        /// What asks for it.
        by: Subject,
        /// The name.
        wanted: String,
        /// The columns that have it, from 1.
        at: Vec<usize>,
    },
    /// A file without named columns, where one is needed.
    #[error("{file}: {by} needs a table with columns, found a file of format {format}")]
    NoColumns {
        /// The file as typed.
        file: String,
        /// What needs columns.
        by: Subject,
        /// The file's format.
        format: Format,
    },
    /// A file of several columns, one of which holds the labels or predictions.
    #[error("expected the column of the {what}, as {file}:COLUMN, found none")]
    NoLabelColumn {
        /// The file as typed.
        file: String,
        /// What the column holds: labels, texts, or numbers.
        what: Cells,
        /// The columns that exist.
        columns: Vec<String>,
        /// The column of the right answers is asked for.
        of_gold: bool,
        /// The arguments beside it.
        bare: Bare,
    },
    /// Output of trec_eval, or a folder of logs, without `:MEASURE`, where it has several.
    #[error("{file}: expected a measure, as {file}:{}, found none, and {} in the file",
        example(.measures), quote::count(.measures.len() as u64, "measure"))]
    NoMeasure {
        /// The file as typed.
        file: String,
        /// Its measures, in their order.
        measures: Vec<String>,
    },
    /// A bare table whose columns are several measures of each of several systems.
    #[error("{file}: expected one measure, found {} of {} each: {}", quote::count(.measures.len() as u64, "measure"),
        quote::count(.systems.len() as u64, "system"), quote::list(.measures))]
    SeveralMeasures {
        /// The file as typed.
        file: String,
        /// The systems.
        systems: Vec<String>,
        /// The measures, or the raters.
        measures: Vec<String>,
        /// The sign between a system and a measure in the names.
        by: char,
    },
    /// Columns of bare tables that may be systems, or something else.
    #[error("{why}")]
    WhichSystems {
        /// The first file of them as typed.
        file: String,
        /// Why it is asked.
        why: String,
        /// Arguments that say it.
        choose: String,
        /// The option that picks columns.
        option: String,
    },
    /// A text file in which only some lines have an id.
    #[error("{place}: expected an id, such as {example}, as each line of {other} has, found none")]
    SomeIds {
        /// The first line without one.
        place: Box<Place>,
        /// An id.
        example: String,
        /// The file whose lines have ids.
        other: String,
    },
    /// A table of votes, of which no column was named.
    #[error("{file}: expected columns of scores, found votes between {} and {}", quote::quoted(.pair[0].as_bytes()), quote::quoted(.pair[1].as_bytes()))]
    Votes {
        /// The file as shown.
        file: String,
        /// The columns of the systems.
        pair: Box<[String; 2]>,
        /// The value of the option that names the columns.
        votes: String,
    },
    /// A column of right answers in a bare table.
    #[error("{file}: expected columns of scores, found {}, which names right answers", quote::quoted(.column.as_bytes()))]
    RightAnswers {
        /// The file as typed.
        file: String,
        /// The column.
        column: String,
        /// Arguments that compare labels with it.
        labels: String,
        /// Arguments that name columns of scores.
        scores: String,
    },
    /// Words of scores that are none.
    #[error("expected WORD=SCORE,WORD=SCORE, such as yes=1,no=0, found {}", quote::quoted(.found.as_bytes()))]
    BadWords {
        /// The text as typed.
        found: String,
    },
    /// A question about what is an item, a system or a number.
    #[error("{}{question}", quote::before(.file))]
    Asked {
        /// The file as typed, or no text if the question is about several.
        file: String,
        /// The question.
        question: Box<Question>,
    },
    /// A long table that is read as the scores of one system.
    #[error("{file}: expected the rows of one system, found {count} in the column {}", quote::quoted(.column.as_bytes()))]
    SeveralSystems {
        /// The file as typed.
        file: String,
        /// The column that names them.
        column: String,
        /// How many it names.
        count: u32,
        /// The column of their items, where there is one.
        item: Option<String>,
        /// How many rows each system has for each item.
        answers: u32,
        /// The column of their scores.
        score: Option<String>,
    },
    /// `NAME=FILE` where the file holds several systems.
    #[error("{file}: the name {} needs one column of numbers, found {}: {}",
        quote::quoted(.name.as_bytes()), .columns.len(), quote::list(.columns))]
    OneName {
        /// The name that was given.
        name: String,
        /// The file as typed.
        file: String,
        /// The columns of numbers.
        columns: Vec<String>,
    },
    /// Two systems were given one name.
    #[error("expected a different name for each system, found {} twice", quote::quoted(.name.as_bytes()))]
    SameName {
        /// The name.
        name: String,
    },
    /// The option `baseline` names no system.
    #[error("{}: no system is called {}", asked("baseline"), quote::quoted(.wanted.as_bytes()))]
    NoSuchSystem {
        /// The name asked for.
        wanted: String,
        /// The systems that exist.
        systems: Vec<String>,
    },
    /// The option `systems` picks nothing.
    #[error("{file}: {} {} picks none of the columns of numbers", asked("systems"), quote::quoted(.pattern.as_bytes()))]
    NothingPicked {
        /// The file as typed.
        file: String,
        /// The globs.
        pattern: String,
        /// The columns that exist.
        columns: Vec<String>,
    },
    /// The option `systems` without a bare table.
    #[error(
        "{} picks columns of a table given without `:COLUMN`, found no such table",
        asked("systems")
    )]
    NothingToPick,
    /// No such file.
    #[error("{argument}: no such file")]
    NotFound {
        /// The argument as typed.
        argument: String,
        /// The paths that were tried.
        tried: Vec<String>,
        /// Files with a similar name.
        close: Vec<String>,
        /// Tables that were given before, as typed.
        tables: Vec<String>,
    },
    /// A folder where a file is needed.
    #[error("{path}: expected a file, found a folder")]
    Folder {
        /// The path as typed.
        path: String,
    },
    /// The operating system refused.
    #[error("{path}: cannot be {action}: {source}")]
    Io {
        /// The path as typed.
        path: String,
        /// `opened` or `read`.
        action: &'static str,
        /// What it said.
        source: io::Error,
    },
    /// The memory for a file's content could not be had.
    #[error("{path}: expected {bytes} bytes of memory for its content, found less")]
    Memory {
        /// The path as typed.
        path: String,
        /// The bytes that were asked for.
        bytes: u64,
    },
    /// The content of a file is larger than the memory that it may take.
    #[error("{path}: expected content of at most {} in memory, found at least {}",
        quote::count(*.allowed, "byte"), quote::count(*.bytes, "byte"))]
    TooLarge {
        /// The path as typed.
        path: String,
        /// The bytes that were asked for.
        bytes: u64,
        /// The bytes that it may take.
        allowed: u64,
    },
    /// The scores of the files take more than is allowed; none has been read.
    #[error("{path}: its scores, with those of the files before it, take at least {}; {} allows {}",
        quote::count(*.bytes, "byte"), asked("memory"), quote::count(*.allowed, "byte"))]
    Scores {
        /// The path as typed.
        path: String,
        /// What they take.
        bytes: u64,
        /// What is allowed.
        allowed: u64,
    },
    /// The file changed under the reader.
    #[error("{path}: the input changed while it was read ({what})")]
    Changed {
        /// The path as typed.
        path: String,
        /// What changed.
        what: String,
    },
    /// A damaged compressed file.
    #[error(
        "{path}: expected a complete {kind} stream, found a damaged or truncated one: {reason}"
    )]
    Compressed {
        /// The path as typed.
        path: String,
        /// How it is compressed.
        kind: Compression,
        /// What the decoder says.
        reason: String,
    },
    /// A Parquet or Arrow file that cannot be read.
    #[error(
        "{path}: expected a complete {kind} file, found a damaged or unsupported one: {reason}"
    )]
    Columnar {
        /// The path as typed.
        path: String,
        /// `Parquet` or `Arrow`.
        kind: &'static str,
        /// What the reader says.
        reason: String,
    },
    /// A column of a type that cannot be read as it was asked for.
    #[error("{file}: {by} needs a column of {expected}, found {} of type {found}", quote::quoted(.column.as_bytes()))]
    ColumnType {
        /// The file as typed.
        file: String,
        /// What asks for it.
        by: Subject,
        /// Its name.
        column: String,
        /// Types that would do.
        expected: &'static str,
        /// Its type.
        found: String,
    },
    /// A format that is not read.
    #[error("{path}: expected scores in a known format ({}), found {found}",
        Format::ALL.map(Format::name).join(", "))]
    Unsupported {
        /// The path as typed.
        path: String,
        /// What it looks like.
        found: Foreign,
    },
    /// A file that only another build reads.
    #[error(
        "{path}: expected a build with the feature `{feature}`, which {what} needs, found one without it"
    )]
    Unbuilt {
        /// The path as typed.
        path: String,
        /// What is to be read.
        what: &'static str,
        /// The feature that this build lacks.
        feature: Feature,
    },
    /// An evaluation log that cannot be read.
    #[error("{path}: expected a complete Inspect log, found {problem}")]
    Log {
        /// The path as typed, and the member of the archive.
        path: String,
        /// What is wrong.
        problem: String,
    },
    /// A pattern of paths that no file is called by.
    #[error("{argument}: no file matches")]
    NoMatch {
        /// The argument as typed.
        argument: String,
    },
    /// A word in braces in a path that is not a role.
    #[error(
        "expected {} in a path, found {{{word}}}",
        crate::PathRole::in_braces()
    )]
    PathRole {
        /// The word.
        word: String,
    },
    /// The option `long` that does not name its three columns, or names others than those of roles.
    #[error("expected system=COL,item=COL,score=COL, found {}", quote::quoted(.found.as_bytes()))]
    BadLong {
        /// The text.
        found: String,
    },
    /// A long table in which a system lacks items that others have.
    #[error("{path}: expected a row for every system and item, found none for system {} and item {item}: it lacks \
        {count} of {}", quote::quoted(.system.as_bytes()), quote::count(*.items, "item"))]
    Sparse {
        /// The path as typed.
        path: String,
        /// The first system that lacks an item.
        system: String,
        /// The first item that it lacks.
        item: String,
        /// How many it lacks.
        count: u64,
        /// How many there are.
        items: u64,
    },
    /// A log, which pairs by task and sample, or output of trec_eval, which pairs by topic, beside a file without ids.
    #[error(
        "expected ids in every file, because {log} is paired by its own ids; found none in {file}"
    )]
    NoIds {
        /// The log.
        log: String,
        /// The other file.
        file: String,
    },
    /// A file of groups with another number of rows than there are items.
    #[error("{file}: {by} needs a value for each of {}, found {}",
        quote::count(*.items as u64, "item"), quote::count(*.rows as u64, "row"))]
    OtherItems {
        /// The option.
        by: Subject,
        /// The file as typed.
        file: String,
        /// Its rows.
        rows: usize,
        /// The items.
        items: usize,
    },
    /// An item without a group.
    #[error("{by} needs a value for every item, {file} has none for {item}{}", quote::and_more(*.more, "item"))]
    NoGroup {
        /// The option.
        by: Subject,
        /// The file of the groups.
        file: String,
        /// The item.
        item: String,
        /// The number of others without one.
        more: u64,
        /// Whether such items can be left out.
        can_drop: bool,
    },
    /// Two files that put an item into different groups.
    #[error("{_0}")]
    GroupsDiffer(Box<OtherGroups>),
    /// A column of counts that cannot be taken.
    #[error("{_0}")]
    Counts(Box<BadCounts>),
    /// A column of sub-populations or strata that no file has.
    #[error("{file}: {by} needs a column of groups, found a file of format {format}")]
    NoGroups {
        /// The option: `by` or `stratum`.
        by: Subject,
        /// The file as typed.
        file: String,
        /// Its format.
        format: Format,
    },
    /// A `.npy` file that does not keep its word.
    #[error("{path}: {problem}")]
    Npy {
        /// The path as typed.
        path: String,
        /// What is wrong.
        problem: NpyProblem,
    },
    /// A bad value or line.
    #[error("{0}")]
    Value(Box<Fault>),
    /// A file without scores.
    #[error("{path}: expected scores, found {found}")]
    Empty {
        /// The path as typed.
        path: String,
        /// What it holds instead.
        found: &'static str,
    },
    /// A table without a column of numbers.
    #[error("{path}: expected a column of numbers, found none among {}", quote::list(.columns))]
    NoNumbers {
        /// The path as typed.
        path: String,
        /// The columns that exist.
        columns: Vec<String>,
        /// A number inside one of them, as it would be typed.
        inside: Option<String>,
        /// The arguments beside it.
        bare: Bare,
    },
    /// A JSON document in which the scores of items are not found, or several times.
    #[error("{path}: expected the scores of items, found {found}")]
    NoTable {
        /// The path as typed.
        path: String,
        /// What it holds instead.
        found: String,
        /// What to do.
        hint: String,
    },
    /// Filters that keep nothing.
    #[error("{path}: no row has {filter}; the column holds {}", quote::list(.seen))]
    NothingKept {
        /// The path as typed.
        path: String,
        /// The filter that leaves nothing, with those before it.
        filter: String,
        /// Values that stand there.
        seen: Vec<String>,
    },
    /// Filters that keep nothing of some tasks of a run.
    #[error("{0}")]
    TasksLost(Box<LostTasks>),
    /// Every item was dropped.
    #[error(
        "expected items that every system has scored, found none: {} left out {items} of {items}",
        asked_as("missing", Missing::Drop)
    )]
    AllDropped {
        /// Items before.
        items: u64,
    },
    /// Files of different length that are paired by line.
    #[error("expected as many scores from every system, found {} in {} and {} in {}{}",
        .first.1, .first.0, .second.1, .second.0, others(*.more))]
    Lengths {
        /// The baseline's file and its rows.
        first: (String, usize),
        /// The first file that differs, and its rows.
        second: (String, usize),
        /// How many more files differ.
        more: usize,
        /// The column that pairs their rows.
        pairing: Box<Pairing>,
        /// One of the files has the right answers.
        has_gold: bool,
    },
    /// Tables that are paired by line although their ids disagree.
    #[error("paired by line, but the column {} differs: {} at {} and {} at {} ({rows} differ)",
        quote::quoted(.column.as_bytes()), .first.1, .first.0, .second.1, .second.0)]
    Misaligned {
        /// The id column.
        column: String,
        /// Where, and the id.
        first: Box<(Place, String)>,
        /// Where, and the id.
        second: Box<(Place, String)>,
        /// How many rows differ, as text.
        rows: String,
        /// The column that pairs the rows.
        pairing: Box<Pairing>,
    },
    /// A file whose rows have ids beside one whose rows have none.
    #[error("{named} names its items ({}), {plain} does not", quote::quoted(.column.as_bytes()))]
    OneHasIds {
        /// The file whose rows have ids.
        named: String,
        /// The column of the ids.
        column: String,
        /// The file whose rows have none.
        plain: String,
    },
    /// Ids that one file has and another lacks.
    #[error("expected the same ids everywhere, found {} only in {has} ({}){}",
        quote::count(*.count, "id"), .examples.join(", "), mismatches(*.more))]
    Unmatched {
        /// The file that has them.
        has: String,
        /// The file that lacks them.
        lacks: String,
        /// How many.
        count: u64,
        /// The first few, with their place.
        examples: Vec<String>,
        /// How many more pairs of files, one with ids that the other lacks, there are.
        more: usize,
        /// The share of the fewer ids that both files have.
        common: f32,
        /// The share of the more ids that both files have.
        of_more: f32,
        /// Another column that pairs the rows.
        pairing: Box<Pairing>,
    },
    /// An id that stands twice in one file.
    #[error("{file}: expected each id once, found {id} on {} {} and {}{}", if *.are_rows { "rows" } else { "lines" }, .lines.0, .lines.1,
        quote::and_more(*.more, "doubled id"))]
    Doubled {
        /// The file as typed.
        file: String,
        /// The id.
        id: String,
        /// Rows are counted, of a file without lines.
        are_rows: bool,
        /// Its lines.
        lines: (u64, u64),
        /// How many more rows repeat an id.
        more: u64,
        /// What to do, from the columns that differ.
        hint: String,
    },
}

/// The measure that most users mean.
fn example(measures: &[String]) -> &str {
    let known = ["map", "ndcg", "recip_rank"]
        .into_iter()
        .find(|known| measures.iter().any(|name| name == known));
    known
        .or(measures.first().map(String::as_str))
        .unwrap_or("MEASURE")
}

fn unwritable(source: &io::Error) -> String {
    match source.kind() {
        io::ErrorKind::NotFound => "no such folder".to_owned(),
        _ => source.to_string(),
    }
}

fn others(more: usize) -> String {
    quote::and_more(more as u64, "file")
}

fn mismatches(more: usize) -> String {
    match more {
        0 => String::new(),
        1 => " (and 1 more mismatch)".to_owned(),
        more => format!(" (and {more} more mismatches)"),
    }
}

/// Arguments without a column beside the file of an error.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bare {
    /// Files of other systems, as typed.
    pub systems: Vec<String>,
    /// The file of the right answers is this one.
    pub is_gold: bool,
}

impl Error {
    /// A file whose feature this build lacks; a build with all of them has none.
    #[cfg(not(all(feature = "columnar", feature = "logs", feature = "zstd")))]
    pub(crate) fn unbuilt(path: &str, what: &'static str, feature: Feature) -> Self {
        Self::Unbuilt {
            path: path.to_owned(),
            what,
            feature,
        }
    }

    /// The file of which it is asked what a column is.
    pub fn asked_file(&self) -> Option<&str> {
        match self {
            Self::NoSuchColumn { file, .. }
            | Self::AmbiguousColumn { file, .. }
            | Self::NoLabelColumn { file, .. }
            | Self::NoMeasure { file, .. }
            | Self::SeveralMeasures { file, .. }
            | Self::WhichSystems { file, .. }
            | Self::RightAnswers { file, .. }
            | Self::SeveralSystems { file, .. }
            | Self::OneName { file, .. }
            | Self::Votes { file, .. }
            | Self::NothingPicked { file, .. }
            | Self::NoNumbers { path: file, .. } => Some(file),
            Self::Asked { file, question } if question.is_about_columns() => Some(file),
            _ => None,
        }
        .filter(|file| !file.is_empty())
        .map(String::as_str)
    }

    /// Adds the other arguments without a column, and whether the column of the right answers is asked for.
    pub(crate) fn with_bare(mut self, known: Bare, is_gold: bool) -> Self {
        match &mut self {
            Self::NoLabelColumn { of_gold, bare, .. } => (*of_gold, *bare) = (is_gold, known),
            Self::NoNumbers { bare, .. } => *bare = known,
            _ => {}
        }
        self
    }

    /// What kind of error it is.
    pub fn class(&self) -> ErrorClass {
        match self {
            Self::NoSystems
            | Self::EmptyPart { .. }
            | Self::StandardInputTwice { .. }
            | Self::OutputIsInput { .. }
            | Self::OutputTwice { .. }
            | Self::OutputIsLinked { .. }
            | Self::OutputLeaves { .. }
            | Self::UnknownExtension { .. }
            | Self::BadFilter { .. }
            | Self::BadUnseen { .. }
            | Self::NoTokens { .. }
            | Self::BadGlob { .. }
            | Self::NoSuchColumn { .. }
            | Self::AmbiguousColumn { .. }
            | Self::NoColumns { .. }
            | Self::ColumnType { .. }
            | Self::NoMeasure { .. }
            | Self::NoLabelColumn { .. }
            | Self::SeveralMeasures { .. }
            | Self::WhichSystems { .. }
            | Self::Votes { .. }
            | Self::RightAnswers { .. }
            | Self::Asked { .. }
            | Self::BadWords { .. }
            | Self::SeveralSystems { .. }
            | Self::OneName { .. }
            | Self::SameName { .. }
            | Self::NoSuchSystem { .. }
            | Self::NothingPicked { .. }
            | Self::BadLong { .. }
            | Self::PathRole { .. }
            | Self::NoGroups { .. }
            | Self::GroupsDiffer(_)
            | Self::Counts(_)
            | Self::NothingToPick => ErrorClass::Usage,
            Self::NotFound { .. }
            | Self::NoMatch { .. }
            | Self::Folder { .. }
            | Self::Io { .. }
            | Self::Write { .. } => ErrorClass::File,
            Self::Memory { .. } | Self::TooLarge { .. } | Self::Scores { .. } => ErrorClass::Memory,
            Self::Changed { .. } => ErrorClass::Changed,
            Self::Value(fault) if fault.kind.is_non_finite() => ErrorClass::NonFinite,
            Self::Value(fault) if fault.kind == FaultKind::EmptyId => ErrorClass::Ids,
            Self::Value(_)
            | Self::NoNumbers { .. }
            | Self::NoTable { .. }
            | Self::OtherNumbers { .. }
            | Self::Compressed { .. }
            | Self::Columnar { .. }
            | Self::Unsupported { .. }
            | Self::Unbuilt { .. }
            | Self::Log { .. }
            | Self::Npy { .. } => ErrorClass::Unreadable,
            Self::Empty { .. }
            | Self::NothingKept { .. }
            | Self::TasksLost(_)
            | Self::AllDropped { .. } => ErrorClass::Empty,
            Self::Lengths { .. } | Self::OtherItems { .. } => ErrorClass::LengthMismatch,
            Self::Misaligned { .. }
            | Self::SomeIds { .. }
            | Self::Unmatched { .. }
            | Self::Sparse { .. }
            | Self::OneHasIds { .. }
            | Self::NoGroup { .. }
            | Self::NoIds { .. }
            | Self::Doubled { .. } => ErrorClass::Ids,
        }
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Value(Box::new(fault))
    }
}
