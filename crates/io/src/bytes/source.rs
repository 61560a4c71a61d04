//! The bytes of one input: mapped or read, unpacked, digested, and checked for change.
//!
//! A regular file is mapped, or read when mapping is refused or unwanted; pipes, devices and standard input are
//! read. Before bytes arrive, a declared size reserves at most 64 MiB. No content takes more than the budget, and content that
//! should have lines but has no line end for 1 MiB is refused while it is still being read. A change is detected by size and
//! modification time before and after; a rewrite to the same size within one tick of the file system's clock (4 ms on Linux) is
//! not seen.

use restrap_core::memory::{Limit, make_room};
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crate::bytes::map::Map;
use crate::bytes::named::{self, STANDARD_INPUT};
use crate::bytes::{budget, decompress, parts};
use crate::error::fault::Faults;
use crate::error::kind::{FaultKind, LINE_LIMIT};
use crate::format::magic;
use crate::{Compression, Error, Format};

/// Most bytes reserved before any has arrived.
const FIRST_RESERVE: usize = 64 << 20;

/// An open input and its bytes as stored.
#[derive(Debug)]
pub(crate) struct Source {
    /// The path as typed.
    pub path: String,
    content: Content,
    stamp: Option<Stamp>,
}

#[derive(Debug)]
enum Content {
    Mapped(Map),
    Owned(Vec<u8>),
    Held(Arc<[u8]>),
}

/// What an open file looked like before its bytes were read.
#[derive(Debug)]
struct Stamp {
    file: File,
    size: u64,
    modified: Option<SystemTime>,
}

impl Source {
    /// Opens `path` and takes hold of its bytes. `lines`: the content should be text.
    pub(crate) fn open(path: &str, mmap: bool, lines: bool) -> Result<Self, Error> {
        Self::open_files(path, &parts::files(path), mmap, lines)
    }

    /// Opens `path`, or the `files` that it stands for, below each other.
    pub(crate) fn open_files(
        path: &str,
        files: &[String],
        mmap: bool,
        lines: bool,
    ) -> Result<Self, Error> {
        if path == STANDARD_INPUT {
            return Ok(Self {
                path: path.to_owned(),
                content: Content::Held(standard_input(lines)?),
                stamp: None,
            });
        }
        if let Some(text) = joined(path, files)? {
            return Ok(Self {
                path: path.to_owned(),
                content: Content::Owned(text),
                stamp: None,
            });
        }
        let failed = |action| {
            move |source| Error::Io {
                path: path.to_owned(),
                action,
                source,
            }
        };
        let file = File::open(path).map_err(failed("opened"))?;
        let meta = file.metadata().map_err(failed("read"))?;
        if meta.is_dir() {
            return Err(Error::Folder {
                path: path.to_owned(),
            });
        }
        // A file of size 0 may be one whose size the system does not know (/proc): reading tells.
        let regular = meta.is_file() && meta.len() > 0;
        let content = match if mmap && regular {
            Map::new(&file).ok()
        } else {
            None
        } {
            Some(map) => Content::Mapped(map),
            None => Content::Owned(read_all(
                &file,
                path,
                lines,
                if regular { meta.len() } else { 0 },
            )?),
        };
        let stamp = regular.then(|| Stamp {
            size: meta.len(),
            modified: modified(&meta),
            file,
        });
        let source = Self {
            path: path.to_owned(),
            content,
            stamp,
        };
        source.unchanged()?;
        Ok(source)
    }

    /// The bytes as stored.
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Mapped(map) => map,
            Content::Owned(bytes) => bytes,
            Content::Held(bytes) => bytes,
        }
    }

    /// BLAKE3 of the bytes as stored, in hexadecimal.
    pub(crate) fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update_rayon(self.bytes());
        hasher.finalize().to_hex().to_string()
    }

    /// Fails when the file is no longer what it was when it was opened.
    pub(crate) fn unchanged(&self) -> Result<(), Error> {
        let Some(stamp) = &self.stamp else {
            return Ok(());
        };
        let changed = |what| {
            Err(Error::Changed {
                path: self.path.clone(),
                what,
            })
        };
        let Ok(now) = stamp.file.metadata() else {
            return changed("it can no longer be examined".to_owned());
        };
        if now.len() != stamp.size {
            return changed(format!("from {} to {} bytes", stamp.size, now.len()));
        }
        if self.bytes().len() as u64 != stamp.size {
            return changed(format!(
                "{} bytes expected, {} found",
                stamp.size,
                self.bytes().len()
            ));
        }
        if modified(&now) != stamp.modified {
            return changed("it was written to".to_owned());
        }
        Ok(())
    }
}

