//! Margins of corpus metrics: the bootstrap of a ratio against that of the mean that it is, and what they refuse.

use restrap_facade::metrics::{Metric, MetricName, describe::Make};
use restrap_facade::outcome::MarginOutcome;
use restrap_facade::{
    Claim, Control, Counted, Data, Exact, Gate, IntervalMethod, MarginSize, Request, Scores, Test,
    compare,
};

fn ratio() -> Box<dyn Metric> {
    let name: MetricName = "ratio:right/all".parse().unwrap();
    let Make::Counts(make) = name.description().make else {
        panic!("counts")
    };
    make(&name).unwrap()
}

/// Counts per item, of the baseline and of the system.
fn counts(items: i64) -> [Vec<i64>; 2] {
    [
        (0..items).map(|item| item * 7 % 5).collect(),
        (0..items)
            .map(|item| item * 7 % 5 + (item * item / 3) % 3 - 1)
            .collect(),
    ]
}

fn counted(columns: &[Vec<i64>; 2]) -> [Counted; 2] {
    let of = |name: &str, right: &[i64]| {
        let more = right.iter().map(|count| count + 1).collect();
        Counted::new(name, [more, vec![10; right.len()]])
    };
    [of("base", &columns[0]), of("new", &columns[1])]
}

fn margin(systems: &[Counted], request: &Request) -> MarginOutcome {
    let metric = ratio();
    let outcome = compare(
        Data::counted(metric.as_ref(), systems),
        request,
        &Control::default(),
    )
    .unwrap();
    outcome.comparisons[0].margin.clone().unwrap()
}

#[test]
fn a_ratio_with_one_denominator_has_no_narrower_margin_than_its_mean() {
    let columns = counts(80);
    let scores = |name: &str, counts: &[i64]| {
        Scores::new(
            name,
            counts
                .iter()
                .map(|count| (count + 1) as f64 / 10.0)
                .collect::<Vec<_>>(),
        )
    };
    let means = [scores("base", &columns[0]), scores("new", &columns[1])];
    for size in [0.01, 0.02, 0.05] {
        for claim in [Claim::Noninferior, Claim::Equivalent] {
            let request = Request::default().margin(claim, MarginSize::Absolute(size));
            let of_metric = margin(&counted(&columns), &request);
            let law = compare(
                &means,
                &request.clone().tests([Test::Bootstrap]),
                &Control::default(),
            )
            .unwrap();
            let law = law.comparisons[0].margin.clone().unwrap();
            let (drawn, exact) = (of_metric.pvalue.unwrap(), law.pvalue.unwrap());
            // Not below it but for four standard errors of 100,000 resamples: a rate is tilted to the margin too, which can only
            // raise the p and widen the interval.
            assert!(
                drawn > exact - 4.0 * (exact * (1.0 - exact) / 1e5).sqrt() - 2e-5,
                "{size} {drawn} {exact}"
            );
            let (one, other) = (of_metric.interval.unwrap(), law.interval.unwrap());
            assert!(
                one.low < other.low + 1e-3 && one.high > other.high - 1e-3,
                "{one:?} {other:?}"
            );
        }
    }
}

#[test]
fn margins_of_metrics_pass_gates_without_an_interval() {
    // The one that scores less is the system.
    let [less, more] = counts(200);
    let systems = counted(&if less.iter().sum::<i64>() < more.iter().sum() {
        [more, less]
    } else {
        [less, more]
    });
    let metric = ratio();
    let gated = |size: f64| {
        let request = Request::default()
            .gate(Gate::Noninferior)
            .interval(IntervalMethod::None)
            .margin(Claim::Noninferior, MarginSize::Points(size));
        let data = Data::counted(metric.as_ref(), &systems);
        compare(data, &request, &Control::default())
            .unwrap()
            .gate
            .unwrap()
            .passed
    };
    assert_eq!(gated(50.0), Some(true));
    assert_ne!(gated(0.001), Some(true));
}

#[test]
fn few_items_and_forbidden_resamples_have_no_margin_of_a_metric() {
    let request = Request::default().margin(Claim::Noninferior, MarginSize::Absolute(0.1));
    let few = margin(&counted(&counts(8)), &request);
    assert_eq!((few.pvalue, few.shown), (None, false));
    let metric = ratio();
    let systems = counted(&counts(40));
    let always = request.exact(Exact::Always);
    let error = compare(
        Data::counted(metric.as_ref(), &systems),
        &always,
        &Control::default(),
    )
    .unwrap_err();
    assert!(
        error.to_string().contains("a margin of a corpus metric"),
        "{error}"
    );
}
