//! Random splits of a data set into parts to train on, to tune on and to test on (Gorman and Bedrick 2019), and folds. Outside the
//! frozen stream: splits may change between versions.
//!
//! Splits of one data set overlap, and so do the training parts of folds: results of several are not a sample of items. `Over` says so
//! to a comparison.

use rand::seq::SliceRandom;
use rand_pcg::Pcg64Dxsm;
use restrap_words::vocabulary;

use crate::error::Error;

vocabulary! {
    /// What an item of a split is for.
    ///
    /// Items to train, tune or test on. A fold is the part that one split tests on, and all folds together are all items.
    pub enum Part: "a part" {
        /// To train on.
        Train = "train",
        /// To tune on.
        Dev = "dev",
        /// To test on.
        Test = "test",
    }
}

/// How a data set is split, and how often.
///
/// The number of splits, and shares of items for training, tuning and testing, or the number of folds. The seed decides which items
/// go where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Splitting {
    /// So many independent splits, with shares of items to test on and to tune on.
    Random {
        /// How many.
        splits: u32,
        /// Share to test on.
        test: f64,
        /// Share to tune on; may be 0.
        dev: f64,
    },
    /// So many folds: each item is tested on once.
    Folds {
        /// How many.
        folds: u32,
    },
}

/// Items that stay together, and kinds of items whose shares each part keeps; one number per item.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept<'a> {
    /// Items of one group are in one part.
    pub groups: Option<&'a [u32]>,
    /// Each part has its share of each stratum. With groups, the stratum of a group is that of its first item.
    pub strata: Option<&'a [u32]>,
}

/// The part of every item in each split. A split is the same however many are made.
///
/// ```
/// # use restrap_lib as restrap;
/// use restrap::{Kept, Part, Splitting, splits};
///
/// let folds = splits(10, Splitting::Folds { folds: 5 }, Kept::default(), 0)?;
/// let tested = |item: usize| folds.iter().filter(|fold| fold[item] == Part::Test).count();
/// assert!((0..10).all(|item| tested(item) == 1));
/// # Ok::<(), restrap::Error>(())
/// ```
///
/// # Errors
/// [`Error::BadParameter`] for no split, shares that leave nothing to train on or nothing to test on, and fewer units than folds.
pub fn splits(
    items: usize,
    splitting: Splitting,
    kept: Kept,
    seed: u64,
) -> Result<Vec<Vec<Part>>, Error> {
    if items == 0 {
        return Err(Error::Empty);
    }
    let units = Units::new(items, kept);
    match splitting {
        Splitting::Random { splits, test, dev } => {
            let bad = |found: String| Error::BadParameter {
                expected: "at least one split, 0 < test, 0 <= dev and test + dev < 1",
                found,
            };
            if splits == 0 || !(test > 0.0 && dev >= 0.0 && test + dev < 1.0) {
                return Err(bad(format!("{splits} splits, test {test}, dev {dev}")));
            }
            let one = |split| {
                let mut parts = vec![Part::Train; items];
                for mut stratum in units.strata.clone() {
                    stratum.shuffle(&mut stream(seed, split));
                    let all: usize = stratum.iter().map(|&unit| units.members[unit].len()).sum();
                    let ends =
                        [test, test + dev].map(|share| (share * all as f64).round() as usize);
                    let mut taken = 0;
                    for unit in stratum {
                        let part = match taken {
                            _ if taken < ends[0] => Part::Test,
                            _ if taken < ends[1] => Part::Dev,
                            _ => Part::Train,
                        };
                        units.members[unit]
                            .iter()
                            .for_each(|&item| parts[item] = part);
                        taken += units.members[unit].len();
                    }
                }
                parts
            };
            let made: Vec<Vec<Part>> = (0..splits).map(one).collect();
            let lacks = |part| made.iter().any(|parts| !parts.contains(&part));
            if lacks(Part::Test) || lacks(Part::Train) || dev > 0.0 && lacks(Part::Dev) {
                return Err(bad(format!("a part without items, of {items} items")));
            }
            Ok(made)
        }
        Splitting::Folds { folds } => {
            if folds < 2 || units.members.len() < folds as usize {
                return Err(Error::BadParameter {
                    expected: "2 folds or more, and an item or group for each",
                    found: format!("{folds} folds of {}", units.members.len()),
                });
            }
            let mut made = vec![vec![Part::Train; items]; folds as usize];
            let mut sizes = vec![0_usize; folds as usize];
            for mut stratum in units.strata.clone() {
                stratum.shuffle(&mut stream(seed, 0));
                for unit in stratum {
                    // The smallest fold so far: groups differ in size, and strata in what they leave over.
                    let fold = (0..sizes.len())
                        .min_by_key(|&fold| sizes[fold])
                        .unwrap_or(0);
                    units.members[unit]
                        .iter()
                        .for_each(|&item| made[fold][item] = Part::Test);
                    sizes[fold] += units.members[unit].len();
                }
            }
            Ok(made)
        }
    }
}

