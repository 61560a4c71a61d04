//! Keys of rows: the text of one or several columns, packed.

use restrap_core::memory::{fallible, make_room};
use std::collections::TryReserveError;
use std::collections::hash_map::{Entry, HashMap};

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use rayon::prelude::*;

/// Between the parts of a key; ids may not hold it, so that ("a", "bc") and ("ab", "c") differ.
const SEPARATOR: u8 = 0;

/// Where each key stands: a million of them, so the hash is a fast one, keyed at random.
pub(crate) type Places<'k> = HashMap<&'k [u8], usize, RandomState>;

/// A key per row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Ids {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Ids {
    /// Adds the key of the next row.
    pub(crate) fn push<'a>(
        &mut self,
        parts: impl Iterator<Item = &'a [u8]>,
    ) -> Result<(), TryReserveError> {
        for (index, part) in parts.enumerate() {
            make_room(&mut self.bytes, part.len() + 1)?;
            if index > 0 {
                self.bytes.push(SEPARATOR);
            }
            self.bytes.extend_from_slice(part);
        }
        make_room(&mut self.ends, 1)?;
        self.ends.push(self.bytes.len());
        Ok(())
    }

    /// Adds the keys of the rows that follow.
    pub(crate) fn append(&mut self, next: &Self) -> Result<(), TryReserveError> {
        let shift = self.bytes.len();
        make_room(&mut self.bytes, next.bytes.len())?;
        make_room(&mut self.ends, next.ends.len())?;
        self.bytes.extend_from_slice(&next.bytes);
        self.ends.extend(next.ends.iter().map(|end| end + shift));
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The key of a row.
    pub(crate) fn get(&self, row: usize) -> &[u8] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.bytes[start..self.ends[row]]
    }

    /// The keys without one of their parts.
    pub(crate) fn without(&self, place: usize) -> Vec<Vec<u8>> {
        let rest = |key: &[u8]| {
            let parts = key.split(|byte| *byte == SEPARATOR).enumerate();
            let parts = parts
                .filter(|(part, _)| *part != place)
                .map(|(_, part)| part);
            parts.collect::<Vec<_>>().join(&SEPARATOR)
        };
        self.iter().map(rest).collect()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// Returns `true` if no two keys have one hash, so that none is doubled.
    ///
    /// Hashes are sorted in parts that fit a cache, by their first bits: a table of all keys would miss it with each of them.
    fn are_hashes_distinct(&self) -> Result<bool, TryReserveError> {
        // About a thousand hashes a part.
        let bits = (self.len() >> 10).checked_ilog2().map_or(1, |log| log + 1);
        let part = |hash: u64| (hash >> (u64::BITS - bits)) as usize;
        let state = RandomState::default();
        let mut hashes: Vec<u64> = Vec::new();
        fallible(|| hashes.try_reserve_exact(self.len()))?;
        let rows = (0..self.len()).into_par_iter().with_min_len(1 << 14);
        hashes.par_extend(rows.map(|row| state.hash_one(self.get(row))));
        let mut ends = vec![0_usize; (1 << bits) + 1];
        for hash in &hashes {
            ends[part(*hash) + 1] += 1;
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut sorted: Vec<u64> = Vec::new();
        fallible(|| sorted.try_reserve_exact(self.len()))?;
        sorted.resize(self.len(), 0);
        for hash in hashes {
            let next = &mut ends[part(hash)];
            sorted[*next] = hash;
            *next += 1;
        }
        let mut rest = &mut sorted[..];
        let mut parts = Vec::with_capacity(ends.len());
        let mut before = 0;
        for end in &ends[..ends.len() - 1] {
            let (own, others) = rest.split_at_mut(end - before);
            parts.push(own);
            (rest, before) = (others, *end);
        }
        Ok(parts.into_par_iter().with_min_len(16).all(|part| {
            part.sort_unstable();
            part.windows(2).all(|pair| pair[0] != pair[1])
        }))
    }

    /// The first row whose key an earlier row has, that row, and how many more repeat one.
    pub(crate) fn doubled(&self) -> Result<Option<(usize, usize, u64)>, TryReserveError> {
        if self.are_hashes_distinct()? {
            return Ok(None);
        }
        let mut rows = Places::default();
        fallible(|| rows.try_reserve(self.len()))?;
        let mut found = None;
        for (row, key) in self.iter().enumerate() {
            match rows.entry(key) {
                Entry::Vacant(place) => {
                    place.insert(row);
                }
                Entry::Occupied(first) => match &mut found {
                    None => found = Some((*first.get(), row, 0)),
                    Some((_, _, more)) => *more += 1,
                },
            }
        }
        Ok(found)
    }
}

/// A key as text: its parts with commas.
pub(crate) fn plain(key: &[u8]) -> String {
    let part = |part| String::from_utf8_lossy(part).into_owned();
    key.split(|byte| *byte == SEPARATOR)
        .map(part)
        .collect::<Vec<_>>()
        .join(", ")
}

/// A key for a message: its parts with commas.
pub(crate) fn readable(key: &[u8]) -> String {
    let parts: Vec<String> = key
        .split(|byte| *byte == SEPARATOR)
        .map(crate::error::quote::quoted)
        .collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(rows: &[&[&str]]) -> Ids {
        let mut ids = Ids::default();
        for row in rows {
            ids.push(row.iter().map(|part| part.as_bytes())).unwrap();
        }
        ids
    }

    #[test]
    fn keys_of_several_columns_do_not_run_together() {
        let ids = ids(&[&["a", "bc"], &["ab", "c"], &["", "abc"]]);
        assert_eq!(ids.doubled().unwrap(), None);
        assert_eq!(readable(ids.get(1)), "`ab`, `c`");
    }

    #[test]
    fn the_first_doubled_key_names_both_rows_and_counts_the_rest() {
        let ids = ids(&[&["a"], &["b"], &["b"], &["a"], &["b"]]);
        assert_eq!(ids.doubled().unwrap(), Some((1, 2, 2)));
    }

    #[test]
    fn appending_moves_the_ends() {
        let mut first = ids(&[&["a"], &["bb"]]);
        first.append(&ids(&[&["ccc"], &[""]])).unwrap();
        assert_eq!(first, ids(&[&["a"], &["bb"], &["ccc"], &[""]]));
    }
}
