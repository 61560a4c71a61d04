//! Named entities of CoNLL-2003, and spans that seqeval finds in made tags (`make_seqeval.py` writes the table).

use restrap_metrics::labels::{Average, Measure};
use restrap_metrics::spans::{Column, Scheme, SpanF, Spans, Unit, types};
use restrap_metrics::{Input, Metric};

use super::data;

#[test]
fn flair_and_elmo_score_what_conlleval_printed() {
    let Some(bytes) = data("ner-interpreteval/conll03.flair_elmo.bio.tsv") else {
        return;
    };
    let read = |column: &str| {
        Spans::read(
            Input::new("conll03", &bytes),
            &Column::Name(column.to_owned()),
            Scheme::Lenient,
        )
        .expect("tags")
    };
    let gold = read("gold");
    assert_eq!(gold.sentences(), 3453);
    for (system, right, found, printed) in [
        ("flair", 5270, 5682, "93.03"),
        ("elmo", 5213, 5658, "92.22"),
    ] {
        let system = read(system);
        let types = types([&gold, &system]);
        let metric = SpanF::new(
            Measure::F { beta: 1.0 },
            Average::Micro,
            &types,
            Scheme::Lenient,
            Unit::Sentence,
        )
        .expect("a metric");
        let sums = metric
            .score(&gold, &system)
            .expect("aligned sentences")
            .sums();
        assert_eq!(sums, [right, found - right, 5648 - right]);
        assert_eq!(format!("{:.2}", 100.0 * metric.finish(&sums)), printed);
    }
}

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
        let found = Spans::from_tags("made", [tags.split(' ')], scheme).expect("tags");
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
        let exact = Spans::from_tags("exact", [exact], Scheme::Iobes).expect("tags");
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
