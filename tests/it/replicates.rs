//! Resamples of a comparison as a file and as a figure.

use crate::support::{Folder, root};

/// The columns of a table, by their names.
fn columns(text: &str) -> Vec<(String, Vec<f64>)> {
    let mut lines = text.lines();
    let names = lines.next().expect("a header").split(',');
    let mut columns: Vec<(String, Vec<f64>)> =
        names.map(|name| (name.to_owned(), Vec::new())).collect();
    for line in lines {
        for ((_, column), cell) in columns.iter_mut().zip(line.split(',')) {
            column.push(cell.parse().expect("a number"));
        }
    }
    columns
}

/// Ten questions and two sets of labels, by absolute paths.
fn given(line: &str) -> String {
    let root = root().display().to_string();
    let line = line.replace(
        "LABELS",
        "D/outputs/labels.csv:baseline D/outputs/labels.csv:system --gold D/outputs/labels.csv:gold",
    );
    let line = line.replace(
        "TEN",
        "D/ten-questions/baseline.txt D/ten-questions/experimental.txt",
    );
    line.replace("D/", &format!("{root}/datasets/"))
}

#[test]
fn p_of_draws_counts_again_from_the_file() {
    for line in [
        "compare TEN --test permutation,bootstrap --exact never",
        "compare TEN --test permutation,bootstrap --route streamed",
        "compare TEN --test permutation,bootstrap --route indexed --seed 9",
        "compare LABELS --metric f1 --average macro --test permutation,bootstrap --exact never",
        "compare TEN --unpaired --exact never",
    ] {
        let folder = Folder::new();
        let ran = folder.restrap(&given(&format!(
            "{line} --resamples 3000 --json --replicates reps.csv"
        )));
        assert_eq!(ran.code, Some(0), "{ran}");
        let json = ran.json();
        let comparison = &json["comparisons"][0];
        let observed = comparison["difference"].as_f64().expect("a difference");
        // The outcome rounds its difference to 12 digits.
        let beyond = |gap: f64| gap.abs() >= observed.abs() - 1e-11;
        let table = columns(&folder.read_text("reps.csv"));
        for test in comparison["tests"].as_array().expect("tests") {
            let Some(extreme) = test["at_least_as_extreme"].as_u64() else {
                continue;
            };
            let (kind, centre) = match test["name"].as_str() {
                Some("bootstrap") => ("bootstrap", observed),
                _ if line.contains("unpaired") => ("labels", 0.0),
                _ => ("swaps", 0.0),
            };
            let (_, values) = table
                .iter()
                .find(|(name, _)| name.starts_with(kind) && name.ends_with(": difference"))
                .expect("a column of this kind");
            assert_eq!(values.len(), 3_000, "{line}");
            let counted = values
                .iter()
                .filter(|&&value| beyond(value - centre))
                .count() as u64;
            assert_eq!(counted, extreme, "{line}: {kind}");
        }
    }
}

#[test]
fn a_corpus_metric_has_both_systems_beside_their_difference() {
    let folder = Folder::new();
    let ran = folder.restrap(&given(
        "compare LABELS --metric f1 --average macro --resamples 500 --replicates reps.csv",
    ));
    assert_eq!(ran.code, Some(0), "{ran}");
    let table = columns(&folder.read_text("reps.csv"));
    let names: Vec<&str> = table.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "swaps system - baseline: difference",
            "bootstrap system - baseline: difference",
            "bootstrap system - baseline: baseline",
            "bootstrap system - baseline: system",
        ]
    );
    for row in 0..500 {
        assert_eq!(table[1].1[row], table[3].1[row] - table[2].1[row]);
    }
}

#[test]
fn files_have_the_same_bytes_at_any_number_of_threads_and_from_parts() {
    let (folder, line) = (
        Folder::new(),
        "compare TEN --resamples 20000 --exact never --no-host --replicates",
    );
    for (name, threads) in [("one.npy", 1), ("many.npy", 7)] {
        let ran = folder.restrap(&given(&format!(
            "{line} {name} --threads {threads} --shard-size {}",
            64 * threads
        )));
        assert_eq!(ran.code, Some(0), "{ran}");
    }
    assert_eq!(folder.read("one.npy"), folder.read("many.npy"));
    let run = |line: &str| {
        let ran = folder.restrap(line);
        assert_eq!(ran.code, Some(0), "{ran}");
    };
    run(&given(&format!("{line} parts.npy --job j.json")));
    run("run j.json --part 1/2 --out a.part");
    run("run j.json --part 2/2 --out b.part");
    assert!(!folder.path().join("parts.npy").exists());
    run("merge a.part b.part");
    assert_eq!(folder.read("parts.npy"), folder.read("one.npy"));
    // What the columns are is printed with the array.
    let beside = folder.read_text("one.npy.json");
    assert!(
        beside.contains("swaps experimental - baseline: difference"),
        "{beside}"
    );
}

#[test]
fn replicates_are_a_figure() {
    let folder = Folder::new();
    let ran = folder.restrap(&given(
        "compare TEN --resamples 2000 --plot f.svg --plot-kind replicates",
    ));
    assert_eq!(ran.code, Some(0), "{ran}");
    let figure = folder.read_text("f.svg");
    for words in [
        "experimental: swaps",
        "experimental: bootstrap",
        "+0.10 observed",
        "2,000 resamples of each kind",
    ] {
        assert!(figure.contains(words), "{words}");
    }
}

#[test]
fn what_is_not_resampled_has_no_replicates() {
    let folder = Folder::new();
    let folds =
        "compare --scores a=0.8,0.7,0.9 --scores b=0.7,0.6,0.9 --over folds --replicates reps.csv";
    let ran = folder.restrap(folds);
    assert_eq!(
        (ran.code, ran.error()),
        (
            Some(2),
            "--replicates needs units that are resampled, and these have --test t alone"
        ),
        "{ran}"
    );
    let ran = folder.restrap(&given("compare TEN --replicates reps.xlsx"));
    assert!(ran.error().contains(".parquet, .npy, .csv, .tsv"), "{ran}");
}
