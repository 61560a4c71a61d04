//! Runs that were submitted to TREC, and trec_eval's own tests.

use std::collections::HashMap;

use restrap_metrics::Input;
use restrap_metrics::rankings::{Evaluation, Measure, Qrels, Ties, evaluate, evaluate_stream};

use super::data;

fn measures(names: &[&str]) -> Vec<Measure> {
    names
        .iter()
        .map(|name| name.parse().expect("a measure"))
        .collect()
}

fn qrels(name: &str) -> Option<Qrels> {
    Some(Qrels::read(Input::new(name, &data(name)?)).expect("judgements"))
}

/// Evaluates from memory and from a stream, which must agree.
fn evaluated(qrels: &Qrels, run: &str, measures: &[Measure]) -> Option<Evaluation> {
    let bytes = data(run)?;
    let whole = evaluate(qrels, Input::new(run, &bytes), measures, Ties::Trec).expect("a run");
    if let Ok(streamed) = evaluate_stream(qrels, run, &bytes[..], measures, Ties::Trec) {
        assert_eq!(streamed, whole);
    }
    Some(whole)
}

#[test]
fn ndcg_of_submitted_runs_is_what_trec_eval_printed() {
    let Some(qrels) = qrels("trec-dl-submitted/dl21.qrels.txt.zst") else {
        return;
    };
    let Some(table) = data("trec-dl-submitted/dl21.ndcg_cut10.csv") else {
        return;
    };
    let table = String::from_utf8(table).expect("text");
    let (mut runs, mut values) = (0, 0);
    let mut by_run: HashMap<&str, Vec<(&str, f64)>> = HashMap::new();
    for line in table.lines().skip(1) {
        let [run, topic, value] = line
            .split(',')
            .collect::<Vec<_>>()
            .try_into()
            .expect("three fields");
        by_run
            .entry(run)
            .or_default()
            .push((topic, value.parse().expect("a score")));
    }
    for run in [
        "Fast_ForwardP_2",
        "Fast_Forward_3",
        "NLE_P_quick",
        "TUW_DR_Base",
        "TUW_TAS-B_ANN",
        "WLUPassage1",
        "bcai_p_vbert",
        "bl_bcai_p_trad",
        "ielab-AD-uni",
        "ielab-robertav1",
        "ielab-uniCOIL",
        "ihsm_colbert64",
        "mono_d3",
        "mono_h3",
        "p_bm25rm3",
        "p_f10_mdt5base",
    ] {
        let file = format!("trec-dl-submitted/dl21-runs/{run}.run.zst");
        let Some(evaluated) = evaluated(&qrels, &file, &measures(&["ndcg@10"])) else {
            return;
        };
        let scores = evaluated.scores(0);
        for (topic, want) in &by_run[run] {
            let got = match evaluated.queries.iter().position(|query| query == topic) {
                Some(at) => scores.scores[at],
                // The rows `average` and `all` hold the mean.
                None => scores.value(),
            };
            // Printed with four decimals.
            assert_eq!(format!("{got:.4}"), format!("{want:.4}"), "{run} {topic}");
            values += 1;
        }
        runs += 1;
    }
    println!("golden nDCG@10 of TREC DL 2021: {runs} runs agree in {values} values");
}

#[test]
fn trec_evals_own_tests_agree_to_four_decimals() {
    let Some(qrels) = qrels("trec_eval-tests/qrels.test") else {
        return;
    };
    let (mut values, mut left) = (0, Vec::new());
    for file in [
        "out.test.aq",
        "out.test.meas_params",
        "out.test.a",
        "out.test",
    ] {
        let Some(want) = data(&format!("trec_eval-tests/{file}")) else {
            return;
        };
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
            let evaluated =
                evaluated(&qrels, "trec_eval-tests/results.test", &[measure]).expect("a run");
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
    let Some(text) = data("trec_eval-tests/qrels.test") else {
        return;
    };
    let text = String::from_utf8(text).expect("text");
    // One document far down the run is worth four times as much as the others: trec_eval then has a quarter of 0.1861 and more.
    let run =
        String::from_utf8(data("trec_eval-tests/results.test").expect("a run")).expect("text");
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
            .expect("a run")
            .scores(0)
            .scores[0]
    };
    assert_eq!(format!("{:.4}", value("rbp")), "0.1861");
    assert_eq!(format!("{:.4}", value("rbp(gain=graded)")), "0.0465");
    assert!(value("rbp(rel=2)") < 1e-3);
}

#[test]
fn the_published_values_of_colbert_prf_come_out_of_its_runs() {
    let Some(qrels) = qrels("trec-dl19-colbert-prf/qrels.txt") else {
        return;
    };
    for (run, ndcg, rr, ap) in [
        ("BM25", 0.4795, 0.6410, Some(0.2864)),
        ("BM25RM3", 0.5156, 0.6067, None),
        ("BM25_deepct", 0.5599, 0.7094, None),
        ("BM25_docT5q", 0.6308, 0.7601, None),
        ("ANCE", 0.6537, 0.8574, None),
        ("bm25_VBERT", 0.6855, 0.8295, None),
        ("prf_rank_beta1", 0.7352, 0.8857, Some(0.5431)),
        ("prf_rerank_beta1", 0.7369, 0.8857, Some(0.5040)),
    ] {
        let names = measures(&["ndcg@10", "rr(rel=2)@10", "ap(rel=2)"]);
        let file = format!("trec-dl19-colbert-prf/{run}.run.zst");
        let Some(evaluated) = evaluated(&qrels, &file, &names) else {
            return;
        };
        for (at, want) in [Some(ndcg), Some(rr), ap].into_iter().enumerate() {
            let Some(want) = want else { continue };
            assert_eq!(
                format!("{:.4}", evaluated.scores(at).value()),
                format!("{want:.4}"),
                "{run} {}",
                names[at]
            );
        }
    }
}
