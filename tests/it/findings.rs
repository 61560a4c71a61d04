//! Claims that were once wrong, each with its smallest case and two siblings that differ from it in kind: what is said, what is never
//! said again, and the exit code.
//!
//! `RESTRAP=PROGRAM cargo test --test it findings` runs another program: one of an earlier commit fails where it was wrong.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use crate::support::Folder;

/// A command: what it was about, its line, its exit code, what it says and what it never says. Spaces and line breaks are alike.
struct Case(
    &'static str,
    &'static str,
    i32,
    &'static [&'static str],
    &'static [&'static str],
);

/// So many lines.
fn rows(number: usize, row: impl Fn(usize) -> String) -> String {
    let rows: Vec<String> = (0..number).map(row).collect();
    rows.join("\n") + "\n"
}

/// Files of fixed numbers, that need no generator of another library.
fn folder() -> Folder {
    // A congruential generator: numbers from 0 to 999.
    let mut state = 12_345_u64;
    let mut number = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 1000
    };
    let (mut runs, mut groups, mut clusters) = (
        "id,seed,base,new\n".to_owned(),
        "id,set,base,mid,new\n".to_owned(),
        "id,doc,base,new\n".to_owned(),
    );
    for item in 0..30 {
        for seed in 0..3 {
            let (base, new) = (u64::from(number() < 500), u64::from(number() < 600));
            writeln!(runs, "q{item},{seed},{base},{new}").expect("a string");
        }
    }
    for item in 0..60 {
        let set = ["A", "B"][item % 2];
        // Gains of a little over two standard errors, apart before a correction and not after it.
        let gain = |number: u64| 0.034 + (number as f64 - 500.0) / 2170.0;
        let (base, mid, new) = (number() as f64 / 1000.0, gain(number()), gain(number()));
        writeln!(
            groups,
            "{item},{set},{base:.3},{:.3},{:.3}",
            base + mid,
            base + new
        )
        .expect("a string");
    }
    for item in 0..90 {
        let base = u64::from(number() < 660);
        writeln!(clusters, "{item},d{},{base},{base}", item / 5).expect("a string");
    }
    let labels = rows(100, |item| {
        let gold = if item < 5 { "pos" } else { "neg" };
        let lost = if item == 60 { "pos" } else { gold };
        format!("{item},{gold},{gold},{lost}")
    });
    // 40 of 100 items are right for one, 17 for the other: 23 points behind.
    let behind = rows(100, |item| {
        let new = item < 8 || (40..49).contains(&item);
        format!("{item},{},{}", u64::from(item < 40), u64::from(new))
    });
    let latency = rows(25, |item| {
        let base = f64::from((item * 7 % 25) as u32) + 0.5;
        format!(
            "{item},{base},{}",
            base + if item == 24 { 40.0 } else { 0.01 }
        )
    });
    let line = rows(12, |item| {
        format!("{item},{item},{},{}", 2 * item, (item * 7) % 12)
    });
    let whole = rows(40, |item| format!("{item},d{},1", item / 4));
    // 12 of 20 items are right in two of three epochs.
    let again: Vec<String> = (0..60)
        .map(|row| {
            let (item, epoch) = (row / 3, row % 3);
            let right = epoch < if item < 12 { 2 } else { 1 };
            format!("{item},{epoch},new,{}", u64::from(right))
        })
        .collect();
    let texts = |lost: usize| {
        rows(30, |item| {
            if item < lost {
                "x x x x x"
            } else {
                "a b c d e"
            }
            .to_owned()
        })
    };
    Folder::with(&[
        ("runs.csv", &runs),
        ("groups.csv", &groups),
        ("clusters.csv", &clusters),
        ("labels.csv", &format!("id,gold,right,other\n{labels}")),
        ("behind.csv", &format!("id,base,new\n{behind}")),
        ("latency.csv", &format!("id,base,new\n{latency}")),
        ("line.csv", &format!("id,people,twice,other\n{line}")),
        ("ones.txt", &"1\n".repeat(12)),
        (
            "perfect.csv",
            "gold,score\n0,.1\n0,.2\n0,.35\n0,.4\n1,.5\n1,.6\n1,.7\n",
        ),
        (
            "other.csv",
            "gold,score\n0,.15\n0,.45\n0,.3\n1,.25\n1,.55\n1,.65\n1,.42\n",
        ),
        ("whole.csv", &format!("id,doc,new\n{whole}")),
        (
            "again.csv",
            &format!("id,epoch,system,score\n{}", again.join("\n")),
        ),
        ("ref.txt", &texts(0)),
        ("none.txt", &texts(0)),
        ("one.txt", &texts(1)),
    ])
}

