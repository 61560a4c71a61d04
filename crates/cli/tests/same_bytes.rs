//! The same bytes from the same question: threads, shards and repetition change nothing in `--no-host --json`.

use std::path::Path;
use std::process::Command;

use assert_cmd::prelude::*;

/// What `restrap` prints, run in `folder`.
fn restrap(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let mut command = Command::cargo_bin("restrap").expect("the binary");
    let output = command.current_dir(folder).args(arguments).output().expect("a process");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Graded, binary and continuous pairs and several systems, by name and as arguments.
fn data(folder: &Path) -> Vec<(&'static str, Vec<&'static str>)> {
    restrap(folder, &["generate", "graded", "--items", "400", "--seed", "1", "g1.txt", "g2.txt"]);
    restrap(folder, &["generate", "graded", "--items", "400", "--seed", "2", "g3.txt", "g4.txt"]);
    let helped = ["--items", "300", "--helped", "30", "--hurt", "17", "--seed", "3"];
    restrap(folder, &[&["generate", "helped-hurt"], &helped[..], &["b1.txt", "b2.txt"]].concat());
    let shifted = ["--items", "60", "--effect", "0.2", "--seed", "4"];
    restrap(folder, &[&["generate", "continuous"], &shifted[..], &["c1.txt", "c2.txt"]].concat());
    vec![
        ("graded", vec!["g1.txt", "g2.txt"]),
        ("binary", vec!["b1.txt", "b2.txt"]),
        ("continuous", vec!["c1.txt", "c2.txt"]),
        ("several systems", vec!["g1.txt", "g2.txt", "g3.txt", "g4.txt"]),
    ]
}

#[test]
fn threads_shards_and_repetition_never_change_a_byte() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fixed = ["--no-host", "--json", "--test", "permutation,bootstrap,bootstrap-percentile,t,sign"];
    let ways = [["--exact", "auto", "--resamples", "5000"], ["--exact", "never", "--resamples", "5000"]];
    let mut runs = 0;
    let mut answers: Vec<Vec<u8>> = Vec::new();
    for (name, systems) in data(folder.path()) {
        for way in ways {
            let asked = [&["compare"], &systems[..], &fixed, &way].concat();
            let mut first: Option<Vec<u8>> = None;
            for threads in ["1", "2", "7"] {
                for shard in ["1", "7", "64", "5000"] {
                    for _ in 0..2 {
                        let varied = ["--threads", threads, "--shard-size", shard];
                        let bytes = restrap(folder.path(), &[&asked[..], &varied].concat());
                        runs += 1;
                        let expected = first.get_or_insert_with(|| bytes.clone());
                        assert!(*expected == bytes, "{name} {way:?}: {threads} threads, shards of {shard}");
                    }
                }
            }
            // Negative control: another seed shows in the bytes, and in what was drawn.
            let other = restrap(folder.path(), &[&asked[..], &["--seed", "1"]].concat());
            let comparisons = |bytes: &[u8]| {
                let json: serde_json::Value = serde_json::from_slice(bytes).expect("JSON");
                json["comparisons"].to_string()
            };
            let first = first.expect("some run");
            assert_ne!(first, other, "{name} {way:?}");
            assert_eq!(comparisons(&first) != comparisons(&other), way[1] == "never", "{name} {way:?}");
            answers.push(first);
        }
    }
    answers.sort_unstable();
    answers.dedup();
    assert_eq!((runs, answers.len()), (192, 8), "one answer for each question");
    println!("{runs} runs of 8 questions, one answer each");
}
