//! Random small data sets with default options: what no interval may do, whatever the data.
//!
//! 300 sets by default, 2,000 in the long run; `RESTRAP_SETS` sets another number, as `scripts/nightly` does, or sets from one to another: `76661..76662`.

use std::time::{Duration, Instant};

use restrap_facade::metrics::Metric;
use restrap_facade::metrics::counts::Formula;
use restrap_facade::metrics::labels::{Average, LabelF, LabelSet, Labels, Measure};
use restrap_facade::metrics::text::{Bleu, BleuOptions};
use restrap_facade::outcome::{ComparisonOutcome, IntervalOutcome};
use restrap_facade::{
    Alternative, Answers, Clustering, Control, Counted, Data, DescribeRequest, Outcome, Request,
    ScoreRange, Scores, Sources, Test, Units, compare, compare_files, describe,
};
use restrap_testing::{Numbers, effort};

/// Sets of CI.
/// Resamples of what has no law.
const RESAMPLES: u64 = 999;

/// What went wrong, counted.
#[derive(Default, Debug)]
struct Faults(Vec<String>);

/// The range that intervals of a set must keep to.
type Range = Option<(f64, f64)>;

fn normal(numbers: &mut Numbers) -> f64 {
    (0..12).map(|_| numbers.unit()).sum::<f64>() - 6.0
}

/// A score of one of seven shapes, ahead by `shift`, and whether its range is known.
fn score(kind: u64, shift: f64, numbers: &mut Numbers) -> f64 {
    match kind {
        0 => f64::from(u8::from(
            numbers.unit() < (0.6 + 0.3 * shift).clamp(0.0, 1.0),
        )),
        1 => (3.0 + normal(numbers) + shift).round().clamp(1.0, 5.0),
        2 => {
            let rank = (1.0 / numbers.unit().max(1e-3) / (1.0 + shift).max(0.1)).ceil();
            if rank > 10.0 {
                0.0
            } else {
                1.0 / rank.max(1.0)
            }
        }
        3 => normal(numbers) + shift,
        4 => libm::exp(normal(numbers) + shift),
        5 => {
            if numbers.unit() < 0.85 {
                5.0
            } else {
                1.0 + numbers.below(5) as f64
            }
        }
        _ => (numbers.below(4) as f64 * (1.0 + shift)).round() / 3.0,
    }
}

struct Set {
    number: u64,
    numbers: Numbers,
    items: usize,
    shift: f64,
    request: Request,
}

