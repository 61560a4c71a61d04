//! Unconditional tests of two independent shares.

use super::reader::{Answer, check, object};
use restrap_stats::special::Chance;
use restrap_stats::{Alternative, IndependentShares, binomial};

#[test]
fn barnard_and_boschloo_equal_certified_suprema_and_their_rates() {
    check("boschloo_barnard", |case| {
        let (n1, n2) = (case.count("n1"), case.count("n2"));
        let tested =
            |x1, x2| IndependentShares::new((x1, n1), (x2, n2)).expect("counts of a table");
        match case.method.as_str() {
            "boschloo_barnard" => {
                let test = tested(case.count("x1"), case.count("x2"));
                let barnard = |side| test.barnard(side).value();
                let boschloo = |side| test.boschloo(side).value();
                Some(Answer::Partial(
                    object([
                        ("p_barnard_two_sided", barnard(Alternative::TwoSided)),
                        ("p_barnard_greater", barnard(Alternative::Greater)),
                        ("p_barnard_less", barnard(Alternative::Less)),
                        ("p_boschloo_two_sided", boschloo(Alternative::TwoSided)),
                        ("p_boschloo_greater", boschloo(Alternative::Greater)),
                        ("p_boschloo_less", boschloo(Alternative::Less)),
                    ]),
                    &[
                        "p_boschloo_fisher2",
                        "p_fisher_two_sided",
                        "p_fisher_greater",
                    ],
                ))
            }
            "boschloo_barnard_power" => {
                let (p1, p2, alpha) = (case.number("p1"), case.number("p2"), case.number("alpha"));
                let rate = |rejects: &dyn Fn(IndependentShares) -> bool| {
                    let mut rate = 0.0;
                    for (x1, x2) in (0..=n1).flat_map(|x1| (0..=n2).map(move |x2| (x1, x2))) {
                        if rejects(tested(x1, x2)) {
                            rate += binomial::point(x1, n1, Chance::new(p1)).value()
                                * binomial::point(x2, n2, Chance::new(p2)).value();
                        }
                    }
                    rate
                };
                Some(Answer::Partial(
                    object([
                        (
                            "reject_rate_barnard_two_sided",
                            rate(&|test| test.barnard(Alternative::TwoSided).value() <= alpha),
                        ),
                        (
                            "reject_rate_boschloo_two_sided",
                            rate(&|test| test.boschloo(Alternative::TwoSided).value() <= alpha),
                        ),
                        (
                            "reject_rate_boschloo_greater",
                            rate(&|test| test.boschloo(Alternative::Greater).value() <= alpha),
                        ),
                    ]),
                    &[
                        "reject_rate_boschloo_fisher2",
                        "reject_rate_fisher_two_sided",
                    ],
                ))
            }
            _ => None,
        }
    });
}
