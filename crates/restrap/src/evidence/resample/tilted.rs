//! Null-tilted resamples of a metric of summed statistics (`statistics` of label metrics, BLEU, chrF): groups of equal items, their
//! influence on the difference, the laws under which the difference has its null value, and the difference of a resample.
//!
//! The gold labels of a test set are fixed: items are drawn within each label of the gold, as many as it has. Of a metric of labels the
//! law under the null is not one: all labels of the gold may lose a little or one of them much. All are tried, and the largest p counts.
//! Method, pseudo units and influence: `restrap_stats::tilt`.

use std::collections::HashMap;
use std::sync::Arc;

use restrap_core::{JointRows, Resampler, Statistic, WeightedBootstrap, WeightedStratum};
use restrap_engine::{Control, Run, Tally, Threshold, default_shard_size, run};
use restrap_metrics::{LabelRows, Losses, MatchRows, Metric};
use restrap_stats::Probability;
use restrap_stats::tilt::{PSEUDO, root, weights};

use crate::data::contest::{Contest, Summed};
use crate::data::rows::Rows;
use crate::error::Error;
use crate::request::Request;

type Entries = Vec<(u32, i64)>;

/// The difference of two systems under a metric, one of them in the role of the new one.
pub(crate) struct Side {
    strata: Vec<Group>,
    /// Place among all rows, mass, share of the stratum without the pseudo unit, influence.
    units: Vec<Unit>,
    /// The observed difference, new − base.
    pub observed: f64,
    /// The difference of a new system that has the lowest value of the metric.
    pub lowest: f64,
    /// The law with one label of the gold tilted alone counts too.
    is_of_labels: bool,
}

struct Group {
    draws: u64,
    /// The places of its units, by influence.
    units: Vec<usize>,
}

struct Unit {
    row: u32,
    entries: [Entries; 2],
    mass: f64,
    share: f64,
    influence: f64,
}

/// A metric of both systems with everything that draws under nulls need.
pub(crate) struct Tilted<'c> {
    metric: &'c dyn Metric,
    columns: usize,
    rows: JointRows,
    /// The system as the new one, and the baseline as the new one.
    pub sides: [Side; 2],
    /// Differences that close are equal.
    pub tolerance: f64,
}

/// Resamples under the laws of some null differences.
#[derive(Clone)]
pub(crate) struct NullDraws<'c> {
    resampler: WeightedBootstrap,
    judge: Differences<'c>,
    /// The side of each law, and how many laws its null has: none if no law reaches it.
    pub laws: Vec<usize>,
}

/// The difference under each law.
#[derive(Clone)]
pub(crate) struct Differences<'c> {
    metric: &'c dyn Metric,
    columns: usize,
    is_exchanged: Vec<bool>,
}

impl Statistic for Differences<'_> {
    type Value = f64;

    fn columns(&self) -> usize {
        2 * self.columns * self.is_exchanged.len()
    }

    fn values(&self) -> usize {
        self.is_exchanged.len()
    }

    fn finish(&self, sums: &[i64], values: &mut Vec<f64>) {
        let both = sums.chunks_exact(2 * self.columns);
        for (sums, &is_exchanged) in both.zip(&self.is_exchanged) {
            let [first, second] =
                [0, self.columns].map(|from| self.metric.finish(&sums[from..from + self.columns]));
            values.push(if is_exchanged {
                first - second
            } else {
                second - first
            });
        }
    }
}

impl<'c> NullDraws<'c> {
    pub fn parts(&self) -> (WeightedBootstrap, Differences<'c>) {
        (self.resampler.clone(), self.judge.clone())
    }
}

/// Ratio of two λ between which a root is looked for.
const FACTOR: f64 = 1.25;

/// Sums as doubles, at which a metric of integers is evaluated on a fine grid: metrics are ratios of sums.
pub(crate) fn value(metric: &dyn Metric, sums: &[f64]) -> f64 {
    let largest = sums.iter().fold(1.0, |a: f64, x| a.max(x.abs()));
    let per_one = libm::floor((1_u64 << 50) as f64 / largest).max(1.0);
    let whole: Vec<i64> = sums
        .iter()
        .map(|x| libm::round(x * per_one) as i64)
        .collect();
    metric.finish(&whole)
}

