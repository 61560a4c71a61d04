//! The guard against replicates of resampling: silent on every pair of real columns, loud on replicates of their items.
//!
//! The real scores are those of `tests/data`.

use restrap_testing::Numbers;
use std::path::{Path, PathBuf};

use restrap_facade::io::{Missing, Options, load};
use restrap_facade::{Adjustment, Control, IntervalMethod, Request, Scores, Test, compare};

fn request() -> Request {
    Request::default()
        .tests(vec![Test::T])
        .interval(IntervalMethod::None)
        .adjust(None::<Adjustment>)
}

/// Comparisons with the first system that are taken for replicates, and all of them.
fn warned(systems: &[Scores]) -> (Vec<String>, usize) {
    let outcome = compare(systems, &request(), &Control::default()).expect("valid scores");
    let warnings = outcome
        .run
        .warnings
        .into_iter()
        .filter(|text| text.text.contains("look like bootstrap replicates"));
    (
        warnings
            .map(|text| format!("{}: {text}", systems[0].name))
            .collect(),
        outcome.comparisons.len(),
    )
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The columns of scores of a file; none where it holds no scores.
fn columns(path: &Path) -> Vec<Scores<'static>> {
    let name = path.display().to_string();
    let options = Options {
        missing: Missing::Drop,
        ..Options::default()
    };
    let Ok(loaded) = load(&[name], &options) else {
        return Vec::new();
    };
    let scores = |system: restrap_facade::io::System| Scores::new(system.name, system.scores);
    loaded.systems.into_iter().map(scores).collect()
}

#[test]
fn no_pair_of_real_columns_is_taken_for_replicates() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
    let mut paths = Vec::new();
    files(&data, &mut paths);
    let (mut pairs, mut tables, mut found) = (0, 0, Vec::new());
    let mut all: Vec<(String, Vec<Scores>)> = paths
        .iter()
        .map(|path| (path.display().to_string(), columns(path)))
        .collect();
    // A track has 50 topics, too few for the guard to look at: two tracks are stacked, run by run.
    for measure in ["ap", "p10", "rr"] {
        let [first, second] = ["adhoc6", "adhoc8"]
            .map(|track| columns(&data.join(format!("trec-topic-scores/{track}_{measure}.csv"))));
        let stacked = first
            .into_iter()
            .zip(second)
            .map(|(one, other)| Scores::new(&one.name, [one.rows(), other.rows()].concat()));
        all.push((format!("adhoc {measure}"), stacked.collect()));
    }
    for (name, mut columns) in all {
        if columns.len() < 2 || columns[0].rows().len() < 100 {
            continue;
        }
        tables += 1;
        while columns.len() > 1 {
            let (warnings, compared) = warned(&columns);
            pairs += compared;
            found.extend(warnings.into_iter().map(|text| format!("{name}: {text}")));
            columns.remove(0);
        }
    }
    assert!(
        found.is_empty(),
        "{} of {pairs} pairs:\n{}",
        found.len(),
        found.join("\n")
    );
    assert!(
        tables >= 6 && pairs > 5_000,
        "{tables} tables, {pairs} pairs: too few to say anything"
    );
    println!(
        "golden replicates: {pairs} of {pairs} cases agree (pairs of columns of {tables} real tables)"
    );
}

#[test]
fn replicates_of_real_items_are_found() {
    // Two systems' accuracy on the same 300 items, and graded scores, each resampled 100 times or more: jointly, as a paired
    // bootstrap keeps them, and apart, as two separate ones do.
    let mut numbers = Numbers(1);
    let mut below = |n: usize| numbers.below(n as u64) as usize;
    let right = |of: usize, until: usize| f64::from(u8::from(of * 7 % 300 < until));
    let accuracy: [Vec<f64>; 2] =
        [150, 225].map(|until| (0..300).map(|of| right(of, until)).collect());
    let graded: [Vec<f64>; 2] = [0.30, 0.45].map(|shift| {
        (0..300)
            .map(|of| shift + f64::from(of * 7 % 300) / 900.0)
            .collect()
    });
    for (items, name) in [(&accuracy, "accuracy"), (&graded, "graded")] {
        for (rows, jointly) in [(100, true), (100, false), (2_000, true), (2_000, false)] {
            let mut replicates = [Vec::new(), Vec::new()];
            for _ in 0..rows {
                let picks: Vec<usize> = (0..300).map(|_| below(300)).collect();
                let others: Vec<usize> = if jointly {
                    picks.clone()
                } else {
                    (0..300).map(|_| below(300)).collect()
                };
                for ((column, items), picks) in
                    replicates.iter_mut().zip(items).zip([&picks, &others])
                {
                    column.push(picks.iter().map(|&pick| items[pick]).sum::<f64>() / 300.0);
                }
            }
            let [base, new] = replicates;
            let (warnings, _) = warned(&[Scores::new("base", base), Scores::new("new", new)]);
            assert_eq!(warnings.len(), 1, "{name}, {rows} rows, jointly {jointly}");
        }
    }
}
