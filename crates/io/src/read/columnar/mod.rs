//! Parquet files, Arrow IPC files and streams (Feather version 2), and tables in memory, by the rules of tables.
//!
//! Columns of booleans, integers, floats and decimals are scores; text, and whatever is a score, may be an id, a
//! label, a filter or a group; dictionaries are what they hold. A null, like NaN, is a missing score. Which columns are
//! systems when none is named is settled by their types. Columns of other types (dates, lists, structures) are passed
//! over, and refused when they are asked for. Only columns that are asked for are decoded.
//!
//! Cost: Parquet in parallel, one task per row group, after one copy of the file's bytes; Arrow in one pass. Memory:
//! the readers trust no length of the file further than its bytes, except that a page of Parquet may ask for 2 GiB.

mod batch;
mod cells;
mod frame;
mod ipc;
mod parquet;

pub(crate) use frame::{
    contents, contents_held, parse, parse_held, survey, survey_held, text_columns,
};

#[cfg(test)]
mod tests;
