//! Records of JSON lines and of evaluation logs as columns of scores, by the rules of tables.
//!
//! A field is asked for by its dotted path. Without `:FIELD`, every field that holds numbers in at least half of the
//! first 100 records is a system (identifiers are not), or the metrics that a log declares. A record that lacks the
//! field, or has `null` there, has a missing score.
//!
//! Cost: records are read in parallel, about 1 µs for 150 bytes; only fields that are asked for are kept.

use restrap_core::memory::make_room;
use restrap_words::{Code, Note};
use std::collections::TryReserveError;

use rayon::prelude::*;

use crate::ask::columns::Columns;
use crate::ask::filter::Condition;
use crate::error::fault::Fault;
use crate::error::kind::FaultKind;
use crate::error::quote;
use crate::error::subject::Subject;
use crate::format::identifier;
use crate::frame::contents::Contents;
use crate::frame::grid::MOST_TEXTS;
use crate::frame::parsed::{Column, Parsed, Precision, Request};
use crate::frame::texts;
use crate::ids::{self, Ids};
use crate::items::assumption::Assumption;
use crate::items::look::{self, Look, Seen};
use crate::items::shape::Shape;
use crate::read::jsonl::filtered;
use crate::read::jsonl::leaves::{Broken, Leaf};
use crate::read::jsonl::part::{Dialect, Part, TASK};
use crate::read::jsonl::picked::{of_pair, pick, with_inside};
use crate::read::jsonl::same_id::doubled;
use crate::read::jsonl::survey::{Survey, survey};
use crate::read::jsonl::tally::{At, First, Tally};
use crate::read::jsonl::wanted::Plan;
use crate::{Error, Filter, Kind, Missing};

/// Records a task of parallel work.
const BLOCK: usize = 1024;

/// The values of one record, of which those that it lacks are null.
struct Cells<'c, 'a>(&'c [Option<Leaf<'a>>]);

impl<'a> std::ops::Index<usize> for Cells<'_, 'a> {
    type Output = Leaf<'a>;

    fn index(&self, index: usize) -> &Leaf<'a> {
        self.0[index].as_ref().unwrap_or(&Leaf::Null)
    }
}

/// Rows of one block, or of all.
#[derive(Default)]
struct Rows {
    scores: Vec<Vec<f64>>,
    keys: Vec<Ids>,
    lines: Vec<u64>,
    /// Part and record of each row, when there are keys.
    origins: Vec<At>,
    kept: usize,
    /// Rows kept of each part, once all are read.
    of_parts: Vec<usize>,
    /// Which wanted fields some record has.
    present: Vec<bool>,
    tally: Tally,
}

impl Rows {
    fn new(plan: &Plan<'_>) -> Self {
        Self {
            scores: vec![Vec::new(); plan.scores.len()],
            keys: vec![Ids::default(); plan.keys.len()],
            present: vec![false; plan.wanted.len()],
            tally: Tally::new(plan.scores.len()),
            ..Self::default()
        }
    }

    fn append(&mut self, next: Self) -> Result<(), TryReserveError> {
        for (column, more) in self.scores.iter_mut().zip(next.scores) {
            make_room(column, more.len())?;
            column.extend(more);
        }
        for (keys, more) in self.keys.iter_mut().zip(&next.keys) {
            keys.append(more)?;
        }
        self.lines.extend(next.lines);
        self.origins.extend(next.origins);
        self.kept += next.kept;
        self.present
            .iter_mut()
            .zip(next.present)
            .for_each(|(have, more)| *have |= more);
        self.tally.append(next.tally);
        Ok(())
    }

