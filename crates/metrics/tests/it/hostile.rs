//! Inputs that are not what they should be: one clear error with its place, never a panic.

use restrap_metrics::counts::Formula;
use restrap_metrics::labels::{Average, Measure};
use restrap_metrics::rankings::{Measure as IrMeasure, Qrels, Ties, evaluate, evaluate_stream};
use restrap_metrics::spans::{Column, Scheme, SpanF, Spans, Unit, types};
use restrap_metrics::text::{
    Bleu, BleuOptions, Chrf, ChrfOptions, ErrorRate, Rouge, RougeKind, Segments, Ter, TerOptions,
    Tokenizer,
};
use restrap_metrics::trees::{AttachmentOptions, Trees, score_attachment};
use restrap_metrics::{Error, Input, Metric};

const CONLL: &str = "# word gold system\n-DOCSTART- O O\n\nA B-X B-X\nb I-X O\n\nC O B-Y\n";
const TREES: &str = "# x\n1\tA\t_\t_\t_\t_\t2\tdet\t_\t_\n2\tb\t_\t_\t_\t_\t0\troot\t_\t_\n\n";
const QRELS: &str = "q1 0 a 1\nq1 0 b 0\nq2 0 c 2\n";
const RUN: &str = "q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\nq2 Q0 d 1 1e-3 x\n";
const MARCO: &str = "q1\ta\t1\nq1\tb\t2\nq2\tc\t1\n";
const TEXT: &str = "Na\u{ef}ve 3.5, \u{6771}\u{4eac}!\n\nthe cat &amp; dog's\r\n";

fn input(bytes: &[u8]) -> Input<'_> {
    Input::new("f", bytes)
}

/// A reader and scorer of a format, as the sum of everything that it computes.
type Reader = fn(&[u8]) -> Result<f64, Error>;

fn spans(bytes: &[u8]) -> Result<f64, Error> {
    let mut sum = 0.0;
    for scheme in [Scheme::Lenient, Scheme::Iob1, Scheme::Iob2] {
        let gold = Spans::read(input(bytes), &Column::Number(2), Some(scheme))?;
        let system = Spans::read(input(bytes), &Column::Last, Some(scheme))?;
        for unit in [Unit::Sentence, Unit::Document] {
            let types = types([&gold, &system]);
            let metric = SpanF::new(
                Measure::F { beta: 1.0 },
                Average::Macro,
                &types,
                scheme,
                unit,
            )?;
            sum += metric.finish(&metric.score(&gold, &system)?.sums());
        }
    }
    Ok(sum)
}

fn trees(bytes: &[u8]) -> Result<f64, Error> {
    let gold = Trees::read(input(TREES.as_bytes()))?;
    let sums = score_attachment(
        &gold,
        &Trees::read(input(bytes))?,
        true,
        AttachmentOptions::default(),
    )?
    .sums();
    Ok((sums[0] + sums[1]) as f64)
}

fn qrels(bytes: &[u8]) -> Result<f64, Error> {
    ranked(bytes, RUN.as_bytes())
}

fn run(bytes: &[u8]) -> Result<f64, Error> {
    ranked(QRELS.as_bytes(), bytes)
}

fn ranked(qrels: &[u8], run: &[u8]) -> Result<f64, Error> {
    let qrels = Qrels::read(input(qrels))?;
    let names = [
        "ndcg@10",
        "ndcg(gain=exp)",
        "ap",
        "bpref",
        "rbp",
        "err@5",
        "p@1",
        "rprec",
        "set_f",
        "recall@2",
    ];
    let measures: Vec<IrMeasure> = names
        .iter()
        .map(|name| name.parse().expect("a measure"))
        .collect();
    let whole = evaluate(&qrels, input(run), &measures, Ties::Trec);
    match (
        whole,
        evaluate_stream(&qrels, "f", run, &measures, Ties::Trec),
    ) {
        (Ok(whole), streamed) => {
            assert!(streamed.is_err() || streamed.as_ref() == Ok(&whole));
            Ok((0..measures.len()).map(|at| whole.scores(at).value()).sum())
        }
        (Err(error), Err(_)) => Err(error),
        (Err(error), Ok(_)) => panic!("a stream takes what a file does not: {error}"),
    }
}

fn text(bytes: &[u8]) -> Result<f64, Error> {
    let system = Segments::read(input(bytes))?;
    let references = [Segments::read(input(TEXT.as_bytes()))?, system.clone()];
    let bleu = Bleu::new(
        BleuOptions {
            tokenizer: Tokenizer::Intl,
            ..BleuOptions::default()
        },
        2,
    )?;
    let chrf = Chrf::new(ChrfOptions::plus_plus(), 2)?;
    let ter = Ter::new(
        TerOptions {
            normalized: true,
            asian_support: true,
            ..TerOptions::default()
        },
        2,
    )?;
    let wer = ErrorRate::words(true);
    Ok(bleu.finish(&bleu.score(&references, &system)?.sums())
        + chrf.finish(&chrf.score(&references, &system)?.sums())
        + ter.finish(&ter.score(&references, &system)?.sums())
        + wer.finish(&wer.score(&references[0], &system)?.sums())
        + Rouge::new(RougeKind::L, Measure::Recall)?
            .score(&references, &system)?
            .value())
}

