//! Published recipes: one row each.

use restrap_stats::Alternative;
use restrap_words::vocabulary;

use crate::number::format::{grouped, probability};
use crate::request::rule::{Centre, Draws, Rule};
use crate::request::test::Test;

vocabulary! {
    /// A recipe from the literature or from a tool, as that source runs it.
    pub enum Profile: "a profile" {
        /// Jansen's primer: share of resampled difference sums that are 0 or less.
        Jansen = "jansen",
        /// Noreen's approximate randomization.
        Noreen = "noreen",
        /// Efron and Tibshirani's test of a mean.
        EfronTibshirani = "efron-tibshirani",
        /// Berg-Kirkpatrick, Burkett and Klein's figure 1.
        BergKirkpatrick = "berg-kirkpatrick",
        /// Jurafsky and Martin's textbook.
        Jurafsky = "jurafsky",
        /// Koehn's share of wins.
        Koehn = "koehn",
        /// sacrebleu's paired bootstrap.
        SacrebleuBs = "sacrebleu-bs",
        /// sacrebleu's approximate randomization.
        SacrebleuAr = "sacrebleu-ar",
        /// The script of Moses.
        Moses = "moses",
        /// `MultEval`.
        MultEval = "multeval",
        /// compare-mt.
        CompareMt = "compare-mt",
        /// COMET's comparison.
        Comet = "comet",
        /// SciPy's permutation test.
        Scipy = "scipy",
        /// mlxtend's permutation test.
        Mlxtend = "mlxtend",
        /// ranx's Fisher test.
        RanxFisher = "ranx-fisher",
        /// The script of the hitchhiker's guide.
        Dror = "dror",
        /// Urbano, Lima and Hanjalic's bootstrap.
        Urbano = "urbano",
    }
}

/// What a profile fixes.
///
/// The test, its side, the number of resamples, the rule of the p-value and the rule of resampling, as the source of the recipe has
/// them; rows are printed in `docs/profiles.md`.
#[derive(Clone, Copy, Debug)]
pub struct ProfileRow {
    /// Where the recipe is published.
    pub source: &'static str,
    /// The test.
    pub test: Test,
    /// Its side.
    pub alternative: Alternative,
    /// Its number of resamples.
    pub resamples: u64,
    /// c/R instead of (c + 1)/(R + 1).
    pub raw_p: bool,
    /// Which resamples count, and how many items each draws.
    pub rule: Rule,
    /// Why it rejects too often or too seldom; empty where it holds its level.
    pub caution: &'static str,
    /// How often it does.
    pub rates: &'static [Rate],
}

impl ProfileRow {
    /// What a reader must know of its level, with measured rates.
    pub fn note(&self) -> Option<String> {
        let words = |law| match law {
            "signs" => "0/1 scores, 0.1 of the items won and lost each",
            _ => "normal differences",
        };
        let mut told: Vec<(&str, Vec<String>)> = Vec::new();
        for rate in self.rates {
            let text = format!(
                "{} of {}",
                probability(rate.rejected),
                grouped(u64::from(rate.items))
            );
            match told.iter_mut().find(|(law, _)| *law == rate.law) {
                Some((_, rates)) => rates.push(text),
                None => told.push((rate.law, vec![format!("{text} items")])),
            }
        }
        let told: Vec<String> = told
            .into_iter()
            .map(|(law, rates)| format!("{} ({})", rates.join(", "), words(law)))
            .collect();
        let alpha = "rejected at alpha 0.05 where the null is true";
        (!self.caution.is_empty())
            .then(|| format!("{}; {alpha}: {}", self.caution, told.join(", ")))
    }
}

/// Share of data sets with a true null that a recipe rejects at alpha 0.05, from the table of `docs/calibration.md`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Law of the differences, as the table names it.
    pub law: &'static str,
    /// Items.
    pub items: u32,
    /// Share rejected, with the four decimals of the table.
    pub rejected: f64,
}

const fn normal(items: u32, rejected: f64) -> Rate {
    Rate {
        law: "normal",
        items,
        rejected,
    }
}

const fn signs(items: u32, rejected: f64) -> Rate {
    Rate {
        law: "signs",
        items,
        rejected,
    }
}

