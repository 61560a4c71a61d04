//! On at least how many data sets is a system ahead, and on which?

use restrap_stats::replicability::{Combination, partial_conjunction};
use restrap_stats::{Adjustment, Probability};

use super::cells::Column;
use crate::evidence::test::outcome::printed;
use crate::outcome::replicate::{BehindOutcome, CountOutcome};

/// From one-sided p-values, all of one side; a test that is undefined shows nothing.
pub(super) fn count(column: &Column, alpha: f64) -> CountOutcome {
    let of = |side: usize| {
        let p = column
            .entries
            .iter()
            .map(|entry| entry.sides[side].unwrap_or(Probability::ONE));
        Side::new(&p.collect::<Vec<Probability>>(), column, alpha)
    };
    let [better, worse] = [of(0), of(1)];
    CountOutcome {
        metric: column.metric.to_owned(),
        system: column.system.to_owned(),
        baseline: column.baseline.to_owned(),
        n: column.entries.len() as u64,
        k_bonferroni: better.k[0],
        k_fisher: better.k[1],
        named: better.named,
        p_bonferroni: better.p[0].iter().copied().map(printed).collect(),
        p_fisher: better.p[1].iter().copied().map(printed).collect(),
        behind: BehindOutcome {
            k_bonferroni: worse.k[0],
            k_fisher: worse.k[1],
            named: worse.named,
        },
    }
}

struct Side {
    /// p of "fewer than u data sets have an effect", by Bonferroni and by Fisher.
    p: [Vec<Probability>; 2],
    k: [u64; 2],
    named: Vec<String>,
}

impl Side {
    fn new(p: &[Probability], column: &Column, alpha: f64) -> Self {
        let of =
            [Combination::Bonferroni, Combination::Fisher].map(|how| partial_conjunction(p, how));
        let k = [0, 1]
            .map(|how: usize| of[how].iter().take_while(|p| p.value() <= alpha).count() as u64);
        let holm = Adjustment::Holm.adjust(p);
        let named = column
            .entries
            .iter()
            .zip(holm)
            .filter(|(_, p)| p.value() <= alpha);
        let named = named.map(|(entry, _)| entry.dataset.to_owned()).collect();
        Self { p: of, k, named }
    }
}
