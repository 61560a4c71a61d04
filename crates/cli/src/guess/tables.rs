//! Options, values and commands of other tools, and those of restrap that do the same.

/// Options that are known from other tools, with an option that the command must have, and what to type.
pub const GUESSES: &[(&[&str], &str, &str)] = &[
    (
        &["epochs", "epoch", "repeats", "samples", "answers"],
        "repeat",
        "sampled answers to an item are a column: --id COL --repeat COL",
    ),
    (
        &["mu", "popmean", "reference-value", "chance"],
        "against",
        "a known score is `--against 0.5`",
    ),
    (
        &["seeds", "runs", "seed-column"],
        "seed-col",
        "training runs are a column: --id COL --seed-col COL; --seed N seeds the resamples",
    ),
    (
        &["judges", "raters", "rater", "annotator", "annotators"],
        "judge",
        "raters are a column: --id COL --judge COL; votes between two systems: --votes left=COL,right=COL,winner=COL",
    ),
    (
        &["preferences", "battles", "win-rate", "winrate", "winner"],
        "votes",
        "a table of votes: --votes left=COL,right=COL,winner=COL,item=COL,judge=COL",
    ),
    (
        &["folds", "cv", "kfold", "k-fold", "splits"],
        "over",
        "one score per fold: --over folds; per random split: --over splits --test-fraction SHARE",
    ),
    (
        &["human-labels", "gold-labels", "ppi", "labels-file"],
        "human",
        "people's scores of some items: --id COL --human FILE",
    ),
    (
        &["all-pairs", "allpairs", "pairwise", "pairs"],
        "baseline",
        "restrap rank compares all pairs; compare takes one baseline, --baseline NAME",
    ),
    (
        &[
            "group", "groups", "group-by", "groupby", "clusters", "block", "blocks",
        ],
        "cluster",
        "--cluster COL for items that depend on each other; --by COL (of compare) for a comparison per value",
    ),
    (
        &[
            "fail-under",
            "fail-if",
            "threshold",
            "tolerance",
            "max-drop",
            "gate",
            "margin",
        ],
        "require",
        "--noninferior 1pt --require noninferior fails if worse by more than 1 point; --require superior if not significantly better",
    ),
    (
        &["acc"],
        "metric",
        "labels: --metric accuracy --gold FILE:COL; 0/1 scores are compared without --metric",
    ),
    (
        &[
            "n-bootstrap",
            "n-boot",
            "iterations",
            "num-samples",
            "n-samples",
            "n-resamples",
            "num-resamples",
            "permutations",
            "n-permutations",
            "num-permutations",
            "num-rounds",
            "trials",
            "B",
        ],
        "resamples",
        "the number of resamples is `--resamples R`, and the test `--test bootstrap` or `--test permutation`",
    ),
    (
        &["unpaired", "independent"],
        "pairs",
        "samples of different items are ranked by `--over replications`, with Welch's test",
    ),
    (
        &["paired"],
        "unpaired",
        "systems are paired, by line or --id COL, unless --unpaired says otherwise",
    ),
    (&["paired-bs"], "profile", "--profile sacrebleu-bs"),
    (&["paired-ar"], "profile", "--profile sacrebleu-ar"),
    (
        &[
            "correction",
            "correct",
            "multiple",
            "multiple-testing",
            "p-adjust",
            "method",
        ],
        "adjust",
        "the correction for several tests is `--adjust holm`, or another of its names",
    ),
    (
        &["one-sided", "one-tailed", "greater"],
        "alternative",
        "`--alternative better` is one-sided",
    ),
    (
        &["less"],
        "alternative",
        "`--alternative worse` is one-sided",
    ),
    (
        &["two-sided", "two-tailed"],
        "alternative",
        "tests are two-sided unless `--alternative better` or `--alternative worse` says otherwise",
    ),
    (
        &["ci", "level", "conf", "confidence-level", "conf-level"],
        "confidence",
        "the level of intervals is `--confidence 0.95`",
    ),
    (
        &[
            "significance",
            "significance-level",
            "max-p",
            "p",
            "p-value",
            "pvalue",
            "sig",
        ],
        "alpha",
        "the level of tests is `--alpha 0.05`",
    ),
    (
        &["random-state", "random-seed", "rng", "rs"],
        "seed",
        "the seed of the random numbers is `--seed 42`",
    ),
    (
        &[
            "permutation-type",
            "permutation-test",
            "randomization",
            "randomisation",
            "ar",
        ],
        "test",
        "`--test permutation` swaps the two scores of an item; groups of items are swapped together by `--cluster COL`",
    ),
    (
        &["bootstrap", "bootstrap-test"],
        "test",
        "the test is `--test bootstrap`, and the interval `--interval bca` or `--interval percentile`",
    ),
    (
        &["stat-test", "method", "statistic"],
        "test",
        "a test is `--test permutation`, `--test t` or another of its names; `restrap advise` recommends one",
    ),
    (
        &["independent", "ind", "unmatched"],
        "unpaired",
        "two independent samples are `--unpaired`",
    ),
    (
        &["equal-var", "var-equal"],
        "unpaired",
        "with `--unpaired`, `--test student` takes the variances as equal and `--test welch` does not",
    ),
    (
        &["n", "num-items", "count", "k"],
        "interval",
        "k of n items is one word: `restrap ci 45/50`",
    ),
    (
        &["effect-size", "effect", "cohens-d", "d"],
        "gain",
        "the effect is a gain in points beside the baseline's score, `--gain 2pt --baseline 80%`, or a difference beside its variance",
    ),
    (
        &[
            "effect-size",
            "effect",
            "cohens-d",
            "cohen-d",
            "hedges-g",
            "cliffs-delta",
            "cliff-delta",
        ],
        "explain",
        "effect sizes are in `--json` and `--explain`: Cohen's d, and the share of items on which a system is better",
    ),
    (
        &["fdr", "fdr-bh"],
        "adjust",
        "the false discovery rate is controlled by `--adjust bh`",
    ),
    (
        &["fwer"],
        "adjust",
        "the family-wise error rate is controlled by `--adjust holm`",
    ),
    (
        &["reference", "references", "refs", "target", "gold-file"],
        "ref",
        "texts are scored against `--ref FILE`, labels against `--gold FILE:COL`",
    ),
    (
        &["qrel", "judgments", "judgements", "relevance"],
        "qrels",
        "judgements of documents are `--qrels FILE`",
    ),
    (
        &[
            "system",
            "systems",
            "hyp",
            "hypothesis",
            "new",
            "candidate",
            "input",
            "file",
            "files",
            "sys",
        ],
        "baseline",
        "systems are named without an option, the baseline first: `restrap compare base.csv:score new.csv:score`",
    ),
    (
        &[
            "out", "outfile", "save", "write", "export", "to-json", "to-csv", "out-file",
        ],
        "json",
        "results are written by `--json=FILE.json` and `--html FILE.html`, a table by `--output csv`, scores of items by `--per-item FILE.csv`",
    ),
    (
        &["figure", "fig", "graph", "chart"],
        "plot",
        "a figure is `--plot FILE.svg`, `FILE.png` or `FILE.pdf`",
    ),
    (
        &["pretty", "human-readable", "table-format"],
        "output",
        "the answer is a table by itself; other forms: `--output markdown`, `--output latex`, `--output csv`",
    ),
    (
        &["n-jobs", "jobs", "workers", "num-workers", "cores"],
        "threads",
        "the number of threads is `--threads N`; it never changes a result",
    ),
    (
        &["sep", "delimiter"],
        "input-format",
        "separators are found by themselves; `--input-format csv` or `tsv` says which",
    ),
    (
        &["column", "col", "cols", "on"],
        "id",
        "a column is named behind its file, `FILE:COL`; rows are paired by `--id COL`",
    ),
    (
        &["histogram"],
        "plot-kind",
        "histograms are drawn: --plot FILE.svg --plot-kind replicates; --replicates FILE.csv writes each resample",
    ),
    (
        &["reproduction"],
        "over",
        "--over replications gives mean and standard deviation; CV* of n is 100 (1 + 1/(4n)) s*/mean (docs/textbook-examples.md has it in Python)",
    ),
    (
        &["csv", "latex", "markdown", "format", "oneline"],
        "output",
        "the form of the answer is `--output table`, `markdown`, `latex`, `csv` or `line`",
    ),
];

