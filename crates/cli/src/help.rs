//! Help: `-h` is one screen that starts with examples, `--help` is all options.
//!
//! The derive of clap writes the options; `help.txt` has the rest.

use clap::Command;

/// The help of one command.
#[derive(Debug, Default)]
struct Help {
    /// Command lines that run in a checkout of restrap, each below a line that says what it answers.
    examples: &'static str,
    /// Examples of the long page alone, below those.
    more: &'static str,
    /// Options of the short page; none: all of them.
    short: Vec<&'static str>,
    /// The page of the guide.
    guide: Option<&'static str>,
}

const HELP: &str = include_str!("help.txt");

impl Help {
    /// Returns the help of a command by its words, without the program's name.
    fn find(path: &str) -> Option<Self> {
        let head = format!("\n[{path}]\n");
        let from = HELP.find(&head)? + head.len();
        let section = HELP[from..].split("\n\n[").next()?.trim_end();
        let (options, examples) = section.split_once("examples:\n")?;
        let (examples, more) = match examples.split_once("\nmore:") {
            Some((examples, more)) => (examples, more),
            None => (examples, ""),
        };
        let line = |name: &str| options.lines().find_map(|line| line.strip_prefix(name));
        Some(Self {
            examples,
            more,
            short: line("short: ")
                .into_iter()
                .flat_map(str::split_whitespace)
                .collect(),
            guide: line("guide: "),
        })
    }
}

/// The commands with their short pages.
pub fn short(command: Command) -> Command {
    with_help(command, "", &|command, help| {
        let command = command.before_help(format!("Examples:\n{}", help.examples));
        if help.short.is_empty() {
            return command;
        }
        command.mut_args(|arg| {
            let is_listed = arg.is_positional()
                || arg
                    .get_long()
                    .is_some_and(|flag| help.short.contains(&flag));
            arg.hide_short_help(!is_listed)
        })
    })
}

/// The commands with their long pages, which are laid out as the short ones.
pub fn long(command: Command) -> Command {
    with_help(command, "", &|command, help| {
        let examples = format!("Examples:\n{}{}", help.examples, help.more);
        let guide = help
            .guide
            .map_or_else(String::new, |page| format!("\n\nGuide: {page}"));
        let command = command.after_help(format!("{examples}{guide}"));
        command.mut_args(|arg| {
            // Where an option has a short text, too, its last paragraph is the whole one.
            let text = arg
                .get_long_help()
                .or(arg.get_help())
                .map(ToString::to_string)
                .unwrap_or_default();
            let whole = text.rsplit("\n\n").next().unwrap_or_default().to_owned();
            arg.help(whole).long_help(None::<&str>)
        })
    })
}

fn with_help(
    mut command: Command,
    path: &str,
    dress: &impl Fn(Command, &Help) -> Command,
) -> Command {
    if let Some(help) = Help::find(path) {
        command = dress(command, &help).help_template(
            "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}",
        );
    }
    command.mut_subcommands(|inner| {
        let path = format!("{path} {}", inner.get_name());
        with_help(inner, path.trim_start(), dress)
    })
}

/// The first example of a command, as one line.
pub fn shortest(command: &str) -> Option<String> {
    let help = Help::find(command)?;
    let lines = help
        .examples
        .lines()
        .skip(1)
        .take_while(|line| !line.trim_start().starts_with('#'));
    Some(
        lines
            .flat_map(|line| line.trim_end_matches('\\').split_whitespace())
            .collect::<Vec<_>>()
            .join(" "),
    )
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::command::Cli;

    /// Characters that say what an option does; its default follows.
    const MOST: usize = 90;

    fn check(command: &Command, path: &str) {
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let text = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let said = text.split(" [default").next().unwrap_or_default();
            let length = said.chars().count();
            let id = arg.get_id();
            assert!(
                (5..=MOST).contains(&length),
                "{path} {id}: {length}: {said}"
            );
        }
        for inner in command.get_subcommands() {
            check(inner, &format!("{path} {}", inner.get_name()));
        }
    }

    #[test]
    fn an_option_is_said_in_one_sentence() {
        check(&long(Cli::command()), "restrap");
    }

    fn paths(command: &Command, path: &str, found: &mut Vec<String>) {
        for inner in command.get_subcommands() {
            let path = format!("{path} {}", inner.get_name())
                .trim_start()
                .to_owned();
            found.push(path.clone());
            paths(inner, &path, found);
        }
    }

    #[test]
    fn every_section_is_of_a_command_and_names_its_options() {
        let root = Cli::command();
        let mut known = vec![String::new()];
        paths(&root, "", &mut known);
        let heads: Vec<&str> = HELP
            .lines()
            .filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'))
            .collect();
        assert!(heads.len() > 15, "{heads:?}");
        for path in heads {
            assert!(known.contains(&path.to_owned()), "{path}");
            let help = Help::find(path).expect("a section");
            assert!(help.examples.starts_with("  #"), "{path}: {help:?}");
            let own = path
                .split_whitespace()
                .try_fold(&root, |at, word| at.find_subcommand(word));
            let mut own = own.expect("a command").clone();
            own.build();
            for option in help.short {
                let is_own = own
                    .get_arguments()
                    .any(|one| one.get_long() == Some(option));
                assert!(is_own || option == "version", "{path}: {option}");
            }
            if let Some(page) = help.guide {
                let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../").to_owned() + page;
                assert!(std::path::Path::new(&page).is_file(), "{page}");
            }
        }
    }
}
