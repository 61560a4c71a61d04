//! Eight studies that were made to pass, to fail or to stay open: exit codes and words, in each command that has a gate.

use crate::support::Folder;

/// Items on which the system alone is right, the baseline alone, both, and neither.
type Counts = [usize; 4];

fn rows(set: &str, [better, worse, right, wrong]: Counts) -> String {
    let kinds = [("0,1", better), ("1,0", worse), ("1,1", right), ("0,0", wrong)];
    let all = kinds.into_iter().flat_map(|(scores, times)| std::iter::repeat_n(scores, times));
    let rows = all.enumerate().map(|(item, scores)| format!("{set},{set}{item},{scores}"));
    rows.collect::<Vec<_>>().join("\n") + "\n"
}

/// A name, data sets, options, the exit code, and what standard error begins with.
type Study = (&'static str, &'static [(&'static str, Counts)], &'static str, i32, &'static str);

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
        "PASS new on de; FAIL new on fr (shown worse by more than the margin); gate failed: noninferior required (1 PASS, 1 FAIL)",
    ),
    (
        // 6 of 80 differ: ((1.645 + 0.842) / 0.02)² · 6/79.
        "one too small",
        &[("de", [20, 20, 700, 260]), ("fr", [3, 3, 50, 24])],
        "--noninferior 2pt --require noninferior",
        11,
        "PASS new on de; UNDECIDED new on fr (about 1,174 items would show it with a power of .8); gate undecided: noninferior required (1 PASS, 1 UNDECIDED)",
    ),
    (
        "the same on both",
        &[("de", [10, 10, 900, 280]), ("fr", [9, 10, 900, 280])],
        "--equivalent 2pt --require equivalent",
        0,
        "PASS new on de; PASS new on fr; gate passed: equivalent required (2 PASS)",
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
        let table: String = sets.iter().map(|(set, counts)| rows(set, *counts)).collect();
        let folder = Folder::with(&[("t.csv", &format!("set,id,base,new\n{table}"))]);
        let line = format!("replicate t.csv --id id --dataset set {options}");
        let ran = folder.restrap(&line);
        assert_eq!(ran.code, Some(*code), "{name}: {ran}");
        let told: Vec<String> =
            ran.err.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        let told = told.join("; ").replace("of; .8", "of .8");
        assert!(told.starts_with(said), "{name}: {told}\n{said}");
        // What a pull request shows: the decision first, then each data set.
        let page = folder.restrap(&format!("{line} --output markdown"));
        assert_eq!(page.code, Some(*code), "{name}: {page}");
        let lead = said.rsplit("; ").next().expect("words").replace(['(', ')'], "");
        assert!(page.out.replace(['(', ')'], "").starts_with(&format!("**{lead}")), "{name}: {page}");
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
        &format!("set,id,base,new\n{}", rows("de", [9, 9, 9, 9]) + &rows("fr", [9, 9, 9, 9])),
    )]);
    let ran = folder.restrap("replicate t.csv --id id --dataset set --require noninferior");
    assert!(ran.code == Some(2) && ran.err.contains("add --noninferior 1pt"), "{ran}");
}