    /// Takes what is wanted of a record; `read` is used for one record after the other.
    fn take<'a>(
        &mut self,
        plan: &Plan<'_>,
        part: &Part<'a>,
        at: At,
        read: &mut [Option<Leaf<'a>>],
    ) -> Result<(), TryReserveError> {
        let record = &part.records[at.1 as usize];
        if let Err(broken) = part.place(record, &plan.wanted, read) {
            self.tally.add(None, at, || part.fault(record, broken));
            return Ok(());
        }
        for (present, cell) in self.present.iter_mut().zip(&*read) {
            *present |= cell.is_some();
        }
        let cells = Cells(read);
        if !plan
            .filters
            .iter()
            .all(|condition| condition.holds(cells[condition.column].text().as_bytes()))
        {
            return Ok(());
        }
        self.kept += 1;
        for (slot, index) in plan.scores.iter().enumerate() {
            let cell = &cells[*index];
            let given = plan.words.and_then(|words| match cell {
                Leaf::Text(text) => words.score(text.trim().as_bytes()),
                _ => None,
            });
            let kind = match given.map_or_else(|| cell.score(), Ok) {
                Ok(score) => {
                    self.scores[slot].push(score);
                    if !score.is_nan() {
                        self.tally.hold(slot);
                        continue;
                    } else if plan.missing != Missing::Error {
                        continue;
                    }
                    FaultKind::Missing
                }
                // JSON has no number for it: a gap, like NaN, where gaps are allowed.
                Err(FaultKind::Infinite) if plan.missing != Missing::Error => {
                    self.scores[slot].push(f64::NAN);
                    continue;
                }
                Err(kind) => {
                    self.tally.hold(slot);
                    kind
                }
            };
            self.tally.add(Some(slot), at, || {
                let path = &plan.wanted[*index];
                let broken = Broken {
                    kind,
                    found: cell.shown(),
                    column: None,
                    path: Some(path.clone()),
                };
                let fault = part.fault(record, broken);
                let of_pair = cell.is_pair().then(|| of_pair(&part.file, path));
                Fault {
                    hint: of_pair.or(fault.hint),
                    ..fault
                }
            });
        }
        for (slot, (fields, needed)) in plan.keys.iter().enumerate() {
            if let Some((_, held)) = plan.texts.filter(|(first, _)| slot >= *first) {
                let index = fields[0];
                match cells[index].parts(held) {
                    Err(FaultKind::NoText)
                        if matches!(cells[index], Leaf::Null) && plan.missing != Missing::Error =>
                    {
                        self.keys[slot].push(std::iter::once(texts::NO_TEXT))?;
                    }
                    Ok(parts) => self.keys[slot].push(parts.iter().map(|part| part.as_bytes()))?,
                    Err(kind) => self.tally.add(None, at, || {
                        let path = Some(plan.wanted[index].clone());
                        part.fault(
                            record,
                            Broken {
                                kind,
                                found: cells[index].shown(),
                                column: None,
                                path,
                            },
                        )
                    }),
                }
                continue;
            }
            let texts: Vec<_> = fields.iter().map(|index| cells[*index].text()).collect();
            for (index, text) in fields.iter().zip(&texts).filter(|_| *needed) {
                let kind = match text.as_ref() {
                    "" => FaultKind::EmptyId,
                    text if text.contains('\0') => FaultKind::NotText,
                    _ => continue,
                };
                self.tally.add(None, at, || {
                    let path = Some(plan.wanted[*index].clone());
                    part.fault(
                        record,
                        Broken {
                            kind,
                            found: cells[*index].shown(),
                            column: None,
                            path,
                        },
                    )
                });
            }
            self.keys[slot].push(texts.iter().map(|text| text.as_bytes()))?;
        }
        if !plan.keys.is_empty() {
            self.lines.push(record.line);
            self.origins.push(at);
        }
        Ok(())
    }
}

