//! Outputs, references and options that nobody wants: exit 1 or 2, one error that says where, what was expected and what
//! to do. The snapshots are to be read aloud: name, command, what it says.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use insta::assert_snapshot;

use crate::support::Folder;

/// Files that can be scored against each other.
const GOOD: &[(&str, &str)] = &[
    ("gold.txt", "a\nb\na\n"),
    ("sys.txt", "a\nb\nb\n"),
    ("gold.conll", "Ada B-PER\nsang O\n\nLyon B-LOC\n"),
    ("sys.conll", "Ada B-PER\nsang O\n\nLyon O\n"),
    ("ref.txt", "the cat sat\nit rained\n"),
    ("hyp.txt", "the cat sat\nit snowed\n"),
    (
        "gold.conllu",
        "1\tdogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n",
    ),
    (
        "sys.conllu",
        "1\tdogs\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n",
    ),
    ("qrels.txt", "1 0 d1 1\n1 0 d2 0\n2 0 d3 2\n"),
    (
        "good.run",
        "1 Q0 d1 1 2.5 r\n1 Q0 d2 2 1.5 r\n2 Q0 d3 1 0.5 r\n",
    ),
    ("counts.csv", "id,tp,fp,fn\nx,1,0,1\ny,2,1,0\n"),
    ("labels.csv", "id,gold,s\n1,a,a\n2,b,a\n"),
];

const F1: &str = "score {} --gold gold.txt --metric f1 --average macro";
const SPANS: &str = "score {} --gold gold.conll --metric span-f1";
const BLEU: &str = "score {} --ref ref.txt --metric bleu";
const LAS: &str = "score {} --gold gold.conllu --metric las";
const NDCG: &str = "score {} --qrels qrels.txt --metric ndcg@10";
const FORMULA: &str =
    "score {} --metric formula --columns tp,fp,fn --formula 'tp/(tp+0.5*(fp+fn))'";
const TABLE: &str = "score {} --gold labels.csv:gold --id id --metric f1 --average macro";

/// A name, a file beside the good ones, and a command.
type Case<'a> = (&'a str, Option<(&'a str, &'a [u8])>, &'a str);

/// What a command says.
fn line((name, file, command): &Case) -> String {
    let folder = Folder::with(GOOD);
    if let Some((file, content)) = file {
        folder.put(file, content);
    }
    let ran = folder.restrap(command);
    assert!(
        matches!(ran.code, Some(1 | 2)) && ran.out.is_empty(),
        "{name}: {ran}"
    );
    ran.error();
    let said = ran.err.trim_end().replace('\n', "\n      ");
    format!(
        "{name}\n  $ restrap {command}\n  [{}] {said}",
        ran.code.unwrap_or_default()
    )
}

/// One line a case.
fn lines(cases: &[Case]) -> Vec<String> {
    cases.iter().map(line).collect()
}

/// The same for files with this content, which stand for `{}` in the command: name, file, content, further options.
fn told(command: &str, cases: &[(&str, &str, &[u8], &str)]) -> Vec<String> {
    let told = cases.iter().map(|(name, file, content, more)| {
        let command = format!("{} {more}", command.replace("{}", file));
        let path = file.split(':').next().unwrap_or_default();
        line(&(name, Some((path, *content)), command.trim_end()))
    });
    told.collect()
}

#[test]
fn labels_that_cannot_be_scored() {
    let mut said = told(
        F1,
        &[
            ("empty", "bad.txt", b"", ""),
            ("a label short", "bad.txt", b"a\nb\n", ""),
            ("an empty line", "bad.txt", b"a\n\na\n", ""),
            ("UTF-16", "bad.txt", b"\xff\xfea\0\n\0b\0\n\0a\0\n\0", ""),
            ("not UTF-8", "bad.txt", b"a\n\xff\na\n", ""),
            ("zstd, cut off", "bad.txt.zst", b"(\xb5/\xfd\x04XI", ""),
        ],
    );
    said.extend(told(
        TABLE,
        &[
            ("ids that differ", "bad.csv:s", b"id,s\n1,a\n3,a\n", ""),
            ("an id twice", "bad.csv:s", b"id,s\n1,a\n1,a\n", ""),
            ("a field short", "bad.csv:s", b"id,s\n1,a\n2\n", ""),
            (
                "JSON lines, a field missing",
                "bad.jsonl:s",
                b"{\"id\":1,\"s\":\"a\"}\n{\"id\":2}\n",
                "",
            ),
            (
                "JSON lines, cut off",
                "bad.jsonl:s",
                b"{\"id\":1,\"s\":\"a\"}\n{\"id\":2,\"s\":",
                "",
            ),
        ],
    ));
    said.extend(lines(&[
        (
            "a table without a column",
            None,
            "score labels.csv --gold labels.csv:gold --metric f1 --average macro",
        ),
        (
            "no such column",
            None,
            "score labels.csv:pred --gold labels.csv:gold --metric f1 --average macro",
        ),
    ]));
    assert_snapshot!(said.join("\n"));
}

