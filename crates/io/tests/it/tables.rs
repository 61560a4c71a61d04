//! Hostile tables, ids and filters, and what pairing says about them (I7).

use insta::assert_snapshot;
use restrap_io::{Missing, Options};

use crate::support::{Folder, csv, filtered, id, missing, one, paired, text};

#[test]
fn words_for_true_and_false_are_numbers_in_tables_only() {
    assert_snapshot!(text(b"true\nfalse\n"), @"
    unreadable: a.txt:1:1: expected a number, found `true` (and 1 more in this file)
    hint: write 1 and 0
    ");
    assert_snapshot!(csv(b"s\ntrue\nFALSE\nTrue\n"), @"a [1.0, 0.0, 1.0]");
    assert_snapshot!(csv(b"s\n1\nmaybe\n"), @"
    unreadable: a.csv:3:1 (column `s`): expected a number, found `maybe`
    hint: correct the cell, or empty it: an empty cell is a missing score; further lines of headings are deleted
    ");
}

#[test]
fn rows_of_unequal_length_are_refused() {
    assert_snapshot!(csv(b"qid,s\n1,0.5\n2\n3,0.5,9\n"), @"
    unreadable: a.csv:3:1: expected 2 fields as in the first line, found 1 (and 1 more in this file)
    hint: every row needs every field; a field that holds the separator needs quotes
    ");
    assert_snapshot!(csv(b"a,b\n1,0.5,0.25\n"), @"
    unreadable: a.csv:2:1: expected 2 fields as in the first line, found 3
    hint: if the first column has no name in the header (as in tables written by R), give it one
    ");
}

#[test]
fn an_open_quote_is_found_where_it_opens() {
    assert_snapshot!(csv(b"qid,s\n1,0.5\n\"2,0.5\n3,0.5\n"), @"
    unreadable: a.csv:3:1: expected a closing quote, found the end of the file
    hint: a field that starts with a quote must end with one; a quote inside it is doubled
    ");
}

#[test]
fn quoted_fields_may_hold_commas_quotes_and_newlines() {
    assert_snapshot!(csv(b"qid,\"my \"\"s\"\", new\"\n\"a\nb\",0.5\n\"c\",\"0.25\"\n"), @"
    a [0.5, 0.25]
    note: a.csv: not taken as systems (text, empty or identifiers): `qid`
    ");
    assert_snapshot!(csv(b"qid,s\n\"a\nb\",0.5\n\"c\nd\",x\n"), @"
    unreadable: a.csv:5:4 (column `s`): expected a number, found `x`
    hint: correct the cell, or empty it: an empty cell is a missing score; further lines of headings are deleted
    ");
}

#[test]
fn a_mixture_of_words_and_numbers_in_the_first_line_is_never_guessed() {
    assert_snapshot!(csv(b"q1,0.5\nq2,0.25\n"), @"
    unreadable: a.csv:1:1: expected a header of names or a row of numbers, found a mixture: `q1,0.5`
    hint: if it is data, put a header line above it (such as `id,score`); if it is a header, give each column a name that is not a number
    ");
    assert_snapshot!(one("run", b"30\tQ0\tdoc1\t1\t23.5\tbm25\n30\tQ0\tdoc2\t2\t22.5\tbm25\n"), @"
    unreadable: run: expected scores in a known format (text, csv, tsv, npy, parquet, arrow, trec_eval, comet, jsonl, json, eval), found a TREC run
    hint: a run ranks documents: score it with `metric=rr@10 qrels=FILE`, or give what `trec_eval -q` prints
    ");
}

#[test]
fn a_headerless_table_is_named_by_numbers() {
    assert_snapshot!(csv(b"0.5,1\n0.25,0\n"), @"
    a:1 [0.5, 0.25]
    a:2 [1.0, 0.0]
    ");
    assert_snapshot!(Folder::new(&[("a.csv", b"0.5,1\n0.25,0\n")]).said(&["DIR/a.csv:2", "x=DIR/a.csv:1"], &Options::default()), @"
    a:2 [1.0, 0.0]
    x [0.5, 0.25]
    ");
}

#[test]
fn a_column_of_words_is_skipped_when_bare_and_refused_when_asked_for() {
    assert_snapshot!(csv(b"model,s\ngpt,0.5\n"), @"
    a [0.5]
    note: a.csv: not taken as systems (text, empty or identifiers): `model`
    ");
    assert_snapshot!(Folder::new(&[("a.csv", b"model,s\ngpt,0.5\n")]).said(&["DIR/a.csv:model"], &Options::default()), @"
    unreadable: a.csv:2:1 (column `model`): expected a number, found `gpt`
    hint: correct the cell, or empty it: an empty cell is a missing score; further lines of headings are deleted
    ");
    assert_snapshot!(csv(b"model,split\ngpt,dev\n"), @"
    unreadable: a.csv: expected a column of numbers, found none among `model`, `split`
    hint: name a column to read it all the same: FILE:COLUMN
    ");
}

#[test]
fn a_column_that_turns_to_words_is_refused() {
    assert_snapshot!(csv(b"qid,s\n1,0.5\n2,n.a.\n3,-\n"), @"
    unreadable: a.csv:3:3 (column `s`): expected a number, found `n.a.` (and 1 more in this file)
    hint: correct the cell, or empty it: an empty cell is a missing score; further lines of headings are deleted
    ");
}

#[test]
fn ids_pair_rows_in_the_order_of_the_baseline() {
    assert_snapshot!(paired("qid,s\nx,1\ny,2\n", "qid,s\ny,20\nx,10\n", Missing::Error), @"
    a [1.0, 2.0]
    b [10.0, 20.0]
    ");
}

#[test]
fn ids_that_one_file_lacks_are_counted_with_their_lines() {
    assert_snapshot!(paired("qid,s\nx,1\ny,2\nz,3\n", "qid,s\ny,20\nw,10\n", Missing::Error), @"
    ids: expected the same ids everywhere, found 2 ids only in a.csv (`x` at a.csv:2, `z` at a.csv:4) (and 1 more mismatch)
    hint: b.csv has less than half of the ids of a.csv: is it whole? where that is meant, as of human scores, missing=drop leaves the others out
    ");
    assert_snapshot!(paired("qid,s\nx,1\ny,2\nz,3\n", "qid,s\ny,20\nw,10\n", Missing::Drop), @"
    a [2.0]
    b [20.0]
    note: a.csv: 2 rows left out: an item needs a score from every system (missing=drop)
    note: b.csv: 1 row left out: an item needs a score from every system (missing=drop)
    ");
    assert_snapshot!(paired("qid,s\nx,1\ny,2\nz,3\n", "qid,s\ny,20\nw,10\n", Missing::Zero), @"
    a [1.0, 2.0, 3.0, 0.0]
    b [0.0, 20.0, 0.0, 10.0]
    note: a.csv: 1 item without a score counted as 0 (missing=zero)
    note: b.csv: 2 items without a score counted as 0 (missing=zero)
    ");
    assert_snapshot!(paired("qid,s\nx,1\n", "qid,s\ny,2\n", Missing::Drop), @"
    empty: expected items that every system has scored, found none: missing=drop left out 2 of 2
    hint: `restrap ci FILE... missing=drop` counts the scores of each system: leave out the systems with few scores, or count a missing one as 0 with `missing=zero`
    ");
}

#[test]
fn a_doubled_id_names_both_lines_and_the_flag_that_tells_them_apart() {
    assert_snapshot!(paired("qid,filter,s\n1,strict,0\n2,strict,1\n1,flexible,1\n2,flexible,1\n", "qid,s\n1,1\n2,1\n", Missing::Error), @"
    ids: a.csv: expected each id once, found `1` on lines 2 and 4 (and 1 more doubled id)
    hint: the rows differ in `filter` (`strict` and `flexible`); if these are ways of scoring, keep one: `where=filter=strict` or `where=filter=flexible`; if answers to one item: `repeat=filter`
    ");
    assert_snapshot!(paired("qid,s\n1,1\n2,1\n1,0\n", "qid,s\n1,1\n2,1\n", Missing::Error), @"
    ids: a.csv: expected each id once, found `1` on lines 2 and 4
    hint: the rows differ only in their scores, if at all: if they are answers to one item, `repeat=order`; if an item was run again, `repeat=order reduce=last` keeps the last
    ");
    assert_snapshot!(paired("qid,s\n1,1\n1,1\n", "qid,s\n1,1\n", Missing::Error), @"
    ids: a.csv: expected each id once, found `1` on lines 2 and 3
    hint: the rows are the same: remove one
    ");
}

#[test]
fn an_empty_id_is_refused() {
    assert_snapshot!(paired("qid,s\n1,1\n,0\n ,1\n", "qid,s\n1,1\n", Missing::Drop), @"
    ids: a.csv:3:1 (column `qid`): expected an id, found an empty cell (and 1 more in this file)
    hint: every row needs an id; `where=COL=VALUE` keeps the rows that have one
    ");
}

#[test]
fn an_id_that_is_not_text_is_refused() {
    assert_snapshot!(Folder::new(&[("a.csv", b"qid,s\n\xff,1\nq\0,1\n")]).said(&["DIR/a.csv:s"], &id()), @r"
    unreadable: a.csv:2:1 (column `qid`): expected UTF-8 text, found `\xff` (and 1 more in this file)
    hint: save the file as UTF-8
    ");
}

#[test]
fn tables_paired_by_line_must_agree_in_their_ids() {
    assert_snapshot!(Folder::new(&[("a.csv", b"qid,s\n1,0.5\n2,1\n"), ("b.csv", b"qid,s\n2,1\n1,0.5\n")]).said(&["DIR/a.csv:s", "DIR/b.csv:s"], &Options::default()), @"
    ids: paired by line, but the column `qid` differs: `1` at a.csv:2 and `2` at b.csv:2 (2 of 2 rows differ)
    hint: pair the rows by their ids: `id=qid`
    ");
    assert_snapshot!(Folder::new(&[("a.csv", b"qid,s\n1,0.5\n2,1\n"), ("b.csv", b"qid,s\n1,1\n2,0.5\n")]).said(&["DIR/a.csv:s", "DIR/b.csv:s"], &Options::default()), @"
    a [0.5, 1.0]
    b [1.0, 0.5]
    ");
    assert_snapshot!(Folder::new(&[("a.csv", b"qid,s\n1,0.5\n2,1\n"), ("b.csv", b"item,s\n2,1\n1,0.5\n")]).said(&["DIR/a.csv:s", "DIR/b.csv:s"], &Options::default()), @"
    a [0.5, 1.0]
    b [1.0, 0.5]
    ");
}

#[test]
fn unequal_lengths_show_both() {
    assert_snapshot!(Folder::new(&[("a.csv", b"qid,s\n1,0.5\n2,1\n"), ("b.csv", b"qid,s\n1,0.5\n")]).said(&["DIR/a.csv:s", "DIR/b.csv:s"], &Options::default()), @"
    length_mismatch: expected as many scores from every system, found 2 in a.csv and 1 in b.csv
    hint: pair the rows by their ids: `id=qid`
    ");
    assert_snapshot!(Folder::new(&[("a.txt", b"1\n2\n"), ("b.txt", b"1\n2\n"), ("c.txt", b"1\n"), ("d.txt", b"1\n")]).said(&["DIR/a.txt", "DIR/b.txt", "DIR/c.txt", "DIR/d.txt"], &Options::default()), @"
    length_mismatch: expected as many scores from every system, found 2 in a.txt and 1 in c.txt (and 1 more file)
    hint: every system must score the same items in the same order; `compare` takes samples of different items with `unpaired=true`
    ");
}

#[test]
fn filters_keep_rows_before_their_values_are_judged() {
    assert_snapshot!(Folder::new(&[("a.csv", b"qid,k,s\n1,x,0.5\n2,y,bad\n3,x,1\n")]).said(&["DIR/a.csv:s"], &filtered(&["k=x"])), @"a [0.5, 1.0]");
    assert_snapshot!(Folder::new(&[("a.csv", b"qid,k,s\n1,x,0.5\n2,y,bad\n3,x,1\n")]).said(&["DIR/a.csv:s"], &filtered(&["k=z"])), @"empty: a.csv: no row has k=z; the column holds `x`, `y`");
    assert_snapshot!(Folder::new(&[("a.csv", b"qid,k,s\n1,x,0.5\n2,y,bad\n3,x,1\n")]).said(&["DIR/a.csv:s"], &filtered(&["kind=z"])), @"
    usage: a.csv: where asks for the column `kind`, which it does not have
    hint: did you mean `k`, `qid`?
    ");
    assert_snapshot!(Folder::new(&[("a.csv", b"qid,k,s\n1,x,0.5\n2,y,bad\n3,x,1\n")]).said(&["DIR/a.csv:s"], &filtered(&["k=x", "qid=9"])), @"empty: a.csv: no row has k=x and qid=9; the column holds `1`, `3`");
    // A cell holds one value: filters of one column are alternatives.
    let folder = Folder::new(&[("a.csv", b"qid,k,s\n1,x,0.5\n2,y,0.25\n3,z,1\n")]);
    assert_snapshot!(folder.said(&["DIR/a.csv:s"], &filtered(&["k=x", "qid=3", "k=z"])), @"a [1.0]");
    assert_snapshot!(folder.said(&["DIR/a.csv:s"], &filtered(&["k=y", "k=x"])), @"a [0.5, 0.25]");
    assert_snapshot!(folder.said(&["DIR/a.csv:s"], &filtered(&["k=v", "k=w", "qid=3"])), @"empty: a.csv: no row has k=v or k=w; the column holds `x`, `y`, `z`");
}

#[test]
fn a_missing_score_is_dropped_from_every_system_or_zero() {
    assert_snapshot!(Folder::new(&[("a.txt", b"1\nNaN\n3\n"), ("b.txt", b"1\n2\n3\n")]).said(&["DIR/a.txt", "DIR/b.txt"], &missing(Missing::Drop)), @"
    a [1.0, 3.0]
    b [1.0, 3.0]
    note: a.txt: 1 row left out: an item needs a score from every system (missing=drop)
    note: b.txt: 1 row left out: an item needs a score from every system (missing=drop)
    ");
    assert_snapshot!(Folder::new(&[("a.txt", b"1\nNaN\n3\n"), ("b.txt", b"1\n2\n3\n")]).said(&["DIR/a.txt", "DIR/b.txt"], &missing(Missing::Zero)), @"
    a [1.0, 0.0, 3.0]
    b [1.0, 2.0, 3.0]
    note: a.txt: 1 item without a score counted as 0 (missing=zero)
    ");
    assert_snapshot!(Folder::new(&[("a.txt", b"NaN\n")]).said(&["DIR/a.txt"], &missing(Missing::Drop)), @"
    empty: expected items that every system has scored, found none: missing=drop left out 1 of 1
    hint: `restrap ci FILE... missing=drop` counts the scores of each system: leave out the systems with few scores, or count a missing one as 0 with `missing=zero`
    ");
}
