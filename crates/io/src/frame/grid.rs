//! Rows of named columns, whatever stored them, as columns of scores: which columns are meant, what is taken from each
//! row, and how the rows become what [`crate::load`] pairs.
//!
//! A format of this kind is a [`Grid`]: text tables, Parquet and Arrow files, output of trec_eval.

use restrap_words::Note;
use std::collections::TryReserveError;
use std::sync::LazyLock;

use crate::RowsAre;
use crate::ask::columns::{self, Columns};
use crate::ask::filter::Condition;
use crate::bytes::chunks::Cut;
use crate::error::Bare;
use crate::error::fault::Faults;
use crate::error::question::Question;
use crate::error::subject::Subject;
use crate::format::{identifier, number};
use crate::frame::contents::Contents;
use crate::frame::parsed::{Column, Parsed, Precision, Request};
use crate::ids::Ids;
use crate::items::assumption::Assumption;
use crate::items::look::{self, Look, Seen};
use crate::items::rows;
use crate::{Cells, Error, Grouping, Kind, Missing, ScoreWords};

/// Columns of text that are kept beside those that are called identifiers.
pub(crate) const MOST_TEXTS: usize = 8;

/// Number of rows, the columns' names, and per column what it holds and an example.
pub(crate) type Surveyed = (usize, Vec<String>, Vec<(Kind, String)>);

/// What to take from each row; columns count from 0.
#[derive(Debug, Clone)]
pub(crate) struct Wanted<'a> {
    pub filters: Vec<Condition<'a>>,
    /// Columns that are scores.
    pub scores: Vec<usize>,
    /// Keys to keep, each of one or several columns; those marked `true` may not be empty.
    pub keys: Vec<(Vec<usize>, bool)>,
    pub missing: Missing,
    /// Words that are scores, where they were given.
    pub words: Option<&'a ScoreWords>,
    /// The first of the keys whose cells are outputs: a cell without a value then differs from an empty text.
    pub texts_from: Option<usize>,
}

/// The rows that pass the filters.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Rows {
    pub scores: Vec<Vec<f64>>,
    pub keys: Vec<Ids>,
    /// Row (or line) from 0 of each row, when there are keys.
    pub lines: Vec<u64>,
    pub kept: usize,
    pub seen: usize,
    pub faults: Faults,
}

impl Rows {
    /// No rows yet.
    pub(crate) fn none(wanted: &Wanted<'_>) -> Self {
        Self {
            scores: vec![Vec::new(); wanted.scores.len()],
            keys: vec![Ids::default(); wanted.keys.len()],
            ..Self::default()
        }
    }
}

/// Two rows with one id.
pub(crate) struct Doubles<'a> {
    pub key: &'a [u8],
    /// The columns of the id.
    pub columns: &'a [usize],
    /// The rows (or lines), from 1.
    pub lines: (u64, u64),
    /// How many more rows repeat an id.
    pub more: u64,
}

/// A file of rows and named columns.
pub(crate) trait Grid {
    fn columns(&self) -> Columns<'_>;

