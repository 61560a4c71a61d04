//! How published recipes depart from the default: what counts as extreme, around which centre, of how many draws.

/// Around what bootstrap differences are centred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Centre {
    /// The observed difference.
    #[default]
    Observed,
    /// The mean of the resamples; its limit is the observed difference.
    Replicates,
    /// Sizes of differences at the mean of the sizes: the folded statistic of sacrebleu and Moses.
    MeanSize,
}

/// Departures from the default; each off in [`Rule::PLAIN`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// Ties with the threshold do not count.
    pub strict: bool,
    /// Centre of the bootstrap test.
    pub centre: Centre,
    /// Resamples of half the items, rounded down.
    pub halved: bool,
    /// Two-sided swaps by the doubled smaller tail, each with its own add-one.
    pub doubled: bool,
}

impl Rule {
    /// The default: ties count, centred at the observed difference, as many draws as items.
    pub const PLAIN: Self = Self { strict: false, centre: Centre::Observed, halved: false, doubled: false };

    /// Draws in a resample.
    pub(crate) fn draws(self, items: u64) -> u64 {
        if self.halved { (items / 2).max(1) } else { items }
    }

    /// Departures in the words of a recipe.
    pub(crate) fn words(self) -> String {
        let ties = if self.strict {
            "ties with the threshold not counted"
        } else {
            "ties with the observed value counted"
        };
        let centre = match self.centre {
            Centre::Observed => "",
            Centre::Replicates => ", centred at the mean of the resamples",
            Centre::MeanSize => ", sizes centred at their mean",
        };
        let draws = if self.halved { ", resamples of half the items" } else { "" };
        let doubled = if self.doubled { ", doubled smaller tail" } else { "" };
        format!("{ties}{centre}{draws}{doubled}")
    }
}

/// Resamples whose centred difference is at least as extreme as `observed`, in exact integers: R times a sum against the
/// total of all. `None` where the centre is the observed difference, which thresholds tell.
pub(crate) fn counted(rule: Rule, sums: &[i64], observed: i64, upper: bool, lower: bool) -> Option<u64> {
    let (all, t) = (sums.len() as i128, i128::from(observed));
    let beyond = |gap: i128, limit: i128| if rule.strict { gap > limit } else { gap >= limit };
    let count = |is: &dyn Fn(i128) -> bool| sums.iter().filter(|&&sum| is(i128::from(sum))).count() as u64;
    match rule.centre {
        Centre::Observed => None,
        Centre::MeanSize => {
            let total: i128 = sums.iter().map(|&sum| i128::from(sum).abs()).sum();
            Some(count(&|sum| beyond(all * sum.abs() - total, all * t.abs())))
        }
        Centre::Replicates => {
            let total: i128 = sums.iter().map(|&sum| i128::from(sum)).sum();
            let limit = if upper && lower { t.abs() } else { t };
            Some(count(&|sum| {
                let gap = all * sum - total;
                upper && beyond(gap, all * limit)
                    || lower && beyond(-gap, all * if upper { limit } else { -t })
            }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_centred_at_their_mean() {
        // Sizes 1, 2, 3, 6 have mean 3: gaps −2, −1, 0, 3.
        let sums = [1, -2, 3, -6];
        let rule = Rule { centre: Centre::MeanSize, ..Rule::PLAIN };
        assert_eq!(counted(rule, &sums, 3, true, true), Some(1));
        assert_eq!(counted(rule, &sums, -3, true, true), Some(1));
        assert_eq!(counted(Rule { strict: true, ..rule }, &sums, 3, true, true), Some(0));
        assert_eq!(counted(rule, &sums, 0, true, true), Some(2));
        assert_eq!(counted(Rule::PLAIN, &sums, 0, true, true), None);
    }

    #[test]
    fn differences_are_centred_at_their_mean() {
        // Mean 2: gaps −3, −1, 1, 3.
        let (sums, rule) = ([-1, 1, 3, 5], Rule { centre: Centre::Replicates, ..Rule::PLAIN });
        assert_eq!(counted(rule, &sums, 1, true, true), Some(4));
        assert_eq!(counted(rule, &sums, 3, true, true), Some(2));
        assert_eq!(counted(rule, &sums, 3, true, false), Some(1));
        assert_eq!(counted(rule, &sums, -3, false, true), Some(1));
        assert_eq!(counted(rule, &sums, -1, true, false), Some(3));
    }

    #[test]
    fn half_of_the_items_is_rounded_down_but_not_to_nothing() {
        let rule = Rule { halved: true, ..Rule::PLAIN };
        assert_eq!([1, 2, 7].map(|items| rule.draws(items)), [1, 1, 3]);
    }
}
