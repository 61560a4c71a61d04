//! Which p-values a test may give on 0/1 scores of n items whose systems are so far apart, whatever items they have right.

use restrap_stats::{
    Alternative, McNemar, McNemarVariant, Moments, Probability, StudentT, trinomial,
};

use crate::audit::End;

/// Tests by what they do with the items on which systems differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// By their number: sign, McNemar, permutation, Wilcoxon.
    Counts,
    /// By their mean and spread.
    T,
    /// By resamples of items.
    Bootstrap,
    /// Any of them: a test that is not named or not known.
    Any,
}

/// What the name of a test says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something that a name may say"
)]
pub(super) struct Named {
    pub family: Family,
    /// It takes two samples of different items.
    pub is_unpaired: bool,
    /// It needs a score of every item.
    pub needs_scores: bool,
    /// It needs scores that are 0 or 1.
    pub needs_binary: bool,
    /// A test of items, run on resamples.
    pub of_replicates: bool,
}

/// Reads the name.
pub(super) fn named(test: &str) -> Named {
    let test = test.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| test.contains(word));
    let is_bootstrap = has(&["bootstrap", "resampl"]);
    let is_t = has(&["t-test", "t test", "ttest", "student", "welch"]) || test.trim() == "t";
    let is_rank = has(&["wilcoxon", "signed-rank", "signed rank", "mann"]);
    let is_count = has(&[
        "mcnemar",
        "sign test",
        "binomial",
        "permutation",
        "randomi",
        "exact",
    ]) || test.trim() == "sign";
    let family = match (is_bootstrap, is_t, is_rank || is_count) {
        (true, false, false) => Family::Bootstrap,
        (false, true, false) => Family::T,
        (false, false, true) => Family::Counts,
        _ => Family::Any,
    };
    Named {
        family,
        is_unpaired: has(&[
            "unpaired",
            "independent",
            "ttest_ind",
            "welch",
            "two-sample",
            "two sample",
            "mann",
            "proportion",
        ]),
        needs_scores: is_t || is_rank || has(&["mcnemar", "sign test"]) || test.trim() == "sign",
        needs_binary: has(&["mcnemar"]),
        of_replicates: is_bootstrap && (is_t || is_rank),
    }
}

/// The least and the largest p-value that tests of a family give between these two tables; every variant and side in use.
pub(super) fn of_family(family: Family, items: u64, [least, largest]: [End; 2]) -> [f64; 2] {
    let low = values(family, items, least).into_iter().fold(1.0, f64::min);
    let high = match family {
        Family::Any => 1.0,
        _ => values(family, items, largest)
            .into_iter()
            .fold(0.0, f64::max),
    };
    [low, high]
}

/// Variants of the tests of a family on one table.
fn values(family: Family, items: u64, table: End) -> Vec<f64> {
    let (b, c) = (table.won, table.lost);
    // One-sided tests look to the side of the gap.
    let towards = if b >= c {
        Alternative::Greater
    } else {
        Alternative::Less
    };
    let sides = [Alternative::TwoSided, towards];
    let counts = || {
        use McNemarVariant::{ChiSquare, ChiSquareCorrected, Exact, MidP};
        let test = McNemar { b, c };
        let variants = [Exact, MidP, ChiSquare, ChiSquareCorrected];
        let values = variants
            .into_iter()
            .flat_map(move |variant| sides.map(|side| test.p(items, variant, side)));
        values
            .filter_map(Result::ok)
            .map(Probability::value)
            .collect::<Vec<f64>>()
    };
    let t = || {
        let mean = (b as f64 - c as f64) / items as f64;
        let squares = (b + c) as f64 - items as f64 * mean * mean;
        let t = Moments::from_mean(items, mean, squares.max(0.0)).and_then(StudentT::of_moments);
        t.map_or_else(
            |_| Vec::new(),
            |t| sides.map(|side| t.p(side).value()).to_vec(),
        )
    };
    let bootstrap = || {
        let (won, lost) = (b.max(c), b.min(c));
        let twice = 2 * (won - lost) as i64;
        let strict = trinomial::upper(twice + 1, items, won, lost).value();
        let percentile = trinomial::lower(0, items, won, lost).value();
        let shifted = trinomial::upper(twice, items, won, lost).value();
        let centred = shifted + trinomial::lower(0, items, won, lost).value();
        vec![
            strict,
            percentile,
            shifted,
            (2.0 * percentile).min(1.0),
            centred.min(1.0),
        ]
    };
    match family {
        Family::Counts => counts(),
        Family::T => t(),
        Family::Bootstrap => bootstrap(),
        Family::Any => [counts(), t(), bootstrap()].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_families() {
        assert_eq!(named("McNemar").family, Family::Counts);
        assert_eq!(named("paired t-test").family, Family::T);
        assert_eq!(named("approximate randomization").family, Family::Counts);
        assert_eq!(named("paired bootstrap").family, Family::Bootstrap);
        assert_eq!(named("").family, Family::Any);
        assert!(named("Wilcoxon on 10,000 bootstrap samples").of_replicates);
        assert!(named("independent t-test").is_unpaired && !named("paired t-test").is_unpaired);
    }

    #[test]
    fn the_least_p_is_below_every_variant() {
        // Five items won, none lost, of 100: exact 2/2^5, chi-square 0.025, t 0.024.
        let least = End {
            won: 5,
            lost: 0,
            pvalue: 0.0625,
        };
        let largest = End {
            won: 40,
            lost: 35,
            pvalue: 0.64,
        };
        let [low, high] = of_family(Family::Counts, 100, [least, largest]);
        assert!(
            (0.012..0.0127).contains(&low),
            "chi-square, one side: {low}"
        );
        assert!((0.6..0.7).contains(&high), "{high}");
        let [low, high] = of_family(Family::Bootstrap, 100, [least, largest]);
        assert!(
            low <= 0.95_f64.powi(100) * (1.0 + 1e-9) && high < 1.0,
            "{low} {high}"
        );
        assert_eq!(of_family(Family::Any, 100, [least, largest])[1], 1.0);
    }
}