    /// What each column holds in the rows that pass the filters, and its first value that is not missing.
    fn kinds(&self, wanted: &Wanted<'_>) -> Result<Vec<(Kind, String)>, Error>;

    /// Reads all rows; what is wrong in them is in [`Rows::faults`].
    fn scan(&self, wanted: &Wanted<'_>, cut: Cut<'_>) -> Result<Rows, Error>;

    /// The error of the first fault.
    fn fault(&self, faults: Faults) -> Error;

    /// The error of two rows with one id, with the option that tells them apart.
    fn doubled(&self, wanted: &Wanted<'_>, doubles: &Doubles<'_>) -> Error;

    /// Which filter leaves nothing, and what its column holds.
    fn nothing_kept(&self, wanted: &Wanted<'_>) -> Error;

    /// What the first row counts as.
    fn first_line(&self) -> u64 {
        1
    }

    /// The column that identifies a row unless `--id` says otherwise.
    fn own_id(&self) -> Option<usize> {
        None
    }

    /// Whether the columns are measures of one system rather than systems.
    fn holds_measures(&self) -> bool {
        false
    }

    /// How many binary digits a column has.
    fn precision(&self, _column: usize) -> Precision {
        Precision::Double
    }

    /// The cells of a column as text at the beginning and the end of the rows; `None` if only the whole can be read.
    fn ends(&self, _wanted: &Wanted<'_>) -> Option<Ids> {
        None
    }

    /// Whether a column can be read as scores (`scores`) or as text at all.
    fn check(&self, _column: usize, _by: Subject, _scores: bool) -> Result<(), Error> {
        Ok(())
    }

    fn memory(&self, error: &TryReserveError) -> Error;
}

/// The letters of Inspect's scorers: correct, incorrect, no answer, partially correct.
static LETTERS: LazyLock<ScoreWords> =
    LazyLock::new(|| "C=1,I=0,N=0,P=0.5".parse().unwrap_or_default());

/// Returns `true` if some column is called a score and holds these letters alone, C and I among them, and no other column holds one of them.
fn has_letters(grid: &impl Grid, wanted: &Wanted<'_>) -> Result<bool, Error> {
    let labels = grid.columns().labels();
    let is_score = |name: &String| name.to_lowercase().starts_with("score");
    if !labels.iter().any(is_score) {
        return Ok(false);
    }
    let kinds = grid.kinds(wanted)?;
    let may_hold =
        |at: &usize| kinds[*at].0 == Kind::Text && LETTERS.score(kinds[*at].1.as_bytes()).is_some();
    let columns: Vec<usize> = (0..labels.len()).filter(may_hold).collect();
    if columns.is_empty() || !columns.iter().all(|at| is_score(&labels[*at])) {
        return Ok(false);
    }
    let keys = columns.iter().map(|at| (vec![*at], false)).collect();
    let read = Wanted {
        filters: wanted.filters.clone(),
        scores: Vec::new(),
        keys,
        missing: Missing::Drop,
        words: None,
        texts_from: None,
    };
    let cells = grid.scan(&read, Cut::NOT)?.keys;
    Ok(cells.iter().all(|cells| {
        let is_letter = |cell: &[u8]| {
            number::is_missing(number::trim(cell)) || LETTERS.score(number::trim(cell)).is_some()
        };
        let has = |letter: &[u8]| {
            cells
                .iter()
                .any(|cell| number::trim(cell).eq_ignore_ascii_case(letter))
        };
        cells.iter().all(is_letter) && has(b"C") && has(b"I")
    }))
}

/// Reads what is asked for.
pub(crate) fn parse(grid: &impl Grid, request: &Request<'_>) -> Result<Parsed, Error> {
    let columns = grid.columns();
    let file = columns.file;
    request.refuse_bare(&columns)?;
    let find = |name: &str, by: Subject| {
        let column = columns.find(name, by)?;
        grid.check(column, by, false)?;
        Ok(column)
    };
    let mut wanted = Wanted {
        filters: Vec::new(),
        scores: Vec::new(),
        keys: Vec::new(),
        missing: request.missing,
        words: request.said.words,
        texts_from: None,
    };
    for filter in request.filters {
        Condition::add(
            &mut wanted.filters,
            find(filter.source(), Subject::WHERE)?,
            filter,
        );
    }
    if wanted.words.is_none() && request.texts.is_none() && has_letters(grid, &wanted)? {
        wanted.words = Some(&LETTERS);
    }
    let mut ids = request
        .ids
        .iter()
        .map(|id| find(id, request.subject(Subject::ID)))
        .collect::<Result<Vec<_>, Error>>()?;
    if ids.is_empty() && !request.has_rows_of_items() {
        ids.extend(grid.own_id());
    }
    if ids.is_empty() && request.said.rows == Some(RowsAre::Systems) {
        ids.extend(named_systems(grid, &wanted)?);
    }
    let (groups, absent) = groups(grid, request)?;
    let of_groups: Vec<usize> = groups.iter().map(|group| group.1).collect();
    let mut notes = Vec::new();
    let (picks, words) = pick(grid, request, &wanted, &ids, &of_groups, &mut notes)?;
    let mut used: Vec<usize> = picks.concat();
    used.sort_unstable();
    used.dedup();
    if request.texts.is_none() {
        wanted.scores.clone_from(&used);
    }
    let (lookalikes, texts) = if request.check_ids && ids.is_empty() {
        (lookalikes(grid), other_texts(grid, &wanted, &used)?)
    } else {
        (Vec::new(), Vec::new())
    };
    if !ids.is_empty() {
        wanted.keys.push((ids.clone(), true));
    }
    wanted.keys.extend(
        lookalikes
            .iter()
            .chain(&texts)
            .map(|field| (vec![*field], false)),
    );
    wanted
        .keys
        .extend(of_groups.iter().map(|field| (vec![*field], false)));
    if let Some(texts) = request.texts {
        wanted.texts_from = (texts.cells == Cells::Texts).then_some(wanted.keys.len());
        wanted
            .keys
            .extend(used.iter().map(|field| (vec![*field], false)));
    }

    let (mut rows, seen) = scan(grid, request, &mut wanted, (&used, &ids, &of_groups))?;
    notes.extend(seen.assumptions.iter().map(Assumption::note));
    if rows.faults.count > 0 {
        return Err(grid.fault(rows.faults));
    }
    check(grid, &wanted, &rows, &picks)?;
    let first_line = grid.first_line();
    rows.lines.iter_mut().for_each(|line| *line += first_line);
    let ids_of_rows = (!ids.is_empty()).then(|| rows.keys.remove(0));
    if let Some(keys) = &ids_of_rows
        && let Some((first, second, more)) = keys.doubled().map_err(|error| grid.memory(&error))?
    {
        let lines = (rows.lines[first], rows.lines[second]);
        // What is compared makes no id, whatever it holds.
        wanted.scores = used;
        return Err(grid.doubled(
            &wanted,
            &Doubles {
                key: keys.get(first),
                columns: &ids,
                lines,
                more,
            },
        ));
    }
    let position = |field: &usize| used.binary_search(field).unwrap_or_default();
    if let Some(texts) = request.texts {
        let keys = rows.keys.split_off(rows.keys.len() - used.len());
        for (field, keys) in used.iter().zip(&keys) {
            let name = columns.label(*field);
            rows.scores.push(texts.column(
                keys,
                &rows.lines,
                (file, request.missing),
                Some(&name),
            )?);
        }
    }
    let keys_of_groups = rows.keys.split_off(rows.keys.len() - groups.len());
    let labelled = |fields: &[usize], keys: Vec<Ids>| {
        let labels = fields.iter().map(|field| columns.label(*field));
        labels.zip(keys).collect()
    };
    let mut parsed = Parsed {
        columns: (used.iter().zip(rows.scores))
            .map(|(field, scores)| Column {
                label: Some(columns.label(*field)),
                scores,
                precision: grid.precision(*field),
                is_of_words: words.contains(field),
            })
            .collect(),
        picks: picks
            .iter()
            .map(|fields| fields.iter().map(position).collect())
            .collect(),
        rows: rows.kept,
        ids: ids_of_rows,
        texts: labelled(&texts, rows.keys.split_off(lookalikes.len())),
        lookalikes: labelled(&lookalikes, rows.keys),
        text_lines: None,
        lines: rows.lines,
        notes,
        seen,
        groups: Vec::new(),
        absent,
    };
    for ((asked, _), keys) in groups.iter().zip(&keys_of_groups) {
        parsed.group_by(*asked, keys);
    }
    Ok(parsed)
}

/// Scans the rows and looks at them; rows that are left out by what they are need a second scan.
fn scan(
    grid: &impl Grid,
    request: &Request<'_>,
    wanted: &mut Wanted<'_>,
    (used, ids, of_groups): (&[usize], &[usize], &[usize]),
) -> Result<(Rows, Seen), Error> {
    let rows = grid.scan(wanted, request.cut)?;
    if rows.kept == 0 || grid.own_id().is_some() {
        return Ok((rows, Seen::default()));
    }
    let filtered = wanted.filters.iter().map(|filter| filter.column);
    let groups: Vec<usize> = of_groups.iter().copied().chain(filtered).collect();
    let asked = request.look((used, ids, &groups), &rows.keys, rows.kept);
    let mut seen = look::look(
        &Looked {
            grid,
            wanted: &*wanted,
        },
        &asked,
    )?;
    if seen.left_out.is_empty() {
        return Ok((rows, seen));
    }
    let left_out = std::mem::take(&mut seen.left_out).into_iter();
    let conditions = left_out.map(|(column, value)| Condition::without(column, value));
    wanted.filters.extend(conditions);
    Ok((grid.scan(wanted, request.cut)?, seen))
}

/// Refuses a table without rows, filters that keep none, and a table without scores.
fn check(
    grid: &impl Grid,
    wanted: &Wanted<'_>,
    rows: &Rows,
    picks: &[Vec<usize>],
) -> Result<(), Error> {
    let columns = grid.columns();
    let path = columns.file.to_owned();
    if rows.seen == 0 {
        return Err(Error::Empty {
            path,
            found: if grid.first_line() == 0 {
                "no items"
            } else {
                "a header without rows"
            },
        });
    }
    if rows.kept == 0 {
        return Err(grid.nothing_kept(wanted));
    }
    if picks.iter().any(Vec::is_empty) {
        return Err(Error::NoNumbers {
            path,
            columns: columns.labels(),
            inside: None,
            bare: Bare::default(),
        });
    }
    Ok(())
}

/// The column that names the systems of a table that has one per row: by its name, else the first column of text.
fn named_systems(grid: &impl Grid, wanted: &Wanted<'_>) -> Result<Option<usize>, Error> {
    let labels = grid.columns().labels();
    let kinds = grid.kinds(wanted)?;
    let texts = || (0..labels.len()).filter(|column| kinds[*column].0 == Kind::Text);
    // The candidates of a cross-validation are named by all of their parameters.
    if let Some(params) = texts().find(|column| labels[*column] == "params") {
        return Ok(Some(params));
    }
    let named = texts().find(|column| rows::may_name_systems(&labels[*column]));
    Ok(named.or_else(|| texts().next()))
}

/// The rows of a grid that pass the filters, to be looked at.
struct Looked<'g, G> {
    grid: &'g G,
    wanted: &'g Wanted<'g>,
}

impl<G: Grid> Look for Looked<'_, G> {
    fn names(&self) -> Vec<String> {
        self.grid.columns().labels()
    }

