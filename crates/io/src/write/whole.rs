//! Columns to files: the inverse of reading, for generated scores.
//!
//! A file appears whole or not at all: it is written beside its place under another name, synced, and renamed. What is no file
//! (a FIFO, a device) cannot be replaced without harm and is written straight; a symbolic link stays, and its file is replaced.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::Error;
use crate::ask::argument;
use crate::bytes::source::STANDARD_INPUT;

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

/// Calls `fill` with a new file that takes its place only when everything is on disk, or with what is no file as it is.
///
/// # Errors
/// When the file cannot be written; what stood at `path` before is then untouched, if it is a file.
pub fn write_whole(
    path: &str,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> Result<(), Error> {
    let attempt = || -> io::Result<()> {
        let Some(place) = replaceable(Path::new(path))? else {
            // Appending, because a file that only has a handle (`/proc/self/fd/1`) may hold other output already.
            let mut out = BufWriter::new(OpenOptions::new().append(true).open(path)?);
            fill(&mut out)?;
            return out.flush();
        };
        let folder = place.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = temporary(folder)?;
        let mut out = BufWriter::new(file);
        fill(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(&place)?;
        // The rename itself is durable once the folder is.
        fs::File::open(folder)?.sync_all()
    };
    attempt().map_err(|source| Error::Write { path: path.to_owned(), source: without_path(source) })
}

/// The file that a rename may replace, behind all links; none where a device, a FIFO or an open handle is written straight.
fn replaceable(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => return Ok(None),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    // The links end: the system has followed them just now. `canonicalize` would refuse one whose file is yet to come.
    let mut place = path.to_owned();
    while place.is_symlink() {
        if place.starts_with("/proc") {
            return Ok(None);
        }
        let aim = fs::read_link(&place)?;
        place = place.parent().map_or(aim.clone(), |folder| folder.join(&aim));
    }
    Ok(Some(place))
}

/// Refuses outputs that would replace an input, before anything is read. Both are paths; an input may be `[NAME=]FILE[:COLUMN]`.
///
/// Two paths to one file are the same, through links too. What is no file takes part as it likes: a terminal is input and output.
///
/// # Errors
/// When an output is an input.
pub fn keep_apart<'a>(
    outputs: impl IntoIterator<Item = &'a str>,
    inputs: impl IntoIterator<Item = &'a String>,
) -> Result<(), Error> {
    let file = |path: &str| {
        let whole = fs::canonicalize(path).ok().filter(|_| path != STANDARD_INPUT)?;
        whole.is_file().then_some(whole)
    };
    // An argument that names no file is an error of its own, when it is read.
    let path = |typed: &String| argument::resolve(typed).ok().and_then(|input| file(&input.path));
    let inputs: Vec<PathBuf> = inputs.into_iter().filter_map(path).collect();
    let clash =
        outputs.into_iter().find(|output| file(output).is_some_and(|output| inputs.contains(&output)));
    clash.map_or(Ok(()), |output| Err(Error::OutputIsInput { path: output.to_owned() }))
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
        tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder)
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
    out.write_all(crate::read::npy::MAGIC)?;
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
        fs::write(&path, "1\n").unwrap();
        let failed = write_whole(&path, |_| Err(io::Error::other("disk full")));
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "1\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_its_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("deep")).unwrap();
        fs::write(path("deep/real.txt"), "old\n").unwrap();
        std::os::unix::fs::symlink("deep/real.txt", path("inner")).unwrap();
        std::os::unix::fs::symlink("inner", path("outer")).unwrap();
        std::os::unix::fs::symlink("deep/new.txt", path("ahead")).unwrap();
        for (link, file) in [("outer", "deep/real.txt"), ("ahead", "deep/new.txt")] {
            write_column(&path(link).display().to_string(), &[1.5]).unwrap();
            assert!(path(link).is_symlink(), "{link}");
            assert_eq!(fs::read_to_string(path(file)).unwrap(), "1.5\n", "{link}");
        }
        assert!(path("inner").is_symlink());
        std::os::unix::fs::symlink("round", path("round")).unwrap();
        assert!(write_column(&path("round").display().to_string(), &[1.5]).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_fifo_is_written_straight() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fifo");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let typed = path.display().to_string();
        let read = std::thread::scope(|scope| {
            let reader = scope.spawn(|| fs::read_to_string(&path).unwrap());
            write_column(&typed, &[0.5, 2.0]).unwrap();
            // A FIFO that was replaced would never reach its reader.
            assert!(fs::symlink_metadata(&path).unwrap().file_type().is_fifo());
            reader.join().unwrap()
        });
        assert_eq!(read, "0.5\n2\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_open_handle_is_appended_to() {
        use std::os::fd::AsRawFd;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.txt");
        let mut log = fs::File::create(&path).unwrap();
        writeln!(log, "before").unwrap();
        write_column(&format!("/proc/self/fd/{}", log.as_raw_fd()), &[0.5]).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "before\n0.5\n");
    }

    #[test]
    fn an_output_that_is_an_input_is_refused_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        fs::write(path("in.csv"), "x\n1\n").unwrap();
        let input = [format!("name={}:x", path("in.csv")), "missing.txt".to_owned(), "-".to_owned()];
        keep_apart([path("out.csv").as_str(), "-"], &input).unwrap();
        let clash = path("../").clone() + folder.path().file_name().unwrap().to_str().unwrap() + "/in.csv";
        for same in [path("in.csv"), path("./in.csv"), clash] {
            let error = keep_apart([same.as_str()], &input).unwrap_err();
            assert_eq!(error.to_string(), format!("{same} is an input"));
            assert_eq!(error.class(), "usage");
        }
    }
}
