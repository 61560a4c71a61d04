//! Every hint and tip is typed: what the program says to type is an option of the command, and does what it promises.
//!
//! `hints.txt` holds command lines that provoke a hint or a tip, and what somebody who follows it types. The snapshots are
//! walked for hints and tips that stand in neither that table nor among those with a reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::sync::Mutex;

use crate::support::{Folder, Ran, binary, lines, root};
use crate::{messages, rank};

/// Words behind an option that are of the sentence, not its value.
const PROSE: [&str; 16] = [
    "and", "are", "asks", "counts", "decides", "for", "goes", "has", "if", "is", "leaves", "lists",
    "of", "or", "that", "to",
];

/// Options that a text names without saying to type them here, and why.
const MENTIONED: [(&str, &str); 7] = [
    (
        "--noninferior MARGIN",
        "is for the user to choose: findings types it",
    ),
    ("--json", "has all that a line lists the first of"),
    ("--missing drop", "says what was typed"),
    ("--missing zero", "says what was typed"),
    ("--test all", "says what was typed"),
    (
        "--test permutation,permutation",
        "was typed, and is refused without a hint",
    ),
    ("--run-ties trec", "says which order decided"),
];

/// Words of the hints on what the parser refuses, and on columns and folders.
const OF_THE_PARSER: [&str; 12] = [
    "did you mean `--",
    "` takes one of ",
    " says what it takes",
    "for example: `restrap ",
    "drop `",
    " shows what it holds",
    "a margin has a unit",
    "have no sign",
    "can be drawn",
    "name the column of the groups",
    "for each segment, and compare the files of scores",
    "`--plot",
];

/// What provokes a hint, and what is typed then.
#[derive(Debug, Default)]
struct Row {
    line: String,
    /// For a tip: words that the output has, and no longer has once the tip is followed.
    words: Option<String>,
    typed: Vec<String>,
}

/// The rows of a table: `$` provokes, `~` are words of a tip, `>` is typed.
fn rows(table: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for line in table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (mark, rest) = line.split_once(' ').expect("a mark and words");
        if mark == "$" {
            rows.push(Row {
                line: rest.to_owned(),
                ..Row::default()
            });
            continue;
        }
        let row = rows.last_mut().expect("a line that provokes comes first");
        match mark {
            "~" => row.words = Some(rest.to_owned()),
            ">" => row.typed.push(rest.to_owned()),
            _ => panic!("expected $, ~ or >, found {line}"),
        }
    }
    rows
}

fn table() -> Vec<Row> {
    rows(&fs::read_to_string(root().join("tests/it/hints.txt")).expect("the table"))
}

/// The options that a text names, each with the value behind it.
fn asks(text: &str) -> Vec<(String, Option<String>)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let bare = |word: &str| {
        let bare = word.trim_matches(|c: char| "`'\"(),;:.".contains(c));
        // A metric keeps the bracket of its options.
        let open = if bare.contains('(') { ")" } else { "" };
        format!("{bare}{open}")
    };
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let flag = bare(word);
        if flag.len() < 3 || !flag.starts_with("--") || flag.starts_with("---") {
            continue;
        }
        if let Some((flag, value)) = flag.split_once('=') {
            found.push((flag.to_owned(), Some(value.to_owned())));
            continue;
        }
        let ends = word.ends_with(|c: char| "`'),;:.".contains(c));
        let value = words.get(at + 1).filter(|_| !ends).map(|next| bare(next));
        found.push((
            flag,
            value.filter(|value| !value.starts_with("--") && !PROSE.contains(&value.as_str())),
        ));
    }
    found
}

/// Does a hint's value stand for one that the user knows?
fn stands_for_another(value: &str) -> bool {
    ["COL", "FORM", "FILE", "NAME", "LABEL", "SHARE", "R", "N"]
        .iter()
        .any(|word| {
            value
                .split(|c: char| !c.is_ascii_alphanumeric())
                .any(|part| part == *word)
        })
}

/// What two texts have alike when they say to type the same.
fn key(hint: &str) -> String {
    let asked = asks(hint);
    if asked.is_empty() {
        hint.to_owned()
    } else {
        format!("{asked:?}")
    }
}

