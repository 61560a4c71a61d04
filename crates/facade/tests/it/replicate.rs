//! Several data sets: against single comparisons, draws against laws, degenerate data sets.

use restrap_facade::metrics::counts::Formula;
use restrap_facade::outcome::{IntervalKind, Method};
use restrap_facade::{
    Adjustment, Alternative, Clustering, Control, Counted, Data, DataSet, Error, Exact, Gate,
    Measure, ReplicateOutcome, ReplicateRequest, Request, Sampling, Scores, Test, Units, compare,
    replicate,
};

fn set<'a>(name: &str, data: impl Into<Data<'a>>) -> DataSet<'a> {
    DataSet {
        name: name.to_owned(),
        data: data.into(),
        metric: None,
    }
}

fn replicated(sets: Vec<DataSet>, request: &ReplicateRequest) -> Result<ReplicateOutcome, Error> {
    replicate(
        &[Measure { name: None, sets }],
        request,
        &Control::default(),
    )
}

/// 0/1 scores of a baseline and of a system that is right on `won` items alone and wrong on `lost` alone.
fn binary(items: usize, won: usize, lost: usize) -> [Scores<'static>; 2] {
    let base = (0..items).map(|i| f64::from(u8::from(i < lost || i >= won + lost && i % 2 == 0)));
    let new = (0..items).map(|i| {
        f64::from(u8::from(
            (lost..won + lost).contains(&i) || i >= won + lost && i % 2 == 0,
        ))
    });
    [
        Scores::new("base", base.collect::<Vec<_>>()),
        Scores::new("new", new.collect::<Vec<_>>()),
    ]
}

fn graded(items: usize, shift: i64, salt: i64) -> [Scores<'static>; 2] {
    let base: Vec<f64> = (0..items as i64)
        .map(|i| ((i * 7 + salt) % 10) as f64 / 10.0)
        .collect();
    let new = base
        .iter()
        .zip(0..)
        .map(|(b, i)| b + ((i * 13 + salt) % 9 - 4 + shift) as f64 / 20.0);
    let new = new.collect::<Vec<f64>>();
    [Scores::new("base", base), Scores::new("new", new)]
}

#[test]
fn the_published_example_counts_one_and_two_data_sets() {
    // p-values of Dror et al.'s example, .168 .297 .357 .019 .218 .001, as nearly as counts of items give them.
    let nearly = [
        (100, 23, 16),
        (100, 18, 14),
        (100, 16, 13),
        (100, 27, 13),
        (100, 24, 18),
        (100, 10, 0),
    ];
    let systems = nearly.map(|(items, won, lost)| binary(items, won, lost));
    let sets = || {
        systems
            .iter()
            .enumerate()
            .map(|(at, both)| set(&format!("set {at}"), both))
            .collect()
    };
    let outcome = replicated(sets(), &ReplicateRequest::default()).unwrap();
    let counted = &outcome.counts[0];
    assert_eq!(
        (counted.k_bonferroni, counted.k_fisher, counted.n),
        (1, 2, 6),
        "{counted:?}"
    );
    assert_eq!(counted.named, ["set 5"]);
    assert_eq!(
        (counted.behind.k_bonferroni, counted.behind.named.len()),
        (0, 0)
    );
    assert!(
        outcome.verdict[0].contains("on at least 1 of 6 data sets"),
        "{:?}",
        outcome.verdict
    );
}

