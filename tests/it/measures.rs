//! Measures beyond counts: numbers and probabilities against a gold, sums of real columns, outcome words, quantiles, one sample.

use serde_json::json;

use crate::support::{Folder, Ran};

const TABLE: &str = "id,gold,a,b,won,p,q,nll,tokens,part\n\
    1,2.5,2.1,2.4,1,0.9,0.8,10.25,4,x\n\
    2,3.0,3.5,3.1,0,0.2,0.1,8.5,3,x\n\
    3,1.0,0.2,1.3,1,0.6,0.7,30.125,9,y\n\
    4,4.5,4.0,4.6,0,0.4,0.5,12.0,5,y\n\
    5,2.0,3.0,1.9,1,0.7,0.9,7.75,2,y\n";

fn table() -> Folder {
    let other = TABLE
        .replace("10.25,4", "9.5,4")
        .replace("30.125,9", "28.0625,9");
    Folder::with(&[("a.csv", TABLE), ("b.csv", &other)])
}

fn answered(folder: &Folder, line: &str) -> Ran {
    let ran = folder.restrap(line);
    assert_eq!(ran.code, Some(0), "{ran}");
    ran
}

#[test]
fn errors_of_predictions_and_probabilities_are_those_of_hand() {
    let folder = table();
    for (metric, files, scores) in [
        // |2.1 - 2.5|, |3.5 - 3|, 0.8, 0.5, 1, and 0.1, 0.1, 0.3, 0.1, 0.1.
        ("mae", "a.csv:a a.csv:b --gold a.csv:gold", [0.64, 0.14]),
        ("mse", "a.csv:a a.csv:b --gold a.csv:gold", [0.46, 0.026]),
        (
            "rmse",
            "a.csv:a a.csv:b --gold a.csv:gold",
            [0.46_f64.sqrt(), 0.026_f64.sqrt()],
        ),
        ("brier", "a.csv:p a.csv:q --gold a.csv:won", [0.092, 0.08]),
        (
            "log-loss",
            "a.csv:p a.csv:q --gold a.csv:won",
            [
                -(0.9_f64.ln() + 0.8_f64.ln() + 0.6_f64.ln() + 0.6_f64.ln() + 0.7_f64.ln()) / 5.0,
                -(0.8_f64.ln() + 0.9_f64.ln() + 0.7_f64.ln() + 0.5_f64.ln() + 0.9_f64.ln()) / 5.0,
            ],
        ),
        (
            "perplexity:nll/tokens",
            "a.csv b.csv --id id",
            [(68.625_f64 / 23.0).exp(), (65.8125_f64 / 23.0).exp()],
        ),
        (
            "ratio:nll/tokens",
            "a.csv b.csv --id id",
            [68.625 / 23.0, 65.8125 / 23.0],
        ),
        ("median", "a.csv:a a.csv:b", [3.0, 2.4]),
        ("quantile(p=0.25)", "a.csv:a a.csv:b", [2.1, 1.9]),
    ] {
        let json = answered(
            &folder,
            &format!("compare {files} --metric {metric} --json --no-host"),
        )
        .json();
        for (system, score) in scores.into_iter().enumerate() {
            let found = json["systems"][system]["score"].as_f64().unwrap();
            assert!(
                (found - score).abs() < 1e-9,
                "{metric}: {found} is not {score}"
            );
        }
        let lower =
            !metric.starts_with(['r', 'm', 'q']) || matches!(metric, "mae" | "mse" | "rmse");
        assert_eq!(
            json["metric"]["higher_is_better"],
            json!(!lower),
            "{metric}"
        );
    }
}

#[test]
fn sums_of_reals_take_groups_and_come_back_as_they_were_saved() {
    let folder = table();
    let of_files = "compare a.csv b.csv --metric perplexity:nll/tokens --exact never --resamples 999 --json --no-host";
    let by = answered(&folder, &format!("{of_files} --by part")).json();
    assert_eq!(by["by"]["populations"].as_array().unwrap().len(), 2);
    answered(
        &folder,
        "score a.csv b.csv --metric perplexity:nll/tokens --out {}.stats.csv",
    );
    let [whole, saved] = ["", " saved"].map(|kind| {
        let line = if kind.is_empty() {
            of_files.to_owned()
        } else {
            "compare a.stats.csv b.stats.csv --exact never --resamples 999 --json --no-host"
                .to_owned()
        };
        answered(&folder, &line).json()
    });
    for field in ["difference", "interval"] {
        assert_eq!(
            whole["comparisons"][0][field], saved["comparisons"][0][field],
            "{field}"
        );
    }
    assert_eq!(
        whole["comparisons"][0]["tests"][0]["pvalue"],
        saved["comparisons"][0]["tests"][0]["pvalue"]
    );
}

