//! The guide and the README: every command of these pages runs, and prints what the page says. Blocks of ```text are of files of
//! `tests/data`: `real::scores` runs them. Blocks of ```plain are of files without a free licence, which nothing runs.

use std::fmt::Write;
use std::fs;

use crate::outputs::{Shown, commands};
use crate::support::{Folder, restrap, root};

/// Names and texts of the pages.
fn pages() -> Vec<(String, String)> {
    let docs = root().join("docs");
    let mut paths = vec![docs.join("index.md")];
    paths.extend(
        fs::read_dir(docs.join("guide"))
            .expect("the guide")
            .map(|entry| entry.expect("a page").path()),
    );
    paths.push(root().join("README.md"));
    paths.sort();
    let named = |path: &std::path::PathBuf| {
        // In the README rustdoc takes a block without a language for Rust.
        let page = fs::read_to_string(path)
            .expect("a page")
            .replace("```console\n$ ", "```\n$ ");
        (path.display().to_string(), page)
    };
    paths.iter().map(named).collect()
}

/// A page without the blocks of other folders.
fn without_others(page: &str) -> String {
    let mut kept = page.to_owned();
    while let Some(start) = kept.find("```text\n").or_else(|| kept.find("```plain\n")) {
        let end = kept[start + 3..].find("\n```\n").expect("a block ends") + start + 8;
        kept.replace_range(start..end, "");
    }
    kept
}

/// Files as a reader may have them.
fn folder() -> Folder {
    let folder = Folder::new();
    let right = |item: u32, run: u32, per_cent: u32| {
        u32::from((item * 37 + run * 11 + item / 7) % 100 < per_cent)
    };
    fs::create_dir(folder.path().join("runs")).expect("a folder");
    for (name, share) in [("base", 60), ("new", 70)] {
        let mut all = "item,seed,right\n".to_owned();
        for run in 1..=5 {
            let mut one = "item,right\n".to_owned();
            for item in 0..80 {
                let right = right(item, run, share);
                writeln!(all, "q{item},{run},{right}").expect("text");
                writeln!(one, "q{item},{right}").expect("text");
            }
            folder.put(&format!("runs/{name}-{run}.csv"), one);
        }
        folder.put(&format!("{name}.csv"), all);
    }
    let mut logs = "question,epoch,base,new\n".to_owned();
    let mut pilot = "base,new\n".to_owned();
    for item in 0..60 {
        for epoch in 1..=10 {
            writeln!(
                logs,
                "q{item},{epoch},{},{}",
                right(item, epoch, 50),
                right(item, epoch + 3, 60)
            )
            .expect("text");
        }
        writeln!(pilot, "{},{}", right(item, 0, 70), right(item, 0, 80)).expect("text");
    }
    let mut metrics = "system,doc,human,near,far\n".to_owned();
    for cell in 0..60 {
        let human = cell * 7 % 11;
        writeln!(
            metrics,
            "s{},d{},{human},{},{}",
            cell / 12,
            cell % 12,
            human + cell % 3,
            cell * 5 % 13
        )
        .expect("text");
    }
    for (name, cost) in [("large", 3.0), ("small", 1.0)] {
        let row = |item: u32| {
            format!(
                "q{item},{},{}\n",
                right(item, 0, 70),
                cost + f64::from(item % 7) / 10.0
            )
        };
        folder.put(
            &format!("{name}.csv"),
            "item,acc,cost\n".to_owned() + &(0..600).map(row).collect::<String>(),
        );
    }
    folder.put("logs.csv", logs);
    folder.put("pilot.csv", pilot);
    folder.put("metrics.csv", metrics);
    folder
}

