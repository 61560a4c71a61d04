//! Measures of real numbers against every swap, one by one: errors, perplexity, ratios, formulas, quantiles, and columns against a number.

use restrap_testing::Numbers;
use std::fmt::Write as _;

use restrap_facade::metrics::MetricName;
use restrap_facade::outcome::Method;
use restrap_facade::{
    Control, Exact, Outcome, Request, ScoreRequest, Sources, Test, compare_files,
};
use tempfile::TempDir;

const ITEMS: usize = 11;

/// Scores of a seed, rounded.
fn numbers(seed: u64, low: f64, high: f64, digits: i32) -> Vec<f64> {
    let mut numbers = Numbers(seed);
    let next = |_| {
        let share = numbers.share();
        let scale = 10_f64.powi(digits);
        ((low + (high - low) * share) * scale).round() / scale
    };
    (0..ITEMS).map(next).collect()
}

/// A table of two systems, and what they should have said.
struct Table {
    folder: TempDir,
    gold: Vec<f64>,
    systems: [[Vec<f64>; 2]; 2],
}

impl Table {
    fn new(gold: Vec<f64>, systems: [[Vec<f64>; 2]; 2]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, columns) in ["base", "new"].iter().zip(&systems) {
            let mut text = "gold,x,y\n".to_owned();
            for (item, gold) in gold.iter().enumerate() {
                writeln!(text, "{gold},{},{}", columns[0][item], columns[1][item]).unwrap();
            }
            std::fs::write(folder.path().join(format!("{name}.csv")), text).unwrap();
        }
        Self {
            folder,
            gold,
            systems,
        }
    }

    fn file(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn compared(&self, metric: &str, request: &Request) -> Outcome {
        let metric: MetricName = metric.parse().unwrap();
        let with_gold =
            !metric.to_string().contains([':', '(']) && !metric.to_string().starts_with("me");
        let column = if metric.to_string().contains(['/', ':']) {
            ""
        } else {
            ":x"
        };
        let systems = ["base", "new"]
            .map(|name| format!("{name}={}{column}", self.file(&format!("{name}.csv"))));
        let sources = Sources::new(systems);
        let sources = if metric.to_string().starts_with(['q']) || metric.to_string() == "median" {
            sources.summary(metric)
        } else {
            let gold = with_gold.then(|| format!("{}:gold", self.file("base.csv")));
            sources.metric(ScoreRequest {
                gold,
                ..ScoreRequest::new(metric)
            })
        };
        compare_files(&sources, request, &Control::default()).unwrap()
    }

    /// The shares of swaps whose difference is at least as large as the observed one, and within `share` of it.
    fn by_enumeration(&self, value: impl Fn(&[[f64; 2]], &[f64]) -> f64) -> f64 {
        let rows = |system: usize, item: usize| {
            [self.systems[system][0][item], self.systems[system][1][item]]
        };
        let difference = |swapped: usize| {
            let side = |side: usize| {
                let row = |item: usize| rows(side ^ (swapped >> item & 1), item);
                value(&(0..ITEMS).map(row).collect::<Vec<_>>(), &self.gold)
            };
            side(1) - side(0)
        };
        let observed = difference(0).abs();
        let extreme = (0..1_usize << ITEMS)
            .filter(|&swapped| difference(swapped).abs() >= observed - 1e-9 * observed);
        extreme.count() as f64 / (1_u64 << ITEMS) as f64
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    values.sum::<f64>() / ITEMS as f64
}

fn of_errors() -> Table {
    let system = |seed| [numbers(seed, 0.0, 9.0, 1), numbers(seed + 7, 1.0, 30.0, 0)];
    Table::new(numbers(1, 0.0, 9.0, 1), [system(2), system(40)])
}

/// A measure of rows of two columns, against a gold.
type Value<'v> = Box<dyn Fn(&[[f64; 2]], &[f64]) -> f64 + 'v>;

#[test]
fn permutation_tests_of_measures_are_those_of_all_swaps() {
    let table = of_errors();
    let ranked = |rows: &[[f64; 2]], share: f64| {
        let mut values: Vec<f64> = rows.iter().map(|row| row[0]).collect();
        values.sort_by(f64::total_cmp);
        let place = share * (values.len() - 1) as f64;
        let (low, part) = (place.floor() as usize, place.fract());
        values[low] + part * (values[(low + 1).min(values.len() - 1)] - values[low])
    };
    let errors = |rows: &[[f64; 2]], gold: &[f64], power: i32| {
        mean(
            rows.iter()
                .zip(gold)
                .map(|(row, gold)| (row[0] - gold).abs().powi(power)),
        )
    };
    let sums =
        |rows: &[[f64; 2]]| [0, 1].map(|column| rows.iter().map(|row| row[column]).sum::<f64>());
    let exact: [(&str, Value); 6] = [
        ("mae", Box::new(move |rows, gold| errors(rows, gold, 1))),
        ("mse", Box::new(move |rows, gold| errors(rows, gold, 2))),
        (
            "rmse",
            Box::new(move |rows, gold| errors(rows, gold, 2).sqrt()),
        ),
        (
            "perplexity:x/y",
            Box::new(move |rows, _| (sums(rows)[0] / sums(rows)[1]).exp()),
        ),
        (
            "ratio:x/y",
            Box::new(move |rows, _| sums(rows)[0] / sums(rows)[1]),
        ),
        (
            "formula(columns=x|y,formula=\"sqrt(x)/(x+y)\")",
            Box::new(move |rows, _| sums(rows)[0].sqrt() / (sums(rows)[0] + sums(rows)[1])),
        ),
    ];
    for (metric, value) in exact {
        let outcome = table.compared(metric, &Request::default());
        let test = &outcome.comparisons[0].tests[0];
        assert_eq!(test.method, Method::Exact, "{metric}");
        let wanted = table.by_enumeration(value);
        let found = test.pvalue.unwrap();
        assert!(
            (found - wanted).abs() < 1e-9,
            "{metric}: {found} is not {wanted}"
        );
    }
    for (metric, share) in [("median", 0.5), ("quantile(p=0.3)", 0.3)] {
        let request = Request::default().resamples(40_000);
        let outcome = table.compared(metric, &request);
        let wanted = table.by_enumeration(|rows, _| ranked(rows, share));
        let found = outcome.comparisons[0].tests[0].pvalue.unwrap();
        // Four standard errors of 40,000 resamples.
        assert!(
            (found - wanted).abs() < 4.0 * (wanted * (1.0 - wanted) / 4e4).sqrt() + 3e-5,
            "{metric}: {found} {wanted}"
        );
    }
}

#[test]
fn probabilities_cost_what_their_logarithms_say() {
    let happened: Vec<f64> = (0..ITEMS)
        .map(|item| f64::from(u8::from(item % 3 == 0)))
        .collect();
    let system = |seed| [numbers(seed, 0.05, 0.95, 4), vec![1.0; ITEMS]];
    let table = Table::new(happened, [system(5), system(6)]);
    let log = |rows: &[[f64; 2]], gold: &[f64]| {
        mean(
            rows.iter()
                .zip(gold)
                .map(|(row, gold)| -(if *gold == 1.0 { row[0] } else { 1.0 - row[0] }).ln()),
        )
    };
    let outcome = table.compared("log-loss", &Request::default());
    let columns: Vec<[f64; 2]> = table.systems[1][0].iter().map(|&p| [p, 1.0]).collect();
    assert!((outcome.systems[1].score - log(&columns, &table.gold)).abs() < 1e-12);
    let wanted = table.by_enumeration(log);
    let test = &outcome.comparisons[0].tests[0];
    // Logarithms are in fixed point, whose law is computed within the error that it states.
    assert!(
        (test.pvalue.unwrap() - wanted).abs() <= 1.0 / f64::from(1 << ITEMS),
        "{test:?} {wanted}"
    );
    let brier = table.compared("brier", &Request::default());
    let square = |rows: &[[f64; 2]], gold: &[f64]| {
        mean(
            rows.iter()
                .zip(gold)
                .map(|(row, gold)| (row[0] - gold).powi(2)),
        )
    };
    let found = brier.comparisons[0].tests[0].pvalue.unwrap();
    assert!(
        (found - table.by_enumeration(square)).abs() < 1e-9,
        "{found}"
    );
}

#[test]
fn columns_of_reals_draw_the_same_bytes_however_many_threads_draw_them() {
    let system = |seed| {
        [
            numbers(seed, 2.0, 90.0, 14),
            numbers(seed + 7, 1.0, 30.0, 0),
        ]
    };
    let table = Table::new(numbers(1, 0.0, 9.0, 1), [system(2), system(40)]);
    let request = Request::default()
        .exact(Exact::Never)
        .resamples(20_000)
        .tests([Test::Permutation, Test::Bootstrap]);
    let drawn = |threads: usize, request: &Request| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let outcome = pool.install(|| table.compared("perplexity:x/y", request));
        assert!(
            outcome.plan.grid.starts_with("fixed point"),
            "{}",
            outcome.plan.grid
        );
        serde_json::to_string(&(&outcome.comparisons, &outcome.systems)).unwrap()
    };
    let one = drawn(1, &request);
    assert_eq!(one, drawn(3, &request.clone().shard_size(Some(777))));
    for level in restrap_facade::Level::available() {
        assert_eq!(
            one,
            drawn(2, &request.clone().level(Some(level))),
            "{level:?}"
        );
    }
}