#[test]
fn cells_are_single_comparisons_and_are_adjusted_once() {
    let systems = [graded(40, 1, 0), graded(90, 0, 3), graded(25, 2, 5)];
    let sets = systems
        .iter()
        .zip(["a", "b", "c"])
        .map(|(both, name)| set(name, both))
        .collect();
    let outcome = replicated(sets, &ReplicateRequest::default()).unwrap();
    let single = systems
        .each_ref()
        .map(|both| compare(both, &Request::default(), &Control::default()).unwrap());
    for (cell, one) in outcome.cells.iter().zip(&single) {
        assert_eq!(cell.pvalue, one.comparisons[0].tests[0].pvalue);
        assert_eq!(cell.difference, one.comparisons[0].difference);
        assert_eq!(
            [cell.baseline_score, cell.score],
            [0, 1].map(|at| one.systems[at].score)
        );
    }
    let p: Vec<_> = single
        .iter()
        .map(|one| one.comparisons[0].tests[0].pvalue.unwrap())
        .collect();
    let adjusted = Adjustment::Bonferroni;
    let bonferroni = ReplicateRequest::new(Request::default().adjust(adjusted));
    let sets = systems
        .iter()
        .zip(["a", "b", "c"])
        .map(|(both, name)| set(name, both))
        .collect();
    let outcome = replicated(sets, &bonferroni).unwrap();
    for (cell, p) in outcome.cells.iter().zip(p) {
        assert!((cell.p_adjusted.unwrap() - (3.0 * p).min(1.0)).abs() < 1e-11);
        let interval = cell.interval.as_ref().unwrap();
        assert_eq!(
            interval.low > 0.0 || interval.high < 0.0,
            cell.shown,
            "{cell:?}"
        );
    }
    let family = outcome.family.unwrap();
    assert_eq!(
        (family.size, family.words()),
        (
            3,
            "family of 3 = 1 system × 3 data sets × 1 metric".to_owned()
        )
    );
}

#[test]
fn draws_of_the_mean_agree_with_its_law() {
    let systems = [graded(40, 1, 0), graded(90, 0, 3), graded(25, 1, 5)];
    let of = |exact| {
        let sets = systems
            .iter()
            .zip(["a", "b", "c"])
            .map(|(both, name)| set(name, both))
            .collect();
        let outcome = replicated(
            sets,
            &ReplicateRequest::new(Request::default().exact(exact)),
        )
        .unwrap();
        outcome.means[0].clone()
    };
    let (law, drawn) = (of(Exact::Auto), of(Exact::Never));
    assert_eq!((law.method, drawn.method), (Method::Exact, Method::Sampled));
    let p = law.pvalue.unwrap();
    // Five standard errors of 100,000 resamples.
    assert!(
        (drawn.pvalue.unwrap() - p).abs() < 5.0 * (p * (1.0 - p) / 1e5).sqrt(),
        "{law:?} {drawn:?}"
    );
    assert_eq!(law.difference, drawn.difference);
}

#[test]
fn data_sets_of_one_length_are_drawn_apart() {
    // Two copies of one data set: shared draws would make the mean as noisy as one of them, p = 0.25 in place of 0.1.
    let both = graded(40, 1, 0);
    let sets = || vec![set("a", &both), set("b", &both)];
    let request = |exact| ReplicateRequest::new(Request::default().exact(exact).resamples(20_000));
    let [law, drawn] = [Exact::Auto, Exact::Never]
        .map(|exact| replicated(sets(), &request(exact)).unwrap().means[0].clone());
    let one = replicated(vec![set("a", &both)], &request(Exact::Auto))
        .unwrap()
        .means[0]
        .pvalue
        .unwrap();
    let (p, sampled) = (law.pvalue.unwrap(), drawn.pvalue.unwrap());
    assert!(one > 2.0 * p, "{one} {p}");
    assert!(
        (sampled - p).abs() < 5.0 * (p * (1.0 - p) / 2e4).sqrt(),
        "{p} {sampled}"
    );
}

#[test]
fn clusters_are_swapped_as_wholes_in_the_mean() {
    let both = graded(48, 1, 0);
    let codes: Vec<u32> = (0..48).map(|i| 1 + i / 4).collect();
    let clusters = Sampling::from(Units::Clusters(Clustering {
        column: "passage".to_owned(),
        codes: codes.into(),
    }));
    let one = |data| replicated(vec![set("a", data)], &ReplicateRequest::default()).unwrap();
    let clustered = one(Data::scores(&both).sampling(&clusters));
    let compared = compare(
        Data::scores(&both).sampling(&clusters),
        &Request::default(),
        &Control::default(),
    )
    .unwrap();
    let (mean, single) = (&clustered.means[0], &compared.comparisons[0]);
    assert_eq!(mean.pvalue, single.tests[0].pvalue);
    let [own, other] = [
        mean.interval.as_ref().unwrap(),
        single.interval.as_ref().unwrap(),
    ];
    assert!(
        (own.low - other.low).abs() < 1e-9 && (own.high - other.high).abs() < 1e-9,
        "{own:?} {other:?}"
    );
    assert_ne!(mean.pvalue, one(Data::scores(&both)).means[0].pvalue);
    assert_eq!(clustered.datasets[0].clusters, Some(12));
}

