//! Options that change nothing, systems that match nothing, and names that other programs use.

use crate::support::{Folder, restrap};

const LABELS: &str = "datasets/outputs/labels.csv:baseline datasets/outputs/labels.csv:system --gold datasets/outputs/labels.csv:gold";
const TEXT: &str = "datasets/outputs/baseline.txt datasets/outputs/system.txt --ref datasets/outputs/reference.txt";
const RUNS: &str =
    "datasets/outputs/baseline.run datasets/outputs/system.run --qrels datasets/outputs/qrels.txt";

#[test]
fn options_of_another_metric_are_refused() {
    for (line, flag, who) in [
        (
            format!("{TEXT} --metric bleu --average macro"),
            "--average",
            "precision, recall, f1, roc-auc, pr-auc, span-precision, ...",
        ),
        (
            format!("{TEXT} --metric chrf --tokenize intl"),
            "--tokenize",
            "bleu",
        ),
        (
            format!("{TEXT} --metric rouge-l --lowercase"),
            "--lowercase",
            "bleu, chrf, chrf++, ter, wer and cer",
        ),
        (
            format!("{TEXT} --metric bleu --char-order 4"),
            "--char-order",
            "chrf and chrf++",
        ),
        (
            format!("{LABELS} --metric f1 --average macro --tokenize char"),
            "--tokenize",
            "bleu",
        ),
        (
            format!("{LABELS} --metric f1 --average macro --scheme iob2"),
            "--scheme",
            "span-precision, span-recall and span-f1",
        ),
        (
            format!("{LABELS} --metric mcc --zero-division 1"),
            "--zero-division",
            "precision, recall, f1, span-precision, span-recall and span-f1",
        ),
        (
            format!("{RUNS} --metric rr@10 --rouge recall"),
            "--rouge",
            "rouge-1",
        ),
        (
            "datasets/labels/correct.csv --id item --run-ties file".to_owned(),
            "--run-ties",
            "rr, ap, ndcg, ",
        ),
    ] {
        let ran = restrap(&format!("compare {line}"));
        assert_eq!(ran.code, Some(2), "{ran}");
        assert!(
            ran.error()
                .starts_with(&format!("{flag} does not apply to --metric ")),
            "{ran}"
        );
        assert!(
            ran.error().contains(&format!("an option of {who}")),
            "{ran}"
        );
    }
    let ran = restrap(&format!(
        "score {TEXT} --metric bleu --tokenize intl --quiet"
    ));
    assert_eq!(ran.code, Some(0), "{ran}");
    // Of several metrics all must take it; brackets say whose it is.
    let ran = restrap(&format!(
        "compare {TEXT} --metric chrf,bleu --tokenize intl --resamples 100"
    ));
    assert_eq!(
        ran.error(),
        "--tokenize is not an option of all of --metric chrf,bleu: it is one of bleu",
        "{ran}"
    );
    assert_eq!(
        ran.hint(),
        Some("write it with its metric: bleu(tokenize=intl)"),
        "{ran}"
    );
    let ran = restrap(&format!(
        "compare {TEXT} --metric 'chrf,bleu(tokenize=intl)' --resamples 100"
    ));
    assert_eq!(ran.code, Some(0), "{ran}");
    let ran = restrap(&format!(
        "score {TEXT} --metric 'bleu(tokenize=zh)' --tokenize intl"
    ));
    assert_eq!(
        ran.error(),
        "--tokenize and bleu(tokenize=zh) name the same option: it is zh there",
        "{ran}"
    );
    let ran = restrap(&format!(
        "score {LABELS} --metric f1 --average macro --positive 1"
    ));
    assert!(
        ran.error()
            .contains("--positive names the class of a binary average"),
        "{ran}"
    );
}

