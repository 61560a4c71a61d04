//! Word edit distance within a beam around the diagonal, with the operations that lead to it.
//!
//! sacrebleu looks at 25 words on either side of a diagonal of slope |reference| / |system| (more where one side is much longer), and
//! prefers a match or substitution, then a deletion, then an insertion. Rows depend on the words before them alone, so that a shifted
//! sentence takes over the rows of the words that stay in place.

/// Half of the beam, in words.
const BEAM: usize = 25;

/// What is not reached.
const NEVER: u32 = u32::MAX / 2;

/// A step in the rewriting of a system's words into the reference's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Keep,
    Substitute,
    Insert,
    Delete,
}

#[derive(Debug, Clone, Copy)]
struct Cell {
    cost: u32,
    step: Step,
}

/// The table of distances between prefixes of a system's words and of the reference.
#[derive(Debug, Clone)]
pub(super) struct Table<'a> {
    reference: &'a [u32],
    width: usize,
    cells: Vec<Cell>,
}

impl<'a> Table<'a> {
    /// For some words.
    pub(super) fn new(words: &[u32], reference: &'a [u32]) -> Self {
        let width = reference.len() + 1;
        let first = (0..width).map(|cost| Cell {
            cost: cost as u32,
            step: Step::Insert,
        });
        let mut table = Self {
            reference,
            width,
            cells: first.collect(),
        };
        table.cells.resize(
            width * (words.len() + 1),
            Cell {
                cost: NEVER,
                step: Step::Insert,
            },
        );
        table.update(words, 0);
        table
    }

    /// Recomputes the table for the same number of words, of which the first `kept` are those of before; returns the distance.
    pub(super) fn update(&mut self, words: &[u32], kept: usize) -> u32 {
        let (n, m) = (words.len(), self.reference.len());
        // As in floating point there, so that the floor is the same.
        let slope = if n == 0 { 1.0 } else { m as f64 / n as f64 };
        let beam = if (BEAM as f64) < slope / 2.0 {
            libm::ceil(slope / 2.0 + BEAM as f64) as usize
        } else {
            BEAM
        };
        for (row, word) in words.iter().enumerate().skip(kept) {
            let i = row + 1;
            let diagonal = libm::floor(i as f64 * slope) as usize;
            let low = diagonal.saturating_sub(beam);
            let high = if i == n {
                self.width
            } else {
                self.width.min(diagonal + beam)
            };
            self.row(i, *word, low, high);
        }
        self.distance()
    }

    /// Takes over the rows of another table behind the first `from` words up to `to` words; none when `from` is not less.
    pub(super) fn copy_rows(&mut self, other: &Self, from: usize, to: usize) {
        if from < to {
            let range = (from + 1) * self.width..(to + 1) * self.width;
            self.cells[range.clone()].copy_from_slice(&other.cells[range]);
        }
    }

    fn row(&mut self, i: usize, word: u32, low: usize, high: usize) {
        let (above, row) = self.cells.split_at_mut(i * self.width);
        let above = &above[(i - 1) * self.width..];
        let row = &mut row[..self.width];
        // Cells outside the beam are as they were made: the beam of a row depends on the number of words alone.
        for j in low..high {
            row[j] = if j == 0 {
                Cell {
                    cost: above[0].cost + 1,
                    step: Step::Delete,
                }
            } else {
                let same = self.reference[j - 1] == word;
                let step = if same { Step::Keep } else { Step::Substitute };
                let mut best = Cell {
                    cost: above[j - 1].cost + u32::from(!same),
                    step,
                };
                if above[j].cost + 1 < best.cost {
                    best = Cell {
                        cost: above[j].cost + 1,
                        step: Step::Delete,
                    };
                }
                if row[j - 1].cost + 1 < best.cost {
                    best = Cell {
                        cost: row[j - 1].cost + 1,
                        step: Step::Insert,
                    };
                }
                best
            };
        }
    }

    /// The distance between all words and the reference.
    pub(super) fn distance(&self) -> u32 {
        self.cells.last().map_or(0, |cell| cell.cost)
    }

    /// The steps from all words to the reference, first to last.
    pub(super) fn steps(&self) -> Vec<Step> {
        let (mut i, mut j) = (self.cells.len() / self.width - 1, self.width - 1);
        let mut steps = Vec::new();
        while i > 0 || j > 0 {
            // A path that leaves the beam cannot be; the borders have one way only.
            let step = match (i, j) {
                (0, _) => Step::Insert,
                (_, 0) => Step::Delete,
                _ => self.cells[i * self.width + j].step,
            };
            steps.push(step);
            i -= usize::from(step != Step::Insert);
            j -= usize::from(step != Step::Delete);
        }
        steps.reverse();
        steps
    }
}
