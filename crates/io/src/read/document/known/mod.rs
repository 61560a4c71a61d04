//! What evaluation tools write, a file each: how it is recognised, and which fields it gives.
//!
//! A reader sees the whole document and takes what the tool's own format says. It does not know the names of the user's metrics,
//! which are fields as they stand there.

mod aider;
mod alpaca_eval;
mod arena_hard;
mod bfcl;
mod deepeval;
mod evalplus;
mod harness_means;
mod helm;
mod hotpot_qa;
mod hyperfine;
mod icefall;
mod ir_measures;
#[cfg(feature = "logs")]
mod junit;
mod kaldi;
mod layouts;
mod mlflow;
mod mqm;
mod mt_bench;
mod mteb;
mod openai_evals;
mod opencompass;
mod pairs;
mod promptfoo;
mod rouge155;
mod seg_score;
mod squad;
mod swe_bench;
mod terminal_bench;

use crate::Error;
use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Reader, Table};
use crate::read::jsonl::part::Record;

/// Every tool whose files are one document, in the order in which they are asked.
const READERS: [(&str, Reader); 16] = [
    ("MLflow", mlflow::read),
    ("aider", aider::read),
    ("hyperfine", hyperfine::read),
    ("HELM", helm::read),
    ("promptfoo", promptfoo::read),
    ("EvalPlus", evalplus::read),
    ("terminal-bench", terminal_bench::read),
    ("SWE-bench", swe_bench::read),
    ("OpenCompass", opencompass::read),
    ("AlpacaEval", alpaca_eval::read),
    ("MTEB", mteb::read),
    ("SQuAD", squad::read),
    ("HotpotQA", hotpot_qa::read),
    ("HotpotQA", hotpot_qa::right),
    ("deepeval", deepeval::read),
    ("lm-evaluation-harness", harness_means::read),
];

/// The records of a tool's document; nothing where no tool is known by it.
pub(super) fn document<'a>(
    root: Node<'a>,
    file: &str,
    lines: &mut Lines<'_>,
) -> Option<Result<Table<'a>, Error>> {
    // An object of more members is data.
    const MOST: usize = 64;
    if root.has_more_than(MOST) {
        return None;
    }
    let made = READERS
        .iter()
        .find_map(|(tool, read)| Some(name_tool(tool, read(root, lines)?, file)));
    made.or_else(|| {
        let (tool, made) = layouts::read(root, lines)?;
        Some(name_tool(tool, made?, file))
    })
}

/// The records of one of several documents that hold a result of a task each; nothing of another.
#[cfg(feature = "logs")]
pub(crate) fn result<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Option<Table<'a>> {
    let made = mteb::of_task(root, lines).or_else(|| swe_bench::instance(root, lines))?;
    made.ok()
}

/// The records of JSON lines that a tool wrote; nothing where no tool is known by them.
///
/// # Errors
/// When a tool's lines do not say what the scores are.
pub(crate) fn lines<'a>(records: &[Record<'a>], file: &str) -> Option<Result<Table<'a>, Error>> {
    let of = |tool: &'static str, made: Read<'a>| Some((tool, made?));
    let (tool, made) = of("OpenAI evals", openai_evals::read(records).map(Ok))
        .or_else(|| of("MT-bench", mt_bench::read(records).map(Ok)))
        .or_else(|| of("Arena-Hard", arena_hard::read(records).map(Ok)))
        .or_else(|| of("BFCL", bfcl::read(records)))?;
    Some(name_tool(tool, made, file))
}

/// Adds the name of the tool to its table.
fn name_tool<'a>(
    tool: &str,
    made: Result<Table<'a>, (String, String)>,
    file: &str,
) -> Result<Table<'a>, Error> {
    match made {
        Ok(table) => Ok(Table {
            said: Some(said(tool, table.said.as_deref())),
            ..table
        }),
        Err((found, hint)) => Err(Error::NoTable {
            path: file.to_owned(),
            found,
            hint,
        }),
    }
}

/// The records of lines that are no JSON, which a tool wrote; nothing where no tool is known by them.
pub(crate) fn text<'a>(text: &'a [u8], file: &str) -> Option<Table<'a>> {
    let of = |tool: &'static str, table: Option<Table<'a>>| Some((tool, table?));
    #[cfg(feature = "logs")]
    let junit = of("JUnit", junit::read(text));
    #[cfg(not(feature = "logs"))]
    let junit = None;
    let found = junit
        .or_else(|| of(KALDI, kaldi::read(text)))
        .or_else(|| of("icefall", icefall::read(text)))
        .or_else(|| of("ROUGE-1.5.5", rouge155::read(text)))
        .or_else(|| of("WMT's MQM", mqm::read(text)))
        .or_else(|| of("mt-metrics-eval", seg_score::read(text, file)))
        .or_else(|| of("ir_measures", ir_measures::read(text)));
    let Some((tool, table)) = found else {
        return pairs::read(text);
    };
    Some(Table {
        said: Some(said(tool, table.said.as_deref())),
        ..table
    })
}

/// Reads lines whose texts have names, `FILE:hyp`; returns `None` if no tool writes such lines.
pub(crate) fn named_texts(text: &[u8]) -> Option<Table<'_>> {
    let (tool, table) = kaldi::read(text)
        .map(|table| (KALDI, table))
        .or_else(|| Some(("icefall", icefall::read(text)?)))?;
    Some(Table {
        said: Some(said(tool, None)),
        ..table
    })
}

const KALDI: &str = "Kaldi's per_utt";

fn said(tool: &str, more: Option<&str>) -> String {
    more.map_or_else(
        || format!("recognised as {tool} results"),
        |more| format!("recognised as {tool} results: {more}"),
    )
}