/// What is wrong with a hint, given what is typed when it is followed.
fn unfollowed(hint: &str, row: &Row) -> Option<String> {
    let typed: Vec<_> = row.typed.iter().map(|line| asks(line)).collect();
    let before = asks(&row.line);
    for (flag, value) in asks(hint) {
        let dropped = before.iter().any(|(known, _)| *known == flag)
            && typed
                .iter()
                .any(|line| line.iter().all(|(known, _)| *known != flag));
        let done = typed.iter().flatten().any(|(known, given)| {
            *known == flag
                && (given.is_none()
                    || value
                        .as_deref()
                        .is_none_or(|v| stands_for_another(v) || given.as_deref() == Some(v)))
        });
        if !dropped && !done {
            return Some(format!("nobody types {flag} {}", value.unwrap_or_default()));
        }
    }
    None
}

fn succeeded(ran: &Ran) -> bool {
    matches!(ran.code, Some(0 | 10 | 11))
}

/// Runs a row: its hint, or what is wrong.
fn followed(folder: &Folder, row: &Row) -> Result<String, String> {
    let first = folder.restrap(&row.line);
    let hint = match &row.words {
        Some(words) if first.sentences().contains(words.as_str()) => words.clone(),
        Some(words) => return Err(format!("expected the words {words:?}: {first}")),
        None => first
            .hint()
            .ok_or_else(|| format!("expected a hint: {first}"))?
            .to_owned(),
    };
    if let Some(wrong) = unfollowed(&hint, row) {
        return Err(format!("{wrong}: {first}"));
    }
    for line in &row.typed {
        let then = folder.restrap(line);
        if !succeeded(&then)
            || row
                .words
                .as_ref()
                .is_some_and(|words| then.sentences().contains(words.as_str()))
        {
            return Err(format!("{first}\nsays to type\n{then}"));
        }
    }
    Ok(hint)
}

