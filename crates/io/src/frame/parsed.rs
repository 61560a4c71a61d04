//! What a reader of one format is asked for, and what it gives back.

use restrap_words::Note;
use std::collections::{HashMap, HashSet};

use crate::RowsAre;
use crate::ask::columns::{Columns, Globs};
use crate::bytes::chunks::Cut;
use crate::error::Bare;
use crate::error::subject::Subject;
use crate::format::number;
use crate::frame::text_lines::TextLines;
use crate::frame::texts::Texts;
use crate::ids::Ids;
use crate::items::look::{Asked, Holds, Seen};
use crate::{Cells, Compression, Error, Filter, Format, Grouping, Missing, ScoreWords};

/// How many binary digits a file's numbers had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// Decimals, integers, or doubles.
    Double,
    /// 32-bit or 16-bit floats, widened: 0.1 is 0.10000000149.
    Single,
}

/// What was said of the rows and cells of all files.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Said<'a> {
    /// Words that are scores, where they were given.
    pub words: Option<&'a ScoreWords>,
    /// What a row is.
    pub rows: Option<RowsAre>,
    /// The rows are folds, runs or systems, whatever a column says.
    pub knows_rows: bool,
    /// The rows are paired with those of other files.
    pub pairs: bool,
    /// The systems are compared with each other, within a file or across files.
    pub paired: bool,
}

/// What is wanted from one file.
pub(crate) struct Request<'a> {
    /// The file as shown in messages.
    pub file: &'a str,
    /// For each argument that names the file, its `:COLUMN`.
    pub arguments: Vec<Option<&'a str>>,
    pub ids: &'a [String],
    /// Whether the ids and the score are those of a long table.
    pub long: bool,
    pub filters: &'a [Filter],
    pub missing: Missing,
    /// What was said of rows and cells.
    pub said: Said<'a>,
    pub globs: Option<&'a Globs>,
    /// How columns are read that hold labels or counts rather than scores.
    pub texts: Option<&'a Texts>,
    /// Columns of groups: each with the option that asks for it.
    pub groups: &'a [(Grouping, &'a str)],
    /// Whether columns that look like ids are kept, to check rows that are paired by line.
    pub check_ids: bool,
    /// The file holds groups of items: lines without ids may be paired by place.
    pub may_lack_ids: bool,
    /// Pieces of parallel work.
    pub cut: Cut<'a>,
}

impl<'a> Request<'a> {
    /// The same request for other columns, an argument each.
    pub(crate) fn of_columns(&self, arguments: Vec<Option<&'a str>>) -> Self {
        Self { arguments, ..*self }
    }

    /// What a look at the rows is asked, of the columns that are compared, of ids, and of groups and filters.
    pub(crate) fn look<'r>(
        &'r self,
        (used, ids, groups): (&'r [usize], &'r [usize], &'r [usize]),
        keys: &'r [Ids],
        kept: usize,
    ) -> Asked<'r> {
        Asked {
            file: self.file,
            used,
            ids,
            of_rows: keys.first().filter(|_| !ids.is_empty()),
            groups,
            kept,
            holds: self.holds(),
            rows: self.said.rows,
            knows_rows: self.said.knows_rows,
            pairs: self.said.pairs,
            named: !self.arguments.contains(&None),
        }
    }

    /// The columns of ids: those that are asked for, else a format's own, unless several rows belong to one item.
    pub(crate) fn ids_or(&self, own: &'a [String]) -> &'a [String] {
        match self.ids {
            [] if self.has_rows_of_items() => &[],
            [] => own,
            asked => asked,
        }
    }

    /// What the rows hold that are asked for.
    pub(crate) fn holds(&self) -> Holds {
        match self.texts {
            Some(_) => Holds::Texts,
            None if self.has_rows_of_items() => Holds::OneOfSeveral,
            None if self.long => Holds::LongScores,
            None => Holds::Scores,
        }
    }

    /// Several rows may belong to one item: a column tells which.
    pub(crate) fn has_rows_of_items(&self) -> bool {
        self.groups.iter().any(|(kind, _)| *kind == Grouping::Items)
    }

    /// What asks for a column: the option, or the one that stands for all columns of a long table.
    pub(crate) fn subject(&self, subject: Subject) -> Subject {
        if self.long { Subject::LONG } else { subject }
    }

    /// Whether columns are named or numbered, or rows are told apart by one.
    pub(crate) fn asks_columns(&self) -> bool {
        let by_row = !self.ids.is_empty() || !self.filters.is_empty() || !self.groups.is_empty();
        by_row
            || self.long
            || self.globs.is_some()
            || self.arguments.iter().flatten().next().is_some()
    }

    /// Refuses an argument that does not say which of the columns holds its labels, texts or numbers.
    pub(crate) fn refuse_bare(&self, columns: &Columns<'_>) -> Result<(), Error> {
        let what = match self.texts.map(|texts| texts.cells) {
            Some(Cells::Labels | Cells::LabelSets) => Cells::Labels,
            Some(Cells::Texts) => Cells::Texts,
            // An array may be one column of numbers.
            Some(Cells::Numbers | Cells::Probabilities | Cells::Classes)
                if columns.names.is_some() =>
            {
                Cells::Numbers
            }
            _ => return Ok(()),
        };
        if self.arguments.contains(&None) {
            return Err(Error::NoLabelColumn {
                file: self.file.to_owned(),
                what,
                columns: columns.labels(),
                of_gold: false,
                bare: Bare::default(),
            });
        }
        Ok(())
    }
}

