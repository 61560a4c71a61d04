//! Runs and judgements in other forms than TREC's, as lines of TREC's: tables with a header, and JSON.
//!
//! | form | who writes it |
//! |---|---|
//! | `query-id corpus-id score`, tabs | BEIR's judgements |
//! | `qid,docno,score,rank` and `q_id doc_id score`, commas or tabs | PyTerrier, ranx, ir_datasets |
//! | `{query: {document: number}}` | pytrec_eval, ranx, BEIR in JSON |
//! | `[{"qid": .., "docno": .., "score": ..}]` | pandas |
//! | `{"default": {"test": {query: {document: number}}}}` | MTEB, of one subset and split |
//!
//! A header becomes a blank line, so that lines keep their numbers. A table in memory is one of the first two.

use std::borrow::Cow;

use crate::Error;
#[cfg(feature = "columnar")]
use crate::bytes::{held, named};
use crate::error::quote;
use crate::format::nan;
#[cfg(feature = "columnar")]
use crate::read::columnar;
use crate::read::document::node::Node;
use crate::read::jsonl::part;

/// What the lines are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ranking {
    /// Ranked documents: `query Q0 document rank score tag`.
    Run,
    /// Judged documents: `query iteration document grade`.
    Judgements,
}

/// Names of the columns of queries, documents, and their numbers, the first that a table has.
const QUERIES: [&str; 9] = [
    "qid",
    "q_id",
    "query_id",
    "query-id",
    "queryid",
    "topic_id",
    "topic",
    "query",
    "question_id",
];
const DOCUMENTS: [&str; 11] = [
    "docno",
    "doc_id",
    "corpus-id",
    "corpus_id",
    "doc-id",
    "document_id",
    "docid",
    "pid",
    "passage_id",
    "document",
    "doc",
];
const SCORES: [&str; 3] = ["score", "sim", "similarity"];
const RANKS: [&str; 2] = ["rank", "position"];
const GRADES: [&str; 8] = [
    "relevance",
    "label",
    "rel",
    "grade",
    "judgement",
    "judgment",
    "relevance_score",
    "score",
];

impl Ranking {
    fn name(self) -> &'static str {
        match self {
            Self::Run => "a run",
            Self::Judgements => "judgements",
        }
    }

    /// Appends a line.
    fn push(
        self,
        lines: &mut Vec<u8>,
        [query, document, number]: [&str; 3],
        file: &str,
    ) -> Result<(), Error> {
        if let Some(id) = [query, document]
            .into_iter()
            .find(|id| id.is_empty() || id.contains(char::is_whitespace))
        {
            return Err(Error::NoTable {
                path: file.to_owned(),
                found: format!(
                    "the id {}, which contains blanks",
                    quote::quoted(id.as_bytes())
                ),
                hint: "write ids without blanks".to_owned(),
            });
        }
        let middle = if self == Self::Run { " Q0 " } else { " 0 " };
        for part in [
            query,
            middle,
            document,
            if self == Self::Run { " 0 " } else { " " },
            number,
        ] {
            lines.extend_from_slice(part.as_bytes());
        }
        lines.extend_from_slice(if self == Self::Run { b" x\n" } else { b"\n" });
        Ok(())
    }
}

/// The places of query, document and number in a header, and whether the number is a rank; nothing where the names are others.
fn places(names: &[&str], of: Ranking) -> Option<([usize; 3], bool)> {
    let find = |known: &[&str]| {
        known.iter().find_map(|known| {
            names
                .iter()
                .position(|name| name.trim().eq_ignore_ascii_case(known))
        })
    };
    let (query, document) = (find(&QUERIES)?, find(&DOCUMENTS)?);
    let number = if of == Ranking::Run {
        find(&SCORES)
    } else {
        find(&GRADES)
    };
    let rank = find(&RANKS).filter(|_| of == Ranking::Run);
    Some(([query, document, number.or(rank)?], number.is_none()))
}

/// A rank as a score: the first document has the highest.
fn negated(number: &str) -> Cow<'_, str> {
    Cow::Owned(format!("-{}", number.trim_start_matches('+')))
}

/// The lines of TREC that a file in another form says; nothing where it has TREC's form, or one that is not known.
///
/// # Errors
/// JSON that is none, or holds something else than documents by query; rows that are shorter than the header; ids with blanks.
pub fn trec_lines<'a>(
    bytes: &'a [u8],
    file: &str,
    of: Ranking,
) -> Result<Option<Cow<'a, [u8]>>, Error> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match bytes.trim_ascii_start().first() {
        Some(b'{' | b'[') => json(bytes, file, of).map(|lines| Some(Cow::Owned(lines))),
        _ => table(bytes, file, of),
    }
}

