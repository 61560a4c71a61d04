//! Positive definite matrices: Cholesky's factor, solutions and the inverse.

/// A symmetric matrix, row after row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Symmetric {
    size: usize,
    cells: Vec<f64>,
}

impl Symmetric {
    /// All zeros.
    pub fn zero(size: usize) -> Self {
        Self {
            size,
            cells: vec![0.0; size * size],
        }
    }

    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Adds the products of a sparse vector's entries, times a factor.
    pub fn add_outer(&mut self, entries: &[(usize, f64)], factor: f64) {
        for &(row, x) in entries {
            for &(column, y) in entries {
                self.cells[row * self.size + column] += factor * x * y;
            }
        }
    }

    /// The vector times this matrix.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        let dot = |row: &[f64]| row.iter().zip(vector).map(|(x, y)| x * y).sum();
        self.cells.chunks(self.size).map(dot).collect()
    }

    /// `L` of `L L'`; `None` where the matrix is not positive definite beyond rounding.
    pub fn factor(mut self) -> Option<Factor> {
        let n = self.size;
        for column in 0..n {
            let diagonal = self.at(column, column);
            let before = |matrix: &Self, row: usize| -> f64 {
                (0..column)
                    .map(|k| matrix.at(row, k) * matrix.at(column, k))
                    .sum()
            };
            let square = diagonal - before(&self, column);
            if square.is_nan() || square <= 1e-13 * diagonal {
                return None;
            }
            let pivot = libm::sqrt(square);
            for row in column..n {
                let value = (self.at(row, column) - before(&self, row)) / pivot;
                self.cells[row * n + column] = value;
            }
            self.cells[column * n + column] = pivot;
        }
        Some(Factor(self))
    }
}

/// Cholesky's factor, in the lower triangle.
#[derive(Debug)]
pub(super) struct Factor(Symmetric);

impl Factor {
    /// `x` of `L L' x = vector`.
    pub fn solve(&self, vector: &[f64]) -> Vec<f64> {
        let Self(lower) = self;
        let mut x = vector.to_vec();
        for i in 0..lower.size {
            x[i] = (x[i] - (0..i).map(|k| lower.at(i, k) * x[k]).sum::<f64>()) / lower.at(i, i);
        }
        for i in (0..lower.size).rev() {
            x[i] = (x[i]
                - (i + 1..lower.size)
                    .map(|k| lower.at(k, i) * x[k])
                    .sum::<f64>())
                / lower.at(i, i);
        }
        x
    }

    /// The inverse of `L L'`.
    pub fn inverse(&self) -> Symmetric {
        let size = self.0.size;
        let column = |i: usize| {
            self.solve(
                &(0..size)
                    .map(|k| f64::from(u8::from(k == i)))
                    .collect::<Vec<_>>(),
            )
        };
        Symmetric {
            size,
            cells: (0..size).flat_map(column).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_times_its_matrix_is_one() {
        let mut matrix = Symmetric::zero(3);
        for (vector, factor) in [
            ([1.0, 2.0, -1.0], 1.5),
            ([0.0, 1.0, 1.0], 2.0),
            ([3.0, 0.0, 1.0], 0.5),
        ] {
            matrix.add_outer(&vector.into_iter().enumerate().collect::<Vec<_>>(), factor);
        }
        let inverse = matrix
            .clone()
            .factor()
            .expect("positive definite")
            .inverse();
        for i in 0..3 {
            let row: Vec<f64> = (0..3).map(|k| inverse.at(i, k)).collect();
            for (k, value) in matrix.times(&row).into_iter().enumerate() {
                assert!(
                    (value - f64::from(u8::from(k == i))).abs() < 1e-14,
                    "{value}"
                );
            }
        }
        // Two vectors do not span three dimensions.
        let mut flat = Symmetric::zero(3);
        flat.add_outer(&[(0, 1.0), (1, 0.3)], 1.0);
        flat.add_outer(&[(1, 1.0), (2, 0.7)], 1.0);
        assert!(flat.factor().is_none());
    }
}
