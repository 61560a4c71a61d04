//! Partial conjunction: on at least how many of several data sets does an effect hold? (Dror, Baumer, Bogomolov & Reichart
//! 2017, section 4; Benjamini & Heller 2008.)
//!
//! With N one-sided p-values in ascending order, the hypothesis that fewer than u data sets have an effect has
//!
//! - Bonferroni: `(N - u + 1) p_(u)`, whatever the dependence of the data sets;
//! - Fisher: `P(chi2 with 2 (N - u + 1) degrees of freedom >= -2 sum of ln p_(i), i >= u)`, independent data sets.
//!
//! Their running maximum p* is tested in turn: k = max{u : p*_u <= alpha} is a lower confidence bound on the number of data
//! sets with an effect. The number of p-values below alpha is not.

use restrap_words::vocabulary;

use crate::Probability;

vocabulary! {
    /// How p-values of data sets are combined.
    pub enum Combination: "a combination of p-values" {
        /// Any dependence; the data sets that Holm's procedure rejects are as many as are counted.
        Bonferroni = "bonferroni",
        /// Independent data sets; names none of them.
        Fisher = "fisher",
    }
}

/// p* of "fewer than u data sets have an effect" for u = 1 to N, never falling. `p`: one-sided, one a data set, all of the same
/// side.
pub fn partial_conjunction(p: &[Probability], combination: Combination) -> Vec<Probability> {
    let mut ascending = p.to_vec();
    ascending.sort_by(|a, b| a.ln().total_cmp(&b.ln()));
    let mut largest = Probability::ZERO;
    let each = (0..ascending.len()).map(|below| {
        let rest = &ascending[below..];
        let combined = match combination {
            Combination::Bonferroni => rest[0].scaled(rest.len() as f64),
            Combination::Fisher => fisher(rest),
        };
        largest = largest.max(combined);
        largest
    });
    each.collect()
}

/// Fisher's combination of independent p-values: with h = -sum of ln p, `exp(-h) sum of h^i / i!` over i below their number.
fn fisher(p: &[Probability]) -> Probability {
    let h: f64 = p.iter().map(|p| -p.ln()).sum();
    if h == 0.0 {
        return Probability::ONE;
    }
    if h.is_infinite() {
        return Probability::ZERO;
    }
    let mut terms = vec![0.0];
    for i in 1..p.len() {
        terms.push(terms[i - 1] + libm::log(h / i as f64));
    }
    let most = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = terms.iter().map(|term| libm::exp(term - most)).sum();
    Probability::from_ln((most + libm::log(sum) - h).min(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many data sets an effect is shown on at `alpha`, at least.
    fn replicated(p: &[Probability], combination: Combination, alpha: f64) -> usize {
        partial_conjunction(p, combination)
            .iter()
            .take_while(|p| p.value() <= alpha)
            .count()
    }

    fn of(values: &[f64]) -> Vec<Probability> {
        values.iter().map(|&p| Probability::new(p)).collect()
    }

    #[test]
    fn the_example_of_the_authors_counts_one_and_two() {
        let p = of(&[0.168, 0.297, 0.357, 0.019, 0.218, 0.001]);
        assert_eq!(replicated(&p, Combination::Bonferroni, 0.05), 1);
        assert_eq!(replicated(&p, Combination::Fisher, 0.05), 2);
    }

    #[test]
    fn deep_tails_and_certainty() {
        let p = of(&[1e-200, 1e-250, 1.0]);
        let fisher = partial_conjunction(&p, Combination::Fisher);
        assert!(fisher[0].ln() < -1000.0 && fisher[2] == Probability::ONE);
        assert_eq!(replicated(&of(&[0.0, 0.0]), Combination::Fisher, 0.01), 2);
        assert_eq!(replicated(&[], Combination::Bonferroni, 0.05), 0);
    }
}
