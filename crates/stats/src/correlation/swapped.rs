//! Swaps of two metrics at the global level from what a swap changes: sums for Pearson's r, groups of ties for ranks.

use super::coefficient::Coefficient;
use super::counted::{product, tau_b, untied_pairs};
use super::kendall::pairs_of;
use super::matrix::{Matrix, rounded};
use super::ranks::{TieGroups, centred};
use super::running::RunningCounts;
use super::unit::SwapUnit;
use crate::width::at_every_width;

/// Two metrics beside a gold score, prepared for any swap.
#[derive(Clone, Debug)]
pub(super) enum QuickSwaps {
    Pearson(Sums),
    Spearman(Ranks),
    Kendall(Orders),
}

/// Room for one swap.
#[derive(Clone, Debug, Default)]
pub(super) struct QuickRoom {
    /// 1 for each cell that is swapped.
    swapped: Vec<u8>,
    /// Cells of each group that the first metric takes; and the second.
    of_groups: [Vec<u32>; 2],
    ranks: [Vec<f64>; 2],
    running: [RunningCounts; 2],
}

/// What a swap leaves the two metrics with.
pub(super) type Correlations = [Option<f64>; 2];

impl QuickSwaps {
    /// Of standardised tables, whose ranks tie where they are equal to ten decimals.
    pub fn new(
        coefficient: Coefficient,
        gold: &Matrix,
        metrics: [&Matrix; 2],
        unit: SwapUnit,
    ) -> Self {
        match coefficient {
            Coefficient::Pearson => Self::Pearson(Sums::new(gold, metrics, unit)),
            Coefficient::Spearman => Self::Spearman(Ranks::new(gold, metrics)),
            Coefficient::Kendall => Self::Kendall(Orders::new(gold, metrics)),
        }
    }

    /// Room for one swap.
    pub fn room(&self) -> QuickRoom {
        let running = match self {
            Self::Kendall(orders) => {
                RunningCounts::new(orders.gold_groups, orders.scores.len() / 2)
            }
            _ => RunningCounts::default(),
        };
        QuickRoom {
            running: [running.clone(), running],
            ..QuickRoom::default()
        }
    }

    /// The correlations after the units of `bits` are swapped; `None` where rounding may have a say, and the tables must.
    pub fn after(
        &self,
        room: &mut QuickRoom,
        gold: &Matrix,
        unit: SwapUnit,
        bits: &[u64],
    ) -> Option<Correlations> {
        match self {
            Self::Pearson(sums) => sums.after(bits),
            Self::Spearman(ranks) => {
                unit.mark(gold, bits, &mut room.swapped);
                Some(ranks.after(room))
            }
            Self::Kendall(orders) => {
                unit.mark(gold, bits, &mut room.swapped);
                Some(orders.after(room))
            }
        }
    }
}

/// Sums of gold · metric, metric, and metric squared.
type Three = [f64; 3];

/// For Pearson's r: what each unit adds to the sums of the first metric, and takes from the second, when it is swapped.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// The fourth is 0: four fill a vector.
    units: Vec<[f64; 4]>,
    whole: [Three; 2],
    n: f64,
    /// The root of the gold score's squares.
    gold_root: f64,
}

impl Sums {
    fn new(gold: &Matrix, metrics: [&Matrix; 2], unit: SwapUnit) -> Self {
        let cells = gold.cells();
        let n = cells.len() as f64;
        let mean = crate::moments::sum(cells.iter().copied()) / n;
        let of = |cell: usize, metric: &Matrix| -> Three {
            let value = metric.cells()[cell];
            [(cells[cell] - mean) * value, value, value * value]
        };
        let whole = metrics.map(|metric| {
            [0, 1, 2].map(|part| {
                crate::moments::sum((0..cells.len()).map(|cell| of(cell, metric)[part]))
            })
        });
        let mut units = vec![[0.0; 4]; unit.many(gold)];
        for cell in 0..cells.len() {
            let (first, second) = (of(cell, metrics[0]), of(cell, metrics[1]));
            let sums = &mut units[unit.of_cell(gold, cell)];
            for part in 0..3 {
                sums[part] += second[part] - first[part];
            }
        }
        let squares = cells.iter().map(|value| (value - mean) * (value - mean));
        Self {
            units,
            whole,
            n,
            gold_root: crate::moments::sum(squares).sqrt(),
        }
    }

