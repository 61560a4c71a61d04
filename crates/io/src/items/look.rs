//! One look at the columns of a file that are not compared: what its rows are, which of them are sums, which words its columns hold.

use std::collections::HashSet;

use super::assumption::Assumption;
use super::ids;
use super::labels::{self, WordColumn};
use super::rows;
use super::sums;
use super::table::{Table, TableColumn};
use crate::error::question::Question;
use crate::format::number;
use crate::ids::Ids;
use crate::items::shape::{self, Shape};
use crate::words::{List, last_part};
use crate::{Error, Kind, RowsAre};

/// A file of rows and named columns, in the rows that pass the filters.
pub(crate) trait Look {
    /// The name of each column.
    fn names(&self) -> Vec<String>;

    /// The kind of each column, with its first value that is not missing.
    fn kinds(&self) -> Result<Vec<(Kind, String)>, Error>;

    /// Returns `true` if the cells of a column can be read as text.
    fn is_readable(&self, _column: usize) -> bool {
        true
    }

    /// The cells of some columns as text.
    fn texts(&self, columns: &[usize]) -> Result<Vec<Ids>, Error>;

    /// The cells of a column as text at the beginning and the end of a long file; `None` if only the whole can be read.
    fn ends(&self, _column: usize) -> Result<Option<Ids>, Error> {
        Ok(None)
    }
}

/// What the rows of a table hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    /// The scores of an item.
    Scores,
    /// The labels or texts of an item.
    Texts,
    /// The score of one system for one item.
    LongScores,
    /// One of several scores of an item.
    OneOfSeveral,
}

/// What is known of the rows before they are looked at; columns count from 0.
pub(crate) struct Asked<'a> {
    /// The file as shown.
    pub file: &'a str,
    /// The columns that are compared.
    pub used: &'a [usize],
    /// The columns of the ids.
    pub ids: &'a [usize],
    /// The ids of the rows.
    pub of_rows: Option<&'a Ids>,
    /// The columns of groups and filters.
    pub groups: &'a [usize],
    /// Number of rows that are kept.
    pub kept: usize,
    /// What a row holds.
    pub holds: Holds,
    /// What a row is, where it was said.
    pub rows: Option<RowsAre>,
    /// The rows are folds, runs or systems, whatever a column says.
    pub knows_rows: bool,
    /// The rows are paired with those of other files.
    pub pairs: bool,
    /// A column was named, which then is a score whatever it is called.
    pub named: bool,
}

/// What a look at the rows found.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub shape: Shape,
    /// The words of columns of answers, and of right answers.
    pub words: Vec<WordColumn>,
    /// Rows that are left out: the column, and its value in them.
    pub left_out: Vec<(usize, String)>,
    pub assumptions: Vec<Assumption>,
    /// Columns of the contents of items, whose ids count rows.
    pub contents: Vec<(String, Ids)>,
    /// Columns that may pair the rows with those of another file.
    pub others: Vec<(String, Ids)>,
}

/// Most rows of a table whose ids may all be names of metrics.
const FEW: usize = 200;

