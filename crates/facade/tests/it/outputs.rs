//! F1 and BLEU under every option that means have, against a slow second implementation: metrics from lists of items, resamples
//! from the addressed draws one by one, and all labels of few items. 50 random data sets each.

use rand::Rng;
use restrap_core::{
    Design, Experiment, IndexedBootstrap, Level, Resampler, StreamedBootstrap, StreamedFlips, below,
};
use restrap_facade::metrics::Metric;
use restrap_facade::metrics::labels::{Average, LabelF, LabelSet, Labels, Measure};
use restrap_facade::metrics::text::{Bleu, BleuOptions};
use restrap_facade::outcome::ComparisonOutcome;
use restrap_facade::power::{ObservedOutputs, PowerModel, PowerRequest, compare_outputs};
use restrap_facade::{
    Clustering, Control, Counted, Data, Exact, Groups, IntegerColumn, IntervalMethod, Populations,
    Request, Route, Strata, Test, Units, compare,
};
use restrap_stats::special::{normal_cdf, normal_quantile};
use restrap_testing::{Numbers, effort};

/// Experiments of a simulation, which are counted beside those of the program.
const EXPERIMENTS: u64 = 50;
const RESAMPLES: u64 = 199;
const CLASSES: u64 = 3;

/// Outputs of a kind that are drawn item by item, beside the program.
fn cases() -> u64 {
    effort(20, 50)
}

/// What is computed from a list of items.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Macro,
    Micro,
    Binary,
    Bleu,
}

const KINDS: [Kind; 4] = [Kind::Macro, Kind::Micro, Kind::Binary, Kind::Bleu];

/// Raw outputs of two systems: gold and label of an item, or ten counts of a segment.
#[derive(Clone)]
struct Outputs {
    kind: Kind,
    rows: [Vec<Vec<i64>>; 2],
}

impl Outputs {
    /// Of so many items; `paired`: against the same gold.
    fn new(kind: Kind, sizes: [usize; 2], is_paired: bool, seed: u64) -> Self {
        let mut numbers = Numbers(seed * 7 + 3);
        let mut label = |gold: i64, right: u64| {
            if numbers.below(10) < right {
                gold
            } else {
                numbers.below(CLASSES) as i64
            }
        };
        let gold: Vec<i64> = (0..sizes[0].max(sizes[1])).map(|_| label(0, 3)).collect();
        let rows = [0, 1].map(|which| {
            let row = |item: usize| match kind {
                Kind::Bleu => {
                    let mut numbers = Numbers(
                        seed * 1_000 + 41 * item as u64 + if is_paired { 0 } else { which },
                    );
                    let reference = 6 + numbers.below(6) as i64;
                    let mut own = Numbers(seed * 90_001 + 977 * item as u64 + which);
                    let length = (reference + own.below(5) as i64 - 2).max(4);
                    let mut row = vec![length, reference];
                    let mut correct = length;
                    let matched: Vec<i64> = (0..4)
                        .map(|order| {
                            correct = (correct - 1 - own.below(3) as i64).clamp(0, length - order);
                            correct
                        })
                        .collect();
                    row.extend(&matched);
                    row.extend((0..4).map(|order| length - order));
                    row
                }
                _ => vec![gold[item], label(gold[item], 5 + 2 * which)],
            };
            (0..sizes[which as usize]).map(row).collect()
        });
        Self { kind, rows }
    }

    /// What counts labels; nothing for texts, whose rows are the counts.
    fn scorer(&self) -> Option<LabelF> {
        let average = match self.kind {
            Kind::Macro => Average::Macro,
            Kind::Micro => Average::Micro,
            Kind::Binary => Average::Binary {
                positive: "1".to_owned(),
            },
            Kind::Bleu => return None,
        };
        Some(LabelF::new(Measure::F { beta: 1.0 }, average, &set()).expect("a metric"))
    }

    fn metric(&self) -> Box<dyn Metric> {
        match self.scorer() {
            Some(scorer) => Box::new(scorer),
            None => Box::new(Bleu::new(BleuOptions::default(), 1).expect("a metric")),
        }
    }

