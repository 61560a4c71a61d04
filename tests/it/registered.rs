//! Studies that are registered, and what departs from that.

use std::fs;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::support::{Folder, Ran, root};

/// 0/1 scores, of which `gain` in ten are won over the baseline.
fn scores(items: usize, gain: usize, salt: usize) -> String {
    (0..items)
        .map(|i| {
            if (i * 7 + salt) % 10 < 4 + gain {
                "1\n"
            } else {
                "0\n"
            }
        })
        .collect()
}

/// Documents of five items.
fn documents(items: usize) -> String {
    (0..items).fold(String::new(), |text, i| {
        text + "d" + &(i / 5).to_string() + "\n"
    })
}

const STUDY: &str = r#"baseline = "base"
metrics = ["acc"]
[systems]
base = "Base"
ours = "Ours"
[datasets.news]
cluster = "docs/news.txt"
scores.acc = "runs/{system}/news.txt"
scores.len = "runs/{system}/news.txt"
[datasets.ted]
name = "TED"
scores.acc = "runs/{system}/ted.txt"
scores.len = "runs/{system}/ted.txt"
"#;

/// The study and its files, those of `ours` on TED only where `whole`.
fn folder(whole: bool) -> Folder {
    let folder = Folder::with(&[
        ("STUDY.toml", STUDY),
        ("docs/news.txt", &documents(60)),
        ("runs/base/news.txt", &scores(60, 0, 0)),
        ("runs/ours/news.txt", &scores(60, 4, 0)),
        ("runs/distil/news.txt", &scores(60, 2, 3)),
        ("runs/base/ted.txt", &scores(40, 0, 1)),
    ]);
    if whole {
        folder.put("runs/ours/ted.txt", scores(40, 3, 1));
    }
    folder
}

fn registered(whole: bool) -> Folder {
    let folder = folder(whole);
    let ran = folder.restrap("register STUDY.toml --alpha 0.01 --seed 7 --resamples 2000");
    assert_eq!((ran.code, &ran.err[..]), (Some(0), ""), "{ran}");
    folder
}

const RUN: &str = "replicate --registered STUDY.toml --no-host";

fn change(folder: &Folder, from: &str, to: &str) {
    let text = folder.read_text("STUDY.toml");
    assert!(text.contains(from), "{from} in {text}");
    folder.put("STUDY.toml", text.replacen(from, to, 1));
}

/// The departures of a run, a sentence each; the same stand in every view.
fn departures(folder: &Folder, line: &str) -> Vec<String> {
    let json = folder.restrap(&format!("{line} --json")).json();
    let told = |departure: &Value| {
        let text = |name: &str| departure[name].as_str().unwrap_or("-").to_owned();
        format!("{}: {} > {}", text("what"), text("registered"), text("run"))
    };
    let found: Vec<String> = json["registered"]["departures"]
        .as_array()
        .expect("a list")
        .iter()
        .map(told)
        .collect();
    let whats: Vec<&str> = found
        .iter()
        .map(|told| told.split(": ").next().expect("a part"))
        .collect();
    let head = if found.is_empty() {
        "As registered (digest "
    } else {
        "Exploratory: "
    };
    let report = json["report"].as_str().expect("a report");
    for view in [folder.restrap(line).sentences(), report.to_owned()] {
        assert!(view.contains(head), "{view}");
        for what in &whats {
            assert!(
                view.contains(&format!("Departure in {what}")),
                "{what}: {view}"
            );
        }
    }
    found
}

