//! The parts of a table that a swap takes together.

use super::matrix::Matrix;

/// What a swap takes together (Deutsch, Dror & Roth 2021).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapUnit {
    /// Every cell on its own (PERM-BOTH).
    Cell,
    /// Whole segments (PERM-INPUTS).
    Segment,
    /// Whole systems (PERM-SYSTEMS).
    System,
}

impl SwapUnit {
    /// Units of a table.
    pub fn many(self, table: &Matrix) -> usize {
        match self {
            Self::Cell => table.cells().len(),
            Self::Segment => table.segments(),
            Self::System => table.systems(),
        }
    }

    /// The unit of a cell.
    pub(super) fn of_cell(self, table: &Matrix, cell: usize) -> usize {
        match self {
            Self::Cell => cell,
            Self::Segment => cell % table.segments(),
            Self::System => cell / table.segments(),
        }
    }

    /// Puts 1 at every cell whose unit has a bit of 1, 0 at every other; bit `u % 64` of word `u / 64` is unit `u`.
    pub(super) fn mark(self, table: &Matrix, bits: &[u64], cells: &mut Vec<u8>) {
        let bit = |unit: usize| (bits[unit / 64] >> (unit % 64) & 1) as u8;
        cells.clear();
        match self {
            Self::Cell => cells.extend((0..table.cells().len()).map(bit)),
            Self::Segment => {
                (0..table.systems()).for_each(|_| cells.extend((0..table.segments()).map(bit)));
            }
            Self::System => {
                let row = |system| std::iter::repeat_n(bit(system), table.segments());
                cells.extend((0..table.systems()).flat_map(row));
            }
        }
    }
}
