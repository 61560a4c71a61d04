//! Options that decide where an answer is printed, in which form, and how much of it.

use restrap_words::Note;
use std::path::PathBuf;

use clap::Args;
use restrap::inner::{Given, goes_with};
use restrap::io::{Prepared, appear};
use restrap::{Explain, Explained, ScoreRange};
use restrap_report::{Output, Paged, Report, Titles};
use serde::Serialize;

use crate::args::word::word;
use crate::run::failure::Failure;
use crate::run::outputs::Ready;
use crate::run::{json, print};

/// Caption and label of a LaTeX table.
#[derive(Args)]
pub struct TitleArgs {
    /// Caption of the LaTeX table
    #[arg(long, value_name = "TEXT", help_heading = "Output")]
    pub caption: Option<String>,
    /// Label of the LaTeX table
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    pub label: Option<String>,
}

impl TitleArgs {
    /// Returns the two options, each with `true` if it was typed.
    pub fn facts(&self) -> [(Given, bool); 2] {
        [
            (Given::Caption, self.caption.is_some()),
            (Given::Label, self.label.is_some()),
        ]
    }

    /// Returns the titles of a table.
    pub fn titles(&self) -> Titles<'_> {
        Titles {
            caption: self.caption.as_deref(),
            label: self.label.as_deref(),
            ..Titles::default()
        }
    }
}

/// How much is printed beside an answer.
#[derive(Args)]
pub struct DetailArgs {
    /// Add a methods paragraph for a paper, with BibTeX entries
    #[arg(long, help_heading = "Output")]
    pub report_methods: bool,
    /// Print every warning, and how the answer was computed
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
}

impl DetailArgs {
    /// Returns the option, with `true` if sentences for a paper are added to a table.
    pub fn fact(&self) -> (Given, bool) {
        (Given::ReportMethods, self.report_methods)
    }

    /// Returns the explanations that follow the answer, or nothing unless they were asked for.
    pub fn text(&self, report: &impl Report, output: Output) -> String {
        if self.report_methods {
            format!("\n{}", report.methods(output))
        } else {
            String::new()
        }
    }

    /// Warnings: the first ones, or all that there are.
    pub fn warn(&self, warnings: &[Note]) -> Result<(), Failure> {
        Ok(if self.verbose {
            print::warn(warnings)
        } else {
            print::warn_of(warnings)
        }?)
    }
}

/// Where the answer goes, and in which form.
#[derive(Args)]
pub struct PrintArgs {
    /// Format of the printed answer
    #[arg(long, value_name = "FORMAT", default_value_t = Output::default(), value_parser = word::<Output>(), help_heading = "Output")]
    pub output: Output,
    #[command(flatten)]
    pub json: JsonArgs,
}

impl PrintArgs {
    /// Refuses what is added to a table where none is printed that has room for it.
    pub fn check(&self, added: &[(Given, bool)]) -> Result<(), Failure> {
        let is_printed = self
            .json
            .json
            .as_ref()
            .is_some_and(|path| path.as_os_str() == "-");
        let mut facts = vec![
            (Given::JsonPrinted, is_printed),
            (Given::Quiet, self.json.quiet),
            (
                Given::BareOutput,
                matches!(self.output, Output::Csv | Output::Line),
            ),
            (Given::OutputForm, self.output != Output::Table),
            (Given::Latex, self.output == Output::Latex),
        ];
        facts.extend(added);
        Ok(goes_with::check(&goes_with::of(&facts))?)
    }

    /// Writes JSON where it was asked for, and prints the answer for people unless that, or silence, was asked for: what is not a
    /// result has no recipe, and all of its warnings are printed.
    pub fn answer<const N: usize>(
        &self,
        files: [Ready; N],
        outcome: &impl Serialize,
        report: &impl Report,
        warnings: &[Note],
    ) -> Result<(), Failure> {
        self.json
            .answer(files, outcome, || report.printed(self.output), warnings)
    }

    /// Prints a result in the form that was asked for, with its recipe and the text `below`. The files of the answer appear together
    /// beforehand, if all could be prepared; the result is printed in any case.
    pub fn result<const N: usize>(
        &self,
        files: [Ready; N],
        (outcome, report): (&impl Serialize, &impl Report),
        detail: &DetailArgs,
        below: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        let (is_wanted, written) = self.json.write(files, outcome)?;
        if is_wanted {
            let text = report.printed(self.output);
            if self.output == Output::Csv {
                print::exact(&text)
            } else {
                print::out(&text)
            }?;
            print::out(&detail.text(report, self.output))?;
            print::out(&below())?;
            let has_room = matches!(
                self.output,
                Output::Table | Output::Markdown | Output::Latex
            );
            let warnings = report.run().map_or(&[][..], |run| &run.warnings);
            let is_left = |note: &&Note| !(has_room && note.code.is_assumption());
            let warnings: Vec<Note> = warnings.iter().filter(is_left).cloned().collect();
            detail.warn(&warnings)?;
        }
        written
    }
}

