//! Every route against its law and the route that draws item by item, in every design.

use restrap_core::{
    CoinFlips, CompressedBootstrap, CompressedFlips, Design, IndexedBootstrap, JointRows, Level,
    Resampler, StreamedBootstrap, StreamedFlips, Times,
};

use crate::judge::{Kind, Shape, Verdict, effort, judge_counts, judge_sums};

/// Values that are all different, of both signs, never zero.
pub fn column(items: u64, salt: i64) -> Vec<i64> {
    (1..=items.cast_signed())
        .map(|i| (i * 7_919 + i * i * (31 + salt)) % 200_003 * 2 - 200_003)
        .collect()
}

/// Both judges, with the usual effort for so many cells.
fn verdict(
    shape: &Shape,
    candidate: &dyn Resampler,
    oracle: (&dyn Resampler, &[usize]),
) -> Verdict {
    let cells = oracle.1.len() as u64;
    let counted = effort(1_500_000 / (cells + 100), 75_000_000 / (cells + 100));
    verdict_after(
        counted,
        effort(3_000_000 / (cells + 300), 1_000_000),
        shape,
        candidate,
        oracle,
    )
}

/// Both judges, after so few resamples that wrong draws must show by then: what the suite affords.
pub fn short_verdict(
    shape: &Shape,
    candidate: &dyn Resampler,
    oracle: (&dyn Resampler, &[usize]),
) -> Verdict {
    let cells = oracle.1.len() as u64;
    verdict_after(
        1_500_000 / (cells + 100),
        3_000_000 / (cells + 300),
        shape,
        candidate,
        oracle,
    )
}

fn verdict_after(
    counted: u64,
    summed: u64,
    shape: &Shape,
    candidate: &dyn Resampler,
    oracle: (&dyn Resampler, &[usize]),
) -> Verdict {
    let mut verdict = Verdict::default();
    judge_counts(&mut verdict, shape, candidate, oracle, counted);
    judge_sums(&mut verdict, candidate, oracle.0, summed);
    verdict
}

fn each_item(items: u64) -> Vec<usize> {
    (0..items as usize).collect()
}

#[test]
fn item_by_item_bootstraps_follow_their_law_in_every_design() {
    let designs: [(&[(u64, u64)], bool); 10] = [
        (&[(5, 5)], true),
        (&[(64, 64)], true),
        (&[(1_000, 1_000)], true),
        (&[(1_000, 90)], true),
        (&[(64, 200)], true),
        (&[(5, 3)], false),
        (&[(64, 20)], false),
        (&[(1_000, 700)], false),
        (&[(64, 64), (500, 300), (5, 5)], true),
        (&[(64, 10), (500, 450), (5, 2)], false),
    ];
    for (strata, replacement) in designs {
        let kind = if replacement { Kind::Again } else { Kind::Once };
        let shape = Shape::items(kind, strata);
        let items = strata.iter().map(|stratum| stratum.0).sum();
        let (one, two) = (column(items, 0), column(items, 5));
        let columns: [&[i64]; 2] = [&one, &two];
        let design = Design {
            strata: strata.to_vec(),
            replacement,
        };
        let streamed = StreamedBootstrap::new(&columns, &design, Level::detected());
        let indexed = IndexedBootstrap::new(&columns, &design);
        let cells = each_item(items);
        let what = format!(
            "{strata:?}, {}",
            if replacement {
                "with replacement"
            } else {
                "without"
            }
        );
        verdict(&shape, &streamed, (&indexed, &cells)).hold(&format!("streamed bootstrap, {what}"));
        verdict(&shape, &indexed, (&indexed, &cells)).hold(&format!("indexed bootstrap, {what}"));
    }
}

/// Two columns with so many items of each distinct row, and the group of each item.
fn grouped(weights: &[u64]) -> ([Vec<i64>; 2], JointRows, Vec<usize>) {
    // Multiplicities fall and values of a multiplicity rise, as the order of groups wants it.
    let group_of: Vec<usize> = weights
        .iter()
        .enumerate()
        .flat_map(|(g, &weight)| (0..weight).map(move |_| g))
        .collect();
    let value = |g: &usize| (*g as i64 + 1, (*g as i64 * 37 + 11) % 50 + 1);
    let columns = [
        group_of.iter().map(|g| value(g).0).collect::<Vec<_>>(),
        group_of.iter().map(|g| value(g).1).collect(),
    ];
    let rows =
        JointRows::of_columns(&[&columns[0], &columns[1]], weights.len()).expect("so many groups");
    assert_eq!(rows.counts(), weights);
    (columns, rows, group_of)
}

