//! trec_eval's own tests, through `restrap score`.

use std::collections::BTreeMap;
use std::fs;

use super::{Scored, data};

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
    let [qrels, run, wanted] = files;
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