    /// As the library takes them.
    fn counted(&self) -> [Counted; 2] {
        let metric = self.metric();
        [0, 1].map(|which| {
            let rows = &self.rows[which];
            let columns: Vec<IntegerColumn> = if let Some(scorer) = self.scorer() {
                let of =
                    |at: usize| Labels::from_items("x", rows.iter().map(|row| row[at].to_string()));
                scorer.score(&of(0), &of(1)).expect("labels").columns
            } else {
                (0..10)
                    .map(|at| rows.iter().map(|row| row[at]).collect())
                    .collect()
            };
            assert_eq!(metric.columns().len(), columns.len());
            Counted::new(["base", "new"][which], columns)
        })
    }

    /// The metric of a list of items, by its definition.
    fn value(&self, items: &[&Vec<i64>]) -> f64 {
        if self.kind == Kind::Bleu {
            let sum = |at: usize| items.iter().map(|row| row[at]).sum::<i64>() as f64;
            // Smoothed as sacrebleu does: the k-th order without a match counts 1/2^k of a match.
            let (mut smooth, mut logs) = (1.0, 0.0);
            if (0..4).all(|order| sum(2 + order) == 0.0) {
                return 0.0;
            }
            for order in 0..4 {
                let (matched, all) = (sum(2 + order), sum(6 + order));
                if all == 0.0 {
                    return 0.0;
                }
                let matched = if matched == 0.0 {
                    smooth *= 2.0;
                    1.0 / smooth
                } else {
                    matched
                };
                logs += (100.0 * matched / all).ln() / 4.0;
            }
            let penalty = if sum(0) < sum(1) {
                (1.0 - sum(1) / sum(0)).exp()
            } else {
                1.0
            };
            return penalty * logs.exp();
        }
        let f1 = |classes: &[i64]| {
            let (mut both, mut gold, mut given) = (0, 0, 0);
            for row in items {
                for &class in classes {
                    gold += i64::from(row[0] == class);
                    given += i64::from(row[1] == class);
                    both += i64::from(row[0] == class && row[1] == class);
                }
            }
            if gold + given == 0 {
                0.0
            } else {
                2.0 * both as f64 / (gold + given) as f64
            }
        };
        let classes: Vec<i64> = (0..CLASSES as i64).collect();
        match self.kind {
            Kind::Macro => {
                classes.iter().map(|&class| f1(&[class])).sum::<f64>() / classes.len() as f64
            }
            Kind::Micro => f1(&classes),
            _ => f1(&[1]),
        }
    }
}

fn set() -> LabelSet {
    LabelSet::from_names((0..CLASSES).map(|class| class.to_string())).expect("classes")
}

/// How units of both systems are drawn: items, or clusters of them.
struct Sampling {
    outputs: Outputs,
    /// Units of each system, each a list of its items.
    units: [Vec<Vec<usize>>; 2],
    /// Units of each stratum. The same for both systems, unless these are apart.
    strata: Vec<Vec<usize>>,
    is_apart: bool,
}

impl Sampling {
    fn paired(outputs: Outputs) -> Self {
        let items = outputs.rows[0].len();
        let units = [0, 1].map(|_| (0..items).map(|item| vec![item]).collect());
        Self {
            outputs,
            units,
            strata: vec![(0..items).collect()],
            is_apart: false,
        }
    }

    fn apart(outputs: Outputs) -> Self {
        let units = [0, 1].map(|which: usize| {
            (0..outputs.rows[which].len())
                .map(|item| vec![item])
                .collect()
        });
        Self {
            outputs,
            units,
            strata: Vec::new(),
            is_apart: true,
        }
    }

    /// How often each unit of each system is in every resample.
    fn counts(&self, seed: u64) -> Vec<[Vec<u64>; 2]> {
        let sizes: Vec<usize> = if self.is_apart {
            self.units.iter().map(Vec::len).collect()
        } else {
            self.strata.iter().map(Vec::len).collect()
        };
        let all: usize = sizes.iter().sum();
        let column = vec![0; all];
        let strata = sizes
            .iter()
            .map(|&size| (size as u64, size as u64))
            .collect();
        let bootstrap = IndexedBootstrap::new(
            &[&column],
            &Design {
                strata,
                replacement: true,
            },
        );
        let one = |resample| {
            let drawn = bootstrap.counts(seed, 0, resample);
            if self.is_apart {
                let (baseline, system) = drawn.split_at(sizes[0]);
                return [baseline.to_vec(), system.to_vec()];
            }
            let mut counts = vec![0; all];
            for (&unit, &count) in self.strata.iter().flatten().zip(&drawn) {
                counts[unit] = count;
            }
            [counts.clone(), counts]
        };
        (0..RESAMPLES).map(one).collect()
    }

