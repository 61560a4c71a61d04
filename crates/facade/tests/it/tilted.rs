//! Levels of margin tests where few units lose: how often a system that is worse by exactly the margin passes, enumerated.
//!
//! A law of the data has few parameters (how many clusters are lost wholly, how many in part), so that every outcome is compared once
//! and its probability added up. `cargo test --release -p restrap-facade --test it tilted -- --ignored --nocapture` prints the table
//! of `docs/calibration/tilted.csv`; on every change a part of it runs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use restrap_facade::metrics::MetricName;
use restrap_facade::metrics::describe::{Make, Scorer};
use restrap_facade::metrics::labels::{LabelSet, Labels};
use restrap_facade::{
    Alternative, Claim, Clustering, Control, Counted, Data, MarginSize, Outcome, Request,
    ScoreRange, Scores, Units, compare,
};
use restrap_testing::{Numbers, effort};

/// Returns the probability that so many things fall into each kind that is named; one more kind has the rest.
fn multinomial(counts: &[u64], shares: &[f64], of: u64) -> f64 {
    let mut left = of;
    let mut log = 0.0;
    let ln_choose = |n: u64, k: u64| {
        libm::lgamma(n as f64 + 1.0)
            - libm::lgamma(k as f64 + 1.0)
            - libm::lgamma((n - k) as f64 + 1.0)
    };
    let rest: f64 = 1.0 - shares.iter().sum::<f64>();
    for (&count, &share) in counts.iter().zip(shares) {
        if count > left {
            return 0.0;
        }
        log += ln_choose(left, count);
        if count > 0 {
            log += count as f64 * libm::log(share);
        }
        left -= count;
    }
    if left > 0 {
        log += left as f64 * libm::log(rest.max(0.0));
    }
    libm::exp(log)
}

/// Every choice of counts that sum to `of` at most.
fn choices(kinds: usize, of: u64) -> Vec<Vec<u64>> {
    if kinds == 0 {
        return vec![Vec::new()];
    }
    let with = |count: u64| {
        choices(kinds - 1, of - count).into_iter().map(move |rest| {
            let mut all = vec![count];
            all.extend(rest);
            all
        })
    };
    (0..=of).flat_map(with).collect()
}

/// Units that lose alike: how many there are, and the share of them that is of each kind.
type Group = (u64, Vec<f64>);

