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
    (
        "E2",
        "compare E2/labels.csv:base E2/labels.csv:new --gold E2/labels.csv:gold --metric f1 --average macro --id id",
        "",
        &[(FIRST, 0.385), (SECOND, 0.428)],
    ),
    (
        "E2",
        "compare E2/labels.csv:base E2/labels.csv:new --gold E2/labels.csv:gold --metric f1 --average macro --labels high,low,medium --id id",
        "",
        &[(FIRST, 0.769), (SECOND, 0.857)],
    ),
    (
        "E5",
        "compare E5/run1.txt E5/run2.txt --qrels E5/qrels.txt --metric ndcg",
        "",
        &[(FIRST, 1.0), (SECOND, 0.6309)],
    ),
    (
        "E7",
        "compare E7/a.txt E7/b.txt --unpaired --test permutation",
        "",
        &[(P, 0.1340)],
    ),
    (
        "E10",
        "compare E10/lr.csv --id id --interval bca",
        "",
        &[("/comparisons/0/interval/low", -0.5)],
    ),
    (
        "E11",
        "ci 24/47",
        "",
        &[("/systems/0/interval/low", 0.3724)],
    ),
    (
        "E12",
        "ci 10/100000 --confidence 0.99999999999 --interval clopper-pearson",
        "",
        &[("/systems/0/interval/low", 3.464e-6)],
    ),
    (
        "E16",
        "power audit --items 500 --baseline 75.6% --system 79.2%",
        "",
        &[],
    ),
    (
        "E17",
        "compare E17/auc.csv:imperfect E17/auc.csv:perfect --gold E17/auc.csv:y --metric roc-auc --id id",
        "",
        &[(FIRST, 0.9484), (SECOND, 1.0)],
    ),
    (
        "E21",
        "compare E21/seg.csv --test bootstrap",
        "",
        &[(P, 0.610)],
    ),
    (
        "F1",
        "compare F1/base_text F1/new_text --ref F1/ref_text --metric wer",
        "",
        &[(FIRST, 50.0 / 184.0), (SECOND, 29.0 / 184.0), (P, 0.01342)],
    ),
    (
        "F1",
        "compare F1/base_text F1/new_shuffled_text --ref F1/ref_text --metric wer",
        "",
        &[(FIRST, 50.0 / 184.0), (SECOND, 29.0 / 184.0), (P, 0.01342)],
    ),
    (
        "F1",
        "compare F1/tab/base.txt F1/tab/new.txt --ref F1/tab/ref.txt --metric bleu",
        "",
        &[(FIRST, 47.407), (SECOND, 70.038)],
    ),
    (
        "F1",
        "compare F1/qa/base.txt F1/qa/new.txt --ref F1/qa/ref.txt --metric exact-match",
        "",
        &[(FIRST, 0.70), (SECOND, 0.95)],
    ),
    (
        "F4",
        "compare F4/base.json:pred_text F4/new.json:pred_text --ref F4/base.json:text --metric wer",
        "",
        &[(FIRST, 50.0 / 184.0), (SECOND, 29.0 / 184.0), (P, 0.0134)],
    ),
    (
        "F7",
        "compare F7/base_one/results.json F7/new_one/results.json",
        "",
        &[(FIRST, 0.30), (SECOND, 0.50)],
    ),
    (
        "F9",
        "compare F9/base/split.json F9/new/split.json",
        "compare F9/base/split.json:score F9/new/split.json:score",
        &[(FIRST, 3.10), (SECOND, 3.35), (P, 0.0625)],
    ),
    (
        "F10",
        "compare F10/base.csv:feedback.correctness F10/new.csv:feedback.correctness --id example_id",
        "compare F10/base.csv:feedback.correctness F10/new.csv:feedback.correctness --id example_id --missing drop",
        &[(FIRST, 0.375), (SECOND, 0.750), (P, 0.0225)],
    ),
    (
        "E3",
        "score E3/multi.csv:pred --gold E3/multi.csv:gold --metric f1 --average macro --multi-label --labels a,b",
        "",
        &[(FIRST, 0.333)],
    ),
    (
        "E25",
        "compare --table 30,0,0,10 --test mcnemar",
        "",
        &[(P, 1.0)],
    ),
    ("H1", "compare H1/sleep.csv", "", &[(P, 0.00391)]),
    (
        "F11",
        "compare F11/scores.csv --long system=datasetRunName,item=datasetItemId,score=value",
        "compare F11/scores.csv --long system=datasetRunName,item=datasetItemId,score=value --where name=correct",
        &[(FIRST, 0.500), (SECOND, 0.722), (P, 0.344)],
    ),
    (
        "F14",
        "compare F14/gpt-4_pair.jsonl",
        "compare F14/gpt-4_pair.jsonl --votes left=model_1,right=model_2,winner=winner,item=question_id",
        &[(P, 0.0023)],
    ),
    (
        "F3",
        "compare F3/base_per_utt F3/new_per_utt",
        "compare F3/base_per_utt F3/new_per_utt --metric 'ratio:wer.0/wer.1(lower)'",
        &[(FIRST, 0.272), (SECOND, 0.158), (P, 0.0134)],
    ),
    (
        "F16",
        "compare F16/base_eval_all.json F16/new_eval_all.json",
        "",
        &[(FIRST, 0.34), (SECOND, 0.57), (P, 0.000_275)],
    ),
    (
        "F21",
        "compare F21/base.json F21/new.json --ref F21/dev.json --metric exact-match",
        "",
        &[(FIRST, 0.6667), (SECOND, 0.750), (P, 0.774)],
    ),
    (
        "F23",
        "compare F23/base.tsv F23/new.tsv --qrels F23/qrels.dev.tsv --metric mrr@10",
        "",
        &[(FIRST, 0.364), (SECOND, 0.6667)],
    ),
    (
        "F24",
        "compare F24/base/per_instance_stats.json:exact_match F24/new/per_instance_stats.json:exact_match",
        "compare F24/base/per_instance_stats.json:exact_match F24/new/per_instance_stats.json:exact_match --id instance_id --repeat train_trial_index",
        &[(FIRST, 0.3333), (SECOND, 0.571), (P, 0.112)],
    ),
    (
        "F29",
        "compare F29/annotations.json --against 0.5 --missing drop",
        "",
        &[(SECOND, 0.4617)],
    ),
    (
        "F31",
        "compare F31/base.json:pred_text F31/new.json:pred_text --ref F31/base.json:text --metric wer",
        "compare F31/base.json:pred_text F31/new.json:pred_text --ref F31/base.json:text --metric wer --id audio_filepath",
        &[(FIRST, 50.0 / 184.0), (SECOND, 29.0 / 184.0), (P, 0.0134)],
    ),
    (
        "F31",
        "compare F31/base.tsv:text F31/new.tsv:text --ref F31/ref.tsv:text --metric bleu",
        "compare F31/base.tsv:text F31/new.tsv:text --ref F31/ref.tsv:text --metric bleu --id utt",
        &[(FIRST, 47.407), (SECOND, 70.038)],
    ),
    (
        "G1",
        "compare G1/long.csv --long system=subject,item=task,score=pass,repeat=attempt",
        "",
        &[(FIRST, 0.4333), (SECOND, 0.5583), (P, 0.0078)],
    ),
    (
        "G1",
        "compare G1/counts.csv",
        "",
        &[(FIRST, 4.333), (SECOND, 5.583), (P, 0.0078)],
    ),
    (
        "G4",
        "correlate G4/sts.csv --gold human --id pair --agreement spearman",
        "",
        &[],
    ),
    (
        "G5",
        "compare G5/base.csv G5/new.csv --id id",
        "compare G5/base.csv G5/new.csv --id id --missing drop",
        &[(P, 0.167)],
    ),
    (
        "G6",
        "compare G6/runs.txt --against 78.22 --test t",
        "",
        &[(P, 0.0739)],
    ),
    (
        "G8",
        "compare G8/ratings.csv --long system=system,item=item,score=rating",
        "compare G8/ratings.csv --long system=system,item=item,score=rating --judge annotator",
        &[(FIRST, 3.15), (SECOND, 3.65), (P, 0.00162)],
    ),
    (
        "G12",
        "compare G12/base.csv G12/new.csv --id doc --columns muc_rn,muc_rd,muc_pn,muc_pd,b3_rn,b3_rd,b3_pn,b3_pd,ceaf_rn,ceaf_rd,ceaf_pn,ceaf_pd --formula '(2*(muc_rn/muc_rd)*(muc_pn/muc_pd)/((muc_rn/muc_rd)+(muc_pn/muc_pd))+2*(b3_rn/b3_rd)*(b3_pn/b3_pd)/((b3_rn/b3_rd)+(b3_pn/b3_pd))+2*(ceaf_rn/ceaf_rd)*(ceaf_pn/ceaf_pd)/((ceaf_rn/ceaf_rd)+(ceaf_pn/ceaf_pd)))/3'",
        "",
        &[(FIRST, 0.6420), (SECOND, 0.6971), (P, 0.17041)],
    ),
    ("H1", "compare H1/sleep.csv --test t", "", &[(P, 0.002_833)]),
    ("H1", "compare H1/sleep.csv", "", &[(P, 0.003_91)]),
    (
        "H3",
        "compare --table 794,150,86,570 --test mcnemar",
        "",
        &[(P, 3.716e-5)],
    ),
    (
        "H5",
        "compare --counts plus=1,minus=0,null=999 --test bootstrap --alternative better",
        "",
        &[(P, 0.264)],
    ),
    (
        "F7",
        "compare F7/base/results.json F7/new/results.json",
        "compare F7/base/results.json F7/new/results.json --id task_id --repeat trial",
        &[(FIRST, 0.40), (SECOND, 0.55), (P, 0.0625)],
    ),
    (
        "F18",
        "compare F18/base/ARC-c.json F18/new/ARC-c.json",
        "",
        &[(FIRST, 0.40), (SECOND, 0.80), (P, 0.0042)],
    ),
    (
        "F20",
        "compare F20/base:word_perplexity F20/new:word_perplexity",
        "compare F20/base F20/new --metric perplexity:word_perplexity.0/word_perplexity.1(loglik)",
        &[(FIRST, 72.07), (SECOND, 60.35)],
    ),
    (
        "J23",
        "compare J23/base.json J23/new.json",
        "compare J23/base.json:rouge1 J23/new.json:rouge1",
        &[(FIRST, 0.439), (SECOND, 0.491)],
    ),
    (
        "J34",
        "compare J34/comma.csv:base J34/comma.csv:new --gold J34/comma.csv:gold --metric f1 --average micro --multi-label",
        "",
        &[(FIRST, 0.781), (SECOND, 0.817)],
    ),
    (
        "J34",
        "compare J34/ml.csv:base J34/ml.csv:new --gold J34/ml.csv:gold --metric f1 --average micro --multi-label",
        "",
        &[(FIRST, 0.781), (SECOND, 0.817)],
    ),
    (
        "L14",
        "compare L14/base.csv:SalePrice L14/new.csv:SalePrice --gold L14/solution.csv:SalePrice --metric rmse --id Id --by L14/solution.csv:Usage",
        "",
        &[(FIRST, 35750.0), (SECOND, 23250.0)],
    ),
    (
        "J36",
        "compare J36/ap.csv --missing drop",
        "compare J36/ap.csv --missing drop --missing-value -1",
        &[
            ("/items", 24.0),
            (FIRST, 0.478),
            (SECOND, 0.512),
            (P, 0.005_89),
        ],
    ),
    (
        "J57",
        "compare J57/base.csv:pred J57/new.csv:pred --gold J57/gold.csv:label --metric accuracy --id id",
        "",
        &[(FIRST, 0.625), (SECOND, 0.9583)],
    ),
    (
        "J62",
        "compare J62/base.csv:loss J62/new.csv:loss --id id --missing worst",
        "compare J62/base.csv:loss J62/new.csv:loss --id id --missing drop",
        &[("/items", 3.0), (FIRST, 0.5), (SECOND, 0.5)],
    ),
    (
        "L23",
        "compare L23/base.json:scores.Factuality L23/new.json:scores.Factuality --missing drop",
        "compare L23/base.json:scores.Factuality L23/new.json:scores.Factuality --missing drop --id input.question",
        &[
            ("/items", 23.0),
            (FIRST, 0.461),
            (SECOND, 0.696),
            (P, 0.0105),
        ],
    ),
    (
        "L24",
        "compare L24/base.jsonl:output.scores.match_score.match L24/new.jsonl:output.scores.match_score.match",
        "compare L24/base.jsonl:output.scores.match_score.match L24/new.jsonl:output.scores.match_score.match --id inputs.example.id",
        &[(FIRST, 0.5556), (SECOND, 0.5), (P, 1.0)],
    ),
    (
        "L26",
        "compare L26/base.csv:pred L26/new.csv:pred --gold L26/gold.csv:label --metric accuracy",
        "",
        &[(FIRST, 0.7), (SECOND, 0.775), (P, 0.629)],
    ),
    (
        "J1",
        "compare J1/base.txt J1/new.txt --ref J1/ref.txt --metric bleu,chrf",
        "",
        &[(FIRST, 38.57), (SECOND, 61.50)],
    ),
    (
        "J3",
        "compare J3/scores.csv",
        "",
        &[(FIRST, 0.745), (SECOND, 0.746)],
    ),
    (
        "J4",
        "correlate J4/metrics.csv --gold J4/human.csv:da --id seg",
        "correlate J4/metrics.csv --gold J4/human.csv:da --id seg --missing drop",
        &[],
    ),
    (
        "J6",
        "compare J6/humeval.jsonl",
        "compare J6/humeval.jsonl:scores.Yandex J6/humeval.jsonl:scores.GPT-4.1 --id doc_id --repeat order",
        &[(FIRST, 62.57), (SECOND, 68.21), (P, 0.0100)],
    ),
    (
        "J8",
        "compare J8/a.json J8/b.json --qrels J8/qrels.json --metric ndcg@10",
        "",
        &[(FIRST, 0.817), (SECOND, 0.964)],
    ),
    (
        "J9",
        "compare J9/perquery.csv --long system=name,item=qid,score=value",
        "compare J9/perquery.csv --long system=name,item=qid,score=value --where measure=nDCG@10",
        &[(FIRST, 0.538), (SECOND, 0.630), (P, 0.000_366)],
    ),
    (
        "J11",
        "compare J11/a.run J11/b.run --qrels J11/qrels.txt --metric 'ndcg(documents=judged)@10'",
        "",
        &[(FIRST, 0.957), (SECOND, 0.977), (P, 0.430)],
    ),
    (
        "J11",
        "compare J11/a.run J11/b.run --qrels J11/qrels.txt --metric ndcg@10",
        "",
        &[(FIRST, 0.923), (SECOND, 0.969)],
    ),
    (
        "J14",
        "compare J14/base J14/new --qrels J14/qrels.json --metric ndcg@10",
        "compare J14/base/NFCorpus_predictions.json J14/new/NFCorpus_predictions.json --qrels J14/qrels.json --metric ndcg@10",
        &[(FIRST, 0.923), (SECOND, 0.969), (P, 0.199)],
    ),
    (
        "J15",
        "compare J15/recogs-base.txt J15/recogs-new.txt",
        "compare J15/recogs-base.txt J15/recogs-new.txt --metric 'ratio:wer.0/wer.1(lower)'",
        &[(FIRST, 42.0 / 121.0), (SECOND, 27.0 / 121.0), (P, 0.0518)],
    ),
    (
        "J20",
        "compare J20/base.txt J20/whisper.txt --ref J20/ref.txt --metric wer",
        "",
        &[(FIRST, 0.347), (SECOND, 0.512), (P, 0.005_86)],
    ),
    (
        "J20",
        "compare J20/base.txt J20/whisper.txt --ref J20/ref.txt --metric wer --lowercase",
        "",
        &[(SECOND, 0.380)],
    ),
    (
        "J21",
        "compare J21/base.txt J21/new_spaced.txt --ref J21/ref.txt --metric cer",
        "",
        &[(FIRST, 0.278), (SECOND, 0.4195)],
    ),
    (
        "J22",
        "compare J22/base.rouge.txt J22/new.rouge.txt",
        "",
        &[(FIRST, 0.4386), (SECOND, 0.4909), (P, 0.0042)],
    ),
    (
        "J24",
        "compare J24/base.jsonl J24/new.jsonl --ref J24/ref.jsonl --metric rouge-lsum",
        "compare J24/base.jsonl:summary J24/new.jsonl:summary --ref J24/ref.jsonl:summary --metric rouge-lsum",
        &[(FIRST, 0.711), (SECOND, 0.812)],
    ),
    (
        "J24",
        "compare J24/base.jsonl:summary J24/new.jsonl:summary --ref J24/ref.jsonl:summary --metric rouge-l",
        "",
        &[(FIRST, 0.479), (SECOND, 0.545)],
    ),
    (
        "J26",
        "compare J26/base.jsonl J26/new.jsonl --ref J26/NQ-open.dev.jsonl:answer --metric exact-match",
        "compare J26/base.jsonl:prediction J26/new.jsonl:prediction --ref J26/NQ-open.dev.jsonl:answer --metric exact-match",
        &[(FIRST, 0.35), (SECOND, 0.70), (P, 0.0391)],
    ),
    (
        "J29",
        "compare J29/base.conllu J29/new.conllu --gold J29/gold.conllu --metric las",
        "",
        &[(FIRST, 0.6557), (SECOND, 0.9344)],
    ),
    ("J38", "compare J38/a.txt J38/b.txt", "", &[(P, 1.0)]),
    (
        "J39",
        "compare J39/ctrl.txt J39/trt1.txt J39/trt2.txt --unpaired --test welch",
        "",
        &[("/comparisons/0/tests/0/pvalue", 0.0438)],
    ),
    ("J42", "rank J42/correct.csv --id item", "", &[]),
    (
        "J43",
        "compare J43/s.csv --equivalent abs:0.02 --test t",
        "",
        &[],
    ),
    (
        "J45",
        "compare J45/base.json:pred J45/new.json:pred --gold J45/base.json:answer --metric accuracy",
        "compare J45/base.json:pred J45/new.json:pred --gold J45/base.json:answer --metric accuracy --missing zero",
        &[(FIRST, 0.475), (SECOND, 0.675), (P, 0.0963)],
    ),
    (
        "J46",
        "compare J46/base_eval_results_strict.jsonl J46/new_eval_results_strict.jsonl",
        "",
        &[(FIRST, 0.333_33), (SECOND, 0.466_67), (P, 0.388)],
    ),
    (
        "J49",
        "compare J49/ground_truth_judgment.jsonl",
        "compare J49/ground_truth_judgment.jsonl --long system=model,item=question_id,score=score",
        &[],
    ),
    (
        "J51",
        "compare J51/base.sgm J51/new.sgm --ref J51/ref.sgm --metric bleu",
        "",
        &[(FIRST, 43.03), (SECOND, 58.45)],
    ),
    (
        "J50",
        "compare J50/base.txt J50/new.txt --ref J50/ref.txt --metric wer",
        "",
        &[(FIRST, 0.25), (SECOND, 0.125)],
    ),
    (
        "J54",
        "compare J54/old.json J54/new.json",
        "compare J54/old.json J54/new.json --unpaired",
        &[(FIRST, 1.214), (SECOND, 1.179), (P, 0.000_179)],
    ),
    (
        "L1",
        "compare L1/judgment.jsonl --long system=model,item=question_id,score=score",
        "compare L1/judgment.jsonl --long system=model,item=question_id,score=score --repeat order",
        &[(FIRST, 0.525), (SECOND, 0.6625), (P, 0.2379)],
    ),
    (
        "L5",
        "compare L5/base.json L5/new.json",
        "",
        &[(FIRST, 0.533_33), (SECOND, 0.633_33), (P, 0.508)],
    ),
    (
        "L5",
        "compare L5/base.xml L5/new.xml",
        "",
        &[(FIRST, 0.533_33), (SECOND, 0.633_33), (P, 0.508)],
    ),
    (
        "L6",
        "compare L6/base.jsonl:prediction L6/new.jsonl:prediction --ref L6/base.jsonl:true_answer --metric exact-match",
        "compare L6/base.jsonl:prediction L6/new.jsonl:prediction --ref L6/base.jsonl:true_answer --metric exact-match --missing zero",
        &[(FIRST, 0.208_33), (SECOND, 0.541_67), (P, 0.0574)],
    ),
    (
        "L8",
        "compare L8/base.json:prediction_text L8/new.json:prediction_text --ref L8/references.json --metric exact-match",
        "compare L8/base.json:prediction_text L8/new.json:prediction_text --ref L8/references.json:answers.text --metric exact-match",
        &[(FIRST, 0.6875), (SECOND, 0.875), (P, 0.375)],
    ),
    (
        "L11",
        "compare L11/base.json:pred L11/new.json:pred --gold L11/base.json:answer --metric accuracy",
        "compare L11/base.json:pred L11/new.json:pred --gold L11/base.json:answer --metric accuracy --missing zero",
        &[(FIRST, 0.375), (SECOND, 0.600), (P, 0.0931)],
    ),
    (
        "L16",
        "compare L16/base.jsonl:correct L16/new.jsonl:correct --id id",
        "compare L16/base.jsonl:correct L16/new.jsonl:correct --id id --repeat order --reduce last",
        &[(FIRST, 0.55), (SECOND, 0.725), (P, 0.167)],
    ),
    (
        "L17",
        "compare L17/choices.jsonl --votes left=options.0.id,right=options.1.id,winner=accept.0",
        "",
        &[(P, 0.860)],
    ),
    (
        "L19",
        "compare L19/base.json:ttfts L19/new.json:ttfts --lower-is-better --metric 'quantile(p=0.99)'",
        "",
        &[(FIRST, 0.533), (SECOND, 0.336)],
    ),
    (
        "L20",
        "compare L20/battles.csv",
        "compare L20/battles.csv --votes left=model_A,right=model_B,winner=winner",
        &[(FIRST, 0.5), (P, 1.0)],
    ),
    (
        "L21",
        "compare L21/base.jsonl L21/new.jsonl --reduce pass@3 --id task_id",
        "compare L21/base.jsonl L21/new.jsonl --reduce pass@3 --id task_id --repeat order",
        &[(FIRST, 0.605), (SECOND, 0.795), (P, 0.171)],
    ),
    (
        "L36",
        "compare L36/base.csv L36/new.csv",
        "compare L36/base.csv:correctness_score L36/new.csv:correctness_score",
        &[(FIRST, 0.5), (SECOND, 0.7727), (P, 0.146)],
    ),
    (
        "L40",
        "compare L40/scores.csv",
        "compare L40/scores.csv --long system=algo,item=task,score=score,seed=run",
        &[],
    ),
    (
        "L41",
        "rank L41/cv_results.csv",
        "rank L41/cv_results.csv --rows systems --over folds",
        &[],
    ),
    (
        "L50",
        "compare L50/both_orders.csv",
        "compare L50/both_orders.csv --votes left=model_a,right=model_b,winner=judge_pref,item=prompt",
        &[(SECOND, 0.592), (P, 0.2629)],
    ),
    (
        "L52",
        "compare L52/base.json L52/new.json",
        "compare L52/base.json:correctness L52/new.json:correctness",
        &[(FIRST, 0.583_33), (SECOND, 0.75), (P, 0.424)],
    ),
    (
        "J17",
        "compare J17/base.trn J17/new.trn --ref J17/ref.trn --metric wer",
        "compare J17/base.trn J17/new.trn --ref J17/ref.trn --metric wer(alternatives)",
        &[(FIRST, 0.352), (SECOND, 0.215)],
    ),
    (
        "L52",
        "compare L52/base.csv L52/new.csv",
        "compare L52/base.csv:correctness/value L52/new.csv:correctness/value",
        &[(FIRST, 0.583_33), (SECOND, 0.75), (P, 0.424)],
    ),
];

