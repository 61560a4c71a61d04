//! Scores and files that nobody wants: an answer or one error line, never a fault.

use insta::assert_snapshot;

use crate::support::{Folder, Ran};

/// Exit 0 and an answer, or exit 1 or 2 with one error line; the same with JSON, which parses.
fn answered(folder: &Folder, line: &str) -> Ran {
    let ran = folder.restrap(line);
    let json = folder.restrap(&format!("{line} --json"));
    assert_eq!(json.code, ran.code, "{json}");
    match ran.code {
        Some(0) => {
            json.json();
        }
        Some(1 | 2) => {
            ran.error();
            assert_eq!(ran.out, "", "{ran}");
        }
        _ => panic!("neither an answer nor an error: {ran}"),
    }
    ran
}

/// Code, difference or error, one line a case.
fn told(cases: &[(&str, &str, &str)]) -> String {
    let told = cases.iter().map(|(name, a, b)| {
        let folder = Folder::with(&[("a.txt", a), ("b.txt", b)]);
        let ran = answered(&folder, "compare a.txt b.txt");
        let line = |start: &str| {
            ran.out
                .lines()
                .find(|line| line.starts_with(start))
                .unwrap_or_default()
                .trim()
        };
        if ran.code == Some(0) {
            format!(
                "{name}\n  {}\n  {}",
                line("  difference"),
                line("  p-value")
            )
        } else {
            let hint = ran
                .hint()
                .map_or_else(String::new, |hint| format!("\n  hint: {hint}"));
            format!("{name}\n  error: {}{hint}", ran.error())
        }
    });
    told.collect::<Vec<_>>().join("\n")
}

#[test]
fn degenerate_scores() {
    assert_snapshot!(told(&[
        ("no items", "", ""),
        ("items in one file alone", "", "1\n2\n"),
        ("1 item, tied", "1\n", "1\n"),
        ("1 item, 0/1", "0\n", "1\n"),
        ("1 item, graded", "0.25\n", "0.5\n"),
        ("2 items, 0/1", "0\n1\n", "1\n0\n"),
        ("2 items, graded", "0.25\n0.5\n", "0.5\n1\n"),
        ("2 items, one tied", "0.25\n0.5\n", "0.5\n0.5\n"),
        ("all scores equal", "0.5\n0.5\n0.5\n", "0.5\n0.5\n0.5\n"),
        ("all scores 0", "0\n0\n0\n", "0\n0\n0\n"),
        ("all pairs tied", "1\n2\n3\n", "1\n2\n3\n"),
        ("all differences equal", "1\n2\n3\n", "2\n3\n4\n"),
    ]));
}

#[test]
fn scores_at_the_ends_of_a_double() {
    assert_snapshot!(told(&[
        ("one outlier 1e300", "1\n2\n3\n", "1\n2\n1e300\n"),
        ("one outlier 1e139", "1\n2\n3\n", "1\n2\n1e139\n"),
        (
            "1e308 against -1e308",
            "1e308\n1e308\n1e308\n",
            "-1e308\n-1e308\n-1e308\n"
        ),
        ("1e308 against itself", "1e308\n1e308\n", "1e308\n1e308\n"),
        (
            "1e139 against -1e139",
            "1e139\n1e139\n1e139\n",
            "-1e139\n-1e139\n-1e139\n"
        ),
        ("subnormals alone", "5e-324\n1e-310\n0\n", "0\n0\n0\n"),
        (
            "subnormals among others",
            "5e-324\n0.5\n1\n",
            "0\n0.25\n0.5\n"
        ),
        (
            "tiny scores",
            "1e-100\n2e-100\n4e-100\n",
            "3e-100\n5e-100\n4e-100\n"
        ),
        (
            "tiny differences",
            "1\n1\n1\n",
            "1.0000000000000002\n1\n1\n"
        ),
        ("minus zero", "-0\n0\n-0.0\n", "0\n-0\n0\n"),
        ("minus zero against one", "-0\n-0\n-0\n", "1\n1\n1\n"),
        (
            "large integers",
            "9007199254740991\n9007199254740990\n",
            "9007199254740990\n9007199254740989\n"
        ),
        (
            "17 digits",
            "0.30000000000000004\n0.1\n0.7\n",
            "0.3\n0.1\n0.8\n"
        ),
    ]));
}

