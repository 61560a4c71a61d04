//! Records of delimited text, one at a time, with their place.
//!
//! A thin layer over `csv-core` that bounds what one record may hold (1 MiB: the reader of the `csv` crate would grow
//! it without limit), reports blank lines, which `csv-core` skips, and finds the line and byte of a field. A lone
//! carriage return is not a line end. Text without quotes may be read in pieces cut at any newline, with equal results.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder, Terminator};

use crate::error::kind::LINE_LIMIT;

/// What [`Records::advance`] came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Record,
    Blank,
    TooLong,
    OpenQuote,
    End,
}

/// A reader of records.
pub(crate) struct Records<'a> {
    text: &'a [u8],
    delimiter: u8,
    quoted: bool,
    reader: Reader,
    /// The current record: its fields one after another, and where each ends.
    fields: Vec<u8>,
    ends: Vec<usize>,
    count: usize,
    /// Where the current record starts, and where the next one does.
    start: usize,
    at: usize,
    line: u64,
    next_line: u64,
}

impl<'a> Records<'a> {
    /// `quoted`: whether the text may hold quotes; without them a record is a line.
    pub(crate) fn new(text: &'a [u8], delimiter: u8, quoted: bool) -> Self {
        Self {
            text,
            delimiter,
            quoted,
            reader: reader(delimiter, quoted),
            fields: vec![0; 1 << 10],
            ends: vec![0; 1 << 6],
            count: 0,
            start: 0,
            at: 0,
            line: 0,
            next_line: 0,
        }
    }

    /// Moves to the next record.
    pub(crate) fn advance(&mut self) -> Step {
        self.start = self.at;
        self.line = self.next_line;
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return Step::End;
        }
        if rest.starts_with(b"\n") || rest.starts_with(b"\r\n") {
            self.at += if rest[0] == b'\n' { 1 } else { 2 };
            self.next_line += 1;
            return Step::Blank;
        }
        let (mut taken, mut written, mut count) = (0, 0, 0);
        loop {
            let (result, read, wrote, ended) = self.reader.read_record(
                &rest[taken..],
                &mut self.fields[written..],
                &mut self.ends[count..],
            );
            taken += read;
            written += wrote;
            count += ended;
            match result {
                // The next call sees empty input, which ends the record.
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if self.fields.len() < LINE_LIMIT => {
                    self.fields.resize(self.fields.len() * 2, 0);
                }
                ReadRecordResult::OutputEndsFull if self.ends.len() < LINE_LIMIT => {
                    self.ends.resize(self.ends.len() * 2, 0);
                }
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                    return self.skip_long();
                }
                ReadRecordResult::Record => break,
                ReadRecordResult::End => return Step::End,
            }
        }
        if taken > LINE_LIMIT {
            return self.skip_long();
        }
        self.count = count;
        self.at += taken;
        if !self.quoted {
            self.next_line += 1;
            return Step::Record;
        }
        self.next_line += memchr::memchr_iter(b'\n', &rest[..taken]).count() as u64;
        if self.at == self.text.len() && walk(self.raw(), self.delimiter, usize::MAX).open {
            return Step::OpenQuote;
        }
        Step::Record
    }

    /// Goes on behind a record beyond the limit; a quote that may be open leaves nothing to go on with.
    fn skip_long(&mut self) -> Step {
        let rest = &self.text[self.start..];
        let end = if self.quoted {
            None
        } else {
            memchr::memchr(b'\n', rest)
        };
        self.at = self.start + end.map_or(rest.len(), |newline| newline + 1);
        self.next_line = self.line + 1;
        self.reader = reader(self.delimiter, self.quoted);
        Step::TooLong
    }

    /// How many fields the current record has.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// A field, unquoted, without the carriage return of the line end.
    #[inline]
    pub(crate) fn field(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        let field = &self.fields[start..self.ends[index]];
        match field {
            // CRLF that was written as text of a system that writes CRLF has one more.
            [field @ .., b'\r', b'\r'] | [field @ .., b'\r'] if index + 1 == self.count => field,
            field => field,
        }
    }

    /// All fields.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.count).map(|index| self.field(index))
    }

    /// The current record as it stands in the text.
    pub(crate) fn raw(&self) -> &'a [u8] {
        &self.text[self.start..self.at]
    }

    /// Where the next record starts.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// The line, from 0, where the current record starts.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// Lines up to the next record.
    pub(crate) fn lines_read(&self) -> u64 {
        self.next_line
    }

    /// Line from 0 and byte from 1 where a field starts.
    pub(crate) fn place(&self, field: usize) -> (u64, u64) {
        let walked = walk(self.raw(), self.delimiter, field);
        (self.line + walked.line, walked.column)
    }
}

fn reader(delimiter: u8, quoted: bool) -> Reader {
    let mut builder = ReaderBuilder::new();
    let mut reader = builder
        .delimiter(delimiter)
        .terminator(Terminator::Any(b'\n'))
        .quoting(quoted)
        .build();
    // csv-core drops a byte order mark at the start of its input; the start of a piece is not the start of the file.
    reader.read_record(b"\n", &mut [0], &mut [0]);
    reader
}

