//! Margins by null-tilted resampling.

use super::reader::{Answer, Case, check, number};
use restrap_stats::StatsError;
use restrap_stats::tilt::{TiltedRatio, TiltedSamples};
use serde_json::{Value, json};

/// Grid units in one unit of the inputs, whose decimals are quarters, tenths and hundredths.
const PER_ONE: f64 = 100.0;

fn in_grid(value: &Value) -> i64 {
    (number(value).expect("a number") * PER_ONE).round() as i64
}

fn count(value: &Value) -> u64 {
    value.as_u64().expect("a count")
}

fn rows(value: &Value) -> &Vec<Value> {
    value.as_array().expect("rows")
}

/// One side of a claim: p of "the difference is at most this", λ, and the limit of the interval.
type Side = Box<dyn Fn(f64) -> (f64, Option<f64>, f64)>;

/// Answers a case from the test of a loss, and from that with new and base exchanged.
fn answer(case: &Case, loss: &Side, gain: &Side) -> Answer {
    let margin = case.number("margin");
    let text = |key: &str| case.inputs[key].as_str().expect("a word");
    Answer::Values(match text("claim") {
        "equivalent" => {
            let ((lower, lambda_lower, low), (upper, lambda_upper, high)) =
                (loss(-margin), gain(-margin));
            json!({"p_lower": lower, "p_upper": upper, "p_tilt": lower.max(upper), "lambda_lower": lambda_lower,
                   "lambda_upper": lambda_upper, "delta0_low": low, "delta0_high": -high})
        }
        claim => {
            let (p, lambda, low) = loss(if claim == "superior" { margin } else { -margin });
            json!({"p_tilt": p, "lambda": lambda, "delta0_low": low})
        }
    })
}

fn of_ratio(units: &[(i64, u64, u64)], width: f64) -> Side {
    let test = TiltedRatio::new(units, width * PER_ONE).expect("units");
    Box::new(move |null| {
        let (p, lambda) = test.p(null * PER_ONE);
        let low = test.lower_limit(0.05).expect("a level") / PER_ONE;
        (
            p.value(),
            Some(lambda * PER_ONE).filter(|l| l.is_finite()),
            low,
        )
    })
}

fn of_samples(new: &[(i64, u64)], base: &[(i64, u64)], scale: (i64, i64)) -> Side {
    let test = TiltedSamples::new(new, base, scale).expect("samples");
    Box::new(move |null| {
        let (p, lambda) = test.p(null * PER_ONE);
        let low = test.lower_limit(0.05).expect("a level") / PER_ONE;
        (
            p.value(),
            Some(lambda * PER_ONE).filter(|l| l.is_finite()),
            low,
        )
    })
}

#[test]
fn tilted_margins_equal_forty_digits() {
    check("margins_tilted", |case| {
        let lower = case.inputs["better"] == "lower";
        let sign = if lower { -1 } else { 1 };
        if case.expected["p_tilt"].is_null() {
            return Some(Answer::Elsewhere(
                "a margin of the whole width is refused where it is read",
            ));
        }
        match case.method.as_str() {
            "tilt_paired" | "tilt_ratio" => {
                let width = case.number("width");
                let unit = |row: &Value| match &rows(row)[..] {
                    [difference, times] => (sign * in_grid(difference), 1, count(times)),
                    [size, base, new, times] => (
                        sign * (in_grid(new) - in_grid(base)),
                        count(size),
                        count(times),
                    ),
                    _ => panic!("{}: two or four numbers", case.name),
                };
                let units: Vec<_> = rows(&case.inputs["rows"]).iter().map(unit).collect();
                let turned: Vec<_> = units.iter().map(|&(d, n, times)| (-d, n, times)).collect();
                Some(answer(
                    case,
                    &of_ratio(&units, width),
                    &of_ratio(&turned, width),
                ))
            }
            "tilt_unpaired" => {
                let scores = |key: &str| -> Vec<(i64, u64)> {
                    let row = |row: &Value| (sign * in_grid(&row[0]), count(&row[1]));
                    rows(&case.inputs[key]).iter().map(row).collect()
                };
                let ends = ["low", "high"].map(|key| sign * in_grid(&case.inputs[key]));
                let scale = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                let (new, base) = (scores("new"), scores("base"));
                Some(answer(
                    case,
                    &of_samples(&new, &base, scale),
                    &of_samples(&base, &new, scale),
                ))
            }
            "tilt_labels" => Some(Answer::Elsewhere("drawn: crates/restrap")),
            _ => None,
        }
    });
}

#[test]
fn whole_sentences_lost_are_a_binomial_tail() {
    // P(Bin(30, .1) <= 0, 1, 2, 3): the law under the null loses a sentence with probability .1.
    let tail = [0.0424, 0.1837, 0.4114, 0.6474];
    for (lost, expected) in (0..).zip(tail) {
        let units = [(-10, 10, lost), (0, 10, 30 - lost)];
        let p = TiltedRatio::new(&units, 1.0)
            .expect("units")
            .p(-0.1)
            .0
            .value();
        // Four digits are printed.
        assert!((p - expected).abs() < 6e-5, "{lost}: {p}");
    }
}

#[test]
fn nothing_and_no_scale_are_refused() {
    let none = TiltedRatio::new(&[], 1.0).map(|_| ());
    assert!(matches!(none, Err(StatsError::TooFew { .. })), "{none:?}");
    assert!(TiltedRatio::new(&[(0, 1, 5)], 0.0).is_err());
    assert!(TiltedSamples::new(&[], &[(0, 1)], (0, 1)).is_err());
    let test = TiltedRatio::new(&[(0, 1, 5)], 1.0).expect("units");
    assert!(test.lower_limit(0.5).is_err() && test.lower_limit(0.0).is_err());
}

/// One more unit that is wholly lost never lowers p, nor does a smaller margin.
#[test]
fn p_of_sums_grows_with_losses_and_falls_with_the_margin() {
    let scale = |lost: u64, partly: u64| {
        let units = [(-4, 1, lost), (-1, 1, partly), (0, 1, 24 - lost - partly)];
        let units: Vec<(i64, u64, u64)> = units.into_iter().filter(|unit| unit.2 > 0).collect();
        TiltedRatio::new(&units, 4.0).expect("units")
    };
    let samples = |lost: u64, of_base: u64| {
        TiltedSamples::new(
            &[(0, lost), (4, 20 - lost)],
            &[(0, of_base), (4, 20 - of_base)],
            (0, 4),
        )
        .expect("samples")
    };
    let nulls: Vec<f64> = (1..14).map(|at| -0.25 * f64::from(at)).collect();
    for beside in [0, 1, 2, 5] {
        let table: Vec<[Vec<f64>; 2]> = (0..10)
            .map(|lost| {
                let (one, two) = (scale(lost, beside), samples(lost, beside));
                [
                    nulls.iter().map(|&null| one.p(null).0.value()).collect(),
                    nulls.iter().map(|&null| two.p(null).0.value()).collect(),
                ]
            })
            .collect();
        for (lost, pair) in table.windows(2).enumerate() {
            for (kind, (fewer, more)) in pair[0].iter().zip(&pair[1]).enumerate() {
                for ((null, fewer), more) in nulls.iter().zip(fewer).zip(more) {
                    assert!(
                        *more >= fewer - 1e-9,
                        "{kind}, {lost} lost beside {beside}, {null}: {fewer}, {more}"
                    );
                }
            }
        }
        for row in table.iter().flatten() {
            assert!(
                row.windows(2).all(|pair| pair[1] <= pair[0] + 1e-9),
                "{beside}: {row:?}"
            );
        }
    }
}
