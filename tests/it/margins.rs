//! Margins, gates and their exit code.

use insta::assert_snapshot;
use serde_json::json;

use crate::support::{Folder, Ran, binary_pair, lines};

fn graded(n: u64, shift: f64) -> Folder {
    let base = (0..n).map(|i| ((i * 7_919 % 101) as f64) / 100.0);
    let new =
        (0..n).map(|i| ((i * 7_919 % 101) as f64 + (i * 31 % 7) as f64 - 3.0) / 100.0 + shift);
    Folder::with(&[("base.txt", &lines(base)), ("new.txt", &lines(new))])
}

fn margin(ran: &Ran) -> serde_json::Value {
    ran.json()["comparisons"][0]["margin"].clone()
}

#[test]
fn within_a_margin() {
    assert_snapshot!(binary_pair(7, 7, 486).restrap("compare base.txt new.txt --equivalent 2.5pt"));
}

#[test]
fn not_worse_by_a_margin() {
    assert_snapshot!(
        binary_pair(30, 25, 2000).restrap("compare base.txt new.txt --noninferior 1pt")
    );
}

#[test]
fn a_margin_where_lower_is_better_has_the_sign_of_the_difference() {
    let ran = binary_pair(30, 25, 2000)
        .restrap("compare base.txt new.txt --noninferior 1pt --lower-is-better");
    assert_snapshot!(ran);
    let line = "compare base.txt new.txt --noninferior 1pt --lower-is-better --json";
    let found = margin(&binary_pair(30, 25, 2000).restrap(line));
    // In points, with the decimals that the program prints.
    let end = |name: &str| found["interval"][name].as_f64().expect("an end") * 100.0;
    let told = format!(
        "90 % CI {:.1} to {:.1} (exact unconditional score test",
        end("low"),
        end("high")
    );
    assert!(
        ran.sentences().contains(&told.replace('-', "−")),
        "{told}: {ran}"
    );
}

#[test]
fn a_share_of_the_baseline_is_told_with_few_digits() {
    let ran = binary_pair(31, 27, 2000).restrap("compare base.txt new.txt --equivalent 33%");
    // 33 % of 27 of 2,058 items.
    assert!(
        ran.sentences()
            .contains("(margin 0.4329 points, 33 % of the baseline;"),
        "{ran}"
    );
    assert!(
        ran.sentences().contains("reaches beyond +0.4329 (exact"),
        "{ran}"
    );
}

#[test]
fn margins_and_gates_of_sub_populations_are_adjusted_with_them() {
    let folder = binary_pair(30, 25, 2000);
    let rows = |name: &str| String::from_utf8(folder.read(name)).expect("text");
    let rows = rows("base.txt")
        .lines()
        .zip(rows("new.txt").lines())
        .enumerate()
        .fold("kind,base,new\n".to_owned(), |text, (item, (base, new))| {
            format!("{text}{},{base},{new}\n", item % 3)
        });
    folder.put("all.csv", &rows);
    let line =
        "compare all.csv:base all.csv:new --noninferior 1pt --require noninferior --by kind --json";
    let json = folder.restrap(line).json();
    let whole = &json["comparisons"][0]["margin"];
    let parts = json["by"]["populations"].as_array().expect("parts");
    let of = |margin: &serde_json::Value| {
        ["pvalue", "p_adjusted"]
            .map(|name| margin[name].as_f64().unwrap_or_else(|| panic!("{margin}")))
    };
    let mut all: Vec<[f64; 2]> = parts
        .iter()
        .map(|part| of(&part["comparisons"][0]["margin"]))
        .collect();
    assert!(
        whole["p_adjusted"].is_null(),
        "the pooled line is no member: {whole}"
    );
    all.sort_by(|a, b| a[0].total_cmp(&b[0]));
    assert!(
        (all[0][1] / all[0][0] - 3.0).abs() < 1e-9,
        "Holm takes the smallest of three three times: {all:?}"
    );
    // All groups pass if the largest p does, which needs no correction; the whole is a claim of its own.
    let largest = all.iter().map(|p| p[0]).fold(0.0, f64::max);
    assert_eq!(json["gate"]["passed"], json!(true), "{largest}");
    assert!((json["gate"]["largest_p"].as_f64().expect("a number") / largest - 1.0).abs() < 1e-9);
    assert_eq!(
        whole["shown"],
        json!(whole["pvalue"].as_f64().expect("a number") <= 0.05)
    );
}

