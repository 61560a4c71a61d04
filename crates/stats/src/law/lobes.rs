//! Where else on the circle a characteristic function is large.
//!
//! On a lattice `|φ|` rises again wherever the frequent values fall in phase. `sweep` encloses every frequency whose
//! modulus may exceed a floor: first by the windows of single values (multiples of 2π/step that all frequent values
//! must share, fewest windows first), then by halving intervals until a bound excludes them or they are as narrow
//! as a lobe. What it returns is proved complete, unless the budget ran out.

use super::transform::Tilted;

/// Values looked at during one sweep: 50 ms.
const BUDGET: u64 = 2_000_000;
/// Values looked at in a typical interval before its bound falls below the floor.
const TYPICAL: f64 = 64.0;
/// Windows of the first value: 10 ms.
const MOST_WINDOWS: u64 = 1 << 20;
/// Further values whose windows thin out the first ones.
const THINNING: usize = 16;
/// Frequencies looked at where a sweep is out of reach.
const PROBES: u32 = 256;

/// Frequency intervals that may hold a lobe.
pub(super) struct Sweep {
    /// Disjoint ascending intervals in (0, π].
    pub intervals: Vec<(f64, f64)>,
    /// Every frequency outside them is proved to lie below the floor.
    pub complete: bool,
}

/// Encloses all frequencies in `(from, π]` where `ln |φ|` may exceed `floor`, a non-decreasing function of the
/// frequency; intervals are refined to `finest` radians. `spread` is the standard deviation of one summand.
pub(super) fn sweep(
    tilted: &dyn Tilted,
    from: f64,
    floor: impl Fn(f64) -> f64,
    finest: f64,
    spread: f64,
) -> Sweep {
    let (mut stack, total) = start(tilted, from, floor(from));
    // A bound over an interval says little until the interval times the spread is below 1.
    if total * spread * TYPICAL > BUDGET as f64 {
        return Sweep { intervals: Vec::new(), complete: false };
    }
    let mut intervals: Vec<(f64, f64)> = Vec::new();
    let mut spent = 0;
    while let Some((low, high)) = stack.pop() {
        let (center, half_width) = (0.5 * (low + high), 0.5 * (high - low));
        let least = floor(low);
        let (bound, seen) = tilted.bound(center, half_width, least);
        spent += seen;
        if bound < least {
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

/// Intervals to begin with, as a stack (the lowest is popped first), and their total length: where the windows of the
/// most demanding values overlap.
fn start(tilted: &dyn Tilted, from: f64, floor: f64) -> (Vec<(f64, f64)>, f64) {
    use std::f64::consts::PI;
    let mut windows = tilted.windows(floor);
    windows.retain(|w| w.0 / 2 <= MOST_WINDOWS);
    windows.sort_by(|x, y| x.1.total_cmp(&y.1).then(x.0.cmp(&y.0)));
    let mut intervals = vec![(from, PI)];
    for &(step, angle) in windows.iter().take(THINNING) {
        intervals = intervals.iter().flat_map(|&within| in_phase(step, angle, within)).collect();
    }
    intervals.reverse();
    let total = intervals.iter().map(|(low, high)| high - low).sum();
    (intervals, total)
}

/// The parts of an interval where `α·step` lies within `angle` of a multiple of 2π, ascending.
fn in_phase(step: u64, angle: f64, (low, high): (f64, f64)) -> impl Iterator<Item = (f64, f64)> {
    let turn = std::f64::consts::TAU / step as f64;
    let half_width = angle / step as f64;
    let first = ((low - half_width) / turn).ceil() as u64;
    let last = ((high + half_width) / turn).floor() as u64;
    (first..=last)
        .map(move |k| ((k as f64 * turn - half_width).max(low), (k as f64 * turn + half_width).min(high)))
        .filter(|part| part.0 < part.1)
}

/// An estimate of `∫ |φ(α)| dα / (π α)` over `(from, π]` from probes: evenly spread in ln α, and at the first
/// in-phase frequencies of the most frequent values, each standing for a lobe `width` wide.
pub(super) fn probed_mass(tilted: &dyn Tilted, from: f64, floor: f64, width: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    if from >= PI {
        return 0.0;
    }
    let modulus = |alpha: f64| libm::exp(tilted.sampled_ln_modulus(alpha));
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
