//! Columns to files: the inverse of reading, for generated scores.
//!
//! A file appears whole or not at all: it is written beside its place under another name, synced, and renamed.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::Error;

/// Writes one column, by extension: `.npy` as little-endian doubles, anything else as text, one number a line.
///
/// # Errors
/// When the file cannot be written.
pub fn write_column(path: &str, scores: &[f64]) -> Result<(), Error> {
    if Path::new(path).extension().is_some_and(|e| e.eq_ignore_ascii_case("npy")) {
        return write_whole(path, |out| write_npy(out, scores));
    }
    write_whole(path, |out| scores.iter().try_for_each(|score| writeln!(out, "{score}")))
}

/// Writes named columns of equal length as CSV.
///
/// # Errors
/// When the file cannot be written.
pub fn write_table(path: &str, columns: &[(&str, &[f64])]) -> Result<(), Error> {
    write_whole(path, |out| table(out, columns))
}

/// The CSV text of named columns of equal length.
///
/// # Errors
/// When the writer fails.
pub fn table(out: &mut dyn Write, columns: &[(&str, &[f64])]) -> io::Result<()> {
    let names: Vec<&str> = columns.iter().map(|c| c.0).collect();
    writeln!(out, "{}", names.join(","))?;
    let rows = columns.iter().map(|c| c.1.len()).min().unwrap_or(0);
    for row in 0..rows {
        let cells: Vec<String> = columns.iter().map(|c| c.1[row].to_string()).collect();
        writeln!(out, "{}", cells.join(","))?;
    }
    Ok(())
}

/// Calls `fill` with a new file that takes its place only when everything is on disk.
///
/// # Errors
/// When the file cannot be written; what stood at `path` before is then untouched.
pub fn write_whole(
    path: &str,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> Result<(), Error> {
    let place = Path::new(path);
    let folder = place.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let attempt = || -> io::Result<()> {
        let file = temporary(folder)?;
        let mut out = BufWriter::new(file);
        fill(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(place)?;
        // The rename itself is durable once the folder is.
        std::fs::File::open(folder)?.sync_all()
    };
    attempt().map_err(|source| Error::Write { path: path.to_owned(), source: without_path(source) })
}

/// What the system says, without the name of the temporary file, which means nothing to the user.
fn without_path(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::Other => error,
        kind if error.raw_os_error().is_none() => kind.into(),
        _ => error,
    }
}

/// A temporary sibling with the permissions that a plain new file would have.
fn temporary(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        tempfile::Builder::new().permissions(std::fs::Permissions::from_mode(0o666)).tempfile_in(folder)
    }
    #[cfg(not(unix))]
    tempfile::NamedTempFile::new_in(folder)
}

/// `.npy` version 1.0, one dimension.
fn write_npy(out: &mut dyn Write, scores: &[f64]) -> io::Result<()> {
    let dict = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}", scores.len());
    npy_header(out, &dict)?;
    if cfg!(target_endian = "little") {
        return out.write_all(bytemuck::cast_slice(scores));
    }
    scores.iter().try_for_each(|score| out.write_all(&score.to_le_bytes()))
}

/// What stands before the data of a `.npy` file: version 1.0, or 3.0 where `dict` is long or no ASCII.
pub(crate) fn npy_header(out: &mut dyn Write, dict: &str) -> io::Result<()> {
    let new = !dict.is_ascii() || dict.len() > 60_000;
    // Magic, version and length; data start at a multiple of 64 after a newline.
    let before = if new { 12 } else { 10 };
    let padded = (before + dict.len() + 1).next_multiple_of(64) - before;
    out.write_all(crate::npy::MAGIC)?;
    if new {
        out.write_all(&[3, 0])?;
        out.write_all(&(padded as u32).to_le_bytes())?;
    } else {
        out.write_all(&[1, 0])?;
        out.write_all(&(padded as u16).to_le_bytes())?;
    }
    out.write_all(dict.as_bytes())?;
    writeln!(out, "{:width$}", "", width = padded - 1 - dict.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, load};

    #[test]
    fn what_is_written_is_read_back_bit_for_bit() {
        let folder = tempfile::tempdir().unwrap();
        let scores = [0.1, -1.5e-300, 1.0 / 3.0, 0.0, 12_345_678.9];
        let read = |path: &str| load(&[path.to_owned()], &Options::default()).unwrap();
        for name in ["a.txt", "a.npy"] {
            let path = folder.path().join(name).display().to_string();
            write_column(&path, &scores).unwrap();
            assert_eq!(read(&path).systems[0].scores, scores, "{name}");
        }
        let path = folder.path().join("t.csv").display().to_string();
        write_table(&path, &[("x", &scores), ("y", &scores)]).unwrap();
        let loaded = read(&path);
        assert_eq!((loaded.systems[1].name.as_str(), &loaded.systems[1].scores[..]), ("y", &scores[..]));
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept.txt").display().to_string();
        std::fs::write(&path, "1\n").unwrap();
        let failed = write_whole(&path, |_| Err(io::Error::other("disk full")));
        assert!(failed.is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "1\n");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays");
    }
}