    fn after(&self, bits: &[u64]) -> Option<Correlations> {
        let change = swapped_sum(&self.units, bits);
        let r = |whole: &Three, sign: f64| {
            let [together, sum, squares] = [0, 1, 2].map(|part| whole[part] + sign * change[part]);
            let squares = squares - sum * sum / self.n;
            // The metrics have variance 1: where far less is left, the difference of the sums is rounding.
            let is_told = squares > 1e-4 * self.n;
            is_told.then(|| (together / (self.gold_root * squares.sqrt())).clamp(-1.0, 1.0))
        };
        let [first, second] = [r(&self.whole[0], 1.0)?, r(&self.whole[1], -1.0)?];
        Some([Some(first), Some(second)])
    }
}

at_every_width! {
    /// The sum of the units whose bit is 1, in a fixed order.
    pub(super) fn swapped_sum(units: &[[f64; 4]], bits: &[u64]) -> [f64; 4] {
        let mut sums = [[0.0_f64; 4]; 4];
        for (units, &word) in units.chunks(64).zip(bits) {
            let mut rest = word;
            if units.len() < 64 {
                rest &= (1 << units.len()) - 1;
            }
            while rest != 0 {
                for sum in &mut sums {
                    // The last of an empty rest is unit 0, times 0.
                    let at = rest.trailing_zeros() as usize % 64;
                    let unit = if rest == 0 { [0.0; 4] } else { units[at] };
                    for (sum, value) in sum.iter_mut().zip(unit) {
                        *sum += value;
                    }
                    rest &= rest.wrapping_sub(1);
                }
            }
        }
        [0, 1, 2, 3].map(|part| (sums[0][part] + sums[2][part]) + (sums[1][part] + sums[3][part]))
    }
}

/// For Spearman's rho: each cell's group among all scores of both metrics.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    /// Cell by cell, of the first metric and of the second.
    groups: Vec<[u32; 2]>,
    /// Cells of each group, of both metrics.
    of_groups: Vec<u32>,
    /// Centred ranks of the gold score, and the root of their squares.
    gold: Vec<f64>,
    gold_root: f64,
}

/// The groups of two metrics' scores among one another, cell by cell, and their number.
fn joint(metrics: [&Matrix; 2]) -> (Vec<[u32; 2]>, usize) {
    let cells = metrics.iter().flat_map(|metric| metric.cells());
    let both: Vec<f64> = cells.copied().map(rounded).collect();
    let TieGroups { of_scores, many } = TieGroups::new(&both);
    let (first, second) = of_scores.split_at(both.len() / 2);
    (
        first.iter().zip(second).map(|(a, b)| [*a, *b]).collect(),
        many,
    )
}

/// The groups of the gold score, and the cells of each.
fn gold_groups(gold: &Matrix) -> (TieGroups, Vec<u32>) {
    let cells: Vec<f64> = gold.cells().iter().copied().map(rounded).collect();
    let groups = TieGroups::new(&cells);
    let mut many = vec![0; groups.many];
    for group in &groups.of_scores {
        many[*group as usize] += 1;
    }
    (groups, many)
}

impl Ranks {
    fn new(gold: &Matrix, metrics: [&Matrix; 2]) -> Self {
        let (gold, cells) = gold_groups(gold);
        let n = gold.of_scores.len() as u32;
        let mut ranks = vec![0.0; gold.many];
        let squares = centred(&cells, n, &mut ranks);
        let (groups, many) = joint(metrics);
        let mut of_groups = vec![0; many];
        for group in groups.as_flattened() {
            of_groups[*group as usize] += 1;
        }
        let rank = |group: &u32| ranks[*group as usize];
        Self {
            groups,
            of_groups,
            gold: gold.of_scores.iter().map(rank).collect(),
            gold_root: squares.sqrt(),
        }
    }