#[test]
fn tags_that_cannot_be_scored() {
    let mut said = told(
        SPANS,
        &[
            ("empty", "bad.conll", b"", ""),
            (
                "a tag of no scheme",
                "bad.conll",
                b"Ada X-PER\nsang O\n\nLyon B-LOC\n",
                "",
            ),
            (
                "inside without beginning, strict",
                "bad.conll",
                b"Ada I-PER\nsang O\n\nLyon L-LOC\n",
                "--scheme iob2",
            ),
            (
                "a column short",
                "bad.conll",
                b"Ada B-PER\nsang\n\nLyon B-LOC\n",
                "",
            ),
            (
                "a token short",
                "bad.conll",
                b"Ada B-PER\n\nLyon B-LOC\n",
                "",
            ),
            ("a sentence short", "bad.conll", b"Ada B-PER\nsang O\n", ""),
        ],
    );
    said.extend(lines(&[
        (
            "no such column number",
            None,
            "score sys.conll:5 --gold gold.conll --metric span-f1",
        ),
        (
            "no such column name",
            None,
            "score sys.conll:flair --gold gold.conll --metric span-f1",
        ),
        (
            "documents that are not marked",
            None,
            "score sys.conll --gold gold.conll --metric span-f1 --unit document",
        ),
        (
            "a type that nothing has",
            None,
            "score sys.conll --gold gold.conll --metric span-f1 --positive MISC",
        ),
    ]));
    assert_snapshot!(said.join("\n"));
}

#[test]
fn segments_that_cannot_be_scored() {
    let mut said = told(
        BLEU,
        &[
            ("empty", "bad.txt", b"", ""),
            ("a segment short", "bad.txt", b"the cat sat\n", ""),
            (
                "UTF-16",
                "bad.txt",
                b"\xff\xfet\0h\0e\0 \0c\0a\0t\0 \0s\0a\0t\0\n\0i\0t\0 \0s\0n\0o\0w\0e\0d\0\n\0",
                "",
            ),
            ("not UTF-8", "bad.txt", b"the cat sat\nit sn\xe9wed\n", ""),
        ],
    );
    said.extend(lines(&[
        (
            "a second reference a segment long",
            Some(("more.txt", b"x\ny\nz\n")),
            "score hyp.txt --ref ref.txt --metric bleu --ref more.txt",
        ),
        (
            "no such reference",
            None,
            "score hyp.txt --ref refs.txt --metric bleu",
        ),
        ("a folder", None, "score . --ref ref.txt --metric bleu"),
        (
            "an unknown tokenizer",
            None,
            "score hyp.txt --ref ref.txt --metric bleu --tokenize moses",
        ),
        (
            "smoothing by nothing",
            None,
            "score hyp.txt --ref ref.txt --metric bleu --smooth add-k:0",
        ),
        (
            "an order of 0",
            None,
            "score hyp.txt --ref ref.txt --metric chrf --char-order 0",
        ),
        (
            "WER with two references",
            None,
            "score hyp.txt --ref ref.txt --ref ref.txt --metric wer",
        ),
    ]));
    assert_snapshot!(said.join("\n"));
}

#[test]
fn trees_that_cannot_be_scored() {
    let said = told(
        LAS,
        &[
            ("empty", "bad.conllu", b"", ""),
            ("spaces for tabs", "bad.conllu", b"1 dogs _ NOUN _ _ 2 nsubj _ _\n\n", ""),
            (
                "a head that is no number",
                "bad.conllu",
                b"1\tdogs\t_\tNOUN\t_\t_\tx\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n",
                "",
            ),
            (
                "a head beyond the sentence",
                "bad.conllu",
                b"1\tdogs\t_\tNOUN\t_\t_\t7\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n",
                "",
            ),
            (
                "other words",
                "bad.conllu",
                b"1\tcats\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n",
                "",
            ),
            ("a word short", "bad.conllu", b"1\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n", ""),
            (
                "ids out of order",
                "bad.conllu",
                b"2\tdogs\t_\tNOUN\t_\t_\t0\troot\t_\t_\n1\tbark\t_\tVERB\t_\t_\t2\tobj\t_\t_\n\n",
                "",
            ),
        ],
    );
    assert_snapshot!(said.join("\n"));
}

