//! Nine studies that were made to pass, to fail or to stay open: exit codes and words, in each command that has a gate.

use crate::support::{Folder, lines};

/// Items on which the system alone is right, the baseline alone, both, and neither.
type Counts = [usize; 4];

fn rows(set: &str, [better, worse, right, wrong]: Counts) -> String {
    let kinds = [
        ("0,1", better),
        ("1,0", worse),
        ("1,1", right),
        ("0,0", wrong),
    ];
    let all = kinds
        .into_iter()
        .flat_map(|(scores, times)| std::iter::repeat_n(scores, times));
    let rows = all
        .enumerate()
        .map(|(item, scores)| format!("{set},{set}{item},{scores}"));
    rows.collect::<Vec<_>>().join("\n") + "\n"
}

/// A name, data sets, options, the exit code, and what standard error begins with.
type Study = (
    &'static str,
    &'static [(&'static str, Counts)],
    &'static str,
    i32,
    &'static str,
);

const STUDIES: &[Study] = &[
    (
        "ahead everywhere",
        &[("de", [60, 20, 300, 120]), ("fr", [50, 15, 200, 100])],
        "--require superior",
        0,
        "gate passed: superior required",
    ),
    (
        "behind in the mean",
        &[("de", [20, 60, 300, 120]), ("fr", [15, 50, 200, 100])],
        "--require superior",
        10,
        "gate failed: superior required",
    ),
    (
        "nothing to see",
        &[("de", [20, 22, 300, 120]), ("fr", [15, 14, 200, 100])],
        "--require superior",
        11,
        "gate undecided: superior required",
    ),
    (
        "no worse on any",
        &[("de", [20, 20, 700, 260]), ("fr", [21, 19, 700, 260])],
        "--noninferior 2pt --require noninferior",
        0,
        "PASS new on de; PASS new on fr; gate passed: noninferior required (2 PASS)",
    ),
    (
        "worse on one",
        &[("de", [20, 20, 700, 260]), ("fr", [10, 110, 620, 260])],
        "--noninferior 2pt --require noninferior",
        10,
        "PASS new on de; FAIL new on fr (significantly worse by more than the margin); gate failed: noninferior required (1 PASS, 1 FAIL)",
    ),
    (
        // 6 of 80 differ: too few for a plan.
        "one too small",
        &[("de", [20, 20, 700, 260]), ("fr", [3, 3, 50, 24])],
        "--noninferior 2pt --require noninferior",
        11,
        "PASS new on de; UNDECIDED new on fr; gate undecided: noninferior required (1 PASS, 1 UNDECIDED)",
    ),
    (
        "the same on both",
        &[("de", [10, 10, 900, 280]), ("fr", [9, 10, 900, 280])],
        "--equivalent 2pt --require equivalent",
        0,
        "PASS new on de; PASS new on fr; gate passed: equivalent required (2 PASS)",
    ),
    (
        "a gain that is too small",
        &[("de", [20, 20, 700, 260]), ("fr", [110, 10, 620, 260])],
        "--superior 2pt --require superior",
        10,
        "FAIL new on de (gains significantly less than the margin); PASS new on fr; gate failed: superior required (1 PASS, 1 FAIL)",
    ),
    (
        "a loss that is forbidden",
        &[("de", [20, 20, 700, 260]), ("fr", [10, 110, 620, 260])],
        "--forbid inferior",
        10,
        "gate failed: inferior forbidden",
    ),
];