/// Values that are known from other tools, by the option, with what to type; the first fitting row is taken.
pub const VALUES: &[(&str, &[&str], &str)] = &[
    (
        "output",
        &["json"],
        "`--json` prints JSON, and `--json=out.json` writes it",
    ),
    (
        "output",
        &["html", "htm"],
        "`--html report.html` writes a page",
    ),
    ("output", &["md"], "Markdown is `--output markdown`"),
    ("output", &["tex"], "LaTeX is `--output latex`"),
    (
        "output",
        &["tsv", "xlsx", "excel"],
        "spreadsheets open `--output csv`",
    ),
    (
        "output",
        &["text", "txt", "plain", "stdout"],
        "the table for a terminal is `--output table`",
    ),
    (
        "output",
        &["svg", "png", "pdf"],
        "a figure is `--plot FILE.svg`, `FILE.png` or `FILE.pdf`",
    ),
    (
        "test",
        &[
            "randomization",
            "randomisation",
            "approximate-randomization",
            "approximate-randomisation",
            "ar",
            "swap",
            "exchange",
        ],
        "the paired randomisation test is `--test permutation`",
    ),
    (
        "test",
        &["ttest-ind", "independent-t", "two-sample-t"],
        "two independent samples are `--unpaired --test welch`, or `--unpaired --test student`",
    ),
    (
        "test",
        &[
            "mannwhitneyu",
            "mann-whitney-u",
            "u",
            "ranksum",
            "rank-sum",
            "ranksums",
            "wilcoxon-rank-sum",
        ],
        "two independent samples are `--unpaired --test mann-whitney`",
    ),
    (
        "test",
        &["signed-rank", "wilcoxon-signed-rank", "wsr"],
        "the signed-rank test is `--test wilcoxon`",
    ),
    (
        "test",
        &["chi2", "chisq", "chi-squared", "chi-square"],
        "0/1 scores of the same items: `--test mcnemar`, with `--mcnemar chi2` for the approximation; of other items: `--unpaired`",
    ),
    (
        "test",
        &["fisher", "fisher-exact", "fishers-exact"],
        "`--unpaired --test boschloo` is Fisher's test made more powerful; for 0/1 scores of the same items `--test mcnemar`",
    ),
    (
        "test",
        &[
            "z",
            "ztest",
            "z-test",
            "proportion",
            "proportions",
            "two-proportion",
        ],
        "proportions of other items: `--unpaired`; of the same items `--test mcnemar`",
    ),
    (
        "test",
        &["friedman", "anova", "kruskal", "cochran", "cochran-q"],
        "several systems at once are `restrap rank`, whose JSON has Friedman's and Cochran's tests",
    ),
    (
        "test",
        &["bca"],
        "intervals are `--interval bca`; the test is `--test bootstrap`",
    ),
    (
        "test",
        &["auto", "default"],
        "drop it: the test is chosen by the scores; `restrap advise` says which and why",
    ),
    (
        "adjust",
        &["tukey", "tukey-hsd", "tukeyhsd"],
        "the randomised Tukey HSD is `--adjust hsd`",
    ),
    (
        "adjust",
        &["fdr", "benjamini-hochberg"],
        "the false discovery rate is controlled by `--adjust bh`",
    ),
    (
        "adjust",
        &["fwer"],
        "the family-wise error rate is controlled by `--adjust holm`",
    ),
    (
        "interval",
        &["bootstrap"],
        "intervals of the bootstrap are `--interval bca`, `--interval percentile` and others",
    ),
    (
        "interval",
        &["wald", "z"],
        "`--interval normal` is it; the default is better for few items",
    ),
    (
        "interval",
        &["exact", "permutation"],
        "what the permutation test does not reject is `--interval invert`; of a share, `--interval clopper-pearson` is exact",
    ),
    (
        "interval",
        &["bootstrap-t", "studentised", "bootstrap-studentized"],
        "the studentised bootstrap is `--interval studentized`",
    ),
    (
        "threads",
        &["all", "auto", "max", "-1"],
        "drop it: all cores are used",
    ),
    (
        "seed",
        &["random", "none", "None", "time"],
        "drop it, or give a number: `--seed 42`; the same seed gives the same result",
    ),
];

