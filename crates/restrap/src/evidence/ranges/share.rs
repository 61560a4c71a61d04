//! One of several processes that share the draws of a command, and a look at what there is to draw.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use restrap_engine::{EngineError, Ledger, Step};
use serde::Serialize;

use super::{Piece, named, write};

/// Draws one of so many equal parts of every draw, and nothing of the others. What the command makes of it is no answer.
#[derive(Debug)]
pub struct Share {
    part: u64,
    of: u64,
    pieces: Mutex<Vec<Piece>>,
}

impl Share {
    /// Part `part` of `of`, from 1; `None` where there is no such part.
    pub fn new(part: u64, of: u64) -> Option<Self> {
        (1..=of).contains(&part).then(|| Self {
            part,
            of,
            pieces: Mutex::default(),
        })
    }

    /// Writes what was drawn: a file that notices damage, for [`Shares`](super::Shares) of the same `job`.
    ///
    /// # Errors
    /// [`EngineError::Unwritten`] where the system cannot write.
    pub fn write(
        &self,
        job: &impl Serialize,
        out: &mut dyn std::io::Write,
    ) -> Result<(), EngineError> {
        let pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        write(out, (job, self.part, self.of), &pieces)
            .map_err(|error| EngineError::Unwritten(error.to_string()))
    }

    /// The numbers of a draw that this part holds: parts differ by one number at most, and together are the whole.
    fn own(&self, whole: &Range<u64>) -> Range<u64> {
        let length = u128::from(whole.end - whole.start);
        let cut =
            |part: u64| whole.start + (length * u128::from(part) / u128::from(self.of)) as u64;
        cut(self.part - 1)..cut(self.part)
    }
}

impl Ledger for Share {
    fn steps(&self, draw: &[u8], whole: Range<u64>) -> Result<Vec<Step>, EngineError> {
        let (draw, own) = (named(draw), self.own(&whole));
        let mut steps = vec![Step::Elsewhere(whole.start..own.start)];
        // A command that looks at replicates asks for some draws twice; a second copy could not be put together with the first.
        let mut end = own.start;
        for piece in self
            .pieces
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
        {
            if piece.draw == draw && piece.range.start == end {
                end = piece.range.end;
                steps.push(Step::Known(piece.range.clone(), piece.result.clone()));
            }
        }
        steps.extend([
            Step::Draw(end..own.end),
            Step::Elsewhere(own.end..whole.end),
        ]);
        Ok(steps
            .into_iter()
            .filter(|step| !step.range().is_empty())
            .collect())
    }

    fn keep(&self, draw: &[u8], range: Range<u64>, result: Vec<u8>) -> Result<(), EngineError> {
        let piece = Piece {
            draw: named(draw),
            range,
            result,
        };
        self.pieces
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(piece);
        Ok(())
    }

    fn is_blank(&self) -> bool {
        true
    }
}

/// Draws nothing, and counts what there is to draw: the names of draws with their numbers, each draw once.
#[derive(Debug, Default)]
pub struct Survey(Mutex<Vec<(String, u64)>>);

impl Survey {
    /// Returns the number of resamples of each draw.
    pub fn draws(self) -> Vec<u64> {
        let draws = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        draws.into_iter().map(|(_, numbers)| numbers).collect()
    }
}

impl Ledger for Survey {
    fn steps(&self, draw: &[u8], whole: Range<u64>) -> Result<Vec<Step>, EngineError> {
        let (draw, numbers) = (named(draw), whole.end - whole.start);
        let mut draws = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !draws.iter().any(|(known, _)| *known == draw) {
            draws.push((draw, numbers));
        }
        Ok(vec![Step::Elsewhere(whole)])
    }

    fn keep(&self, _: &[u8], _: Range<u64>, _: Vec<u8>) -> Result<(), EngineError> {
        Ok(())
    }

    fn is_blank(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_whole_and_differ_by_one_at_most() {
        for (of, whole) in [(1, 0..10), (7, 5..1_000), (16, 0..3), (3, 0..u64::MAX)] {
            let parts: Vec<Range<u64>> = (1..=of)
                .map(|part| Share::new(part, of).unwrap().own(&whole))
                .collect();
            assert_eq!(
                (parts[0].start, parts[parts.len() - 1].end),
                (whole.start, whole.end)
            );
            assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
            let lengths = || parts.iter().map(|part| part.end - part.start);
            assert!(lengths().max().unwrap() - lengths().min().unwrap() <= 1);
        }
        assert!(Share::new(0, 3).is_none() && Share::new(4, 3).is_none());
    }
}