#[test]
fn a_profile_says_another_number_of_resamples() {
    let line = |more: &str| {
        restrap(&format!(
            "compare {TEXT} --metric bleu --profile sacrebleu-bs {more}"
        ))
    };
    let ran = line("--resamples 50 --json --no-host");
    let test = &ran.json()["comparisons"][0]["tests"][0];
    assert_eq!(
        (ran.code, &test["resamples"]),
        (Some(0), &50.into()),
        "{ran}"
    );
    let recipe = test["recipe"].as_str().expect("a recipe");
    assert!(
        recipe.ends_with("profile sacrebleu-bs with another R than its 1,000"),
        "{recipe}"
    );
    // Its own number does not depart from it.
    let (given, left_out) = (
        line("--resamples 1000 --json --no-host"),
        line("--json --no-host"),
    );
    assert_eq!(
        (given.code, &given.out),
        (Some(0), &left_out.out),
        "{given}"
    );
    assert_eq!(given.json()["resamples"], 1000);
}

#[test]
fn systems_that_match_nothing_are_told() {
    let folder = Folder::with(&[
        ("gold.txt", "1\n0\n1\n0\n1\n1\n"),
        ("floats.txt", "1.0\n0.0\n1.0\n0.0\n1.0\n1.0\n"),
        ("words.txt", "yes\nno\nyes\nno\nyes\nno\n"),
        ("right.txt", "1\n0\n1\n0\n1\n1\n"),
        ("wrong.txt", "0\n1\n0\n1\n0\n0\n"),
        ("zeros.txt", "0\n0\n0\n"),
        ("none.txt", "0\n0\n0\n"),
        (
            "ref.txt",
            "the cat sat on the mat\nall is well that ends well\n",
        ),
        ("other.txt", "ein Hund bellt\ndas ist neu\n"),
        ("more.txt", "zwei Hunde\nnoch neuer\n"),
        ("gold.conll", "a B-X\nb O\n\nc B-Y\n"),
        ("plain.conll", "a O\nb O\n\nc O\n"),
        ("qrels", "q1 0 a 1\nq1 0 b 0\nq2 0 c 1\n"),
        ("one.run", "q1 Q0 x 1 0.9 r\nq2 Q0 y 1 0.9 r\n"),
        ("two.run", "q1 Q0 a 1 0.9 r\nq2 Q0 c 1 0.9 r\n"),
    ]);
    for (line, said) in [
        (
            "compare floats.txt wrong.txt --metric accuracy --gold gold.txt",
            "wrong: no label matches the gold: are they spelled alike",
        ),
        (
            "score wrong.txt --metric f1 --average macro --gold gold.txt",
            "wrong: F1 is 0, nothing is correct: are the labels spelled as in the gold",
        ),
        (
            "compare zeros.txt none.txt",
            "every score of both is 0: is it the right file and column?",
        ),
        (
            "compare other.txt more.txt --metric bleu --ref ref.txt --resamples 100",
            "other, more: BLEU is 0, nothing matches: do the references belong to these segments",
        ),
        (
            "score plain.conll --metric span-f1 --gold gold.conll",
            "plain.conll has no spans: is this the column of tags, and the right scheme?",
        ),
        (
            "score one.run two.run --metric rr@10 --qrels qrels",
            "one: RR@10 is 0, no retrieved document is relevant",
        ),
        (
            "score one.run two.run --metric rr@10 --qrels qrels",
            "judged@10: 0.0 % of one and 100.0 % of two",
        ),
    ] {
        let ran = folder.restrap(line);
        assert_eq!(ran.code, Some(0), "{ran}");
        assert!(
            ran.sentences().replace(" warning:", "").contains(said),
            "`{said}` is not said: {ran}"
        );
    }
    // Labels that are equal as numbers are equal; others are none of the gold.
    let ran =
        folder.restrap("compare floats.txt right.txt --metric accuracy --gold gold.txt --json");
    assert_eq!(ran.json()["systems"][0]["score"], 1.0, "{ran}");
    assert_eq!(
        ran.json()["assumption_codes"][0],
        "labels-as-numbers",
        "{ran}"
    );
    let ran = folder.restrap("compare right.txt words.txt --metric accuracy --gold gold.txt");
    assert_eq!(ran.code, Some(2), "{ran}");
    assert!(
        ran.error()
            .contains("words: none of its labels (`yes`, `no`)"),
        "{ran}"
    );
    // A system that matches something is not told.
    let ran = folder.restrap("score one.run two.run --metric rr@10 --qrels qrels");
    assert!(!ran.err.contains("two.run: rr@10 is 0"), "{ran}");
}

