//! Arguments and options: what a user reads when they do not fit the files.

use insta::assert_snapshot;
use restrap_io::{Format, Options};

use crate::support::{Folder, baseline, few, filtered, format, id, systems};

#[test]
fn an_unknown_column_lists_close_names() {
    assert_snapshot!(Folder::new(&[("a.csv", b"qid,bm25:mrr@10,ance:mrr@10\n1,0.5,1\n")]).said(&["DIR/a.csv:bm25:mrr@1"], &Options::default()), @"
    usage: a.csv: :COLUMN asks for the column `bm25:mrr@1`, which it does not have
    hint: did you mean `bm25:mrr@10`?
    ");
    assert_snapshot!(Folder::new(&[("a.csv", b"qid,s\n1,0.5\n")]).said(&["DIR/a.csv:7"], &Options::default()), @"
    usage: a.csv: :COLUMN asks for the column `7`, which it does not have
    hint: the columns are `qid`, `s`
    ");
    assert_snapshot!(Folder::new(&[("a.csv", b"qid,s,s\n1,0.5,1\n")]).said(&["DIR/a.csv:s"], &Options::default()), @"
    usage: a.csv: :COLUMN asks for the column `s`, which the header has 2 times (columns 2, 3)
    hint: use the number of the column in place of its name: NAME=FILE:NUMBER
    ");
}

#[test]
fn a_column_of_a_file_without_columns_is_refused() {
    assert_snapshot!(Folder::new(&[("a.txt", b"0.5\n")]).said(&["DIR/a.txt:f1"], &Options::default()), @"
    usage: a.txt: :COLUMN needs a table with columns, found a file of format text
    hint: leave `:COLUMN` out
    ");
    assert_snapshot!(Folder::new(&[("a.txt", b"0.5\n")]).said(&["DIR/a.txt"], &id()), @"
    usage: a.txt: id needs a table with columns, found a file of format text
    hint: give a csv or tsv table with named columns, or JSON lines; text and npy files are paired by line
    ");
    assert_snapshot!(Folder::new(&[("a.txt", b"0.5\n")]).said(&["DIR/a.txt"], &filtered(&["k=x"])), @"
    usage: a.txt: where needs a table with columns, found a file of format text
    hint: give a csv or tsv table with named columns, or JSON lines; text and npy files are paired by line
    ");
}

#[test]
fn files_that_do_not_exist_suggest_close_names() {
    assert_snapshot!(Folder::new(&[("scores.csv", b"qid,s\n1,0.5\n")]).said(&["new=DIR/score.csv:s"], &Options::default()), @"
    file: new=score.csv:s: no such file
    hint: did you mean `scores.csv`?
    ");
    assert_snapshot!(Folder::new(&[]).said(&["new=DIR/score.csv:s"], &Options::default()), @"
    file: new=score.csv:s: no such file
    hint: looked for `new=score.csv:s`, `score.csv:s`, `score.csv`; a system is [NAME=]FILE[:COLUMN]
    ");
}

#[test]
fn empty_parts_of_an_argument_are_refused() {
    assert_snapshot!(Folder::new(&[("a.csv", b"s\n1\n")]).said(&["DIR/a.csv:"], &Options::default()), @"
    usage: `a.csv:`: expected [NAME=]FILE[:COLUMN], found no column
    hint: a system is [NAME=]FILE[:COLUMN], or `-` for standard input
    ");
    assert_snapshot!(Folder::new(&[("a.csv", b"s\n1\n")]).said(&["=DIR/a.csv"], &Options::default()), @"
    usage: `=a.csv`: expected [NAME=]FILE[:COLUMN], found no name
    hint: a system is [NAME=]FILE[:COLUMN], or `-` for standard input
    ");
    assert_snapshot!(Folder::new(&[]).said(&[""], &Options::default()), @"
    usage: ``: expected [NAME=]FILE[:COLUMN], found no file
    hint: a system is [NAME=]FILE[:COLUMN], or `-` for standard input
    ");
    assert_snapshot!(Folder::new(&[]).said(&[], &Options::default()), @"
    usage: expected at least one system, found none
    hint: a system is [NAME=]FILE[:COLUMN], or `-` for standard input
    ");
    assert_snapshot!(Folder::new(&[]).said(&["-", "-:b"], &Options::default()), @"
    usage: expected at most one argument that reads standard input, found 2
    hint: save it to a file first, or pass a table once: `-`
    ");
}

#[test]
fn names_are_made_unique_or_refused() {
    assert_snapshot!(few().said(&["DIR/a.txt", "DIR/a.txt", "c=DIR/b.txt"], &Options::default()), @"
    a [1.0]
    c [2.0]
    note: a.txt: named twice, read once: the second is left out
    ");
    assert_snapshot!(few().said(&["DIR/a.txt", "DIR/a.txt"], &Options::default()), @"
    a [1.0]
    a#2 [1.0]
    ");
    assert_snapshot!(few().said(&["x=DIR/a.txt", "x=DIR/b.txt"], &Options::default()), @"
    usage: expected a different name for each system, found `x` twice
    hint: name them apart: NAME=FILE
    ");
    assert_snapshot!(few().said(&["x=DIR/t.csv"], &Options::default()), @"
    usage: t.csv: the name `x` needs one column of numbers, found 2: `f1`, `em`
    hint: pick one, for example `x=t.csv:f1`, or leave the name out
    ");
}

#[test]
fn the_baseline_goes_first_by_name() {
    assert_snapshot!(few().said(&["DIR/a.txt", "DIR/b.txt"], &baseline("b")), @"
    b [2.0]
    a [1.0]
    ");
    assert_snapshot!(few().said(&["DIR/a.txt", "DIR/b.txt"], &baseline("c")), @"
    usage: baseline: no system is called `c`
    hint: the systems are `a`, `b`
    ");
}

#[test]
fn globs_pick_columns_of_a_bare_table() {
    assert_snapshot!(few().said(&["DIR/t.csv"], &systems("e*")), @"t [1.0]");
    assert_snapshot!(few().said(&["DIR/t.csv"], &systems("x*")), @"
    usage: t.csv: systems `x*` picks none of the columns of numbers
    hint: the columns are `qid`, `f1`, `em`
    ");
    assert_snapshot!(few().said(&["DIR/t.csv"], &systems("[x")), @"usage: expected a glob for column names, found `[x`: invalid range pattern");
    assert_snapshot!(few().said(&["DIR/a.txt"], &systems("e*")), @"
    usage: systems picks columns of a table given without `:COLUMN`, found no such table
    hint: leave systems out, or give the table without `:COLUMN`
    ");
    assert_snapshot!(few().said(&["DIR/t.csv:f1"], &systems("em")), @"
    usage: systems picks columns of a table given without `:COLUMN`, found no such table
    hint: leave systems out, or give the table without `:COLUMN`
    ");
}

#[test]
fn the_format_can_be_forced() {
    assert_snapshot!(Folder::new(&[("a", b"s\n1\n")]).said(&["DIR/a"], &format(Format::Csv)), @"a [1.0]");
    assert_snapshot!(Folder::new(&[("a.csv", b"1\n2\n")]).said(&["DIR/a.csv"], &format(Format::Text)), @"a [1.0, 2.0]");
    assert_snapshot!(Folder::new(&[("a.csv", b"1\n2\n")]).said(&["DIR/a.csv"], &format(Format::Npy)), @r"
    unreadable: a.csv: expected a .npy file, found one that does not start with \x93NUMPY
    hint: write it with NumPy: numpy.save(path, array)
    ");
}
