//! One file from its path to its columns: open, digest, unpack, choose the format, parse, check for change.

use crate::bytes::chunks::Cut;
#[cfg(feature = "columnar")]
use crate::bytes::held;
use crate::bytes::named;
use crate::bytes::source::{self, Source};
use crate::error::subject::Subject;
use crate::format::content;
use crate::format::magic;
use crate::frame::grid;
use crate::frame::parsed::{Opened, Parsed, Precision, Request};
use crate::read::table::{Table, separator};
use crate::read::trec::{By, Evaluated};
use crate::read::{columnar, document, json, labels, logs, npy, text};
use crate::{Cells, Compression, Error, Format};

/// The content of a file, or a table in memory.
#[derive(Clone, Copy)]
pub(crate) enum Stored<'a> {
    /// The unpacked content of a file, without a byte order mark.
    Bytes(&'a [u8], Format),
    /// A table in memory.
    #[cfg(feature = "columnar")]
    Table(&'a held::HeldTable),
}

/// Opens a file and gives its content to `parse`, while another thread digests it.
///
/// `files`: those that the path stands for, none for one file.
pub(crate) fn open<T: Send>(
    (path, files): (&str, &[String]),
    mmap: bool,
    format: Option<Format>,
    parse: impl FnOnce(Stored<'_>) -> Result<T, Error> + Send,
) -> Result<Opened<T>, Error> {
    #[cfg(feature = "columnar")]
    if let Some(table) = held::at(path) {
        return Ok(Opened {
            content: parse(Stored::Table(&table))?,
            format: Format::Arrow,
            compression: None,
            bytes: 0,
            blake3: String::new(),
        });
    }
    let named = magic::by_name(path).1;
    let lines = format.or(named).is_none_or(Format::has_lines);
    let source = Source::open_files(path, files, mmap, lines)?;
    let (read, blake3) = rayon::join(
        || interpret(source.bytes(), path, (format, named), parse),
        || source.digest(),
    );
    // A file that changed explains any other error, so that it is said first.
    source.unchanged()?;
    let (content, format, compression) = read?;
    Ok(Opened {
        content,
        format,
        compression,
        bytes: source.bytes().len() as u64,
        blake3,
    })
}

/// Unpacks stored bytes, settles their format (from what the caller says, else from name and content), and parses them.
fn interpret<T>(
    stored: &[u8],
    path: &str,
    (given, named): (Option<Format>, Option<Format>),
    parse: impl FnOnce(Stored<'_>) -> Result<T, Error>,
) -> Result<(T, Format, Option<Compression>), Error> {
    let format = given.or(named);
    let unpacked = source::unpack(stored, path, format.is_none_or(Format::has_lines))?;
    let (compression, content) = match &unpacked {
        Some((kind, bytes)) => (Some(*kind), &bytes[..]),
        None => (None, stored),
    };
    let shown = named::shown(path);
    if content.is_empty() {
        return Err(Error::Empty {
            path: shown.to_owned(),
            found: "an empty file",
        });
    }
    let binary = format
        .or(magic::format(content))
        .is_some_and(Format::is_binary);
    let content = if binary {
        content
    } else {
        content::check(content, shown)?
    };
    let format = match given {
        Some(given) => given,
        None => content::settle(named, content, shown)?,
    };
    let parsed = if compression.is_none() && matches!(format, Format::Json | Format::Jsonl) {
        // Its text is checked once and borrowed until the end: no byte may change meanwhile, as those of a mapping may.
        let own = source::read_all(content, path, false, content.len() as u64)?;
        parse(Stored::Bytes(&own, format))
    } else {
        parse(Stored::Bytes(content, format))
    };
    Ok((parsed?, format, compression))
}

/// Parses content of a known format, or a table in memory.
pub(crate) fn parse(stored: Stored<'_>, request: &Request<'_>) -> Result<Parsed, Error> {
    let (bytes, format) = match stored {
        Stored::Bytes(bytes, format) => (bytes, format),
        #[cfg(feature = "columnar")]
        Stored::Table(table) => return columnar::parse_held(table, request),
    };
    if matches!(format, Format::Tsv | Format::Text) {
        let has_columns = || request.arguments.iter().any(Option::is_some);
        let table = match request.texts {
            None => document::known::text(bytes, request.file),
            Some(_) if has_columns() => document::known::named_texts(bytes),
            Some(_) => None,
        };
        if let Some(table) = table {
            return json::parse_table(table, request);
        }
    }
    match format {
        Format::Csv => grid::parse(
            &Table::open(bytes, request.file, separator::of_csv(bytes))?,
            request,
        ),
        Format::Tsv => grid::parse(&Table::open(bytes, request.file, b'\t')?, request),
        Format::Npy => {
            refuse_keys(format, request)?;
            npy::parse(bytes, request)?.into_texts(request)
        }
        Format::Parquet | Format::Arrow => columnar::parse(bytes, format, request),
        Format::TrecEval => grid::parse(
            &Evaluated::open(bytes, request.file, By::TrecEval)?,
            request,
        ),
        Format::Comet => grid::parse(&Evaluated::open(bytes, request.file, By::Comet)?, request),
        Format::Jsonl | Format::Json => json::parse(bytes, format, request),
        Format::Eval => logs::inspect::parse(bytes, format, request),
        Format::Text => {
            let are_texts = request
                .texts
                .is_some_and(|texts| texts.cells == Cells::Texts);
            let asks = request.asks_columns();
            // Sentences have as many words as they like.
            if (asks || !are_texts)
                && let Some((table, by)) = separator::of_text(bytes, asks)
            {
                return grid::parse(&Table::open(&table, request.file, by)?, request);
            }
            refuse_keys(format, request)?;
            if request
                .arguments
                .iter()
                .flatten()
                .any(|column| *column != "1")
            {
                return Err(no_columns(format, request, Subject::COLUMN));
            }
            if let Some(texts) = request.texts {
                return labels::lines(bytes, request, texts);
            }
            let scores = text_scores(bytes, request.file, request.missing, request.cut)?;
            Ok(Parsed::single(
                scores,
                request.arguments.len(),
                Precision::Double,
            ))
        }
    }
}

/// The numbers of a text file.
pub(crate) fn text_scores(
    bytes: &[u8],
    file: &str,
    missing: crate::Missing,
    cut: Cut<'_>,
) -> Result<Vec<f64>, Error> {
    let read = text::parse(bytes, missing, cut).map_err(|_| Error::Memory {
        path: file.to_owned(),
        bytes: bytes.len() as u64,
    })?;
    if let Some(fault) = read.faults.into_fault(file, 1, |_| String::new()) {
        return Err(fault.into());
    }
    if read.scores.is_empty() {
        return Err(Error::Empty {
            path: file.to_owned(),
            found: "only comments or blank lines",
        });
    }
    Ok(read.scores)
}

fn refuse_keys(format: Format, request: &Request<'_>) -> Result<(), Error> {
    if !request.ids.is_empty() && !request.may_lack_ids {
        return Err(no_columns(format, request, Subject::ID));
    }
    if !request.filters.is_empty() {
        return Err(no_columns(format, request, Subject::WHERE));
    }
    Ok(())
}

fn no_columns(format: Format, request: &Request<'_>, by: Subject) -> Error {
    Error::NoColumns {
        file: request.file.to_owned(),
        by,
        format,
    }
}

#[cfg(test)]
mod tests {
    //! Every prefix of five small valid files, and every value of every byte: an error with a message, or finite
    //! scores, never a panic. Overflow checks are on in the test profile.

    use std::io::Write;

    use super::*;
    use crate::{Filter, Missing};

    const TEXT: &str = "0.125\n# c\n0.25\r\n-1e-3\n";
    const CSV: &str = "qid,\"a,b\",k\nq1,0.5,x\n\"q\"\"2\",1,x\nq3,true,y\n";

    /// `zstd --check` of four numbers: 0.125, 0.25, 0.5, -1e-3.
    const ZSTD: [u8; 34] = [
        0x28, 0xb5, 0x2f, 0xfd, 0x24, 0x15, 0xa9, 0x00, 0x00, 0x30, 0x2e, 0x31, 0x32, 0x35, 0x0a,
        0x30, 0x2e, 0x32, 0x35, 0x0a, 0x30, 0x2e, 0x35, 0x0a, 0x2d, 0x31, 0x65, 0x2d, 0x33, 0x0a,
        0x05, 0xf3, 0x5b, 0x32,
    ];

    fn npy() -> Vec<u8> {
        let mut bytes =
            b"\x93NUMPY\x01\x00\x3d\x00{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }"
                .to_vec();
        bytes.push(b'\n');
        let length = (bytes.len() - 10) as u16;
        bytes[8..10].copy_from_slice(&length.to_le_bytes());
        (0..6u8).for_each(|value| bytes.extend((f32::from(value) / 4.0).to_le_bytes()));
        bytes
    }

    fn gzip() -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(TEXT.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    /// Scores of all columns, under the strictest request that the original passes.
    fn read(bytes: &[u8], name: &str) -> Result<Vec<Vec<f64>>, Error> {
        let csv = name == "a.csv";
        let ids = [String::from("qid")];
        let filters = ["k=x".parse::<Filter>().unwrap()];
        let request = Request {
            file: name,
            arguments: vec![None],
            ids: if csv { &ids } else { &[] },
            long: false,
            filters: if csv { &filters } else { &[] },
            missing: Missing::Error,
            said: crate::frame::parsed::Said {
                paired: true,
                ..crate::frame::parsed::Said::default()
            },
            globs: None,
            texts: None,
            groups: &[],
            check_ids: false,
            may_lack_ids: false,
            cut: 8.into(),
        };
        let format = magic::by_name(name).1;
        let (parsed, ..) = interpret(bytes, name, (None, format), |stored| {
            parse(stored, &request)
        })?;
        Ok(parsed
            .columns
            .into_iter()
            .map(|column| column.scores)
            .collect())
    }

    fn files() -> [(&'static str, Vec<u8>); 5] {
        [
            ("a.txt", TEXT.into()),
            ("a.csv", CSV.into()),
            ("a.npy", npy()),
            ("a.txt.gz", gzip()),
            ("a.txt.zst", ZSTD.into()),
        ]
    }

    /// Whether the outcome is one that a caller can live with.
    fn is_sound(outcome: &Result<Vec<Vec<f64>>, Error>) -> bool {
        match outcome {
            Ok(columns) => columns.iter().flatten().all(|score| score.is_finite()),
            Err(error) => {
                !error.to_string().is_empty() && error.hint().is_none_or(|hint| !hint.is_empty())
            }
        }
    }

    #[test]
    fn a_file_that_changes_while_it_is_parsed_is_reported_before_any_other_error() {
        for mmap in [true, false] {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(b"0.5\n").unwrap();
            let path = file.path().to_str().unwrap().to_owned();
            let outcome = open((&path, &[]), mmap, Some(Format::Text), |_| {
                file.write_all(b"0.25\n").unwrap();
                Err::<(), Error>(Error::NoSystems)
            });
            assert_eq!(outcome.unwrap_err().class().name(), "changed");
        }
    }

    #[test]
    fn the_five_files_are_valid() {
        let scores: Vec<Vec<Vec<f64>>> = files()
            .iter()
            .map(|(name, bytes)| read(bytes, name).unwrap())
            .collect();
        assert_eq!(scores[0], [[0.125, 0.25, -1e-3]]);
        assert_eq!(scores[1], [[0.5, 1.0]]);
        assert_eq!(scores[2], [[0.0, 0.5, 1.0], [0.25, 0.75, 1.25]]);
        assert_eq!(scores[3], scores[0]);
        assert_eq!(scores[4], [[0.125, 0.25, 0.5, -1e-3]]);
    }

    #[test]
    fn no_prefix_panics_and_binary_prefixes_are_errors() {
        for (name, bytes) in files() {
            for end in 0..bytes.len() {
                let outcome = read(&bytes[..end], name);
                assert!(is_sound(&outcome), "{name}: {end} bytes: {outcome:?}");
                let binary = !matches!(name, "a.txt" | "a.csv");
                assert!(
                    outcome.is_err() || !binary,
                    "{name}: {end} bytes: {outcome:?}"
                );
            }
        }
    }

    #[test]
    fn no_changed_byte_panics_and_checksums_hold() {
        for (name, bytes) in files() {
            let original = read(&bytes, name).unwrap();
            for at in 0..bytes.len() {
                for value in 0..=u8::MAX {
                    let mut changed = bytes.clone();
                    changed[at] = value;
                    let outcome = read(&changed, name);
                    assert!(
                        is_sound(&outcome),
                        "{name}: byte {at} = {value}: {outcome:?}"
                    );
                    if name.ends_with("gz") || name.ends_with("zst") {
                        let held = outcome.as_ref().map_or(true, |scores| *scores == original);
                        assert!(held, "{name}: byte {at} = {value}: {outcome:?}");
                    }
                }
            }
        }
    }
}