    fn kinds(&self) -> Result<Vec<(Kind, String)>, Error> {
        self.grid.kinds(self.wanted)
    }

    fn is_readable(&self, column: usize) -> bool {
        self.grid.check(column, Subject::ID, false).is_ok()
    }

    fn texts(&self, columns: &[usize]) -> Result<Vec<Ids>, Error> {
        let others = Wanted {
            filters: self.wanted.filters.clone(),
            scores: Vec::new(),
            keys: columns
                .iter()
                .map(|column| (vec![*column], false))
                .collect(),
            missing: Missing::Drop,
            words: None,
            texts_from: None,
        };
        Ok(self.grid.scan(&others, Cut::NOT)?.keys)
    }

    fn ends(&self, column: usize) -> Result<Option<Ids>, Error> {
        let others = Wanted {
            filters: self.wanted.filters.clone(),
            scores: Vec::new(),
            keys: vec![(vec![column], false)],
            missing: Missing::Drop,
            words: None,
            texts_from: None,
        };
        Ok(self.grid.ends(&others))
    }
}

/// The columns of a grid as text.
pub(crate) fn contents(grid: &impl Grid) -> Result<Contents, Error> {
    let wanted = |keys: Vec<(Vec<usize>, bool)>| Wanted {
        filters: Vec::new(),
        scores: Vec::new(),
        keys,
        missing: Missing::Drop,
        words: None,
        texts_from: None,
    };
    let names = grid.columns().labels();
    let none = wanted(Vec::new());
    let kinds = grid.kinds(&none)?;
    let rows = grid.scan(&none, Cut::NOT)?.seen;
    let mut cells = vec![None; names.len()];
    if Contents::reads(rows, names.len()) {
        let columns: Vec<usize> = Contents::read_columns(names.len())
            .filter(|column| grid.check(*column, Subject::ID, false).is_ok())
            .collect();
        let keys = columns.iter().map(|column| (vec![*column], false));
        let read = grid.scan(&wanted(keys.collect()), Cut::NOT)?.keys;
        for (column, ids) in columns.into_iter().zip(read) {
            cells[column] = Some(ids);
        }
    }
    Ok(Contents {
        rows,
        names,
        kinds,
        cells,
    })
}

