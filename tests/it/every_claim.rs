//! Every design with every claim, either direction and side, and a gap of 45 points, none, or 45 points the other way: what passes, what
//! fails, what stays undecided, and that sentence, JSON, table and exit code say the same.
//!
//! A gate that passes wrongly is the worst fault there is: of a system that is 45 points behind none may pass but that it is behind.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use restrap_testing::{Numbers, effort};
use serde_json::Value;

use crate::support::Folder;

/// How much better the new system is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    Ahead,
    None,
    Behind,
}

const GAPS: [Gap; 3] = [Gap::Ahead, Gap::None, Gap::Behind];

/// The share of right answers, or the mean score, of both systems in thousandths.
fn levels(gap: Gap, is_lower_better: bool) -> [u64; 2] {
    let [base, new] = match gap {
        Gap::Ahead => [350, 800],
        Gap::None => [600, 600],
        Gap::Behind => [800, 350],
    };
    if is_lower_better {
        [1000 - base, 1000 - new]
    } else {
        [base, new]
    }
}

/// A score about a level: right or wrong, in quarters, or with three digits. Without a gap both systems have the same scores but few.
fn score(kind: &str, level: u64, number: u64) -> f64 {
    match kind {
        "shares" => f64::from(u8::from(number < level)),
        "graded" => {
            let of = (4 * level + 2 * number) as f64 / 1500.0 - 0.5;
            of.round().clamp(0.0, 4.0) / 4.0
        }
        _ => ((level as f64) + (number as f64 - 500.0) / 4.0) / 1000.0,
    }
}

/// Rows of 120 items with columns for every design, by kind of score, gap and direction.
fn table(kind: &str, gap: Gap, is_lower_better: bool) -> String {
    let mut numbers = Numbers(17);
    let [base, new] = levels(gap, is_lower_better);
    let mut rows = "id,set,doc,topic,base,new,mid\n".to_owned();
    for item in 0..120_u64 {
        let first = numbers.below(1_000);
        // Of equal systems three of four items have one score.
        let second = if gap == Gap::None && item % 4 > 0 {
            first
        } else {
            numbers.below(1_000)
        };
        let third = numbers.below(1_000);
        let [one, two, three] = [(base, first), (new, second), (new, third)]
            .map(|(level, number)| score(kind, level, number));
        writeln!(
            rows,
            "q{item},s{},d{},t{},{one},{two},{three}",
            item % 2,
            item / 4,
            item % 30
        )
        .expect("a string");
    }
    rows
}

/// Rows of 40 items, each several times, with columns for runs, answers and raters.
fn repeated(gap: Gap, is_lower_better: bool) -> String {
    let mut numbers = Numbers(23);
    let [base, new] = levels(gap, is_lower_better);
    let mut rows = "id,seed,base,new\n".to_owned();
    for item in 0..40 {
        for seed in 0..6 {
            let first = numbers.below(1_000);
            let second = if gap == Gap::None && item % 4 > 0 {
                first
            } else {
                numbers.below(1_000)
            };
            let [one, two] = [(base, first), (new, second)]
                .map(|(level, number)| score("shares", level, number));
            writeln!(rows, "q{item},{seed},{one},{two}").expect("a string");
        }
    }
    rows
}

/// Ten values of each system.
fn values(gap: Gap, is_lower_better: bool) -> String {
    let mut numbers = Numbers(5);
    let [base, new] = levels(gap, is_lower_better);
    let mut rows = "base,new\n".to_owned();
    for _ in 0..10 {
        let of = |level: u64, number: u64| (level as f64 + number as f64 / 25.0) / 1000.0;
        let (first, second) = (numbers.below(1_000), numbers.below(1_000));
        writeln!(rows, "{},{}", of(base, first), of(new, second)).expect("a string");
    }
    rows
}

