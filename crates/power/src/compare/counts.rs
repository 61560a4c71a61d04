//! Experiments of 0/1 scores: every p-value is exact and depends on two counts, helped and hurt, alone.
//!
//! A million experiments meet a few thousand pairs of counts. So experiments are counted by pair, and every test is computed
//! once per pair. Profiles without a law of their own have one here: half of the items by a trinomial law of half the draws,
//! sizes centred at their mean (sacrebleu, Moses) by summing its points, both at their limit R → ∞.

use restrap_stats::trinomial::Trinomial;
use restrap_stats::{Counts, Law, Moments, Probability};

use super::method::{Facts, Recipe};
use restrap_engine::Threshold;
use restrap_lib::Error;
use restrap_lib::Test;
use restrap_lib::inner::Extreme;
use restrap_lib::inner::Resampling;
use restrap_lib::{Centre, Draws};

/// Whether each recipe rejects given the counts; `None` where it does not apply.
pub(crate) fn decisions(
    recipes: &[Recipe],
    (items, helped, hurt): (u64, u64, u64),
    alpha: f64,
) -> Result<Vec<Option<bool>>, Error> {
    let pair = Changes::new(items, helped, hurt);
    recipes
        .iter()
        .map(|recipe| pair.rejects(recipe, alpha))
        .collect()
}

struct Changes {
    items: u64,
    helped: u64,
    hurt: u64,
    swaps: Law,
    resamples: Law,
}

impl Changes {
    fn new(items: u64, helped: u64, hurt: u64) -> Self {
        let tied = items - helped - hurt;
        let swaps = Law::permutation([(1, helped), (-1, hurt)]);
        let resamples = Law::bootstrap([(1, helped), (-1, hurt), (0, tied)]);
        Self {
            items,
            helped,
            hurt,
            swaps,
            resamples,
        }
    }

    fn rejects(&self, recipe: &Recipe, alpha: f64) -> Result<Option<bool>, Error> {
        let total = self.helped.cast_signed() - self.hurt.cast_signed();
        let changed = self.helped + self.hurt;
        let request = &recipe.request;
        let tied = self.items - changed;
        let Some(extreme) = Extreme::of_sum(
            recipe.test(),
            request.question.alternative,
            total,
            0,
            request.variants.rule,
        ) else {
            let squares = changed as f64 - total as f64 * total as f64 / self.items as f64;
            let facts = Facts {
                counts: Counts {
                    better: self.helped,
                    worse: self.hurt,
                    tied,
                },
                moments: Moments::new(self.items, total as f64, squares.max(0.0))?,
                groups: &|| vec![(1, self.helped), (-1, self.hurt), (0, tied)],
            };
            return facts.rejects(recipe, alpha);
        };
        let p = match extreme.resampling {
            Resampling::Swaps => {
                extreme
                    .of_law(&self.swaps, changed, |_| Probability::ZERO)
                    .p
            }
            Resampling::Items if request.variants.rule.draws == Draws::Half => {
                let law = Trinomial::new(
                    request.variants.rule.draws(self.items),
                    self.helped,
                    self.hurt,
                    tied,
                );
                halved(&extreme, &law)
            }
            Resampling::Items
                if recipe.test() == Test::Bootstrap
                    && request.variants.rule.centre == Centre::MeanSize =>
            {
                folded(
                    &Trinomial::bootstrap(self.items, self.helped, self.hurt),
                    self.items,
                    total,
                    request.variants.rule.strict,
                )
            }
            Resampling::Items => {
                extreme
                    .of_law(&self.resamples, changed, |_| Probability::ZERO)
                    .p
            }
        };
        Ok(Some(Recipe::rejects(p, alpha)))
    }
}

fn halved(extreme: &Extreme, law: &Trinomial) -> Probability {
    let tails: Vec<Probability> = extreme
        .thresholds()
        .into_iter()
        .map(|threshold| match threshold {
            Threshold::AtLeast(t) => law.upper(t),
            Threshold::AtMost(t) => law.lower(t),
        })
        .collect();
    // A percentile test: one tail, or twice the smaller.
    match tails[..] {
        [upper, lower] => upper.min(lower).scaled(2.0),
        _ => tails[0],
    }
}