#[test]
fn a_study_is_registered_and_run_as_registered() {
    let folder = folder(true);
    let ran = folder.restrap("register STUDY.toml --alpha 0.01 --seed 7 --resamples 2000");
    assert_snapshot!("register", ran);
    let kept: Value =
        serde_json::from_str(&folder.read_text("STUDY.registered.json")).expect("JSON");
    assert_eq!(crate::schema::check(&kept), Ok(()));
    assert!(
        kept["date"]
            .as_str()
            .is_some_and(|date| date.len() == 10 && date > "2026")
    );
    assert_eq!(
        kept["plan"]["units"]["news"],
        json!({"unit": "cluster", "items": 60, "clusters": 12, "runs": null})
    );
    assert_eq!(
        kept["plan"]["request"]["request"]["question"]["adjust"],
        json!("holm"),
        "defaults are spelled out"
    );
    // The digest is of the plan: the day is a note.
    let digest = |json: &Value| json["digest"].as_str().expect("a digest").to_owned();
    fs::remove_file(folder.path().join("STUDY.registered.json")).expect("it is there");
    let json = folder
        .restrap("register STUDY.toml --alpha 0.01 --seed 7 --resamples 2000 --json")
        .json();
    assert_eq!(digest(&json), digest(&kept));
    assert_eq!(departures(&folder, RUN), [""; 0]);
    assert_snapshot!("as_registered", folder.restrap(RUN));
    // Exactly that: the same as the options on the command line give.
    let ran = folder.restrap(&format!("{RUN} --json")).json();
    let typed = folder
        .restrap("replicate STUDY.toml --alpha 0.01 --seed 7 --resamples 2000 --no-host --json")
        .json();
    assert_eq!(
        (&ran["cells"], &ran["macro"], &ran["request"]),
        (&typed["cells"], &typed["macro"], &typed["request"])
    );
    assert_eq!(
        (&ran["registered"]["inputs"], &ran["registered"]["later"]),
        (&json!(5), &json!(0))
    );
    // Negative control: a run that nobody holds to it has no stamp.
    assert_eq!(typed["registered"], Value::Null);
    assert!(
        !typed["report"]
            .as_str()
            .expect("a report")
            .contains("egistered")
    );
    // Neither a comment nor how it is printed is a departure, nor the folder where it runs.
    folder.put(
        "STUDY.toml",
        format!("# a comment\n{}", STUDY.replace("family", "family ")),
    );
    assert_eq!(departures(&folder, &format!("{RUN} --digits 3")), [""; 0]);
    let path = folder.path().join("STUDY.toml").display().to_string();
    assert_eq!(
        departures(&folder, &RUN.replace("STUDY.toml", &path)),
        [""; 0]
    );
}

#[test]
fn every_view_has_the_stamp() {
    let folder = registered(true);
    change(&folder, "cluster = \"docs/news.txt\"\n", "");
    for form in ["table", "markdown", "latex", "line"] {
        let ran = folder.restrap(&format!("{RUN} --alpha 0.02 --output {form}"));
        assert!(ran.sentences().contains("Exploratory: "), "{ran}");
        assert!(
            form == "line"
                || ran
                    .sentences()
                    .contains("Departure in alpha: 0.01 registered, 0.02 run."),
            "{ran}"
        );
    }
    let ran = folder.restrap(&format!("{RUN} --html page.html"));
    assert_eq!(ran.code, Some(0), "{ran}");
    let page = folder.read_text("page.html");
    assert!(
        page.contains("Exploratory: ") && page.contains("Departure in cluster of data set news"),
        "{page}"
    );
    assert_snapshot!(
        "exploratory",
        folder.restrap(&format!("{RUN} --alpha 0.02"))
    );
}

#[test]
fn options_of_a_run_that_differ_are_departures_and_the_same_ones_are_none() {
    let folder = registered(true);
    for (options, found) in [
        (
            "--alpha 0.01 --seed 7 --resamples 2000 --test permutation --adjust holm",
            &[][..],
        ),
        (
            "--alpha 0.05",
            &["alpha: 0.01 > 0.05", "level of the intervals: 0.99 > 0.95"],
        ),
        ("--test t", &["test: permutation > t"]),
        ("--alternative better", &["alternative: two-sided > better"]),
        ("--adjust bonferroni", &["correction: holm > bonferroni"]),
        ("--adjust none", &["correction: holm > -"]),
        ("--resamples 100000", &["resamples: 2000 > 100000"]),
        ("--seed 0", &["seed: 7 > 0"]),
        ("--micro", &["each item counts alike in the mean: no > yes"]),
        ("--exact never", &["when p-values go by law: auto > never"]),
        ("--interval none", &["interval: auto > none"]),
        ("--confidence 0.9", &["level of the intervals: 0.99 > 0.9"]),
        (
            "--mcnemar mid-p",
            &["variant of McNemar's test: exact > mid-p"],
        ),
        ("--require superior", &["gate: must be shown: - > superior"]),
        (
            "--forbid inferior",
            &["gate: must not be shown: - > inferior"],
        ),
        ("--lower-is-better", &["higher is better: yes > no"]),
        (
            "--grid as-printed",
            &["grid of the scores: auto > as-printed"],
        ),
    ] {
        let told = folder.restrap(&format!("{RUN} {options} --json")).json();
        let list = told["registered"]["departures"].as_array().expect("a list");
        let told: Vec<String> = list
            .iter()
            .map(|one| {
                let text = |name: &str| one[name].as_str().unwrap_or("-").to_owned();
                format!("{}: {} > {}", text("what"), text("registered"), text("run"))
            })
            .collect();
        assert_eq!(told, found, "{options}");
    }
}

