//! CSV and TSV tables.
//!
//! Rules: fields are separated by commas (csv) or tabs (tsv); quotes as in RFC 4180, also in tsv; line ends LF or
//! CRLF; every row has as many fields as the first; blank lines only at the end; the first row is a header when it
//! holds words, data when it holds numbers, and an error when it holds both (details: `header`). A column is asked for
//! by its name, else by its number from 1. A column of a bare table is a system when at least half of its first 100
//! cells are numbers; then any other cell is an error. Lines `# restrap.KEY: VALUE` above the first row are metadata.
//!
//! Cost: one pass, in parallel unless the data hold a quote; a table without quotes and one with them go through
//! the same parser.

mod doubled;
mod header;
mod record;
mod scan;

use std::collections::TryReserveError;

pub(crate) use header::is_header;

use crate::columns::{self, Columns, Kind};
use crate::fault::Faults;
use crate::parsed::{Column, Parsed, Precision, Request};
use crate::{Error, Filter, saved};
use header::Header;
use record::{Records, Step};
use scan::Plan;

/// Text of a table and its first row.
pub(crate) struct Table<'a> {
    file: &'a str,
    text: &'a [u8],
    delimiter: u8,
    pub header: Header,
}

impl<'a> Table<'a> {
    /// Reads the first row.
    pub(crate) fn open(text: &'a [u8], file: &'a str, delimiter: u8) -> Result<Self, Error> {
        let newline = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let end = text.iter().rposition(|byte| !newline(byte)).map_or(0, |last| last + 1);
        let text = &text[..end];
        let comments = saved::comments(text).0;
        let lines = memchr::memchr_iter(b'\n', comments).count() as u64;
        let header = header::read(&text[comments.len()..], delimiter)
            .map_err(|faults| fault(faults, file, lines + 1, &no_name))?;
        let Some(mut header) = header else {
            return Err(Error::Empty { path: file.to_owned(), found: "an empty table" });
        };
        header.offset += comments.len();
        header.lines += lines;
        Ok(Self { file, text, delimiter, header })
    }

