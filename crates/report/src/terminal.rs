//! Words on a terminal of 80 columns: wrapped, styled.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};
use restrap::outcome::Run;
use restrap_words::{Note, asked};
use textwrap::core::display_width;

use crate::cells::plain;

/// Text is wrapped to this width, or to a narrower terminal.
pub(crate) const WIDTH: usize = 80;
/// Below this nothing is narrowed further.
const LEAST: usize = 40;

/// Columns that may be printed on.
pub(crate) fn width() -> usize {
    textwrap::termwidth().clamp(LEAST, WIDTH)
}

/// Visible lines of at most `width` columns, broken between words: "two-sided" and names with hyphens stay whole where they fit, and
/// a number stays with its per cent sign, and a p-value whole.
pub(crate) fn filled(text: &str, width: usize, indent: &str) -> String {
    let options =
        textwrap::Options::new(width).word_splitter(textwrap::WordSplitter::NoHyphenation);
    let kept = plain(text)
        .replace(" %", "\u{a0}%")
        .replace("p = ", "p\u{a0}=\u{a0}")
        .replace("p < ", "p\u{a0}<\u{a0}");
    textwrap::fill(&kept, options.subsequent_indent(indent)).replace('\u{a0}', " ")
}

/// Wraps text to the width of the terminal; `indent` begins every line but the first.
pub fn wrapped(text: &str, indent: &str) -> String {
    filled(text, width(), indent)
}

/// Wraps an error or a hint behind its first word. Text in backticks is not broken, so that it can be copied; a command that is
/// wider than the terminal goes on behind a backslash, as a shell reads it.
pub fn lead(first: &str, text: &str) -> String {
    let (width, indent) = (width(), first.len() + 1);
    let room = width - indent;
    let (mut full, mut last) = (String::new(), String::new());
    let mut put = |word: &str, end: &str| {
        let blank = usize::from(!last.is_empty());
        if !last.is_empty()
            && display_width(&last) + blank + display_width(word) + display_width(end) > room
        {
            full += &[&last, end, "\n", &" ".repeat(indent)].concat();
            word.clone_into(&mut last);
        } else {
            last += &" "[..blank];
            last += word;
        }
    };
    for word in words_and_code(&plain(text)) {
        let is_command = ["`restrap ", "`--"]
            .iter()
            .any(|start| word.starts_with(start))
            || word.contains(' ')
                && word
                    .split(' ')
                    .next()
                    .is_some_and(|file| file.contains([':', '/', '.']));
        if !is_command || display_width(&word) <= room {
            put(&word, "");
            continue;
        }
        for (at, part) in shell_words(&word).iter().enumerate() {
            put(part, if at > 0 { " \\" } else { "" });
        }
    }
    full + &last
}

