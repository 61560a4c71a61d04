//! Files that appear whole or not at all.
//!
//! A file is written in the same folder under another name, synced, and renamed. What is not a regular file (a FIFO, a device)
//! cannot be replaced without harm and is written directly; a symbolic link stays, and its target is replaced. A file with
//! several hard links is refused: a rename would break the links, and writing in place would change the content under the other
//! names.
//!
//! The temporary name is `.restrap-`, a digest of the file's name, and six letters. A run that was killed leaves this file
//! behind, and the next run that writes the same file removes it: a run that is still writing holds a lock on its own. A file gets
//! that name only once it is locked, since another run may look at any moment; until then it is called `.restrap-new-`.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{NamedTempFile, TempPath};

use crate::Error;

/// What the name of a temporary file starts with until it is locked.
const UNLOCKED: &str = ".restrap-new-";

/// Calls `fill` with a new file that takes its place only when everything is on disk, or with what is not a file as it is.
///
/// # Errors
/// When the file cannot be written; what stood at `path` before is then untouched, if it is a file.
pub fn write_whole(
    path: &str,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> Result<(), Error> {
    appear([Prepared::new(path, fill)?])
}

/// A file that is on disk under another name, so that several can appear together. Dropped, it is gone, and what stood in its place
/// stays.
#[derive(Debug)]
#[must_use]
pub struct Prepared {
    path: String,
    /// The temporary file and its place; none where what is not a file was written straight.
    file: Option<(NamedTempFile, PathBuf)>,
}

impl Prepared {
    /// Calls `fill` with a new file; what is not a file is written straight.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn new(
        path: &str,
        fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<Self, Error> {
        refuse_links(path)?;
        let attempt = || -> io::Result<_> {
            let Some(place) = replaceable(Path::new(path))? else {
                // Appending, because a file that only has a handle (`/proc/self/fd/1`) may hold other output already.
                let mut out = BufWriter::new(OpenOptions::new().append(true).open(path)?);
                fill(&mut out)?;
                out.flush()?;
                return Ok(None);
            };
            sweep(&place);
            let mut out = BufWriter::new(temporary(&place)?);
            fill(&mut out)?;
            let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.as_file().sync_all()?;
            Ok(Some((file, place)))
        };
        let file = attempt().map_err(|source| failed(path, source))?;
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }
}

/// Files take their places, one rename straight after the other: nothing between them may fail but a rename.
///
/// # Errors
/// When one cannot be renamed, or the folder not be synced.
pub fn appear(files: impl IntoIterator<Item = Prepared>) -> Result<(), Error> {
    let mut renamed = Vec::new();
    for Prepared { path, file } in files {
        if let Some((file, place)) = file {
            file.persist(&place)
                .map_err(|error| failed(&path, error.into()))?;
            renamed.push((path, place));
        }
    }
    // A rename is durable once its folder is.
    renamed.into_iter().try_for_each(|(path, place)| {
        let synced = fs::File::open(folder(&place)).and_then(|folder| folder.sync_all());
        synced.map_err(|source| failed(&path, source))
    })
}

fn failed(path: &str, source: io::Error) -> Error {
    Error::Write {
        path: path.to_owned(),
        source: without_path(source),
    }
}

pub(crate) fn folder(place: &Path) -> &Path {
    place
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Refuses a file that has other names, which a rename would leave with the old content.
///
/// # Errors
/// When the file has several hard links.
pub(crate) fn refuse_links(path: &str) -> Result<(), Error> {
    match fs::metadata(path).map_or(1, |found| links(&found)) {
        0 | 1 => Ok(()),
        links => Err(Error::OutputIsLinked {
            path: path.to_owned(),
            links,
        }),
    }
}

#[cfg(unix)]
fn links(found: &fs::Metadata) -> u64 {
    // Folders and devices have links of their own.
    if found.is_file() {
        std::os::unix::fs::MetadataExt::nlink(found)
    } else {
        1
    }
}

#[cfg(not(unix))]
fn links(_: &fs::Metadata) -> u64 {
    1
}

/// The file that a rename may replace, behind all links; none where a device, a FIFO or an open handle is written straight.
pub(crate) fn replaceable(path: &Path) -> io::Result<Option<PathBuf>> {
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
        place = place
            .parent()
            .map_or(aim.clone(), |folder| folder.join(&aim));
    }
    Ok(Some(place))
}

/// What the system says, without the name of the temporary file, which means nothing to the user.
fn without_path(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::Other => error,
        kind if error.raw_os_error().is_none() => kind.into(),
        _ => error,
    }
}

