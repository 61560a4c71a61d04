//! `restrap generate`.

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
    let (baseline, system) = generate(model, output.items, output.seed)?;
    write(output, &baseline, &system)?;
    Ok(0)
}

fn write(output: &OutputArgs, baseline: &[f64], system: &[f64]) -> Result<(), Failure> {
    let columns = [("baseline", baseline), ("system", system)];
    match output.files.as_slice() {
        [] => Ok(restrap::io::table(&mut std::io::BufWriter::new(std::io::stdout().lock()), &columns)?),
        [table] if table.to_ascii_lowercase().ends_with(".csv") => {
            Ok(restrap::io::write_table(table, &columns)?)
        }
        [one] => Err(Failure::usage(
            format!("expected two files, or one .csv, found {one}"),
            "name a file for the baseline and one for the system",
        )),
        [first, second, ..] => {
            restrap::io::write_column(first, baseline)?;
            Ok(restrap::io::write_column(second, system)?)
        }
    }
}
