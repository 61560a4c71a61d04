//! Options, values and commands that newcomers guess, and what of restrap each of them means.

use clap::{Arg, Command};
use restrap::metrics::MetricName;

use tables::{COMMANDS, GUESSES, LETTERS, VALUES, WITHOUT_VALUE};

mod tables;

/// The option of a command by its name.
pub fn option<'a>(command: &'a Command, flag: &str) -> Option<&'a Arg> {
    command
        .get_arguments()
        .find(|argument| argument.get_long() == Some(flag) && !argument.is_hide_set())
}

fn has(command: &Command, flag: &str) -> bool {
    option(command, flag).is_some()
}

/// `true` if one word is the other with a slip of the keyboard, or begins it.
pub fn is_near(typed: &str, known: &str) -> bool {
    let plain = |word: &str| word.to_lowercase().replace(['_', '-'], "");
    let (typed, known) = (plain(typed), plain(known));
    let allowed = (known.len() / 4).min(2);
    typed == known
        || known.len() >= 4
            && typed.len() >= 4
            && (known.starts_with(&typed) || typed.starts_with(&known))
        || strsim::damerau_levenshtein(&typed, &known) <= allowed
}

/// Returns what to type instead of a letter, where the command has the option that it means.
pub fn letter(letter: &str, command: &Command) -> Option<String> {
    if letter[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return Some(
            "sizes and counts have no sign: `--noninferior 1pt`; a value that may be below 0 is joined by `=`: `--against=-0.5`"
                .to_owned(),
        );
    }
    if letter == "-o" && has(command, "output") && has(command, "json") {
        return Some("`--json=out.json` writes the result, `--html out.html` a page; the printed form is `--output csv`, `markdown` or `latex`".to_owned());
    }
    let (_, option, value) = LETTERS.iter().find(|(known, ..)| *known == letter)?;
    has(command, option).then(|| format!("options have long names: `--{option} {value}`"))
}

/// Returns what to type instead of an option that the command does not have.
pub fn meaning(option: &str, path: &str, command: &Command, root: &Command) -> Option<String> {
    let plain = option.replace('_', "-");
    if plain != option && has(command, &plain) {
        return Some(format!("options are written with a hyphen: `--{plain}`"));
    }
    let known = GUESSES
        .iter()
        .find(|(names, needs, _)| names.contains(&plain.as_str()) && has(command, needs));
    if let Some((_, _, hint)) = known {
        return Some((*hint).to_owned());
    }
    // A choice that is typed as an option of its own.
    for flag in ["test", "adjust", "interval", "profile", "output"] {
        let choices = self::option(command, flag).map(Arg::get_possible_values);
        let choice = choices
            .into_iter()
            .flatten()
            .find(|choice| choice.matches(&plain, true));
        if let Some(choice) = choice {
            return Some(format!("it is a value: `--{flag} {}`", choice.get_name()));
        }
    }
    if has(command, "metric") && plain.parse::<MetricName>().is_ok() {
        return Some(format!("a metric is a value: `--metric {plain}`"));
    }
    // Of power, its own questions come first.
    let among = |parent: &Command, before: &str| -> Vec<String> {
        let having = parent.get_subcommands().filter(|other| has(other, &plain));
        having
            .map(|other| format!("`restrap {before}{}`", other.get_name()))
            .collect()
    };
    let parent = path
        .split_once(' ')
        .and_then(|(outer, _)| root.find_subcommand(outer));
    let sisters = parent.map_or_else(Vec::new, |parent| {
        among(parent, &format!("{} ", parent.get_name()))
    });
    let owners = if sisters.is_empty() {
        among(root, "")
    } else {
        sisters
    };
    if !owners.is_empty() {
        return Some(format!("`--{plain}` is an option of {}", owners.join(", ")));
    }
    let longs = command
        .get_arguments()
        .filter(|argument| !argument.is_hide_set())
        .filter_map(Arg::get_long);
    let near: Vec<&str> = longs.filter(|long| is_near(&plain, long)).collect();
    near.iter()
        .min_by_key(|long| strsim::damerau_levenshtein(&plain, long))
        .map(|long| format!("did you mean `--{long}`?"))
}

