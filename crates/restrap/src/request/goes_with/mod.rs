//! Which options go together: one table for command line, Python and study files. It is read before a file is opened, with what was asked
//! for, and again where numbers are compared, with what they are.

mod facts;
mod table;
mod takes;

pub use facts::Given;
pub use table::{Add, GOES_WITH, GoesWith, NEEDS, Needs};
pub use takes::{TAKES, Takes};

use restrap_words::{Asked, asked_as};

use crate::error::Error;
use crate::request::{IntervalMethod, Over, Question, Test};

/// Those of the facts that hold.
pub fn of(facts: &[(Given, bool)]) -> Vec<Given> {
    facts
        .iter()
        .filter(|(_, holds)| *holds)
        .map(|(given, _)| *given)
        .collect()
}

/// Facts that hold by the options that are given, and by what the scores are of.
pub fn of_options(over: Over, is_given: impl Fn(&Asked) -> bool) -> Vec<Given> {
    let is_said =
        |given: &&Given| given.is_alone() && given.asked().is_some_and(|option| is_given(&option));
    let mut facts: Vec<Given> = Given::ALL.iter().filter(is_said).copied().collect();
    // Trials are values of their own.
    let has_values = facts.contains(&Given::Budget) || over.is_independent();
    let is_over = !matches!(over, Over::Items | Over::Votes);
    facts.extend(of(&[(Given::Over, is_over), (Given::Values, has_values)]));
    facts
}

/// Refuses tests and intervals that what is given has not.
///
/// # Errors
/// [`Error::NotApplicable`] for the first row of [`TAKES`] that applies.
pub fn check_tests(given: &[Given], question: &Question) -> Result<(), Error> {
    for Takes {
        option,
        needs,
        tests,
        intervals,
        others,
    } in TAKES.iter().filter(|row| given.contains(&row.option))
    {
        // The choice by the data, and no interval, are always there.
        let is_chosen = !matches!(
            question.interval,
            IntervalMethod::Auto | IntervalMethod::None
        );
        let is_other =
            is_chosen && !intervals.is_empty() && !intervals.contains(&question.interval);
        let is_other_test = |test: &&Test| !tests.is_empty() && !tests.contains(test);
        let (other, hint) = if let Some(test) = question.tests.iter().find(is_other_test) {
            let also: Vec<String> = tests[1..]
                .iter()
                .map(|test| format!(", or {test}"))
                .collect();
            (
                asked_as("test", test),
                format!("use {}{}", asked_as("test", tests[0]), also.concat()),
            )
        } else if is_other {
            let named: Vec<&str> = intervals.iter().map(|interval| interval.name()).collect();
            let hint = match &named[..] {
                [one] => format!("use {}", asked_as("interval", one)),
                [first @ .., last] => {
                    format!("use {} or {last}", asked_as("interval", first.join(", ")))
                }
                [] => String::new(),
            };
            (asked_as("interval", question.interval), hint)
        } else {
            continue;
        };
        return Err(Error::not_applicable(
            option.said(),
            needs,
            format!("{other} {others}"),
            hint,
        ));
    }
    Ok(())
}

/// Refuses what does not go together, and what lacks what it needs.
///
/// # Errors
/// [`Error::NotApplicable`] for the first row of [`GOES_WITH`], or else of [`NEEDS`], that applies.
pub fn check(given: &[Given]) -> Result<(), Error> {
    for GoesWith {
        option,
        needs,
        never,
        or,
    } in GOES_WITH.iter().filter(|row| given.contains(&row.option))
    {
        if let Some(other) = never.iter().find(|other| given.contains(other)) {
            let found = format!("{} {}", other.said(), other.words().1);
            let drop = [option.option(), other.option()];
            let drop = format!(
                "drop {}",
                drop.into_iter().flatten().collect::<Vec<_>>().join(" or ")
            );
            let hint = or.map_or(drop.clone(), |or| format!("{drop}; {}", or()));
            return Err(Error::not_applicable(option.said(), needs, found, hint));
        }
    }
    for Needs {
        option,
        beside,
        needs,
        found,
        add,
    } in NEEDS.iter().filter(|row| given.contains(&row.option))
    {
        if !beside.iter().any(|other| given.contains(other)) {
            let (options, word) = match add {
                Add::Either(options) => (*options, ", or "),
                Add::Both(options) => (&options[..], " and "),
            };
            let options: Vec<String> = options
                .iter()
                .map(|(name, value)| asked_as(name, value).to_string())
                .collect();
            return Err(Error::not_applicable(
                option.said(),
                needs,
                *found,
                format!("add {}", options.join(word)),
            ));
        }
    }
    Ok(())
}
