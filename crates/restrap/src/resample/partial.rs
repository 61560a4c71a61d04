//! What was drawn of a job in some ranges of resamples: merged in any order, kept as a file.

use std::io::{Read, Seek, Write};
use std::ops::Range;

use restrap_engine::CHUNK;
use serde::{Deserialize, Serialize};

use crate::resample::container::{self, ContainerError, Contents, Numbers};
use crate::resample::draw::{Draw, Drawn, Kept, Tail};
use crate::resample::merge::MergeError;

/// Format of the file.
const FORMAT: &str = "restrap/partial/1";
/// What ranges number.
const WHAT: &str = "resamples";

/// What was drawn of a job in some ranges of resamples.
///
/// Merging is associative and commutative. Counts are kept per chunk of 1,024 resamples, so that what a stop decides is a function
/// of the prefix; kept values cost 8 bytes each, here and in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial {
    /// Digest of the job.
    digest: String,
    /// A run was stopped: the resamples behind its prefix were not reached.
    interrupted: bool,
    /// For each draw of the job, its pieces in order of resample number.
    draws: Vec<Vec<Drawn>>,
}

/// The header of the file.
#[derive(Serialize, Deserialize)]
struct About {
    digest: String,
    interrupted: bool,
    draws: Vec<Vec<Piece>>,
}

/// A piece of a draw in the header.
#[derive(Serialize, Deserialize)]
struct Piece {
    start: u64,
    end: u64,
    tails: usize,
    /// For each kept column, whether it holds sums rather than values.
    sums: Vec<bool>,
}

impl Partial {
    /// What one run found of each draw.
    pub(crate) fn new(digest: &str, drawn: Vec<Drawn>, interrupted: bool) -> Self {
        let pieces = |drawn: Drawn| if drawn.range.is_empty() { Vec::new() } else { vec![drawn] };
        Self { digest: digest.to_owned(), interrupted, draws: drawn.into_iter().map(pieces).collect() }
    }

    /// Both together.
    ///
    /// # Errors
    /// [`MergeError`] for results of different jobs, and for resamples that both have.
    pub fn merge(mut self, other: Self) -> Result<Self, MergeError> {
        if self.digest != other.digest || self.draws.len() != other.draws.len() {
            let what = format!("digest: {} and {}", self.digest, other.digest);
            return Err(MergeError::OtherJob { what });
        }
        self.interrupted |= other.interrupted;
        for (own, more) in self.draws.iter_mut().zip(other.draws) {
            own.extend(more);
            own.sort_unstable_by_key(|piece| piece.range.start);
            if let Some(pair) = own.windows(2).find(|pair| pair[1].range.start < pair[0].range.end) {
                let range = pair[1].range.start..pair[0].range.end.min(pair[1].range.end);
                return Err(MergeError::Twice { what: WHAT.to_owned(), range });
            }
        }
        Ok(self)
    }

    /// Digest of the job that it belongs to.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The whole of each draw: all resamples, or of an interrupted run its prefix.
    ///
    /// # Errors
    /// [`MergeError`] for resamples that are missing, or beyond those that are asked for.
    pub(crate) fn whole(self, draws: &[Draw], resamples: u64) -> Result<Vec<Drawn>, MergeError> {
        let interrupted = self.interrupted;
        let whole = |(pieces, draw): (Vec<Drawn>, &Draw)| {
            let mut end = 0;
            let found = pieces.last().map_or(0, |piece| piece.range.end);
            if found > resamples {
                return Err(MergeError::Beyond { what: WHAT.to_owned(), whole: resamples, found });
            }
            let gap =
                |range: Range<u64>| MergeError::Missing { what: WHAT.to_owned(), whole: resamples, range };
            for piece in &pieces {
                if piece.range.start > end {
                    return Err(gap(end..piece.range.start));
                }
                end = piece.range.end;
            }
            if end < resamples && !interrupted {
                return Err(gap(end..resamples));
            }
            Ok(joined(pieces, draw, end))
        };
        self.draws.into_iter().zip(draws).map(whole).collect()
    }

