//! The law of a sum of independent sums of draws, one a stratum: characteristic functions multiply, so that every
//! logarithm, mean, variance and phase adds.

use super::draws::Draws;
use num_complex::Complex64;

use super::transform::{Cumulants, Node, Nodes, Tilted, Transform};

/// Independent sums of draws.
#[derive(Debug)]
pub(super) struct Strata(pub Vec<Draws>);

impl Transform for Strata {
    fn width(&self) -> i128 {
        self.0.iter().map(Transform::width).sum()
    }

    fn cumulants(&self, theta: f64) -> Cumulants {
        let mut all = Cumulants {
            k: 0.0,
            mean: 0.0,
            variance: 0.0,
        };
        for one in self.0.iter().map(|stratum| stratum.cumulants(theta)) {
            all.k += one.k;
            all.mean += one.mean;
            all.variance += one.variance;
        }
        all
    }

    fn k_from_end(&self, theta: f64) -> f64 {
        self.0.iter().map(|stratum| stratum.k_from_end(theta)).sum()
    }

    fn twice_mean(&self) -> i128 {
        self.0.iter().map(Transform::twice_mean).sum()
    }

    fn items(&self) -> f64 {
        self.0.iter().map(Transform::items).sum()
    }

    fn tilt(&self, theta: f64, main: f64) -> Box<dyn Tilted + '_> {
        Box::new(TiltedStrata(
            self.0
                .iter()
                .map(|stratum| stratum.tilt(theta, main))
                .collect(),
        ))
    }
}

struct TiltedStrata<'a>(Vec<Box<dyn Tilted + 'a>>);

impl Tilted for TiltedStrata<'_> {
    fn node(&self, k: i128, nodes: i128, main: bool) -> Node {
        let one = Node {
            value: Complex64::ONE,
            exact: 0,
        };
        let strata = self.0.iter().map(|stratum| stratum.node(k, nodes, main));
        strata.fold(one, |all, one| Node {
            value: all.value * one.value,
            exact: all.exact + one.exact,
        })
    }

    fn nodes(&self, first: i128, nodes: i128) -> Nodes {
        Nodes::from_fn(|at| self.node(first + at as i128, nodes, false))
    }

    fn main_cost(&self) -> u64 {
        self.0.iter().map(|stratum| stratum.main_cost()).sum()
    }

    fn cost(&self) -> u64 {
        self.0.iter().map(|stratum| stratum.cost()).sum()
    }

    fn bound(&self, center: f64, half_width: f64, floor: f64, most: usize) -> (f64, u64) {
        // No modulus exceeds 1: what the first strata leave is all that the others must undercut.
        let (mut bound, mut seen) = (0.0, 0);
        for stratum in &self.0 {
            let left = most - seen as usize;
            let one = stratum.bound(center, half_width, floor - bound, left);
            bound += one.0;
            seen += one.1;
            if bound < floor || seen as usize >= most {
                break;
            }
        }
        (bound, seen)
    }

    fn windows(&self, floor: f64) -> Vec<(u64, f64)> {
        // Each stratum alone must reach the floor.
        self.0
            .iter()
            .flat_map(|stratum| stratum.windows(floor))
            .collect()
    }
}
