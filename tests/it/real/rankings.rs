//! Runs that were submitted to TREC, and trec_eval's own tests, through `restrap score` and `compare`.

use std::collections::BTreeMap;
use std::fs;

use super::{Scored, data, json, prints_as};

/// Scores by query, four decimals, as trec_eval prints them.
fn by_query(scored: &Scored, system: &str) -> BTreeMap<String, String> {
    let rows = scored.rows(system).into_iter().map(|row| {
        let [query, score] = row.try_into().expect("an id and a score");
        (
            query,
            format!("{:.4}", score.parse::<f64>().expect("a score")),
        )
    });
    rows.collect()
}

#[test]
fn ndcg_of_every_submitted_run_and_topic_is_what_trec_eval_printed() {
    let (Some(qrels), Some(table)) = (
        data("trec-dl-submitted/dl21.qrels.txt.zst"),
        data("trec-dl-submitted/dl21.ndcg_cut10.csv"),
    ) else {
        return;
    };
    let table = fs::read_to_string(table).expect("the table");
    let mut wanted: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let [run, topic, value] = line
            .split(',')
            .collect::<Vec<_>>()
            .try_into()
            .expect("three fields");
        wanted.entry(run).or_default().push((topic, value));
    }
    let Some(folder) = data("trec-dl-submitted/dl21-runs") else {
        return;
    };
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("the runs")
        .map(|entry| {
            entry
                .expect("a run")
                .file_name()
                .into_string()
                .expect("UTF-8")
                .replace(".run.zst", "")
        })
        .collect();
    names.sort();
    assert_eq!(names.len(), 16);
    let systems: Vec<String> = names
        .iter()
        .filter_map(|name| {
            Some(format!(
                "{name}={}",
                data(&format!("trec-dl-submitted/dl21-runs/{name}.run.zst"))?
            ))
        })
        .collect();
    let scored = Scored::of(
        &systems,
        &["--qrels", &qrels, "--metric", "ndcg@10", "--digits", "4"],
    );
    let mut agreed = 0;
    for (name, mean) in names.iter().zip(&scored.table) {
        let got = by_query(&scored, name);
        for (topic, want) in &wanted[name.as_str()] {
            // The rows `average` and `all` hold the mean.
            let got = got.get(*topic).unwrap_or(mean);
            assert_eq!(
                format!("{:.4}", want.parse::<f64>().expect("a value")),
                *got,
                "{name} {topic}"
            );
            agreed += 1;
        }
    }
    println!(
        "golden nDCG@10 of TREC DL 2021 through score: {agreed} of {agreed} cases agree (16 runs)"
    );
    assert!(agreed >= 16 * 53);
}

#[test]
fn the_values_of_colbert_prf_come_out_of_its_runs() {
    let wanted = [
        ("BM25", "0.4795", "0.6410", Some("0.2864")),
        ("BM25RM3", "0.5156", "0.6067", None),
        ("BM25_deepct", "0.5599", "0.7094", None),
        ("BM25_docT5q", "0.6308", "0.7601", None),
        ("ANCE", "0.6537", "0.8574", None),
        ("bm25_VBERT", "0.6855", "0.8295", None),
        ("prf_rank_beta1", "0.7352", "0.8857", Some("0.5431")),
        ("prf_rerank_beta1", "0.7369", "0.8857", Some("0.5040")),
    ];
    let Some(qrels) = data("trec-dl19-colbert-prf/qrels.txt") else {
        return;
    };
    let path = |name: &str| {
        Some(format!(
            "{name}={}",
            data(&format!("trec-dl19-colbert-prf/{name}.run.zst"))?
        ))
    };
    let Some(systems) = wanted
        .iter()
        .map(|row| path(row.0))
        .collect::<Option<Vec<_>>>()
    else {
        return;
    };
    let mut agreed = 0;
    for (column, metric) in ["ndcg@10", "rr(rel=2)@10", "ap(rel=2)"]
        .into_iter()
        .enumerate()
    {
        let scored = Scored::of(
            &systems,
            &["--qrels", &qrels, "--metric", metric, "--digits", "4"],
        );
        for ((name, ndcg, rr, ap), got) in wanted.iter().zip(&scored.table) {
            if let Some(want) = [Some(*ndcg), Some(*rr), *ap][column] {
                assert_eq!(got, want, "{name} {metric}");
                agreed += 1;
            }
        }
    }
    println!("golden trec-dl19-colbert-prf: {agreed} of 19 cases agree (nDCG@10, RR@10, AP)");
    assert_eq!(agreed, 19);
}