#[test]
fn judgements_without_relevant_documents_are_counted_or_refused() {
    let folder = Folder::with(&[
        ("some", "q1 0 a 1\nq2 0 a 0\n"),
        ("none", "q1 0 a 1\nq2 0 a 0\n"),
        ("a.run", "q1 Q0 a 1 0.9 r\nq2 Q0 a 1 0.9 r\n"),
    ]);
    let ran = folder.restrap("score a.run --metric ndcg@10 --qrels some");
    assert_eq!(ran.code, Some(0), "{ran}");
    // trec_eval averages the query without relevant documents: (1 + 0) / 2.
    assert!(ran.out.contains("0.50"), "{ran}");
    assert!(
        ran.sentences()
            .contains("1 of 2 judged queries have no relevant document: they score 0"),
        "{ran}"
    );
    let ran = folder.restrap("score a.run --metric rr(rel=2)@10 --qrels none");
    assert_eq!(
        ran.error(),
        "expected a document of grade 2 or more for rr(rel=2)@10, found none in none, where the highest grade is 1"
    );
}

#[test]
fn names_of_other_programs_are_measures() {
    let own = restrap(&format!("score {RUNS} --metric ndcg@10"));
    for name in ["ndcg_cut_10", "nDCG@10", "ndcg_cut.10"] {
        let other = restrap(&format!("score {RUNS} --metric {name}"));
        assert_eq!((other.code, &other.out), (Some(0), &own.out), "{other}");
    }
    let ran = restrap(&format!("score {RUNS} --metric rbp.95"));
    assert_eq!(
        ran.error(),
        "expected a metric such as rbp(p=0.95), found `rbp.95`"
    );
}

#[test]
fn words_that_differ_between_gold_and_system_are_refused() {
    let folder = Folder::with(&[
        ("gold", "a B-X\nb O\n\nc B-Y\nd O\n"),
        ("shifted", "b O\nc B-Y\n\nd O\ne B-X\n"),
        ("tags", "B-X\nO\n\nB-Y\nO\n"),
    ]);
    let ran = folder.restrap("score shifted --metric span-f1 --gold gold");
    assert_eq!(ran.code, Some(1), "{ran}");
    assert_eq!(
        ran.error(),
        "shifted:1:1: expected the word `a`, as at gold:1, found `b`"
    );
    let ran = folder.restrap("score tags --metric span-f1 --gold gold");
    assert_eq!(ran.code, Some(0), "{ran}");
}

