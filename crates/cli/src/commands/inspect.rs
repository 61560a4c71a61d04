//! `restrap inspect`.

use std::path::Path;

use clap::Args;
use restrap::io::TaskLog;
use restrap::{Request, Scoring, Sources, inspect_files};
use restrap_report::{Report, ScorePage};

use crate::args::input::InputArgs;
use crate::run::failure::Failure;
use crate::run::print;
use crate::run::progress::Watch;
use restrap_report::inspect;

#[derive(Args)]
#[command(mut_arg("baseline", |baseline| baseline.hide(true)))]
pub struct InspectArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Print JSON
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// Statistics that `restrap score` saved are printed as it prints them.
fn saved(scoring: &Scoring, args: &InspectArgs) -> Result<u8, Failure> {
    let outcome = scoring.outcome(Vec::new());
    if args.json {
        let whole = serde_json::to_value(&outcome).map_err(std::io::Error::other)?;
        print::out(&format!("{whole:#}\n"))?;
        return Ok(0);
    }
    let scorings = std::slice::from_ref(scoring);
    print::out(
        &ScorePage {
            scorings,
            outcome: &outcome,
            classes: false,
        }
        .page(),
    )?;
    print::warn(&outcome.warnings)?;
    Ok(0)
}

/// The tasks of folders of lm-evaluation-harness; nothing where a column is named or another kind of file.
fn tasks(args: &InspectArgs) -> Result<Option<Vec<TaskLog>>, Failure> {
    let mut all = Vec::new();
    for typed in &args.input.systems {
        if !Path::new(typed).is_dir() {
            return Ok(None);
        }
        all.extend(restrap::io::tasks(typed)?);
    }
    Ok(Some(all).filter(|all| !all.is_empty() && !args.json))
}

pub fn run(args: &InspectArgs) -> Result<u8, Failure> {
    if let Some(tasks) = tasks(args)? {
        print::out(&inspect::tasks(&tasks))?;
        return Ok(0);
    }
    let sources = Sources::new(&args.input.systems).reading(args.input.options());
    if let Ok(Some(scoring)) = sources.saved(&Request::default()) {
        return saved(&scoring, args);
    }
    let watch = Watch::start("", true);
    let request = Request::default().grid(args.input.grid);
    let outcome = inspect_files(&args.input.systems, &args.input.options(), &request)?;
    drop(watch);
    if args.json {
        let whole = serde_json::to_value(&outcome).map_err(std::io::Error::other)?;
        print::json(&format!("{whole:#}\n"))?;
        return Ok(0);
    }
    print::out(&inspect::page(&outcome))?;
    let suggestions = inspect::suggestions(&outcome);
    print::warn(
        &suggestions
            .into_iter()
            .chain(outcome.notes)
            .collect::<Vec<_>>(),
    )?;
    Ok(0)
}
