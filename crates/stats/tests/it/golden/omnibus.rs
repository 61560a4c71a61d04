//! Several systems on the same items.

use super::clusters::rows;
use super::reader::{Answer, Case, check, json, object};
use restrap_stats::special::{normal_range_quantile, normal_range_upper};
use restrap_stats::{CochranQ, Friedman};
use serde_json::{Value, json as value};

fn columns(case: &Case) -> Vec<Vec<f64>> {
    let rows = rows(&case.inputs["scores_items_by_systems"]);
    (0..rows[0].len())
        .map(|system| rows.iter().map(|row| row[system]).collect())
        .collect()
}

fn friedman(systems: &[&[f64]]) -> Value {
    let test = Friedman::new(systems).expect("systems and items");
    let (chi2, uncorrected) = (test.chi_square(), test.uncorrected());
    let f = test.f_of(chi2);
    // Nemenyi's pairs (Demsar 2006), from the mean ranks without ties.
    let (k, n) = (systems.len() as f64, systems[0].len() as f64);
    let error = (k * (k + 1.0) / (6.0 * n)).sqrt();
    let critical =
        |alpha: f64| normal_range_quantile(alpha, systems.len()) / std::f64::consts::SQRT_2 * error;
    let nemenyi = |first: usize, second: usize| {
        let ranks = test.mean_ranks();
        let z = (ranks[first] - ranks[second]).abs() / error;
        normal_range_upper(z * std::f64::consts::SQRT_2, ranks.len())
    };
    let mut answer = object([
        ("chi2", chi2),
        ("df", test.df() as f64),
        ("p_chi2", test.p_of(chi2).value()),
        ("chi2_uncorrected", uncorrected),
        ("p_chi2_uncorrected", test.p_of(uncorrected).value()),
        (
            "kendall_w",
            chi2 / (systems[0].len() as f64 * test.df() as f64),
        ),
        ("iman_davenport_f", f),
        ("p_iman_davenport", test.p_of_f(f).value()),
        ("iman_davenport_f_uncorrected", test.f_of(uncorrected)),
        ("nemenyi_cd_0.05", critical(0.05)),
        ("nemenyi_cd_0.1", critical(0.1)),
    ]);
    let pairs = (0..systems.len()).flat_map(|i| (i + 1..systems.len()).map(move |j| (i, j)));
    answer["average_ranks"] = test.mean_ranks().into();
    answer["iman_davenport_df"] = value!(test.f_df());
    answer["nemenyi_pairs"] = pairs.map(|(i, j)| value!([i, j, nemenyi(i, j)])).collect();
    answer
}

fn cochran(systems: &[&[f64]]) -> Value {
    let test = CochranQ::new(systems).expect("0/1 scores");
    value!({
        "column_sums": test.right(),
        "q": json(test.statistic()),
        "df": test.df(),
        "p": json(test.p().value()),
        "items_that_differ": test.differing,
    })
}

#[test]
fn friedman_and_cochran_equal_scipy_and_exact_fractions() {
    check("friedman_cochran", |case| {
        let columns = columns(case);
        let systems: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        // Permutations within items are not run: both tests are asymptotic.
        let not_exposed = &["p_exact_permutation"];
        Some(match case.method.as_str() {
            "friedman" => Answer::Partial(friedman(&systems), not_exposed),
            "cochran_q" => Answer::Partial(cochran(&systems), not_exposed),
            _ => return None,
        })
    });
}
