//! Corpus metrics: laws against draws, routes against each other, and wrong ways of resampling that must be told apart.

use restrap_facade::metrics::Metric;
use restrap_facade::metrics::counts::Formula;
use restrap_facade::metrics::labels::{Average, LabelF, LabelSet, Labels, Measure};
use restrap_facade::metrics::text::{Bleu, BleuOptions};
use restrap_facade::{
    Alternative, Clustering, Code, Control, Counted, Data, Exact, Groups, IntegerColumn,
    IntervalMethod, ItemMetric, Outcome, Populations, Request, Route, Sampling, Test, Units,
    compare,
};
use restrap_testing::Numbers;

fn f1() -> Formula {
    Formula::new(&["tp", "fp", "fn"], "2*tp/(2*tp+fp+fn)").expect("a formula")
}

/// Spans of two systems against gold spans of their own number an item.
fn spans(items: usize, seed: u64) -> [Counted; 2] {
    let mut numbers = Numbers(seed);
    let gold: Vec<i64> = (0..items).map(|_| numbers.below(4) as i64).collect();
    let mut system = |name: &str, misses: u64| {
        let mut columns = vec![Vec::new(); 3];
        for &gold in &gold {
            let right = (0..gold).filter(|_| numbers.below(10) >= misses).count() as i64;
            columns[0].push(right);
            columns[1].push(i64::from(numbers.below(3) == 0));
            columns[2].push(gold - right);
        }
        Counted::new(name, columns)
    };
    [system("base", 3), system("new", 2)]
}

/// Labels of two systems as statistics of macro F1.
fn labels(items: usize, classes: u64, seed: u64) -> (LabelF, [Counted; 2]) {
    let mut numbers = Numbers(seed);
    let mut column = |from: Option<&[u64]>| -> Vec<u64> {
        (0..items)
            .map(|item| match from {
                Some(gold) if numbers.below(10) < 7 => gold[item],
                _ => numbers.below(classes).min(numbers.below(classes)),
            })
            .collect()
    };
    let gold = column(None);
    let named =
        |name: &str, labels: &[u64]| Labels::from_items(name, labels.iter().map(u64::to_string));
    let (base, new) = (column(Some(&gold)), column(Some(&gold)));
    let set = LabelSet::from_names((0..classes).map(|class| class.to_string())).expect("classes");
    let metric = LabelF::new(Measure::F { beta: 1.0 }, Average::Macro, &set).expect("a metric");
    let gold = named("gold", &gold);
    let counted = |name: &str, labels: &[u64]| Counted {
        name: name.to_owned(),
        times: restrap_facade::Times::Once,
        columns: metric
            .score(&gold, &named(name, labels))
            .expect("labels")
            .columns,
    };
    let systems = [counted("base", &base), counted("new", &new)];
    (metric, systems)
}

fn run(metric: &dyn Metric, systems: &[Counted], request: &Request) -> Outcome {
    compare(Data::counted(metric, systems), request, &Control::default()).expect("valid")
}

fn p(outcome: &Outcome) -> f64 {
    outcome.comparisons[0].tests[0].pvalue.unwrap_or(0.0)
}

fn drawn(test: Test, route: Option<Route>, resamples: u64) -> Request {
    Request::default()
        .tests(vec![test])
        .exact(Exact::Never)
        .interval(IntervalMethod::None)
        .resamples(resamples)
        .route(route)
}

/// Standard errors between two shares of so many draws; the second may be exact.
fn apart(one: f64, other: f64, draws: [f64; 2]) -> f64 {
    let share = f64::midpoint(one, other).clamp(1e-6, 1.0 - 1e-6);
    (one - other).abs() / (share * (1.0 - share) * (1.0 / draws[0] + 1.0 / draws[1])).sqrt()
}

