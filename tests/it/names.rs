//! Names of columns lie in `words.txt`: the code compares none, but where `names.txt` says why.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::root;

/// Lists of `words.txt` that hold no names of columns.
const NO_NAMES: [&str; 7] = [
    "words",
    "tags",
    "metrics",
    "metrics_prefix",
    "metrics_suffix",
    "units",
    "group_endings",
];
/// Readers of one format, which has names of its own; and the lists themselves.
const READERS: [&str; 7] = [
    "/known/",
    "/logs/",
    "/tests.rs",
    "/mutated.rs",
    "/made.rs",
    "/vocabulary.rs",
    "/words.rs",
];

/// A name as the lists have it.
fn normal(name: &str) -> String {
    let parts = name.split(|c: char| c.is_whitespace() || matches!(c, '_' | '-'));
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join(" ").to_lowercase()
}

fn names() -> BTreeSet<String> {
    let path = root().join("crates/io/src/words.txt");
    let text = std::fs::read_to_string(path).expect("the lists");
    let lists = text.lines().filter_map(|line| line.split_once(": "));
    let lists = lists.filter(|(name, _)| !name.starts_with('#') && !NO_NAMES.contains(name));
    let entries = lists.flat_map(|(_, entries)| entries.split([',', '|']));
    let entries = entries.map(|entry| normal(entry.trim().trim_matches('*')));
    entries.filter(|entry| !entry.is_empty()).collect()
}

/// The sources in a folder and in those below it.
fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let path = path.strip_prefix(root()).expect("below the root");
            found.push(path.to_str().expect("UTF-8").replace('\\', "/"));
        }
    }
}

/// The texts in quotes of a source without its tests and comments, each with the text before it.
fn literals(source: &str) -> Vec<(String, String)> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n")
        .collect();
    let mut found = Vec::new();
    for line in code.lines() {
        for (at, part) in line.split('"').enumerate() {
            if at % 2 == 1 {
                let before = line.split('"').take(at).collect::<Vec<_>>().join("\"");
                found.push((part.to_owned(), before));
            }
        }
    }
    found
}

#[test]
fn no_name_of_a_column_is_compared_outside_the_lists() {
    let names = names();
    let table = std::fs::read_to_string(root().join("tests/it/names.txt")).expect("the table");
    let mut allowed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut reason = "";
    for line in table.lines().filter(|line| !line.starts_with("# ")) {
        if let Some(text) = line.strip_prefix("## ") {
            reason = text;
        } else if let Some((path, literals)) = line.split_once(": ") {
            assert!(!reason.is_empty(), "{path} has no reason");
            let literals = literals.split(", ").map(str::to_owned);
            allowed.entry(path.to_owned()).or_default().extend(literals);
        }
    }
    let mut files = Vec::new();
    for folder in ["crates/io/src", "crates/files/src"] {
        sources(&root().join(folder), &mut files);
    }
    files.retain(|file| !READERS.iter().any(|reader| file.contains(reader)));
    let mut wrong = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(root().join(&file)).expect("a source");
        let own = allowed.remove(&file).unwrap_or_default();
        let mut seen = BTreeSet::new();
        for (literal, before) in literals(&source) {
            // The name of an option, and a noun that is counted.
            let is_option = ["asked(", "asked_as(", "Option(", "Part(", "option("]
                .iter()
                .any(|call| before.ends_with(call));
            let is_noun = before.ends_with(", ") && before.contains("count(");
            if is_option || is_noun || !names.contains(&normal(&literal)) {
                continue;
            }
            if own.contains(literal.trim()) {
                seen.insert(literal.trim().to_owned());
            } else {
                wrong.push(format!("{file}: {literal}"));
            }
        }
        let gone = own.difference(&seen);
        wrong.extend(gone.map(|literal| format!("{file}: {literal} is no longer there")));
    }
    let gone = allowed.keys();
    wrong.extend(gone.map(|file| format!("{file} is no longer there")));
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
