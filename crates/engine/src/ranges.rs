//! A draw in ranges: those that its ledger has, and those that are drawn now.

use std::ops::Range;
use std::time::Duration;

use web_time::Instant;

use crate::control::{Control, Progress};
use crate::error::EngineError;
use crate::ledger::Step;

/// A draw whose ranges add up.
pub trait Ranges {
    /// What a range gives.
    type Part;
    /// Cuts lie at multiples of it.
    const GRAIN: u64;

    /// All that determines the draw, but how many numbers it has.
    fn told(&self) -> Vec<u8>;

    /// Draws a range, or the prefix of it that was finished before a stop.
    ///
    /// # Errors
    /// Where a draw fails.
    fn draw(&self, range: Range<u64>) -> Result<Self::Part, EngineError>;

    /// The numbers that a part holds.
    fn range(part: &Self::Part) -> Range<u64>;

    /// A part as bytes.
    fn bytes(&self, part: &Self::Part) -> Vec<u8>;

    /// The part of such bytes; `None` where they are of something else.
    fn part(&self, range: Range<u64>, bytes: &[u8]) -> Option<Self::Part>;

    /// A part of which nothing counts.
    fn blank(&self, range: Range<u64>) -> Self::Part;

    /// Parts that lie one behind the other, as one.
    fn joined(&self, whole: Range<u64>, parts: Vec<Self::Part>) -> Self::Part;
}

/// Time that a range takes which is kept by itself: what a kill costs at most.
const KEPT: Duration = Duration::from_secs(1);

/// Draws the resample numbers of a draw, or those that its ledger does not have yet. After a stop the part ends with
/// the finished prefix.
///
/// # Errors
/// [`EngineError`] of the draw and of the ledger.
pub fn draw<R: Ranges>(
    ranges: &R,
    whole: Range<u64>,
    control: &Control,
) -> Result<R::Part, EngineError> {
    let Some(ledger) = control.ledger else {
        return ranges.draw(whole);
    };
    let (told, mut parts, mut end) = (ranges.told(), Vec::new(), whole.start);
    let mut length = R::GRAIN;
    'steps: for step in ledger.steps(&told, whole.clone())? {
        match step {
            Step::Known(range, bytes) => {
                control.tell(Progress::Done(range.end - range.start));
                end = range.end;
                let foreign =
                    || EngineError::Foreign("other results than this draw has".to_owned());
                parts.push(ranges.part(range, &bytes).ok_or_else(foreign)?);
            }
            Step::Elsewhere(range) => {
                end = range.end;
                parts.push(ranges.blank(range));
            }
            Step::Draw(range) => {
                let mut start = range.start;
                while start < range.end {
                    let behind = (start / R::GRAIN * R::GRAIN)
                        .saturating_add(length)
                        .min(range.end);
                    let began = Instant::now();
                    let part = ranges.draw(start..behind)?;
                    let drawn = R::range(&part);
                    if drawn.is_empty() {
                        break 'steps;
                    }
                    ledger.keep(&told, drawn.clone(), ranges.bytes(&part))?;
                    parts.push(part);
                    end = drawn.end;
                    if end < behind {
                        break 'steps;
                    }
                    start = behind;
                    length = match began.elapsed() {
                        short if short < KEPT / 8 => length.saturating_mul(4),
                        short if short < KEPT / 2 => length.saturating_mul(2),
                        long if long > KEPT * 2 => (length / 2 / R::GRAIN).max(1) * R::GRAIN,
                        _ => length,
                    };
                }
            }
        }
    }
    Ok(ranges.joined(whole.start..end, parts))
}

/// Numbers as bytes, and back.
pub(crate) mod numbers {
    /// Appends the bytes of numbers.
    pub fn put<const N: usize>(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = [u8; N]>) {
        numbers
            .into_iter()
            .for_each(|number| bytes.extend_from_slice(&number));
    }

