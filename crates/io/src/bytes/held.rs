//! Text that a caller holds in memory, read as if it were a file: under a path that no file can have, which messages leave out.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use restrap_words::HELD;

static NEXT: AtomicU64 = AtomicU64::new(0);
static TEXTS: Mutex<BTreeMap<String, Arc<[u8]>>> = Mutex::new(BTreeMap::new());

/// Text in memory, which is read at its path for as long as this lives.
#[derive(Debug)]
pub struct Held {
    path: String,
}

fn texts() -> MutexGuard<'static, BTreeMap<String, Arc<[u8]>>> {
    TEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Held {
    /// Holds `text`; `name`, with the extension of its format, is what messages call it.
    pub fn new(name: &str, text: impl Into<Arc<[u8]>>) -> Self {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = format!("{HELD}{number}{HELD}{name}");
        texts().insert(path.clone(), text.into());
        Self { path }
    }

    /// The path to ask for it by.
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        texts().remove(&self.path);
    }
}

/// The text at a path, if the path is of one.
pub(crate) fn at(path: &str) -> Option<Arc<[u8]>> {
    if path.starts_with(HELD) {
        texts().get(path).cloned()
    } else {
        None
    }
}

/// The name of a text by its path.
pub(crate) fn name(path: &str) -> Option<&str> {
    Some(path.strip_prefix(HELD)?.split_once(HELD)?.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, load};

    #[test]
    fn text_in_memory_is_read_as_its_file_until_it_is_dropped() {
        let held = Held::new("data.csv", *b"a,b\n1,0.5\n0,x\n");
        let columns = |names: [&str; 2]| names.map(|name| format!("{name}={}:{name}", held.path()));
        let error = load(&columns(["a", "b"]), &Options::default())
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("data.csv:3:3 (column `b`): "), "{error}");
        let other = Held::new("data.csv", *b"a,b\n1,0.5\n0,1\n");
        let typed = ["a", "b"].map(|name| format!("{name}={}:{name}", other.path()));
        assert_eq!(
            load(&typed, &Options::default()).expect("scores").systems[1].scores,
            [0.5, 1.0]
        );
        drop(other);
        assert!(load(&typed, &Options::default()).is_err() && texts().len() == 1);
    }
}
