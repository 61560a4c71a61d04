//! Numbers printed in papers and posts: computed where a law gives them, simulated where the source simulated.

use super::law;
use super::reader::{Answer, Case, check, family, number, object};
use super::topics::{Copula, Design, TESTS, Test, Topics, WRONG};
use restrap_facade::power::{Null, Observed, PowerModel, PowerRequest, compare_files};
use restrap_facade::{Control, GridChoice, Scores};
use restrap_stats::binomial;
use restrap_stats::power::{Agreement, Discordant, Rejections};
use restrap_stats::replicability::{Combination, partial_conjunction};
use restrap_stats::special::{Chance, student_t_upper};
use restrap_stats::{
    Alternative, Counts, Law, McNemar, McNemarVariant, Pairs, Probability, SignTest, SignTies,
    SignedRank, StudentT, TStatistic, Zeros,
};
use restrap_testing::effort;
use serde_json::{Value, json as value};

/// The bootstrap and sign-flip p-values of n items, some helped and some hurt.
fn helped_and_hurt(n: u64, helped: u64, hurt: u64) -> Value {
    let mut answer = law::bootstrap(&law::helped_and_hurt(n, helped, hurt), 1.0);
    let sign = SignTest::new(
        Counts {
            better: helped,
            worse: hurt,
            tied: n - helped - hurt,
        },
        SignTies::Drop,
    );
    answer["signflip_p_greater"] = sign.exact(Alternative::Greater).value().into();
    answer["signflip_p_two_sided"] = sign.exact(Alternative::TwoSided).value().into();
    if hurt == 0 {
        // 1 - 1/50 per draw, to compare with the trinomial sum where no item is hurt.
        answer["closed_form_0.98^100"] = 0.98_f64.powi(100).into();
    }
    answer
}

/// The two columns of 0/1 scores under the keys of the inputs.
fn of_columns(case: &Case, system: &str, baseline: &str) -> Value {
    let (a, b) = (case.numbers(system), case.numbers(baseline));
    let counts = Pairs::new(&a, &b).expect("valid").counts();
    let test = McNemar::of_scores(&a, &b).expect("0/1 scores");
    let values = law::helped_and_hurt(counts.items(), counts.better, counts.worse);
    let permutation = law::permutation(&values, 1.0);
    for (key, side) in [
        ("p_greater", Alternative::Greater),
        ("p_less", Alternative::Less),
        ("p_two_sided", Alternative::TwoSided),
    ] {
        // Multiples of 2^-7: both are exact.
        assert_eq!(
            permutation[key],
            test.exact(side).value(),
            "{}: {key}",
            case.name
        );
    }
    let mean = |scores: &[f64]| scores.iter().sum::<f64>() / scores.len() as f64;
    value!({
        "table_mean_baseline": mean(&b),
        "code_mean_experimental": mean(&a),
        "bootstrap": law::bootstrap(&values, 1.0),
        "permutation": permutation,
    })
}

/// What was printed (Monte Carlo values, claims in words, a t whose sign is wrong), and how many sums are possible.
const PRINTED: &[&str] = &[
    "printed_p",
    "printed_N",
    "printed_approx",
    "printed_claim",
    "printed_T",
    "support",
];

/// Differences of scores with four decimals, as integers.
fn ten_thousandths(case: &Case) -> Vec<(i64, u64)> {
    let integers = |key| {
        case.numbers(key)
            .into_iter()
            .map(|score| (score * 1e4).round() as i64)
    };
    integers("experimental")
        .zip(integers("baseline"))
        .map(|(a, b)| (a - b, 1))
        .collect()
}

/// Raw double differences as integers of the same order and the same ties: what ranking doubles sees.
fn raw_order(case: &Case) -> Vec<i64> {
    let raw: Vec<f64> = case
        .numbers("experimental")
        .iter()
        .zip(case.numbers("baseline"))
        .map(|(a, b)| a - b)
        .collect();
    let mut sizes: Vec<f64> = raw.iter().map(|d| d.abs()).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    let place = |d: &f64| sizes.partition_point(|size| *size < d.abs()) as i64 + 1;
    raw.iter()
        .map(|d| {
            if *d == 0.0 {
                0
            } else {
                place(d) * d.signum() as i64
            }
        })
        .collect()
}

