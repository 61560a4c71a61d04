//! Tests of signs and ranks take their direction from their statistic, whatever the means say.

use restrap_facade::outcome::{ComparisonOutcome, Outcome};
use restrap_facade::{Control, Forbid, Gate, Request, Scores, Test, compare};
use restrap_testing::{Numbers, effort};
use std::cmp::Ordering;

/// Many small gains and a few large losses, or the opposite.
fn scores(numbers: &mut Numbers) -> [Vec<f64>; 2] {
    let items = 12 + numbers.bits() % 30;
    let sign = if numbers.bits().is_multiple_of(2) {
        1.0
    } else {
        -1.0
    };
    let (mut base, mut new) = (Vec::new(), Vec::new());
    for item in 0..items {
        let score = numbers.share();
        let gap = if item < 2 {
            -6.0
        } else {
            0.3 * numbers.share() + 0.05
        };
        base.push(score);
        new.push(score + sign * gap);
    }
    [base, new]
}

/// The side of the statistic, by its definition.
fn statistic(test: Test, base: &[f64], new: &[f64]) -> Ordering {
    let differences: Vec<f64> = new.iter().zip(base).map(|(new, base)| new - base).collect();
    let value: f64 = match test {
        Test::Sign => differences.iter().map(|d| d.signum()).sum(),
        Test::Wilcoxon => {
            let rank = |d: f64| {
                differences
                    .iter()
                    .filter(|other| other.abs() <= d.abs())
                    .count() as f64
            };
            differences.iter().map(|&d| d.signum() * rank(d)).sum()
        }
        _ => new
            .iter()
            .map(|new| base.iter().map(|base| (new - base).signum()).sum::<f64>())
            .sum(),
    };
    value.total_cmp(&0.0)
}

fn gated(systems: &[Scores], test: Test, gate: Option<Gate>) -> Outcome {
    let request = Request::default()
        .tests([test])
        .unpaired(test == Test::MannWhitney);
    let forbid = gate.is_none().then_some(Forbid::Inferior);
    let request = request.gate(gate).forbid(forbid);
    compare(systems, &request, &Control::default()).expect("an outcome")
}

#[test]
fn verdict_gate_and_direction_follow_the_statistic() {
    let sets = effort(300, 2_000);
    for test in [Test::Sign, Test::Wilcoxon, Test::MannWhitney] {
        let (mut contradicted, mut significant) = (0, 0);
        for seed in 0..sets {
            let [base, new] = scores(&mut Numbers(seed + 1));
            let side = statistic(test, &base, &new);
            let mean = new.iter().sum::<f64>() - base.iter().sum::<f64>();
            let systems = [Scores::new("base", base), Scores::new("new", new)];
            let required = gated(&systems, test, Some(Gate::Superior));
            let forbidden = gated(&systems, test, None);
            let one: &ComparisonOutcome = &required.comparisons[0];
            assert_eq!(one.direction(), side, "{test} {seed}");
            if !one.shown {
                continue;
            }
            significant += 1;
            let is_contradicted = side != mean.total_cmp(&0.0);
            assert_eq!(one.is_contradicted(), is_contradicted, "{test} {seed}");
            let passed = |outcome: &Outcome| outcome.gate.as_ref().expect("a gate").passed;
            if is_contradicted {
                contradicted += 1;
                assert_eq!(
                    [passed(&required), passed(&forbidden)],
                    [None, None],
                    "{test} {seed}"
                );
                let words = if side.is_gt() { "better" } else { "worse" };
                let says = one.verdict.contains("The mean points the other way")
                    && (test == Test::Wilcoxon || one.verdict.contains(words));
                assert!(says, "{test} {seed}: {}", one.verdict);
            } else {
                let better = Some(side.is_gt());
                assert_eq!(
                    [passed(&required), passed(&forbidden)],
                    [better, better],
                    "{test} {seed}"
                );
            }
        }
        assert!(
            contradicted > sets / 10,
            "{test}: {contradicted} of {significant} contradict the mean"
        );
    }
}