#[test]
fn things_that_are_no_scores() {
    assert_snapshot!(told(&[
        ("NaN", "1\nNaN\n", "1\n2\n"),
        ("nan in the system", "1\n2\n", "1\nnan\n"),
        ("inf", "1\ninf\n", "1\n2\n"),
        ("-Infinity", "1\n-Infinity\n", "1\n2\n"),
        ("an empty line", "1\n\n2\n", "1\n2\n3\n"),
        ("a blank end", "1\n2\n\n\n", "1\n3\n"),
        ("unequal lengths", "1\n2\n3\n", "1\n2\n"),
        ("one much longer", "1\n2\n", &"1\n".repeat(10_000)),
        ("a word", "1\nzero\n", "1\n2\n"),
        ("too large for a double", "1\n1e400\n", "1\n2\n"),
        ("hexadecimal", "1\n0x1p3\n", "1\n2\n"),
        ("a decimal comma", "0,5\n0,7\n", "1\n2\n"),
        ("a percentage", "45%\n46%\n", "1\n2\n"),
        ("a typographic minus", "−1\n2\n", "1\n2\n"),
        ("yes and no", "yes\nno\n", "1\n2\n"),
        ("beyond 2^53", "9007199254740993\n1\n", "1\n2\n"),
        ("white space alone", " \n\t\n", "1\n2\n"),
        ("a comment", "# scores\n1\n", "1\n2\n"),
    ]));
}

#[test]
fn missing_scores_are_dropped_or_counted_as_0_when_asked() {
    let folder = Folder::with(&[("a.txt", "1\nNaN\n3\n4\n"), ("b.txt", "2\n2\nNaN\n5\n")]);
    for (word, items) in [("drop", 2), ("zero", 4)] {
        let json = folder
            .restrap(&format!("compare a.txt b.txt --missing {word} --json"))
            .json();
        assert_eq!(json["items"], items, "{word}");
        let counted = if word == "drop" { "dropped" } else { "zeroed" };
        assert!(json["inputs"][0][counted].as_u64() > Some(0), "{word}");
    }
    assert_snapshot!(folder.restrap("compare a.txt b.txt --missing drop"));
}