#[test]
fn studies_pass_fail_and_stay_open() {
    for (name, sets, options, code, said) in STUDIES {
        let table: String = sets
            .iter()
            .map(|(set, counts)| rows(set, *counts))
            .collect();
        let folder = Folder::with(&[("t.csv", &format!("set,id,base,new\n{table}"))]);
        let line = format!("replicate t.csv --id id --dataset set {options}");
        let ran = folder.restrap(&line);
        assert_eq!(ran.code, Some(*code), "{name}: {ran}");
        let told: Vec<String> = ran
            .err
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        let told = told.join("; ").replace("of; .8", "of .8");
        assert!(told.starts_with(said), "{name}: {told}\n{said}");
        // What a pull request shows: the decision first, then each data set.
        let page = folder.restrap(&format!("{line} --output markdown"));
        assert_eq!(page.code, Some(*code), "{name}: {page}");
        let lead = said
            .rsplit("; ")
            .next()
            .expect("words")
            .replace(['(', ')'], "");
        assert!(
            page.out
                .replace(['(', ')'], "")
                .starts_with(&format!("**{lead}")),
            "{name}: {page}"
        );
        let json = folder.restrap(&format!("{line} --json")).json();
        let passed = match code {
            0 => serde_json::json!(true),
            10 => serde_json::json!(false),
            _ => serde_json::Value::Null,
        };
        assert_eq!(json["gate"]["passed"], passed, "{name}");
    }
    // A gate without its margin is not a gate.
    let folder = Folder::with(&[(
        "t.csv",
        &format!(
            "set,id,base,new\n{}",
            rows("de", [9, 9, 9, 9]) + &rows("fr", [9, 9, 9, 9])
        ),
    )]);
    let ran = folder.restrap("replicate t.csv --id id --dataset set --require noninferior");
    assert!(
        ran.code == Some(2) && ran.err.contains("add --noninferior 1pt"),
        "{ran}"
    );
}

/// Answers of two systems, right or not, with their costs.
fn priced(right: [usize; 2], cost: [f64; 2]) -> Folder {
    let table = |system: usize| {
        let row = |item: usize| {
            let cost = cost[system]
                * (1.0 + (item * 7 % 11) as f64 / 10.0 + (item * (system + 3) % 5) as f64 / 50.0);
            format!("q{item},{},{cost:.4}\n", u8::from(item < right[system]))
        };
        "id,acc,cost\n".to_owned() + &(0..400).map(row).collect::<String>()
    };
    Folder::with(&[("base.csv", &table(0)), ("new.csv", &table(1))])
}

/// Right answers and costs of both systems, the exit code, and what is said.
type Priced = ([usize; 2], [f64; 2], i32, &'static [&'static str]);