const STRICT_BOOTSTRAP: &str = "ties with twice the difference do not count, so it rejects too often with few items, and always for two equal systems";
const STRICT_BOOTSTRAP_RATES: &[Rate] = &[signs(10, 0.2193), signs(50, 0.0716), normal(10, 0.0762)];
const STRICT_SWAPS: &str = "ties with the observed difference do not count, so few differing items reject too often, and a system \
     against itself has p = 1/(R + 1)";
const STRICT_SWAPS_RATES: &[Rate] = &[signs(10, 0.5904), signs(50, 0.1148), signs(1000, 0.0563)];
const FOLDED: &str = "absolute resampled differences are centred at their mean, which is not a null distribution: it rejects too often at any number of items";
const ONE_SIDED: &str = "one-sided by construction, and computed from the bootstrap distribution instead of a null distribution: it rejects too often with few items";
const ONE_SIDED_RATES: &[Rate] = &[normal(10, 0.0769), normal(50, 0.0565)];
const FEW: &str = "resamples of few items spread too little, so it rejects too often";

/// What most rows share: the defaults of restrap.
const PLAIN: ProfileRow = ProfileRow {
    source: "",
    test: Test::Permutation,
    alternative: Alternative::TwoSided,
    resamples: 10_000,
    raw_p: false,
    rule: Rule::PLAIN,
    caution: "",
    rates: &[],
};

/// One-sided: SYSTEM is better.
const BETTER: ProfileRow = ProfileRow {
    test: Test::Bootstrap,
    alternative: Alternative::Greater,
    raw_p: true,
    ..PLAIN
};

const STRICT: Rule = Rule {
    strict: true,
    ..Rule::PLAIN
};

