//! Every error that a user can meet, provoked and shown: read the snapshots aloud.
//!
//! Each row names a variant of an error type. A variant that no row provokes has to stand among those that no command line
//! reaches, with the reason; new variants fail until they stand in one of the two.

use std::fmt::Write;

use insta::assert_snapshot;

use crate::support::{Folder, lines};

/// Where variants are defined: a name, the type, the source.
const TYPES: [(&str, &str, &str); 8] = [
    (
        "items",
        "Question",
        include_str!("../../crates/io/src/error/question.rs"),
    ),
    (
        "io",
        "Error",
        include_str!("../../crates/io/src/error/mod.rs"),
    ),
    (
        "fault",
        "FaultKind",
        include_str!("../../crates/io/src/error/kind.rs"),
    ),
    (
        "npy",
        "NpyProblem",
        include_str!("../../crates/io/src/error/npy.rs"),
    ),
    (
        "restrap",
        "Error",
        include_str!("../../crates/restrap/src/error.rs"),
    ),
    (
        "grid",
        "GridError",
        include_str!("../../crates/core/src/grid/encode.rs"),
    ),
    (
        "engine",
        "EngineError",
        include_str!("../../crates/engine/src/error.rs"),
    ),
    (
        "stats",
        "StatsError",
        include_str!("../../crates/stats/src/error.rs"),
    ),
];

/// The commands that provoke an error.
pub fn provoked() -> impl Iterator<Item = &'static str> {
    PROVOKED.iter().map(|(_, line)| *line)
}

/// What no command line reaches, and why.
const ELSEWHERE: [(&str, &str); 26] = [
    (
        "stats::Unresolved",
        "a law that is not known well enough: its quantiles are drawn",
    ),
    ("io::NoSystems", "the arguments ask for one"),
    ("io::Memory", "memory that is not there"),
    (
        "io::Changed",
        "a file that changes under the reader: tests of the reader",
    ),
    (
        "io::Unbuilt",
        "a build that leaves a feature out: scripts/features",
    ),
    (
        "io::OtherNumbers",
        "a machine that stops between two renames: tests of the reader",
    ),
    ("io::Npy", "under npy"),
    ("io::Value", "under fault"),
    ("restrap::Empty", "the reader says it first"),
    ("restrap::NonFinite", "the reader says it first"),
    ("restrap::Grid", "under grid"),
    ("restrap::Engine", "under engine"),
    ("restrap::Stats", "under stats"),
    ("restrap::Interrupted", "Ctrl-C: tests of exit codes"),
    ("stats::LengthMismatch", "the reader says it first"),
    ("stats::NonFinite", "the reader says it first"),
    ("stats::BadShare", "the arguments ask for shares"),
    ("stats::PartExceedsWhole", "the arguments ask for K of N"),
    ("stats::NotBinary", "restrap says it first"),
    (
        "stats::NotPositive",
        "the arguments ask for numbers above 0",
    ),
    (
        "stats::OutOfOrder",
        "the arguments ask for the smaller end first",
    ),
    ("stats::NoSpread", "a note of the margin test says it"),
    ("stats::Negative", "the arguments ask for numbers above 0"),
    (
        "stats::UnequalAnswers",
        "told in the words of the file: tests of runs",
    ),
    (
        "stats::Unbeaten",
        "told in the words of votes: tests of votes",
    ),
    (
        "io::ColumnType",
        "a Parquet file with lists: tests of the reader",
    ),
];

