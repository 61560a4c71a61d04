//! Correlations of drawn items from how often each is drawn: columns are ordered once, and no draw copies or sorts them.

use super::coefficient::Coefficient;
use super::influence::{mean_and_root, varies};
use super::kendall::pairs_of;
use super::matrix::rounded;
use super::ranks::{TieGroups, centred};
use super::running::RunningCounts;
use super::sums;
use crate::width::at_every_width;

/// A gold score and metrics of the same items, prepared for the correlation of any draw of the items.
#[derive(Clone, Debug)]
pub struct CountedColumns<'t>(Kind<'t>);

#[derive(Clone, Debug)]
enum Kind<'t> {
    Pearson {
        gold: &'t [f64],
        metrics: Vec<Option<&'t [f64]>>,
    },
    Spearman {
        gold: TieGroups,
        metrics: Vec<Option<TieGroups>>,
    },
    Kendall {
        gold: TieGroups,
        metrics: Vec<Option<Walk>>,
    },
}

/// Items in the ascending order of a metric.
#[derive(Clone, Debug)]
struct Walk {
    /// Each item, and its group in the gold score.
    items: Vec<[u32; 2]>,
    /// Where each group of tied items ends.
    ends: Vec<u32>,
}

/// Room for one draw.
#[derive(Clone, Debug, Default)]
pub struct CountedRoom {
    /// Items drawn of each group of the gold score.
    of_gold: Vec<u32>,
    /// Of a metric.
    of_metric: Vec<u32>,
    gold_ranks: Vec<f64>,
    metric_ranks: Vec<f64>,
    /// Gold ranks of the items, each times the draws of its item.
    weighted: Vec<f64>,
    running: RunningCounts,
}

impl<'t> CountedColumns<'t> {
    /// Of standardised scores: for ranks, scores are equal where they are to ten decimals. `None` for a metric that does not vary.
    pub fn new(
        coefficient: Coefficient,
        gold: &'t [f64],
        metrics: impl Iterator<Item = Option<&'t [f64]>>,
    ) -> Self {
        let groups = |column: &[f64]| {
            TieGroups::new(&column.iter().copied().map(rounded).collect::<Vec<_>>())
        };
        Self(match coefficient {
            Coefficient::Pearson => Kind::Pearson {
                gold,
                metrics: metrics.collect(),
            },
            Coefficient::Spearman => Kind::Spearman {
                gold: groups(gold),
                metrics: metrics.map(|metric| metric.map(groups)).collect(),
            },
            Coefficient::Kendall => {
                let gold = groups(gold);
                let walk = |metric: &[f64]| {
                    let (items, ends) = groups(metric).ordered();
                    let with_gold = |item: u32| [item, gold.of_scores[item as usize]];
                    Walk {
                        items: items.into_iter().map(with_gold).collect(),
                        ends,
                    }
                };
                let metrics = metrics.map(|metric| metric.map(walk)).collect();
                Kind::Kendall { gold, metrics }
            }
        })
    }

    /// Room for one draw.
    pub fn room(&self) -> CountedRoom {
        let running = match &self.0 {
            Kind::Kendall { gold, .. } => RunningCounts::new(gold.many, gold.of_scores.len()),
            _ => RunningCounts::default(),
        };
        CountedRoom {
            running,
            ..CountedRoom::default()
        }
    }

    /// The correlation of every metric with the gold score over items that are drawn `counts` times each, below 2^30 in all; `None`
    /// where a column does not vary.
    pub fn correlations(&self, room: &mut CountedRoom, counts: &[u32]) -> Vec<Option<f64>> {
        let n = counts.iter().sum::<u32>();
        match &self.0 {
            Kind::Pearson { gold, metrics } => pearson(counts, n, gold, metrics),
            Kind::Spearman { gold, metrics } => spearman(counts, n, gold, metrics, room),
            Kind::Kendall { gold, metrics } => {
                drawn_of_groups(counts, gold, &mut room.of_gold);
                let untied = untied_pairs(n, &room.of_gold);
                let tau = |metric: &Option<Walk>| {
                    let Walk { items, ends } = metric.as_ref()?;
                    room.running.clear();
                    let (ahead, tied) = walked(counts, items, ends, &mut room.running);
                    tau_b(ahead, untied, pairs_of(n.into()) - tied)
                };
                metrics.iter().map(tau).collect()
            }
        }
    }
}

fn pearson(counts: &[u32], n: u32, gold: &[f64], metrics: &[Option<&[f64]>]) -> Vec<Option<f64>> {
    let n = f64::from(n);
    let gold_drawn = mean_and_root(counts, gold, n);
    let r = |metric: Option<&[f64]>| {
        let ([gold_mean, gold_root], metric) = (gold_drawn?, metric?);
        let mean = sums::total(counts, metric) / n;
        let [together, squares] = sums::products(counts, [gold, metric], [gold_mean, mean]);
        if !varies(counts, metric, squares / n, mean) {
            return None;
        }
        let r = together / (gold_root * squares.sqrt());
        r.is_finite().then_some(r.clamp(-1.0, 1.0))
    };
    metrics.iter().copied().map(r).collect()
}

fn drawn_of_groups(counts: &[u32], groups: &TieGroups, drawn: &mut Vec<u32>) {
    drawn.clear();
    drawn.resize(groups.many, 0);
    for (count, group) in counts.iter().zip(&groups.of_scores) {
        drawn[*group as usize] += count;
    }
}