fn stream(seed: u64, split: u32) -> Pcg64Dxsm {
    Pcg64Dxsm::new(u128::from(seed), u128::from(split))
}

/// What is put into parts.
struct Units {
    /// Items of each unit.
    members: Vec<Vec<usize>>,
    /// Units of each stratum.
    strata: Vec<Vec<usize>>,
}

impl Units {
    fn new(items: usize, kept: Kept) -> Self {
        let members = match kept.groups {
            Some(groups) => gathered(groups.iter().copied()),
            None => (0..items).map(|item| vec![item]).collect(),
        };
        let strata = match kept.strata {
            Some(strata) => gathered(members.iter().map(|unit| strata[unit[0]])),
            None => vec![(0..members.len()).collect()],
        };
        Self { members, strata }
    }
}

/// Places of each number, in the order in which numbers are first met.
fn gathered(numbers: impl Iterator<Item = u32>) -> Vec<Vec<usize>> {
    let mut order: Vec<(u32, Vec<usize>)> = Vec::new();
    let mut known = std::collections::HashMap::new();
    for (place, number) in numbers.enumerate() {
        let at = *known.entry(number).or_insert_with(|| {
            order.push((number, Vec::new()));
            order.len() - 1
        });
        order[at].1.push(place);
    }
    order.into_iter().map(|(_, places)| places).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANDOM: Splitting = Splitting::Random {
        splits: 20,
        test: 0.1,
        dev: 0.1,
    };

    fn of(parts: &[Part], part: Part) -> usize {
        parts.iter().filter(|&&one| one == part).count()
    }

    #[test]
    fn random_splits_have_their_shares_and_differ() {
        let made = splits(500, RANDOM, Kept::default(), 3).expect("splits");
        assert!(
            made.iter()
                .all(|parts| of(parts, Part::Test) == 50 && of(parts, Part::Dev) == 50)
        );
        assert!((0..20).all(|a| (0..a).all(|b| made[a] != made[b])));
        // A tenth is tested on in each: of 20 splits, an item is in 2 on average, and none in all.
        let tested: Vec<usize> = (0..500)
            .map(|item| {
                made.iter()
                    .filter(|parts| parts[item] == Part::Test)
                    .count()
            })
            .collect();
        assert!(tested.iter().max() < Some(&10) && tested.iter().sum::<usize>() == 1_000);
        let few = splits(
            500,
            Splitting::Random {
                splits: 2,
                test: 0.1,
                dev: 0.1,
            },
            Kept::default(),
            3,
        );
        assert_eq!(
            few.expect("splits")[..],
            made[..2],
            "a split does not depend on how many there are"
        );
    }

    #[test]
    fn groups_stay_together_and_strata_keep_their_shares() {
        let groups: Vec<u32> = (0..300).map(|item| item / 3).collect();
        let strata: Vec<u32> = (0..300).map(|item| u32::from(item % 30 < 6)).collect();
        let kept = Kept {
            groups: Some(&groups),
            strata: Some(&strata),
        };
        for parts in splits(300, RANDOM, kept, 0).expect("splits") {
            assert!(
                parts
                    .chunks(3)
                    .all(|group| group[1] == group[0] && group[2] == group[0])
            );
            let rare = parts
                .iter()
                .zip(&strata)
                .filter(|&(&part, &one)| part == Part::Test && one == 1)
                .count();
            assert_eq!((rare, of(&parts, Part::Test)), (6, 30));
        }
    }

    #[test]
    fn folds_test_every_item_once_and_are_of_one_size() {
        let groups: Vec<u32> = (0..100).map(|item| item / 2).collect();
        let made = splits(
            100,
            Splitting::Folds { folds: 7 },
            Kept {
                groups: Some(&groups),
                strata: None,
            },
            1,
        )
        .expect("folds");
        assert!(
            (0..100).all(|item| made.iter().filter(|fold| fold[item] == Part::Test).count() == 1)
        );
        assert!(
            made.iter()
                .all(|fold| (14..=16).contains(&of(fold, Part::Test)) && of(fold, Part::Dev) == 0)
        );
    }

    #[test]
    fn what_leaves_a_part_empty_is_refused() {
        let bad = |items, splitting| splits(items, splitting, Kept::default(), 0).is_err();
        assert!(bad(0, RANDOM) && bad(3, RANDOM) && bad(3, Splitting::Folds { folds: 4 }));
        assert!(bad(
            99,
            Splitting::Random {
                splits: 1,
                test: 0.6,
                dev: 0.4
            }
        ));
        assert!(bad(
            99,
            Splitting::Random {
                splits: 0,
                test: 0.1,
                dev: 0.0
            }
        ));
    }
}