/// A variant and what provokes it.
const PROVOKED: [(&str, &str); 151] = [
    ("io::Asked", "compare leaderboard.csv"),
    ("io::BadWords", "compare t.csv --words yes"),
    ("io::OneHasIds", "compare t2.csv:f1 c2.txt"),
    ("io::OtherItems", "compare a.txt b.txt --cluster tiny.txt"),
    ("io::NoGroup", "compare gap.csv:base gap.csv:new --by kind"),
    (
        "io::GroupsDiffer",
        "compare gap.csv:base classes.csv:new --id id --by kind",
    ),
    ("items::Labels", "compare yesno.csv:base yesno.csv:new"),
    (
        "items::CountedRows",
        "compare questions1.csv:f1 questions2.csv:f1 --id id",
    ),
    ("items::MissingValue", "compare sentinel.csv"),
    ("items::Counts", "compare counted.csv"),
    (
        "io::Counts",
        "compare counted.csv:base counted.csv:new --count new",
    ),
    ("items::Scales", "compare share.csv:acc percent.csv:acc"),
    ("items::OnlySums", "compare only-sums.csv"),
    ("items::PerhapsSum", "compare overall.csv"),
    ("items::OnlyMetrics", "compare metrics.csv"),
    ("items::Steps", "compare steps.csv"),
    ("items::SystemsInRows", "compare leaderboard.csv"),
    (
        "items::Markup",
        "compare said.trn heard.trn --ref talk.trn --metric wer",
    ),
    ("items::Candidates", "rank search.csv"),
    (
        "items::NoLabelOfGold",
        "compare spelled.csv:base spelled.csv:new --gold spelled.csv:gold --metric accuracy",
    ),
    (
        "items::Sets",
        "compare bad-sets.csv:base bad-sets.csv:new --gold bad-sets.csv:gold --metric f1 --average micro --multi-label",
    ),
    (
        "items::NoWorst",
        "compare losses1.csv:loss losses2.csv:loss --id item --missing worst",
    ),
    (
        "items::Paths",
        "compare 'base=globs/base/*.txt' 'new=globs/far/*.txt'",
    ),
    (
        "items::PathsLack",
        "compare 'base=globs/base/*.txt' 'new=globs/new/*.txt'",
    ),
    ("io::RightAnswers", "compare golden.csv"),
    ("io::Votes", "compare battles.csv"),
    (
        "io::SomeIds",
        "compare kaldi.txt some-ids.txt --ref kaldi.txt --metric wer",
    ),
    ("io::WhichSystems", "compare quantities.csv"),
    (
        "io::UnknownExtension",
        "compare a.txt b.txt --replicates r.foo --exact never --resamples 10",
    ),
    ("io::OutputIsLinked", "ci a.txt --json=linked.txt"),
    ("io::Io", "ci /proc/self/mem"),
    (
        "io::BadUnseen",
        "compare t.csv --unseen words.txt --by unseen",
    ),
    (
        "io::NoTokens",
        "compare t.csv --id id --unseen blank.csv:id --by unseen",
    ),
    (
        "restrap::Unfit",
        "compare a.txt b.txt --report-methods --json",
    ),
    (
        "restrap::Undefined",
        "compare counts.csv other=counts.csv --id id --columns tp,fp --formula fp/tp",
    ),
    (
        "restrap::LengthMismatch",
        "compare --scores a=1,2,3 --scores b=1,2 --over folds",
    ),
    ("engine::Foreign", "merge one.part other.part"),
    (
        "engine::Unwritten",
        "compare a.txt b.txt --checkpoint a.txt --exact never --resamples 2000",
    ),
    (
        "stats::NoFiniteStrengths",
        "rank ties.csv --votes left=left,right=right,winner=winner",
    ),
    ("io::EmptyPart", "compare x= b.txt"),
    ("io::StandardInputTwice", "compare - -"),
    ("io::Write", "generate graded nowhere/a.txt nowhere/b.txt"),
    ("io::OutputIsInput", "ci b.txt --json=b.txt"),
    ("io::OutputTwice", "generate graded x.txt ./x.txt"),
    (
        "io::OutputLeaves",
        "score ../a=a.txt --gold b.txt --metric accuracy --out '{}.csv'",
    ),
    (
        "io::TooLarge",
        "inspect /dev/zero --input-format npy --memory 20MiB",
    ),
    ("io::Scores", "ci many-ones.txt --memory 16MiB"),
    ("io::BadFilter", "compare t.csv --where id"),
    ("io::BadGlob", "compare t.csv --systems ["),
    ("io::NoSuchColumn", "compare t.csv:f2 t.csv:em"),
    ("io::AmbiguousColumn", "compare twice.csv:f1 a.txt"),
    ("io::NoColumns", "compare a.txt:f1 b.txt"),
    ("io::NoColumns", "compare a.txt b.txt --id id"),
    ("io::OneName", "compare x=t.csv a.txt"),
    ("io::SameName", "compare x=a.txt x=b.txt"),
    ("io::NoSuchSystem", "compare t.csv --id id --baseline nope"),
    ("io::NothingPicked", "compare t.csv --id id --systems zzz*"),
    ("io::NothingToPick", "compare a.txt b.txt --systems f*"),
    ("io::NotFound", "compare a.txt bb.txt"),
    ("io::NotFound", "compare a.txt elsewhere/scores"),
    ("io::Folder", "compare a.txt runs"),
    ("io::Compressed", "compare a.txt cut.txt.gz"),
    ("io::Unsupported", "compare a.txt x.zip"),
    ("io::Columnar", "compare a.txt x.parquet"),
    ("io::Log", "ci broken.eval"),
    ("io::BadLong", "compare long.csv --long system=model"),
    ("io::NoMatch", "compare a.txt none/s{seed}.txt"),
    ("io::PathRole", "compare a.txt {sead}{seed}.txt"),
    (
        "io::Sparse",
        "compare long.csv --long system=model,item=item,score=acc",
    ),
    ("io::NoIds", "compare a.txt run"),
    ("io::NoGroups", "compare a.txt b.txt --by kind"),
    ("io::Empty", "compare empty.txt a.txt"),
    ("io::NoNumbers", "compare words.csv"),
    ("io::NoTable", "ci two.json"),
    ("io::NothingKept", "compare t.csv --where id=9"),
    ("io::AllDropped", "compare gaps.csv --missing drop"),
    ("io::Lengths", "compare a.txt c.txt"),
    ("io::Misaligned", "compare t.csv:f1 v.csv:f1"),
    ("io::Unmatched", "compare t.csv:f1 u.csv:f1 --id id"),
    ("io::Doubled", "compare t.csv:f1 d.csv:f1 --id id"),
    (
        "io::NoLabelColumn",
        "score labels.csv --gold labels.csv:gold --metric kappa",
    ),
    ("io::NoMeasure", "compare two.eval.txt two.eval.txt"),
    ("io::SeveralMeasures", "compare rivals.csv --id id"),
    ("io::SeveralSystems", "ci models.csv"),
    (
        "io::TasksLost",
        "compare lost run --where filter=strict-match",
    ),
    ("npy::NoMagic", "ci text.npy"),
    ("npy::Version", "ci v9.npy"),
    ("npy::HeaderLength", "ci short.npy"),
    ("npy::Header", "ci garbage.npy"),
    ("npy::Structured", "ci fields.npy"),
    ("npy::Type", "ci strings.npy"),
    ("npy::Dimensions", "ci cube.npy"),
    ("npy::Columns", "ci wide.npy"),
    ("npy::TooLarge", "ci huge.npy"),
    ("npy::DataLength", "ci cut.npy"),
    ("npy::NoElements", "ci none.npy"),
    ("fault::NotANumber", "compare a.txt words.csv:p"),
    ("fault::NotANumber", "ci text.jsonl:a"),
    ("fault::Missing", "ci nan.txt"),
    ("fault::Infinite", "ci inf.txt"),
    ("fault::Overflow", "ci over.txt"),
    ("fault::Inexact", "ci inexact.txt"),
    ("fault::BlankLine", "ci blank.txt"),
    ("fault::LongLine", "ci long.txt"),
    ("fault::Fields", "ci fields.csv"),
    ("fault::UnclearHeader", "ci unclear.csv"),
    ("fault::NotText", "ci latin1.csv"),
    ("fault::LoneReturn", "ci macintosh.csv"),
    ("fault::EmptyId", "compare noid.csv:f t.csv:f1 --id id"),
    ("fault::OpenQuote", "ci quote.csv"),
    ("fault::NotBoolean", "ci two.npy"),
    (
        "fault::NoLabel",
        "compare labels.csv:s labels.csv:r --metric accuracy --gold labels.csv:gold",
    ),
    (
        "fault::NoText",
        "compare nothing.jsonl:t nothing.jsonl:u --metric bleu --ref nothing.jsonl:u",
    ),
    (
        "fault::LabelTwice",
        "score sets.txt --gold sets.txt --metric f1 --average samples",
    ),
    (
        "fault::NotAProbability",
        "compare x=pp.csv:p y=pp.csv:q --metric brier --gold pp.csv:p",
    ),
    ("fault::NotJson", "ci cut.jsonl"),
    ("fault::NotJson", "ci nan.jsonl"),
    ("fault::NotAnObject", "ci list.jsonl"),
    ("fault::DoubledKey", "ci twice.jsonl"),
    ("fault::TooDeep", "ci deep.jsonl"),
    ("restrap::Magnitude", "compare tiny.txt huge.txt"),
    ("restrap::Magnitude", "compare tiny.txt small=tiny.txt"),
    (
        "restrap::BadParameter",
        "compare bin.txt same=bin.txt --noninferior 1pt --alpha 0.6",
    ),
    (
        "restrap::BadParameter",
        "compare bin.txt same=bin.txt --noninferior 100pt",
    ),
    (
        "restrap::BadParameter",
        "compare groups.csv --id id --by g --systems x,y",
    ),
    (
        "restrap::BadParameter",
        "compare a.txt b.txt --interval percentile --exact never --resamples 1",
    ),
    (
        "restrap::NotApplicable",
        "compare a.txt b.txt --test mcnemar",
    ),
    ("restrap::NotApplicable", "compare one.txt two.txt --test t"),
    (
        "restrap::NotApplicable",
        "compare a.txt b.txt --interval studentized --exact always",
    ),
    (
        "restrap::NotApplicable",
        "compare one.txt two.txt --interval studentized",
    ),
    (
        "restrap::NotApplicable",
        "compare a.txt b.txt --interval invert --exact never",
    ),
    (
        "restrap::NotApplicable",
        "compare a.txt b.txt --interval wilson",
    ),
    (
        "restrap::NotApplicable",
        "compare a.txt b.txt --profile moses --exact always",
    ),
    (
        "restrap::NotApplicable",
        "compare a.txt tens.txt --noninferior 1pt",
    ),
    (
        "restrap::NotApplicable",
        "compare zero.txt tens.txt --noninferior 1%",
    ),
    (
        "restrap::NotApplicable",
        "compare a.txt b.txt --unpaired --test t",
    ),
    (
        "restrap::NotApplicable",
        "compare a.txt b.txt --unpaired --interval bca",
    ),
    ("restrap::NotApplicable", "compare a.txt b.txt --test welch"),
    (
        "restrap::NotApplicable",
        "ci a.txt --interval clopper-pearson",
    ),
    ("restrap::TooFewSystems", "compare a.txt"),
    ("restrap::NoLaw", "compare far.txt near.txt --exact always"),
    (
        "restrap::Memory",
        "rank many.txt others.txt --resamples 100000000 --memory 16MiB",
    ),
    ("grid::OffGrid", "compare a.txt b.txt --grid 1/3"),
    (
        "grid::NotPrinted",
        "compare third.txt b.txt --grid as-printed",
    ),
    (
        "grid::TooLarge",
        "compare wide.txt other=wide.txt --grid 1/5040",
    ),
    (
        "engine::Memory",
        "compare a.txt b.txt --exact never --interval percentile --resamples 1000000000000000",
    ),
    (
        "stats::NeedsSampling",
        "compare many.txt others.txt --unpaired --exact always",
    ),
    (
        "stats::TooFew",
        "compare one.txt two.txt --unpaired --test welch",
    ),
    (
        "stats::TooFew",
        "compare one.txt two.txt --unpaired --noninferior abs:1",
    ),
    (
        "stats::Exceeds",
        "power plan --baseline 0.8 --gain 0.1 --agreement 0.98 --items 500",
    ),
    (
        "stats::OutOfRange",
        "power plan --baseline 0.8 --gain 0.3 --agreement 0.5 --items 500",
    ),
];

