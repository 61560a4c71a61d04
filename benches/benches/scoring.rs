//! Times scorers on given files: `cargo bench -p restrap-benches --bench scoring -- mt SYSTEM REF...`, or `run QRELS RUN`. Prints
//! milliseconds, best of five; `stream QRELS RUN` reads the run as it scores it, once. Without files it does nothing.

use std::time::Instant;

use restrap_metrics::rankings::{Qrels, Ties, evaluate, evaluate_stream};
use restrap_metrics::text::{Bleu, BleuOptions, Chrf, ChrfOptions, Segments, Ter, TerOptions};
use restrap_metrics::{Input, Metric};

fn best<T>(name: &str, mut work: impl FnMut() -> T) -> T {
    let mut fastest = f64::INFINITY;
    for _ in 0..4 {
        let start = Instant::now();
        work();
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    let start = Instant::now();
    let value = work();
    println!(
        "{name}: {:.1} ms",
        1e3 * fastest.min(start.elapsed().as_secs_f64())
    );
    value
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cargo adds a flag of its own.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    if arguments.is_empty() {
        return Ok(());
    }
    let [kind, files @ ..] = &arguments[..] else {
        return Err("expected: mt SYSTEM REF...".into());
    };
    if kind == "stream" {
        let [qrels, run] = files else {
            return Err("expected: stream QRELS RUN".into());
        };
        let bytes = std::fs::read(qrels)?;
        let qrels = Qrels::read(Input::new(qrels, &bytes))?;
        let file = std::fs::File::open(run)?;
        let start = Instant::now();
        let scores = evaluate_stream(&qrels, run, file, &["rr@10".parse()?], Ties::Trec)?.scores(0);
        println!(
            "rr@10 = {}, {:.1} ms with reading",
            scores.value(),
            1e3 * start.elapsed().as_secs_f64()
        );
        return Ok(());
    }
    let read = |name: &String| std::fs::read(name).map(|bytes| (name.clone(), bytes));
    let files = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    match &kind[..] {
        "mt" => {
            let segments =
                |(name, bytes): &(String, Vec<u8>)| Segments::read(Input::new(name, bytes));
            let mut all = best("read", || {
                files.iter().map(segments).collect::<Result<Vec<_>, _>>()
            })?;
            let system = all.remove(0);
            let bleu = Bleu::new(BleuOptions::default(), all.len())?;
            let sums = best("bleu", || bleu.score(&all, &system))?.sums();
            println!("{} = {}", bleu.signature(), bleu.finish(&sums));
            let chrf = Chrf::new(ChrfOptions::default(), all.len())?;
            let sums = best("chrf", || chrf.score(&all, &system))?.sums();
            println!("{} = {}", chrf.signature(), chrf.finish(&sums));
            let ter = Ter::new(TerOptions::default(), all.len())?;
            let sums = best("ter", || ter.score(&all, &system))?.sums();
            println!("{} = {}", ter.signature(), ter.finish(&sums));
        }
        "run" => {
            let [(qrels_name, qrels), (name, run)] = &files[..] else {
                return Err("expected: run QRELS RUN".into());
            };
            let qrels = best("qrels", || Qrels::read(Input::new(qrels_name, qrels)))?;
            let measures = ["rr@10".parse()?];
            let whole = best("rr@10", || {
                evaluate(&qrels, Input::new(name, run), &measures, Ties::Trec)
            })?;
            println!("{} = {}", measures[0], whole.scores(0).value());
            let streamed = best("rr@10, streamed", || {
                evaluate_stream(&qrels, name, &run[..], &measures, Ties::Trec)
            })?;
            assert_eq!(whole, streamed);
            let measures = ["ap".parse()?, "ndcg@10".parse()?, "recall@1000".parse()?];
            best("ap, ndcg@10, recall@1000", || {
                evaluate(&qrels, Input::new(name, run), &measures, Ties::Trec)
            })?;
        }
        _ => return Err("expected: mt SYSTEM REF...".into()),
    }
    Ok(())
}
