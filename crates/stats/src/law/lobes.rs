//! Where else on the circle a characteristic function is large.
//!
//! On a lattice `|φ|` rises again wherever the frequent values fall in phase. `sweep` encloses every frequency whose
//! modulus may exceed a floor: first by the windows of single values (multiples of 2π/step that all frequent values
//! must share, fewest windows first), then by halving intervals until a bound excludes them or they are as narrow
//! as a lobe. What it returns is proved complete, unless the budget ran out.

use super::transform::Tilted;

/// Values looked at during one sweep: 25 ms.
const BUDGET: u64 = 1_000_000;
/// Windows of the first value: 10 ms.
const MOST_WINDOWS: u64 = 1 << 20;
/// Further values whose windows thin out the first ones.
const THINNING: usize = 8;
/// Frequencies looked at where a sweep is out of reach.
const PROBES: u32 = 512;

/// Frequency intervals that may hold a lobe.
pub(super) struct Sweep {
    /// Disjoint ascending intervals in (0, π].
    pub intervals: Vec<(f64, f64)>,
    /// Every frequency outside them is proved to lie below the floor.
    pub complete: bool,
}

/// Encloses all frequencies in `(from, π]` with `ln |φ| >= floor`; intervals are refined to `finest` radians.
pub(super) fn sweep(tilted: &dyn Tilted, from: f64, floor: f64, finest: f64) -> Sweep {
    let mut stack = start(tilted, from, floor);
    let mut intervals: Vec<(f64, f64)> = Vec::new();
    let mut spent = 0;
    while let Some((low, high)) = stack.pop() {
        let (center, half_width) = (0.5 * (low + high), 0.5 * (high - low));
        let (bound, seen) = tilted.bound(center, half_width, floor);
        spent += seen;
        if bound < floor {
            continue;
        }
        if high - low <= finest {
            match intervals.last_mut() {
                Some(last) if low <= last.1 => last.1 = high,
                _ => intervals.push((low, high)),
            }
            continue;
        }
        if spent > BUDGET {
            return Sweep { intervals, complete: false };
        }
        stack.push((center, high));
        stack.push((low, center));
    }
    Sweep { intervals, complete: true }
}

/// Intervals to begin with, as a stack: the lowest is popped first.
fn start(tilted: &dyn Tilted, from: f64, floor: f64) -> Vec<(f64, f64)> {
    use std::f64::consts::{PI, TAU};
    let mut windows = tilted.windows(floor);
    windows.sort_by(|x, y| x.0.cmp(&y.0));
    let Some(&(step, angle)) = windows.first().filter(|w| w.0 / 2 <= MOST_WINDOWS) else {
        return vec![(from, PI)];
    };
    let others = &windows[1..windows.len().min(THINNING + 1)];
    let half_width = angle / step as f64;
    let mut stack = Vec::new();
    for turn in (0..=step / 2).rev() {
        let center = TAU * turn as f64 / step as f64;
        let shared = others.iter().all(|&(other, angle)| {
            let turns = center * other as f64 / TAU;
            (turns - turns.round()).abs() * TAU <= angle + half_width * other as f64
        });
        let (low, high) = ((center - half_width).max(from), (center + half_width).min(PI));
        if shared && low < high {
            stack.push((low, high));
        }
    }
    stack
}

/// An estimate of `∫ |φ(α)| dα / (π α)` over `(from, π]` from probes: evenly spread in ln α, and at the first
/// in-phase frequencies of the most frequent values, each standing for a lobe `width` wide.
pub(super) fn probed_mass(tilted: &dyn Tilted, from: f64, floor: f64, width: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    if from >= PI {
        return 0.0;
    }
    let modulus = |alpha: f64| libm::exp(tilted.bound(alpha, 0.0, floor).0);
    let octaves = libm::log(PI / from);
    let spread: f64 = (0..PROBES)
        .map(|i| {
            // Golden-ratio steps: evenly spread at any count, in phase with nothing.
            let place = (f64::from(i) + 0.5) * 0.618_033_988_749_894_9;
            modulus(from * libm::exp(octaves * (place - place.floor())))
        })
        .sum::<f64>()
        * octaves
        / (PI * f64::from(PROBES));
    let mut windows = tilted.windows(floor);
    windows.truncate(THINNING);
    let in_phase: f64 = windows
        .iter()
        .flat_map(|&(step, _)| (1..=32_u32).map(move |turn| TAU * f64::from(turn) / step as f64))
        .filter(|&alpha| alpha > from && alpha <= PI)
        .map(|alpha| modulus(alpha) * width / (PI * alpha))
        .sum();
    spread + in_phase
}