/// An array file with a header that says anything.
fn npy(description: &str, shape: &str, version: u8, data: &[u8]) -> Vec<u8> {
    let header =
        format!("{{'descr': {description}, 'fortran_order': False, 'shape': {shape}, }}\n");
    let length = u16::try_from(header.len()).expect("short").to_le_bytes();
    [
        b"\x93NUMPY",
        &[version, 0][..],
        &length,
        header.as_bytes(),
        data,
    ]
    .concat()
}

fn arrays(folder: &Folder) {
    let four: Vec<u8> = [1.0_f64, 2.0, 3.0, 4.0]
        .iter()
        .flat_map(|score| score.to_le_bytes())
        .collect();
    let doubles = "'<f8'";
    folder.put("text.npy", "hello, not an array");
    folder.put("v9.npy", npy(doubles, "(4,)", 9, &four));
    folder.put("short.npy", b"\x93NUMPY\x01\x00\xff\xff{");
    folder.put("garbage.npy", b"\x93NUMPY\x01\x00\x08\x00garbage\n");
    folder.put("fields.npy", npy("[('a', '<f8')]", "(4,)", 1, &four));
    folder.put("strings.npy", npy("'<U1'", "(4,)", 1, &four));
    folder.put("cube.npy", npy(doubles, "(1, 2, 2)", 1, &four));
    folder.put("wide.npy", npy(doubles, "(1, 4194304)", 1, &four));
    folder.put("huge.npy", npy(doubles, "(9223372036854775808,)", 1, &four));
    folder.put("cut.npy", npy(doubles, "(5,)", 1, &four));
    folder.put("none.npy", npy(doubles, "(0,)", 1, &[]));
    folder.put("two.npy", npy("'|b1'", "(4,)", 1, &[0, 1, 2, 1]));
}