    /// Takes this many numbers from the front of the bytes; `None` if there are fewer.
    pub fn take<const N: usize, T>(
        bytes: &mut &[u8],
        many: usize,
        of: fn([u8; N]) -> T,
    ) -> Option<Vec<T>> {
        let (own, rest) = bytes.split_at_checked(many.checked_mul(N)?)?;
        *bytes = rest;
        let number = |own: &[u8]| own.try_into().ok().map(of);
        own.chunks_exact(N).map(number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Ledger;
    use std::cell::RefCell;
    use std::sync::Mutex;

    /// The numbers of a range themselves; it stops behind a number.
    struct Counting {
        stop: u64,
        drawn: RefCell<Vec<Range<u64>>>,
    }

    impl Ranges for Counting {
        type Part = (Range<u64>, Vec<u64>);
        const GRAIN: u64 = 8;

        fn told(&self) -> Vec<u8> {
            b"counting".to_vec()
        }

        fn draw(&self, range: Range<u64>) -> Result<Self::Part, EngineError> {
            let range = range.start..range.end.min(self.stop).max(range.start);
            self.drawn.borrow_mut().push(range.clone());
            Ok((range.clone(), range.collect()))
        }

        fn range(part: &Self::Part) -> Range<u64> {
            part.0.clone()
        }

        fn bytes(&self, part: &Self::Part) -> Vec<u8> {
            let mut bytes = Vec::new();
            numbers::put(&mut bytes, part.1.iter().map(|number| number.to_le_bytes()));
            bytes
        }

        fn part(&self, range: Range<u64>, mut bytes: &[u8]) -> Option<Self::Part> {
            let numbers = numbers::take(
                &mut bytes,
                (range.end - range.start) as usize,
                u64::from_le_bytes,
            )?;
            bytes.is_empty().then_some((range, numbers))
        }

        fn blank(&self, range: Range<u64>) -> Self::Part {
            (range.clone(), range.map(|_| 0).collect())
        }

        fn joined(&self, whole: Range<u64>, parts: Vec<Self::Part>) -> Self::Part {
            (whole, parts.into_iter().flat_map(|part| part.1).collect())
        }
    }

    /// Answers with given steps, and keeps what is drawn.
    struct Given {
        steps: Vec<Step>,
        kept: Mutex<Vec<(Range<u64>, Vec<u8>)>>,
    }

    impl Ledger for Given {
        fn steps(&self, draw: &[u8], _: Range<u64>) -> Result<Vec<Step>, EngineError> {
            assert_eq!(draw, b"counting");
            Ok(self.steps.clone())
        }

        fn keep(&self, _: &[u8], range: Range<u64>, result: Vec<u8>) -> Result<(), EngineError> {
            self.kept.lock().unwrap().push((range, result));
            Ok(())
        }
    }

    fn run(steps: Vec<Step>, stop: u64) -> (Result<Vec<u64>, EngineError>, Vec<Range<u64>>) {
        let ledger = Given {
            steps,
            kept: Mutex::default(),
        };
        let control = Control {
            ledger: Some(&ledger),
            ..Control::default()
        };
        let counting = Counting {
            stop,
            drawn: RefCell::default(),
        };
        let found = draw(&counting, 0..100, &control).map(|part| part.1);
        let kept: Vec<_> = ledger
            .kept
            .lock()
            .unwrap()
            .iter()
            .map(|kept| kept.0.clone())
            .collect();
        let drawn: Vec<_> = counting
            .drawn
            .into_inner()
            .into_iter()
            .filter(|range| !range.is_empty())
            .collect();
        assert_eq!(kept, drawn, "what is drawn is kept");
        (found, kept)
    }

    #[test]
    fn ranges_are_drawn_in_pieces_that_grow_and_end_at_grains() {
        let (found, kept) = run(vec![Step::Draw(0..100)], 100);
        assert_eq!(found, Ok((0..100).collect()));
        assert_eq!(kept, [0..8, 8..40, 40..100]);
    }

    #[test]
    fn what_is_known_is_not_drawn_and_what_is_elsewhere_is_blank() {
        let bytes: Vec<u8> = (5..30_u64).flat_map(u64::to_le_bytes).collect();
        let known = Step::Known(5..30, bytes.clone());
        let (found, kept) = run(
            vec![
                Step::Draw(0..5),
                known,
                Step::Elsewhere(30..98),
                Step::Draw(98..100),
            ],
            100,
        );
        let expected: Vec<u64> = (0..30).chain((30..98).map(|_| 0)).chain(98..100).collect();
        assert_eq!((found, kept), (Ok(expected), vec![0..5, 98..100]));
        let (found, _) = run(vec![Step::Known(5..31, bytes)], 100);
        assert!(matches!(found, Err(EngineError::Foreign(_))), "{found:?}");
    }

    #[test]
    fn a_stop_keeps_the_finished_prefix() {
        let (found, kept) = run(
            vec![Step::Draw(0..100), Step::Known(100..101, vec![0; 8])],
            20,
        );
        assert_eq!((found, kept), (Ok((0..20).collect()), vec![0..8, 8..20]));
        let (found, kept) = run(vec![Step::Draw(0..100)], 0);
        assert_eq!((found, kept), (Ok(Vec::new()), Vec::new()));
    }
}
