//! Items in clusters: what is independent is more than an item.

use super::reader::{Answer, Case, check, json, numbers, object};
use restrap_stats::cluster::{Clusters, Sandwich, Within};
use restrap_stats::{Alternative, Moments, Pairs};
use serde_json::{Value, json as value};

use Alternative::{Greater, Less, TwoSided};

/// Grid of the cases, all of which have decimals.
const PER_ONE: f64 = 10_000.0;

fn on_grid(value: f64) -> i64 {
    (value * PER_ONE).round() as i64
}

/// Rows of numbers.
pub fn rows(value: &Value) -> Vec<Vec<f64>> {
    value
        .as_array()
        .expect("rows")
        .iter()
        .map(numbers)
        .collect()
}

fn clusters(case: &Case) -> Clusters {
    let rows = rows(&case.inputs["clusters"]);
    let items = Moments::of(&rows.concat()).expect("finite differences");
    let sums = rows
        .iter()
        .map(|row| (row.iter().map(|&d| on_grid(d)).sum(), row.len() as u64));
    Clusters::new(sums, PER_ONE, items.squares()).expect("clusters")
}

/// `P(mean* <= 0)`, `P(mean* >= 2 mean)`, `P(|mean* - mean| >= |mean|)` of the cluster bootstrap.
fn bootstrapped(clusters: &Clusters) -> [f64; 3] {
    let (zero, twice) = (
        clusters.bootstrap(0).expect("small sums"),
        clusters.bootstrap(2).expect("small sums"),
    );
    let p = |tail: restrap_stats::Tail| tail.probability.value();
    let (low, high) = (p(zero.at_most(0)), p(twice.at_least(0)));
    let both = match clusters.mean().total_cmp(&0.0) {
        std::cmp::Ordering::Greater => low + high,
        std::cmp::Ordering::Less => p(zero.at_least(0)) + p(twice.at_most(0)),
        std::cmp::Ordering::Equal => 1.0,
    };
    [low, high, both]
}

#[test]
fn cluster_means_equal_enumeration_and_statsmodels() {
    check("cluster", |case| match case.method.as_str() {
        "cluster_mean" => {
            let clusters = clusters(case);
            let law = clusters.law();
            let [low, high, both] = bootstrapped(&clusters);
            Some(Answer::Partial(
                object([
                    ("observed_mean", clusters.mean()),
                    ("p_le_zero", low),
                    ("p_shift_ge", high),
                    ("p_centred_two_sided", both),
                    ("signflip_p_greater", clusters.p(&law, Greater).value()),
                    ("signflip_p_two_sided", clusters.p(&law, TwoSided).value()),
                    ("se_naive", clusters.components().naive_error),
                    ("se_cr0", clusters.standard_error(Sandwich::Cr0)),
                    ("se_miller", clusters.standard_error(Sandwich::Miller)),
                    ("se_cr1", clusters.standard_error(Sandwich::Cr1)),
                ]),
                &["cluster_boot_mean", "cluster_boot_sd"],
            ))
        }
        "se_paired" => {
            let (a, b) = (case.numbers("a"), case.numbers("b"));
            let n = a.len() as f64;
            let of = |values: &[f64]| Moments::of(values).expect("finite scores");
            let (mean_a, mean_b) = (of(&a).mean(), of(&b).mean());
            let d = of(Pairs::new(&a, &b).expect("pairs").differences());
            let error = |moments: Moments| moments.sd().expect("two items") / n.sqrt();
            let unpaired = (error(of(&a)).powi(2) + error(of(&b)).powi(2)).sqrt();
            Some(Answer::Values(object([
                ("mean_a", mean_a),
                ("mean_b", mean_b),
                ("se_a", error(of(&a))),
                ("se_b", error(of(&b))),
                ("se_bernoulli_a", (mean_a * (1.0 - mean_a) / n).sqrt()),
                ("diff", d.mean()),
                ("se_unpaired", unpaired),
                ("se_paired", error(d)),
                ("cov", n * (unpaired.powi(2) - error(d).powi(2)) / 2.0),
            ])))
        }
        "hierarchical_two_level" => Some(Answer::Values(super::repeats::two_levels(case))),
        _ => None,
    });
}

#[test]
fn clusters_of_unequal_size_equal_enumeration_and_r() {
    check("clusters_corpus", |case| match case.method.as_str() {
        "clusters_mean" => {
            let clusters = clusters(case);
            let law = clusters.law();
            let [low, high, both] = bootstrapped(&clusters);
            let estimate = clusters.estimate(Sandwich::Cr1).expect("two clusters");
            let components = clusters.components();
            let within = components.within;
            let error = |form| clusters.standard_error(form);
            let effect = |form| (error(form) / components.naive_error).powi(2);
            let ends = estimate
                .interval(0.95)
                .expect("a confidence")
                .expect("some spread");
            let of_within = |part: fn(&Within) -> Option<f64>| json(within.as_ref().and_then(part));
            Some(Answer::Partial(
                value!({
                    "n": clusters.items(),
                    "clusters": clusters.count(),
                    "largest_share": clusters.largest_share(),
                    "mean": clusters.mean(),
                    "mean_of_cluster_means": clusters.with_equal_weights().mean(),
                    "p_signflip_greater": clusters.p(&law, Greater).value(),
                    "p_signflip_less": clusters.p(&law, Less).value(),
                    "p_signflip_two_sided": clusters.p(&law, TwoSided).value(),
                    "p_boot_le_zero": low,
                    "p_boot_shift_ge": high,
                    "p_boot_centred_two_sided": both,
                    "se_naive": components.naive_error,
                    "se_cr0": error(Sandwich::Cr0),
                    "se_cr1": error(Sandwich::Cr1),
                    "se_miller": error(Sandwich::Miller),
                    "design_effect_cr0": effect(Sandwich::Cr0),
                    "design_effect_cr1": json(components.design_effect),
                    "design_effect_miller": effect(Sandwich::Miller),
                    "ms_between": json(components.between_square),
                    "ms_within": of_within(|within| Some(within.square)),
                    "n0": of_within(|within| Some(within.typical_size)),
                    "icc_anova": of_within(|within| within.icc),
                    "var_between": of_within(|within| Some(within.variance_between)),
                    "design_effect_kish": of_within(|within| within.kish),
                    "t_cr1": estimate.estimate() / estimate.standard_error(),
                    "df": estimate.df(),
                    "p_t_two_sided": estimate.p(TwoSided).value(),
                    "p_t_greater": estimate.p(Greater).value(),
                    "ci95_low": ends.low,
                    "ci95_high": ends.high,
                }),
                &["boot_mean", "boot_sd", "boot_q025", "boot_q975"],
            ))
        }
        "clusters_f1" => Some(Answer::Elsewhere("rows of a metric, swapped in `restrap`")),
        _ => None,
    });
}