    /// A system's value where each of its units is so often.
    fn value(&self, which: usize, counts: &[u64]) -> f64 {
        let rows = &self.outputs.rows[which];
        let mut items = Vec::new();
        for (unit, &count) in self.units[which].iter().zip(counts) {
            for _ in 0..count {
                items.extend(unit.iter().map(|&item| &rows[item]));
            }
        }
        self.outputs.value(&items)
    }

    fn difference(&self, counts: &[Vec<u64>; 2]) -> f64 {
        self.value(1, &counts[1]) - self.value(0, &counts[0])
    }

    fn ones(&self) -> [Vec<u64>; 2] {
        [0, 1].map(|which: usize| vec![1; self.units[which].len()])
    }

    /// The difference without one draw of each unit that was drawn, stratum by stratum, with its number of draws.
    fn without(&self, counts: &[Vec<u64>; 2]) -> Vec<Vec<(f64, f64)>> {
        let one = |which: usize, unit: usize| {
            let mut rest = counts.clone();
            let times = rest[which][unit];
            if times == 0 {
                return None;
            }
            let moved: &[usize] = if self.is_apart { &[which] } else { &[0, 1] };
            for &which in moved {
                rest[which][unit] -= 1;
            }
            Some((self.difference(&rest), times as f64))
        };
        if self.is_apart {
            return (0..2)
                .map(|which| {
                    (0..counts[which].len())
                        .filter_map(|unit| one(which, unit))
                        .collect()
                })
                .collect();
        }
        self.strata
            .iter()
            .map(|units| units.iter().filter_map(|&unit| one(0, unit)).collect())
            .collect()
    }

    /// The jackknife's standard error of a resample.
    fn error(&self, counts: &[Vec<u64>; 2]) -> f64 {
        let strata = self.without(counts);
        let all: f64 = strata.iter().flatten().map(|(_, times)| times).sum();
        let mut variance = 0.0;
        for stratum in strata {
            let n: f64 = stratum.iter().map(|(_, times)| times).sum();
            let mean = stratum
                .iter()
                .map(|(value, times)| value * times)
                .sum::<f64>()
                / n;
            let squares: f64 = stratum
                .iter()
                .map(|(value, times)| times * (value - mean).powi(2))
                .sum();
            variance += if n < 2.0 {
                0.0
            } else if self.is_apart {
                squares * (n - 1.0) / n
            } else {
                squares * ((all - 1.0) / all).powi(2) * n / (n - 1.0)
            };
        }
        variance.sqrt()
    }

    /// The interval of the difference at 95 %.
    fn interval(&self, method: IntervalMethod, drawn: &[[Vec<u64>; 2]]) -> [f64; 2] {
        let observed = self.difference(&self.ones());
        let mut values: Vec<f64> = drawn.iter().map(|counts| self.difference(counts)).collect();
        values.sort_by(f64::total_cmp);
        let [low, high] = [0.025, 0.975].map(|q| quantile(&values, q));
        let n = values.len() as f64;
        match method {
            IntervalMethod::Percentile => [low, high],
            IntervalMethod::Basic => [2.0 * observed - high, 2.0 * observed - low],
            IntervalMethod::Normal => {
                let mean = values.iter().sum::<f64>() / n;
                let sd = (values
                    .iter()
                    .map(|value| (value - mean).powi(2))
                    .sum::<f64>()
                    / (n - 1.0))
                    .sqrt();
                let reach = normal_quantile(0.975) * sd;
                [observed - reach, observed + reach]
            }
            IntervalMethod::Bca => {
                let near = 1e-12
                    * values
                        .iter()
                        .fold(observed.abs(), |most, value| most.max(value.abs()));
                let below = values
                    .iter()
                    .filter(|&&value| value < observed - near)
                    .count();
                let up_to = values
                    .iter()
                    .filter(|&&value| value <= observed + near)
                    .count();
                let z0 = normal_quantile((below + up_to) as f64 / (2.0 * n));
                let (mut cubes, mut squares) = (0.0, 0.0);
                for stratum in self.without(&self.ones()) {
                    let mean =
                        stratum.iter().map(|(value, _)| value).sum::<f64>() / stratum.len() as f64;
                    for (value, _) in stratum {
                        cubes += (mean - value).powi(3);
                        squares += (mean - value).powi(2);
                    }
                }
                let a = if squares == 0.0 {
                    0.0
                } else {
                    cubes / (6.0 * squares.powf(1.5))
                };
                let end =
                    |z: f64| quantile(&values, normal_cdf(z0 + (z0 + z) / (1.0 - a * (z0 + z))));
                if z0.is_infinite() {
                    [low, high]
                } else {
                    [end(normal_quantile(0.025)), end(normal_quantile(0.975))]
                }
            }
            _ => {
                let ratio = |counts: &[Vec<u64>; 2]| {
                    let (gap, error) = (self.difference(counts) - observed, self.error(counts));
                    if gap == 0.0 { 0.0 } else { gap / error }
                };
                let mut ratios: Vec<f64> = drawn.iter().map(ratio).collect();
                ratios.sort_by(f64::total_cmp);
                let error = self.error(&self.ones());
                if error == 0.0 {
                    return [f64::NAN; 2];
                }
                [
                    observed - error * quantile(&ratios, 0.975),
                    observed - error * quantile(&ratios, 0.025),
                ]
            }
        }
    }