fn formula(bytes: &[u8]) -> Result<f64, Error> {
    let text = String::from_utf8_lossy(bytes);
    Ok(Formula::new(&["tp", "fp"], &text)?.finish(&[3, 0]))
}

fn measure(bytes: &[u8]) -> Result<f64, Error> {
    String::from_utf8_lossy(bytes)
        .parse::<IrMeasure>()
        .map(|_| 0.0)
}

const VALID: [(&str, Reader, &str); 8] = [
    ("spans", spans, CONLL),
    ("trees", trees, TREES),
    ("qrels", qrels, QRELS),
    ("run", run, RUN),
    ("marco", run, MARCO),
    ("text", text, TEXT),
    ("formula", formula, "tp/(tp+0.5*(fp+sqrt(tp)))"),
    ("measure", measure, "ndcg(gain=exp)@10"),
];

/// A finite value, or an error that says something, on few lines and without control characters.
fn is_sound(outcome: &Result<f64, Error>) -> bool {
    match outcome {
        Ok(value) => value.is_finite(),
        Err(error) => {
            let message = error.to_string();
            let plain = |c: char| c == '\n' || !c.is_control();
            (message.contains("expected") || message.contains("no column"))
                && message.chars().all(plain)
                && message.lines().count() <= 3
                && message.len() < 2000
                && error.hint().is_none_or(|hint| !hint.is_empty())
        }
    }
}

#[test]
fn the_small_files_are_valid() {
    for (name, read, text) in VALID {
        assert!(
            read(text.as_bytes()).is_ok(),
            "{name}: {:?}",
            read(text.as_bytes())
        );
    }
}

#[test]
fn no_prefix_panics() {
    let mut prefixes = 0;
    for (name, read, text) in VALID {
        for end in 0..text.len() {
            let outcome = read(&text.as_bytes()[..end]);
            assert!(is_sound(&outcome), "{name}: {end} bytes: {outcome:?}");
            prefixes += 1;
        }
    }
    println!("{prefixes} prefixes of {} formats", VALID.len());
}

#[test]
fn no_changed_byte_panics() {
    let values = [
        0, 9, 10, 13, b' ', b'"', b'#', b',', b'-', b'.', b'0', b'9', b'B', b'e', b'|', 0x80, 0xc3,
        0xff,
    ];
    for (name, read, text) in VALID {
        for at in 0..text.len() {
            for value in values {
                let mut changed = text.as_bytes().to_vec();
                changed[at] = value;
                let outcome = read(&changed);
                assert!(
                    is_sound(&outcome),
                    "{name}: byte {at} = {value}: {outcome:?}"
                );
            }
        }
    }
}