#[test]
fn cost_beside_quality_is_one_decision() {
    const CLAIMS: &str = "--metric acc,cost(lower) --noninferior acc=2pt --superior cost=40%";
    let cases: [Priced; 4] = [
        (
            [300, 299],
            [1.0, 0.4],
            0,
            &[
                "PASS       new: acc noninferior by 2pt",
                "PASS       new: cost superior by 40%",
                "gate passed: acc noninferior by 2pt and cost superior by 40% required (2 PASS)",
            ],
        ),
        (
            [300, 260],
            [1.0, 0.4],
            10,
            &[
                "FAIL       new: acc noninferior by 2pt (significantly worse by more than the margin)",
                "(1 PASS, 1 FAIL)",
            ],
        ),
        (
            [300, 299],
            [1.0, 0.9],
            10,
            &["FAIL       new: cost superior by 40% (gains significantly less than the margin)"],
        ),
        (
            [300, 294],
            [1.0, 0.4],
            11,
            &[
                "UNDECIDED  new: acc noninferior by 2pt",
                "(1 PASS, 1 UNDECIDED)",
            ],
        ),
    ];
    for (right, cost, code, said) in cases {
        let folder = priced(right, cost);
        let ran = folder.restrap(&format!("compare base.csv new.csv {CLAIMS}"));
        assert_eq!(ran.code, Some(code), "{right:?} {cost:?} {ran}");
        let err = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in said {
            assert!(
                err.contains(&words.split_whitespace().collect::<Vec<_>>().join(" ")),
                "{words}: {ran}"
            );
        }
        let json = folder
            .restrap(&format!("compare base.csv new.csv {CLAIMS} --json"))
            .json();
        assert_eq!(json["further"][0]["metric"]["name"], "cost");
        assert_eq!(json["gate"]["systems"][1]["claim"], "superior");
        let page = folder.restrap(&format!(
            "compare base.csv new.csv {CLAIMS} --output markdown"
        ));
        assert!(page.out.contains("| cost | new |"), "{page}");
    }
    let folder = priced([300, 299], [1.0, 0.4]);
    // A metric that nothing is claimed of is in every form, and so are groups.
    let half = |file: &str| {
        let text = std::fs::read_to_string(folder.path().join(file)).expect("a file");
        let row = |(at, line): (usize, &str)| match at {
            0 => format!("{line},tokens,part\n"),
            at => format!(
                "{line},{},{}\n",
                at % 9,
                if at % 2 == 0 { "x" } else { "y" }
            ),
        };
        folder.put(
            &format!("long-{file}"),
            text.lines()
                .enumerate()
                .map(row)
                .collect::<Vec<_>>()
                .concat(),
        );
    };
    half("base.csv");
    half("new.csv");
    let three = CLAIMS.replace("cost(lower)", "cost(lower),tokens(lower)");
    let page = folder.restrap(&format!(
        "compare base=long-base.csv new=long-new.csv {three} --by part --output markdown"
    ));
    for row in [
        "| acc | new |",
        "| cost, x | new |",
        "| tokens (lower) | new |",
    ] {
        assert!(page.out.contains(row), "{row}: {page}");
    }
    // What is not asked about is tested, and no part of the decision.
    let plain = folder.restrap("compare base.csv new.csv --metric acc,cost(lower)");
    assert!(
        plain.code == Some(0) && plain.out.contains("secondary     system"),
        "{plain}"
    );
    let one = folder.restrap("compare base.csv new.csv --metric cost(lower) --superior 40%");
    assert!(
        one.code == Some(0) && one.sentences().contains("40 % of the baseline;"),
        "{one}"
    );
    for (options, error) in [
        (
            "--metric acc --superior cost=3%",
            "--superior cost=3% names a metric that is not compared",
        ),
        ("--metric acc,price", "found price"),
        (
            "--metric acc,cost --superior cost=3% --noninferior 1pt",
            "name the metric of each: METRIC=1pt",
        ),
        (
            "--metric acc,cost --superior cost=3% --require superior",
            "no other gate or margin",
        ),
        (
            "--metric acc,cost --superior acc=1pt --noninferior acc=1pt",
            "one margin per metric",
        ),
    ] {
        let ran = folder.restrap(&format!("compare base.csv new.csv {options}"));
        assert!(
            ran.code == Some(2) && ran.err.contains(error),
            "{options}: {ran}"
        );
    }
    let two =
        folder.restrap("compare base.csv:acc new.csv:acc --metric acc,cost --superior cost=3%");
    assert!(
        two.code == Some(2) && two.err.contains("name columns once"),
        "{two}"
    );
}

#[test]
fn a_long_table_is_ranked_by_each_of_its_columns() {
    let rows = |system: &str, right: usize, cost: f64| -> String {
        let row = |item: usize| {
            let right = u8::from((item * 7) % 200 < right);
            format!(
                "{system},q{item},{right},{:.3}\n",
                cost + (item % 7) as f64 / 10.0 + (item * right as usize % 3) as f64 / 20.0
            )
        };
        (0..200).map(row).collect()
    };
    let table = rows("large", 160, 5.0) + &rows("small", 155, 1.0) + &rows("old", 80, 5.1);
    let folder = Folder::with(&[("t.csv", &format!("system,item,acc,cost\n{table}"))]);
    let ran = folder.restrap("rank t.csv --long system=system,item=item --metric acc,cost(lower)");
    assert!(ran.code == Some(0), "{ran}");
    for words in [
        "3 pairs × 2 metrics",
        "cost: All 3 pairs differ significantly. Every other system is significantly worse than small.",
        "By no metric significantly worse than another: small.",
        "cost ↓",
    ] {
        let out = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(out.contains(words), "{words}: {ran}");
    }
}

/// A pair of columns, one score per line.
fn pair(base: &[f64], new: &[f64]) -> Folder {
    let text = |scores: &[f64]| lines(scores.iter().copied());
    Folder::with(&[("base.txt", &text(base)), ("new.txt", &text(new))])
}

