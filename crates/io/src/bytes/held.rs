//! Tables that a caller holds in memory, read as if each were a file: under a path that no file can have, which messages leave out.

#[cfg(feature = "columnar")]
use std::collections::BTreeMap;
#[cfg(feature = "columnar")]
use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(feature = "columnar")]
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[cfg(feature = "columnar")]
use arrow_array::RecordBatch;
use restrap_words::HELD;

#[cfg(feature = "columnar")]
static NEXT: AtomicU64 = AtomicU64::new(0);
#[cfg(feature = "columnar")]
static TABLES: Mutex<BTreeMap<String, Arc<HeldTable>>> = Mutex::new(BTreeMap::new());

/// A table in memory, which is read at its path for as long as this lives.
#[cfg(feature = "columnar")]
#[derive(Debug)]
pub struct Held {
    path: String,
}

/// The columns of a table in memory.
#[cfg(feature = "columnar")]
#[derive(Debug)]
pub(crate) struct HeldTable {
    pub(crate) rows: RecordBatch,
    /// The columns that label the rows; none of rows that count from 0.
    pub(crate) labels: Vec<usize>,
}

#[cfg(feature = "columnar")]
fn tables() -> MutexGuard<'static, BTreeMap<String, Arc<HeldTable>>> {
    TABLES.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(feature = "columnar")]
impl Held {
    /// Holds a table. Messages call it `name`, and a row by its cells in the columns of `labels`, or else by its place from 0.
    pub fn new(name: &str, rows: RecordBatch, labels: Vec<usize>) -> Self {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = format!("{HELD}{number}{HELD}{name}");
        tables().insert(path.clone(), Arc::new(HeldTable { rows, labels }));
        Self { path }
    }

    /// Returns the path to ask for it by.
    pub fn path(&self) -> &str {
        &self.path
    }
}

#[cfg(feature = "columnar")]
impl Drop for Held {
    fn drop(&mut self) {
        tables().remove(&self.path);
    }
}

/// Returns the table at a path, if the path is of one.
#[cfg(feature = "columnar")]
pub(crate) fn at(path: &str) -> Option<Arc<HeldTable>> {
    if path.starts_with(HELD) {
        tables().get(path).cloned()
    } else {
        None
    }
}

/// Returns `true` if a path is of a table in memory.
pub fn is_held(path: &str) -> bool {
    #[cfg(feature = "columnar")]
    return at(path).is_some();
    #[cfg(not(feature = "columnar"))]
    return path.starts_with(HELD);
}

/// Returns the name of a table by its path.
pub(crate) fn name(path: &str) -> Option<&str> {
    Some(path.strip_prefix(HELD)?.split_once(HELD)?.1)
}

#[cfg(test)]
#[cfg(feature = "columnar")]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, Float64Array, StringArray};

    use super::*;
    use crate::{Options, load};

    fn two_systems(labels: Vec<usize>, new: [f64; 2]) -> Held {
        let columns: [(&str, ArrayRef); 3] = [
            ("id", Arc::new(StringArray::from(vec!["q1", "q2"]))),
            ("a", Arc::new(Float64Array::from(vec![1.0, 0.0]))),
            ("b", Arc::new(Float64Array::from(new.to_vec()))),
        ];
        Held::new("data", RecordBatch::try_from_iter(columns).unwrap(), labels)
    }

    #[test]
    fn a_table_in_memory_is_read_until_it_is_dropped() {
        let columns = |held: &Held| ["a", "b"].map(|name| format!("{name}={}:{name}", held.path()));
        let bad = two_systems(vec![0], [0.5, f64::INFINITY]);
        let error = load(&columns(&bad), &Options::default()).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("data: item q2 (column `b`): "),
            "{error}"
        );
        let bad = two_systems(Vec::new(), [f64::NAN, 0.5]);
        let error = load(&columns(&bad), &Options::default()).unwrap_err();
        assert!(
            error.to_string().starts_with("data: item 0 (column `b`): "),
            "{error}"
        );
        let good = two_systems(Vec::new(), [0.5, 1.0]);
        let typed = columns(&good);
        let loaded = load(&typed, &Options::default()).expect("scores");
        assert_eq!(loaded.systems[1].scores, [0.5, 1.0]);
        drop(good);
        assert!(load(&typed, &Options::default()).is_err());
    }
}