#[test]
fn a_column_against_a_number_is_one_sample() {
    let values = numbers(9, -1.0, 2.0, 2);
    let table = Table::new(
        vec![0.0; ITEMS],
        [
            [values.clone(), values.clone()],
            [values.clone(), values.clone()],
        ],
    );
    let sources = Sources::new([format!("new={}:x", table.file("new.csv"))]).against(0.25);
    let tests = [Test::Permutation, Test::T];
    let outcome = compare_files(
        &sources,
        &Request::default().tests(tests),
        &Control::default(),
    )
    .unwrap();
    let distance = |swapped: usize| {
        let signed = values.iter().enumerate().map(|(item, value)| {
            (value - 0.25) * if swapped >> item & 1 == 1 { -1.0 } else { 1.0 }
        });
        signed.sum::<f64>().abs()
    };
    let extreme = (0..1_usize << ITEMS)
        .filter(|&swapped| distance(swapped) >= distance(0) - 1e-9)
        .count();
    let comparison = &outcome.comparisons[0];
    assert!(
        (comparison.tests[0].pvalue.unwrap() - extreme as f64 / f64::from(1 << ITEMS)).abs()
            < 1e-12
    );
    let centre = mean(values.iter().copied());
    let variance = values
        .iter()
        .map(|value| (value - centre).powi(2))
        .sum::<f64>()
        / (ITEMS - 1) as f64;
    let t = (centre - 0.25) / (variance / ITEMS as f64).sqrt();
    assert!((comparison.tests[1].statistic.unwrap() - t).abs() < 1e-9);
    assert_eq!(
        (comparison.baseline.as_str(), outcome.systems[0].score),
        ("0.25", 0.25)
    );
}
