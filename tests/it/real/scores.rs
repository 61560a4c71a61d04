//! Figures that others published or computed of real scores, through the program.

use std::path::Path;
use std::process::Command;

use assert_cmd::prelude::*;

use super::{data, json, prints_as, test};

#[test]
fn the_trec_pair_of_urbano_lima_and_hanjalic() {
    let table = data("trec-topic-scores/adhoc8_ap.csv");
    let systems = ["125", "126"].map(|run| format!("{table}:run{run}"));
    let tests = "permutation,t";
    let two = json(&[
        "compare",
        &systems[0],
        &systems[1],
        "--test",
        tests,
        "--json",
    ]);
    prints_as(&test(&two, "t")["pvalue"], "0.0013193972");
    let permutation = test(&two, "permutation");
    prints_as(&permutation["pvalue"], "0.001191492");
    assert_eq!(
        (&permutation["method"], &two["items"]),
        (&"exact".into(), &50.into())
    );
    let side = ["--alternative", "better", "--json"];
    let one = json(
        &[
            &["compare", &systems[0], &systems[1], "--test", tests],
            &side[..],
        ]
        .concat(),
    );
    prints_as(&test(&one, "t")["pvalue"], "0.0006596986");
    prints_as(&test(&one, "permutation")["pvalue"], "0.000595746");
    // Their printed 0.003445 ranked raw doubles and missed a tie.
    for (how, printed) in [("exact", "0.002821"), ("normal", "0.003392")] {
        let ranks = ["--test", "wilcoxon", "--wilcoxon", how, "--json"];
        let ranks = json(&[&["compare", &systems[0], &systems[1]], &ranks[..]].concat());
        prints_as(&test(&ranks, "wilcoxon")["pvalue"], printed);
    }
    println!(
        "golden adhoc8_ap: 6 of 6 cases agree (t and exact permutation, both sides and one, signed ranks)"
    );
}

#[test]
fn logs_of_inspect_give_their_own_accuracy() {
    let name = |tail: &str| format!("inspect-logs/2025-02-11T15-{tail}.eval");
    let scored = data(&name("18-04-05-00_popularity_mj7khqpMM4GBCfVQozKgzB"));
    let unscored = data(&name("17-00-05-00_popularity_dPiJifoWeEQBrfWsAopzWr"));
    let system = &json(&["ci", &scored, "--json"])["systems"][0];
    prints_as(&system["score"], "0.8");
    prints_as(&system["standard_error"], "0.13333333333");
    assert_eq!(system["count"], 10);
    let mut command = Command::cargo_bin("restrap").expect("the binary");
    let output = command
        .args(["compare", &scored, &unscored])
        .output()
        .expect("a process");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("found an Inspect log whose samples were never scored"),
        "{said}"
    );
    println!(
        "golden inspect-logs: 3 of 3 cases agree (accuracy, standard error, a log without scores)"
    );
}

#[test]
fn accuracy_on_hans_by_subcase() {
    let table = data("hans/bert_decomp_attn.csv.zst");
    let [old, new, gold] =
        ["decomp_attn", "bert", "gold"].map(|column| format!("{table}:{column}"));
    let outcome = json(&[
        "compare", &old, &new, "--metric", "accuracy", "--gold", &gold, "--by", "subcase", "--json",
    ]);
    prints_as(&outcome["systems"][0]["score"], "0.502733");
    prints_as(&outcome["systems"][1]["score"], "0.547967");
    let parts = outcome["by"]["populations"]
        .as_array()
        .expect("sub-populations");
    assert_eq!((parts.len(), &outcome["family"]["size"]), (30, &30.into()));
    // Blocks of five subcases: lexical overlap, subsequence, constituent; not entailed and entailed.
    let block = |prefix: &str, system: usize| {
        let of = parts.iter().filter(|part| {
            part["value"]
                .as_str()
                .is_some_and(|v| v.starts_with(prefix))
        });
        let scores: Vec<f64> = of
            .map(|part| part["systems"][system]["score"].as_f64().expect("a score"))
            .collect();
        assert_eq!(scores.len(), 5, "{prefix}");
        format!("{:.4}", scores.iter().sum::<f64>() / 5.0)
    };
    for (prefix, decomp_attn, bert) in [
        ("ln_", "0.0082", "0.1640"),
        ("le_", "0.9892", "0.9464"),
        ("sn_", "0.0238", "0.0386"),
        ("se_", "0.9956", "0.9932"),
        ("cn_", "0.0330", "0.1612"),
        ("ce_", "0.9666", "0.9844"),
    ] {
        assert_eq!(
            (block(prefix, 0).as_str(), block(prefix, 1).as_str()),
            (decomp_attn, bert),
            "{prefix}"
        );
    }
    println!("golden hans: 14 of 14 cases agree (two accuracies, twelve of blocks)");
}

