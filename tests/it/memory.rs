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
#[cfg(target_os = "linux")]
fn labels_of_4_000_classes_take_the_memory_of_what_is_right_or_wrong() {
    let folder = Folder::new();
    let label = |row: usize, shift: usize| format!("c{}", (row * 7_919 + shift) % 4_000);
    let rows: Vec<String> = (0..20_000)
        .map(|row| {
            [0, row % 3, row % 5]
                .map(|shift| label(row, shift))
                .join(",")
        })
        .collect();
    folder.put("labels.csv", "gold,a,b\n".to_owned() + &rows.join("\n"));
    let of = "labels.csv:a labels.csv:b --gold labels.csv:gold --metric f1(average=macro)";
    let ran = folder.restrap(&format!("compare {of} --resamples 99 --json"));
    let outcome = ran.json();
    let peak = outcome["host"]["peak_bytes"]
        .as_u64()
        .expect("Linux tells it");
    // As whole columns, 3 a class, the statistics of one system take 1,920 MB.
    assert!(peak < 200_000_000, "{peak} bytes");
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

#[test]
#[cfg(target_os = "linux")]
fn where_memory_is_not_to_be_had_the_program_ends_with_4_and_the_bytes() {
    let folder = Folder::new();
    let words = ["the", "cat", "sat", "on", "a", "mat", "dog"];
    let text = |shift: usize| -> String {
        let line = |row: usize| -> Vec<&str> {
            (0..12)
                .map(|at| words[(row * 5 + at * shift) % 7])
                .collect()
        };
        (0..20_000).map(|row| line(row).join(" ") + "\n").collect()
    };
    for (name, shift) in [("ref.txt", 1), ("a.txt", 2), ("b.txt", 3)] {
        folder.put(name, text(shift));
    }
    let program = assert_cmd::cargo::cargo_bin("restrap");
    let mut refused = 0;
    // The program itself takes some of it, the more the less it was optimised.
    let size = std::fs::metadata(&program).expect("the program").len() >> 10;
    for more in [24, 40, 64, 96, 128, 192] {
        let line = "compare a.txt b.txt --ref ref.txt --metric bleu --resamples 1000";
        let limited = format!("ulimit -v {} && exec \"$0\" {line}", size + (more << 10));
        let ran = Command::new("sh")
            .args(["-c", &limited])
            .arg(&program)
            .current_dir(folder.path())
            .output()
            .expect("a shell");
        let told = String::from_utf8_lossy(&ran.stderr).into_owned();
        // Where a thread starts without a byte left, the C library ends the program before it can be asked.
        if ran.status.code().is_none() && told.contains("Fatal glibc error: failed to register TLS")
        {
            continue;
        }
        assert!(
            matches!(ran.status.code(), Some(0 | 4)),
            "{more} MB: {:?} {told}",
            ran.status
        );
        if ran.status.code() == Some(4) {
            refused += 1;
            assert!(
                told.starts_with("error: ") && told.contains("bytes"),
                "{told}"
            );
        }
    }
    assert!(refused > 0);
}

/// Peaks in bytes for each score, of what grows with the data: columns, integers, differences, and what is computed from them.
#[test]
#[cfg(target_os = "linux")]
fn a_million_continuous_scores_a_side_take_what_they_took() {
    let folder = Folder::new();
    folder.restrap("generate continuous --items 1000000 a.npy b.npy");
    let scores = 2_000_000;
    for (question, most) in [
        ("", 50),
        ("--test bootstrap", 40),
        ("--exact never --interval none --resamples 99", 26),
        ("--unpaired", 44),
        ("--test wilcoxon", 96),
    ] {
        let ran = folder.restrap(&format!("compare a.npy b.npy {question} --json"));
        let outcome = ran.json();
        let peak = outcome["host"]["peak_bytes"]
            .as_u64()
            .expect("Linux tells it");
        // The program itself, its threads, and both files, which are mapped.
        let own = (24 << 20) + 8 * scores;
        println!(
            "{question}: {} bytes a score",
            peak.saturating_sub(own) / scores
        );
        assert!(peak < own + most * scores, "{question}: {peak} bytes");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_memory_allows_is_all_that_is_held() {
    let folder = Folder::new();
    folder.restrap("generate graded --items 3000000 a.txt b.txt");
    // Scores of 48 MB are refused unread, those of 24 MB where they are computed with.
    let ran = folder.restrap("compare a.txt b.txt --memory 40MiB");
    assert!(
        ran.code == Some(4)
            && ran
                .error()
                .contains("its scores, with those of the files before it, take at least"),
        "{ran}"
    );
    let ran = folder.restrap("compare a.txt b.txt --memory 90MiB");
    assert!(
        ran.code == Some(4) && ran.error().contains("--memory allows 94371840 bytes; "),
        "{ran}"
    );
    let hint = ran.hint().unwrap_or_default();
    assert_eq!(hint, "raise --memory, or leave it out");
    let ran = folder.restrap("compare a.txt b.txt --memory 300MiB --no-host --json");
    assert_eq!(ran.json()["items"], 3_000_000);
}