const GROUPS: [&[u64]; 7] = [
    &[3, 2],
    &[2, 1, 1, 1],
    &[1, 1, 1, 1, 1],
    &[40, 20, 4],
    &[600, 300, 90, 10],
    &[500, 300, 100, 50, 30, 15, 5],
    &[1; 64],
];

#[test]
fn compressed_bootstraps_follow_their_law() {
    for weights in GROUPS {
        let ([one, two], rows, group_of) = grouped(weights);
        let items = rows.items();
        for draws in [items, items.div_ceil(3)] {
            let design = Design::draws(items, draws);
            let shape = Shape {
                kind: Kind::Again,
                strata: vec![(weights.to_vec(), draws)],
            };
            let compressed = CompressedBootstrap::new(rows.clone(), draws, Level::detected());
            let indexed = IndexedBootstrap::new(&[&one, &two], &design);
            verdict(&shape, &compressed, (&indexed, &group_of)).hold(&format!(
                "compressed bootstrap, {draws} from {} groups",
                weights.len()
            ));
        }
    }
}

#[test]
fn swaps_follow_their_law_on_every_route() {
    for items in [5, 64, 1_000] {
        let (one, two) = (column(items, 0), column(items, 5));
        let columns: [&[i64]; 2] = [&one, &two];
        let shape = Shape::items(Kind::Swaps, &[(items, 0)]);
        let coins = CoinFlips::new(&columns);
        let streamed = StreamedFlips::new(&columns, Level::detected());
        let cells = each_item(items);
        verdict(&shape, &streamed, (&coins, &cells)).hold(&format!("streamed swaps of {items}"));
        verdict(&shape, &coins, (&coins, &cells)).hold(&format!("coin flips of {items}"));
    }
    for weights in GROUPS {
        let ([one, two], rows, group_of) = grouped(weights);
        let shape = Shape {
            kind: Kind::Swaps,
            strata: vec![(weights.to_vec(), 0)],
        };
        let compressed = CompressedFlips::new(rows, Level::detected());
        let coins = CoinFlips::new(&[&one, &two]);
        verdict(&shape, &compressed, (&coins, &group_of))
            .hold(&format!("compressed swaps of {} groups", weights.len()));
    }
}

#[test]
fn counted_rows_are_drawn_as_their_items() {
    for weights in GROUPS {
        let ([one, two], rows, group_of) = grouped(weights);
        // Rows of one value in two parts, as partial sums of several workers are.
        let parts = |group: usize| [weights[group] / 3, weights[group] - weights[group] / 3];
        let of_groups =
            || (0..weights.len()).flat_map(|group| parts(group).map(|part| (group, part)));
        let kept: Vec<(usize, u64)> = of_groups().filter(|(_, part)| *part > 0).collect();
        let first = |group: usize| {
            group_of
                .iter()
                .position(|of| *of == group)
                .expect("an item")
        };
        let columns = [&one, &two].map(|column| {
            kept.iter()
                .map(|(group, _)| column[first(*group)])
                .collect::<Vec<i64>>()
        });
        let times = Times::Counted(kept.iter().map(|(_, part)| *part).collect());
        let counted = JointRows::of_times(&[&columns[0], &columns[1]], &times, weights.len())
            .expect("so many groups");
        assert_eq!(counted, rows, "{weights:?}");
        let swapped =
            JointRows::of_counted_differences(&[&columns[0], &columns[1]], &times, weights.len());
        let of_items = JointRows::of_differences(&[&one, &two], weights.len());
        assert_eq!(swapped, of_items, "{weights:?}");
        let shape = Shape {
            kind: Kind::Swaps,
            strata: vec![(weights.to_vec(), 0)],
        };
        let coins = CoinFlips::new(&[&one, &two]);
        let drawn = CompressedFlips::new(counted, Level::detected());
        verdict(&shape, &drawn, (&coins, &group_of))
            .hold(&format!("swaps of {weights:?} counted rows"));
    }
}