    /// The interval inside the range of differences of the metric, which holds the difference; none where no resample moves it.
    fn told(&self, method: IntervalMethod, drawn: &[[Vec<u64>; 2]]) -> [f64; 2] {
        let observed = self.difference(&self.ones());
        let moves = |counts: &[Vec<u64>; 2]| {
            (self.difference(counts) - observed).abs() > 1e-12 * observed.abs()
        };
        if method != IntervalMethod::Studentized && !drawn.iter().any(moves) {
            return [f64::NAN; 2];
        }
        let metric = self.outputs.metric();
        let [low, high] = metric.range();
        self.interval(method, drawn)
            .map(|end| end.clamp(low - high, high - low))
    }

    /// p of the centred bootstrap and of the percentile test.
    fn p_values(&self, drawn: &[[Vec<u64>; 2]]) -> [f64; 2] {
        let [baseline, system] = [0, 1].map(|which| self.value(which, &self.ones()[which]));
        let (observed, near) = (system - baseline, 1e-12 * (system.abs() + baseline.abs()));
        let values: Vec<f64> = drawn.iter().map(|counts| self.difference(counts)).collect();
        let p = |count: usize| (count + 1) as f64 / (values.len() + 1) as f64;
        let far = values
            .iter()
            .filter(|&&v| (v - observed).abs() >= observed.abs() - near)
            .count();
        let up = values.iter().filter(|&&v| v >= -near).count();
        let down = values.iter().filter(|&&v| v <= near).count();
        [p(far), (2.0 * p(up.min(down))).min(1.0)]
    }
}

/// Linear at position (B − 1) q; infinite neighbours are taken whole.
fn quantile(ascending: &[f64], q: f64) -> f64 {
    let position = q * (ascending.len() - 1) as f64;
    let (below, share) = (position.floor() as usize, position.fract());
    let (low, high) = (
        ascending[below],
        ascending[(below + 1).min(ascending.len() - 1)],
    );
    if low.is_infinite() || high.is_infinite() {
        return if share < 0.5 { low } else { high };
    }
    low + share * (high - low)
}

fn request(seed: u64) -> Request {
    Request::default()
        .tests([Test::Bootstrap, Test::BootstrapPercentile])
        .exact(Exact::Never)
        .route(Route::Indexed)
        .resamples(RESAMPLES)
        .seed(seed)
}

fn run(data: Data, request: &Request) -> ComparisonOutcome {
    compare(data, request, &Control::default())
        .expect("an outcome")
        .comparisons
        .remove(0)
}

fn ends(comparison: &ComparisonOutcome) -> [f64; 2] {
    comparison
        .interval
        .as_ref()
        .map_or([f64::NAN; 2], |interval| [interval.low, interval.high])
}

/// Outcomes have twelve digits; ends are sums and quotients of such. Without spread there are none.
fn near(found: f64, wanted: f64) -> bool {
    found == wanted
        || found.is_nan() && wanted.is_nan()
        || (found - wanted).abs() < 1e-9 * (1.0 + wanted.abs())
}