fn spearman(
    counts: &[u32],
    n: u32,
    gold: &TieGroups,
    metrics: &[Option<TieGroups>],
    room: &mut CountedRoom,
) -> Vec<Option<f64>> {
    let CountedRoom {
        of_gold,
        of_metric,
        gold_ranks,
        metric_ranks,
        weighted,
        ..
    } = room;
    let ranks = |groups: &TieGroups, drawn: &mut Vec<u32>, ranks: &mut Vec<f64>| {
        drawn_of_groups(counts, groups, drawn);
        ranks.resize(groups.many, 0.0);
        centred(drawn, n, ranks)
    };
    let gold_squares = ranks(gold, of_gold, gold_ranks);
    weighted.clear();
    let drawn = counts.iter().zip(&gold.of_scores);
    weighted.extend(drawn.map(|(count, group)| f64::from(*count) * gold_ranks[*group as usize]));
    let rho = |metric: &Option<TieGroups>| {
        let metric = metric.as_ref()?;
        let squares = ranks(metric, of_metric, metric_ranks);
        let together = product(weighted, &metric.of_scores, metric_ranks);
        let r = together / (gold_squares.sqrt() * squares.sqrt());
        r.is_finite().then_some(r.clamp(-1.0, 1.0))
    };
    metrics.iter().map(rho).collect()
}

/// The sum of `weighted[i] · ranks[groups[i]]`, in a fixed order.
pub(super) fn product(weighted: &[f64], groups: &[u32], ranks: &[f64]) -> f64 {
    let term = |(weighted, group): (&f64, &u32)| weighted * ranks[*group as usize];
    let (fours, groups_of_four) = (weighted.chunks_exact(4), groups.chunks_exact(4));
    let rest: f64 = fours
        .remainder()
        .iter()
        .zip(groups_of_four.remainder())
        .map(term)
        .sum();
    let mut sums = [0.0; 4];
    for (weighted, groups) in fours.zip(groups_of_four) {
        for (sum, pair) in sums.iter_mut().zip(weighted.iter().zip(groups)) {
            *sum += term(pair);
        }
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}

/// Pairs of drawn items in different groups.
pub(super) fn untied_pairs(n: u32, of_groups: &[u32]) -> u64 {
    let tied: u64 = of_groups.iter().map(|many| pairs_of((*many).into())).sum();
    pairs_of(n.into()) - tied
}

/// Kendall's tau-b from the concordant pairs less the discordant, and the pairs that each column does not tie.
pub(super) fn tau_b(ahead: i64, first: u64, second: u64) -> Option<f64> {
    if first == 0 || second == 0 {
        return None;
    }
    Some((ahead as f64 / ((first as f64).sqrt() * (second as f64).sqrt())).clamp(-1.0, 1.0))
}

at_every_width! {
    /// Concordant pairs less discordant ones, and the pairs that the metric ties.
    pub(super) fn walked(
        counts: &[u32],
        items: &[[u32; 2]],
        ends: &[u32],
        running: &mut RunningCounts,
    ) -> (i64, u64) {
        let (mut ahead, mut tied, mut seen, mut start) = (0, 0, 0, 0);
        for &end in ends {
            let group = &items[start..end as usize];
            start = end as usize;
            let mut of_group = 0;
            for &[item, gold] in group {
                let count = counts[item as usize];
                if count > 0 {
                    let [below, up_to] = running.around(gold);
                    ahead += i64::from(count) * (i64::from(below) - i64::from(seen - up_to));
                    of_group += count;
                }
            }
            tied += u64::from(of_group) * u64::from(of_group.saturating_sub(1)) / 2;
            for &[item, gold] in group {
                let count = counts[item as usize];
                if count > 0 {
                    running.add(gold as usize, count);
                }
            }
            seen += of_group;
        }
        (ahead, tied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_testing::Numbers;

    #[test]
    fn counts_give_what_copies_of_the_items_give() {
        let mut numbers = Numbers(20_261_129);
        let mut undefined = 0;
        for (n, values) in [(2, 3), (3, 50), (7, 3), (40, 6), (67, 1000), (1500, 30)] {
            for _ in 0..20 {
                let mut column =
                    || -> Vec<f64> { (0..n).map(|_| numbers.below(values) as f64 / 8.0).collect() };
                let (gold, one, two) = (column(), column(), column());
                let mut counts = vec![0_u32; n];
                (0..n).for_each(|_| counts[numbers.below(n as u64) as usize] += 1);
                let copied = |column: &[f64]| -> Vec<f64> {
                    let times = counts.iter().zip(column);
                    times
                        .flat_map(|(count, value)| vec![*value; *count as usize])
                        .collect()
                };
                for coefficient in Coefficient::ALL {
                    let metrics = [Some(&one[..]), None, Some(&two[..])];
                    let columns = CountedColumns::new(coefficient, &gold, metrics.into_iter());
                    let found = columns.correlations(&mut columns.room(), &counts);
                    let expected = metrics
                        .map(|metric| coefficient.of_checked(&copied(&gold), &copied(metric?)));
                    for (found, expected) in found.iter().zip(expected) {
                        undefined += usize::from(found.is_none());
                        let apart = found.zip(expected).map(|(a, b)| (a - b).abs());
                        assert!(
                            found.is_some() == expected.is_some()
                                && apart.is_none_or(|apart| apart < 1e-13),
                            "{coefficient} of {n}: {found:?}, {expected:?}"
                        );
                    }
                }
            }
        }
        // Each case has one metric that is not there; some draws do not vary.
        assert!(undefined > 360, "{undefined}");
    }
}
