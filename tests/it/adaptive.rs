//! Draws that stop by what they counted: a function of the first resamples, whoever draws them.

use serde_json::Value;

use crate::support::{Folder, Ran};

/// Two systems that are far apart, two that are alike, and three of the same items.
fn made() -> Folder {
    let folder = Folder::new();
    folder.restrap("generate continuous --items 400 --effect 0.3 --seed 1 a.txt far.txt");
    folder.restrap("generate continuous --items 400 --effect 0 --seed 4 b.txt like.txt");
    let columns = ["a.txt", "far.txt", "like.txt"].map(|name| folder.read_text(name));
    let rows = columns[0]
        .lines()
        .zip(columns[1].lines())
        .zip(columns[2].lines());
    let rows: Vec<String> = rows
        .map(|((a, far), like)| format!("{a},{far},{like}\n"))
        .collect();
    folder.put("three.csv", format!("a,far,like\n{}", rows.concat()));
    folder
}

const FAR: &str = "compare a.txt far.txt --exact never --interval none";
const ALIKE: &str = "compare b.txt like.txt --exact never --interval none";
const THREE: &str = "compare three.csv:a three.csv:far three.csv:like --exact never --interval none --adjust bonferroni";

fn json(folder: &Folder, line: &str) -> Value {
    let ran = folder.restrap(&format!("{line} --no-host --json"));
    assert_eq!(ran.code, Some(0), "{ran}");
    ran.json()
}

fn test(outcome: &Value, comparison: usize) -> &Value {
    &outcome["comparisons"][comparison]["tests"][0]
}

fn p(outcome: &Value) -> f64 {
    test(outcome, 0)["pvalue"].as_f64().expect("a p-value")
}

#[test]
fn a_clear_case_is_settled_at_the_first_look() {
    let folder = made();
    for (line, decision) in [(FAR, "significant"), (ALIKE, "not-significant")] {
        let outcome = json(&folder, &format!("{line} --adaptive"));
        let adaptive = &test(&outcome, 0)["adaptive"];
        assert_eq!(adaptive["decision"], decision, "{outcome}");
        assert_eq!(
            (&adaptive["risk"], &adaptive["threshold"]),
            (&0.001.into(), &0.05.into())
        );
        assert_eq!(adaptive["resamples_at_most"], 100_000);
        assert_eq!(
            outcome["comparisons"][0]["shown"],
            decision == "significant"
        );
        // The same resamples as the first of a fixed number, and bounds that hold at every stop, which are wider.
        let fixed = json(&folder, &format!("{line} --resamples 1024"));
        for field in ["resamples", "pvalue", "at_least_as_extreme"] {
            assert_eq!(test(&outcome, 0)[field], test(&fixed, 0)[field], "{field}");
        }
        let high = |outcome: &Value| test(outcome, 0)["pvalue_interval"][1].as_f64();
        assert!(high(&outcome) > high(&fixed), "{outcome}");
    }
    let ran = folder.restrap(&format!("{FAR} --adaptive"));
    for said in [
        "1,024 of at most 100,000 resamples",
        "Settled after 1,024 of at most 100,000 resamples: unlimited resamples would decide alike, with a risk of at most 0.001",
    ] {
        assert!(ran.sentences().contains(said), "{said}\n{ran}");
    }
    let json = folder.restrap(&format!("{FAR} --adaptive --json")).json();
    let report = json["report"].as_str().expect("a report");
    assert!(
        report
            .contains("1,024 of at most 100,000 resamples (resampling risk at most 0.001), seed 0"),
        "{report}"
    );
}

