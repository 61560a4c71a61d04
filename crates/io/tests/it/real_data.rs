//! Evaluation data of `tests/data`, and files of the shape that others published.

use std::path::Path;

use restrap_io::{Loaded, Missing, Options, load};

/// The path of a file of `tests/data`.
fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data")
        .join(name);
    assert!(path.exists(), "{}", path.display());
    path.display().to_string()
}

/// A file of this text in a folder that is removed with it.
fn written(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    (folder, path.display().to_string())
}

fn names(loaded: &Loaded) -> Vec<&str> {
    loaded
        .systems
        .iter()
        .map(|system| system.name.as_str())
        .collect()
}

#[test]
fn columns_with_colons_and_at_signs_are_systems() {
    // A reciprocal rank per query, as a table of MS MARCO has it: the columns are called by run and measure.
    let rows = (0..120).map(|query| {
        format!(
            "{query},{},{}\n",
            1.0 / f64::from(1 + query % 4),
            1.0 / f64::from(1 + query % 2)
        )
    });
    let text = "qid,bm25:mrr@10,ance:mrr@10\n".to_owned() + &rows.collect::<String>();
    let (_folder, path) = written("runs.csv", &text);
    let arguments = ["bm25:mrr@10", "ance:mrr@10"].map(|column| format!("{path}:{column}"));
    let options = Options {
        id: vec!["qid".into()],
        ..Options::default()
    };
    let loaded = load(&arguments, &options).expect("valid scores");
    assert_eq!(loaded.items(), 120);
    assert_eq!(names(&loaded), ["bm25:mrr@10", "ance:mrr@10"]);
    for (system, want) in loaded.systems.iter().zip([25.0 / 48.0, 0.75]) {
        let mean = system.scores.iter().sum::<f64>() / 120.0;
        assert!((mean - want).abs() < 1e-12, "{}: {mean}", system.name);
    }
}

#[test]
fn a_table_of_trec_runs_gives_every_run() {
    let path = data("trec-topic-scores/adhoc8_ap.csv");
    let loaded = load(&[path], &Options::default()).expect("valid scores");
    assert_eq!((loaded.items(), loaded.systems.len()), (50, 129));
}

#[test]
fn empty_cells_are_errors_until_dropped() {
    // A preference per instruction, of which some have none.
    let rows = (0..805).map(|item| {
        let empty = item % 200 == 7 && item < 800;
        format!(
            "{item},{},0.5\n",
            if empty {
                String::new()
            } else {
                format!("{}", f64::from(item % 9) / 8.0)
            }
        )
    });
    let text = "instruction,gpt4,claude\n".to_owned() + &rows.collect::<String>();
    let (_folder, path) = written("preferences.csv", &text);
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
    let path = data("realsumm/abs.csv.zst");
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
