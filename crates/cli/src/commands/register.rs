//! `restrap register`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use restrap::{GridChoice, RegisterOutcome, register};
use restrap_report::Report;

use super::replicate::{AskedArgs, Given};
use crate::args::number::grid;
use crate::args::print::JsonArgs;
use crate::run::failure::Failure;

const DAY: u64 = 86_400;

#[derive(Args)]
pub struct RegisterArgs {
    #[command(flatten)]
    pub given: Given,
    /// The study file, as `restrap replicate` runs it; STUDY.registered.json is written beside it
    #[arg(value_name = "STUDY.toml")]
    pub study: String,
    /// Lower scores are better, of scores that stand in files
    #[arg(long, help_heading = "Metric")]
    pub lower_is_better: bool,
    /// Lattice of the scores: auto, as-printed, or 1/N such as 1/2520; auto finds it and never snaps
    #[arg(long, default_value = "auto", value_parser = grid, value_name = "GRID", help_heading = "Input")]
    pub grid: GridChoice,
    #[command(flatten)]
    pub asked: AskedArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

pub fn run(args: &RegisterArgs) -> Result<u8, Failure> {
    let place = RegisterOutcome::place(&args.study);
    restrap::io::keep_apart(
        args.json.file().into_iter().chain([&place[..]]),
        [&args.study],
    )?;
    let margin = args.asked.margin()?;
    let request = args
        .asked
        .request(&args.given, None, args.grid, args.lower_is_better, margin);
    let outcome = register(&args.study, &request, today())?;
    args.json.answer(&outcome, || outcome.page(), &[])?;
    Ok(0)
}

/// The day in UTC, `2026-11-23`.
fn today() -> Option<String> {
    SystemTime::now().duration_since(UNIX_EPOCH).ok().map(date)
}

/// The day of the Gregorian calendar so long after 1970 began. Years begin in March, so that leap days end them (Hinnant 2013,
/// chrono-compatible low-level date algorithms).
fn date(since: Duration) -> String {
    let days = since.as_secs() / DAY + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    format!(
        "{:04}-{month:02}-{day:02}",
        year + era * 400 + u64::from(month <= 2)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let of = |seconds| date(Duration::from_secs(seconds));
        let days = [0, 951_782_400, 951_868_800, 4_107_542_399, 1_795_474_888].map(of);
        assert_eq!(
            days,
            [
                "1970-01-01",
                "2000-02-29",
                "2000-03-01",
                "2100-02-28",
                "2026-11-23"
            ]
        );
    }
}
