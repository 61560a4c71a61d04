//! Groups of tied scores in ascending order, and ranks of drawn items from how often each group is drawn: nothing is sorted anew.

use super::kendall::ascending;

/// The group of each score; equal scores are one group, and groups are numbered in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TieGroups {
    pub of_scores: Vec<u32>,
    pub many: usize,
}

impl TieGroups {
    /// Of finite scores.
    pub fn new(scores: &[f64]) -> Self {
        let mut order: Vec<u32> = (0..scores.len() as u32).collect();
        let score = |place: u32| scores[place as usize];
        order.sort_unstable_by(|a, b| ascending(score(*a), score(*b)));
        let mut of_scores = vec![0; scores.len()];
        let mut many = 0;
        for group in order.chunk_by(|a, b| score(*a) == score(*b)) {
            for place in group {
                of_scores[*place as usize] = many;
            }
            many += 1;
        }
        Self {
            of_scores,
            many: many as usize,
        }
    }

    /// Scores in ascending order, group by group: their places, and where each group ends.
    pub fn ordered(&self) -> (Vec<u32>, Vec<u32>) {
        let mut ends = vec![0; self.many];
        for group in &self.of_scores {
            ends[*group as usize] += 1;
        }
        let mut before = 0;
        for end in &mut ends {
            (*end, before) = (before, before + *end);
        }
        let mut places = vec![0; self.of_scores.len()];
        for (place, group) in self.of_scores.iter().enumerate() {
            let next = &mut ends[*group as usize];
            places[*next as usize] = place as u32;
            *next += 1;
        }
        (places, ends)
    }
}

/// Doubled mid-ranks of drawn items less their mean, one for each group; the sum of their squares over the items.
///
/// `drawn` are the items of each group, `n` those of all.
pub(super) fn centred(drawn: &[u32], n: u32, ranks: &mut [f64]) -> f64 {
    let (mut before, mut squares) = (0, 0.0);
    for (many, rank) in drawn.iter().zip(ranks) {
        // The doubled mean is n + 1; a sum of two numbers below 2^31 is exact.
        let doubled = f64::from(2 * before + many) - f64::from(n);
        *rank = doubled;
        squares += f64::from(*many) * (doubled * doubled);
        before += many;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_are_one_group() {
        let groups = TieGroups::new(&[0.3, -0.0, 0.3, 0.0, 5.0]);
        assert_eq!(
            (&groups.of_scores[..], groups.many),
            (&[1, 0, 1, 0, 2][..], 3)
        );
        assert_eq!(groups.ordered(), (vec![1, 3, 0, 2, 4], vec![2, 4, 5]));
    }

    #[test]
    fn ranks_of_a_draw_are_mid_ranks() {
        // 1 1 2 2 2 3: doubled ranks 3, 8 and 12, mean 7.
        let mut ranks = [0.0; 3];
        let squares = centred(&[2, 3, 1], 6, &mut ranks);
        assert_eq!(ranks, [-4.0, 1.0, 5.0]);
        assert_eq!(squares, 2.0 * 16.0 + 3.0 + 25.0);
    }
}
