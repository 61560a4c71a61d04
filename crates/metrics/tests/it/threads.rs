//! Any number of threads gives the same statistics, and the same error.

use std::fmt::Write as _;

use restrap_metrics::labels::Measure;
use restrap_metrics::rankings::{Qrels, Ties, evaluate};
use restrap_metrics::text::{
    Bleu, BleuOptions, Chrf, ChrfOptions, Rouge, RougeKind, Segments, Ter, TerOptions,
};
use restrap_metrics::{Error, Input};

/// What `work` gives under one, two and seven threads, which must be the same.
fn under_threads<T: PartialEq + std::fmt::Debug + Send>(work: impl Fn() -> T + Sync) -> T {
    let with = |threads| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool")
            .install(&work)
    };
    let one = with(1);
    for threads in [2, 7] {
        assert!(with(threads) == one, "{threads} threads");
    }
    one
}

/// A run of some megabytes whose queries straddle the pieces that are parsed in parallel; `bad` replaces a score.
fn run(bad: &[(usize, &str)]) -> String {
    let mut text = String::new();
    for line in 0..120_000_usize {
        let score = bad
            .iter()
            .find(|(at, _)| *at == line)
            .map_or("", |(_, score)| score);
        let number = (line * 7919) % 1009;
        let (query, document) = (line / 500, line % 500);
        writeln!(
            text,
            "q{query} Q0 document-{document} {number} {number}.{score} made"
        )
        .expect("a string");
    }
    text
}

#[test]
fn runs_score_alike_and_fail_alike() {
    let mut judgements = String::new();
    for query in 0..240 {
        for document in (query % 7..500).step_by(37) {
            writeln!(
                judgements,
                "q{query} 0 document-{document} {}",
                document % 4
            )
            .expect("a string");
        }
    }
    let qrels = Qrels::read(Input::new("qrels", &judgements)).expect("judgements");
    let measures = ["ndcg@10", "ap", "bpref"].map(|name| name.parse().expect("a measure"));
    let score = |text: &str| {
        under_threads(|| evaluate(&qrels, Input::new("run", text), &measures, Ties::Trec))
    };
    let evaluated = score(&run(&[])).expect("a run");
    assert_eq!(
        evaluated
            .retrieved
            .iter()
            .filter(|retrieved| **retrieved)
            .count(),
        240
    );
    assert!(evaluated.scores(1).value() > 0.0);
    // Of several bad lines the first is named.
    let error: Error =
        score(&run(&[(119_000, "x"), (77_777, "y"), (100_000, "z")])).expect_err("bad lines");
    assert!(error.to_string().starts_with("run:77778:"), "{error}");
}

#[test]
fn segments_score_alike() {
    let words = [
        "the",
        "cat",
        "sat,",
        "on",
        "3.5",
        "mats",
        "\u{6771}\u{4eac}",
    ];
    let line = |at: usize, step: usize| {
        (0..at % 23)
            .map(|n| words[(n * step + at) % 7])
            .collect::<Vec<_>>()
            .join(" ")
    };
    let system = Segments::from_lines("system", (0..700).map(|at| line(at, 3)));
    let references = [Segments::from_lines(
        "reference",
        (0..700).map(|at| line(at, 5)),
    )];
    let bleu = Bleu::new(BleuOptions::default(), 1).expect("a metric");
    let chrf = Chrf::new(ChrfOptions::plus_plus(), 1).expect("a metric");
    let ter = Ter::new(TerOptions::default(), 1).expect("a metric");
    let rouge = Rouge::new(RougeKind::L, Measure::F { beta: 1.0 }).expect("a metric");
    let scored = under_threads(|| {
        let sums = [
            bleu.score(&references, &system),
            chrf.score(&references, &system),
            ter.score(&references, &system),
        ];
        (sums, rouge.score(&references, &system))
    });
    assert!(
        scored
            .0
            .iter()
            .all(|statistics| statistics.as_ref().is_ok_and(|rows| rows.items() == 700))
    );
}
