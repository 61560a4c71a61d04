//! Files of evaluation tools: what each reader takes, and what it refuses to guess.

use serde_json::{Value, json};

use crate::support::Folder;

fn scores(json: &Value) -> Vec<f64> {
    let systems = json["systems"].as_array().expect("systems");
    systems
        .iter()
        .filter_map(|system| system["score"].as_f64())
        .collect()
}

fn lines(records: impl IntoIterator<Item = Value>) -> String {
    let lines: Vec<String> = records
        .into_iter()
        .map(|record| record.to_string())
        .collect();
    lines.join("\n") + "\n"
}

#[test]
fn utterances_of_kaldi_are_counts_and_texts() {
    let utterance = |id: &str, reference: &str, hypothesis: &str, done: &str, counts: &str| {
        format!(
            "{id} ref  {reference}\n{id} hyp  {hypothesis}\n{id} op  {done}\n{id} #csid {counts}\n"
        )
    };
    let base = utterance("u1", "the  cat  ***", "the  cap  in", "C  S  I", "1 1 1 0")
        + &utterance("u2", "a  dog", "a  ***", "C  D", "1 0 0 1");
    let new = utterance("u2", "a  dog", "a  dog", "C  C", "2 0 0 0")
        + &utterance("u1", "the  cat", "the  cat", "C  C", "2 0 0 0");
    let torn = base.replace("#csid 1 1 1 0", "#csid 3 0 0 0");
    let folder = Folder::with(&[("base", &base), ("new", &new), ("torn", &torn)]);
    let counted = folder
        .restrap("compare base new --metric 'ratio:wer.0/wer.1(lower)' --json")
        .json();
    assert_eq!(scores(&counted), [0.75, 0.0]);
    let texts = folder
        .restrap("compare base:hyp new:hyp --ref base:ref --metric wer --json")
        .json();
    assert_eq!(scores(&texts), [0.75, 0.0]);
    // Counts that contradict the words are no such file.
    assert_eq!(
        folder
            .restrap("compare torn new --metric 'ratio:wer.0/wer.1(lower)'")
            .code,
        Some(2)
    );
}

#[test]
fn a_winner_of_mt_bench_wins_both_games() {
    const VOTES: &str = "--votes left=model_1,right=model_2,winner=winner,item=question_id";
    let game = |id: u32, first: &str, second: &str| json!({"question_id": id, "model_1": "x", "model_2": "y", "g1_winner": first, "g2_winner": second, "turn": 1});
    let text = lines([
        game(1, "model_1", "model_1"),
        game(2, "model_1", "model_2"),
        game(3, "error", "error"),
        game(4, "model_2", "model_2"),
        game(5, "model_2", "tie"),
    ]);
    let folder = Folder::with(&[("pair.jsonl", &text)]);
    assert!(
        folder
            .restrap("compare pair.jsonl")
            .hint()
            .unwrap()
            .contains(VOTES)
    );
    let found = folder
        .restrap(&format!("compare pair.jsonl {VOTES} --json"))
        .json();
    let effect = &found["comparisons"][0]["effect"];
    assert_eq!(
        [&effect["better"], &effect["worse"], &effect["tied"]],
        [1, 1, 3]
    );
}

#[test]
fn a_clear_verdict_of_arena_hard_counts_three_times() {
    let judged = |id: u32, first: Option<&str>, second: Option<&str>| json!({"question_id": id, "model": "m", "judge": "j", "games": [{"score": first}, {"score": second}]});
    // The model answers second, then first.
    let text = lines([
        judged(1, Some("B>>A"), Some("A>B")),
        judged(2, Some("A=B"), Some("B>A")),
        judged(3, None, Some("A>>B")),
    ]);
    let folder = Folder::with(&[("m.jsonl", &text)]);
    let hint = folder.restrap("ci m.jsonl").hint().unwrap().to_owned();
    assert!(
        hint.contains("--metric 'ratio:win_rate.0/win_rate.1'"),
        "{hint}"
    );
    let found = folder
        .restrap("score m.jsonl --metric ratio:win_rate.0/win_rate.1 --json")
        .json();
    let rate = (3.0 + 1.0 + 0.5 + 3.0) / (3.0 + 1.0 + 1.0 + 1.0 + 3.0);
    assert!((scores(&found)[0] - rate).abs() < 1e-12, "{found}");
}

