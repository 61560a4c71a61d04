//! Mutated files of every reader of documents: an error with a message, or scores that stand in the file.
//!
//! 10,000 mutations of each seed, or `RESTRAP_SETS` of them.

use std::collections::HashSet;

use crate::Missing;
use crate::format::content;
use crate::format::magic;
use crate::format::number;
use crate::frame::parsed::Request;
use crate::read::{file, rankings};

/// A file of each reader and each shape.
const SEEDS: [(&str, &str); 35] = [
    (
        "helm.json",
        r#"[{"instance_id":"i1","train_trial_index":0,"stats":[{"name":{"name":"em"},"mean":0.5}]},{"instance_id":"i2","stats":[{"name":{"name":"em"},"mean":1}]}]"#,
    ),
    (
        "promptfoo.json",
        r#"{"results":{"results":[{"provider":{"id":"a"},"testIdx":0,"score":0.5,"vars":{}},{"provider":{"id":"a"},"testIdx":1,"score":1,"vars":{}}]}}"#,
    ),
    (
        "evalplus.json",
        r#"{"eval":{"H/0":[{"base_status":"pass","plus_status":"fail"}],"H/1":[{"base_status":"pass","plus_status":"pass"}]}}"#,
    ),
    (
        "evalplus_old.json",
        r#"{"eval":{"H/0":{"base":[["pass",[true]]],"plus":[["fail",[]]]},"H/1":{"base":[["fail",[]]],"plus":[["pass",[]]]}}}"#,
    ),
    (
        "swe.json",
        r#"{"submitted_ids":["a","b"],"resolved_ids":["a"],"unresolved_ids":["b"],"error_ids":[],"empty_patch_ids":[]}"#,
    ),
    (
        "terminal.json",
        r#"{"results":[{"task_id":"a","trial_name":"a.1","is_resolved":true},{"task_id":"b","trial_name":"b.1","is_resolved":false}],"resolved_ids":["a"],"unresolved_ids":["b"]}"#,
    ),
    (
        "opencompass.json",
        r#"{"accuracy":50,"details":{"type":"GEN","0":{"predictions":"A","correct":true},"1":{"predictions":"B","correct":false}}}"#,
    ),
    (
        "alpaca.json",
        r#"[{"generator_1":"a","generator_2":"b","instruction":"q","preference":1},{"generator_1":"a","generator_2":"b","instruction":"r","preference":2}]"#,
    ),
    (
        "mteb.json",
        r#"{"task_name":"T","scores":{"test":[{"main_score":0.5,"hf_subset":"en"},{"main_score":0.25,"hf_subset":"fr"}]}}"#,
    ),
    (
        "mteb_old.json",
        r#"{"mteb_dataset_name":"T","test":{"en":{"main_score":0.5},"fr":{"main_score":0.25}}}"#,
    ),
    (
        "deepeval.json",
        r#"{"testCases":[{"name":"a","metricsData":[{"name":"m","score":0.5}]},{"name":"b","metricsData":[{"name":"m","score":1}]}]}"#,
    ),
    (
        "harness.json",
        r#"{"results":{"arc":{"acc,none":0.5}},"configs":{"arc":{}}}"#,
    ),
    (
        "evals.jsonl",
        "{\"spec\":{\"eval_name\":\"t\",\"run_id\":\"r\"}}\n{\"type\":\"match\",\"sample_id\":\"1\",\"data\":{\"correct\":true}}\n{\"type\":\"match\",\"sample_id\":\"2\",\"data\":{\"correct\":false}}\n",
    ),
    (
        "per_utt",
        "u1 ref  the  cat  ***\nu1 hyp  the  cap  in\nu1 op  C  S  I\nu1 #csid 1 1 1 0\nu2 ref  a  b\nu2 hyp  a  ***\nu2 op  C  D\nu2 #csid 1 0 0 1\n",
    ),
    (
        "mt_bench.jsonl",
        "{\"question_id\":1,\"model_1\":\"x\",\"model_2\":\"y\",\"g1_winner\":\"model_1\",\"g2_winner\":\"tie\",\"turn\":1}\n{\"question_id\":2,\"model_1\":\"x\",\"model_2\":\"y\",\"g1_winner\":\"error\",\"g2_winner\":\"model_2\",\"turn\":1}\n",
    ),
    (
        "arena_hard.jsonl",
        "{\"question_id\":\"a\",\"model\":\"m\",\"judge\":\"j\",\"games\":[{\"score\":\"A>>B\"},{\"score\":\"A=B\"}]}\n{\"question_id\":\"b\",\"model\":\"m\",\"judge\":\"j\",\"games\":[{\"score\":null},{\"score\":\"B>A\"}]}\n",
    ),
    (
        "bfcl.jsonl",
        "{\"accuracy\":0.5,\"correct_count\":2,\"total_count\":4}\n{\"id\":\"simple_1\",\"valid\":false,\"error\":[\"x\"]}\n{\"id\":\"simple_3\",\"valid\":false,\"error\":[]}\n",
    ),
    (
        "hotpot.json",
        r#"{"answer":{"q1":"0.5","q2":"yes"},"sp":{"q1":[["A",0]],"q2":[]}}"#,
    ),
    (
        "hotpot_gold.json",
        r#"[{"_id":"q1","answer":"yes","supporting_facts":[["A",0]]},{"_id":"q2","answer":"no","supporting_facts":[]}]"#,
    ),
    (
        "mqm.tsv",
        "system\tdoc\tseg_id\trater\tcategory\tseverity\na\td\t1\tr\tAccuracy\tMajor\na\td\t2\tr\tFluency/Punctuation\tMinor\n",
    ),
    ("x.seg.score", "a\t0.5\na\t1\nb\tNone\n"),
    ("pairs.txt", "q1 0.5\nq2 1\nq3 0.25\n"),
    (
        "measures.txt",
        "q1\tAP\t0.5\nq2\tAP\t0.25\nall\tAP\t0.375\n",
    ),
    (
        "records.json",
        r#"[{"id":"a","x":0.5},{"id":"b","x":0.25}]"#,
    ),
    ("scores.json", "[0.5, 1, 0.25, true]"),
    ("grid.json", "[[0.5, 1], [0.25, 0]]"),
    (
        "split.json",
        r#"{"columns":["x","y"],"index":[1,2],"data":[[0.5,1],[0.25,0]]}"#,
    ),
    ("ids.json", r#"{"q1":0.5,"q2":0.25,"q3":"correct"}"#),
    ("columns.json", r#"{"x":[0.5,1],"y":[0.25,0]}"#),
    ("axes.json", r#"{"q1":{"x":0.5},"q2":{"x":0.25}}"#),
    ("sets.json", r#"{"s":{"a":0.5,"b":1},"t":{"c":0.25}}"#),
    ("lists.json", r#"{"s":[{"x":0.5}],"t":[{"x":0.25}]}"#),
    (
        "deep.json",
        r#"{"s":{"a":{"x":0.5},"b":{"x":1},"c":{"x":0}},"t":{"a":{"x":0.25}}}"#,
    ),
    (
        "wrapped.json",
        r#"{"config":{"a":1},"results":{"rows":[{"x":0.5},{"x":0.25}]}}"#,
    ),
    (
        "python.json",
        r#"[{"x": NaN, "y": 0.5}, {"x": -Infinity, "y": 1}]"#,
    ),
];
/// Runs and judgements.
const RANKINGS: [(&str, &str); 4] = [
    ("run.json", r#"{"q1":{"d1":0.5,"d2":0.25},"q2":{"d1":1}}"#),
    (
        "records.json",
        r#"[{"qid":"q1","docno":"d1","score":0.5},{"qid":"q2","docno":"d1","score":1}]"#,
    ),
    ("run.csv", "qid,docno,score\nq1,d1,0.5\nq2,d1,1\n"),
    (
        "beir.tsv",
        "query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t0\n",
    ),
];
/// What is put in somewhere.
const TOKENS: [&str; 24] = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\\",
    "null",
    "NaN",
    "-Infinity",
    "true",
    "1e999",
    "-0",
    "0.5",
    "\"a\"",
    "\u{feff}",
    "\n",
    "\t",
    "\r\n",
    "{}",
    "[]",
    "\0",
    "é",
];

/// Numbers that a seed fixes (SplitMix64: Steele, Lea and Flood 2014).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }

    /// One to four changes.
    fn mutated(&mut self, seed: &str) -> Vec<u8> {
        let mut bytes = seed.as_bytes().to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len() + 1);
            let end = (at + self.below(12)).min(bytes.len());
            match self.below(6) {
                0 if at < bytes.len() => bytes[at] = self.below(256) as u8,
                1 => drop(bytes.drain(at..end)),
                2 => {
                    let copy = bytes[at..end].to_vec();
                    let to = self.below(bytes.len() + 1);
                    drop(bytes.splice(to..to, copy));
                }
                3 => bytes.truncate(at),
                _ => {
                    let token = TOKENS[self.below(TOKENS.len())];
                    drop(bytes.splice(at..end.min(at + 1), token.bytes()));
                }
            }
        }
        bytes
    }
}

fn sets() -> usize {
    std::env::var("RESTRAP_SETS")
        .ok()
        .and_then(|sets| sets.parse().ok())
        .unwrap_or(10_000)
}

/// Scores of all columns, without a gap.
fn read(bytes: &[u8], name: &str) -> Result<Vec<f64>, crate::Error> {
    // The only number of some, beside texts and pairs of numbers.
    let column = match name {
        "per_utt" => Some("wer.0"),
        "mt_bench.jsonl" => Some("turn"),
        "arena_hard.jsonl" => Some("win_rate.1"),
        _ => None,
    };
    let request = Request {
        file: name,
        arguments: vec![column],
        ids: &[],
        long: false,
        filters: &[],
        missing: Missing::Error,
        said: crate::frame::parsed::Said {
            paired: false,
            ..crate::frame::parsed::Said::default()
        },
        globs: None,
        texts: None,
        groups: &[],
        check_ids: false,
        may_lack_ids: false,
        cut: 8.into(),
    };
    let content = content::check(bytes, name)?;
    let format = content::settle(magic::by_name(name).1, content, name)?;
    let parsed = file::parse(file::Stored::Bytes(content, format), &request)?;
    Ok(parsed
        .columns
        .into_iter()
        .flat_map(|column| column.scores)
        .collect())
}

/// The numbers that a text holds, as its readers may take them.
fn numbers(bytes: &[u8]) -> HashSet<u64> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let words = bytes
        .split(|byte| !is_part(byte))
        .filter(|word| !word.is_empty());
    let read = words.filter_map(|word| number::score(word, true).ok());
    read.chain([0.0, 1.0]).map(f64::to_bits).collect()
}

#[test]
fn mutated_documents_give_an_error_or_scores_that_stand_in_them() {
    let (mut kept, mut all) = (0, 0);
    for (name, seed) in SEEDS {
        assert!(
            read(seed.as_bytes(), name).is_ok()
                || name.starts_with("harness")
                || name.starts_with("hotpot")
                || seed.contains('N'),
            "{name}: {:?}",
            read(seed.as_bytes(), name)
        );
        let mut draws = Numbers(7);
        for set in 0..sets() {
            let bytes = draws.mutated(seed);
            let shown = || format!("{name}, {set}: {}", String::from_utf8_lossy(&bytes));
            all += 1;
            match read(&bytes, name) {
                Ok(scores) => {
                    kept += 1;
                    let known = numbers(&bytes);
                    let derived = matches!(
                        name,
                        "alpaca.json" | "mqm.tsv" | "per_utt" | "arena_hard.jsonl"
                    );
                    let stands = |score: &f64| {
                        score.is_finite() && (derived || known.contains(&score.to_bits()))
                    };
                    assert!(scores.iter().all(stands), "{scores:?}: {}", shown());
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty(), "{}", shown());
                    assert!(
                        error.hint().is_none_or(|hint| !hint.is_empty()),
                        "{}",
                        shown()
                    );
                }
            }
        }
    }
    println!("{all} files, of which {kept} are read");
    assert!(kept > all / 50 && kept < all);
}