#[test]
fn runs_and_judgements_that_cannot_be_scored() {
    let mut said = told(
        NDCG,
        &[
            ("an empty run", "bad.run", b"", ""),
            ("a field short", "bad.run", b"1 Q0 d1 1 2.5\n", ""),
            (
                "a score that is no number",
                "bad.run",
                b"1 Q0 d1 1 high r\n",
                "",
            ),
            (
                "a score that is not finite",
                "bad.run",
                b"1 Q0 d1 1 nan r\n",
                "",
            ),
            (
                "a document twice",
                "bad.run",
                b"1 Q0 d1 1 2.5 r\n1 Q0 d1 2 1.5 r\n",
                "",
            ),
            ("no judged query", "bad.run", b"7 Q0 d1 1 2.5 r\n", ""),
            (
                "equal scores refused",
                "bad.run",
                b"1 Q0 d1 1 2.5 r\n1 Q0 d2 2 2.5 r\n",
                "--run-ties error",
            ),
            ("zstd, cut off", "bad.run.zst", b"(\xb5/\xfd\x04XI\0\0", ""),
        ],
    );
    said.extend(lines(&[
        (
            "judgements for a run",
            None,
            "score qrels.txt --qrels qrels.txt --metric ndcg@10",
        ),
        (
            "a run for judgements",
            None,
            "score good.run --qrels good.run --metric ndcg@10",
        ),
        (
            "a grade that is no number",
            Some(("bad.qrels", b"1 0 d1 yes\n")),
            "score good.run --qrels bad.qrels --metric ndcg@10",
        ),
        (
            "a document judged twice",
            Some(("bad.qrels", b"1 0 d1 1\n1 0 d1 0\n")),
            "score good.run --qrels bad.qrels --metric ndcg@10",
        ),
        (
            "no cut-off",
            None,
            "score good.run --qrels qrels.txt --metric p",
        ),
        (
            "a cut-off of 0",
            None,
            "score good.run --qrels qrels.txt --metric ndcg@0",
        ),
    ]));
    assert_snapshot!(said.join("\n"));
}

#[test]
fn counts_and_formulas_that_cannot_be_scored() {
    let mut said = told(
        FORMULA,
        &[
            (
                "a count that is a word",
                "bad.csv",
                b"id,tp,fp,fn\nx,none?,0,1\n",
                "",
            ),
            (
                "a count too large",
                "bad.csv",
                b"id,tp,fp,fn\nx,99999999999999999999,0,1\n",
                "",
            ),
        ],
    );
    said.extend(lines(&[
        (
            "a column that is not there",
            None,
            "score counts.csv --columns tp,tn --formula tp/tn",
        ),
        (
            "a name that is no column",
            None,
            "score counts.csv --columns tp,fp --formula 'tp/(tp+fn)'",
        ),
        (
            "a bracket short",
            None,
            "score counts.csv --columns tp,fp --formula 'tp/(tp+fp'",
        ),
        (
            "an unknown function",
            None,
            "score counts.csv --columns tp,fp --formula 'f1(tp,fp)'",
        ),
        (
            "columns alone",
            None,
            "score counts.csv --columns tp,fp --metric formula",
        ),
        (
            "a ratio of nothing",
            None,
            "score counts.csv --metric ratio:tp",
        ),
        (
            "two tables of unequal length",
            Some(("bad.csv", b"id,tp,fp,fn\nx,1,0,1\n")),
            "compare counts.csv bad.csv --metric ratio:tp/fp",
        ),
        (
            "an id twice",
            Some(("bad.csv", b"id,tp,fp,fn\nx,1,0,1\nx,1,0,1\n")),
            "compare counts.csv bad.csv --metric ratio:tp/fp --id id",
        ),
    ]));
    assert_snapshot!(said.join("\n"));
}