/// P(|S| − E|S| ≥ |t|), or > where ties do not count.
fn folded(law: &Trinomial, items: u64, total: i64, strict: bool) -> Probability {
    let n = items.cast_signed();
    // Ten standard deviations, and some: what lies beyond weighs less than 1e-22.
    let spread = 10.0 * libm::sqrt(items as f64) + total.unsigned_abs() as f64 + 50.0;
    let reach = n.min(spread as i64);
    let points: Vec<(i64, f64)> = (-reach..=reach)
        .map(|s| (s.abs(), law.point(s).value()))
        .collect();
    let mean: f64 = points.iter().map(|(size, p)| *size as f64 * p).sum();
    let limit = mean + total.abs() as f64;
    // The mean of the sizes is no integer but by accident; where rounding hides one, a tie counts as the rule says.
    let beyond = |size: i64| {
        let gap = size as f64 - limit;
        if strict {
            gap > 1e-9 * limit
        } else {
            gap >= -1e-9 * limit
        }
    };
    let p: f64 = points
        .iter()
        .filter(|point| beyond(point.0))
        .map(|point| point.1)
        .sum();
    Probability::new(p.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_lib::{Profile, Variants};
    use restrap_stats::Alternative;

    /// All resamples of a column, weighted alike.
    fn sums(column: &[i64], draws: usize) -> Vec<i64> {
        (0..draws).fold(vec![0], |sums, _| {
            sums.iter()
                .flat_map(|sum| column.iter().map(move |value| sum + value))
                .collect()
        })
    }

    #[test]
    fn folded_and_halved_tails_are_those_of_all_resamples() {
        for (helped, hurt, tied) in [
            (3_u64, 1_u64, 2_u64),
            (2, 2, 1),
            (3, 0, 2),
            (0, 0, 4),
            (1, 2, 3),
        ] {
            let items = helped + hurt + tied;
            let column: Vec<i64> = std::iter::repeat_n(1, helped as usize)
                .chain(std::iter::repeat_n(-1, hurt as usize))
                .chain(std::iter::repeat_n(0, tied as usize))
                .collect();
            let total: i64 = column.iter().sum();
            let all = sums(&column, items as usize);
            let law = Trinomial::bootstrap(items, helped, hurt);
            // Whole numbers: R |S| − Σ|S| against R |t|.
            let (r, size) = (
                all.len() as i64,
                all.iter().map(|sum| sum.abs()).sum::<i64>(),
            );
            for strict in [false, true] {
                let is = |sum: &&i64| {
                    let gap = r * sum.abs() - size;
                    if strict {
                        gap > r * total.abs()
                    } else {
                        gap >= r * total.abs()
                    }
                };
                let expected = all.iter().filter(is).count() as f64 / r as f64;
                let got = folded(&law, items, total, strict).value();
                assert!(
                    (got - expected).abs() < 1e-12,
                    "{helped} {hurt} {tied} {strict}: {got} {expected}"
                );
            }
            let recipe = Recipe::new(
                Profile::CompareMt.into(),
                Alternative::TwoSided,
                &Variants::default(),
            );
            let half = recipe.request.variants.rule.draws(items);
            let below = sums(&column, half as usize)
                .iter()
                .filter(|&&sum| sum <= 0)
                .count() as f64;
            let expected = below / (items as f64).powi(half as i32);
            let extreme = Extreme::of_sum(
                recipe.test(),
                recipe.request.question.alternative,
                total,
                0,
                recipe.request.variants.rule,
            )
            .expect("it resamples");
            let got = halved(&extreme, &Trinomial::new(half, helped, hurt, tied)).value();
            assert!(
                (got - expected).abs() < 1e-12,
                "{helped} {hurt} {tied}: {got} {expected}"
            );
        }
    }
}
