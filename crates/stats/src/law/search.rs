//! A law that is asked for many tails near each other: the search for a root, of which each step would tilt the law anew.

use std::cell::RefCell;

use super::kept::Kept;
use super::transform::Transform;
use super::{Law, Tail, first_true, reaches, tail_of};

/// A law that keeps what it computed for one tail for the next ones. Tails are those of [`Law`], to 1e-11 of themselves.
#[derive(Debug)]
pub struct LawSearch<'l> {
    law: &'l Law,
    kept: RefCell<Kept>,
}

impl<'l> LawSearch<'l> {
    /// A search of a law.
    pub fn new(law: &'l Law) -> Self {
        Self {
            law,
            kept: RefCell::new(Kept::of_search()),
        }
    }

    /// `P(T >= t)`.
    pub fn at_least(&self, t: i128) -> Tail {
        let law = self.law;
        law.upper(law.place(t), &mut self.kept.borrow_mut())
    }

    /// `P(T <= t)`.
    pub fn at_most(&self, t: i128) -> Tail {
        let law = self.law;
        self.lower((t - law.origin).div_euclid(law.step))
    }

    fn lower(&self, y: i128) -> Tail {
        self.law.lower(y, &mut self.kept.borrow_mut())
    }

    /// [`Law::quantile`], which also serves the tails that are asked for afterwards.
    pub fn quantile(&self, q: f64) -> i128 {
        let law = self.law;
        let y = match law.transform() {
            None => self.by_galloping(q),
            Some(transform) => self.by_inversion(transform, q),
        };
        law.origin + law.step * y
    }

    /// Doubling steps away from the normal quantile, then bisection: few tails for forms that compute one at a time.
    fn by_galloping(&self, q: f64) -> i128 {
        let law = self.law;
        let enough = |y: i128| reaches(self.lower(y), q);
        let middle = (law.mean - law.origin as f64) / law.step as f64;
        let guess = middle + crate::special::normal_quantile(q) * law.deviation_of_y();
        let (mut low, mut high) = (0, law.width);
        let start = (guess as i128).clamp(low, high);
        let mut step = 1;
        if enough(start) {
            high = start;
            while high > low {
                let next = (high - step).max(low);
                if !enough(next) {
                    low = next + 1;
                    break;
                }
                high = next;
                step *= 2;
            }
        } else {
            low = start + 1;
            while low < high {
                let next = (low + step).min(high);
                if enough(next) {
                    high = next;
                    break;
                }
                low = next + 1;
                step *= 2;
            }
        }
        first_true(low, high, enough)
    }

    /// Bisection on the central grid, and beyond it on those of the bands.
    fn by_inversion(&self, transform: &dyn Transform, q: f64) -> i128 {
        let law = self.law;
        let (first, last) = law.centre(transform);
        let grid = law.central_grid(transform);
        let enough = |y: i128| reaches(tail_of(grid.tail(transform, y + 1)).complement(), q);
        if !enough(first) && enough(last) {
            return first_true(first, last, enough);
        }
        let enough = |y: i128| reaches(self.lower(y), q);
        if enough(first) {
            first_true(0, first, enough)
        } else {
            first_true(last, law.width, enough)
        }
    }
}

impl Law {
    /// Smallest t of the lattice with `P(T <= t) >= q`, for q in (0, 1); equality within the numerical error counts.
    pub fn quantile(&self, q: f64) -> i128 {
        LawSearch::new(self).quantile(q)
    }
}

#[cfg(test)]
mod tests {
    use super::super::inversion::MADE;
    use super::*;
    use crate::interval::invert;
    use restrap_testing::Numbers;

    fn differences(items: u64) -> Vec<(i64, u64)> {
        let mut numbers = Numbers(7);
        let values = (0..items).map(|_| numbers.below(90_001).cast_signed() - 44_000);
        values.map(|value| (value, 1)).collect()
    }

    /// Counts the grids that a computation makes.
    fn count_grids(what: impl FnOnce()) -> u32 {
        let before = MADE.get();
        what();
        MADE.get() - before
    }

    /// The first sum from `near` on whose upper tail is at most `error`, by doubling and halving; with the number of tails asked for.
    fn root(at_least: impl Fn(i128) -> Tail, near: i128, error: f64) -> (i128, u32) {
        let mut asked = 0;
        let mut is_beyond = |sum: i128| {
            asked += 1;
            at_least(sum).probability.value() <= error
        };
        let (mut low, mut step) = (near, 1);
        while !is_beyond(low + step) {
            low += step;
            step *= 2;
        }
        let mut high = low + step;
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if is_beyond(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        (high, asked)
    }

    #[test]
    fn a_search_makes_a_law_once_for_all_of_its_steps() {
        let values = differences(300);
        for (error, most) in [(0.02, 1), (1e-6, 8)] {
            let law = Law::bootstrap(&values);
            let start = law.mean() as i128;
            let search = LawSearch::new(&law);
            let mut found = (0, 0);
            let grids = count_grids(|| found = root(|sum| search.at_least(sum), start, error));
            assert!(grids <= most, "{error}: {grids} grids");
            assert!(found.1 > 20, "{} tails", found.1);
            // Negative control: one grid a step beyond the centre, and the same root.
            let apart = Law::bootstrap(&values);
            let mut other = (0, 0);
            let grids_apart = count_grids(|| other = root(|sum| apart.at_least(sum), start, error));
            assert_eq!(found, other);
            assert!(error > 1e-3 || grids_apart > 10, "{grids_apart}");
            let grids = count_grids(|| {
                search.at_most(2 * start - found.0);
                search.at_most(2 * start - found.0 + 1_000);
            });
            assert!(grids <= 1, "{error}: {grids} grids of the lower side");
        }
    }

    #[test]
    fn a_quantile_far_out_is_that_of_its_tail_and_takes_few_laws() {
        let law = Law::bootstrap(differences(300));
        for q in [1e-7, 0.01, 0.5, 0.9, 1.0 - 1e-6] {
            let mut quantile = 0;
            let grids = count_grids(|| quantile = LawSearch::new(&law).quantile(q));
            assert!(grids <= 8, "{q}: {grids}");
            let (at, before) = (law.at_most(quantile), law.at_most(quantile - law.step));
            assert!(at.probability.value() >= q * (1.0 - 1e-9), "{q}");
            assert!(before.probability.value() <= q * (1.0 + 1e-9), "{q}");
        }
    }

    #[test]
    fn both_ends_of_an_interval_take_few_laws() {
        for items in [100, 1_000, 5_000] {
            let values = differences(items);
            let grids = count_grids(|| {
                invert(&values, 1.0, 0.95).expect("a level");
            });
            assert!(grids <= 14, "{items}: {grids}");
        }
    }
}