const INTERVALS: [IntervalMethod; 5] = [
    IntervalMethod::Percentile,
    IntervalMethod::Basic,
    IntervalMethod::Normal,
    IntervalMethod::Bca,
    IntervalMethod::Studentized,
];

/// The library's tests and intervals are those of `sampling`; how many ends a wrong one has in common.
fn agree(
    sampling: &Sampling,
    wrong: &Sampling,
    data: Data,
    request: &Request,
    told: &str,
) -> usize {
    let (drawn, others) = (
        sampling.counts(request.compute.seed),
        wrong.counts(request.compute.seed),
    );
    let mut shared = 0;
    for method in INTERVALS {
        let comparison = run(data, &request.clone().interval(method));
        for (test, wanted) in comparison.tests.iter().zip(sampling.p_values(&drawn)) {
            let found = test.pvalue.expect("a p-value");
            assert!(
                near(found, wanted),
                "{told}: {} {found} is not {wanted}",
                test.name
            );
        }
        let wanted = sampling.told(method, &drawn);
        for (found, wanted) in ends(&comparison).into_iter().zip(wanted) {
            assert!(
                near(found, wanted),
                "{told}: {method} {found} is not {wanted}"
            );
        }
        shared += usize::from(ends(&comparison) == wrong.interval(method, &others));
    }
    shared
}

#[test]
fn systems_of_different_items_are_drawn_alone() {
    for kind in KINDS {
        let mut shared = 0;
        for case in 0..cases() {
            let sizes = [20 + case as usize % 7, 19 + case as usize % 5];
            let outputs = Outputs::new(kind, sizes, false, case);
            let systems = outputs.counted();
            let metric = outputs.metric();
            let sampling = Sampling::apart(outputs.clone());
            // Wrong: one list of draws for both, as if the items were the same.
            let least = sizes[0].min(sizes[1]);
            let cut = outputs.rows.map(|rows| rows[..least].to_vec());
            let wrong = Sampling::paired(Outputs { kind, rows: cut });
            let data = Data::counted(metric.as_ref(), &systems);
            let asked = request(case).unpaired(true);
            shared += agree(&sampling, &wrong, data, &asked, &format!("{kind:?} {case}"));
        }
        assert!(
            2 * shared < cases() as usize,
            "{kind:?}: paired draws end in the same interval {shared} times"
        );
    }
}

/// p of labels: the items that are the system's, drawn.
fn by_labels(outputs: &Outputs, taken: impl Iterator<Item = Vec<u64>>) -> (usize, usize) {
    let [baseline, system] = &outputs.rows;
    let pooled: Vec<&Vec<i64>> = system.iter().chain(baseline).collect();
    let difference = |is_own: &[u64]| {
        let of = |own: u64| {
            let items = pooled
                .iter()
                .zip(is_own)
                .filter(|(_, label)| **label == own);
            outputs.value(&items.map(|(row, _)| *row).collect::<Vec<_>>())
        };
        of(1) - of(0)
    };
    let observed: Vec<u64> = (0..pooled.len())
        .map(|at| u64::from(at < system.len()))
        .collect();
    let t = difference(&observed);
    let scale = outputs.value(&system.iter().collect::<Vec<_>>()).abs()
        + outputs.value(&baseline.iter().collect::<Vec<_>>()).abs();
    let (mut extreme, mut all) = (0, 0);
    for labels in taken {
        all += 1;
        extreme += usize::from(difference(&labels).abs() >= t.abs() - 1e-12 * scale);
    }
    (extreme, all)
}

