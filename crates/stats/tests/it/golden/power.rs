//! Power by formulas.

use super::reader::{Answer, Case, check};
use restrap_stats::power::{Agreement, Discordant, MeanDifference};
use restrap_stats::{Alternative, McNemarVariant};
use serde_json::{Value, json as value};

fn word<'a>(case: &'a Case, key: &str) -> &'a str {
    case.inputs[key]
        .as_str()
        .unwrap_or_else(|| panic!("{}: no word {key}", case.name))
}

fn discordant(case: &Case) -> Value {
    let variant = match word(case, "test") {
        "exact" => McNemarVariant::Exact,
        "midp" => McNemarVariant::MidP,
        "chi2_cc" => McNemarVariant::ChiSquareCorrected,
        other => panic!("{}: {other}", case.name),
    };
    let test = Discordant::new(
        case.number("p10"),
        case.number("p01"),
        case.number("alpha"),
        variant,
        Alternative::TwoSided,
    );
    let told = test
        .expect("valid probabilities")
        .rejections(case.count("n"));
    value!({"power": told.power, "reject_rate": told.reject_rate, "type_s": told.type_s, "type_m": told.type_m})
}

fn table(case: &Case) -> Value {
    let table = Agreement::new(
        case.number("baseline_acc"),
        case.number("delta"),
        case.number("agreement"),
    )
    .expect("a table");
    value!({
        "p_only_new": table.only_system,
        "p_only_baseline": table.only_baseline,
        "p_both_right": table.both_right,
        "p_both_wrong": table.both_wrong,
    })
}

fn t(case: &Case) -> Value {
    let alternative = match word(case, "alternative") {
        "two-sided" => Alternative::TwoSided,
        _ => Alternative::Greater,
    };
    let test = MeanDifference::new(1.0, case.number("alpha"), alternative)
        .expect("valid")
        .t(case.number("d_z"));
    let rate = |items: f64| test.rejections(items).reject_rate;
    let (mut low, mut high) = (2.0, 1e4);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if rate(middle) < 0.8 {
            low = middle;
        } else {
            high = middle;
        }
    }
    value!({"power": rate(case.number("n")), "n_for_80": high})
}

fn miller(case: &Case) -> Value {
    let variance = MeanDifference::variance_of(
        case.number("omega2"),
        [case.number("sigma2_a"), case.number("sigma2_b")],
        [case.count("k_a"), case.count("k_b")],
    );
    let mean =
        MeanDifference::new(variance, case.number("alpha"), Alternative::TwoSided).expect("valid");
    let power = case.number("power");
    value!({
        "n": mean.items(case.number("delta"), power).expect("items"),
        "mde": mean.effect(case.number("n_for_mde"), power).expect("an effect"),
    })
}

#[test]
fn power_type_s_type_m_and_sample_sizes() {
    check("power", |case| {
        Some(Answer::Values(match case.method.as_str() {
            "mcnemar_power" => discordant(case),
            "card_agreement_table" => table(case),
            "t_power" => t(case),
            "miller_sample_size" => miller(case),
            _ => return None,
        }))
    });
}
