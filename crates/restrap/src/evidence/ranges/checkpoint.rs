//! Finished ranges in a folder, one file each: a run that was stopped, killed or asked for more goes on from there.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use restrap_engine::{EngineError, Ledger, Step};
use restrap_io::write_whole;

use super::{Piece, foreign, named, read, write};
use crate::number::count;

/// What names of files end in.
const ENDING: &str = "part";
/// Characters of a draw's name in that of a file.
const NAMED: usize = 16;

/// A folder of finished ranges.
///
/// Each finished range of draws is a file there, so that a stopped run goes on where it was, and several processes share one run.
/// The answer has the bytes of an undisturbed run.
#[derive(Debug)]
pub struct Checkpoint {
    folder: PathBuf,
    /// Files by draw, first number and last.
    files: BTreeMap<(String, u64, u64), PathBuf>,
    /// A draw of theirs was asked for, or there were none.
    is_known: AtomicBool,
    /// The command, which is written beside the ranges, so that another one can be told what differs.
    command: Option<String>,
}

/// The name of the file that holds the command.
const COMMAND: &str = "command.json";

impl Checkpoint {
    /// Opens a folder, which the first draw makes where there is none: a command that is refused, or that draws nothing, leaves none.
    ///
    /// # Errors
    /// [`EngineError::Unwritten`] where the system refuses.
    pub fn open(folder: &Path) -> Result<Self, EngineError> {
        let refused = |error| refused(folder, &error);
        let mut files = BTreeMap::new();
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => Some(entries),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(refused(error)),
        };
        for entry in entries.into_iter().flatten() {
            let path = entry.map_err(refused)?.path();
            if let Some(key) = key(&path) {
                files.insert(key, path);
            }
        }
        Ok(Self {
            folder: folder.to_owned(),
            is_known: AtomicBool::new(files.is_empty()),
            files,
            command: None,
        })
    }

    /// Sets the text of the command whose draws these are.
    #[must_use]
    pub fn of_command(self, text: String) -> Self {
        Self {
            command: Some(text),
            ..self
        }
    }

    /// The text of the command that made a folder, if it is there.
    pub fn command(folder: &Path) -> Option<String> {
        std::fs::read_to_string(folder.join(COMMAND)).ok()
    }
}

fn refused(folder: &Path, error: &std::io::Error) -> EngineError {
    EngineError::Unwritten(format!("{}: {error}", folder.display()))
}

/// Draw, first number and the one behind the last, of a file of this folder.
fn key(path: &Path) -> Option<(String, u64, u64)> {
    let name = path
        .file_name()?
        .to_str()?
        .strip_suffix(ENDING)?
        .strip_suffix('.')?;
    let mut words = name.split('-');
    let (draw, start, end) = (words.next()?, words.next()?, words.next()?);
    (draw.len() == NAMED && words.next().is_none()).then_some(())?;
    Some((draw.to_owned(), start.parse().ok()?, end.parse().ok()?))
}

impl Ledger for Checkpoint {
    fn steps(&self, draw: &[u8], whole: Range<u64>) -> Result<Vec<Step>, EngineError> {
        std::fs::create_dir_all(&self.folder).map_err(|error| refused(&self.folder, &error))?;
        let about = self.folder.join(COMMAND);
        if let Some(command) = self
            .command
            .as_ref()
            .filter(|_| self.files.is_empty() && !about.exists())
        {
            let text = |out: &mut (dyn std::io::Write + Send)| out.write_all(command.as_bytes());
            write_whole(&about.display().to_string(), text)
                .map_err(|error| EngineError::Unwritten(error.to_string()))?;
        }
        let draw = named(draw);
        let own = &draw[..NAMED];
        let files = self
            .files
            .range((own.to_owned(), 0, 0)..=(own.to_owned(), u64::MAX, u64::MAX));
        let (mut steps, mut end) = (Vec::new(), whole.start);
        for ((_, first, behind), path) in files {
            self.is_known.store(true, Ordering::Relaxed);
            // Another run may have cut elsewhere: what overlaps is drawn again, and so is what fewer numbers cut.
            if *first < end || *behind > whole.end {
                continue;
            }
            let name = path.display();
            let bytes = std::fs::read(path).or_else(|error| foreign(format!("{name}: {error}")))?;
            let ((), pieces) = read(&bytes).or_else(|error| foreign(format!("{name}: {error}")))?;
            let Ok(
                [
                    Piece {
                        draw: found,
                        range,
                        result,
                    },
                ],
            ) = <[Piece; 1]>::try_from(pieces)
            else {
                return foreign(format!(
                    "{name}: expected one range, found another number of them"
                ));
            };
            if (found, &range) != (draw.clone(), &(*first..*behind)) {
                return foreign(format!(
                    "{name}: expected the range that its name says, found another"
                ));
            }
            if end < range.start {
                steps.push(Step::Draw(end..range.start));
            }
            end = range.end;
            steps.push(Step::Known(range, result));
        }
        if !self.is_known.swap(true, Ordering::Relaxed) {
            return foreign(format!(
                "{}: expected ranges of this job, found {} of other scores, or of another request",
                self.folder.display(),
                count(self.files.len() as u64, "range")
            ));
        }
        if end < whole.end {
            steps.push(Step::Draw(end..whole.end));
        }
        Ok(steps)
    }