/// Groups that are asked for with the places of their columns, and those that have none here with the columns that there are.
type FoundGroups<'a> = (
    Vec<((Grouping, &'a str), usize)>,
    Vec<(Grouping, Vec<String>)>,
);

/// The columns of groups that this file has: another file of the comparison may have the others.
fn groups<'a>(grid: &impl Grid, request: &Request<'a>) -> Result<FoundGroups<'a>, Error> {
    let (mut found, mut absent) = (Vec::new(), Vec::new());
    for &(kind, name) in request.groups {
        let by = Subject::Option(kind.option());
        match grid.columns().find(name, by) {
            Err(Error::NoSuchColumn { columns, .. }) => absent.push((kind, columns)),
            column => {
                let column = column?;
                grid.check(column, by, false)?;
                found.push(((kind, name), column));
            }
        }
    }
    Ok((found, absent))
}

/// The columns that each argument means, and those of a bare table that hold words such as `pass` and `fail`.
fn pick(
    grid: &impl Grid,
    request: &Request<'_>,
    wanted: &Wanted<'_>,
    ids: &[usize],
    groups: &[usize],
    notes: &mut Vec<Note>,
) -> Result<(Vec<Vec<usize>>, Vec<usize>), Error> {
    let columns = grid.columns();
    let mut bare: Option<Vec<usize>> = None;
    let mut words = Vec::new();
    let mut picks = Vec::with_capacity(request.arguments.len());
    for argument in &request.arguments {
        if let Some(name) = argument {
            let by = request.subject(Subject::COLUMN);
            let column = columns.find(name, by)?;
            grid.check(column, by, request.texts.is_none())?;
            picks.push(vec![column]);
            continue;
        }
        if bare.is_none() {
            let kinds = grid.kinds(wanted)?;
            let filtered = wanted.filters.iter().map(|condition| condition.column);
            let taken: Vec<usize> = ids
                .iter()
                .copied()
                .chain(filtered)
                .chain(groups.iter().copied())
                .collect();
            let folds: Vec<usize> = (0..columns.width)
                .filter(|column| rows::is_fold(&columns.label(*column)))
                .collect();
            let are_candidates = folds.len() > 1 && request.globs.is_none();
            if are_candidates && request.said.rows.is_none() {
                return Err(Error::Asked {
                    file: columns.file.to_owned(),
                    question: Box::new(Question::Candidates),
                });
            }
            let found = if are_candidates && request.said.rows == Some(RowsAre::Systems) {
                Ok((folds, Vec::new()))
            } else {
                columns::bare(&columns, &kinds, &taken, request.globs)
            };
            let (picked, note) = match found {
                // A table without rows, or one whose filters keep none, has a better error of its own.
                Err(Error::NoNumbers { .. })
                    if kinds.iter().all(|(kind, _)| *kind == Kind::Nothing) =>
                {
                    (Vec::new(), Vec::new())
                }
                other => other?,
            };
            for column in &picked {
                grid.check(*column, Subject::COLUMN, request.texts.is_none())?;
            }
            // One measure against another would be no comparison of systems.
            if grid.holds_measures()
                && request.said.paired
                && request.globs.is_none()
                && picked.len() > 1
            {
                let measures = picked.iter().map(|column| columns.label(*column)).collect();
                return Err(Error::NoMeasure {
                    file: columns.file.to_owned(),
                    measures,
                });
            }
            if request.said.paired && request.globs.is_none() {
                columns::one_measure(&columns, &picked)?;
            }
            notes.extend(note);
            let is_of_words = |column: &&usize| kinds[**column].0 == Kind::Verdicts;
            words.extend(picked.iter().filter(is_of_words));
            bare = Some(picked);
        }
        picks.push(bare.clone().unwrap_or_default());
    }
    Ok((picks, words))
}

