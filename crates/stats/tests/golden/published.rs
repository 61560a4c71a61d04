//! Numbers printed in papers and posts, where the functions of this crate give them.

use crate::reader::{Answer, Case, check, object};
use restrap_stats::special::{Chance, student_t_upper};
use restrap_stats::{
    Alternative, Counts, McNemar, McNemarVariant, Pairs, SignTest, SignTies, StudentT, TStatistic,
};
use restrap_stats::{binomial, trinomial};
use serde_json::{Value, json as value};

/// The bootstrap and sign-flip p-values of n items, some helped and some hurt.
fn helped_and_hurt(n: u64, helped: u64, hurt: u64) -> Value {
    let gap = helped as i64 - hurt as i64;
    assert!(gap > 0, "the published cases favour the system");
    let sign = SignTest::new(Counts { better: helped, worse: hurt, tied: n - helped - hurt }, SignTies::Drop);
    let lower = |c| trinomial::lower(c, n, helped, hurt);
    let upper = |c| trinomial::upper(c, n, helped, hurt);
    object([
        ("p_le_zero", lower(0).value()),
        ("p_lt_zero", lower(-1).value()),
        ("p_ge_zero", upper(0).value()),
        ("p_zero_midp", f64::midpoint(lower(0).value(), lower(-1).value())),
        ("p_shift_ge", upper(2 * gap).value()),
        ("p_shift_gt", upper(2 * gap + 1).value()),
        ("p_shift_less", lower(2 * gap).value()),
        ("p_centred_two_sided", upper(2 * gap).plus(lower(0)).value()),
        ("p_centred_two_sided_strict", upper(2 * gap + 1).plus(lower(-1)).value()),
        ("p_percentile_two_sided", lower(0).min(upper(0)).scaled(2.0).value()),
        ("signflip_p_greater", sign.exact(Alternative::Greater).value()),
        ("signflip_p_two_sided", sign.exact(Alternative::TwoSided).value()),
        // 1 - 1/50 per draw, to compare with the trinomial sum where no item is hurt.
        ("closed_form_0.98^100", if hurt == 0 { 0.98_f64.powi(100) } else { f64::NAN }),
    ])
}

/// The two columns of 0/1 scores under the keys of the inputs.
fn of_columns(case: &Case, system: &str, baseline: &str) -> Value {
    let (a, b) = (case.numbers(system), case.numbers(baseline));
    let counts = Pairs::new(&a, &b).expect("valid").counts();
    let test = McNemar::of_scores(&a, &b).expect("0/1 scores");
    let observed = counts.better as f64 - counts.worse as f64;
    let mut bootstrap = helped_and_hurt(counts.items(), counts.better, counts.worse);
    bootstrap["observed_mean"] = (observed / counts.items() as f64).into();
    let p = |side| test.p(McNemarVariant::Exact, side).value();
    value!({
        "bootstrap": bootstrap,
        "permutation": {
            "observed_sum": observed,
            "observed_mean": observed / counts.items() as f64,
            "p_greater": p(Alternative::Greater),
            "p_less": p(Alternative::Less),
            "p_two_sided": p(Alternative::TwoSided),
        },
    })
}

/// Printed Monte Carlo values, descriptions of the law, and what a wrong `>` gives.
const NOT_COMPUTED: &[&str] = &[
    "printed_p",
    "printed_N",
    "printed_approx",
    "printed_claim",
    "printed_T",
    "table_mean_baseline",
    "code_mean_experimental",
    "boot_sd",
    "q025",
    "q05",
    "q50",
    "q95",
    "q975",
    "support",
    "p_greater_strict",
    "p_two_sided_strict",
];

fn urbano(case: &Case) -> Value {
    let pairs = Pairs::new(&case.numbers("experimental"), &case.numbers("baseline")).expect("valid");
    let test = StudentT::of_pairs(&pairs).expect("two items or more");
    let TStatistic::Finite(t) = test.t() else { panic!("the scores vary") };
    // The authors call |d| <= 0.01 a tie; the scores have four decimals.
    let mut counts = Counts::default();
    for d in pairs.differences() {
        match d {
            d if *d > 0.010_05 => counts.better += 1,
            d if *d < -0.010_05 => counts.worse += 1,
            _ => counts.tied += 1,
        }
    }
    let sign = SignTest::new(counts, SignTies::Drop);
    let p = |side| sign.exact(side).value();
    let (one, two) = (test.p(Alternative::Greater).value(), test.p(Alternative::TwoSided).value());
    value!({
        "printed": {
            "t": [one, two],
            "sign_min_d_0.01": [p(Alternative::Greater), p(Alternative::TwoSided)],
        },
        "t": t,
        "t_p_one_sided": one,
        "t_p_two_sided": two,
        "plus_minus_ties_min_d_0.01": [counts.better, counts.worse, counts.tied],
    })
}