    fn keep(&self, draw: &[u8], range: Range<u64>, result: Vec<u8>) -> Result<(), EngineError> {
        let draw = named(draw);
        let name = format!("{}-{}-{}.{ENDING}", &draw[..NAMED], range.start, range.end);
        let path = self.folder.join(name).display().to_string();
        let piece = Piece {
            draw,
            range,
            result,
        };
        let filled = |out: &mut (dyn std::io::Write + Send)| {
            write(out, (), &[piece]).map_err(|error| std::io::Error::other(error.to_string()))
        };
        write_whole(&path, filled).map_err(|error| EngineError::Unwritten(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(folder: &Path, draw: &[u8], whole: Range<u64>) -> Result<Vec<Step>, EngineError> {
        Checkpoint::open(folder)?.steps(draw, whole)
    }

    #[test]
    fn what_is_there_is_not_drawn_again() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("new");
        let checkpoint = Checkpoint::open(&place).unwrap();
        assert_eq!(checkpoint.steps(b"one", 0..50), Ok(vec![Step::Draw(0..50)]));
        checkpoint.keep(b"one", 10..20, vec![1, 2, 3]).unwrap();
        checkpoint.keep(b"one", 15..30, vec![4]).unwrap();
        checkpoint.keep(b"two", 0..50, vec![5]).unwrap();
        std::fs::write(place.join("notes.txt"), "left alone").unwrap();
        let known = Step::Known(10..20, vec![1, 2, 3]);
        assert_eq!(
            steps(&place, b"one", 0..50),
            Ok(vec![Step::Draw(0..10), known.clone(), Step::Draw(20..50)])
        );
        assert_eq!(
            steps(&place, b"one", 0..20),
            Ok(vec![Step::Draw(0..10), known])
        );
        assert_eq!(steps(&place, b"one", 0..15), Ok(vec![Step::Draw(0..15)]));
        assert_eq!(
            steps(&place, b"two", 0..50),
            Ok(vec![Step::Known(0..50, vec![5])])
        );
        let other = steps(&place, b"three", 0..50).unwrap_err().to_string();
        assert!(
            other.ends_with("found 3 ranges of other scores, or of another request"),
            "{other}"
        );
    }

    #[test]
    fn damage_is_named_with_its_file() {
        let folder = tempfile::tempdir().unwrap();
        Checkpoint::open(folder.path())
            .unwrap()
            .keep(b"one", 0..9, vec![7; 40])
            .unwrap();
        let path = std::fs::read_dir(folder.path())
            .unwrap()
            .next()
            .unwrap()
            .unwrap()
            .path();
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            std::fs::write(&path, &changed).unwrap();
            let said = steps(folder.path(), b"one", 0..9).unwrap_err().to_string();
            assert!(said.starts_with(&path.display().to_string()), "{said}");
            std::fs::write(&path, &whole[..at]).unwrap();
            assert!(steps(folder.path(), b"one", 0..9).is_err(), "{at} bytes");
        }
        // A file under another name.
        std::fs::write(&path, &whole).unwrap();
        let name = path
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .replace("-9.", "-8.");
        std::fs::rename(&path, folder.path().join(name)).unwrap();
        assert!(steps(folder.path(), b"one", 0..9).is_err());
    }
}