fn tables(folder: &Folder) {
    for (name, text) in [
        ("bad-sets.csv", "gold;base;new\nx,y;x,,y;x\ny;y;x,y\n"),
        (
            "gap.csv",
            "id,kind,base,new\np,x,1,2\nq,,2,2\nr,y,1,3\ns,y,2,3\nt,x,1,1\n",
        ),
        (
            "classes.csv",
            "id,kind,new\np,x,2\nq,x,2\nr,x,3\ns,y,3\nt,x,1\n",
        ),
        ("t.csv", "id,f1,em\n1,0.5,1\n2,0.25,0\n"),
        ("pp.csv", "p,q\n0.5,1.5\n"),
        ("u.csv", "id,f1,em\n2,0.25,0\n3,0.5,1\n"),
        ("v.csv", "id,f1,em\n2,0.25,0\n1,0.5,1\n"),
        ("d.csv", "id,f1\n1,0.5\n1,0.25\n"),
        ("twice.csv", "f1,f1\n1,2\n3,4\n"),
        ("rivals.csv", "id,a:rr,b:rr,a:p,b:p\n1,1,0,1,0\n2,0,1,1,0\n"),
        ("models.csv", "model,acc\nm1,1\nm1,0\nm2,1\nm2,0\n"),
        ("long.csv", "model,item,acc\nm1,1,1\nm1,2,0\nm2,1,1\n"),
        ("gaps.csv", "a,b\n,1\n2,\n"),
        ("words.csv", "p,q\nx,y\nz,w\n"),
        (
            "two.json",
            "{\"a\": [{\"f1\": 1}], \"b\": {\"c\": [{\"f1\": 1}]}}",
        ),
        ("fields.csv", "id,f\n1,0.5\n2\n"),
        ("unclear.csv", "x,0.5\ny,0.25\n"),
        ("counted.csv", "base,new,n\n1,0.5,3\n0.5,1,2\n1,1,9\n"),
        ("macintosh.csv", "id,f\r1,2\r3,4\r"),
        ("noid.csv", "id,f\n,0.5\n2,1\n"),
        ("quote.csv", "id,f\n\"1,0.5\n"),
        ("labels.csv", "gold,s,r\nx,x,x\n,y,x\n"),
        ("said.trn", "the cat sat (utt1)\na dog run (utt2)\n"),
        ("heard.trn", "the cap set (utt1)\na dog ran (utt2)\n"),
        ("sets.txt", "x|y|x\n"),
        ("text.jsonl", "{\"a\": \"0.5\"}\n{\"a\": \"x\"}\n"),
        ("cut.jsonl", "{\"a\": 1}\n{\"a\": \n"),
        ("nan.jsonl", "{\"a\": NaN}\n"),
        ("nothing.jsonl", "{\"t\": null, \"u\": \"x\"}\n"),
        ("list.jsonl", "{\"a\": 1}\n[1]\n"),
        ("twice.jsonl", "{\"a\": 1, \"a\": 2}\n"),
    ] {
        folder.put(name, text);
    }
    folder.put("latin1.csv", b"id,f\xff\n1,2\n");
    folder.put(
        "deep.jsonl",
        format!("{}1{}\n", "{\"a\":".repeat(70), "}".repeat(70)),
    );
    let rows: Vec<String> = (0..1_100).map(|row| format!("{row},{row},0,1\n")).collect();
    folder.put("groups.csv", format!("id,g,x,y\n{}", rows.concat()));
}

