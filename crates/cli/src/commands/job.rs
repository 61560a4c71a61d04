//! `restrap run` and `restrap merge`: the parts of a job.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use clap::Args;
use restrap::number::count;
use restrap::{Share, Shares};

use crate::args::number::threads;
use crate::run::failure::Failure;
use crate::run::outputs::{Outputs, path_of};
use crate::run::progress::CANCEL;
use crate::run::ranges::{Job, Ranges};
use crate::run::{json, print};

#[derive(Args)]
pub struct RunArgs {
    /// Job file, written by --job
    #[arg(value_name = "JOB")]
    pub job: PathBuf,
    /// Part to draw: K/N, such as 3/16
    #[arg(long, value_name = "I/N", value_parser = part)]
    pub part: (u64, u64),
    /// Output file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Number of threads; never changes a result [default: the job's, else all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<u64>,
}

#[derive(Args)]
pub struct MergeArgs {
    /// All parts of a job, in any order
    #[arg(value_name = "PART", required = true)]
    pub parts: Vec<PathBuf>,
}

fn part(text: &str) -> Result<(u64, u64), String> {
    let numbers = text
        .split_once('/')
        .and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    numbers
        .filter(|&(part, of)| Share::new(part, of).is_some())
        .ok_or_else(|| "expected I/N with I from 1 to N, such as 3/16".to_owned())
}

/// Writes the command of these words as a job: it reads its files and draws nothing.
pub fn write(
    words: &[OsString],
    path: &str,
    draw: impl Fn(&Ranges) -> Result<u8, Failure>,
) -> Result<u8, Failure> {
    let ranges = Ranges::survey();
    draw(&ranges)?;
    let Ranges::Survey(survey, inputs) = ranges else {
        return Err(Failure::internal());
    };
    let inputs = inputs.into_inner().unwrap_or_else(PoisonError::into_inner);
    let job = Job::new(&without(words, "--job"), survey, inputs)?;
    let (draws, numbers) = job.size();
    if draws == 0 {
        return Err(Failure::usage(
            "every result of this command is exact, and a job needs resamples",
            "drop --job; docs/scale.md shows what shares out rows instead of resamples",
        ));
    }
    let text = json::text(&job)?;
    restrap::io::write_whole(path, |out| writeln!(out, "{text}"))?;
    let noun = if words.iter().any(|word| word == "power") {
        "experiment"
    } else {
        "resample"
    };
    let of = if draws == 1 {
        String::new()
    } else {
        format!(" of {}", count(draws, "draw"))
    };
    print::err(&format!(
        "{path}: {}{of} to share out\n",
        count(numbers, noun)
    ))?;
    Ok(0)
}

/// The words of a command line without an option and its value.
fn without(words: &[OsString], option: &str) -> Vec<OsString> {
    let mut kept = Vec::with_capacity(words.len());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "--" {
            kept.push(word.clone());
            kept.extend(words.by_ref().cloned());
        } else if word == option {
            words.next();
        } else if word
            .to_string_lossy()
            .strip_prefix(option)
            .is_none_or(|rest| !rest.starts_with('='))
        {
            kept.push(word.clone());
        }
    }
    kept
}

/// Draws a part of a job; `draw` does what the words of a command ask.
pub fn run(
    args: &RunArgs,
    draw: impl Fn(Vec<OsString>, &Ranges) -> Result<u8, Failure>,
) -> Result<u8, Failure> {
    let job = Job::read(&args.job.display().to_string())?;
    let read: Vec<String> = job
        .inputs()
        .map(str::to_owned)
        .chain([args.job.display().to_string()])
        .collect();
    Outputs::new([path_of(Some(&args.out))], &read)?;
    let mut words = job.words();
    if let Some(threads) = args.threads {
        words = without(&words, "--threads");
        let end = words
            .iter()
            .position(|word| word == "--")
            .unwrap_or(words.len());
        words.insert(end, format!("--threads={threads}").into());
    }
    let (part, of) = args.part;
    let share = Share::new(part, of).ok_or_else(Failure::internal)?;
    let ranges = Ranges::Share(share, job);
    draw(words, &ranges)?;
    if CANCEL.load(Ordering::Relaxed) {
        return Err(restrap::Error::Interrupted.into());
    }
    let Ranges::Share(share, job) = ranges else {
        return Err(Failure::internal());
    };
    let mut bytes = Vec::new();
    share
        .write(&job, &mut bytes)
        .map_err(|error| Failure::from(restrap::Error::from(error)))?;
    restrap::io::write_whole(&args.out.display().to_string(), |out| out.write_all(&bytes))?;
    Ok(0)
}

/// Puts the parts of a job together; `draw` as in [`run`].
pub fn merge(
    args: &MergeArgs,
    draw: impl Fn(Vec<OsString>, &Ranges) -> Result<u8, Failure>,
) -> Result<u8, Failure> {
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let bytes = std::fs::read(path);
        bytes
            .map(|bytes| (name.clone(), bytes))
            .map_err(|error| Failure::input(format!("{name}: cannot be read: {error}")))
    };
    let files = args.parts.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let (job, shares) = Shares::read::<Job>(files)?;
    draw(job.words(), &Ranges::Shares(shares, job))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_does_not_ask_for_a_job() {
        let left = |words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            without(&words, "--job")
                .into_iter()
                .map(|word| word.into_string().unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            left(&["restrap", "compare", "--job", "a.json", "b.csv"]),
            ["restrap", "compare", "b.csv"]
        );
        assert_eq!(
            left(&["restrap", "compare", "b.csv", "--job=a.json", "--", "--job"]),
            ["restrap", "compare", "b.csv", "--", "--job"]
        );
    }

    #[test]
    fn a_part_is_one_of_so_many() {
        assert_eq!(part("3/16"), Ok((3, 16)));
        for bad in ["0/3", "4/3", "3", "a/b", "1/0", "-1/3"] {
            assert!(part(bad).is_err(), "{bad}");
        }
    }
}