/// Looks at the rows.
///
/// # Errors
/// [`Error::Asked`] for a question about them.
pub(crate) fn look(at: &impl Look, asked: &Asked<'_>) -> Result<Seen, Error> {
    let names = at.names();
    let kinds = at.kinds()?;
    // There may be a hundred thousand columns.
    let used: HashSet<usize> = asked.used.iter().copied().collect();
    let mut seen = Seen {
        words: words(at, asked, &used, &names, &kinds)?,
        contents: contents(at, asked, &names, &kinds)?,
        ..Seen::default()
    };
    if asked.holds == Holds::OneOfSeveral {
        return Ok(seen);
    }
    let is_text = |column: &usize| {
        // Numbers with a word among them are ids if they are called so.
        let is_id = kinds[*column].0 == Kind::Text || shape::is_telling(&names[*column]);
        is_id && !used.contains(column)
    };
    // In a long table the items have a column of their own, which may stand behind that of the systems.
    let first = match asked.ids {
        [_, item] if asked.holds == Holds::LongScores => Some(*item),
        _ => (0..names.len()).find(is_text),
    };
    if asked.kept > shape::MOST_ROWS {
        // Of a long file its beginning and its end are looked at, where sums stand, or the ids that pair its rows.
        let ends = match first {
            Some(first) if asked.ids != [first] && at.is_readable(first) => at.ends(first)?,
            _ => None,
        };
        let ids = ends.as_ref().or(asked.of_rows);
        if asked.holds != Holds::Texts {
            table(at, asked, &names, &kinds, ids, &mut seen)?;
        }
        return Ok(seen);
    }
    let single = asked.ids.len() == 1;
    let is_taken = |column: usize| {
        used.contains(&column)
            || asked.groups.contains(&column)
            || single && asked.ids.contains(&column)
    };
    let is_looked_at = |column: &usize| {
        (!is_taken(*column) || shape::names_folds(&names[*column]) && asked.ids.contains(column))
            && at.is_readable(*column)
            && (kinds[*column].0 == Kind::Text
                || shape::is_telling(&names[*column])
                || asked.pairs && List::Ids.holds_last(&names[*column]))
    };
    let columns: Vec<usize> = (0..names.len())
        .filter(is_looked_at)
        .take(shape::MOST_COLUMNS)
        .collect();
    let cells = if columns.is_empty() {
        Vec::new()
    } else {
        at.texts(&columns)?
    };
    if asked.holds != Holds::Texts {
        let of_first = first.and_then(|first| {
            let looked = columns
                .iter()
                .position(|column| *column == first)
                .map(|place| &cells[place]);
            looked.or(asked.of_rows.filter(|_| asked.ids == [first]))
        });
        table(at, asked, &names, &kinds, of_first, &mut seen)?;
    }
    let is_telling: Vec<bool> = columns
        .iter()
        .map(|column| kinds[*column].0 == Kind::Text || shape::is_telling(&names[*column]))
        .collect();
    let mut named: Vec<(String, Ids)> = columns
        .iter()
        .map(|column| names[*column].clone())
        .zip(cells)
        .collect();
    if asked.pairs {
        seen.others.clone_from(&named);
    }
    let mut telling = is_telling.iter();
    named.retain(|_| asked.holds != Holds::LongScores && *telling.next().unwrap_or(&false));
    seen.shape = Shape::new(
        asked.file,
        asked.of_rows.filter(|_| single),
        &named,
        asked.kept,
        asked.ids.len() > 1,
    );
    Ok(seen)
}

/// Reads the words of columns that hold answers.
fn words(
    at: &impl Look,
    asked: &Asked<'_>,
    used: &HashSet<usize>,
    names: &[String],
    kinds: &[(Kind, String)],
) -> Result<Vec<WordColumn>, Error> {
    if asked.holds == Holds::Texts {
        return Ok(Vec::new());
    }
    let is_word = |column: &usize| {
        let name = &names[*column];
        labels::may_be_answer(name, &kinds[*column].1)
            && at.is_readable(*column)
            && (used.contains(column) || List::Golds.ends(name))
    };
    let columns: Vec<usize> = (0..names.len()).filter(is_word).collect();
    if columns.is_empty() {
        return Ok(Vec::new());
    }
    let cells = at.texts(&columns)?;
    let words = columns.iter().zip(&cells);
    Ok(words
        .filter_map(|(column, cells)| WordColumn::new(&names[*column], cells))
        .collect())
}

/// Reads the columns that say what the items are about, if the rows are paired by ids that count them.
fn contents(
    at: &impl Look,
    asked: &Asked<'_>,
    names: &[String],
    kinds: &[(Kind, String)],
) -> Result<Vec<(String, Ids)>, Error> {
    let is_content = |column: &usize| {
        List::Contents.holds(last_part(&names[*column]))
            && kinds[*column].0 == Kind::Text
            && !asked.ids.contains(column)
            && at.is_readable(*column)
    };
    let columns: Vec<usize> = (0..names.len()).filter(is_content).collect();
    if !asked.pairs || columns.is_empty() || !asked.of_rows.is_none_or(ids::counts_rows) {
        return Ok(Vec::new());
    }
    let cells = at.texts(&columns)?;
    let named = columns.iter().map(|column| names[*column].clone());
    Ok(named.zip(cells).collect())
}

