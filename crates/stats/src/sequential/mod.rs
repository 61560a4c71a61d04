//! Resamples that stop where they have told enough: with a bounded risk of another decision (Gandy 2009), at a p-value that is
//! valid wherever it stops (Besag and Clifford 1991), and bounds that hold at every stop (Robbins 1970).
//!
//! Counts are looked at after fixed numbers of resamples alone, so that a stop is a function of the first resamples, not of who
//! drew them. All three take any such numbers; fewer looks cost some resamples more and no level.

mod besag_clifford;
mod gandy;
mod look;
mod robbins;
mod walk;

pub use besag_clifford::BesagClifford;
pub use gandy::{Gandy, RISK};
pub use look::{Look, Side};
pub use robbins::robbins;
pub use walk::{Crossing, crossing};

use std::iter;

/// Looks that follow each other by one grain; from there on each adds an eighth.
const EVEN: u64 = 8;

/// After how many resamples counts are looked at: 1, 2, ... 8 grains, then an eighth more each time in whole grains, and at the
/// last one, `most`.
pub fn looks(grain: u64, most: u64) -> impl Iterator<Item = u64> {
    let grain = grain.max(1);
    let mut last = 0_u64;
    iter::from_fn(move || {
        let step = (last / EVEN / grain).max(1).saturating_mul(grain);
        let next = last.saturating_add(step).min(most);
        (next > last).then(|| {
            last = next;
            next
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_lie_on_grains_and_end_with_the_last_resample() {
        let few: Vec<u64> = looks(1_024, 5_000).collect();
        assert_eq!(few, [1_024, 2_048, 3_072, 4_096, 5_000]);
        assert_eq!(looks(1_024, 99).collect::<Vec<_>>(), [99]);
        assert_eq!(looks(1_024, 0).count(), 0);
        let many: Vec<u64> = looks(1_024, 1_000_000_000).collect();
        assert!(
            many[..many.len() - 1].iter().all(|n| n % 1_024 == 0),
            "{many:?}"
        );
        assert!(many.len() < 150, "{}", many.len());
        // More resamples at most leave the looks before as they are.
        let shorter: Vec<u64> = looks(1_024, 1_000_000).collect();
        assert_eq!(shorter[..shorter.len() - 1], many[..shorter.len() - 1]);
    }
}