/// Files of every kind that the table asks for.
pub fn files() -> Folder {
    let folder = messages::files();
    let [base, new] = binary(16, 6, 0);
    for (name, text) in [
        ("base.txt", base.as_str()),
        ("new.txt", &new),
        ("same.txt", "0.1\n0.25\n0.5\n0.4\n"),
        ("thirds.txt", "0.333\n0.667\n1.0\n0.333\n"),
        ("others3.txt", "0.667\n0.333\n0.333\n0.667\n"),
        (
            "hyp.txt",
            "the cat sat on the mat today\nthe dog ran far away from here\n",
        ),
        (
            "ref.txt",
            "the cat sat on the mat today\na dog ran far away from it\n",
        ),
        ("sys.txt", "x\ny\nx\nx\n"),
        ("old.txt", "x\nx\ny\nx\n"),
        ("gold.txt", "x\ny\ny\nx\n"),
        ("kinds.csv", "gold,old,new\nx,x,x\ny,x,y\nx,y,x\n"),
        ("good.run", "1 Q0 d1 1 2.5 r\n1 Q0 d2 2 2.5 r\n"),
        ("qrels.txt", "1 0 d1 1\n1 0 d2 0\n"),
        (
            "grouped.csv",
            "id,group,a,b\n1,p,0.5,0.7\n2,p,0.2,0.4\n3,q,0.9,0.5\n4,q,0.1,0.8\n5,r,0.3,0.6\n6,r,0.4,0.2\n",
        ),
        (
            "papers.csv",
            "task,ours,p-value\nmt,1.5,<0.001\nqa,2,p = .03\n",
        ),
        ("pasted.txt", "0.5 0.7\n0.25 0.5\n0.75 1.0\n"),
        ("counts1.csv", "hits,all\n1,6\n4,7\n2,8\n5,6\n3,7\n"),
        ("counts2.csv", "hits,all\n3,6\n5,7\n5,8\n2,6\n4,7\n"),
        ("column.csv", "f1\n0.5\n0.25\n"),
        ("header.txt", "f1\n0.5\n0.25\n"),
        ("comma.txt", "0,5\n0,25\n"),
        ("dot.txt", "0.5\n0.25\n"),
        ("comma.csv.txt", "a,b\n0,5\n0,25\n"),
        (
            "models3.csv",
            "model,item,acc\nm1,1,1\nm1,2,0\nm2,1,1\nm2,2,1\nm3,1,0\n",
        ),
        (
            "models4.csv",
            "model,item,acc\nm1,1,1\nm1,2,0\nm2,1,1\nm2,2,0\n",
        ),
        ("pilot_all", "1\n1\n1\n1\n1\n1\n1\n1\n"),
        ("gold.conll", "Ann B-PER\nran O\n\nin O\nRome B-LOC\n"),
        ("json.txt", "{\"a\": 0.5}\n{\"a\": 0.25}\n"),
        ("holes.csv", "id,a,b\n1,0.5,0.25\n2,,1\n3,0.75,0.5\n"),
        ("empty_id.csv", "id,a,b\n,0.5,0.25\n2,0.5,1\n3,0.75,0.5\n"),
        (
            "filters.csv",
            "id,filter,f\n1,strict,0.5\n1,loose,0.75\n2,strict,0.25\n2,loose,0.5\n",
        ),
        ("counted.csv", "base,new,n\n1,0.5,3\n0.5,1,2\n1,1,9\n"),
        ("answers.csv", "id,f\n1,0.5\n1,0.75\n2,0.25\n2,0.5\n"),
        (
            "epochs.csv",
            "id,epoch,group,base,new\n1,1,p,0.5,0.75\n1,2,p,0.25,0.5\n2,1,q,0.75,0.5\n2,2,q,0.5,1\n",
        ),
        (
            "topics.csv",
            "id,group,base,new\n1,p,0.5,0.75\n2,p,0.25,0.5\n3,q,0.75,0.5\n4,q,0.5,1\n",
        ),
        (
            "people.csv",
            "id,base,new\n1,0.5,0.75\n2,0.25,0.25\n3,0.5,0.75\n",
        ),
        ("pilot1", "1\n0\n1\n1\n0\n1\n0\n1\n"),
        ("pilot2", "1\n1\n0\n1\n1\n1\n0\n1\n"),
        ("sets/base/ted.txt", "0.5\n0.25\n0.75\n"),
        ("sets/base/wmt.txt", "0.5\n0.5\n0.25\n"),
        ("sets/ours/ted.txt", "0.75\n0.5\n0.5\n"),
        ("sets/ours/wmt.txt", "0.5\n0.75\n0.75\n"),
        (
            "unbeaten.csv",
            "l,r,w\na,b,left\nb,a,left\nc,a,left\nc,b,left\n",
        ),
        ("votes.csv", &rank::votes()),
        ("flat.txt", &lines([0.0; 60])),
    ] {
        folder.put(name, text);
    }
    folder.put("many-ones.txt", "1\n".repeat(2_500_000));
    folder.put(
        "skewed.txt",
        lines((0..60).map(|i| {
            if i < 50 {
                f64::from(i) / 500.0 - 0.04
            } else {
                f64::from(i) / 20.0
            }
        })),
    );
    for (system, score) in [("base", 0), ("ours", 1)] {
        let answer = |id: i32, filter: &str| {
            format!(
                "{{\"doc_id\": {id}, \"filter\": \"{filter}\", \"acc\": {}.0}}\n",
                i32::from((id + score) % 3 > 0)
            )
        };
        let answers = |ids: std::ops::Range<i32>| -> String {
            ids.flat_map(|id| [answer(id, "strict"), answer(id, "flexible")])
                .collect()
        };
        folder.put(
            &format!("logs/{system}/samples_gsm8k_2024-01-01.jsonl"),
            answers(0..12),
        );
        folder.put(
            &format!("logs/{system}/samples_drop_2024-01-01.jsonl"),
            answers(12..24),
        );
    }
    let mut long = "item,run,set,judge,base,new,best\n".to_owned();
    for row in 0..96_u32 {
        let score = |salt: u32| f64::from((row * 7_919 + row * row * salt) % 101) / 100.0;
        writeln!(
            long,
            "{},{},{},{},{},{},{}",
            row / 4,
            row % 4,
            row / 48,
            row % 4,
            score(1),
            score(5),
            score(9)
        )
        .expect("a string");
    }
    folder.put("long96.csv", long);
    let tweets = fs::read(root().join("datasets/sentiment/tweets.csv")).expect("a data set");
    folder.put("datasets/sentiment/tweets.csv", tweets);
    folder
}

