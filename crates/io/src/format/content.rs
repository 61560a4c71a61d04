//! Which format a file has, by its extension, or else by its first bytes.
//!
//! `.txt`, `.csv`, `.tsv`, `.tab`, `.npy`, `.parquet`, `.pq`, `.arrow`, `.arrows`, `.feather`, `.ipc`, `.jsonl`, `.ndjson`,
//! `.json` and `.eval` (before `.gz` or `.zst`) decide.
//! Elsewhere the magic numbers of NumPy, Parquet and Arrow mean these, that of zip an Inspect log; an object that ends on its line means jsonl, any other
//! and a list of objects json; three fields by tabs, the first of them padded with spaces, output of trec_eval (also in
//! files called `.txt`, `.tsv` or `.eval`), a segment and its score by tabs that of comet-score;
//! a tab between two fields of the first line means tsv; a comma means csv only when the line is a header, because
//! `0,5` may as well be a decimal comma; all else is text.
//!
//! A table may describe itself in lines `# restrap.KEY: VALUE` above its first row.

use crate::error::foreign::Foreign;
use crate::format::comet;
use crate::format::first_row::{FirstRow, first_row};
use crate::format::magic;
use crate::format::nan;
use crate::format::number;
use crate::format::trec;
use crate::{Error, Format};

/// The format of content whose name says `named`, which may be said of output of trec_eval as well: `.eval`, `.txt`.
///
/// # Errors
/// When it is a run, which would read as a table but holds no scores, or may be output of trec_eval under a name of something
/// else.
pub(crate) fn settle(named: Option<Format>, bytes: &[u8], path: &str) -> Result<Format, Error> {
    let loose = matches!(
        named,
        None | Some(Format::Text | Format::Tsv | Format::Eval)
    );
    if loose && magic::format(bytes).is_none() {
        if let Some(found) = trec::run(bytes) {
            return Err(Error::Unsupported {
                path: path.to_owned(),
                found,
            });
        }
        if comet::is_output(bytes) {
            return Ok(Format::Comet);
        }
        if trec::is_output(bytes) {
            return Ok(Format::TrecEval);
        }
        if trec::by_query::is_output(bytes) {
            return Ok(Format::Tsv);
        }
        if matches!(named, Some(Format::Text | Format::Eval)) && trec::may_be_output(bytes) {
            return Err(Error::Unsupported {
                path: path.to_owned(),
                found: Foreign::ThreeFields,
            });
        }
    }
    Ok(match named {
        Some(named @ (Format::Json | Format::Jsonl)) => json(bytes, named),
        Some(named) => named,
        None => by_content(bytes),
    })
}

/// JSON whose name says `named`: what starts with a list is one document, and so is an object that does not end on its line;
/// several objects, a line each, are lines.
fn json(bytes: &[u8], named: Format) -> Format {
    let text = bytes.trim_ascii_start();
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_whole = || serde_json::from_slice::<serde::de::IgnoredAny>(&nan::replaced(line)).is_ok();
    let is_alone = || text[line.len()..].trim_ascii().is_empty();
    match (text.first(), named) {
        (Some(b'['), _) => Format::Json,
        (Some(b'{'), Format::Jsonl) if line.trim_ascii() == b"{" => Format::Json,
        (Some(b'{'), Format::Json) if !is_alone() && is_whole() => Format::Jsonl,
        _ => named,
    }
}

/// By the first bytes, which follow a byte order mark.
pub(crate) fn by_content(bytes: &[u8]) -> Format {
    if let Some(format) = magic::format(bytes) {
        return format;
    }
    match bytes.trim_ascii_start() {
        [b'{', ..] => {
            return json(bytes, Format::Json);
        }
        [b'[', rest @ ..] if rest.trim_ascii_start().starts_with(b"{") => return Format::Json,
        _ => {}
    }
    let table = &bytes[split(bytes).0.len()..];
    let line = table
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    let line = line.get(..crate::error::kind::LINE_LIMIT).unwrap_or(line);
    if line.trim_ascii_start().starts_with(b"#") && !line.contains(&b'\t') {
        return Format::Text;
    }
    if memchr::memchr(b'\t', number::trim(line)).is_some() {
        Format::Tsv
    } else if line.contains(&b',') && first_row(line.split(|byte| *byte == b',')) == FirstRow::Names
    {
        Format::Csv
    } else {
        Format::Text
    }
}