/// Returns the derivative of a metric by each sum.
fn slopes(metric: &dyn Metric, sums: &[f64]) -> Vec<f64> {
    // A thousandth of an item: the error of a central difference is a millionth of its curvature.
    const STEP: f64 = 1e-3;
    let mut moved = sums.to_vec();
    (0..sums.len())
        .map(|at| {
            let mut of = |steps: f64| {
                moved[at] = sums[at] + steps * STEP;
                value(metric, &moved)
            };
            let slope = if sums[at] >= STEP {
                (of(1.0) - of(-1.0)) / (2.0 * STEP)
            } else {
                (-3.0 * of(0.0) + 4.0 * of(1.0) - of(2.0)) / (2.0 * STEP)
            };
            moved[at] = sums[at];
            slope
        })
        .collect()
}

fn product(entries: &[(u32, i64)], slopes: &[f64]) -> f64 {
    let each = entries
        .iter()
        .map(|&(at, x)| x as f64 * slopes[at as usize]);
    each.sum()
}

/// Sums of both systems from masses of rows.
fn sums_of<'u>(
    columns: usize,
    units: impl Iterator<Item = (&'u [Entries; 2], f64)>,
) -> [Vec<f64>; 2] {
    let mut sums = [vec![0.0; columns], vec![0.0; columns]];
    for (entries, mass) in units {
        for (sums, entries) in sums.iter_mut().zip(entries) {
            for &(at, x) in entries {
                sums[at as usize] += mass * x as f64;
            }
        }
    }
    sums
}

/// Rows before they have their influence: statistics of both systems, label of the gold, mass of the items and of a pseudo unit.
struct Draft {
    entries: [Entries; 2],
    gold: usize,
    items: u64,
    pseudo: f64,
}

impl<'c> Tilted<'c> {
    /// Returns the draws of a contest; `None` if the loss of one unit is not known, or its units are not single items.
    pub fn new(contest: &'c Contest<'_>) -> Option<Self> {
        let summed = contest.summed()?;
        let is_plain =
            contest.clusters.is_none() && contest.strata.is_none() && contest.apart.is_none();
        if !is_plain || !summed.metric.higher_is_better() {
            return None;
        }
        let metric: &'c dyn Metric = summed.metric;
        let columns = metric.columns().len();
        let (drafts, kind) = match metric.losses() {
            Losses::Labels(rows) => (grouped(summed, |row| rows.gold(row))?, Kind::Labels(rows)),
            Losses::Segments(rows) => (grouped(summed, |_| Some(0))?, Kind::Segments(rows)),
            Losses::Ratio { .. } | Losses::Unknown => return None,
        };
        let mut all: Vec<Entries> = Vec::new();
        let mut places: HashMap<[Entries; 2], u32> = HashMap::new();
        let sides = [false, true].map(|is_exchanged| {
            let drafts = drafts.iter().map(|draft| {
                let [first, second] = draft.entries.clone();
                let entries = if is_exchanged {
                    [second, first]
                } else {
                    [first, second]
                };
                Draft { entries, ..*draft }
            });
            let drafts = with_pseudo(metric, drafts.collect(), &kind);
            Side::new(metric, drafts, matches!(kind, Kind::Labels(_)), |entries| {
                // A row holds the baseline first, whichever the new system is.
                let [first, second] = entries.clone();
                let row = if is_exchanged {
                    [second, first]
                } else {
                    [first, second]
                };
                *places.entry(row).or_insert_with_key(|[first, second]| {
                    let shifted = second.iter().map(|&(at, x)| (at + columns as u32, x));
                    all.push(first.iter().copied().chain(shifted).collect());
                    all.len() as u32 - 1
                })
            })
        });
        let mut dense = vec![0; all.len() * 2 * columns];
        for (place, entries) in all.iter().enumerate() {
            for &(at, x) in entries {
                dense[place * 2 * columns + at as usize] = x;
            }
        }
        Some(Self {
            metric,
            columns,
            rows: JointRows::new(2 * columns, &dense, vec![1; all.len()]),
            sides,
            tolerance: contest.tolerance,
        })
    }

