//! Statistics of items to files that restrap, NumPy, pandas and Arrow open, and what such a file says about itself.
//!
//! One row per item; columns of integers or doubles, and perhaps a column of ids before them. The extension
//! chooses:
//!
//! | extension | content | metadata |
//! |---|---|---|
//! | `.parquet` | INT64, DOUBLE, UTF8; snappy | key-value metadata of the footer |
//! | `.npy` | a two-dimensional array, one column per statistic | `path.json` beside it, with names and ids |
//! | `.csv`, `.tsv` | a header and rows; doubles in the fewest digits that read back | `# key: value` lines at the head |
//!
//! A file appears whole or not at all. The same columns give the same bytes.

mod array;
#[cfg(feature = "columnar")]
mod parquet;
pub(crate) mod table;
mod text;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::Error;
use crate::format::content;
use crate::write::whole::{Prepared, appear, write_whole};
use table::{Metadata, Table, Values};

/// How a file of statistics is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Parquet,
    Array,
    Text(u8),
}

impl Kind {
    fn of(path: &str) -> Option<Self> {
        let extension = Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "parquet" => Some(Self::Parquet),
            "npy" => Some(Self::Array),
            "csv" => Some(Self::Text(b',')),
            "tsv" | "tab" => Some(Self::Text(b'\t')),
            _ => None,
        }
    }
}

/// Refuses a name that ends in no known format of columns.
///
/// # Errors
/// When the extension is none of `.parquet`, `.npy`, `.csv`, `.tsv`.
pub fn check_extension(path: &str) -> Result<(), Error> {
    kind(path).map(|_| ())
}

fn kind(path: &str) -> Result<Kind, Error> {
    Kind::of(path).ok_or_else(|| Error::UnknownExtension {
        path: path.to_owned(),
        known: ".parquet, .npy, .csv, .tsv",
    })
}

