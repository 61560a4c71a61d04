//! Numbers without files: counts, tables of two by two, lists, published means, tables of claims.

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Folder, Ran, binary, lines, restrap, wide};

/// An outcome without where its numbers came from.
fn bare(ran: &Ran) -> Value {
    assert_eq!(ran.code, Some(0), "{ran}");
    let mut json = ran.json();
    let fields = json.as_object_mut().expect("an object");
    fields.remove("inputs");
    fields.remove("warnings");
    json
}

/// No line of an answer is wider than a terminal.
fn narrow(ran: Ran) -> Ran {
    assert_eq!(wide(&ran.out).or(wide(&ran.err)), None, "{ran}");
    ran
}

const WAYS: [&str; 9] = [
    "",
    "--test sign --alternative better",
    "--test sign --sign-ties split",
    "--test mcnemar --mcnemar unconditional",
    "--test all --primary permutation",
    "--profile jansen",
    "--test bootstrap,t --exact never --resamples 999 --seed 7",
    "--noninferior 5pt --require noninferior",
    "--interval bca --resamples 2000",
];

#[test]
fn counts_are_the_test_of_files_of_these_items_to_the_last_digit() {
    for (plus, minus, null) in [(7, 3, 55), (10, 7, 483), (0, 1, 0), (4, 3, 3), (30, 5, 0)] {
        let [base, new] = binary(plus, minus, null);
        let folder = Folder::with(&[("b.txt", &base), ("n.txt", &new)]);
        for way in WAYS {
            let files = folder.restrap(&format!(
                "compare baseline=b.txt system=n.txt --json --no-host {way}"
            ));
            let counts = format!(
                "compare --counts plus={plus},minus={minus},null={null} --json --no-host {way}"
            );
            let counts = folder.restrap(&counts);
            if null == 0 && way.contains("noninferior") {
                assert_eq!(counts.code, Some(2), "{counts}");
                continue;
            }
            assert_eq!(counts.code, files.code, "{counts}{files}");
            if files.code != Some(0) {
                continue;
            }
            let first = |ran: &Ran| {
                let mut one = bare(ran)["comparisons"][0].take();
                // Counts have no items to number.
                one["margin"]["flips"] = Value::Null;
                one
            };
            let [of_files, of_counts] = [&files, &counts].map(first);
            assert_eq!(
                of_counts["tests"][0]["pvalue"],
                of_files["tests"][0]["pvalue"]
            );
            if null > 0 {
                for part in ["tests", "difference", "interval", "margin", "effect"] {
                    assert_eq!(of_counts[part], of_files[part], "{way} {part}");
                }
            }
        }
    }
}

#[test]
fn a_table_is_the_test_of_files_of_its_items() {
    let column = |system: f64, baseline: f64| {
        let of = |right: f64, times: usize| std::iter::repeat_n(right, times);
        lines(
            of(system, 1)
                .chain(of(baseline, 4))
                .chain(of(1.0, 30))
                .chain(of(0.0, 16)),
        )
    };
    let folder = Folder::with(&[("b.txt", &column(0.0, 1.0)), ("n.txt", &column(1.0, 0.0))]);
    for way in WAYS {
        let files = folder.restrap(&format!(
            "compare baseline=b.txt system=n.txt --json --no-host {way}"
        ));
        let table = folder.restrap(&format!("compare --table 30,4,1,16 --json --no-host {way}"));
        assert_eq!(table.code, files.code, "{table}{files}");
        if files.code == Some(0) {
            let mut of_table = bare(&table);
            assert_eq!(of_table["request"]["sample"]["summary"], "table");
            let sample = of_table["request"]["sample"].as_object_mut();
            sample.expect("an object").remove("summary");
            assert_eq!(of_table, bare(&files), "{way}");
        }
    }
    assert_snapshot!(narrow(restrap("compare --table 30,4,1,16 --no-host")));
}