/// Case, what is typed, words of the error, and what its hint says to type: no reading is right, or only the user knows which.
const REFUSED: &[(&str, &str, &str, &str)] = &[
    (
        "J30",
        "compare J30/base.json:anger J30/new.json:anger",
        "names of metrics",
        "give the scores of the items",
    ),
    (
        "J36",
        "compare J36/ap.csv",
        "-1 looks like a missing score (4 rows",
        "--range -1,1",
    ),
    (
        "J3",
        "compare J3/scores.csv --test sign --grid 1/1000",
        "not on the grid",
        "--grid auto",
    ),
    (
        "J7",
        "compare J7/wmt_engdeu.csv",
        "expected a header",
        "header line above it",
    ),
    (
        "J12",
        "compare J12/notag.run J12/spaces.run --qrels J12/qrels.txt --metric ndcg@10",
        "expected 6 fields",
        "run",
    ),
    (
        "J27",
        "compare J27/base.jsonl J27/new.jsonl --gold J27/gold.jsonl --metric span-f1",
        "expected a tag",
        "",
    ),
    (
        "J32",
        "compare J32/base J32/new",
        "found a folder",
        "log its samples",
    ),
    (
        "J33",
        "rank J33/cv_results.csv",
        "a row for each candidate",
        "--rows systems --over folds",
    ),
    (
        "J52",
        "compare J52/base.json J52/new.json",
        "expected the scores of items",
        "give the score of each item",
    ),
    (
        "L3",
        "compare L3/base L3/new",
        "found a folder",
        "log its samples",
    ),
    (
        "L6",
        "compare L6/base.jsonl L6/new.jsonl",
        "is it a score?",
        "L6/base.jsonl:COLUMN",
    ),
    (
        "L18",
        "compare L18/judge.csv:base L18/judge.csv:new",
        "expected a number",
        "write one number",
    ),
    (
        "L32",
        "compare L32/polyglot.yml",
        "expected a number",
        "YAML",
    ),
    (
        "L48",
        "rank L48/votes.csv --votes left=left,right=right,winner=winner,item=prompt",
        "infinite",
        "leave",
    ),
    (
        "L51",
        "compare L51/survey.csv",
        "expected a number",
        "headings",
    ),
    (
        "J58",
        "compare J58/t.csv:base J58/t.csv:new --gold J58/t.csv:gold --metric accuracy",
        "none of its labels",
        "spell them alike",
    ),
    (
        "J62",
        "compare J62/base.csv:loss J62/new.csv:loss --id id --missing zero",
        "the worst score that there can be",
        "with --range",
    ),
    (
        "L27",
        "compare L27/base.csv:pred L27/new.csv:pred --gold L27/gold.csv:label --metric accuracy",
        "none of its labels",
        "spell them alike",
    ),
];

