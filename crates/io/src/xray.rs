//! An X-ray of a file or a folder: each column with its values, and what it is taken for.
//!
//! It says what the rules of [`crate::items`] make of the names and the values, and refuses nothing that can be opened: what cannot be read
//! as a table is shown as lines.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use foldhash::fast::RandomState;
use restrap_words::vocabulary;

use crate::ask::argument;
use crate::bytes::{named, parts};
use crate::error::quote;
use crate::format::identifier::{
    is_counter, is_identifier, is_of_groups, is_quantity, is_size, may_name_right_answers,
    names_right_answers,
};
use crate::format::{magic, number};
use crate::frame::contents::{Contents, MOST_CELLS, MOST_COLUMNS};
use crate::frame::grid;
use crate::ids::Ids;
use crate::items::rows as item_rows;
use crate::items::sums;
use crate::items::table::{Table as ItemTable, TableColumn};
use crate::read::file::{self, Stored};
use crate::read::table::{Table, separator};
use crate::read::trec::{By, Evaluated};
use crate::read::{columnar, document, json, npy};
use crate::words::{List, last_part};
use crate::{Error, ErrorClass, Format, Kind, Options};

/// A file as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Xray {
    /// The path as typed.
    pub path: String,
    /// Its format, or `folder`.
    pub format: String,
    /// Rows, without the header; entries of a folder.
    pub rows: usize,
    /// Columns, of which only the first are in `columns`.
    pub width: usize,
    /// The columns, or the kinds of files of a folder.
    pub columns: Vec<XrayColumn>,
    /// Rows that are sums of the others, by their words.
    pub sums: Vec<String>,
}

/// One column.
#[derive(Debug, Clone, PartialEq)]
pub struct XrayColumn {
    /// The name, or the place counted from 1.
    pub name: String,
    /// The kind of its values.
    pub kind: ValueKind,
    /// Cells without a value; `None` where not all were read.
    pub missing: Option<usize>,
    /// Distinct values; `None` where not all were read.
    pub distinct: Option<usize>,
    /// The smallest and the largest number.
    pub range: Option<(f64, f64)>,
    /// The first distinct values, shortened.
    pub first: Vec<String>,
    /// What it is taken for.
    pub role: ColumnRole,
    /// The reason.
    pub why: String,
}

vocabulary! {
    /// What the values of a column are.
    pub enum ValueKind: "a kind of values" {
        /// 0 and 1, or true and false.
        Binary = "0/1",
        /// Whole numbers.
        Whole = "whole",
        /// Numbers with decimals.
        Real = "number",
        /// Words that count as 1 and 0.
        Words = "words",
        /// Other text.
        Text = "text",
        /// No values.
        Empty = "empty",
        /// Files of one kind.
        Files = "files",
    }
}

vocabulary! {
    /// What a column is taken for.
    pub enum ColumnRole: "a role" {
        /// The scores of a system.
        Score = "score",
        /// The identifier of the items.
        Id = "id",
        /// The groups of items that belong together.
        Cluster = "cluster",
        /// The names of the systems of a long table.
        System = "system",
        /// The right answers.
        Gold = "gold",
        /// Labels that a system gave, or categories.
        Label = "label",
        /// Texts.
        Text = "text",
        /// A cost, a time, a length.
        Cost = "cost",
        /// The number of trials behind a score.
        Size = "size",
        /// The training run, the answer, the split or the step of a row.
        Index = "index",
        /// Statistics of several rows.
        Statistic = "statistic",
        /// Nothing.
        Nothing = "nothing",
        /// A system, or several, of a folder.
        Files = "files",
    }
}

/// Values shown of a column.
const MOST_VALUES: usize = 5;

/// Looks at what a path holds; of `options`, only `mmap` and `format` matter.
///
/// # Errors
/// For a path that cannot be opened.
pub fn xray(typed: &str, options: &Options) -> Result<Xray, Error> {
    let argument = argument::resolve(typed)?;
    let path = &argument.path;
    if argument::is_folder(path) {
        return of_folder(path);
    }
    let shown = named::shown(path);
    let mut format = None;
    let opened = file::open(
        (path, &parts::files(path)),
        options.mmap,
        options.format,
        |stored| {
            format = Some(name_of(stored));
            contents(stored, shown)
        },
    );
    let contents = match opened {
        Ok(opened) => opened.content,
        Err(error) => {
            let of_text = file::open(
                (path, &parts::files(path)),
                options.mmap,
                Some(Format::Text),
                |stored| match stored {
                    Stored::Bytes(bytes, _) => lines(bytes),
                    #[cfg(feature = "columnar")]
                    Stored::Table(_) => Ok(None),
                },
            );
            match of_text.map(|opened| opened.content) {
                Ok(Some(contents)) => contents,
                _ if [ErrorClass::File, ErrorClass::Memory, ErrorClass::Changed]
                    .contains(&error.class()) =>
                {
                    return Err(error);
                }
                _ => {
                    format = Some("not text, and no format that is read".to_owned());
                    Contents::default()
                }
            }
        }
    };
    let mut xray = Xray {
        path: shown.to_owned(),
        format: format.unwrap_or_else(|| Format::Text.to_string()),
        rows: contents.rows,
        width: contents.names.len(),
        columns: Vec::new(),
        sums: Vec::new(),
    };
    fill(&mut xray, contents);
    Ok(xray)
}