/// The options of `replicate --help` in the sections of what is read and how it is scored, each with a value that it takes.
fn of_inputs(folder: &Folder) -> Vec<(String, String)> {
    let help = folder.restrap("replicate --help").out;
    let mut section = "";
    let mut found = Vec::new();
    for line in help.lines() {
        if let Some(name) = line.strip_suffix(':').filter(|name| !name.contains(' ')) {
            section = if ["Input", "Metric"].contains(&name) {
                name
            } else {
                ""
            };
        }
        let long = line
            .strip_prefix("      --")
            .filter(|_| !section.is_empty());
        let Some((name, rest)) = long.map(|long| long.split_once(' ').unwrap_or((long, ""))) else {
            continue;
        };
        let value = match name {
            "where" => "id=1",
            "unseen" => "docs/news.txt:id --where unseen=yes",
            "missing" => "drop",
            "long" => "system=a,item=b,score=c",
            "input-format" => "csv",
            "reduce" => "best --repeat epoch",
            "average" => "macro",
            "zero-division" => "1",
            "scheme" => "iob2",
            "unit" => "document",
            "tokenize" => "intl",
            "smooth" => "exp",
            "char-order" | "word-order" | "chrf-beta" => "2",
            "ter" => "normalized",
            "rouge" => "recall",
            "run-ties" => "trec",
            "queries" => "judged",
            "columns" => "a,b --formula a/b",
            "formula" => "a/b --columns a,b",
            "metric" => "len",
            _ if !rest.trim_start().starts_with('<') => "",
            _ => "id",
        };
        found.push((name.to_owned(), format!("--{name} {value}")));
    }
    found
}

#[test]
fn no_option_of_what_is_read_or_how_it_is_scored_is_passed_over() {
    let folder = registered(true);
    let options = of_inputs(&folder);
    assert!(options.len() > 35, "{options:?}");
    for (name, typed) in options {
        // These do as they say, or take no study.
        if ["grid", "lower-is-better", "no-mmap", "pvalues", "range"].contains(&&name[..]) {
            continue;
        }
        for line in [RUN, "replicate STUDY.toml --no-host"] {
            let ran = folder.restrap(&format!("{line} {typed}"));
            assert!(
                ran.code == Some(2)
                    && ran
                        .sentences()
                        .contains("says what is read and how it is scored"),
                "{typed}: {ran}"
            );
        }
    }
    // Negative control: without them both run.
    assert_eq!(folder.restrap(&format!("{RUN} --no-mmap")).code, Some(0));
    assert_eq!(departures(&folder, &format!("{RUN} --no-mmap")), [""; 0]);
}

