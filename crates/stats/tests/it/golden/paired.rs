//! Pairs of 0/1 scores: the unconditional exact test, and Tango's interval.

use super::reader::{Answer, Case, check};
use restrap_stats::interval::{tango, tango_score};
use restrap_stats::special::{Chance, normal_upper};
use restrap_stats::{Alternative, McNemar, McNemarVariant, Unconditional, binomial};
use serde_json::{Value, json as value};

use Alternative::{Greater, Less, TwoSided};

/// Every share is asked, as the cases do.
fn plain(b: u64, c: u64, n: u64) -> Unconditional {
    Unconditional::with_gamma(b, c, n, 0.0).expect("a table")
}

fn conditional(b: u64, c: u64, variant: McNemarVariant, side: Alternative) -> f64 {
    McNemar { b, c }
        .p(b + c, variant, side)
        .expect("a table")
        .value()
}

fn test(case: &Case) -> Value {
    let (b, c, n) = (case.count("b"), case.count("c"), case.count("n"));
    let p = |side| plain(b, c, n).p(side).value();
    let mcnemar = |variant, side| conditional(b, c, variant, side);
    let gamma = Unconditional::new(b, c, n)
        .expect("a table")
        .p(TwoSided)
        .value();
    value!({
        "statistic": statistic(b, c).abs(),
        "p_two_sided": p(TwoSided),
        "p_greater": p(Greater),
        "p_less": p(Less),
        "p_mcnemar_exact": mcnemar(McNemarVariant::Exact, TwoSided),
        "p_mcnemar_midp": mcnemar(McNemarVariant::MidP, TwoSided),
        "p_mcnemar_exact_greater": mcnemar(McNemarVariant::Exact, Greater),
        // Of no discordant pair this crate says 1, and the case 1/2: no evidence either way.
        "p_mcnemar_midp_greater": if b + c == 0 { 0.5 } else { mcnemar(McNemarVariant::MidP, Greater) },
        "p_two_sided_berger_boos_1e-6": gamma,
    })
}

fn statistic(b: u64, c: u64) -> f64 {
    (b as f64 - c as f64) / ((b + c).max(1) as f64).sqrt()
}

fn tables(n: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..=n).flat_map(move |b| (0..=n - b).map(move |c| (b, c)))
}

fn all_tables(case: &Case) -> Value {
    let n = case.count("n");
    let row = |(b, c)| {
        value!([
            b,
            c,
            plain(b, c, n).p(TwoSided).value(),
            plain(b, c, n).p(Greater).value()
        ])
    };
    // The case goes through c first.
    value!({"b_c_p_two_sided_p_greater": tables(n).map(row).collect::<Vec<_>>()})
}

/// The least significant statistic and its p: without gamma, p falls as the statistic grows.
fn critical(n: u64, alpha: f64, side: Alternative) -> (f64, f64) {
    let mut ahead: Vec<(u64, u64)> = tables(n).filter(|(b, c)| b > c).collect();
    ahead.sort_by(|x, y| statistic(x.0, x.1).total_cmp(&statistic(y.0, y.1)));
    let p = |at: usize| plain(ahead[at].0, ahead[at].1, n).p(side).value();
    let (mut low, mut high) = (0, ahead.len() - 1);
    while low < high {
        let middle = low.midpoint(high);
        if p(middle) <= alpha {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    (statistic(ahead[low].0, ahead[low].1), p(low))
}

fn power(case: &Case) -> Value {
    let (n, alpha) = (case.count("n"), case.number("alpha"));
    let (p10, p01) = (case.number("p10"), case.number("p01"));
    let chance = |(b, c): (u64, u64)| {
        let rest = Chance::new(p01 / (1.0 - p10));
        binomial::point(b, n, Chance::new(p10)).value() * binomial::point(c, n - b, rest).value()
    };
    let sum = |rejects: &dyn Fn(u64, u64) -> bool| -> f64 {
        tables(n).filter(|&(b, c)| rejects(b, c)).map(chance).sum()
    };
    let ((t, size), (t_greater, size_greater)) =
        (critical(n, alpha, TwoSided), critical(n, alpha, Greater));
    // Statistics of equal tables are equal but for a rounding.
    let reaches = |b: u64, c: u64, t: f64| statistic(b, c) >= t - 1e-12;
    let mcnemar = |b, c, variant, side| conditional(b, c, variant, side) <= alpha;
    let (exact, mid_p) = (McNemarVariant::Exact, McNemarVariant::MidP);
    value!({
        "power_unconditional_right": sum(&|b, c| reaches(b, c, t)),
        "power_unconditional_any": sum(&|b, c| reaches(b, c, t) || reaches(c, b, t)),
        "power_unconditional_greater": sum(&|b, c| reaches(b, c, t_greater)),
        "power_exact_right": sum(&|b, c| b > c && mcnemar(b, c, exact, TwoSided)),
        "power_exact_any": sum(&|b, c| mcnemar(b, c, exact, TwoSided)),
        "power_exact_greater": sum(&|b, c| mcnemar(b, c, exact, Greater)),
        "power_midp_right": sum(&|b, c| b > c && mcnemar(b, c, mid_p, TwoSided)),
        "power_midp_any": sum(&|b, c| mcnemar(b, c, mid_p, TwoSided)),
        "size_two_sided": size,
        "size_greater": size_greater,
        "critical_t_two_sided": t,
        "critical_t_greater": t_greater,
    })
}

#[test]
fn unconditional_tests_equal_certified_suprema() {
    check("unconditional_paired", |case| match case.method.as_str() {
        // The share of the supremum is not unique.
        "unconditional_paired" => Some(Answer::Partial(test(case), &["x_two_sided"])),
        "unconditional_paired_table" => Some(Answer::Values(all_tables(case))),
        "unconditional_paired_power" => Some(Answer::Values(power(case))),
        _ => None,
    });
}

#[test]
fn tango_intervals_and_margins_equal_fifty_digits() {
    check("tango_interval", |case| {
        let (b, c, n) = (case.count("b"), case.count("c"), case.count("n"));
        let ends = |confidence| tango(b, c, n, confidence).expect("a table");
        let score = |delta: f64| tango_score(b, c, n, delta).expect("a table");
        let mut got = value!({
            "estimate": (b as f64 - c as f64) / n as f64,
            "low95": ends(0.95).low,
            "high95": ends(0.95).high,
            "low90": ends(0.9).low,
            "high90": ends(0.9).high,
            "p_score_two_sided": conditional(b, c, McNemarVariant::ChiSquare, TwoSided),
        });
        for margin in [0.02, 0.05, 0.1] {
            got[format!("p_not_worse_by_{margin}")] = normal_upper(score(-margin)).value().into();
            got[format!("p_not_better_by_{margin}")] = normal_upper(-score(margin)).value().into();
        }
        (case.method == "tango_interval").then_some(Answer::Values(got))
    });
}
