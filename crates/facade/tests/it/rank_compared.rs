//! Rankings whose pairs are compared one by one, against comparisons of two systems alone.

use restrap_facade::outcome::Outcome;
use restrap_facade::{
    Control, Correction, IntervalMethod, Over, RankOutcome, RankRequest, Request, Scores, compare,
    rank,
};
use restrap_stats::{Adjustment, Probability};
use restrap_testing::Numbers;

/// Values of five runs or folds of each system, `gap` apart.
fn systems(number: usize, gap: f64) -> Vec<Scores<'static>> {
    let mut numbers = Numbers(7);
    let mut one = |system: usize| {
        let values: Vec<f64> = (0..5)
            .map(|_| 0.7 + gap * system as f64 + 0.02 * numbers.unit())
            .collect();
        Scores::new(format!("s{system}"), values)
    };
    (0..number).map(&mut one).collect()
}

fn ranked(systems: &[Scores], asked: &RankRequest) -> RankOutcome {
    rank(systems, asked, &Control::default()).expect("a ranking")
}

fn alone(systems: &[Scores], names: [&str; 2], request: &Request) -> Outcome {
    let find = |name: &str| {
        systems
            .iter()
            .find(|system| system.name == name)
            .expect("a system")
            .clone()
    };
    compare(&names.map(find), request, &Control::default()).expect("an outcome")
}

#[test]
fn pairs_have_the_test_of_a_comparison_and_one_correction() {
    for over in [Over::Seeds, Over::Folds, Over::Splits] {
        let all = systems(4, 0.012);
        let mut request = Request::default().over(over);
        if over == Over::Splits {
            request = request.test_fraction(0.1);
        }
        let outcome = ranked(&all, &RankRequest::new(request.clone()));
        let each: Vec<f64> = outcome
            .pairs
            .iter()
            .map(|pair| {
                let own = alone(&all, [&pair.a, &pair.b], &request);
                let comparison = &own.comparisons[0];
                assert_eq!(pair.pvalue, comparison.tests[0].pvalue, "{over} {pair:?}");
                assert!((pair.difference - comparison.difference).abs() < 1e-12);
                // Of the level of all six.
                let wide = alone(
                    &all,
                    [&pair.a, &pair.b],
                    &request.clone().confidence(1.0 - 0.05 / 6.0),
                );
                let (found, expected) = (
                    pair.interval.clone().expect("ends"),
                    wide.comparisons[0].interval.clone().expect("ends"),
                );
                assert!(
                    (found.low - expected.low).abs() < 1e-9
                        && (found.high - expected.high).abs() < 1e-9
                );
                pair.pvalue.expect("p")
            })
            .collect();
        let family: Vec<Probability> = each.iter().map(|&p| Probability::new(p)).collect();
        let adjusted = Adjustment::Holm.adjust(&family);
        for (pair, p) in outcome.pairs.iter().zip(&adjusted) {
            assert!(
                (pair.p_adjusted.expect("p") / p.value() - 1.0).abs() < 1e-9,
                "{pair:?}"
            );
            assert_eq!(pair.shown, p.value() <= 0.05);
        }
        assert_eq!(
            (outcome.family.adjust, outcome.family.size),
            (Correction::Holm, 6)
        );
        // Systems that are told apart share no letter.
        for pair in &outcome.pairs {
            let letters = |name: &str| {
                let own = outcome
                    .systems
                    .iter()
                    .find(|system| system.name == name)
                    .expect("a system");
                own.letters.clone().unwrap_or_default()
            };
            let (a, b) = (letters(&pair.a), letters(&pair.b));
            assert_eq!(
                pair.shown,
                !a.chars().any(|letter| b.contains(letter)),
                "{pair:?}"
            );
        }
        let with_first = ranked(&all, &RankRequest::new(request.clone()).against_first(true));
        for pair in &with_first.pairs {
            assert_eq!(
                pair.pvalue,
                alone(&all, [&pair.a, &pair.b], &request).comparisons[0].tests[0].pvalue
            );
        }
    }
}

#[test]
fn what_no_swaps_are_made_for_takes_p_of_each_pair_alone() {
    let asked = RankRequest::new(Request::default().over(Over::Seeds));
    for correction in [Correction::MaxT, Correction::BootstrapMaxT, Correction::Hsd] {
        let all = systems(3, 0.0);
        let error = rank(
            &all,
            &asked.clone().correction(correction),
            &Control::default(),
        )
        .expect_err("draws");
        assert!(
            error.to_string().contains("swapped or resampled together"),
            "{error}"
        );
    }
    let mut quiet = asked.clone();
    quiet.request = quiet.request.interval(IntervalMethod::None);
    let outcome = ranked(
        &systems(3, 0.1),
        &quiet.correction(Correction::BenjaminiHochberg),
    );
    assert!(outcome.told_apart() == 3 && outcome.pairs.iter().all(|pair| pair.interval.is_none()));
}
