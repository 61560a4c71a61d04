//! `inspect` refuses nothing that can be opened: every file of `tests/wild`, as it is and damaged, has a page within a terminal.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Folder, program, root, wide};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut inside: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    inside.sort_unstable();
    for path in inside {
        if path.is_dir() {
            files(&path, found);
        }
        found.push(path);
    }
}

/// What is wrong with the page of a path.
fn wrong(folder: &Path, path: &str) -> Option<String> {
    let ran = program(folder, &format!("inspect '{path}'"))
        .output()
        .expect("the program starts");
    let [out, err] =
        [&ran.stdout, &ran.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    if ran.status.code() != Some(0) || out.is_empty() {
        return Some(format!("{path}: {:?}\n{out}\n{err}", ran.status));
    }
    let line = wide(&out).or_else(|| wide(&err))?;
    Some(format!("{path}: wider than a terminal: {line}"))
}

#[test]
fn every_file_and_folder_that_people_post_has_a_page() {
    let folder = root().join("tests/wild");
    let mut found = Vec::new();
    files(&folder, &mut found);
    let paths: Vec<String> = found
        .iter()
        .filter_map(|path| Some(path.strip_prefix(&folder).ok()?.to_str()?.to_owned()))
        .collect();
    assert!(paths.len() > 350, "{}", paths.len());
    let all: Vec<String> = paths
        .iter()
        .filter_map(|path| wrong(&folder, path))
        .collect();
    println!("{} files and folders have a page", paths.len());
    assert!(all.is_empty(), "{}:\n{}", all.len(), all.join("\n"));
}

/// Bytes that no format explains, and damages of each file: cut, doubled, without line ends, with other bytes.
#[test]
fn files_that_a_comparison_refuses_have_a_page() {
    let source = root().join("tests/wild");
    let mut found = Vec::new();
    files(&source, &mut found);
    found.retain(|path| path.is_file());
    let folder = Folder::new();
    let most = if std::env::var_os("RESTRAP_LONG").is_some() {
        500
    } else {
        125
    };
    let (mut refused, mut looked, mut all) = (0, 0, Vec::new());
    for (number, path) in found.iter().cycle().enumerate() {
        if refused >= most || number > 20_000 {
            break;
        }
        let bytes = fs::read(path).expect("a file");
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .expect("UTF-8");
        let place = number * 7_919 % bytes.len().max(1);
        let damaged = match number % 6 {
            0 => bytes[..place].to_vec(),
            1 => [&bytes[place..], &bytes[..place]].concat(),
            2 => bytes
                .iter()
                .map(|byte| if *byte == b'\n' { b' ' } else { *byte })
                .collect(),
            3 => [&bytes[..place], b"\xff\xfe\0".as_slice(), &bytes[place..]].concat(),
            4 => bytes
                .iter()
                .map(|byte| if byte.is_ascii_digit() { b'x' } else { *byte })
                .collect(),
            _ => [&bytes[..place], b"\"{[,;\t".as_slice(), &bytes[place..]].concat(),
        };
        let typed = format!("{number}/{name}");
        folder.put(&typed, damaged);
        if folder.restrap(&format!("compare '{typed}' '{typed}'")).code == Some(0) {
            continue;
        }
        refused += 1;
        looked += 1;
        all.extend(wrong(folder.path(), &typed));
    }
    println!("{looked} files that a comparison refuses have a page");
    assert!(
        all.is_empty(),
        "{} of {looked}:\n{}",
        all.len(),
        all.join("\n")
    );
    assert_eq!(refused, most);
}