    /// Returns the resamples under the laws of these nulls, "the difference of a side is at most this".
    pub fn draws(self: &Arc<Self>, nulls: &[(usize, f64)]) -> NullDraws<'c> {
        let mut laws = Vec::new();
        let mut of_rows: Vec<(usize, Vec<Vec<f64>>)> = Vec::new();
        for &(side, null) in nulls {
            for law in self.sides[side].laws(self.metric, self.columns, null) {
                of_rows.push((side, law));
                laws.push(side);
            }
        }
        let strata = self.sides[0].strata.iter().enumerate().map(|(at, group)| {
            let laws = of_rows.iter().map(|(side, law)| {
                let side = &self.sides[*side];
                let units = &side.strata[at].units;
                let rows = units.iter().map(|&unit| side.units[unit].row);
                rows.zip(law[at].iter().copied()).collect()
            });
            WeightedStratum {
                draws: group.draws,
                laws: laws.collect(),
            }
        });
        let strata: Vec<WeightedStratum> = strata.collect();
        NullDraws {
            resampler: WeightedBootstrap::new(self.rows.clone(), &strata),
            judge: Differences {
                metric: self.metric,
                columns: self.columns,
                is_exchanged: laws.iter().map(|&side| side == 1).collect(),
            },
            laws,
        }
    }
}

