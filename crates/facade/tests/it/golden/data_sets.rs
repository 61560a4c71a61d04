//! Several data sets, scores in: means over them, their heterogeneity, and on how many of them a difference holds.

use restrap_facade::{
    Alternative, Control, Data, DataSet, Measure, ReplicateOutcome, ReplicateRequest, Request,
    Scores, replicate,
};
use serde_json::{Value, json};

use super::reader::{Answer, check};
use super::scores;

/// Systems `baseline`, which scores 0, and `system`, which scores the differences.
fn replicated(differences: &[Vec<f64>], request: &ReplicateRequest) -> ReplicateOutcome {
    let systems: Vec<[Scores; 2]> = differences
        .iter()
        .map(|d| [scores("baseline", &vec![0.0; d.len()]), scores("system", d)])
        .collect();
    let set = |(at, both): (usize, &'_ [Scores<'static>; 2])| (format!("set {at}"), both.clone());
    let owned: Vec<(String, [Scores; 2])> = systems.iter().enumerate().map(set).collect();
    let sets = owned.iter().map(|(name, both)| DataSet {
        name: name.clone(),
        data: Data::scores(both),
        metric: None,
    });
    let measures = [Measure {
        name: None,
        sets: sets.collect(),
    }];
    replicate(&measures, request, &Control::default()).expect("scores")
}

fn request(alternative: Alternative) -> ReplicateRequest {
    ReplicateRequest::new(Request::default().alternative(alternative).adjust(None))
}

#[test]
fn means_over_data_sets_and_their_heterogeneity_equal_exact_fractions_and_metafor() {
    check("macro_mean", |case| {
        let sets: Vec<Vec<f64>> =
            serde_json::from_value(case.inputs["datasets"].clone()).expect("numbers");
        let [greater, both] = [Alternative::Greater, Alternative::TwoSided]
            .map(|side| replicated(&sets, &request(side)));
        let micro = replicated(&sets, &request(Alternative::TwoSided).micro(true));
        let mean = |outcome: &ReplicateOutcome| outcome.means[0].clone();
        let heterogeneity = &both.heterogeneity[0];
        let value: Value = json!({
            "macro_mean": mean(&both).difference,
            "dataset_means": both.cells.iter().map(|cell| cell.difference).collect::<Vec<f64>>(),
            "micro_mean": mean(&micro).difference,
            "p_signflip_greater": mean(&greater).pvalue,
            "p_signflip_two_sided": mean(&both).pvalue,
            "p_micro_signflip_two_sided": mean(&micro).pvalue,
            "q": heterogeneity.q,
            "q_df": heterogeneity.df,
            "p_q": heterogeneity.pvalue,
            "i2": heterogeneity.i2,
            "tau2_dl": heterogeneity.tau2,
        });
        // By z and by t, and means weighted by precision: values of `restrap-stats`.
        Some(Answer::Partial(
            value,
            &[
                "se",
                "z",
                "p_z_two_sided",
                "df_welch_satterthwaite",
                "p_t_two_sided",
                "ci95_z_low",
                "ci95_z_high",
                "ci95_t_low",
                "ci95_t_high",
                "fixed_effect",
                "se_fixed",
                "random_effects_dl",
                "se_random_dl",
            ],
        ))
    });
}
