//! Metrics that are not sums, on every route: F1 of two systems, and a metric of twenty columns.
//!
//! An item is a row of statistics of both systems. A bootstrap sums drawn rows. A swap exchanges the halves of a row: with
//! T the totals of the first system plus those of the second and S the signed sum of first minus second, the first
//! system's swapped sums are (T + S)/2 and the second's (T − S)/2, exactly.

use restrap_core::{
    Address, CoinFlips, CompressedBootstrap, CompressedFlips, Design, Domain, IndexedBootstrap,
    JointRows, Level, Resampler, Statistic, StreamedBootstrap, StreamedFlips, below,
};
use restrap_engine::{Control, Run, Tally, Threshold, run};

/// What a metric makes of the summed statistics of one system.
type Metric = fn(&[i64]) -> f64;

/// F1 from true positives, predicted and gold.
fn f1(sums: &[i64]) -> f64 {
    let [tp, predicted, gold] = [sums[0], sums[1], sums[2]].map(|sum| sum as f64);
    if predicted + gold > 0.0 {
        2.0 * tp / (predicted + gold)
    } else {
        0.0
    }
}

/// Geometric mean of ten precisions: correct counts, then totals.
fn geometric(sums: &[i64]) -> f64 {
    let (correct, all) = sums.split_at(10);
    let product: f64 = correct
        .iter()
        .zip(all)
        .map(|(&c, &a)| (c as f64 + 1.0) / (a as f64 + 1.0))
        .product();
    product.powf(0.1)
}

/// Difference of a metric of two systems whose columns stand side by side.
struct Drawn {
    metric: Metric,
    columns: usize,
}

impl Statistic for Drawn {
    type Value = f64;

    fn columns(&self) -> usize {
        self.columns
    }

    fn finish(&self, sums: &[i64], values: &mut Vec<f64>) {
        let (first, second) = sums.split_at(self.columns / 2);
        values.push((self.metric)(first) - (self.metric)(second));
    }
}

/// The same from signed sums of row differences.
struct Swapped {
    metric: Metric,
    totals: Vec<i64>,
}

impl Statistic for Swapped {
    type Value = f64;

    fn columns(&self) -> usize {
        self.totals.len()
    }

    fn finish(&self, sums: &[i64], values: &mut Vec<f64>) {
        let half = |sign: i64| {
            let of = |(total, sum): (&i64, &i64)| {
                let twice = total + sign * sum;
                assert_eq!(twice % 2, 0, "halves of rows are whole");
                twice / 2
            };
            self.totals.iter().zip(sums).map(of).collect::<Vec<_>>()
        };
        values.push((self.metric)(&half(1)) - (self.metric)(&half(-1)));
    }
}

/// Columns of both systems, side by side.
struct Data {
    name: &'static str,
    metric: Metric,
    columns: Vec<Vec<i64>>,
}

impl Data {
    fn slices(&self) -> Vec<&[i64]> {
        self.columns.iter().map(Vec::as_slice).collect()
    }

    fn items(&self) -> usize {
        self.columns[0].len()
    }

    fn differences(&self) -> Vec<Vec<i64>> {
        let (first, second) = self.columns.split_at(self.columns.len() / 2);
        let of = |(x, y): (&Vec<i64>, &Vec<i64>)| x.iter().zip(y).map(|(x, y)| x - y).collect();
        first.iter().zip(second).map(of).collect()
    }

    fn totals(&self) -> Vec<i64> {
        let (first, second) = self.columns.split_at(self.columns.len() / 2);
        first
            .iter()
            .zip(second)
            .map(|(x, y)| x.iter().sum::<i64>() + y.iter().sum::<i64>())
            .collect()
    }
}

fn generator(salt: u64) -> impl FnMut(u64) -> i64 {
    let mut stream = Address {
        seed: salt,
        domain: Domain::Bootstrap,
        comparison: 9,
        resample: 0,
        tile: 0,
        attempt: 0,
    }
    .scalar();
    move |n| below(&mut stream, n).cast_signed()
}