/// Options that need a value, with a sentence that says which.
pub const WITHOUT_VALUE: &[(&str, &str)] = &[
    (
        "mcnemar",
        "the test is `--test mcnemar`; `--mcnemar exact` chooses a form of it",
    ),
    (
        "wilcoxon",
        "the test is `--test wilcoxon`; `--wilcoxon exact` chooses a form of it",
    ),
    ("plot", "name the figure: `--plot figure.svg`"),
    ("html", "name the page: `--html report.html`"),
    ("per-item", "name the table: `--per-item items.csv`"),
    (
        "replicates",
        "name the table: `--replicates replicates.csv`",
    ),
    ("cluster", "name the column of the groups: `--cluster COL`"),
    ("id", "name the column that both files have: `--id COL`"),
    ("against", "name the score to compare with: `--against 0.5`"),
    (
        "noninferior",
        "name the largest loss that does not matter: `--noninferior MARGIN`, such as 1pt or 0.01",
    ),
    (
        "equivalent",
        "name the largest difference that does not matter: `--equivalent MARGIN`, such as 1pt or 0.01",
    ),
    ("gold", "name the right answers: `--gold FILE:COL`"),
    ("ref", "name the references: `--ref FILE`"),
];

/// Commands that are known from other tools, with the command that answers.
pub const COMMANDS: &[(&[&str], &str)] = &[
    (
        &[
            "test",
            "significance",
            "diff",
            "difference",
            "evaluate",
            "eval",
        ],
        "compare",
    ),
    (&["ttest", "t-test"], "compare --test t"),
    (
        &["bootstrap", "paired-bootstrap"],
        "compare --test bootstrap",
    ),
    (
        &["permutation", "randomization"],
        "compare --test permutation",
    ),
    (&["wilcoxon"], "compare --test wilcoxon"),
    (&["mcnemar"], "compare --test mcnemar"),
    (&["confidence", "interval"], "ci"),
    (
        &["leaderboard", "ranking", "friedman", "nemenyi", "anova"],
        "rank",
    ),
    (
        &["correlation", "kendall", "spearman", "pearson"],
        "correlate",
    ),
    (&["correct", "holm", "bonferroni", "fdr"], "adjust"),
    (&["describe", "info", "show", "head", "columns"], "inspect"),
    (&["sample-size", "samplesize", "plan"], "power plan"),
];

/// Letters of sacrebleu and other tools, and the option that each means.
pub const LETTERS: [(&str, &str, &str); 7] = [
    ("-r", "ref", "FILE"),
    ("-m", "metric", "NAME"),
    ("-n", "resamples", "R"),
    ("-s", "seed", "N"),
    ("-o", "output", "FORM"),
    ("-i", "id", "COL"),
    ("-t", "threads", "N"),
];
