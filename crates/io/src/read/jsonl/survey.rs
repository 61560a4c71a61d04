//! What the fields of some records hold.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::error::quote;
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::Part;
use crate::{Error, Kind};

/// Records that settle which fields hold numbers.
const SAMPLE: usize = 100;
/// Fields in the order in which they first appear, and what they hold.
pub(crate) struct Survey {
    pub names: Vec<String>,
    pub kinds: Vec<(Kind, String)>,
    /// The place of each name.
    places: HashMap<String, usize, RandomState>,
}

impl Survey {
    /// The place of a field.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// Returns `true` if the field holds words such as `pass` and `fail`.
    pub(crate) fn holds_words(&self, name: &str) -> bool {
        let place = self.places.get(name);
        place.is_some_and(|&place| self.kinds[place].0 == Kind::Verdicts)
    }
}

/// Looks at the first records of every part.
pub(crate) fn survey(parts: &[Part<'_>]) -> Result<Survey, Error> {
    let mut places: HashMap<String, usize, RandomState> = HashMap::default();
    let mut tallies: Vec<([usize; 3], String)> = Vec::new();
    let mut names = Vec::new();
    for part in parts {
        for record in part.records.iter().take(SAMPLE) {
            let found = part
                .leaves(record, None)
                .map_err(|broken| part.fault(record, broken))?;
            for (path, leaf) in found {
                let index = *places.entry(path).or_insert_with_key(|path| {
                    names.push(path.clone());
                    tallies.push(([0; 3], String::new()));
                    names.len() - 1
                });
                let ([numbers, verdicts, words], example) = &mut tallies[index];
                *(match &leaf {
                    Leaf::Null => continue,
                    Leaf::Bool(_) | Leaf::Number(_) | Leaf::Value(_) => numbers,
                    Leaf::Text(_) if leaf.score().is_ok() => verdicts,
                    Leaf::Text(_) | Leaf::Pair(_) | Leaf::Other(_) => words,
                }) += 1;
                if example.is_empty() {
                    *example = quote::plain(leaf.text().as_bytes());
                }
            }
        }
    }
    let kind = |([numbers, verdicts, words], example): ([usize; 3], String)| {
        (Kind::of(numbers, verdicts, words), example)
    };
    Ok(Survey {
        names,
        kinds: tallies.into_iter().map(kind).collect(),
        places,
    })
}
