//! Hints are pasted, up to the third step: on every first try of the cases of `tests/wild`, on every command that provokes an error, and on
//! damaged files. A hint may not lead in a circle, end in the error that it came from, name an option that is not there, or lead to an answer
//! about fewer than half of the items.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::{Folder, Ran, program, root};
use crate::{hints, messages, wild};

/// Words that stand for something that only the user knows.
const PLACEHOLDERS: [&str; 16] = [
    "COL", "COLUMN", "FILE", "NAME", "LABEL", "MARGIN", "OTHER", "N", "R", "K", "SHARE", "VALUE",
    "RATER", "MEASURE", "NUMBER", "METRIC",
];

/// Steps that are taken.
const STEPS: usize = 3;

/// The parts of a hint between backticks.
fn codes(hint: &str) -> Vec<&str> {
    hint.split('`').skip(1).step_by(2).collect()
}

/// The words of a command line as a shell reads them.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted, mut is_open) =
        (Vec::new(), String::new(), false, false);
    for c in line.chars() {
        match c {
            '\'' => (is_quoted, is_open) = (!is_quoted, true),
            ' ' if !is_quoted => {
                if is_open || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                is_open = false;
            }
            c => word.push(c),
        }
    }
    if is_open || !word.is_empty() {
        words.push(word);
    }
    words
}

fn joined(words: &[String]) -> String {
    let quoted = |word: &String| {
        if word.contains(' ') || word.contains('*') || word.is_empty() {
            format!("'{word}'")
        } else {
            word.clone()
        }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// Is a word one that stands for something else?
fn has_placeholder(code: &str) -> bool {
    code.split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| PLACEHOLDERS.contains(&word))
        || code.contains('…')
}

/// An option and its value among words.
fn options(words: &[String]) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let word = &words[at];
        if let Some((name, value)) = word.split_once('=').filter(|_| word.starts_with("--")) {
            found.push((name.to_owned(), Some(value.to_owned())));
        } else if word.starts_with("--") {
            let value = words
                .get(at + 1)
                .filter(|next| !next.starts_with("--"))
                .cloned();
            at += usize::from(value.is_some());
            found.push((word.clone(), value));
        }
        at += 1;
    }
    found
}

/// The command line that somebody types who follows a part of a hint; `None` of what is not a command.
fn followed(line: &str, code: &str) -> Option<String> {
    if has_placeholder(code) {
        return None;
    }
    if let Some(command) = code.strip_prefix("restrap ") {
        return (!command.contains(['|', '<'])
            && !command.contains("--help")
            && !command.ends_with(" -h")
            && !command.starts_with("inspect"))
        .then(|| command.to_owned());
    }
    let (own, new) = (words(line), words(code));
    let is_system = |word: &String| {
        !word.starts_with('-')
            && (word.contains(':') || word.contains('/') || Path::new(word).extension().is_some())
    };
    let systems: Vec<String> = new
        .iter()
        .take_while(|word| is_system(word))
        .cloned()
        .collect();
    let rest = &new[systems.len()..];
    if systems.is_empty() && !code.starts_with("--") {
        return None;
    }
    if systems.len() == 1 && rest.is_empty() && !line.starts_with("ci ") {
        return None;
    }
    if !rest.iter().all(|word| {
        word.starts_with("--")
            || !is_system(word)
            || options(rest)
                .iter()
                .any(|(_, value)| value.as_ref() == Some(word))
    }) {
        return None;
    }
    let given = options(rest);
    let mut made = vec![own[0].clone()];
    let mut at = 1;
    let is_replaced = |name: &str| {
        given.iter().any(|(new, _)| new == name) && !matches!(name, "--where" | "--ref" | "--words")
    };
    let mut kept = Vec::new();
    while at < own.len() {
        let word = &own[at];
        if word.starts_with("--") {
            let name = word.split('=').next().unwrap_or(word);
            let has_value = !word.contains('=')
                && own
                    .get(at + 1)
                    .is_some_and(|next| !next.starts_with("--") && !FLAGS.contains(&name));
            if !is_replaced(name) {
                kept.push(word.clone());
                kept.extend(own.get(at + 1).filter(|_| has_value).cloned());
            }
            at += 1 + usize::from(has_value);
            continue;
        }
        if systems.is_empty() {
            made.push(word.clone());
        }
        at += 1;
    }
    made.extend(systems);
    made.extend(kept);
    made.extend(rest.iter().cloned());
    Some(joined(&made))
}

