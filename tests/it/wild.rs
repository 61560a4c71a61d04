//! Inputs in the shape of what people post to the trackers of other tools: the right value at the first or the second try, where the
//! second is what the first one's hint says.

use crate::support::{Ran, program, root};

/// Case, first try, second try where the first is refused, and the values that the answer holds: paths in its JSON.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, f64)],
);

const CASES: &[Case] = &[
    (
        "A2",
        "compare A2/a.txt A2/b.txt --test wilcoxon --alternative better",
        "",
        &[(P, 0.012_695_3)],
    ),
    (
        "A2",
        "compare A2/b.txt A2/a.txt --test wilcoxon --alternative worse",
        "",
        &[(P, 0.012_695_3)],
    ),
    ("A4", "compare A4/const.csv --id id", "", &[(P, 1.0)]),
    (
        "A8",
        "compare A8/base.txt A8/new.txt --ref A8/ref1.txt --ref A8/ref2.txt --metric bleu --missing zero",
        "",
        &[(FIRST, 21.0447), (SECOND, 66.1861)],
    ),
    (
        "A9",
        "compare A9/base.txt A9/new.txt --ref A9/ref.txt --metric wer",
        "",
        &[(FIRST, 0.263_158), (SECOND, 0.105_263)],
    ),
    (
        "A11",
        "compare A11/a.run A11/b.run --qrels A11/qrels_neg.txt --metric ndcg",
        "",
        &[(FIRST, 0.6403), (SECOND, 1.0)],
    ),
    (
        "A13",
        "rank A13/error.csv --id dataset --lower-is-better",
        "",
        &[],
    ),
    (
        "A15",
        "compare A15/A.txt A15/B.txt --test t",
        "",
        &[("/comparisons/0/difference", 0.013_45), (P, 0.082_3)],
    ),
    (
        "A21",
        "compare politics=A21/politics.conll:3 sports=A21/sports.conll:3 --gold :2 --metric span-f1 --unpaired",
        "",
        &[(FIRST, 0.883), (SECOND, 0.679)],
    ),
    (
        "B1",
        "compare B1/pretrained__org__base_arc_easy.jsonl B1/pretrained__org__new_arc_easy.jsonl",
        "compare B1/pretrained__org__base_arc_easy.jsonl:acc B1/pretrained__org__new_arc_easy.jsonl:acc",
        &[(FIRST, 0.375), (SECOND, 0.625), (P, 0.5)],
    ),
    (
        "B2",
        "compare B2/old/per_instance_stats.json B2/new/per_instance_stats.json",
        "compare B2/old/per_instance_stats.json:exact_match B2/new/per_instance_stats.json:exact_match",
        &[(FIRST, 0.375), (SECOND, 0.625), (P, 0.5)],
    ),
    (
        "B3",
        "compare B3/results.json",
        "compare B3/results.json --long system=system,item=item,score=score,repeat=order",
        &[(FIRST, 1.0 / 3.0), (SECOND, 0.5)],
    ),
    (
        "B6",
        "compare B6/annotations.json --against 0.5",
        "compare B6/annotations.json --against 0.5 --missing drop",
        // Sign flips: .607, Student's t: .610; Hall's p, which allows for the skewness, is the larger one.
        &[(SECOND, 0.466), (P, 0.638)],
    ),
    (
        "B7",
        "rank B7/battles.jsonl --votes left=model_a,right=model_b,winner=winner,item=question_id",
        "",
        &[],
    ),
    (
        "B8",
        "compare B8/old.jsonl B8/new.jsonl",
        "",
        &[(FIRST, 0.6), (SECOND, 0.9), (P, 0.25)],
    ),
    (
        "B10",
        "compare B10/old.json B10/new.json --ref B10/dev.json --metric exact-match",
        "",
        &[(FIRST, 0.75), (SECOND, 0.75), (P, 1.0)],
    ),
    (
        "B11",
        "compare B11/old.txt:prediction B11/new.txt:prediction --gold B11/dev.tsv:gold_label --metric accuracy --id index",
        "",
        &[(FIRST, 0.72), (SECOND, 0.84), (P, 0.180)],
    ),
    (
        "B13",
        "compare B13/mqm.tsv",
        "compare B13/mqm.tsv --long system=system,item=item,score=mqm_error",
        &[(FIRST, 1.667), (SECOND, 1.167), (P, 0.648)],
    ),
    (
        "B14",
        "compare B14/sysA.metricx.jsonl B14/sysB.metricx.jsonl",
        "",
        &[],
    ),
    (
        "B14",
        "compare B14/comet.json",
        "compare B14/comet.json --long system=system,item=item,score=COMET",
        &[(FIRST, 0.8147), (SECOND, 0.825), (P, 0.470)],
    ),
    (
        "B15",
        "compare B15/old.csv:faithfulness B15/new.csv:faithfulness --missing drop --id user_input",
        "",
        &[("/comparisons/0/difference", 0.077_853), (P, 0.183)],
    ),
    (
        "B17",
        "compare B17/old.json B17/new.json",
        "compare 'B17/old.json:Answer Relevancy' 'B17/new.json:Answer Relevancy'",
        &[(FIRST, 0.633), (SECOND, 0.782), (P, 0.052_9)],
    ),
    (
        "B17",
        "compare B17/old.json:Faithfulness B17/new.json:Faithfulness",
        "",
        &[(FIRST, 0.611), (SECOND, 0.689), (P, 0.210)],
    ),
    (
        "B18",
        "compare B18/old_samples.jsonl_results.jsonl B18/new_samples.jsonl_results.jsonl --id task_id",
        "compare B18/old_samples.jsonl_results.jsonl B18/new_samples.jsonl_results.jsonl --id task_id --repeat order",
        &[(FIRST, 0.45), (SECOND, 0.725), (P, 0.015_6)],
    ),
    (
        "B18",
        "compare B18/old_samples.jsonl_results.jsonl B18/new_samples.jsonl_results.jsonl --id task_id --repeat order --reduce pass@2",
        "",
        &[(FIRST, 0.575), (SECOND, 0.85), (P, 0.062_5)],
    ),
    (
        "B19",
        "compare B19/bm25.run B19/dense.run --qrels B19/test.tsv --metric ndcg@10",
        "",
        &[(FIRST, 0.893), (SECOND, 0.988)],
    ),
    (
        "B20",
        "compare B20/bm25.json B20/dense.json --qrels B20/qrels.json --metric ndcg@10",
        "",
        &[(FIRST, 0.893), (SECOND, 0.988)],
    ),
    (
        "B22",
        "compare B22/old.jsonl B22/new.jsonl",
        "compare B22/old.jsonl B22/new.jsonl --missing drop",
        &[
            ("/items", 10.0),
            ("/comparisons/0/difference", -0.0807),
            (P, 0.523),
        ],
    ),
    ("B26", "compare B26/scores.csv", "", &[]),
    (
        "B29",
        "compare B29/base.json B29/new.json",
        "",
        &[(FIRST, 0.367), (SECOND, 0.5), (P, 0.125)],
    ),
    (
        "B29",
        "compare B29/base_pq.json:ndcg B29/new_pq.json:ndcg",
        "",
        &[(FIRST, 0.367), (SECOND, 0.5), (P, 0.125)],
    ),
    (
        "B29",
        "compare B29/frame.json",
        "",
        &[(FIRST, 0.367), (SECOND, 0.5), (P, 0.125)],
    ),
    (
        "B29",
        "compare B29/lists.json",
        "",
        &[(FIRST, 0.367), (SECOND, 0.5), (P, 0.125)],
    ),
    (
        "B29",
        "compare B29/lines.jsonl",
        "",
        &[(FIRST, 0.367), (SECOND, 0.5), (P, 0.125)],
    ),
    (
        "B29",
        "compare B29/records.json",
        "",
        &[(FIRST, 0.367), (SECOND, 0.5), (P, 0.125)],
    ),
    ("B33", "compare B33/base.txt B33/new.txt", "", &[]),
    (
        "C2",
        "compare C2/a.csv C2/b.csv --metric f1 --unpaired",
        "",
        &[(FIRST, 0.69), (SECOND, 0.72), (P, 0.416)],
    ),
    (
        "C7",
        "compare C7/g1.txt C7/g2.txt --unpaired --test welch",
        "",
        &[],
    ),
    (
        "D2",
        "compare D2/diff.txt --against 0 --test wilcoxon,permutation,t",
        "",
        &[
            (P, 0.041_26),
            ("/comparisons/0/tests/1/pvalue", 0.052_67),
            ("/comparisons/0/tests/2/pvalue", 0.049_70),
        ],
    ),
    (
        "D3",
        "compare D3/dep.csv:second D3/dep.csv:first --test wilcoxon --alternative better",
        "",
        &[(P, 0.019_53)],
    ),
    ("D5", "compare D5/folds.csv --id fold --over folds", "", &[]),
    (
        "D8",
        "compare D8/five.csv:base D8/five.csv:new --test 5x2cv --over folds",
        "",
        &[(P, 0.106_7)],
    ),
    (
        "D9",
        "score D9/r.run --qrels D9/qrels.txt --metric ndcg@5",
        "",
        &[("/systems/0/score", 0.7861)],
    ),
];