pub fn files() -> Folder {
    let folder = Folder::with(&[
        ("a.txt", "0.1\n0.25\n0.5\n0.4\n"),
        ("b.txt", "0.3\n0.2\n0.7\n0.9\n"),
        ("c.txt", "0.3\n0.2\n"),
        ("one.txt", "0.5\n"),
        ("two.txt", "0.75\n"),
        ("bin.txt", "1\n0\n1\n0\n"),
        ("zero.txt", "0\n0\n0\n0\n"),
        ("tens.txt", "10\n20\n30\n40\n"),
        ("t2.csv", "id,f1\na,0.5\nb,1\n"),
        ("c2.txt", "0.5\n0.25\n"),
        (
            "yesno.csv",
            "gold,base,new\nyes,yes,no\nno,no,no\nyes,no,yes\n",
        ),
        (
            "questions1.csv",
            "id,question,f1\n0,who?,0.5\n1,why?,1\n2,how?,0\n",
        ),
        (
            "questions2.csv",
            "id,question,f1\n0,one?,0.5\n1,two?,1\n2,three?,0\n",
        ),
        (
            "sentinel.csv",
            "base,new\n0.5,0.25\n-1,-1\n0.75,1\n-1,-1\n0.25,0.5\n",
        ),
        (
            "talk.trn",
            "the { cat / cap } sat (utt1)\na dog ran (utt2)\n",
        ),
        (
            "search.csv",
            "params,split0_test_score,split1_test_score,split2_test_score,mean_test_score\nC=1,0.5,0.75,0.5,0.58\nC=10,0.75,0.75,0.625,0.71\n",
        ),
        (
            "spelled.csv",
            "gold,base,new\nyes,yes,Ja\nno,no,Nein\nyes,no,Ja\n",
        ),
        ("losses1.csv", "item,loss\na,0.5\nb,0.25\nc,1\n"),
        ("losses2.csv", "item,loss\na,0.5\nb,0.75\n"),
        ("globs/base/law.txt", "0.5\n"),
        ("globs/base/math.txt", "0.25\n"),
        ("globs/base/art.txt", "0.75\n"),
        ("globs/new/law.txt", "0.5\n"),
        ("globs/new/math.txt", "1\n"),
        ("globs/far/music.txt", "0.5\n"),
        ("globs/far/lawn.txt", "1\n"),
        ("share.csv", "item,acc\na,0.5\nb,0.25\nc,1\n"),
        ("percent.csv", "item,acc\na,50\nb,35\nc,90\n"),
        (
            "only-sums.csv",
            "row,base,new\nmean,0.5,0.75\nstd,0.1,0.2\n",
        ),
        (
            "overall.csv",
            "set,base,new\nx,0.1,0.2\ny,0.9,0.8\nz,0.4,0.6\nOverall,0.3,0.7\n",
        ),
        (
            "metrics.csv",
            "metric,base,new\nbleu,0.5,0.75\nf1,0.1,0.2\n",
        ),
        (
            "steps.csv",
            "step,base,new\n1,0.5,0.6\n2,0.6,0.7\n3,0.7,0.7\n4,0.7,0.8\n5,0.8,0.8\n",
        ),
        (
            "leaderboard.csv",
            "model,mnli,sst\nx,0.5,0.75\ny,0.25,0.5\nz,0.75,1\n",
        ),
        ("third.txt", "0.333333333333\n0.25\n0.5\n1\n"),
        ("wide.txt", "9e17\n8e17\n7e17\n5e17\n"),
        (
            "far.txt",
            "1e13\n0.12345678901\n0.23456789012\n0.34567890123\n0.45678901234\n",
        ),
        ("near.txt", "0\n0.3\n0.1\n0.2\n0.9\n"),
        ("nan.txt", "1\nNaN\n"),
        ("inf.txt", "1\ninf\n"),
        ("over.txt", "1\n1e400\n"),
        ("inexact.txt", "9007199254740993\n1\n"),
        ("blank.txt", "1\n\n2\n"),
        ("empty.txt", ""),
        ("tiny.txt", "1e-200\n2e-200\n"),
        ("huge.txt", "1e200\n2\n"),
        ("broken.eval", "abc"),
        ("x.parquet", "PAR1"),
        ("x.zip", "PK\u{3}\u{4} and more"),
    ]);
    folder.put("long.txt", format!("1\n{}\n", "9".repeat(2 << 20)));
    folder.put(
        "many.txt",
        lines((0..400).map(|i| f64::from(i * 7_919 % 10_007) / 1e4)),
    );
    // Twenty million bytes of scores from a file of five.
    folder.put("many-ones.txt", "1\n".repeat(2_500_000));
    folder.put(
        "others.txt",
        lines((0..400).map(|i| f64::from(i * 6_007 % 10_009) / 1e4)),
    );
    // The first bytes of a gzip stream.
    folder.put(
        "cut.txt.gz",
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\x33\xe4",
    );
    std::fs::create_dir_all(folder.path().join("runs")).expect("a folder");
    std::fs::create_dir_all(folder.path().join("run")).expect("a folder");
    folder.put(
        "run/samples_task_2024-01-01.jsonl",
        "{\"doc_id\": 0, \"acc\": 1.0}\n{\"doc_id\": 1, \"acc\": 0.0}\n",
    );
    std::fs::create_dir_all(folder.path().join("lost")).expect("a folder");
    for (task, filter) in [("arc", "none"), ("gsm8k", "strict-match")] {
        folder.put(
            &format!("lost/samples_{task}_2024-01-01.jsonl"),
            format!("{{\"doc_id\": 0, \"filter\": \"{filter}\", \"acc\": 1.0}}\n"),
        );
    }
    folder.put(
        "two.eval.txt",
        format!("{:22}\t1\t0.5\n{:22}\t1\t0.25\n", "map", "ndcg"),
    );
    tables(&folder);
    arrays(&folder);
    folder.put("blank.csv", " \n");
    folder.put(
        "quantities.csv",
        "id,f1,em,latency\n1,0.5,1,120\n2,0.25,0,340\n3,0.75,1,95\n",
    );
    folder.put(
        "golden.csv",
        "id,gold,a,b\n1,1,1,0\n2,0,0,0\n3,1,1,1\n4,0,1,1\n",
    );
    folder.put(
        "battles.csv",
        "question_id,model_a,model_b,winner\n1,x,y,model_a\n2,y,x,model_a\n3,x,y,tie\n",
    );
    folder.put("lls.csv", "id,ll,n\n1,-6.5,3\n2,-8,4\n3,-5,3\n");
    folder.put("lls2.csv", "id,ll,n\n1,-5,3\n2,-6,4\n3,-6,3\n");
    folder.put("kaldi.txt", "utt1 the cat\nutt2 a dog\nutt3 he\n");
    folder.put("some-ids.txt", "utt1 the cat\na dog\nutt3 he\n");
    folder.put("counts.csv", "id,tp,fp\n1,0,1\n2,0,2\n3,0,1\n");
    folder.put("ties.csv", "left,right,winner\nx,y,tie\nx,z,tie\ny,z,tie\n");
    folder.put("linked.txt", "1\n");
    std::fs::hard_link(
        folder.path().join("linked.txt"),
        folder.path().join("link.txt"),
    )
    .expect("a second name");
    for (name, part, seed) in [("one", "1/2", 0), ("other", "2/2", 3)] {
        for line in [
            format!(
                "compare a.txt b.txt --exact never --resamples 4000 --seed {seed} --job {name}.json"
            ),
            format!("run {name}.json --part {part} --out {name}.part"),
        ] {
            let ran = folder.restrap(&line);
            assert_eq!(ran.code, Some(0), "{ran}");
        }
    }
    folder
}

