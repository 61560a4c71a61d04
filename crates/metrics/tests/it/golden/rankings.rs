//! Against trec_eval (by pytrec_eval) and ir_measures.

use std::fmt::Write as _;

use restrap_metrics::Input;
use restrap_metrics::rankings::{Evaluation, Measure, Qrels, Ties, evaluate};
use serde_json::{Map, Value};

use super::reader::{Answer, Case, check};

#[test]
fn metrics_trec() {
    check("metrics_trec", |case| match case.method.as_str() {
        "trec_eval" => Some(Answer::Values(answer(case))),
        _ => None,
    });
}

/// The name here of a measure of trec_eval or ir_measures.
fn renamed(name: &str) -> String {
    match name {
        "recip_rank" => "rr".to_owned(),
        "Rprec" => "rprec".to_owned(),
        _ => match name
            .rsplit_once('_')
            .filter(|(_, k)| k.parse::<u32>().is_ok())
        {
            Some((head, k)) => format!("{}@{k}", head.trim_end_matches("_cut")).to_lowercase(),
            None => name.to_lowercase(),
        },
    }
}

fn evaluated(case: &Case, name: &str) -> Evaluation {
    let (mut qrels, mut run) = (String::new(), String::new());
    let queries = |key: &str| case.inputs[key].as_object().expect("queries").clone();
    for (query, documents) in queries("qrels") {
        for (document, grade) in documents.as_object().expect("documents") {
            writeln!(qrels, "{query} 0 {document} {grade}").expect("a string");
        }
    }
    for (query, documents) in queries("run") {
        for (document, score) in documents.as_object().expect("documents") {
            writeln!(run, "{query}\tQ0\t{document}\t0\t{score}\ttag").expect("a string");
        }
    }
    let qrels = Qrels::read(Input::new("qrels", &qrels)).expect("judgements");
    let measure: Measure = renamed(name).parse().expect("a measure");
    // ir_measures takes RR@k from the MS MARCO scorer, which breaks ties by document id ascending.
    let ties = if name.starts_with("RR@") {
        Ties::DocidAscending
    } else {
        Ties::Trec
    };
    evaluate(&qrels, Input::new("run", &run), &[measure], ties).expect("a run")
}

/// Answers every measure that is asked for, by query and averaged.
fn answer(case: &Case) -> Value {
    let mut got = case.expected.clone();
    let by_query = |queries: &mut Map<String, Value>| {
        for (query, measures) in queries {
            for (name, value) in measures.as_object_mut().expect("measures") {
                let evaluated = evaluated(case, name);
                let at = evaluated
                    .queries
                    .iter()
                    .position(|id| id == query)
                    .expect("the query");
                *value = evaluated.scores(0).scores[at].into();
            }
        }
    };
    for (key, part) in got.as_object_mut().expect("parts") {
        let part = part.as_object_mut().expect("a part");
        match key.as_str() {
            "per_query" | "ir_measures_per_query" => by_query(part),
            _ => {
                for (name, value) in part {
                    let evaluated = evaluated(case, name);
                    let scores = evaluated.scores(0).scores;
                    let kept = evaluated
                        .retrieved
                        .iter()
                        .map(|retrieved| key.ends_with("as_zero") || *retrieved);
                    let scores: Vec<f64> = scores
                        .iter()
                        .zip(kept)
                        .filter(|(_, kept)| *kept)
                        .map(|(s, _)| *s)
                        .collect();
                    *value = (scores.iter().sum::<f64>() / scores.len() as f64).into();
                }
            }
        }
    }
    got
}
