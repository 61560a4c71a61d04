//! Draws that are shared out, or go on after a stop.

use std::path::PathBuf;

use clap::Args;

/// Where the draws of a command run.
#[derive(Args, Default)]
pub struct RangesArgs {
    /// Keep finished ranges of resamples here; the same command goes on after a stop, and with more resamples
    #[arg(long, value_name = "FOLDER", help_heading = "Running")]
    pub checkpoint: Option<PathBuf>,
    /// Draw nothing: write this command as a job, whose parts `restrap run` draws anywhere and `restrap merge` puts together
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "checkpoint",
        help_heading = "Running"
    )]
    pub job: Option<PathBuf>,
}
