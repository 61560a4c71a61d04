//! Tercom's greedy search for phrase shifts, with the limits of sacrebleu 2.6.0.
//!
//! Each round tries to move every phrase of the system (at most 10 words) that also stands in the reference at most 50 words away,
//! unless it is right where it is, to the places that the alignment gives; the move that lowers the edit distance most is made.
//! Among equals the longest, then the leftmost phrase, then the leftmost place wins. After 1,000 tried moves the search stops.

use std::cmp::Reverse;

use super::distance::{Step, Table};

/// Longest phrase.
const SIZE: usize = 10;

/// Farthest place.
const DISTANCE: usize = 50;

/// Most moves tried for a segment.
const CANDIDATES: usize = 1000;

/// The edits between a system's words and a reference, shifts included.
pub(super) fn edits(system: &[u32], reference: &[u32]) -> i64 {
    if reference.is_empty() {
        return system.len() as i64;
    }
    let mut words = system.to_vec();
    let mut table = Table::new(&words, reference);
    let (mut shifts, mut tried) = (0, 0);
    loop {
        let best = best_shift(&words, reference, &table, &mut tried);
        if tried >= CANDIDATES {
            break;
        }
        let Some(best) = best.filter(|best| best.gain > 0) else {
            break;
        };
        words = shifted(&words, best.start.0, best.length, best.place.0);
        table = Table::new(&words, reference);
        shifts += 1;
    }
    i64::from(table.distance()) + shifts
}

/// A move of a phrase; the order of moves is that of their worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Shift {
    gain: i64,
    length: usize,
    start: Reverse<usize>,
    place: Reverse<usize>,
}

/// How reference positions lie in the system, and where each side has errors.
struct Alignment {
    /// For each reference word the system word that it stands at, or the one before; -1 before the first.
    places: Vec<i64>,
    reference_errors: Vec<bool>,
    system_errors: Vec<bool>,
}

impl Alignment {
    fn new(steps: &[Step]) -> Self {
        let mut made = Self {
            places: Vec::new(),
            reference_errors: Vec::new(),
            system_errors: Vec::new(),
        };
        for step in steps {
            let wrong = *step != Step::Keep;
            if *step != Step::Insert {
                made.system_errors.push(wrong);
            }
            if *step != Step::Delete {
                made.places.push(made.system_errors.len() as i64 - 1);
                made.reference_errors.push(wrong);
            }
        }
        made
    }
}

/// The best move, or `None` when there is none to try.
fn best_shift(
    words: &[u32],
    reference: &[u32],
    table: &Table<'_>,
    tried: &mut usize,
) -> Option<Shift> {
    let before = i64::from(table.distance());
    let alignment = Alignment::new(&table.steps());
    let mut scratch = table.clone();
    // The words that the scratch table still shares with `table`.
    let mut shared = words.len();
    let mut best: Option<Shift> = None;
    for (start, at, length) in pairs(words, reference) {
        let right =
            |errors: &[bool], from: usize| errors[from..from + length].iter().all(|wrong| !wrong);
        if right(&alignment.system_errors, start) || right(&alignment.reference_errors, at) {
            continue;
        }
        if (start as i64..(start + length) as i64).contains(&alignment.places[at]) {
            continue;
        }
        let mut last = None;
        // The place before the reference position, then behind each word of the phrase there.
        for offset in 0..=length {
            let place = match (at + offset).checked_sub(1) {
                None => 0,
                Some(position) if position < alignment.places.len() => {
                    (alignment.places[position] + 1) as usize
                }
                Some(_) => break,
            };
            if last.replace(place) == Some(place) {
                continue;
            }
            let moved = shifted(words, start, length, place);
            let kept = moved.iter().zip(words).take_while(|(a, b)| a == b).count();
            scratch.copy_rows(table, shared, kept);
            shared = kept;
            let gain = before - i64::from(scratch.update(&moved, kept));
            *tried += 1;
            let candidate = Shift {
                gain,
                length,
                start: Reverse(start),
                place: Reverse(place),
            };
            best = best.max(Some(candidate));
        }
        if *tried >= CANDIDATES {
            break;
        }
    }
    best
}

/// Equal phrases of both sides: start in the system, start in the reference, length.
fn pairs<'a>(
    words: &'a [u32],
    reference: &'a [u32],
) -> impl Iterator<Item = (usize, usize, usize)> + 'a {
    (0..words.len()).flat_map(move |start| {
        let places = start.saturating_sub(DISTANCE)..reference.len().min(start + DISTANCE + 1);
        places.flat_map(move |at| {
            let equal = words[start..]
                .iter()
                .zip(&reference[at..])
                .take(SIZE)
                .take_while(|(a, b)| a == b)
                .count();
            (1..=equal).map(move |length| (start, at, length))
        })
    })
}

/// The words with `length` of them from `start` moved to before the place.
fn shifted(words: &[u32], start: usize, length: usize, place: usize) -> Vec<u32> {
    let (end, n) = (start + length, words.len());
    let phrase = &words[start..end];
    if place < start {
        [&words[..place], phrase, &words[place..start], &words[end..]].concat()
    } else if place > end {
        [&words[..start], &words[end..place], phrase, &words[place..]].concat()
    } else {
        // Within itself: as many words from behind the phrase as the place lies inside come before it.
        let to = (length + place).min(n);
        [&words[..start], &words[end..to], phrase, &words[to..]].concat()
    }
}
