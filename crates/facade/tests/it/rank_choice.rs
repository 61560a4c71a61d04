//! Which correction a ranking takes where none is named, and pairs that differ on few items under the bootstrap.

use restrap_facade::{
    Control, Correction, RankOutcome, RankRequest, Request, ScoreRange, Scores, rank,
};
use restrap_testing::Numbers;
use restrap_words::Code;

/// Systems whose scores are made from numbers between 0 and 1.
fn systems(
    seed: u64,
    number: usize,
    items: usize,
    value: impl Fn(usize, f64) -> f64,
) -> Vec<Scores<'static>> {
    let mut stream = Numbers(seed);
    let system = |system: usize| {
        let values = (0..items)
            .map(|_| value(system, stream.share()))
            .collect::<Vec<f64>>();
        Scores::new(format!("s{system}"), values)
    };
    (0..number).map(system).collect()
}

fn ranked(systems: &[Scores], asked: &RankRequest) -> RankOutcome {
    rank(systems, asked, &Control::default()).expect("a ranking")
}

fn quick() -> RankRequest {
    RankRequest::new(Request::default().resamples(1_999))
}

/// A long tail of every other system, none of which is better.
fn skewed(seed: u64) -> Vec<Scores<'static>> {
    systems(seed, 6, 60, |system, share| {
        let tail = -(1.0 - share).ln() - 1.0;
        if system % 2 == 0 {
            0.3 * tail * tail.abs()
        } else {
            0.05 * tail
        }
    })
}

#[test]
fn the_data_choose_between_swaps_and_the_bootstrap() {
    let even = systems(5, 6, 60, |_, share| 3.0 * share);
    let long = skewed(3);
    let of = |systems: &[Scores], asked: &RankRequest| ranked(systems, asked).family.adjust;
    assert_eq!(of(&even, &quick()), Correction::MaxT);
    assert_eq!(of(&long, &quick()), Correction::BootstrapMaxT);
    // A range that is known bounds what is not seen; and what was asked for is done.
    let range = "-9,99".parse::<ScoreRange>().expect("a range");
    let bounded = RankRequest::new(Request::default().resamples(1_999).range(range));
    assert_eq!(of(&long, &bounded), Correction::MaxT);
    assert_eq!(
        of(&long, &quick().correction(Correction::MaxT)),
        Correction::MaxT
    );
    let rare = systems(7, 4, 80, |system, share| {
        f64::from(u8::from(share < 0.02 + 0.01 * system as f64))
    });
    assert_eq!(of(&rare, &quick()), Correction::MaxT);
    // Shares of 0 to 1, of which nobody said that they are: swaps decide, and what rests on them is named.
    let shares = systems(3, 6, 60, |system, share| {
        if system % 2 == 0 {
            0.9 * share.powi(9)
        } else {
            0.2 * share
        }
    });
    assert_eq!(of(&shares, &quick()), Correction::MaxT);
    // Of few items not even a range helps.
    let few: Vec<Scores> = long
        .iter()
        .map(|system| Scores::new(system.name.clone(), system.rows()[..25].to_vec()))
        .collect();
    assert_eq!(of(&few, &bounded), Correction::BootstrapMaxT);
    let told = ranked(&long, &quick()).run.warnings;
    assert!(
        told.iter().any(|note| note.code == Code::BootstrapChosen),
        "{told:?}"
    );
    let json = serde_json::to_value(ranked(&long, &quick())).expect("JSON");
    assert!(
        json["request"].get("correction").is_none() && json["family"]["adjust"] == "bootstrap-maxt"
    );
}

