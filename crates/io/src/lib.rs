//! Score files: formats to columns, pairing by id, and errors that say where they are.
//!
//! [`load`] turns arguments such as `base=runs.csv:bm25` into named columns of doubles that are paired item by item;
//! [`describe`] says what a file holds. Formats: text (one number per line), CSV and TSV tables, NumPy arrays, Parquet and Arrow files, JSON lines and
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

mod ask;
mod bytes;
mod describe;
mod error;
mod format;
mod frame;
mod hint;
mod ids;
mod items;
mod load;
mod meter;
mod names;
mod read;
mod stage;
mod vocabulary;
mod words;
mod write;
mod xray;

pub use ask::argument::{has_columns, is_json};
pub use ask::decisions::{Decisions, Direction, ScoreWords};
pub use ask::filter::Filter;
pub use ask::locate::{Located, locate, locate_patterns, repeats};
pub use ask::long::Long;
pub use ask::options::Options;
pub use ask::pattern::{Matched, each_system, is_pattern};
pub use ask::unseen::{UNSEEN, Unseen};
pub use bytes::budget::{allowed_memory, set_memory};
pub use bytes::content::{Content, Lent, lend};
#[cfg(feature = "columnar")]
pub use bytes::held::Held;
pub use bytes::held::is_held;
pub use bytes::named::shown;
pub use bytes::parts::note as note_of_parts;
pub use describe::{ColumnDescription, Description, describe};
pub use error::Error;
pub use error::counts::{BadCounts, MOST_COUNTED};
pub use error::doubled::names_measures;
pub use error::fault::{Fault, Place};
pub use error::foreign::Foreign;
pub use error::groups::OtherGroups;
pub use error::kind::FaultKind;
pub use error::npy::NpyProblem;
pub use error::question::{Pairing, Question};
pub use error::subject::Subject;
pub use error::tasks::LostTasks;
pub use format::spreadsheet::text_cell;
pub use frame::parsed::Precision;
pub use frame::text_lines::have_ids;
pub use hint::{of_right_answers, of_systems};
pub use items::markup::{are_marked, check_texts};
pub use items::shape::MOST_ROWS as LOOKED_AT;
pub use load::{Input, Loaded, System, groups_beside, load};
pub use meter::{Meter, Reading, Tally};
pub use read::logs::tasks::{TaskLog, tasks};
pub use read::rankings::{Ranking, held_lines, trec_lines};
pub use stage::by::By;
pub use stage::pair::ItemIds;
pub use vocabulary::{
    Cells, Compression, ErrorClass, Feature, Format, Grouping, Kind, Missing, PathRole, Role,
    RowsAre,
};
pub use write::columns::{prepare_column, prepare_rows, table, write_table};
pub use write::inputs::{keep_apart, named};
pub use write::statistics::table::{Metadata, Values};
pub use write::statistics::{check_extension, read_metadata, write_columns};
pub use write::whole::{Prepared, appear, write_whole};
pub use xray::{ColumnRole, ValueKind, Xray, XrayColumn, xray};
