//! Whether a page in HTML is written, and where.

use std::path::PathBuf;

use clap::Args;
use restrap::Explained;
use restrap_report::Paged;
use serde::Serialize;

use crate::run::failure::Failure;
use crate::run::json;

/// Where a page goes.
#[derive(Args)]
pub struct HtmlArgs {
    /// Write a report: one page of HTML with everything in it
    ///
    /// Write a report: one page of HTML that needs nothing else, with the verdict, figures, tables, recipe, files and the outcome as
    /// JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub html: Option<PathBuf>,
}

impl HtmlArgs {
    /// The file that is written.
    pub fn file(&self) -> Option<&str> {
        self.html.as_deref()?.to_str()
    }

    /// Writes the page if one was asked for.
    pub fn write(&self, report: &impl Paged, outcome: &impl Serialize) -> Result<(), Failure> {
        self.write_explained(report, outcome, &[])
    }

    /// Writes the page, with its numbers explained.
    pub fn write_explained(
        &self,
        report: &impl Paged,
        outcome: &impl Serialize,
        explained: &[Explained],
    ) -> Result<(), Failure> {
        let Some(path) = &self.html else {
            return Ok(());
        };
        let page = report
            .document()
            .explained(explained)
            .page(&json::text(outcome)?);
        Ok(restrap::io::write_whole(
            &path.display().to_string(),
            |out| out.write_all(page.as_bytes()),
        )?)
    }
}
