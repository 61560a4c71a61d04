//! Rules of items that are not deaf: on files of the project, and on any others that are named, they hit what `deaf.txt` says and nothing
//! else.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::support::{Ran, program, root};

/// What a refusal by a rule says, and what the table calls it.
const REFUSALS: [(&str, &str); 11] = [
    ("which look like labels", "labels"),
    ("looks like a missing score", "missing-value"),
    ("looks like per cent", "scales"),
    ("counts rows, and", "counted-rows"),
    ("rows look like systems", "systems-in-rows"),
    ("expected the rows of one system", "several-systems"),
    ("found names of metrics", "metrics"),
    ("found the steps of one run", "steps"),
    ("summary statistics only", "sums"),
    ("expected a text per line", "markup"),
    ("is a right answer", "labels-of-gold"),
];

const ENDINGS: [&str; 12] = [
    "csv", "tsv", "txt", "json", "jsonl", "npy", "parquet", "gz", "zst", "run", "eval", "xz",
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if path.is_dir() {
            files(&path, found);
        } else if ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
            found.push(path);
        }
    }
}

/// What the rules say of a bare file.
fn hits(path: &Path) -> BTreeSet<String> {
    let shown = path.display();
    let line = format!("compare '{shown}' --test t --interval t --json --no-host --memory 2GiB");
    let ran = Ran::of(&line, program(&root(), &line).output().expect("a process"));
    if ran.code == Some(0) {
        let json = ran.json();
        let codes = json["assumption_codes"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        return codes
            .iter()
            .filter_map(|code| Some(code.as_str()?.to_owned()))
            .collect();
    }
    let error = ran.error().to_owned();
    let refusals = REFUSALS.iter().filter(|(words, _)| error.contains(words));
    refusals
        .map(|(_, name)| format!("refused: {name}"))
        .collect()
}

#[test]
fn rules_hit_the_rows_of_the_table_and_no_other_file() {
    let table = std::fs::read_to_string(root().join("tests/it/deaf.txt")).expect("the table");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let rows = rows.filter_map(|line| line.split_once(" = "));
    let allowed: BTreeMap<&str, &str> = rows.collect();
    let mut folders = vec![root().join("datasets"), root().join("tests/data")];
    // Other folders: `RESTRAP_TABLES=DIR:DIR`; their files are called by their last three parts.
    let others = std::env::var("RESTRAP_TABLES").unwrap_or_default();
    folders.extend(
        others
            .split(':')
            .filter(|path| !path.is_empty())
            .map(PathBuf::from),
    );
    let mut all = Vec::new();
    for folder in &folders {
        files(folder, &mut all);
    }
    all.sort();
    let (mut wrong, mut count) = (String::new(), 0);
    for path in all
        .iter()
        .filter(|path| path.metadata().is_ok_and(|data| data.len() < 3_000_000))
    {
        let own = path.strip_prefix(root()).unwrap_or(path);
        let parts: Vec<&str> = own.iter().filter_map(|part| part.to_str()).collect();
        let name = parts[parts.len().saturating_sub(3)..].join("/");
        let found = hits(path).into_iter().collect::<Vec<_>>().join(", ");
        let expected = allowed.get(&name[..]).copied().unwrap_or_default();
        count += 1;
        if found != expected {
            writeln!(wrong, "{name} = {found} (the table: {expected})").expect("in memory");
        }
    }
    println!("{count} files");
    assert!(count > 60 && wrong.is_empty(), "{wrong}");
}