fn name_of(stored: Stored<'_>) -> String {
    match stored {
        Stored::Bytes(_, format) => format.to_string(),
        #[cfg(feature = "columnar")]
        Stored::Table(_) => "table".to_owned(),
    }
}

/// The files of a folder by their endings.
fn of_folder(path: &str) -> Result<Xray, Error> {
    const DEEPEST: usize = 3;
    const MOST: usize = 10_000;
    let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut folders = vec![(Path::new(path).to_path_buf(), 0)];
    let mut count = 0;
    while let Some((folder, depth)) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|source| Error::Io {
            path: folder.display().to_string(),
            action: "read",
            source,
        })?;
        let mut paths: Vec<_> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
        paths.sort_unstable();
        for inner in paths {
            count += 1;
            if count > MOST {
                break;
            }
            if inner.is_dir() {
                if depth < DEEPEST {
                    folders.push((inner, depth + 1));
                }
                continue;
            }
            let relative = inner.strip_prefix(path).unwrap_or(&inner);
            let text = relative.to_string_lossy().into_owned();
            let name = inner
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            // The same name in several folders is one kind, as `report.json` is.
            let deep = if depth > 0 {
                format!("*/{name}")
            } else {
                String::new()
            };
            let ending = name.split_once('.').map_or_else(
                || "without ending".to_owned(),
                |(_, ending)| format!("*.{ending}"),
            );
            let kind = if deep.is_empty() || name.len() > 40 {
                ending
            } else {
                deep
            };
            kinds.entry(kind).or_default().push(text);
        }
    }
    let columns = kinds
        .into_iter()
        .take(MOST_COLUMNS)
        .map(|(kind, mut files)| {
            files.sort_unstable();
            let format = magic::by_name(&files[0]).1;
            XrayColumn {
                name: kind,
                kind: ValueKind::Files,
                missing: None,
                distinct: Some(files.len()),
                range: None,
                first: files.iter().take(MOST_VALUES).cloned().collect(),
                role: ColumnRole::Files,
                why: format
                    .map_or_else(|| "another format".to_owned(), |format| format.to_string()),
            }
        })
        .collect::<Vec<_>>();
    Ok(Xray {
        path: path.to_owned(),
        format: "folder".to_owned(),
        rows: count,
        width: columns.len(),
        columns,
        sums: Vec::new(),
    })
}

/// The lines of a text as one column; `None` of bytes that are not text.
fn lines(bytes: &[u8]) -> Result<Option<Contents>, Error> {
    if std::str::from_utf8(&bytes[..bytes.len().min(1 << 16)])
        .is_err_and(|error| error.error_len().is_some())
        || bytes.contains(&0)
    {
        return Ok(None);
    }
    let mut cells = Ids::default();
    for line in bytes.split(|byte| *byte == b'\n').take(MOST_CELLS) {
        let line = number::trim(line);
        if line.is_empty() {
            continue;
        }
        cells
            .push(std::iter::once(line))
            .map_err(|_| Error::Memory {
                path: String::new(),
                bytes: bytes.len() as u64,
            })?;
    }
    let is_number = |line: &[u8]| {
        number::is_missing(line)
            || number::truth(line).is_some()
            || fast_float2::parse::<f64, _>(line).is_ok()
    };
    let kind = if cells.iter().all(is_number) {
        Kind::Numbers
    } else {
        Kind::Text
    };
    Ok(Some(Contents::single(cells, kind)))
}

