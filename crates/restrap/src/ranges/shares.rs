//! The parts of a command, put together.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use restrap_engine::{EngineError, Ledger, Step};
use serde::de::DeserializeOwned;

use super::{Piece, foreign, named, read, shown};
use crate::resample::container::ContainerError;

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
            let (known, parts_of, other) = first.get_or_insert_with(|| (job.clone(), of, name.clone()));
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
            for Piece { draw, range, result } in pieces {
                draws.entry(draw).or_default().push((range, result));
            }
        }
        let Some((job, of, _)) = first else { return foreign("expected parts of a job, found none") };
        let missing: Vec<String> =
            (1..=of).filter(|part| !parts.contains_key(part)).map(|part| part.to_string()).collect();
        if !missing.is_empty() {
            return foreign(format!("expected all of {of} parts, found no part {}", missing.join(", ")));
        }
        for pieces in draws.values_mut() {
            pieces.sort_unstable_by_key(|piece| piece.0.start);
        }
        Ok((job, Self { draws, is_known: AtomicBool::new(false) }))
    }
}

impl Ledger for Shares {
    fn steps(&self, draw: &[u8], whole: Range<u64>) -> Result<Vec<Step>, EngineError> {
        let Some(pieces) = self.draws.get(&named(draw)) else {
            // What a draw finds may decide what is drawn next, which no part could know.
            return if self.is_known.load(Ordering::Relaxed) {
                Ok(vec![Step::Draw(whole)])
            } else {
                foreign("expected the parts of this job, found those of other scores, or of another request")
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
            return foreign(format!("expected all of {}, found none from {end} on", shown(&whole)));
        }
        Ok(steps)
    }

    fn keep(&self, _: &[u8], _: Range<u64>, _: Vec<u8>) -> Result<(), EngineError> {
        Ok(())
    }
}