impl Set {
    fn new(number: u64) -> Self {
        let mut numbers = Numbers(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        numbers.bits();
        let items = 3 + numbers.below(38) as usize;
        let shift = 3.0 * numbers.unit() / (items as f64).sqrt();
        let side = [
            Alternative::TwoSided,
            Alternative::TwoSided,
            Alternative::Greater,
            Alternative::Less,
        ][numbers.below(4) as usize];
        let request = Request::default().alternative(side).resamples(RESAMPLES);
        Self {
            number,
            numbers,
            items,
            shift,
            request,
        }
    }

    fn column(&mut self, kind: u64, items: usize, shift: f64) -> Vec<f64> {
        (0..items)
            .map(|_| score(kind, shift, &mut self.numbers))
            .collect()
    }

    fn pair(&mut self, kind: u64) -> [Scores<'static>; 2] {
        let base = self.column(kind, self.items, 0.0);
        let new = self.column(kind, self.items, self.shift);
        [Scores::new("base", base), Scores::new("new", new)]
    }

    /// What was drawn, and the outcome of it.
    fn outcome(&mut self) -> Result<(Outcome, Range), String> {
        let kind = self.numbers.below(7);
        let range = [
            Some((0.0, 1.0)),
            Some((1.0, 5.0)),
            Some((0.0, 1.0)),
            None,
            None,
            Some((1.0, 5.0)),
            None,
        ][kind as usize];
        let of = self.number % 10;
        let found = match of {
            0..=2 => of_scores(&self.pair(kind), &self.request).map(|one| (one, None)),
            3 => {
                let pair = self.pair(kind);
                let groups = 2 + self.numbers.below(12);
                let codes: Vec<u32> = (0..self.items)
                    .map(|_| 1 + self.numbers.below(groups) as u32)
                    .collect();
                let clusters = Clustering {
                    column: "group".to_owned(),
                    codes: codes.into(),
                };
                of_data(
                    Data::scores(&pair).sampling(&Units::Clusters(clusters.clone()).into()),
                    &self.request,
                )
                .map(|one| (one, None))
            }
            4 => {
                let (n, m) = (self.items, 2 + self.numbers.below(30) as usize);
                let base = self.column(kind, n, 0.0);
                let new = self.column(kind, m, self.shift);
                let pair = [Scores::new("base", base), Scores::new("new", new)];
                of_scores(&pair, &self.request.clone().unpaired(true)).map(|one| (one, None))
            }
            5 => {
                let request = self.request.clone().tests([Test::Wilcoxon]);
                of_scores(&self.pair(kind), &request).map(|one| (one, None))
            }
            6 => self.runs(kind).map(|one| (one, None)),
            7 => self.votes().map(|one| (one, Some((0.0, 1.0)))),
            8 => self.f1(),
            _ => self.bleu().map(|one| (one, Some((0.0, 100.0)))),
        };
        let declared = range.filter(|_| of < 3 && self.number % 20 < 10);
        match declared {
            Some((low, high)) => {
                let request = self.request.clone().range(ScoreRange { low, high });
                of_scores(&self.pair(kind), &request).map(|one| (one, declared))
            }
            None => found,
        }
    }

    fn file(lines: &[String]) -> tempfile::NamedTempFile {
        let file = tempfile::Builder::new()
            .suffix(".csv")
            .tempfile()
            .expect("a file");
        std::fs::write(file.path(), lines.join("\n")).expect("written");
        file
    }

    fn runs(&mut self, kind: u64) -> Result<Outcome, String> {
        let (items, runs) = (2 + self.numbers.below(8), 2 + self.numbers.below(3));
        let mut lines = vec!["sys,item,seed,s".to_owned()];
        for system in ["base", "new"] {
            for run in 0..runs {
                for item in 0..items {
                    let shift = if system == "new" { self.shift } else { 0.0 };
                    lines.push(format!(
                        "{system},{item},{run},{}",
                        score(kind, shift, &mut self.numbers)
                    ));
                }
            }
        }
        let file = Self::file(&lines);
        let mut sources = Sources::new(
            ["base", "new"].map(|name| format!("{name}={}:{name}", file.path().display())),
        );
        sources.reading.long = Some("system=sys,item=item,score=s".parse().expect("columns"));
        let mut answers = Answers::default();
        answers.seed = Some("seed".to_owned());
        from_files(&sources.answers(answers), &self.request)
    }

    fn votes(&mut self) -> Result<Outcome, String> {
        let mut lines = vec!["a,b,w,item".to_owned()];
        for item in 0..self.items {
            for _ in 0..=self.numbers.below(2) {
                let (left, right) = if self.numbers.below(2) == 0 {
                    ("base", "new")
                } else {
                    ("new", "base")
                };
                let winner = match self.numbers.below(10) {
                    0 => "tie",
                    1..=5 => "new",
                    _ => "base",
                };
                lines.push(format!("{left},{right},{winner},{item}"));
            }
        }
        let file = Self::file(&lines);
        let sources = Sources::new([file.path().display().to_string()]);
        from_files(
            &sources.votes(
                "left=a,right=b,winner=w,item=item"
                    .parse()
                    .expect("columns"),
            ),
            &self.request,
        )
    }

    /// A formula has no range that is known, and macro F1 that of shares.
    fn f1(&mut self) -> Result<(Outcome, Range), String> {
        if self.numbers.below(2) == 0 {
            let mut columns = || -> Vec<Vec<i64>> {
                let mut row = || {
                    (0..self.items)
                        .map(|_| self.numbers.below(3) as i64)
                        .collect()
                };
                vec![row(), row(), row()]
            };
            let systems = ["base", "new"].map(|name| Counted::new(name, columns()));
            let metric = Formula::new(&["tp", "fp", "fn"], "2*tp/(2*tp+fp+fn)").expect("a formula");
            return of_data(Data::counted(&metric, &systems), &self.request).map(|one| (one, None));
        }
        let set = LabelSet::from_names(["0", "1", "2"].map(str::to_owned)).expect("classes");
        let metric = LabelF::new(Measure::F { beta: 1.0 }, Average::Macro, &set).expect("a metric");
        let mut labels = |name: &str| {
            Labels::from_items(
                name,
                (0..self.items).map(|_| self.numbers.below(3).to_string()),
            )
        };
        let gold = labels("gold");
        let systems = ["base", "new"].map(|name| Counted {
            name: name.to_owned(),
            times: restrap_facade::Times::Once,
            columns: metric.score(&gold, &labels(name)).expect("labels").columns,
        });
        of_data(Data::counted(&metric, &systems), &self.request).map(|one| (one, Some((0.0, 1.0))))
    }

    fn bleu(&mut self) -> Result<Outcome, String> {
        let metric = Bleu::new(BleuOptions::default(), 1).expect("a metric");
        let width = metric.columns().len();
        let lengths: Vec<i64> = (0..self.items)
            .map(|_| 4 + self.numbers.below(12) as i64)
            .collect();
        let mut system = |name: &str| {
            let mut columns = vec![Vec::new(); width];
            for &length in &lengths {
                let (own, mut right) = (length + self.numbers.below(3) as i64 - 1, length);
                let mut row = vec![0; width];
                for order in 0..4 {
                    let all = (own - i64::from(order)).max(0);
                    right = (right - self.numbers.below(3) as i64).clamp(0, all);
                    for (place, name) in metric.columns().iter().enumerate() {
                        let ends = name.ends_with(&(order + 1).to_string());
                        row[place] = match &name[..] {
                            name if name.starts_with("sys") => own,
                            name if name.starts_with("ref") => length,
                            name if ends
                                && (name.starts_with("match") || name.starts_with("correct")) =>
                            {
                                right
                            }
                            _ if ends => all,
                            _ => row[place],
                        };
                    }
                }
                columns
                    .iter_mut()
                    .zip(row)
                    .for_each(|(column, value)| column.push(value));
            }
            Counted::new(name, columns)
        };
        let systems = [system("base"), system("new")];
        of_data(Data::counted(&metric, &systems), &self.request)
    }
}

fn of_data(data: Data, request: &Request) -> Result<Outcome, String> {
    compare(data, request, &Control::default()).map_err(|error| error.to_string())
}

fn of_scores(systems: &[Scores], request: &Request) -> Result<Outcome, String> {
    of_data(Data::scores(systems), request)
}

fn from_files(sources: &Sources, request: &Request) -> Result<Outcome, String> {
    compare_files(sources, request, &Control::default()).map_err(|error| error.to_string())
}

impl Faults {
    fn interval(
        &mut self,
        what: &str,
        interval: &IntervalOutcome,
        estimate: f64,
        range: Range,
        confidence: f64,
    ) {
        let IntervalOutcome { low, high, .. } = *interval;
        if low > high || low.is_nan() || high.is_nan() {
            self.0.push(format!("{what}: inverted, {low} to {high}"));
        }
        // Estimates and ends are rounded each by itself.
        let slack = 1e-12 * estimate.abs();
        if estimate < low - slack || estimate > high + slack {
            self.0.push(format!(
                "{what}: {low} to {high} without {estimate} at {confidence}"
            ));
        }
        if let Some((least, most)) = range
            && (low < least - 1e-11 || high > most + 1e-11)
        {
            self.0
                .push(format!("{what}: {low} to {high} outside {least} to {most}"));
        }
    }

