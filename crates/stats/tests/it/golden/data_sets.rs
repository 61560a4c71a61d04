//! Means over data sets, each with its own items.

use super::clusters::rows;
use super::reader::{Answer, check, json, object};
use restrap_stats::data_sets::{MeanOfSets, SwappedSet, Weights, heterogeneity, macro_estimate};
use restrap_stats::{Alternative, Moments, Probability, StudentT, TEstimate};

use Alternative::{Greater, TwoSided};

/// Differences of two decimals, on their grid.
fn set(differences: &[f64]) -> SwappedSet {
    let unit = |d: &f64| ((100.0 * d).round() as i64, 1);
    SwappedSet {
        units: differences.iter().map(unit).collect(),
        per_one: 100.0,
        is_exact: true,
    }
}

#[test]
fn means_over_data_sets_equal_exact_fractions_and_metafor() {
    check("macro_mean", |case| {
        let data = rows(&case.inputs["datasets"]);
        let sets: Vec<SwappedSet> = data.iter().map(|differences| set(differences)).collect();
        let alike = MeanOfSets::new(&sets, Weights::Alike).expect("items");
        let micro = MeanOfSets::new(&sets, Weights::ByItems).expect("items");
        let estimate = |differences: &Vec<f64>| {
            let moments = Moments::of(differences).expect("finite");
            StudentT::of_moments(moments).expect("two items").estimate()
        };
        let estimates: Vec<TEstimate> = data.iter().map(estimate).collect();
        let mean = macro_estimate(&estimates, &vec![1.0 / data.len() as f64; data.len()])
            .expect("data sets");
        let (z, p) = (mean.estimate() / mean.standard_error(), |p: Probability| {
            p.value()
        });
        let by_z = TEstimate::new(mean.estimate(), mean.standard_error(), 1e15).expect("finite");
        let [t, normal] =
            [mean, by_z].map(|one| one.interval(0.95).expect("level").expect("some spread"));
        let mut answer = object([
            ("macro_mean", alike.mean()),
            ("micro_mean", micro.mean()),
            ("p_signflip_greater", p(alike.p(Greater).probability)),
            ("p_signflip_two_sided", p(alike.p(TwoSided).probability)),
            (
                "p_micro_signflip_two_sided",
                p(micro.p(TwoSided).probability),
            ),
            ("se", mean.standard_error()),
            ("z", z),
            ("p_z_two_sided", p(by_z.p(TwoSided))),
            ("df_welch_satterthwaite", mean.df()),
            ("p_t_two_sided", p(mean.p(TwoSided))),
            ("ci95_z_low", normal.low),
            ("ci95_z_high", normal.high),
            ("ci95_t_low", t.low),
            ("ci95_t_high", t.high),
        ]);
        answer["dataset_means"] = estimates.iter().map(TEstimate::estimate).collect();
        let of = heterogeneity(&estimates);
        answer["q_df"] = (data.len() - 1).into();
        let mut tell = |key: &str, value: Option<f64>| answer[key] = json(value);
        tell("q", of.map(|of| of.q));
        tell("p_q", of.map(|of| of.p.value()));
        tell("i2", of.map(|of| of.i2));
        tell("fixed_effect", of.map(|of| of.fixed[0]));
        tell("se_fixed", of.map(|of| of.fixed[1]));
        tell("tau2_dl", of.map(|of| of.tau2));
        tell("random_effects_dl", of.map(|of| of.random[0]));
        tell("se_random_dl", of.map(|of| of.random[1]));
        Some(Answer::Values(answer))
    });
}