/// Names of the variants of an enum in its source.
fn variants(source: &str, name: &str) -> Vec<String> {
    let start = source
        .find(&format!("pub enum {name} {{"))
        .expect("the enum is in its source");
    let body = &source[start..];
    let body = &body[..body.find("\n}").expect("it ends")];
    let name = |line: &str| {
        let rest = line.strip_prefix("    ")?;
        let name: String = rest
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        name.starts_with(|c: char| c.is_ascii_uppercase())
            .then_some(name)
    };
    body.lines().filter_map(name).collect()
}

#[test]
fn every_error_that_a_user_can_meet() {
    let folder = files();
    let mut text = String::new();
    for (variant, line) in PROVOKED {
        let ran = folder.restrap(line);
        assert!(
            matches!(ran.code, Some(1 | 2 | 4 | 5)) && ran.out.is_empty(),
            "{variant}: {ran}"
        );
        let hint = ran
            .hint()
            .map_or(String::new(), |hint| format!("\n  hint: {hint}"));
        writeln!(text, "{variant}: {line}\n  error: {}{hint}", ran.error()).expect("a string");
    }
    assert_snapshot!(text);
}

#[test]
fn every_variant_is_provoked_or_out_of_reach() {
    let mut all = Vec::new();
    for (prefix, name, source) in TYPES {
        all.extend(
            variants(source, name)
                .into_iter()
                .map(|variant| format!("{prefix}::{variant}")),
        );
    }
    assert!(all.len() > 80, "the sources are read: {all:?}");
    let listed: Vec<&str> = PROVOKED.iter().chain(&ELSEWHERE).map(|row| row.0).collect();
    for variant in &all {
        assert!(
            listed.contains(&variant.as_str()),
            "{variant} is neither provoked nor said to be out of reach"
        );
    }
    for variant in listed {
        assert!(
            all.iter().any(|known| known == variant),
            "{variant} is no variant"
        );
    }
}
