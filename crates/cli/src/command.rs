//! The commands there are, and the words of a command line.

use std::ffi::{OsStr, OsString};

use clap::error::ContextKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use restrap::Checkpoint;
use restrap::inner::goes_with;
use restrap_report::plain;
use restrap_words::Asked;

use crate::args::number::memory;
use crate::args::shared::RangesArgs;
use crate::commands::adjust::AdjustArgs;
use crate::commands::advise::AdviseArgs;
use crate::commands::ci::CiArgs;
use crate::commands::compare::CompareArgs;
use crate::commands::completions::{CompletionsArgs, ManArgs, completions, man};
use crate::commands::correlate::CorrelateArgs;
use crate::commands::generate::GenerateArgs;
use crate::commands::inspect::InspectArgs;
use crate::commands::job::{MergeArgs, RunArgs};
use crate::commands::power::PowerArgs;
use crate::commands::rank::RankArgs;
use crate::commands::replicate::ReplicateArgs;
use crate::commands::score::ScoreArgs;
use crate::commands::sql::SqlArgs;
use crate::commands::{
    adjust, advise, ci, compare, correlate, generate, inspect, job, power, rank, replicate, score,
    sql,
};
use crate::help;
use crate::parse::Refused;
use crate::run::failure::Failure;
use crate::run::ranges::Ranges;
use crate::run::typed::Typed;

/// Statistical tests and confidence intervals for comparing NLP, IR and LLM systems
#[derive(Parser)]
#[command(name = "restrap", version, max_term_width = 80)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Memory limit: 500MiB, 8GiB [default: half of the free memory, for file contents]
    #[arg(long, global = true, value_name = "SIZE", value_parser = memory, help_heading = "Running")]
    memory: Option<u64>,
}

#[derive(Subcommand)]
enum Command {
    /// Compare systems with a baseline: difference, confidence interval, p-value
    Compare(Box<CompareArgs>),
    /// Compute a confidence interval for each system
    Ci(Box<CiArgs>),
    /// Rank many systems and show which differ significantly
    Rank(Box<RankArgs>),
    /// Compare systems across several data sets
    Replicate(Box<ReplicateArgs>),
    /// Recommend a test and an interval for these data, with the command
    Advise(Box<AdviseArgs>),
    /// Plan sample sizes; estimate power and type-I error
    Power(PowerArgs),
    /// Score raw outputs with a metric, and save per-item statistics
    Score(Box<ScoreArgs>),
    /// Show what files and folders hold, and the command that follows
    Inspect(InspectArgs),
    /// Correlate metrics with human ratings, and compare metrics
    Correlate(Box<CorrelateArgs>),
    /// Adjust a list of p-values for multiple testing, and combine them
    Adjust(Box<AdjustArgs>),
    /// Generate artificial paired scores with a known effect
    Generate(GenerateArgs),
    /// Print the SQL query that counts rows for a command
    Sql(SqlArgs),
    /// Run one part of a distributed job
    Run(RunArgs),
    /// Merge all parts of a distributed job
    Merge(MergeArgs),
    /// Print a script that completes commands and options in a shell
    Completions(CompletionsArgs),
    /// Write manual pages
    Man(ManArgs),
}

/// What is said instead of an answer.
pub enum Told {
    /// Help, the version, or what the parser finds wrong.
    Parser(clap::Error),
    /// What is wrong, with a hint of this program's own.
    Failure(Failure),
}

impl Cli {
    /// The command line of these words, program name first; else what to print: help, the version, or what is wrong.
    pub fn of(words: Vec<OsString>) -> Result<Self, Told> {
        let words = with_json_file(words.into_iter());
        let is_long = words.iter().skip(1).any(|word| word == "--help")
            || words.get(1).is_some_and(|word| word == "help");
        let commands = if is_long {
            help::long(Self::command())
        } else {
            help::short(Self::command())
        };
        let parsed = |words: &[OsString]| {
            let matches = commands.clone().try_get_matches_from(words)?;
            Ok((Self::from_arg_matches(&matches)?, matches))
        };
        let (mut cli, matches): (Self, _) = parsed(&words).map_err(|told| {
            // What is wrong is told in the words themselves, which may hold anything.
            let plain: Vec<String> = words
                .iter()
                .map(|word| plain(&word.to_string_lossy()).into_owned())
                .collect();
            let as_words: Vec<OsString> = plain.iter().map(OsString::from).collect();
            let told = parsed(&as_words).err().unwrap_or(told);
            let place =
                |error: &clap::Error| error.get(ContextKind::InvalidArg).map(ToString::to_string);
            let accepts = |words: &[String]| {
                let words: Vec<OsString> = words.iter().map(OsString::from).collect();
                parsed(&words)
                    .err()
                    .is_none_or(|other| place(&other) != place(&told))
            };
            match Refused::new(&told, &commands, &plain).failure(&accepts) {
                Some(failure) => Told::Failure(failure),
                None => Told::Parser(told),
            }
        })?;
        together(&commands, &matches).map_err(Told::Failure)?;
        if let Command::Compare(args) = &mut cli.command {
            args.take_counts().map_err(Told::Failure)?;
        }
        Ok(cli)
    }

