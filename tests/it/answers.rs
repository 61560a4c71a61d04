//! Answers that nobody can be misled by: each of these was wrong, or right with a wrong reading, before it was written.

use restrap_testing::Numbers;
use serde_json::{Value, json};

use crate::support::{Folder, Ran, binary_pair};

fn first(ran: &Ran) -> Value {
    ran.json()["comparisons"][0].clone()
}

/// A table of two systems from rows of numbers.
fn table(rows: impl IntoIterator<Item = [f64; 2]>) -> Folder {
    let rows: String = rows
        .into_iter()
        .map(|[base, new]| format!("{base},{new}\n"))
        .collect::<Vec<_>>()
        .concat();
    Folder::with(&[("t.csv", &format!("base,new\n{rows}"))])
}

#[test]
fn a_test_without_spread_is_undefined_and_passes_no_gate() {
    let folder = table([[0.1, 0.2], [0.3, 0.4]]);
    for test in ["t", "bootstrap", "bootstrap-percentile"] {
        let ran = folder.restrap(&format!(
            "compare t.csv --test {test} --require superior -q"
        ));
        assert_eq!(ran.code, Some(11), "{ran}");
        assert!(
            ran.err.starts_with("gate undecided: superior required"),
            "{ran}"
        );
        let told = folder.restrap(&format!("compare t.csv --test {test} --json"));
        assert_eq!(first(&told)["tests"][0]["pvalue"], Value::Null, "{told}");
        assert_eq!(first(&told)["shown"], json!(false));
        let words = folder.restrap(&format!("compare t.csv --test {test}"));
        assert!(
            words.sentences().contains("is undefined on these 2 items:"),
            "{words}"
        );
    }
    // Negative control: with a spread they are defined.
    let spread = table([[0.1, 0.2], [0.3, 0.5], [0.2, 0.1], [0.4, 0.2]]);
    assert!(first(&spread.restrap("compare t.csv --test t --json"))["tests"][0]["pvalue"].is_f64());
}

#[test]
fn what_is_undefined_is_no_member_of_the_family() {
    let rows = "base,flat,a,b\n2,3,2,3\n1,2,4,1\n3,4,2,5\n4,5,6,6\n5,6,5,4\n6,7,9,8\n";
    let json = Folder::with(&[("t.csv", rows)])
        .restrap("compare t.csv --test t --json")
        .json();
    assert_eq!(
        (&json["family"]["size"], &json["family"]["excluded"]),
        (&json!(2), &json!(["flat"]))
    );
    assert_eq!(
        json["comparisons"][0]["tests"][0]["p_adjusted"],
        Value::Null
    );
}

#[test]
fn differences_that_are_all_equal_have_no_interval() {
    let folder = table((0..6).map(|i| [f64::from(i * i), f64::from(i * i) + 0.5]));
    let found = first(&folder.restrap("compare t.csv --json"));
    assert_eq!(found["interval"], Value::Null);
    let folder = Folder::with(&[("t.csv", "x\n2\n2\n2\n2\n2\n")]);
    let ran = folder.restrap("ci t.csv --interval bca");
    assert!(!ran.out.contains("2.00 to 2.00"), "{ran}");
    assert!(ran.err.contains("no interval for t"), "{ran}");
}

#[test]
fn a_finer_grid_changes_no_answer() {
    // Grid units were taken for right answers: of 4 right of 100, 0.31 to 0.50.
    let column = |right: std::ops::Range<usize>| -> String {
        (0..100)
            .map(|item| if right.contains(&item) { "1\n" } else { "0\n" })
            .collect()
    };
    let folder = Folder::with(&[("a.txt", &column(0..4)), ("b.txt", &column(2..8))]);
    for line in [
        "compare a.txt b.txt",
        "compare a.txt b.txt --interval clopper-pearson",
        "compare a.txt b.txt --interval newcombe",
        "compare a.txt b.txt --unpaired",
        "ci a.txt b.txt",
        "rank a.txt b.txt",
    ] {
        let answer = |grid: &str| {
            let json = folder
                .restrap(&format!("{line} --grid {grid} --json"))
                .json();
            [
                json["systems"].clone(),
                json["comparisons"].clone(),
                json["pairs"].clone(),
            ]
        };
        let auto = answer("auto");
        for grid in ["as-printed", "1/10", "1/100", "1/7"] {
            assert_eq!(answer(grid), auto, "{line} --grid {grid}");
        }
        let interval = &auto[0][0]["interval"];
        let ends = ["low", "high"].map(|end| interval[end].as_f64().expect("an end"));
        let score = auto[0][0]["score"].as_f64().expect("a score");
        assert!(
            ends[0] <= score && score <= ends[1],
            "{line}: {interval} and {score}"
        );
    }
}