/// Content without its UTF-8 byte order mark; formats that are not read are refused by name.
pub(crate) fn check<'a>(bytes: &'a [u8], path: &str) -> Result<&'a [u8], Error> {
    let found = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Foreign::Utf16,
        [b'F', b'E', b'A', b'1', ..] => Foreign::FeatherOne,
        _ if magic::is_parquet(bytes) => Foreign::Parquet,
        _ if magic::is_arrow(bytes) => Foreign::Arrow,
        [0xef, 0xbb, 0xbf, rest @ ..] => return Ok(rest),
        _ => return Ok(bytes),
    };
    Err(Error::Unsupported {
        path: path.to_owned(),
        found,
    })
}

/// The start of every comment line.
const MARK: &[u8] = b"# restrap.";

/// The comment lines at the head of a table, with their bytes, and the pairs that they hold.
pub(crate) fn split(text: &[u8]) -> (&[u8], Vec<(String, String)>) {
    let mut end = 0;
    let mut pairs = Vec::new();
    while text[end..].starts_with(MARK) {
        let line = text[end..]
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap_or_default();
        end = (end + line.len() + 1).min(text.len());
        // Without the `# ` of the mark.
        let line = String::from_utf8_lossy(&line[2..]);
        if let Some((key, value)) = line.trim_end_matches('\r').split_once(": ") {
            pairs.push((key.to_owned(), unescape(value)));
        }
    }
    (&text[..end], pairs)
}

fn unescape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            (plain, false) => out.push(plain),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_without_an_extension_and_a_decimal_comma_is_never_a_table() {
        for (content, format) in [
            ("0.5\n0.6\n", Format::Text),
            ("0,5\n0,6\n", Format::Text),
            ("id,score\n1,0.5\n", Format::Csv),
            ("1\t0.5\n2\t0.6\n", Format::Tsv),
            ("0.5\t\n0.6\t\n", Format::Text),
            ("# mean, by item\n0.5\n", Format::Text),
            ("\u{93}", Format::Text),
            ("{\"a\": 1}\n{\"a\": 2}\n", Format::Jsonl),
            ("{\n\"eval\": {}}", Format::Json),
            ("[\n {\"a\": 1}]", Format::Json),
            ("[0.5]\n", Format::Text),
        ] {
            assert_eq!(by_content(content.as_bytes()), format, "{content:?}");
        }
        assert_eq!(by_content(b"\x93NUMPY\x01\x00"), Format::Npy);
    }

    #[test]
    fn unpadded_output_of_trec_eval_is_asked_about_where_the_name_says_something_else() {
        for named in [Format::Text, Format::Eval] {
            let error = settle(Some(named), b"map\t1\t0.5\n", "e1").unwrap_err();
            assert!(
                error.hint().unwrap().contains("`input-format=trec_eval`"),
                "{error}"
            );
            for other in [&b"0.5\n"[..], b"0.5\t1\t2\n", b"map\t1\n", b"a\tb\tc\n"] {
                assert_eq!(settle(Some(named), other, "e1").unwrap(), named);
            }
        }
        assert_eq!(
            settle(Some(Format::Tsv), b"map\t1\t0.5\n", "e1").unwrap(),
            Format::Tsv
        );
    }

    #[test]
    fn foreign_formats_are_named() {
        assert_eq!(check(b"\xef\xbb\xbf0.5", "x").unwrap(), b"0.5");
        for (bytes, name) in [(&b"PAR1...."[..], "Parquet"), (b"\xff\xfe0\0", "UTF-16")] {
            assert!(check(bytes, "x").unwrap_err().to_string().contains(name));
        }
    }
}