const P: &str = "/comparisons/0/tests/0/pvalue";
const FIRST: &str = "/systems/0/score";
const SECOND: &str = "/systems/1/score";

fn run(line: &str) -> Ran {
    let folder = root().join("tests/wild");
    Ran::of(
        line,
        program(&folder, line).output().expect("the program starts"),
    )
}

#[test]
fn what_people_post_is_right_at_the_first_or_the_second_try() {
    let (mut wrong, mut first) = (Vec::new(), 0);
    for (name, typed, again, values) in CASES {
        let line = match *again {
            "" => *typed,
            again => {
                let refused = run(typed);
                let hint = refused.hint().unwrap_or_default();
                // The hint says what the second try adds.
                let missed: Vec<&str> = again
                    .split_whitespace()
                    .filter(|word| !typed.contains(word) && !hint.contains(word))
                    .collect();
                if refused.code == Some(0) || !missed.is_empty() {
                    wrong.push(format!("{name}: the hint lacks {missed:?}\n{refused}"));
                }
                again
            }
        };
        first += usize::from(again.is_empty());
        let ran = run(&format!("{line} --json"));
        if ran.code != Some(0) {
            wrong.push(format!("{name}: {ran}"));
            continue;
        }
        let json = ran.json();
        for (path, value) in *values {
            let found = json
                .pointer(path)
                .and_then(serde_json::Value::as_f64)
                .unwrap_or(f64::NAN);
            // Half a unit of the last digit that was written down.
            let allowed = if value.abs() < 0.1 {
                6e-5
            } else {
                6e-4_f64.max(2e-4 * value.abs())
            };
            if found.is_nan() || (found - value).abs() > allowed {
                wrong.push(format!("{name}: {path} is {found} for {value}: {line}"));
            }
        }
    }
    let mut names: Vec<&str> = CASES.iter().map(|case| case.0).collect();
    names.dedup();
    names.sort_unstable();
    names.dedup();
    println!(
        "{} of 34 cases, {first} of {} commands at the first try",
        names.len(),
        CASES.len()
    );
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!(names.len(), 34);
}