#[test]
fn rows_of_different_lengths_are_no_table() {
    for text in [
        "[[0.5, 1], [0.25]]",
        "[[0.5], [0.25, 1]]",
        "[[0.5, 1], []]",
        "[[]]",
    ] {
        assert!(read(text.as_bytes(), "ragged.json").is_err(), "{text}");
    }
}

#[test]
fn as_many_objects_as_keys_in_each_are_asked_about() {
    let text = r#"{"a":{"q1":{"em":1},"q2":{"em":0}},"b":{"q1":{"em":1},"q2":{"em":1}}}"#;
    let error = read(text.as_bytes(), "deep.json")
        .expect_err("systems or items")
        .to_string();
    assert!(error.contains("as many outer as inner keys, 2"), "{error}");
    let more = text.replace(r#""b":{"#, r#""b":{"q3":{"em":0},"#);
    assert_eq!(
        read(more.as_bytes(), "deep.json")
            .map(|scores| scores.len())
            .ok(),
        Some(5)
    );
}

#[test]
fn mutated_rankings_give_an_error_or_lines() {
    for (name, seed) in RANKINGS {
        let mut draws = Numbers(8);
        for of in [rankings::Ranking::Run, rankings::Ranking::Judgements] {
            for _ in 0..sets() {
                let bytes = draws.mutated(seed);
                match rankings::trec_lines(&bytes, name, of) {
                    Ok(lines) => {
                        assert!(lines.is_none_or(|lines| lines.len() < 64 * (bytes.len() + 1)));
                    }
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
        }
    }
}

#[test]
fn wide_and_deep_documents_are_read_once() {
    // 70,000 fields in one record, and as many levels: the time is linear, or this test never ends.
    let fields: Vec<String> = (0..70_000)
        .map(|field| format!("\"f{field}\":{}", field % 2))
        .collect();
    let wide = format!(
        "{{\"id\":1,{}}}\n{{\"id\":2,{}}}\n",
        fields.join(","),
        fields.join(",")
    );
    assert_eq!(
        read(wide.as_bytes(), "wide.jsonl")
            .map(|scores| scores.len())
            .ok(),
        Some(140_000)
    );
    let by_key = format!("{{{}}}", fields.join(","));
    assert_eq!(
        read(by_key.as_bytes(), "keys.json")
            .map(|scores| scores.len())
            .ok(),
        Some(70_000)
    );
    let deep = format!("{}1{}", "{\"a\":".repeat(70_000), "}".repeat(70_000));
    assert!(read(deep.as_bytes(), "deep.json").is_err());
    let lists = format!("{}1{}", "[".repeat(70_000), "]".repeat(70_000));
    assert!(read(lists.as_bytes(), "lists.json").is_err());
}
