//! Score files: formats to columns, pairing by id, errors with their place.
//!
//! [`load`] turns arguments such as `base=runs.csv:bm25` into named columns of doubles that are paired item by item;
//! [`describe`] says what a file holds. Formats: text (one number a line), CSV and TSV tables, NumPy arrays, Parquet and Arrow files, JSON lines and
//! lists; each also as gzip or zstd, and on standard input; output of
//! trec_eval; logs of lm-evaluation-harness and of Inspect. Input is never guessed: what is not a finite score, a missing one that the
//! caller allows, or a clean pairing, is an [`Error`] that says what was expected, what was found, where, how many
//! more there are, and ([`Error::hint`]) what to do.
//!
//! Files are mapped, parsed in parallel into vectors of their own, and unmapped before anything is returned. Peak
//! memory is at most twice the columns and 64 MiB, besides the map, unpacked content, and ids.
//!
//! ```
//! use restrap_io::{Options, load};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("scores.csv");
//! std::fs::write(&path, "qid,bm25,ance\n1,0.25,1.0\n2,0.5,0.5\n")?;
//! let loaded = load(&[path.display().to_string()], &Options::default())?;
//! assert_eq!(loaded.items(), 2);
//! assert_eq!(loaded.systems[1].name, "ance");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod argument;
mod chunks;
mod columnar;
mod columns;
mod condition;
mod decompress;
mod describe;
mod error;
mod fault;
mod file;
mod grid;
mod ids;
mod jsonl;
mod labels;
mod lend;
mod load;
mod logs;
mod long;
mod map;
mod name;
mod npy;
mod number;
mod options;
mod pair;
mod parsed;
mod saved;
mod shown;
mod sniff;
mod source;
mod table;
mod text;
mod trec;
mod write;

pub use columns::Kind;
pub use decompress::Compression;
pub use describe::{ColumnDescription, Description, describe};
pub use error::Error;
pub use fault::{Fault, FaultKind, Place};
pub use jsonl::kept::LostTasks;
pub use lend::{Content, Lent, Located, lend, locate};
pub use load::{By, Input, Loaded, Role, System, load};
pub use long::Long;
pub use npy::NpyProblem;
pub use options::{Filter, Format, Missing, Options};
pub use pair::ItemIds;
pub use parsed::Precision;
pub use saved::{Metadata, Values, read_metadata, write_columns};
pub use write::{keep_apart, table, write_column, write_table, write_whole};