/// One row a profile, in the order of [`Profile::ALL`].
const ROWS: [ProfileRow; 17] = [
    ProfileRow {
        source: "Jansen, \"Non-parametric bootstrap resampling\": p = share of resamples whose summed difference is 0 or \
                 less; one-sided, 10,000 resamples, no add-one",
        test: Test::BootstrapPercentile,
        caution: ONE_SIDED,
        rates: ONE_SIDED_RATES,
        ..BETTER
    },
    ProfileRow {
        source: "Noreen (1989): approximate randomization, (c + 1)/(R + 1), ties counted",
        resamples: 9_999,
        ..PLAIN
    },
    ProfileRow {
        source: "Efron & Tibshirani (1993, section 16.4): achieved significance c/B of the centred bootstrap, one-sided",
        resamples: 1_000,
        caution: FEW,
        rates: &[normal(10, 0.0762), normal(50, 0.0568)],
        ..BETTER
    },
    ProfileRow {
        source: "Berg-Kirkpatrick, Burkett & Klein (2012, figure 1): share of resamples beyond twice the difference, strictly",
        resamples: 1_000_000,
        rule: STRICT,
        caution: STRICT_BOOTSTRAP,
        rates: STRICT_BOOTSTRAP_RATES,
        ..BETTER
    },
    ProfileRow {
        source: "Jurafsky & Martin, Speech and Language Processing (draft, chapter 4): s/b, strictly beyond twice the difference",
        resamples: 100_000,
        rule: STRICT,
        caution: STRICT_BOOTSTRAP,
        rates: STRICT_BOOTSTRAP_RATES,
        ..BETTER
    },
    ProfileRow {
        source: "Koehn (2004): 1 − share of resamples that the system wins, 1,000 resamples",
        test: Test::BootstrapPercentile,
        resamples: 1_000,
        caution: ONE_SIDED,
        rates: ONE_SIDED_RATES,
        ..BETTER
    },
    ProfileRow {
        source: "sacrebleu 2.6.0, paired-bs: sizes of differences centred at their mean, strictly larger, (c + 1)/(R + 1)",
        test: Test::Bootstrap,
        resamples: 1_000,
        rule: Rule {
            strict: true,
            centre: Centre::MeanSize,
            ..Rule::PLAIN
        },
        caution: FOLDED,
        rates: &[normal(10, 0.1635), normal(50, 0.1214), normal(1000, 0.1127)],
        ..PLAIN
    },
    ProfileRow {
        source: "sacrebleu 2.6.0, paired-ar: swaps, strictly larger, (c + 1)/(R + 1)",
        rule: STRICT,
        caution: STRICT_SWAPS,
        rates: STRICT_SWAPS_RATES,
        ..PLAIN
    },
    ProfileRow {
        source: "Moses, bootstrap-hypothesis-difference-significance.pl: as sacrebleu-bs, ties counted, c/R",
        test: Test::Bootstrap,
        resamples: 1_000,
        raw_p: true,
        rule: Rule {
            centre: Centre::MeanSize,
            ..Rule::PLAIN
        },
        caution: FOLDED,
        rates: &[normal(10, 0.1658), normal(50, 0.1237), normal(1000, 0.1150)],
        ..PLAIN
    },
    ProfileRow {
        source: "MultEval (Clark et al. 2011) of one run per system: swaps, strictly larger, (c + 1)/(R + 1)",
        rule: STRICT,
        caution: STRICT_SWAPS,
        rates: STRICT_SWAPS_RATES,
        ..PLAIN
    },
    ProfileRow {
        source: "compare-mt (Neubig et al. 2019): 1 − share of wins of resamples of half the items, 1,000 resamples",
        test: Test::BootstrapPercentile,
        resamples: 1_000,
        rule: Rule {
            draws: Draws::Half,
            ..Rule::PLAIN
        },
        caution: "half of the items doubles the variance, so it rejects too seldom",
        rates: &[normal(10, 0.0270), normal(50, 0.0132), normal(1000, 0.0106)],
        ..BETTER
    },
    ProfileRow {
        source: "COMET, comet-compare: paired t of the segments, two-sided; its 300 subsamples of 40 % do not decide",
        test: Test::T,
        resamples: 300,
        ..PLAIN
    },
    ProfileRow {
        source: "SciPy 1.17, permutation_test of pairs: the doubled smaller tail, add-one in each",
        resamples: 9_999,
        rule: Rule {
            doubled: true,
            ..Rule::PLAIN
        },
        ..PLAIN
    },
    ProfileRow {
        source: "mlxtend, permutation_test of pairs: size of the mean difference, ties counted, (c + 1)/(R + 1)",
        resamples: 1_000,
        ..PLAIN
    },
    ProfileRow {
        source: "ranx, Fisher's randomization test: size of the mean difference, ties counted, c/R",
        resamples: 1_000,
        raw_p: true,
        ..PLAIN
    },
    ProfileRow {
        source: "Dror, Baumer, Shlomov & Reichart (2018), testSignificance.py: strictly beyond twice the difference, c/R; 10,000 \
                 resamples, of which the script draws more from 500 items on",
        rule: STRICT,
        caution: STRICT_BOOTSTRAP,
        rates: STRICT_BOOTSTRAP_RATES,
        ..BETTER
    },
    ProfileRow {
        source: "Urbano, Lima & Hanjalic (2019): bootstrap centred at the mean of the resamples, two-sided, c/R",
        test: Test::Bootstrap,
        resamples: 100_000,
        raw_p: true,
        rule: Rule {
            centre: Centre::Replicates,
            ..Rule::PLAIN
        },
        caution: "resamples of few items spread too little, so it rejects too often (their own rate of average precision on 50 \
                  topics: 0.0597)",
        rates: &[normal(10, 0.0978), normal(50, 0.0595)],
        ..PLAIN
    },
];

impl Profile {
    /// The row of the table.
    pub fn row(self) -> ProfileRow {
        ROWS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_profile_has_its_row_and_every_name_is_its_own() {
        let names = Profile::ALL.map(Profile::name);
        assert_eq!(names[Profile::Urbano as usize], "urbano");
        assert_eq!(names[Profile::SacrebleuAr as usize], "sacrebleu-ar");
        for (place, name) in names.iter().enumerate() {
            assert!(!name.is_empty() && !names[..place].contains(name), "{name}");
            assert!(!Profile::ALL[place].row().source.is_empty());
        }
    }

    #[test]
    fn a_rule_that_departs_from_the_level_says_so() {
        for profile in Profile::ALL {
            let row = profile.row();
            let departs = row.rule.strict
                || row.rule.draws != Draws::All
                || row.rule.centre != Centre::Observed;
            assert!(
                !departs || !row.rates.is_empty(),
                "{profile} has no measured rate"
            );
            assert_eq!(row.caution.is_empty(), row.rates.is_empty(), "{profile}");
        }
    }
}