fn urbano(case: &Case) -> Value {
    let pairs =
        Pairs::new(&case.numbers("experimental"), &case.numbers("baseline")).expect("valid");
    let test = StudentT::of_pairs(&pairs).expect("two items or more");
    let TStatistic::Finite(t) = test.t() else {
        panic!("the scores vary")
    };
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
    let (one, two) = (
        test.p(Alternative::Greater).value(),
        test.p(Alternative::TwoSided).value(),
    );
    let permutation = law::permutation(&ten_thousandths(case), 1e4);
    let ranked = SignedRank::of_groups(&ten_thousandths(case), Zeros::Wilcox).expect("items");
    assert_eq!(
        SignedRank::of_pairs(&pairs, Zeros::Wilcox),
        Ok(ranked.clone()),
        "grid and decimals agree"
    );
    // What the authors printed: R ranked raw doubles, in which one tie of the decimals is none.
    let missed = SignedRank::of_differences(&raw_order(case), Zeros::Wilcox).expect("items");
    let wilcoxon = |test: &SignedRank, side| test.normal(side, true).value();
    // The tie counted: integer convolution of the doubled ranks over 2^50.
    let with_tie = ranked.exact(Alternative::TwoSided).probability.value();
    assert!(
        (with_tie / 0.002_821_063_700_894_299_6 - 1.0).abs() < 1e-12,
        "{with_tie}"
    );
    // SciPy 1.17.1 on the decimal differences as integers.
    let normal = wilcoxon(&ranked, Alternative::TwoSided);
    assert!(
        (normal / 0.003_391_942_667_494_169_5 - 1.0).abs() < 1e-12,
        "{normal}"
    );
    value!({
        "permutation_exact_p_greater": permutation["p_greater"],
        "permutation_exact_p_two_sided": permutation["p_two_sided"],
        "printed": {
            "t": [one, two],
            "sign_min_d_0.01": [p(Alternative::Greater), p(Alternative::TwoSided)],
            "wilcoxon": [
                wilcoxon(&missed, Alternative::TwoSided) / 2.0,
                wilcoxon(&missed, Alternative::TwoSided),
            ],
        },
        "wilcoxon_p_two_sided_normal_cc_raw_floats": wilcoxon(&missed, Alternative::TwoSided),
        // SciPy's exact law of ranks without ties.
        "wilcoxon_p_two_sided_exact": missed.exact(Alternative::TwoSided).probability.value(),
        "wilcoxon_p_two_sided_normal_cc": wilcoxon(&ranked, Alternative::TwoSided),
        "t": t,
        "t_p_one_sided": one,
        "t_p_two_sided": two,
        "plus_minus_ties_min_d_0.01": [counts.better, counts.worse, counts.tied],
    })
}

const URBANO_ELSEWHERE: &[&str] = &["bootstrap_1e6", "permutation_1e6"];

/// Power of the exact McNemar test of the case's items, where shares of them only the system or only the baseline gets right.
fn rejections(case: &Case, [system, baseline]: [f64; 2], alpha: f64) -> Rejections {
    let test = Discordant::new(
        system,
        baseline,
        alpha,
        McNemarVariant::Exact,
        Alternative::TwoSided,
    );
    test.expect("shares").rejections(case.count("n"))
}

/// Power and type M of the permutation test on simulated BLEU points of sentences: 0 in the share of ties, else Laplace.
///
/// The source printed 500 trials, with a standard error of 0.019; 5,000 have one of 0.006. The case allows 0.065.
fn bleu(case: &Case) -> Value {
    // Half of the printed scale, whose effects are those of a swap.
    let scale = 0.5 * case.number("b_zero");
    let points = 4_000;
    let tied = (case.number("p_zero") * f64::from(points)) as u32;
    let quantile = |place: u32| {
        let below = (f64::from(place) + 0.5) / f64::from(points - tied);
        let (sign, tail) = if below < 0.5 {
            (-1.0, 2.0 * below)
        } else {
            (1.0, 2.0 * (1.0 - below))
        };
        (-100.0 * sign * scale * tail.ln()).round() / 100.0
    };
    let system: Vec<f64> = (0..points - tied)
        .map(quantile)
        .chain((0..tied).map(|_| 0.0))
        .collect();
    let baseline = Scores::new("baseline", vec![0.0; system.len()]);
    let observed =
        Observed::of(&baseline, &Scores::new("system", system), GridChoice::Auto).expect("scores");
    let request = PowerRequest::default()
        .model(PowerModel::Files)
        .null(Null::Centred)
        .items([case.count("n")])
        .effects([case.number("delta_bleu")])
        .experiments(5_000)
        // The observed labels are one of the source's randomizations.
        .resamples(case.count("randomizations") - 1)
        .methods([restrap_facade::Test::Permutation.into()]);
    let outcome = compare_files(&request, &observed, &Control::default()).expect("a design");
    let rates = &outcome.cells[0].tests[0];
    let power = rates.power.expect("an effect").value;
    value!({ "printed_power": power, "printed_type_m": rates.type_m })
}

fn trials() -> u64 {
    effort(10_000, 40_000)
}
/// 0.05 of them and the observed one are a whole number.
const RESAMPLES: usize = 199;

