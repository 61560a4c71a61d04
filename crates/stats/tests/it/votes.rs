//! Votes: strengths that exist, and those that do not.

use restrap_stats::StatsError;
use restrap_stats::cluster::{Clusters, Sandwich};
use restrap_stats::votes::{Davidson, Duel};

fn duel(first: usize, second: usize, first_wins: u64, second_wins: u64, ties: u64) -> Duel {
    Duel {
        first,
        second,
        first_wins,
        second_wins,
        ties,
    }
}

fn refused(systems: usize, duels: &[Duel]) -> StatsError {
    Davidson::fit(systems, duels, false).expect_err("no finite strengths")
}

#[test]
fn two_systems_have_their_closed_form() {
    let fit = Davidson::fit(2, &[duel(0, 1, 30, 12, 9)], false).expect("strengths");
    let (difference, ties) = (fit.difference(0, 1), fit.ties().expect("ties"));
    // ln(w/l) and ln(t/√(w l)).
    assert!(
        (difference.value - (30.0_f64 / 12.0).ln()).abs() < 1e-12,
        "{difference:?}"
    );
    assert!(
        (ties.value - (9.0 / 360.0_f64.sqrt()).ln()).abs() < 1e-12,
        "{ties:?}"
    );
    // The search ends at a step of 1e-11, and errors are those of its start.
    assert!(
        (difference.error - (1.0 / 30.0 + 1.0 / 12.0_f64).sqrt()).abs() < 1e-11,
        "{difference:?}"
    );
    let sum: f64 = fit.strengths().iter().map(|strength| strength.value).sum();
    // The rounding of some ten steps.
    assert!(sum.abs() < 1e-13, "{sum}");
}

#[test]
fn unbeaten_and_separate_groups_are_named() {
    let cycle = [duel(0, 1, 3, 2, 0), duel(2, 3, 4, 1, 0)];
    let above = [&cycle[..], &[duel(2, 0, 5, 0, 0)]].concat();
    assert_eq!(
        refused(4, &above),
        StatsError::Unbeaten {
            systems: vec![2, 3],
            apart: false
        }
    );
    assert!(
        refused(4, &above)
            .to_string()
            .starts_with("systems 2, 3 never lost")
    );
    let below = [&cycle[..], &[duel(2, 0, 0, 5, 0)]].concat();
    assert_eq!(
        refused(4, &below),
        StatsError::Unbeaten {
            systems: vec![0, 1],
            apart: false
        }
    );
    assert!(matches!(
        refused(4, &cycle),
        StatsError::Unbeaten { apart: true, .. }
    ));
    // One tie across, and all of them are connected.
    assert!(Davidson::fit(4, &[&above[..], &[duel(1, 3, 0, 0, 1)]].concat(), false).is_ok());
}

#[test]
fn ties_may_rescue_a_system_that_never_loses_or_not() {
    // π₀/π₁ and ν grow together: ln(w/l) with l = 0.
    assert_eq!(
        refused(2, &[duel(0, 1, 7, 0, 4)]),
        StatsError::NoFiniteStrengths
    );
    assert_eq!(
        refused(2, &[duel(0, 1, 0, 0, 4)]),
        StatsError::NoFiniteStrengths
    );
    // 0 beats 1 and 1 beats 2, each by as much as a tie allows at least; 0 and 2 tie, so that is nothing.
    let chain = [
        duel(0, 1, 3, 0, 0),
        duel(1, 2, 2, 0, 0),
        duel(0, 2, 0, 0, 4),
    ];
    assert!(Davidson::fit(3, &chain, false).is_ok());
    assert_eq!(
        refused(3, &[duel(0, 1, 3, 0, 1), duel(1, 2, 0, 0, 4)]),
        StatsError::NoFiniteStrengths
    );
}

#[test]
fn votes_that_come_in_copies_count_once() {
    // 24 prompts of 4 equal votes each: the variance of 24 votes, as clusters have it too.
    let one = |won: bool| vec![duel(0, 1, 4 * u64::from(won), 4 * u64::from(!won), 0)];
    let prompts: Vec<Vec<Duel>> = (0..24).map(|i| one(i % 3 > 0)).collect();
    let fit = Davidson::fit(2, &prompts.concat(), false).expect("strengths");
    let naive = fit.difference(0, 1).error;
    let robust = fit.by_prompt(&prompts).expect("prompts").difference(0, 1);
    assert!(
        (robust.error / naive - (4.0 * 24.0 / 23.0_f64).sqrt()).abs() < 1e-10,
        "{robust:?} {naive}"
    );
    assert_eq!(robust.value, fit.difference(0, 1).value);
    // The win rate of the same votes: wins less losses over twice the votes, p(1 - p) its derivative.
    let totals = (0..24).map(|i| (if i % 3 > 0 { 4 } else { -4 }, 4));
    let rate = Clusters::new(totals, 2.0, 96.0 * 2.0 / 9.0).expect("prompts");
    let error = rate.standard_error(Sandwich::Cr1) / (2.0 / 9.0);
    assert!(
        (robust.error / error - 1.0).abs() < 1e-10,
        "{robust:?} {error}"
    );
    assert!(fit.by_prompt(&prompts[..1]).is_err());
}

#[test]
fn being_shown_first_is_told_from_being_better() {
    // Equal systems, of which the first shown wins two in three.
    let duels = [duel(0, 1, 20, 10, 0), duel(1, 0, 20, 10, 0)];
    let fit = Davidson::fit(2, &duels, true).expect("strengths");
    assert!((fit.order().expect("asked for").value - 2.0_f64.ln()).abs() < 1e-12);
    assert!(fit.difference(0, 1).value.abs() < 1e-12);
    assert_eq!(
        Davidson::fit(2, &duels, false).expect("strengths").order(),
        None
    );
}

#[test]
fn duels_of_no_two_systems_are_refused() {
    assert!(Davidson::fit(1, &[], false).is_err());
    assert!(Davidson::fit(2, &[duel(0, 2, 1, 1, 0)], false).is_err());
    assert!(Davidson::fit(2, &[duel(1, 1, 1, 1, 0)], false).is_err());
}