#[test]
fn a_study_that_changed_departs_in_the_field_that_changed() {
    let added = "[datasets.more]\nscores.acc = \"runs/{system}/news.txt\"\n";
    let dropped = &STUDY[STUDY.find("[datasets.ted]").expect("a part")..];
    for (from, to, found) in [
        (
            "metrics = [\"acc\"]",
            "metrics = [\"len\"]",
            &["metrics: acc > len"][..],
        ),
        (
            "metrics = [\"acc\"]",
            "metrics = [\"acc\", \"len\"]",
            &["metrics: acc > acc, len"],
        ),
        (
            "ours = \"Ours\"\n",
            "ours = \"Ours\"\ndistil = \"Distilled\"\n",
            &["system distil: - > Distilled"],
        ),
        (
            "ours = \"Ours\"\n",
            "distil = \"Distilled\"\n",
            &["system distil: - > Distilled", "system ours: Ours > -"],
        ),
        ("\"Ours\"", "\"Theirs\"", &["system ours: Ours > Theirs"]),
        (
            "baseline = \"base\"",
            "baseline = \"ours\"",
            &[
                "baseline: base > ours",
                "order of the systems: base, ours > ours, base",
            ],
        ),
        (
            "cluster = \"docs/news.txt\"\n",
            "",
            &[
                "cluster of data set news: docs/news.txt > -",
                "clusters of data set news: 12 > -",
                "unit of data set news: cluster > item",
            ],
        ),
        (
            "name = \"TED\"\n",
            "name = \"Talks\"\n",
            &["name of data set ted: TED > Talks"],
        ),
        (
            "scores.len = \"runs/{system}/ted.txt\"\n",
            added,
            &[
                "data set more: - > more",
                "scores of len of data set ted: runs/{system}/ted.txt > -",
            ],
        ),
        (dropped, "", &["data set ted: TED > -"]),
        (
            "[datasets.ted]",
            "id = \"id\"\n[datasets.ted]",
            &["id of data set news: - > id"],
        ),
    ] {
        let folder = registered(true);
        change(&folder, from, to);
        if to.contains("\"id\"") {
            // A column of ids that text files have not: told by an error, as without a registration.
            assert_ne!(folder.restrap(RUN).code, Some(0));
            continue;
        }
        let mut told = departures(&folder, RUN);
        told.sort_unstable();
        assert_eq!(told, found, "{from:?} to {to:?}");
    }
}

#[test]
fn inputs_that_changed_are_departures_and_those_that_came_after_are_none() {
    let folder = registered(false);
    let kept: Value =
        serde_json::from_str(&folder.read_text("STUDY.registered.json")).expect("JSON");
    assert_eq!(kept["plan"]["inputs"]["runs/ours/ted.txt"], Value::Null);
    assert_eq!(
        kept["plan"]["units"].as_object().map(serde_json::Map::len),
        Some(1)
    );
    // It has not come yet.
    assert_eq!(
        departures(&folder, RUN),
        ["input runs/ours/ted.txt: a file to come > -"]
    );
    folder.put("runs/ours/ted.txt", scores(40, 3, 1));
    assert_eq!(departures(&folder, RUN), [""; 0]);
    let ran = folder.restrap(RUN);
    assert!(
        ran.sentences()
            .contains("1 of its 5 inputs came after the registration"),
        "{ran}"
    );
    // A document that is dropped from the data.
    for file in ["docs/news.txt", "runs/base/news.txt", "runs/ours/news.txt"] {
        let text = folder.read_text(file);
        folder.put(
            file,
            text.lines()
                .take(55)
                .fold(String::new(), |text, line| text + line + "\n"),
        );
    }
    let told = departures(&folder, RUN);
    let whats: Vec<&str> = told
        .iter()
        .map(|told| told.split(": ").next().expect("a part"))
        .collect();
    assert_eq!(
        whats,
        [
            "clusters of data set news",
            "items of data set news",
            "input docs/news.txt",
            "input runs/base/news.txt",
            "input runs/ours/news.txt"
        ]
    );
    assert!(
        told[0].ends_with("12 > 11") && told[1].ends_with("60 > 55"),
        "{told:?}"
    );
}

#[test]
fn a_study_without_any_data_is_registered() {
    let folder = Folder::with(&[("STUDY.toml", STUDY)]);
    let ran = folder.restrap("register STUDY.toml");
    assert!(ran.sentences().contains("0 there, 5 to come"), "{ran}");
    let whole = self::folder(true);
    whole.put(
        "STUDY.registered.json",
        folder.read("STUDY.registered.json"),
    );
    assert_eq!(departures(&whole, RUN), [""; 0]);
    assert!(
        whole
            .restrap(RUN)
            .sentences()
            .contains("all of its 5 inputs came after the registration")
    );
}

