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

const ITEMS: &str = "items are independent draws from the items that the claim is about";
const SYMMETRY: &str = "the null is that the two systems are interchangeable item by item";

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
        let t_of_items = format!(
            "{}: it counts every item as if it were drawn alone",
            test(Test::T)
        );
        let bootstrap = format!(
            "{}: on few items it rejects more often than alpha says",
            test(Test::Bootstrap)
        );
        match self {
            Self::OneSystem => words(
                "An error bar of one system says where its score lies on other items. It is no comparison.".to_owned(),
                ITEMS,
                &["two error bars that overlap or not: they leave out that both systems saw the same items".to_owned()],
            ),
            Self::Binary => words(
                "For items that are right or wrong the swap test, the sign test and exact McNemar are one test. It is computed by law, \
                 and the interval is the unconditional one that agrees with it."
                    .to_owned(),
                ITEMS,
                &[
                    format!("{}: it needs many items that differ, and gains nothing", test(Test::T)),
                    "two error bars beside each other: pairing by item is what has the power".to_owned(),
                    "mid-p or chi-square chosen after the exact p was seen".to_owned(),
                ],
            ),
            Self::Graded => words(
                "Random swaps need no distribution of the scores and hold their level at any number of items. The interval holds the \
                 differences that the same swaps do not reject."
                    .to_owned(),
                &format!("{ITEMS}; {SYMMETRY}"),
                &[bootstrap, format!("{}: its null is a symmetric median, not the mean that you report", test(Test::Wilcoxon))],
            ),
            Self::Skewed => words(
                format!(
                    "A few items carry much of the difference. Swaps hold their level for systems that are interchangeable item by item; of \
                     the mean alone, {} follows the tail.",
                    asked_as("interval", IntervalMethod::Studentized)
                ),
                &format!("{ITEMS}; {SYMMETRY}"),
                &[
                    format!("{}: with skew it rejects too often on one side, too seldom on the other", test(Test::T)),
                    format!("{}: it also measures the skew of the items", test(Test::Wilcoxon)),
                    "one-sided tests, unless a simulation on these items shows their level".to_owned(),
                ],
            ),
            Self::FewItems => words(
                format!(
                    "Too few items can differ for any two-sided test of swaps to reach {}. More items come first.",
                    design.alpha
                ),
                ITEMS,
                &[bootstrap, "a bootstrap p below the least p of the swaps: it holds no more evidence of these items".to_owned()],
            ),
            Self::Identical => words(
                "The systems score alike on every item: p is 1, whatever the test. That they are equal elsewhere needs a margin.".to_owned(),
                ITEMS,
                &["a large p as evidence that the systems are equal on other items".to_owned()],
            ),
            Self::Resampled => words(
                "These rows look like scores of resampled test sets. Their number is the number of resamples, not of items, and any test of \
                 them gives p near 0. Give one score per item."
                    .to_owned(),
                "nothing: no unit was drawn but random numbers",
                &["any test of replicates as if they were items".to_owned()],
            ),
            Self::Quantile => words(
                "Swaps hold for any summary of the scores. A quantile has no exact law here, so both systems' items are resampled.".to_owned(),
                &format!("{ITEMS}; {SYMMETRY}"),
                &[format!("{}: it is about the mean", test(Test::T)), "means of groups in the place of the quantile".to_owned()],
            ),
            Self::Corpus => words(
                "The value of a corpus is no mean over items. Swaps exchange the statistics of whole items and compute it anew, and the \
                 interval is as wide as they reach."
                    .to_owned(),
                ITEMS,
                &[
                    "the mean of F1 or BLEU of single items: it is another number, and often of the other sign".to_owned(),
                    "strict > 2δ counting or no + 1: it gives p of 0".to_owned(),
                ],
            ),
            Self::Areas => words(
                "The area is the share of pairs of one item of each class that are in order. Its variance is known in closed form (DeLong, \
                 DeLong and Clarke-Pearson 1988); where a system separates the classes, ranks are exchanged instead."
                    .to_owned(),
                ITEMS,
                &["two areas from papers, as if the systems had scored different items".to_owned()],
            ),
            Self::CorpusClusters => words(
                "The statistics of a cluster are the sums of its items', so whole clusters are swapped and drawn.".to_owned(),
                "clusters are independent draws; items of one may depend on each other in any way",
                &["segments or sentences as if each were drawn alone".to_owned()],
            ),
            Self::Clusters => words(
                "Items of one cluster are right or wrong together, so the evidence is of clusters. Whole clusters are swapped; the interval \
                 holds the differences that the same swaps do not reject."
                    .to_owned(),
                "clusters are independent draws; items of one may depend on each other in any way",
                &[t_of_items, "a p-value of single items: with 10 items a cluster it rejects many times as often as alpha says".to_owned()],
            ),
            Self::FewClusters => words(
                "Swaps of fewer than six clusters cannot reach 0.05 on two sides, and no 95 % interval is bounded. More clusters come first.".to_owned(),
                "clusters are independent draws",
                &["single items in the place of clusters, because they give a smaller p".to_owned()],
            ),
            Self::CrossedClusters => words(
                "Items share two kinds of groups that cross. Swaps of the one kind would break the other; t with the variance of both holds.".to_owned(),
                "clusters of each kind are independent draws, and there are ten or more of the rarer kind",
                &["clusters of one kind alone, where the other matters as much".to_owned()],
            ),
            Self::TrainingRuns => words(
                "The claim is about a recipe, and every run is one draw of it. Items and runs are both drawn; t has the error of both. The \
                 swaps beside it are about these checkpoints alone."
                    .to_owned(),
                "runs of a recipe and items are independent draws",
                &[
                    "runs pooled as items: n grows without any new item".to_owned(),
                    "the best run of each recipe: that compares maxima".to_owned(),
                ],
            ),
            Self::RunScores => words(
                "Each value is one draw of its recipe, and values of two recipes are no pairs. Labels of the runs are exchanged; Welch's \
                 interval allows unequal spread."
                    .to_owned(),
                "runs are independent draws; items are what they are",
                &["a paired test of runs by their line".to_owned(), "the spread over runs as if it were the spread over items".to_owned()],
            ),
            Self::Folds => words(
                "Folds share training items, so their scores are not independent. t is corrected for the share (Nadeau and Bengio 2003).".to_owned(),
                "folds are of one data set; other data sets were not drawn",
                &["a plain paired t over folds".to_owned(), "scores of items, if you have them, pooled over repeated folds".to_owned()],
            ),
            Self::Splits => words(
                "Random splits overlap in training and test items. t is corrected for the share (Nadeau and Bengio 2003).".to_owned(),
                "splits are of one data set; other data sets were not drawn",
                &["more splits for a smaller p: they are no new items".to_owned()],
            ),
            Self::Answers => words(
                "Answers to one item become one value; the item is what was drawn.".to_owned(),
                &format!("{ITEMS}; answers are drawn anew for each item"),
                &["answers as items: n grows without any new item".to_owned()],
            ),
            Self::Raters => words(
                "Ratings share items and share raters. t with the variance of both holds; other raters are within the claim.".to_owned(),
                "raters and items are independent draws",
                &["ratings as if each were drawn alone".to_owned()],
            ),
            Self::FewRaters => words(
                "Fewer than ten raters say little about others. Their mean is taken of every item, and nothing is claimed about other raters.".to_owned(),
                ITEMS,
                &["ratings as if each were a new item".to_owned()],
            ),
            Self::Human => words(
                "A judge scores all items and is biased; people scored some. Their scores correct the judge's (PPI++), and the interval is \
                 never wider for it in large samples."
                    .to_owned(),
                "the items that people scored are a random sample of all",
                &["the judge's scores alone, as if they were people's".to_owned(), "labels of the items that looked hard".to_owned()],
            ),
            Self::UnpairedBinary => words(
                "The systems saw different items. The exact test holds its level whatever the shares are, and its interval holds the differences that it does not reject; beyond 1,000 items of each system the score test takes its place.".to_owned(),
                "items of each system are independent draws from the same items",
                &["this, if the items are the same: pairing them has far more power".to_owned()],
            ),
            Self::Unpaired => words(
                "The systems saw different items. Welch's t allows unequal spread, in test and interval alike.".to_owned(),
                "items of each system are independent draws from the same items",
                &[
                    "this, if the items are the same: pairing them has far more power".to_owned(),
                    format!("{}: it takes both spreads for one", test(Test::Student)),
                ],
            ),
            Self::UnpairedClusters => words(
                "The systems saw different items, which belong together. Welch's t has the standard error of clusters.".to_owned(),
                "clusters of each system are independent draws",
                &["tests of single items".to_owned()],
            ),
            Self::Against if design.kind == ScoreKind::Binary => words(
                "The number is known: the exact binomial test, with the Clopper-Pearson interval.".to_owned(),
                ITEMS,
                &["a number that was itself measured on a few items: compare with those".to_owned()],
            ),
            Self::Against => words(
                "The number is known: the test of a mean that is the dual of its interval.".to_owned(),
                ITEMS,
                &[
                    "sign flips of few items: exact only for scores that lie symmetrically about the number".to_owned(),
                    "a number that was itself measured on a few items: compare with those".to_owned(),
                ],
            ),
            Self::Margin => {
                let how = match design.margin_method() {
                    MarginMethod::Unconditional => "For items that are right or wrong the margin test is the exact unconditional one.",
                    _ => "For items with numbers the margin test is a bootstrap t, which follows the tail on the side of a loss.",
                };
                words(
                    format!("That a loss is small needs a margin and a test of its own. {how}"),
                    &format!("{ITEMS}; the margin was fixed before the scores were seen"),
                    &[
                        "a large p of the difference as evidence of no difference".to_owned(),
                        "a margin chosen after the interval was seen".to_owned(),
                    ],
                )
            }
            Self::Votes => words(
                "A vote goes to one of two. Votes are exchanged between the systems, ties being half.".to_owned(),
                "votes are independent draws: one a prompt",
                &["votes on one prompt as if each were of a new one".to_owned()],
            ),
            Self::VotesByPrompt => words(
                "Votes on one prompt belong together. Whole prompts are swapped.".to_owned(),
                "prompts are independent draws",
                &["a binomial test of single votes".to_owned(), "one order of the outputs: the first place gets votes of its own".to_owned()],
            ),
            Self::VotesByVoter => words(
                "Votes share prompts and share voters. t with the variance of both holds.".to_owned(),
                "prompts and voters are independent draws, ten or more of each",
                &["a binomial test of single votes".to_owned()],
            ),
            Self::VotesBoard => words(
                "Votes of pairs become strengths of all systems, with one family of all pairs and ranks that hold together.".to_owned(),
                "prompts are independent draws; strengths explain the votes",
                &["Elo in the order of the votes: it depends on that order".to_owned(), "ranks by score alone".to_owned()],
            ),
            Self::Board => words(
                "All pairs are one family. Max-T has one set of swaps for all of them, and is more powerful than Holm.".to_owned(),
                if design.clustered { "clusters are independent draws; systems saw the same items" } else { "items are independent draws; systems saw the same ones" },
                &["the best against the second alone: they were chosen by looking".to_owned(), "p-values of all pairs without a correction".to_owned()],
            ),
            Self::AgainstBaseline => words(
                "Each system is compared with the one baseline; the comparisons are one family, and Holm corrects them.".to_owned(),
                if design.clustered { "clusters are independent draws" } else { ITEMS },
                &["the best of the systems reported alone".to_owned(), "all pairs, if only the baseline matters: they cost power".to_owned()],
            ),
            Self::DataSets => words(
                "Each data set is tested on its own items, and the count says on how many the gain holds at once (Dror et al. 2017).".to_owned(),
                "items of each data set are independent draws; data sets were chosen, not drawn",
                &["items of all data sets in one pool".to_owned(), "the number of data sets with p below 0.05, uncorrected".to_owned()],
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
            ScoreKind::Graded => "scores of other numbers than 0 and 1",
            ScoreKind::Quantile => "scores, compared by a quantile",
            ScoreKind::Corpus => "statistics of a value of the whole corpus",
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
            "chance does not explain it"
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
            "{groups} looks like groups of items. If it is, the unit is the cluster: add {}.",
            asked_as("cluster", groups).quoted()
        ));
    }
    if design.resampled {
        seen.push(format!(
            "These rows look like replicates of resampling; {} shows them.",
            asked("plot")
        ));
    }
    seen
}
