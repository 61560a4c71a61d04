//! Why a leaf recommends what it does, what that assumes, and what to avoid there.

use restrap_words::{asked, asked_as};

use super::design::{Design, ScoreKind};
use super::leaf::Leaf;
use restrap_lib::number::format::{count, grouped, number, percent};
use restrap_lib::outcome::MarginMethod;
use restrap_lib::{IntervalMethod, Test};

/// What is said of a leaf.
pub(super) struct Words {
    /// Why this test and interval.
    pub why: String,
    /// What they assume of the units.
    pub assumes: String,
    /// What to avoid, and why.
    pub avoid: Vec<String>,
}

const ITEMS: &str = "items are an independent sample of the population that the claim is about";
const SYMMETRY: &str = "the null hypothesis is that the two systems are exchangeable item by item";

impl Leaf {
    /// What is said of it.
    #[expect(clippy::too_many_lines, reason = "one arm a leaf")]
    pub(super) fn words(self, design: &Design) -> Words {
        let words = |why: String, assumes: &str, avoid: &[String]| Words {
            why,
            assumes: format!("{}{}.", assumes[..1].to_uppercase(), &assumes[1..]),
            avoid: avoid.to_vec(),
        };
        let test = |test: Test| asked_as("test", test);
        let t_of_items = format!("{}: it treats all items as independent", test(Test::T));
        let bootstrap = format!(
            "{}: with few items it rejects more often than alpha",
            test(Test::Bootstrap)
        );
        match self {
            Self::OneSystem => words(
                "A confidence interval of one system covers its score on other items. It is not a comparison.".to_owned(),
                ITEMS,
                &["whether two error bars overlap: they ignore that both systems answered the same items".to_owned()],
            ),
            Self::Binary => words(
                "For right or wrong answers the permutation test, the sign test and exact McNemar are the same test. It is computed exactly, and the unconditional interval agrees with it."
                    .to_owned(),
                ITEMS,
                &[
                    format!("{}: it needs many items that differ, and gains nothing", test(Test::T)),
                    "two separate error bars: pairing by item gives the power".to_owned(),
                    "mid-p or chi-square chosen after the exact p was seen".to_owned(),
                ],
            ),
            Self::Graded => words(
                "A permutation test assumes no distribution of the scores and keeps its level at any number of items. The interval contains the differences that the same test does not reject."
                    .to_owned(),
                &format!("{ITEMS}; {SYMMETRY}"),
                &[bootstrap, format!("{}: its null hypothesis is about a symmetric median, not the mean that you report", test(Test::Wilcoxon))],
            ),
            Self::Skewed => words(
                format!(
                    "A few items carry much of the difference. The permutation test keeps its level if the systems are exchangeable item by item; for the mean alone, {} follows the tail.",
                    asked_as("interval", IntervalMethod::Studentized)
                ),
                &format!("{ITEMS}; {SYMMETRY}"),
                &[
                    format!("{}: with skewed differences it rejects too often on one side, too rarely on the other", test(Test::T)),
                    format!("{}: it also reflects the skewness of the differences", test(Test::Wilcoxon)),
                    "one-sided tests, unless a simulation on these items confirms their level".to_owned(),
                ],
            ),
            Self::FewItems => words(
                format!(
                    "Too few items can differ for a two-sided permutation test to be significant at {}. Collect more items first.",
                    design.alpha
                ),
                ITEMS,
                &[bootstrap, "a bootstrap p below the smallest p of the permutation test: it is not stronger evidence".to_owned()],
            ),
            Self::Identical => words(
                "The systems have equal scores on every item: p is 1 for every test. To claim equality on other items, test a margin.".to_owned(),
                ITEMS,
                &["a large p as evidence that the systems are equal on other items".to_owned()],
            ),
            Self::Resampled => words(
                "These rows look like bootstrap replicates. Their number is the number of resamples, not of items, and any test of them gives p near 0. Give one score per item."
                    .to_owned(),
                "nothing: the rows are random numbers, not a sample",
                &["a test that treats replicates as items".to_owned()],
            ),
            Self::Quantile => words(
                "A permutation test is valid for any summary of the scores. A quantile has no exact distribution here, so swaps are sampled.".to_owned(),
                &format!("{ITEMS}; {SYMMETRY}"),
                &[format!("{}: it is about the mean", test(Test::T)), "means of groups instead of the quantile".to_owned()],
            ),
            Self::Corpus => words(
                "A corpus metric is not a mean over items. Swaps exchange the statistics of whole items and recompute it; the interval has the width of their distribution."
                    .to_owned(),
                ITEMS,
                &[
                    "the mean of F1 or BLEU of single items: it is a different number, often with the opposite sign".to_owned(),
                    "strict counting (> 2δ) or no + 1: it gives p = 0".to_owned(),
                ],
            ),
            Self::Areas => words(
                "The area is the share of pairs of a positive and a negative item that are in the right order. Its variance has a closed form (DeLong, \
                 DeLong and Clarke-Pearson 1988); where a system separates the classes, ranks are exchanged instead."
                    .to_owned(),
                ITEMS,
                &["two areas from papers, treated as independent samples".to_owned()],
            ),
            Self::CorpusClusters => words(
                "The statistics of a cluster are the sums over its items, so whole clusters are swapped and resampled.".to_owned(),
                "clusters are independent; items of one cluster may depend on each other in any way",
                &["treating segments or sentences as independent".to_owned()],
            ),
            Self::Clusters => words(
                "Items of one cluster depend on each other, so the unit of inference is the cluster. Whole clusters are swapped; the interval contains the differences that the same test does not reject."
                    .to_owned(),
                "clusters are independent; items of one cluster may depend on each other in any way",
                &[t_of_items, "a p-value of single items: with 10 items per cluster it rejects many times as often as alpha".to_owned()],
            ),
            Self::FewClusters => words(
                "With fewer than six clusters a two-sided permutation test cannot be significant at 0.05, and the 95 % interval is unbounded. Collect more clusters first.".to_owned(),
                "clusters are independent draws",
                &["single items instead of clusters, because they give a smaller p".to_owned()],
            ),
            Self::CrossedClusters => words(
                "Items belong to two crossed groupings. Swaps of one would break the other; a two-way cluster-robust t test is valid.".to_owned(),
                "clusters of each kind are independent, and there are at least ten of the rarer kind",
                &["clusters of one kind alone, if the other matters as much".to_owned()],
            ),
            Self::TrainingRuns => words(
                "The claim is about a recipe, and every training run is a sample from it. Items and runs are both random; the t test includes the variance of both. The permutation test beside it is about these checkpoints alone."
                    .to_owned(),
                "training runs of a recipe and items are independent samples",
                &[
                    "runs pooled as items: n grows without new items".to_owned(),
                    "the best run of each recipe: that compares maxima".to_owned(),
                ],
            ),
            Self::RunScores => words(
                "Each value is one training run of its recipe, and values of two recipes are not paired. Labels of the runs are permuted; Welch's interval allows unequal variances."
                    .to_owned(),
                "runs are independent samples; the items are fixed",
                &["a paired test of runs by their line".to_owned(), "the variance between runs instead of that between items".to_owned()],
            ),
            Self::Folds => words(
                "Folds share training items, so their scores are not independent. t is corrected for the share (Nadeau and Bengio 2003).".to_owned(),
                "folds are of one data set; other data sets were not sampled",
                &["a plain paired t over folds".to_owned(), "scores of items, if you have them, pooled over repeated folds".to_owned()],
            ),
            Self::Splits => words(
                "Random splits overlap in training and test items. t is corrected for the share (Nadeau and Bengio 2003).".to_owned(),
                "splits are of one data set; other data sets were not sampled",
                &["more splits for a smaller p: they add no new items".to_owned()],
            ),
            Self::Answers => words(
                "Answers to one item are averaged to one value; the item is the unit.".to_owned(),
                &format!("{ITEMS}; answers are sampled independently for each item"),
                &["answers as items: n grows without new items".to_owned()],
            ),
            Self::Raters => words(
                "Ratings share items and raters. A two-way cluster-robust t test is valid; the claim includes other raters.".to_owned(),
                "raters and items are independent samples",
                &["treating ratings as independent".to_owned()],
            ),
            Self::FewRaters => words(
                "Fewer than ten raters are too few to generalise to others. Ratings of an item are averaged, and nothing is claimed about other raters.".to_owned(),
                ITEMS,
                &["treating each rating as a new item".to_owned()],
            ),
            Self::Human => words(
                "A judge scores all items and may be biased; people scored some. Human scores correct the judge's (PPI++); in large samples the interval is never wider than with human scores alone."
                    .to_owned(),
                "the items that people scored are a random sample of all",
                &["the judge's scores alone, as if they were people's".to_owned(), "human scores of the items that looked hard".to_owned()],
            ),
            Self::UnpairedBinary => words(
                "The systems answered different items. The exact test keeps its level whatever the accuracies are, and its interval contains the differences that it does not reject; beyond 1,000 items per system the score test is used.".to_owned(),
                "items of each system are independent samples of one population",
                &["this, if the items are the same: pairing them has far more power".to_owned()],
            ),
            Self::Unpaired => words(
                "The systems answered different items. Welch's t test and interval allow unequal variances.".to_owned(),
                "items of each system are independent samples of one population",
                &[
                    "this, if the items are the same: pairing them has far more power".to_owned(),
                    format!("{}: it assumes equal variances", test(Test::Student)),
                ],
            ),
            Self::UnpairedClusters => words(
                "The systems answered different items, in clusters. Welch's t test has cluster-robust standard errors.".to_owned(),
                "clusters of each system are independent samples",
                &["tests of single items".to_owned()],
            ),
            Self::Against if design.kind == ScoreKind::Binary => words(
                "The number is known: the exact binomial test, with the Clopper-Pearson interval.".to_owned(),
                ITEMS,
                &["a number that was itself measured on few items: compare with those items".to_owned()],
            ),
            Self::Against => words(
                "The number is known: the one-sample test of a mean that agrees with its interval.".to_owned(),
                ITEMS,
                &[
                    "sign flips of few items: exact only for scores that are symmetric about the number".to_owned(),
                    "a number that was itself measured on few items: compare with those items".to_owned(),
                ],
            ),
            Self::Margin => {
                let how = match design.margin_method() {
                    MarginMethod::Unconditional => "For right or wrong answers the margin test is the exact unconditional score test.",
                    _ => "For graded scores the margin test is a bootstrap t test, which follows the tail of losses.",
                };
                words(
                    format!("To claim that a loss is small, fix a margin and test it. {how}"),
                    &format!("{ITEMS}; the margin was fixed before the scores were seen"),
                    &[
                        "a large p of the difference as evidence of no difference".to_owned(),
                        "a margin chosen after the interval was seen".to_owned(),
                    ],
                )
            }
            Self::Votes => words(
                "Each vote prefers one of two systems. Votes are exchanged between the systems; ties count half.".to_owned(),
                "votes are independent: one per prompt",
                &["treating votes on one prompt as independent".to_owned()],
            ),
            Self::VotesByPrompt => words(
                "Votes on one prompt depend on each other. Whole prompts are swapped.".to_owned(),
                "prompts are independent draws",
                &["a binomial test of single votes".to_owned(), "one order of the outputs: position bias then counts as preference".to_owned()],
            ),
            Self::VotesByVoter => words(
                "Votes share prompts and voters. A two-way cluster-robust t test is valid.".to_owned(),
                "prompts and voters are independent samples, at least ten of each",
                &["a binomial test of single votes".to_owned()],
            ),
            Self::VotesBoard => words(
                "Strengths of all systems are fitted to the votes; all pairs are one family, with simultaneous ranks.".to_owned(),
                "prompts are independent; the model of strengths fits the votes",
                &["Elo ratings: they depend on the order of the votes".to_owned(), "ranks by score alone".to_owned()],
            ),
            Self::Board => words(
                "All pairs are one family. Max-T uses the same swaps for all of them and has more power than Holm.".to_owned(),
                if design.clustered { "clusters are independent; systems answered the same items" } else { "items are independent; systems answered the same items" },
                &["the best against the second alone: they were chosen after seeing the scores".to_owned(), "p-values of all pairs without a correction".to_owned()],
            ),
            Self::AgainstBaseline => words(
                "Each system is compared with the one baseline; the comparisons are one family, and Holm corrects them.".to_owned(),
                if design.clustered { "clusters are independent draws" } else { ITEMS },
                &["the best of the systems reported alone".to_owned(), "all pairs, if only the baseline matters: they cost power".to_owned()],
            ),
            Self::DataSets => words(
                "Each data set is tested on its own items, and the count is the number with a gain, simultaneously (Dror et al. 2017).".to_owned(),
                "items of each data set are independent; data sets are fixed, not sampled",
                &["items of all data sets pooled".to_owned(), "the number of data sets with p below 0.05, uncorrected".to_owned()],
            ),
        }
    }
}