/// Options without a value, so that the word behind one is a system.
const FLAGS: [&str; 13] = [
    "--unpaired",
    "--json",
    "--raw-p",
    "--multi-label",
    "--lower-is-better",
    "--same-items",
    "--quiet",
    "--pairs",
    "--lowercase",
    "--bayesian",
    "--micro",
    "--explain",
    "--no-host",
];

/// What is wrong with the hints that begin with this command.
struct Walk<'a> {
    folder: &'a Path,
    wrong: Vec<String>,
    typed: usize,
    led: usize,
    asked: usize,
}

impl Walk<'_> {
    fn run(&mut self, line: &str) -> Ran {
        self.typed += 1;
        let output = program(self.folder, line).write_stdin("").output();
        Ran::of(line, output.expect("the program starts"))
    }

    /// Follows the first hint that can be pasted, to the third step.
    fn follow(&mut self, first: &str) {
        let mut lines = vec![first.to_owned()];
        let mut errors = BTreeSet::new();
        for step in 0..=STEPS {
            let line = lines.last().expect("a line").clone();
            let ran = self.run(&line);
            if ran.code == Some(0) || matches!(ran.code, Some(3 | 10 | 11)) {
                if step > 0 {
                    self.led += 1;
                    self.check_items(&lines, &line);
                }
                return;
            }
            if ran.err.contains("has no option") && step > 0 {
                self.wrong
                    .push(format!("an unknown option: {lines:#?}\n{ran}"));
                return;
            }
            let error = ran.error().to_owned();
            if !errors.insert(error) {
                self.wrong
                    .push(format!("the same error again: {lines:#?}\n{ran}"));
                return;
            }
            let hint = ran.hint().unwrap_or_default().to_owned();
            let next = codes(&hint)
                .into_iter()
                .find_map(|code| followed(&line, code));
            let Some(next) = next else {
                self.asked += 1;
                return;
            };
            if lines.contains(&next) {
                self.wrong
                    .push(format!("a circle: {lines:#?} then {next}\n{ran}"));
                return;
            }
            lines.push(next);
        }
        self.asked += 1;
    }

    /// An answer about fewer than half of the items of either file is none to be led to.
    fn check_items(&mut self, lines: &[String], last: &str) {
        let is_comparison = ["compare", "rank"]
            .iter()
            .any(|verb| last.starts_with(verb));
        let joins = [
            "--repeat",
            "--long",
            "--cluster",
            "--where",
            "--votes",
            "--seed-col",
            "--judge",
            "--by",
            "--over",
            "--rows",
            "--dataset",
        ];
        if !is_comparison || joins.iter().any(|option| last.contains(option)) {
            return;
        }
        let ran = self.run(&format!("{last} --json"));
        if !ran.out.starts_with('{') {
            return;
        }
        let json = ran.json();
        let items = json["items"].as_f64().unwrap_or(0.0);
        let rows = json["run"]["inputs"]
            .as_array()
            .or(json["inputs"].as_array());
        let most = rows.into_iter().flatten().filter_map(|input| {
            let number = |key: &str| input[key].as_f64().unwrap_or(0.0);
            (input["role"] != "references").then(|| number("items"))
        });
        let most = most.fold(0.0, f64::max);
        if items > 0.0 && 2.0 * items < most {
            self.wrong
                .push(format!("{items} of {most} items: {lines:#?}"));
        }
    }
}

fn walk(folder: &Path, lines: impl IntoIterator<Item = String>) -> String {
    let mut walk = Walk {
        folder,
        wrong: Vec::new(),
        typed: 0,
        led: 0,
        asked: 0,
    };
    let mut count = 0;
    for line in lines {
        count += 1;
        walk.follow(&line);
    }
    assert!(
        walk.wrong.is_empty(),
        "{} of {count}:\n{}",
        walk.wrong.len(),
        walk.wrong.join("\n\n")
    );
    format!(
        "{count} commands, {} typed: {} are led to an answer, {} ask the user",
        walk.typed, walk.led, walk.asked
    )
}

#[test]
fn hints_of_the_cases_that_people_post_lead_on() {
    let lines = wild::first_tries().map(str::to_owned);
    println!(
        "hints of tests/wild: {}",
        walk(&root().join("tests/wild"), lines)
    );
}

