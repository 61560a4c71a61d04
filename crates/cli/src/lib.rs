//! The command line of restrap: [`run`] does what the program does.

mod args;
mod command;
mod commands;
mod guess;
mod help;
mod parse;
mod run;

use std::ffi::OsString;

use command::{Cli, Told};
use restrap_words::{Spelling, speak};
use run::failure::Failure;

/// The limit that an allocator asks before it gives a block, and the reservations in which it must not end the program.
pub use restrap::inner::memory;

/// The exit code of a program whose memory is not to be had.
pub const MEMORY: u8 = Failure::MEMORY;

/// Does what the words of a command line ask, program name first, and returns the exit code. Results go to standard output, all
/// else to standard error; a panic is told as an internal fault.
///
/// From now on the process spells options as flags, and Ctrl-C ends what has no answer yet with code 130.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    speak(Spelling::Flags);
    let words: Vec<OsString> = words.into_iter().collect();
    match std::panic::catch_unwind(|| answer(&words)) {
        Ok(Ok(code)) => code,
        Ok(Err(failure)) => {
            failure.print(command(&words));
            failure.code()
        }
        Err(_) => {
            Failure::internal().print("");
            Failure::INTERNAL
        }
    }
}

/// The command that was typed.
fn command(words: &[OsString]) -> &str {
    let typed = words
        .get(1)
        .and_then(|word| word.to_str())
        .unwrap_or_default();
    if typed.starts_with('-') { "" } else { typed }
}

fn answer(words: &[OsString]) -> Result<u8, Failure> {
    if let Some(word) = words.iter().find(|word| word.to_str().is_none()) {
        let shown = word.as_encoded_bytes().escape_ascii();
        return Err(Failure::usage(
            format!("expected words in UTF-8, found `{shown}`"),
            "rename the file, or give it as standard input: restrap ci - < FILE",
        ));
    }
    match Cli::of(words.to_vec()) {
        Ok(cli) => {
            run::threads::bound()?;
            run::progress::answer_signals();
            cli.run(words)
        }
        Err(Told::Failure(failure)) => Err(failure),
        Err(Told::Parser(told)) => {
            // Help goes to standard output, mistakes to standard error; a closed pipe is silence.
            let _ = told.print();
            Ok(if told.use_stderr() { Failure::USAGE } else { 0 })
        }
    }
}

/// An option of a command, as its help has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandOption {
    /// Its name without dashes.
    pub name: String,
    /// Its default; empty if it has none.
    pub default: String,
    /// The sentence of the help.
    pub help: String,
}

/// Returns the options of a command, such as `compare` or `power plan`; none of a command that there is not.
pub fn options(command: &str) -> Vec<CommandOption> {
    let whole = command::parser();
    let found = command
        .split(' ')
        .try_fold(&whole, |outer, word| outer.find_subcommand(word));
    let arguments = found.into_iter().flat_map(clap::Command::get_arguments);
    let option = |argument: &clap::Arg| {
        let defaults = argument.get_default_values().iter();
        let defaults: Vec<_> = defaults.map(|value| value.to_string_lossy()).collect();
        Some(CommandOption {
            name: argument.get_long()?.to_owned(),
            default: if argument.get_action().takes_values() {
                defaults.join(",")
            } else {
                String::new()
            },
            help: argument
                .get_help()
                .map(ToString::to_string)
                .unwrap_or_default(),
        })
    };
    arguments
        .filter(|argument| !argument.is_hide_set())
        .filter_map(option)
        .collect()
}