#[test]
fn swaps_drawn_on_every_route_follow_the_law_and_flipped_scores_do_not() {
    const R: u64 = 40_000;
    let (mut worst, mut worst_wrong): (f64, f64) = (0.0, 0.0);
    for seed in 0..12 {
        let systems = spans(60 + 20 * seed as usize, seed);
        for alternative in [Alternative::TwoSided, Alternative::Greater] {
            let law = run(
                &f1(),
                &systems,
                &Request::default()
                    .alternative(alternative)
                    .exact(Exact::Always)
                    .interval(IntervalMethod::None),
            );
            for route in Route::ALL {
                let request = drawn(Test::Permutation, Some(route), R).alternative(alternative);
                let sampled = run(&f1(), &systems, &request);
                worst = worst.max(apart(p(&sampled), p(&law), [R as f64, f64::INFINITY]));
            }
            // Negative control: signs of differences between F1 of single items.
            let of_items = |counted: &Counted| -> Vec<f64> {
                (0..counted.rows())
                    .map(|item| {
                        f1().finish(&[0, 1, 2].map(|column| counted.columns[column].get(item)))
                    })
                    .collect()
            };
            let scores = systems
                .each_ref()
                .map(|counted| restrap_facade::Scores::new(&counted.name, of_items(counted)));
            let request = Request::default()
                .alternative(alternative)
                .interval(IntervalMethod::None);
            let wrong = compare(&scores, &request, &Control::default()).expect("valid");
            worst_wrong = worst_wrong.max(apart(p(&wrong), p(&law), [R as f64, f64::INFINITY]));
        }
    }
    // 72 standard normal figures: the largest exceeds 4.5 once in 2,000 runs.
    assert!(worst < 4.5, "{worst}");
    assert!(
        worst_wrong > 20.0,
        "the mean of item scores is another test: {worst_wrong}"
    );
}

/// Every swap of some items, written down: the p-value of |T| >= |t| by definition.
fn by_all_swaps(metric: &dyn Metric, systems: &[Counted]) -> f64 {
    let items = systems[0].rows();
    let statistic = |mask: u32| {
        let of = |first: usize| -> f64 {
            let side = |item: usize| &systems[(first + ((mask >> item) & 1) as usize) % 2];
            let columns = 0..systems[0].columns.len();
            let sums: Vec<i64> = columns
                .map(|column| {
                    (0..items)
                        .map(|item| side(item).columns[column].get(item))
                        .sum()
                })
                .collect();
            metric.finish(&sums)
        };
        of(1) - of(0)
    };
    let observed = statistic(0).abs();
    let extreme = (0_u32..1 << items)
        .filter(|&mask| statistic(mask).abs() >= observed - 1e-12)
        .count();
    extreme as f64 / f64::from(1_u32 << items)
}

#[test]
fn few_items_go_through_every_swap_whatever_the_metric() {
    let request = Request::default().interval(IntervalMethod::None);
    for (items, seed) in [(1, 1), (2, 2), (9, 3), (14, 4), (15, 5), (18, 6)] {
        let (metric, systems) = labels(items, 4, seed);
        let outcome = run(&metric, &systems, &request);
        let test = &outcome.comparisons[0].tests[0];
        assert_eq!(
            (test.exact, outcome.plan.route.name()),
            (true, "law"),
            "{items}"
        );
        assert!(
            (test.pvalue.unwrap_or(0.0) - by_all_swaps(&metric, &systems)).abs() < 1e-12,
            "{items}: {}",
            test.pvalue.unwrap_or(0.0)
        );
    }
    // BLEU moves ten sums at once.
    let metric = Bleu::new(BleuOptions::default(), 1).expect("a metric");
    let mut numbers = Numbers(11);
    let mut system = |name: &str| Counted {
        name: name.to_owned(),
        times: restrap_facade::Times::Once,
        columns: (0..10)
            .map(|column| {
                (0..17)
                    .map(|_| 20 - column + numbers.below(9) as i64)
                    .collect()
            })
            .collect(),
    };
    let systems = [system("base"), system("new")];
    let outcome = run(&metric, &systems, &request);
    assert!(outcome.comparisons[0].tests[0].exact);
    assert!(
        (p(&outcome) - by_all_swaps(&metric, &systems)).abs() < 1e-12,
        "{}",
        p(&outcome)
    );
    // One sided, and by the doubled tail, the same events are counted.
    let greater = run(
        &metric,
        &systems,
        &request.clone().alternative(Alternative::Greater),
    );
    let less = run(&metric, &systems, &request.alternative(Alternative::Less));
    let both = p(&greater) + p(&less);
    assert!(
        both > 1.0 && both < 1.0 + 1e-3,
        "the observed swap is in both: {both}"
    );
}