const CASES: &[Case] = &[
    Case(
        "A1",
        "compare a=850/1000 b=860/1000",
        0,
        &["p = 0.531", "1,000 and 1,000 items"],
        &["0.00195", "drop --unpaired"],
    ),
    Case(
        "A1",
        "compare 63/123 70/123",
        0,
        &["unpaired"],
        &["drop --unpaired", "mended"],
    ),
    Case(
        "A1",
        "compare a=850/1000 b=860/1000 --noninferior 1pt --require noninferior",
        11,
        &["undecided"],
        &["mended", "gate passed"],
    ),
    Case(
        "A2",
        "compare --counts plus=102,minus=41",
        0,
        &[
            "won 71 % of those that do not tie",
            "how many items tie decides",
        ],
        &["43 points", "scored"],
    ),
    Case(
        "A2",
        "compare --counts plus=102,minus=41,null=1176",
        0,
        &["won 4.6 points more than baseline"],
        &["scored"],
    ),
    Case(
        "A2",
        "compare --counts plus=9,minus=1 --noninferior 1pt",
        2,
        &["a margin needs the number of items that tie"],
        &[],
    ),
    Case(
        "A3",
        "compare groups.csv:base groups.csv:mid --id id --by set --noninferior abs:0.2",
        0,
        &["Non-inferior at 0.05"],
        &["reaches below", "not shown"],
    ),
    Case(
        "A3",
        "compare groups.csv:base groups.csv:mid --id id --by set --noninferior abs:0.2 --require noninferior",
        0,
        &["gate passed"],
        &["undecided"],
    ),
    Case(
        "A3",
        "compare groups.csv:base groups.csv:mid groups.csv:new --id id --equivalent abs:0.2",
        0,
        &["Equivalent at 0.05"],
        &["reaches beyond"],
    ),
    Case(
        "A4",
        "compare none.txt one.txt --ref ref.txt --metric wer --noninferior abs:0.1 --require noninferior",
        11,
        &["p = 0.184"],
        &["gate passed"],
    ),
    Case(
        "A4",
        "compare none.txt one.txt --ref ref.txt --metric wer --noninferior abs:0.2 --require noninferior",
        0,
        &["gate passed"],
        &[],
    ),
    Case(
        "A4",
        "compare labels.csv:right labels.csv:other --gold labels.csv:gold --id id --metric f1(positive=pos) --noninferior 5pt --require noninferior",
        11,
        &["undecided"],
        &["gate passed"],
    ),
    Case(
        "A4",
        "compare --scores base=0.71,0.69,0.74 --scores new=0.73,0.70,0.75,0.74 --over repeats --noninferior 1pt",
        0,
        &["(welch"],
        &["as seen", "tilted"],
    ),
    Case(
        "A5",
        "compare behind.csv:base behind.csv:new --id id --alternative better --forbid inferior",
        10,
        &["gate failed", "two-sided p = "],
        &["gate passed"],
    ),
    Case(
        "A5",
        "compare behind.csv:base behind.csv:new --id id --alternative better --require superior",
        10,
        &["gate failed", "two-sided p = "],
        &["gate passed"],
    ),
    Case(
        "A5",
        "compare behind.csv:base behind.csv:new --id id --forbid inferior",
        10,
        &["gate failed"],
        &["gate passed"],
    ),
    Case(
        "A6",
        "compare --counts plus=2,minus=0,null=18 --require superior",
        11,
        &["undecided"],
        &["power of 0.8"],
    ),
    Case(
        "A6",
        "compare ones.txt --against 0.9 --require superior",
        11,
        &["undecided"],
        &["e-15", "power of 0.8"],
    ),
    Case(
        "A6",
        "compare 20/20 18/20 --require superior",
        11,
        &["undecided"],
        &["power of 0.8"],
    ),
    Case(
        "A7",
        "compare runs.csv:base runs.csv:new --id id --seed-col seed --interval bca",
        2,
        &["--interval t"],
        &["95 % CI"],
    ),
    Case(
        "A7",
        "compare runs.csv:base runs.csv:new --id id --seed-col seed --interval percentile",
        2,
        &["--interval t"],
        &["95 % CI"],
    ),
    Case(
        "A7",
        "ci runs.csv:base runs.csv:new --id id --seed-col seed --interval bca",
        2,
        &["bca"],
        &["95 % CI"],
    ),
    Case(
        "A8",
        "ci clusters.csv:base clusters.csv:new --id id --cluster doc",
        0,
        &["base", "new"],
        &["above clusters"],
    ),
    Case(
        "A8",
        "ci groups.csv:base groups.csv:mid --id id --by set",
        0,
        &["base", "mid"],
        &["above groups"],
    ),
    Case(
        "A8",
        "ci runs.csv:base runs.csv:new --id id --seed-col seed",
        0,
        &["base", "new"],
        &["above runs"],
    ),
    Case(
        "A10",
        "rank latency.csv --id id --lower-is-better",
        0,
        &["tests of equal means; under exchange (--adjust maxt) 1 of 1 pair differs"],
        &[],
    ),
    Case(
        "A11",
        "ci labels.csv:right --gold labels.csv:gold --id id --metric f1(positive=pos)",
        0,
        &["0.65 to 1.00"],
        &["ci:none"],
    ),
    Case(
        "A11",
        "ci labels.csv:right --gold labels.csv:gold --id id --metric kappa",
        0,
        &["all-right"],
        &["ci:none"],
    ),
    Case(
        "A11",
        "ci labels.csv:right --gold labels.csv:gold --id id --metric balanced-accuracy",
        0,
        &["0.74 to 1.00"],
        &["ci:none"],
    ),
    // All 1,225 choices of labels: numpy.
    Case(
        "A11",
        "compare other.csv:score perfect.csv:score --gold :gold --metric roc-auc --unpaired",
        0,
        &["p-value 0.302 permutation", "CI −0.46 to 0.67"],
        &["do not vary", "ci:none"],
    ),
    Case(
        "A11",
        "compare other.csv:score perfect.csv:score --gold :gold --metric roc-auc --unpaired --noninferior abs:0.1 --require noninferior",
        11,
        &["undecided"],
        &["Non-inferior at", "give a power"],
    ),
    Case(
        "A11",
        "compare other.csv:score perfect.csv:score --gold :gold --metric roc-auc --unpaired --exact never",
        0,
        &["p-value 0.30", "100,000 resamples"],
        &["do not vary", "ci:none"],
    ),
    Case(
        "A11",
        "compare perfect.csv:score other.csv:score --gold :gold --metric roc-auc --unpaired --alternative greater",
        0,
        &["p-value 0.976"],
        &["do not vary"],
    ),
    Case(
        "A11",
        "ci whole.csv:new --id id --cluster doc",
        0,
        &["0.69 to 1.00", "clopper-pearson"],
        &["all equal"],
    ),
    Case(
        "A13",
        "compare again.csv --long system=system,item=id,score=score,repeat=epoch --against 0.5",
        0,
        &["one-sample", "mean(epoch,3)"],
        &["--repeat"],
    ),
    Case(
        "A13",
        "compare again.csv --long system=system,item=id,score=score,repeat=epoch --reduce majority --against 0.5",
        0,
        &["p-value 0.503 binomial"],
        &["wilson"],
    ),
    Case(
        "A13",
        "compare clusters.csv:base --against 0.6667 --cluster doc",
        0,
        &["one-sample"],
        &["multiples of 1/3", "cluster-t", "80 % power"],
    ),
    Case(
        "A13",
        "compare clusters.csv:base --against 0.5 --cluster doc",
        0,
        &["cluster-score"],
        &["cluster-t", "80 % power"],
    ),
    Case(
        "A13",
        "ci clusters.csv:base --id id --cluster doc",
        0,
        &["cluster-t"],
        &["cluster-score"],
    ),
    Case(
        "A15",
        "correlate line.csv:other line.csv:twice --gold line.csv:people --id id",
        0,
        &[
            "bootstrap-t",
            "no interval, because all items lie on one line",
        ],
        &["[1.000, 1.000]"],
    ),
    Case(
        "A15",
        "correlate line.csv:other --gold line.csv:people --id id",
        0,
        &["bootstrap-t interval (r by Fisher's z)"],
        &["percentile"],
    ),
    Case(
        "A17",
        "compare groups.csv:base groups.csv:mid groups.csv:new --id id --by set",
        0,
        &[
            "Holm's correction for 2 comparisons",
            "each at 0.05, not both together",
        ],
        &[],
    ),
    Case(
        "A18",
        "compare --counts plus=10,minus=7,null=483 --test permutation,mcnemar --mcnemar unconditional",
        0,
        &["0.629", "0.495", "mcnemar (unconditional)"],
        &["permutation = mcnemar"],
    ),
    Case(
        "A18",
        "compare --counts plus=10,minus=7,null=483 --test permutation,mcnemar",
        0,
        &["0.629"],
        &["0.495"],
    ),
    Case(
        "B1",
        "compare runs.csv:base runs.csv:new --id id --seed-col seed",
        0,
        &["metric:mean|", "means of 3 training runs against 3"],
        &[",;", "mean of base"],
    ),
    Case(
        "B4",
        "compare none.txt one.txt --ref ref.txt --metric bleu,chrf --report-methods",
        0,
        &["The secondary metric was chrF (Popović 2015) with signature"],
        &[],
    ),
    Case(
        "B4",
        "compare none.txt one.txt --ref ref.txt --metric bleu,ter,chrf --report-methods --family all",
        0,
        &[
            "Secondary metrics were TER (Snover et al. 2006)",
            "3 comparisons by 3 metrics",
        ],
        &["were not adjusted"],
    ),
    Case(
        "B4",
        "compare labels.csv:right labels.csv:other --gold labels.csv:gold --id id --metric accuracy,f1(positive=pos) --report-methods",
        0,
        &["The secondary metric was F1"],
        &[],
    ),
    Case(
        "B6",
        "compare groups.csv:base groups.csv:mid --id id --metric median",
        0,
        &["36 better, 24 worse"],
        &[],
    ),
    Case(
        "B6",
        "compare runs.csv:base runs.csv:new --id id --seed-col seed --verbose",
        0,
        &["approximate"],
        &["exact for normal differences"],
    ),
    Case(
        "B6",
        "power plan --baseline 0.8 --noninferior 0.1 --agreement 0.9",
        0,
        &[
            "takes 78 items",
            "unconditional test of 0/1 scores, enumerated",
        ],
        &["64 items", "noncentral t"],
    ),
    Case(
        "B6",
        "power plan --baseline 0.8 --noninferior 0.03 --agreement 0.9",
        0,
        &["takes 706 items"],
        &["noncentral t"],
    ),
    Case(
        "B6",
        "power plan --baseline 0.8 --noninferior 0.01 --agreement 0.9",
        0,
        &["takes 6,203 items", "score test of 0/1 scores, enumerated"],
        &["noncentral t"],
    ),
    Case(
        "B7",
        "power plan --items 500 --baseline 0.8",
        0,
        &["1.58pt", "98.42 %"],
        &["between"],
    ),
    Case(
        "B8",
        "compare groups.csv:base groups.csv:mid --id id --test all",
        2,
        &["needs the name of the primary test"],
        &["beforehand"],
    ),
    Case(
        "B8",
        "compare groups.csv:base groups.csv:mid --id id --noninferior abs:0.2 --output markdown",
        0,
        &["(significant)"],
        &[" shown"],
    ),
    Case(
        "B10",
        "rank line.csv:twice line.csv:other --id id --report-methods",
        0,
        &["The pair was tested by"],
        &["All 1 pair"],
    ),
    Case(
        "6",
        "power audit --means 1.47,1.56 --se 0.016 --items 25",
        0,
        &["5.625"],
        &[],
    ),
    Case(
        "6",
        "power audit --means 1.47,1.56 --se -1 --items 25",
        2,
        &["expected a standard error of 0 or more, found -1"],
        &[],
    ),
    Case(
        "6",
        "replicate groups.csv --systems base,new --dataset set --id id --test bootstrap,wilcoxon",
        0,
        &[
            "p (adjusted) bootstrap",
            "p (adjusted) wilcoxon",
            "test:bootstrap,wilcoxon",
        ],
        &[],
    ),
];

