//! Which numbers of its draws a command draws, and where results of ranges are kept.

use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};

use restrap::outcome::InputInfo;
use restrap::{Checkpoint, Ledger, Share, Shares, Survey};
use serde::{Deserialize, Serialize};

use super::failure::Failure;

/// Format of a job.
const FORMAT: &str = "restrap/command/1";

/// A command whose draws are shared out: its words, and the files that it read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    format: String,
    version: String,
    words: Vec<String>,
    inputs: Vec<Input>,
    /// Resamples, or experiments, of each draw; none where everything is computed from a law.
    draws: Vec<u64>,
}

/// A file, with the BLAKE3 of what it held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    path: String,
    blake3: String,
}

/// What a command draws itself.
pub enum Ranges {
    /// Everything.
    All,
    /// What is not in a folder yet.
    Checkpoint(Checkpoint),
    /// Nothing: a job is written.
    Survey(Survey, Mutex<Vec<Input>>),
    /// One part of a job.
    Share(Share, Job),
    /// Nothing: parts of a job are put together.
    Shares(Shares, Job),
}

impl Ranges {
    pub fn survey() -> Self {
        Self::Survey(Survey::default(), Mutex::default())
    }

    pub fn ledger(&self) -> Option<&dyn Ledger> {
        match self {
            Self::All => None,
            Self::Checkpoint(checkpoint) => Some(checkpoint),
            Self::Survey(survey, _) => Some(survey),
            Self::Share(share, _) => Some(share),
            Self::Shares(shares, _) => Some(shares),
        }
    }

    /// Whether what came out is an answer, after a look at the files that it is of.
    ///
    /// # Errors
    /// For files that are not those of the job.
    pub fn is_answer(&self, inputs: &[InputInfo]) -> Result<bool, Failure> {
        let found = inputs.iter().map(|input| Input {
            path: input.path.clone(),
            blake3: input.blake3.clone(),
        });
        match self {
            Self::All | Self::Checkpoint(_) => Ok(true),
            Self::Survey(_, inputs) => {
                *inputs.lock().unwrap_or_else(PoisonError::into_inner) = found.collect();
                Ok(false)
            }
            Self::Share(_, job) => job.is_of(found).map(|()| false),
            Self::Shares(_, job) => job.is_of(found).map(|()| true),
        }
    }
}

impl Job {
    /// The job of a command that was surveyed.
    ///
    /// # Errors
    /// For arguments that are not text, and for what is read from standard input, which another process does not have.
    pub fn new(words: &[OsString], survey: Survey, inputs: Vec<Input>) -> Result<Self, Failure> {
        let text = |word: &OsString| {
            let found = || format!("expected text in a job, found {}", word.to_string_lossy());
            word.to_str()
                .map(str::to_owned)
                .ok_or_else(|| Failure::usage(found(), "rename the file"))
        };
        if inputs.iter().any(|input| input.path == "-") {
            return Err(Failure::usage(
                "a job reads files, which its parts read again, found standard input",
                "write it to a file first",
            ));
        }
        Ok(Self {
            format: FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            words: words.iter().map(text).collect::<Result<_, _>>()?,
            inputs,
            draws: survey.draws(),
        })
    }

    /// # Errors
    /// For a file that is not a job, or one of another version.
    pub fn read(path: &str) -> Result<Self, Failure> {
        let foreign = |found: String| {
            let hint = "run the command with --job FILE again";
            Failure::foreign(
                format!("{path}: expected a job of {FORMAT}, found {found}"),
                hint,
            )
        };
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::input(format!("{path}: cannot be read: {error}")))?;
        let job: Self = serde_json::from_str(&text).map_err(|error| foreign(error.to_string()))?;
        match &job {
            job if job.format != FORMAT => Err(foreign(job.format.clone())),
            job if job.version != env!("CARGO_PKG_VERSION") => Err(foreign(format!(
                "one of restrap {}, this is {}",
                job.version,
                env!("CARGO_PKG_VERSION")
            ))),
            _ => Ok(job),
        }
    }

    /// The words of the command, program name first.
    pub fn words(&self) -> Vec<OsString> {
        self.words.iter().map(OsString::from).collect()
    }

    /// Files that this command reads beside its data: parts, or a job.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(|input| &input.path[..])
    }

    /// How many draws it has, and how many numbers these have in all.
    pub fn size(&self) -> (u64, u64) {
        (self.draws.len() as u64, self.draws.iter().sum())
    }

    fn is_of(&self, found: impl Iterator<Item = Input>) -> Result<(), Failure> {
        let found: Vec<Input> = found.collect();
        let Some(other) = found.iter().find(|input| !self.inputs.contains(input)) else {
            return Ok(());
        };
        Err(Failure::foreign(
            format!(
                "{}: expected the file that the job was written for, found another",
                other.path
            ),
            "write the job again, and run its parts again",
        ))
    }
}