#[test]
fn bootstraps_of_every_route_agree() {
    const R: u64 = 40_000;
    let mut worst: f64 = 0.0;
    for seed in 0..6 {
        let (metric, systems) = labels(300, 4, seed);
        for test in [Test::Bootstrap, Test::BootstrapPercentile] {
            let of = |route| run(&metric, &systems, &drawn(test, Some(route), R));
            let [compressed, streamed, indexed] = Route::ALL.map(of);
            assert_eq!(indexed.plan.route, "indexed");
            for fast in [&compressed, &streamed] {
                // The percentile test doubles its tail.
                let halved = if test == Test::BootstrapPercentile {
                    2.0
                } else {
                    1.0
                };
                let share = |outcome: &Outcome| p(outcome) / halved;
                worst = worst.max(apart(share(fast), share(&indexed), [R as f64; 2]));
            }
        }
    }
    // 24 figures.
    assert!(worst < 4.2, "{worst}");
}

#[test]
fn intervals_of_every_method_hold_what_was_observed_and_their_ends_agree_between_routes() {
    let (metric, systems) = labels(400, 3, 5);
    for method in [
        IntervalMethod::Bca,
        IntervalMethod::Percentile,
        IntervalMethod::Basic,
        IntervalMethod::Normal,
    ] {
        let of = |route| {
            let request = drawn(Test::Bootstrap, Some(route), 20_000).interval(method);
            run(&metric, &systems, &request)
        };
        let [one, _, other] = Route::ALL.map(of);
        for (a, b) in one.systems.iter().zip(&other.systems) {
            let (a, b) = (
                a.interval.as_ref().expect("asked for"),
                b.interval.as_ref().expect("asked for"),
            );
            assert!(a.low < one.systems[0].score.max(one.systems[1].score) && a.low < a.high);
            // 20,000 replicates: an end is known to about 3 % of its distance from the middle.
            let width = a.high - a.low;
            assert!((a.low - b.low).abs() < 0.04 * width && (a.high - b.high).abs() < 0.04 * width);
        }
        let of_difference = one.comparisons[0].interval.as_ref().expect("asked for");
        let difference = one.comparisons[0].difference;
        assert!(
            of_difference.low < difference && difference < of_difference.high,
            "{of_difference:?}"
        );
    }
}

#[test]
fn a_system_against_itself_has_p_1_except_where_ties_do_not_count() {
    let metric = Bleu::new(BleuOptions::default(), 1).expect("a metric");
    let mut numbers = Numbers(3);
    let columns: Vec<Vec<i64>> = (0..10)
        .map(|_| (0..50).map(|_| 9 + numbers.below(9) as i64).collect())
        .collect();
    let systems = ["a", "b"].map(|name| Counted::new(name, columns.clone()));
    for test in [
        Test::Permutation,
        Test::Bootstrap,
        Test::BootstrapPercentile,
    ] {
        for exact in [Exact::Auto, Exact::Never] {
            let request = drawn(test, None, 999).exact(exact);
            assert_eq!(
                p(&run(&metric, &systems, &request)),
                1.0,
                "{test:?} {exact:?}"
            );
        }
    }
    let mut request = drawn(Test::Permutation, None, 999);
    request.variants.rule.strict = true;
    assert_eq!(
        p(&run(&metric, &systems, &request)),
        0.001,
        "sacrebleu prints 1/(R + 1)"
    );
}

