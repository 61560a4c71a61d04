//! One input in several files: a path with `*` or `?`, where no file has just that name, means all files whose names match, one below the
//! other.
//!
//! Numbers in their names are in the order of numbers. A header that stands on top of each is kept once; documents of JSON that
//! hold one object each are its list; what has no lines cannot be continued in another file.

use std::collections::HashSet;

use glob::Pattern;
use restrap_words::{Code, Note};

/// The files that a path with `*` or `?` means; none of a path without.
pub(crate) fn files(path: &str) -> Vec<String> {
    if !path.contains(['*', '?']) || std::fs::exists(path).unwrap_or(true) {
        return Vec::new();
    }
    let mut found = vec![if path.starts_with('/') { "/" } else { "" }.to_owned()];
    let mut parts = path
        .split('/')
        .filter(|component| !component.is_empty())
        .peekable();
    while let Some(component) = parts.next() {
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
        if parts.peek().is_some() {
            visited_once(&mut found);
        }
    }
    found.retain(|file| std::path::Path::new(file).is_file());
    found.sort_by_cached_key(|file| in_order(file));
    found
}

/// Leaves one path to each folder: a link to a folder above would bring all of its files again.
fn visited_once(folders: &mut Vec<String>) {
    folders.sort_by_cached_key(|folder| in_order(folder));
    let mut visited = HashSet::new();
    folders.retain(|folder| {
        std::fs::canonicalize(folder).is_ok_and(|real| real.is_dir() && visited.insert(real))
    });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_folder_is_visited_once_whatever_links_lead_to_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        std::fs::create_dir_all(root.join("a/b")).expect("folders");
        std::fs::write(root.join("a/x.csv"), "s\n1\n").expect("a file");
        std::os::unix::fs::symlink(root, root.join("a/b/up")).expect("a link");
        std::os::unix::fs::symlink(root.join("a"), root.join("c")).expect("a link");
        let found = |path: &str| files(&format!("{}/{path}", root.display()));
        assert_eq!(found("*/x.csv"), [format!("{}/a/x.csv", root.display())]);
        // 2^30 paths lead through the links.
        let deep = "*/".repeat(30);
        assert!(found(&format!("{deep}x.csv")).len() <= 1);
    }
}
