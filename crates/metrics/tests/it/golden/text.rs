//! Against sacrebleu.

use restrap_metrics::text::{
    Bleu, BleuOptions, Chrf, ChrfOptions, Segments, Smoothing, Ter, TerOptions,
};
use restrap_metrics::{Metric, Statistics};
use serde_json::{Value, json};

use super::reader::{Answer, Case, check};

#[test]
fn metrics_mt() {
    check("metrics_mt", |case| match case.method.as_str() {
        "bleu" => Some(Answer::Values(bleu(case))),
        "sentence_bleu" => Some(Answer::Values(sentence_bleu(case))),
        "chrf" => Some(Answer::Values(chrf(case))),
        "ter" => Some(Answer::Values(ter(case))),
        _ => None,
    });
}

fn lines(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(|line| line.as_str().expect("a line"))
        .collect()
}

/// The references and the system.
fn segments(case: &Case) -> (Vec<Segments>, Segments) {
    let references = case.inputs["refs"].as_array().expect("references");
    let references = references
        .iter()
        .map(|file| Segments::from_lines("ref", lines(file)))
        .collect();
    (
        references,
        Segments::from_lines("hyp", lines(&case.inputs["hyp"])),
    )
}

fn rows(statistics: &Statistics) -> Vec<Vec<i64>> {
    (0..statistics.items())
        .map(|item| statistics.row(item))
        .collect()
}

fn bleu(case: &Case) -> Value {
    let (references, system) = segments(case);
    let word = |key: &str| case.inputs[key].as_str().expect("a word");
    let smoothing = match word("smooth") {
        "exp" => Smoothing::Exp,
        "floor" => Smoothing::Floor(0.1),
        "add-k" => Smoothing::AddK(1.0),
        "none" => Smoothing::None,
        other => panic!("{other}"),
    };
    let tokenizer = word("tokenize").parse().expect("a tokenizer");
    let metric = Bleu::new(
        BleuOptions {
            tokenizer,
            smoothing,
            ..BleuOptions::default()
        },
        references.len(),
    )
    .expect("a metric");
    let statistics = metric
        .score(&references, &system)
        .expect("aligned segments");
    let sums = statistics.sums();
    json!({
        "score": metric.finish(&sums),
        "bp": metric.brevity_penalty(&sums),
        "precisions": metric.precisions(&sums),
        "sys_len": sums[0],
        "ref_len": sums[1],
        "stats": rows(&statistics),
    })
}

fn sentence_bleu(case: &Case) -> Value {
    let (references, system) = segments(case);
    let options = BleuOptions {
        effective_order: true,
        ..BleuOptions::default()
    };
    let metric = Bleu::new(options, references.len()).expect("a metric");
    let statistics = metric
        .score(&references, &system)
        .expect("aligned segments");
    json!({ "scores": rows(&statistics).iter().map(|row| metric.finish(row)).collect::<Vec<_>>() })
}

fn chrf(case: &Case) -> Value {
    let (references, system) = segments(case);
    let options = ChrfOptions {
        char_order: case.count("char_order") as usize,
        word_order: case.count("word_order") as usize,
        beta: case.count("beta") as u32,
        ..ChrfOptions::default()
    };
    let metric = Chrf::new(options, references.len()).expect("a metric");
    let statistics = metric
        .score(&references, &system)
        .expect("aligned segments");
    json!({ "score": metric.finish(&statistics.sums()), "stats": rows(&statistics) })
}

fn ter(case: &Case) -> Value {
    let (references, system) = segments(case);
    let metric = Ter::new(TerOptions::default(), references.len()).expect("a metric");
    let statistics = metric
        .score(&references, &system)
        .expect("aligned segments");
    // The golden files hold the mean reference length of a segment, the statistics the sum.
    let mean = |row: Vec<i64>| [row[0] as f64, row[1] as f64 / references.len() as f64];
    let rows: Vec<[f64; 2]> = rows(&statistics).into_iter().map(mean).collect();
    json!({ "score": metric.finish(&statistics.sums()), "stats": rows })
}
