//! The guide: every command of its pages runs, and prints what the page says.

use std::fmt::Write;
use std::fs;

use crate::outputs::{Shown, commands};
use crate::support::{Folder, restrap, root};

/// Names and texts of the pages.
fn pages() -> Vec<(String, String)> {
    let docs = root().join("docs");
    let mut paths = vec![docs.join("index.md")];
    paths.extend(
        fs::read_dir(docs.join("guide")).expect("the guide").map(|entry| entry.expect("a page").path()),
    );
    paths.sort();
    let named =
        |path: &std::path::PathBuf| (path.display().to_string(), fs::read_to_string(path).expect("a page"));
    paths.iter().map(named).collect()
}

/// Files as a reader may have them.
fn folder() -> Folder {
    let folder = Folder::new();
    let right =
        |item: u32, run: u32, per_cent: u32| u32::from((item * 37 + run * 11 + item / 7) % 100 < per_cent);
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
            writeln!(logs, "q{item},{epoch},{},{}", right(item, epoch, 50), right(item, epoch + 3, 60))
                .expect("text");
        }
        writeln!(pilot, "{},{}", right(item, 0, 70), right(item, 0, 80)).expect("text");
    }
    let mut metrics = "system,doc,human,near,far\n".to_owned();
    for cell in 0..60 {
        let human = cell * 7 % 11;
        writeln!(metrics, "s{},d{},{human},{},{}", cell / 12, cell % 12, human + cell % 3, cell * 5 % 13)
            .expect("text");
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
        let written = page.lines().filter(|line| line.starts_with("$ ")).count();
        assert_eq!(
            commands(&page).len(),
            written,
            "{name}: one command in a block, and what it prints below it"
        );
        for Shown { command, output, more } in commands(&page) {
            let said = restrap(&command);
            assert_eq!(said.code, Some(0), "{name}: {said}");
            let got = said.out.trim_end();
            let same = if more { got.starts_with(&output) } else { got == output };
            assert!(same && output.lines().count() > 2, "{name} has\n{output}\n\n{said}");
            ran += 1;
        }
    }
    assert!(ran >= 20, "{ran} commands");
}

#[test]
fn commands_on_a_readers_own_files_run() {
    let folder = folder();
    let mut ran = 0;
    for (name, page) in pages() {
        let before = ran;
        for block in page.split("\n```").skip(1).step_by(2) {
            for line in block.lines().filter_map(|line| line.strip_prefix("restrap ")) {
                let said = folder.restrap(line);
                assert!(said.code == Some(0) && said.out.lines().count() > 3, "{name}: {said}");
                ran += 1;
            }
        }
        let written = page.lines().filter(|line| line.starts_with("restrap ")).count();
        assert_eq!(ran - before, written, "{name}: every command is in a block");
    }
    assert!(ran >= 5, "{ran} commands");
}

#[test]
fn every_page_is_in_the_index() {
    let pages = pages();
    let (_, index) = pages.iter().find(|(name, _)| name.ends_with("index.md")).expect("the index");
    for (name, page) in &pages {
        let file = name.rsplit('/').next().expect("a file");
        assert!(
            file == "index.md" || index.contains(&format!("(guide/{file})")),
            "{name} is not in the index"
        );
        assert!(page.starts_with("# "), "{name} has a title");
    }
}
