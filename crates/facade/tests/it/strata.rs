//! The stratified bootstrap of corpus metrics against every stratified resample, one by one.

use restrap_facade::metrics::{Metric, MetricName, describe::Make};
use restrap_facade::{
    Control, Counted, Data, Groups, IntegerColumn, IntervalMethod, Request, Sampling, Strata, Test,
    compare,
};
use restrap_testing::{Numbers, resamples};

const RESAMPLES: u64 = 40_000;
/// Items of the two strata lie among each other.
const CODES: [u32; 7] = [1, 2, 2, 1, 2, 1, 2];

fn f1() -> Box<dyn Metric> {
    let name: MetricName = "formula(columns=tp|fp|fn,formula=\"2*tp/(2*tp+fp+fn)\")"
        .parse()
        .unwrap();
    let Make::Counts(make) = name.description().make else {
        panic!("columns")
    };
    make(&name).unwrap()
}

fn system(name: &str, numbers: &mut Numbers) -> Counted {
    let mut next = |most: u64| numbers.below(most + 1) as i64;
    let mut column = |least: i64| CODES.map(|code| least + next(3) + i64::from(code)).to_vec();
    Counted::new(name, [column(1), column(0), column(0)])
}

fn value(rows: &[IntegerColumn], taken: &[usize]) -> f64 {
    let sum = |column: &IntegerColumn| taken.iter().map(|&item| column.get(item)).sum::<i64>();
    let [tp, fp, fne] = [0, 1, 2].map(|column| sum(&rows[column]) as f64);
    2.0 * tp / (2.0 * tp + fp + fne)
}

/// The difference on every resample that takes as many items of each stratum as there are.
fn differences(baseline: &Counted, system: &Counted) -> Vec<f64> {
    let of = |code| {
        (0..CODES.len())
            .filter(|&item| CODES[item] == code)
            .collect::<Vec<usize>>()
    };
    let (one, two) = (of(1), of(2));
    let ways = |items: &[usize]| -> Vec<Vec<usize>> {
        let all = resamples(items.len(), items.len());
        all.map(|places| places.into_iter().map(|place| items[place]).collect())
            .collect()
    };
    let (one, two) = (ways(&one), ways(&two));
    let pairs = one
        .iter()
        .flat_map(|first| two.iter().map(move |second| [&first[..], second].concat()));
    pairs
        .map(|taken| value(&system.columns, &taken) - value(&baseline.columns, &taken))
        .collect()
}

#[test]
fn tests_and_intervals_are_those_of_all_stratified_resamples() {
    let (metric, mut state) = (f1(), Numbers(20_261_123));
    let strata = Strata {
        column: "domain".to_owned(),
        codes: CODES.into(),
    };
    let mut apart = 0;
    for case in 0..50 {
        let systems = [system("base", &mut state), system("new", &mut state)];
        let request = Request::default()
            .tests([Test::Bootstrap, Test::BootstrapPercentile])
            .interval(IntervalMethod::Percentile)
            .resamples(RESAMPLES)
            .seed(case);
        let data = Data::counted(metric.as_ref(), &systems);
        let outcome = compare(
            data.sampling(&Groups::Strata(strata.clone()).into()),
            &request,
            &Control::default(),
        )
        .unwrap();
        let comparison = &outcome.comparisons[0];
        let mut all = differences(&systems[0], &systems[1]);
        all.sort_by(f64::total_cmp);
        let share = |count: usize| count as f64 / all.len() as f64;
        let observed = comparison.difference;
        let far = all
            .iter()
            .filter(|&&d| (d - observed).abs() >= observed.abs() - 1e-12)
            .count();
        let [low, high] =
            [-1.0, 1.0].map(|side| share(all.iter().filter(|&&d| side * d >= -1e-12).count()));
        let wanted = [share(far), (2.0 * low.min(high)).min(1.0)];
        for (test, wanted) in comparison.tests.iter().zip(wanted) {
            let found = test.pvalue.unwrap();
            // Four and a half standard errors; the percentile test doubles a share of half the size.
            let error = (2.0 * wanted * (1.0 - wanted / 2.0).max(0.0) / RESAMPLES as f64).sqrt();
            assert!(
                (found - wanted).abs() < 4.5 * error + 2e-4,
                "{case}: {} {found} is not {wanted}",
                test.name
            );
            assert!(
                test.recipe
                    .to_string()
                    .contains("sampled within 2 strata (domain) of fixed size"),
                "{}",
                test.recipe
            );
        }
        // The ends lie between neighbours of the quantiles, as far as their draws may miss these.
        let interval = comparison.interval.as_ref().unwrap();
        for (end, at) in [(interval.low, 0.025), (interval.high, 0.975)] {
            let error = 4.5 * (at * (1.0_f64 - at) / RESAMPLES as f64).sqrt();
            let place = |at: f64| all[((at * all.len() as f64) as usize).min(all.len() - 1)];
            let (below, above) = (place(at - error) - 1e-9, place(at + error) + 1e-9);
            assert!(
                (below..=above).contains(&end),
                "{case}: {end} is not in {below} to {above}"
            );
        }
        // Without strata the same draws spread otherwise.
        let plain = compare(data, &request, &Control::default()).unwrap();
        apart += u32::from(plain.comparisons[0].standard_error != comparison.standard_error);
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let spread =
            (all.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / all.len() as f64).sqrt();
        let error = comparison.standard_error.unwrap();
        assert!(
            (error / spread - 1.0).abs() < 0.03,
            "{case}: {error} is not {spread}"
        );
    }
    assert_eq!(apart, 50);
}

#[test]
fn strata_move_bca_intervals_and_leave_swaps_alone() {
    let (metric, mut state) = (f1(), Numbers(7));
    let systems = [system("base", &mut state), system("new", &mut state)];
    let strata = Strata {
        column: "domain".to_owned(),
        codes: CODES.into(),
    };
    let data = Data::counted(metric.as_ref(), &systems);
    let of = |data, method| {
        let request = Request::default().interval(method);
        compare(data, &request, &Control::default())
            .unwrap()
            .comparisons
            .remove(0)
    };
    let groups = Sampling::from(Groups::Strata(strata));
    let within = data.sampling(&groups);
    let bca = [data, within].map(|data| of(data, IntervalMethod::Bca).interval);
    assert_ne!(bca[0], bca[1]);
    // The default is the dual of the swaps, which strata leave alone.
    let [plain, within] = [data, within].map(|data| of(data, IntervalMethod::Auto));
    assert_eq!(plain.tests[0].pvalue, within.tests[0].pvalue);
    assert_eq!(plain.interval, within.interval);
    assert!(
        within.tests[0]
            .notes
            .iter()
            .any(|note| note.text.starts_with("strata change nothing here"))
    );
    let bad = Strata {
        column: "domain".to_owned(),
        codes: CODES[1..].into(),
    };
    let error = compare(
        data.sampling(&Groups::Strata(bad.clone()).into()),
        &Request::default(),
        &Control::default(),
    )
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected a stratum for every item, found 6 codes"
    );
}