/// Returns the lines of TREC that a table in memory says; nothing for any other path.
///
/// # Errors
/// For columns of other names, and ids with blanks.
pub fn held_lines(path: &str, of: Ranking) -> Result<Option<Vec<u8>>, Error> {
    #[cfg(feature = "columnar")]
    if let Some(table) = held::at(path) {
        let file = named::shown(path);
        let columns = columnar::text_columns(&table);
        let names: Vec<&str> = columns.iter().map(|(name, _)| &name[..]).collect();
        let Some((places, is_rank)) = places(&names, of) else {
            return Err(Error::NoTable {
                path: file.to_owned(),
                found: format!("the columns {}", quote::list(&names)),
                hint: format!("{} has the columns query_id, doc_id and score", of.name()),
            });
        };
        let mut lines = Vec::new();
        for row in 0..table.rows.num_rows() {
            let cells = places.map(|at| String::from_utf8_lossy(columns[at].1.get(row)));
            let number = if is_rank {
                negated(&cells[2])
            } else {
                Cow::Borrowed(&cells[2][..])
            };
            of.push(&mut lines, [&cells[0], &cells[1], &number], file)?;
        }
        return Ok(Some(lines));
    }
    let _ = (path, of);
    Ok(None)
}

fn json(bytes: &[u8], file: &str, of: Ranking) -> Result<Vec<u8>, Error> {
    let bytes = &nan::replaced(bytes)[..];
    let mut lines = Vec::with_capacity(bytes.len());
    let wrong = |found: String| Error::NoTable {
        path: file.to_owned(),
        found,
        hint: format!(
            "{} in JSON is {{query: {{document: number}}}}, or a list of records",
            of.name()
        ),
    };
    let Ok(root) = Node::document(bytes) else {
        // Several objects, one per line.
        for record in part::lines(bytes) {
            let text = record.text.unwrap_or_default();
            let node = Node::document(text).map_err(|error| part::whole(bytes, file, &error))?;
            of_record(node, &mut lines, file, of, &wrong)?;
        }
        return Ok(lines);
    };
    if root.is_list() {
        root.items()
            .into_iter()
            .try_for_each(|node| of_record(node, &mut lines, file, of, &wrong))?;
        return Ok(lines);
    }
    let root = match unwrapped(root) {
        Ok(root) => root,
        Err(names) => {
            return Err(Error::NoTable {
                path: file.to_owned(),
                found: format!("several runs: {}", quote::list(&names)),
                hint: "write each to a file of its own".to_owned(),
            });
        }
    };
    for (query, documents) in root.members() {
        if !documents.is_object() {
            return Err(wrong(format!(
                "no documents under {}",
                quote::quoted(query.as_bytes())
            )));
        }
        for (document, number) in documents.members() {
            of.push(&mut lines, [&query, &document, &number.string()], file)?;
        }
    }
    Ok(lines)
}

