//! One input in several files: a path with `*` or `?`, where no file has just that name, means all files whose names match, one below the
//! other.
//!
//! Numbers in their names are in the order of numbers. A header that stands on top of each is kept once; what has no lines, and a document
//! of JSON, cannot be continued in another file.

use glob::Pattern;
use restrap_words::{Code, Note};

/// The files that a path with `*` or `?` means; none of a path without.
pub(crate) fn files(path: &str) -> Vec<String> {
    if !path.contains(['*', '?']) || std::fs::exists(path).unwrap_or(true) {
        return Vec::new();
    }
    let mut found = vec![if path.starts_with('/') { "/" } else { "" }.to_owned()];
    for component in path.split('/').filter(|component| !component.is_empty()) {
        let join = |folder: &str, name: &str| match folder {
            "" | "/" => format!("{folder}{name}"),
            _ => format!("{folder}/{name}"),
        };
        let Some(glob) = glob(component) else {
            for folder in &mut found {
                *folder = join(folder, component);
            }
            continue;
        };
        let inside = |folder: &String| {
            let entries = std::fs::read_dir(if folder.is_empty() { "." } else { folder });
            let names = entries
                .into_iter()
                .flatten()
                .flatten()
                .filter_map(|entry| entry.file_name().into_string().ok());
            names
                .filter(|name| glob.matches(name))
                .map(|name| join(folder, &name))
                .collect::<Vec<_>>()
        };
        found = found.iter().flat_map(inside).collect();
    }
    found.retain(|file| std::path::Path::new(file).is_file());
    found.sort_by_cached_key(|file| in_order(file));
    found
}

/// The matcher of a part of a path; nothing where it means itself.
fn glob(component: &str) -> Option<Pattern> {
    if !component.contains(['*', '?']) {
        return None;
    }
    let mut pattern = Pattern::escape(component)
        .replace("[*]", "*")
        .replace("[?]", "?");
    // Two are folders within folders, which a name is not.
    while pattern.contains("**") {
        pattern = pattern.replace("**", "*");
    }
    Pattern::new(&pattern).ok()
}

/// A name as texts and numbers by turns, so that `part10` comes after `part2`.
fn in_order(name: &str) -> Vec<(String, u128)> {
    let mut rest = name;
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let text = rest
            .find(|letter: char| letter.is_ascii_digit())
            .unwrap_or(rest.len());
        let digits = rest[text..]
            .find(|letter: char| !letter.is_ascii_digit())
            .unwrap_or(rest.len() - text);
        let number = &rest[text..text + digits];
        pieces.push((rest[..text].to_owned(), number.parse().unwrap_or(u128::MAX)));
        rest = &rest[text + digits..];
    }
    pieces
}

/// What a reader should know of a path that means several files.
pub fn note(path: &str) -> Option<Note> {
    let files = files(path);
    let last = files.last().filter(|_| files.len() > 1)?;
    Some(Code::FilesAsOne.says(format!(
        "{path}: {} files are read as one, from {} to {last}",
        files.len(),
        files[0]
    )))
}
