//! The same bytes from the same question: vector levels, threads and shards change nothing in `--no-host --json`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use assert_cmd::prelude::*;
use rayon::prelude::*;
use restrap::Level;

/// What `restrap` prints, run in `folder`.
fn restrap(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let mut command = Command::cargo_bin("restrap").expect("the binary");
    let output = command
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("a process");
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

/// Every test that any data can have.
const TESTS: &str = "permutation,bootstrap,bootstrap-percentile,t,sign";

/// Graded, binary and continuous pairs and several systems: their name, the tests they can have, the arguments.
fn data(folder: &Path) -> Vec<(&'static str, String, Vec<&'static str>)> {
    restrap(
        folder,
        &[
            "generate", "graded", "--items", "400", "--seed", "1", "g1.txt", "g2.txt",
        ],
    );
    restrap(
        folder,
        &[
            "generate", "graded", "--items", "400", "--seed", "2", "g3.txt", "g4.txt",
        ],
    );
    let helped = [
        "--items", "300", "--helped", "30", "--hurt", "17", "--seed", "3",
    ];
    restrap(
        folder,
        &[
            &["generate", "helped-hurt"],
            &helped[..],
            &["b1.txt", "b2.txt"],
        ]
        .concat(),
    );
    // More than one tile of counts.
    let shifted = ["--items", "4200", "--effect", "0.03", "--seed", "4"];
    restrap(
        folder,
        &[
            &["generate", "continuous"],
            &shifted[..],
            &["c1.txt", "c2.txt"],
        ]
        .concat(),
    );
    let tests = TESTS.to_owned();
    vec![
        ("graded", tests.clone(), vec!["g1.txt", "g2.txt"]),
        (
            "binary",
            format!("{TESTS},mcnemar"),
            vec!["b1.txt", "b2.txt"],
        ),
        ("continuous", tests.clone(), vec!["c1.txt", "c2.txt"]),
        (
            "several systems",
            tests,
            vec!["g1.txt", "g2.txt", "g3.txt", "g4.txt"],
        ),
    ]
}

/// The comparisons of an answer.
fn comparisons(answer: &[u8]) -> serde_json::Value {
    let json: serde_json::Value = serde_json::from_slice(answer).expect("JSON");
    json["comparisons"].clone()
}

/// What each test says in an answer, by its name.
fn by_test(answer: &[u8]) -> BTreeMap<String, String> {
    let mut said: BTreeMap<String, String> = BTreeMap::new();
    for comparison in comparisons(answer).as_array().expect("comparisons") {
        for test in comparison["tests"].as_array().expect("tests") {
            let name = test["name"].as_str().expect("a name").to_owned();
            said.entry(name).or_default().push_str(&test.to_string());
        }
    }
    said
}

#[test]
fn levels_threads_and_shards_never_change_a_byte() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let levels: Vec<&str> = Level::available().into_iter().map(Level::name).collect();
    let mut runs = 0;
    let mut questions = 0;
    for (name, tests, systems) in data(folder.path()) {
        let mut said_by_route: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for way in ["law", "compressed", "streamed", "indexed"] {
            let fixed = [
                "--no-host",
                "--json",
                "--interval",
                "percentile",
                "--test",
                &tests,
            ];
            // Laws are neither drawn nor sharded.
            let (route, shards): (&[&str], &[&str]) = match way {
                "law" => (&["--exact", "auto"], &["400"]),
                route => (&["--route", route], &["1", "7", "64", "400"]),
            };
            let asked = [
                &["compare"],
                &systems[..],
                &fixed,
                route,
                &["--resamples", "400"],
            ]
            .concat();
            let mut ways = Vec::new();
            for &level in &levels {
                for threads in ["1", "2", "3", "7"] {
                    let of_shard = |&shard| {
                        [
                            "--level",
                            level,
                            "--threads",
                            threads,
                            "--shard-size",
                            shard,
                        ]
                        .to_vec()
                    };
                    ways.extend(shards.iter().map(of_shard));
                }
            }
            let run = |varied: &Vec<&str>| restrap(folder.path(), &[&asked[..], varied].concat());
            let answers: Vec<Vec<u8>> = ways.par_iter().map(run).collect();
            runs += answers.len();
            questions += 1;
            for (varied, answer) in ways.iter().zip(&answers) {
                assert!(
                    *answer == answers[0],
                    "{name} by {way}: {varied:?} differs from {:?}",
                    ways[0]
                );
            }
            let said = by_test(&answers[0]);
            assert_eq!(
                said.len(),
                tests.split(',').count(),
                "{name} by {way}: every test answers"
            );
            // Negative control: another seed shows in the bytes, and in what was drawn.
            let other = restrap(folder.path(), &[&asked[..], &["--seed", "1"]].concat());
            assert_ne!(answers[0], other, "{name} by {way}");
            let differs = comparisons(&answers[0]) != comparisons(&other);
            assert_eq!(differs, way != "law", "{name} by {way}");
            for (test, said) in said {
                said_by_route.entry(test).or_default().push(said);
            }
        }
        for (test, mut said) in said_by_route {
            // Routes draw differently, which shows that the digests of what is drawn see the draws.
            said.sort_unstable();
            said.dedup();
            let drawn = ["permutation", "bootstrap", "bootstrap-percentile"].contains(&&test[..]);
            assert_eq!(said.len() > 1, drawn, "{name}: {test}");
        }
    }
    println!(
        "{runs} runs of {questions} questions on {}, one answer each",
        levels.join(", ")
    );
    assert_eq!(runs, 4 * levels.len() * 4 * (1 + 3 * 4));
}

#[test]
fn repetition_never_changes_a_byte() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, tests, systems) in data(folder.path()) {
        for way in ["auto", "never"] {
            let asked = [
                "--no-host",
                "--json",
                "--resamples",
                "2000",
                "--exact",
                way,
                "--test",
                &tests,
            ];
            let run = || {
                restrap(
                    folder.path(),
                    &[&["compare"], &systems[..], &asked].concat(),
                )
            };
            let first = run();
            for _ in 0..2 {
                assert!(run() == first, "{name}, --exact {way}");
            }
        }
    }
}

#[test]
fn laws_are_the_same_bytes_at_every_vector_level() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (_, _, systems) in data(folder.path()) {
        for asked in [
            &[][..],
            &["--test", "bootstrap"],
            &["--test", "bootstrap-percentile", "--confidence", "0.9999"],
            &["--test", "wilcoxon"],
        ] {
            let said = |level: &Level| {
                let mut command = Command::cargo_bin("restrap").expect("the binary");
                command
                    .current_dir(folder.path())
                    .env("RESTRAP_LEVEL", level.name())
                    .args(["compare", "--json", "--no-host"])
                    .args(asked)
                    .args(&systems);
                let output = command.output().expect("a process");
                assert!(output.status.success(), "{asked:?} {systems:?}");
                output.stdout
            };
            let all: Vec<Vec<u8>> = Level::available().iter().map(said).collect();
            assert!(
                all.iter().all(|one| *one == all[0]),
                "{asked:?} {systems:?}"
            );
        }
    }
}
