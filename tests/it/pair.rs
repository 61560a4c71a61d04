//! Tests and intervals of one pair beyond the default: signed ranks, different items, profiles, guards.

use insta::assert_snapshot;

use crate::support::{Folder, Ran, binary_pair, lines, restrap};

const TEN: &str = "datasets/ten-questions/baseline.txt datasets/ten-questions/experimental.txt";
const ERRORS: &str = "datasets/sentiment/movie-reviews-error.csv";

fn p(ran: &Ran) -> f64 {
    ran.json()["comparisons"][0]["tests"][0]["pvalue"]
        .as_f64()
        .expect("p")
}

/// The differences of SciPy's example of zeros: 0, 0, 1, −1, 2, 3, −2, 4, 5, 6, 0, 7, −3, 8, 9, 1.
fn zeros() -> Folder {
    let d = [0, 0, 1, -1, 2, 3, -2, 4, 5, 6, 0, 7, -3, 8, 9, 1].map(f64::from);
    Folder::with(&[("a.txt", &lines([0.0; 16])), ("b.txt", &lines(d))])
}

#[test]
fn signed_ranks_have_the_values_of_scipy() {
    // SciPy 1.17.1, method="approx": statistic and p.
    for (flags, statistic, expected) in [
        (
            "--zeros wilcox --wilcoxon normal-uncorrected",
            13.0,
            0.022_878_641_0,
        ),
        (
            "--zeros pratt --wilcoxon normal-uncorrected",
            22.0,
            0.025_337_418_7,
        ),
        (
            "--zeros zsplit --wilcoxon normal-uncorrected",
            25.0,
            0.025_933_769_1,
        ),
        ("--zeros wilcox --wilcoxon normal", 13.0, 0.025_061_844_3),
    ] {
        let ran = zeros().restrap(&format!(
            "compare a.txt b.txt --test wilcoxon --json {flags}"
        ));
        // Ten decimals are quoted.
        assert!((p(&ran) - expected).abs() < 5.1e-11, "{flags}: {}", p(&ran));
        assert_eq!(
            ran.json()["comparisons"][0]["tests"][0]["statistic"],
            statistic,
            "{flags}"
        );
    }
}

#[test]
fn exact_signed_ranks_of_the_depression_data() {
    // Hollander & Wolfe's nine patients, as SciPy's help has them: W = 5, p = 0.0390625; greater 0.01953125.
    let b = "0.878
0.647
0.598
2.05
1.06
1.29
1.06
3.14
1.29
";
    let a = "1.83
0.5
1.62
2.48
1.68
1.88
1.55
3.06
1.3
";
    let folder = Folder::with(&[("a.txt", b), ("b.txt", a)]);
    assert_eq!(
        p(&folder.restrap("compare a.txt b.txt --test wilcoxon --json")),
        0.039_062_5
    );
    let one = folder.restrap("compare a.txt b.txt --test wilcoxon --alternative better --json");
    assert_eq!(p(&one), 0.019_531_25);
    assert_eq!(one.json()["comparisons"][0]["tests"][0]["statistic"], 40.0);
}

#[test]
fn signed_ranks() {
    assert_snapshot!(
        zeros().restrap("compare a.txt b.txt --test wilcoxon,permutation,t --zeros pratt")
    );
}

/// Eleven and eight items that nobody shares.
fn samples() -> Folder {
    let a = [12, 15, 11, 18, 14, 9, 13, 16, 10, 12, 14].map(f64::from);
    let b = [17, 19, 14, 21, 16, 18, 13, 22].map(f64::from);
    Folder::with(&[("a.txt", &lines(a)), ("b.txt", &lines(b))])
}

#[test]
fn shares_of_different_items_have_unconditional_exact_tests() {
    // The golden table n12_10_x7_8, certified: Boschloo .32680, Barnard .34317.
    let counted = restrap(
        "compare --scores base=8/10 --scores new=7/12 --unpaired --test boschloo,barnard --json",
    );
    let tests = &counted.json()["comparisons"][0]["tests"];
    let p = |place: usize| tests[place]["pvalue"].as_f64().expect("a number");
    assert!(
        (p(0) - 0.326_804_047).abs() < 1e-8 && (p(1) - 0.343_166_467).abs() < 1e-8,
        "{tests}"
    );
    assert_eq!(
        (tests[0]["method"].as_str(), tests[0]["exact"].as_bool()),
        (Some("exact"), Some(true))
    );
    let folder = Folder::with(&[("a.txt", "1\n0.5\n"), ("b.txt", "0\n1\n1\n")]);
    let refused = folder.restrap("compare a.txt b.txt --unpaired --test boschloo");
    assert_eq!(refused.code, Some(2), "{refused}");
    assert!(
        refused
            .error()
            .contains("--test boschloo needs scores of items that are all 0 or 1"),
        "{refused}"
    );
}

