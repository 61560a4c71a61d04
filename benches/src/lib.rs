//! Data for the benches: the three kinds of scores that differ in cost.

use restrap::{Model, Precision, Scores, generate};

/// 0/1 scores with 2 % helped and 1.8 % hurt.
pub fn binary(items: u64) -> [Scores<'static>; 2] {
    pair(
        Model::HelpedHurt {
            helped: items / 50,
            hurt: items * 18 / 1000,
            accuracy: 0.6,
        },
        items,
    )
}

/// Reciprocal ranks at 10.
pub fn graded(items: u64) -> [Scores<'static>; 2] {
    pair(
        Model::Graded {
            depth: 10,
            agreement: 0.6,
            effect: 0.02,
        },
        items,
    )
}

/// Correlated normal scores.
pub fn continuous(items: u64) -> [Scores<'static>; 2] {
    pair(
        Model::Continuous {
            correlation: 0.5,
            effect: 0.003,
        },
        items,
    )
}

/// # Panics
/// If a model is out of its range, which the constants above are not.
fn pair(model: Model, items: u64) -> [Scores<'static>; 2] {
    let (baseline, system) = generate(model, items, 1).expect("the models above are valid");
    let scores = |name: &str, values: Vec<f64>| Scores::new(name, values);
    [scores("baseline", baseline), scores("system", system)]
}

/// Distinct differences with their numbers of items, as a law takes them.
pub fn differences(pair: &[Scores; 2]) -> Vec<(i64, u64)> {
    let encoded = restrap_core::encode(pair[0].rows(), pair[1].rows(), Precision::Double);
    restrap_core::DistinctRows::of_column(&encoded.difference).pairs()
}

/// Digest of outputs: FNV-1a (Fowler, Noll and Vo) over their bytes.
pub fn digest(outputs: impl IntoIterator<Item = u64>) -> u64 {
    let bytes = outputs.into_iter().flat_map(u64::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Stops a bench of something that computes something else.
///
/// # Panics
/// If the digest is not the expected one.
pub fn check(what: &str, digest: u64, expected: u64) {
    assert_eq!(
        digest, expected,
        "{what}: digest {digest:#018x}, expected {expected:#018x}"
    );
}