#[test]
fn a_gate_that_is_undecided_has_code_11() {
    let ran = binary_pair(9, 12, 79)
        .restrap("compare base.txt new.txt --noninferior 1pt --require noninferior");
    assert_eq!(ran.code, Some(11), "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn identical_outputs_pass_on_ten_thousand_items_and_not_on_ten() {
    for (items, code, passed) in [(10_000, 0, json!(true)), (10, 11, json!(null))] {
        let folder = binary_pair(0, 0, items);
        let ran = folder
            .restrap("compare base.txt new.txt --noninferior 1pt --require noninferior --json");
        assert_eq!(ran.code, Some(code), "{ran}");
        let found = margin(&ran);
        assert_eq!(
            (&found["method"], &found["shown"]),
            (&json!("unconditional"), &json!(code == 0))
        );
        let width = found["interval"]["high"].as_f64().expect("a number");
        assert!(width > 0.0, "never of zero width: {found}");
        assert_eq!(ran.json()["gate"]["passed"], passed);
    }
}

#[test]
fn every_gate_follows_its_test() {
    let better = binary_pair(40, 10, 150);
    let worse = binary_pair(10, 40, 150);
    for (folder, flags, code) in [
        (&better, "--require superior", 0),
        (&worse, "--require superior", 10),
        (&better, "--noninferior 1pt --require noninferior", 0),
        (&worse, "--noninferior 1pt --require noninferior", 10),
        (&better, "--equivalent 1pt --require equivalent", 10),
        (&better, "--equivalent 15pt --require equivalent", 11),
        (&better, "--equivalent 40pt --require equivalent", 0),
        (&better, "--lower-is-better --require superior", 10),
        (&worse, "--lower-is-better --require superior", 0),
        (
            &worse,
            "--lower-is-better --noninferior 1pt --require noninferior",
            0,
        ),
        (
            &better,
            "--lower-is-better --noninferior 1pt --require noninferior",
            10,
        ),
    ] {
        let ran = folder.restrap(&format!("compare base.txt new.txt {flags}"));
        assert_eq!(ran.code, Some(code), "{ran}");
    }
}

#[test]
fn every_system_has_to_pass() {
    let folder = binary_pair(40, 10, 150);
    folder.put("other.txt", folder.read("base.txt"));
    let ran = folder.restrap("compare base.txt new.txt other.txt --require superior");
    assert_eq!(ran.code, Some(11), "{ran}");
    let told = "PASS       new\n\
                UNDECIDED  other\n\
                gate undecided: superior required (1 PASS, 1 UNDECIDED)\n";
    assert!(ran.err.ends_with(told), "{ran}");
}

#[test]
fn margins_of_several_systems_are_adjusted_together() {
    let folder = binary_pair(30, 25, 2000);
    folder.put("other.txt", folder.read("new.txt"));
    let json = folder
        .restrap("compare base.txt new.txt other.txt --noninferior 1pt --json")
        .json();
    for comparison in json["comparisons"].as_array().expect("comparisons") {
        let found = &comparison["margin"];
        let (p, adjusted) = (found["pvalue"].as_f64(), found["p_adjusted"].as_f64());
        // Two equal p-values: Holm doubles both.
        assert!(
            (adjusted.expect("p") / p.expect("p") - 2.0).abs() < 1e-9,
            "{found}"
        );
    }
}

#[test]
fn the_primary_test_says_how_graded_scores_are_tested() {
    let folder = graded(300, 0.001);
    for (flags, method, interval) in [
        ("", "studentized", "studentized"),
        ("--exact always", "t", "t"),
        ("--test t", "t", "t"),
        ("--test bootstrap", "bootstrap", "basic"),
        ("--test bootstrap --exact never", "bootstrap", "basic"),
    ] {
        let ran = folder.restrap(&format!(
            "compare base.txt new.txt --equivalent 0.5% --json {flags}"
        ));
        let found = margin(&ran);
        assert_eq!(
            (&found["method"], &found["interval"]["method"]),
            (&json!(method), &json!(interval))
        );
        assert_eq!(
            (&found["interval"]["confidence"], &found["flips"]),
            (&json!(0.9), &json!(null))
        );
        let (p, one) = (found["pvalue"].as_f64(), found["p_noninferior"].as_f64());
        assert!(p >= one && p == found["p_equivalent"].as_f64(), "{found}");
        // The claim holds at alpha exactly when the interval lies within the margin.
        let ends =
            ["low", "high"].map(|end| found["interval"][end].as_f64().expect("an end").abs());
        let size = found["size"].as_f64().expect("a size");
        assert_eq!(
            found["shown"],
            json!(ends[0] < size && ends[1] < size),
            "{found}"
        );
    }
}

#[test]
fn a_margin_without_spread_is_null_with_the_reason() {
    let folder = Folder::with(&[("a.txt", "10\n20\n30\n"), ("b.txt", "11\n21\n31\n")]);
    let ran = folder.restrap("compare a.txt b.txt --equivalent abs:2");
    assert!(
        ran.sentences()
            .contains("Equivalence not tested (margin 2): all differences are equal"),
        "{ran}"
    );
    folder.put("c.txt", folder.read("a.txt"));
    let found = margin(&folder.restrap("compare a.txt c.txt --equivalent abs:2 --json"));
    // Equal systems of three items: that no item lost shows little, on the scale of 10 to 30 that was seen.
    assert_eq!(
        (&found["shown"], &found["interval"]["method"]),
        (&json!(false), &json!("tilted"))
    );
    let shares = graded(400, 0.0);
    shares.put("same.txt", shares.read("base.txt"));
    let found = margin(&shares.restrap("compare base.txt same.txt --equivalent 1pt --json"));
    assert_eq!(
        (&found["method"], &found["shown"]),
        (&json!("identical"), &json!(true))
    );
}

#[test]
fn flips_are_listed_by_item() {
    let found =
        margin(&binary_pair(2, 3, 10).restrap("compare base.txt new.txt --noninferior 5pt --json"));
    assert_eq!(
        found["flips"],
        json!({"harmful": [3, 4, 5], "beneficial": [1, 2]})
    );
    let line = "compare base.txt new.txt --noninferior 5pt --lower-is-better --json";
    let found = margin(&binary_pair(2, 3, 10).restrap(line));
    assert_eq!(
        found["flips"],
        json!({"harmful": [1, 2], "beneficial": [3, 4, 5]})
    );
}

#[test]
fn flips_are_listed_by_id_where_there_are_ids() {
    let table = |rows: &[(&str, u8)]| {
        let rows: Vec<String> = rows
            .iter()
            .map(|(id, score)| format!("{id},acc,{score}\n"))
            .collect();
        format!("qid,kind,score\n{}", rows.concat())
    };
    let folder = Folder::with(&[
        (
            "base.csv",
            &table(&[("q7", 1), ("q2", 0), ("q9", 1), ("q4", 0)]),
        ),
        (
            "new.csv",
            &table(&[("q2", 1), ("q4", 0), ("q7", 0), ("q9", 1)]),
        ),
        (
            "same.csv",
            &table(&[("q7", 0), ("q2", 1), ("q9", 1), ("q4", 0)]),
        ),
    ]);
    let flips = |line: &str| {
        margin(&folder.restrap(&format!("compare {line} --noninferior 5pt --json")))["flips"]
            .clone()
    };
    let by_id = json!({"harmful": ["q7"], "beneficial": ["q2"]});
    assert_eq!(flips("base.csv:score new.csv:score --id qid"), by_id);
    assert_eq!(
        flips("base.csv:score new.csv:score --id kind,qid")["harmful"],
        json!(["acc, q7"])
    );
    // Paired by line, beside a column that looks like ids and agrees.
    assert_eq!(flips("base.csv:score same.csv:score"), by_id);
    let table = "id,part,a,b\nx,one,1,1\ny,two,0,1\nz,two,1,0\n";
    folder.put("both.csv", table);
    let ran = folder.restrap("compare both.csv:a both.csv:b --by part --noninferior 5pt --json");
    let parts = &ran.json()["by"]["populations"];
    let by_id = json!({"harmful": ["z"], "beneficial": ["y"]});
    assert_eq!(
        (
            &margin(&ran)["flips"],
            &parts[1]["comparisons"][0]["margin"]["flips"]
        ),
        (&by_id, &by_id),
        "{ran}"
    );
    let ran = folder.restrap("compare both.csv:a both.csv:b --noninferior 5pt");
    assert!(ran.out.contains("items broken: z; mended: y"), "{ran}");
}

#[test]
fn margins_of_different_items() {
    let graded = graded(300, 0.001);
    let flags = "compare base.txt new.txt --unpaired --test welch --equivalent abs:0.1";
    let found = margin(&graded.restrap(&format!("{flags} --json")));
    assert_eq!(
        (&found["method"], &found["shown"], &found["flips"]),
        (&json!("welch"), &json!(true), &json!(null))
    );
    // Of paired items the test needs a fourteenth of that margin.
    let paired = margin(&graded.restrap("compare base.txt new.txt --equivalent abs:0.007 --json"));
    assert_eq!(
        (&paired["method"], &paired["shown"]),
        (&json!("studentized"), &json!(true))
    );
    let one = margin(
        &graded.restrap("compare base.txt new.txt --unpaired --equivalent abs:0.007 --json"),
    );
    assert_eq!(
        (&one["method"], &one["shown"]),
        (&json!("welch"), &json!(false))
    );
    let [base, new] = [
        lines((0..400).map(|i| f64::from(u8::from(i % 5 > 0)))),
        lines((0..600).map(|i| f64::from(u8::from(i % 5 > 0)))),
    ];
    let shares = Folder::with(&[("base.txt", &base), ("new.txt", &new)]);
    assert_snapshot!(shares.restrap("compare base.txt new.txt --unpaired --noninferior 5pt"));
    let found =
        margin(&shares.restrap("compare base.txt new.txt --unpaired --noninferior 5pt --json"));
    let p = found["pvalue"].as_f64().expect("a number");
    let low = found["interval"]["low"].as_f64().expect("a number");
    assert_eq!((p <= 0.05, low > -0.05), (true, true), "{found}");
    let flat = Folder::with(&[("a.txt", "2\n2\n"), ("b.txt", "2\n2\n2\n")]);
    let found = margin(&flat.restrap("compare a.txt b.txt --unpaired --equivalent abs:1 --json"));
    assert_eq!(
        (&found["method"], &found["pvalue"]),
        (&json!(null), &json!(null))
    );
}

#[test]
fn margins_that_cannot_be() {
    let (binary, graded) = (binary_pair(2, 3, 10), graded(50, 2.0));
    let errors = [
        (&binary, "--noninferior 1"),
        (&binary, "--noninferior 0pt"),
        (&binary, "--equivalent -1pt"),
        (&binary, "--equivalent 100pt"),
        (&binary, "--noninferior 1pt --alpha 0.6"),
        (&binary, "--noninferior 1pt --equivalent 1pt"),
        (&binary, "--require noninferior"),
        (&binary, "--noninferior 1pt --require equivalent"),
        (&binary, "--require better"),
        (&graded, "--noninferior 1pt"),
    ]
    .map(|(folder, flags)| {
        let ran = folder.restrap(&format!("compare base.txt new.txt {flags}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran}");
        format!(
            "{flags}\n  error: {}\n  hint: {}",
            ran.error(),
            ran.hint().unwrap_or("(usage line)")
        )
    });
    assert_snapshot!(errors.join("\n"));
}

#[test]
fn a_declared_range_keeps_the_level_and_is_held_against_the_scores() {
    let row = |at: usize| format!("0.{},0.{}\n", at * 7 % 9, at * 5 % 9);
    let rows = (0..400).map(row).collect::<Vec<_>>().concat();
    let folder = Folder::with(&[("t.csv", &format!("base,new\n{rows}"))]);
    let line = "compare t.csv --noninferior abs:0.2 --json --bounded";
    let margin = folder.restrap(&format!("{line} 0,1")).json()["comparisons"][0]["margin"].clone();
    assert_eq!(margin["method"], "betting");
    assert_eq!(margin["shown"], true);
    let low = margin["interval"]["low"].as_f64().unwrap();
    let of_t = folder
        .restrap("compare t.csv --noninferior abs:0.2 --json")
        .json()["comparisons"][0]["margin"]
        .clone();
    assert!(
        -0.2 < low && low < of_t["interval"]["low"].as_f64().unwrap(),
        "the promise costs width: {margin} {of_t}"
    );
    for (options, words) in [
        ("0.1,1", "needs scores in the range that was declared"),
        ("0,0.9 --unpaired", "needs paired scores of items"),
        ("1,0", "expected the least and the largest possible score"),
    ] {
        let ran = folder.restrap(&format!("{line} {options}"));
        assert!(ran.code == Some(1) || ran.code == Some(2), "{ran}");
        assert!(ran.err.contains(words), "{ran}");
    }
    let alone = folder.restrap("compare t.csv --bounded 0,1");
    assert!(
        alone.error().contains("--bounded needs a margin"),
        "{alone}"
    );
}

#[test]
fn corpus_metrics_have_margins_and_gates() {
    let text = |step: usize| -> String {
        let line = |at| {
            format!(
                "the {} cat sat on a mat of {}\n",
                at * step % 5,
                at * step % 3
            )
        };
        (0..60).map(line).collect::<Vec<_>>().concat()
    };
    let folder = Folder::with(&[
        ("a.txt", &text(2)),
        ("b.txt", &text(2)),
        ("c.txt", &text(3)),
        ("r.txt", &text(1)),
    ]);
    let ran = folder.restrap(
        "compare a.txt c.txt --ref r.txt --metric bleu --noninferior 40pt --require noninferior",
    );
    assert_eq!(ran.code, Some(0), "{ran}");
    assert!(
        ran.sentences()
            .contains("Non-inferior at 0.05 (margin 40; BLEU on these"),
        "{ran}"
    );
    let json = folder
        .restrap("compare a.txt c.txt --ref r.txt --metric bleu --noninferior 40pt --json")
        .json();
    assert_eq!(
        (
            &json["comparisons"][0]["margin"]["size"],
            &json["comparisons"][0]["margin"]["method"]
        ),
        (&40.0.into(), &"bootstrap".into())
    );
    // Outputs without a difference have no spread to compare a margin with.
    let same = folder.restrap(
        "compare a.txt b.txt --ref r.txt --metric bleu --noninferior 1pt --require noninferior -q",
    );
    assert_eq!(same.code, Some(11), "{same}");
}

#[test]
fn a_difference_beyond_the_margin_is_the_verdict() {
    let rows: String = (0..400)
        .map(|item| if item % 4 == 0 { "1,0\n" } else { "1,1\n" })
        .collect();
    let folder = Folder::with(&[("t.csv", &format!("old,new\n{rows}"))]);
    for (option, words) in [
        (
            "--noninferior 1pt --require noninferior",
            "Worse by more than the margin at 0.05 (margin 1 point",
        ),
        (
            "--equivalent 1pt --require equivalent",
            "Different by more than the margin at 0.05 (margin 1 point",
        ),
    ] {
        let ran = folder.restrap(&format!("compare t.csv {option}"));
        assert_eq!(ran.code, Some(10), "{ran}");
        assert!(ran.sentences().contains(words), "{ran}");
    }
}