/// The object of queries within the predictions of MTEB, `{"mteb_model_meta": …, SUBSET: {SPLIT: {query: {document: score}}}}`; any other
/// object as it is.
///
/// # Errors
/// The names of several subsets or splits.
fn unwrapped(root: Node<'_>) -> Result<Node<'_>, Vec<String>> {
    const META: &str = "mteb_model_meta";
    fn only(node: Node<'_>) -> Result<Node<'_>, Vec<String>> {
        let mut inner = node.members();
        inner.retain(|(name, _)| name != META);
        match &inner[..] {
            [(_, only)] => Ok(*only),
            all => Err(all.iter().map(|(name, _)| name.to_string()).collect()),
        }
    }
    if root.get(META).is_none() {
        return Ok(root);
    }
    only(only(root)?)
}

/// A record of one document.
fn of_record(
    node: Node<'_>,
    lines: &mut Vec<u8>,
    file: &str,
    of: Ranking,
    wrong: &impl Fn(String) -> Error,
) -> Result<(), Error> {
    let members = node.members();
    let names: Vec<&str> = members.iter().map(|(name, _)| &name[..]).collect();
    let Some((places, is_rank)) = places(&names, of) else {
        return Err(wrong(format!("a record of {}", quote::list(&names))));
    };
    let [query, document, number] = places.map(|at| members[at].1.string());
    let number = if is_rank {
        negated(&number)
    } else {
        Cow::Borrowed(&number[..])
    };
    of.push(lines, [&query, &document, &number], file)
}

/// A table with a header of known names, between commas, tabs or blanks.
fn table<'a>(bytes: &'a [u8], file: &str, of: Ranking) -> Result<Option<Cow<'a, [u8]>>, Error> {
    let end = memchr::memchr(b'\n', bytes).unwrap_or(bytes.len());
    let Ok(header) = std::str::from_utf8(&bytes[..end]) else {
        return Ok(None);
    };
    let by = [',', '\t', ';', ' '].into_iter().find_map(|by| {
        let names: Vec<&str> = header
            .split(by)
            .map(|name| name.trim().trim_matches('"'))
            .collect();
        Some((by, places(&names, of)?, names.len()))
    });
    let Some((by, (places, is_rank), width)) = by else {
        return Ok(None);
    };
    let mut lines = Vec::with_capacity(bytes.len() + bytes.len() / 4);
    lines.push(b'\n');
    let mut reader = csv::ReaderBuilder::new();
    reader
        .delimiter(by as u8)
        .quoting(by == ',' || by == ';')
        .has_headers(true)
        .flexible(true);
    let mut row = csv::StringRecord::new();
    let mut reader = reader.from_reader(bytes);
    let wrong = |line: u64, found: String| Error::NoTable {
        path: format!("{file}:{line}"),
        found,
        hint: format!(
            "every row of {} has the {width} fields of its header",
            of.name()
        ),
    };
    loop {
        let line = reader.position().line();
        match reader.read_record(&mut row) {
            Ok(false) => return Ok(Some(Cow::Owned(lines))),
            Ok(true) => {}
            Err(error) => return Err(wrong(line, error.to_string())),
        }
        let cell = |at: usize| row.get(at).map(str::trim);
        let [Some(query), Some(document), Some(number)] = places.map(cell) else {
            return Err(wrong(line, quote::count(row.len() as u64, "field")));
        };
        let number = if is_rank {
            negated(number)
        } else {
            Cow::Borrowed(number)
        };
        of.push(&mut lines, [query, document, &number], file)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, of: Ranking) -> Option<String> {
        let found =
            trec_lines(text.as_bytes(), "f", of).unwrap_or_else(|error| panic!("{text}: {error}"));
        found.map(|lines| String::from_utf8(lines.into_owned()).unwrap())
    }

    #[test]
    fn every_form_of_judgements_and_runs_becomes_lines_of_trec() {
        let judged = "q1 0 d1 2\nq1 0 d2 0\n";
        for text in [
            "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n",
            "\u{feff}qid,docno,label\r\nq1,d1,2\r\nq1,\"d2\",0\r\n",
            "{\"q1\": {\"d1\": 2, \"d2\": 0}}",
            "[{\"query_id\": \"q1\", \"doc_id\": \"d1\", \"relevance\": 2}, {\"query_id\": \"q1\", \"doc_id\": \"d2\", \"relevance\": 0}]",
        ] {
            assert_eq!(
                lines(text, Ranking::Judgements).unwrap().trim_start(),
                judged,
                "{text}"
            );
        }
        let run = "q1 Q0 d1 0 0.5 x\nq1 Q0 d2 0 0.25 x\n";
        for text in [
            "qid,docid,docno,rank,score,query\nq1,7,d1,1,0.5,\"a, b\"\nq1,8,d2,2,0.25,a\n",
            "q_id\tdoc_id\tscore\nq1\td1\t0.5\nq1\td2\t0.25\n",
            "{\"q1\": {\"d1\": 0.5,\n \"d2\": 0.25}}",
            "{\"qid\": \"q1\", \"docno\": \"d1\", \"score\": 0.5}\n{\"qid\": \"q1\", \"docno\": \"d2\", \"score\": 0.25}\n",
        ] {
            assert_eq!(
                lines(text, Ranking::Run).unwrap().trim_start(),
                run,
                "{text}"
            );
        }
        let ranks = "qid,docno,rank\nq1,d1,1\n";
        assert_eq!(lines(ranks, Ranking::Run).unwrap(), "\nq1 Q0 d1 0 -1 x\n");
    }

    #[test]
    fn lines_of_trec_stay_and_what_is_neither_is_refused() {
        for text in [
            "q1 Q0 d1 1 0.5 x\n",
            "q1 0 d1 1\n",
            "1\t7\t1\n",
            "",
            "a b c\n",
        ] {
            assert_eq!(lines(text, Ranking::Run), None, "{text}");
        }
        for text in [
            "{\"q1\": 3}",
            "[{\"a\": 1}]",
            "{",
            "qid,docno,score\nq1\n",
            "{\"q 1\": {\"d\": 1}}",
        ] {
            assert!(
                trec_lines(text.as_bytes(), "f", Ranking::Run).is_err(),
                "{text}"
            );
        }
    }
}