#[test]
fn every_score_missing() {
    let folder = Folder::with(&[("a.txt", "NaN\nNaN\n"), ("b.txt", "1\n2\n")]);
    assert_snapshot!(answered(&folder, "compare a.txt b.txt --missing drop").err, @r"
    error: expected items that every system has scored, found none: --missing drop left out 2 of 2
    hint: `restrap ci FILE... --missing drop` counts the scores of each system: leave out the systems with few scores, or count a missing one as 0 with `--missing zero`
    ");
}

/// Code, error and hint of `compare a.csv b.csv --id id` with these files.
fn by_id(cases: &[(&str, &str, &str)], flags: &str) -> String {
    let told = cases.iter().map(|(name, a, b)| {
        let folder = Folder::with(&[("a.csv", a), ("b.csv", b)]);
        let ran = answered(&folder, &format!("compare a.csv b.csv {flags}"));
        if ran.code == Some(0) {
            return format!("{name}\n  answered");
        }
        format!(
            "{name}\n  error: {}\n  hint: {}",
            ran.error(),
            ran.hint().unwrap_or("-")
        )
    });
    told.collect::<Vec<_>>().join("\n")
}

#[test]
fn ids_that_do_not_pair() {
    assert_snapshot!(by_id(
        &[
            (
                "same ids in another order",
                "id,f\n1,0.5\n2,0.1\n",
                "id,f\n2,0.5\n1,0.1\n"
            ),
            (
                "doubled, same row",
                "id,f\n1,0.5\n1,0.5\n",
                "id,f\n1,0.5\n2,0.1\n"
            ),
            (
                "doubled, another score",
                "id,f\n1,0.5\n1,0.6\n",
                "id,f\n1,0.5\n2,0.1\n"
            ),
            (
                "doubled, another filter",
                "id,filter,f\n1,strict,0.5\n1,loose,0.6\n",
                "id,f\n1,0.5\n"
            ),
            (
                "missing in the system",
                "id,f\n1,0.5\n2,0.1\n3,0.2\n",
                "id,f\n1,0.5\n2,0.1\n"
            ),
            (
                "missing in both",
                "id,f\n1,0.5\n2,0.1\n",
                "id,f\n1,0.5\n3,0.1\n"
            ),
            (
                "nothing in common",
                "id,f\n1,0.5\n2,0.1\n",
                "id,f\n3,0.5\n4,0.1\n"
            ),
            ("an empty id", "id,f\n1,0.5\n,0.1\n", "id,f\n1,0.5\n2,0.1\n"),
            ("no such column", "item,f\n1,0.5\n", "id,f\n1,0.5\n"),
            (
                "leading zeros are another id",
                "id,f\n01,0.5\n",
                "id,f\n1,0.5\n"
            ),
            ("a header alone", "id,f\n", "id,f\n1,0.5\n"),
            ("ids alone", "id\n1\n2\n", "id,f\n1,0.5\n2,0.1\n"),
        ],
        "--id id"
    ));
}

#[test]
fn rows_that_do_not_pair_by_line() {
    assert_snapshot!(by_id(
        &[
            (
                "ids disagree",
                "id,f\na,0.5\nb,0.1\n",
                "id,f\nb,0.5\na,0.1\n"
            ),
            ("lengths differ", "id,f\na,0.5\nb,0.1\n", "id,f\na,0.5\n"),
        ],
        ""
    ));
}

#[test]
fn unmatched_ids_can_be_dropped_or_counted_as_0() {
    let folder = Folder::with(&[
        ("a.csv", "id,f\n1,0.5\n2,0.1\n4,1\n"),
        ("b.csv", "id,f\n1,0.5\n3,0.1\n4,0\n"),
    ]);
    for (word, items) in [("drop", 2), ("zero", 4)] {
        let json = folder
            .restrap(&format!(
                "compare a.csv b.csv --id id --missing {word} --json"
            ))
            .json();
        assert_eq!(json["items"], items, "{word}");
    }
}

#[test]
fn a_grid_that_the_scores_are_not_on() {
    let folder = Folder::with(&[
        ("a.txt", "0.5\n0.1\n"),
        ("b.txt", "0.3\n0.123456789012\n"),
        ("h.txt", "1e139\n1\n"),
    ]);
    let told = [
        "a.txt b.txt --grid 1/3",
        "a.txt b.txt --grid as-printed",
        "a.txt h.txt --grid 1/3",
    ]
    .map(|line| {
        let ran = answered(&folder, &format!("compare {line}"));
        format!("{}\n  hint: {}", ran.error(), ran.hint().unwrap_or("-"))
    });
    assert_snapshot!(told.join("\n"));
}

#[test]
fn no_law_where_one_is_demanded() {
    // One score so large that the differences of all others are rounding.
    let folder = Folder::with(&[
        (
            "a.txt",
            "1e13\n0.12345678901\n0.23456789012\n0.34567890123\n0.45678901234\n",
        ),
        ("b.txt", "0\n0.3\n0.1\n0.2\n0.9\n"),
    ]);
    assert_snapshot!(answered(&folder, "compare a.txt b.txt --exact always").err);
}

#[test]
fn every_test_and_interval_on_degenerate_scores() {
    let pairs = [
        ("0\n", "1\n"),
        ("0.5\n", "0.25\n"),
        ("1\n1\n", "0\n0\n"),
        ("0.5\n0.5\n", "0.5\n0.5\n"),
        ("1\n2\n3\n", "2\n3\n4\n"),
        ("0\n0\n0\n", "0\n0\n1e139\n"),
        ("1e-139\n0\n", "0\n0\n"),
    ];
    for (a, b) in pairs {
        let folder = Folder::with(&[("a.txt", a), ("b.txt", b)]);
        for test in [
            "permutation",
            "bootstrap",
            "bootstrap-percentile",
            "t",
            "sign",
            "mcnemar",
        ] {
            for exact in ["auto", "never --resamples 200"] {
                let ran = folder.restrap(&format!(
                    "compare a.txt b.txt --test {test} --exact {exact} --json"
                ));
                match ran.code {
                    Some(0) => {
                        let told = &ran.json()["comparisons"][0]["tests"][0];
                        let says_why = told["notes"]
                            .as_array()
                            .is_some_and(|notes| !notes.is_empty());
                        assert!(
                            told["pvalue"].is_number() || told["pvalue"].is_null() && says_why,
                            "{ran}"
                        );
                    }
                    _ => assert!(!ran.error().is_empty() && ran.code == Some(2), "{ran}"),
                }
            }
        }
        for interval in ["invert", "tango", "percentile", "basic", "bca", "normal"] {
            for exact in ["auto", "never --resamples 200"] {
                let ran = folder.restrap(&format!(
                    "compare a.txt b.txt --interval {interval} --exact {exact}"
                ));
                assert!(matches!(ran.code, Some(0 | 2)), "{ran}");
            }
        }
    }
}