/// The exit code of a command, and all that it said in one line.
fn ran(program: &Path, folder: &Folder, line: &str) -> (i32, String) {
    let words = line.split_whitespace();
    let output = Command::new(program)
        .current_dir(folder.path())
        .env_remove("COLUMNS")
        .args(words)
        .output()
        .expect("a program");
    let text = [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy);
    let words: Vec<&str> = text
        .iter()
        .flat_map(|text| text.split_whitespace())
        .collect();
    (output.status.code().unwrap_or(-1), words.join(" "))
}

#[test]
fn what_was_found_wrong_is_right() {
    let folder = folder();
    let own = assert_cmd::cargo::cargo_bin!("restrap").to_path_buf();
    let program = std::env::var_os("RESTRAP").map_or(own, Into::into);
    let mut wrong = String::new();
    for Case(finding, line, code, says, never) in CASES {
        let (found, said) = ran(&program, &folder, line);
        let mut add = |what: String| {
            writeln!(wrong, "{finding} $ restrap {line}\n   {what}").expect("a string");
        };
        let short: String = said.chars().take(600).collect();
        if found != *code {
            add(format!("exit code {found}, not {code}: {short}"));
        }
        for words in *says {
            if !said.contains(words) {
                add(format!("does not say `{words}`: {short}"));
            }
        }
        for words in *never {
            if said.contains(words) {
                add(format!("says `{words}`: {short}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
