//! Digests of the files that a study names, there or not.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use blake3::Hasher;

/// BLAKE3 of a file, `FILE[:COLUMN]`, as stored; of a pattern or a folder, of the digests of its files with their paths in `folder`.
/// `None` where there is none.
///
/// # Errors
/// For a file that is there and cannot be read.
pub(super) fn digest(typed: &str, folder: &Path) -> io::Result<Option<String>> {
    let Ok(located) = restrap_io::locate_patterns(&[typed.to_owned()]) else { return Ok(None) };
    let mut files = Vec::new();
    for one in &located {
        let matched = one.files.iter().map(|file| PathBuf::from(&file.path));
        let path = PathBuf::from(&one.path);
        match (one.files.is_empty(), path.is_dir()) {
            (true, false) => return of_file(&path).map(Some),
            (true, true) => within(&path, &mut files)?,
            (false, _) => files.extend(matched),
        }
    }
    files.sort_unstable();
    let mut hasher = Hasher::new();
    for file in &files {
        let name = file.strip_prefix(folder).unwrap_or(file).display();
        hasher.update(format!("{} {name}\n", of_file(file)?).as_bytes());
    }
    Ok((!files.is_empty()).then(|| hasher.finalize().to_hex().to_string()))
}

fn of_file(path: &Path) -> io::Result<String> {
    let mut hasher = Hasher::new();
    hasher.update_reader(File::open(path)?)?;
    Ok(hasher.finalize().to_hex().to_string())
}

/// The files of a folder and of those in it.
fn within(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()? {
            kind if kind.is_dir() => within(&entry.path(), files)?,
            _ => files.push(entry.path()),
        }
    }
    Ok(())
}