#[test]
fn labels_of_different_items_are_permuted() {
    for kind in KINDS {
        let mut as_pairs = 0;
        for case in 0..cases() {
            let sizes = [29 + case as usize % 6, 31 + case as usize % 4];
            let outputs = Outputs::new(kind, sizes, false, 500 + case);
            let (systems, metric) = (outputs.counted(), outputs.metric());
            let asked = request(case)
                .tests([Test::Permutation])
                .interval(IntervalMethod::None)
                .unpaired(true);
            let comparison = run(Data::counted(metric.as_ref(), &systems), &asked);
            let all = sizes[0] + sizes[1];
            let design = Design {
                strata: vec![(all as u64, sizes[1] as u64)],
                replacement: false,
            };
            let column = vec![0; all];
            let draws = IndexedBootstrap::new(&[&column], &design);
            let (extreme, _) = by_labels(
                &outputs,
                (0..RESAMPLES).map(|resample| draws.counts(case, 0, resample)),
            );
            let wanted_of_draws = (extreme + 1) as f64 / (RESAMPLES + 1) as f64;
            let found = comparison.tests[0].pvalue.expect("a p-value");
            assert!(
                near(found, wanted_of_draws),
                "{kind:?} {case}: {found} is not {wanted_of_draws}"
            );
            assert!(
                comparison.tests[0]
                    .recipe
                    .to_string()
                    .contains("random labels"),
                "{}",
                comparison.tests[0].recipe
            );
            // Few items: every way to give them to the two systems.
            let few = Outputs::new(kind, [3 + case as usize % 3, 4], false, 900 + case);
            let systems = few.counted();
            let exact = asked.clone().exact(Exact::Always).route(None);
            let comparison = run(Data::counted(metric.as_ref(), &systems), &exact);
            let all = few.rows[0].len() + 4;
            let masks = (0_u64..1 << all).filter(|mask| mask.count_ones() == 4);
            let labels = masks.map(|mask| (0..all).map(|item| mask >> item & 1).collect());
            let (extreme, number) = by_labels(&few, labels);
            let wanted = extreme as f64 / number as f64;
            let found = comparison.tests[0].pvalue.expect("a p-value");
            assert!(
                near(found, wanted) && comparison.tests[0].exact,
                "{kind:?} {case}: {found} is not {wanted}"
            );
            // Wrong: swaps within pairs of lines.
            let least = sizes[0].min(sizes[1]);
            let pairs = outputs.rows.clone().map(|rows| rows[..least].to_vec());
            let pairs = Outputs { kind, rows: pairs }.counted();
            let swapped = run(
                Data::counted(metric.as_ref(), &pairs),
                &asked.unpaired(false),
            );
            as_pairs += usize::from(swapped.tests[0].pvalue == Some(wanted_of_draws));
        }
        // Both may be 1.
        assert!(
            4 * as_pairs < cases() as usize + 2,
            "{kind:?}: swaps of lines have the same p {as_pairs} times"
        );
    }
}

#[test]
fn intervals_of_items_strata_and_clusters_are_those_of_the_draws() {
    for kind in KINDS {
        let mut shared = [0; 2];
        for case in 0..cases() {
            let items = 12 + case as usize % 9;
            let outputs = Outputs::new(kind, [items; 2], true, 2_000 + case);
            let (systems, metric) = (outputs.counted(), outputs.metric());
            let data = Data::counted(metric.as_ref(), &systems);
            let of_items = || Sampling::paired(outputs.clone());
            agree(
                &of_items(),
                &of_items(),
                data,
                &request(case),
                &format!("items, {kind:?} {case}"),
            );

            // Strata lie among each other.
            let codes: Vec<u32> = (0..items)
                .map(|item| 1 + u32::from(item % 3 == 0))
                .collect();
            let strata = Strata {
                column: "domain".to_owned(),
                codes: codes.clone().into(),
            };
            let of = |code: u32| {
                (0..items)
                    .filter(|&item| codes[item] == code)
                    .collect::<Vec<_>>()
            };
            let within = Sampling {
                strata: vec![of(1), of(2)],
                ..of_items()
            };
            shared[0] += agree(
                &within,
                &of_items(),
                data.sampling(&Groups::Strata(strata.clone()).into()),
                &request(case),
                &format!("strata, {kind:?} {case}"),
            );

            let clusters = Clustering {
                column: "document".to_owned(),
                codes: (0..items).map(|item| 1 + (item / 3) as u32).collect(),
            };
            let units: Vec<Vec<usize>> = (0..items)
                .collect::<Vec<_>>()
                .chunks(3)
                .map(<[_]>::to_vec)
                .collect();
            let strata = vec![(0..units.len()).collect()];
            let clustered = Sampling {
                units: [units.clone(), units],
                strata,
                ..of_items()
            };
            shared[1] += agree(
                &clustered,
                &of_items(),
                data.sampling(&Units::Clusters(clusters.clone()).into()),
                &request(case),
                &format!("clusters, {kind:?} {case}"),
            );
        }
        assert!(
            shared
                .iter()
                .all(|&shared| 4 * shared < cases() as usize + 2),
            "{kind:?}: plain draws end alike {shared:?} times"
        );
    }
}

