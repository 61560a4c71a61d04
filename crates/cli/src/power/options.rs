//! Options and arguments that several questions share.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use serde::Serialize;

use crate::args::OutputWord;
use crate::failure::Failure;

/// Where the answer goes.
#[derive(Args)]
pub struct PrintArgs {
    /// How the answer is printed
    #[arg(long, value_name = "FORMAT", default_value = "table", help_heading = "Output")]
    pub output: OutputWord,
    /// JSON to standard output, or to a file: --json=FILE, or --json FILE.json
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "-", value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// No table and no warnings
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

impl PrintArgs {
    /// The file that the JSON goes to.
    pub fn file(&self) -> Option<&str> {
        crate::json::file(self.json.as_deref())
    }

    /// Writes the JSON where it was asked for; whether the answer is also to be printed for people.
    pub fn json(&self, outcome: &impl Serialize) -> Result<bool, Failure> {
        Ok(crate::json::write(self.json.as_deref(), outcome)? && !self.quiet)
    }
}

/// Threads of a run.
pub fn pool(threads: Option<u64>) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0) as usize).build();
    pool.map_err(|error| {
        Failure::usage(format!("expected to start threads, found {error}"), "lower --threads")
    })
}

/// A share in percent, with or without its sign: `2`, `0.5%`.
pub fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim_end();
    match number.parse::<f64>() {
        Ok(value) if (0.0..=100.0).contains(&value) => Ok(value),
        _ => Err("expected a percentage from 0 to 100".to_owned()),
    }
}

/// A share of items as a number or in percent: `0.8`, `80%`.
pub fn unit(text: &str) -> Result<f64, String> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(number) => (number.trim_end(), 100.0),
        None => (text, 1.0),
    };
    match number.parse::<f64>() {
        Ok(value) if (0.0..=unit).contains(&value) => Ok(value / unit),
        _ => Err("expected a share from 0 to 1, such as 0.8, or a percentage, such as 80%".to_owned()),
    }
}

/// A difference of scores, or of accuracies in points: `0.02`, `2pt`. `2%` would not say of what.
pub fn difference(text: &str) -> Result<f64, String> {
    let (number, unit) = match text.strip_suffix("pt") {
        Some(number) => (number.trim_end(), 100.0),
        None => (text, 1.0),
    };
    match number.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value / unit),
        _ => Err("expected a difference of scores, such as 0.02, or of accuracies in points, such as 2pt"
            .to_owned()),
    }
}

/// Percentages: `FROM:TO[:STEP]`, both ends included, or a list with commas.
#[derive(Clone, Debug, PartialEq)]
pub struct Percentages(pub Vec<f64>);

/// A range that is none.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadRange(String);

impl FromStr for Percentages {
    type Err = BadRange;

    fn from_str(text: &str) -> Result<Self, BadRange> {
        /// Most steps of a range.
        const MOST: f64 = 10_000.0;
        let parts = text.split(':').map(percent).collect::<Result<Vec<f64>, _>>();
        match (text.contains(':'), parts) {
            (true, Ok(parts)) if parts.len() <= 3 => {
                let (from, to) = (parts[0], parts[1]);
                let step = parts.get(2).copied().unwrap_or(1.0);
                if from > to || step <= 0.0 || (to - from) / step > MOST {
                    return Err(BadRange(
                        "expected FROM:TO[:STEP] with FROM at most TO and a STEP above 0, 10,000 steps at most".to_owned(),
                    ));
                }
                // Each from its number, so that rounding does not add up; a last step may miss TO by rounding.
                let steps = ((to - from) / step + 1e-9).floor() as u32;
                Ok(Self((0..=steps).map(|k| from + f64::from(k) * step).collect()))
            }
            (true, _) => {
                Err(BadRange("expected FROM:TO[:STEP] in percent, such as 0:19 or 0:5:0.5".to_owned()))
            }
            (false, _) => text.split(',').map(percent).collect::<Result<_, _>>().map(Self).map_err(BadRange),
        }
    }
}