fn contents(stored: Stored<'_>, shown: &str) -> Result<Contents, Error> {
    let (bytes, format) = match stored {
        Stored::Bytes(bytes, format) => (bytes, format),
        #[cfg(feature = "columnar")]
        Stored::Table(table) => return columnar::contents_held(table, shown),
    };
    if matches!(format, Format::Tsv | Format::Text)
        && let Some(table) = document::known::text(bytes, shown)
    {
        return json::contents_table(table, shown);
    }
    let of_table = |bytes: &[u8], by| grid::contents(&Table::open(bytes, shown, by)?);
    match format {
        Format::Csv => of_table(bytes, separator::of_csv(bytes)),
        Format::Tsv => of_table(bytes, b'\t'),
        Format::Npy => {
            let (rows, columns, element) = npy::survey(bytes, shown)?;
            let width = columns.unwrap_or(1);
            Ok(Contents {
                rows,
                names: (1..=width).map(|place| place.to_string()).collect(),
                kinds: vec![(Kind::Numbers, element); width],
                cells: vec![None; width],
            })
        }
        Format::Parquet | Format::Arrow => columnar::contents(bytes, format, shown),
        Format::TrecEval => grid::contents(&Evaluated::open(bytes, shown, By::TrecEval)?),
        Format::Comet => grid::contents(&Evaluated::open(bytes, shown, By::Comet)?),
        Format::Jsonl | Format::Json | Format::Eval => json::contents(bytes, format, shown),
        Format::Text => {
            if let Some((table, by)) = separator::of_text(bytes, false) {
                return of_table(&table, by);
            }
            lines(bytes)?.ok_or_else(|| Error::Empty {
                path: shown.to_owned(),
                found: "bytes that are no text",
            })
        }
    }
}

/// Describes the columns.
fn fill(xray: &mut Xray, contents: Contents) {
    let names: Vec<&str> = contents.names.iter().map(String::as_str).collect();
    let no_systems: HashSet<usize> = item_rows::no_systems(&names).into_iter().collect();
    let mut table = ItemTable::default();
    let each = contents
        .names
        .iter()
        .zip(contents.kinds)
        .zip(contents.cells);
    for (at, ((name, (kind, example)), cells)) in each.enumerate().take(MOST_COLUMNS) {
        let Some(cells) = cells else {
            xray.columns
                .push(unread(name, kind, example, no_systems.contains(&at)));
            continue;
        };
        let column = TableColumn::new(name, cells, kind == Kind::Text);
        xray.columns
            .push(read(&column, kind, no_systems.contains(&at)));
        table.columns.push(column);
    }
    label_systems(xray, &table);
    if xray.rows <= crate::LOOKED_AT
        && let Ok(rows) = sums::rows_of_sums(&table, None)
    {
        let id = table.columns.iter().find(|column| column.numbers.is_none());
        let word = |row: &usize| {
            id.map_or_else(
                || format!("row {}", row + 1),
                |id| String::from_utf8_lossy(id.cell(*row)).into_owned(),
            )
        };
        xray.sums = rows.iter().map(word).collect();
    }
}

/// Takes a column that is called a system for labels where another column holds the same words, as gold labels do.
fn label_systems(xray: &mut Xray, table: &ItemTable) {
    let words = |name: &str| -> Option<HashSet<&[u8]>> {
        let column = table.columns.iter().find(|column| column.name == name)?;
        Some(
            (0..column.cells.len())
                .map(|row| column.cell(row))
                .collect(),
        )
    };
    let others: Vec<(String, Option<usize>)> = xray
        .columns
        .iter()
        .map(|column| (column.name.clone(), column.distinct))
        .collect();
    for column in &mut xray.columns {
        if column.role != ColumnRole::System {
            continue;
        }
        let is_like = |(name, distinct): &(String, Option<usize>)| {
            *name != column.name
                && *distinct == column.distinct
                && words(name) == words(&column.name)
        };
        if others.iter().any(is_like) {
            (column.role, column.why) =
                (ColumnRole::Label, "the words of another column".to_owned());
        }
    }
}

/// A column whose cells were not read.
fn unread(name: &str, kind: Kind, example: String, is_no_system: bool) -> XrayColumn {
    let kind = match kind {
        Kind::Numbers => ValueKind::Real,
        Kind::Verdicts => ValueKind::Words,
        Kind::Text => ValueKind::Text,
        Kind::Nothing => ValueKind::Empty,
    };
    let (role, why) = role(name, kind, None, is_no_system);
    XrayColumn {
        name: name.to_owned(),
        kind,
        missing: None,
        distinct: None,
        range: None,
        first: Some(example)
            .filter(|text| !text.is_empty())
            .into_iter()
            .collect(),
        role,
        why,
    }
}