#[test]
fn wilson_is_of_scores_that_are_all_0_or_1() {
    let folder = table((0..10).map(|i| [1.0, f64::from(i % 5) + 1.0]));
    let json = folder.restrap("compare t.csv --json").json();
    assert_eq!(
        json["systems"][0]["interval"],
        Value::Null,
        "a constant of a scale is no share"
    );
    let json = binary_pair(5, 3, 12)
        .restrap("compare base.txt new.txt --json")
        .json();
    let methods: Vec<&Value> = (0..2)
        .map(|i| &json["systems"][i]["interval"]["method"])
        .collect();
    assert_eq!(methods, [&json!("wilson"); 2]);
}

#[test]
fn chi_square_of_few_discordant_pairs_is_refused() {
    let ran =
        binary_pair(5, 0, 20).restrap("compare base.txt new.txt --test mcnemar --mcnemar chi2");
    assert_eq!(ran.code, Some(2), "{ran}");
    assert!(ran.err.contains("--mcnemar exact"), "{ran}");
    let enough =
        binary_pair(20, 5, 20).restrap("compare base.txt new.txt --test mcnemar --mcnemar chi2");
    assert_eq!(enough.code, Some(0), "{enough}");
}

#[test]
fn sub_populations_are_a_family_without_the_pooled_line() {
    let rows: String = (0..60)
        .map(|i| {
            format!(
                "{},{},{}\n",
                ["a", "b", "c"][i % 3],
                i * 7 % 11,
                i * 7 % 11 + [0, 1, 2, 0][i % 4]
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let folder = Folder::with(&[("t.csv", &format!("dom,base,new\n{rows}"))]);
    let line = "compare t.csv:base t.csv:new --by dom --adjust bonferroni --json";
    let json = folder.restrap(line).json();
    assert_eq!(json["family"]["size"], json!(3));
    assert_eq!(
        json["comparisons"][0]["tests"][0]["p_adjusted"],
        Value::Null,
        "the pooled line"
    );
    let part = &json["by"]["populations"][0]["comparisons"][0]["tests"][0];
    let ratio = part["p_adjusted"].as_f64().unwrap() / part["pvalue"].as_f64().unwrap();
    assert!(
        (ratio - 3.0).abs() < 1e-9 || part["p_adjusted"] == json!(1.0),
        "{part}"
    );
}

#[test]
fn a_p_that_no_resample_reached_is_a_bound_in_every_view() {
    let folder = table((0..300).map(|i| {
        [
            f64::from(i * 37 % 101),
            f64::from(i * 37 % 101) + 3.0 + f64::from(i % 7),
        ]
    }));
    let line = "compare t.csv --exact never --resamples 1000";
    let ran = folder.restrap(line);
    assert!(
        ran.sentences()
            .contains("paired permutation test, p < 0.00299)"),
        "{ran}"
    );
    for output in ["markdown", "latex"] {
        let ran = folder.restrap(&format!("{line} --output {output}"));
        assert!(
            ran.out.contains("0.00299") && !ran.out.contains("0.000999"),
            "{ran}"
        );
    }
    let csv = folder.restrap(&format!("{line} --output csv"));
    assert!(
        csv.out.contains("at_least_as_extreme") && csv.out.contains("(c + 1)/(R + 1)"),
        "{csv}"
    );
    assert!(
        (first(&folder.restrap(&format!("{line} --json")))["tests"][0]["pvalue"]
            .as_f64()
            .unwrap()
            - 1.0 / 1001.0)
            .abs()
            < 1e-12
    );
}

#[test]
fn a_recipe_says_when_it_doubles() {
    let folder = table((0..40).map(|i| [f64::from(i * 7 % 13), f64::from(i * 5 % 11)]));
    let line = "compare t.csv --exact never --resamples 999 --test bootstrap-percentile,permutation --json";
    let tests = first(&folder.restrap(line))["tests"].clone();
    assert!(
        tests[0]["recipe"]
            .as_str()
            .unwrap()
            .contains("p = 2 (c + 1)/(R + 1)"),
        "{tests}"
    );
    assert!(
        tests[1]["recipe"]
            .as_str()
            .unwrap()
            .contains(", p = (c + 1)/(R + 1)"),
        "{tests}"
    );
    let c = tests[0]["at_least_as_extreme"].as_f64().unwrap();
    let p = tests[0]["pvalue"].as_f64().unwrap();
    assert!(
        (p - (2.0 * (c + 1.0) / 1000.0).min(1.0)).abs() < 1e-11,
        "{tests}"
    );
}

#[test]
fn formulas_without_a_value_are_errors() {
    let folder = Folder::with(&[
        ("a.csv", "tp,fp\n3,1\n4,2\n"),
        ("b.csv", "tp,fp\n4,1\n4,3\n"),
    ]);
    for formula in ["ln(tp/(fp-fp))", "sqrt(-tp)", "tp/0"] {
        let command = format!("compare a.csv b.csv --columns tp,fp --formula {formula}");
        let ran = folder.restrap(&command);
        assert_eq!(ran.code, Some(1), "{ran}");
        assert!(ran.err.contains("is undefined on the items of"), "{ran}");
    }
    let ran = folder.restrap("compare a.csv b.csv --columns tp,fp --formula tp/(tp+fp)");
    assert_eq!(ran.code, Some(0), "{ran}");
}

#[test]
fn a_gate_has_three_outcomes_each_with_its_code_and_its_line() {
    let better = binary_pair(40, 10, 150);
    let worse = binary_pair(10, 40, 150);
    let even = binary_pair(20, 21, 150);
    let cases: [(&Folder, &str, i32, &str, Value); 12] = [
        (&better, "--require superior", 0, "passed", json!(true)),
        (&even, "--require superior", 11, "undecided", Value::Null),
        (&worse, "--require superior", 10, "failed", json!(false)),
        (
            &better,
            "--noninferior 1pt --require noninferior",
            0,
            "passed",
            json!(true),
        ),
        (
            &even,
            "--noninferior 1pt --require noninferior",
            11,
            "undecided",
            Value::Null,
        ),
        (
            &worse,
            "--noninferior 1pt --require noninferior",
            10,
            "failed",
            json!(false),
        ),
        (
            &even,
            "--equivalent 20pt --require equivalent",
            0,
            "passed",
            json!(true),
        ),
        (
            &even,
            "--equivalent 1pt --require equivalent",
            11,
            "undecided",
            Value::Null,
        ),
        (
            &better,
            "--equivalent 1pt --require equivalent",
            10,
            "failed",
            json!(false),
        ),
        (&even, "--forbid inferior", 0, "passed", json!(true)),
        (&worse, "--forbid inferior", 10, "failed", json!(false)),
        (
            &worse,
            "--noninferior 50pt --forbid inferior",
            0,
            "passed",
            json!(true),
        ),
    ];
    for (folder, flags, code, word, passed) in cases {
        let line = format!("compare base.txt new.txt {flags}");
        for way in ["", " -q", " --output markdown"] {
            let ran = folder.restrap(&format!("{line}{way}"));
            assert_eq!(ran.code, Some(code), "{ran}");
            assert!(ran.err.contains(&format!("gate {word}:")), "{ran}");
            assert!(way != " -q" || ran.out.is_empty(), "{ran}");
            assert!(
                !way.contains("markdown") || ran.out.starts_with(&format!("**gate {word}:")),
                "{ran}"
            );
        }
        let json = folder.restrap(&format!("{line} --json")).json();
        assert_eq!(json["gate"]["passed"], passed, "{line}");
    }
    let open = even
        .restrap("compare base.txt new.txt --noninferior 5pt --require noninferior --json")
        .json();
    let needed = open["gate"]["systems"][0]["items_needed"]
        .as_u64()
        .expect("a number of items");
    assert!((191..10_000).contains(&needed), "{needed}");
}

#[test]
fn the_interval_has_the_level_of_the_test() {
    let folder = table((0..40).map(|i| [f64::from(i * 7 % 13), f64::from(i * 5 % 11)]));
    let confidence = |flags: &str| {
        first(&folder.restrap(&format!("compare t.csv {flags} --json")))["interval"]["confidence"]
            .clone()
    };
    assert_eq!(confidence(""), json!(0.95));
    assert_eq!(confidence("--alpha 0.01"), json!(0.99));
    assert_eq!(confidence("--alpha 0.01 --confidence 0.9"), json!(0.9));
    let bound =
        first(&folder.restrap("compare t.csv --alternative better --json"))["interval"].clone();
    assert_eq!(
        (&bound["high"], &bound["unbounded"], &bound["confidence"]),
        (&Value::Null, &json!(["high"]), &json!(0.95))
    );
}

#[test]
fn intervals_of_several_differences_hold_together() {
    let rows: String = (0..30)
        .map(|i| format!("{},{},{}\n", i * 7 % 13, i * 5 % 11, i * 3 % 17))
        .collect::<Vec<_>>()
        .concat();
    let folder = Folder::with(&[("t.csv", &format!("base,one,two\n{rows}"))]);
    let json = folder.restrap("compare t.csv --json").json();
    assert_eq!(
        json["comparisons"][0]["interval"]["confidence"],
        json!(0.975)
    );
    let apart = folder.restrap("compare t.csv --adjust none --json").json();
    assert_eq!(
        apart["comparisons"][0]["interval"]["confidence"],
        json!(0.95)
    );
}

#[test]
fn p_and_interval_are_one_decision() {
    let mut numbers = Numbers(12_345);
    let mut next = move || numbers.unit();
    let mut shown = 0;
    for round in 0..60 {
        let (items, shift) = (6 + round % 30, next());
        let score = |x: f64| match round % 3 {
            0 => (5.0 * x).floor(),
            1 => f64::from(u8::from(x < 0.6)),
            _ => x,
        };
        let folder = table((0..items).map(|_| match round % 3 {
            1 => [score(next()), score(next() - 0.3 * shift)],
            _ => [score(next()), score(next()) + score(shift) * next().round()],
        }));
        for side in ["two-sided", "better", "worse"] {
            let found =
                first(&folder.restrap(&format!("compare t.csv --alternative {side} --json")));
            let Some(p) = found["tests"][0]["pvalue"].as_f64() else {
                continue;
            };
            let end = |name: &str, open: f64| found["interval"][name].as_f64().unwrap_or(open);
            let excludes = end("low", f64::NEG_INFINITY) > 0.0 || end("high", f64::INFINITY) < 0.0;
            if found["interval"].is_null() {
                continue;
            }
            assert_eq!(p <= 0.05, excludes, "{side} {found}");
            shown += u32::from(excludes);
        }
    }
    assert!((20..160).contains(&shown), "both happen: {shown}");
}

#[test]
fn files_of_different_precision_keep_their_ties() {
    let rank = |i: u32| {
        if i % 11 == 10 {
            0.0
        } else {
            1.0 / f64::from(i % 11 + 1)
        }
    };
    let full: String = (0..200)
        .map(|i| format!("{}\n", rank(i * 7)))
        .collect::<Vec<_>>()
        .concat();
    let printed: String = (0..200)
        .map(|i| format!("{:.6}\n", rank(i * 7 + u32::from(i % 4 == 0))))
        .collect::<Vec<_>>()
        .concat();
    let whole: String = (0..200)
        .map(|i| format!("{}\n", rank(i * 7 + u32::from(i % 4 == 0))))
        .collect::<Vec<_>>()
        .concat();
    let folder = Folder::with(&[
        ("full.txt", &full),
        ("printed.txt", &printed),
        ("whole.txt", &whole),
    ]);
    let mixed = folder.restrap("compare full.txt printed.txt --json");
    let same = first(&folder.restrap("compare full.txt whole.txt --json"));
    for of in ["better", "worse", "tied"] {
        assert_eq!(first(&mixed)["effect"][of], same["effect"][of], "{of}");
    }
    assert_eq!(
        first(&mixed)["tests"][0]["pvalue"],
        same["tests"][0]["pvalue"]
    );
    let warnings = mixed.json()["warnings"].to_string();
    assert!(warnings.contains("printed with 6 decimals"), "{warnings}");
    assert_eq!(
        folder
            .restrap("compare full.txt printed.txt --grid 1/2520")
            .code,
        Some(0)
    );
}

#[test]
fn many_columns_have_studentized_intervals() {
    let header: Vec<String> = (0..700).map(|i| format!("s{i}")).collect();
    let row = |i: u32| {
        (0..700_u32)
            .map(|j| (i * 31 + j * 17 + i * j % 7).to_string())
            .collect::<Vec<_>>()
            .join(",")
    };
    let rows: Vec<String> = (0..8).map(row).collect();
    let folder = Folder::with(&[(
        "wide.csv",
        &format!("{}\n{}\n", header.join(","), rows.join("\n")),
    )]);
    assert_eq!(
        folder.restrap("ci wide.csv --interval studentized -q").code,
        Some(0)
    );
}

#[test]
fn a_factor_that_all_scores_share_changes_no_p() {
    let ranks = |at: usize| {
        [
            ((at * 7) % 5) as f64,
            ((at * 7) % 5 + (at * at + at / 3) % 4) as f64 - 1.0,
        ]
    };
    let p = |factor: f64, offset: f64| {
        let row = |[base, new]: [f64; 2]| {
            format!(
                "{:e},{:e}\n",
                factor * (base + offset),
                factor * (new + offset)
            )
        };
        let rows: Vec<String> = (0..30).map(|at| row(ranks(at))).collect();
        let folder = Folder::with(&[("t.csv", &format!("base,new\n{}", rows.concat()))]);
        let test = first(&folder.restrap("compare t.csv --json"))["tests"][0].clone();
        (
            test["method"].as_str().unwrap().to_owned(),
            test["pvalue"].as_f64().unwrap(),
        )
    };
    let plain = p(1.0, 0.0);
    assert_eq!(plain.0, "exact");
    for (factor, offset) in [
        (2.0_f64.powi(-20), 0.0),
        (2.0_f64.powi(200), 0.0),
        (37e15, 0.0),
        (std::f64::consts::PI, 0.0),
        (1.0, 0.012_345_678_9),
    ] {
        assert_eq!(p(factor, offset), plain, "{factor:e} {offset}");
    }
}

#[test]
fn the_interval_beside_wilcoxon_is_named_as_that_of_the_pseudo_median() {
    // Darwin's plants, as in SciPy's documentation; R gives 25.0, 4.0 to 41.5.
    let plants = "49\n-67\n8\n16\n6\n23\n28\n41\n14\n29\n56\n24\n75\n60\n-48\n";
    let ran =
        Folder::with(&[("d.txt", plants)]).restrap("compare d.txt --against 0 --test wilcoxon");
    assert!(
        ran.out
            .contains("4.0 to 41.5 (hodges-lehmann, pseudo-median 25.0)"),
        "{ran}"
    );
    assert!(
        ran.sentences()
            .contains("pseudo-median 25.0, 95 % CI 4.0 to 41.5"),
        "{ran}"
    );
}

#[test]
fn five_times_two_folds_have_no_interval_beside_the_f_test() {
    let rows = (0..10).map(|row| format!("0.{},0.{}\n", 70 + row * 7 % 10, 73 + row * 3 % 10));
    let folder = Folder::with(&[(
        "t.csv",
        &("base,new\n".to_owned() + &rows.collect::<Vec<_>>().concat()),
    )]);
    let json = folder
        .restrap("compare t.csv --over folds --test 5x2cv,t --json")
        .json();
    assert_eq!(json["comparisons"][0]["interval"], Value::Null);
    let t = folder
        .restrap("compare t.csv --over folds --test t --test-fraction 0.5 --json")
        .json();
    assert_eq!(t["comparisons"][0]["interval"]["method"], "corrected-t");
    assert_eq!(
        json["comparisons"][0]["tests"][1]["pvalue"],
        t["comparisons"][0]["tests"][0]["pvalue"]
    );
}