#[test]
fn leaving_systems_out_changes_neither_laws_nor_compressed_draws() {
    let (metric, [base, new]) = labels(2_000, 3, 8);
    let (_, [other, _]) = labels(2_000, 3, 9);
    let three = run(
        &metric,
        &[base.clone(), new.clone(), other],
        &drawn(Test::Bootstrap, None, 2_000),
    );
    let two = run(&metric, &[base, new], &drawn(Test::Bootstrap, None, 2_000));
    assert_eq!(two.plan.route, "compressed");
    assert_eq!(
        three.comparisons[0].tests[0].pvalue.unwrap_or(0.0),
        two.comparisons[0].tests[0].pvalue.unwrap_or(0.0)
    );
}

#[test]
fn resamples_that_lose_a_class_are_counted() {
    // One gold item of the last class: 1/e of all resamples lack it.
    let (metric, [mut base, mut new]) = labels(200, 2, 4);
    for counted in [&mut base, &mut new] {
        for column in [1, 3, 5] {
            counted.columns[column] = IntegerColumn::zeros(200);
        }
    }
    base.columns[1].add(7, 1);
    new.columns[5].add(7, 1);
    let outcome = run(&metric, &[base, new], &drawn(Test::Bootstrap, None, 10_000));
    let warning = outcome
        .run
        .warnings
        .iter()
        .find(|warning| warning.text.contains("lack a class"))
        .expect("a warning");
    let lost: f64 = warning
        .text
        .split_whitespace()
        .find_map(|word| word.parse().ok())
        .expect("how many");
    assert!(
        (lost / 10_000.0 - (1.0 - 1.0 / 200.0_f64).powi(200)).abs() < 0.02,
        "{warning}"
    );
}

/// F1 of samples of items, from the rows themselves.
#[derive(Debug)]
struct OfItems {
    metric: Formula,
    names: Vec<String>,
    rows: Vec<Vec<[i64; 3]>>,
}

impl OfItems {
    fn new(systems: &[Counted]) -> Self {
        let rows = |system: &Counted| {
            let [tp, fp, fnn] = [0, 1, 2].map(|column| &system.columns[column]);
            (0..system.rows())
                .map(|item| [tp, fp, fnn].map(|column| column.get(item)))
                .collect()
        };
        let names = systems.iter().map(|system| system.name.clone()).collect();
        Self {
            metric: f1(),
            names,
            rows: systems.iter().map(rows).collect(),
        }
    }

    fn value<'r>(&self, rows: impl Iterator<Item = (i64, &'r [i64; 3])>) -> f64 {
        let mut sums = [0; 3];
        for (count, row) in rows {
            sums.iter_mut()
                .zip(row)
                .for_each(|(sum, value)| *sum += count * value);
        }
        if sums == [0; 3] {
            f64::NAN
        } else {
            self.metric.finish(&sums)
        }
    }
}

impl ItemMetric for OfItems {
    fn name(&self) -> String {
        "f1".to_owned()
    }

    fn signature(&self) -> String {
        "of items".to_owned()
    }

    fn higher_is_better(&self) -> bool {
        true
    }

    fn systems(&self) -> &[String] {
        &self.names
    }

    fn items(&self) -> usize {
        self.rows[0].len()
    }

    fn batch(&self) -> usize {
        5
    }

    fn takes_samples(&self) -> bool {
        true
    }

    fn differs(&self, one: usize, other: usize) -> Vec<bool> {
        self.rows[one]
            .iter()
            .zip(&self.rows[other])
            .map(|(one, other)| one != other)
            .collect()
    }

    fn of_samples(&self, systems: &[usize], counts: &[i64]) -> Vec<Vec<f64>> {
        let samples = || counts.chunks_exact(self.items());
        let of = |rows: &Vec<[i64; 3]>| {
            samples()
                .map(|counts| self.value(counts.iter().copied().zip(rows)))
                .collect()
        };
        systems
            .iter()
            .map(|&system| of(&self.rows[system]))
            .collect()
    }