/// Labels of two classes, of which each system has a share right.
fn labels(gap: Gap) -> String {
    let mut numbers = Numbers(31);
    let [base, new] = levels(gap, false);
    let mut rows = "id,gold,base,new\n".to_owned();
    for item in 0..120 {
        let gold = item % 2;
        let first = numbers.below(1_000);
        let second = if gap == Gap::None && item % 4 > 0 {
            first
        } else {
            numbers.below(1_000)
        };
        let of = |level: u64, number: u64| if number < level { gold } else { 1 - gold };
        writeln!(
            rows,
            "q{item},c{gold},c{},c{}",
            of(base, first),
            of(new, second)
        )
        .expect("a string");
    }
    rows
}

/// Texts of which each word is the reference's with a probability.
fn texts(level: u64, seed: u64) -> String {
    let mut numbers = Numbers(seed);
    let words = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    let line = |_| {
        let of = |at: usize| {
            if numbers.below(1_000) < level {
                words[at]
            } else {
                "x"
            }
        };
        (0..10).map(of).collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = (0..60).map(line).collect();
    lines.join("\n") + "\n"
}

/// Votes of 120 prompts: three of four decided, by a share.
fn votes(gap: Gap) -> String {
    let mut numbers = Numbers(47);
    let wins = match gap {
        Gap::Ahead => 800,
        Gap::None => 500,
        Gap::Behind => 200,
    };
    let mut rows = "prompt,left,right,winner\n".to_owned();
    for item in 0..120 {
        let winner = if item % 4 == 0 {
            "tie"
        } else if (numbers.below(1_000) < wins) == (item % 2 == 0) {
            "left"
        } else {
            "right"
        };
        let (left, right) = if item % 2 == 0 {
            ("new", "base")
        } else {
            ("base", "new")
        };
        writeln!(rows, "p{item},{left},{right},{winner}").expect("a string");
    }
    rows
}

/// What it is called, its gap, and its systems and options.
type Design = (String, Gap, String);

/// Files, and for each gap the systems and options of a design; what it is called, and whether lower may be better.
fn designs() -> (Vec<(String, String)>, Vec<Design>) {
    let (mut files, mut all) = (Vec::new(), Vec::new());
    for gap in GAPS {
        let word = format!("{gap:?}").to_lowercase();
        for is_lower in [false, true] {
            let side = if is_lower { "-low" } else { "" };
            let lower = if is_lower { " --lower-is-better" } else { "" };
            let kinds = ["shares", "graded", "continuous"];
            for kind in if is_lower { &kinds[1..2] } else { &kinds[..] } {
                let kind = *kind;
                let file = format!("{kind}-{word}{side}.csv");
                files.push((file.clone(), table(kind, gap, is_lower)));
                let both = format!("{file}:base {file}:new");
                let mut add = |name: &str, line: String| {
                    all.push((format!("{name}, {kind}{side}"), gap, line + lower));
                };
                add("items", format!("{both} --id id"));
                add("clusters", format!("{both} --id id --cluster doc"));
                add("crossed", format!("{both} --id id --cluster doc,topic"));
                add("unpaired", format!("{both} --unpaired"));
                add("by", format!("{both} --id id --by set"));
                add("strata", format!("{both} --id id --stratum set"));
                if kind != "graded" {
                    let all = ["holm", "bonferroni", "hochberg", "bh", "none"];
                    let some = if kind == "shares" && !is_lower {
                        &all[..]
                    } else {
                        &all[..1]
                    };
                    for adjust in some {
                        let three = format!("{both} {file}:mid --id id --adjust {adjust}");
                        add(&format!("three systems, {adjust}"), three);
                    }
                    let number = levels(gap, is_lower)[0] as f64 / 1000.0;
                    add("against", format!("{file}:new --id id --against {number}"));
                }
            }
            let file = format!("repeated-{word}{side}.csv");
            files.push((file.clone(), repeated(gap, is_lower)));
            let both = format!("{file}:base {file}:new");
            let mut add =
                |name: &str, line: String| all.push((format!("{name}{side}"), gap, line + lower));
            add("seeds", format!("{both} --id id --seed-col seed"));
            add("answers", format!("{both} --id id --repeat seed"));
            add("raters", format!("{both} --id id --judge seed"));
            let file = format!("values-{word}{side}.csv");
            files.push((file.clone(), values(gap, is_lower)));
            add("folds", format!("{file}:base {file}:new --over folds"));
            add(
                "replications",
                format!("{file}:base {file}:new --over replications"),
            );
        }
        let mut add = |name: &str, line: String| all.push((name.to_owned(), gap, line));
        files.push((format!("labels-{word}.csv"), labels(gap)));
        let of_labels = format!(
            "labels-{word}.csv:base labels-{word}.csv:new --gold labels-{word}.csv:gold --id id"
        );
        add(
            "macro-F1",
            format!("{of_labels} --metric f1(average=macro)"),
        );
        add("kappa", format!("{of_labels} --metric kappa"));
        let [base, new] = levels(gap, false);
        let seeds = if gap == Gap::None { [7, 7] } else { [7, 8] };
        files.push((format!("base-{word}.txt"), texts(base, seeds[0])));
        files.push((format!("new-{word}.txt"), texts(new, seeds[1])));
        let of_texts = format!("base-{word}.txt new-{word}.txt --ref ref.txt");
        add("BLEU", format!("{of_texts} --metric bleu"));
        add("WER", format!("{of_texts} --metric wer"));
        add(
            "K/N",
            format!("base={}/400 new={}/400", 2 * base / 5, 2 * new / 5),
        );
        add(
            "K/N of few",
            format!("base={}/40 new={}/40", base / 25, new / 25),
        );
        let (wins, losses) = match gap {
            Gap::Ahead => (60, 6),
            Gap::None => (5, 5),
            Gap::Behind => (6, 60),
        };
        add(
            "counts",
            format!("--counts plus={wins},minus={losses},null=54"),
        );
        add("table", format!("--table 30,{losses},{wins},24"));
        files.push((format!("votes-{word}.csv"), votes(gap)));
        add(
            "votes",
            format!("votes-{word}.csv --votes left=left,right=right,winner=winner --baseline base"),
        );
    }
    files.push(("ref.txt".to_owned(), texts(1000, 1)));
    (files, all)
}

/// Claims: the options, and what becomes of a system that is ahead, equal and behind: passed, failed, undecided, or anything but passed.
const CLAIMS: [(&str, &str, [&[i32]; 3]); 7] = [
    ("superior", "--require superior", [&[0], &[11], &[10]]),
    ("forbid", "--forbid inferior", [&[0], &[0], &[10]]),
    (
        "both",
        "--require superior --forbid inferior",
        [&[0], &[11], &[10]],
    ),
    (
        "noninferior",
        "--noninferior MARGIN --require noninferior",
        [&[0], &[0, 11], &[10]],
    ),
    (
        "equivalent",
        "--equivalent MARGIN --require equivalent",
        [&[10], &[0, 11], &[10]],
    ),
    (
        "superior by",
        "--superior MARGIN --require superior",
        [&[0], &[10, 11], &[10]],
    ),
    (
        "noninferior and forbid",
        "--noninferior MARGIN --require noninferior --forbid inferior",
        [&[0], &[0, 11], &[10]],
    ),
];

/// Sides of the test, and the exit codes of `--require superior` where they differ.
const SIDES: [&str; 3] = ["two-sided", "greater", "less"];

/// The first number of a text that may have a sign of its own.
fn number(text: &str) -> Option<f64> {
    let text = text.trim().replace('−', "-").replace(',', "");
    let end = text
        .find(|c: char| !c.is_ascii_digit() && !"+-.e".contains(c))
        .unwrap_or(text.len());
    text[..end].trim_end_matches('.').parse().ok()
}

/// What sentence and numbers of a comparison disagree about.
fn disagreements(one: &Value, alpha: f64) -> Vec<String> {
    let mut wrong = Vec::new();
    let verdict = one["verdict"].as_str().expect("a verdict");
    let test = &one["tests"][0];
    let p = test["p_adjusted"].as_f64().or(test["pvalue"].as_f64());
    let is_shown = one["shown"].as_bool().expect("shown");
    if p.is_some_and(|p| p <= alpha) != is_shown {
        wrong.push(format!("shown {is_shown} beside p = {p:?}"));
    }
    if verdict.contains("correction")
        && test["p_adjusted"].is_null()
        && one["margin"]["p_adjusted"].is_null()
    {
        wrong.push("a correction that was not applied".to_owned());
    }
    let margin = &one["margin"];
    if margin.is_null() {
        let says = !verdict.contains("ot significant at")
            && !verdict.contains("ot selected")
            && !verdict.contains("Not tested");
        let is_plain = verdict.contains("ignificant at") || verdict.contains("elected at");
        if is_plain && says != is_shown {
            wrong.push(format!("shown {is_shown}: {verdict}"));
        }
        return wrong;
    }
    let p = margin["p_adjusted"].as_f64().or(margin["pvalue"].as_f64());
    let claims = margin["shown"].as_bool().expect("shown");
    if p.is_some_and(|p| p <= alpha) != claims {
        wrong.push(format!("margin shown {claims} beside p = {p:?}"));
    }
    let begins = [
        "Non-inferior at",
        "Equivalent at",
        "Superior by more than the margin at",
    ];
    if begins.iter().any(|words| verdict.starts_with(words)) != claims {
        wrong.push(format!("margin shown {claims}: {verdict}"));
    }
    // "…, -12 to 3, reaches below -10"
    for words in ["reaches below ", "reaches above "] {
        let Some((before, after)) = verdict.split_once(words) else {
            continue;
        };
        let ends = before.trim_end().trim_end_matches(',');
        let ends = ends.rsplit(", ").next().unwrap_or(ends);
        let (Some((low, high)), Some(limit)) = (ends.split_once(" to "), number(after)) else {
            wrong.push(format!("an interval that cannot be read: {verdict}"));
            continue;
        };
        let end = if words.contains("below") {
            number(low)
        } else {
            number(high)
        };
        let is_beyond = end.is_some_and(|end| {
            if words.contains("below") {
                end < limit
            } else {
                end > limit
            }
        });
        if !is_beyond {
            wrong.push(format!(
                "`{words}` an end that it does not reach: {verdict}"
            ));
        }
    }
    wrong
}

/// What a CSV and the comparisons of an outcome disagree about.
fn of_table(table: &str, comparisons: &[Value]) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let heads = reader.headers().expect("a header").clone();
    let at = |name: &str| {
        heads
            .iter()
            .position(|head| head == name)
            .expect("a column")
    };
    let [system, primary, shown, margin] = ["system", "primary", "shown", "margin_shown"].map(at);
    let mut wrong = Vec::new();
    for row in reader.records() {
        let row = row.expect("a row");
        let Some(one) = comparisons.iter().find(|one| one["system"] == row[system]) else {
            wrong.push(format!("a row of {}", &row[system]));
            continue;
        };
        if row[primary] != *"true" {
            continue;
        }
        let told = |value: &Value| {
            value
                .as_bool()
                .map_or_else(String::new, |shown| shown.to_string())
        };
        for (column, value) in [(shown, &one["shown"]), (margin, &one["margin"]["shown"])] {
            if row[column] != *told(value) {
                wrong.push(format!(
                    "{} {:?} in CSV, {value} in JSON",
                    &heads[column], &row[column]
                ));
            }
        }
    }
    wrong
}