fn read(column: &TableColumn, kind: Kind, is_no_system: bool) -> XrayColumn {
    let rows = column.cells.len();
    let mut seen: HashSet<&[u8], RandomState> = HashSet::default();
    let (mut missing, mut first) = (0, Vec::new());
    for row in 0..rows {
        let cell = column.cell(row);
        if number::is_missing(cell) {
            missing += 1;
        } else if seen.insert(cell) && first.len() < MOST_VALUES {
            first.push(quote::plain(cell));
        }
    }
    let known = column
        .numbers
        .iter()
        .flatten()
        .copied()
        .filter(|number| !number.is_nan());
    let range = known
        .clone()
        .fold(None, |range: Option<(f64, f64)>, number| {
            let (low, high) = range.unwrap_or((number, number));
            Some((low.min(number), high.max(number)))
        });
    let kind = match kind {
        _ if missing == rows => ValueKind::Empty,
        Kind::Verdicts => ValueKind::Words,
        _ if range.is_none() => ValueKind::Text,
        _ if known.clone().all(|number| number == 0.0 || number == 1.0) => ValueKind::Binary,
        _ if known.clone().all(|number| number.fract() == 0.0) => ValueKind::Whole,
        _ => ValueKind::Real,
    };
    let values = Values {
        distinct: seen.len(),
        missing,
        rows,
        length: seen
            .iter()
            .take(100)
            .map(|cell| cell.len())
            .max()
            .unwrap_or(0),
    };
    let (role, why) = role(&column.name, kind, Some(&values), is_no_system);
    XrayColumn {
        name: column.name.clone(),
        kind,
        missing: Some(missing),
        distinct: Some(seen.len()),
        range,
        first,
        role,
        why,
    }
}

/// What is counted of the values of a column.
struct Values {
    distinct: usize,
    missing: usize,
    rows: usize,
    /// The length of the longest of its first distinct values.
    length: usize,
}

/// What a column is taken for, and why.
fn role(
    name: &str,
    kind: ValueKind,
    values: Option<&Values>,
    is_no_system: bool,
) -> (ColumnRole, String) {
    /// Words of a label are few, and stand often.
    const MOST_LABELS: usize = 50;
    let last = last_part(name);
    let is_unique = values.is_some_and(|values| {
        values.rows > 1 && values.missing == 0 && values.distinct == values.rows
    });
    let repeats =
        values.is_some_and(|values| values.distinct > 1 && 2 * values.distinct <= values.rows);
    let is_number = matches!(kind, ValueKind::Binary | ValueKind::Whole | ValueKind::Real);
    let may_identify = matches!(kind, ValueKind::Text | ValueKind::Whole | ValueKind::Binary);
    let said = |role: ColumnRole, why: &str| (role, why.to_owned());
    if kind == ValueKind::Empty {
        return said(ColumnRole::Nothing, "no values");
    }
    if names_right_answers(last) || may_name_right_answers(last) && !is_number {
        return said(ColumnRole::Gold, "by its name");
    }
    if may_identify && is_identifier(last)
        || may_identify && List::Ids.holds_last(name) && is_unique
    {
        return if is_unique {
            said(ColumnRole::Id, "unique")
        } else if repeats {
            said(ColumnRole::Id, "repeats")
        } else {
            said(ColumnRole::Id, "by its name")
        };
    }
    if item_rows::may_name_systems(name) && !is_number {
        return said(ColumnRole::System, "by its name");
    }
    if may_identify && is_of_groups(last) {
        return said(ColumnRole::Cluster, "by its name");
    }
    if is_number && (is_counter(last) || List::Index.holds(last)) {
        return said(ColumnRole::Index, "by its name");
    }
    if is_number && is_size(last) {
        return said(ColumnRole::Size, "by its name");
    }
    if is_number && is_no_system {
        return said(ColumnRole::Statistic, "of several rows");
    }
    if is_number && (is_quantity(last) || List::Costs.holds_word(last)) {
        return said(ColumnRole::Cost, "by its name");
    }
    match kind {
        ValueKind::Words => said(ColumnRole::Score, "words for 1, 0"),
        ValueKind::Binary => said(ColumnRole::Score, "0 and 1"),
        ValueKind::Whole | ValueKind::Real => said(ColumnRole::Score, "numbers"),
        _ if values.is_some_and(|values| values.length > 40) => said(ColumnRole::Text, "long"),
        _ if repeats && values.is_some_and(|values| values.distinct <= MOST_LABELS) => {
            said(ColumnRole::Label, "few words")
        }
        _ => said(ColumnRole::Text, "no numbers"),
    }
}
