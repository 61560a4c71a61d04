//! Whether the output that is shown first wins more often.
//!
//! With both orders, y the share of a vote that one system got, `a` its mean where it was shown first and `b` where second, the
//! first place is worth `(a + 1 − b)/2` of a vote whatever the systems are, and the system `(a + b)/2` if both orders have the
//! same weight. Both have the same standard error, from clusters of votes (CR1, t with C − 1).

use std::collections::HashMap;

use crate::moments::sum;
use crate::{Moments, StatsError, TEstimate};

/// What the order of two outputs does to their votes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// Share of the votes that the first place gets.
    pub first: TEstimate,
    /// Share of the votes that the system gets with both orders alike.
    pub balanced: TEstimate,
    /// Votes in which it was shown first, and second.
    pub votes: [u64; 2],
}

impl Position {
    /// From the shares of a system, whether it was shown first, and the cluster of each vote, by number. `None` where it was always
    /// shown in one place, or all votes are of one cluster.
    ///
    /// # Errors
    /// For lists of different lengths, or a share that is not finite.
    pub fn new(
        shares: &[f64],
        first: &[bool],
        clusters: &[u32],
    ) -> Result<Option<Self>, StatsError> {
        for right in [first.len(), clusters.len()] {
            if right != shares.len() {
                return Err(StatsError::LengthMismatch {
                    left: shares.len(),
                    right,
                });
            }
        }
        let of = |wanted: bool| -> Vec<f64> {
            shares
                .iter()
                .zip(first)
                .filter(|(_, first)| **first == wanted)
                .map(|(share, _)| *share)
                .collect()
        };
        let (shown_first, shown_second) = (of(true), of(false));
        if shown_first.is_empty() || shown_second.is_empty() {
            return Ok(None);
        }
        let means = [
            Moments::of(&shown_first)?.mean(),
            Moments::of(&shown_second)?.mean(),
        ];
        let votes = [shown_first.len(), shown_second.len()];
        // Halves of each cluster's deviations, where the system was first and where second.
        let mut halves: HashMap<u32, [f64; 2]> = HashMap::new();
        for ((share, &first), &cluster) in shares.iter().zip(first).zip(clusters) {
            let place = usize::from(!first);
            halves.entry(cluster).or_default()[place] +=
                0.5 * (share - means[place]) / votes[place] as f64;
        }
        let count = halves.len() as f64;
        if halves.len() < 2 {
            return Ok(None);
        }
        let mut halves: Vec<(u32, [f64; 2])> = halves.into_iter().collect();
        halves.sort_by_key(|(cluster, _)| *cluster);
        let error = |sign: f64| {
            let squares = sum(halves
                .iter()
                .map(|(_, [one, other])| (one + sign * other).powi(2)));
            libm::sqrt(squares * count / (count - 1.0))
        };
        let df = count - 1.0;
        Ok(Some(Self {
            first: TEstimate::new(0.5 * (means[0] + 1.0 - means[1]), error(-1.0), df)?,
            balanced: TEstimate::new(0.5 * (means[0] + means[1]), error(1.0), df)?,
            votes: votes.map(|votes| votes as u64),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_and_system_are_told_apart_by_both_orders() {
        // First: 3 of 4; second: 1 of 4. The place is worth 3/4, the system 1/2.
        let shares = [1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0];
        let first = [true, true, true, true, false, false, false, false];
        let own: Vec<u32> = (0..8).collect();
        let position = Position::new(&shares, &first, &own).unwrap().unwrap();
        assert_eq!(
            (position.first.estimate(), position.balanced.estimate()),
            (0.75, 0.5)
        );
        // Two independent means of four, each with squared deviations of 3/4: ¼ (3/64 + 3/64) · 8/7.
        let error = (0.25 * 2.0 * (0.75 / 16.0) * 8.0 / 7.0_f64).sqrt();
        assert!((position.first.standard_error() - error).abs() < 1e-15);
        // Both orders of one prompt that agree leave the system without an error.
        let pairs = [0, 1, 2, 3, 3, 0, 1, 2];
        let paired = Position::new(&shares, &first, &pairs).unwrap().unwrap();
        assert!(paired.balanced.standard_error() != position.balanced.standard_error());
        assert_eq!(Position::new(&shares, &[true; 8], &own), Ok(None));
        assert_eq!(Position::new(&shares, &first, &[0; 8]), Ok(None));
        assert!(Position::new(&shares, &first[..3], &own).is_err());
    }
}
