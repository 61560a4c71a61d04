//! Codes of warnings and notes: `codes.txt` has a command line for each, and `docs/json.md` a row.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::iter::repeat_n;

use restrap_facade::Code;
use restrap_testing::Numbers;
use serde_json::Value;

use crate::support::{Folder, lines, restrap, root};

/// Codes that no command line says, each with a test that provokes it and the word by which that test knows it.
const ELSEWHERE: [(Code, &str, &str); 4] = [
    (
        Code::ChangesNotJudged,
        "crates/facade/tests/it/corpus.rs",
        "Code::ChangesNotJudged",
    ),
    (Code::Interrupted, "tests/it/exits.rs", "\"interrupted\""),
    (
        Code::ComputedNatively,
        "crates/python/tests/test_functions.py",
        "\"computed-natively\"",
    ),
    (Code::Other, "crates/words/src/note.rs", "\"other\""),
];

/// The codes in a document, of warnings and of notes, each with its sentence.
fn collect(document: &Value, found: &mut Vec<(String, String)>) {
    match document {
        Value::Array(all) => all.iter().for_each(|one| collect(one, found)),
        Value::Object(fields) => {
            for (codes, texts) in [
                ("assumption_codes", "assumptions"),
                ("warning_codes", "warnings"),
                ("note_codes", "notes"),
            ] {
                let Some(Value::Array(codes)) = fields.get(codes) else {
                    continue;
                };
                let texts = fields[texts].as_array().expect("a list of sentences");
                assert_eq!(codes.len(), texts.len(), "a code for each sentence");
                let text = |value: &Value| value.as_str().expect("a text").to_owned();
                found.extend(codes.iter().map(text).zip(texts.iter().map(text)));
            }
            fields.values().for_each(|one| collect(one, found));
        }
        _ => {}
    }
}

/// The files of the table, beside those that hints ask for.
fn files(table: &str) -> Folder {
    let folder = crate::hints::files();
    for section in table.split("\n-- ").skip(1) {
        let (name, text) = section.split_once(" --\n").expect("a name and a text");
        folder.put(name, format!("{}\n", text.trim_end()));
    }
    let mut draws = Numbers(5);
    let sum = |draws: &mut Numbers| -> f64 { (0..12).map(|_| draws.share()).sum() };
    let of = |at: usize, divisors: [u32; 5]| 1.0 / f64::from(divisors[at % 5]);
    let one_right = (0..1_000).map(|item| f64::from(item == 0));
    folder.put("all-wrong.txt", lines(repeat_n(0.0, 1_000)));
    folder.put("one-right.txt", lines(one_right));
    folder.put("zeros.txt", lines(repeat_n(0.0, 30_000)));
    let tailed: Vec<f64> = (0..30_000)
        .map(|item| draws.share() * if item % 100 == 0 { -1.0 } else { 1.0 })
        .collect();
    folder.put("tailed.txt", lines(tailed));
    folder.put(
        "exact.txt",
        lines((0..200).map(|at| of(at, [1, 3, 7, 9, 2]))),
    );
    let printed: Vec<String> = (0..200)
        .map(|at| format!("{:.6}\n", of(at * at, [1, 3, 7, 9, 3])))
        .collect();
    folder.put("printed.txt", printed.concat());
    let mut means = "base,new\n".to_owned();
    for _ in 0..300 {
        let [base, new] = [sum(&mut draws), sum(&mut draws)];
        writeln!(means, "{:.4},{:.4}", 2.0 + base / 100.0, 1.26 + new / 150.0).expect("a string");
    }
    folder.put("resampled.csv", means);
    folder
}

/// Each code with the command line that says it.
fn rows(table: &str) -> BTreeMap<String, String> {
    table
        .lines()
        .take_while(|line| !line.starts_with("-- "))
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (code, command) = line.split_once(" $ ").expect("a code and a command line");
            (code.to_owned(), command.to_owned())
        })
        .collect()
}

fn run(folder: &Folder, line: &str) -> Vec<(String, String)> {
    let line = format!("{line} --json");
    let ran = if line.contains("datasets/") {
        restrap(&line)
    } else {
        folder.restrap(&line)
    };
    let mut found = Vec::new();
    collect(&ran.json(), &mut found);
    found
}

#[test]
fn every_code_is_said_by_a_command() {
    let table = fs::read_to_string(root().join("tests/it/codes.txt")).expect("the table");
    let (folder, rows) = (files(&table), rows(&table));
    let elsewhere = ELSEWHERE.iter().map(|(code, ..)| code.name());
    let listed: BTreeSet<&str> = rows.keys().map(String::as_str).chain(elsewhere).collect();
    let all: BTreeSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(listed, all, "codes.txt has a row for each code");
    for (code, file, word) in ELSEWHERE {
        let text = fs::read_to_string(root().join(file)).expect("a file of tests");
        assert!(text.contains(word), "{file} knows nothing of {code}");
    }
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(code, line)| {
            let found = run(&folder, line);
            let said = found.iter().any(|(known, _)| known == code);
            (!said).then(|| format!("{code}: `{line}` says {found:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
