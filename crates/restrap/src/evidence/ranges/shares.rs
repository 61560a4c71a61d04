//! The parts of a command, put together.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use restrap_engine::{EngineError, Ledger, Step};
use serde::de::DeserializeOwned;

use super::{Piece, foreign, named, read, shown};
use crate::evidence::resample::container::ContainerError;

/// Results by range, in order.
type Pieces = Vec<(Range<u64>, Vec<u8>)>;

/// What several [`Share`](super::Share)s drew of a command; run with it, the command draws nothing.
#[derive(Debug)]
pub struct Shares {
    draws: HashMap<String, Pieces>,
    /// A draw of theirs was asked for.
    is_known: AtomicBool,
}

impl Shares {
    /// Parts by the name of their file and its bytes; with them comes the job that they are of.
    ///
    /// # Errors
    /// [`EngineError::Foreign`] with the file that is damaged, of another job or there twice, or with the parts that are missing.
    pub fn read<J: Clone + DeserializeOwned + PartialEq>(
        files: impl IntoIterator<Item = (String, Vec<u8>)>,
    ) -> Result<(J, Self), EngineError> {
        let mut first: Option<(J, u64, String)> = None;
        let mut parts: BTreeMap<u64, String> = BTreeMap::new();
        let mut draws: HashMap<String, Pieces> = HashMap::new();
        for (name, bytes) in files {
            let whole = read::<(J, u64, u64)>(&bytes);
            let ((job, part, of), pieces) =
                whole.or_else(|error: ContainerError| foreign(format!("{name}: {error}")))?;
            let (known, parts_of, other) =
                first.get_or_insert_with(|| (job.clone(), of, name.clone()));
            if *known != job || *parts_of != of {
                return foreign(format!(
                    "{name}: expected a part of the job of {other}, found one of another"
                ));
            }
            if let Some(other) = parts.insert(part, name.clone()) {
                return foreign(format!(
                    "{name}: expected each part once, found part {part} in {other}, too"
                ));
            }
            for Piece {
                draw,
                range,
                result,
            } in pieces
            {
                draws.entry(draw).or_default().push((range, result));
            }
        }
        let Some((job, of, _)) = first else {
            return foreign("expected parts of a job, found none");
        };
        let missing: Vec<String> = (1..=of)
            .filter(|part| !parts.contains_key(part))
            .map(|part| part.to_string())
            .collect();
        if !missing.is_empty() {
            return foreign(format!(
                "expected all of {of} parts, found no part {}",
                missing.join(", ")
            ));
        }
        for pieces in draws.values_mut() {
            pieces.sort_unstable_by_key(|piece| piece.0.start);
        }
        Ok((
            job,
            Self {
                draws,
                is_known: AtomicBool::new(false),
            },
        ))
    }
}

impl Ledger for Shares {
    fn steps(&self, draw: &[u8], whole: Range<u64>) -> Result<Vec<Step>, EngineError> {
        let Some(pieces) = self.draws.get(&named(draw)) else {
            // What a draw finds may decide what is drawn next, which no part could know.
            return if self.is_known.load(Ordering::Relaxed) {
                Ok(vec![Step::Draw(whole)])
            } else {
                foreign(
                    "expected the parts of this job, found those of other scores, or of another request",
                )
            };
        };
        self.is_known.store(true, Ordering::Relaxed);
        let (mut steps, mut end) = (Vec::with_capacity(pieces.len()), whole.start);
        for (range, result) in pieces {
            if range.start != end || range.end > whole.end {
                break;
            }
            end = range.end;
            steps.push(Step::Known(range.clone(), result.clone()));
        }
        if end < whole.end {
            return foreign(format!(
                "expected all of {}, found none from {end} on",
                shown(&whole)
            ));
        }
        Ok(steps)
    }

    fn keep(&self, _: &[u8], _: Range<u64>, _: Vec<u8>) -> Result<(), EngineError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Share;
    use super::*;

    /// The bytes of one part of two, whose draw is of nine resamples.
    fn part(place: u64) -> Vec<u8> {
        let share = Share::new(place, 2).unwrap();
        let Step::Draw(own) = share
            .steps(b"one", 0..9)
            .unwrap()
            .into_iter()
            .find(|step| matches!(step, Step::Draw(_)))
            .unwrap()
        else {
            unreachable!("a part draws")
        };
        share.keep(b"one", own, vec![7; 40]).unwrap();
        let mut bytes = Vec::new();
        share.write(&"job".to_owned(), &mut bytes).unwrap();
        bytes
    }

    fn merged(first: &[u8], second: &[u8]) -> Result<Vec<Step>, EngineError> {
        let files = [
            ("1.part".to_owned(), first.to_vec()),
            ("2.part".to_owned(), second.to_vec()),
        ];
        Shares::read::<String>(files)?.1.steps(b"one", 0..9)
    }

    #[test]
    fn damage_in_any_byte_of_a_part_is_named_with_its_file() {
        let (first, second) = (part(1), part(2));
        assert_eq!(merged(&first, &second).unwrap().len(), 2);
        for at in 0..second.len() {
            for bit in 0..8 {
                let mut changed = second.clone();
                changed[at] ^= 1 << bit;
                let said = merged(&first, &changed).unwrap_err().to_string();
                assert!(said.starts_with("2.part: "), "byte {at}: {said}");
            }
            let said = merged(&first, &second[..at]).unwrap_err().to_string();
            assert!(said.starts_with("2.part: "), "{at} bytes: {said}");
        }
    }
}
