//! Areas under the ROC curve of systems that scored different items: each is of its own, and no item has two scores.

use std::sync::Arc;

use restrap_stats::roc::Placed;

use crate::data::sampled::ItemMetric;

/// One metric of several systems, each on its own items.
#[derive(Debug)]
pub struct ItemsApart {
    names: Vec<String>,
    systems: Vec<Own>,
    items: usize,
}

/// A system, its items numbered among those of all.
#[derive(Clone, Debug)]
struct Own {
    metric: Arc<dyn ItemMetric>,
    first: usize,
    ascending: Vec<Placed>,
}

impl ItemsApart {
    /// Of metrics of one system each; `None` of metrics other than areas, and of more items than can be numbered.
    pub fn new(metrics: Vec<Box<dyn ItemMetric>>) -> Option<Self> {
        Self::of(metrics.into_iter().map(Arc::from).collect())
    }

    fn of(metrics: Vec<Arc<dyn ItemMetric>>) -> Option<Self> {
        let names = metrics
            .iter()
            .flat_map(|metric| metric.systems())
            .cloned()
            .collect();
        let (mut systems, mut first) = (Vec::with_capacity(metrics.len()), 0);
        for metric in metrics {
            let items = metric.items();
            if first + items >= Placed::MOST {
                return None;
            }
            let renumbered = |step: &Placed| {
                Placed::new(
                    (first + step.item()) as u32,
                    step.is_positive(),
                    step.starts(),
                )
            };
            let ascending = metric.classes(0)?.iter().map(renumbered).collect();
            systems.push(Own {
                metric,
                first,
                ascending,
            });
            first += items;
        }
        Some(Self {
            names,
            systems,
            items: first,
        })
    }
}

impl ItemMetric for ItemsApart {
    fn name(&self) -> String {
        self.systems[0].metric.name()
    }

    fn signature(&self) -> String {
        self.systems[0].metric.signature()
    }

    fn higher_is_better(&self) -> bool {
        self.systems[0].metric.higher_is_better()
    }

    fn range(&self) -> Option<[f64; 2]> {
        self.systems[0].metric.range()
    }

    fn systems(&self) -> &[String] {
        &self.names
    }

    fn items(&self) -> usize {
        self.items
    }

    fn batch(&self) -> usize {
        self.systems[0].metric.batch()
    }

    fn takes_samples(&self) -> bool {
        true
    }

    fn classes(&self, system: usize) -> Option<&[Placed]> {
        Some(&self.systems[system].ascending)
    }

    fn scored(&self, system: usize) -> Option<(&[f64], &[bool])> {
        self.systems[system].metric.scored(0)
    }

    fn items_apart(&self) -> Option<Vec<usize>> {
        Some(self.systems.iter().map(|own| own.metric.items()).collect())
    }

    fn in_order(&self, places: &[usize]) -> Option<Box<dyn ItemMetric>> {
        let metrics = places
            .iter()
            .map(|&place| Arc::clone(&self.systems[place].metric))
            .collect();
        Some(Box::new(Self::of(metrics)?))
    }

    fn differs(&self, _one: usize, _other: usize) -> Vec<bool> {
        vec![true; self.items]
    }

    fn of_samples(&self, systems: &[usize], counts: &[i64]) -> Vec<Vec<f64>> {
        let of_system = |&system: &usize| {
            let Own { metric, first, .. } = &self.systems[system];
            let own = counts
                .chunks_exact(self.items)
                .flat_map(|row| &row[*first..*first + metric.items()]);
            metric
                .of_samples(&[0], &own.copied().collect::<Vec<i64>>())
                .swap_remove(0)
        };
        systems.iter().map(of_system).collect()
    }

    /// No item has the scores of two systems, of which to exchange the ranks: DeLong's test draws nothing.
    fn of_swaps(&self, _systems: [usize; 2], swapped: &[i64]) -> [Vec<f64>; 2] {
        let none = vec![f64::NAN; swapped.len() / self.items.max(1)];
        [none.clone(), none]
    }
}