    fn data(&self) -> &'a [u8] {
        &self.text[self.header.offset..]
    }

    fn columns(&self) -> Columns<'_> {
        Columns { file: self.file, names: self.header.names.as_deref(), width: self.header.width }
    }

    fn plan<'f>(&self, filters: &'f [Filter]) -> Result<Plan<'f>, Error> {
        let columns = self.columns();
        let filters = filters
            .iter()
            .map(|filter| Ok((columns.find(&filter.column, "--where")?, filter.value.as_bytes())))
            .collect::<Result<_, Error>>()?;
        Ok(Plan {
            delimiter: self.delimiter,
            quoted: memchr::memchr(b'"', self.data()).is_some(),
            width: self.header.width,
            filters,
            scores: Vec::new(),
            keys: Vec::new(),
            missing: crate::Missing::Drop,
        })
    }

    /// Number of rows, and per column what it holds and an example.
    pub(crate) fn survey(&self, chunk: usize) -> Result<(usize, Vec<(Kind, String)>), Error> {
        let plan = self.plan(&[])?;
        let rows = scan::scan(self.data(), &plan, chunk).map_err(|error| self.memory(&error))?;
        if rows.faults.count > 0 {
            return Err(self.fault(rows.faults));
        }
        Ok((rows.kept, scan::kinds(self.data(), &plan)))
    }

    fn memory(&self, _: &TryReserveError) -> Error {
        Error::Memory { path: self.file.to_owned(), bytes: self.text.len() as u64 }
    }

    fn fault(&self, faults: Faults) -> Error {
        fault(faults, self.file, self.header.lines + 1, &|field| self.columns().label(field))
    }

    /// Reads what is asked for.
    pub(crate) fn parse(&self, request: &Request<'_>) -> Result<Parsed, Error> {
        let columns = self.columns();
        let mut plan = self.plan(request.filters)?;
        plan.missing = request.missing;
        let ids = request.ids.iter().map(|id| columns.find(id, "--id")).collect::<Result<Vec<_>, _>>()?;
        let mut notes = Vec::new();
        let picks = self.pick(request, &plan, &ids, &mut notes)?;
        let mut used: Vec<usize> = picks.concat();
        used.sort_unstable();
        used.dedup();
        if request.labels.is_none() {
            plan.scores.clone_from(&used);
        }
        let lookalikes = if request.check_ids && ids.is_empty() { self.lookalikes() } else { Vec::new() };
        if !ids.is_empty() {
            plan.keys.push((ids.clone(), true));
        }
        plan.keys.extend(lookalikes.iter().map(|field| (vec![*field], false)));
        // Another file of the comparison may have the column.
        let by = match request.by.map(|by| columns.find(by, "--by")) {
            Some(Err(error @ Error::AmbiguousColumn { .. })) => return Err(error),
            Some(Ok(field)) => Some(field),
            _ => None,
        };
        plan.keys.extend(by.map(|field| (vec![field], false)));
        if request.labels.is_some() {
            plan.keys.extend(used.iter().map(|field| (vec![*field], false)));
        }

        let mut rows = scan::scan(self.data(), &plan, request.chunk).map_err(|error| self.memory(&error))?;
        if rows.faults.count > 0 {
            return Err(self.fault(rows.faults));
        }
        if rows.seen == 0 {
            return Err(Error::Empty { path: self.file.to_owned(), found: "a header without rows" });
        }
        if rows.kept == 0 {
            return Err(self.nothing_kept(&plan, request.filters));
        }
        if picks.iter().any(Vec::is_empty) {
            return Err(Error::NoNumbers { path: self.file.to_owned(), columns: columns.labels() });
        }
        let first_line = self.header.lines + 1;
        rows.lines.iter_mut().for_each(|line| *line += first_line);
        let ids_of_rows = (!ids.is_empty()).then(|| rows.keys.remove(0));
        if let Some(keys) = &ids_of_rows
            && let Some((first, second, more)) = keys.doubled().map_err(|error| self.memory(&error))?
        {
            let lines = (rows.lines[first], rows.lines[second]);
            return Err(self.doubled(&plan, (keys.get(first), &ids), lines, more));
        }
        let position = |field: &usize| used.binary_search(field).unwrap_or_default();
        if let Some(labels) = request.labels {
            let keys = rows.keys.split_off(rows.keys.len() - used.len());
            for (field, keys) in used.iter().zip(&keys) {
                let name = columns.label(*field);
                rows.scores.push(labels.column(keys, &rows.lines, request, Some(&name))?);
            }
        }
        let groups = by.and_then(|_| rows.keys.pop());
        let mut parsed = Parsed {
            columns: (used.iter().zip(rows.scores))
                .map(|(field, scores)| Column { label: Some(columns.label(*field)), scores })
                .collect(),
            picks: picks.iter().map(|fields| fields.iter().map(position).collect()).collect(),
            rows: rows.kept,
            ids: ids_of_rows,
            lookalikes: lookalikes.iter().map(|field| columns.label(*field)).zip(rows.keys).collect(),
            lines: rows.lines,
            precision: Precision::Double,
            notes,
            groups: None,
        };
        if let Some(keys) = groups {
            parsed.group_by(&keys);
        }
        Ok(parsed)
    }

    /// The fields that each argument means.
    fn pick(
        &self,
        request: &Request<'_>,
        plan: &Plan<'_>,
        ids: &[usize],
        notes: &mut Vec<String>,
    ) -> Result<Vec<Vec<usize>>, Error> {
        let columns = self.columns();
        let mut bare: Option<Vec<usize>> = None;
        let mut picks = Vec::with_capacity(request.arguments.len());
        for argument in &request.arguments {
            if let Some(wanted) = argument {
                picks.push(vec![columns.find(wanted, ":COLUMN")?]);
                continue;
            }
            if bare.is_none() {
                let kinds: Vec<Kind> =
                    scan::kinds(self.data(), plan).into_iter().map(|(kind, _)| kind).collect();
                let filtered = plan.filters.iter().map(|(field, _)| *field);
                let by = request.by.and_then(|by| columns.find(by, "--by").ok());
                let taken: Vec<usize> = ids.iter().copied().chain(filtered).chain(by).collect();
                let (picked, note) = match columns::bare(&columns, &kinds, &taken, request.globs) {
                    // A table without rows, or one whose filters keep none, has a better error of its own.
                    Err(Error::NoNumbers { .. }) if kinds.iter().all(|kind| *kind == Kind::Nothing) => {
                        (Vec::new(), None)
                    }
                    other => other?,
                };
                notes.extend(note);
                bare = Some(picked);
            }
            picks.push(bare.clone().unwrap_or_default());
        }
        Ok(picks)
    }

    /// Columns that look like ids.
    fn lookalikes(&self) -> Vec<usize> {
        let names = self.header.names.iter().flatten().enumerate();
        names.filter(|(_, name)| columns::is_identifier(name)).map(|(index, _)| index).collect()
    }

    /// Which filter leaves nothing, and what stands in its column.
    fn nothing_kept(&self, plan: &Plan<'_>, filters: &[Filter]) -> Error {
        const FEW: usize = 9;
        let mut seen: Vec<String> = Vec::new();
        // The first filters that keep something, and the next one, which does not.
        let mut most = 0;
        let mut records = Records::new(self.data(), self.delimiter, plan.quoted);
        loop {
            match records.advance() {
                Step::End => break,
                Step::Record if records.len() == plan.width => {}
                _ => continue,
            }
            let held = (0..plan.filters.len())
                .take_while(|index| scan::passes(&records, &plan.filters[*index..=*index]))
                .count();
            if held > most {
                most = held;
                seen.clear();
            }
            if held == most && seen.len() < FEW {
                let value = String::from_utf8_lossy(crate::number::trim(records.field(plan.filters[held].0)));
                if !seen.iter().any(|known| *known == value) {
                    seen.push(value.into_owned());
                }
            }
        }
        let filter: Vec<String> = filters[..=most].iter().map(ToString::to_string).collect();
        Error::NothingKept { path: self.file.to_owned(), filter: filter.join(" and "), seen }
    }
}

fn no_name(_: usize) -> String {
    String::new()
}

fn fault(faults: Faults, file: &str, first_line: u64, name: &dyn Fn(usize) -> String) -> Error {
    match faults.into_fault(file, first_line, name) {
        Some(fault) => fault.into(),
        None => Error::Empty { path: file.to_owned(), found: "nothing" },
    }
}
