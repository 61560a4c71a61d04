//! Help: `-h` is one screen that starts with examples, `--help` is all options.
//!
//! The derive of clap writes the options; what stands here is the rest. Every example is run by a test (`tests/it/help.rs`).

use clap::Command;

/// The help of one command.
struct Help {
    /// Its words, without the program's name.
    path: &'static str,
    /// Command lines that run in a checkout of restrap, each below a line that says what it answers.
    examples: &'static str,
    /// Examples of the long page alone.
    more: &'static str,
    /// Options of the short page; none: all of them.
    short: &'static [&'static str],
}

const HELP: &[Help] = &[
    Help {
        path: "",
        examples: r"  # LLM evaluation: right or wrong, question by question
  restrap compare datasets/ten-questions/baseline.txt \
      datasets/ten-questions/experimental.txt
  # machine translation: BLEU of two outputs
  restrap compare datasets/outputs/baseline.txt datasets/outputs/system.txt \
      --ref datasets/outputs/reference.txt --metric bleu
  # retrieval: two runs
  restrap compare datasets/outputs/baseline.run datasets/outputs/system.run \
      --qrels datasets/outputs/qrels.txt --metric ndcg@10",
        more: "",
        short: &["help", "version"],
    },
    Help {
        path: "compare",
        examples: r"  # two columns of scores, paired by id
  restrap compare datasets/sentiment/tweets.csv:textblob \
      datasets/sentiment/tweets.csv:vader --id id
  # translations; `restrap score --list` has all metrics
  restrap compare datasets/outputs/baseline.txt datasets/outputs/system.txt \
      --ref datasets/outputs/reference.txt --metric bleu
  # a gate: fail if worse by more than 1 point
  restrap compare datasets/sentiment/tweets.csv:vader_no_but \
      datasets/sentiment/tweets.csv:vader --id id \
      --noninferior 1pt --require noninferior",
        more: r"
  # sentences of one article are a cluster
  restrap compare datasets/sentiment/editorials.csv:textblob \
      datasets/sentiment/editorials.csv:vader --id id --cluster article
  # no files: 7 items won, 3 lost, 55 tied; and a table of two by two
  restrap compare --counts plus=7,minus=3,null=55
  restrap compare --table 30,4,0,16
  # no files: the scores of five folds
  restrap compare --scores base=0.81,0.79,0.84,0.80,0.82 \
      --scores new=0.83,0.80,0.85,0.84,0.83 --over folds
  # every column against the first, adjusted together
  restrap compare datasets/sentiment/tweets.csv --id id --adjust holm
  # retrieval: two runs, tested on nDCG, with precision beside it
  restrap compare datasets/outputs/baseline.run datasets/outputs/system.run \
      --qrels datasets/outputs/qrels.txt --metric ndcg@10,p@5
  # labels against gold labels
  restrap compare datasets/sentiment/movie-reviews-labels.csv:textblob \
      datasets/sentiment/movie-reviews-labels.csv:vader \
      --gold datasets/sentiment/movie-reviews-labels.csv:gold \
      --metric f1 --average macro --id id",
        short: &[
            "id",
            "cluster",
            "repeat",
            "seed-col",
            "metric",
            "gold",
            "ref",
            "qrels",
            "noninferior",
            "require",
            "output",
        ],
    },
    Help {
        path: "rank",
        examples: r"  # every pair of the systems of a table
  restrap rank datasets/sentiment/tweets.csv --id id
  # every system against one
  restrap rank datasets/sentiment/tweets.csv --id id --baseline textblob
  # machine translation: BLEU of three outputs
  restrap rank datasets/outputs/baseline.txt datasets/outputs/system.txt \
      copy=datasets/outputs/reference.txt \
      --ref datasets/outputs/reference.txt --metric bleu",
        more: r"
  # sentences of one article are a cluster
  restrap rank datasets/sentiment/editorials.csv --id id --cluster article
  # the exact p-value of each pair, Holm's correction
  restrap rank datasets/sentiment/tweets.csv --id id --adjust holm",
        short: &[
            "id", "long", "cluster", "metric", "ref", "adjust", "baseline", "output",
        ],
    },
    Help {
        path: "replicate",
        examples: r"  # one data set per file
  restrap replicate --id id \
      'textblob=datasets/sentiment/{dataset}-reviews.csv:textblob' \
      'vader=datasets/sentiment/{dataset}-reviews.csv:vader'
  # a data set for each value of a column, as a table for LaTeX
  restrap replicate datasets/sentiment/product-reviews.csv --id id \
      --dataset review --where review=a258 --where review=a245 \
      --systems textblob,vader --output latex",
        more: r"
  # tasks of logs:  restrap replicate base=lm/base new=lm/new
  # a study file:   restrap replicate STUDY.toml",
        short: &[
            "dataset", "id", "cluster", "seed-col", "metric", "gold", "ref", "qrels", "require",
            "output",
        ],
    },
    Help {
        path: "score",
        examples: r"  # BLEU
  restrap score datasets/outputs/system.txt \
      --ref datasets/outputs/reference.txt --metric bleu
  # macro F1 of labels, and every class
  restrap score datasets/outputs/labels.csv:system \
      --gold datasets/outputs/labels.csv:gold --metric f1 --average macro \
      --per-class
  # nDCG at rank 10 of a run
  restrap score datasets/outputs/system.run \
      --qrels datasets/outputs/qrels.txt --metric ndcg@10",
        more: "",
        short: &[
            "id",
            "where",
            "metric",
            "gold",
            "ref",
            "qrels",
            "per-class",
            "out",
            "json",
        ],
    },
    Help {
        path: "ci",
        examples: r"  # error bars of every system of a table
  restrap ci datasets/sentiment/tweets.csv --id id
  # sentences of one article are a cluster
  restrap ci datasets/sentiment/editorials.csv:vader --id id --cluster article
  # 63 of 123 right
  restrap ci 63/123",
        more: "",
        short: &[
            "id",
            "where",
            "long",
            "cluster",
            "repeat",
            "over",
            "interval",
            "confidence",
            "html",
            "json",
        ],
    },
    Help {
        path: "advise",
        examples: r"  # which test for these two columns?
  restrap advise datasets/sentiment/editorials.csv:textblob \
      datasets/sentiment/editorials.csv:vader --id id
  # before there are files: right or wrong, several questions a passage
  restrap advise --data binary,clusters
  # a metric by its name
  restrap advise --metric bleu --data many-systems",
        more: r"
  # type-I error of each test on these items
  restrap advise datasets/ten-questions/baseline.txt \
      datasets/ten-questions/experimental.txt --self-check --experiments 500",
        short: &[
            "id",
            "data",
            "items",
            "metric",
            "cluster",
            "seed-col",
            "noninferior",
            "self-check",
            "json",
        ],
    },
    Help {
        path: "adjust",
        examples: r"  # p.csv has columns dataset, p: Holm's procedure, and the count of data sets
  #   restrap adjust p.csv
  # independent data sets: combined, and counted by Fisher
  #   restrap adjust p.csv --independent --adjust bh",
        more: "",
        short: &["id", "adjust", "alpha", "independent", "json", "output"],
    },
    Help {
        path: "correlate",
        examples: r"  # two metrics beside people's ratings, item by item
  restrap correlate datasets/sentiment/tweets-ratings.csv \
      --gold people --id id
  # the order of pairs, with ties
  restrap correlate datasets/sentiment/tweets-ratings.csv \
      --gold people --id id --agreement kendall --resamples 1000",
        more: r"
  # one metric alone, with its interval
  restrap correlate datasets/sentiment/tweets-ratings.csv:vader \
      --gold people --id id --resamples 1000
  # metrics.csv has columns system, segment, human, bleurt, comet:
  #   restrap correlate metrics.csv --gold human --system system \
  #       --segment segment --agreement pairwise-accuracy",
        short: &[
            "gold",
            "id",
            "system",
            "segment",
            "agreement",
            "level",
            "redrawn",
            "lower-is-better",
            "json",
        ],
    },
    Help {
        path: "inspect",
        examples: r"  # what two columns hold, and how they differ
  restrap inspect datasets/sentiment/tweets.csv:textblob \
      datasets/sentiment/tweets.csv:vader --id id",
        more: "",
        short: &["id", "where", "long", "json"],
    },
    Help {
        path: "generate",
        examples: r"  # 100 items: 7 helped by the system, 2 hurt
  restrap generate helped-hurt --items 100 --helped 7 --hurt 2
  # scores whose true means are 0.1 apart
  restrap generate continuous --items 50 --effect 0.1",
        more: "",
        short: &[],
    },
    Help {
        path: "power",
        examples: r"  # how many items a gain of 2 points needs
  restrap power plan --gain 2pt --baseline 80% --agreement 90%
  # what two published accuracies allow
  restrap power audit --baseline 85.2% --system 86.1% --items 1000
  # which gains 100 and 500 items can show
  restrap power curve --items 100,500",
        more: "",
        short: &[],
    },
    Help {
        path: "power plan",
        examples: r"  # how many items a gain of 2 points needs
  restrap power plan --gain 2pt --baseline 80% --agreement 90%
  # which gain 500 items detect
  restrap power plan --items 500 --baseline 80% --agreement 90%",
        more: "",
        short: &[
            "gain",
            "items",
            "baseline",
            "agreement",
            "variance",
            "power",
            "alpha",
            "id",
            "json",
        ],
    },
    Help {
        path: "power audit",
        examples: r"  # is 86.1 % after 85.2 % evidence, on 1,000 items?
  restrap power audit --baseline 85.2% --system 86.1% --items 1000
  # two means with standard deviations, of the same 25 items
  restrap power audit --means 1.56,1.47 --sds 0.30,0.28 --items 25 \
      --correlation 0.9",
        more: "",
        short: &[
            "items",
            "baseline",
            "system",
            "means",
            "sds",
            "correlation",
            "alternative",
            "alpha",
            "power",
            "json",
        ],
    },
    Help {
        path: "power curve",
        examples: r"  # gains of 1 and 2 points on 100 and 500 items
  restrap power curve --items 100,500 --effect 1,2",
        more: "",
        short: &[
            "items", "effect", "hurt", "test", "profile", "alpha", "plot", "json",
        ],
    },
    Help {
        path: "power compare",
        examples: r"  # type-I error and power of two tests on 100 right or wrong answers
  restrap power compare --items 100 --test mcnemar,t --experiments 200",
        more: "",
        short: &[
            "model",
            "items",
            "effect",
            "cluster-size",
            "test",
            "experiments",
            "json",
        ],
    },
];