/// Writes named columns of equal length, after a column of ids when there is one.
///
/// `columns`: name and values, one row per item. `ids`: name of their column, one id per item.
///
/// # Errors
/// When the extension is none of `.parquet`, `.npy`, `.csv`, `.tsv`, when a column has another length than the first, or
/// when the file cannot be written.
pub fn write_columns(
    path: &str,
    columns: &[(&str, Values<'_>)],
    ids: Option<(&str, &[String])>,
    metadata: &Metadata,
) -> Result<(), Error> {
    let kind = kind(path)?;
    let lengths = ids
        .iter()
        .map(|(_, ids)| ids.len())
        .chain(columns.iter().map(|(_, values)| values.len()));
    let (mut shortest, mut longest) = (usize::MAX, 0);
    lengths.for_each(|length| (shortest, longest) = (shortest.min(length), longest.max(length)));
    if shortest != longest {
        let source = io::Error::other(format!("columns of {longest} and of {shortest} rows"));
        return Err(Error::Write {
            path: path.to_owned(),
            source,
        });
    }
    let table = Table {
        ids,
        columns,
        rows: longest,
    };
    match kind {
        #[cfg(feature = "columnar")]
        Kind::Parquet => write_whole(path, |out| parquet::write(out, &table, metadata)),
        #[cfg(not(feature = "columnar"))]
        Kind::Parquet => Err(Error::unbuilt(path, "parquet", crate::Feature::Columnar)),
        Kind::Array => {
            let mut hasher = blake3::Hasher::new();
            let numbers = Prepared::new(path, |out| {
                array::write(
                    &mut Hashing {
                        out,
                        hasher: &mut hasher,
                    },
                    &table,
                )
            })?;
            let digest = hasher.finalize();
            let words = |out: &mut (dyn Write + Send)| {
                array::write_metadata(out, &table, metadata, &digest)
            };
            let words = Prepared::new(&beside(path), words)?;
            // Both are on disk before either appears. A machine that stops between the two leaves metadata whose digest is not that
            // of the older numbers, which every reader refuses.
            appear([words, numbers])
        }
        Kind::Text(delimiter) => {
            write_whole(path, |out| text::write(out, &table, metadata, delimiter))
        }
    }
}

/// Digests what is written.
struct Hashing<'a> {
    out: &'a mut dyn Write,
    hasher: &'a mut blake3::Hasher,
}

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Where the metadata of an array stand.
fn beside(path: &str) -> String {
    format!("{path}.json")
}

/// What a file says about itself; `None` where it was not written by [`write_columns`].
///
/// # Errors
/// When the file cannot be read, or when its metadata are damaged.
pub fn read_metadata(path: &str) -> Result<Option<Metadata>, Error> {
    // A `# key: value` line has no need to be longer.
    const HEAD: u64 = 1 << 20;
    if crate::bytes::held::is_held(path) {
        return Ok(None);
    }
    let opened = |path: &str| {
        let failed = |source| Error::Io {
            path: path.to_owned(),
            action: "opened",
            source,
        };
        std::fs::File::open(path).map_err(failed)
    };
    let head = |path: &str| -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let read = opened(path)?.take(HEAD).read_to_end(&mut bytes);
        read.map_err(|source| Error::Io {
            path: path.to_owned(),
            action: "read",
            source,
        })?;
        Ok(bytes)
    };
    match Kind::of(path) {
        #[cfg(feature = "columnar")]
        Some(Kind::Parquet) => parquet::metadata(&opened(path)?, path),
        #[cfg(not(feature = "columnar"))]
        Some(Kind::Parquet) => Err(Error::unbuilt(path, "parquet", crate::Feature::Columnar)),
        Some(Kind::Array) => {
            let beside = beside(path);
            if !Path::new(&beside).exists() {
                return Ok(None);
            }
            let failed = |source| Error::Io {
                path: beside.clone(),
                action: "read",
                source,
            };
            let Some((found, digest)) =
                array::metadata(&std::fs::read(&beside).map_err(failed)?, &beside)?
            else {
                return Ok(None);
            };
            // Statistics of version 0.1.0 have no digest.
            if let Some(digest) = digest {
                let mut hasher = blake3::Hasher::new();
                let failed = |source| Error::Io {
                    path: path.to_owned(),
                    action: "read",
                    source,
                };
                hasher.update_reader(opened(path)?).map_err(failed)?;
                if hasher.finalize().to_hex().as_str() != digest {
                    return Err(Error::OtherNumbers {
                        array: path.to_owned(),
                        beside,
                    });
                }
            }
            Ok(Some(found))
        }
        Some(Kind::Text(_)) => Ok(Metadata::from_pairs(content::split(&head(path)?).1)),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata() -> Metadata {
        Metadata {
            metric: "bleu".to_owned(),
            signature: "nrefs:1|case:mixed|tok:13a".to_owned(),
            digest: "ab".repeat(32),
            id: Some("id".to_owned()),
        }
    }

    #[test]
    fn metadata_come_back_from_every_format() {
        let folder = tempfile::tempdir().unwrap();
        let ids: Vec<String> = ["q1", "ü,\"2\"", "#3"].map(str::to_owned).to_vec();
        let columns = [
            ("hits", Values::Integers(&[1, -2, i64::MAX])),
            ("x,'y'", Values::Doubles(&[0.1, -0.0, 1e300])),
        ];
        for name in ["a.parquet", "a.npy", "a.csv", "a.TSV"] {
            let path = folder.path().join(name).display().to_string();
            write_columns(&path, &columns, Some(("id", &ids)), &metadata()).unwrap();
            // An array has no column of ids: they are next to it.
            let id = metadata().id.filter(|_| !name.ends_with("npy"));
            assert_eq!(
                read_metadata(&path).unwrap(),
                Some(Metadata { id, ..metadata() }),
                "{name}"
            );
            let first = std::fs::read(&path).unwrap();
            write_columns(&path, &columns, Some(("id", &ids)), &metadata()).unwrap();
            assert_eq!(
                std::fs::read(&path).unwrap(),
                first,
                "{name}: the same bytes again"
            );
        }
    }

    #[test]
    fn metadata_over_other_numbers_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.npy").display().to_string();
        write_columns(
            &path,
            &[("x", Values::Integers(&[1, 2]))],
            None,
            &metadata(),
        )
        .unwrap();
        let old = std::fs::read(&path).unwrap();
        write_columns(
            &path,
            &[("x", Values::Integers(&[3, 4]))],
            None,
            &metadata(),
        )
        .unwrap();
        assert!(read_metadata(&path).is_ok());
        // As a kill between the two renames leaves them.
        std::fs::write(&path, old).unwrap();
        let error = read_metadata(&path).unwrap_err();
        assert!(error.to_string().contains("a.npy.json"), "{error}");
        assert_eq!(error.class().name(), "unreadable");
    }

    #[test]
    fn ids_of_any_number_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.npy").display().to_string();
        let ids: Vec<String> = (0..100_000)
            .map(|i| format!("a long id of an item, {i}"))
            .collect();
        let values: Vec<i64> = (0..100_000).collect();
        write_columns(
            &path,
            &[("x", Values::Integers(&values))],
            Some(("id", &ids)),
            &metadata(),
        )
        .unwrap();
        assert!(read_metadata(&path).unwrap().is_some());
    }

    #[test]
    fn a_table_is_read_past_its_metadata_and_its_lines_still_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv").display().to_string();
        write_columns(
            &path,
            &[("x", Values::Integers(&[3, 4]))],
            None,
            &metadata(),
        )
        .unwrap();
        let load = |path: &str| crate::load(&[path.to_owned()], &crate::Options::default());
        assert_eq!(load(&path).unwrap().systems[0].scores, [3.0, 4.0]);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("\n4\n", "\nfour\n")).unwrap();
        let error = load(&path).unwrap_err().to_string();
        assert!(error.contains("a.csv:7:1 (column `x`)"), "{error}");
    }

    #[test]
    fn a_signature_that_holds_line_ends_stays_on_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv").display().to_string();
        let odd = Metadata {
            signature: "a\nb: \\n\r# restrap.metric: x".to_owned(),
            ..metadata()
        };
        write_columns(&path, &[("x", Values::Integers(&[1]))], None, &odd).unwrap();
        assert_eq!(read_metadata(&path).unwrap(), Some(odd));
    }

    #[test]
    fn other_files_have_none_and_damaged_ones_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name).display().to_string();
            std::fs::write(&path, bytes).unwrap();
            path
        };
        assert_eq!(read_metadata(&put("a.csv", b"x,y\n1,2\n")).unwrap(), None);
        assert_eq!(read_metadata(&put("a.npy", b"\x93NUMPY")).unwrap(), None);
        assert_eq!(read_metadata(&put("a.txt", b"0.5\n")).unwrap(), None);
        assert_eq!(
            read_metadata(&put("b.parquet", b"PAR1 nothing PAR1"))
                .unwrap_err()
                .class()
                .name(),
            "unreadable"
        );
        put("c.npy.json", b"{\"restrap.metric\": 1");
        assert_eq!(
            read_metadata(&put("c.npy", b""))
                .unwrap_err()
                .class()
                .name(),
            "unreadable"
        );
        assert_eq!(
            read_metadata("/no/such/file.csv")
                .unwrap_err()
                .class()
                .name(),
            "file"
        );
    }

    #[test]
    fn unequal_columns_and_unknown_extensions_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let unequal = [
            ("a", Values::Integers(&[1, 2])),
            ("b", Values::Doubles(&[1.0])),
        ];
        let error = write_columns(&path("a.csv"), &unequal, None, &metadata()).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("cannot be written: columns of 2 and of 1 rows"),
            "{error}"
        );
        let error = write_columns(&path("a.xlsx"), &unequal[..1], None, &metadata()).unwrap_err();
        assert!(
            error.to_string().contains(".parquet, .npy, .csv, .tsv"),
            "{error}"
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
