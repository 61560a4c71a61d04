//! CSV and TSV tables.
//!
//! Rules: fields are separated by commas or semicolons (csv), tabs (tsv) or blanks (text; details: `separator`); quotes as in RFC 4180, also in tsv; line ends LF or
//! CRLF; every row has as many fields as the first; blank lines only at the end; the first row is a header when it
//! holds words, data when it holds numbers, and an error when it holds both (details: `header`). A column is asked for
//! by its name, else by its number from 1. A column of a bare table is a system when at least half of its first 100
//! cells are numbers; then any other cell is an error. Lines `# restrap.KEY: VALUE` above the first row are metadata.
//!
//! Cost: one pass, in parallel unless the data hold a quote; a table without quotes and one with them go through
//! the same parser.

mod header;
mod record;
mod same_id;
mod scan;
pub(crate) mod separator;
use std::collections::TryReserveError;

use crate::ask::columns::Columns;
use crate::ask::filter::Condition;
use crate::bytes::chunks::Cut;
use crate::error::fault::Faults;
use crate::format::content;
use crate::frame::grid::{Doubles, Grid, Rows, Wanted};
use crate::ids::Ids;
use crate::{Error, Kind};
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
        let end = text
            .iter()
            .rposition(|byte| !newline(byte))
            .map_or(0, |last| last + 1);
        let text = &text[..end];
        let comments = content::split(text).0;
        let lines = memchr::memchr_iter(b'\n', comments).count() as u64;
        let header = header::read(&text[comments.len()..], delimiter)
            .map_err(|faults| fault(faults, file, lines + 1, &no_name))?;
        let Some(mut header) = header else {
            return Err(Error::Empty {
                path: file.to_owned(),
                found: "an empty table",
            });
        };
        header.offset += comments.len();
        header.lines += lines;
        Ok(Self {
            file,
            text,
            delimiter,
            header,
        })
    }

    fn data(&self) -> &'a [u8] {
        &self.text[self.header.offset..]
    }

    fn plan<'w>(&self, wanted: &'w Wanted<'w>) -> Plan<'w> {
        let quoted = memchr::memchr(b'"', self.data()).is_some();
        Plan {
            delimiter: self.delimiter,
            quoted,
            width: self.header.width,
            wanted,
        }
    }

    /// Number of rows, and per column what it holds and an example.
    pub(crate) fn survey(&self, cut: Cut<'_>) -> Result<(usize, Vec<(Kind, String)>), Error> {
        let (filters, scores, keys) = (Vec::new(), Vec::new(), Vec::new());
        let nothing = Wanted {
            filters,
            scores,
            keys,
            missing: crate::Missing::Drop,
            words: None,
            texts_from: None,
        };
        let plan = self.plan(&nothing);
        let rows = scan::scan(self.data(), &plan, cut).map_err(|error| self.memory(&error))?;
        if rows.faults.count > 0 {
            return Err(self.fault(rows.faults));
        }
        Ok((rows.kept, scan::kinds(self.data(), &plan)))
    }
}

impl Grid for Table<'_> {
    fn columns(&self) -> Columns<'_> {
        Columns {
            file: self.file,
            names: self.header.names.as_deref(),
            width: self.header.width,
        }
    }

    fn kinds(&self, wanted: &Wanted<'_>) -> Result<Vec<(Kind, String)>, Error> {
        Ok(scan::kinds(self.data(), &self.plan(wanted)))
    }

    fn scan(&self, wanted: &Wanted<'_>, cut: Cut<'_>) -> Result<Rows, Error> {
        scan::scan(self.data(), &self.plan(wanted), cut).map_err(|error| self.memory(&error))
    }

    fn ends(&self, wanted: &Wanted<'_>) -> Option<Ids> {
        const END: usize = 64 << 10;
        let (data, plan) = (self.data(), self.plan(wanted));
        // A line end between quotes ends no row, so that a quoted table cannot be entered in its middle.
        if plan.quoted || data.len() < 2 * END {
            return None;
        }
        let head = memchr::memrchr(b'\n', &data[..END])?;
        let tail = data.len() - END;
        let tail = tail + memchr::memchr(b'\n', &data[tail..])? + 1;
        let mut ids = Ids::default();
        for part in [&data[..head], &data[tail..]] {
            let rows = scan::scan(part, &plan, Cut::NOT).ok()?;
            ids.append(rows.keys.first()?).ok()?;
        }
        Some(ids)
    }

    fn memory(&self, _: &TryReserveError) -> Error {
        Error::Memory {
            path: self.file.to_owned(),
            bytes: self.text.len() as u64,
        }
    }

    fn fault(&self, faults: Faults) -> Error {
        fault(faults, self.file, self.first_line(), &|field| {
            self.columns().label(field)
        })
    }

    fn first_line(&self) -> u64 {
        self.header.lines + 1
    }

    fn doubled(&self, wanted: &Wanted<'_>, doubles: &Doubles<'_>) -> Error {
        same_id::error(
            &self.columns(),
            self.data(),
            self.first_line(),
            &self.plan(wanted),
            doubles,
        )
    }

    fn nothing_kept(&self, wanted: &Wanted<'_>) -> Error {
        const FEW: usize = 9;
        let plan = self.plan(wanted);
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
            let held = (0..wanted.filters.len())
                .take_while(|index| scan::passes(&records, &wanted.filters[*index..=*index]))
                .count();
            if held > most {
                most = held;
                seen.clear();
            }
            if held == most && seen.len() < FEW {
                let value = String::from_utf8_lossy(crate::format::number::trim(
                    records.field(wanted.filters[held].column),
                ));
                if !seen.iter().any(|known| *known == value) {
                    seen.push(value.into_owned());
                }
            }
        }
        let filter = Condition::all(&wanted.filters[..=most]);
        Error::NothingKept {
            path: self.file.to_owned(),
            filter,
            seen,
        }
    }
}
fn no_name(_: usize) -> String {
    String::new()
}

fn fault(faults: Faults, file: &str, first_line: u64, name: &dyn Fn(usize) -> String) -> Error {
    match faults.into_fault(file, first_line, name) {
        Some(fault) => fault.into(),
        None => Error::Empty {
            path: file.to_owned(),
            found: "nothing",
        },
    }
}
