//! Gains that have to exceed a margin, in per cent of a baseline that is itself observed.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use restrap_facade::outcome::{MarginMethod, MarginOutcome};
use restrap_facade::{
    Claim, Clustering, Control, Data, Gate, IntervalMethod, MarginSize, Request, Sampling, Scores,
    Test, Units, compare,
};
use restrap_stats::{Alternative, Moments, StudentT};

/// Costs of a baseline, and of a system that costs .6 of it in truth.
fn costs(seed: u64, items: usize) -> [Vec<f64>; 2] {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut normal = || random.sample::<f64, _>(StandardNormal);
    let mut one = |_| {
        let base = libm::exp(0.5 * normal());
        (base, 0.6 * base * libm::exp(0.3 * normal() - 0.045))
    };
    let (base, new) = (0..items).map(&mut one).unzip();
    [base, new]
}

fn asked(size: MarginSize) -> Request {
    Request::default()
        .higher_is_better(false)
        .interval(IntervalMethod::None)
        .margin(Claim::Superior, size)
}

fn tested([base, new]: &[Vec<f64>; 2], request: &Request) -> MarginOutcome {
    let systems = [
        Scores::new("base", base.clone()),
        Scores::new("new", new.clone()),
    ];
    compare(&systems, request, &Control::default())
        .expect("an outcome")
        .comparisons[0]
        .margin
        .clone()
        .expect("a margin")
}

#[test]
fn a_gain_in_per_cent_is_tested_against_the_scores_of_the_baseline() {
    let columns = costs(1, 40);
    let margin = tested(&columns, &asked(MarginSize::Percent(30.0)).tests([Test::T]));
    let [base, new] = &columns;
    let moments = Moments::of_each(40, |item| new[item] - 0.7 * base[item]).expect("items");
    let t = StudentT::of_moments(moments).expect("items");
    let p = t.estimate().against(0.0).p(Alternative::Less).value();
    assert!(
        (margin.pvalue.expect("a p-value") / p - 1.0).abs() < 1e-9,
        "{margin:?} {p}"
    );
    assert_eq!(margin.method, Some(MarginMethod::T));
    // The interval is t's of what is beyond the margin, and excludes 0 exactly where the claim is shown.
    let ends = margin.interval.expect("an interval");
    let mean = base.iter().sum::<f64>() / 40.0;
    assert!((margin.size - 0.3 * mean).abs() < 1e-9);
    assert_eq!(ends.high < 0.0, margin.shown);
    let own = t
        .estimate()
        .interval(0.9)
        .expect("a level")
        .expect("some spread");
    assert!(
        margin.beyond && (ends.low - own.low).abs() < 1e-9 && (ends.high - own.high).abs() < 1e-9
    );
    // Drawn: near t on data like these.
    let drawn = tested(&columns, &asked(MarginSize::Percent(30.0)));
    assert_eq!(drawn.method, Some(MarginMethod::Studentized));
    assert!(
        (drawn.pvalue.expect("a p-value") - p).abs() < 0.02,
        "{drawn:?} {p}"
    );
}

#[test]
fn a_claim_that_is_just_not_true_passes_at_its_level() {
    const TRIALS: u64 = 2_000;
    let mut passed = [0_u64; 2];
    for seed in 0..TRIALS {
        let columns = costs(seed + 10, 400);
        let mean = columns[0].iter().sum::<f64>() / 400.0;
        // A margin of 40 % of the observed mean takes it for known: the error is then of other differences.
        for (at, size) in [MarginSize::Percent(40.0), MarginSize::Absolute(0.4 * mean)]
            .into_iter()
            .enumerate()
        {
            let margin = tested(&columns, &asked(size).tests([Test::T]));
            passed[at] += u64::from(margin.shown);
        }
    }
    let [right, naive] = passed.map(|count| count as f64 / TRIALS as f64);
    // Four standard errors of .0049.
    assert!((right - 0.05).abs() < 0.02, "{right}");
    assert!(
        naive < 0.03,
        "the control should be far from its level: {naive}"
    );
}