#[test]
fn scores_as_json() {
    let ran = restrap(&format!(
        "score {LABELS} --metric f1 --average macro --json"
    ));
    let json = ran.json();
    assert_eq!(json["schema"], "restrap/score/1");
    assert_eq!(json["metric"]["name"], "f1");
    assert!(
        json["metric"]["signature"]
            .as_str()
            .is_some_and(|text| text.starts_with("f1|average:macro"))
    );
    let systems = json["systems"].as_array().expect("systems");
    assert_eq!(systems.len(), 2);
    for system in systems {
        // The mean of the classes' F1 is the score, and their gold items are all items.
        let classes = system["classes"].as_array().expect("classes");
        let sum = |field: &str| -> f64 {
            classes
                .iter()
                .map(|class| class[field].as_f64().expect("a number"))
                .sum()
        };
        let score = system["score"].as_f64().expect("a score");
        assert!(
            (sum("f1") / classes.len() as f64 - score).abs() < 1e-12,
            "{ran}"
        );
        assert_eq!(sum("gold"), json["items"].as_f64().expect("items"));
        let statistics = system["statistics"].as_array().expect("sums");
        assert_eq!(statistics.len(), 3 * classes.len());
    }
    let json = restrap(&format!("score {RUNS} --metric ndcg@10 --json")).json();
    assert!(json["systems"][0]["statistics"].is_null());
    assert_eq!(json["inputs"][0]["role"], "qrels");
    let folder = Folder::with(&[("a.txt", "x y\n"), ("ref.txt", "x y\n")]);
    let ran = folder.restrap("score a.txt --metric wer --ref ref.txt --json out.json --out {}.csv");
    assert!(ran.out.contains("wrote a.csv"), "{ran}");
    let json: serde_json::Value = serde_json::from_slice(&folder.read("out.json")).expect("JSON");
    assert_eq!(json["written"], serde_json::json!(["a.csv"]));
    assert_eq!(
        json["systems"][0]["statistics"][1],
        serde_json::json!({"name": "ref_words", "sum": 2})
    );
}

#[test]
fn an_empty_answer_to_empty_gold_is_worth_what_zero_division_says() {
    let folder = Folder::with(&[("gold.txt", "a O\n\nb O\n"), ("sys.txt", "a O\n\nb O\n")]);
    for (value, score) in [("0", 0.0), ("1", 1.0)] {
        let line = format!(
            "score sys.txt --gold gold.txt --metric span-f1 --zero-division {value} --json"
        );
        let json = folder.restrap(&line).json();
        assert_eq!(json["systems"][0]["score"], score, "{json}");
        assert!(
            json["metric"]
                .to_string()
                .contains(&format!("zero-division:{value}")),
            "{json}"
        );
    }
}

#[test]
fn a_formula_and_another_metric_exclude_each_other() {
    let folder = Folder::with(&[("a.csv", "tp,fp\n1,2\n")]);
    let ran = folder.restrap("score a.csv --metric ratio:tp/fp --columns tp,fp --formula tp/fp");
    assert_eq!(
        ran.error(),
        "--formula and --metric ratio:tp/fp exclude each other: a formula is a metric"
    );
}

#[test]
fn an_output_never_replaces_an_input() {
    let files = [
        ("a.json", "[{\"id\": 1, \"x\": 0.5}, {\"id\": 2, \"x\": 1}]"),
        ("b.txt", "0.5\n0.25\n"),
        ("ref.csv", "x y\n"),
        ("hyp.txt", "x y\n"),
        ("f.svg", "0.5\n0.25\n"),
    ];
    let folder = Folder::with(&files);
    for (line, file) in [
        ("compare a.json:x b.txt --json=a.json", "a.json"),
        ("compare b.txt new=a.json:x --json=./a.json", "./a.json"),
        ("ci a.json:x --json=a.json", "a.json"),
        (
            "score hyp.txt --metric wer --ref ref.csv --out ref.csv",
            "ref.csv",
        ),
        (
            "score hyp.txt --metric wer --ref ref.csv --json=ref.csv",
            "ref.csv",
        ),
        (
            "power compare b.txt f.svg --input-format text --items 2,4 --plot f.svg",
            "f.svg",
        ),
        (
            "power plan b.txt f.svg --input-format text --gain 0.1 --plot f.svg",
            "f.svg",
        ),
        ("power plan b.txt a.json:x --json=a.json", "a.json"),
    ] {
        let ran = folder.restrap(line);
        assert_eq!(
            (ran.code, ran.error()),
            (Some(2), &*format!("{file} is an input")),
            "{line}: {ran}"
        );
        assert_eq!(ran.hint(), Some("name another file"), "{line}");
    }
    for (name, content) in files {
        assert_eq!(folder.read(name), content.as_bytes(), "{name}");
    }
}