#[test]
fn sub_populations_are_compared_as_if_alone() {
    let values = ["news".to_owned(), "web".to_owned()];
    for kind in KINDS {
        for case in 0..cases() {
            let items = 20 + case as usize % 9;
            let outputs = Outputs::new(kind, [items; 2], true, 4_000 + case);
            let (systems, metric) = (outputs.counted(), outputs.metric());
            let codes: Vec<u32> = (0..items)
                .map(|item| 1 + u32::from(item % 3 == 0))
                .collect();
            let by = Populations {
                column: "domain".to_owned(),
                values: values.to_vec(),
                codes: codes.clone(),
                shared: 0,
            };
            let asked = request(case).interval(IntervalMethod::Bca).adjust(None);
            let outcome = compare(
                Data::counted(metric.as_ref(), &systems)
                    .sampling(&Groups::Populations(by.clone()).into()),
                &asked,
                &Control::default(),
            );
            let outcome = outcome.expect("an outcome").by.expect("sub-populations");
            for (code, population) in (1..).zip(&outcome.populations) {
                let own = outputs.rows.clone().map(|rows| {
                    let kept = rows
                        .into_iter()
                        .zip(&codes)
                        .filter(|(_, own)| **own == code);
                    kept.map(|(row, _)| row).collect()
                });
                let alone = Sampling::paired(Outputs { kind, rows: own });
                let drawn = alone.counts(case);
                let comparison = &population.comparisons[0];
                for (test, wanted) in comparison.tests.iter().zip(alone.p_values(&drawn)) {
                    assert!(
                        near(test.pvalue.expect("a p-value"), wanted),
                        "{kind:?} {case}: {}",
                        test.name
                    );
                }
                let wanted = alone.told(IntervalMethod::Bca, &drawn);
                for (found, wanted) in ends(comparison).into_iter().zip(wanted) {
                    assert!(
                        near(found, wanted),
                        "{kind:?} {case}: {found} is not {wanted}"
                    );
                }
            }
        }
    }
}

/// Resamples of an experiment, and the most extreme ones of them that reject at 0.05.
const SWAPS: u64 = 99;
const LIMIT: usize = 4;

/// Experiments in which permutation and bootstrap reject, drawn and judged item by item; `swapped`: how likely an item's outputs
/// change places.
fn rejected(outputs: &Outputs, items: usize, swapped: f64, cell: u16) -> [u64; 2] {
    let mut rejected = [0, 0];
    for number in 0..EXPERIMENTS {
        let experiment = Experiment {
            seed: 0,
            cell,
            number,
        };
        let mut stream = experiment.data();
        let mut rows: [Vec<Vec<i64>>; 2] = Default::default();
        for item in 0..items {
            let keeps = swapped == 0.5 && items == outputs.rows[0].len();
            let place = if keeps {
                item
            } else {
                below(&mut stream, outputs.rows[0].len() as u64) as usize
            };
            let is_swapped = if swapped == 0.5 {
                stream.next_u64() >> 63 == 1
            } else {
                stream.open_unit() < swapped
            };
            rows[usize::from(is_swapped)].push(outputs.rows[0][place].clone());
            rows[usize::from(!is_swapped)].push(outputs.rows[1][place].clone());
        }
        let drawn = Outputs {
            kind: outputs.kind,
            rows,
        };
        let of = |which: usize, items: &[(usize, usize)]| {
            drawn.value(
                &items
                    .iter()
                    .map(|&(side, item)| &drawn.rows[side ^ which][item])
                    .collect::<Vec<_>>(),
            )
        };
        let own: Vec<(usize, usize)> = (0..items).map(|item| (0, item)).collect();
        let values = [of(0, &own), of(1, &own)];
        let (t, near) = (
            values[1] - values[0],
            1e-12 * (values[0].abs() + values[1].abs()),
        );
        let counted = drawn.counted();
        let columns = counted[0].columns.iter().zip(&counted[1].columns);
        let differences: Vec<Vec<i64>> = columns
            .map(|(b, s)| s.plus(-1, b).whole().into_owned())
            .collect();
        let differences: Vec<&[i64]> = differences
            .iter()
            .map(Vec::as_slice)
            .filter(|column| column.iter().any(|d| *d != 0))
            .collect();
        let changed: Vec<usize> = (0..items)
            .filter(|&item| differences.iter().any(|column| column[item] != 0))
            .collect();
        let flips =
            (!changed.is_empty()).then(|| StreamedFlips::new(&differences, Level::detected()));
        let column = vec![0; items];
        let bootstrap =
            StreamedBootstrap::new(&[&column], &Design::full(items as u64), Level::detected());
        let mut extreme = [0, 0];
        for resample in 0..SWAPS {
            let mut sides = own.clone();
            if let Some(flips) = &flips {
                let counts = flips.counts(experiment.own_seed(), 0, resample);
                let places = if counts.len() == items {
                    (0..items).collect()
                } else {
                    changed.clone()
                };
                assert_eq!(counts.len(), places.len());
                places
                    .iter()
                    .zip(counts)
                    .for_each(|(&item, swap)| sides[item].0 = swap as usize);
            }
            extreme[0] += usize::from((of(1, &sides) - of(0, &sides)).abs() >= t.abs() - near);
            let counts = bootstrap.counts(experiment.own_seed(), 0, resample);
            let taken: Vec<(usize, usize)> = own
                .iter()
                .zip(counts)
                .flat_map(|(&one, count)| vec![one; count as usize])
                .collect();
            extreme[1] += usize::from((of(1, &taken) - of(0, &taken) - t).abs() >= t.abs() - near);
        }
        for (rejected, extreme) in rejected.iter_mut().zip(extreme) {
            *rejected += u64::from(extreme <= LIMIT);
        }
    }
    rejected
}