#[test]
fn who_draws_changes_no_byte() {
    let folder = made();
    // Alpha near p, so that several looks are needed.
    let near = json(&folder, &ALIKE.replace("never", "always"));
    let near = format!("{ALIKE} --alpha {}", 1.06 * p(&near));
    for line in [
        FAR.to_owned(),
        near,
        THREE.to_owned(),
        THREE.replace("--exact", "--route streamed --exact"),
    ] {
        let line = line.replace("--route streamed --exact never", "--route streamed");
        for rule in ["--adaptive", "--adaptive=p"] {
            let line = format!("{line} {rule} --no-host --json");
            let whole = folder.restrap(&line).out;
            for threads in [1, 2, 7] {
                assert_eq!(
                    folder
                        .restrap(&format!("{line} --threads {threads} --shard-size 100"))
                        .out,
                    whole
                );
            }
            // Parts draw all resamples, of which the first ones decide.
            let job = folder.restrap(&format!("{line} --job j.json"));
            assert_eq!((job.code, &job.out[..]), (Some(0), ""), "{job}");
            for part in 1..=3 {
                folder.restrap(&format!("run j.json --part {part}/3 --out {part}.part"));
            }
            assert_eq!(
                folder.restrap("merge 3.part 1.part 2.part").out,
                whole,
                "{line}"
            );
            // What a run with fewer resamples kept counts.
            let kept = format!("{line} --checkpoint kept");
            folder.restrap(&format!("{kept} --resamples 1500"));
            assert_eq!(folder.restrap(&kept).out, whole, "{line}");
            assert_eq!(folder.restrap(&kept).out, whole, "again: {line}");
            std::fs::remove_dir_all(folder.path().join("kept")).expect("a folder");
        }
    }
}

#[test]
fn each_comparison_stops_by_itself_at_its_share_of_alpha() {
    let folder = made();
    let like = p(&json(
        &folder,
        "compare three.csv:a three.csv:like --exact always --interval none",
    ));
    let outcome = json(
        &folder,
        &format!("{THREE} --adaptive --alpha {}", (2.1 * like).min(0.9)),
    );
    let drawn = |at: usize| test(&outcome, at)["resamples"].as_u64().expect("a number");
    assert_eq!(drawn(0), 1_024, "{outcome}");
    assert!(drawn(1) > 1_024 || 2.1 * like >= 0.9, "{outcome}");
    let alpha = outcome["alpha"].as_f64().expect("alpha");
    let threshold = test(&outcome, 0)["adaptive"]["threshold"]
        .as_f64()
        .expect("a threshold");
    assert!((threshold - alpha / 2.0).abs() < 1e-11, "{outcome}");
    let p = |field: &str| test(&outcome, 0)[field].as_f64().expect("p");
    assert!(
        (p("p_adjusted") - 2.0 * p("pvalue")).abs() < 1e-12,
        "{outcome}"
    );
    let verdict =
        json(&folder, &format!("{THREE} --adaptive"))["comparisons"][0]["verdict"].clone();
    let verdict = verdict.as_str().expect("words");
    assert!(
        verdict.contains("with a risk of at most 0.001, over all comparisons, that"),
        "{verdict}"
    );
}

#[test]
fn what_no_number_of_resamples_settles_is_undecided() {
    let folder = made();
    let exact = p(&json(&folder, &ALIKE.replace("never", "always")));
    let mut at_most = 0;
    for seed in 0..6 {
        let line = format!("{ALIKE} --alpha {exact} --resamples 5000 --seed {seed}");
        let outcome = json(&folder, &format!("{line} --adaptive"));
        assert_eq!(
            test(&outcome, 0)["adaptive"]["decision"],
            "undecided",
            "{outcome}"
        );
        assert_eq!(test(&outcome, 0)["resamples"], 5_000);
        assert_eq!(outcome["comparisons"][0]["shown"], false, "{outcome}");
        // A fixed number always has an answer, a toss of a coin here.
        let fixed = json(&folder, &line);
        assert_eq!(test(&fixed, 0)["pvalue"], test(&outcome, 0)["pvalue"]);
        at_most += usize::from(fixed["comparisons"][0]["shown"] == true);
    }
    assert!((1..6).contains(&at_most), "{at_most}");
    let line = format!("{ALIKE} --alpha {exact} --resamples 5000 --adaptive");
    let ran = folder.restrap(&line);
    let said = "undecided after all 5,000 resamples: p may be at most";
    assert!(
        ran.sentences().contains(said) && ran.sentences().contains("raise --resamples"),
        "{ran}"
    );
    for gate in ["--require superior", "--forbid inferior"] {
        let gated = folder.restrap(&format!("{line} {gate}"));
        assert_eq!(gated.code, Some(11), "{gated}");
    }
}