#[test]
fn t_takes_the_estimates_of_the_data_sets() {
    let systems = [graded(40, 1, 0), graded(90, 0, 3)];
    let sets = systems
        .iter()
        .zip(["a", "b"])
        .map(|(both, name)| set(name, both))
        .collect();
    let outcome = replicated(
        sets,
        &ReplicateRequest::new(Request::default().tests([Test::T])),
    )
    .unwrap();
    let errors: Vec<f64> = outcome
        .cells
        .iter()
        .map(|cell| cell.standard_error.unwrap())
        .collect();
    let interval = outcome.means[0].interval.as_ref().unwrap();
    assert_eq!(interval.method, IntervalKind::T);
    let half = 0.5 * (interval.high - interval.low);
    let error = 0.5 * errors.iter().map(|error| error * error).sum::<f64>().sqrt();
    // Student's quantile for 40 to 130 degrees of freedom.
    assert!((1.97..2.03).contains(&(half / error)), "{half} {error}");
}

#[test]
fn metrics_of_the_whole_corpus_have_a_mean_by_draws() {
    let metric = Formula::new(&["tp", "n"], "tp/n").unwrap();
    let of = |both: &[Scores; 2]| {
        both.each_ref().map(|system| {
            let right = system.rows().iter().map(|v| *v as i64).collect();
            Counted::new(&system.name, [right, vec![1; system.rows().len()]])
        })
    };
    let scores = [binary(60, 12, 3), binary(40, 9, 4)];
    let counted = scores.each_ref().map(of);
    let request = ReplicateRequest::new(Request::default().resamples(20_000));
    let sets = counted
        .iter()
        .zip(["a", "b"])
        .map(|(both, name)| set(name, Data::counted(&metric, both)))
        .collect();
    let drawn = replicated(sets, &request).unwrap();
    let sets = scores
        .iter()
        .zip(["a", "b"])
        .map(|(both, name)| set(name, both))
        .collect();
    let law = replicated(sets, &request).unwrap();
    let (p, sampled) = (law.means[0].pvalue.unwrap(), drawn.means[0].pvalue.unwrap());
    assert!(
        (sampled - p).abs() < 5.0 * (p / 2e4).sqrt(),
        "{p} {sampled}"
    );
    assert!((law.means[0].difference - drawn.means[0].difference).abs() < 1e-12);
    // The interval of the test that decides.
    let interval = drawn.means[0].interval.as_ref().unwrap();
    assert_eq!(interval.method, IntervalKind::SwapCalibrated);
    assert_eq!(interval.contains_0(), sampled > 0.05);
    let sets = counted
        .iter()
        .zip(["a", "b"])
        .map(|(both, name)| set(name, Data::counted(&metric, both)))
        .collect();
    assert!(matches!(
        replicated(sets, &request.micro(true)),
        Err(Error::NotApplicable { .. })
    ));
}

#[test]
fn absent_cells_are_named_and_never_zero() {
    let [base, new] = graded(40, 1, 0);
    let other = Scores::new("other", new.rows().to_vec());
    let (three, two) = ([base.clone(), new, other.clone()], [base.clone(), other]);
    let alone = [base];
    let sets = vec![set("a", &three), set("b", &two), set("c", &alone[..])];
    let outcome = replicated(sets, &ReplicateRequest::default()).unwrap();
    let absent: Vec<_> = outcome
        .absent
        .iter()
        .map(|one| (&one.system[..], &one.dataset[..]))
        .collect();
    assert_eq!(absent, [("new", "b"), ("new", "c"), ("other", "c")]);
    assert_eq!(
        (outcome.cells.len(), outcome.family.as_ref().unwrap().size),
        (3, 3)
    );
    assert_eq!(
        outcome
            .counts
            .iter()
            .map(|count| count.n)
            .collect::<Vec<_>>(),
        [1, 2]
    );
    assert!(
        outcome
            .family
            .unwrap()
            .words()
            .ends_with("= 2 systems × 3 data sets × 1 metric − 3 absent or undefined")
    );
    assert!(
        outcome
            .run
            .warnings
            .iter()
            .any(|text| text.text.starts_with("new: absent on b, c")),
        "{:?}",
        outcome.run.warnings
    );
}