#[test]
fn options_that_do_not_belong_to_the_metric() {
    let mut said = Vec::new();
    said.extend(lines(&[
        ("a misspelt metric", None, "score hyp.txt --ref ref.txt --metric blue"),
        ("a metric that no one has", None, "score hyp.txt --ref ref.txt --metric bertscore"),
        ("no gold", None, "score sys.txt --metric f1"),
        ("no reference", None, "score hyp.txt --metric bleu"),
        ("no judgements", None, "score good.run --metric ndcg@10"),
        ("gold for translations", None, "score hyp.txt --gold ref.txt --metric bleu"),
        ("gold without a metric", None, "compare sys.txt gold.txt --gold gold.txt"),
        ("score without a metric", None, "score sys.txt"),
        ("F1 without an average", None, "score sys.txt --gold gold.txt --metric f1"),
        ("an unknown average", None, "score sys.txt --gold gold.txt --metric f1 --average mean"),
        (
            "a positive label that nothing has",
            None,
            "score sys.txt --gold gold.txt --metric f1 --positive yes",
        ),
        ("filters of lines", None, "score hyp.txt --ref ref.txt --metric bleu --where id=1"),
        (
            "a long table of labels",
            None,
            "score labels.csv:s --gold labels.csv:gold --metric f1 --average macro --long system=a,item=id,score=s",
        ),
        ("a t-test of BLEU", None, "compare hyp.txt ref.txt --ref ref.txt --metric bleu --test t"),
        (
            "an interval that BLEU does not have",
            None,
            "compare hyp.txt ref.txt --ref ref.txt --metric bleu --interval tango",
        ),
        ("BLEU by items", None, "compare hyp.txt ref.txt --ref ref.txt --metric bleu --unpaired --cluster qrels.txt"),
        ("BLEU by kind", None, "compare hyp.txt ref.txt --ref ref.txt --metric bleu --by kind"),
        ("one file for two systems", None, "score hyp.txt ref.txt --ref ref.txt --metric bleu --out x.csv"),
        ("an unknown format to write", None, "score hyp.txt --ref ref.txt --metric bleu --out x.xlsx"),
        ("a folder that is not there", None, "score hyp.txt --ref ref.txt --metric bleu --out no/x.csv"),
        ("one system to compare", None, "compare hyp.txt --ref ref.txt --metric bleu"),
    ]));
    assert_snapshot!(said.join("\n"));
}

/// The first `keep` bytes of these lines, packed.
fn cut_off(text: &str, keep: usize) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes()).expect("memory");
    let mut packed = packed.finish().expect("memory");
    assert!(packed.len() > keep, "nothing is cut off");
    packed.truncate(keep);
    packed
}

#[test]
fn packed_files_that_were_cut_off() {
    let labels = cut_off(&"a\nb\nb\n".repeat(200), 20);
    let segments = cut_off(&"the cat sat\n".repeat(200), 30);
    let run = cut_off(&"1 Q0 d1 1 2.5 r\n".repeat(200), 30);
    let mut said = told(F1, &[("labels", "bad.txt.gz", &labels, "")]);
    said.extend(told(BLEU, &[("segments", "bad.txt.gz", &segments, "")]));
    said.extend(told(NDCG, &[("a run", "bad.run.gz", &run, "")]));
    assert_snapshot!(said.join("\n"));
}

#[test]
fn lines_longer_than_any_output_has() {
    let long = "x".repeat(3 << 20);
    let words = "the ".repeat(5000);
    let tag = format!("Ada X-{}\n", "P".repeat(1 << 19));
    let mut said = told(F1, &[("a label of 3 MiB", "bad.txt", long.as_bytes(), "")]);
    said.extend(told(
        BLEU,
        &[("a segment of 3 MiB", "bad.txt", long.as_bytes(), "")],
    ));
    said.extend(told(
        SPANS,
        &[("a tag of half a MiB", "bad.conll", tag.as_bytes(), "")],
    ));
    let line = format!("1 0 {long}\n");
    said.extend(told(
        NDCG,
        &[("a field of 3 MiB", "bad.run", line.as_bytes(), "")],
    ));
    let segments = format!("{words}\nit rained\n");
    let command = "score {} --ref bad.txt --metric ter";
    said.extend(told(
        command,
        &[("5,000 words for TER", "bad.txt", segments.as_bytes(), "")],
    ));
    assert_snapshot!(said.join("\n"));
}