/// Returns what to type instead of a value that an option does not have.
pub fn value(option: &str, found: &str, command: &Command) -> Option<String> {
    if option == "output" {
        let ending = found
            .rsplit_once('.')
            .map(|(_, ending)| ending.to_lowercase());
        let hint = match ending.as_deref() {
            Some("json") if has(command, "json") => format!("`--json={found}` writes the result"),
            Some("html" | "htm") if has(command, "html") => {
                format!("`--html {found}` writes a page")
            }
            Some("svg" | "png" | "pdf") if has(command, "plot") => {
                format!("`--plot {found}` draws a figure")
            }
            Some("csv") => format!("`--output csv > {found}` writes the table"),
            Some("md") => format!("`--output markdown > {found}` writes the table"),
            Some("tex") => format!("`--output latex > {found}` writes the table"),
            _ => String::new(),
        };
        if !hint.is_empty() {
            return Some(hint);
        }
    }
    if option == "plot" {
        let stem = found.rsplit_once('.').map_or(found, |(stem, _)| stem);
        return Some(format!(
            "`--plot {stem}.svg`, `{stem}.png` and `{stem}.pdf` can be drawn"
        ));
    }
    if matches!(option, "noninferior" | "equivalent" | "superior")
        && found.parse::<f64>().is_ok_and(|size| size > 0.0)
    {
        return Some(format!(
            "a margin has a unit: `--{option} {found}pt` is in points, `--{option} abs:{found}` in the unit of the scores"
        ));
    }
    let plain = found.to_lowercase().replace('_', "-");
    let known = VALUES
        .iter()
        .find(|(name, typed, _)| *name == option && typed.contains(&plain.as_str()));
    known.map(|(_, _, hint)| (*hint).to_owned())
}

/// Returns what an option means that was typed without its value.
pub fn without_value(option: &str) -> Option<&'static str> {
    let known = WITHOUT_VALUE.iter().find(|(name, _)| *name == option);
    known.map(|(_, hint)| *hint)
}

/// Returns the command that a word means, with the words behind it.
pub fn command(word: &str, rest: &[String], path: &str, command: &Command) -> Option<String> {
    let pasted = |command: &str, words: &[String]| {
        let words: Vec<String> = words
            .iter()
            .map(|word| restrap_words::shell_word(word).into_owned())
            .collect();
        format!("`restrap {command} {}`", words.join(" ")).replace(" `", "`")
    };
    let plain = word.to_lowercase().replace('_', "-");
    if path.is_empty() {
        let known = COMMANDS
            .iter()
            .find(|(names, _)| names.contains(&plain.as_str()));
        if let Some((_, command)) = known {
            return Some(pasted(command, rest));
        }
        let is_file = std::path::Path::new(word).exists() || word.contains(['.', ':', '/']);
        if is_file {
            let words = [&[word.to_owned()], rest].concat();
            return Some(format!(
                "begin with the command: {}",
                pasted("compare", &words)
            ));
        }
    }
    if path == "power" {
        return Some("name the question: `restrap power plan --gain 2pt --baseline 80%` (how many items), `restrap power audit` (published numbers), `restrap power compare` (two tests), `restrap power curve`".to_owned());
    }
    let near = command
        .get_subcommands()
        .map(Command::get_name)
        .find(|name| is_near(&plain, name))?;
    Some(pasted(format!("{path} {near}").trim_start(), rest))
}

/// Returns the numbers that a text may mean: `5%` is 0.05, `1,000` is 1000, `0,05` is 0.05, `10k` is 10000, `95` is 0.95.
pub fn numbers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut plain = text.replace(['_', ' ', '\''], "");
    if let Some((whole, rest)) = plain.split_once(',') {
        let is_grouped = rest
            .split(',')
            .all(|group| group.len() == 3 && group.bytes().all(|b| b.is_ascii_digit()))
            && whole != "0";
        plain = if is_grouped {
            plain.replace(',', "")
        } else {
            plain.replace(',', ".")
        };
        found.push(plain.clone());
    }
    let (digits, factor) = match plain.to_lowercase() {
        lower if lower.ends_with('k') => (plain[..plain.len() - 1].to_owned(), 1e3),
        lower if lower.ends_with('m') => (plain[..plain.len() - 1].to_owned(), 1e6),
        lower if lower.ends_with('%') => (plain[..plain.len() - 1].to_owned(), 0.01),
        _ => (plain.clone(), 1.0),
    };
    let Ok(number) = digits.parse::<f64>() else {
        return found;
    };
    if !number.is_finite() {
        return found;
    }
    let shown = |value: f64| format!("{}", (value * 1e9).round() / 1e9);
    found.push(shown(number * factor));
    if factor == 1.0 && (1.0..=100.0).contains(&number) {
        found.push(shown(number / 100.0));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them_are_read() {
        for (typed, meant) in [
            ("5%", "0.05"),
            ("1,000", "1000"),
            ("10,000,000", "10000000"),
            ("0,05", "0.05"),
            ("10k", "10000"),
            ("1e4", "10000"),
            ("95", "0.95"),
            ("2M", "2000000"),
        ] {
            assert!(numbers(typed).contains(&meant.to_owned()), "{typed}");
        }
        assert!(numbers("many").is_empty());
    }

    #[test]
    fn a_slip_of_the_keyboard_is_near_and_another_word_is_not() {
        for (typed, known) in [
            ("noninferor", "noninferior"),
            ("mc-nemar", "mcnemar"),
            ("confidence_level", "confidence"),
        ] {
            assert!(is_near(typed, known), "{typed}");
        }
        for (typed, known) in [
            ("bonferroni", "noninferior"),
            ("t", "all"),
            ("holm", "columns"),
        ] {
            assert!(!is_near(typed, known), "{typed}");
        }
    }
}
