//! Flags of the options of metrics, made from what the metrics say of themselves.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use restrap::metrics::describe::{AnyChoice, Flag};
use restrap::metrics::{metrics, short_forms};

type Choice = &'static dyn AnyChoice;

/// Options of metrics that were asked for beside their names.
#[derive(Clone, Default)]
pub struct MetricFlags {
    /// Each with its value as it stands in brackets.
    pub given: Vec<(Choice, String)>,
}

impl Args for MetricFlags {
    fn augment_args(command: Command) -> Command {
        command.args(
            flags()
                .into_iter()
                .map(|(flag, options)| arg(flag, &options)),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for MetricFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut given = Vec::new();
        for (flag, options) in flags() {
            if options[0].is_switch() && !is_shared(options[0]) {
                given.extend(
                    matches
                        .get_flag(flag)
                        .then(|| (options[0], "true".to_owned())),
                );
                continue;
            }
            let values: Vec<String> = matches
                .get_many(flag)
                .into_iter()
                .flatten()
                .cloned()
                .collect();
            match &options[..] {
                _ if values.is_empty() => {}
                [option] if !is_shared(*option) => {
                    given.push((*option, <dyn AnyChoice>::in_brackets(&values)));
                }
                switches => given.extend(
                    switches
                        .iter()
                        .filter(|switch| values.iter().any(|value| value == switch.name()))
                        .map(|switch| (*switch, "true".to_owned())),
                ),
            }
        }
        Ok(Self { given })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The flags in the order of the documentation, each with its option, or with the switches that are its words.
fn flags() -> Vec<(&'static str, Vec<Choice>)> {
    let mut flags: Vec<(&'static str, Vec<Choice>)> = Vec::new();
    for option in short_forms() {
        let flag = match option.flag() {
            Flag::Own | Flag::None => option.name(),
            Flag::Named(flag) => flag,
            Flag::WordOf(switches) => switches.flag,
        };
        match flags.iter_mut().find(|(known, _)| *known == flag) {
            Some((_, options)) => options.push(option),
            None => flags.push((flag, vec![option])),
        }
    }
    flags
}

/// Whether a switch is a word of a flag.
fn is_shared(option: Choice) -> bool {
    matches!(option.flag(), Flag::WordOf(_))
}

fn arg(flag: &'static str, options: &[Choice]) -> Arg {
    let option = options[0];
    let arg = Arg::new(flag).long(flag).help_heading("Metric");
    if let Flag::WordOf(switches) = option.flag() {
        let words: Vec<&'static str> = options.iter().map(|switch| switch.name()).collect();
        let arg = arg
            .help(switches.help)
            .value_name("WORD[,WORD]")
            .value_delimiter(',');
        return arg
            .action(ArgAction::Append)
            .value_parser(PossibleValuesParser::new(words));
    }
    let default = option
        .default()
        .map_or_else(String::new, |value| format!(" [default: {value}]"));
    let arg = arg.help(format!("{}{default}", option.help()));
    if option.is_switch() {
        return arg.action(ArgAction::SetTrue);
    }
    let arg = arg
        .value_name(option.takes())
        .requires_all(companions(option));
    match &option.words()[..] {
        _ if option.is_list() => arg.value_delimiter(',').action(ArgAction::Append),
        [] => arg.value_parser(move |text: &str| {
            let settled = option.settle(&<dyn AnyChoice>::in_brackets(&[text]));
            settled
                .map(|_| text.to_owned())
                .map_err(|expected| format!("expected {expected}"))
        }),
        words => arg.value_parser(PossibleValuesParser::new(words.to_vec())),
    }
}

/// The flags without which a metric that requires this option cannot be computed.
fn companions(option: Choice) -> Vec<&'static str> {
    let metric = metrics().find(|metric| option.is_required() && metric.takes(option));
    let options = metric.into_iter().flat_map(|metric| metric.options);
    let others = options.filter(|other| other.is_required() && !std::ptr::addr_eq(**other, option));
    others.map(|other| other.name()).collect()
}