/// What is known of a file once it is parsed.
#[derive(Debug)]
pub(crate) struct Opened<T> {
    pub content: T,
    pub format: Format,
    pub compression: Option<Compression>,
    pub bytes: u64,
    pub blake3: String,
}

/// A column of scores; NaN where one is missing.
#[derive(Debug)]
pub(crate) struct Column {
    /// Its name or number; `None` where the file is one column.
    pub label: Option<String>,
    pub scores: Vec<f64>,
    /// How many binary digits its numbers had.
    pub precision: Precision,
    /// Its cells are words such as `pass` and `fail`.
    pub is_of_words: bool,
}

/// What one file holds.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub columns: Vec<Column>,
    /// For each argument, the columns it means.
    pub picks: Vec<Vec<usize>>,
    pub rows: usize,
    /// The key of each row, when asked for.
    pub ids: Option<Ids>,
    /// Columns that look like ids, when asked for.
    pub lookalikes: Vec<(String, Ids)>,
    /// Other columns of text, when asked for: one whose texts another file has in another order names the items.
    pub texts: Vec<(String, Ids)>,
    /// The lines of a text file, before they are read as labels or texts.
    pub text_lines: Option<TextLines>,
    /// The line of each row, when there are ids of either kind.
    pub lines: Vec<u64>,
    pub notes: Vec<Note>,
    /// What a look at its rows found.
    pub seen: Seen,
    /// The groups of each row, of each column that is there.
    pub groups: Vec<Groups>,
    /// Groups that are asked for and have no column here, with the columns that there are.
    pub absent: Vec<(Grouping, Vec<String>)>,
}

/// Groups of rows.
#[derive(Debug)]
pub(crate) struct Groups {
    /// What the groups are.
    pub kind: Grouping,
    /// The column, as it was asked for.
    pub column: String,
    /// A code from 1 for each row; 0 where it has no group.
    pub codes: Vec<u32>,
    /// What the codes stand for, code 1 first.
    pub values: Vec<String>,
}

/// Returns `true` if a trimmed cell names no group. Items and systems may have any name.
pub(crate) fn is_none(kind: Grouping, cell: &[u8]) -> bool {
    let has_names = matches!(
        kind,
        Grouping::Items
            | Grouping::Left
            | Grouping::Right
            | Grouping::Systems
            | Grouping::Makers
            | Grouping::Measures
    );
    cell.is_empty() || !has_names && number::is_missing(cell)
}

impl Parsed {
    /// Reads its numbers as labels or other cells, where these are asked for.
    pub(crate) fn into_texts(mut self, request: &Request<'_>) -> Result<Self, Error> {
        let Some(texts) = request.texts else {
            return Ok(self);
        };
        for column in &mut self.columns {
            let mut keys = Ids::default();
            for score in &column.scores {
                let text = if score.is_nan() {
                    String::new()
                } else {
                    score.to_string()
                };
                keys.push(std::iter::once(text.as_bytes()))
                    .map_err(|_| Error::Memory {
                        path: request.file.to_owned(),
                        bytes: 8 * self.rows as u64,
                    })?;
            }
            column.scores = texts.column(
                &keys,
                &[],
                (request.file, request.missing),
                column.label.as_deref(),
            )?;
        }
        Ok(self)
    }

    /// Adds the groups that these keys name, numbered in the order in which they appear.
    pub(crate) fn group_by(&mut self, (kind, column): (Grouping, &str), keys: &Ids) {
        let mut known: HashMap<&[u8], u32> = HashMap::new();
        let mut values = Vec::new();
        let code = |key| {
            let key = number::trim(key);
            if is_none(kind, key) {
                return 0;
            }
            *known.entry(key).or_insert_with(|| {
                values.push(String::from_utf8_lossy(key).into_owned());
                values.len() as u32
            })
        };
        let codes = keys.iter().map(code).collect();
        self.groups.push(Groups {
            kind,
            column: column.to_owned(),
            codes,
            values,
        });
    }

    /// The column of distinct texts that has half of these ids, or half of its texts among them.
    pub(crate) fn column_of(&self, known: &HashSet<&[u8]>) -> Option<&Ids> {
        let columns = self.lookalikes.iter().chain(&self.texts);
        let is_of_ids = |ids: &&Ids| {
            let values: HashSet<&[u8]> = ids.iter().map(number::trim).collect();
            let common = values.intersection(known).count();
            values.len() == ids.len() && common > 0 && 2 * common >= known.len().min(values.len())
        };
        columns.map(|(_, ids)| ids).find(is_of_ids)
    }

    /// A file that is one nameless column.
    pub(crate) fn single(scores: Vec<f64>, arguments: usize, precision: Precision) -> Self {
        Self {
            rows: scores.len(),
            columns: vec![Column {
                label: None,
                scores,
                precision,
                is_of_words: false,
            }],
            picks: vec![vec![0]; arguments],
            ids: None,
            lookalikes: Vec::new(),
            texts: Vec::new(),
            text_lines: None,
            lines: Vec::new(),
            notes: Vec::new(),
            seen: Seen::default(),
            groups: Vec::new(),
            absent: Vec::new(),
        }
    }
}
