//! Training seeds against what must hold of any runs.

use restrap_stats::seeds::{Recipes, Runs};
use restrap_stats::special::normal_quantile;
use restrap_stats::{Alternative, StatsError, TEstimate};
use restrap_testing::Numbers;

use Alternative::TwoSided;

/// Standard normal numbers of a seed.
struct Normal(Numbers);

impl Normal {
    fn next(&mut self) -> f64 {
        normal_quantile(((self.0.bits() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64)
    }

    /// Runs of a recipe on items: a seed of this deviation and noise on top of each item.
    fn runs(&mut self, count: usize, items: &[f64], seed_deviation: f64) -> Runs {
        let rows: Vec<Vec<f64>> = (0..count)
            .map(|_| {
                let seed = seed_deviation * self.next();
                items
                    .iter()
                    .map(|item| item + seed + 0.7 * self.next())
                    .collect()
            })
            .collect();
        Runs::new(&rows).expect("runs")
    }
}

#[test]
fn recipes_hold_their_level_where_checkpoints_alone_do_not() {
    let mut random = Normal(Numbers(21));
    let (mut of_recipes, mut of_checkpoints) = (0, 0);
    let rejects = |estimate: Result<TEstimate, StatsError>| {
        u32::from(estimate.expect("finite").p(TwoSided).value() <= 0.05)
    };
    for _ in 0..400 {
        let items: Vec<f64> = (0..100).map(|_| random.next()).collect();
        let (system, baseline) = (random.runs(3, &items, 0.2), random.runs(3, &items, 0.2));
        let both = Recipes::new(&system, &baseline).expect("the same items");
        of_recipes += rejects(both.recipe(true));
        of_checkpoints += rejects(both.checkpoints());
    }
    // 20 expected at most, 34 at 3.3 standard errors; the negative control finds a difference half of the time.
    assert!(of_recipes <= 34, "{of_recipes} of 400");
    assert!(of_checkpoints > 150, "{of_checkpoints} of 400");
}

#[test]
fn runs_that_do_not_differ_make_a_recipe_of_a_checkpoint() {
    let (good, poor) = ([0.9, 0.4, 0.7, 0.8, 0.1], [0.5, 0.5, 0.4, 0.1, 0.0]);
    let (good, poor) = (
        Runs::new(&[good; 3]).expect("runs"),
        Runs::new(&[poor; 2]).expect("runs"),
    );
    let both = Recipes::new(&good, &poor).expect("the same items");
    assert_eq!(both.recipe(true), both.checkpoints());
    let same = Recipes::new(&good, &good)
        .expect("the same items")
        .recipe(true)
        .expect("finite");
    assert_eq!((same.estimate(), same.p(TwoSided).value()), (0.0, 1.0));
}

#[test]
fn a_clamped_recipe_is_never_surer_than_its_checkpoints() {
    let mut random = Normal(Numbers(22));
    let mut below = 0;
    for _ in 0..50 {
        let items: Vec<f64> = (0..8).map(|_| random.next()).collect();
        let (system, baseline) = (random.runs(2, &items, 0.0), random.runs(4, &items, 0.0));
        let both = Recipes::new(&system, &baseline).expect("the same items");
        let error = |estimate: Result<TEstimate, StatsError>| {
            estimate.map_or(0.0, |it| it.standard_error())
        };
        let checkpoints = error(both.checkpoints());
        assert!(error(both.recipe(true)) >= checkpoints);
        below += u32::from(error(both.recipe(false)) < checkpoints);
    }
    assert!(
        below > 10,
        "without seeds the unclamped variance is often the smaller: {below}"
    );
}

#[test]
fn one_run_and_runs_on_other_items_are_refused() {
    let too_few = |what| StatsError::TooFew {
        what,
        needed: 2,
        found: 1,
    };
    assert_eq!(Runs::new(&[[0.1, 0.2]]), Err(too_few("runs")));
    assert_eq!(Runs::new(&[[0.1], [0.2]]), Err(too_few("items")));
    assert_eq!(
        Runs::new(&[vec![0.1, 0.2], vec![0.3]]),
        Err(StatsError::LengthMismatch { left: 2, right: 1 })
    );
    assert!(Runs::new(&[[0.1, f64::NAN], [0.2, 0.3]]).is_err());
    let (two, three) = (
        Runs::new(&[[0.1, 0.2]; 2]),
        Runs::new(&[[0.1, 0.2, 0.4]; 2]),
    );
    assert!(Recipes::new(&two.expect("runs"), &three.expect("runs")).is_err());
}

#[test]
fn runs_that_hardly_vary_leave_a_recipe_with_degrees_of_freedom() {
    // Both variances between runs are clamped to 0 here, and the mean square of the runs is many times the rest: .0033 degrees of
    // freedom came out, and a comparison that did not end.
    let a = Runs::new(&[[-0.58, -0.52, 0.03], [-0.48, 0.14, -0.23]]).expect("runs");
    let b = Runs::new(&[[0.11, 0.33, 0.75], [0.31, 0.29, -0.39]]).expect("runs");
    let recipe = Recipes::new(&b, &a)
        .expect("the same items")
        .recipe(true)
        .expect("a variance");
    assert!(recipe.df() >= 1.0, "{recipe:?}");
    let interval = recipe
        .interval(0.95)
        .expect("a level")
        .expect("some spread");
    assert!(
        interval.low < recipe.estimate() && recipe.estimate() < interval.high,
        "{interval:?}"
    );
    let mut random = Normal(Numbers(5));
    for _ in 0..3_000 {
        let items: Vec<f64> = (0..3).map(|_| random.next()).collect();
        let (a, b) = (random.runs(2, &items, 0.0), random.runs(2, &items, 0.1));
        let recipe = Recipes::new(&b, &a)
            .expect("the same items")
            .recipe(true)
            .expect("a variance");
        assert!(
            recipe.df() >= 1.0 && recipe.interval(0.999).is_ok(),
            "{recipe:?}"
        );
    }
}
