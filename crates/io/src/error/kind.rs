//! What can be wrong at a place, and what to do about it.

use std::borrow::Cow;

use restrap_words::asked_as;

use crate::words;
use crate::{Format, Missing};

/// The longest line (or quoted record) that a reader accepts: an endless line must not fill the memory.
pub(crate) const LINE_LIMIT: usize = 1 << 20;

/// What is wrong at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// Not a number at all.
    NotANumber,
    /// An empty cell, `NaN`, `NA` or `null` where missing scores are errors.
    Missing,
    /// An infinity.
    Infinite,
    /// A decimal beyond the largest double.
    Overflow,
    /// An integer beyond 2^53 that a double would round.
    Inexact,
    /// A blank line before the last score.
    BlankLine,
    /// A line longer than 1 MiB.
    LongLine,
    /// A table row with another number of fields than the first line.
    Fields {
        /// Fields in the first line.
        expected: usize,
        /// Fields in this row.
        found: usize,
    },
    /// A first line that may be a header or data.
    UnclearHeader,
    /// Text that is not UTF-8, or that holds a NUL byte, where names and ids are needed.
    NotText,
    /// A carriage return that does not belong to a line end.
    LoneReturn,
    /// An empty id.
    EmptyId,
    /// A quote that is never closed.
    OpenQuote,
    /// A byte other than 0 and 1 in an array of booleans.
    NotBoolean,
    /// An empty label.
    NoLabel,
    /// No text where one is needed.
    NoText,
    /// A label that stands twice in one item.
    LabelTwice,
    /// A number that is not from 0 to 1.
    NotAProbability,
    /// Text that is not JSON.
    NotJson,
    /// JSON, but no object.
    NotAnObject,
    /// A key that stands twice in one object, or two ways to one path.
    DoubledKey,
    /// Objects nested too deep.
    TooDeep,
}

impl FaultKind {
    /// Whether the place holds something that is not a finite number, rather than something unreadable.
    pub(crate) fn is_non_finite(self) -> bool {
        matches!(
            self,
            Self::Missing | Self::NoLabel | Self::NoText | Self::Infinite | Self::Overflow
        )
    }
}

const MACINTOSH: &str = "are these old Macintosh line ends? convert them to newlines";

/// What to do about a bad place of a JSON record, from what was found there.
pub(crate) fn json_hint(kind: FaultKind, found: &str) -> Option<String> {
    let text = found
        .strip_prefix("the text `")
        .and_then(|text| text.strip_suffix('`'));
    if let (FaultKind::NotANumber, Some(words)) =
        (kind, text.and_then(|text| words_hint(text.as_bytes())))
    {
        return Some(words);
    }
    match kind {
        FaultKind::NotANumber if found.starts_with("the text") => {
            Some("write numbers without quotes, or pick another field with `FILE:FIELD`".to_owned())
        }
        FaultKind::NotANumber if found.contains('[') => Some(format!(
            "if the list holds answers to one item: `{} {}`; else pick a field that holds numbers with `FILE:FIELD`",
            asked_as("id", "COL"),
            asked_as("repeat", "order")
        )),
        FaultKind::NotANumber => {
            Some("pick a field that holds numbers with `FILE:FIELD`".to_owned())
        }
        kind => hint(kind, found.as_bytes(), true, false),
    }
}