/// Returns what standard input holds, which is read once: several metrics read a file several times.
fn standard_input(lines: bool) -> Result<Arc<[u8]>, Error> {
    static KEPT: Mutex<Option<Arc<[u8]>>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = &*kept {
        return Ok(Arc::clone(bytes));
    }
    let bytes: Arc<[u8]> = read_all(io::stdin().lock(), STANDARD_INPUT, lines, 0)?.into();
    Ok(Arc::clone(kept.insert(bytes)))
}

/// The content of stored bytes after unpacking, or `None` when they are stored plain.
pub(crate) fn unpack(
    stored: &[u8],
    path: &str,
    lines: bool,
) -> Result<Option<(Compression, Vec<u8>)>, Error> {
    let Some(kind) = decompress::detect(stored) else {
        return Ok(None);
    };
    let reader = decompress::reader(kind, stored, named::shown(path));
    match reader.and_then(|reader| read_all(reader, path, lines, 0)) {
        Ok(bytes) => Ok(Some((kind, bytes))),
        Err(Error::Io { path, source, .. }) => Err(Error::Compressed {
            path,
            kind,
            reason: source.to_string(),
        }),
        Err(other) => Err(other),
    }
}

/// Absent where the file system keeps no times.
fn modified(meta: &Metadata) -> Option<SystemTime> {
    meta.modified().ok()
}

/// The content of the files of a path below each other; nothing where the path means one file.
fn joined(path: &str, files: &[String]) -> Result<Option<Vec<u8>>, Error> {
    if files.is_empty() {
        return Ok(None);
    }
    let mut all: Vec<u8> = Vec::new();
    let mut header: Option<Vec<u8>> = None;
    let mut are_documents = false;
    for file in files {
        let format = magic::by_name(file).1;
        if format.is_some_and(Format::is_binary) {
            return Err(Error::NoTable {
                path: path.to_owned(),
                found: format!("a file that another cannot continue: `{file}`"),
                hint: "only files of lines are read as one: text, CSV, TSV, JSON lines, runs; and JSON of one object each".to_owned(),
            });
        }
        let part = Source::open(file, false, true)?;
        let unpacked = unpack(part.bytes(), file, true)?;
        let bytes = unpacked
            .as_ref()
            .map_or(part.bytes(), |(_, bytes)| &bytes[..]);
        // A record each: together they are a list.
        if format == Some(Format::Json) {
            let object = bytes.trim_ascii();
            if !object.starts_with(b"{") || !all.is_empty() && !are_documents {
                return Err(Error::NoTable {
                    path: path.to_owned(),
                    found: format!("a file that another cannot continue: `{file}`"),
                    hint: "files of JSON are read as one if each holds one object; write the records of all as JSON lines".to_owned(),
                });
            }
            let before: &[u8] = if are_documents { b"," } else { b"[" };
            are_documents = true;
            all.extend_from_slice(before);
            all.extend_from_slice(object);
            all.push(b'\n');
            continue;
        }
        let first = memchr::memchr(b'\n', bytes).map_or(bytes, |end| &bytes[..=end]);
        let repeats = header.as_deref() == Some(first);
        let is_table = matches!(format, Some(Format::Csv | Format::Tsv));
        header.get_or_insert_with(|| if is_table { first.to_vec() } else { Vec::new() });
        let added = if is_table && repeats {
            &bytes[first.len()..]
        } else {
            bytes
        };
        let allowed = budget::allowed_memory();
        if (all.len() + added.len()) as u64 > allowed {
            let bytes = (all.len() + added.len()) as u64;
            return Err(Error::TooLarge {
                path: path.to_owned(),
                bytes,
                allowed,
            });
        }
        all.extend_from_slice(added);
        if !all.is_empty() && !all.ends_with(b"\n") {
            all.push(b'\n');
        }
    }
    if are_documents {
        all.extend_from_slice(b"]\n");
    }
    Ok(Some(all))
}

/// What could not be read.
pub(crate) fn unread(shown: &str, source: io::Error) -> Error {
    Error::Io {
        path: shown.to_owned(),
        action: "read",
        source,
    }
}

