//! Strengths of systems from votes.

use super::clusters::rows;
use super::reader::{Answer, Case, check};
use restrap_stats::special::chi_square_1_upper;
use restrap_stats::votes::{Davidson, Duel, Estimated};
use serde_json::{Value, json as value};

/// One duel for each pair: `wins[i][j]` are votes for i.
fn unordered(case: &Case) -> (usize, Vec<Duel>) {
    let (wins, ties) = (rows(&case.inputs["wins"]), rows(&case.inputs["ties"]));
    let pairs = (0..wins.len())
        .flat_map(|first| (first + 1..wins.len()).map(move |second| (first, second)));
    let duel = |(first, second): (usize, usize)| Duel {
        first,
        second,
        first_wins: wins[first][second] as u64,
        second_wins: wins[second][first] as u64,
        ties: ties[first][second] as u64,
    };
    (wins.len(), pairs.map(duel).collect())
}

/// One for each order of a pair.
fn ordered(case: &Case) -> (usize, Vec<Duel>) {
    let wins: Vec<Vec<[u64; 2]>> =
        serde_json::from_value(case.inputs["first_second_wins"].clone()).expect("pairs of counts");
    let ties = rows(&case.inputs["ties_by_order"]);
    let systems = wins.len();
    let pairs = (0..systems).flat_map(|first| (0..systems).map(move |second| (first, second)));
    let duel = |(first, second): (usize, usize)| {
        let [first_wins, second_wins] = wins[first][second];
        Duel {
            first,
            second,
            first_wins,
            second_wins,
            ties: ties[first][second] as u64,
        }
    };
    (
        systems,
        pairs
            .filter(|(first, second)| first != second)
            .map(duel)
            .collect(),
    )
}

fn answer(fit: &Davidson) -> Value {
    let strengths = fit.strengths();
    let part = |of: fn(&Estimated) -> f64| strengths.iter().map(of).collect::<Vec<_>>();
    let pairs = (0..strengths.len()).flat_map(|i| (i + 1..strengths.len()).map(move |k| (i, k)));
    let mut answer = value!({
        "log_strengths": part(|it| it.value),
        "se": part(|it| it.error),
        "loglik": fit.log_likelihood(),
        "se_differences": pairs.map(|(i, k)| value!([i, k, fit.difference(i, k).error])).collect::<Vec<_>>(),
    });
    if let Some(ties) = fit.ties() {
        answer["log_nu"] = ties.value.into();
        answer["se_log_nu"] = ties.error.into();
        answer["nu"] = ties.value.exp().into();
    }
    answer
}

#[test]
fn strengths_equal_their_maximum_in_30_digits() {
    check("bradley_terry", |case| match case.method.as_str() {
        "bradley_terry" => {
            let (systems, duels) = unordered(case);
            Some(Answer::Values(
                match Davidson::fit(systems, &duels, false) {
                    Ok(fit) => answer(&fit),
                    Err(_) => value!({"log_strengths": null, "se": null, "loglik": null}),
                },
            ))
        }
        "bradley_terry_order" => {
            let (systems, duels) = ordered(case);
            let fit = Davidson::fit(systems, &duels, true).expect("strengths");
            let without = Davidson::fit(systems, &duels, false)
                .expect("strengths")
                .log_likelihood();
            let order = fit.order().expect("asked for");
            let ratio = 2.0 * (fit.log_likelihood() - without);
            let mut answer = answer(&fit);
            answer["log_gamma"] = order.value.into();
            answer["se_log_gamma"] = order.error.into();
            answer["loglik_without_order"] = without.into();
            answer["lr_order"] = ratio.into();
            answer["p_lr_order"] = chi_square_1_upper(ratio).value().into();
            answer["z_order"] = (order.value / order.error).into();
            Some(Answer::Values(answer))
        }
        _ => None,
    });
}