/// What to do about a bad place, from what was found there.
pub(crate) fn hint(kind: FaultKind, found: &[u8], table: bool, first: bool) -> Option<String> {
    let text = match kind {
        FaultKind::NotANumber => return Some(number_hint(found.trim_ascii(), table, first).into()),
        FaultKind::Missing => return Some(missing_hint("0")),
        FaultKind::Infinite | FaultKind::Overflow => {
            "a score must be finite: correct it, or write NaN for a missing one"
        }
        FaultKind::Inexact => {
            "write it with a decimal exponent if rounding is acceptable, or rescale the scores"
        }
        FaultKind::BlankLine => "lines are paired by position: write NaN where a score is missing",
        FaultKind::LongLine => {
            "a line holds one item, in at most 1 MiB: end each item with a line feed, or write texts as JSON lines, `FILE.jsonl:COLUMN`"
        }
        FaultKind::Fields {
            expected: 1,
            found: 2,
        } => "if this is a decimal comma, write a decimal point: 0.5",
        FaultKind::Fields { expected, found } if found == expected + 1 => {
            "if the first column has no name in the header (as in tables written by R), give it one"
        }
        FaultKind::Fields { .. } => {
            "every row needs every field; a field that holds the separator needs quotes"
        }
        FaultKind::UnclearHeader => {
            "if it is data, put a header line above it (such as `id,score`); if it is a header, give each column a \
             name that is not a number"
        }
        FaultKind::NotText => "save the file as UTF-8",
        FaultKind::LoneReturn => MACINTOSH,
        FaultKind::EmptyId => {
            let filter = asked_as("where", "COL=VALUE");
            return Some(format!(
                "every row needs an id; `{filter}` keeps the rows that have one"
            ));
        }
        FaultKind::OpenQuote => {
            "a field that starts with a quote must end with one; a quote inside it is doubled"
        }
        FaultKind::NoText if found == b"no value" => {
            let [drop, zero] =
                [Missing::Drop, Missing::Zero].map(|choice| asked_as("missing", choice));
            return Some(format!(
                "`{drop}` leaves such items out; `{zero}` takes an empty text, and scores against the other references where one of \
                 several is missing"
            ));
        }
        FaultKind::NotBoolean | FaultKind::NoLabel | FaultKind::NoText | FaultKind::LabelTwice => {
            return None;
        }
        FaultKind::NotAProbability => {
            "percentages are divided by 100, and scores that are not probabilities are not read"
        }
        FaultKind::NotJson if memchr::memmem::find(found, b"(EOF while").is_some() => {
            "it ends too early: write or copy it again, whole"
        }
        FaultKind::NotJson | FaultKind::NotAnObject => {
            "a .jsonl file holds one object per line, a .json file a list of objects"
        }
        FaultKind::DoubledKey => "readers differ in which value counts: keep one",
        FaultKind::TooDeep => "write the scores near the top of each object",
    };
    Some(text.to_owned())
}

/// What to do about a missing score or label; `zero`: what it counts as if it is to count.
pub(crate) fn missing_hint(zero: &str) -> String {
    let [drop, count] = [Missing::Drop, Missing::Zero].map(|choice| asked_as("missing", choice));
    format!("`{drop}` leaves such items out of every system, `{count}` counts them as {zero}")
}

/// Returns `true` for several numbers with blanks between them.
fn are_numbers(line: &[u8]) -> bool {
    let mut fields = line
        .split(u8::is_ascii_whitespace)
        .filter(|field| !field.is_empty());
    let is_number = |field: &[u8]| fast_float2::parse::<f64, _>(field).is_ok();
    fields.clone().nth(1).is_some() && fields.all(is_number)
}

/// Returns the hint for a line of a TREC run or of relevance judgements.
fn ranked_hint(line: &[u8]) -> Option<String> {
    let fields: Vec<&[u8]> = line
        .split(u8::is_ascii_whitespace)
        .filter(|field| !field.is_empty())
        .collect();
    let is_number = |field: &[u8]| fast_float2::parse::<f64, _>(field).is_ok();
    let metric = asked_as("metric", "ndcg@10");
    match fields[..] {
        [_, iteration, _, grade] if is_number(iteration) && is_number(grade) => Some(format!(
            "if these are relevance judgements, they go with runs: `{metric} {}`",
            asked_as("qrels", "FILE")
        )),
        [_, _, _, rank, score, _] if is_number(rank) && is_number(score) => Some(format!(
            "if this is a run, it needs a metric and relevance judgements: `{metric} {}`",
            asked_as("qrels", "FILE")
        )),
        _ => None,
    }
}

/// Returns the hint for a word that is a score only beside others.
fn words_hint(found: &[u8]) -> Option<String> {
    let words = words::set_of(found)?;
    Some(format!(
        "if these words are scores: `{}`",
        asked_as("words", words)
    ))
}

/// The numbers of `8/10`.
fn fraction(cell: &[u8]) -> Option<(f64, f64)> {
    let (count, of) = std::str::from_utf8(cell).ok()?.split_once('/')?;
    let (count, of): (f64, f64) = (count.trim().parse().ok()?, of.trim().parse().ok()?);
    (of > 0.0 && count.is_finite() && of.is_finite()).then_some((count, of))
}

/// Returns `true` for a line of YAML: `key: value`, perhaps behind a dash.
fn is_yaml(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"- ").unwrap_or(line);
    let key = memchr::memmem::find(line, b": ").map(|at| &line[..at]);
    key.is_some_and(|key| {
        !key.is_empty()
            && key
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    })
}