    /// Does what the words of a job ask.
    ///
    /// # Errors
    /// For a job whose words are not a command with draws.
    fn draw_job(words: Vec<OsString>, ranges: &Ranges) -> Result<u8, Failure> {
        let found = match Self::of(words) {
            Ok(cli) if cli.ranges().is_some() => return cli.draw(ranges),
            Ok(_) => "a command that draws nothing".to_owned(),
            Err(Told::Failure(_)) => "another command".to_owned(),
            Err(Told::Parser(told)) => told.to_string(),
        };
        Err(Failure::foreign(
            format!("expected the words of a command in the job, found {found}"),
            "write the job again",
        ))
    }

    /// Does what was asked with these words; the exit code.
    pub fn run(&self, words: &[OsString]) -> Result<u8, Failure> {
        let asked = self.ranges();
        if let Some(path) = asked.and_then(|asked| asked.job.as_ref()) {
            return job::write(words, &path.display().to_string(), |ranges| {
                self.draw(ranges)
            });
        }
        let Some(folder) = asked.and_then(|asked| asked.checkpoint.as_ref()) else {
            return self.draw(&Ranges::All);
        };
        let own = Typed::new(words);
        let text = serde_json::to_string_pretty(&own).map_err(std::io::Error::other)?;
        let checkpoint = Checkpoint::open(folder)?.of_command(text);
        self.draw(&Ranges::Checkpoint(checkpoint))
            .map_err(|failure| {
                let before = || {
                    Checkpoint::command(folder)
                        .and_then(|text| serde_json::from_str::<Typed>(&text).ok())
                };
                match before().filter(|_| failure.code() == Failure::FOREIGN) {
                    Some(before) => failure.with_hint(before.difference(&own)),
                    None => failure,
                }
            })
    }

    /// Where draws run, of a command that has some to share out.
    fn ranges(&self) -> Option<&RangesArgs> {
        match &self.command {
            Command::Compare(args) => Some(&args.ranges),
            Command::Rank(args) => Some(&args.ranges),
            Command::Replicate(args) => Some(&args.ranges),
            Command::Power(args) => args.ranges(),
            _ => None,
        }
    }

    /// Does what was asked with these ranges of its draws.
    pub fn draw(&self, ranges: &Ranges) -> Result<u8, Failure> {
        if let Some(bytes) = self.memory {
            restrap::io::set_memory(bytes);
        }
        match &self.command {
            Command::Compare(args) => {
                compare::run(args, ranges).map_err(|failure| failure.beside(&args.input.systems))
            }
            Command::Rank(args) => {
                rank::run(args, ranges).map_err(|failure| failure.beside(&args.input.systems))
            }
            Command::Replicate(args) => replicate::run(args, ranges),
            Command::Score(args) => score::run(args),
            Command::Ci(args) => ci::run(args),
            Command::Advise(args) => advise::run(args),
            Command::Correlate(args) => correlate::run(args),
            Command::Adjust(args) => adjust::run(args),
            Command::Generate(args) => generate::run(args),
            Command::Inspect(args) => inspect::run(args),
            Command::Power(args) => power::run(args, ranges),
            Command::Sql(args) => sql::run(args, &help::long(Self::command())),
            Command::Run(args) => job::run(args, Self::draw_job),
            Command::Merge(args) => job::merge(args, Self::draw_job),
            Command::Completions(args) => completions(args, help::long(Self::command())),
            Command::Man(args) => man(args, help::long(Self::command())),
        }
    }
}

/// Commands whose options say what their items are a sample of.
const DESIGNED: [&str; 5] = ["compare", "rank", "replicate", "ci", "advise"];

/// Refuses options that do not go together, before a file is opened.
fn together(commands: &clap::Command, matches: &ArgMatches) -> Result<(), Failure> {
    let Some((name, given)) = matches.subcommand() else {
        return Ok(());
    };
    let command = commands.find_subcommand(name);
    let Some(command) = command.filter(|_| DESIGNED.contains(&name)) else {
        return Ok(());
    };
    let is_given = |option: &Asked| {
        let mut known = command.get_arguments();
        known
            .find(|arg| arg.get_long() == Some(option.name()))
            .and_then(|arg| given.value_source(arg.get_id().as_str()))
            == Some(ValueSource::CommandLine)
    };
    let over = given.try_get_one("over").ok().flatten().copied();
    let facts = goes_with::of_options(over.unwrap_or_default(), is_given);
    Ok(goes_with::check(&facts)?)
}

/// `--json FILE.json` as `--json=FILE.json`: a word after `--json` is its file only when it ends in .json, so that
/// `compare --json a.csv b.csv` does not swallow a system. `-:COLUMN` as `COLUMN=-:COLUMN`: it starts like an option.
fn with_json_file(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let is_json = |word: &OsStr| {
        std::path::Path::new(word)
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("json"))
    };
    for word in words {
        if let Some(column) = word
            .to_str()
            .and_then(|word| word.strip_prefix("-:"))
            .filter(|column| !column.is_empty())
        {
            joined.push(format!("{column}=-:{column}").into());
            continue;
        }
        match joined.last_mut() {
            Some(last) if last == "--json" && is_json(&word) => {
                last.push("=");
                last.push(word);
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// The parser of all commands.
pub fn parser() -> clap::Command {
    Cli::command()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_word_after_json_is_its_file_only_when_it_says_so() {
        let joined = |words: &[&str]| with_json_file(words.iter().map(OsString::from));
        assert_eq!(
            joined(&["--json", "out.json", "a"]),
            ["--json=out.json", "a"]
        );
        assert_eq!(joined(&["--json", "a.csv"]), ["--json", "a.csv"]);
        assert_eq!(joined(&["-:f1", "-", "-q"]), ["f1=-:f1", "-", "-q"]);
    }
}
