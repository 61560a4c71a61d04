//! Runs from a reader: standard input, or the output of a decompressor.
//!
//! A buffer of 64 MiB is filled, the queries that are complete in it are scored, and the lines of the last one are kept for the
//! next round. A query whose lines fill the buffer doubles it, up to 1 GiB.

use std::io::Read;

use super::evaluate::{Evaluation, Evaluator};
use super::groups::query_of;
use super::{Measure, Qrels, Ties};
use crate::{Error, Input, quote};

const BUFFER: usize = 64 << 20;

const LARGEST: usize = 1 << 30;

/// Scores a run that comes from a reader, in bounded memory: the lines of a query must be adjacent.
///
/// # Errors
///
/// Those of [`super::evaluate`], a query whose lines are not adjacent, or a reader that fails.
pub fn evaluate_stream(
    qrels: &Qrels,
    name: &str,
    reader: impl Read,
    measures: &[Measure],
    ties: Ties,
) -> Result<Evaluation, Error> {
    evaluate_blocks(qrels, name, reader, measures, ties, BUFFER)
}

fn evaluate_blocks(
    qrels: &Qrels,
    name: &str,
    mut reader: impl Read,
    measures: &[Measure],
    ties: Ties,
    mut size: usize,
) -> Result<Evaluation, Error> {
    qrels.check_grades(measures)?;
    let mut evaluator = Evaluator::new(qrels, name, measures, ties);
    let mut bytes = Vec::new();
    let mut line = 1;
    let mut any = false;
    loop {
        let wanted = size.saturating_sub(bytes.len()) as u64;
        let read = reader.by_ref().take(wanted).read_to_end(&mut bytes);
        let read = read.map_err(|error| Error::Read {
            file: name.to_owned(),
            reason: error.to_string(),
        })?;
        if !any && read > 0 {
            any = true;
            // What no run starts with is refused before it is read to its end.
            let mark = bytes.len() - Input::new(name, &bytes).content("a run")?.len();
            bytes.drain(..mark);
        }
        let ended = (read as u64) < wanted;
        let end = if ended { bytes.len() } else { complete(&bytes) };
        if end > 0 {
            evaluator.block(&bytes[..end], line)?;
            line += memchr::memchr_iter(b'\n', &bytes[..end]).count() as u64;
            bytes.drain(..end);
        } else if !ended {
            if size >= LARGEST {
                let found = format!("more for query {}", quote::quoted(query_of(&bytes)));
                let input = Input::new(name, &bytes);
                return Err(input.fault(line, None, "at most 1 GiB of lines per query", &found));
            }
            size *= 2;
        }
        if ended {
            break;
        }
    }
    if !any {
        return Err(Error::Empty {
            file: name.to_owned(),
            expected: "a run".to_owned(),
        });
    }
    evaluator.finish()
}

/// The end of the last query of which a later line shows that it is complete.
fn complete(bytes: &[u8]) -> usize {
    let Some(last) = memchr::memrchr(b'\n', bytes) else {
        return 0;
    };
    let mut end = last + 1;
    let mut query: &[u8] = &[];
    loop {
        let start = memchr::memrchr(b'\n', &bytes[..end - 1]).map_or(0, |at| at + 1);
        let of_line = query_of(&bytes[start..end]);
        if !of_line.is_empty() {
            if !query.is_empty() && of_line != query {
                return end;
            }
            query = of_line;
        }
        if start == 0 {
            return 0;
        }
        end = start;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rankings::evaluate;

    const QRELS: &str = "q1 0 a 1\nq1 0 b 2\nq2 0 a 1\nq3 0 c 1\n";

    fn evaluated(run: &str, size: usize) -> Result<Evaluation, Error> {
        let qrels = Qrels::read(Input::new("qrels", QRELS)).unwrap();
        let measures = ["ap".parse().unwrap(), "ndcg@2".parse().unwrap()];
        evaluate_blocks(
            &qrels,
            "run",
            run.as_bytes(),
            &measures,
            Ties::default(),
            size,
        )
    }

    #[test]
    fn every_size_of_buffer_gives_what_the_whole_run_gives() {
        let run = "\u{feff}q1 Q0 a 1 0.5 x\nq1 Q0 b 2 0.75 x\r\n\nq0 Q0 z 1 1 x\nq3 Q0 d 1 3 x\nq3 Q0 c 2 2 x";
        let qrels = Qrels::read(Input::new("qrels", QRELS)).unwrap();
        let measures = ["ap".parse().unwrap(), "ndcg@2".parse().unwrap()];
        let whole = evaluate(&qrels, Input::new("run", run), &measures, Ties::default()).unwrap();
        assert_eq!(whole.scores(0).scores, [1.0, 0.0, 0.5]);
        assert_eq!(
            (&whole.retrieved[..], whole.unjudged_queries),
            (&[true, false, true][..], 1)
        );
        for size in 4..run.len() + 2 {
            assert_eq!(evaluated(run, size).unwrap(), whole, "{size}");
        }
    }

    #[test]
    fn a_query_that_returns_is_refused_with_both_places() {
        let run = "q1 Q0 a 1 0.5 x\nq2 Q0 b 2 0.75 x\nq1 Q0 c 3 0.25 x\nq3 Q0 c 3 0.25 x\n";
        let error = evaluated(run, 20).unwrap_err();
        assert_eq!(
            error.to_string(),
            "run:3:1: expected the lines of a query together in a stream, found more of query `q1`, after those that \
             begin at line 1"
        );
        // In memory they are put together.
        assert!(evaluated(run, 1 << 10).is_ok());
    }
}
