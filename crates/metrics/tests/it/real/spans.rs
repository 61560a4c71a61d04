//! Spans that seqeval finds in made tags (`make_seqeval.py` writes the table).

use restrap_metrics::labels::{Average, Measure};
use restrap_metrics::spans::{Scheme, SpanF, Unit, types};

use crate::support::tagged;

#[test]
fn every_scheme_finds_the_spans_that_seqeval_finds() {
    let mut sequences = 0;
    for line in include_str!("seqeval.tsv").lines() {
        let [scheme, tags, spans] = line
            .split('\t')
            .collect::<Vec<_>>()
            .try_into()
            .expect("three fields");
        let scheme: Scheme = scheme.parse().expect("a scheme");
        let found = tagged("made", &[tags.split(' ').collect()], scheme);
        // The same spans as IOBES tags, which every reader agrees on, one type a span at a time.
        let want: Vec<(usize, usize, &str)> = spans
            .split_whitespace()
            .map(|span| {
                let [start, end, kind] = span
                    .split('-')
                    .collect::<Vec<_>>()
                    .try_into()
                    .expect("three parts");
                (
                    start.parse().expect("a place"),
                    end.parse().expect("a place"),
                    kind,
                )
            })
            .collect();
        let mut exact = vec!["O".to_owned(); tags.split(' ').count()];
        for (start, end, kind) in &want {
            for (at, tag) in exact.iter_mut().enumerate().take(*end).skip(*start) {
                let letter = match (at == *start, at + 1 == *end) {
                    (true, true) => 'S',
                    (true, false) => 'B',
                    (false, true) => 'E',
                    (false, false) => 'I',
                };
                *tag = format!("{letter}-{kind}");
            }
        }
        let exact = tagged("exact", &[exact], Scheme::Iobes);
        let types = types([&found, &exact]);
        let metric = SpanF::new(
            Measure::Recall,
            Average::Micro,
            &types,
            scheme,
            Unit::Sentence,
        )
        .expect("a metric");
        let sums = metric.score(&exact, &found).expect("aligned").sums();
        assert_eq!(sums, [want.len() as i64, 0, 0], "{line}");
        sequences += 1;
    }
    println!("golden seqeval: {sequences} sequences agree");
    assert_eq!(sequences, 420);
}