/// The first tries of all cases.
pub fn first_tries() -> impl Iterator<Item = &'static str> {
    CASES
        .iter()
        .map(|case| case.1)
        .chain(REFUSED.iter().map(|case| case.1))
}

/// The line of each case that has values, at its second try where the first is refused.
pub fn last_tries() -> impl Iterator<Item = &'static str> {
    CASES
        .iter()
        .map(|case| if case.2.is_empty() { case.1 } else { case.2 })
}

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
                // The same of the other file, and a column that only the table below shows.
                let end = |word: &str| word.rsplit(['/', ':']).next().unwrap_or(word).to_owned();
                let missed: Vec<&str> = again
                    .split_whitespace()
                    .filter(|word| !typed.contains(word) && !hint.contains(&end(word)))
                    .filter(|word| {
                        !(hint.contains("--id COL") && refused.err.contains(&format!("  {word} ")))
                    })
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
        "{} cases, {first} of {} commands at the first try",
        names.len(),
        CASES.len()
    );
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!(names.len(), 120);
}

#[test]
fn what_has_no_right_reading_is_refused_and_the_hint_leads_on() {
    for (name, line, words, hint) in REFUSED {
        let ran = run(line);
        assert!(
            matches!(ran.code, Some(1 | 2)) && ran.out.is_empty(),
            "{name}: {ran}"
        );
        assert!(ran.error().contains(words), "{name}: {ran}");
        assert!(
            ran.hint().unwrap_or_default().contains(hint),
            "{name}: {ran}"
        );
    }
}