    fn of_swaps(&self, systems: [usize; 2], swapped: &[i64]) -> [Vec<f64>; 2] {
        let side = |own: usize, other: usize| {
            let row = |(item, &mark): (usize, &i64)| match mark {
                0 => (1, &self.rows[own][item]),
                1 => (1, &self.rows[other][item]),
                _ => (0, &self.rows[own][item]),
            };
            let samples = swapped.chunks_exact(self.items());
            samples
                .map(|marks| self.value(marks.iter().enumerate().map(row)))
                .collect()
        };
        [side(systems[0], systems[1]), side(systems[1], systems[0])]
    }
}

/// Data with clusters, with sub-populations, or with neither.
type Dressed = for<'d> fn(Data<'d>, &'d Sampling, &'d Sampling) -> Data<'d>;

#[test]
fn a_metric_of_items_has_the_draws_and_values_of_the_same_metric_of_sums() {
    let systems = spans(300, 5);
    let of_items = OfItems::new(&systems);
    let clusters = Clustering {
        column: "passage".to_owned(),
        codes: (0..300).map(|i| i / 3 + 1).collect(),
    };
    let clusters = Sampling::from(Units::Clusters(clusters));
    let values = vec!["a".to_owned(), "b".to_owned()];
    let codes = (0..300).map(|i| i % 2 + 1).collect();
    let parts = Sampling::from(Groups::Populations(Populations {
        column: "half".to_owned(),
        values,
        codes,
        shared: 0,
    }));
    let request = Request::default()
        .tests(vec![Test::Permutation, Test::Bootstrap])
        .exact(Exact::Never)
        .interval(IntervalMethod::Bca)
        .route(Some(Route::Streamed))
        .resamples(400);
    let plain: Dressed = |data, _, _| data;
    for dressed in [
        plain,
        |data, clusters, _| data.sampling(clusters),
        |data, _, parts| data.sampling(parts),
    ] {
        let told = |data| {
            compare(
                dressed(data, &clusters, &parts),
                &request,
                &Control::default(),
            )
            .expect("valid")
        };
        let (one, other) = (
            told(Data::items(&of_items)),
            told(Data::counted(&of_items.metric, &systems)),
        );
        assert_eq!(one.unit, other.unit);
        for (one, other) in one.comparisons.iter().zip(&other.comparisons) {
            assert_eq!(
                (one.difference, &one.effect),
                (other.difference, &other.effect)
            );
            assert_eq!(one.interval, other.interval);
            let p = |of: &[restrap_facade::outcome::TestOutcome]| {
                of.iter().map(|test| test.pvalue).collect::<Vec<_>>()
            };
            assert_eq!(p(&one.tests), p(&other.tests));
        }
        let parts = |told: &Outcome| {
            let by = told
                .by
                .as_ref()
                .map(|by| &by.populations[..])
                .unwrap_or_default();
            by.iter()
                .map(|part| part.comparisons[0].tests[0].pvalue)
                .collect::<Vec<_>>()
        };
        assert_eq!(parts(&one), parts(&other));
    }
}

#[test]
fn too_many_items_to_swap_one_by_one_are_told() {
    let systems = spans(300, 5);
    let of_items = OfItems::new(&systems);
    let request = Request::default()
        .interval(IntervalMethod::None)
        .resamples(20);
    let told = compare(Data::items(&of_items), &request, &Control::default()).expect("valid");
    assert_eq!(
        (
            told.comparisons[0].effect.better,
            told.comparisons[0].effect.worse
        ),
        (0, 0)
    );
    assert!(
        told.run
            .warnings
            .iter()
            .any(|warning| warning.code == Code::ChangesNotJudged),
        "{:?}",
        told.run.warnings
    );
}
