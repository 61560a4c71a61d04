//! Clusters as units: swaps of whole clusters against enumeration, totals against items, rows of a corpus metric against their sums.

use restrap_facade::outcome::{ComparisonOutcome, Unit};
use restrap_facade::{
    Claim, Clustering, Control, Counted, Data, DescribeRequest, Exact, Groups, MarginSize, Outcome,
    Populations, Request, Sampling, Scores, Test, Units, compare, describe,
};

/// Scores in quarters and clusters of unequal size, in no order.
fn sample(items: usize, clusters: u32) -> ([Scores<'static>; 2], Clustering) {
    let codes: Vec<u32> = (0..items as u32)
        .map(|item| 1 + (item * item + item / 3) % clusters)
        .collect();
    let base: Vec<f64> = (0..items).map(|item| (item * 7 % 5) as f64 / 4.0).collect();
    let new: Vec<f64> = base
        .iter()
        .zip(&codes)
        .enumerate()
        .map(|(at, (b, c))| b + (at * c.pow(2) as usize % 7) as f64 / 4.0 - 0.5)
        .collect();
    let column = "passage".to_owned();
    (
        [Scores::new("base", base), Scores::new("new", new)],
        Clustering {
            column,
            codes: codes.into(),
        },
    )
}

fn compared(systems: &[Scores], clusters: &Clustering, request: &Request) -> Outcome {
    compare(
        Data::scores(systems).sampling(&Units::Clusters(clusters.clone()).into()),
        request,
        &Control::default(),
    )
    .unwrap()
}

/// Differences and items of each cluster.
fn totals(systems: &[Scores; 2], clusters: &Clustering) -> Vec<(f64, f64)> {
    let most = *clusters.codes.iter().max().unwrap() as usize;
    let mut totals = vec![(0.0, 0.0); most];
    for (item, &code) in clusters.codes.iter().enumerate() {
        let total = &mut totals[code as usize - 1];
        total.0 += systems[1].rows()[item] - systems[0].rows()[item];
        total.1 += 1.0;
    }
    totals.retain(|total| total.1 > 0.0);
    totals
}

fn p(comparison: &ComparisonOutcome) -> f64 {
    comparison.tests[0].pvalue.unwrap()
}

#[test]
fn p_is_the_share_of_swaps_of_clusters_and_its_interval_their_ratios() {
    for (items, clusters) in [(40, 9), (61, 12), (25, 7)] {
        let (systems, of) = sample(items, clusters);
        let outcome = compared(&systems, &of, &Request::default());
        let totals = totals(&systems, &of);
        let number = totals.len();
        assert_eq!(
            (outcome.unit, outcome.clusters, outcome.items),
            (Unit::Cluster, Some(number as u64), items as u64)
        );
        let observed: f64 = totals.iter().map(|total| total.0).sum();
        let (mut extreme, mut ratios) = (0_u32, Vec::new());
        for signs in 0..1_u32 << number {
            let flipped = |at: usize| signs >> at & 1 == 1;
            let sum: f64 = totals
                .iter()
                .enumerate()
                .map(|(at, t)| if flipped(at) { -t.0 } else { t.0 })
                .sum();
            extreme += u32::from(sum.abs() >= observed.abs() - 1e-9);
            let subset = totals.iter().enumerate().filter(|(at, _)| flipped(*at));
            let (d, n) = subset.fold((0.0, 0.0), |sum, (_, t)| (sum.0 + t.0, sum.1 + t.1));
            ratios.push(if n > 0.0 { d / n } else { f64::NEG_INFINITY });
        }
        let comparison = &outcome.comparisons[0];
        let share = f64::from(extreme) / f64::from(1_u32 << number);
        assert!(
            (p(comparison) - share).abs() < 1e-12,
            "{} {share}",
            p(comparison)
        );
        // The lower limit is the ratio below which at most 2.5 % of all subsets lie, the empty one among them.
        ratios.sort_by(f64::total_cmp);
        let below = ratios[(0.025 * ratios.len() as f64) as usize];
        let interval = comparison.interval.as_ref().unwrap();
        assert!((interval.low - below).abs() < 1e-6, "{interval:?} {below}");
        assert_eq!(
            interval.low <= 0.0 && 0.0 <= interval.high,
            p(comparison) > 0.05,
            "one decision"
        );
    }
}

#[test]
fn items_as_units_would_have_claimed_too_much() {
    // The negative control: every item of a cluster has one difference, so that there are eight numbers and not eighty.
    let codes: Vec<u32> = (0..80).map(|item| 1 + item % 8).collect();
    let gain = [0.5, 0.25, 0.75, -0.25, 0.25, 0.0, 0.5, -0.25];
    let new: Vec<f64> = codes.iter().map(|&code| gain[code as usize - 1]).collect();
    let systems = [Scores::new("base", vec![0.0; 80]), Scores::new("new", new)];
    let of = Clustering {
        column: "passage".to_owned(),
        codes: codes.into(),
    };
    let outcome = compared(&systems, &of, &Request::default());
    let of_items = compare(&systems, &Request::default(), &Control::default()).unwrap();
    assert!(p(&of_items.comparisons[0]) < 1e-6 && p(&outcome.comparisons[0]) > 0.05);
    // As the eight means alone.
    let means = [
        Scores::new("base", vec![0.0; 8]),
        Scores::new("new", gain.to_vec()),
    ];
    let alone = compare(&means, &Request::default(), &Control::default()).unwrap();
    assert_eq!(p(&outcome.comparisons[0]), p(&alone.comparisons[0]));
    assert_eq!(
        outcome.comparisons[0].interval,
        alone.comparisons[0].interval
    );
    let clusters = outcome.comparisons[0].clusters.as_ref().unwrap();
    assert!(
        (clusters.icc.unwrap() - 1.0).abs() < 1e-12 && clusters.design_effect.unwrap() > 9.0,
        "{clusters:?}"
    );
}

#[test]
fn drawn_swaps_agree_with_the_law() {
    let (systems, of) = sample(300, 40);
    let law = compared(&systems, &of, &Request::default());
    let request = Request::default().exact(Exact::Never);
    let drawn = compared(&systems, &of, &request);
    let [low, high] = drawn.comparisons[0].tests[0].pvalue_interval.unwrap();
    assert!(
        (0.8 * low..=1.25 * high).contains(&p(&law.comparisons[0])),
        "{low} {high} {:?}",
        law.comparisons[0].tests
    );
    assert_eq!(
        drawn.comparisons[0].tests[0]
            .recipe
            .to_string()
            .split(',')
            .next(),
        law.comparisons[0].tests[0]
            .recipe
            .to_string()
            .split(',')
            .next()
    );
}

#[test]
fn a_row_of_a_corpus_metric_is_the_sum_of_its_items() {
    let name: restrap_facade::metrics::MetricName = "ratio:right/all".parse().unwrap();
    let restrap_facade::metrics::describe::Make::Counts(make) = name.description().make else {
        panic!("counts")
    };
    let metric = make(&name).unwrap();
    let codes: Vec<u32> = (0..90_u32).map(|item| 1 + item * item % 13).collect();
    let counted = |name: &str, step: i64| Counted {
        name: name.to_owned(),
        times: restrap_facade::Times::Once,
        columns: vec![
            (0..90).map(|item| item * step % 5).collect(),
            (0..90).map(|item| 5 + item % 3).collect(),
        ],
    };
    let systems = [counted("base", 2), counted("new", 3)];
    let of = Clustering {
        column: "doc".to_owned(),
        codes: codes.clone().into(),
    };
    let control = Control::default();
    let drawn = Sampling::from(Units::Clusters(of.clone()));
    let data = Data::counted(metric.as_ref(), &systems).sampling(&drawn);
    let outcome = compare(data, &Request::default(), &control).unwrap();
    let mut order: Vec<u32> = Vec::new();
    for code in &codes {
        if !order.contains(code) {
            order.push(*code);
        }
    }
    let summed = systems.each_ref().map(|system| Counted {
        name: system.name.clone(),
        times: restrap_facade::Times::Once,
        columns: system
            .columns
            .iter()
            .map(|column| {
                let sum = |of: &u32| {
                    let whole = column.whole();
                    whole
                        .iter()
                        .zip(&codes)
                        .filter(|(_, code)| *code == of)
                        .map(|(v, _)| v)
                        .sum()
                };
                order.iter().map(sum).collect()
            })
            .collect(),
    });
    let by_hand = compare(
        Data::counted(metric.as_ref(), &summed),
        &Request::default(),
        &control,
    )
    .unwrap();
    let (one, other) = (&outcome.comparisons[0], &by_hand.comparisons[0]);
    assert_eq!(
        (one.tests[0].pvalue, &one.interval, one.difference),
        (other.tests[0].pvalue, &other.interval, other.difference)
    );
    assert_eq!(
        (outcome.items, outcome.clusters, outcome.unit),
        (90, Some(order.len() as u64), Unit::Cluster)
    );
    let items = compare(
        Data::counted(metric.as_ref(), &systems),
        &Request::default(),
        &control,
    )
    .unwrap();
    assert_eq!(
        items.comparisons[0].difference, one.difference,
        "the estimate does not know of clusters"
    );
}

#[test]
fn sub_populations_keep_their_own_clusters() {
    let (systems, of) = sample(120, 20);
    let names = ["x".to_owned(), "y".to_owned()];
    let codes: Vec<u32> = of.codes.iter().map(|code| 1 + code % 2).collect();
    let populations = Populations {
        column: "kind".to_owned(),
        values: names.to_vec(),
        codes: codes.clone(),
        shared: 0,
    };
    let sampling = Sampling {
        groups: Groups::Populations(populations.clone()),
        ..Sampling::from(Units::Clusters(of.clone()))
    };
    let data = Data::from(&systems).sampling(&sampling);
    let all = compare(data, &Request::default(), &Control::default()).unwrap();
    for (part, code) in all.by.as_ref().unwrap().populations.iter().zip(1..) {
        let is_in = |item: &usize| codes[*item] == code;
        let kept: Vec<usize> = (0..120).filter(is_in).collect();
        let only = systems.each_ref().map(|s| {
            Scores::new(
                s.name.clone(),
                kept.iter().map(|&item| s.rows()[item]).collect::<Vec<_>>(),
            )
        });
        let own: Vec<u32> = kept.iter().map(|&item| of.codes[item]).collect();
        let alone = compared(
            &only,
            &Clustering {
                codes: own.into(),
                ..of.clone()
            },
            &Request::default(),
        );
        assert_eq!(
            part.comparisons[0].tests[0].pvalue,
            alone.comparisons[0].tests[0].pvalue
        );
        assert_eq!(part.comparisons[0].clusters, alone.comparisons[0].clusters);
    }
}

#[test]
fn t_and_margins_have_the_error_of_clusters_and_so_has_each_system() {
    let (systems, of) = sample(200, 25);
    let request = Request::default()
        .tests([Test::T])
        .margin(Claim::Noninferior, MarginSize::Absolute(0.1));
    let outcome = compared(&systems, &of, &request);
    let comparison = &outcome.comparisons[0];
    let totals = totals(&systems, &of);
    let items: f64 = totals.iter().map(|t| t.1).sum();
    let mean = totals.iter().map(|t| t.0).sum::<f64>() / items;
    let squares: f64 = totals
        .iter()
        .map(|t| (t.0 - mean * t.1).powi(2) / (1.0 - t.1 / items))
        .sum();
    let error = squares.sqrt() / items;
    assert!((comparison.standard_error.unwrap() / error - 1.0).abs() < 1e-10);
    assert!((comparison.tests[0].statistic.unwrap() * error / mean - 1.0).abs() < 1e-10);
    let interval = comparison
        .margin
        .as_ref()
        .unwrap()
        .interval
        .as_ref()
        .unwrap();
    // The interval of t, widened to the margins that tilted clusters do not show either.
    let t = restrap_stats::special::student_t_upper_quantile(0.05, totals.len() as f64 - 1.0);
    assert!(
        interval.low < mean - t * error + 1e-9 && interval.high > mean + t * error - 1e-9,
        "{interval:?}"
    );
    let asked = DescribeRequest {
        of: vec![Units::Clusters(of).into(); 2],
        ..DescribeRequest::default()
    };
    let described = describe(&systems, &asked, &Control::default()).unwrap();
    for (alone, beside) in described.systems.iter().zip(&outcome.systems) {
        assert_eq!(alone.interval, beside.interval);
    }
}

#[test]
fn what_clusters_have_not_is_refused() {
    let (systems, of) = sample(40, 9);
    let error = |clusters: &Clustering, request: &Request| {
        compare(
            Data::scores(&systems).sampling(&Units::Clusters(clusters.clone()).into()),
            request,
            &Control::default(),
        )
        .unwrap_err()
        .to_string()
    };
    let with = |codes: Vec<u32>| Clustering {
        column: "passage".to_owned(),
        codes: codes.into(),
    };
    assert!(error(&with(vec![1; 40]), &Request::default()).contains("at least 2 clusters"));
    assert!(
        error(&with((1..=40).collect()), &Request::default()).contains("clusters of several items")
    );
    assert!(error(&with(vec![1; 39]), &Request::default()).contains("a cluster for every item"));
    for test in [Test::Sign, Test::Wilcoxon, Test::McNemar, Test::Bootstrap] {
        assert!(
            error(&of, &Request::default().tests([test])).contains("a test of clusters"),
            "{test}"
        );
    }
}