enum Kind<'m> {
    Labels(LabelRows<'m>),
    Segments(MatchRows<'m>),
}

/// Groups items of equal statistics; `None` if the label of one is not known.
fn grouped(summed: &Summed, gold: impl Fn(&[(u32, i64)]) -> Option<usize>) -> Option<Vec<Draft>> {
    let [base, new] = [summed.baseline, summed.system].map(|system| Rows::new(&system.columns));
    let mut places: HashMap<[&[(u32, i64)]; 2], usize> = HashMap::new();
    let mut drafts: Vec<Draft> = Vec::new();
    for item in 0..base.items() {
        let key = [base.of(item), new.of(item)];
        if let Some(&place) = places.get(&key) {
            drafts[place].items += summed.times().of(item);
            continue;
        }
        let label = gold(key[0])?;
        if gold(key[1])? != label {
            return None;
        }
        places.insert(key, drafts.len());
        drafts.push(Draft {
            entries: key.map(<[(u32, i64)]>::to_vec),
            gold: label,
            items: summed.times().of(item),
            pseudo: 0.0,
        });
    }
    // The order of the items does not matter.
    drafts.sort_by(|one, other| (one.gold, &one.entries).cmp(&(other.gold, &other.entries)));
    Some(drafts)
}

/// Adds the pseudo units: of labels one in each label of the gold, a right label that becomes the wrong one that costs most; else a
/// segment of size `Σn²/Σn` that loses every match.
fn with_pseudo(metric: &dyn Metric, mut drafts: Vec<Draft>, kind: &Kind) -> Vec<Draft> {
    let columns = metric.columns().len();
    let observed = sums_of(
        columns,
        drafts.iter().map(|one| (&one.entries, one.items as f64)),
    );
    let pseudo: Vec<(usize, [Entries; 2])> = match kind {
        Kind::Labels(rows) => {
            let [of_base, of_new] = observed.each_ref().map(|sums| slopes(metric, sums));
            let mut golds: Vec<usize> = drafts.iter().map(|one| one.gold).collect();
            golds.dedup();
            let worst = golds.into_iter().map(|gold| {
                let right = rows.row(gold, gold);
                let wrong = (0..rows.labels).filter(|&given| given != gold);
                let cost = |given: usize| {
                    product(&rows.row(gold, given), &of_new) - product(&right, &of_base)
                };
                let mut found: Option<(f64, usize)> = None;
                for given in wrong {
                    // Ties, to rounding, are decided by the order of the labels.
                    let cost = cost(given);
                    if found.is_none_or(|(least, _)| cost < least - 1e-9 * least.abs()) {
                        found = Some((cost, given));
                    }
                }
                let given = found.map_or(gold, |one| one.1);
                (gold, [sorted(right), sorted(rows.row(gold, given))])
            });
            worst.collect()
        }
        Kind::Segments(rows) => {
            let size = |one: &Draft| {
                let of = one.entries[0]
                    .iter()
                    .find(|(at, _)| *at as usize == rows.size);
                of.map_or(0.0, |(_, x)| *x as f64)
            };
            let (mut sum, mut squares) = (0.0, 0.0);
            for one in &drafts {
                sum += one.items as f64 * size(one);
                squares += one.items as f64 * size(one) * size(one);
            }
            let whole: Vec<i64> = observed[0].iter().map(|x| *x as i64).collect();
            let all = rows.row(&whole, squares / sum.max(1.0));
            let mut none = all.clone();
            rows.matches.iter().for_each(|&at| none[at] = 0);
            vec![(0, [all, none].map(|row| sparse(&row)))]
        }
    };
    for (gold, entries) in pseudo {
        match drafts
            .iter_mut()
            .find(|one| one.gold == gold && one.entries == entries)
        {
            Some(one) => one.pseudo += PSEUDO,
            None => drafts.push(Draft {
                entries,
                gold,
                items: 0,
                pseudo: PSEUDO,
            }),
        }
    }
    drafts
}

fn sparse(row: &[i64]) -> Entries {
    let all = (0_u32..).zip(row.iter().copied());
    all.filter(|(_, x)| *x != 0).collect()
}

fn sorted(mut entries: Entries) -> Entries {
    entries.retain(|(_, x)| *x != 0);
    entries.sort_unstable();
    entries
}

impl Side {
    fn new(
        metric: &dyn Metric,
        drafts: Vec<Draft>,
        is_of_labels: bool,
        mut row: impl FnMut(&[Entries; 2]) -> u32,
    ) -> Self {
        let columns = metric.columns().len();
        let observed = sums_of(
            columns,
            drafts.iter().map(|one| (&one.entries, one.items as f64)),
        );
        let observed = observed.map(|sums| value(metric, &sums));
        let of_pseudo = |one: &Draft| one.items as f64 + one.pseudo;
        let with_pseudo = sums_of(
            columns,
            drafts.iter().map(|one| (&one.entries, of_pseudo(one))),
        );
        let [of_base, of_new] = with_pseudo.each_ref().map(|sums| slopes(metric, sums));
        let mut draws: HashMap<usize, u64> = HashMap::new();
        for one in &drafts {
            *draws.entry(one.gold).or_default() += one.items;
        }
        let mut strata: Vec<(usize, Group)> = Vec::new();
        let mut units = Vec::new();
        for one in drafts {
            let influence = product(&one.entries[1], &of_new) - product(&one.entries[0], &of_base);
            let all = draws[&one.gold];
            let place = strata.iter().position(|(gold, _)| *gold == one.gold);
            let place = place.unwrap_or_else(|| {
                let units = Vec::new();
                strata.push((one.gold, Group { draws: all, units }));
                strata.len() - 1
            });
            strata[place].1.units.push(units.len());
            units.push(Unit {
                row: row(&one.entries),
                mass: one.items as f64 + one.pseudo,
                share: one.items as f64 / all as f64,
                influence,
                entries: one.entries,
            });
        }
        strata.sort_by_key(|(gold, _)| *gold);
        let mut strata: Vec<Group> = strata.into_iter().map(|(_, group)| group).collect();
        for group in &mut strata {
            group.units.sort_by(|&one, &other| {
                let key = |unit: usize| (units[unit].influence, units[unit].row);
                let ((a, first), (b, second)) = (key(one), key(other));
                a.total_cmp(&b).then(first.cmp(&second))
            });
        }
        Self {
            strata,
            units,
            observed: observed[1] - observed[0],
            lowest: Some(metric.range()[0])
                .filter(|low| low.is_finite())
                .unwrap_or(0.0)
                - observed[0],
            is_of_labels,
        }
    }

    /// The weights of each stratum at λ; only `tilted` is tilted, or all.
    fn law(&self, lambda: f64, tilted: Option<usize>) -> Vec<Vec<f64>> {
        let strata = self.strata.iter().enumerate();
        strata
            .map(|(at, group)| {
                let units = group.units.iter().map(|&unit| &self.units[unit]);
                if tilted.is_some_and(|tilted| tilted != at) {
                    return units.map(|unit| unit.share).collect();
                }
                let (mass, influence): (Vec<f64>, Vec<f64>) =
                    units.map(|unit| (unit.mass, unit.influence)).unzip();
                weights(&mass, &influence, lambda)
            })
            .collect()
    }

    fn difference(&self, metric: &dyn Metric, columns: usize, law: &[Vec<f64>]) -> f64 {
        let units = self.strata.iter().zip(law).flat_map(|(group, weights)| {
            let units = group.units.iter().map(|&unit| &self.units[unit].entries);
            units.zip(weights.iter().map(|weight| weight * group.draws as f64))
        });
        let [base, new] = sums_of(columns, units).map(|sums| value(metric, &sums));
        new - base
    }

    /// Returns λ at the root of `δ(w) = null` that is nearest to 0; `None` without one.
    pub fn lambda(
        &self,
        metric: &dyn Metric,
        columns: usize,
        null: f64,
        tilted: Option<usize>,
    ) -> Option<f64> {
        let strata = self.strata.iter().enumerate();
        let spans = strata
            .filter(|(at, _)| tilted.is_none_or(|tilted| tilted == *at))
            .flat_map(|(_, group)| {
                let own: Vec<f64> = group
                    .units
                    .iter()
                    .map(|&unit| self.units[unit].influence)
                    .collect();
                let whole = own
                    .last()
                    .zip(own.first())
                    .map(|(last, first)| last - first);
                let gaps: Vec<f64> = own.windows(2).map(|two| two[1] - two[0]).collect();
                gaps.into_iter().chain(whole)
            });
        let spans: Vec<f64> = spans.filter(|span| *span > 1e-12).collect();
        let widest = spans.iter().copied().fold(0.0, f64::max);
        let least = spans.iter().copied().fold(f64::INFINITY, f64::min);
        if widest == 0.0 {
            return None;
        }
        let excess =
            |lambda: f64| self.difference(metric, columns, &self.law(lambda, tilted)) - null;
        let at_0 = excess(0.0);
        if at_0 == 0.0 {
            return Some(0.0);
        }
        let mut ends = [(0.0, at_0), (0.0, at_0)];
        let mut step = 1e-4 / widest;
        while step <= FACTOR * 80.0 / least {
            for (sign, end) in [-1.0, 1.0].into_iter().zip(&mut ends) {
                let (near, far) = (*end, sign * step);
                let at_far = excess(far);
                if (near.1 < 0.0) == (at_far >= 0.0) {
                    let (low, high) = if sign < 0.0 {
                        (far, near.0)
                    } else {
                        (near.0, far)
                    };
                    let rises = excess(low) < 0.0;
                    let turned = |lambda: f64| {
                        if rises {
                            excess(lambda)
                        } else {
                            -excess(lambda)
                        }
                    };
                    return Some(root((low, high), turned, 1e-13));
                }
                *end = (far, at_far);
            }
            step *= FACTOR;
        }
        None
    }

    /// Returns the laws under a null: of labels the joint one and those of each label of the gold alone, of those that reach it.
    fn laws(&self, metric: &dyn Metric, columns: usize, null: f64) -> Vec<Vec<Vec<f64>>> {
        let lambda = |tilted| Some(self.law(self.lambda(metric, columns, null, tilted)?, tilted));
        let Some(joint) = lambda(None) else {
            return Vec::new();
        };
        let alone = (0..self.strata.len()).filter(|_| self.is_of_labels && self.strata.len() > 1);
        std::iter::once(joint)
            .chain(alone.filter_map(|at| lambda(Some(at))))
            .collect()
    }
}

/// Returns the p-value of each law: the share of resamples that reach the observed difference, with the observed one among them.
///
/// # Errors
/// For a memory limit that the draws exceed.
pub(crate) fn p_values(
    tilted: &Tilted,
    draws: &NullDraws,
    (address, resamples): (u16, u64),
    request: &Request,
) -> Result<Vec<Probability>, Error> {
    if draws.laws.is_empty() {
        return Ok(Vec::new());
    }
    let resampler = &draws.resampler;
    let least = |side: usize| tilted.sides[side].observed - tilted.tolerance;
    let thresholds = draws.laws.iter().enumerate();
    let plan = Run {
        seed: request.compute.seed,
        comparison: address,
        range: 0..resamples,
        shard_size: default_shard_size(resampler.cost(), resampler.batch()),
        thresholds: thresholds
            .map(|(law, &side)| (law, Threshold::AtLeast(least(side))))
            .collect(),
        keep: Vec::new(),
    };
    let Tally { counts, .. } = run(&plan, resampler, &draws.judge, &Control::default())?;
    let totals = counts
        .iter()
        .map(|chunks| chunks.iter().map(|&count| u64::from(count)).sum());
    Ok(totals
        .map(|count| with_observed(count, resamples))
        .collect())
}

/// Returns the p-value of each law from the differences of its resamples.
pub(crate) fn p_of_values<'v>(
    tilted: &Tilted,
    draws: &NullDraws,
    values: impl Fn(usize) -> &'v [f64],
) -> Vec<Probability> {
    let laws = draws.laws.iter().enumerate();
    laws.map(|(law, &side)| {
        let (values, least) = (values(law), tilted.sides[side].observed - tilted.tolerance);
        let count = values.iter().filter(|value| **value >= least).count() as u64;
        with_observed(count, values.len() as u64)
    })
    .collect()
}