/// The page of the guide on each command.
const GUIDE: &[(&str, &str)] = &[
    ("", "docs/guide/first-comparison.md"),
    ("compare", "docs/guide/first-comparison.md"),
    ("rank", "docs/guide/leaderboard.md"),
    ("replicate", "docs/guide/data-sets.md"),
    ("score", "docs/guide/outputs.md"),
    ("ci", "docs/guide/reading.md"),
    ("advise", "docs/guide/which-test.md"),
    ("correlate", "docs/guide/metrics-and-people.md"),
    ("inspect", "docs/guide/files.md"),
    ("power", "docs/guide/how-many.md"),
    ("power plan", "docs/guide/how-many.md"),
    ("power compare", "docs/guide/how-many.md"),
    ("power audit", "docs/guide/claims.md"),
    ("power curve", "docs/guide/how-many.md"),
];

/// The commands with their short pages.
pub fn short(command: Command) -> Command {
    with_help(command, "", &|command, help| {
        let command = command.before_help(format!("Examples:\n{}", help.examples));
        if help.short.is_empty() {
            return command;
        }
        command.mut_args(|arg| {
            let is_listed = arg.is_positional()
                || arg
                    .get_long()
                    .is_some_and(|flag| help.short.contains(&flag));
            arg.hide_short_help(!is_listed)
        })
    })
}

