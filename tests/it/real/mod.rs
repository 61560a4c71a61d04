//! Scores, labels and texts of `tests/data`, through the program, against figures that others published or computed.

mod correlations;
mod data_sets;
mod rankings;
mod ranks;
mod scores;
mod translations;
mod units;

use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::prelude::*;
use serde_json::Value;

/// The path of a file of `tests/data`.
fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    assert!(path.exists(), "{}", path.display());
    path.display().to_string()
}

/// What a run that succeeds prints.
fn printed<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Vec<u8> {
    let mut command = Command::cargo_bin("restrap").expect("the binary");
    let output = command.args(arguments).output().expect("a process");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_slice(&printed(arguments)).expect("JSON")
}

/// `value` has every printed digit of `printed`.
fn prints_as(value: &Value, printed: &str) {
    let decimals = printed.split_once('.').map_or(0, |parts| parts.1.len());
    let got = value
        .as_f64()
        .unwrap_or_else(|| panic!("want {printed}, got {value}"));
    assert_eq!(format!("{got:.decimals$}"), printed, "{got}");
}

fn test<'a>(outcome: &'a Value, name: &str) -> &'a Value {
    let tests = outcome["comparisons"][0]["tests"]
        .as_array()
        .expect("tests");
    tests
        .iter()
        .find(|test| test["name"] == name)
        .expect("the test was asked for")
}

/// What `restrap score` says of systems: the printed scores, and the files of statistics that it wrote.
struct Scored {
    /// The score of each system, in the order of the arguments.
    table: Vec<String>,
    folder: tempfile::TempDir,
}

impl Scored {
    /// Runs `score` on systems (`NAME=FILE`), each of which gets a file of its own.
    fn of(systems: &[String], options: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = folder.path().join("{}.csv").display().to_string();
        let fixed = options.iter().copied().chain(["--out", &out]);
        let arguments: Vec<&str> = ["score"]
            .into_iter()
            .chain(systems.iter().map(String::as_str))
            .chain(fixed)
            .collect();
        let text = String::from_utf8(printed(&arguments)).expect("UTF-8");
        let rows = text.lines().skip(1).take_while(|line| !line.is_empty());
        // Long names are shortened in tables, so rows are known by their place.
        let table: Vec<String> = rows
            .map(|row| row.split_whitespace().nth(1).expect("a score").to_owned())
            .collect();
        assert_eq!(table.len(), systems.len(), "{text}");
        Self { table, folder }
    }

    /// The rows of a system's file, without comments and header, as text.
    fn rows(&self, system: &str) -> Vec<Vec<String>> {
        let path: PathBuf = self.folder.path().join(format!("{system}.csv"));
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let rows = text
            .lines()
            .skip_while(|line| line.starts_with('#'))
            .skip(1);
        rows.map(|row| row.split(',').map(str::to_owned).collect())
            .collect()
    }
}