    fn decision(&mut self, what: &str, comparison: &ComparisonOutcome, alpha: f64) {
        let (Some(interval), Some(p)) = (&comparison.interval, comparison.tests[0].pvalue) else {
            return;
        };
        if (interval.confidence - (1.0 - alpha)).abs() > 1e-9 {
            return;
        }
        let excludes = interval.low > 0.0 || interval.high < 0.0;
        if excludes != (p <= alpha) {
            self.0.push(format!(
                "{what}: p {p} ({}) beside {interval:?}",
                comparison.tests[0].name
            ));
        }
    }
}

fn of_set(number: u64) -> Vec<String> {
    let mut faults = Faults::default();
    let mut set = Set::new(number);
    let (outcome, range) = match set.outcome() {
        Ok(found) => found,
        // A refusal is an answer, unless it is of a number that should be there.
        Err(error) if error.contains("not known well enough") => {
            return vec![format!("set {number}: {error}")];
        }
        Err(_) => return Vec::new(),
    };
    let what = |of: &str| format!("set {number} ({} items) {of}", set.items);
    for system in &outcome.systems {
        if let Some(interval) = &system.interval {
            faults.interval(
                &what(&system.name),
                interval,
                system.score,
                range,
                outcome.confidence,
            );
        }
    }
    for comparison in &outcome.comparisons {
        if let Some(interval) = &comparison.interval {
            let estimate = interval.estimate.unwrap_or(comparison.difference);
            // A bound of one side is open at the other.
            let range = range.map(|(low, high)| match outcome.alternative {
                Alternative::TwoSided => (low - high, high - low),
                Alternative::Greater => (low - high, f64::INFINITY),
                Alternative::Less => (f64::NEG_INFINITY, high - low),
            });
            faults.interval(
                &what("difference"),
                interval,
                estimate,
                range,
                outcome.confidence,
            );
        }
        faults.decision(&what("decision"), comparison, outcome.alpha);
    }
    faults.0
}

/// Each system on its own: finite from 5 items with spread, and inside extremes that are reached twice.
fn alone(number: u64) -> Vec<String> {
    let mut faults = Faults::default();
    let mut set = Set::new(number);
    let kind = set.numbers.below(7);
    let values = set.column(kind, set.items, set.shift);
    let end = |least: fn(f64, f64) -> f64| {
        let end = values.iter().copied().reduce(least).expect("items");
        (values.iter().filter(|value| **value == end).count() > 1 && kind != 3 && kind != 4)
            .then_some(end)
    };
    let range = Some((
        end(f64::min).unwrap_or(f64::NEG_INFINITY),
        end(f64::max).unwrap_or(f64::INFINITY),
    ));
    let binary = values.iter().all(|value| *value == 0.0 || *value == 1.0);
    let range = if binary { Some((0.0, 1.0)) } else { range };
    let spread = values.iter().any(|value| *value != values[0]);
    let scores = [Scores::new("x", values)];
    let described =
        describe(&scores, &DescribeRequest::default(), &Control::default()).expect("scores");
    let what = format!("ci {number} ({} items, kind {kind})", set.items);
    match &described.systems[0].interval {
        Some(interval) => {
            faults.interval(&what, interval, described.systems[0].score, range, 0.95);
            if set.items >= 5 && !(interval.low.is_finite() && interval.high.is_finite()) {
                faults.0.push(format!("{what}: {interval:?}"));
            }
        }
        None if spread => faults.0.push(format!("{what}: no interval")),
        None => {}
    }
    faults.0
}

#[test]
fn no_interval_is_inverted_or_without_its_estimate_or_beside_a_p_that_decides_otherwise() {
    let asked = std::env::var("RESTRAP_SETS").ok();
    let (from, to) = asked
        .as_deref()
        .and_then(|text| text.split_once(".."))
        .unwrap_or(("0", asked.as_deref().unwrap_or("")));
    let (from, to) = (
        from.parse().unwrap_or(0),
        to.parse().unwrap_or_else(|_| effort(300, 2_000)),
    );
    let sets = to - from;
    // In a shared pool a comparison that waits for its own halves would take up whole sets, one inside the other, until the stack ends.
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let of = |number: u64| {
        let began = Instant::now();
        let mut faults = of_set(number);
        faults.extend(alone(number));
        (began.elapsed(), number, faults)
    };
    let share = |first: u64| -> Vec<(Duration, u64, Vec<String>)> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .expect("a pool");
        pool.install(|| {
            (from + first..to)
                .step_by(threads as usize)
                .map(of)
                .collect()
        })
    };
    let all: Vec<(Duration, u64, Vec<String>)> = std::thread::scope(|scope| {
        let share = &share;
        let all: Vec<_> = (0..threads)
            .map(|first| scope.spawn(move || share(first)))
            .collect();
        all.into_iter()
            .flat_map(|one| one.join().expect("sets"))
            .collect()
    });
    if asked.is_some() {
        let slowest = all.iter().max().map(|(time, number, _)| (time, number));
        eprintln!("{sets} sets; the slowest with its time: {slowest:?}");
    }
    let faults: Vec<&String> = all.iter().flat_map(|one| &one.2).collect();
    let first: Vec<&str> = faults.iter().take(12).map(|fault| fault.as_str()).collect();
    assert!(
        faults.is_empty(),
        "{} faults of {sets} sets:\n{}",
        faults.len(),
        first.join("\n")
    );
}
