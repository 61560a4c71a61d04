//! Faults of the rows that are kept, counted field by field: if no systems were named, a field that is empty in every
//! kept row is not a system, and its gaps are not faults.
//!
//! Tasks of one run report different metrics, so that a filter on the task leaves the metrics of the others empty.

use crate::error::fault::Fault;

/// Part and record, from 0, in the order in which they are read.
pub(super) type At = (u32, u32);

/// The first fault and how many there are.
#[derive(Debug, Default)]
struct Count {
    first: Option<(At, Fault)>,
    count: u64,
}

/// Faults of each field of scores, and of all else.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// By field; the last is for what belongs to none.
    counts: Vec<Count>,
    /// Which fields have a value.
    held: Vec<bool>,
    /// Fields of each part, once all parts are read.
    of_parts: Vec<Vec<bool>>,
}

/// The first fault of all fields that count.
pub(super) struct First {
    pub at: At,
    /// Its field, where it belongs to one.
    pub slot: Option<usize>,
    pub fault: Fault,
}

impl Tally {
    pub(super) fn new(fields: usize) -> Self {
        let counts = (0..=fields).map(|_| Count::default()).collect();
        Self {
            counts,
            held: vec![false; fields],
            of_parts: Vec::new(),
        }
    }

    /// Notes that a field has a value.
    pub(super) fn hold(&mut self, slot: usize) {
        self.held[slot] = true;
    }

    /// Counts a fault of a field, or of none; only the first is kept.
    pub(super) fn add(&mut self, slot: Option<usize>, at: At, fault: impl FnOnce() -> Fault) {
        let place = slot.unwrap_or(self.held.len());
        let count = &mut self.counts[place];
        count.count += 1;
        if count.first.is_none() {
            count.first = Some((at, fault()));
        }
    }

    /// Adds the tally of the rows that follow.
    pub(super) fn append(&mut self, next: Self) {
        for (count, more) in self.counts.iter_mut().zip(next.counts) {
            count.count += more.count;
            count.first = count.first.take().or(more.first);
        }
        self.held
            .iter_mut()
            .zip(next.held)
            .for_each(|(have, more)| *have |= more);
    }

    /// Ends a part.
    pub(super) fn end_part(&mut self) {
        let fields = self.held.len();
        self.of_parts
            .push(std::mem::replace(&mut self.held, vec![false; fields]));
    }

    /// Whether some row of the part has a value in the field.
    pub(super) fn holds(&self, part: usize, slot: usize) -> bool {
        self.of_parts[part][slot]
    }

    /// Fields that no row of any part fills.
    pub(super) fn empty(&self) -> Vec<usize> {
        (0..self.held.len())
            .filter(|slot| self.of_parts.iter().all(|held| !held[*slot]))
            .collect()
    }

    /// Forgets the faults of a field.
    pub(super) fn forget(&mut self, slot: usize) {
        self.counts[slot] = Count::default();
    }

    /// The first fault in the order of reading; its `more` counts the others.
    pub(super) fn first(&mut self) -> Option<First> {
        let more = self
            .counts
            .iter()
            .map(|count| count.count)
            .sum::<u64>()
            .saturating_sub(1);
        let fields = self.held.len();
        let firsts = self
            .counts
            .iter_mut()
            .enumerate()
            .filter_map(|(slot, count)| {
                let (at, fault) = count.first.take()?;
                Some(First {
                    at,
                    slot: (slot < fields).then_some(slot),
                    fault: Fault { more, ..fault },
                })
            });
        // Of faults of one record that of the first field: `min_by_key` keeps the first of equals.
        firsts.min_by_key(|first| first.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::fault::Place;
    use crate::error::kind::FaultKind;

    fn fault(line: u64) -> Fault {
        let place = Place::Line {
            file: "a".to_owned(),
            line,
            column: None,
            name: None,
        };
        Fault {
            place,
            kind: FaultKind::Missing,
            found: String::new(),
            more: 0,
            hint: None,
        }
    }

    #[test]
    fn the_first_fault_is_the_first_read_and_forgotten_fields_do_not_count() {
        let read = || {
            let mut all = Tally::new(2);
            all.add(Some(1), (0, 4), || fault(5));
            all.end_part();
            let mut next = Tally::new(2);
            next.add(None, (1, 0), || fault(1));
            next.add(Some(0), (1, 0), || fault(1));
            next.add(Some(0), (1, 1), || fault(2));
            next.hold(0);
            all.append(next);
            all.end_part();
            all
        };
        let mut all = read();
        assert_eq!(
            (all.empty(), all.holds(0, 0), all.holds(1, 0)),
            (vec![1], false, true)
        );
        let first = all.first().unwrap();
        assert_eq!(
            (first.at, first.slot, first.fault.more),
            ((0, 4), Some(1), 3)
        );
        let mut all = read();
        all.forget(1);
        let first = all.first().unwrap();
        assert_eq!(
            (first.at, first.slot, first.fault.more),
            ((1, 0), Some(0), 2)
        );
    }
}