/// How far a simulated rate may lie from a printed one.
///
/// Three standard errors of the trials (the authors' 1.7 million add nothing to them), and by what the models may differ: theirs
/// are parametric copulas and fitted margins of twice as many collections. t, permutation and bootstrap hardly depend on such
/// things: 0.002. What moves Wilcoxon's and the sign test's rates is the asymmetry of the copulas itself: a tenth of the rate.
/// Seen: at most 0.0012 (t), 0.0026 (permutation), 0.0034 (bootstrap), 0.0035 (Wilcoxon) and 0.0062 (sign, ERR@20).
fn allowance(test: &str, printed: f64, trials: u64) -> f64 {
    let models = if ["wilcoxon", "sign"].contains(&test) {
        0.1 * printed
    } else {
        0.002
    };
    models + 3.0 * (printed * (1.0 - printed) / trials as f64).sqrt()
}

/// Type-I error of one measure and number of topics; wrong tests must lie further from what was printed than right ones may.
fn type_one(case: &Case) -> Answer {
    assert_eq!(
        (case.number("alpha"), &case.inputs["sided"]),
        (0.05, &"two".into()),
        "{}",
        case.name
    );
    let measure = case.inputs["measure"].as_str().expect("a measure");
    let topics = Topics::of(measure);
    let design = Design {
        topics: case.count("topics") as usize,
        copula: Copula::Beta,
        trials: trials(),
        resamples: RESAMPLES,
    };
    let all: Vec<Test> = TESTS.into_iter().chain(WRONG).collect();
    let rates = topics.rates(&design, &all);
    let (right, wrong) = rates.split_at(TESTS.len());
    let object = |value: &dyn Fn(usize) -> f64| -> Value {
        (0..TESTS.len())
            .map(|i| (TESTS[i].0.to_owned(), Value::from(value(i))))
            .collect()
    };
    let printed = |i: usize| case.number_expected(TESTS[i].0);
    let (got, within) = (
        object(&|i| right[i]),
        object(&|i| allowance(TESTS[i].0, printed(i), design.trials)),
    );
    let told = |i: usize| format!("{} {:.4} ({:.4})", TESTS[i].0, right[i], printed(i));
    let told: Vec<String> = (0..TESTS.len()).map(told).collect();
    println!(
        "  {measure}, {} topics, ours (printed): {}",
        design.topics,
        told.join(", ")
    );
    for ((test, _), rate) in WRONG.iter().zip(wrong) {
        let mut got = got.clone();
        got[*test] = (*rate).into();
        let found = case.further_than(&within, &got);
        let seen = found
            .iter()
            .any(|line| line.starts_with(&format!("/{test}:")));
        assert!(seen, "{}: a wrong {test} passes with {rate}", case.name);
    }
    Answer::Simulated(got, within)
}

/// Largest k with a two-sided p of at most 5 %.
fn critical(n: u64, p: impl Fn(SignTest) -> f64) -> f64 {
    let test = |k| {
        SignTest::new(
            Counts {
                better: n - k,
                worse: k,
                tied: 0,
            },
            SignTies::Drop,
        )
    };
    (0..=n / 2)
        .rev()
        .find(|&k| p(test(k)) <= 0.05)
        .expect("some k rejects") as f64
}