/// 300 items, the second system somewhat better.
fn data() -> [Data; 2] {
    let mut draw = generator(1);
    let mut of_f1 = vec![vec![]; 6];
    for _ in 0..300 {
        let gold = draw(4);
        for system in 0..2 {
            let predicted = draw(4);
            let tp = predicted.min(gold).min(draw(3) + system);
            for (column, value) in [tp, predicted, gold].into_iter().enumerate() {
                of_f1[3 * system as usize + column].push(value);
            }
        }
    }
    let mut of_twenty = vec![vec![]; 40];
    // Sixty kinds of items, five of each, so that they can be grouped.
    for _ in 0..60 {
        for system in 0..2 {
            for order in 0..10 {
                let all = 20 - order as i64 + draw(3);
                let correct = draw(all.cast_unsigned()) / (1 + order as i64 / 3);
                of_twenty[20 * system + order].extend([correct; 5]);
                of_twenty[20 * system + 10 + order].extend([all; 5]);
            }
        }
    }
    [
        Data {
            name: "F1",
            metric: f1,
            columns: of_f1,
        },
        Data {
            name: "twenty columns",
            metric: geometric,
            columns: of_twenty,
        },
    ]
}

type Routes = Vec<(&'static str, Box<dyn Resampler>)>;

fn bootstraps(data: &Data) -> Routes {
    let (slices, items) = (data.slices(), data.items());
    let design = Design::full(items as u64);
    let rows = JointRows::of_columns(&slices, items).expect("never more groups than items");
    vec![
        ("indexed", Box::new(IndexedBootstrap::new(&slices, &design))),
        (
            "streamed",
            Box::new(StreamedBootstrap::new(&slices, &design, Level::detected())),
        ),
        (
            "compressed",
            Box::new(CompressedBootstrap::new(
                rows,
                items as u64,
                Level::detected(),
            )),
        ),
    ]
}

fn swaps(data: &Data) -> Routes {
    let differences = data.differences();
    let slices: Vec<&[i64]> = differences.iter().map(Vec::as_slice).collect();
    let rows =
        JointRows::of_differences(&slices, data.items()).expect("never more groups than items");
    vec![
        ("indexed", Box::new(CoinFlips::new(&slices))),
        (
            "streamed",
            Box::new(StreamedFlips::new(&slices, Level::detected())),
        ),
        (
            "compressed",
            Box::new(CompressedFlips::new(rows, Level::detected())),
        ),
    ]
}

fn tally<S: Statistic<Value = f64>>(
    resampler: &dyn Resampler,
    statistic: &S,
    resamples: u64,
) -> Tally<f64> {
    let thresholds = vec![(0, Threshold::AtLeast(0.01)), (0, Threshold::AtMost(-0.02))];
    let plan = Run {
        seed: 4,
        comparison: 2,
        range: 0..resamples,
        shard_size: 96,
        thresholds,
        keep: vec![0],
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(3)
        .build()
        .expect("a small pool");
    pool.install(|| run(&plan, resampler, statistic, &Control::default()))
        .expect("memory for 80 kB")
}

/// p-value of the distance of two samples (Kolmogorov and Smirnov), the leading term of the asymptotic law.
fn of_samples(one: &[f64], two: &[f64]) -> f64 {
    let sorted = |sample: &[f64]| {
        let mut sorted = sample.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        sorted
    };
    let (one, two) = (sorted(one), sorted(two));
    let share = |sample: &[f64], up_to: f64| {
        sample.partition_point(|&value| value <= up_to) as f64 / sample.len() as f64
    };
    let distance = one
        .iter()
        .chain(&two)
        .map(|&at| (share(&one, at) - share(&two, at)).abs())
        .fold(0.0, f64::max);
    let (n, m) = (one.len() as f64, two.len() as f64);
    (2.0 * (-2.0 * distance * distance * n * m / (n + m)).exp()).min(1.0)
}

/// Everything that holds for a metric on its routes.
fn judge<S: Statistic<Value = f64>>(what: &str, routes: &Routes, statistic: &S) -> Vec<f64> {
    const RESAMPLES: u64 = 10_000;
    let mut oracle: Option<Vec<f64>> = None;
    for (route, resampler) in routes {
        let kept = tally(resampler.as_ref(), statistic, RESAMPLES);
        assert_eq!(
            (kept.completed(), kept.values[0].len()),
            (RESAMPLES, RESAMPLES as usize)
        );
        let short = tally(resampler.as_ref(), statistic, 1_000);
        assert_eq!(
            short.values[0],
            kept.values[0][..1_000],
            "{what}, {route}: R = 1,000 is a prefix"
        );
        let beyond = [
            kept.values[0]
                .iter()
                .filter(|&&value| value >= 0.01)
                .count() as u64,
            kept.values[0]
                .iter()
                .filter(|&&value| value <= -0.02)
                .count() as u64,
        ];
        assert_eq!(kept.totals(), beyond, "{what}, {route}: tails");
        let first = oracle.get_or_insert_with(|| kept.values[0].clone());
        let p = of_samples(first, &kept.values[0]);
        println!("{what}, {route}: p = {p:.2} against the oracle");
        // Four distances in all; seeds are fixed.
        assert!(p > 1e-4, "{what}, {route}: {p}");
    }
    oracle.expect("a route")
}

#[test]
fn routes_agree_in_any_metric_and_a_wrong_one_is_seen() {
    for data in data() {
        let drawn = Drawn {
            metric: data.metric,
            columns: data.columns.len(),
        };
        let resampled = judge(
            &format!("bootstrap of {}", data.name),
            &bootstraps(&data),
            &drawn,
        );
        let swapped = Swapped {
            metric: data.metric,
            totals: data.totals(),
        };
        let permuted = judge(&format!("swaps of {}", data.name), &swaps(&data), &swapped);
        // Negative controls: a third more draws; swaps that leave a third of the columns where they are.
        let slices = data.slices();
        let more = Design::draws(300, 400);
        let more = StreamedBootstrap::new(&slices, &more, Level::detected());
        let values = tally(&more, &drawn, 10_000).values;
        assert!(
            of_samples(&resampled, &values[0]) < 1e-4,
            "{}: the judge must see 400 draws",
            data.name
        );
        let mut differences = data.differences();
        let third = differences.len() / 3;
        differences[..third]
            .iter_mut()
            .for_each(|column| column.fill(0));
        let missed: Vec<&[i64]> = differences.iter().map(Vec::as_slice).collect();
        let unswapped = Swapped {
            metric: data.metric,
            totals: even_totals(&data, third),
        };
        let values = tally(
            &StreamedFlips::new(&missed, Level::detected()),
            &unswapped,
            10_000,
        )
        .values;
        assert!(
            of_samples(&permuted, &values[0]) < 1e-4,
            "{}: the judge must see what is not swapped",
            data.name
        );
    }
}

/// Totals of which the first few are rounded to even numbers, so that what is not swapped has whole halves.
fn even_totals(data: &Data, few: usize) -> Vec<i64> {
    let mut totals = data.totals();
    for total in &mut totals[..few] {
        *total = *total / 2 * 2;
    }
    totals
}

#[test]
fn values_can_be_rebuilt_from_counts() {
    for data in data() {
        let (slices, items) = (data.slices(), data.items());
        let drawn = Drawn {
            metric: data.metric,
            columns: slices.len(),
        };
        let rows = JointRows::of_columns(&slices, items).expect("never more groups than items");
        for (route, resampler) in bootstraps(&data) {
            let kept = tally(resampler.as_ref(), &drawn, 50).values;
            for (r, kept) in (0..).zip(&kept[0]) {
                let counts = resampler.counts(4, 2, r);
                let value = |c: usize, i: usize| {
                    if route == "compressed" {
                        rows.row(i)[c]
                    } else {
                        slices[c][i]
                    }
                };
                let sums: Vec<i64> = (0..slices.len())
                    .map(|c| {
                        (0..)
                            .zip(&counts)
                            .map(|(i, &k)| k.cast_signed() * value(c, i))
                            .sum()
                    })
                    .collect();
                let mut rebuilt = Vec::new();
                drawn.finish(&sums, &mut rebuilt);
                assert_eq!(rebuilt, [*kept], "{}, {route}, resample {r}", data.name);
            }
        }
        // Swapped rows, changed places one by one; compressed counts say how many of a group, not which.
        let differences = data.differences();
        let swapped = Swapped {
            metric: data.metric,
            totals: data.totals(),
        };
        let differing: Vec<usize> = (0..items)
            .filter(|&i| differences.iter().any(|d| d[i] != 0))
            .collect();
        for (route, resampler) in swaps(&data)
            .into_iter()
            .filter(|route| route.0 != "compressed")
        {
            let kept = tally(resampler.as_ref(), &swapped, 50).values;
            for (r, kept) in (0..).zip(&kept[0]) {
                let mut columns = data.columns.clone();
                for (&i, _) in differing
                    .iter()
                    .zip(resampler.counts(4, 2, r))
                    .filter(|swap| swap.1 == 1)
                {
                    let (first, second) = columns.split_at_mut(slices.len() / 2);
                    first
                        .iter_mut()
                        .zip(second)
                        .for_each(|(x, y)| std::mem::swap(&mut x[i], &mut y[i]));
                }
                let sums: Vec<i64> = columns.iter().map(|column| column.iter().sum()).collect();
                let mut rebuilt = Vec::new();
                drawn.finish(&sums, &mut rebuilt);
                assert_eq!(rebuilt, [*kept], "{}, {route}, resample {r}", data.name);
            }
        }
    }
}
