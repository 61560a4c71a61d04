//! trec_eval's own tests.

use restrap_metrics::Input;
use restrap_metrics::rankings::{Evaluation, Measure, Qrels, Ties, evaluate, evaluate_stream};

use super::data;

fn qrels(name: &str) -> Qrels {
    Qrels::read(Input::new(name, &data(name))).expect("judgements")
}

/// Evaluates from memory and from a stream, which must agree.
fn evaluated(qrels: &Qrels, run: &str, measures: &[Measure]) -> Evaluation {
    let bytes = data(run);
    let whole = evaluate(qrels, Input::new(run, &bytes), measures, Ties::Trec).expect("a run");
    if let Ok(streamed) = evaluate_stream(qrels, run, &bytes[..], measures, Ties::Trec) {
        assert_eq!(streamed, whole);
    }
    whole
}

#[test]
fn trec_evals_own_tests_agree_to_four_decimals() {
    let qrels = qrels("trec_eval-tests/qrels.test");
    let (mut values, mut left) = (0, Vec::new());
    for file in [
        "out.test.aq",
        "out.test.meas_params",
        "out.test.a",
        "out.test",
    ] {
        let want = data(&format!("trec_eval-tests/{file}"));
        let want = String::from_utf8(want).expect("text");
        for line in want.lines() {
            let [name, query, value] = line
                .split_whitespace()
                .collect::<Vec<_>>()
                .try_into()
                .expect("three fields");
            let Some(measure) = renamed(name) else {
                left.push(name.to_owned());
                continue;
            };
            let evaluated = evaluated(&qrels, "trec_eval-tests/results.test", &[measure]);
            let scores = evaluated.scores(0);
            let got = match evaluated.queries.iter().position(|id| id == query) {
                Some(at) => scores.scores[at],
                // Counts are summed, everything else averaged.
                None if name.starts_with("num_") => scores.scores.iter().sum(),
                None => scores.value(),
            };
            let want: f64 = value.parse().expect("a value");
            assert_eq!(
                format!("{got:.4}"),
                format!("{want:.4}"),
                "{file} {name} {query}"
            );
            values += 1;
        }
    }
    left.sort();
    left.dedup();
    println!(
        "golden trec_eval's tests: {values} values agree; measures that are not computed: {}",
        left.join(", ")
    );
    assert!(values > 100);
}

/// The measure that trec_eval calls by a name, if there is one.
fn renamed(name: &str) -> Option<Measure> {
    let name = match name {
        "recip_rank" => "rr".to_owned(),
        "Rprec" => "rprec".to_owned(),
        "set_P" | "set_recall" | "set_F" | "set_map" | "num_ret" | "num_rel" | "num_rel_ret"
        | "map" | "bpref" | "ndcg" | "rbp" => name.to_lowercase(),
        _ => {
            let (head, k) = name
                .rsplit_once('_')
                .filter(|(_, k)| k.parse::<u32>().is_ok())?;
            let known = matches!(head, "P" | "recall" | "success" | "ndcg_cut" | "map_cut");
            known.then(|| format!("{}@{k}", head.trim_end_matches("_cut").to_lowercase()))?
        }
    };
    Some(name.parse().expect("a measure"))
}

#[test]
fn rbp_of_graded_judgements_is_that_of_trec_eval_where_it_is_asked_for() {
    let text = data("trec_eval-tests/qrels.test");
    let text = String::from_utf8(text).expect("text");
    // One document far down the run is worth four times as much as the others: trec_eval then has a quarter of 0.1861 and more.
    let run = String::from_utf8(data("trec_eval-tests/results.test")).expect("text");
    let retrieved: Vec<&str> = run
        .lines()
        .filter_map(|line| line.strip_prefix("301")?.split_whitespace().nth(1))
        .collect();
    let relevant: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("301 ") && line.ends_with(" 1"))
        .collect();
    let is_last = |line: &&&str| {
        line.split_whitespace()
            .nth(2)
            .is_some_and(|id| retrieved.contains(&id))
    };
    let raised = relevant
        .iter()
        .rev()
        .find(is_last)
        .expect("a relevant document that is retrieved");
    let graded = text.replace(raised, &raised.replace(" 1", " 4"));
    let qrels = Qrels::read(Input::new("qrels", &graded)).expect("judgements");
    let value = |measure: &str| {
        let measures = [measure.parse().expect("a measure")];
        evaluated(&qrels, "trec_eval-tests/results.test", &measures)
            .scores(0)
            .scores[0]
    };
    assert_eq!(format!("{:.4}", value("rbp")), "0.1861");
    assert_eq!(format!("{:.4}", value("rbp(gain=graded)")), "0.0465");
    assert!(value("rbp(rel=2)") < 1e-3);
}