#[test]
fn words_of_outcomes_are_counted_like_labels() {
    let labels = "gold,a,b\n1,1,1\n1,0,1\n0,1,0\n0,0,0\n1,1,0\n0,0,1\n";
    let folder = Folder::with(&[
        ("labels.csv", labels),
        (
            "a.csv",
            "_merge\ntrue positive\nfalse negative\nfalse positive\ntrue negative\ntrue positive\ntrue negative\n",
        ),
        ("b.csv", "_merge\nTP\nTP\nTN\nTN\nFN\nFP\n"),
    ]);
    for metric in [
        "precision",
        "recall",
        "f1",
        "accuracy",
        "mcc",
        "kappa",
        "balanced-accuracy",
    ] {
        let of = |files: &str| {
            let json = answered(
                &folder,
                &format!("compare {files} --metric {metric} --json --no-host"),
            )
            .json();
            (
                json["systems"].clone(),
                json["comparisons"][0]["tests"][0]["pvalue"].clone(),
            )
        };
        let [words, of_labels] = [
            "a.csv:_merge b.csv:_merge",
            "labels.csv:a labels.csv:b --gold labels.csv:gold",
        ]
        .map(of);
        let scores =
            |systems: &serde_json::Value| [0, 1].map(|at| systems[at]["score"].as_f64().unwrap());
        assert_eq!(
            (scores(&words.0), words.1),
            (scores(&of_labels.0), of_labels.1),
            "{metric}"
        );
    }
    let other = folder.restrap("compare labels.csv:a labels.csv:b --metric f1");
    assert_eq!(
        (other.error(), other.hint()),
        (
            "--metric needs the right answers, and none are named",
            Some("add `--gold labels.csv:gold`")
        )
    );
}

