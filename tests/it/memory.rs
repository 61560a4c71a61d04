//! Memory of a comparison of a million graded items.

use std::process::Command;

use assert_cmd::prelude::*;

use crate::support::Folder;

#[test]
fn a_million_graded_items_a_side_stay_within_twice_their_columns_and_64_mib() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("restrap").expect("the binary");
        let output = command
            .current_dir(folder.path())
            .args(arguments)
            .output()
            .expect("a process");
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        output.stdout
    };
    run(&["generate", "graded", "--items", "1000000", "a.txt", "b.txt"]);
    let sizes =
        ["a.txt", "b.txt"].map(|name| folder.path().join(name).metadata().expect("written").len());
    let columns = 2 * 8 * 1_000_000;
    for (reading, mapped) in [("--no-mmap", 0), ("--no-progress", sizes[0] + sizes[1])] {
        let bytes = run(&["compare", "a.txt", "b.txt", reading, "--json"]);
        let outcome: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
        assert_eq!(outcome["items"], 1_000_000);
        let peak = outcome["host"]["peak_bytes"]
            .as_u64()
            .expect("Linux tells it");
        // Mapped files count as resident as long as they are mapped.
        let limit = 2 * columns + (64 << 20) + mapped;
        println!(
            "{reading}: peak {} MiB, limit {} MiB",
            peak >> 20,
            limit >> 20
        );
        assert!(peak < limit, "{reading}: peak {peak} bytes, limit {limit}");
    }
}

#[test]
fn the_pairs_of_a_ranking_are_counted_before_they_are_listed() {
    let folder = Folder::new();
    let names: Vec<String> = (0..16_000).map(|at| format!("s{at}")).collect();
    let row = |shift: usize| {
        let cells: Vec<String> = (0..16_000)
            .map(|at| format!("0.{}", (at * 7 + shift) % 97))
            .collect();
        cells.join(",")
    };
    folder.put(
        "wide.csv",
        format!("{}\n{}\n{}\n", names.join(","), row(0), row(31)),
    );
    let ran = folder.restrap("rank wide.csv --memory 256MiB");
    assert!(
        ran.code == Some(4) && ran.error().contains("127,992,000 pairs"),
        "{ran}"
    );
}