#[test]
fn simulated_outputs_are_judged_as_item_by_item() {
    for kind in KINDS {
        let mut others = 0;
        let outputs = Outputs::new(kind, [24; 2], true, 77);
        let observed =
            ObservedOutputs::new(outputs.metric(), outputs.counted()).expect("outputs that differ");
        let all: [Vec<&Vec<i64>>; 2] = outputs.rows.each_ref().map(|rows| rows.iter().collect());
        let difference = outputs.value(&all[1]) - outputs.value(&all[0]);
        let request = PowerRequest::default()
            .model(PowerModel::Outputs)
            .items([24, 30])
            .effects([0.0, difference / 2.0])
            .methods([Test::Permutation.into(), Test::Bootstrap.into()])
            .experiments(EXPERIMENTS)
            .resamples(SWAPS);
        let outcome = compare_outputs(&request, &observed, &Control::default()).expect("rates");
        for (cell, told) in (0..).zip(&outcome.cells) {
            let swapped = if told.setting.effect == 0.0 {
                0.5
            } else {
                0.25
            };
            let found: Vec<u64> = told.tests.iter().map(|test| test.rejected).collect();
            let wanted = rejected(&outputs, told.setting.items as usize, swapped, cell);
            assert_eq!(found, wanted, "{kind:?}, cell {cell}");
            // Wrong: outputs that never change places are not a null, and have twice the effect.
            others += u32::from(
                rejected(&outputs, told.setting.items as usize, 0.0, cell)[..] != found[..],
            );
        }
        assert!(
            others >= 3,
            "{kind:?}: the files' own difference is rejected as often {others}"
        );
    }
}

#[test]
fn outputs_that_cannot_be_simulated_are_refused() {
    let outputs = Outputs::new(Kind::Macro, [24; 2], true, 77);
    let observed =
        ObservedOutputs::new(outputs.metric(), outputs.counted()).expect("outputs that differ");
    let refused = |change: &dyn Fn(PowerRequest) -> PowerRequest| {
        let request = PowerRequest::default()
            .model(PowerModel::Outputs)
            .experiments(2)
            .resamples(9);
        compare_outputs(&change(request), &observed, &Control::default())
            .expect_err("refused")
            .to_string()
    };
    assert!(
        refused(&|r| r.effects([0.9])).contains("an effect that swaps of these outputs can make")
    );
    assert!(refused(&|r| r.cluster_sizes([2])).contains("no clusters of outputs"));
    assert!(
        refused(&|r| r.null(restrap_facade::power::Null::Centred)).contains("differences of items")
    );
    assert!(refused(&|r| r.model(PowerModel::Files)).contains("the model outputs"));
    let [baseline, mut twin] = outputs.counted();
    twin.columns.clone_from(&baseline.columns);
    let same = ObservedOutputs::new(outputs.metric(), [baseline, twin])
        .expect_err("equal")
        .to_string();
    assert!(same.contains("equal item by item"), "{same}");
}
