//! Sub-populations: each is the comparison of its own items, and they are one family, without the pooled comparison.

use restrap_facade::outcome::ComparisonOutcome;
use restrap_facade::{Adjustment, Control, Data, Groups, Populations, Request, Scores, compare};

#[test]
fn a_sub_population_is_the_comparison_of_its_items_and_they_are_a_family() {
    let values = |step: usize| -> Vec<f64> {
        (0..60)
            .map(|item| f64::from(u8::from(item % step == 0)))
            .collect()
    };
    let systems = [
        Scores::new("base", values(5)),
        Scores::new("new", values(2)),
    ];
    let codes: Vec<u32> = (0..60).map(|item| 1 + u32::from(item >= 40)).collect();
    let names = ["x".to_owned(), "y".to_owned()];
    let (request, control) = (Request::default(), Control::default());
    let populations = Populations {
        column: "kind".to_owned(),
        values: names.to_vec(),
        codes: codes.clone(),
        shared: 0,
    };
    let all = compare(
        Data::from(&systems).sampling(&Groups::Populations(populations.clone()).into()),
        &request,
        &control,
    )
    .unwrap();
    let parts = &all.by.as_ref().unwrap().populations;
    let only = |system: &Scores, code: u32| {
        let kept = system
            .rows()
            .iter()
            .zip(&codes)
            .filter(|(_, of)| **of == code);
        Scores::new(
            system.name.clone(),
            kept.map(|(score, _)| *score).collect::<Vec<_>>(),
        )
    };
    for (part, code) in parts.iter().zip([1, 2]) {
        let half = systems.each_ref().map(|system| only(system, code));
        let alone = compare(&half, &request, &control).unwrap();
        assert_eq!(part.items, alone.items);
        assert_eq!(
            part.comparisons[0].tests[0].pvalue.unwrap_or(0.0),
            alone.comparisons[0].tests[0].pvalue.unwrap_or(0.0)
        );
        assert_eq!(
            part.comparisons[0].difference,
            alone.comparisons[0].difference
        );
    }
    let family = all.family.as_ref().unwrap();
    assert_eq!((family.size, family.adjust), (2, Adjustment::Holm));
    let p = |comparison: &ComparisonOutcome| {
        (
            comparison.tests[0].pvalue.unwrap_or(0.0),
            comparison.tests[0].p_adjusted.unwrap(),
        )
    };
    let mut both: Vec<(f64, f64)> = parts
        .iter()
        .flat_map(|part| &part.comparisons)
        .map(p)
        .collect();
    assert_eq!(
        all.comparisons[0].tests[0].p_adjusted, None,
        "the pooled comparison is no member"
    );
    both.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(
        (both[0].1 / (2.0 * both[0].0) - 1.0).abs() < 1e-11,
        "Holm takes the smaller twice: {both:?}"
    );
    assert!(
        all.run
            .report
            .contains("holm correction over 2 comparisons"),
        "{}",
        all.run.report
    );
}

#[test]
fn a_saved_outcome_reads_back_as_itself() {
    let values =
        |step: usize| -> Vec<f64> { (0..40).map(|item| (item % step) as f64 / 7.0).collect() };
    let systems = [
        Scores::new("base", values(5)),
        Scores::new("new", values(3)),
    ];
    for request in [
        Request::default(),
        Request::default().alpha(0.01).seed(7).adjust(None),
    ] {
        let outcome = compare(&systems, &request, &Control::default()).unwrap();
        let json = serde_json::to_string(&outcome).unwrap();
        let read: restrap_facade::Outcome = serde_json::from_str(&json).unwrap();
        assert_eq!(read, outcome);
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
    }
}