/// The words of a sentence; text in backticks is part of one.
fn words_and_code(text: &str) -> Vec<String> {
    let is_even = text.matches('`').count().is_multiple_of(2);
    let mut words = vec![String::new()];
    let mut is_code = false;
    for c in text.chars() {
        is_code ^= c == '`' && is_even;
        if c == ' ' && !is_code {
            words.push(String::new());
        } else {
            words.last_mut().expect("one word at least").push(c);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The words of a command line, quoted ones whole.
fn shell_words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in command.chars() {
        is_quoted ^= c == '\'';
        if c == ' ' && !is_quoted {
            words.push(String::new());
        } else {
            words.last_mut().expect("one word at least").push(c);
        }
    }
    words
}

/// For headings.
pub(crate) fn bold(text: &str) -> String {
    styled(text, Style::new().bold())
}

/// For what is below everything.
pub(crate) fn faint(text: &str) -> String {
    styled(text, Style::new().dimmed())
}

fn yellow(text: &str) -> String {
    styled(text, AnsiColor::Yellow.on_default().bold())
}

fn styled(text: &str, style: Style) -> String {
    format!("{style}{}{style:#}", plain(text))
}

/// The recipe in one line at the end of a page. It is not wrapped, so that it can be copied as it is.
pub(crate) fn signature(run: &Run) -> String {
    faint(&run.signature)
}

/// What must not be missed.
pub(crate) fn alarm(text: &str, indent: &str) -> String {
    yellow(&wrapped(text, indent))
}

/// Blocks with a blank line between them.
pub(crate) fn page(blocks: impl IntoIterator<Item = String>) -> String {
    blocks.into_iter().collect::<Vec<_>>().join("\n\n") + "\n"
}

/// Assumptions before an answer, in at most three lines; those that have no room are counted.
pub(crate) fn assumed(notes: &[&Note]) -> String {
    const LINES: usize = 3;
    let each: Vec<String> = notes
        .iter()
        .map(|note| wrapped(&format!("assumed: {}", note.text), "         "))
        .collect();
    let lines = |count: usize| {
        each[..count]
            .iter()
            .map(|text| text.lines().count())
            .sum::<usize>()
    };
    let fits = |count: &usize| {
        let rest = usize::from(*count < each.len());
        lines(*count) + rest <= LINES
    };
    let shown = (0..=each.len()).rev().find(fits).unwrap_or(0);
    let mut lines = each[..shown].to_vec();
    let more = each.len() - shown;
    if more > 0 {
        let others = if shown > 0 { " more" } else { "" };
        let noun = if more == 1 {
            "assumption"
        } else {
            "assumptions"
        };
        lines.push(format!("assumed: {more}{others} {noun}: {}", asked("json")));
    }
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// One `warning:` each, for standard error; those that are alike but for name and numbers are one, with how many more there are.
/// Beyond `most` they are counted.
pub fn warnings(warnings: &[impl Display], most: usize) -> String {
    /// Names in a warning that stands for several.
    const NAMED: usize = 3;
    let mut kinds: Vec<(String, Vec<&String>)> = Vec::new();
    let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    for warning in &warnings {
        let words = warning
            .split_once(": ")
            .map_or(&warning[..], |(_, words)| words);
        let kind: String = words
            .chars()
            .filter(|c| !c.is_ascii_digit() && *c != '.')
            .collect();
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, alike)) => alike.push(warning),
            None => kinds.push((kind, vec![warning])),
        }
    }
    let name = |warning: &String| {
        warning
            .split_once(": ")
            .map_or("", |(name, _)| name)
            .to_owned()
    };
    let mut each = Vec::new();
    for (_, alike) in kinds {
        if alike.len() == 1 {
            each.extend(alike.into_iter().cloned());
            continue;
        }
        let others = alike[1..]
            .iter()
            .take(NAMED - 1)
            .map(|warning| name(warning));
        let others: Vec<String> = others.filter(|name| !name.is_empty()).collect();
        // Sentences without a name are counted.
        let more = alike.len() - 1 - others.len();
        if others.is_empty() {
            each.push(format!("{} (and {more} more like it)", alike[0]));
            continue;
        }
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        each.push(format!("{} (and {}{more})", alike[0], others.join(", ")));
    }
    let told = |warning: &String| -> String {
        let text = wrapped(&format!("warning: {warning}"), "         ");
        let rest = text.strip_prefix("warning:").unwrap_or(&text);
        format!("{}{rest}\n", yellow("warning:"))
    };
    let more = each.len().saturating_sub(most);
    let last = (more > 0).then(|| format!("{} {more} more: -v\n", yellow("warning:")));
    each.iter().take(most).map(told).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_breaks_between_words_and_a_command_as_a_shell_reads_it() {
        let text = "the columns of this file have names of which none is that of an id: `restrap compare one/long/path.csv:first other/path.csv:second --id 'a column' --metric f1`, or more";
        let lines: Vec<String> = lead("hint:", text).lines().map(str::to_owned).collect();
        assert!(
            lines.iter().all(|line| line.trim_start().len() <= 74),
            "{lines:#?}"
        );
        assert!(lines[1].ends_with(" \\"), "{lines:#?}");
        let joined = lines.join("\n").replace(" \\\n", " ");
        let words: Vec<&str> = joined.split_whitespace().collect();
        assert_eq!(words.join(" "), text);
        assert_eq!(lead("hint:", "one ` only"), "one ` only");
    }

    #[test]
    fn warnings_that_are_alike_are_told_once_with_their_count() {
        let each =
            |name: &str, p: &str| format!("{name}: the test cannot reach 0.05: smallest p {p}");
        let names = ["a", "b", "c", "d", "e", "f"];
        let mut all: Vec<String> = names
            .iter()
            .zip(["0.1", "0.25", "0.5", "1", "1", "1"])
            .map(|(n, p)| each(n, p))
            .collect();
        all.push("a: something else".to_owned());
        let told = warnings(&all, usize::MAX);
        assert_eq!(told.matches("warning:").count(), 2, "{told}");
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            told.contains("smallest p 0.1 (and b, c and 3 more)"),
            "{told}"
        );
        let nameless = ["1 row is left out", "2 row is left out"].map(str::to_owned);
        assert!(warnings(&nameless, 2).ends_with("left out (and 1 more like it)\n"));
        assert_eq!(warnings(&all[..2], 2).matches("warning:").count(), 1);
        assert_eq!(warnings(&all[..2], 2).matches("(and b)").count(), 1);
        let few = warnings(
            &[&all[..1], &all[6..], &["b: another".to_owned()]].concat(),
            2,
        );
        assert!(
            few.contains("something else") && few.ends_with(" 1 more: -v\n"),
            "{few}"
        );
    }
}