#[test]
fn hints_of_every_error_lead_on() {
    let folder = hints::files();
    // A file that is called so is not a number that is printed.
    let lines = messages::provoked()
        .filter(|line| !line.contains("nan.txt"))
        .map(str::to_owned);
    println!("hints of errors: {}", walk(folder.path(), lines));
}

/// Random numbers of a test: a linear congruential generator, so that the damages stay the same.
struct Draws(u64);

impl Draws {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// Damages a table or a list of lines in one way that happens to people.
fn damaged(text: &str, by: char, draws: &mut Draws) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.len() < 3 {
        return text.to_owned();
    }
    let row = 1 + draws.below(lines.len() - 1);
    let mut cells: Vec<String> = lines[row].split(by).map(str::to_owned).collect();
    let cell = draws.below(cells.len());
    match draws.below(14) {
        0 => drop(lines.remove(row)),
        1 => lines.insert(row, lines[row].clone()),
        2 => cells[cell] = String::new(),
        3 => "n/a".clone_into(&mut cells[cell]),
        4 => "-1".clone_into(&mut cells[cell]),
        5 => "98%".clone_into(&mut cells[cell]),
        6 => "0,5".clone_into(&mut cells[cell]),
        7 => drop(cells.pop()),
        8 => cells.push("more".to_owned()),
        9 => drop(lines.remove(0)),
        10 => lines[0] = lines[0].replace(by, ";"),
        11 => lines[0] = lines[0].to_uppercase(),
        12 => {
            let last: Vec<String> = (0..cells.len())
                .map(|at| {
                    if at == 0 {
                        "mean".to_owned()
                    } else {
                        "0.5".to_owned()
                    }
                })
                .collect();
            lines.push(last.join(&by.to_string()));
        }
        _ => lines.truncate(lines.len() / 2),
    }
    if row < lines.len() && !lines[row].is_empty() && cells.len() > 1 {
        let was = lines[row].split(by).count();
        if was == cells.len() || was.abs_diff(cells.len()) == 1 {
            lines[row] = cells.join(&by.to_string());
        }
    }
    lines.join("\n") + "\n"
}

/// Commands of `tests/wild` whose first file is damaged, in a folder of copies.
#[test]
fn hints_on_damaged_files_lead_on() {
    const DAMAGES: usize = 500;
    let long = std::env::var_os("RESTRAP_LONG").is_some();
    let most = if long { DAMAGES } else { DAMAGES / 2 };
    let wild_folder = root().join("tests/wild");
    let folder = Folder::new();
    let mut draws = Draws(2_026);
    let mut lines = Vec::new();
    let all: Vec<&str> = wild::last_tries().collect();
    let mut files = BTreeSet::new();
    let mut at = 0;
    while lines.len() < most && at < 100_000 {
        at += 1;
        let line = all[draws.below(all.len())];
        let typed = words(line);
        let paths: Vec<&String> = typed
            .iter()
            .skip(1)
            .filter(|word| !word.starts_with('-'))
            .collect();
        let path = |word: &str| {
            word.rsplit_once(':')
                .map_or(word, |(path, _)| path)
                .to_owned()
        };
        let Some(first) = paths
            .iter()
            .map(|word| path(word))
            .find(|path| wild_folder.join(path).is_file())
        else {
            continue;
        };
        if files.len() >= 40 && !files.contains(&first) {
            continue;
        }
        let Ok(text) = fs::read_to_string(wild_folder.join(&first)) else {
            continue;
        };
        files.insert(first.clone());
        let by = if text.lines().next().is_some_and(|line| line.contains('\t')) {
            '\t'
        } else {
            ','
        };
        let number = lines.len();
        // Every file of the case, beside the damaged one.
        for word in &paths {
            let other = path(word);
            if let Ok(bytes) = fs::read(wild_folder.join(&other)) {
                folder.put(&format!("d{number}/{other}"), bytes);
            }
        }
        folder.put(
            &format!("d{number}/{first}"),
            damaged(&text, by, &mut draws),
        );
        let moved: Vec<String> = typed
            .iter()
            .map(|word| {
                let is_file = wild_folder.join(path(word)).is_file() && !word.starts_with('-');
                if is_file {
                    format!("d{number}/{word}")
                } else {
                    word.clone()
                }
            })
            .collect();
        lines.push(joined(&moved));
    }
    println!(
        "hints on {} damages of {} files: {}",
        lines.len(),
        files.len(),
        walk(folder.path(), lines)
    );
}