/// Looks at the whole table where a name or an id gives reason to.
fn table(
    at: &impl Look,
    asked: &Asked<'_>,
    names: &[String],
    kinds: &[(Kind, String)],
    ids: Option<&Ids>,
    seen: &mut Seen,
) -> Result<(), Error> {
    if asked.rows.is_some() {
        return Ok(());
    }
    let is_short = asked.kept <= shape::MOST_ROWS;
    // A cell without a text is common in a long file, and says less than a word.
    let is_sum =
        |cell: &[u8]| sums::is_suspicious(cell) && (is_short || !number::trim(cell).is_empty());
    let has_sums = ids.is_some_and(|ids| ids.iter().any(is_sum));
    let is_metric = |cell: &[u8]| rows::is_metric(&String::from_utf8_lossy(cell));
    let has_metrics = asked.kept <= FEW && ids.is_some_and(|ids| ids.iter().any(is_metric));
    let has_steps = is_short
        && !asked.named
        && asked.ids.is_empty()
        && names.iter().any(|name| rows::counts_steps(name));
    let has_systems = is_short
        && asked.holds != Holds::LongScores
        && !asked.knows_rows
        && !asked.named
        && names.iter().any(|name| rows::may_name_systems(name));
    if !(has_sums || has_metrics || has_steps || has_systems) {
        return Ok(());
    }
    let mut columns: Vec<usize> = (0..names.len())
        .filter(|column| at.is_readable(*column))
        .collect();
    let cells = at.texts(&columns)?;
    let mut all = Table {
        columns: columns
            .iter()
            .zip(cells)
            .map(|(column, cells)| {
                TableColumn::new(&names[*column], cells, kinds[*column].0 == Kind::Text)
            })
            .collect(),
    };
    let question = |question: Question| Error::Asked {
        file: asked.file.to_owned(),
        question: Box::new(question),
    };
    if let ([_, item], true) = (asked.ids, asked.holds == Holds::LongScores)
        && let Some(place) = columns.iter().position(|column| column == item)
    {
        all.columns[..=place].rotate_right(1);
        columns[..=place].rotate_right(1);
    }
    let systems = match asked.ids {
        [system, _] if asked.holds == Holds::LongScores => Some(&names[*system][..]),
        _ => None,
    };
    let left = sums::rows_of_sums(&all, systems).map_err(question)?;
    if !left.is_empty() {
        let texts: Vec<usize> = (0..columns.len())
            .filter(|place| all.columns[*place].is_text())
            .collect();
        let mut words = Vec::new();
        for row in &left {
            let is_filled = |place: &&usize| !number::is_missing(all.columns[**place].cell(*row));
            let Some(place) = texts.iter().find(is_filled).or(texts.first()) else {
                continue;
            };
            let value = String::from_utf8_lossy(all.columns[*place].cell(*row)).into_owned();
            words.push(if value.is_empty() {
                "a row without an id".to_owned()
            } else {
                value.clone()
            });
            let out = (columns[*place], value);
            if !seen.left_out.contains(&out) {
                seen.left_out.push(out);
            }
        }
        words.dedup();
        seen.assumptions.push(Assumption::SumsLeftOut {
            file: asked.file.to_owned(),
            rows: words,
        });
        let others: Vec<usize> = (0..all.rows())
            .filter(|row| left.binary_search(row).is_err())
            .collect();
        all = all.of_rows(&others);
    }
    if has_metrics {
        rows::check_metrics(&all).map_err(question)?;
    }
    if has_steps {
        rows::check_steps(&all).map_err(question)?;
    }
    if has_systems {
        seen.assumptions
            .extend(rows::systems_in_rows(&all, &[]).map_err(question)?);
    }
    Ok(())
}