#[test]
fn listed_scores_are_those_of_a_file_a_system() {
    let folder = Folder::with(&[
        ("b.txt", "0.81\n0.79\n0.84\n0.80\n"),
        ("n.txt", "0.83\n0.80\n0.85\n0.84\n"),
    ]);
    let listed = "--scores base=0.81,0.79,0.84,0.80 --scores new=0.83,0.80,0.85,0.84";
    for way in [
        "",
        "--over folds",
        "--over seeds",
        "--unpaired --test welch",
        "--test t --interval normal",
    ] {
        let files = folder.restrap(&format!(
            "compare base=b.txt new=n.txt --json --no-host {way}"
        ));
        let numbers = folder.restrap(&format!("compare {listed} --json --no-host {way}"));
        assert_eq!(bare(&numbers), bare(&files), "{way}");
    }
    let ran = folder.restrap(&format!("compare {listed} --baseline new --output line"));
    assert!(ran.out.contains("base"), "{ran}");
}

#[test]
fn counts_have_every_form_and_gate() {
    let ran = restrap("compare --counts plus=30,minus=5,null=15 --require superior --output latex");
    assert!(
        ran.code == Some(0) && ran.out.contains("\\toprule"),
        "{ran}"
    );
    assert_eq!(
        restrap("compare --counts plus=5,minus=30 --require superior -q").code,
        Some(10)
    );
    let folder = Folder::new();
    let counts = "compare --counts plus=7,minus=3,null=55 --no-host --html p.html -q";
    let ran = folder.restrap(counts);
    assert_eq!(ran.code, Some(0), "{ran}");
    let ran = folder.restrap(&format!("{counts} --per-item i.csv"));
    assert_eq!(ran.code, Some(2), "{ran}");
    assert!(
        ran.error().contains("found rows that stand for several"),
        "{ran}"
    );
    assert_snapshot!(narrow(folder.restrap(
        "compare --counts plus=7,minus=3,null=55 --test sign --no-host"
    )));
}

#[test]
fn numbers_that_are_none_are_refused() {
    let errors = [
        "compare --counts plus=-7,minus=3",
        "compare --counts plus=7",
        "compare --counts plus=0,minus=0",
        "compare --counts plus=7,minus=3,null=1e9",
        "compare --counts plus=9007199254740993,minus=3",
        "compare --counts plus=7,minus=3 --table 1,2,3,4",
        "compare --counts plus=7,minus=3 --metric f1",
        "compare --counts plus=7,minus=3 --unpaired",
        "compare --table 30,-4,0,16",
        "compare --table 30,4,0",
        "compare --scores 1,2,3",
        "compare --scores a=1,2,x",
        "compare --scores a=1,2,3",
        "compare --scores a=1,2,3 --scores b=1,2",
        "compare",
        "power audit",
        "power audit --means 1.5,1.6 --items 25",
        "power audit --means 1.5 --sds 1,1 --items 25",
        "power audit --means 1.5,1.6 --sds -1,1 --items 25",
        "power audit --means 1.5,1.6 --sds 1,1 --items 25 --correlation 1.5",
        "power audit --means 1.5,1.6 --sds 1,1 --items 25 --correlation -2",
        "power audit --means 1.5,1.6 --sds 1,1 --items 25,30 --correlation 0.5",
        "power audit --means 1.5,1.6 --sds 1,1 --items 1",
        "power audit --means 1.5,1.6 --sds 1,1 --sd-difference 1 --items 9",
        "power audit claims.csv",
    ]
    .map(|line| {
        let ran = restrap(line);
        assert!(
            matches!(ran.code, Some(1 | 2)) && ran.out.is_empty(),
            "{ran}"
        );
        format!(
            "{line}\n  error: {}\n  hint: {}",
            ran.error(),
            ran.hint().unwrap_or("-")
        )
    });
    assert_snapshot!(errors.join("\n"));
}

#[test]
fn published_means_have_a_test_and_an_interval() {
    let slide =
        restrap("power audit --means 1.56,1.47 --sd-difference 0.08 --items 25 --json").json();
    assert_eq!(
        (&slide["statistic"], &slide["df"]),
        (&(-5.625).into(), &24.0.into())
    );
    let told = [
        "--sd-difference 0.08 --items 25",
        "--sds 0.30,0.28 --items 25",
        "--sds 0.30,0.28 --items 25,30",
        "--sds 0.30,0.28 --items 25 --correlation 0.9",
        "--sds 0.30,0.28 --items 25 --correlation 0.9 --alternative worse --output markdown",
        "--sds 0.30,0.28 --items 25 --output csv",
        "--sds 0.30,0.28 --items 25 --output latex",
    ]
    .map(|rest| restrap(&format!("power audit --means 1.56,1.47 {rest}")).to_string());
    assert_snapshot!(told.join("\n\n"));
}