/// One command.
struct Case {
    what: String,
    line: String,
    codes: Vec<i32>,
}

fn cases(all: &[Design]) -> Vec<Case> {
    let mut cases = Vec::new();
    for (design, gap, line) in all {
        let place = GAPS.iter().position(|one| one == gap).expect("a gap");
        for (claim, options, codes) in CLAIMS {
            for side in SIDES {
                // A margin has a side of its own, and --forbid a test of both.
                let is_of_difference = ["superior", "both"].contains(&claim);
                let asks_both = claim.contains("forbid");
                if side != "two-sided" && !is_of_difference && !asks_both {
                    continue;
                }
                // Both options decide as each does alone.
                if side == "greater" && is_of_difference == asks_both {
                    continue;
                }
                let mut codes = codes[place].to_vec();
                if is_of_difference
                    && side == "greater"
                    && *gap == Gap::Behind
                    && claim == "superior"
                {
                    codes = vec![10, 11];
                }
                if is_of_difference && side == "less" {
                    // A test of a loss cannot show a gain: never passed.
                    codes = vec![2, 10, 11];
                }
                let margin = if design.starts_with("BLEU") {
                    "abs:10"
                } else {
                    "abs:0.1"
                };
                let side = if side == "two-sided" {
                    String::new()
                } else {
                    format!(" --alternative {side}")
                };
                cases.push(Case {
                    what: format!("{design}, {gap:?}, {claim}{side}"),
                    line: format!("compare {line} {}{side}", options.replace("MARGIN", margin)),
                    codes,
                });
            }
        }
    }
    cases
}

