//! Advice: every leaf has a test of its name, which types the command that is recommended, and finds what was said.

use std::fmt::Write as _;
use std::sync::LazyLock;

use restrap_facade::{Design, Fact, Leaf, Recommended};
use serde_json::Value;

use crate::support::{Folder, Ran, restrap, root};

/// A number in [0, 1) that looks like noise, the same everywhere.
fn noise(seed: u64) -> f64 {
    let mixed = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    ((mixed >> 33) % 1000) as f64 / 1000.0
}

/// A table of these columns, and rows that a function of the row gives.
fn table(columns: &str, rows: u64, row: impl Fn(u64) -> String) -> String {
    let mut text = format!("{columns}\n");
    for at in 0..rows {
        writeln!(text, "{}", row(at)).unwrap();
    }
    text
}

/// Files of every design.
static FILES: LazyLock<Folder> = LazyLock::new(|| {
    let (a, b) = (|at: u64| noise(2 * at), |at: u64| noise(2 * at + 1));
    let right = |share: f64| u8::from(share > 0.5);
    let folder = Folder::new();
    let put = |name: &str, text: String| folder.put(name, text);
    put(
        "graded.csv",
        table("item,book,who,base,new,third", 60, |at| {
            format!(
                "i{at},b{},w{},{:.3},{:.3},{:.3}",
                at / 5,
                at % 6,
                a(at),
                b(at),
                noise(at + 900)
            )
        }),
    );
    put(
        "binary.csv",
        table("item,base,new", 60, |at| {
            format!("i{at},{},{}", right(a(at)), right(b(at)))
        }),
    );
    put(
        "skewed.csv",
        table("base,new", 80, |at| {
            format!(
                "{:.3},{:.3}",
                a(at) / 10.0,
                a(at) / 10.0 + (8.0 * b(at)).exp() / 100.0
            )
        }),
    );
    put(
        "areas.csv",
        table("gold,base,new", 60, |at| {
            let gold = at % 2;
            let of = |score: f64| score + 0.2 * gold as f64;
            format!("{gold},{:.3},{:.3}", of(a(at)), of(b(at)))
        }),
    );
    put(
        "few.csv",
        table("base,new", 5, |at| format!("{:.3},{:.3}", a(at), b(at))),
    );
    put(
        "same.csv",
        table("base,new", 20, |at| format!("{:.3},{:.3}", a(at), a(at))),
    );
    put(
        "means.csv",
        table("base,new", 1200, |at| {
            let mean =
                |from: u64| (0..40).map(|one| noise(from + 7919 * one)).sum::<f64>() / 4000.0;
            format!("{:.6},{:.6}", 0.70 + mean(at), 0.73 + mean(at + 50_000))
        }),
    );
    put(
        "runs.csv",
        table("item,run,base,new", 100, |at| {
            format!("{},{},{:.3},{:.3}", at % 20, at / 20, a(at), b(at))
        }),
    );
    put(
        "rated.csv",
        table("item,rater,base,new", 240, |at| {
            format!("{},{},{:.3},{:.3}", at % 20, at / 20, a(at), b(at))
        }),
    );
    put(
        "rated-by-3.csv",
        table("item,rater,base,new", 60, |at| {
            format!("{},{},{:.3},{:.3}", at % 20, at / 20, a(at), b(at))
        }),
    );
    put(
        "people.csv",
        table("item,base,new", 30, |at| {
            format!("i{at},{:.2},{:.2}", a(at), b(at))
        }),
    );
    for name in ["one.txt", "other.txt"] {
        put(
            name,
            table("", 10, |at| format!("{:.3}", noise(at + name.len() as u64)))
                .trim_start()
                .to_owned(),
        );
    }
    let winners = ["left", "right", "tie"];
    let vote = |at: u64, systems: &[&str]| {
        let (left, right) = (
            systems[at as usize % systems.len()],
            systems[(at as usize + 1) % systems.len()],
        );
        let winner = winners[(noise(at) * 3.0) as usize];
        format!(
            "p{},v{},{left},{right},{winner}",
            at % 40,
            (noise(at + 5) * 20.0) as u64
        )
    };
    put(
        "votes.csv",
        table("prompt,voter,a,b,winner", 200, |at| vote(at, &["x", "y"])),
    );
    put(
        "votes-of-3.csv",
        table("prompt,voter,a,b,winner", 200, |at| {
            vote(at, &["x", "y", "z"])
        }),
    );
    put(
        "sets.csv",
        table("item,set,base,new", 90, |at| {
            format!("i{at},s{},{:.3},{:.3}", at % 3, a(at), b(at))
        }),
    );
    put(
        "labels.csv",
        table("item,page,gold,base,new", 60, |at| {
            format!(
                "i{at},p{},{},{},{}",
                at / 4,
                right(noise(at + 7)),
                right(a(at)),
                right(b(at))
            )
        }),
    );
    put(
        "clustered.csv",
        table("group,base,new", 60, |at| {
            format!("g{},{:.3},{:.3}", at % 5, a(at), b(at))
        }),
    );
    folder
});

