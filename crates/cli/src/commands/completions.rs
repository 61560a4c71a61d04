//! `restrap completions` and `restrap man`: files for shells and for `man`, made from the commands themselves.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::run::failure::Failure;
use crate::run::print;

#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

#[derive(Args)]
pub struct ManArgs {
    /// A folder for one page per command [default: the page of restrap, to standard output]
    folder: Option<PathBuf>,
}

pub fn completions(args: &CompletionsArgs, mut command: Command) -> Result<u8, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "restrap", &mut text);
    print::exact(&String::from_utf8_lossy(&text))?;
    Ok(0)
}

pub fn man(args: &ManArgs, command: Command) -> Result<u8, Failure> {
    if let Some(folder) = &args.folder {
        std::fs::create_dir_all(folder)?;
        clap_mangen::generate_to(command, folder)?;
        return Ok(0);
    }
    let mut text = Vec::new();
    clap_mangen::Man::new(command.disable_help_subcommand(true)).render(&mut text)?;
    print::exact(&String::from_utf8_lossy(&text))?;
    Ok(0)
}