#[test]
fn published_numbers_are_met() {
    check("published", |case| {
        let name = case.name.trim_start_matches("published/");
        Some(match name {
            "jansen_example1" => {
                Answer::Partial(of_columns(case, "experimental", "baseline"), PRINTED)
            }
            "seed002_toy" => Answer::Partial(of_columns(case, "a", "b"), PRINTED),
            "jansen_example2" | "jansen_n100_effect2_hurt0" => Answer::Partial(
                helped_and_hurt(case.count("n"), case.count("helped"), case.count("hurt")),
                PRINTED,
            ),
            "jansen_n100_effect5_hurt2" => {
                let mut answer = value!({});
                for hurt in 1..=3 {
                    answer[format!("hurt{hurt}")] = helped_and_hurt(100, 5 + hurt, hurt);
                }
                Answer::Partial(answer, PRINTED)
            }
            "seed003_double_count" => {
                let (n, k) = (case.count("n"), case.count("k"));
                let sign = SignTest::new(
                    Counts {
                        better: n - k,
                        worse: k,
                        tied: 0,
                    },
                    SignTies::Drop,
                );
                Answer::Values(object([
                    (
                        "uncapped_two_sided",
                        2.0 * binomial::lower(k, n, Chance::HALF).value(),
                    ),
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
                    (
                        "critical_k_normal_cc",
                        critical(n, |t| t.normal(Alternative::TwoSided, true).value()),
                    ),
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
                Answer::Partial(answer, PRINTED)
            }
            "urbano2019_readme_adhoc8_ap_125_126" => {
                Answer::Partial(urbano(case), URBANO_ELSEWHERE)
            }
            "dror2017_code_example" => {
                let (p, alpha) = (
                    case.numbers("p")
                        .into_iter()
                        .map(Probability::new)
                        .collect::<Vec<_>>(),
                    case.number("alpha"),
                );
                let k_hat = |combination| {
                    partial_conjunction(&p, combination)
                        .iter()
                        .take_while(|p| p.value() <= alpha)
                        .count()
                };
                Answer::Values(value!({
                    "k_hat_bonferroni": k_hat(Combination::Bonferroni),
                    "k_hat_fisher": k_hat(Combination::Fisher),
                    "k_count": p.iter().filter(|p| p.value() <= alpha).count(),
                }))
            }
            "card2020_accuracy_notebook" => {
                let table = Agreement::new(
                    case.number("baseline"),
                    case.number("delta"),
                    case.number("agreement"),
                )
                .expect("a table");
                let told = rejections(
                    case,
                    [table.only_system, table.only_baseline],
                    case.number("alpha"),
                );
                // Their 10,000 simulations lie within the tolerance of the exact values.
                Answer::Values(value!({
                    "printed_power": told.power, "printed_type_m": told.type_m, "printed_type_s": told.type_s,
                    "exact_power": told.power, "exact_type_m": told.type_m,
                }))
            }
            "card2020_accuracy_bounds" => {
                let (baseline, delta) = (case.number("baseline"), case.number("delta"));
                // Errors of both systems are disjoint, or the system's are among the baseline's.
                let apart = rejections(case, [1.0 - baseline, 1.0 - baseline - delta], 0.05);
                let within = rejections(case, [delta, 0.0], 0.05);
                Answer::Values(value!({
                    "printed_power_max_agreement": within.power, "exact_power_max_agreement": within.power,
                    "printed_power_min_agreement": apart.power, "exact_power_min_agreement": apart.power,
                    "printed_type_m_min_agreement": apart.type_m, "exact_type_m_min_agreement": apart.type_m,
                    "printed_type_s_min_agreement": apart.type_s, "exact_type_s_min_agreement": apart.type_s,
                }))
            }
            "card2020_bleu_notebook" => Answer::Values(bleu(case)),
            _ if name.starts_with("urbano2019_type1") => type_one(case),
            _ => return None,
        })
    });
}

#[test]
fn a_million_printed_resamples_lie_within_four_standard_errors_of_the_law() {
    let cases = family("published");
    let case = cases
        .iter()
        .find(|case| case.name.contains("urbano2019_readme"))
        .expect("the case");
    let values = ten_thousandths(case);
    let total: i128 = values.iter().map(|v| i128::from(v.0)).sum();
    let (flips, draws) = (Law::permutation(&values), Law::bootstrap(&values));
    let one_sided = |law: &Law, t: i128| law.at_least(t).probability.value();
    let exact = [
        // The authors centre at the mean of the replicates, which a million of them put at the observed value.
        (
            "bootstrap_1e6",
            [one_sided(&draws, 2 * total), {
                one_sided(&draws, 2 * total) + draws.at_most(0).probability.value()
            }],
        ),
        (
            "permutation_1e6",
            [one_sided(&flips, total), 2.0 * one_sided(&flips, total)],
        ),
    ];
    for (key, exact) in exact {
        for (side, p) in exact.into_iter().enumerate() {
            let printed = number(&case.expected["printed"][key][side]).expect("a number");
            let error = (p * (1.0 - p) / 1e6).sqrt();
            assert!(
                (printed - p).abs() < 4.0 * error,
                "{key}: printed {printed}, law {p}, error {error}"
            );
        }
    }
}

#[test]
fn exchangeable_topics_and_accidents_of_fifty_topics_do_not_give_the_printed_rates() {
    let cases = family("published");
    let topics = Topics::of("ap");
    let case = cases
        .iter()
        .find(|case| case.name.ends_with("type1_ap_50"))
        .expect("the case");
    for (copula, above) in [(Copula::Swapped, false), (Copula::Checkerboard, true)] {
        let design = Design {
            topics: 50,
            copula,
            trials: 10_000,
            resamples: 0,
        };
        let tests = &TESTS[..3];
        for ((test, _), rate) in tests.iter().zip(topics.rates(&design, tests)) {
            let away = rate - case.number_expected(test);
            if *test == "t" {
                assert!(
                    away.abs() < 0.01,
                    "{copula:?}: means are equal, {test} {rate}"
                );
            } else {
                let least = allowance(test, case.number_expected(test), 40_000);
                assert!(
                    away.abs() > least && (away > 0.0) == above,
                    "{copula:?}: {test} {rate}"
                );
            }
        }
    }
}