/// Columns that look like ids and can be read as such.
fn lookalikes(grid: &impl Grid) -> Vec<usize> {
    let columns = grid.columns();
    let names = columns.names.into_iter().flatten().enumerate();
    let looks = |(column, name): &(usize, &String)| {
        identifier::is_identifier(name) && grid.check(*column, Subject::ID, false).is_ok()
    };
    names.filter(looks).map(|(column, _)| column).collect()
}

/// Columns of text that are not compared and not called identifiers: one of them may name the items.
fn other_texts(grid: &impl Grid, wanted: &Wanted<'_>, used: &[usize]) -> Result<Vec<usize>, Error> {
    let columns = grid.columns();
    if columns.names.is_none() {
        return Ok(Vec::new());
    }
    let kinds = grid.kinds(wanted)?;
    let is_other = |column: &usize| {
        kinds[*column].0 == Kind::Text
            && !columns.is_identifier(*column)
            && !used.contains(column)
            && grid.check(*column, Subject::ID, false).is_ok()
    };
    let others = (0..columns.width).filter(is_other);
    Ok(others.take(MOST_TEXTS).collect())
}

/// Which filter leaves nothing, and what its column holds, from the columns of the filters alone.
pub(crate) fn nothing_kept(grid: &impl Grid, wanted: &Wanted<'_>) -> Error {
    const FEW: usize = 9;
    let file = grid.columns().file;
    let filters = &wanted.filters;
    let keys = filters
        .iter()
        .map(|condition| (vec![condition.column], false))
        .collect();
    let all = Wanted {
        filters: Vec::new(),
        scores: Vec::new(),
        keys,
        missing: Missing::Drop,
        words: None,
        texts_from: None,
    };
    let rows = match grid.scan(&all, Cut::NOT) {
        Ok(rows) => rows,
        Err(error) => return error,
    };
    let mut seen: Vec<String> = Vec::new();
    // The first filters that keep something, and the next one, which does not.
    let mut most = 0;
    for row in 0..rows.kept {
        let cell = |at: usize| number::trim(rows.keys[at].get(row));
        let held = (0..filters.len())
            .take_while(|at| filters[*at].holds(cell(*at)))
            .count();
        let held = held.min(filters.len() - 1);
        if held > most {
            most = held;
            seen.clear();
        }
        if held == most && seen.len() < FEW {
            let value = String::from_utf8_lossy(cell(held));
            if !seen.iter().any(|known| *known == value) {
                seen.push(value.into_owned());
            }
        }
    }
    Error::NothingKept {
        path: file.to_owned(),
        filter: Condition::all(&filters[..=most]),
        seen,
    }
}