/// Reads to the end into memory that is reserved as bytes arrive, never by abort.
pub(crate) fn read_all(
    mut reader: impl Read,
    path: &str,
    lines: bool,
    declared: u64,
) -> Result<Vec<u8>, Error> {
    const STEP: usize = 64 << 10;
    let mut bytes = Vec::new();
    let expected = usize::try_from(declared)
        .unwrap_or(usize::MAX)
        .min(FIRST_RESERVE);
    reserve(&mut bytes, expected, path)?;
    let mut line_start = 0;
    loop {
        let before = bytes.len();
        reserve(&mut bytes, STEP, path)?;
        let read = (&mut reader).take(STEP as u64).read_to_end(&mut bytes);
        let count = read.map_err(|source| unread(named::shown(path), source))?;
        if count == 0 {
            return Ok(bytes);
        }
        if let Some(newline) = memchr::memrchr(b'\n', &bytes[before..]) {
            line_start = before + newline + 1;
        }
        if lines && bytes.len() - line_start > 2 * LINE_LIMIT && !is_binary(&bytes) {
            let line = memchr::memchr_iter(b'\n', &bytes).count() as u64;
            let mut faults = Faults::default();
            faults.add(line, 1, None, FaultKind::LongLine, &bytes[line_start..]);
            if let Some(fault) = faults.into_fault(named::shown(path), 1, |_| String::new()) {
                return Err(fault.into());
            }
        }
    }
}

fn reserve(bytes: &mut Vec<u8>, more: usize, path: &str) -> Result<(), Error> {
    let wanted = bytes.len() as u64 + more as u64;
    let path = || named::shown(path).to_owned();
    if bytes.capacity() - bytes.len() < more {
        // A vector that grows doubles.
        let wanted = wanted.max(2 * bytes.capacity() as u64);
        let allowed = if wanted > budget::FREE {
            budget::allowed_memory()
        } else {
            budget::FREE
        };
        if wanted > allowed {
            return Err(Error::TooLarge {
                path: path(),
                bytes: wanted,
                allowed,
            });
        }
    }
    make_room(bytes, more).map_err(|_| match Limit::now() {
        Some(Limit { allowed, .. }) => Error::TooLarge {
            path: path(),
            bytes: wanted,
            allowed,
        },
        None => Error::Memory {
            path: path(),
            bytes: wanted,
        },
    })
}

/// Content that has no lines to begin with.
fn is_binary(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    magic::format(bytes).is_some()
        || decompress::detect(bytes).is_some()
        || start.starts_with(b"{")
        || start.starts_with(b"[")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn an_endless_line_is_refused_after_megabytes_not_gigabytes() {
        let error = read_all(io::repeat(b'9'), "-", true, 0).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "<stdin>:1:1: expected lines of at most 1 MiB, found a longer one: `{}…`",
                "9".repeat(40)
            )
        );
    }

    #[test]
    fn a_lying_size_reserves_at_most_64_mib() {
        let bytes = read_all(&b"0.5\n"[..], "x", true, u64::MAX).unwrap();
        assert_eq!(bytes, b"0.5\n");
        assert!(bytes.capacity() <= FIRST_RESERVE + (1 << 20));
    }

    #[test]
    fn a_file_that_grows_or_is_rewritten_after_opening_is_seen() {
        for mmap in [true, false] {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(b"0.5\n").unwrap();
            let source = Source::open(file.path().to_str().unwrap(), mmap, true).unwrap();
            assert!(source.unchanged().is_ok());
            file.write_all(b"0.6\n").unwrap();
            let error = source.unchanged().unwrap_err();
            assert_eq!(error.class().name(), "changed");
            assert!(error.to_string().contains("from 4 to 8 bytes"), "{error}");

            let source = Source::open(file.path().to_str().unwrap(), mmap, true).unwrap();
            let later = SystemTime::now() + std::time::Duration::from_secs(5);
            file.as_file().set_modified(later).unwrap();
            assert!(
                source
                    .unchanged()
                    .unwrap_err()
                    .to_string()
                    .contains("written to")
            );
        }
    }

    #[test]
    fn parts_are_read_in_the_order_of_their_numbers_with_one_header() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        for (name, text) in [
            ("r.10.csv", "a,b\n3,4"),
            ("r.2.csv", "a,b\n1,2\n"),
            ("s.csv", "a,b\n"),
            ("r.1.txt", "9\n"),
        ] {
            std::fs::write(path(name), text).expect("a file");
        }
        let read = |pattern: &str| {
            joined(&path(pattern), &parts::files(&path(pattern)))
                .expect("parts")
                .map(|text| String::from_utf8(text).unwrap())
        };
        assert_eq!(read("r.*.csv").as_deref(), Some("a,b\n1,2\n3,4\n"));
        assert_eq!(read("r.?.txt").as_deref(), Some("9\n"));
        assert_eq!(
            (read("s.csv"), read("t*.csv"), read("[r].*.csv")),
            (None, None, None)
        );
        std::fs::write(path("r.3.json"), "[1]").expect("a file");
        assert_eq!(
            joined(&path("r.*.json"), &parts::files(&path("r.*.json")))
                .unwrap_err()
                .class()
                .name(),
            "unreadable"
        );
    }
}