const URBANO_ELSEWHERE: &[&str] = &[
    "wilcoxon",
    "bootstrap_1e6",
    "permutation_1e6",
    "permutation_exact_p_greater",
    "permutation_exact_p_two_sided",
    "wilcoxon_p_two_sided_normal_cc_raw_floats",
    "wilcoxon_p_two_sided_exact",
    "wilcoxon_p_two_sided_normal_cc",
];

/// Largest k with a two-sided p of at most 5 %.
fn critical(n: u64, p: impl Fn(SignTest) -> f64) -> f64 {
    let test = |k| SignTest::new(Counts { better: n - k, worse: k, tied: 0 }, SignTies::Drop);
    (0..=n / 2).rev().find(|&k| p(test(k)) <= 0.05).expect("some k rejects") as f64
}

#[test]
fn published_numbers_are_met() {
    check("published", |case| {
        let name = case.name.trim_start_matches("published/");
        Some(match name {
            "jansen_example1" => Answer::Partial(of_columns(case, "experimental", "baseline"), NOT_COMPUTED),
            "seed002_toy" => Answer::Partial(of_columns(case, "a", "b"), NOT_COMPUTED),
            "jansen_example2" | "jansen_n100_effect2_hurt0" => Answer::Partial(
                helped_and_hurt(case.count("n"), case.count("helped"), case.count("hurt")),
                NOT_COMPUTED,
            ),
            "jansen_n100_effect5_hurt2" => {
                let mut answer = value!({});
                for hurt in 1..=3 {
                    answer[format!("hurt{hurt}")] = helped_and_hurt(100, 5 + hurt, hurt);
                }
                Answer::Partial(answer, NOT_COMPUTED)
            }
            "seed003_double_count" => {
                let (n, k) = (case.count("n"), case.count("k"));
                let sign = SignTest::new(Counts { better: n - k, worse: k, tied: 0 }, SignTies::Drop);
                Answer::Values(object([
                    ("uncapped_two_sided", 2.0 * binomial::lower(k, n, Chance::HALF).value()),
                    ("capped", sign.exact(Alternative::TwoSided).value()),
                ]))
            }
            "seed003_normal100" => {
                let n = case.count("n");
                Answer::Values(object([
                    ("mean", n as f64 / 2.0),
                    ("sd", (n as f64).sqrt() / 2.0),
                    (
                        "critical_k_two_sided_05_exact",
                        critical(n, |t| t.exact(Alternative::TwoSided).value()),
                    ),
                    ("critical_k_normal_cc", critical(n, |t| t.normal(Alternative::TwoSided, true).value())),
                ]))
            }
            "seed001_t_slide" => {
                let gap = case.number("mean_a") - case.number("mean_b");
                let (s, n) = (case.number("s"), case.number("n"));
                let (of_sd, of_se) = (gap / (s / n.sqrt()), gap / s);
                let p = |t: f64| student_t_upper(t.abs(), n - 1.0).scaled(2.0).value();
                let answer = object([
                    ("t_if_s_is_sd_of_differences", of_sd),
                    ("t_if_s_is_standard_error", of_se),
                    ("p_two_sided_sd", p(of_sd)),
                    ("p_two_sided_se", p(of_se)),
                ]);
                Answer::Partial(answer, NOT_COMPUTED)
            }
            "urbano2019_readme_adhoc8_ap_125_126" => Answer::Partial(urbano(case), URBANO_ELSEWHERE),
            "dror2017_code_example" => Answer::Elsewhere("partial conjunction"),
            _ if name.starts_with("card2020") => Answer::Elsewhere("power"),
            _ if name.starts_with("urbano2019_type1") => {
                Answer::Elsewhere("printed tables of simulated error rates")
            }
            _ => return None,
        })
    });
}
