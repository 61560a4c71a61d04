//! Effect sizes of a comparison, paired and of two samples, against their formulas.

use restrap_facade::{Control, Exact, Request, Test, compare};
use serde_json::json;

use super::reader::{Answer, Case, check};
use super::scores;

fn effects(case: &Case) -> Answer {
    let systems = [
        scores("b", &case.numbers("b")),
        scores("a", &case.numbers("a")),
    ];
    let one = |unpaired: bool| {
        let request = Request::default()
            .tests([if unpaired { Test::Welch } else { Test::T }])
            .exact(Exact::Auto)
            .unpaired(unpaired);
        let outcome = compare(&systems, &request, &Control::default()).expect("valid");
        outcome
            .comparisons
            .into_iter()
            .next()
            .expect("one comparison")
    };
    let (paired, samples) = (one(false), one(true));
    Answer::Values(json!({
        "vda_A": samples.effect.superiority,
        "cohen_d_s": samples.effect.cohen_ds,
        "cohen_d_z": paired.effect.cohen_dz,
        "t_paired": paired.tests[0].statistic,
        "paired_superiority": paired.effect.superiority,
    }))
}

#[test]
fn effect_sizes_equal_their_formulas() {
    check("effect_sizes", |case| {
        (case.method == "effect_size").then(|| effects(case))
    });
}