/// `(c + 1) / (R + 1)`.
fn with_observed(count: u64, resamples: u64) -> Probability {
    Probability::new((count as f64 + 1.0) / (resamples as f64 + 1.0))
}

#[cfg(test)]
mod tests {
    use restrap_metrics::MetricName;
    use restrap_metrics::describe::{Make, Scorer};
    use restrap_metrics::labels::{LabelSet, Labels};
    use serde_json::Value;

    use super::*;
    use crate::data::scores::Counted;

    /// The draws of a metric of labels: rows of gold, base, new and their number.
    fn with_labels(metric: &str, labels: &[String], rows: &Value, test: impl FnOnce(Arc<Tilted>)) {
        let name: MetricName = match metric {
            "balanced_accuracy" => "balanced-accuracy".to_owned(),
            "macro_f1" => "f1(average=macro)".to_owned(),
            "f1" => format!("f1(positive={})", labels[1]),
            other => other.to_owned(),
        }
        .parse()
        .expect("a metric");
        let mut items = [Vec::new(), Vec::new(), Vec::new()];
        for row in rows.as_array().expect("rows") {
            for _ in 0..row[3].as_u64().expect("a number of items") {
                for (column, at) in items.iter_mut().zip(0..) {
                    column.push(row[at as usize].as_str().expect("a label").to_owned());
                }
            }
        }
        let [gold, base, new] = items.map(|items| Labels::from_items("x", items));
        let set = LabelSet::from_names(labels).expect("labels");
        let Make::Labels(make) = name.description().make else {
            panic!("{metric} is of labels")
        };
        let Scorer::Counted { metric, count } = make(&name, &set).expect("a scorer") else {
            panic!("{name} is of sums")
        };
        let of = |name: &str, system: &Labels| {
            Counted::new(name, count(&gold, system).expect("labels").columns)
        };
        let (base, new) = (of("base", &base), of("new", &new));
        let contest = Contest::new(metric.as_ref(), &base, &new);
        test(Arc::new(Tilted::new(&contest).expect("labels")));
    }

