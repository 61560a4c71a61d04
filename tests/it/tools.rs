//! What evaluation tools write, in the layouts of their public sources, a few items each: every file holds the same six scores of two
//! systems, so that whatever is typed on it gives the same two means. The commands are those of the guide's page, and more layouts.

use serde_json::{Value, json};

use crate::support::{Folder, root};

/// The scores of two systems.
const SYSTEMS: [(&str, [u8; 6]); 2] = [("base", [1, 0, 0, 1, 0, 1]), ("new", [1, 1, 0, 1, 1, 1])];
const MEANS: [f64; 2] = [0.5, 5.0 / 6.0];

/// Commands beside those of the guide: other layouts of the same tools, and other ways to ask.
const MORE: &[&str] = &[
    "compare old/base.jsonl:acc old/new.jsonl:acc",
    "compare helm/base/trials.json:exact_match helm/new/trials.json:exact_match --id instance_id --repeat train_trial_index",
    "compare helm/base/perturbed.json:exact_match helm/new/perturbed.json:exact_match",
    "compare promptfoo/one-base.json promptfoo/one-new.json",
    "compare promptfoo/old.json --long system=system,item=item,score=score",
    "compare wmt/ratings-2022.tsv --long system=system,item=item,score=mqm_error",
    "compare evals/metrics-base.jsonl evals/metrics-new.jsonl",
    "compare evalplus/old-base.json:base evalplus/old-new.json:base",
    "compare swe/old-base.json swe/old-new.json",
    "compare mteb/old/base/Task.json mteb/old/new/Task.json",
    "compare 'deepeval/result-base.json:Answer Relevancy' 'deepeval/result-new.json:Answer Relevancy'",
    "compare inspect/epochs-base.json inspect/epochs-new.json --id id --repeat epoch --reduce pass@2",
    "compare inspect/epochs-base.json inspect/epochs-new.json --by metadata.topic",
    "compare wmt/scores.seg.score --long system=system,item=item,score=score",
    "compare wmt/ratings.tsv --long system=system,item=item,score=mqm_wmt_error",
    "compare runs/base.csv runs/new.csv --qrels runs/qrels.csv --metric ndcg@10",
    "compare runs/base.tsv runs/new.tsv --qrels runs/qrels.json --metric ndcg@10",
    "compare runs/records-base.json runs/records-new.json --qrels runs/qrels.trec --metric ndcg@10",
    "compare runs/windows-base.run runs/windows-new.run --qrels runs/windows.qrels --metric ndcg@10",
    "compare runs/base.json runs/new.json --qrels runs/beir.tsv --metric ndcg@10",
    "compare runs/base.irm:nDCG@10 runs/new.irm:nDCG@10",
    "compare shapes/records.json --id id",
    "compare shapes/wrapped.json:results.rows",
    "compare shapes/split.json shapes/split.json:new",
    "compare shapes/by-system.json",
    "compare shapes/by-item.json",
    "compare shapes/ids-base.json shapes/ids-new.json",
    "compare shapes/lists.json",
    "compare shapes/table.json",
    "compare shapes/pairs-base.txt shapes/pairs-new.txt",
    "compare shapes/words-base.jsonl shapes/words-new.jsonl",
    "compare shapes/verdicts-base.json shapes/verdicts-new.json",
    "compare 'base=shapes/part-base-*.txt' 'new=shapes/part-new-*.txt'",
    "compare 'base=shapes/part-base-*.csv:s' 'new=shapes/part-new-?.csv:s'",
];

/// The values of commands whose scores have a scale of their own.
const VALUES: &[(&str, [f64; 2])] = &[
    ("mqm_error", [2.5, 5.0 / 6.0]),
    ("mqm_wmt_error", [2.5, 5.0 / 6.0]),
    ("metricx", [2.5, 5.0 / 6.0]),
    ("pass@2", MEANS),
    ("trials.json", MEANS),
    ("ratio:wer.0", [0.5, 1.0 / 6.0]),
];

fn put(folder: &Folder, name: &str, value: &Value) {
    folder.put(name, serde_json::to_string_pretty(value).expect("JSON"));
}

fn lines(records: impl IntoIterator<Item = Value>) -> String {
    records
        .into_iter()
        .map(|record| format!("{record}\n"))
        .collect::<Vec<_>>()
        .concat()
}

/// A line for each item.
fn text(line: impl Fn(usize) -> String) -> String {
    (0..6).map(line).collect::<Vec<_>>().concat()
}

/// A record for each item.
fn each(scores: [u8; 6], record: impl Fn(usize, u8) -> Value) -> Vec<Value> {
    scores
        .iter()
        .enumerate()
        .map(|(item, score)| record(item, *score))
        .collect()
}

/// The items, each with its scores.
fn items(record: impl Fn(usize, u8, u8) -> Value) -> Vec<Value> {
    (0..6)
        .map(|item| record(item, SYSTEMS[0].1[item], SYSTEMS[1].1[item]))
        .collect()
}