/// The levels at .05 and .01 under a law of several groups: outcomes that are rarer than 1e-7 count as passed.
fn levels(groups: &[Group], p: impl Fn(&[Vec<u64>]) -> f64 + Sync) -> [f64; 2] {
    let mut all: Vec<(Vec<Vec<u64>>, f64)> = vec![(Vec::new(), 1.0)];
    for (units, shares) in groups {
        let units = *units;
        let of_group: Vec<(Vec<u64>, f64)> = choices(shares.len(), units)
            .into_iter()
            .map(|counts| {
                let chance = multinomial(&counts, shares, units);
                (counts, chance)
            })
            .filter(|(_, chance)| *chance > 0.0)
            .collect();
        let with = |(known, chance): &(Vec<Vec<u64>>, f64)| {
            let (known, chance) = (known.clone(), *chance);
            of_group
                .iter()
                .map(move |(counts, own)| {
                    let mut outcome = known.clone();
                    outcome.push(counts.clone());
                    (outcome, chance * own)
                })
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    let (told, rare): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, chance)| *chance > 1e-7);
    let left_out: f64 = rare.iter().map(|(_, chance)| chance).sum();
    let passed = Mutex::new([left_out; 2]);
    let next = AtomicUsize::new(0);
    // Threads of their own: a comparison within a parallel iterator would be begun within another one, and that in a third.
    let work = || {
        let alone = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .expect("a thread");
        while let Some((outcome, chance)) = told.get(next.fetch_add(1, Ordering::Relaxed)) {
            let p = alone.install(|| p(outcome));
            let mut passed = passed.lock().expect("no panic");
            for (level, alpha) in passed.iter_mut().zip([0.05, 0.01]) {
                *level += if p <= alpha { *chance } else { 0.0 };
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    passed.into_inner().expect("no panic")
}

fn asked(margin: f64) -> Request {
    Request::default().margin(Claim::Noninferior, MarginSize::Absolute(margin))
}

/// p of the claim; 1 where it was not tested.
fn p_of(data: Data, request: &Request) -> f64 {
    let outcome = compare(data, request, &Control::default()).expect("a comparison");
    let margin = outcome.comparisons[0].margin.as_ref().expect("a margin");
    margin.pvalue.unwrap_or(1.0)
}

/// p of clusters of 0/1 items: of each group its size, and how many clusters keep nothing and half.
fn of_clusters(sizes: &[u64], lost: &[Vec<u64>], units: &[u64], margin: f64) -> f64 {
    let (mut codes, mut new) = (Vec::new(), Vec::new());
    let mut cluster = 0;
    for ((&size, lost), &units) in sizes.iter().zip(lost).zip(units) {
        for at in 0..units {
            cluster += 1;
            let whole = at < lost[0];
            let half = !whole && at < lost.iter().sum::<u64>();
            for item in 0..size {
                codes.push(cluster);
                let right = !(whole || half && item < size / 2);
                new.push(f64::from(u8::from(right)));
            }
        }
    }
    let systems = [
        Scores::new("base", vec![1.0; new.len()]),
        Scores::new("new", new),
    ];
    let units = Units::Clusters(Clustering {
        column: "doc".to_owned(),
        codes: codes.into(),
    });
    p_of(
        Data::scores(&systems).sampling(&units.into()),
        &asked(margin),
    )
}

/// p of pairs on a scale from 0 to 1, all of them best for the baseline: how many lose everything, and a quarter.
fn of_scale(lost: &[u64], items: u64, margin: f64) -> f64 {
    let score = |item: u64| {
        if item < lost[0] {
            0.0
        } else if item < lost[0] + lost[1] {
            0.75
        } else {
            1.0
        }
    };
    let systems = [
        Scores::new("base", vec![1.0; items as usize]),
        Scores::new("new", (0..items).map(score).collect::<Vec<_>>()),
    ];
    let request = asked(margin).range("0.0,1.0".parse::<ScoreRange>().ok());
    p_of(Data::scores(&systems), &request)
}

/// p of two samples on five points: how many of each have the lowest score, the others the highest.
fn of_samples(lowest: &[Vec<u64>], items: u64, margin: f64) -> f64 {
    let of = |name: &str, lowest: u64| {
        let score = |item| if item < lowest { 1.0 } else { 5.0 };
        Scores::new(name, (0..items).map(score).collect::<Vec<_>>())
    };
    let systems = [of("base", lowest[0][0]), of("new", lowest[1][0])];
    let request = asked(margin)
        .unpaired(true)
        .range("1.0,5.0".parse::<ScoreRange>().ok());
    p_of(Data::scores(&systems), &request)
}

/// p of a metric of labels of two classes: how many items of each class only the new system has wrong, and right.
fn of_labels(name: &str, classes: [u64; 2], changed: &[Vec<u64>], request: &Request) -> f64 {
    let name: MetricName = name.parse().expect("a metric");
    let Make::Labels(make) = name.description().make else {
        panic!("labels")
    };
    let set = LabelSet::from_names(["n", "p"]).expect("classes");
    let Scorer::Counted { metric, count } = make(&name, &set).expect("a metric") else {
        panic!("a metric of sums")
    };
    let (mut gold, mut base, mut new) = (Vec::new(), Vec::new(), Vec::new());
    for ((class, &items), changed) in ["n", "p"].into_iter().zip(&classes).zip(changed) {
        let other = if class == "n" { "p" } else { "n" };
        let won = changed.get(1).copied().unwrap_or(0);
        for item in 0..items {
            gold.push(class);
            let (lost, gained) = (item < changed[0], item >= items - won);
            base.push(if gained { other } else { class });
            new.push(if lost { other } else { class });
        }
    }
    let named = |name: &str, labels: &[&str]| Labels::from_items(name, labels.iter().copied());
    let gold = named("gold", &gold);
    let counted = |name: &str, labels: &[&str]| {
        Counted::new(
            name,
            count(&gold, &named(name, labels)).expect("labels").columns,
        )
    };
    let systems = [counted("base", &base), counted("new", &new)];
    p_of(Data::counted(metric.as_ref(), &systems), request)
}

/// The metric of a population in which shares of both classes are wrong.
fn population(name: &str, classes: [u64; 2], wrong: [f64; 2]) -> f64 {
    let [n, p] = classes.map(|items| items as f64);
    let right = [n * (1.0 - wrong[0]), p * (1.0 - wrong[1])];
    if name == "balanced-accuracy" {
        return 0.5 * (right[0] / n + right[1] / p);
    }
    let f =
        |right: f64, missed: f64, spurious: f64| 2.0 * right / (2.0 * right + missed + spurious);
    let missed = [n * wrong[0], p * wrong[1]];
    0.5 * (f(right[0], missed[0], missed[1]) + f(right[1], missed[1], missed[0]))
}

/// The share of the small class that is lost where the metric falls by the margin and a share of the large class is lost.
fn boundary(
    name: &str,
    classes: [u64; 2],
    of_large: f64,
    before: [f64; 2],
    margin: f64,
) -> Option<f64> {
    let loss = |of_small: f64| {
        population(name, classes, before)
            - population(name, classes, [before[0] + of_large, before[1] + of_small])
            - margin
    };
    let (mut low, mut high) = (0.0, 1.0 - before[1]);
    if loss(low) > 0.0 || loss(high) < 0.0 {
        return None;
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if loss(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

/// A row of the table: what is drawn, what loses, the levels at .05 and .01, and what they may be.
#[derive(Clone)]
struct Row {
    design: String,
    losses: &'static str,
    levels: [f64; 2],
    most: [f64; 2],
}

/// Levels of full losses.
const FULL: [f64; 2] = [0.05, 0.0125];
/// Levels of full and partial losses, and of units of unequal size.
const MIXED: [f64; 2] = [0.065, 1.0];
/// Levels of clusters of which half are four times as large and more, where they are lost alike: what is lost of few large ones is not
/// seen.
const UNEQUAL: [f64; 2] = [0.1, 0.0125];
/// Levels where the new system also wins.
const GAINS: [f64; 2] = [0.075, 1.0];

/// Clusters: so many of each size, with the shares that are lost wholly and by half.
fn cluster_rows(is_whole: bool) -> Vec<Row> {
    type Case = (
        &'static str,
        Vec<(u64, u64, Vec<f64>)>,
        f64,
        &'static str,
        [f64; 2],
    );
    let cases: Vec<Case> = vec![
        (
            "20 clusters of 20, margin 0.2",
            vec![(20, 20, vec![0.2])],
            0.2,
            "full",
            FULL,
        ),
        (
            "40 clusters of 5, margin 0.1",
            vec![(40, 5, vec![0.1])],
            0.1,
            "full",
            FULL,
        ),
        (
            "20 clusters of 20, margin 0.2",
            vec![(20, 20, vec![0.12, 0.16])],
            0.2,
            "full and half",
            MIXED,
        ),
        (
            "10 clusters of 5 and 10 of 20, margin 0.2",
            vec![(10, 5, vec![0.2]), (10, 20, vec![0.2])],
            0.2,
            "full",
            UNEQUAL,
        ),
        (
            "20 clusters of 20, margin 0.1",
            vec![(20, 20, vec![0.1])],
            0.1,
            "full",
            FULL,
        ),
        (
            "40 clusters of 5, margin 0.05",
            vec![(40, 5, vec![0.05])],
            0.05,
            "full",
            FULL,
        ),
        (
            "20 clusters of 20, margin 0.1",
            vec![(20, 20, vec![0.06, 0.08])],
            0.1,
            "full and half",
            MIXED,
        ),
        (
            "40 clusters of 5, margin 0.1",
            vec![(40, 5, vec![0.06, 0.1])],
            0.1,
            "full and two of five",
            MIXED,
        ),
        (
            "10 clusters of 2 and 10 of 20, margin 0.2",
            vec![(10, 2, vec![0.12, 0.16]), (10, 20, vec![0.12, 0.16])],
            0.2,
            "full and half",
            UNEQUAL,
        ),
    ];
    let number = if is_whole { cases.len() } else { 4 };
    let row = |(design, groups, margin, losses, most): Case| {
        let sizes: Vec<u64> = groups.iter().map(|group| group.1).collect();
        let units: Vec<u64> = groups.iter().map(|group| group.0).collect();
        let laws: Vec<Group> = groups
            .into_iter()
            .map(|(units, _, shares)| (units, shares))
            .collect();
        let levels = levels(&laws, |lost| of_clusters(&sizes, lost, &units, margin));
        Row {
            design: design.to_owned(),
            losses,
            levels,
            most,
        }
    };
    cases.into_iter().take(number).map(row).collect()
}

/// Scores on a scale, paired and not.
fn scale_rows(is_whole: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for items in if is_whole { vec![20, 30] } else { vec![30] } {
        for (shares, losses, most) in [
            (vec![0.1, 0.0], "full", FULL),
            (vec![0.08, 0.08], "full and a quarter", MIXED),
            (vec![0.05, 0.2], "full and a quarter", MIXED),
        ] {
            let levels = levels(&[(items, shares)], |lost| of_scale(&lost[0], items, 0.1));
            let design = format!("{items} pairs in quarters of a scale, margin 0.1");
            rows.push(Row {
                design,
                losses,
                levels,
                most,
            });
        }
    }
    for of_base in if is_whole {
        vec![0.0, 0.05, 0.2, 0.4]
    } else {
        vec![0.05]
    } {
        let laws = [(20, vec![of_base]), (20, vec![of_base + 0.1])];
        let levels = levels(&laws, |lowest| of_samples(lowest, 20, 0.4));
        let design = format!(
            "20 and 20 items on five points, {of_base} of the baseline's lowest, margin 0.4"
        );
        rows.push(Row {
            design,
            losses: "full",
            levels,
            most: [0.06, 1.0],
        });
    }
    rows
}

/// Metrics of labels with the gold fixed.
fn label_rows(is_whole: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    let designs = if is_whole {
        vec![
            ([90, 10], 0.1),
            ([90, 10], 0.2),
            ([95, 5], 0.1),
            ([95, 5], 0.25),
            ([50, 50], 0.1),
        ]
    } else {
        vec![([20, 5], 0.25)]
    };
    for (classes, margin) in designs {
        let request = asked(margin).resamples(if is_whole { 20_000 } else { 1_000 });
        for name in ["balanced-accuracy", "f1(average=macro)"] {
            for of_large in if is_whole {
                vec![0.0, 0.02, 0.05, 0.1]
            } else {
                vec![0.0, 0.05]
            } {
                let Some(of_small) = boundary(name, classes, of_large, [0.0; 2], margin) else {
                    continue;
                };
                let laws = [(classes[0], vec![of_large]), (classes[1], vec![of_small])];
                let levels = levels(&laws, |lost| of_labels(name, classes, lost, &request));
                let design = format!(
                    "{name}, {} : {}, {of_large} of the large class, margin {margin}",
                    classes[0], classes[1]
                );
                rows.push(Row {
                    design,
                    losses: "full",
                    levels,
                    most: FULL,
                });
            }
            if !is_whole || classes[1] > 10 {
                continue;
            }
            // A tenth of the small class is wrong before, half of which the new system mends.
            let before = [0.0, 0.1];
            if let Some(of_small) = boundary(name, classes, 0.02, before, margin) {
                let small = vec![of_small + 0.05, 0.05];
                let laws = [(classes[0], vec![0.02]), (classes[1], small)];
                let levels = levels(&laws, |changed| of_labels(name, classes, changed, &request));
                let design = format!("{name}, {} : {}, margin {margin}", classes[0], classes[1]);
                rows.push(Row {
                    design,
                    losses: "full, with gains",
                    levels,
                    most: GAINS,
                });
            }
        }
    }
    rows
}

fn within_bounds(rows: &[Row]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter(|row| {
            row.levels
                .iter()
                .zip(row.most)
                .any(|(level, most)| *level > most)
        })
        .map(|row| {
            format!(
                "{}, {}: {:?} above {:?}",
                row.design, row.losses, row.levels, row.most
            )
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn levels_of_few_losses_are_held() {
    within_bounds(&[cluster_rows(false), scale_rows(false), label_rows(false)].concat());
}

#[test]
#[ignore = "slow: the table of docs/calibration/tilted.csv"]
fn levels_of_few_losses_are_those_of_the_table() {
    let rows = [cluster_rows(true), scale_rows(true), label_rows(true)].concat();
    println!("design,losses,at 0.05,at 0.01");
    for row in &rows {
        let [of_05, of_01] = row.levels;
        println!(
            "\"{}\",\"{}\",{of_05:.4},{of_01:.4}",
            row.design, row.losses
        );
    }
    within_bounds(&rows);
}

/// The negative control: a test that takes what it sees for all that there is passes too often.
#[test]
fn a_test_by_the_spread_alone_would_be_told_apart() {
    let of_spread = |lost: &[Vec<u64>]| {
        let (lost, clusters) = (lost[0][0] as f64, 20.0);
        let mean = lost / clusters;
        let error = libm::sqrt(mean * (1.0 - mean) / (clusters - 1.0));
        // One-sided t of 19 degrees of freedom.
        if lost == 0.0 || (0.1 - mean) / error > 1.729 {
            0.05
        } else {
            1.0
        }
    };
    let [level, _] = levels(&[(20, vec![0.1])], of_spread);
    assert!(level > 0.1, "{level}");
}

#[test]
fn metrics_of_balanced_labels_pass_as_accuracy_does() {
    let margin = 0.1;
    let request = asked(margin).resamples(4_000);
    for items in [30_u64, 50, 100, 200] {
        for lost in 0..=8_u64 {
            let score = |item: u64| f64::from(u8::from(item >= lost));
            let systems = [
                Scores::new("base", vec![1.0; items as usize]),
                Scores::new("new", (0..items).map(score).collect::<Vec<_>>()),
            ];
            let of_accuracy = p_of(Data::scores(&systems), &asked(margin));
            if (of_accuracy - 0.05).abs() < 0.02 {
                continue;
            }
            let changed = [vec![lost / 2], vec![lost - lost / 2]];
            for name in ["balanced-accuracy", "f1(average=macro)"] {
                let p = of_labels(name, [items / 2; 2], &changed, &request);
                assert_eq!(
                    p <= 0.05,
                    of_accuracy <= 0.05,
                    "{name}, {lost} of {items} lost: {p}, accuracy {of_accuracy}"
                );
            }
        }
    }
}

/// p by how many units are lost and by the margin.
type Of<'a> = &'a dyn Fn(u64, f64) -> f64;

#[test]
fn p_neither_falls_with_a_loss_nor_rises_with_the_margin() {
    let sizes = [0.05, 0.1, 0.15, 0.25];
    let labels = |lost: u64, size: f64| {
        let changed = [vec![lost / 2], vec![lost - lost / 2]];
        of_labels(
            "f1(average=macro)",
            [40, 10],
            &changed,
            &asked(size).resamples(2_000),
        )
    };
    let of: [(&str, Of, f64); 3] = [
        (
            "clusters",
            &|lost, size| of_clusters(&[5], &[vec![lost, 1]], &[20], size),
            1e-9,
        ),
        (
            "samples",
            &|lost, size| of_samples(&[vec![2], vec![lost]], 20, 4.0 * size),
            1e-9,
        ),
        ("labels", &labels, 0.02),
    ];
    for (what, p, within) in of {
        let table: Vec<Vec<f64>> = (0..8)
            .map(|lost| sizes.iter().map(|&size| p(lost, size)).collect())
            .collect();
        for (lost, pair) in table.windows(2).enumerate() {
            for (at, size) in sizes.iter().enumerate() {
                let (fewer, more) = (pair[0][at], pair[1][at]);
                let counts = what != "labels" || more < 0.5;
                assert!(
                    !counts || more >= fewer - within,
                    "{what}, {lost} lost, margin {size}: {fewer}, then {more}"
                );
            }
        }
        for (lost, row) in table.iter().enumerate() {
            for pair in row.windows(2) {
                let counts = what != "labels" || pair[1] < 0.5;
                assert!(
                    !counts || pair[1] <= pair[0] + within,
                    "{what}, {lost} lost: {row:?}"
                );
            }
        }
    }
}

#[test]
fn superior_by_a_margin_is_never_beside_no_difference() {
    let mut numbers = Numbers(29);
    let asked = |size: f64| {
        Request::default()
            .margin(Claim::Superior, MarginSize::Absolute(size))
            .alternative(Alternative::Greater)
            .resamples(1_000)
    };
    let judge = |what: &str, outcome: &Outcome| {
        let one = &outcome.comparisons[0];
        let (Some(margin), Some(p)) = (&one.margin, one.tests[0].pvalue) else {
            return;
        };
        if margin.shown {
            assert!(
                p <= 0.05,
                "{what}: superior with {:?} beside p = {p}",
                margin.pvalue
            );
        }
    };
    for set in 0..effort(75, 300) {
        let wrong: [Vec<u64>; 2] = [0, 1].map(|_| vec![numbers.below(2), numbers.below(4)]);
        let labels = asked(0.1);
        let p = of_labels("balanced-accuracy", [5, 5], &wrong, &labels);
        let beside = of_labels("balanced-accuracy", [5, 5], &wrong, &asked(1e-9));
        assert!(
            p >= beside - 1e-12,
            "labels {wrong:?}: {p} by 0.1, {beside} by nothing"
        );
        let mut scores = |name: &str, worst: u64| {
            let mut score = |_| 5 - numbers.below(1 + worst).min(4);
            Scores::new(
                name,
                (0..10).map(|item| score(item) as f64).collect::<Vec<_>>(),
            )
        };
        let systems = [scores("base", 4), scores("new", 1)];
        let request = asked(0.2).range("1.0,5.0".parse::<ScoreRange>().ok());
        let run = |data: Data, request: &Request| {
            compare(data, request, &Control::default()).expect("a comparison")
        };
        judge("a scale", &run(Data::scores(&systems), &request));
        judge(
            "samples",
            &run(Data::scores(&systems), &request.clone().unpaired(true)),
        );
        if set % 3 > 0 {
            continue;
        }
        let codes: Vec<u32> = (0..10).map(|item| 1 + item / 2).collect();
        let units = Units::Clusters(Clustering {
            column: "doc".to_owned(),
            codes: codes.into(),
        });
        judge(
            "clusters",
            &run(Data::scores(&systems).sampling(&units.into()), &request),
        );
    }
}
