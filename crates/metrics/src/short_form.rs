//! Options that are set outside the names of metrics: `--tokenize zh` for `bleu(tokenize=zh)`.

use restrap_words::{Asked, asked, asked_as};

use crate::describe::{AnyChoice, CutRule, Description, Flag};
use crate::{Error, MetricName, metrics};

/// All options that may be asked for so, in the order of the documentation.
pub fn short_forms() -> impl Iterator<Item = &'static dyn AnyChoice> {
    let mut seen: Vec<&'static dyn AnyChoice> = Vec::new();
    metrics()
        .flat_map(|metric| metric.options)
        .copied()
        .filter(move |option| {
            let new = option.flag() != Flag::None
                && !seen.iter().any(|known| std::ptr::addr_eq(*known, *option));
            if new {
                seen.push(*option);
            }
            new
        })
}

/// Sets an option of all given metrics to a value, in the form used inside brackets.
///
/// # Errors
///
/// A metric that does not have the option or has another value of it in brackets, or a value that it does not take.
pub fn ask(
    names: &mut [MetricName],
    option: &'static dyn AnyChoice,
    value: &str,
) -> Result<(), Error> {
    let what = flag(option);
    let of = names
        .iter()
        .map(MetricName::short)
        .collect::<Vec<_>>()
        .join(",");
    let takers = names
        .iter()
        .filter(|name| name.description().takes(option))
        .count();
    if takers < names.len() && option.settle(value).is_ok_and(|settled| settled.is_none()) {
        // The default changes nothing anywhere.
        return Ok(());
    }
    if takers == 0 {
        let message = format!(
            "{what} does not apply to {}: it is an option of {}",
            asked_as("metric", of),
            takers_of(option)
        );
        return Err(Error::usage(
            message,
            format!("drop {what}, or choose one of these metrics"),
        ));
    }
    if takers < names.len() {
        let message = format!(
            "{what} is not an option of all of {}: it is one of {}",
            asked_as("metric", of),
            takers_of(option)
        );
        return Err(Error::usage(
            message,
            format!("write it with its metric: {}", example(option, value)),
        ));
    }
    for name in names {
        if let Some(before) = name.setting(option) {
            let message = format!("{what} and {name} name the same option: it is {before} there");
            return Err(Error::usage(message, "drop one of them"));
        }
        name.set(option.name(), value)?;
    }
    Ok(())
}

/// The option beside the name of a metric.
fn flag(option: &dyn AnyChoice) -> Asked {
    match option.flag() {
        Flag::Named(flag) => asked(flag),
        Flag::WordOf(switches) => asked_as(switches.flag, option.name()),
        Flag::Own | Flag::None => asked(option.name()),
    }
}

/// The metrics that have an option, in words.
fn takers_of(option: &dyn AnyChoice) -> String {
    /// Metrics that are named.
    const FEW: usize = 6;
    let names: Vec<String> = metrics()
        .filter(|metric| metric.takes(option))
        .map(Description::example)
        .collect();
    match names.split_last() {
        _ if names.len() > FEW => format!("{}, ...", names[..FEW].join(", ")),
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// A metric with the option in brackets.
fn example(option: &dyn AnyChoice, value: &str) -> String {
    metrics()
        .find(|metric| metric.takes(option))
        .map_or_else(String::new, |metric| {
            let cut = if metric.cut.rule == CutRule::Refused {
                ""
            } else {
                "@10"
            };
            let pair = if option.is_switch() {
                option.name().to_owned()
            } else {
                format!("{}={value}", option.name())
            };
            format!(
                "{}{}({pair}){cut}",
                metric.name,
                metric.tail.map_or("", |tail| tail.example)
            )
        })
}