fn harness(folder: &Folder) {
    for (name, scores) in SYSTEMS {
        let record = |item: usize, score: u8| {
            json!({"doc_id": item, "doc": {"id": format!("ACT-{item}"), "question": "?"}, "target": "A",
                "arguments": {"gen_args_0": {"arg_0": "?", "arg_1": " A"}}, "resps": [[["-1.5", "False"]]],
                "filtered_resps": [["-1.5", "False"]], "filter": "none", "metrics": ["acc"], "doc_hash": "0", "acc": f64::from(score)})
        };
        folder.put(
            &format!("lm-eval/{name}/samples_arc_2026-01-02T03-04-05.jsonl"),
            lines(each(scores, record)),
        );
        folder.put(
            &format!("lm-eval/{name}/results_2026-01-02T03-04-05.json"),
            "{\"results\": {}}",
        );
        let record = |item: usize, score: u8| {
            json!({"doc_id": item, "doc": {}, "target": "1", "arguments": [["?", " A"]], "resps": [[[-1.5, false]]],
                "filtered_resps": [[-1.5, false]], "acc": f64::from(score), "acc_norm": 0.0})
        };
        put(
            folder,
            &format!("old/{name}.jsonl"),
            &each(scores, record).into(),
        );
    }
}

/// Reports of tests, traces, folders of one record each, and what scorers print.
fn reports(folder: &Folder) {
    for (name, scores) in SYSTEMS {
        let tests = each(scores, |item, score| {
            let outcome = if score == 1 {
                "passed"
            } else {
                ["failed", "error"][item % 2]
            };
            json!({"nodeid": format!("t.py::test[{item}]"), "lineno": 3, "outcome": outcome, "call": {"duration": 0.25}})
        });
        put(
            folder,
            &format!("pytest/{name}.json"),
            &json!({"created": 1.5, "summary": {"total": 6}, "collectors": [{"nodeid": "", "outcome": "passed"}], "tests": tests}),
        );
        let case = |item: usize| {
            let inside = if scores[item] == 1 {
                ""
            } else {
                ["<failure message=\"assert\"/>", "<error/>"][item % 2]
            };
            format!(
                "<testcase classname=\"t\" name=\"test[{item}]\" time=\"0.5\">{inside}</testcase>\n"
            )
        };
        folder.put(
            &format!("junit/{name}.xml"),
            format!(
                "<?xml version=\"1.0\" encoding=\"utf-8\"?><testsuites><testsuite name=\"pytest\" tests=\"6\">\n{}</testsuite></testsuites>\n",
                text(case)
            ),
        );
        let traces = each(scores, |item, score| {
            let value = if score == 1 { "yes" } else { "no" };
            json!({"trace_id": format!("tr-{name}-{item}"), "request": {"question": format!("q{item}")}, "execution_duration_ms": 100 + item,
                "assessments": [{"assessment_name": "correctness", "feedback": {"value": value}}, {"assessment_name": "tone", "feedback": {"value": "yes"}}]})
        });
        put(folder, &format!("mlflow/{name}.json"), &traces.into());
        for (item, score) in scores.iter().enumerate() {
            put(
                folder,
                &format!("aider/{name}/exercise-{item}/.aider.results.json"),
                &json!({"testcase": format!("exercise-{item}"), "tests_outcomes": [*score == 1, true], "cost": 0.01}),
            );
            folder.put(
                &format!("osworld/{name}/chrome/{item}a/result.txt"),
                format!("{score}.0\n"),
            );
        }
        let rouge = |item: usize| {
            let f = scores[item];
            format!("11 ROUGE-1 Eval d{item}.11 R:{f}.00000 P:{f}.00000 F:{f}.00000\n")
        };
        folder.put(
            &format!("rouge/{name}.txt"),
            format!("---------------------------------------------\n11 ROUGE-1 Average_F: 0.5 (95%-conf.int. 0.4 - 0.6)\n{}", text(rouge)),
        );
        folder.put(
            &format!("icefall/{name}.txt"),
            text(|item| {
                let word = if scores[item] == 1 { "cat" } else { "cap" };
                format!("u-{item}:\tref=['cat']\nu-{item}:\thyp=['{word}']\n")
            }),
        );
        put(
            folder,
            &format!("hyperfine/{name}.json"),
            &json!({"results": [{"command": format!("run {name}"), "mean": 0.5, "stddev": 0.1, "median": 0.5, "min": 0.0, "max": 1.0, "times": scores}]}),
        );
    }
    let splits = |scores: [u8; 6]| scores.map(|score| score.to_string()).join(",");
    let heads: Vec<String> = (0..6)
        .map(|split| format!("split{split}_test_score"))
        .collect();
    folder.put(
        "cv/results.csv",
        format!(
            ",mean_fit_time,param_C,params,{},mean_test_score,rank_test_score\n0,0.1,1,\"{{'C': 1}}\",{},0.5,2\n1,0.2,10,\"{{'C': 10}}\",{},0.83,1\n",
            heads.join(","),
            splits(SYSTEMS[0].1),
            splits(SYSTEMS[1].1)
        ),
    );
}