/// In the folder of these files; what begins with `datasets/` is of the checkout.
fn typed(line: &str) -> Ran {
    FILES.restrap(&line.replace("datasets/", &format!("{}/datasets/", root().display())))
}

/// Advice on files comes to the leaf; the command that it types runs, by the test, interval and unit that were named.
fn recommends(leaf: Leaf, line: &str) {
    let ran = typed(&format!("advise {line} --json"));
    assert_eq!(ran.code, Some(0), "{ran}");
    let advice = ran.json();
    assert_eq!(advice["leaf"], leaf.name(), "{ran}");
    let command = advice["command"].as_str().unwrap();
    let command = command.strip_prefix("restrap ").unwrap();
    if leaf == Leaf::Resampled {
        let told = typed(command).sentences();
        assert!(told.contains("look like bootstrap replicates"), "{told}");
        return;
    }
    let answer = FILES.restrap(&format!("{command} --json"));
    assert_eq!(answer.code, Some(0), "{answer}");
    let answer = answer.json();
    assert_eq!(
        answer["schema"],
        format!("restrap/{}/1", advice["verb"].as_str().unwrap())
    );
    let first: &Value = match advice["verb"].as_str().unwrap() {
        "compare" => &answer["comparisons"][0],
        "rank" => &answer["pairs"][0],
        "ci" => &answer["systems"][0],
        _ => &answer["cells"][0],
    };
    if advice["verb"] == "compare" {
        assert_eq!(first["tests"][0]["name"], advice["test"], "{command}");
        assert_eq!(first["tests"][0]["primary"], true, "{command}");
    }
    if advice["verb"] == "replicate" {
        assert_eq!(
            answer["request"]["request"]["question"]["tests"][0], advice["test"],
            "{command}"
        );
    }
    if !advice["interval"].is_null() {
        assert_eq!(first["interval"]["method"], advice["interval"], "{command}");
    }
    if let Some(unit) = answer.get("unit") {
        assert_eq!(*unit, advice["unit"], "{command}");
    }
    assert!(
        advice["python"].as_str().unwrap().starts_with("restrap."),
        "{advice}"
    );
}

macro_rules! leaves {
    ($($name:ident: $leaf:ident, $line:literal;)+) => {
        $(#[test]
        fn $name() {
            recommends(Leaf::$leaf, $line);
        })+

        #[test]
        fn every_leaf_has_a_test() {
            let tested = [$(Leaf::$leaf),+];
            for leaf in Leaf::ALL {
                assert!(tested.contains(&leaf), "{leaf}");
            }
        }
    };
}