/// Returns `true` for a token of a tree in CoNLL-U.
fn is_conllu(line: &[u8]) -> bool {
    let fields: Vec<&[u8]> = line.split(|byte| *byte == b'\t').collect();
    let is_number = |field: &[u8]| !field.is_empty() && field.iter().all(u8::is_ascii_digit);
    fields.len() == 10 && is_number(fields[0]) && (is_number(fields[6]) || fields[6] == b"_")
}

fn number_hint(found: &[u8], table: bool, first: bool) -> Cow<'static, str> {
    let read_as = |what: &str, format: Format| {
        format!("{what}, use `{}`", asked_as("input-format", format)).into()
    };
    let lower = found.to_ascii_lowercase();
    let digits = |bytes: &[u8]| !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit);
    let unsigned = lower
        .strip_prefix(b"-")
        .or(lower.strip_prefix(b"+"))
        .unwrap_or(&lower);
    if unsigned.starts_with(b"0x") {
        "write hexadecimal numbers in decimal".into()
    } else if let Some(words) = words_hint(found).filter(|_| table) {
        words.into()
    } else if matches!(
        &lower[..],
        b"true" | b"false" | b"yes" | b"no" | b"t" | b"f" | b"y" | b"n"
    ) {
        if table {
            "write 1 and 0, or true and false".into()
        } else {
            "write 1 and 0".into()
        }
    } else if let Some(at) = unsigned.iter().position(|b| *b == b',')
        && (at == 0 || digits(&unsigned[..at]))
        && digits(&unsigned[at + 1..])
    {
        if table {
            "if this is a decimal comma, write a decimal point: 0.5".into()
        } else {
            read_as(
                "if this is a decimal comma, write a decimal point: 0.5; if it separates columns",
                Format::Csv,
            )
        }
    } else if unsigned
        .strip_suffix(b"%")
        .is_some_and(|rest| fast_float2::parse::<f64, _>(rest).is_ok())
    {
        "write percentages as plain numbers, without `%`: `tr -d '%' < FILE > PLAIN`".into()
    } else if found.starts_with("\u{2212}".as_bytes()) {
        "the minus sign is U+2212: write the ASCII `-`".into()
    } else if found.contains(&b'\r') {
        MACINTOSH.into()
    } else if found.starts_with(b"\x80") && found.contains(&0) {
        "if this is a pickle of Python, load it there and write the scores with numpy.save or pandas.DataFrame.to_csv".into()
    } else if found.contains(&0) {
        "is this a binary file?".into()
    } else if let (true, Some((count, of))) = (table, fraction(found)) {
        format!(
            "write one number: {count} if every cell is out of {of}, else {}",
            count / of
        )
        .into()
    } else if table && found.contains(&b'\t') {
        read_as("if tabs separate the columns", Format::Tsv)
    } else if table {
        "correct the cell, or empty it: an empty cell is a missing score; further lines of headings are deleted".into()
    } else if found.starts_with(b"{") {
        read_as("if these are JSON lines", Format::Jsonl)
    } else if found.starts_with(b"<") {
        "of XML, reports of JUnit and segments of WMT are read; write others as CSV or JSON".into()
    } else if is_yaml(found) {
        "YAML is not read: write it as JSON or CSV".into()
    } else if is_conllu(found) {
        let (metric, gold) = (asked_as("metric", "las"), asked_as("gold", "FILE"));
        format!("if these are dependency trees: `{metric} {gold}`").into()
    } else if found.contains(&b'\t') {
        read_as("if this is a table", Format::Tsv)
    } else if found.contains(&b',') {
        read_as("if this is a table", Format::Csv)
    } else if are_numbers(found) {
        "if these are columns of numbers, name them by their places: `FILE:1 FILE:2`".into()
    } else if let Some(hint) = ranked_hint(found) {
        hint.into()
    } else if found.split(u8::is_ascii_whitespace).nth(2).is_some() {
        format!(
            "texts need a metric and what they are compared with: `{} {}`",
            asked_as("metric", "bleu"),
            asked_as("ref", "FILE")
        )
        .into()
    } else if first {
        read_as(
            "a text file holds one number per line; if this is a header",
            Format::Csv,
        )
    } else {
        "a text file holds one number per line".into()
    }
}