#[test]
fn gains_pass_fail_and_stay_open_on_every_scale() {
    let column = |right: usize| {
        (0..400)
            .map(|item| f64::from(u8::from(item < right)))
            .collect::<Vec<f64>>()
    };
    let of = |right: [usize; 2], size: MarginSize| {
        let systems = [
            Scores::new("base", column(right[0])),
            Scores::new("new", column(right[1])),
        ];
        let request = Request::default()
            .margin(Claim::Superior, size)
            .gate(Gate::Superior);
        let outcome = compare(&systems, &request, &Control::default()).expect("an outcome");
        let method = outcome.comparisons[0]
            .margin
            .as_ref()
            .and_then(|margin| margin.method);
        (outcome.gate.expect("a gate").passed, method)
    };
    let point = MarginSize::Points(5.0);
    assert_eq!(
        of([200, 260], point),
        (Some(true), Some(MarginMethod::Unconditional))
    );
    assert_eq!(
        of([200, 204], point),
        (Some(false), Some(MarginMethod::Unconditional))
    );
    assert_eq!(
        of([200, 222], point),
        (None, Some(MarginMethod::Unconditional))
    );
    // Equal systems are shown to gain less.
    assert_eq!(
        of([200, 200], point),
        (Some(false), Some(MarginMethod::Unconditional))
    );
    // 10 % of one half.
    assert_eq!(
        of([200, 260], MarginSize::Percent(10.0)),
        (Some(true), Some(MarginMethod::Studentized))
    );
    assert_eq!(
        of([200, 204], MarginSize::Percent(10.0)),
        (Some(false), Some(MarginMethod::Studentized))
    );
}

#[test]
fn shares_of_scores_below_zero_are_of_their_size() {
    // Log-likelihoods, some of them above 0: higher is better, and 20 % of −5 is 1.
    let base: Vec<f64> = (0..60)
        .map(|item| -5.0 + f64::from(item % 7) * 2.0 - 6.0)
        .collect();
    for gain in [0.5, 2.2, 2.6] {
        let new: Vec<f64> = (0..60)
            .map(|item| base[item as usize] + gain + f64::from(item * 3 % 5) / 5.0 - 0.4)
            .collect();
        let request = asked(MarginSize::Percent(40.0))
            .higher_is_better(true)
            .tests([Test::T]);
        let margin = tested(&[base.clone(), new], &request);
        let mean = base.iter().sum::<f64>() / 60.0;
        assert!((margin.size - 0.4 * mean.abs()).abs() < 1e-9, "{margin:?}");
        let ends = margin.interval.expect("an interval");
        assert_eq!(ends.low > 0.0, margin.shown, "{gain} {ends:?}");
        assert_eq!(margin.shown, gain > 2.5);
    }
}

#[test]
fn clusters_have_their_error_and_what_has_none_is_refused() {
    let columns = costs(7, 60);
    let systems = [
        Scores::new("base", columns[0].clone()),
        Scores::new("new", columns[1].clone()),
    ];
    let codes: Vec<u32> = (0..60).map(|item| item / 3 + 1).collect();
    let units = Sampling::from(Units::Clusters(Clustering {
        column: "document".to_owned(),
        codes: codes.into(),
    }));
    let request = asked(MarginSize::Percent(30.0));
    let outcome = compare(
        Data::scores(&systems).sampling(&units),
        &request,
        &Control::default(),
    )
    .expect("an outcome");
    let margin = outcome.comparisons[0].margin.clone().expect("a margin");
    assert_eq!(margin.method, Some(MarginMethod::ClusterT));
    assert!(
        margin
            .recipe
            .to_string()
            .contains("each changed by that share of itself"),
        "{}",
        margin.recipe
    );
    let apart = compare(&systems, &request.unpaired(true), &Control::default())
        .expect_err("unpaired")
        .to_string();
    assert!(apart.contains("a gain in per cent"), "{apart}");
}
