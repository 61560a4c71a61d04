//! Compact letters: systems share a letter exactly when they are not told apart (Piepho 2004, J. Comput. Graph. Stat. 13:456).
//!
//! Insert and absorb: one column holds all systems; each pair that is told apart splits every column that holds both, and a column that
//! another contains is dropped. What is left are the largest sets of systems without such a pair. Their number may grow beyond all
//! use where systems are told apart in no order; then there are no letters.

use super::Ranking;

/// Columns beyond which letters say less than a list.
const MOST: usize = 512;

/// A set of systems, by their places in the order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Set(Vec<u64>);

impl Set {
    fn all(systems: usize) -> Self {
        let word = |first: usize| {
            if systems - first >= 64 {
                u64::MAX
            } else {
                (1 << (systems - first)) - 1
            }
        };
        Self((0..systems).step_by(64).map(word).collect())
    }

    fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    fn without(&self, place: usize) -> Self {
        let mut other = self.clone();
        other.0[place / 64] &= !(1 << (place % 64));
        other
    }

    fn is_within(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .all(|(own, other)| own & !other == 0)
    }

    fn places(&self, systems: usize) -> Vec<usize> {
        (0..systems).filter(|&place| self.has(place)).collect()
    }
}

/// The letters of each system, by its number, from 0; the first letter is of the best. `None` where there would be more than 512.
pub fn letters(ranking: &Ranking) -> Option<Vec<Vec<usize>>> {
    let order = ranking.order();
    let systems = order.len();
    let mut columns = vec![Set::all(systems)];
    for low in 0..systems {
        for high in 0..low {
            if !ranking.differ(order[high], order[low]) {
                continue;
            }
            let (both, mut kept): (Vec<Set>, Vec<Set>) = columns
                .into_iter()
                .partition(|column| column.has(high) && column.has(low));
            let split: Vec<Set> = both
                .iter()
                .flat_map(|set| [set.without(low), set.without(high)])
                .collect();
            for (at, set) in split.iter().enumerate() {
                let is_absorbed = kept.iter().any(|other| set.is_within(other))
                    || split.iter().enumerate().any(|(other_at, other)| {
                        other_at != at && set.is_within(other) && (set != other || other_at < at)
                    });
                if !is_absorbed {
                    kept.push(set.clone());
                }
            }
            if kept.len() > MOST {
                return None;
            }
            columns = kept;
        }
    }
    let mut columns: Vec<Vec<usize>> = columns
        .iter()
        .map(|column| column.places(systems))
        .collect();
    columns.sort_unstable();
    let mut letters = vec![Vec::new(); systems];
    for (letter, column) in columns.iter().enumerate() {
        for &place in column {
            letters[order[place]].push(letter);
        }
    }
    Some(letters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_testing::Numbers;

    /// Two systems share a letter exactly when they are not told apart.
    fn restates(ranking: &Ranking, letters: &[Vec<usize>]) -> bool {
        let shares =
            |a: usize, b: usize| letters[a].iter().any(|letter| letters[b].contains(letter));
        let systems = letters.len();
        (0..systems).all(|a| (0..a).all(|b| shares(a, b) != ranking.differ(a, b)))
            && letters.iter().all(|own| !own.is_empty())
    }

    #[test]
    fn random_families_share_letters_exactly_where_they_are_level() {
        let mut numbers = Numbers(88);
        let mut next = |n: u64| numbers.below(n);
        let mut refuted = 0;
        for _ in 0..1_000 {
            let systems = 2 + next(11) as usize;
            let density = next(11);
            let pairs = (0..systems).flat_map(|a| (a + 1..systems).map(move |b| (a, b)));
            let shown: Vec<(usize, usize)> = pairs.filter(|_| next(10) < density).collect();
            let ranking = Ranking::new((0..systems).collect(), shown);
            let mut all = letters(&ranking).expect("few systems");
            assert!(restates(&ranking, &all), "{ranking:?} {all:?}");
            // Negative control: the last system takes a letter that it does not have.
            if let Some(new) = (0..12).find(|letter| {
                !all[systems - 1].contains(letter)
                    && all[..systems - 1].iter().any(|own| own.contains(letter))
            }) {
                all[systems - 1].push(new);
                refuted += usize::from(!restates(&ranking, &all));
            }
        }
        assert!(
            refuted > 300,
            "the judge must see a letter too many: {refuted}"
        );
    }

    #[test]
    fn letters_come_from_the_best_on() {
        let ranking = Ranking::new(vec![2, 0, 1], [(2, 1)]);
        assert_eq!(letters(&ranking), Some(vec![vec![0, 1], vec![1], vec![0]]));
        assert_eq!(
            letters(&Ranking::new(vec![0, 1], [])),
            Some(vec![vec![0], vec![0]])
        );
    }

    #[test]
    fn too_many_letters_are_none() {
        // 20 disjoint pairs told apart: 2^20 largest sets.
        let ranking = Ranking::new(
            (0..40).collect(),
            (0..20).map(|pair| (2 * pair, 2 * pair + 1)),
        );
        assert_eq!(letters(&ranking), None);
    }
}