#[test]
fn tests_of_signs_and_ranks_have_a_direction_of_their_own() {
    let outlier = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0];
    let small = [0.1, 0.2, 0.3, 0.12, 0.14, 0.16, 0.18, 0.22, 0.24, 0.0];
    let folder = pair(&outlier, &small);
    let sign = "Significant at 0.05: on these 10 items new is better on 9 of the 10 items that differ (mean score; sign test, p = 0.0215). \
                The mean points the other way: new scored 0.33 below base.";
    let ranks = "Significant at 0.05: on these 10 and 10 items the scores of new rank better than those of base, P(better) + P(tied)/2 = 0.855 \
                 (mean score; Mann-Whitney U test, p = 0.00304). The mean points the other way: new scored 0.33 below base.";
    let worse = "new is worse on 9 of the 10 items that differ (mean score, lower is better; sign test, p = 0.0215)";
    for (options, words, direction) in [
        ("--test sign", sign, "better"),
        ("--test sign --lower-is-better", worse, "worse"),
        ("--unpaired --test mann-whitney", ranks, "better"),
    ] {
        for gate in ["--require superior", "--forbid inferior"] {
            let line = format!("compare base.txt new.txt {options} {gate}");
            let ran = folder.restrap(&line);
            assert!(
                ran.code == Some(11) && ran.sentences().contains(words),
                "{line}: {ran}"
            );
            assert!(!ran.err.contains("opposite"), "{line}: {ran}");
            let outcome = folder.restrap(&format!("{line} --json")).json();
            assert_eq!(
                outcome["comparisons"][0]["tests"][0]["direction"], direction,
                "{line}"
            );
            assert_eq!(outcome["gate"]["failed"], serde_json::json!([]), "{line}");
        }
    }
    // Wilcoxon's ranks of more items: one large loss, many small gains.
    let base: Vec<f64> = (0..20).map(|i| if i == 19 { 40.0 } else { 0.0 }).collect();
    let new: Vec<f64> = (0..20)
        .map(|i| {
            if i == 19 {
                0.0
            } else {
                1.0 + f64::from(i) / 10.0
            }
        })
        .collect();
    let ran =
        pair(&base, &new).restrap("compare base.txt new.txt --test wilcoxon --require superior");
    let words = "Significant at 0.05: on these 20 items the ranks of the differences favour new";
    assert!(
        ran.code == Some(11) && ran.sentences().contains(words),
        "{ran}"
    );
    // Where both point to one side the gate decides as ever.
    let agreed = pair(&small, &outlier.map(|score| score + 0.5));
    let ran = agreed.restrap("compare base.txt new.txt --test sign --require superior");
    assert_eq!(ran.code, Some(0), "{ran}");
}

#[test]
fn a_gain_of_shares_is_not_shown_beside_no_difference() {
    let zeros_and_ones = |better: usize, worse: usize, tied: usize| {
        let column = |first: f64| -> Vec<f64> {
            let differing =
                std::iter::repeat_n(first, better).chain(std::iter::repeat_n(1.0 - first, worse));
            differing.chain((0..tied).map(|i| (i % 2) as f64)).collect()
        };
        pair(&column(0.0), &column(1.0))
    };
    // (won, lost, tied), margin, exit code.
    for (counts, margin, code) in [
        ((6, 0, 24), "10pt", 11),
        ((4, 0, 55), "0.1pt", 11),
        ((9, 0, 21), "10pt", 0),
        ((40, 5, 155), "10pt", 0),
        ((5, 40, 155), "10pt", 10),
    ] {
        let folder = zeros_and_ones(counts.0, counts.1, counts.2);
        let line = format!("compare base.txt new.txt --superior {margin} --require superior");
        let ran = folder.restrap(&line);
        assert_eq!(ran.code, Some(code), "{counts:?}: {ran}");
        let found = folder.restrap(&format!("{line} --json")).json()["comparisons"][0].clone();
        let (p, alone) = (&found["margin"]["pvalue"], &found["tests"][0]["pvalue"]);
        let both = [p, alone].map(|p| p.as_f64().expect("a p-value"));
        assert!(both[0] >= both[1] / 2.0, "{counts:?}: {both:?}");
        let shown = found["margin"]["shown"].as_bool().expect("a claim");
        let low = found["margin"]["interval"]["low"].as_f64().expect("an end");
        assert_eq!(
            shown,
            low > found["margin"]["size"].as_f64().expect("a size"),
            "{counts:?}"
        );
        assert!(!shown || found["shown"] == true, "{counts:?}");
    }
}