#[test]
fn every_hint_of_the_table_is_typed_and_works() {
    let folder = files();
    let mut wrong = Vec::new();
    let (mut hints, mut typed) = (0, 0);
    for row in table() {
        match followed(&folder, &row) {
            Ok(_) => (hints, typed) = (hints + 1, typed + row.typed.len()),
            Err(why) => wrong.push(why),
        }
    }
    println!("{hints} hints and tips followed by {typed} command lines");
    assert!(
        wrong.is_empty(),
        "{} fail:\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}

#[test]
fn a_hint_that_does_not_work_is_caught() {
    let folder = files();
    let line = "compare a.txt b.txt --interval newcombe".to_owned();
    let row = |typed: &str| Row {
        line: line.clone(),
        words: None,
        typed: vec![typed.to_owned()],
    };
    assert!(followed(&folder, &row("compare a.txt b.txt --interval auto")).is_ok());
    assert!(
        followed(&folder, &row("compare a.txt b.txt --interval none")).is_err(),
        "not what the hint says"
    );
    assert!(
        unfollowed(
            "use --intervall auto",
            &row("compare a.txt b.txt --interval auto")
        )
        .is_some()
    );
    assert!(
        followed(
            &folder,
            &row("compare a.txt b.txt --interval newcombe --interval auto")
        )
        .is_err()
    );
    let planted = "$ restrap rank a.txt b.txt\n\n--- stderr\nerror: x\nhint: use --intervall none\n--- exit 2\n";
    let found = hints(planted);
    assert_eq!(found, [("rank", "use --intervall none".to_owned())]);
    assert_eq!(unknown(&folder, "rank", &found[0].1), ["--intervall"]);
    assert_eq!(
        unknown(
            &folder,
            "compare",
            "use --interval none, or drop --unpaired"
        ),
        [""; 0]
    );
}

/// The options of a text that a command does not have, as the parser knows them.
fn unknown(folder: &Folder, command: &str, text: &str) -> Vec<String> {
    /// What was asked before: most hints name the same options.
    static KNOWN: Mutex<BTreeMap<String, bool>> = Mutex::new(BTreeMap::new());
    let has = |command: &str, flag: &str| {
        let line = format!("{command} {flag}");
        if let Some(has) = KNOWN.lock().expect("no panic").get(&line) {
            return *has;
        }
        let ran = folder.restrap(&line);
        let has = !ran.err.contains(&format!("has no option `{flag}`"));
        KNOWN.lock().expect("no panic").insert(line, has);
        has
    };
    let mut commands = vec![command];
    commands.extend(COMMANDS.iter().filter(|other| {
        text.contains(&format!("restrap {other}")) || text.contains(&format!("(of {other})"))
    }));
    asks(text)
        .into_iter()
        .map(|(flag, _)| flag)
        .filter(|flag| !commands.iter().any(|command| has(command, flag)))
        .collect()
}

const COMMANDS: [&str; 10] = [
    "compare",
    "ci",
    "rank",
    "replicate",
    "score",
    "inspect",
    "power plan",
    "power audit",
    "power compare",
    "power curve",
];

/// The snapshots outside of the help pages, by their names, without their heads.
fn snapshots() -> BTreeMap<String, String> {
    let folder = root().join("tests/it/snapshots");
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)
        .expect("snapshots")
        .map(|entry| entry.expect("a snapshot"))
    {
        let name = entry.file_name().into_string().expect("UTF-8");
        if name.starts_with("it__help__")
            || entry
                .path()
                .extension()
                .is_none_or(|ending| ending != "snap")
        {
            continue;
        }
        let text = fs::read_to_string(entry.path()).expect("UTF-8");
        let body = text
            .splitn(3, "---\n")
            .nth(2)
            .expect("a head and a body")
            .to_owned();
        found.insert(name, body);
    }
    assert!(found.len() > 100, "the snapshots are read: {}", found.len());
    found
}

/// Is this line of a snapshot what was typed? The next one says.
fn is_typed(line: &str, next: &str) -> bool {
    line.contains("$ restrap ")
        || ["error:", "`--", "`restrap "]
            .iter()
            .any(|word| next.trim_start().starts_with(word))
            && !line.contains("error:")
            && !["---", "warning:"]
                .iter()
                .any(|word| line.starts_with(word))
}

/// The hints of a snapshot, each with the command that gave it.
fn hints(body: &str) -> Vec<(&str, String)> {
    let all: Vec<&str> = body.lines().collect();
    let mut command = "compare";
    let mut found = Vec::new();
    for (at, line) in all.iter().enumerate() {
        if is_typed(line, all.get(at + 1).unwrap_or(&"")) {
            command = COMMANDS
                .into_iter()
                .find(|name| {
                    line.contains(&format!("restrap {name}"))
                        || line.contains(&format!(": {name} "))
                        || line.starts_with(name)
                })
                .unwrap_or("compare");
        }
        if let Some(hint) = line.trim_start().strip_prefix("hint: ") {
            found.push((command, hint.to_owned()));
        }
    }
    found
}

/// What a snapshot says outside of command lines, errors and hints.
fn prose(body: &str) -> String {
    let other = ["error:", "hint:", "`--", "`restrap ", "[1]", "[2]"];
    let all: Vec<&str> = body.lines().collect();
    let mut found = Vec::new();
    let mut in_hint = false;
    for (at, line) in all.iter().enumerate() {
        let begins = line.trim_start();
        in_hint = begins.starts_with("hint:") || in_hint && line.starts_with("      ");
        let of_the_parser = begins.starts_with("--") && line.contains('<');
        let refused = in_hint || other.iter().any(|word| begins.starts_with(word));
        if !is_typed(line, all.get(at + 1).unwrap_or(&"")) && !of_the_parser && !refused {
            found.push(*line);
        }
    }
    found.join(" ")
}

#[test]
fn no_hint_or_tip_of_the_snapshots_is_left_untyped() {
    let folder = files();
    let mut known = BTreeSet::new();
    let mut tips: Vec<(String, Option<String>)> = Vec::new();
    for row in table() {
        match &row.words {
            Some(words) => tips.extend(asks(words)),
            None => drop(known.insert(key(folder.restrap(&row.line).hint().unwrap_or_default()))),
        }
    }
    let mut wrong = BTreeSet::new();
    let (mut typed, mut files_only) = (BTreeSet::new(), BTreeSet::new());
    for (name, body) in snapshots() {
        for (command, hint) in hints(&body) {
            let is_of_parser = OF_THE_PARSER.iter().any(|words| hint.contains(words));
            for flag in unknown(
                &folder,
                if command == "inspect" {
                    "compare"
                } else {
                    command
                },
                &hint,
            ) {
                if is_of_parser {
                    continue;
                }
                wrong.insert(format!(
                    "{name}: `{flag}` is no option of {command}: {hint}"
                ));
            }
            if known.contains(&key(&hint)) {
                typed.insert(hint);
            } else if OF_THE_PARSER.iter().any(|words| hint.contains(words)) || command == "inspect"
            {
                // Those of the parser are typed in newcomer.txt; a page breaks its hint.
                files_only.insert(hint);
            } else if hint == "`restrap inspect FILE` shows what a file holds"
                || hint.ends_with(" --help` lists the options")
            {
                // What an error says that knows no better.
                files_only.insert(hint);
            } else if hint.contains("--") || hint.contains("restrap ") {
                wrong.insert(format!("{name}: not in hints.txt: {hint}"));
            } else {
                files_only.insert(hint);
            }
        }
        for (flag, value) in asks(&prose(&body)) {
            let shown = format!("{flag} {}", value.clone().unwrap_or_default());
            let mentioned = MENTIONED
                .iter()
                .any(|(words, _)| shown.trim_end() == *words || *words == flag);
            if !mentioned
                && !tips
                    .iter()
                    .any(|tip| tip.0 == flag && (tip.1 == value || tip.1.is_none()))
            {
                wrong.insert(format!("{name}: no tip of hints.txt: {shown}"));
            }
        }
    }
    println!(
        "{} hints of the snapshots are typed; {} name no option",
        typed.len(),
        files_only.len()
    );
    assert!(
        wrong.is_empty(),
        "{}:\n{}",
        wrong.len(),
        wrong.into_iter().collect::<Vec<_>>().join("\n")
    );
}
