//! Words on a terminal of 80 columns: wrapped, styled.

use anstyle::{AnsiColor, Style};

/// Text is wrapped to this width, or to a narrower terminal.
pub(crate) const WIDTH: usize = 80;
/// Below this nothing is narrowed further.
const LEAST: usize = 40;

/// Columns that may be printed on.
pub(crate) fn width() -> usize {
    textwrap::termwidth().clamp(LEAST, WIDTH)
}

/// Lines of at most `width` columns, broken between words: "two-sided" and names with hyphens stay whole where they fit, and
/// a number stays with its per cent sign.
pub(crate) fn filled(text: &str, width: usize, indent: &str) -> String {
    let options = textwrap::Options::new(width).word_splitter(textwrap::WordSplitter::NoHyphenation);
    let kept = text.replace(" %", "\u{a0}%");
    textwrap::fill(&kept, options.subsequent_indent(indent)).replace("\u{a0}%", " %")
}

/// The same, to the width of the terminal.
pub(crate) fn wrapped(text: &str, indent: &str) -> String {
    filled(text, width(), indent)
}

/// For headings.
pub(crate) fn bold(text: &str) -> String {
    styled(text, Style::new().bold())
}

/// For what stands below everything: report line, signatures.
pub(crate) fn faint(text: &str) -> String {
    styled(text, Style::new().dimmed())
}

fn yellow(text: &str) -> String {
    styled(text, AnsiColor::Yellow.on_default().bold())
}

fn styled(text: &str, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// The report line at the end of a page.
pub(crate) fn report(text: &str) -> String {
    faint(&wrapped(&format!("report: {text}"), ""))
}

/// What must not be missed.
pub(crate) fn alarm(text: &str, indent: &str) -> String {
    yellow(&wrapped(text, indent))
}

/// Blocks with a blank line between them.
pub(crate) fn page(blocks: impl IntoIterator<Item = String>) -> String {
    blocks.into_iter().collect::<Vec<_>>().join("\n\n") + "\n"
}

/// One `warning:` each, for standard error.
pub fn warnings(warnings: &[String]) -> String {
    let told = |warning: &String| {
        let text = wrapped(&format!("warning: {warning}"), "         ");
        let rest = text.strip_prefix("warning:").unwrap_or(&text);
        format!("{}{rest}\n", yellow("warning:"))
    };
    warnings.iter().map(told).collect()
}