#[test]
fn tests_without_a_value_are_left_out_and_claim_nothing() {
    let shifted = [
        Scores::new("base", vec![0.25; 6]),
        Scores::new("new", vec![0.5; 6]),
    ];
    let both = graded(40, 1, 0);
    let request = ReplicateRequest::new(Request::default().tests([Test::T]).gate(Gate::Superior));
    let outcome = replicated(vec![set("constant", &shifted), set("a", &both)], &request).unwrap();
    let family = outcome.family.as_ref().unwrap();
    assert_eq!(
        (family.size, &family.excluded[..]),
        (1, &["new on constant".to_owned()][..])
    );
    assert!(!outcome.cells[0].shown && outcome.cells[0].pvalue.is_none());
    assert_eq!(outcome.heterogeneity[0].q, None);
}

#[test]
fn what_has_no_answer_is_refused() {
    let (both, turned) = (graded(40, 1, 0), {
        let [b, n] = graded(40, 1, 0);
        [n, b]
    });
    let refused = |sets| {
        replicated(sets, &ReplicateRequest::default())
            .unwrap_err()
            .to_string()
    };
    assert!(
        refused(vec![set("a", &both), set("b", &turned)])
            .contains("the same baseline in every data set")
    );
    assert!(refused(vec![set("a", &both), set("a", &both)]).contains("a twice"));
    assert!(refused(vec![set("a", &both[..1])]).contains("a baseline and at least 1 system"));
    assert!(replicate(&[], &ReplicateRequest::default(), &Control::default()).is_err());
    let unpaired = ReplicateRequest::new(Request::default().unpaired(true));
    assert!(replicated(vec![set("a", &both)], &unpaired).is_err());
}

#[test]
fn gates_are_of_the_mean_and_of_every_data_set() {
    let (ahead, behind, level) = (binary(60, 20, 2), binary(60, 2, 20), binary(60, 5, 5));
    let gate = |sets: Vec<DataSet>, request: Request| {
        replicated(sets, &ReplicateRequest::new(request))
            .unwrap()
            .gate
            .unwrap()
            .passed
    };
    let superior = || Request::default().gate(Gate::Superior);
    assert_eq!(
        gate(vec![set("a", &ahead), set("b", &level)], superior()),
        Some(true)
    );
    assert_eq!(
        gate(vec![set("a", &behind), set("b", &level)], superior()),
        Some(false)
    );
    assert_eq!(
        gate(vec![set("a", &level), set("b", &level)], superior()),
        None
    );
    let inferior = || Request::default().forbid(restrap_facade::Forbid::Inferior);
    assert_eq!(
        gate(vec![set("a", &ahead), set("b", &level)], inferior()),
        Some(true)
    );
    assert_eq!(
        gate(vec![set("a", &ahead), set("b", &behind)], inferior()),
        Some(false)
    );
}

#[test]
fn one_sided_questions_have_one_sided_means() {
    let both = graded(40, 1, 0);
    let of = |side| {
        let request = ReplicateRequest::new(Request::default().alternative(side).adjust(None));
        replicated(vec![set("a", &both), set("b", &both)], &request)
            .unwrap()
            .means[0]
            .pvalue
            .unwrap()
    };
    let [greater, less, both] = [
        Alternative::Greater,
        Alternative::Less,
        Alternative::TwoSided,
    ]
    .map(of);
    assert!(
        greater < 0.5 && less > 0.5 && (both - 2.0 * greater).abs() < 1e-11,
        "{greater} {less} {both}"
    );
}