#[test]
fn a_number_stands_in_for_a_baseline() {
    let folder = table();
    let json = answered(
        &folder,
        "compare a.csv:a --against 2.5 --test permutation,t,wilcoxon,sign --json --no-host",
    )
    .json();
    let found: Vec<f64> = json["comparisons"][0]["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| test["pvalue"].as_f64().unwrap())
        .collect();
    // scipy.stats 1.17: ttest_1samp([2.1, 3.5, 0.2, 4.0, 3.0], 2.5), wilcoxon(d, method="exact"), binomtest(3, 5); all 32 signs.
    for (found, wanted) in found
        .iter()
        .zip([0.9375, 0.932_775_938_294_793_4, 0.8125, 1.0])
    {
        assert!((found - wanted).abs() < 1e-6, "{found} is not {wanted}");
    }
    for (line, error) in [
        (
            "compare a.csv b.csv --metric ratio:nll/tokens --against 2",
            "--against needs one score per item, and --metric is computed from the whole corpus",
        ),
        (
            "compare a.csv:a --against x",
            "`--against`: expected a number, such as 0 or 0.5, found `x`",
        ),
    ] {
        assert_eq!(folder.restrap(line).error(), error);
    }
}

#[test]
fn what_is_no_number_or_probability_is_refused_at_its_place() {
    let folder = Folder::with(&[
        ("gold.csv", "gold,won,far\n1.5,1,0\nlow,0,1\n2,1,1\n"),
        (
            "a.csv",
            "x,p,many,sure\n1,0.5,0.5,0.5\n2,0.25,1.5,0.5\n3,1,0.5,0\n",
        ),
    ]);
    for (line, error, hint) in [
        (
            "--gold gold.csv:gold --metric mae a.csv:x a.csv:p",
            "gold.csv:3 (column `gold`): expected a number, found `low`",
            Some("an empty cell is a missing score"),
        ),
        (
            "--gold gold.csv:won --metric brier a.csv:p a.csv:many",
            "a.csv:3 (column `many`): expected a probability from 0 to 1, found `1.5`",
            Some(
                "percentages are divided by 100, and scores that are not probabilities are not read",
            ),
        ),
        (
            "--gold gold.csv:won --metric log-loss a.csv:p a.csv:sure",
            "a.csv (column `sure`):4: expected a probability above 0 for an event that happened (--gold 1), found 0, whose logarithm is infinite",
            Some("--metric 'log-loss(floor=1e-15)' counts it as that probability"),
        ),
        (
            "--gold gold.csv:far --metric log-loss a.csv:p a.csv:many --missing zero",
            "--missing zero is for scores, counts and label sets, found probabilities",
            Some("use --missing drop"),
        ),
        (
            "--metric mae a.csv:x a.csv:p",
            "--metric needs the right answers, and none are named",
            Some("add --gold FILE"),
        ),
        (
            "--gold gold.csv:won --metric mae a.csv a.csv:p",
            "expected the column of the numbers, as a.csv:COLUMN, found none",
            None,
        ),
        (
            "--metric 'quantile(p=2)' a.csv:x a.csv:p",
            "expected 0 <= p <= 1 in quantile(p=...), found `2`",
            None,
        ),
        (
            "--metric perplexity:x a.csv a.csv",
            "expected perplexity:NLL/TOKENS, two columns, found `perplexity:x`",
            None,
        ),
    ] {
        let ran = folder.restrap(&format!("compare {line}"));
        // One that has no hint of its own names the page.
        assert_eq!((ran.error(), ran.hint().is_some()), (error, true), "{ran}");
        assert!(
            hint.is_none_or(|hint| ran.sentences().contains(hint)),
            "{ran}"
        );
        assert!(matches!(ran.code, Some(1 | 2)), "{ran}");
    }
    let floored = "compare --gold gold.csv:won --metric log-loss(floor=1e-15) a.csv:p a.csv:sure";
    answered(&folder, floored);
}

/// Texts of two languages, their references, and two systems of unequal quality; one file for each system.
fn languages(folder: &Folder, systems: [(&str, usize); 2]) {
    const WORDS: [&str; 9] = [
        "the", "cat", "sees", "a", "red", "house", "by", "old", "trees",
    ];
    for (name, every) in systems {
        let row = |item: usize| {
            let of = |at: usize| WORDS[(item * 5 + at * 7) % 9];
            let reference: Vec<&str> = (0..8).map(of).collect();
            let language = if item.is_multiple_of(3) { "zh" } else { "de" };
            let worse = every - usize::from(language == "zh");
            let text: Vec<&str> = (0..8)
                .map(|at| {
                    if (item + at).is_multiple_of(worse) {
                        "noise"
                    } else {
                        of(at)
                    }
                })
                .collect();
            format!("{language},{},{}\n", reference.join(" "), text.join(" "))
        };
        folder.put(
            &format!("{name}.csv"),
            "lang,ref,hyp\n".to_owned() + &(0..60).map(row).collect::<String>(),
        );
    }
}

#[test]
fn bleu_by_language_leads_with_the_mean_over_languages() {
    const HOW: &str =
        "compare base=base.csv:hyp new=new.csv:hyp --ref base.csv:ref --metric bleu --by";
    let folder = Folder::new();
    languages(&folder, [("base", 4), ("new", 6)]);
    let json = folder.restrap(&format!("{HOW} lang --json")).json();
    assert_eq!(json["metric"]["mean_over"], "lang");
    let score = |of: &serde_json::Value, system: usize| {
        of["systems"][system]["score"].as_f64().expect("a score")
    };
    for system in 0..2 {
        let groups = json["by"]["populations"].as_array().expect("groups");
        let each: Vec<f64> = groups.iter().map(|group| score(group, system)).collect();
        assert!(
            (score(&json, system) - f64::midpoint(each[0], each[1])).abs() < 1e-9,
            "{each:?}"
        );
        assert!(
            (each[0] - each[1]).abs() > 1.0,
            "a pooled value would differ: {each:?}"
        );
    }
    // And so does a metric that is printed beside.
    let beside = HOW.replace("--metric bleu", "--metric chrf,bleu");
    let beside = folder.restrap(&format!("{beside} lang --json")).json();
    let printed = beside["also"][0]["scores"][0].as_f64().expect("a score");
    assert!(
        (printed - score(&json, 0)).abs() < 1e-9,
        "{}",
        beside["also"]
    );
    let told = folder.restrap(&format!("{HOW} lang"));
    assert!(
        told.out.contains("BLEU (mean over lang), higher is better"),
        "{told}"
    );
    assert!(told.out.contains("|mean:lang|"), "{told}");
    // Groups that are not languages are pooled.
    for file in ["base.csv", "new.csv"] {
        let text = std::fs::read_to_string(folder.path().join(file)).expect("a file");
        folder.put(file, text.replacen("lang", "domain", 1));
    }
    let pooled = folder.restrap(&format!("{HOW} domain --json")).json();
    assert!(pooled["metric"].get("mean_over").is_none());
    assert!((score(&pooled, 0) - score(&json, 0)).abs() > 0.1);
}

#[test]
fn every_file_of_a_path_with_a_system_is_one() {
    const HOW: &str =
        "out/sys.{system}.en-de.csv:hyp --ref out/sys.base.en-de.csv:ref --metric bleu";
    let folder = Folder::new();
    languages(&folder, [("base", 4), ("new", 6)]);
    for name in ["base", "new"] {
        let from = folder.path().join(format!("{name}.csv"));
        std::fs::create_dir_all(folder.path().join("out")).expect("a folder");
        std::fs::rename(
            from,
            folder.path().join(format!("out/sys.{name}.en-de.csv")),
        )
        .expect("a file");
    }
    for (verb, names) in [
        ("compare", "new − base"),
        ("rank", "1     new"),
        ("ci", "base"),
    ] {
        let ran = folder.restrap(&format!("{verb} {HOW}"));
        assert!(
            ran.code == Some(0) && ran.out.contains(names) && !ran.out.contains("sys."),
            "{ran}"
        );
    }
    let none = folder.restrap(
        "rank out/nothing.{system}.csv:hyp --ref out/sys.base.en-de.csv:ref --metric bleu",
    );
    assert!(
        none.code == Some(1) && none.err.contains("no file matches"),
        "{none}"
    );
}
