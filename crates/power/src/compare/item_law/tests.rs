//! Every law of a model against the properties that were asked for.

use super::*;
use restrap_core::Experiment;

type Pick = fn(&(f64, f64)) -> f64;

fn setting(source: Source, effect: f64) -> Setting {
    let [ties, correlation, skew] = match source {
        Source::Model(model) => model.parameters(),
        Source::Files(..) | Source::Outputs(_) => PowerModel::Files.parameters(),
    };
    Setting {
        items: 100,
        effect,
        ties,
        correlation,
        skew,
        cluster_size: 1,
    }
}

fn law(source: Source, setting: &Setting, icc: f64) -> ItemLaw {
    ItemLaw::new(source, setting, icc).expect("a model")
}

/// Differences of 2,000 experiments, in score units.
fn drawn(source: Source, setting: &Setting, icc: f64) -> Vec<Vec<f64>> {
    let law = law(source, setting, icc);
    let per_one = source.per_one().expect("a mean");
    (0..2_000)
        .map(|number| {
            let mut column = Vec::new();
            law.column(
                &mut Experiment {
                    seed: 3,
                    cell: 0,
                    number,
                }
                .data(),
                &mut column,
            );
            column.into_iter().map(|d| d as f64 / per_one).collect()
        })
        .collect()
}

/// Mean, its standard error, standard deviation, standardised third moment.
fn moments(values: &[f64]) -> [f64; 4] {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let central = |k: i32| values.iter().map(|v| (v - mean).powi(k)).sum::<f64>() / n;
    let sd = central(2).sqrt();
    [mean, sd / n.sqrt(), sd, central(3) / sd.powi(3)]
}

fn files() -> Observed {
    Observed {
        differences: vec![3, -1, -1, 0, 2, -1, 5, -2, 0, 1],
        per_one: 10.0,
        binary: false,
    }
}

#[test]
fn every_model_has_the_effect_asked_for() {
    let files = files();
    let cases = [
        (Source::Model(PowerModel::Accuracy), 0.04),
        (Source::Model(PowerModel::Graded), 0.03),
        (Source::Model(PowerModel::Continuous), -0.1),
        (Source::Files(&files, Null::Swaps), 0.05),
        (Source::Files(&files, Null::Centred), 0.05),
    ];
    for (source, effect) in cases {
        for effect in [0.0, effect, -effect] {
            let values = drawn(source, &setting(source, effect), 0.0).concat();
            let [mean, error, ..] = moments(&values);
            assert!(
                (mean - effect).abs() < 5.0 * error,
                "{source:?} {effect}: {mean} ± {error}"
            );
        }
    }
}

#[test]
fn ties_skewness_and_spread_are_those_asked_for() {
    let source = Source::Model(PowerModel::Continuous);
    let skewed = Setting {
        skew: Some(-1.5),
        correlation: Some(0.68),
        ..setting(source, 0.0)
    };
    let [_, _, sd, skew] = moments(&drawn(source, &skewed, 0.0).concat());
    // √(2 · 0.32) = 0.8; a skewness of 200,000 heavy-tailed values is known to some hundredths.
    assert!(
        (sd - 0.8).abs() < 0.01 && (skew + 1.5).abs() < 0.15,
        "{sd} {skew}"
    );
    for source in [PowerModel::Accuracy, PowerModel::Continuous].map(Source::Model) {
        let tied = Setting {
            ties: Some(0.7),
            ..setting(source, 0.0)
        };
        let values = drawn(source, &tied, 0.0).concat();
        let share = values.iter().filter(|&&d| d == 0.0).count() as f64 / values.len() as f64;
        assert!((share - 0.7).abs() < 0.006, "{source:?}: {share}");
    }
    assert!(
        (sigma(6.184_877) - 1.0).abs() < 1e-6,
        "exp(Z) has skewness 6.184877"
    );
}

#[test]
fn items_of_a_cluster_correlate_as_asked_and_others_do_not() {
    for source in [
        PowerModel::Accuracy,
        PowerModel::Graded,
        PowerModel::Continuous,
    ]
    .map(Source::Model)
    {
        let clustered = Setting {
            cluster_size: 4,
            ..setting(source, 0.0)
        };
        let columns = drawn(source, &clustered, 0.4);
        let variance = moments(&columns.concat())[2].powi(2);
        let correlation = |first: usize, second: usize| {
            let products = columns.iter().flat_map(|column| {
                column
                    .chunks_exact(8)
                    .map(move |two| two[first] * two[second])
            });
            products.sum::<f64>() / (columns.len() * 12) as f64 / variance
        };
        // 24,000 products of heavy-tailed differences.
        assert!(
            (correlation(0, 3) - 0.4).abs() < 0.06,
            "{source:?}: {}",
            correlation(0, 3)
        );
        assert!(
            correlation(3, 4).abs() < 0.06,
            "{source:?}: {}",
            correlation(3, 4)
        );
    }
}

#[test]
fn counts_have_the_law_of_columns() {
    let binary = Observed {
        differences: vec![1, 0, -1, 1, 0, 1],
        per_one: 1.0,
        binary: true,
    };
    for (source, items, effect) in [
        (Source::Model(PowerModel::Accuracy), 50, 0.06),
        (Source::Files(&binary, Null::Swaps), 6, 0.0),
        (Source::Files(&binary, Null::Swaps), 40, 0.1),
    ] {
        let law = law(
            source,
            &Setting {
                items,
                ..setting(source, effect)
            },
            0.0,
        );
        let (mut counted, mut summed) = (Vec::new(), Vec::new());
        for number in 0..20_000 {
            let place = |cell| {
                Experiment {
                    seed: 5,
                    cell,
                    number,
                }
                .data()
            };
            let (helped, hurt) = law.counts(&mut place(0)).expect("0/1 scores");
            counted.push((helped as f64, hurt as f64));
            let mut column = Vec::new();
            law.column(&mut place(1), &mut column);
            let count = |sign: i64| column.iter().filter(|&&d| d == sign).count() as f64;
            summed.push((count(1), count(-1)));
        }
        let picks: [Pick; 3] = [
            |pair| pair.0,
            |pair| pair.1,
            |pair| (pair.0 - pair.1).powi(2),
        ];
        for pick in picks {
            let [one, two] =
                [&counted, &summed].map(|all| moments(&all.iter().map(pick).collect::<Vec<_>>()));
            assert!(
                (one[0] - two[0]).abs() <= 5.0 * (one[1] + two[1]),
                "{source:?}: {one:?} {two:?}"
            );
        }
    }
}