fn inspect(folder: &Folder) {
    for (name, scores) in SYSTEMS {
        let log = |epochs: usize| {
            let samples: Vec<Value> = (0..epochs)
                .flat_map(|epoch| {
                    each(scores, move |item, score| {
                        let score = if score == 1 { "C" } else { "I" };
                        json!({"id": item, "epoch": epoch + 1, "input": "?", "target": "A", "metadata": {"topic": item % 2},
                            "scores": {"match": {"value": score, "answer": "A"}}})
                    })
                })
                .collect();
            json!({"version": 2, "status": "success", "eval": {"task": "t", "model": name, "dataset": {"samples": 6}},
                "results": {"scores": [{"name": "match", "scorer": "match", "metrics": {}}]}, "samples": samples})
        };
        put(folder, &format!("inspect/{name}.json"), &log(1));
        put(folder, &format!("inspect/epochs-{name}.json"), &log(2));
    }
}

fn helm(folder: &Folder) {
    let stat = |name: &str, mean: f64| json!({"name": {"name": name, "split": "test"}, "count": 1, "sum": mean, "mean": mean});
    for (name, scores) in SYSTEMS {
        // A record for each metric of the run.
        let instance = |item: usize, trial: usize, stats: Value| json!({"instance_id": format!("id{item}"), "train_trial_index": trial, "stats": stats});
        let of = |trial: usize| {
            let mut all = each(scores, |item, score| {
                let tokens = stat("num_output_tokens", item as f64);
                instance(
                    item,
                    trial,
                    json!([
                        tokens,
                        stat("exact_match", f64::from(score)),
                        stat("quasi_exact_match", 1.0)
                    ]),
                )
            });
            all.extend(each(scores, |item, _| {
                instance(item, trial, json!([stat("inference_runtime", 0.25)]))
            }));
            all
        };
        put(
            folder,
            &format!("helm/{name}/per_instance_stats.json"),
            &of(0).into(),
        );
        put(
            folder,
            &format!("helm/{name}/trials.json"),
            &[of(0), of(1)].concat().into(),
        );
        let mut perturbed = of(0);
        perturbed.extend(of(0).into_iter().map(|mut one| {
            one["perturbation"] = json!({"name": "typos", "robustness": true});
            one["stats"] = json!([stat("exact_match", 0.0)]);
            one
        }));
        put(
            folder,
            &format!("helm/{name}/perturbed.json"),
            &perturbed.into(),
        );
    }
}

fn promptfoo(folder: &Folder) {
    let result = |system: &str, item: usize, score: u8| {
        json!({"id": format!("{system}-{item}"), "provider": {"id": format!("openai:{system}"), "label": ""}, "prompt": {"raw": "?", "label": "p"},
            "testIdx": item, "promptIdx": 0, "vars": {"q": item}, "success": score == 1, "score": score, "latencyMs": 10 * item})
    };
    let of = |results: Vec<Value>| json!({"evalId": "e", "results": {"version": 3, "timestamp": "", "prompts": [], "results": results, "stats": {"successes": 7}}});
    let all = |repeats: usize| {
        let each_of = |(name, scores): &(&str, [u8; 6])| {
            each(*scores, |item, score| result(name, item, score))
        };
        let once: Vec<Value> = SYSTEMS.iter().flat_map(each_of).collect();
        of((0..repeats).flat_map(|_| once.clone()).collect())
    };
    put(folder, "promptfoo/results.json", &all(3));
    // Before version 3 a provider is a text and tests have no number.
    let old = |(name, scores): (&str, [u8; 6])| {
        each(
            scores,
            |item, score| json!({"provider": name, "vars": {"q": item}, "success": score == 1, "score": score, "prompt": {"raw": "?"}}),
        )
    };
    put(
        folder,
        "promptfoo/old.json",
        &of(SYSTEMS.into_iter().flat_map(old).collect()),
    );
    for (name, scores) in SYSTEMS {
        put(
            folder,
            &format!("promptfoo/one-{name}.json"),
            &of(each(scores, |item, score| result(name, item, score))),
        );
    }
}

fn openai_evals(folder: &Folder) {
    for (name, scores) in SYSTEMS {
        let file = |kind: &str, data: &dyn Fn(u8) -> Value| {
            let event = |id: usize, kind: &str, item: usize, data: Value| json!({"run_id": "r", "event_id": id, "sample_id": format!("t.dev.{item}"), "type": kind, "data": data, "created_at": ""});
            let mut all = vec![
                json!({"spec": {"completion_fns": [name], "eval_name": "t.dev", "run_id": "r"}}),
            ];
            for (item, score) in scores.iter().enumerate() {
                all.push(event(
                    2 * item,
                    "sampling",
                    item,
                    json!({"prompt": "?", "sampled": ["A"]}),
                ));
                all.push(event(2 * item + 1, kind, item, data(*score)));
            }
            all.push(json!({"final_report": {"accuracy": 0.5}}));
            lines(all)
        };
        folder.put(
            &format!("evals/{name}.jsonl"),
            file(
                "match",
                &|score| json!({"correct": score == 1, "expected": "A", "picked": "A"}),
            ),
        );
        folder.put(
            &format!("evals/metrics-{name}.jsonl"),
            file("metrics", &|score| json!({"score": f64::from(score)})),
        );
    }
}