#[test]
fn different_items() {
    assert_snapshot!(
        samples().restrap(
            "compare a.txt b.txt --unpaired --test permutation,welch,student,mann-whitney"
        )
    );
}

#[test]
fn drawn_labels_lie_around_the_law() {
    let folder = samples();
    for side in ["two-sided", "better"] {
        let line = format!(
            "compare a.txt b.txt --unpaired --test permutation --alternative {side} --json"
        );
        let law = p(&folder.restrap(&line));
        let drawn = folder.restrap(&format!("{line} --exact never"));
        let bounds = drawn.json()["comparisons"][0]["tests"][0]["pvalue_interval"].clone();
        let end = |place: usize| bounds[place].as_f64().expect("an end");
        assert!(end(0) < law && law < end(1), "{side}: {law} {bounds}");
    }
}

#[test]
fn shares_of_different_items() {
    let folder = Folder::with(&[
        ("a.txt", &lines((0..60).map(|i| f64::from(i % 3 == 0)))),
        ("b.txt", &lines((0..45).map(|i| f64::from(i % 2 == 0)))),
    ]);
    let ran = folder
        .restrap("compare a.txt b.txt --unpaired --json")
        .json();
    let comparison = &ran["comparisons"][0];
    assert_eq!(
        (&ran["items"], &comparison["samples"]),
        (&105.into(), &serde_json::json!([60, 45]))
    );
    assert_eq!(comparison["interval"]["method"], "chan-zhang");
}

