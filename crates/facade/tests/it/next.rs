//! The paragraph after a difference that is not significant: true to the planner, and nothing of it from the observed difference.

use restrap_facade::outcome::NextOutcome;
use restrap_facade::power::{Known, PlanRequest, plan_of_pilot};
use restrap_facade::{Control, Data, Outcome, Request, Scores, compare};
use restrap_testing::{Numbers, effort};

fn compared(systems: &[Scores]) -> Outcome {
    compare(
        Data::scores(systems),
        &Request::default().resamples(1_000),
        &Control::default(),
    )
    .expect("a comparison")
}

/// The gain that `power plan --items` names, from the pilot's own spread.
fn planned(systems: &[Scores; 2]) -> f64 {
    let items = systems[0].rows().len() as u64;
    let request = PlanRequest::new(Known::Pilot).items(items).simulations(0);
    let outcome = plan_of_pilot(&request, &systems[0], &systems[1]).expect("a plan");
    let own = outcome
        .scenarios
        .iter()
        .find(|scenario| scenario.name.starts_with("the pilot's"))
        .unwrap_or(&outcome.scenarios[0]);
    own.quoted().least_gain.expect("a gain")
}

fn numbers(outcome: &Outcome) -> Option<&NextOutcome> {
    outcome.comparisons[0].next.as_ref()
}

/// Scores of two systems: 0/1, points of a scale, or continuous.
fn sample(numbers: &mut Numbers, kind: u64) -> [Scores<'static>; 2] {
    let items = 20 + numbers.below(600);
    let differing = 1 + numbers.below(60);
    let (mut base, mut new) = (Vec::new(), Vec::new());
    for _ in 0..items {
        let differs = numbers.below(100) < differing;
        let (one, other) = match kind {
            0 => {
                let right = numbers.below(2);
                (right, if differs { 1 - right } else { right })
            }
            1 => {
                let score = numbers.below(5);
                (score, if differs { numbers.below(5) } else { score })
            }
            _ => (numbers.below(1_000_000), numbers.below(1_000_000)),
        };
        let unit = if kind == 2 { 1e6 } else { 1.0 };
        base.push(one as f64 / unit);
        new.push(other as f64 / unit);
    }
    [Scores::new("base", base), Scores::new("new", new)]
}

#[test]
fn gains_are_those_of_the_planner_and_not_of_the_difference() {
    let mut random = Numbers(41);
    let (mut told, mut few) = (0, 0);
    let sets = effort(75, 300);
    for set in 0..sets {
        let kind = set % 3;
        let systems = sample(&mut random, kind);
        let outcome = compared(&systems);
        let differing = outcome.comparisons[0].effect.better + outcome.comparisons[0].effect.worse;
        let Some(next) = numbers(&outcome) else {
            assert!(outcome.comparisons[0].shown, "set {set}");
            assert_eq!(outcome.next, None, "set {set}");
            continue;
        };
        let text = outcome.next.as_deref().expect("a paragraph");
        assert!(
            text.contains("--noninferior MARGIN") || text.contains("noninferior="),
            "{text}"
        );
        let Some(gain) = next.gain else {
            few += 1;
            assert!(differing < 10, "set {set}: {differing}");
            assert!(!text.contains("detect"), "{text}");
            continue;
        };
        told += 1;
        assert!(
            differing >= 10 && text.contains("detect a true gain of about"),
            "{text}"
        );
        let (planned, within) = (planned(&systems), if differing < 50 { 0.1 } else { 0.05 });
        assert!(
            (gain / planned - 1.0).abs() <= within,
            "set {set}, {differing} differ: {gain}, planned {planned}"
        );
        if kind == 0 {
            continue;
        }
        // A constant more on every item.
        let [base, new] = &systems;
        let shift = 0.37 * gain;
        let moved: Vec<f64> = new.rows().iter().map(|score| score + shift).collect();
        let moved = compared(&[base.clone(), Scores::new("new", moved)]);
        if let Some(other) = numbers(&moved).and_then(|next| next.gain) {
            assert!(
                (other / gain - 1.0).abs() < 1e-6,
                "set {set}: {gain}, {other} after a shift"
            );
            let four = next.gain_of_four_times.expect("four times as many");
            assert!(
                (0.45..0.52).contains(&(four / gain)),
                "set {set}: {four} of {gain}"
            );
        }
    }
    assert!(3 * told > sets && 100 * few > sets, "{told} {few}");
}