#[test]
fn gsm8k_of_two_systems() {
    let table = data("gsm8k-solutions/6b-finetuning_6b-verification.csv");
    let outcome = json(&["compare", &table, "--id", "id", "--json"]);
    assert_eq!(outcome["items"], 1319);
    for (system, right) in [(0, 286.0), (1, 515.0)] {
        let score = outcome["systems"][system]["score"]
            .as_f64()
            .expect("a score");
        assert!((score * 1319.0 - right).abs() < 1e-6, "{score}");
    }
    println!("golden gsm8k: 2 of 2 cases agree (286 and 515 right)");
}

/// The folder under tests/data that holds a file.
fn folder_of(data: &Path, name: &str) -> Option<std::path::PathBuf> {
    let mut folders: Vec<_> = std::fs::read_dir(data)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    folders.sort();
    folders
        .into_iter()
        .find(|folder| folder.join(name).exists())
}

/// A command of the page and the output below it; "..." stands for lines that are left out.
fn recipes(page: &str) -> Vec<(String, Vec<&str>)> {
    let mut found = Vec::new();
    for block in page
        .split("```")
        .skip(1)
        .step_by(2)
        .filter_map(|block| block.strip_prefix("text\n"))
    {
        let mut lines = block.lines().peekable();
        while let Some(line) = lines.next() {
            let Some(first) = line.strip_prefix("$ ") else {
                continue;
            };
            let mut command = first.to_owned();
            while let Some(rest) = command.strip_suffix('\\') {
                command = format!("{rest}{}", lines.next().expect("a line goes on").trim());
            }
            let mut output = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                output.push(line);
            }
            found.push((command, output));
        }
    }
    found
}

/// What a shell makes of a line: words between blanks, where single quotes hold blanks together.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut open) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '\'' => open = !open,
            ' ' if !open => words.push(String::new()),
            other => words.last_mut().expect("a word").push(other),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// What a shell makes of a word: the files that one `*` in its name stands for, in order, or the word.
fn expanded(folder: &Path, word: &str) -> Vec<String> {
    let Some((head, tail)) = word.split_once('*') else {
        return vec![word.to_owned()];
    };
    let (inner, head) = head
        .rsplit_once('/')
        .map_or((String::new(), head), |(inner, head)| {
            (format!("{inner}/"), head)
        });
    let entries = std::fs::read_dir(folder.join(&inner))
        .into_iter()
        .flatten()
        .filter_map(Result::ok);
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let is_meant = |name: &String| {
        name.len() >= head.len() + tail.len() && name.starts_with(head) && name.ends_with(tail)
    };
    let mut names: Vec<String> = names
        .filter(is_meant)
        .map(|name| format!("{inner}{name}"))
        .collect();
    names.sort();
    names
}

/// The folder of data that has files of such a name; the last one, of the latest year.
fn folder_of_pattern(data: &Path, pattern: &str) -> Option<std::path::PathBuf> {
    let folders = std::fs::read_dir(data)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()));
    folders
        .filter(|folder| !expanded(folder, pattern).is_empty())
        .max()
}

#[test]
fn commands_on_public_files_print_what_the_guide_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let data = root.join("tests/data");
    let guide = std::fs::read_dir(root.join("docs/guide")).expect("the guide");
    let mut pages: Vec<_> = guide.map(|entry| entry.expect("a page").path()).collect();
    pages.sort();
    let page: String = pages
        .iter()
        .map(|page| std::fs::read_to_string(page).expect("a page"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut recipes = recipes(&page);
    // A study needs files that only its page describes.
    recipes.retain(|(line, _)| !line.contains("STUDY.toml"));
    for (line, output) in &recipes {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (program, arguments) = words.split_first().expect("a word");
        assert_eq!(*program, "restrap", "{line}");
        let file = |word: &str| {
            let path = word.split_once('=').map_or(word, |parts| parts.1);
            let name = path.split(':').next().unwrap_or(path);
            let name = &name.replace("{system}", "*");
            if name.contains('*') {
                folder_of_pattern(&data, name)
            } else {
                folder_of(&data, name)
            }
        };
        let folder = arguments
            .iter()
            .skip(1)
            .find_map(|word| file(word))
            .unwrap_or_else(|| root.to_path_buf());
        let mut command = Command::cargo_bin("restrap").expect("the binary");
        let arguments = arguments.iter().flat_map(|word| expanded(&folder, word));
        let ran = command
            .current_dir(&folder)
            .args(arguments)
            .output()
            .expect("a process");
        assert!(
            ran.status.success(),
            "{line}: {}",
            String::from_utf8_lossy(&ran.stderr)
        );
        let text = String::from_utf8(ran.stdout).expect("UTF-8");
        let mut printed = text.lines();
        for want in output
            .iter()
            .filter(|want| !want.trim().is_empty() && want.trim() != "...")
        {
            assert!(
                printed.any(|line| line == *want),
                "{line}\nno line\n{want}\nin\n{text}"
            );
        }
    }
    assert!(
        recipes.len() >= 18,
        "{} commands are shown with their output",
        recipes.len()
    );
    println!(
        "golden guide: {} of {} cases agree (commands of docs/guide on public files)",
        recipes.len(),
        recipes.len()
    );
}
