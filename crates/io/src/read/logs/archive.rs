//! The members of a zipped log of Inspect.
//!
//! Members are deflated or, as Inspect writes them since 2025, packed with Zstandard (method 93), which goes through the decoder of
//! `.zst` files, so that a window of more than 64 MiB is refused. At most 1 GiB per member is read, no declared size is trusted,
//! and checksums are verified.

use std::borrow::Cow;
use std::io::{self, Cursor, Read};

use flate2::Crc;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use crate::bytes::{decompress, source};
use crate::error::foreign::Foreign;
use crate::format::magic;
use crate::format::nan;
use crate::{Compression, Error, Format};

/// Most bytes of one member.
const MOST: u64 = 1 << 30;

/// The pieces of a log.
pub(crate) struct Unpacked {
    pub header: Vec<u8>,
    /// Name of the member and its content: all summaries, or one sample each.
    pub members: Vec<(String, Vec<u8>)>,
}

/// Unpacks what is needed of an archive.
pub(crate) fn unpack(bytes: &[u8], file: &str) -> Result<Unpacked, Error> {
    let foreign = || Error::Unsupported {
        path: file.to_owned(),
        found: if memchr::memmem::find(bytes, b"[Content_Types].xml").is_some() {
            Foreign::Workbook
        } else {
            Foreign::Zip
        },
    };
    let is_named = magic::by_name(file).1 == Some(Format::Eval);
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
        if is_named {
            broken(file, &error)
        } else {
            foreign()
        }
    })?;
    let has = |name: &str| archive.index_for_name(name).is_some();
    if !has("header.json") {
        if has("_journal/start.json") {
            let problem = "a log that was never finished (it has no header.json)".to_owned();
            return Err(Error::Log {
                path: file.to_owned(),
                problem,
            });
        }
        return Err(foreign());
    }
    let names = if has("summaries.json") {
        vec!["summaries.json".to_owned()]
    } else {
        let all = archive
            .file_names()
            .filter_map(Result::ok)
            .map(Cow::into_owned);
        let mut samples: Vec<String> = all.filter(|name| name.starts_with("samples/")).collect();
        samples.sort_unstable();
        samples
    };
    let header = member(&mut archive, bytes, "header.json", file)?;
    let read =
        |name: String| member(&mut archive, bytes, &name, file).map(|content| (name, content));
    Ok(Unpacked {
        header,
        members: names.into_iter().map(read).collect::<Result<_, Error>>()?,
    })
}

fn broken(place: &str, error: &impl ToString) -> Error {
    Error::Log {
        path: place.to_owned(),
        problem: error.to_string(),
    }
}

/// The content of a member, as JSON.
fn member(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    stored: &[u8],
    name: &str,
    file: &str,
) -> Result<Vec<u8>, Error> {
    let place = format!("{file}: {name}");
    let content = content(archive, stored, name, file)?;
    let bytes =
        source::read_all(content.take(MOST + 1), &place, false, 0).map_err(
            |error| match error {
                Error::Io { source, .. } => broken(&place, &source),
                other => other,
            },
        )?;
    if bytes.len() as u64 > MOST {
        return Err(broken(&place, &"a member of more than 1 GiB"));
    }
    Ok(match nan::replaced(&bytes) {
        Cow::Borrowed(_) => bytes,
        Cow::Owned(plain) => plain,
    })
}

/// A member, being unpacked; `stored`: the bytes of the archive.
fn content<'r>(
    archive: &'r mut ZipArchive<Cursor<&[u8]>>,
    stored: &'r [u8],
    name: &str,
    file: &str,
) -> Result<Box<dyn Read + 'r>, Error> {
    let failed = |error: ZipError| broken(file, &error);
    let index = archive
        .index_for_name(name)
        .ok_or_else(|| failed(ZipError::FileNotFound))?;
    let raw = archive.by_index_raw(index).map_err(failed)?;
    if raw.compression() != CompressionMethod::ZSTD || raw.encrypted() {
        drop(raw);
        return Ok(Box::new(archive.by_index(index).map_err(failed)?));
    }
    let start = raw
        .data_start()
        .and_then(|start| usize::try_from(start).ok());
    let packed = start
        .zip(usize::try_from(raw.compressed_size()).ok())
        .and_then(|(start, length)| stored.get(start..start.checked_add(length)?))
        .ok_or_else(|| broken(file, &"a member that is longer than the file"))?;
    let from = decompress::reader(Compression::Zstd, packed, &format!("{file}: {name}"))?;
    Ok(Box::new(Checked {
        from,
        crc: Crc::new(),
        expected: raw.crc32(),
    }))
}

/// A reader whose bytes must have a checksum once they end.
struct Checked<R> {
    from: R,
    crc: Crc,
    expected: u32,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(buffer)?;
        self.crc.update(&buffer[..count]);
        if count == 0 && !buffer.is_empty() && self.crc.sum() != self.expected {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "Invalid checksum",
            ));
        }
        Ok(count)
    }
}
