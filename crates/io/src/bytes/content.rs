//! The content of files that are not score files (outputs, references, judgements), lent to their reader.

use std::io::{self, Read};

use crate::bytes::decompress;
use crate::bytes::held;
use crate::bytes::named;
use crate::bytes::source::{self, Source};
use crate::format::content;
use crate::format::magic;
use crate::{Compression, Error, Format};

/// What a file holds, unpacked.
pub enum Content<'a> {
    /// All of it.
    Bytes(&'a [u8]),
    /// The output of a decompressor, in order.
    Stream(&'a mut dyn Read),
}

/// What was made of a file.
#[derive(Debug)]
pub struct Lent<T> {
    /// What the reader made of it.
    pub made: T,
    /// BLAKE3 of the file's bytes as stored, in hexadecimal.
    pub blake3: String,
}

/// Lends the content of a file to `take`, with the format that its name or its first bytes tell. Packed files come as a
/// stream if the reader `streams`, and unpacked in memory otherwise.
///
/// A reader that `streams` compares bytes; any other may keep text that it has checked, and is lent bytes that no other program
/// can change: its file is read, never mapped.
///
/// # Errors
///
/// When the file cannot be read or unpacked, is empty, or changes while it is lent.
pub fn lend<T: Send>(
    path: &str,
    mmap: bool,
    streams: bool,
    take: impl FnOnce(Content<'_>, Option<Format>) -> T + Send,
) -> Result<Lent<T>, Error> {
    if held::is_held(path) {
        return Err(Error::NoTable {
            path: named::shown(path).to_owned(),
            found: "a table in memory".to_owned(),
            hint: "these outputs are read from files".to_owned(),
        });
    }
    let format = magic::by_name(path).1;
    let source = Source::open(path, mmap && streams, false)?;
    let (made, blake3) = rayon::join(
        || unpacked(&source, format, streams, take),
        || source.digest(),
    );
    // A file that changed explains any other error, so that it is said first.
    source.unchanged()?;
    Ok(Lent {
        made: made?,
        blake3,
    })
}

fn unpacked<T>(
    source: &Source,
    format: Option<Format>,
    streams: bool,
    take: impl FnOnce(Content<'_>, Option<Format>) -> T,
) -> Result<T, Error> {
    let stored = source.bytes();
    let shown = named::shown(&source.path);
    match decompress::detect(stored) {
        Some(kind) if streams => {
            let from = decompress::reader(kind, stored, shown)?;
            Ok(take(Content::Stream(&mut Unpacking { from, kind }), format))
        }
        _ => {
            let unpacked = source::unpack(stored, &source.path, false)?;
            let content = unpacked.as_ref().map_or(stored, |(_, bytes)| &bytes[..]);
            if content.is_empty() {
                return Err(Error::Empty {
                    path: shown.to_owned(),
                    found: "an empty file",
                });
            }
            let format = format.unwrap_or_else(|| content::by_content(content));
            Ok(take(Content::Bytes(content), Some(format)))
        }
    }
}

/// A decompressor whose errors say what they are about.
struct Unpacking<R> {
    from: R,
    kind: Compression,
}

impl<R: Read> Read for Unpacking<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let told = |error: io::Error| {
            io::Error::other(format!(
                "its {} stream is damaged or cut off ({error})",
                self.kind
            ))
        };
        self.from.read(buffer).map_err(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(content: Content<'_>) -> String {
        let mut text = String::new();
        match content {
            Content::Bytes(bytes) => text.push_str(std::str::from_utf8(bytes).expect("text")),
            Content::Stream(stream) => drop(stream.read_to_string(&mut text).expect("text")),
        }
        text
    }

    #[test]
    fn packed_files_are_unpacked_in_memory_or_as_a_stream() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.gz").display().to_string();
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        io::Write::write_all(&mut packed, b"q1 Q0 d1 1 0.5 x\n").expect("in memory");
        std::fs::write(&path, packed.finish().expect("in memory")).expect("a file");
        for (streams, is_stream) in [(true, true), (false, false)] {
            let lent = lend(&path, true, streams, |content, _| {
                (matches!(content, Content::Stream(_)), text(content))
            });
            let (was_stream, text) = lent.expect("a packed file").made;
            assert_eq!(
                (was_stream, text.as_str()),
                (is_stream, "q1 Q0 d1 1 0.5 x\n")
            );
        }
    }

    #[test]
    fn a_stream_that_is_cut_off_says_so() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.gz").display().to_string();
        // The first bytes of a gzip stream.
        std::fs::write(&path, b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\x33\xe4").expect("a file");
        let lent = lend(&path, true, true, |content, _| match content {
            Content::Bytes(_) => None,
            Content::Stream(stream) => stream.read_to_end(&mut Vec::new()).err(),
        });
        let error = lent
            .expect("it can be opened")
            .made
            .expect("it cannot be unpacked");
        assert!(
            error
                .to_string()
                .starts_with("its gzip stream is damaged or cut off"),
            "{error}"
        );
    }
}