    /// Writes it as a file: a line of JSON, blocks of little-endian numbers, a BLAKE3 digest.
    ///
    /// # Errors
    /// [`ContainerError`] where the system cannot write.
    pub fn write(&self, out: &mut dyn Write) -> Result<(), ContainerError> {
        let piece = |drawn: &Drawn| Piece {
            start: drawn.range.start,
            end: drawn.range.end,
            tails: drawn.counts.len(),
            sums: drawn.kept.iter().map(|kept| matches!(kept, Kept::Sums(_))).collect(),
        };
        let about = About {
            digest: self.digest.clone(),
            interrupted: self.interrupted,
            draws: self.draws.iter().map(|pieces| pieces.iter().map(piece).collect()).collect(),
        };
        let counts: Vec<Vec<u16>> = self.draws.iter().flatten().map(|drawn| drawn.counts.concat()).collect();
        let mut blocks: Vec<(&str, &dyn Numbers)> = Vec::new();
        for (drawn, counts) in self.draws.iter().flatten().zip(&counts) {
            blocks.push((COUNTS, counts));
            for kept in &drawn.kept {
                match kept {
                    Kept::Sums(sums) => blocks.push((KEPT, sums)),
                    Kept::Values(values) => blocks.push((KEPT, values)),
                    Kept::Nothing => {}
                }
            }
        }
        container::write(out, FORMAT, &about, &blocks)
    }

    /// Reads what [`Self::write`] wrote.
    ///
    /// # Errors
    /// [`ContainerError`] for another file, or one that was cut or changed.
    pub fn read(source: impl Read + Seek) -> Result<Self, ContainerError> {
        let mut contents = Contents::open(source, FORMAT)?;
        let About { digest, interrupted, draws } = contents.about()?;
        let mut piece = |piece: Piece| {
            let range = piece.start..piece.end;
            let counts: Vec<u16> = contents.block(COUNTS)?;
            let counts = match chunks(&range) {
                0 => vec![Vec::new(); piece.tails],
                chunks => counts.chunks(chunks).map(<[u16]>::to_vec).collect(),
            };
            let kept = piece.sums.into_iter().map(|sums| {
                Ok(if sums { Kept::Sums(contents.block(KEPT)?) } else { Kept::Values(contents.block(KEPT)?) })
            });
            Ok(Drawn { range, counts, kept: kept.collect::<Result<_, ContainerError>>()? })
        };
        let draws = draws.into_iter().map(|pieces| pieces.into_iter().map(&mut piece).collect());
        Ok(Self { digest, interrupted, draws: draws.collect::<Result<_, ContainerError>>()? })
    }
}

/// Names of the blocks.
const COUNTS: &str = "counts";
const KEPT: &str = "kept";

/// Chunks that a range touches.
fn chunks(range: &Range<u64>) -> usize {
    if range.is_empty() { 0 } else { ((range.end - 1) / CHUNK - range.start / CHUNK) as usize + 1 }
}