#[test]
fn different_items_need_tests_of_different_items() {
    let folder = samples();
    folder.put("c.txt", folder.read("b.txt"));
    let errors = [
        "a.txt b.txt --unpaired --test t",
        "a.txt b.txt --unpaired --test wilcoxon",
        "a.txt b.txt --unpaired --interval percentile",
        "a.txt b.txt --unpaired --profile jansen",
        "a.txt b.txt --unpaired --id id",
        "x=a.txt x=b.txt --unpaired",
        "a.txt b.txt --unpaired --baseline c",
        "- - --unpaired",
        "b.txt c.txt --test welch",
        "b.txt c.txt --test mann-whitney",
    ]
    .map(|rest| {
        let ran = folder.restrap(&format!("compare {rest}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran}");
        format!(
            "{rest}\n  error: {}\n  hint: {}",
            ran.error(),
            ran.hint().unwrap_or("(usage line)")
        )
    });
    assert_snapshot!(errors.join("\n"));
}

#[test]
fn files_of_one_length_may_be_paired() {
    let folder = samples();
    folder.put("c.txt", folder.read("b.txt"));
    let ran = folder.restrap("compare b.txt c.txt --unpaired");
    assert!(
        ran.sentences()
            .contains("a paired test has far more power: drop --unpaired"),
        "{ran}"
    );
}

#[test]
fn the_studentized_interval_is_drawn_and_repeats() {
    let line = format!("compare {ERRORS}:vader_no_but {ERRORS}:vader --id id --json --no-host");
    let run = |flags: &str| {
        restrap(&format!("{line} {flags}")).json()["comparisons"][0]["interval"].clone()
    };
    let studentized = run("--interval studentized");
    assert_eq!(studentized["method"], "studentized");
    for flags in ["--threads 1", "--threads 3 --shard-size 7"] {
        assert_eq!(
            run(&format!("--interval studentized {flags}")),
            studentized,
            "{flags}"
        );
    }
    // The dual of the permutation test has the same ends to a few hundredths of its width.
    let dual = run("--interval invert");
    let end = |interval: &serde_json::Value, name: &str| interval[name].as_f64().expect("an end");
    let width = end(&dual, "high") - end(&dual, "low");
    for name in ["low", "high"] {
        assert!(
            (end(&studentized, name) - end(&dual, name)).abs() < 0.05 * width,
            "{studentized} {dual}"
        );
    }
}

#[test]
fn a_profile_says_what_it_is_known_to_do() {
    assert_snapshot!(restrap(&format!("compare {TEN} --profile sacrebleu-bs")));
    let ran = restrap(&format!("compare {TEN} --profile berg-kirkpatrick"));
    assert!(ran.sentences().contains("0.219 of 10 items"), "{ran}");
    let quiet = restrap(&format!("compare {TEN} --profile noreen"));
    assert!(
        !quiet.err.contains("profile"),
        "it holds its level: {quiet}"
    );
}

/// Means of resampled test sets, as documents print them: 500 rows around 0.70 and 0.74.
fn replicates() -> Folder {
    // A sum of twelve scattered digits is close to normal.
    let noise = |i: u64, salt: u64| -> f64 {
        let digit = |j: u64| {
            ((i * 12 + j + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64 / 16_777_216.0
        };
        (0..12).map(digit).sum::<f64>() - 6.0
    };
    let column = |mean: f64, salt: u64| lines((0..500).map(move |i| mean + 0.006 * noise(i, salt)));
    Folder::with(&[
        ("base.txt", &column(0.70, 1)),
        ("new.txt", &column(0.74, 77_777)),
    ])
}

#[test]
fn replicates_are_not_items() {
    let ran = replicates().restrap("compare base.txt new.txt --test t");
    assert_eq!(ran.code, Some(0));
    let text = ran.sentences();
    assert!(
        text.contains("these look like bootstrap replicates, not items"),
        "{ran}"
    );
    assert!(
        text.contains("restrap compare BASE_ITEMS NEW_ITEMS"),
        "{ran}"
    );
}

#[test]
fn items_are_not_taken_for_replicates() {
    let folder = binary_pair(400, 0, 100);
    folder.restrap("generate continuous --items 500 --effect 1 --correlation 0.5 a.npy b.npy");
    for files in ["base.txt new.txt", "a.npy b.npy"] {
        let ran = folder.restrap(&format!("compare {files}"));
        assert!(!ran.err.contains("replicates"), "{ran}");
    }
}

#[test]
fn skewed_differences_are_named_with_their_skewness() {
    let long = (1..=60).map(|i| {
        if i % 20 == 0 {
            40.0 + f64::from(i)
        } else {
            f64::from(i % 7) - 2.5
        }
    });
    let folder = Folder::with(&[("a.txt", &lines([0.0; 60])), ("b.txt", &lines(long))]);
    for (test, words) in [
        ("permutation", "the test assumes symmetry about 0"),
        ("t", "the t test assumes symmetry"),
        ("wilcoxon", "--test sign does not"),
        ("bootstrap", "misses the tail"),
    ] {
        let text = folder
            .restrap(&format!("compare a.txt b.txt --test {test}"))
            .sentences();
        assert!(
            text.contains("the differences are skewed (skewness ") && text.contains(words),
            "{text}"
        );
    }
    for flags in ["--test sign", "--interval studentized"] {
        assert!(
            !folder
                .restrap(&format!("compare a.txt b.txt {flags}"))
                .err
                .contains("skewed"),
            "{flags}"
        );
    }
    let even = binary_pair(50, 0, 50).restrap("compare base.txt new.txt");
    assert!(
        !even.err.contains("skewed"),
        "0/1 scores are exchangeable whatever their skew: {even}"
    );
}

#[test]
fn t_on_few_0_1_items_and_a_small_bootstrap_have_a_better_command() {
    let folder = binary_pair(9, 3, 8);
    let t = folder.restrap("compare base.txt new.txt --test t");
    assert!(
        t.sentences().contains(
            "the t test of 0/1 scores needs 25 items that differ, found 12: use --test mcnemar, which is exact"
        )
    );
    let bootstrap = folder.restrap("compare base.txt new.txt --test bootstrap");
    assert!(
        bootstrap
            .sentences()
            .contains("with few items, here 20, the bootstrap test rejects more often than alpha"),
        "{bootstrap}"
    );
    let plain = folder.restrap("compare base.txt new.txt");
    assert_eq!(plain.err, "", "the default needs no warning: {plain}");
}
