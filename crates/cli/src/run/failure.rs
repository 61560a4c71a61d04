//! What goes wrong, as one message with a hint, and the exit code that says which kind it was.

use std::io;

use restrap::io::Options;
use restrap_report::{inspect, lead};

use crate::run::print;

/// A failed command.
#[derive(Debug)]
pub struct Failure {
    message: String,
    hint: Option<String>,
    /// The columns in question, as lines.
    columns: Option<String>,
    code: u8,
}

impl Failure {
    /// Input or data.
    pub const INPUT: u8 = 1;
    /// Usage.
    pub const USAGE: u8 = 2;
    /// Interrupted; a partial result was printed.
    pub const PARTIAL: u8 = 3;
    /// Not enough memory.
    pub const MEMORY: u8 = 4;
    /// A job, part or checkpoint of something else, or damaged.
    pub const FOREIGN: u8 = 5;
    /// A gate failed: the opposite is significant.
    pub const GATE: u8 = 10;
    /// A gate is undecided: neither what it requires nor the opposite is significant.
    pub const UNDECIDED: u8 = 11;
    /// A fault of restrap itself.
    pub const INTERNAL: u8 = 6;
    /// Interrupted; nothing to print.
    pub const INTERRUPTED: u8 = 130;

    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: Some(hint.into()),
            columns: None,
            code: Self::USAGE,
        }
    }

    pub fn foreign(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: Some(hint.into()),
            columns: None,
            code: Self::FOREIGN,
        }
    }

    pub fn input(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: None,
            columns: None,
            code: Self::INPUT,
        }
    }

    pub fn memory(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: Some(hint.into()),
            columns: None,
            code: Self::MEMORY,
        }
    }

    pub fn internal() -> Self {
        let hint = "please report it with the command and the lines above".to_owned();
        Self {
            message: "internal fault".to_owned(),
            hint: Some(hint),
            columns: None,
            code: Self::INTERNAL,
        }
    }

    /// Shows the columns of the only file that was typed, where it gave too few systems, and how it may be read as a long table.
    pub fn beside(self, typed: &[String]) -> Self {
        let ([only], true) = (typed, self.message.starts_with(TOO_FEW)) else {
            return self;
        };
        let Ok(xray) = restrap::io::xray(only, &Options::default()) else {
            return self;
        };
        let report = restrap::file_report(xray);
        let long = restrap::as_long_table(&report);
        Self {
            hint: long.map_or(self.hint, |long| {
                Some(format!("if one of its columns names the systems: `{long}`; else give two files, or a column for each system"))
            }),
            columns: if report.columns.len() > 1 { columns(only) } else { None },
            ..self
        }
    }

    /// Says something else about what to do.
    pub fn with_hint(self, hint: String) -> Self {
        Self {
            hint: Some(hint),
            ..self
        }
    }

    pub fn code(&self) -> u8 {
        self.code
    }

    /// To standard error, with what to type next; a closed pipe is silence.
    pub fn print(&self, command: &str) {
        if self.message.is_empty() {
            return;
        }
        // An error that knows no better names the page that does.
        let hint = self.hint.clone().or_else(|| match self.code {
            Self::USAGE => {
                Some(format!("`restrap {command} --help` lists the options").replace("  ", " "))
            }
            // It has shown what it can.
            Self::INPUT if command == "inspect" => None,
            Self::INPUT => Some("`restrap inspect FILE` shows what a file holds".to_owned()),
            _ => None,
        });
        let hint = hint.map(|hint| format!("{HINT}hint:{HINT:#} {}\n", lead("hint:", &hint)));
        let text = format!(
            "{ERROR}error:{ERROR:#} {}\n{}{}",
            lead("error:", &self.message),
            hint.unwrap_or_default(),
            self.columns.as_deref().unwrap_or_default()
        );
        // A closed pipe is silence, and there is nowhere else to say it.
        let _ = print::err(&text);
    }
}

/// The first words of the message about too few systems.
const TOO_FEW: &str = "expected a baseline and at least 1 system";

const ERROR: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();
const HINT: anstyle::Style = anstyle::AnsiColor::Cyan.on_default().bold();

impl From<restrap::io::Error> for Failure {
    fn from(error: restrap::io::Error) -> Self {
        restrap::ScoreError::from(error).into()
    }
}

impl From<restrap::metrics::Error> for Failure {
    fn from(error: restrap::metrics::Error) -> Self {
        restrap::ScoreError::from(error).into()
    }
}

impl From<restrap::ScoreError> for Failure {
    fn from(error: restrap::ScoreError) -> Self {
        let code = match &error {
            error if error.is_usage() => Self::USAGE,
            error if error.is_memory() => Self::MEMORY,
            restrap::ScoreError::Metric(restrap::metrics::Error::Stopped) => Self::INTERRUPTED,
            _ => Self::INPUT,
        };
        Self {
            message: error.to_string(),
            hint: error.hint(),
            columns: error.asked_file().and_then(columns),
            code,
        }
    }
}

/// The first columns of a file, each with what it holds and what it is taken for, below the question which of them is meant.
fn columns(file: &str) -> Option<String> {
    const MOST: usize = 10;
    let report = restrap::file_report(restrap::io::xray(file, &Options::default()).ok()?);
    let more = report.columns.len().saturating_sub(MOST);
    let rest = if more > 0 {
        format!(
            "  and {more} more: `restrap inspect {}`\n",
            restrap_words::shell_word(file)
        )
    } else {
        String::new()
    };
    (!report.columns.is_empty())
        .then(|| format!("{}\n{rest}", inspect::of_values(&report.columns, MOST)))
}

impl From<restrap::SourceError> for Failure {
    fn from(error: restrap::SourceError) -> Self {
        match error {
            restrap::SourceError::Score(error) => error.into(),
            restrap::SourceError::Compare(error) => error.into(),
            other => Self {
                message: other.to_string(),
                hint: other.hint(),
                columns: None,
                code: Self::INPUT,
            },
        }
    }
}

impl From<restrap::Error> for Failure {
    fn from(error: restrap::Error) -> Self {
        use restrap::{Error as E, StatsError};
        let code = match &error {
            E::BadParameter { .. }
            | E::NotApplicable { .. }
            | E::Unfit { .. }
            | E::TooFewSystems { .. }
            | E::Stats(StatsError::Exceeds { .. } | StatsError::OutOfRange { .. }) => Self::USAGE,
            E::Interrupted => Self::INTERRUPTED,
            E::Engine(restrap::EngineError::Memory { .. }) | E::Memory { .. } => Self::MEMORY,
            E::Engine(restrap::EngineError::Foreign(_)) => Self::FOREIGN,
            _ => Self::INPUT,
        };
        Self {
            message: error.to_string(),
            hint: error.hint(),
            columns: None,
            code,
        }
    }
}

impl From<restrap::EngineError> for Failure {
    fn from(error: restrap::EngineError) -> Self {
        restrap::Error::from(error).into()
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // The reader went away: it has what it wanted.
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self {
                message: String::new(),
                hint: None,
                columns: None,
                code: 0,
            };
        }
        let hint = Some("is there room on the disk, and does its reader still run?".to_owned());
        Self {
            message: format!("the result cannot be written: {error}"),
            hint,
            columns: None,
            code: Self::INPUT,
        }
    }
}