#[test]
fn peeking_finds_what_is_not_there_and_boundaries_do_not() {
    let folder = made();
    let exact = p(&json(&folder, &ALIKE.replace("never", "always")));
    let mut peeked = 0;
    for seed in 0..8 {
        // Alpha lies below p.
        let line = format!("{ALIKE} --alpha {} --seed {seed}", exact / 1.03);
        let shown = |more: &str| {
            json(&folder, &format!("{line} {more}"))["comparisons"][0]["shown"] == true
        };
        assert!(!shown("--adaptive --resamples 20000"));
        peeked += usize::from((1..=6).any(|look| shown(&format!("--resamples {}", 1_024 * look))));
    }
    assert!(peeked >= 2, "{peeked} of 8");
}

#[test]
fn a_p_value_that_stops_is_valid_and_any_correction_takes_it() {
    let folder = made();
    let clear = json(&folder, &format!("{ALIKE} --adaptive=p"));
    let fixed = json(&folder, &format!("{ALIKE} --resamples 1024"));
    assert_eq!(
        test(&clear, 0)["adaptive"],
        serde_json::json!({"rule": "p", "resamples_at_most": 100_000})
    );
    assert_eq!(
        (p(&clear), &test(&clear, 0)["resamples"]),
        (p(&fixed), &1_024.into())
    );
    // Fewer than 20 in all: the p-value of all resamples.
    let (rare, fixed) = (
        json(&folder, &format!("{FAR} --adaptive=p")),
        json(&folder, FAR),
    );
    assert_eq!(
        (p(&rare), &test(&rare, 0)["resamples"]),
        (p(&fixed), &100_000.into())
    );
    let three = json(
        &folder,
        &format!("{} --adaptive=p", THREE.replace("bonferroni", "holm")),
    );
    assert_eq!(three["family"]["adjust"], "holm");
}

#[test]
fn where_p_is_by_law_nothing_is_drawn_and_nothing_refused() {
    let folder = made();
    let line = "compare three.csv:a three.csv:far three.csv:like --interval none";
    let (plain, asked) = (
        json(&folder, line),
        json(&folder, &format!("{line} --adaptive")),
    );
    for at in 0..2 {
        assert_eq!(test(&asked, at)["pvalue"], test(&plain, at)["pvalue"]);
        assert_eq!(test(&asked, at)["adaptive"], Value::Null);
        let notes = test(&asked, at)["notes"].to_string();
        assert!(
            notes.contains("--adaptive changes nothing here: p is by law"),
            "{notes}"
        );
    }
}

#[test]
fn draws_that_cannot_stop_are_refused() {
    let folder = made();
    let refused = |line: &str| -> Ran {
        let ran = folder.restrap(line);
        assert!(matches!(ran.code, Some(1 | 2)), "{ran}");
        ran
    };
    for (line, error, hint) in [
        (
            format!("{} --adaptive", THREE.replace("bonferroni", "holm")),
            "--adaptive needs comparisons that are settled one by one, and --adjust lets other comparisons have a say",
            "drop --adaptive or --adjust; bonferroni goes with it, and so do the p-values of adaptive p",
        ),
        (
            format!("{FAR} --adaptive --test t,wilcoxon"),
            "--adaptive needs one test that resamples, the first, and this is another",
            "add --test permutation",
        ),
        (
            format!("{FAR} --adaptive --test permutation,bootstrap"),
            "--adaptive needs one test that resamples, the first, and this is another",
            "add --test permutation",
        ),
        (
            format!("{FAR} --adaptive --test bootstrap-percentile"),
            "--adaptive needs a test whose draws may stop, and a two-sided test of this kind doubles a tail of the resamples",
            "drop --adaptive; --test bootstrap stops, and so does a one-sided test",
        ),
        (
            format!("{FAR} --adaptive=p --test bootstrap --centre replicates"),
            "--adaptive needs a p-value that is valid at its stop, and --centre moves with every further resample",
            "drop --adaptive or --centre",
        ),
        (
            "compare a.txt far.txt --exact never --test bootstrap --adaptive".to_owned(),
            "--adaptive stops the draws of bootstrap, found an interval or margin of the same draws, which needs all",
            "use --interval none, --test permutation, or drop --adaptive",
        ),
    ] {
        let ran = refused(&line);
        assert_eq!((ran.error(), ran.hint()), (error, Some(hint)), "{ran}");
    }
    refused(&format!("{FAR} --adaptive --raw-p"));
    refused("compare a.txt far.txt --adaptive --profile jansen");
}