/// What the names of temporary siblings of this file start with; of a length that fits beside a name of any length.
fn mark(place: &Path) -> String {
    let name = place.file_name().unwrap_or_default();
    format!(
        ".restrap-{}-",
        &blake3::hash(name.as_encoded_bytes()).to_hex()[..16]
    )
}

/// Removes what runs that were killed left of this very file. Nothing depends on it: what cannot be removed stays.
fn sweep(place: &Path) {
    let (mark, unnamed) = (mark(place), Duration::from_secs(3_600));
    let is_old = |path: &Path| {
        let modified = fs::metadata(path).and_then(|found| found.modified());
        modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > unnamed))
    };
    for entry in fs::read_dir(folder(place)).into_iter().flatten().flatten() {
        let is_one = entry.file_name().to_str().is_some_and(|name| {
            name.starts_with(&mark) || name.starts_with(UNLOCKED) && is_old(&entry.path())
        });
        let is_left =
            is_one && fs::File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        if is_left {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A temporary sibling with the permissions of the file that it replaces, or else those that a plain new file would have.
fn temporary(place: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNLOCKED);
    let replaced = fs::metadata(place).map(|replaced| replaced.permissions());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder(place))?;
    // Where the system knows no locks, no run sweeps either.
    let _ = file.as_file().try_lock();
    if let Ok(permissions) = replaced {
        file.as_file().set_permissions(permissions)?;
    }
    let (file, unlocked) = file.into_parts();
    let letters = unlocked
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let named = unlocked.with_file_name(mark(place) + letters.trim_start_matches(UNLOCKED));
    fs::rename(&unlocked, &named)?;
    // Its old name is nobody's any more.
    let _ = unlocked.keep();
    Ok(NamedTempFile::from_parts(
        file,
        TempPath::try_from_path(named)?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare_column;

    fn write_column(path: &str, scores: &[f64]) -> Result<(), Error> {
        appear([prepare_column(path, scores)?])
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept.txt").display().to_string();
        fs::write(&path, "1\n").unwrap();
        let failed = write_whole(&path, |_| Err(io::Error::other("disk full")));
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "1\n");
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "no temporary file stays"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("private.txt");
        fs::write(&path, "old\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        write_column(&path.display().to_string(), &[1.5]).unwrap();
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_file_of_several_hard_links_is_refused_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        fs::write(path("one.txt"), "old\n").unwrap();
        fs::hard_link(path("one.txt"), path("two.txt")).unwrap();
        std::os::unix::fs::symlink("one.txt", path("link.txt")).unwrap();
        for name in ["one.txt", "link.txt"] {
            let error = write_column(&path(name), &[1.5]).unwrap_err();
            assert!(
                error.to_string().contains("found one with 2 hard links"),
                "{error}"
            );
        }
        assert_eq!(fs::read_to_string(path("two.txt")).unwrap(), "old\n");
    }

    #[test]
    fn what_a_killed_run_left_goes_and_what_a_running_one_writes_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.txt");
        let names = || fs::read_dir(folder.path()).unwrap().count();
        let left = temporary(&path).unwrap().keep().unwrap().1;
        let running = temporary(&path).unwrap();
        let other = temporary(&folder.path().join("other.txt"))
            .unwrap()
            .keep()
            .unwrap()
            .1;
        assert_eq!(names(), 3);
        write_column(path.to_str().unwrap(), &[0.5]).unwrap();
        assert!(!left.exists(), "a run that was killed");
        assert!(running.path().exists(), "a run that goes on");
        assert!(other.exists(), "another file's");
    }

    /// 12 threads write one file over and over: none loses its temporary file to another's sweep.
    #[test]
    fn many_writers_of_one_file_never_remove_each_other_s() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.txt").display().to_string();
        std::thread::scope(|scope| {
            for writer in 0..12 {
                let path = &path;
                scope.spawn(move || {
                    (0..40).for_each(|_| write_column(path, &[f64::from(writer)]).unwrap());
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
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
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&path)
                .status()
                .unwrap()
                .success()
        );
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
}
