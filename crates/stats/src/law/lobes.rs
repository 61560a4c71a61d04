//! Where else on the circle a characteristic function is large.
//!
//! On a lattice `|φ|` rises again wherever the frequent values fall in phase. `sweep` encloses every frequency whose
//! modulus may exceed a floor, from the lowest up: first by the windows of single values (multiples of 2π/step that
//! all frequent values must share, fewest windows first), then by halving intervals until a bound excludes them or
//! they are as narrow as a lobe. What it returns is proved complete as far as its budget reached.

use super::transform::Tilted;

/// Values looked at in a typical interval before its bound falls below the floor.
const TYPICAL: f64 = 64.0;
/// Windows of the first value: 10 ms.
const MOST_WINDOWS: u64 = 1 << 20;
/// Further values whose windows thin out the first ones.
const THINNING: usize = 16;

/// Frequency intervals that may hold a lobe.
pub(super) struct Sweep {
    /// Disjoint ascending intervals.
    pub intervals: Vec<(f64, f64)>,
    /// Every frequency up to here and outside them is proved to lie below the floor.
    pub swept: f64,
}

/// Where to look for lobes, and how closely.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    /// First frequency.
    pub from: f64,
    /// Last frequency.
    pub to: f64,
    /// Width of the intervals returned.
    pub finest: f64,
    /// Values looked at in all, at 60 ns.
    pub budget: u64,
    /// Standard deviation of one summand: a bound over an interval says little until the interval times this is
    /// below 1.
    pub spread: f64,
}

impl Search {
    /// Encloses all frequencies where `ln |φ|` may exceed `floor`, a non-decreasing function of the frequency.
    pub fn sweep(self, tilted: &dyn Tilted, floor: impl Fn(f64) -> f64) -> Sweep {
        let mut start = self.start(tilted, floor(self.from));
        // What is left of the window looked at, the lowest part last.
        let mut stack: Vec<(f64, f64)> = Vec::new();
        let mut intervals: Vec<(f64, f64)> = Vec::new();
        let mut spent = 0;
        while let Some((low, mut high)) = stack.pop().or_else(|| start.next()) {
            if spent > self.budget {
                return Sweep {
                    intervals,
                    swept: low,
                };
            }
            let next = low + 1.0 / self.spread;
            if next < high {
                stack.push((next, high));
                high = next;
            }
            let (center, half_width) = (0.5 * (low + high), 0.5 * (high - low));
            let least = floor(low);
            let (bound, seen) = tilted.bound(center, half_width, least, usize::MAX);
            spent += seen;
            if bound < least {
                continue;
            }
            if high - low > self.finest {
                stack.push((center, high));
                stack.push((low, center));
                continue;
            }
            match intervals.last_mut() {
                Some(last) if low <= last.1 => last.1 = high,
                _ => intervals.push((low, high)),
            }
        }
        Sweep {
            intervals,
            swept: self.to,
        }
    }

    /// Whether a sweep can reach the end.
    pub fn is_affordable(self, tilted: &dyn Tilted, floor: f64) -> bool {
        let most = self.budget as f64 / (self.spread * TYPICAL);
        let mut total = 0.0;
        self.start(tilted, floor).all(|(low, high)| {
            total += high - low;
            total <= most
        })
    }

    /// Intervals to begin with, ascending: where the windows of the most demanding values overlap. There may be a million, of which
    /// most searches see few.
    fn start(self, tilted: &dyn Tilted, floor: f64) -> Box<dyn Iterator<Item = (f64, f64)>> {
        let mut windows = tilted.windows(floor);
        windows.retain(|w| w.0 / 2 <= MOST_WINDOWS);
        windows.sort_by(|x, y| x.1.total_cmp(&y.1).then(x.0.cmp(&y.0)));
        let mut intervals: Box<dyn Iterator<Item = (f64, f64)>> =
            Box::new(std::iter::once((self.from, self.to)));
        for (step, angle) in windows.into_iter().take(THINNING) {
            intervals = Box::new(intervals.flat_map(move |within| in_phase(step, angle, within)));
        }
        intervals
    }
}

/// The parts of an interval where `α·step` lies within `angle` of a multiple of 2π, ascending.
fn in_phase(step: u64, angle: f64, (low, high): (f64, f64)) -> impl Iterator<Item = (f64, f64)> {
    let turn = std::f64::consts::TAU / step as f64;
    let half_width = angle / step as f64;
    let first = ((low - half_width) / turn).ceil() as u64;
    let last = ((high + half_width) / turn).floor() as u64;
    (first..=last)
        .map(move |k| {
            (
                (k as f64 * turn - half_width).max(low),
                (k as f64 * turn + half_width).min(high),
            )
        })
        .filter(|part| part.0 < part.1)
}
