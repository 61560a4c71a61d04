//! Areas of several classes as one number: each class against the others, or each pair of classes.
//!
//! As in scikit-learn (`roc_auc_score` with `multi_class`, `average_precision_score`): the mean over classes, or weighted by their items;
//! in pairs (Hand and Till 2001) each class of a pair by its own scores, on the items of the two. A swap exchanges the ranks of an item in
//! all columns at once.

use restrap_metrics::Ranked;

use crate::data::ranked::RankedItems;
use crate::data::sampled::ItemMetric;
use crate::data::scores::Scores;

/// How areas become one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassAverage {
    /// Of each pair of classes, and not of each class against all others.
    pub in_pairs: bool,
    /// Weighted by the items of the class or the pair.
    pub is_weighted: bool,
}

/// The class of every item.
#[derive(Clone, Debug)]
pub struct Classified {
    /// Names of the classes.
    pub classes: Vec<String>,
    /// The place of the class of each item.
    pub of_items: Vec<usize>,
}

/// One area of one number.
#[derive(Clone, Debug)]
struct Part {
    areas: RankedItems,
    /// The items that it is of, in ascending order.
    items: Vec<u32>,
    is_positive: Vec<bool>,
}

impl Part {
    /// What each of its items has in a list of all items.
    fn own<T: Copy>(&self, of_items: &[T]) -> Vec<T> {
        self.items
            .iter()
            .map(|&item| of_items[item as usize])
            .collect()
    }
}

/// The mean of the areas of several classes.
#[derive(Clone, Debug)]
pub struct AreasOfClasses {
    of: Ranked,
    average: ClassAverage,
    classified: Classified,
    names: Vec<String>,
    /// Scores of every system, of every class, of every item.
    scores: Vec<Vec<Vec<f64>>>,
    parts: Vec<Part>,
}

impl AreasOfClasses {
    /// Of systems on the same items, each with the scores of every class.
    pub fn new(
        of: Ranked,
        average: ClassAverage,
        classified: Classified,
        systems: &[Vec<Scores>],
    ) -> Self {
        let name = |system: &Vec<Scores>| {
            system
                .first()
                .map_or_else(String::new, |one| one.name.clone())
        };
        let scores = |system: &Vec<Scores>| system.iter().map(|one| one.rows().to_vec()).collect();
        let (names, scores) = (
            systems.iter().map(name).collect(),
            systems.iter().map(scores).collect(),
        );
        Self::of_scores(of, average, classified, names, scores)
    }

    fn of_scores(
        of: Ranked,
        average: ClassAverage,
        classified: Classified,
        names: Vec<String>,
        scores: Vec<Vec<Vec<f64>>>,
    ) -> Self {
        let number = classified.classes.len();
        let against = |class: usize| -> Vec<Option<usize>> {
            if average.in_pairs {
                (0..number)
                    .filter(|other| *other != class)
                    .map(Some)
                    .collect()
            } else {
                vec![None]
            }
        };
        let part = |class: usize, other: Option<usize>| {
            let is_in = |of: usize| of == class || other.is_none_or(|other| of == other);
            let items = (0..)
                .zip(&classified.of_items)
                .filter(|(_, of)| is_in(**of))
                .map(|(item, _)| item);
            let items: Vec<u32> = items.collect();
            let is_positive: Vec<bool> = items
                .iter()
                .map(|&item| classified.of_items[item as usize] == class)
                .collect();
            let own = |(name, columns): (&String, &Vec<Vec<f64>>)| {
                let column = items.iter().map(|&item| columns[class][item as usize]);
                Scores::new(name.clone(), column.collect::<Vec<f64>>())
            };
            let systems: Vec<Scores> = names.iter().zip(&scores).map(own).collect();
            let positive = classified.classes[class].clone();
            let areas = RankedItems::new(of, positive, &systems, is_positive.clone());
            Part {
                areas,
                items,
                is_positive,
            }
        };
        let parts = (0..number)
            .flat_map(|class| against(class).into_iter().map(move |other| (class, other)));
        let parts = parts.map(|(class, other)| part(class, other)).collect();
        Self {
            of,
            average,
            classified,
            names,
            scores,
            parts,
        }
    }

    /// The mean of the areas of samples, of which each part has its own; `there` says how often each item is in them.
    fn averaged(&self, there: &[&[i64]], of_parts: &[Vec<f64>]) -> Vec<f64> {
        let mut sums = vec![[0.0; 2]; there.len()];
        for (part, values) in self.parts.iter().zip(of_parts) {
            for ((sum, value), there) in sums.iter_mut().zip(values).zip(there) {
                let weight = if self.average.is_weighted {
                    let own = part.items.iter().zip(&part.is_positive);
                    let counted =
                        own.filter(|(_, is_positive)| self.average.in_pairs || **is_positive);
                    counted.map(|(&item, _)| there[item as usize]).sum::<i64>() as f64
                } else {
                    1.0
                };
                *sum = [sum[0] + weight * value, sum[1] + weight];
            }
        }
        sums.into_iter()
            .map(|[sum, weights]| sum / weights)
            .collect()
    }