    /// The cases of labels: tables enumerated in fractions, roots in 40 digits (`tests/golden/README.md`).
    fn cases() -> Vec<Value> {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/golden/margins_tilted.json"
        );
        let text = std::fs::read_to_string(path).expect("a golden family");
        let family: Value = serde_json::from_str(&text).expect("JSON");
        let all = family["cases"].as_array().expect("cases").iter();
        let all = all.filter(|case| case["method"] == "tilt_labels");
        all.cloned().collect()
    }

    fn labels_of(case: &Value) -> Vec<String> {
        serde_json::from_value(case["inputs"]["labels"].clone()).expect("labels")
    }

    #[test]
    fn roots_are_those_of_forty_digits() {
        let mut roots = 0;
        for case in cases() {
            let (inputs, expected) = (&case["inputs"], &case["expected"]);
            let metric = inputs["metric"].as_str().expect("a metric");
            with_labels(metric, &labels_of(&case), &inputs["rows"], |tilted| {
                let null = -inputs["margin"].as_f64().expect("a margin");
                let lambda = |tilted_alone| {
                    tilted.sides[0].lambda(tilted.metric, tilted.columns, null, tilted_alone)
                };
                let mut check = |found: Option<f64>, expected: &Value| {
                    let (name, expected) = (&case["name"], expected.as_f64());
                    assert_eq!(
                        found.is_some(),
                        expected.is_some(),
                        "{name} {found:?} {expected:?}"
                    );
                    if let (Some(found), Some(expected)) = (found, expected) {
                        // Sums are rounded to 2^-50, and slopes are central differences of a thousandth of an item.
                        assert!(
                            (found - expected).abs() <= 1e-5 * expected.abs(),
                            "{name}: {found} for {expected}"
                        );
                        roots += 1;
                    }
                };
                check(lambda(None), &expected["lambda_joint"]);
                for (at, expected) in expected["lambda_alone"]
                    .as_array()
                    .expect("a list")
                    .iter()
                    .enumerate()
                {
                    check(lambda(Some(at)), expected);
                }
            });
        }
        println!("golden margins_tilted: {roots} roots of label metrics agree");
        assert!(roots > 60, "{roots}");
    }

    #[test]
    fn shares_of_draws_are_the_enumerated_probabilities() {
        const RESAMPLES: u64 = 20_000;
        let request = Request::default();
        let mut compared = 0;
        for case in cases() {
            let (inputs, expected) = (&case["inputs"], &case["expected"]);
            let metric = inputs["metric"].as_str().expect("a metric");
            with_labels(metric, &labels_of(&case), &inputs["rows"], |tilted| {
                let null = -inputs["margin"].as_f64().expect("a margin");
                let draws = tilted.draws(&[(0, null)]);
                let found = p_values(&tilted, &draws, (0, RESAMPLES), &request).expect("draws");
                let alone = expected["p_alone"].as_array().expect("a list").iter();
                let all = std::iter::once(&expected["p_joint"]).chain(alone);
                let all: Vec<f64> = all.filter_map(Value::as_f64).collect();
                assert_eq!(found.len(), all.len(), "{}", case["name"]);
                for (found, expected) in found.iter().zip(all) {
                    let error = (expected * (1.0 - expected) / RESAMPLES as f64).sqrt();
                    // Five standard errors, and the resample that is counted with the others.
                    let limit = 5.0 * error + 2.0 / RESAMPLES as f64;
                    let gap = (found.value() - expected).abs();
                    assert!(
                        gap <= limit,
                        "{}: {} for {expected}",
                        case["name"],
                        found.value()
                    );
                    compared += 1;
                }
                // Negative control: the draws of another null are not these.
                let other = tilted.draws(&[(0, 0.5 * null)]);
                let other = p_values(&tilted, &other, (0, RESAMPLES), &request).expect("draws");
                let p = expected["p_joint"].as_f64().expect("p");
                if (0.01..0.5).contains(&p) {
                    assert!((other[0].value() - p).abs() > 0.02, "{}", case["name"]);
                }
            });
        }
        println!("golden margins_tilted: {compared} probabilities of label metrics agree by draws");
    }
}
