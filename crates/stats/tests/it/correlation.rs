//! Correlations that were published with the data, on the shared data sets.

use restrap_stats::Alternative;
use restrap_stats::correlation::{Coefficient, Level, Matrix, Williams};
use std::collections::HashMap;
use std::path::PathBuf;

/// The numeric columns of a data set by name, or `None` (with a line on stdout) where it is absent.
fn columns(path: &str) -> Option<HashMap<String, Vec<f64>>> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data")
        .join(path);
    let Ok(text) = std::fs::read_to_string(file) else {
        println!("SKIPPED {path}: shared/data not found");
        return None;
    };
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let mut columns: HashMap<String, Vec<f64>> = HashMap::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), header.len(), "{line}");
        for (name, cell) in header.iter().zip(cells) {
            if let Ok(number) = cell.parse() {
                columns.entry((*name).to_owned()).or_default().push(number);
            }
        }
    }
    Some(columns)
}

fn of(coefficient: Coefficient, x: &[f64], y: &[f64]) -> f64 {
    coefficient
        .of(x, y)
        .expect("columns")
        .expect("columns that vary")
}

fn near(got: f64, printed: f64, within: f64, what: &str) {
    assert!(
        (got - printed).abs() <= within,
        "{what}: printed {printed}, got {got}"
    );
}

#[test]
fn correlations_of_dialogue_scores_are_the_published_ones_but_for_ties_that_rounding_made() {
    let Some(columns) = columns("unieval-topicalchat/topical_chat.csv") else {
        return;
    };
    let published = [
        ("naturalness", [0.443_666, 0.513_986, 0.373_973]),
        ("coherence", [0.595_143, 0.612_942, 0.465_915]),
        ("engagingness", [0.556_510, 0.604_739, 0.455_941]),
        ("groundedness", [0.536_209, 0.574_954, 0.451_533]),
        ("understandability", [0.380_038, 0.467_807, 0.360_741]),
        ("overall", [0.632_796, 0.662_583, 0.487_272]),
    ];
    let (mut equal, mut within) = (0, Vec::new());
    for (name, printed) in published {
        let (gold, metric) = (
            &columns[&format!("human_{name}")],
            &columns[&format!("unieval_{name}")],
        );
        assert_eq!((gold.len(), metric.len()), (360, 360));
        for (coefficient, printed) in Coefficient::ALL.into_iter().zip(printed) {
            let got = of(coefficient, gold, metric);
            if (got - printed).abs() <= 1e-6 {
                equal += 1;
                continue;
            }
            // The file has six decimals: scores that the authors had apart are ties here. Broken the best and the worst way
            // for the metric, they bracket what was printed, and only rank correlations of a column with ties may need it.
            let [low, high] =
                [-1.0, 1.0].map(|way| of(coefficient, gold, &ties_broken(metric, gold, way)));
            assert_ne!(
                coefficient,
                Coefficient::Pearson,
                "{name}: printed {printed}, got {got}"
            );
            assert!(
                high - low < 1e-3,
                "{coefficient} {name}: from {low} to {high} says nothing"
            );
            assert!(
                low - 1e-6 <= printed && printed <= high + 1e-6,
                "{coefficient} {name}: {low} {printed} {high}"
            );
            within.push(format!(
                "{coefficient} {name}: printed {printed}, got {got:.6}, from {low:.6} to {high:.6}"
            ));
        }
    }
    println!(
        "unieval-topicalchat: {equal} of 18 correlations over 360 replies equal the published ones to 1e-6"
    );
    println!(
        "  within the ties that rounding the scores made: {}",
        within.join("; ")
    );
    assert_eq!(equal + within.len(), 18);
    // Six of Pearson, and rank correlations of the three columns without ties, have nothing to hide behind.
    assert!(equal >= 12, "{equal}");
}

/// Places of the metric's scores in ascending order, tied ones in the gold score's order (`way` 1) or against it (-1).
fn ties_broken(metric: &[f64], gold: &[f64], way: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..metric.len()).collect();
    order.sort_by(|a, b| {
        metric[*a]
            .total_cmp(&metric[*b])
            .then((way * gold[*a]).total_cmp(&(way * gold[*b])))
    });
    let mut places = vec![0.0; metric.len()];
    order
        .into_iter()
        .enumerate()
        .for_each(|(place, item)| places[item] = place as f64);
    places
}

#[test]
fn williams_test_and_system_level_of_dialogue_scores_are_those_of_the_readme() {
    let Some(columns) = columns("unieval-topicalchat/topical_chat.csv") else {
        return;
    };
    let [gold, overall, coherence] =
        ["human_overall", "unieval_overall", "unieval_coherence"].map(|name| &columns[name]);
    let r = |x: &[f64], y: &[f64]| of(Coefficient::Pearson, x, y);
    let (r1, r2, r12) = (r(gold, overall), r(gold, coherence), r(overall, coherence));
    near(r2, 0.496_661, 1e-6, "coherence");
    near(r12, 0.643_204, 1e-6, "between metrics");
    let williams = Williams::new(r1, r2, r12, gold.len()).unwrap().unwrap();
    near(williams.t(), 3.937_078, 1e-6, "t");
    near(
        williams.p_value(Alternative::TwoSided).value(),
        9.9175e-5,
        1e-9,
        "p",
    );
    assert_eq!(williams.degrees_of_freedom(), 357.0);

    // Rows are contexts by systems; each row of a matrix is a system.
    let table = |column: &[f64]| {
        let cells =
            (0..6).flat_map(|system| (0..60).map(move |context| column[context * 6 + system]));
        Matrix::new(cells.collect(), 6).unwrap()
    };
    let at = |coefficient| {
        table(gold)
            .correlation(&table(overall), coefficient, Level::System)
            .unwrap()
            .mean
    };
    near(
        at(Coefficient::Pearson).unwrap(),
        0.899_100,
        1e-6,
        "system level, Pearson",
    );
    near(
        at(Coefficient::Kendall).unwrap(),
        0.333_333,
        1e-6,
        "system level, Kendall",
    );
}
