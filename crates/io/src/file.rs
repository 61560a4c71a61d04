//! One file from its path to its columns: open, digest, unpack, choose the format, parse, check for change.

use crate::parsed::{Parsed, Precision, Request};
use crate::source::Source;
use crate::table::Table;
use crate::{Error, Format, npy, sniff, text};

/// What is known of a file once it is parsed.
#[derive(Debug)]
pub(crate) struct Opened<T> {
    pub content: T,
    pub format: Format,
    pub compression: Option<crate::Compression>,
    pub bytes: u64,
    pub blake3: String,
}

/// Opens a file and gives its content, without a byte order mark, to `parse`, while another thread digests it.
pub(crate) fn open<T: Send>(
    path: &str,
    mmap: bool,
    format: Option<Format>,
    parse: impl Fn(&[u8], Format) -> Result<T, Error> + Sync,
) -> Result<Opened<T>, Error> {
    let format = format.or(sniff::by_name(path).1);
    let lines = format != Some(Format::Npy);
    let source = Source::open(path, mmap, lines)?;
    let parse = || {
        let unpacked = source.unpack(lines)?;
        let (compression, stored) = match &unpacked {
            Some((kind, bytes)) => (Some(*kind), &bytes[..]),
            None => (None, source.bytes()),
        };
        if stored.is_empty() {
            return Err(Error::Empty { path: path.to_owned(), found: "an empty file" });
        }
        let text = if format == Some(Format::Npy) { stored } else { sniff::check(stored, path)? };
        let format = format.unwrap_or_else(|| sniff::by_content(text));
        Ok((parse(text, format)?, format, compression))
    };
    let (parsed, blake3) = rayon::join(parse, || source.digest());
    // A file that changed explains any other error, so that it is said first.
    source.unchanged()?;
    let (content, format, compression) = parsed?;
    Ok(Opened { content, format, compression, bytes: source.bytes().len() as u64, blake3 })
}

/// Parses content of a known format.
pub(crate) fn parse(bytes: &[u8], format: Format, request: &Request<'_>) -> Result<Parsed, Error> {
    match format {
        Format::Csv => Table::open(bytes, request.file, b',')?.parse(request),
        Format::Tsv => Table::open(bytes, request.file, b'\t')?.parse(request),
        Format::Npy => {
            refuse_keys(format, request)?;
            npy::parse(bytes, request)
        }
        Format::Text => {
            refuse_keys(format, request)?;
            if request.arguments.iter().flatten().any(|column| *column != "1") {
                return Err(no_columns(format, request, ":COLUMN"));
            }
            let scores = text_scores(bytes, request.file, request.missing, request.chunk)?;
            Ok(Parsed::single(scores, request.arguments.len(), Precision::Double))
        }
    }
}

/// The numbers of a text file.
pub(crate) fn text_scores(
    bytes: &[u8],
    file: &str,
    missing: crate::Missing,
    chunk: usize,
) -> Result<Vec<f64>, Error> {
    let read = text::parse(bytes, missing, chunk)
        .map_err(|_| Error::Memory { path: file.to_owned(), bytes: bytes.len() as u64 })?;
    if let Some(fault) = read.faults.into_fault(file, 1, |_| String::new()) {
        return Err(fault.into());
    }
    if read.scores.is_empty() {
        return Err(Error::Empty { path: file.to_owned(), found: "only comments or blank lines" });
    }
    Ok(read.scores)
}

fn refuse_keys(format: Format, request: &Request<'_>) -> Result<(), Error> {
    if !request.ids.is_empty() {
        return Err(no_columns(format, request, "--id"));
    }
    if !request.filters.is_empty() {
        return Err(no_columns(format, request, "--where"));
    }
    Ok(())
}

fn no_columns(format: Format, request: &Request<'_>, flag: &'static str) -> Error {
    Error::NoColumns { file: request.file.to_owned(), flag, format: format.name() }
}