fn code(folder: &Folder) {
    let status = |score: u8| if score == 1 { "pass" } else { "fail" };
    for (name, scores) in SYSTEMS {
        let task = |item: usize| format!("HumanEval/{item}");
        let new = each(scores, |item, score| {
            let solution = json!({"task_id": task(item), "solution": "...", "base_status": "pass", "plus_status": status(score), "base_fail_tests": []});
            json!({task(item): [solution]})
        });
        let old = each(
            scores,
            |item, score| json!({task(item): {"nfiles": 1, "base": [[status(score), [true]]], "plus": [["fail", []]]}}),
        );
        let joined = |all: Vec<Value>| -> Value {
            all.into_iter()
                .flat_map(|one| one.as_object().cloned().unwrap_or_default())
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        put(
            folder,
            &format!("evalplus/{name}_eval_results.json"),
            &json!({"date": "", "hash": "", "eval": joined(new)}),
        );
        put(
            folder,
            &format!("evalplus/old-{name}.json"),
            &json!({"date": "", "hash": "", "eval": joined(old)}),
        );
        let answer = |item: usize, score: u8| json!({"task_id": task(item), "completion": "return", "result": status(score), "passed": score == 1});
        folder.put(
            &format!("humaneval/{name}_results.jsonl"),
            lines([each(scores, answer), each(scores, answer)].concat()),
        );

        let ids = |keep: u8| -> Vec<String> {
            scores
                .iter()
                .enumerate()
                .filter(|(_, score)| **score == keep)
                .map(|(item, _)| format!("django__django-{item}"))
                .collect()
        };
        let (resolved, unresolved) = (ids(1), ids(0));
        let submitted = [resolved.clone(), unresolved.clone()].concat();
        put(
            folder,
            &format!("swe/{name}.json"),
            &json!({"total_instances": 6, "submitted_instances": 6, "resolved_instances": resolved.len(),
            "completed_ids": submitted, "incomplete_ids": [], "empty_patch_ids": [], "submitted_ids": submitted, "resolved_ids": resolved,
            "unresolved_ids": unresolved, "error_ids": [], "schema_version": 2}),
        );
        let trial = |item: usize, score: u8| json!({"id": format!("{item}"), "trial_name": format!("t-{item}.1-of-1"), "task_id": format!("t-{item}"), "is_resolved": score == 1});
        put(
            folder,
            &format!("terminal-bench/{name}.json"),
            &json!({"id": name, "results": each(scores, trial), "resolved_ids": resolved, "unresolved_ids": unresolved}),
        );
        let details: serde_json::Map<String, Value> = scores
            .iter()
            .enumerate()
            .map(|(item, score)| (item.to_string(), json!({"prompt": "?", "predictions": "A", "references": "B", "correct": *score == 1})))
            .chain([("type".to_owned(), json!("GEN"))])
            .collect();
        put(
            folder,
            &format!("opencompass/{name}.json"),
            &json!({"accuracy": 50, "details": details}),
        );
        put(
            folder,
            &format!("swe/old-{name}.json"),
            &json!({"no_generation": [], "generated": submitted, "with_logs": submitted,
            "applied": submitted, "resolved": resolved}),
        );
    }
}

fn judged(folder: &Folder) {
    // A preference of 1 to 2 for the second, and the reference's own comparison as the other system.
    let annotations = items(|item, base, new| {
        json!({"instruction": format!("q{item}"), "output_1": "a", "output_2": "b", "generator_1": "reference", "generator_2": "new",
            "annotator": "w", "preference": f64::midpoint(f64::from(new) - f64::from(base), 3.0)})
    });
    put(folder, "alpaca/annotations.json", &annotations.into());
    for (name, scores) in SYSTEMS {
        let metrics = |score: u8, key: &str| {
            json!([{"name": "Answer Relevancy", "threshold": 0.5, key: score == 1, "score": f64::from(score)},
            {"name": "Faithfulness", "threshold": 0.5, key: true, "score": 1.0}])
        };
        let cases = each(scores, |item, score| {
            json!({"name": format!("test_case_{item}"), "input": format!("q{item}"), "success": score == 1,
                "metricsData": metrics(score, "success"), "runDuration": 0.5, "order": item})
        });
        put(
            folder,
            &format!("deepeval/{name}.json"),
            &json!({"testCases": cases, "conversationalTestCases": [], "metricsScores": [], "testPassed": 3}),
        );
        let results = each(scores, |item, score| {
            json!({"name": format!("test_case_{item}"), "success": score == 1, "metrics_data": metrics(score, "success"), "conversational": false,
                "index": item, "input": format!("q{item}")})
        });
        put(
            folder,
            &format!("deepeval/result-{name}.json"),
            &json!({"test_results": results, "confident_link": null}),
        );
        let rows = text(|item| format!("q{item},\"['a, b', \"\"c\"\"]\",{}\n", scores[item]));
        folder.put(
            &format!("ragas/{name}.csv"),
            format!("user_input,retrieved_contexts,faithfulness\n{rows}"),
        );
    }
    for (name, scores) in SYSTEMS {
        let judged = each(scores, |item, score| {
            let [first, second] = if score == 1 {
                ["B>A", "A>B"]
            } else {
                ["A>B", "B>A"]
            };
            json!({"question_id": format!("q{item}"), "model": name, "judge": "gpt-4", "games": [{"user_prompt": "?", "judgment": "", "score": first},
                {"user_prompt": "?", "judgment": "", "score": second}]})
        });
        folder.put(&format!("arena-hard/{name}.jsonl"), lines(judged));
        let right: u8 = scores.iter().sum();
        let head =
            json!({"accuracy": f64::from(right) / 6.0, "correct_count": right, "total_count": 6});
        let wrong = (0..6).filter(|item| scores[*item] == 0);
        let wrong = wrong.map(|item| json!({"id": format!("simple_{item}"), "model_name": name, "valid": false, "error": ["x"]}));
        folder.put(
            &format!("bfcl/{name}_simple_score.json"),
            lines(std::iter::once(head).chain(wrong)),
        );
        let answers: serde_json::Map<String, Value> = (0..6)
            .map(|item| {
                (
                    format!("5a{item}"),
                    json!(["Rome", "Paris"][usize::from(scores[item])]),
                )
            })
            .collect();
        put(
            folder,
            &format!("hotpot/{name}.json"),
            &json!({"answer": answers, "sp": {}}),
        );
        folder.put(
            &format!("kaldi/{name}"),
            text(|item| {
                let [hypothesis, done, counts] = if scores[item] == 1 { ["cat", "C", "1 0 0 0"] } else { ["cap", "S", "0 1 0 0"] };
                format!("u{item} ref  cat\nu{item} hyp  {hypothesis}\nu{item} op  {done}\nu{item} #csid {counts}\n")
            }),
        );
        for (item, score) in scores.iter().enumerate() {
            let id = format!("django__django-{item}");
            let report = json!({"patch_is_None": false, "patch_exists": true, "patch_successfully_applied": true, "resolved": *score == 1});
            put(
                folder,
                &format!("swe-bench/{name}/{id}/report.json"),
                &json!({id: report}),
            );
        }
    }
    let gold = each(
        SYSTEMS[0].1,
        |item, _| json!({"_id": format!("5a{item}"), "question": "?", "answer": "Paris", "supporting_facts": [["A", 0]], "context": []}),
    );
    put(folder, "hotpot/gold.json", &gold.into());
    let marked = |score: u8| {
        if score == 1 {
            "[PASS] yes"
        } else {
            "[FAIL] no"
        }
    };
    let rows = text(|item| {
        format!(
            "q{item},{},{}\n",
            marked(SYSTEMS[0].1[item]),
            marked(SYSTEMS[1].1[item])
        )
    });
    folder.put(
        "promptfoo/output.csv",
        format!("question,[base] p,[new] p\n{rows}"),
    );
    let pair = |item: usize, first: &str, second: &str| json!({"question_id": item, "model_1": "base", "model_2": "new", "g1_winner": first, "g2_winner": second, "judge": ["gpt-4", "pair-v2"], "turn": 1});
    folder.put(
        "mt-bench/gpt-4_pair.jsonl",
        lines((0..12).map(|item| {
            pair(
                item,
                ["model_2", "model_2", "tie", "model_1"][item % 4],
                ["model_2", "model_2", "model_2", "model_1"][item % 4],
            )
        })),
    );
    let battle = |item: usize, winner: &str| json!({"question_id": item, "model_a": "base", "model_b": "new", "winner": winner, "turn": 1});
    folder.put(
        "arena/battles.jsonl",
        lines((0..12).map(|item| battle(item, ["model_b", "model_b", "tie", "model_a"][item % 4]))),
    );
}

fn embeddings(folder: &Folder) {
    for (name, scores) in SYSTEMS {
        for (item, score) in scores.iter().enumerate() {
            let score = f64::from(*score);
            let task = json!({"dataset_revision": "0", "task_name": format!("Task{item}"), "mteb_version": "2.0.0", "evaluation_time": 1.5,
                "scores": {"test": [{"accuracy": score, "main_score": score, "hf_subset": "default", "languages": ["eng-Latn"]}]}});
            put(folder, &format!("mteb/{name}/Task{item}.json"), &task);
        }
        put(
            folder,
            &format!("mteb/{name}/model_meta.json"),
            &json!({"name": name, "revision": "0", "n_parameters": 7}),
        );
        let languages = each(
            scores,
            |item, score| json!({format!("l{item}"): {"cos_sim": {"spearman": score}, "main_score": f64::from(score)}}),
        );
        let mut test: serde_json::Map<String, Value> = languages
            .into_iter()
            .flat_map(|one| one.as_object().cloned().unwrap_or_default())
            .collect();
        test.insert("evaluation_time".to_owned(), 2.5.into());
        put(
            folder,
            &format!("mteb/old/{name}/Task.json"),
            &json!({"mteb_version": "1.0.2", "mteb_dataset_name": "STS", "dataset_revision": "0", "test": test}),
        );
    }
}

fn translation(folder: &Folder) {
    let segments = |scores: [u8; 6]| {
        Value::from(each(
            scores,
            |_, score| json!({"src": "s", "mt": "t", "ref": "r", "COMET": f64::from(score)}),
        ))
    };
    put(
        folder,
        "wmt/comet.json",
        &json!({"base.txt": segments(SYSTEMS[0].1), "new.txt": segments(SYSTEMS[1].1)}),
    );
    let (mut scores_file, mut ratings) = (
        Vec::new(),
        vec!["system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n".to_owned()],
    );
    let mut of_2022 = vec![
        "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\n"
            .to_owned(),
    ];
    for (name, scores) in SYSTEMS {
        for (item, score) in scores.iter().enumerate() {
            scores_file.push(format!("{name}\t{score}\n"));
            let (category, severity) = if *score == 1 {
                ("No-error", "no-error")
            } else {
                ("Accuracy/Mistranslation", "Major")
            };
            // Since 2022 each document numbers its segments anew.
            of_2022.push(format!(
                "{name}\td{item}\t1\t{item}\trater1\ts\tt\t{category}\t{severity}\n"
            ));
            ratings.push(format!(
                "{name}\td\t1\t{item}\trater1\ts \"\tt\t{category}\t{severity}\n"
            ));
        }
        let record = |item: usize, score: u8| json!({"source": "s", "hypothesis": format!("h{item}"), "reference": "r", "prediction": 5.0 * (1.0 - f64::from(score))});
        folder.put(
            &format!("wmt/{name}.metricx.jsonl"),
            lines(each(scores, record)),
        );
        let generated = text(|line| {
            // Sentences are translated by length, not in their order.
            let item = 5 - line;
            let text = if scores[item] == 1 {
                "the cat sat on the mat"
            } else {
                "a dog stood in a house"
            };
            format!(
                "S-{item}\ts\nT-{item}\tthe cat sat on the mat\nH-{item}\t-0.25\t{text}\nD-{item}\t-0.25\t{text}\nP-{item}\t-0.1\n"
            )
        });
        folder.put(
            &format!("fairseq/{name}.out"),
            format!(
                "2026-01-01 | INFO | loading\n{generated}Generate test with beam=5: BLEU4 = 1.0\n"
            ),
        );
    }
    folder.put("wmt/ratings-2022.tsv", of_2022.concat());
    folder.put("wmt/scores.seg.score", scores_file.concat());
    folder.put("wmt/ratings.tsv", ratings.concat());
}

fn questions(folder: &Folder) {
    let answers = |item: usize| json!([{"answer_start": 0, "text": format!("the Item {item}")}, {"answer_start": 4, "text": "it"}]);
    let question = |item: usize| json!({"id": format!("q{item}"), "question": "which?", "answers": answers(item)});
    let paragraph = |from: usize| json!({"context": "...", "qas": (from..from + 3).map(question).collect::<Vec<_>>()});
    let article = |from: usize| json!({"title": "T", "paragraphs": [paragraph(from)]});
    put(
        folder,
        "squad/dev.json",
        &json!({"version": "1.1", "data": [article(0), article(3)]}),
    );
    for (name, scores) in SYSTEMS {
        let answer = |item: usize| {
            if scores[item] == 1 {
                format!("item {item}.")
            } else {
                "none".to_owned()
            }
        };
        let all = (0..6)
            .rev()
            .map(|item| (format!("q{item}"), Value::from(answer(item))));
        put(
            folder,
            &format!("squad/{name}.json"),
            &all.collect::<serde_json::Map<_, _>>().into(),
        );
    }
}

fn retrieval(folder: &Folder) {
    let trec = text(|query| format!("q{query} 0 d1 1\n"));
    folder.put(
        "runs/windows.qrels",
        format!(
            "\u{feff}{}",
            trec.replace("1\n", "1.0\r\n").replace(' ', "\t")
        ),
    );
    folder.put("runs/qrels.trec", trec);
    folder.put(
        "runs/beir.tsv",
        format!(
            "query-id\tcorpus-id\tscore\n{}",
            text(|query| format!("q{query}\td1\t1\n"))
        ),
    );
    folder.put(
        "runs/qrels.csv",
        format!(
            "qid,docno,label,iteration\n{}",
            text(|query| format!("q{query},d1,1,0\n"))
        ),
    );
    let by_query = |of: &dyn Fn(usize) -> Value| -> Value {
        (0..6)
            .map(|query| (format!("q{query}"), of(query)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    put(folder, "runs/qrels.json", &by_query(&|_| json!({"d1": 1})));
    for (name, scores) in SYSTEMS {
        // The relevant document, or another.
        let found = |query: usize| if scores[query] == 1 { "d1" } else { "d2" };
        let run = text(|query| format!("q{query} Q0 {} 1 0.5 {name}\n", found(query)));
        let parts: Vec<&str> = run.split_inclusive('\n').collect();
        folder.put(&format!("runs/{name}.9.run"), parts[..3].concat());
        folder.put(&format!("runs/{name}.10.run"), parts[3..].concat());
        folder.put(
            &format!("runs/windows-{name}.run"),
            format!("\u{feff}# made by hand\n{run}")
                .replace('\n', "\r\n")
                .replace(' ', "\t"),
        );
        folder.put(&format!("runs/{name}.run"), run);
        folder.put(
            &format!("runs/{name}.csv"),
            format!(
                "qid,docid,docno,rank,score,query\n{}",
                text(|query| format!("q{query},7,{},0,0.5,what\n", found(query)))
            ),
        );
        folder.put(
            &format!("runs/{name}.tsv"),
            format!(
                "q_id\tdoc_id\tscore\n{}",
                text(|query| format!("q{query}\t{}\t0.5\n", found(query)))
            ),
        );
        put(
            folder,
            &format!("runs/{name}.json"),
            &by_query(&|query| json!({found(query): 0.5})),
        );
        let records = each(
            scores,
            |query, _| json!({"qid": format!("q{query}"), "docno": found(query), "score": 0.5}),
        );
        put(
            folder,
            &format!("runs/records-{name}.json"),
            &records.into(),
        );
        folder.put(
            &format!("runs/{name}.eval"),
            text(|query| format!("ndcg_cut_10 \tq{query}\t{}\n", scores[query]))
                + "ndcg_cut_10 \tall\t0.5\n",
        );
        folder.put(
            &format!("runs/{name}.irm"),
            text(|query| format!("q{query}\tnDCG@10\t{0}\nq{query}\tAP\t{0}\n", scores[query]))
                + "all\tnDCG@10\t0.5\nall\tAP\t0.5\n",
        );
    }
}

fn shapes(folder: &Folder) {
    let id = |item: usize| format!("q{item}");
    let [(_, base), (_, new)] = SYSTEMS;
    put(
        folder,
        "shapes/records.json",
        &items(|item, base, new| json!({"id": id(item), "base": base, "new": new})).into(),
    );
    let rows = items(|_, base, new| json!({"base": base, "new": new}));
    put(
        folder,
        "shapes/wrapped.json",
        &json!({"settings": {"seed": 1}, "results": {"rows": rows, "other": [{"x": 1}]}}),
    );
    put(
        folder,
        "shapes/split.json",
        &json!({"columns": ["base", "new"], "index": [0, 1, 2, 3, 4, 5], "data": items(|_, base, new| json!([base, new]))}),
    );
    put(
        folder,
        "shapes/table.json",
        &json!({"schema": {"fields": [{"name": "base"}]}, "data": items(|_, base, new| json!({"base": base, "new": new}))}),
    );
    let keyed = |scores: [u8; 6]| -> Value {
        (0..6)
            .map(|item| (id(item), scores[item].into()))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    put(
        folder,
        "shapes/by-system.json",
        &json!({"base": keyed(base), "new": keyed(new)}),
    );
    let by_item: serde_json::Map<String, Value> = (0..6)
        .map(|item| (id(item), json!({"base": base[item], "new": new[item]})))
        .collect();
    put(folder, "shapes/by-item.json", &by_item.into());
    put(
        folder,
        "shapes/lists.json",
        &json!({"base": base, "new": new}),
    );
    for (name, scores) in SYSTEMS {
        put(folder, &format!("shapes/ids-{name}.json"), &keyed(scores));
        let pairs = |score: &dyn Fn(u8) -> String| {
            text(|item| format!("{} {}\n", id(item), score(scores[item])))
        };
        folder.put(
            &format!("shapes/pairs-{name}.txt"),
            pairs(&|score| score.to_string()),
        );
        let word = |score: u8, words: [&str; 2]| words[usize::from(score)].to_owned();
        folder.put(
            &format!("shapes/words-{name}.jsonl"),
            lines(each(
                scores,
                |item, score| json!({"id": id(item), "status": word(score, ["unresolved", "resolved"])}),
            )),
        );
        let verdicts = each(scores, |_, score| {
            word(score, ["incorrect", "correct"]).into()
        });
        put(
            folder,
            &format!("shapes/verdicts-{name}.json"),
            &verdicts.into(),
        );
        let numbers: Vec<String> = scores.iter().map(|score| format!("{score}\n")).collect();
        for (part, scores) in [("1", &numbers[..2]), ("2", &numbers[2..])] {
            folder.put(&format!("shapes/part-{name}-{part}.txt"), scores.concat());
            folder.put(
                &format!("shapes/part-{name}-{part}.csv"),
                format!("s\n{}", scores.concat()),
            );
        }
    }
}

/// The commands of the guide's table of tools.
fn of_the_guide() -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/guide/files.md")).expect("the page");
    let (_, section) = page
        .split_once("\n## What a tool wrote\n")
        .expect("the section");
    let section = section
        .split_once("\n## ")
        .map_or(section, |(section, _)| section);
    let rows = section.lines().filter_map(|line| {
        line.strip_prefix("| ")?
            .strip_suffix(" |")?
            .rsplit_once(" | ")
    });
    let commands = rows.filter_map(|(_, command)| {
        command
            .strip_prefix("`restrap ")?
            .strip_suffix('`')
            .map(str::to_owned)
    });
    commands.collect()
}

#[test]
fn whatever_a_tool_wrote_gives_the_scores_that_it_holds() {
    let folder = Folder::new();
    for fixtures in [
        harness,
        reports,
        inspect,
        helm,
        promptfoo,
        openai_evals,
        code,
        judged,
        embeddings,
        translation,
        questions,
        retrieval,
        shapes,
    ] {
        fixtures(&folder);
    }
    let guide = of_the_guide();
    assert!(guide.len() >= 20, "the guide has {} commands", guide.len());
    let mut wrong = Vec::new();
    for line in guide.iter().map(String::as_str).chain(MORE.iter().copied()) {
        let ran = folder.restrap(&format!("{line} --json"));
        if ran.code != Some(0) {
            wrong.push(ran.to_string());
            continue;
        }
        let json = ran.json();
        let means: Vec<f64> = json["systems"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|system| system["score"].as_f64())
            .collect();
        let expected: &[f64] = match line {
            _ if line.contains("alpaca") => &[0.5, 2.0 / 3.0],
            _ if line.contains("fairseq") || line.contains("--votes") => continue,
            _ => VALUES
                .iter()
                .find(|(part, _)| line.contains(part))
                .map_or(&MEANS, |(_, values)| values),
        };
        let is_right = means.len() == 2
            && means
                .iter()
                .zip(expected)
                .all(|(mean, expected)| (mean - expected).abs() < 1e-9);
        if !is_right {
            wrong.push(format!("{line}: {means:?}, not {expected:?}\n{ran}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_reference_that_is_missing_is_left_out_however_it_is_said() {
    let folder = Folder::new();
    let second = |item: usize| {
        if item.is_multiple_of(2) {
            None
        } else {
            Some(format!("sat a cat on mat {item}"))
        }
    };
    for (name, words) in [("base", "the cat"), ("new", "a cat sat on the")] {
        folder.put(
            &format!("{name}.txt"),
            text(|item| format!("{words} mat {item}\n")),
        );
    }
    folder.put(
        "r1.txt",
        text(|item| format!("the cat sat on the mat {item}\n")),
    );
    folder.put(
        "r2.txt",
        text(|item| format!("{}\n", second(item).unwrap_or_default())),
    );
    let record =
        |item: usize| json!({"r1": format!("the cat sat on the mat {item}"), "r2": second(item)});
    folder.put("refs.jsonl", lines((0..6).map(record)));
    let compare = |references: [&str; 2], more: &str| {
        let [one, two] = references;
        folder.restrap(&format!(
            "compare base.txt new.txt --ref {one} --ref {two} --metric ter --json {more}"
        ))
    };
    let of_records = ["refs.jsonl:r1", "refs.jsonl:r2"];
    let (files, records) = (
        compare(["r1.txt", "r2.txt"], "--missing zero"),
        compare(of_records, "--missing zero"),
    );
    let scores = |ran: &crate::support::Ran| {
        let json = ran.json();
        [0, 1].map(|at| {
            json["systems"][at]["score"]
                .as_f64()
                .map(|score| (1e6 * score).round() / 1e6)
        })
    };
    // sacrebleu 2.6.0, with None and with an empty text.
    let without = [44.444_444, 14.814_815].map(Some);
    assert_eq!((scores(&files), scores(&records)), (without, without));
    assert_eq!(
        scores(&compare(["r1.txt", "r2.txt"], "")),
        [60.0, 20.0].map(Some)
    );
    assert!(
        files
            .sentences()
            .contains("3 of 6 segments have fewer than 2 references"),
        "{files}"
    );
    let refused = compare(of_records, "");
    assert!(
        refused.code == Some(1)
            && refused
                .hint()
                .is_some_and(|hint| hint.contains("--missing zero")),
        "{refused}"
    );
    folder.put(
        "none.jsonl",
        lines((0..6).map(|item| json!({"r1": null, "r2": second(item)}))),
    );
    let bare = compare(["none.jsonl:r1", "none.jsonl:r2"], "--missing zero");
    assert!(
        bare.error()
            .contains("expected a reference of every segment, found none"),
        "{bare}"
    );
}

#[test]
fn an_instance_of_two_outcomes_is_refused() {
    let folder = Folder::new();
    for (name, unresolved) in [("a.json", r#""x", "y""#), ("b.json", r#""y""#)] {
        folder.put(
            name,
            format!(r#"{{"resolved_ids": ["x"], "unresolved_ids": [{unresolved}]}}"#),
        );
    }
    let ran = folder.restrap("compare b.json a.json");
    assert!(
        ran.code == Some(1)
            && ran.err.contains("a.json")
            && ran
                .err
                .contains("`x` among the resolved and the unresolved"),
        "{ran}"
    );
    assert_eq!(folder.restrap("ci b.json").code, Some(0));
}