#[test]
fn items_that_bfcl_does_not_list_were_right() {
    let category = |wrong: &[u32], all: u32| {
        let head =
            json!({"accuracy": 0.5, "correct_count": all - wrong.len() as u32, "total_count": all});
        let item = |id: &u32| json!({"id": format!("simple_{id}"), "valid": false, "error": ["x"]});
        lines(std::iter::once(head).chain(wrong.iter().map(item)))
    };
    let live = lines([
        json!({"accuracy": 0.5, "correct_count": 1, "total_count": 2}),
        json!({"id": "live_simple_0-0-0", "valid": false}),
    ]);
    let torn = category(&[1, 2], 10).replace("\"correct_count\":8", "\"correct_count\":7");
    let folder = Folder::with(&[
        ("base.json", &category(&[0, 3, 5, 9], 10)),
        ("new.json", &category(&[3], 10)),
        ("live.json", &live),
        ("torn.json", &torn),
    ]);
    let found = folder.restrap("compare base.json new.json --json").json();
    assert_eq!(scores(&found), [0.6, 0.9]);
    assert_eq!(found["comparisons"][0]["effect"]["better"], 3);
    for (file, said) in [
        ("live.json", "live_simple_0-0-0"),
        ("torn.json", "found 2 that are wrong"),
    ] {
        let refused = folder.restrap(&format!("ci {file}"));
        assert!(
            refused.code == Some(1) && refused.error().contains(said),
            "{refused}"
        );
    }
}

#[test]
fn answers_of_hotpot_qa_pair_with_its_questions() {
    let gold: Vec<Value> = (0..6)
        .map(|at| json!({"_id": format!("q{at}"), "question": "?", "answer": "Paris", "supporting_facts": [["A", 0]], "context": []}))
        .collect();
    let predicted = |right: &[usize]| {
        let mut answers = serde_json::Map::new();
        for at in [3, 1, 5, 0, 2, 4] {
            let answer = if right.contains(&at) { "paris" } else { "Rome" };
            answers.insert(format!("q{at}"), json!(answer));
        }
        json!({"answer": answers, "sp": {}}).to_string()
    };
    let folder = Folder::with(&[
        ("gold.json", &json!(gold).to_string()),
        ("base.json", &predicted(&[0, 1])),
        ("new.json", &predicted(&[0, 1, 2, 3])),
    ]);
    let found = folder
        .restrap("compare base.json new.json --ref gold.json --metric exact-match --json")
        .json();
    assert_eq!(scores(&found), [0.333_333_333_333, 0.666_666_666_667]);
}

#[test]
fn marks_of_promptfoo_are_verdicts() {
    let table = "question,[a] p,[b] p\nq1,[PASS] yes,[PASS] no\nq2,\"[FAIL] Expected x\n---\nno, not\",[PASS] x\nq3,[FAIL] y,[FAIL] y\n";
    let folder = Folder::with(&[
        ("output.csv", table),
        (
            "error.csv",
            "question,[a] p\nq1,[PASS] x\nq2,[ERROR] timeout\n",
        ),
    ]);
    let found = folder.restrap("compare output.csv --json").json();
    assert_eq!(scores(&found), [0.333_333_333_333, 0.666_666_666_667]);
    assert_eq!(folder.restrap("ci 'error.csv:[a] p'").code, Some(1));
}

#[test]
fn counts_without_files_are_samples_of_different_items() {
    let folder = Folder::new();
    let counts = folder.restrap("compare 50/123 new=70/123 --json").json();
    let listed = folder
        .restrap("compare --scores 50/123=50/123 --scores new=70/123 --unpaired --json")
        .json();
    assert_eq!(counts["comparisons"], listed["comparisons"]);
    assert_eq!(counts["systems"][0]["name"], "50/123");
    assert_eq!(
        counts["inputs"][0]["path"],
        "scores=50/123=50/123 new=70/123"
    );
    assert_eq!(folder.restrap("compare 150/123 70/123").code, Some(2));
    let same = folder.restrap("compare 5/9 5/9 --json").json();
    assert_eq!(same["systems"][1]["name"], "5/9#2");
    // A file of that name is a file.
    std::fs::create_dir(folder.path().join("5")).expect("a folder");
    folder.put("5/9", "1\n0\n1\n");
    assert!(folder.restrap("compare 5/9 5/9 --json").json()["inputs"][0]["path"] == "5/9");
}

#[test]
fn reports_of_swe_bench_one_an_instance_are_a_run() {
    let folder = Folder::new();
    let report = |id: &str, resolved: bool| {
        json!({id: {"patch_is_None": false, "patch_exists": true, "patch_successfully_applied": true, "resolved": resolved}}).to_string()
    };
    for (run, resolved) in [
        ("base", [true, false, false, true]),
        ("new", [true, true, true, true]),
    ] {
        for (at, resolved) in resolved.into_iter().enumerate() {
            let instance = folder.path().join(format!("{run}/django__{at}"));
            std::fs::create_dir_all(&instance).expect("a folder");
            folder.put(
                &format!("{run}/django__{at}/report.json"),
                report(&format!("django__{at}"), resolved),
            );
            folder.put(&format!("{run}/django__{at}/patch.diff"), "--- a\n");
        }
    }
    let found = folder.restrap("compare base new --json").json();
    assert_eq!(scores(&found), [0.5, 1.0]);
    assert_eq!(found["items"], 4);
    // An instance without a report was not resolved, or not run: that is for the user to say.
    std::fs::remove_file(folder.path().join("new/django__1/report.json")).expect("a file");
    assert_eq!(folder.restrap("compare base new").code, Some(1));
    let zero = folder
        .restrap("compare base new --missing zero --json")
        .json();
    assert_eq!(scores(&zero), [0.5, 0.75]);
}