/// What the data show, sentence by sentence.
pub(super) fn seen(design: &Design) -> Vec<String> {
    let mut seen = Vec::new();
    if let Some(items) = design.items {
        let noun = if design.kind == ScoreKind::Votes {
            "vote"
        } else {
            design.over.noun()
        };
        let kind = match design.kind {
            ScoreKind::Binary => "scores of 0 or 1",
            ScoreKind::Graded => "scores other than 0 and 1",
            ScoreKind::Quantile => "scores, compared by a quantile",
            ScoreKind::Corpus => "statistics of a corpus metric",
            ScoreKind::Votes => "votes",
        };
        seen.push(format!(
            "{}, {}: {kind}.",
            count(design.systems, "system"),
            count(items, noun)
        ));
        if let Some(differing) = design.differing {
            let tied = items.saturating_sub(differing);
            let share = percent((1e3 * tied as f64 / items.max(1) as f64).round() / 1e3);
            seen.push(format!(
                "{} of {} are tied ({share}).",
                grouped(tied),
                count(items, noun)
            ));
        }
    }
    if let Some(zeros) = design
        .zeros
        .filter(|&zeros| zeros > 0.0 && design.kind != ScoreKind::Binary)
    {
        seen.push(format!(
            "{} of the scores are 0.",
            percent((1e3 * zeros).round() / 1e3)
        ));
    }
    if let Some(clusters) = design.clusters {
        seen.push(format!("The items lie in {}.", count(clusters, "cluster")));
    }
    if let Some(skewness) = design.skewness.filter(|_| design.kind != ScoreKind::Binary) {
        let verdict = if design.skewed {
            "more than chance explains"
        } else {
            "too little to matter"
        };
        let of = if design.clustered {
            "clusters"
        } else {
            &design.over.noun_of_several()
        };
        seen.push(format!(
            "Skewness of the differences of {of}: {} ({verdict}).",
            number(skewness, 1)
        ));
    }
    if let Some(groups) = &design.seems_clustered {
        seen.push(format!(
            "{groups} looks like groups of items. If so, the unit is the cluster: add {}.",
            asked_as("cluster", groups).quoted()
        ));
    }
    if design.resampled {
        seen.push(format!(
            "These rows look like bootstrap replicates; {} shows them.",
            asked("plot")
        ));
    }
    seen
}