leaves! {
    one_system_gets_an_error_bar: OneSystem, "graded.csv:base --id item";
    one_system_of_shares_gets_wilson: OneSystem, "datasets/sentiment/tweets.csv:vader --id id";
    right_or_wrong_pairs_are_swapped_by_law: Binary, "datasets/sentiment/tweets.csv:textblob datasets/sentiment/tweets.csv:vader --id id";
    labels_against_gold_are_right_or_wrong: Binary, "datasets/sentiment/movie-reviews-labels.csv:textblob datasets/sentiment/movie-reviews-labels.csv:vader --gold datasets/sentiment/movie-reviews-labels.csv:gold --metric accuracy --id id";
    graded_pairs_are_swapped: Graded, "graded.csv:base graded.csv:new --id item";
    rankings_are_graded_pairs: Graded, "datasets/outputs/baseline.run datasets/outputs/system.run --qrels datasets/outputs/qrels.txt --metric ndcg@10";
    skewed_pairs_are_swapped_with_a_look_at_the_tail: Skewed, "skewed.csv";
    too_few_items_are_said_to_be_few: FewItems, "few.csv";
    identical_systems_are_said_to_be_so: Identical, "same.csv";
    replicates_are_no_items: Resampled, "means.csv";
    a_quantile_is_resampled: Quantile, "graded.csv:base graded.csv:new --id item --metric median";
    a_corpus_metric_swaps_statistics: Corpus, "datasets/outputs/baseline.txt datasets/outputs/system.txt --ref datasets/outputs/reference.txt --metric bleu";
    an_area_has_a_variance_of_its_own: Areas, "areas.csv:base areas.csv:new --gold areas.csv:gold --metric roc-auc";
    a_corpus_metric_of_clusters_swaps_them: CorpusClusters, "labels.csv:base labels.csv:new --gold labels.csv:gold --metric f1 --average macro --id item --cluster page";
    clusters_are_swapped_whole: Clusters, "datasets/sentiment/editorials.csv:textblob datasets/sentiment/editorials.csv:vader --id id --cluster article";
    few_clusters_are_said_to_be_few: FewClusters, "clustered.csv:base clustered.csv:new --cluster group";
    crossed_clusters_have_t_of_both: CrossedClusters, "graded.csv:base graded.csv:new --id item --cluster book,who";
    training_runs_have_t_of_items_and_runs: TrainingRuns, "runs.csv:base runs.csv:new --id item --seed-col run";
    scores_of_runs_exchange_labels: RunScores, "one.txt other.txt --over seeds";
    scores_of_replications_exchange_labels: RunScores, "one.txt other.txt --over replications";
    folds_have_the_corrected_t: Folds, "one.txt other.txt --over folds";
    splits_have_the_corrected_t: Splits, "one.txt other.txt --over splits --test-fraction 0.2";
    answers_become_one_value_an_item: Answers, "runs.csv:base runs.csv:new --id item --repeat run";
    raters_are_drawn_as_items_are: Raters, "rated.csv:base rated.csv:new --id item --judge rater";
    few_raters_are_taken_as_they_are: FewRaters, "rated-by-3.csv:base rated-by-3.csv:new --id item --judge rater";
    human_scores_correct_a_judge: Human, "graded.csv:base graded.csv:new --id item --human people.csv";
    different_items_right_or_wrong: UnpairedBinary, "binary.csv:base binary.csv:new --unpaired";
    different_items_with_numbers: Unpaired, "graded.csv:base graded.csv:new --unpaired";
    different_items_in_clusters: UnpairedClusters, "graded.csv:base graded.csv:new --unpaired --cluster book";
    a_number_in_the_place_of_a_baseline: Against, "graded.csv:base --id item --against 0.5";
    a_margin_of_shares: Margin, "binary.csv:base binary.csv:new --id item --noninferior 5pt";
    a_margin_of_scores: Margin, "graded.csv:base graded.csv:new --id item --equivalent abs:0.1";
    votes_on_prompts_of_their_own: Votes, "votes.csv:x votes.csv:y --votes left=a,right=b,winner=winner";
    several_votes_a_prompt: VotesByPrompt, "votes.csv:x votes.csv:y --votes left=a,right=b,winner=winner,item=prompt";
    votes_of_many_voters: VotesByVoter, "votes.csv:x votes.csv:y --votes left=a,right=b,winner=winner,item=prompt,judge=voter";
    votes_between_many_systems: VotesBoard, "votes-of-3.csv --votes left=a,right=b,winner=winner,item=prompt";
    many_systems_are_one_family: Board, "graded.csv:base graded.csv:new graded.csv:third --id item";
    many_systems_against_a_baseline: AgainstBaseline, "graded.csv:base graded.csv:new graded.csv:third --id item --baseline base";
    several_data_sets: DataSets, "sets.csv:base sets.csv:new --id item --dataset set";
}