/// How scores are printed.
#[derive(Args)]
pub struct DigitsArgs {
    /// Decimals of scores and differences [default: as many as their standard errors support]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=12), help_heading = "Output")]
    pub digits: Option<u8>,
}

/// What is known of scores beforehand.
#[derive(Args)]
pub struct ScaleArgs {
    /// Smallest and largest possible score, e.g. 1,5; keeps intervals inside, and shortens them
    #[arg(
        long,
        value_name = "LOW,HIGH",
        allow_hyphen_values = true,
        help_heading = "Input"
    )]
    pub range: Option<ScoreRange>,
}

/// Where the answer goes.
#[derive(Args)]
pub struct JsonArgs {
    /// Print JSON, or write it to a file: --json=FILE, or --json FILE.json
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "-", value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Print no table and no warnings; the exit code and --json=FILE remain
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

impl JsonArgs {
    /// The file that the JSON goes to.
    pub fn file(&self) -> Option<&str> {
        json::file(self.json.as_deref())
    }

    /// Writes the JSON where it was asked for, and prints the answer for people unless that, or silence, was asked for.
    pub fn answer<const N: usize>(
        &self,
        files: [Ready; N],
        outcome: &impl Serialize,
        text: impl FnOnce() -> String,
        warnings: &[Note],
    ) -> Result<(), Failure> {
        let (is_wanted, written) = self.write(files, outcome)?;
        if is_wanted {
            print::out(&text())?;
            print::warn(warnings)?;
        }
        written
    }

    /// Lets the files of an answer and its JSON appear together, if all of them could be prepared: whether an answer for people is
    /// printed too, and why no file appeared.
    fn write<const N: usize>(
        &self,
        files: [Ready; N],
        outcome: &impl Serialize,
    ) -> Result<(bool, Result<(), Failure>), Failure> {
        let place = self.json.as_deref();
        let json = json::file(place).map(|path| json::prepared(path, outcome));
        let all = files.into_iter().chain(json.map(|file| file.map(Some)));
        let all = all.collect::<Result<Vec<_>, _>>();
        let written = all.and_then(|files| Ok(appear(files.into_iter().flatten())?));
        let is_printed = place.is_some_and(|path| path.as_os_str() == "-");
        if is_printed {
            print::json(&(json::text(outcome)? + "\n"))?;
        }
        Ok((!is_printed && !self.quiet, written))
    }
}

/// Whether the numbers of an answer are explained.
#[derive(Args)]
pub struct ExplainArgs {
    /// Explain every number of the table in a sentence
    #[arg(long, help_heading = "Output")]
    pub explain: bool,
}

impl ExplainArgs {
    /// Returns the option, with `true` if sentences are added to a printed table; a page of HTML has its own place for them.
    pub fn fact(&self, html: &HtmlArgs) -> (Given, bool) {
        (Given::Explain, self.explain && html.html.is_none())
    }

    /// What is said; nothing unless it was asked for.
    pub fn of(&self, outcome: &impl Explain) -> Vec<Explained> {
        if self.explain {
            outcome.explained()
        } else {
            Vec::new()
        }
    }

    /// Returns the explanations that follow a printed answer, or nothing unless they were asked for.
    pub fn text(&self, outcome: &impl Explain, output: Output) -> String {
        let all = self.of(outcome);
        restrap_report::explained(&all, output)
            .filter(|_| !all.is_empty())
            .map_or_else(String::new, |text| format!("\n{text}"))
    }
}

/// The HTML page of an answer.
#[derive(Args)]
pub struct HtmlArgs {
    /// Write a self-contained HTML report
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub html: Option<PathBuf>,
}

impl HtmlArgs {
    /// The file that is written.
    pub fn file(&self) -> Option<&str> {
        self.html.as_deref()?.to_str()
    }

    /// Prepares the page if one was asked for.
    pub fn page(&self, report: &impl Paged, outcome: &impl Serialize) -> Ready {
        self.explained(report, outcome, &[])
    }

    /// Prepares the page, with its numbers explained.
    pub fn explained(
        &self,
        report: &impl Paged,
        outcome: &impl Serialize,
        explained: &[Explained],
    ) -> Ready {
        let Some(path) = &self.html else {
            return Ok(None);
        };
        let page = report
            .document()
            .explained(explained)
            .page(&json::text(outcome)?);
        let path = path.display().to_string();
        Ok(Some(Prepared::new(&path, |out| {
            out.write_all(page.as_bytes())
        })?))
    }
}
