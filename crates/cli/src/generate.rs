//! `restrap generate`.

use std::io::Write;

use restrap::{Model, generate};

use crate::args::{GenerateArgs, ModelArgs, OutputArgs};
use crate::failure::Failure;

pub fn run(args: &GenerateArgs) -> Result<u8, Failure> {
    let (model, output) = match &args.model {
        ModelArgs::HelpedHurt { helped, hurt, accuracy, output } => {
            (Model::HelpedHurt { helped: *helped, hurt: *hurt, accuracy: *accuracy }, output)
        }
        ModelArgs::Graded { depth, agreement, effect, output } => {
            (Model::Graded { depth: *depth, agreement: *agreement, effect: *effect }, output)
        }
        ModelArgs::Continuous { correlation, effect, output } => {
            (Model::Continuous { correlation: *correlation, effect: *effect }, output)
        }
    };
    check(&output.files)?;
    let (baseline, system) = generate(model, output.items, output.seed)?;
    write(output, &baseline, &system)?;
    Ok(0)
}

/// Before anything is made: files that could not hold it, or that would overwrite each other.
fn check(files: &[String]) -> Result<(), Failure> {
    let csv = |file: &String| file.to_ascii_lowercase().ends_with(".csv");
    match files {
        [one] if !csv(one) => Err(Failure::usage(
            format!("expected two files, or one .csv, found {one}"),
            "name a file for the baseline and one for the system",
        )),
        [first, second] if first == second => Err(Failure::usage(
            format!("expected a file for the baseline and another for the system, found {first} twice"),
            "name two files, or one .csv for both",
        )),
        [first, second] if csv(first) || csv(second) => Err(Failure::usage(
            "expected one .csv for both systems, found two files",
            "name one .csv, or two files of text or .npy",
        )),
        _ => Ok(()),
    }
}

fn write(output: &OutputArgs, baseline: &[f64], system: &[f64]) -> Result<(), Failure> {
    let columns = [("baseline", baseline), ("system", system)];
    match output.files.as_slice() {
        [] => {
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            restrap::io::table(&mut out, &columns)?;
            Ok(out.flush()?)
        }
        [table] => Ok(restrap::io::write_table(table, &columns)?),
        [first, second, ..] => {
            restrap::io::write_column(first, baseline)?;
            Ok(restrap::io::write_column(second, system)?)
        }
    }
}