#[test]
fn means_and_standard_deviations_of_runs_are_compared_by_welch() {
    let folder = Folder::new();
    let ask = |line: &str| folder.restrap(&format!("compare {line}"));
    let found = ask("--scores 'a=87.3±0.4:5' --scores 'b=88.1+-0.6:4' --json").json();
    let test = &found["comparisons"][0]["tests"][0];
    assert_eq!(
        (&test["name"], &found["unit"]),
        (&json!("welch"), &json!("replication"))
    );
    // SciPy's ttest_ind_from_stats(88.1, 0.6, 4, 87.3, 0.4, 5, equal_var=False).
    let near = |value: &Value, right: f64| {
        assert!(
            (value.as_f64().unwrap() - right).abs() < 1e-9 * right.abs(),
            "{value} for {right}"
        );
    };
    near(&test["statistic"], 2.290_393_337_255_465);
    near(&test["df"], 5.035_182_679_296_346);
    near(&found["comparisons"][0]["difference"], 0.8);
    // Any scores of this mean and deviation have the same answer, but for the probability of superiority.
    let scores = ask(
        "--scores a=87,88,86.8,87.2,87.5 --scores b=88.4,87.5,88.9,88.0 --over replications --json",
    )
    .json();
    let moments = |values: &[f64]| {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        format!("{mean}±{}:{}", (squares / (n - 1.0)).sqrt(), values.len())
    };
    let [a, b] = [
        moments(&[87.0, 88.0, 86.8, 87.2, 87.5]),
        moments(&[88.4, 87.5, 88.9, 88.0]),
    ];
    let summaries = ask(&format!("--scores 'a={a}' --scores 'b={b}' --json")).json();
    for place in [
        "/comparisons/0/tests/0/pvalue",
        "/comparisons/0/interval/low",
        "/systems/1/interval/high",
        "/comparisons/0/effect/cohen_ds",
    ] {
        let [one, other] = [&scores, &summaries]
            .map(|json| json.pointer(place).and_then(Value::as_f64).expect(place));
        assert!((one - other).abs() < 1e-6, "{place}: {one}, {other}");
    }
    for (line, said) in [
        ("--scores 'a=87.3±0.4:5' --scores b=1,2,3", "found both"),
        (
            "--scores 'a=87.3±0.4:5' --scores 'b=88.1±0.6:4' --test permutation",
            "needs the scores themselves",
        ),
        (
            "--scores 'a=87.3±0.4:5' --scores 'b=88.1±0.6:4' --interval bca",
            "needs the scores themselves",
        ),
        (
            "--scores 'a=87.3±0.4:5' --scores 'b=88.1±0.6:5' --per-item x.csv",
            "expected a score per item",
        ),
        (
            "--scores 'a=87.3±0.4:5' --scores 'b=88.1±0.6:5' --replicates x.csv",
            "needs the scores themselves",
        ),
        (
            "--scores 'a=87.3±0.4:1' --scores 'b=88.1±0.6:4'",
            "of 2 runs or more",
        ),
        (
            "--scores 'a=87.3±-0.4:5' --scores 'b=88.1±0.6:4'",
            "of 2 runs or more",
        ),
    ] {
        let refused = ask(line);
        assert!(
            refused.code == Some(2) && refused.error().contains(said),
            "{refused}"
        );
    }
    let alone = folder.restrap("ci --scores 'a=87.3±0.4:5' --json").json();
    near(&alone["systems"][0]["standard_error"], 0.4 / 5_f64.sqrt());
}

#[test]
fn files_that_a_shell_wrote_out_are_told_to_be_runs() {
    let folder = Folder::new();
    for (run, shift) in [("base", 0), ("new", 2)] {
        for seed in 1..4 {
            let scores = (0..9).map(|at| f64::from((at * seed + shift) % 10) / 10.0);
            folder.put(&format!("{run}.s{seed}.txt"), crate::support::lines(scores));
        }
    }
    let all = "base.s1.txt base.s2.txt base.s3.txt new.s1.txt new.s2.txt new.s3.txt";
    let told = folder.restrap(&format!("compare {all}"));
    let typed = "'base.s{seed}.txt' 'new.s{seed}.txt'";
    let words = told.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains(&format!(
            "3 training runs of each of 2, name them by {typed}"
        )),
        "{told}"
    );
    assert_eq!(
        folder.restrap(&format!("compare {typed} --json")).json()["comparisons"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    // Versions are systems.
    let some = "base.s1.txt base.s2.txt new.s2.txt new.s3.txt";
    assert!(
        !folder
            .restrap(&format!("rank {some}"))
            .err
            .contains("training runs")
    );
}