#[test]
fn the_commands_of_a_registered_study_print_what_the_page_says() {
    let page = fs::read_to_string(root().join("docs/guide/data-sets.md")).expect("the page");
    let section = page
        .split("\n## A study, registered")
        .nth(1)
        .and_then(|rest| rest.split("\n## ").next());
    let folder = Folder::new();
    for file in ["movie-reviews.csv", "product-reviews.csv"] {
        folder.put(
            file,
            fs::read(root().join("datasets/sentiment").join(file)).expect("a data set"),
        );
    }
    let mut ran = 0;
    for block in section
        .expect("the section")
        .split("\n```")
        .skip(1)
        .step_by(2)
    {
        if let Some(study) = block.strip_prefix("toml\n") {
            folder.put("STUDY.toml", study);
            continue;
        }
        let block = block
            .trim_start_matches("text")
            .trim_start()
            .strip_prefix("$ restrap ")
            .expect("a command");
        let (command, shown) = block.split_once('\n').unwrap_or((block, ""));
        let found = folder.restrap(command);
        assert_eq!(found.code, Some(0), "{found}");
        for line in shown.lines().filter(|line| *line != "...") {
            assert!(
                found.sentences().contains(line.trim()),
                "the page has\n{line}\n\n{found}"
            );
        }
        let departs = command.contains("--registered") && command.contains("--alpha");
        assert_eq!(
            found.out.contains("Exploratory: 2 departures"),
            departs,
            "{found}"
        );
        let as_registered = command.contains("--registered") && !departs;
        assert_eq!(
            found.out.contains("As registered (digest "),
            as_registered,
            "{found}"
        );
        ran += 1;
    }
    assert_eq!(ran, 3, "commands");
}

fn refused(ran: &Ran) -> String {
    assert_eq!(ran.code, Some(2), "{ran}");
    assert!(ran.hint().is_some(), "{ran}");
    format!("{ran}\n\n")
}

#[test]
fn what_is_no_registration_is_refused_with_what_to_do() {
    let mut told = String::new();
    let folder = folder(true);
    told += &refused(&folder.restrap(RUN));
    told += &refused(&folder.restrap("replicate --registered runs/{dataset}.txt"));
    told += &refused(&folder.restrap("register NONE.toml"));
    told += &refused(&folder.restrap("register docs/news.txt"));
    assert_eq!(folder.restrap("register STUDY.toml").code, Some(0));
    let kept = folder.read_text("STUDY.registered.json");
    told += &refused(&folder.restrap("register STUDY.toml --seed 1"));
    assert_eq!(
        folder.read_text("STUDY.registered.json"),
        kept,
        "a second one leaves the first as it is"
    );
    let with = |text: &str| {
        folder.put("STUDY.registered.json", text);
        folder.restrap(RUN)
    };
    assert!(kept.contains("\"alpha\": 0.05"));
    let digest = serde_json::from_str::<Value>(&kept).expect("JSON")["digest"]
        .as_str()
        .expect("one")
        .to_owned();
    told += &refused(&with(&kept.replace("\"alpha\": 0.05", "\"alpha\": 0.1")))
        .replace(&digest, "DIGEST");
    told += &refused(&with(&kept.replace(&digest, &"0".repeat(64))));
    told += &refused(&with(&kept[..200]));
    told += &refused(&with("{}"));
    told += &refused(&with("{\"schema\": \"restrap/compare/1\"}"));
    told += &refused(&with(
        "{\"schema\": \"restrap/register/1\", \"version\": \"9.9.9\"}",
    ));
    assert_snapshot!("refused_registrations", told);
    // Negative controls: the day and the layout of the file are not of the plan.
    let value: Value = serde_json::from_str(&kept).expect("JSON");
    assert_eq!(with(&value.to_string()).code, Some(0));
    let date = value["date"].as_str().expect("a day");
    assert_eq!(with(&kept.replace(date, "1999-12-31")).code, Some(0));
}

#[test]
fn data_that_cannot_be_run_are_refused_before_they_are_registered() {
    let folder = folder(true);
    folder.put("runs/ours/news.txt", scores(59, 4, 0));
    let ran = folder.restrap("register STUDY.toml");
    assert_ne!(ran.code, Some(0), "{ran}");
    assert!(!folder.path().join("STUDY.registered.json").exists());
}