/// Pieces that lie one behind the other from 0 to `end`. One column at a time is copied, and what was copied is given up.
fn joined(mut pieces: Vec<Drawn>, draw: &Draw, end: u64) -> Drawn {
    let mut counts = vec![vec![0_u16; chunks(&(0..end))]; draw.tails.len()];
    for piece in &pieces {
        let first = (piece.range.start / CHUNK) as usize;
        for (all, own) in counts.iter_mut().zip(&piece.counts) {
            all[first..].iter_mut().zip(own).for_each(|(all, own)| *all += own);
        }
    }
    let mut kept = Vec::with_capacity(draw.keep.len());
    for at in 0..draw.keep.len() {
        let mut columns =
            pieces.iter_mut().map(|piece| std::mem::replace(&mut piece.kept[at], Kept::Nothing));
        let mut all = columns.next().unwrap_or_else(|| {
            // Whether sums or values: as its tails are.
            match draw.tails.first() {
                Some(Tail::Value(..)) => Kept::Values(Vec::new()),
                _ => Kept::Sums(Vec::new()),
            }
        });
        for column in columns {
            match (&mut all, column) {
                (Kept::Sums(all), Kept::Sums(more)) => all.extend(more),
                (Kept::Values(all), Kept::Values(more)) => all.extend(more),
                _ => {}
            }
        }
        kept.push(all);
    }
    Drawn { range: 0..end, counts, kept }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    use crate::resample::draw::DrawKind;
    use restrap_engine::{Route, Threshold};

    fn draw() -> Draw {
        Draw {
            population: 0,
            kind: DrawKind::Items,
            route: Route::Indexed,
            address: 0,
            of: vec![0],
            tails: vec![Tail::Sum(0, Threshold::AtLeast(3))],
            keep: vec![0],
        }
    }

    /// Resample k sums to k, and one in three counts.
    fn piece(range: Range<u64>) -> Partial {
        let mut counts = vec![0; chunks(&range)];
        for k in range.clone().filter(|k| k % 3 == 0) {
            counts[(k / CHUNK - range.start / CHUNK) as usize] += 1;
        }
        let kept = vec![Kept::Sums(range.clone().map(|k| k as i64).collect())];
        Partial::new("job", vec![Drawn { range, counts: vec![counts], kept }], false)
    }

    #[test]
    fn pieces_in_any_order_make_the_whole() {
        let whole = piece(0..5_000).whole(&[draw()], 5_000).unwrap();
        let cuts = [0, 1, 300, 300, 1_024, 1_030, 4_999, 5_000];
        let pieces: Vec<Partial> = cuts.windows(2).map(|cut| piece(cut[0]..cut[1])).collect();
        for start in 0..pieces.len() {
            let mut order = pieces.clone();
            order.rotate_left(start);
            let merged = order.into_iter().reduce(|one, other| other.merge(one).unwrap()).unwrap();
            assert_eq!(merged.whole(&[draw()], 5_000).unwrap(), whole);
        }
    }

    #[test]
    fn what_does_not_belong_together_is_refused_by_name() {
        let message = |result: Result<Partial, MergeError>| result.unwrap_err().to_string();
        let twice = message(piece(0..10).merge(piece(7..20)));
        assert_eq!(twice, "expected resamples once each, found 7 to 9 twice");
        let other = Partial { digest: "another".to_owned(), ..piece(10..20) };
        assert!(message(piece(0..10).merge(other)).contains("the same job"));
        let hole = piece(0..10).merge(piece(12..20)).unwrap().whole(&[draw()], 20).unwrap_err();
        assert_eq!(hole.to_string(), "expected all of 20 resamples, found none of 10 to 11");
        let stopped = Partial { interrupted: true, ..piece(0..10) };
        assert_eq!(stopped.whole(&[draw()], 20).unwrap()[0].completed(), 10);
        assert!(piece(0..10).whole(&[draw()], 20).is_err() && piece(0..30).whole(&[draw()], 20).is_err());
    }

    #[test]
    fn a_file_reads_back_and_no_changed_byte_passes() {
        let partial = piece(5..2_000).merge(piece(4_000..4_003)).unwrap();
        let mut file = Vec::new();
        partial.write(&mut file).unwrap();
        assert_eq!(Partial::read(Cursor::new(&file)).unwrap(), partial);
        for at in (0..file.len()).step_by(97) {
            let mut changed = file.clone();
            changed[at] ^= 4;
            assert!(Partial::read(Cursor::new(&changed)).is_err(), "byte {at}");
            assert!(Partial::read(Cursor::new(&file[..at])).is_err(), "cut at {at}");
        }
    }
}