struct Walked {
    line: u64,
    column: u64,
    open: bool,
}

/// Where in a field a byte stands, by the rules of `csv-core`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Plain,
    Quoted,
    /// Behind a closing quote, which a second quote would turn into a doubled one.
    Closed,
}

/// Walks a raw record to the start of a field, or to its end; there, a quote still open is where it opened.
fn walk(raw: &[u8], delimiter: u8, field: usize) -> Walked {
    let (mut line, mut line_start, mut seen) = (0, 0, 0);
    let mut state = State::Start;
    let mut opened = (0, 1);
    for (at, byte) in raw.iter().enumerate() {
        let column = (at - line_start) as u64 + 1;
        if seen == field {
            return Walked {
                line,
                column,
                open: false,
            };
        }
        if *byte == b'\n' {
            line += 1;
            line_start = at + 1;
        }
        state = match (state, *byte) {
            (State::Quoted, b'"') => State::Closed,
            (State::Quoted, _) | (State::Closed, b'"') => State::Quoted,
            (State::Start, b'"') => {
                opened = (line, column);
                State::Quoted
            }
            (_, byte) if byte == delimiter => {
                seen += 1;
                State::Start
            }
            _ => State::Plain,
        };
    }
    if state == State::Quoted {
        return Walked {
            line: opened.0,
            column: opened.1,
            open: true,
        };
    }
    Walked {
        line,
        column: (raw.len() - line_start) as u64 + 1,
        open: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, quoted: bool) -> Vec<(Step, u64, Vec<String>)> {
        let mut records = Records::new(text.as_bytes(), b',', quoted);
        let mut all = Vec::new();
        loop {
            let step = records.advance();
            if step == Step::End {
                return all;
            }
            let fields = if step == Step::Record {
                records.fields().collect()
            } else {
                Vec::new()
            };
            let fields = fields
                .into_iter()
                .map(|field| String::from_utf8_lossy(field).into_owned())
                .collect();
            all.push((step, records.line(), fields));
        }
    }

    fn record(line: u64, fields: &[&str]) -> (Step, u64, Vec<String>) {
        (
            Step::Record,
            line,
            fields.iter().map(ToString::to_string).collect(),
        )
    }

    #[test]
    fn quotes_newlines_in_quotes_crlf_and_blank_lines_keep_their_lines() {
        let rows = read("a,\"b,\"\"c\"\"\"\r\n\r\n\"x\ny\",2\n3,\"\"", true);
        assert_eq!(
            rows,
            [
                record(0, &["a", "b,\"c\""]),
                (Step::Blank, 1, vec![]),
                record(2, &["x\ny", "2"]),
                record(4, &["3", ""])
            ]
        );
    }

    #[test]
    fn line_ends_that_were_converted_twice_are_line_ends() {
        assert_eq!(
            read("a,b\r\r\nc,d\r\n", false),
            [record(0, &["a", "b"]), record(1, &["c", "d"])]
        );
    }

    #[test]
    fn a_lone_carriage_return_and_a_late_byte_order_mark_are_content() {
        assert_eq!(
            read("a\rb\n\u{feff}c,d\n", false),
            [record(0, &["a\rb"]), record(1, &["\u{feff}c", "d"])]
        );
        assert_eq!(
            read("\u{feff}c,d\n", false),
            [record(0, &["\u{feff}c", "d"])]
        );
    }

    #[test]
    fn an_open_quote_is_found_where_it_opens() {
        let mut records = Records::new(b"1,2\n3,x\"y\n4,\"5\n6\n", b',', true);
        assert_eq!(
            [records.advance(), records.advance(), records.advance()],
            [Step::Record, Step::Record, Step::OpenQuote]
        );
        assert_eq!(records.place(usize::MAX), (2, 3));
    }

    #[test]
    fn quotes_inside_a_plain_field_open_nothing() {
        assert_eq!(
            read("a,5\"\"\n1,6\"", true),
            [record(0, &["a", "5\"\""]), record(1, &["1", "6\""])]
        );
    }

    #[test]
    fn a_field_behind_a_quoted_newline_is_placed_on_its_own_line() {
        let mut records = Records::new(b"\"a\nb\"\"\",\"c\",d\n", b',', true);
        records.advance();
        assert_eq!(
            [records.place(0), records.place(1), records.place(2)],
            [(0, 1), (1, 6), (1, 10)]
        );
    }

    #[test]
    fn a_record_beyond_the_limit_is_skipped_without_quotes_and_final_with_them() {
        let long = "9".repeat(LINE_LIMIT + 1);
        let rows = read(&format!("1,2\n{long}\n3,4\n"), false);
        assert_eq!(
            rows,
            [
                record(0, &["1", "2"]),
                (Step::TooLong, 1, vec![]),
                record(2, &["3", "4"])
            ]
        );
        let rows = read(&format!("1,\"{long}\n3,4\n"), true);
        assert_eq!(rows, [(Step::TooLong, 0, vec![])]);
        let commas = ",".repeat(LINE_LIMIT + 1);
        assert_eq!(
            read(&format!("{commas}\n1,2"), false),
            [(Step::TooLong, 0, vec![]), record(1, &["1", "2"])]
        );
    }
}
