//! `restrap inspect`.

use clap::Args;
use std::io::Write;

use restrap::number::{count, grouped, plain};
use restrap::{
    ColumnReport, InspectOutcome, Request, ResampleReport, Scores, inspect_column, inspect_pair,
    inspect_resample,
};

use crate::args::input::InputArgs;
use crate::args::number::whole;
use crate::args::words::{TestWord, words};
use crate::run::failure::Failure;
use restrap_report::layout;

/// Rows of a resample shown on the terminal.
const MOST_ROWS: usize = 40;

#[derive(Args)]
pub struct InspectArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Redraw this resample of the first comparison and show what it took
    #[arg(long, value_name = "K", value_parser = whole, help_heading = "Resample")]
    pub resample: Option<u64>,
    /// Whose resample
    #[arg(long = "test", value_name = "NAME", default_value = "bootstrap", value_parser = words::<TestWord>(&["permutation", "bootstrap", "bootstrap-percentile"]), requires = "resample", help_heading = "Resample")]
    pub test: TestWord,
    /// Seed of the draws
    #[arg(long, value_name = "N", value_parser = whole, default_value_t = 0, requires = "resample", help_heading = "Resample")]
    pub seed: u64,
    /// JSON instead of a table
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

pub fn run(args: &InspectArgs) -> Result<u8, Failure> {
    let loaded = restrap::io::load(&args.input.systems, &args.input.options())?;
    let systems: Vec<Scores> = loaded.systems.into_iter().map(Scores::from).collect();
    let request = Request::default().tests(vec![args.test.0]).seed(args.seed).grid(args.input.grid);
    let columns =
        systems.iter().map(|system| inspect_column(system, &request)).collect::<Result<Vec<_>, _>>()?;
    let pairs = systems[1..]
        .iter()
        .map(|system| inspect_pair(&systems[0], system, &request))
        .collect::<Result<Vec<_>, _>>()?;
    let resample = match args.resample {
        None => None,
        Some(_) if systems.len() < 2 => {
            return Err(Failure::usage(
                "--resample shows a resample of a comparison, found 1 system",
                "name a baseline and a system",
            ));
        }
        Some(number) => Some(inspect_resample(&systems[0], &systems[1], &request, number)?),
    };
    let mut out = anstream::stdout().lock();
    if args.json {
        let whole = serde_json::to_value(InspectOutcome::new(columns, pairs, resample));
        writeln!(out, "{:#}", whole.map_err(std::io::Error::other)?)?;
        return Ok(0);
    }
    writeln!(out, "{}", layout::columns(&columns))?;
    if !pairs.is_empty() {
        writeln!(out, "\n{}", layout::pairs(&pairs))?;
    }
    if let Some(resample) = &resample {
        writeln!(out, "\n{}", redrawn(resample))?;
    }
    layout::warnings(&mut anstream::stderr().lock(), &suggestions(&columns, &loaded.notes))?;
    Ok(0)
}

fn suggestions(columns: &[ColumnReport], notes: &[String]) -> Vec<String> {
    let suggest = columns.iter().filter_map(|column| {
        let grid = column.suggested_grid.as_ref()?;
        Some(format!(
            "{}: printed decimals that look like multiples of {grid}; true ties are broken, --grid {grid} restores \
             them",
            column.name
        ))
    });
    suggest.chain(notes.iter().cloned()).collect()
}

fn redrawn(resample: &ResampleReport) -> String {
    let mut lines = vec![format!(
        "resample {} of the {} ({}): mean difference {}",
        grouped(resample.resample),
        resample.kind,
        resample.route,
        plain(resample.difference)
    )];
    lines.push(format!("  {:>12}  {:>9}  {:>14}", "difference", "items", resample.counted));
    lines.extend(resample.rows.iter().take(MOST_ROWS).map(|(value, items, taken)| {
        format!("  {:>12}  {:>9}  {:>14}", plain(*value), grouped(*items), grouped(*taken))
    }));
    if resample.rows.len() > MOST_ROWS {
        lines.push(format!(
            "  ... and {} (--json has all)",
            count((resample.rows.len() - MOST_ROWS) as u64, "more row")
        ));
    }
    lines.join("\n")
}