#[test]
fn hostile_inputs_are_refused_with_their_place() {
    let mut wrong = Vec::new();
    for (format, text, want) in HOSTILE {
        let (_, read, _) = VALID
            .iter()
            .find(|(name, ..)| name == format)
            .expect("a format");
        let got = read(text.as_bytes());
        let message = got
            .as_ref()
            .map_or_else(ToString::to_string, |value| format!("the value {value}"));
        if message != *want || !is_sound(&got) {
            wrong.push(format!(
                "{format} {text:?}\n  want {want}\n  got  {message}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}\n{}",
        wrong.len(),
        HOSTILE.len(),
        wrong.join("\n")
    );
    assert!(HOSTILE.len() >= 40);
}

/// Format, content, message.
const HOSTILE: &[(&str, &str, &str)] = &[
    (
        "spans",
        "A B-X B-X\nb I-X\n",
        "f:2: expected 3 columns as in the first token, found 2 columns",
    ),
    (
        "spans",
        "A B-X Q-X\n",
        "f:1:7: expected a tag of the scheme lenient: O, or B, I, E, S, L or U with a type, as in I-PER, found `Q-X`",
    ),
    (
        "spans",
        "A B-X O-X\n",
        "f:1:7: expected a tag of the scheme lenient: O, or B, I, E, S, L or U with a type, as in I-PER, found `O-X`",
    ),
    (
        "spans",
        "A BX BX\n",
        "f:1:3: expected a tag of the scheme lenient: O, or B, I, E, S, L or U with a type, as in I-PER, found `BX`",
    ),
    ("spans", "A\n", "f:1: expected a column 2, found 1 column"),
    (
        "spans",
        "A S-X S-X\n",
        "f:1: expected lines `-DOCSTART-` before every document, found none",
    ),
    (
        "spans",
        "A B-X B-X\n",
        "f:1: expected lines `-DOCSTART-` before every document, found none",
    ),
    (
        "spans",
        "A O O\n-DOCSTART- O O\nB O O\n",
        "f:1: expected lines `-DOCSTART-` before every document, found sentences before the first, or none behind the last",
    ),
    (
        "spans",
        "\n\n",
        "f:1: expected tokens, found only comments or blank lines",
    ),
    (
        "trees",
        "1 A _ _ _ _ 2 det _ _\n",
        "f:1: expected 10 columns separated by tabs (CoNLL-U), found 1 column",
    ),
    (
        "trees",
        "1\tA\t_\t_\t_\t_\t-1\tdet\t_\t_\n",
        "f:1:13: expected the number of a head, or 0 for the root, found `-1`",
    ),
    (
        "trees",
        "1\tA\t_\t_\t_\t_\t9\tdet\t_\t_\n",
        "f:1: expected a head from 0 to 1, the words of the sentence, found 9",
    ),
    (
        "trees",
        "2\tA\t_\t_\t_\t_\t0\tdet\t_\t_\n",
        "f:1:1: expected word number 1, found `2`",
    ),
    (
        "trees",
        "1\tA\t_\t_\t_\t_\t0\troot\t_\t_\n",
        "f:1: expected a sentence of 2 words, as at f:2, found 1 word",
    ),
    (
        "trees",
        "1\tA\t_\t_\t_\t_\t0\t\t_\t_\n",
        "f:1:15: expected a relation, found ``",
    ),
    (
        "trees",
        "1\tZ\t_\t_\t_\t_\t0\troot\t_\t_\n2\tb\t_\t_\t_\t_\t1\tx\t_\t_\n",
        "f:1: expected the word `A`, as at f:2, found `Z`",
    ),
    (
        "qrels",
        "q1 0 a\n",
        "f:1: expected 4 fields, `query iteration document grade`, found 3 fields: `q1 0 a`",
    ),
    (
        "qrels",
        "q1 0 a 1 x\n",
        "f:1: expected 4 fields, `query iteration document grade`, found 5 fields: `q1 0 a 1 x`",
    ),
    (
        "qrels",
        "q1 0 a 1.5\n",
        "f:1:8: expected an integer grade, found `1.5`",
    ),
    (
        "qrels",
        "q1 0 a 99999999999\n",
        "f:1:8: expected an integer grade, found `99999999999`",
    ),
    (
        "qrels",
        "q1 0 a 1\nq1 0 a 0\n",
        "f:2:6: expected each document of a query once, found `a` again",
    ),
    (
        "qrels",
        "q9 0 a 1\n",
        "f: expected queries of f, such as `q9`, found none of them, but `q1`",
    ),
    (
        "qrels",
        "q1 0 a 5\n",
        "expected grades up to 4 for err@5, found grade 5 for query `q1` in f",
    ),
    (
        "qrels",
        "# nothing\n",
        "f:1: expected judgements, found only comments or blank lines",
    ),
    (
        "run",
        "q1 Q0 a 1 0.5\n",
        "f:1: expected 6 fields, `query Q0 document rank score tag`, or 3, `query document rank`, found 5 fields: `q1 Q0 a 1 0.5`",
    ),
    (
        "run",
        "q1 Q0 a 1 nan x\n",
        "f:1:11: expected a number as score, found `nan`",
    ),
    (
        "run",
        "q1 Q0 a 1 0,5 x\n",
        "f:1:11: expected a number as score, found `0,5`",
    ),
    (
        "run",
        "q1 Q0 a 1 0.5 x\nq1 Q0 a 2 0.4 x\n",
        "f:2: expected each document of a query once, found `a` again, first on line 1",
    ),
    (
        "run",
        "q1 Q0 a 1 0.5 x\nq1 b 2\n",
        "f:2: expected 6 fields, `query Q0 document rank score tag`, found 3 fields: `q1 b 2`",
    ),
    (
        "run",
        "q9 Q0 a 1 0.5 x\n",
        "f: expected queries of f, such as `q1`, found none of them, but `q9`",
    ),
    (
        "run",
        "\n \n",
        "f:1: expected a run, found only blank lines",
    ),
    (
        "marco",
        "q1\ta\tfirst\n",
        "f:1:6: expected a rank from 0 to 16777216, found `first`",
    ),
    (
        "marco",
        "q1\ta\t-1\n",
        "f:1:6: expected a rank from 0 to 16777216, found `-1`",
    ),
    (
        "marco",
        "q1\ta\t99999999\n",
        "f:1:6: expected a rank from 0 to 16777216, found `99999999`",
    ),
    (
        "text",
        "one line\n",
        "expected as many segments in f as in f, found 1 and 3",
    ),
    (
        "text",
        "",
        "f: expected one segment per line, found an empty file",
    ),
    (
        "formula",
        "tp/(tp+fm)",
        "formula:8: expected a column: `tp`, `fp`, found `fm`\n  tp/(tp+fm)\n         ^",
    ),
    (
        "formula",
        "(tp",
        "formula:1: expected a bracket that is closed, found no `)` behind this one\n  (tp\n  ^",
    ),
    (
        "formula",
        "tp;fp",
        "formula:3: expected an operator or the end, found `;`\n  tp;fp\n    ^",
    ),
    (
        "measure",
        "ndgc@10",
        "expected a metric such as ndcg@10, found `ndgc@10`",
    ),
    ("measure", "p", "expected a rank, such as p@10, found `p`"),
];