#[test]
fn swaps_that_were_asked_for_name_the_pairs_that_rest_on_symmetry() {
    let mut long = skewed(3);
    let shifted: Vec<f64> = long[0].rows().iter().map(|value| value + 2.0).collect();
    long[0] = Scores::new("ahead", shifted);
    let told = ranked(&long, &quick().correction(Correction::MaxT))
        .run
        .warnings;
    assert!(
        told.iter()
            .any(|note| note.code == Code::Skewed && note.text.contains("ahead")),
        "{told:?}"
    );
    // Where none is told apart, nothing rests on it.
    let none = ranked(&skewed(3), &quick().correction(Correction::MaxT));
    let told = &none.run.warnings;
    assert!(
        none.told_apart() > 0 || told.iter().all(|note| note.code != Code::Skewed),
        "{told:?}"
    );
}

/// The studentised bootstrap of all pairs of few items is drawn by counts of items, that of pairs with the first by columns: a pair alone
/// has one law.
#[test]
fn counts_of_items_and_sums_of_columns_have_one_law() {
    let all = systems(13, 12, 24, |system, share| {
        (share + 0.06 * system as f64 - 0.3).powi(3)
    });
    let asked = RankRequest::new(Request::default().resamples(40_000))
        .correction(Correction::BootstrapMaxT);
    let (pairs, with_first) = (
        ranked(&all, &asked),
        ranked(&all, &asked.clone().against_first(true)),
    );
    let mut compared = 0;
    for pair in &with_first.pairs {
        let is = |other: &&restrap_facade::RankedPair| {
            [(&other.a, &other.b), (&other.b, &other.a)].contains(&(&pair.a, &pair.b))
        };
        let (p, q) = (
            pair.pvalue.expect("p"),
            pairs
                .pairs
                .iter()
                .find(is)
                .and_then(|other| other.pvalue)
                .expect("p"),
        );
        assert!(
            (p - q).abs() < 5.0 * (2.0 * q * (1.0 - q) / 4e4).sqrt() + 1e-4,
            "{pair:?} {q}"
        );
        compared += usize::from(q > 0.001 && q < 0.999);
    }
    assert!(compared >= 4, "{compared} that could differ");
}

#[test]
fn twins_do_not_decide_for_other_pairs() {
    for offset in [0.0, 0.5] {
        twins_of(offset);
    }
}

/// `offset`: by how much the twins differ on all other items.
fn twins_of(offset: f64) {
    // Four systems with gaps, and four that differ alike on all but two items.
    let mut all = systems(11, 8, 50, |system, share| {
        share
            + if system < 4 {
                0.25 * system as f64
            } else {
                0.0
            }
    });
    let first = all[4].rows().to_vec();
    for twin in 1..4 {
        let mut values: Vec<f64> = first
            .iter()
            .map(|value| value + offset * twin as f64)
            .collect();
        values[twin] += 0.5;
        values[twin + 9] += 0.5;
        all[4 + twin] = Scores::new(format!("s{}", 4 + twin), values);
    }
    {
        let correction = Correction::BootstrapMaxT;
        let asked = quick().correction(correction);
        let apart = |outcome: &RankOutcome| {
            let is = |name: &String| name[1..].parse::<usize>().is_ok_and(|at| at < 4);
            outcome
                .pairs
                .iter()
                .filter(|pair| is(&pair.a) && is(&pair.b) && pair.shown)
                .count()
        };
        let (with, without) = (ranked(&all, &asked), ranked(&all[..4], &asked));
        assert!(
            5 * apart(&with) >= 4 * apart(&without) && apart(&without) >= 4,
            "{correction}"
        );
        // The twins: p over every swap of the items on which they differ, at a share of 28 pairs.
        let twins = with.pairs.iter().filter(|pair| {
            [&pair.a, &pair.b]
                .iter()
                .all(|name| *name > &"s3".to_owned())
        });
        for pair in twins {
            if offset > 0.0 {
                assert!(pair.shown && pair.p_adjusted < Some(1e-9), "{pair:?}");
                continue;
            }
            assert!(!pair.shown && pair.p_adjusted == Some(1.0), "{pair:?}");
            assert!(
                [0.25, 0.5, 1.0, 0.125, 0.375].contains(&pair.pvalue.expect("a p-value")),
                "{pair:?}"
            );
        }
    }
}