#[test]
fn no_claim_passes_or_fails_wrongly() {
    let (files, all) = designs();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&name[..], &text[..]))
        .collect();
    let folder = Folder::with(&files);
    let mut cases = cases(&all);
    assert!(cases.len() >= 2_000, "{} cases", cases.len());
    // A random quarter, but in the long run: each is a process.
    let mut numbers = Numbers(29);
    cases.retain(|_| numbers.below(4) < effort(1, 4));
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let seen = Mutex::new(BTreeMap::<i32, usize>::new());
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(at) else { break };
            let ran = folder.restrap(&format!("{} --resamples 500 --threads 1 --json", case.line));
            let add = |what: String| {
                let mut wrong = wrong.lock().expect("no panic");
                wrong
                    .entry(case.what.clone())
                    .or_insert_with(Vec::new)
                    .push(format!("{what}\n    $ restrap {}", case.line));
            };
            let code = ran.code.unwrap_or(-1);
            *seen.lock().expect("no panic").entry(code).or_default() += 1;
            // What a design does not take is refused, never passed.
            if code == 2 || code == 1 {
                if ran.hint().is_none() {
                    add(format!("refused without a hint: {}", ran.error()));
                }
                continue;
            }
            if !case.codes.contains(&code) {
                add(format!("exit code {code}, not one of {:?}", case.codes));
            }
            let outcome = ran.json();
            let passed = outcome["gate"]["passed"].as_bool();
            let by_gate = match passed {
                Some(true) => 0,
                Some(false) => 10,
                None => 11,
            };
            if by_gate != code {
                add(format!("exit code {code}, gate {passed:?}"));
            }
            let by = outcome["by"]["populations"]
                .as_array()
                .into_iter()
                .flatten();
            let parts = by.flat_map(|part| part["comparisons"].as_array().expect("a list"));
            let comparisons = outcome["comparisons"].as_array().expect("a list");
            for one in comparisons.iter().chain(parts) {
                for what in disagreements(one, 0.05) {
                    add(what);
                }
            }
            if at % 10 == 0 && outcome["by"].is_null() {
                let table = folder.restrap(&format!(
                    "{} --resamples 500 --threads 1 --output csv",
                    case.line
                ));
                if table.code != Some(code) {
                    add(format!("exit code {:?} of CSV, {code} of JSON", table.code));
                }
                for what in of_table(&table.out, comparisons) {
                    add(what);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    let seen = seen.into_inner().expect("no panic");
    println!("{} cases by exit code: {seen:?}", cases.len());
    let wrong = wrong.into_inner().expect("no panic");
    let told: Vec<String> = wrong
        .iter()
        .map(|(what, all)| format!("{what}\n  {}", all.join("\n  ")))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        told.join("\n")
    );
    // Most designs take most claims.
    let refused: usize = [1, 2].iter().filter_map(|code| seen.get(code)).sum();
    assert!(refused * 4 < cases.len(), "{refused} refused");
}