/// The commands with their long pages, which are laid out as the short ones.
pub fn long(command: Command) -> Command {
    with_help(command, "", &|command, help| {
        let examples = format!("Examples:\n{}{}", help.examples, help.more);
        let guide = GUIDE.iter().find(|(path, _)| *path == help.path);
        let guide = guide.map_or_else(String::new, |(_, page)| format!("\n\nGuide: {page}"));
        let command = command.after_help(format!("{examples}{guide}"));
        command.mut_args(|arg| {
            // Where an option has a short text, too, its last paragraph is the whole one.
            let text = arg
                .get_long_help()
                .or(arg.get_help())
                .map(ToString::to_string)
                .unwrap_or_default();
            let whole = text.rsplit("\n\n").next().unwrap_or_default().to_owned();
            arg.help(whole).long_help(None::<&str>)
        })
    })
}

fn with_help(
    mut command: Command,
    path: &str,
    dress: &impl Fn(Command, &Help) -> Command,
) -> Command {
    if let Some(help) = HELP.iter().find(|help| help.path == path) {
        command = dress(command, help).help_template(
            "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}",
        );
    }
    command.mut_subcommands(|inner| {
        let path = format!("{path} {}", inner.get_name());
        with_help(inner, path.trim_start(), dress)
    })
}

/// The first example of a command, as one line.
pub fn shortest(command: &str) -> Option<String> {
    let help = HELP.iter().find(|help| help.path == command)?;
    let lines = help
        .examples
        .lines()
        .skip(1)
        .take_while(|line| !line.trim_start().starts_with('#'));
    Some(
        lines
            .flat_map(|line| line.trim_end_matches('\\').split_whitespace())
            .collect::<Vec<_>>()
            .join(" "),
    )
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::command::Cli;

    /// Characters that say what an option does; its default follows.
    const MOST: usize = 90;

    fn check(command: &Command, path: &str) {
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let text = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let said = text.split(" [default").next().unwrap_or_default();
            let length = said.chars().count();
            let id = arg.get_id();
            assert!(
                (5..=MOST).contains(&length),
                "{path} {id}: {length}: {said}"
            );
        }
        for inner in command.get_subcommands() {
            check(inner, &format!("{path} {}", inner.get_name()));
        }
    }

    #[test]
    fn an_option_is_said_in_one_sentence() {
        check(&long(Cli::command()), "restrap");
    }
}