    fn of_system(&self, system: usize, counts: &[i64]) -> Vec<f64> {
        let samples: Vec<&[i64]> = counts.chunks_exact(self.items()).collect();
        let of_part = |part: &Part| {
            let own: Vec<i64> = samples.iter().flat_map(|counts| part.own(counts)).collect();
            part.areas.of_samples(&[system], &own).concat()
        };
        let of_parts: Vec<Vec<f64>> = self.parts.iter().map(of_part).collect();
        self.averaged(&samples, &of_parts)
    }
}

impl ItemMetric for AreasOfClasses {
    fn name(&self) -> String {
        self.of.name().to_owned()
    }

    fn signature(&self) -> String {
        let kind = if self.average.in_pairs { "ovo" } else { "ovr" };
        let average = if self.average.is_weighted {
            "weighted"
        } else {
            "macro"
        };
        format!(
            "{}|{kind}|average:{average}|labels:{}",
            self.of.name(),
            self.classified.classes.join(",")
        )
    }

    fn higher_is_better(&self) -> bool {
        true
    }

    fn range(&self) -> Option<[f64; 2]> {
        Some([0.0, 1.0])
    }

    fn systems(&self) -> &[String] {
        &self.names
    }

    fn items(&self) -> usize {
        self.classified.of_items.len()
    }

    fn batch(&self) -> usize {
        self.parts.first().map_or(1, |part| part.areas.batch())
    }

    fn exchanges_ranks(&self) -> bool {
        true
    }

    fn takes_samples(&self) -> bool {
        true
    }

    fn differs(&self, one: usize, other: usize) -> Vec<bool> {
        let mut differs = vec![false; self.items()];
        for part in &self.parts {
            for (&item, is_apart) in part.items.iter().zip(part.areas.differs(one, other)) {
                differs[item as usize] |= is_apart;
            }
        }
        differs
    }

    fn of_samples(&self, systems: &[usize], counts: &[i64]) -> Vec<Vec<f64>> {
        systems
            .iter()
            .map(|&system| self.of_system(system, counts))
            .collect()
    }

    fn of_swaps(&self, systems: [usize; 2], swapped: &[i64]) -> [Vec<f64>; 2] {
        let samples: Vec<&[i64]> = swapped.chunks_exact(self.items()).collect();
        let there: Vec<Vec<i64>> = samples
            .iter()
            .map(|states| states.iter().map(|&state| i64::from(state >= 0)).collect())
            .collect();
        let there: Vec<&[i64]> = there.iter().map(Vec::as_slice).collect();
        let swaps = |part: &Part| -> [Vec<f64>; 2] {
            let own: Vec<i64> = samples.iter().flat_map(|states| part.own(states)).collect();
            part.areas.of_swaps(systems, &own)
        };
        let (one, other): (Vec<_>, Vec<_>) = self
            .parts
            .iter()
            .map(swaps)
            .map(|[one, other]| (one, other))
            .unzip();
        [one, other].map(|of_parts| self.averaged(&there, &of_parts))
    }

    fn in_order(&self, places: &[usize]) -> Option<Box<dyn ItemMetric>> {
        let names = places
            .iter()
            .map(|&place| self.names[place].clone())
            .collect();
        let scores = places
            .iter()
            .map(|&place| self.scores[place].clone())
            .collect();
        Some(Box::new(Self::of_scores(
            self.of,
            self.average,
            self.classified.clone(),
            names,
            scores,
        )))
    }

    fn only(&self, is_in: &dyn Fn(usize) -> bool) -> Option<Box<dyn ItemMetric>> {
        let kept: Vec<usize> = (0..self.items()).filter(|&item| is_in(item)).collect();
        let column = |column: &Vec<f64>| kept.iter().map(|&item| column[item]).collect();
        let scores = self
            .scores
            .iter()
            .map(|columns| columns.iter().map(column).collect())
            .collect();
        let of_items = kept
            .iter()
            .map(|&item| self.classified.of_items[item])
            .collect();
        let classified = Classified {
            of_items,
            ..self.classified.clone()
        };
        Some(Box::new(Self::of_scores(
            self.of,
            self.average,
            classified,
            self.names.clone(),
            scores,
        )))
    }
}