    fn after(&self, room: &mut QuickRoom) -> Correlations {
        let n = self.gold.len() as u32;
        let [first, second] = &mut room.of_groups;
        first.clear();
        first.resize(self.of_groups.len(), 0);
        for (groups, swapped) in self.groups.iter().zip(&room.swapped) {
            first[groups[usize::from(*swapped)] as usize] += 1;
        }
        second.clear();
        second.extend(
            self.of_groups
                .iter()
                .zip(&*first)
                .map(|(all, first)| all - first),
        );
        let mut metric = 0;
        [&*first, &*second].map(|of_groups| {
            let ranks = &mut room.ranks[metric];
            ranks.resize(of_groups.len(), 0.0);
            let squares = centred(of_groups, n, ranks);
            let taken =
                |(groups, swapped): (&[u32; 2], &u8)| groups[usize::from(*swapped) ^ metric];
            let groups: Vec<u32> = self.groups.iter().zip(&room.swapped).map(taken).collect();
            let together = product(&self.gold, &groups, ranks);
            metric += 1;
            let r = together / (self.gold_root * squares.sqrt());
            r.is_finite().then_some(r.clamp(-1.0, 1.0))
        })
    }
}

/// For Kendall's tau: all scores of both metrics in ascending order.
#[derive(Clone, Debug)]
pub(super) struct Orders {
    /// Cell, its group in the gold score, and the metric whose score it is.
    scores: Vec<[u32; 3]>,
    /// Where each group of tied scores ends.
    ends: Vec<u32>,
    gold_groups: usize,
    /// Pairs of cells, and those that the gold score does not tie.
    pairs: u64,
    untied: u64,
}

impl Orders {
    fn new(gold: &Matrix, metrics: [&Matrix; 2]) -> Self {
        let (gold, of_gold) = gold_groups(gold);
        let n = gold.of_scores.len();
        let (groups, many) = joint(metrics);
        let joint = TieGroups {
            of_scores: groups.as_flattened().to_vec(),
            many,
        };
        let (places, ends) = joint.ordered();
        let score = |place: u32| {
            let (cell, metric) = (place / 2, place % 2);
            [cell, gold.of_scores[cell as usize], metric]
        };
        Self {
            scores: places.into_iter().map(score).collect(),
            ends,
            gold_groups: gold.many,
            pairs: pairs_of(n as u64),
            untied: untied_pairs(n as u32, &of_gold),
        }
    }

    fn after(&self, room: &mut QuickRoom) -> Correlations {
        room.running.iter_mut().for_each(RunningCounts::clear);
        let found = walked_apart(&self.scores, &self.ends, &room.swapped, &mut room.running);
        found.map(|(ahead, tied)| tau_b(ahead, self.untied, self.pairs - tied))
    }
}

at_every_width! {
    /// For each metric the concordant pairs less the discordant, and the pairs that it ties.
    pub(super) fn walked_apart(
        scores: &[[u32; 3]],
        ends: &[u32],
        swapped: &[u8],
        running: &mut [RunningCounts; 2],
    ) -> [(i64, u64); 2] {
        let mut found = [(0_i64, 0_u64); 2];
        let mut seen = [0_u32; 2];
        let mut start = 0;
        for &end in ends {
            let group = &scores[start..end as usize];
            start = end as usize;
            let taker = |cell: u32, metric: u32| {
                (metric ^ u32::from(swapped[cell as usize])) as usize & 1
            };
            let mut of_group = [0_u32; 2];
            for &[cell, gold, metric] in group {
                let metric = taker(cell, metric);
                let running = &running[metric];
                let [below, up_to] = running.around(gold);
                found[metric].0 += i64::from(below) - i64::from(seen[metric] - up_to);
                of_group[metric] += 1;
            }
            for &[cell, gold, metric] in group {
                running[taker(cell, metric)].add(gold as usize, 1);
            }
            for metric in 0..2 {
                let many = u64::from(of_group[metric]);
                found[metric].1 += many * many.saturating_sub(1) / 2;
                seen[metric] += of_group[metric];
            }
        }
        found
    }
}
