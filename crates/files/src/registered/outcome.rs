//! What is written down of a study: the JSON contract `restrap/register/1`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use blake3::Hasher;
use restrap_lib::{ReplicateRequest, inner::short, outcome::Unit};
use restrap_words::asked;
use serde::{Deserialize, Serialize};

use crate::study::PlannedStudy;

/// Name of the JSON schema.
pub const REGISTER_SCHEMA: &str = "restrap/register/1";

/// A study as it was registered.
///
/// The study with the digest of every file that was there, the request, and the version that registered it: written beside the
/// study as `STUDY.registered.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RegisterOutcome {
    /// [`REGISTER_SCHEMA`].
    pub schema: String,
    /// Version of restrap.
    pub version: String,
    /// BLAKE3 of the plan: of its JSON without blanks, keys in the order of their letters.
    pub digest: String,
    /// When, by the clock of the machine: a note that nothing depends on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Name of the study file.
    pub study: String,
    /// Everything that a run is held against.
    pub plan: RegisteredPlan,
}

/// Everything that a run is held against.
///
/// The study, the request, and the digest of every file that was there. Its own digest changes with any of them, and is what a
/// paper can cite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RegisteredPlan {
    /// Name of the random stream.
    pub stream: String,
    /// What is asked of the study.
    pub request: ReplicateRequest,
    /// What the study file says.
    pub study: PlannedStudy,
    /// The units of data sets that were there, by the names of the data sets.
    pub units: BTreeMap<String, RegisteredUnits>,
    /// BLAKE3 digests of the files that the study names, as stored; null for files that were not there. Of a pattern or a folder: of the
    /// digests of its files.
    pub inputs: BTreeMap<String, Option<String>>,
}

/// The units of a data set.
///
/// The unit of resampling, with the numbers of items, clusters and training runs that a data set had when the study was registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RegisteredUnits {
    /// Unit of resampling.
    pub unit: Unit,
    /// Items.
    pub items: u64,
    /// Clusters, where units are clusters.
    pub clusters: Option<u64>,
    /// Training runs of each system, where there are several.
    pub runs: Option<u64>,
}

impl RegisterOutcome {
    /// The digest as it is printed.
    pub fn short(&self) -> &str {
        short(&self.digest)
    }

    /// What to do with it.
    pub fn advice(&self) -> String {
        format!(
            "Keep {} with the study, and put the digest where others see it before the results: whoever can write the file can write \
             another. {} runs the study as registered.",
            Self::place(&self.study),
            asked("registered")
        )
    }
}

/// BLAKE3 of a file, `FILE[:COLUMN]`, as stored; of a pattern or a folder, of the digests of its files with their paths in `folder`.
/// `None` where there is none.
///
/// # Errors
/// For a file that is there and cannot be read.
pub(super) fn digest(typed: &str, folder: &Path) -> io::Result<Option<String>> {
    let Ok(located) = restrap_io::locate_patterns(&[typed.to_owned()]) else {
        return Ok(None);
    };
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