/// Reads what is asked for.
pub(crate) fn parse(
    parts: &[Part<'_>],
    request: &Request<'_>,
    dialect: &Dialect,
) -> Result<Parsed, Error> {
    let file = request.file;
    if parts.iter().all(|part| part.records.is_empty()) {
        return Err(Error::Empty {
            path: file.to_owned(),
            found: "no records",
        });
    }
    let survey = survey(parts)?;
    let columns = Columns {
        file,
        names: Some(&survey.names),
        width: survey.names.len(),
    };
    request.refuse_bare(&columns)?;
    let ids = request.ids_or(&dialect.ids);
    let mut plan = Plan {
        missing: request.missing,
        words: request.said.words,
        ..Plan::default()
    };
    plan.keep(request.filters);
    if !ids.is_empty() {
        let fields = ids.iter().map(|id| plan.want(id)).collect();
        plan.keys.push((fields, true));
    }
    let looks =
        |name: &&String| request.check_ids && ids.is_empty() && identifier::is_identifier(name);
    let lookalikes: Vec<&String> = survey.names.iter().filter(looks).collect();
    for name in &lookalikes {
        let index = plan.want(name);
        plan.keys.push((vec![index], false));
    }
    for (_, name) in request.groups {
        let index = plan.want(name);
        plan.keys.push((vec![index], false));
    }
    let texts = other_texts(&survey, request, ids);
    for name in &texts {
        let index = plan.want(name);
        plan.keys.push((vec![index], false));
    }
    let mut notes = Vec::new();
    let picked = pick(
        &columns, &survey, &mut plan, request, dialect, ids, &mut notes,
    );
    let mut picks = picked.map_err(|error| with_inside(error, parts))?;

    // Labels and counts are read as keys, one column each.
    let mut fields = plan.scores.clone();
    if let Some(texts) = request.texts {
        plan.texts = Some((plan.keys.len(), texts.cells));
        plan.keys
            .extend(fields.iter().map(|index| (vec![*index], false)));
        plan.scores.clear();
    }

    let memory = |_| Error::Memory {
        path: file.to_owned(),
        bytes: 0,
    };
    let mut rows = read(parts, &plan).map_err(memory)?;
    let mut seen = looked(parts, &survey, request, (ids, &plan, &fields), &rows)?;
    if !seen.left_out.is_empty() {
        for (column, value) in std::mem::take(&mut seen.left_out) {
            let index = plan.want(&survey.names[column]);
            plan.filters.push(Condition::without(index, value));
        }
        rows = read(parts, &plan).map_err(memory)?;
    }
    notes.extend(seen.assumptions.iter().map(Assumption::note));
    notes.extend(drop_empty(
        &mut rows,
        &mut fields,
        &mut picks,
        &plan,
        request,
    ));
    let first = rows.tally.first();
    check_present(request, ids, (&plan, &columns), &rows, first.as_ref())?;
    if let Some(first) = first {
        return Err(filtered::explained(parts, &plan, &rows.tally, first, file).into());
    }
    if rows.kept == 0 {
        return Err(filtered::nothing(parts, &plan, file));
    }
    notes.extend(filtered::lost(parts, &plan, &rows.of_parts, file)?);
    if let Some(texts) = request.texts {
        let keys = rows.keys.split_off(rows.keys.len() - fields.len());
        for (index, keys) in fields.iter().zip(&keys) {
            let column = texts.column(
                keys,
                &rows.lines,
                (file, request.missing),
                Some(&plan.wanted[*index]),
            )?;
            rows.scores.push(column);
        }
    }
    let mut keys = rows.keys.into_iter();
    let ids_of_rows = if ids.is_empty() { None } else { keys.next() };
    if let Some(keys) = &ids_of_rows
        && let Some((first, second, more)) = keys.doubled().map_err(memory)?
    {
        let origins = (rows.origins[first], rows.origins[second]);
        // What is compared makes no id, whatever it holds.
        plan.scores = fields;
        let own = Some(ids).filter(|_| request.ids.is_empty());
        return Err(doubled(
            parts,
            &plan,
            (ids, own),
            ids::readable(keys.get(first)),
            origins,
            more,
            file,
        ));
    }
    let labels = fields.iter().map(|index| plan.wanted[*index].clone());
    let mut parsed = Parsed {
        columns: labels
            .zip(rows.scores)
            .map(|(name, scores)| Column {
                label: Some(label(&name)),
                scores,
                precision: Precision::Double,
                is_of_words: survey.holds_words(&name),
            })
            .collect(),
        picks,
        rows: rows.kept,
        ids: ids_of_rows,
        lookalikes: lookalikes.into_iter().cloned().zip(&mut keys).collect(),
        texts: Vec::new(),
        text_lines: None,
        lines: rows.lines,
        notes,
        seen,
        groups: Vec::new(),
        absent: Vec::new(),
    };
    // Another file of the comparison may have the field.
    let there = |name: &str| plan.wanted.place(name).is_some_and(|at| rows.present[at]);
    for (&(kind, name), keys) in request.groups.iter().zip(&mut keys) {
        if there(name) {
            parsed.group_by((kind, name), &keys);
        } else {
            parsed.absent.push((kind, survey.names.clone()));
        }
    }
    parsed.texts = texts.into_iter().cloned().zip(keys).collect();
    Ok(parsed)
}

/// Fields of text that are not compared and not called identifiers: one of them may name the items.
fn other_texts<'s>(survey: &'s Survey, request: &Request<'_>, ids: &[String]) -> Vec<&'s String> {
    if !request.check_ids || !ids.is_empty() {
        return Vec::new();
    }
    let fields = survey.names.iter().zip(&survey.kinds);
    let others = fields.filter(|(name, (kind, _))| {
        let is_named = request.arguments.contains(&Some(name.as_str()));
        *kind == Kind::Text && !identifier::is_identifier(name) && !is_named
    });
    others.map(|(name, _)| name).take(MOST_TEXTS).collect()
}

/// The fields of records as text.
pub(crate) fn contents(parts: &[Part<'_>], survey: Survey, file: &str) -> Result<Contents, Error> {
    let count = parts.iter().map(|part| part.records.len()).sum();
    let mut cells = vec![None; survey.names.len()];
    if Contents::reads(count, survey.names.len()) {
        let columns: Vec<usize> = Contents::read_columns(survey.names.len()).collect();
        let mut plan = Plan {
            missing: Missing::Drop,
            ..Plan::default()
        };
        plan.keys = columns
            .iter()
            .map(|column| (vec![plan.wanted.want(&survey.names[*column])], false))
            .collect();
        let rows = read(parts, &plan).map_err(|_| Error::Memory {
            path: file.to_owned(),
            bytes: 0,
        })?;
        for (column, ids) in columns.into_iter().zip(rows.keys) {
            cells[column] = Some(ids);
        }
    }
    Ok(Contents {
        rows: count,
        names: survey.names,
        kinds: survey.kinds,
        cells,
    })
}

/// The records that pass the filters, to be looked at.
struct Looked<'l, 'a> {
    parts: &'l [Part<'a>],
    survey: &'l Survey,
    request: &'l Request<'l>,
}

impl Look for Looked<'_, '_> {
    fn names(&self) -> Vec<String> {
        self.survey.names.clone()
    }

    fn kinds(&self) -> Result<Vec<(Kind, String)>, Error> {
        Ok(self.survey.kinds.clone())
    }

    fn texts(&self, columns: &[usize]) -> Result<Vec<Ids>, Error> {
        let mut others = Plan {
            missing: Missing::Drop,
            ..Plan::default()
        };
        others.keep(self.request.filters);
        others.keys = columns
            .iter()
            .map(|column| (vec![others.wanted.want(&self.survey.names[*column])], false))
            .collect();
        let rows = read(self.parts, &others).map_err(|_| Error::Memory {
            path: self.request.file.to_owned(),
            bytes: 0,
        })?;
        Ok(rows.keys)
    }

    fn ends(&self, column: usize) -> Result<Option<Ids>, Error> {
        const END: usize = 1000;
        let mut others = Plan {
            missing: Missing::Drop,
            ..Plan::default()
        };
        others.keep(self.request.filters);
        others.keys = vec![(vec![others.wanted.want(&self.survey.names[column])], false)];
        let (mut rows, mut read) = (Rows::new(&others), vec![None; others.wanted.len()]);
        for (number, part) in self.parts.iter().enumerate() {
            let count = part.records.len();
            let ends = (0..count).filter(|record| *record < END || *record + END >= count);
            for record in ends {
                let at = (number as u32, record as u32);
                let taken = rows.take(&others, part, at, &mut read);
                taken.map_err(|_| Error::Memory {
                    path: self.request.file.to_owned(),
                    bytes: 0,
                })?;
            }
        }
        Ok(rows.keys.pop())
    }
}

/// Looks at the fields that are not compared; `fields`: those that are, as places among the wanted ones.
fn looked(
    parts: &[Part<'_>],
    survey: &Survey,
    request: &Request<'_>,
    (ids, plan, fields): (&[String], &Plan<'_>, &[usize]),
    rows: &Rows,
) -> Result<Seen, Error> {
    if rows.kept == 0 {
        return Ok(Seen::default());
    }
    let place = |name: &str| survey.place(name);
    let used: Vec<usize> = fields
        .iter()
        .filter_map(|index| place(&plan.wanted[*index]))
        .collect();
    let of_ids: Vec<usize> = ids.iter().filter_map(|id| place(id)).collect();
    let groups: Vec<usize> = request
        .groups
        .iter()
        .map(|(_, column)| *column)
        .chain(request.filters.iter().map(Filter::source))
        .chain([TASK])
        .filter_map(place)
        .collect();
    let asked = request.look((&used, &of_ids, &groups), &rows.keys, rows.kept);
    let at = Looked {
        parts,
        survey,
        request,
    };
    let seen = look::look(&at, &asked)?;
    let has = |field: &str| survey.names.iter().any(|name| name == field);
    let metricx = ["source", "hypothesis", "prediction"].into_iter().all(has);
    Ok(Seen {
        shape: Shape {
            metricx,
            ..seen.shape
        },
        ..seen
    })
}

/// A path as a system's name: control characters would reach a terminal.
fn label(path: &str) -> String {
    restrap_words::escaped(path).into_owned()
}

/// Refuses a field that was asked for and that no record has; `first`: the first fault, which may explain it.
fn check_present(
    request: &Request<'_>,
    ids: &[String],
    (plan, columns): (&Plan<'_>, &Columns<'_>),
    rows: &Rows,
    first: Option<&First>,
) -> Result<(), Error> {
    let is_absent = |path: &str| {
        let path = match path.strip_suffix('%') {
            Some(column) if columns.is_percent(path) => column,
            _ => path,
        };
        plan.wanted
            .place(path)
            .is_some_and(|index| !rows.present[index])
    };
    let Some((by, wanted)) = asked(request, ids)
        .into_iter()
        .find(|(_, path)| is_absent(path))
    else {
        return Ok(());
    };
    // A record that cannot be read explains a field that is not there.
    let absent =
        |first: &First| matches!(first.fault.kind, FaultKind::Missing | FaultKind::EmptyId);
    if first.is_none_or(absent) {
        return Err(Error::NoSuchColumn {
            file: request.file.to_owned(),
            by,
            wanted: wanted.to_owned(),
            columns: columns.labels(),
        });
    }
    Ok(())
}

/// Fields that must be somewhere, and what asks for each.
fn asked<'r>(request: &'r Request<'_>, ids: &'r [String]) -> Vec<(Subject, &'r str)> {
    let filters = request
        .filters
        .iter()
        .map(|filter| (Subject::WHERE, filter.column.as_str()));
    let ids = ids
        .iter()
        .map(|id| (request.subject(Subject::ID), id.as_str()));
    let columns = request
        .arguments
        .iter()
        .flatten()
        .map(|column| (request.subject(Subject::COLUMN), *column));
    filters.chain(ids).chain(columns).collect()
}

/// Leaves out fields without a value in any row that is kept, unless they were named or nothing would be left; returns
/// a note about them.
fn drop_empty(
    rows: &mut Rows,
    fields: &mut Vec<usize>,
    picks: &mut [Vec<usize>],
    plan: &Plan<'_>,
    request: &Request<'_>,
) -> Option<Note> {
    let named = |slot: &usize| {
        let path = plan.wanted[plan.scores[*slot]].as_str();
        request.arguments.contains(&Some(path))
            || request.globs.is_some_and(|globs| globs.names(path))
    };
    let mut empty = rows.tally.empty();
    if empty.len() == plan.scores.len() {
        return None;
    }
    empty.retain(|slot| !named(slot));
    if empty.is_empty() {
        return None;
    }
    let stays: Vec<usize> = (0..plan.scores.len())
        .filter(|slot| !empty.contains(slot))
        .collect();
    for slot in &empty {
        rows.tally.forget(*slot);
    }
    rows.scores = stays
        .iter()
        .map(|slot| std::mem::take(&mut rows.scores[*slot]))
        .collect();
    *fields = stays.iter().map(|slot| plan.scores[*slot]).collect();
    for places in picks {
        *places = places
            .iter()
            .filter_map(|place| stays.iter().position(|slot| slot == place))
            .collect();
    }
    let names: Vec<String> = empty
        .iter()
        .map(|slot| label(&plan.wanted[plan.scores[*slot]]))
        .collect();
    let file = request.file;
    Some(Code::EmptyColumns.says(format!(
        "{file}: not taken as systems (no value in the rows that are kept): {}",
        quote::list(&names)
    )))
}

/// All records, block by block in parallel; the result does not depend on the blocks.
fn read(parts: &[Part<'_>], plan: &Plan<'_>) -> Result<Rows, TryReserveError> {
    let mut all = Rows::new(plan);
    for (number, part) in parts.iter().enumerate() {
        let count = part.records.len();
        let blocks = (0..count.div_ceil(BLOCK)).into_par_iter().map(|block| {
            let (mut rows, mut read) = (Rows::new(plan), vec![None; plan.wanted.len()]);
            for record in block * BLOCK..((block + 1) * BLOCK).min(count) {
                rows.take(plan, part, (number as u32, record as u32), &mut read)?;
            }
            Ok(rows)
        });
        let before = all.kept;
        for rows in blocks.collect::<Result<Vec<_>, TryReserveError>>()? {
            all.append(rows)?;
        }
        all.of_parts.push(all.kept - before);
        all.tally.end_part();
    }
    Ok(all)
}