#[test]
fn a_word_for_every_fact_comes_to_its_leaf() {
    let leaf_of =
        |words: &str| restrap(&format!("advise --data {words} --json")).json()["leaf"].clone();
    for fact in Fact::ALL {
        let own = match fact.name() {
            "prompts" => "votes-by-prompt",
            "voters" => "votes-by-voter",
            "many-systems" => "board",
            "baseline" => "against-baseline",
            "seeds" => "training-runs",
            "repeats" => "answers",
            "noninferior" | "equivalent" => "margin",
            name => name,
        };
        assert_eq!(leaf_of(fact.name()), own);
    }
    assert_eq!(leaf_of("corpus,clusters"), "corpus-clusters");
    assert_eq!(leaf_of("unpaired,binary"), "unpaired-binary");
    assert_eq!(leaf_of("unpaired,clusters"), "unpaired-clusters");
    assert_eq!(leaf_of("votes,many-systems"), "votes-board");
    assert_eq!(leaf_of("graded --items 4"), "few-items");
}

#[test]
fn a_metric_by_its_name_says_what_a_score_is() {
    let leaf_of =
        |name: &str| restrap(&format!("advise --metric {name} --json")).json()["leaf"].clone();
    let metrics = [
        ("bleu", "corpus"),
        ("accuracy", "binary"),
        ("ndcg@10", "graded"),
        ("median", "quantile"),
        ("f1", "corpus"),
        ("roc-auc", "areas"),
        ("f1(average=micro)", "binary"),
    ];
    for (metric, leaf) in metrics {
        assert_eq!(leaf_of(metric), leaf);
    }
}

#[test]
fn columns_that_look_like_groups_are_asked_about_and_the_clustered_command_runs() {
    let advice = typed("advise graded.csv:base graded.csv:new --id item --json").json();
    assert_eq!(advice["design"]["seems_clustered"], "book", "{advice}");
    let check = advice["checks"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()
        .as_str()
        .unwrap();
    let ran = typed(&format!(
        "{} --json",
        check.strip_prefix("restrap ").unwrap()
    ));
    assert_eq!(ran.json()["unit"], "cluster", "{check}");
}

#[test]
fn a_simulation_on_the_items_shows_how_often_each_test_errs() {
    let line = "advise skewed.csv --self-check --experiments 200";
    let advice = typed(&format!("{line} --json")).json();
    let check = &advice["self_check"];
    assert_eq!(check["experiments"], 200);
    let rate = |name: &str| {
        let all = check["tests"].as_array().unwrap();
        all.iter()
            .find(|test| test["name"] == name)
            .unwrap_or_else(|| panic!("{name}"))["rate"]["value"]
            .as_f64()
            .unwrap()
    };
    // Swaps of these very items hold their level by construction: 4 standard errors of 200 experiments.
    assert!(rate("permutation") < 0.05 + 4.0 * (0.05 * 0.95 / 200.0_f64).sqrt());
    // The same figures as of the command that it stands for.
    let own =
        typed("power compare skewed.csv --self-check --experiments 200 --test all --json").json();
    let same = own["cells"][0]["tests"]
        .as_array()
        .unwrap()
        .iter()
        .find(|test| test["name"] == "permutation")
        .unwrap();
    assert_eq!(
        same["rejected"],
        check["tests"]
            .as_array()
            .unwrap()
            .iter()
            .find(|test| test["name"] == "permutation")
            .unwrap()["rejected"]
    );
    assert!(typed(line).out.contains("Type-I error on these items"));
    assert_eq!(typed("advise few.csv:base --self-check").code, Some(2));
}

#[test]
fn advice_holds_no_p_value() {
    let ran = typed("advise graded.csv:base graded.csv:new --id item");
    assert!(
        !ran.out.contains("p = ") && !ran.out.contains("p-value  "),
        "{ran}"
    );
}

#[test]
fn the_page_of_advice_lists_every_leaf_with_what_it_recommends() {
    let page = std::fs::read_to_string(root().join("docs/guide/which-test.md")).expect("the page");
    for leaf in Leaf::ALL {
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| `{leaf}` |")));
        let row = row.unwrap_or_else(|| panic!("{leaf} has no row"));
        let Recommended {
            verb,
            test,
            interval,
            unit,
        } = leaf.recommended(&Design::of_words(&[]));
        let test = test.map_or("", |test| test.name());
        let interval = interval.map_or("", |interval| interval.name());
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(
            cells[2..],
            [verb.name(), test, interval, unit.name()],
            "{leaf}"
        );
    }
}