#[test]
fn commands_of_the_guide_print_what_its_pages_say() {
    let mut ran = 0;
    for (name, page) in pages() {
        let page = without_others(&page);
        let written = page.lines().filter(|line| line.starts_with("$ ")).count();
        assert_eq!(
            commands(&page).len(),
            written,
            "{name}: one command in a block, and what it prints below it"
        );
        for Shown {
            command,
            output,
            more,
        } in commands(&page)
        {
            let said = restrap(&command);
            assert_eq!(said.code, Some(0), "{name}: {said}");
            let got = said.out.trim_end();
            let same = if more {
                got.starts_with(&output)
            } else {
                got == output
            };
            assert!(
                same && output.lines().count() > 2,
                "{name} has\n{output}\n\n{said}"
            );
            ran += 1;
        }
    }
    assert!(ran >= 25, "{ran} commands");
}

#[test]
fn the_figure_of_the_readme_is_what_its_command_draws() {
    let folder = Folder::new();
    let path = folder.path().join("leaderboard.svg");
    let line = format!(
        "rank datasets/sentiment/tweets.csv --id id --plot {}",
        path.display()
    );
    assert_eq!(restrap(&line).code, Some(0));
    let figure = fs::read(root().join("docs/figures/leaderboard.svg")).expect("the figure");
    assert!(
        folder.read("leaderboard.svg") == figure,
        "draw it again: restrap {line}"
    );
}

#[test]
fn commands_on_a_readers_own_files_run() {
    let folder = folder();
    let mut ran = 0;
    for (name, page) in pages() {
        // The commands of the README are on files of the repository.
        let page = if name.ends_with("README.md") {
            String::new()
        } else {
            without_others(&page)
        };
        let before = ran;
        for block in page.split("\n```").skip(1).step_by(2) {
            for line in block
                .lines()
                .filter_map(|line| line.strip_prefix("restrap "))
            {
                let said = folder.restrap(line);
                assert!(
                    said.code == Some(0) && said.out.lines().count() > 3,
                    "{name}: {said}"
                );
                ran += 1;
            }
        }
        let written = page
            .lines()
            .filter(|line| line.starts_with("restrap "))
            .count();
        assert_eq!(ran - before, written, "{name}: every command is in a block");
    }
    assert!(ran >= 5, "{ran} commands");
}

#[test]
fn every_page_is_in_the_index() {
    let pages = pages();
    let (_, index) = pages
        .iter()
        .find(|(name, _)| name.ends_with("index.md"))
        .expect("the index");
    for (name, page) in pages
        .iter()
        .filter(|(name, _)| !name.ends_with("README.md"))
    {
        let file = name.rsplit('/').next().expect("a file");
        assert!(
            file == "index.md" || index.contains(&format!("(guide/{file})")),
            "{name} is not in the index"
        );
        assert!(page.starts_with("# "), "{name} has a title");
    }
}

#[test]
fn the_study_file_of_the_guide_runs() {
    let page = fs::read_to_string(root().join("docs/guide/data-sets.md")).expect("a page");
    let study = page.split("```toml\n").nth(1).expect("a study file");
    let study = study.split("```").next().expect("a block ends");
    let command = page
        .lines()
        .find_map(|line| line.strip_prefix("$ restrap replicate STUDY.toml"))
        .expect("its command");
    let folder = Folder::with(&[("STUDY.toml", study)]);
    for name in ["movie-reviews.csv", "product-reviews.csv"] {
        let text = fs::read_to_string(root().join("datasets/sentiment").join(name));
        folder.put(name, text.expect("a table"));
    }
    let ran = folder.restrap(&format!("replicate STUDY.toml{command} --json --no-host"));
    assert_eq!(ran.code, Some(0), "{ran}");
    let json = ran.json();
    assert_eq!(json["datasets"][1]["name"], "Product reviews");
    // What the page says of it: the request and a digest of each input.
    assert_eq!(json["request"]["request"]["question"]["alpha"], 0.01);
    assert!(
        json["inputs"]
            .as_array()
            .is_some_and(|inputs| inputs.iter().all(|input| input["blake3"].is_string()))
    );
}
