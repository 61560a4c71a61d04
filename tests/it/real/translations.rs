//! Made systems in three languages against sacrebleu 2.6.0: scores, statistics of every segment, p-values.

use std::collections::BTreeMap;

use super::{Scored, data, json, test};

/// Written by `crates/metrics/tests/it/real/make_sacrebleu.py`.
const SCORES: &str = include_str!("../../../crates/metrics/tests/it/real/sacrebleu.tsv");

/// Written by `benches/peers/sacrebleu_p_values`: p-values of 10,000 draws.
const P_VALUES: &str = include_str!("sacrebleu_p.tsv");

/// FNV-1a 64 of the statistics, one line per segment.
fn digest(rows: &[Vec<String>]) -> String {
    let bytes = rows
        .iter()
        .flat_map(|row| (row.join(" ") + "\n").into_bytes());
    let value = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |value, byte| {
        (value ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{value:016x}")
}

/// The options of the command line that a signature of sacrebleu stands for.
fn options(signature: &str) -> Vec<String> {
    let keys: BTreeMap<&str, &str> = signature
        .split('|')
        .filter_map(|part| part.split_once(':'))
        .collect();
    let is = |name, value| keys.get(name) == Some(&value);
    let mut options = Vec::new();
    let mut add = |words: &[&str]| options.extend(words.iter().map(|&word| word.to_owned()));
    if is("tok", "tercom") {
        add(&["--metric", "ter"]);
        let switches = [
            (is("norm", "yes"), "normalized"),
            (is("punct", "no"), "no-punct"),
            (is("asian", "yes"), "asian"),
            (is("case", "mixed"), "case-sensitive"),
        ];
        let given: Vec<&str> = switches
            .into_iter()
            .filter(|(given, _)| *given)
            .map(|(_, word)| word)
            .collect();
        if !given.is_empty() {
            add(&["--ter", &given.join(",")]);
        }
        return options;
    }
    if let Some(smooth) = keys.get("smooth") {
        let smooth = if smooth.starts_with("floor") {
            "floor"
        } else {
            smooth
        };
        add(&[
            "--metric",
            "bleu",
            "--tokenize",
            keys["tok"],
            "--smooth",
            smooth,
        ]);
    } else {
        add(&["--metric", if is("nw", "2") { "chrf++" } else { "chrf" }]);
        if is("space", "yes") {
            add(&["--whitespace"]);
        }
    }
    if is("case", "lc") {
        add(&["--lowercase"]);
    }
    options
}

#[test]
fn systems_score_as_sacrebleu_scores_them_to_the_last_printed_digit_and_in_every_segment() {
    // One run for all systems of a folder with the same references and signature.
    let mut runs: BTreeMap<[&str; 3], Vec<[&str; 3]>> = BTreeMap::new();
    for line in SCORES.lines() {
        let [folder, system, references, signature, score, statistics] = line
            .split('\t')
            .collect::<Vec<_>>()
            .try_into()
            .expect("six fields");
        runs.entry([folder, references, signature])
            .or_default()
            .push([system, score, statistics]);
    }
    let mut agreed = 0;
    for ([folder, references, signature], wanted) in runs {
        let language = &folder[folder.len() - 2..];
        let path = |name: &str| data(&format!("made-texts/{folder}/{name}.{language}"));
        let files: Vec<String> = references
            .chars()
            .map(|name| path(&format!("ref.{name}")))
            .collect();
        let systems: Vec<String> = wanted
            .iter()
            .map(|[system, ..]| format!("{system}={}", path(&format!("sys.{system}"))))
            .collect();
        let options = options(signature);
        let fixed: Vec<&str> = options.iter().map(String::as_str).collect();
        let given: Vec<&str> = files.iter().flat_map(|file| ["--ref", file]).collect();
        let scored = Scored::of(&systems, &[fixed, given, vec!["--digits", "2"]].concat());
        for ([system, score, statistics], got) in wanted.iter().zip(&scored.table) {
            let score: f64 = score.parse().expect("a score");
            assert_eq!(*got, format!("{score:.2}"), "{folder} {system} {signature}");
            assert_eq!(
                &digest(&scored.rows(system)),
                statistics,
                "{folder} {system} {signature}"
            );
            agreed += 1;
        }
    }
    println!(
        "golden sacrebleu through score: {agreed} of {agreed} cases agree (printed score and segments)"
    );
    assert_eq!(agreed, SCORES.lines().count());
}

#[test]
fn profiles_of_sacrebleu_give_its_p_values() {
    let (mut agreed, mut within, mut furthest) = (0, 0, 0.0_f64);
    for line in P_VALUES.lines() {
        let [folder, reference, baseline, system, metric, kind, want] = line
            .split('\t')
            .collect::<Vec<_>>()
            .try_into()
            .expect("seven fields");
        let language = &folder[folder.len() - 2..];
        let files = [
            format!("ref.{reference}"),
            format!("sys.{baseline}"),
            format!("sys.{system}"),
        ];
        let [reference, a, b] =
            files.map(|name| data(&format!("made-texts/{folder}/{name}.{language}")));
        let profile = format!("sacrebleu-{kind}");
        let options = [
            "--metric",
            metric,
            "--ref",
            &reference,
            "--profile",
            &profile,
            "--exact",
            "never",
        ];
        let name = if kind == "bs" {
            "bootstrap"
        } else {
            "permutation"
        };
        // The profiles fix sacrebleu's own numbers of resamples, so the counts of several seeds are added up.
        let (mut counted, mut drawn) = (0, 0);
        for seed in 0.. {
            let seed = format!("{seed}");
            let more = ["--interval", "none", "--seed", &seed, "--json"];
            let outcome = json(&[&["compare", &a, &b], &options[..], &more[..]].concat());
            counted += test(&outcome, name)["at_least_as_extreme"]
                .as_u64()
                .expect("a count");
            drawn += test(&outcome, name)["resamples"]
                .as_u64()
                .expect("a number");
            if drawn >= 30_000 {
                break;
            }
        }
        let got = (counted + 1) as f64 / (drawn + 1) as f64;
        let want: f64 = want.parse().expect("a p-value");
        let away = (got - want).abs();
        // Its 10,000 draws and ours leave a standard error of 0.0055 at p = 0.5, a hundredth within which not every pair can lie.
        let error = (want * (1.0 - want) * (1.0 / 10_000.0 + 1.0 / drawn as f64)).sqrt();
        assert!(away <= f64::max(0.01, 3.5 * error), "{line}: {got}");
        within += usize::from(away <= 0.01);
        furthest = furthest.max(away);
        agreed += 1;
    }
    println!(
        "golden sacrebleu's p-values: {agreed} of {agreed} cases agree ({within} within 0.01, at most {furthest:.4} apart)"
    );
    assert_eq!(agreed, P_VALUES.lines().count());
}
