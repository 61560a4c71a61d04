//! A leaderboard as one decision: rank intervals, tiers and letters from the pairs that are told apart.
//!
//! With all pairs decided at once at family-wise error alpha, the rank of a system lies between 1 + the systems shown ahead of it and
//! K - the systems shown behind it, for all systems together with probability 1 - alpha (Mogstad, Romano, Shaikh & Wilhelm 2024,
//! section 3). Nothing here is estimated: all of it restates which pairs were shown.

mod letters;

pub use letters::letters;

/// Which of several systems are shown ahead of which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// Best score first.
    order: Vec<usize>,
    /// Row after row, whether the first is shown ahead of the second.
    ahead: Vec<bool>,
}

/// From which to which rank a system may have, 1 the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankInterval {
    /// 1 + systems shown ahead of it.
    pub low: usize,
    /// All systems but those shown behind it.
    pub high: usize,
}

impl Ranking {
    /// Ranks systems, given by their numbers, best first, and the pairs that are told apart with who is ahead in each.
    ///
    /// # Panics
    /// If `order` does not name every system once, or a pair is of no systems.
    pub fn new(order: Vec<usize>, shown: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let systems = order.len();
        let mut seen = vec![false; systems];
        for &system in &order {
            seen[system] = true;
        }
        assert!(
            seen.iter().all(|&seen| seen),
            "the order names every system once"
        );
        let mut ahead = vec![false; systems * systems];
        for (first, second) in shown {
            assert!(
                first < systems && second < systems && first != second,
                "a pair of two of the systems"
            );
            ahead[first * systems + second] = true;
        }
        Self { order, ahead }
    }

    /// Systems, best first.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The first is shown ahead of the second.
    pub fn is_ahead(&self, first: usize, second: usize) -> bool {
        self.ahead[first * self.order.len() + second]
    }

    /// Told apart.
    pub fn differ(&self, first: usize, second: usize) -> bool {
        self.is_ahead(first, second) || self.is_ahead(second, first)
    }

    /// The ranks that a system may have.
    pub fn rank(&self, system: usize) -> RankInterval {
        let count =
            |of: &dyn Fn(usize) -> bool| (0..self.order.len()).filter(|&other| of(other)).count();
        let better = count(&|other| self.is_ahead(other, system));
        let worse = count(&|other| self.is_ahead(system, other));
        RankInterval {
            low: 1 + better,
            high: self.order.len() - worse,
        }
    }

    /// The tier of each system, from 1: every system of a tier is shown ahead of every one of the next.
    pub fn tiers(&self) -> Vec<usize> {
        let systems = self.order.len();
        let mut tiers = vec![0; systems];
        let mut tier = 1;
        for (place, &system) in self.order.iter().enumerate() {
            let (above, below) = self.order.split_at(place);
            let parts = || {
                below
                    .iter()
                    .all(|&low| above.iter().all(|&high| self.is_ahead(high, low)))
            };
            if place > 0 && parts() {
                tier += 1;
            }
            tiers[system] = tier;
        }
        tiers
    }

    /// Systems that are not told apart from one, by their places in the order, itself left out.
    pub fn level_with(&self, system: usize) -> Vec<usize> {
        let others = self.order.iter().enumerate();
        others
            .filter(|(_, other)| **other != system && !self.differ(**other, system))
            .map(|(place, _)| place)
            .collect()
    }

    /// Pairs that are told apart.
    pub fn told_apart(&self) -> usize {
        self.ahead.iter().filter(|&&ahead| ahead).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_tiers_restate_the_pairs() {
        // 2 and 0 lead, level with each other; 3 is between; 1 is last, behind all.
        let shown = [(2, 3), (2, 1), (0, 1), (3, 1)];
        let ranking = Ranking::new(vec![2, 0, 3, 1], shown);
        let rank = |system| {
            let RankInterval { low, high } = ranking.rank(system);
            (low, high)
        };
        assert_eq!([2, 0, 3, 1].map(rank), [(1, 2), (1, 3), (2, 3), (4, 4)]);
        assert_eq!(ranking.tiers(), [1, 2, 1, 1]);
        assert_eq!(ranking.level_with(0), [0, 2]);
        assert_eq!(ranking.told_apart(), 4);
    }

    #[test]
    fn a_tier_needs_every_pair() {
        let all = [(0, 1), (0, 2), (1, 2)];
        assert_eq!(Ranking::new(vec![0, 1, 2], all).tiers(), [1, 2, 3]);
        assert_eq!(
            Ranking::new(vec![0, 1, 2], all[1..].to_vec()).tiers(),
            [1, 1, 2]
        );
        assert_eq!(
            Ranking::new(vec![0, 1, 2], all[..2].to_vec()).tiers(),
            [1, 2, 2]
        );
        assert_eq!(Ranking::new(vec![0], []).tiers(), [1]);
    }
}
