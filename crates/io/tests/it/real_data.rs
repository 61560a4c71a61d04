//! Real evaluation data, where the folder `shared` lies beside the workspace.
//!
//! The figures stand in the files themselves; where they were counted by other means, the test says how.

use std::path::PathBuf;

use restrap_io::{Loaded, Missing, Options, load};

/// The path of a data file, or `None` with a line that says so.
fn data(name: &str) -> Option<String> {
    let path: PathBuf = [
        env!("CARGO_MANIFEST_DIR"),
        "..",
        "..",
        "..",
        "shared",
        "data",
    ]
    .iter()
    .collect::<PathBuf>()
    .join(name);
    if path.exists() {
        return Some(path.display().to_string());
    }
    println!("SKIPPED {name}: shared/data not found");
    None
}

fn names(loaded: &Loaded) -> Vec<&str> {
    loaded
        .systems
        .iter()
        .map(|system| system.name.as_str())
        .collect()
}

#[test]
fn ms_marco_columns_with_colons_and_at_signs_are_systems() {
    let Some(path) = data("msmarco-dev-per-query/bm25_ance.mrr10_recall100.csv") else {
        return;
    };
    let arguments = ["bm25:mrr@10", "ance:mrr@10"].map(|column| format!("{path}:{column}"));
    let options = Options {
        id: vec!["qid".into()],
        ..Options::default()
    };
    let loaded = load(&arguments, &options).expect("valid scores");
    assert_eq!(loaded.items(), 6980);
    assert_eq!(names(&loaded), ["bm25:mrr@10", "ance:mrr@10"]);
    // The published MRR@10 of BM25 (Anserini, default parameters) and ANCE on this set: 0.184 and 0.330.
    for (system, published) in loaded.systems.iter().zip([0.184, 0.330]) {
        let mean = system.scores.iter().sum::<f64>() / 6980.0;
        assert!((mean - published).abs() < 0.005, "{}: {mean}", system.name);
    }
}

#[test]
fn a_table_of_trec_runs_gives_every_run() {
    let Some(path) = data("trec-topic-scores/adhoc8_ap.csv") else {
        return;
    };
    let loaded = load(&[path], &Options::default()).expect("valid scores");
    assert_eq!((loaded.items(), loaded.systems.len()), (50, 129));
}

#[test]
fn text_files_of_the_hitchhikers_guide_pair_by_line() {
    let (Some(a), Some(b)) = (data("dror2018/resA.txt"), data("dror2018/resB.txt")) else {
        return;
    };
    let loaded = load(&[a, b], &Options::default()).expect("valid scores");
    assert_eq!(
        (loaded.items(), names(&loaded)),
        (1000, vec!["resA", "resB"])
    );
}

#[test]
fn empty_cells_of_alpaca_eval_are_errors_until_dropped() {
    let Some(path) = data("alpacaeval2/preferences.csv") else {
        return;
    };
    let error = load(std::slice::from_ref(&path), &Options::default()).expect_err("empty cells");
    assert_eq!(error.class().name(), "non_finite");
    let options = Options {
        missing: Missing::Drop,
        ..Options::default()
    };
    let loaded = load(&[path], &options).expect("valid scores");
    assert_eq!(
        (
            loaded.inputs[0].items,
            loaded.inputs[0].dropped,
            loaded.items()
        ),
        (805, 4, 801)
    );
}

#[test]
fn long_tables_need_a_filter_and_say_which() {
    let Some(path) = data("realsumm/abs.csv") else {
        return;
    };
    let arguments = [format!("{path}:rouge_1_f_score")];
    let mut options = Options {
        id: vec!["doc".into()],
        ..Options::default()
    };
    let error = load(&arguments, &options).expect_err("doubled ids");
    let hint = error.hint().expect("a hint");
    assert!(
        hint.contains("where=system=bart_out.txt") && hint.contains("long=system=system"),
        "{hint}"
    );
    options.filters = vec!["system=bart_out.txt".parse().expect("a filter")];
    assert_eq!(
        load(&arguments, &options).expect("valid scores").items(),
        100
    );
}

#[test]
fn a_trec_run_is_not_mistaken_for_scores() {
    for name in [
        "trec-dl-submitted/dl21-runs/mono_d3.run.zst",
        "trec-dl19-colbert-prf/BM25.run.zst",
    ] {
        let Some(path) = data(name) else { return };
        let error = load(&[path], &Options::default()).expect_err("a run");
        assert_eq!(error.class().name(), "unreadable", "{error}");
    }
}