/// The name that restrap has for a measure of trec_eval, if there is one.
fn renamed(name: &str) -> Option<String> {
    Some(match name {
        "recip_rank" => "rr".to_owned(),
        "Rprec" => "rprec".to_owned(),
        "map" => "ap".to_owned(),
        "num_ret" | "num_rel" | "num_rel_ret" | "bpref" | "ndcg" => name.to_owned(),
        _ => {
            let (head, k) = name
                .rsplit_once('_')
                .filter(|(_, k)| k.parse::<u32>().is_ok())?;
            let head = match head {
                "P" => "p",
                "recall" | "success" => head,
                "ndcg_cut" => "ndcg",
                "map_cut" => "ap",
                _ => return None,
            };
            format!("{head}@{k}")
        }
    })
}

#[test]
fn trec_evals_own_test_comes_out_to_four_decimals() {
    let files = ["qrels.test", "results.test", "out.test.aq"]
        .map(|name| data(&format!("trec_eval-tests/{name}")));
    let [Some(qrels), Some(run), Some(wanted)] = files else {
        return;
    };
    let wanted = fs::read_to_string(wanted).expect("trec_eval's output");
    let mut measures: BTreeMap<String, Vec<(&str, &str)>> = BTreeMap::new();
    for line in wanted.lines() {
        let [name, query, value] = line
            .split_whitespace()
            .collect::<Vec<_>>()
            .try_into()
            .expect("three fields");
        if let Some(name) = renamed(name) {
            measures.entry(name).or_default().push((query, value));
        }
    }
    assert!(measures.len() > 30, "{}", measures.len());
    let mut agreed = 0;
    for (metric, values) in measures {
        let scored = Scored::of(
            &[format!("run={run}")],
            &["--qrels", &qrels, "--metric", &metric, "--digits", "4"],
        );
        let got = by_query(&scored, "run");
        for (query, want) in values {
            // trec_eval sums counts over queries; everything else it averages, as restrap does.
            if query == "all" && metric.starts_with("num_") {
                continue;
            }
            let got = got.get(query).unwrap_or(&scored.table[0]);
            assert_eq!(
                format!("{:.4}", want.parse::<f64>().expect("a value")),
                *got,
                "{metric} {query}"
            );
            agreed += 1;
        }
    }
    println!(
        "golden trec_eval through score: {agreed} of {agreed} cases agree (its own test, topic by topic)"
    );
    assert!(agreed > 120, "{agreed}");
}

#[test]
fn submitted_runs_are_compared_from_their_files() {
    let files = [
        "dl21.qrels.txt.zst",
        "dl21-runs/p_bm25rm3.run.zst",
        "dl21-runs/mono_h3.run.zst",
    ];
    let [Some(qrels), Some(a), Some(b)] =
        files.map(|name| data(&format!("trec-dl-submitted/{name}")))
    else {
        return;
    };
    let outcome = json(&[
        "compare", &a, &b, "--qrels", &qrels, "--metric", "ndcg@10", "--json",
    ]);
    assert_eq!(outcome["items"], 53);
    prints_as(&outcome["systems"][0]["score"], "0.4480");
    prints_as(&outcome["systems"][1]["score"], "0.6115");
}
