//! What is asked by name is done, or refused with the reason: nothing is put in its place in silence.

use insta::assert_snapshot;

use crate::support::{Folder, WIDTH, binary_pair, lines, restrap};

/// Graded scores and 0/1 scores, and a corpus.
fn folder() -> Folder {
    let folder = binary_pair(9, 3, 28);
    let graded =
        |salt: u64| lines((0..40_u64).map(|i| ((i * 7_919 + salt * i) % 101) as f64 / 100.0));
    folder.put("a.txt", graded(0));
    folder.put("b.txt", graded(31));
    let counts = |salt: usize| {
        let rows = (0..40).map(|i| format!("{},{}\n", 1 + (i * salt) % 5, 6 + i % 3));
        format!("hits,all\n{}", rows.collect::<String>())
    };
    folder.put("counts1.csv", counts(3));
    folder.put("counts2.csv", counts(7));
    folder
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason() {
    let folder = folder();
    let errors = [
        "compare a.txt b.txt --interval newcombe",
        "compare a.txt b.txt --interval wilson",
        "compare a.txt b.txt --unpaired --interval newcombe",
        "compare a.txt b.txt --unpaired --interval percentile",
        "compare a.txt b.txt --unpaired --route compressed",
        "compare a.txt b.txt --mcnemar mid-p",
        "compare a.txt b.txt --test t --zeros pratt",
        "compare a.txt b.txt --wilcoxon normal",
        "compare a.txt b.txt --sign-ties split",
        "compare a.txt b.txt --test wilcoxon --sign normal",
        "compare counts1.csv counts2.csv --metric ratio:hits/all --interval wilson",
        "compare counts1.csv counts2.csv --metric ratio:hits/all --profile compare-mt --interval bca",
        "compare a.txt b.txt --report-methods --json",
        "compare a.txt b.txt --report-methods --quiet",
        "compare a.txt b.txt --report-methods --output csv",
        "compare a.txt b.txt --output latex --json",
    ]
    .map(|line| {
        let ran = folder.restrap(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran}");
        format!("{line}\n  error: {}\n  hint: {}", ran.error(), ran.hint().unwrap_or("-"))
    });
    assert_snapshot!(errors.join("\n"));
}

#[test]
fn an_interval_of_shares_is_of_paired_and_of_different_items() {
    let folder = folder();
    for flags in [
        "--interval newcombe",
        "--interval wilson",
        "--interval newcombe --unpaired",
        "--interval wilson --unpaired",
    ] {
        let json = folder
            .restrap(&format!("compare base.txt new.txt {flags} --json"))
            .json();
        let methods = [
            &json["comparisons"][0],
            &json["systems"][0],
            &json["systems"][1],
        ];
        let methods = methods.map(|of| {
            of["interval"]["method"]
                .as_str()
                .expect("a method")
                .to_owned()
        });
        assert_eq!(methods, ["newcombe", "wilson", "wilson"], "{flags}");
    }
    // Of different items the default is the dual of the test.
    let of = |flags: &str| {
        let json = folder
            .restrap(&format!(
                "compare base.txt new.txt --unpaired --json {flags}"
            ))
            .json();
        json["comparisons"][0]["interval"].clone()
    };
    assert_eq!(of("--interval newcombe")["method"], "newcombe");
    assert_eq!(of("--test permutation")["method"], "swap-calibrated");
    assert_eq!(of("--test score")["method"], "miettinen-nurminen");
    assert_eq!(of("")["method"], "chan-zhang");
}

#[test]
fn a_bca_interval_that_is_undefined_is_not_called_so() {
    // The acceleration of one item in a thousand is too large for so high a level.
    let folder = binary_pair(1, 0, 999);
    let line = "compare base.txt new.txt --interval bca";
    let ran = folder.restrap(&format!("{line} --confidence 0.999999999999"));
    assert!(
        ran.sentences()
            .contains("(percentile, can disagree with p)"),
        "{ran}"
    );
    assert!(
        ran.sentences()
            .contains("warning: new: BCa is undefined here (the acceleration is too large"),
        "{ran}"
    );
    let ran = folder.restrap(line);
    assert!(
        ran.out.contains("(bca)") && !ran.sentences().contains("undefined here"),
        "{ran}"
    );
}

#[test]
fn a_route_of_labels_is_the_one_that_was_asked_for() {
    let folder = folder();
    for route in ["streamed", "indexed"] {
        let line = format!("compare a.txt b.txt --unpaired --route {route} --resamples 999 --json");
        assert_eq!(folder.restrap(&line).json()["plan"]["route"], *route);
    }
}

#[test]
fn only_whole_files_may_be_copies() {
    let table = "kind,a,b\nx,1,0\nx,0,1\nx,1,1\ny,1,1\ny,0,0\ny,1,1\n";
    let folder = Folder::with(&[("t.csv", table)]);
    let ran = folder.restrap("compare t.csv:a t.csv:b --by kind");
    let few = "kind: the permutation test cannot be significant at 0.05 in 2 of 2 sub-populations, where too few items differ: x, y";
    assert!(ran.sentences().contains(few), "{ran}");
    assert!(!ran.sentences().contains("copies"), "{ran}");
    let ran = folder.restrap("compare t.csv:a same=t.csv:a --by kind");
    assert_eq!(ran.sentences().matches("copies").count(), 1, "{ran}");
}

#[test]
fn a_profile_is_warned_of_once() {
    let ran = restrap(
        "compare datasets/sentiment/product-reviews.csv:vader_no_but datasets/sentiment/product-reviews.csv:vader --id id \
         --by review --profile jansen --where review=a1",
    );
    assert!(
        ran.code == Some(0)
            && ran
                .sentences()
                .matches("rejects too often with few items")
                .count()
                == 1,
        "{ran}"
    );
    assert!(
        ran.err.lines().all(|line| line.chars().count() <= WIDTH),
        "{ran}"
    );
}

#[test]
fn a_metric_that_is_lower_for_better_systems_stays_so_when_that_is_said_again() {
    let line = "compare datasets/outputs/baseline.txt datasets/outputs/system.txt --ref datasets/outputs/reference.txt --metric \
                ter --resamples 999 --no-host --json";
    assert_eq!(
        restrap(line).out,
        restrap(&format!("{line} --lower-is-better")).out
    );
}

#[test]
fn unpaired_columns_of_one_file_have_their_own_names() {
    let folder = Folder::with(&[("t.csv", "old,new\n1,2\n2,4\n3,5\n4,7\n")]);
    let ran = folder.restrap("compare t.csv:old t.csv:new --unpaired");
    assert!(ran.out.contains("difference = new − old"), "{ran}");
    let ran = folder.restrap("compare t.csv:old t.csv:old --unpaired");
    assert!(
        ran.out.contains("difference = old#2 − old"),
        "as in a paired comparison: {ran}"
    );
}
