//! Rows with counts are their items: the same JSON as one row per item gives, whatever the aggregation; hostile counts are refused.

use std::collections::BTreeMap;
use std::fmt::Write;

use restrap_testing::{Numbers, effort};
use serde_json::Value;

use crate::support::{Folder, Ran};

const ITEMS: usize = 400;
/// Columns of the made items, in the order of [`item`].
const COLUMNS: [&str; 17] = [
    "a", "b", "c", "u", "v", "lang", "doc", "gold", "l", "m", "num", "den", "y", "pr", "pr2",
    "set", "z",
];

/// Commands on the columns that they need; `F` is the file, `sampled` may differ by what chance does.
const COMMANDS: &[(&str, &str, bool)] = &[
    ("a b", "compare F:a F:b", false),
    ("a b", "compare F:a F:b --test mcnemar", false),
    (
        "a b",
        "compare F:a F:b --test mcnemar --mcnemar mid-p",
        false,
    ),
    ("a b", "compare F:a F:b --test t", false),
    ("a b", "compare F:a F:b --test sign", false),
    ("a b", "compare F:a F:b --test bootstrap", false),
    (
        "a b",
        "compare F:a F:b --test bootstrap --interval bca",
        false,
    ),
    ("a b", "compare F:a F:b --interval tango", false),
    ("a b", "compare F:a F:b --interval newcombe", false),
    ("a b", "compare F:a F:b --noninferior 3pt", false),
    ("a b", "compare F:a F:b --equivalent 10pt", false),
    ("a b", "compare F:a F:b --superior 1pt", false),
    ("a b", "compare F:a F:b --bayesian", false),
    (
        "a b",
        "compare F:a F:b --test all --primary permutation",
        false,
    ),
    ("a b", "compare F:a F:b --exact never", true),
    ("u v", "compare F:u F:v", false),
    ("u v", "compare F:u F:v --test wilcoxon", false),
    (
        "u v",
        "compare F:u F:v --test t --alternative greater",
        false,
    ),
    ("u v", "compare F:u F:v --test bootstrap", false),
    ("u v", "compare F:u F:v --test sign", false),
    ("u v", "compare F:u F:v --interval percentile", false),
    ("u v", "compare F:u F:v --interval bca", false),
    ("u v", "compare F:u F:v --noninferior abs:0.05", false),
    ("u v", "compare F:u F:v --superior 5%", true),
    ("u v", "compare F:u F:v --interval studentized", true),
    ("u v", "compare F:u F:v --exact never", true),
    (
        "u v",
        "compare F:u F:v --test bootstrap --exact never --interval basic",
        true,
    ),
    ("pr pr2", "compare F:pr F:pr2 --metric median", true),
    ("a b lang", "compare F:a F:b --by lang", false),
    ("u v lang", "compare F:u F:v --by lang", false),
    ("a b lang", "compare F:a F:b --stratum lang", false),
    ("u v lang", "compare F:u F:v --mix lang=equal", true),
    ("a b doc", "compare F:a F:b --cluster doc", false),
    ("u v doc", "compare F:u F:v --cluster doc", false),
    (
        "u v doc",
        "compare F:u F:v --cluster doc --cluster-weight equal",
        false,
    ),
    (
        "u v doc",
        "compare F:u F:v --cluster doc --noninferior abs:0.1",
        false,
    ),
    ("u v doc lang", "compare F:u F:v --cluster doc,lang", false),
    ("a b c", "compare F:a F:b F:c", false),
    ("u v c", "compare F:u F:v F:c --adjust bh", false),
    ("a", "compare F:a --against 0.5", false),
    ("u doc", "compare F:u --against 0.5 --cluster doc", false),
    (
        "gold l m",
        "compare F:l F:m --gold F:gold --metric accuracy",
        false,
    ),
    (
        "gold l m",
        "compare F:l F:m --gold F:gold --metric f1 --average micro",
        false,
    ),
    (
        "gold l m",
        "compare F:l F:m --gold F:gold --metric f1 --average macro",
        true,
    ),
    (
        "gold l m",
        "compare F:l F:m --gold F:gold --metric mcc",
        true,
    ),
    (
        "gold l m",
        "compare F:l F:m --gold F:gold --metric kappa",
        true,
    ),
    (
        "gold l m doc",
        "compare F:l F:m --gold F:gold --metric kappa --cluster doc",
        true,
    ),
    (
        "gold l m lang",
        "compare F:l F:m --gold F:gold --metric mcc --by lang",
        true,
    ),
    (
        "gold l m",
        "compare F:l F:m --gold F:gold --metric balanced-accuracy --noninferior 3pt",
        true,
    ),
    (
        "gold l m",
        "compare F:l F:m --gold F:gold --metric mcc --interval bca",
        true,
    ),
    (
        "y pr pr2",
        "compare F:pr F:pr2 --gold F:y --metric brier",
        false,
    ),
    (
        "y pr pr2",
        "compare F:pr F:pr2 --gold F:y --metric rmse",
        true,
    ),
    (
        "y pr pr2",
        "compare F:pr F:pr2 --gold F:y --metric roc-auc",
        false,
    ),
    (
        "y pr pr2",
        "compare F:pr F:pr2 --gold F:y --metric ece",
        true,
    ),
    ("u v", "compare F:u F:v --unpaired", false),
    ("a b", "compare F:a F:b --unpaired", false),
    (
        "u v",
        "compare F:u F:v --unpaired --test mann-whitney",
        false,
    ),
    ("a b", "compare F:a F:b --unpaired --noninferior 5pt", false),
    ("a", "ci F:a", false),
    ("u", "ci F:u", false),
    ("u", "ci F:u --interval bca", false),
    ("u", "ci F:u --range 0,1", false),
    ("u doc", "ci F:u --cluster doc", false),
    ("a lang", "ci F:a --by lang", false),
    (
        "gold l",
        "ci F:l --gold F:gold --metric f1 --average macro",
        false,
    ),
    ("num den", "ci F --metric ratio:num/den", false),
    ("a b c", "rank F:a F:b F:c", true),
    ("u v z", "rank F:u F:v F:z", true),
    ("u v set", "rank F:u F:v --dataset set", true),
    ("u v set", "replicate F:u F:v --dataset set", false),
    ("a b set", "replicate F:a F:b --dataset set", false),
    (
        "u v",
        "power plan F:u F:v --gain 0.05 --simulations 0",
        false,
    ),
    (
        "a b",
        "power plan F:a F:b --gain 0.05 --simulations 0",
        false,
    ),
    (
        "gold l m",
        "score F:l F:m --gold F:gold --metric mcc",
        false,
    ),
    ("u v", "inspect F:u F:v", false),
];

/// One made item, a value for each of [`COLUMNS`].
fn item(numbers: &mut Numbers) -> Vec<String> {
    let mut pick = |of: &[&str]| of[(numbers.share() * of.len() as f64) as usize].to_owned();
    let (a, u) = (pick(&["0", "1", "1"]), pick(&["0", "0.25", "0.5", "0.75"]));
    let b = if pick(&["0", "0", "1"]) == "1" {
        pick(&["0", "1"])
    } else {
        a.clone()
    };
    let v = if pick(&["0", "1"]) == "1" {
        pick(&["0.25", "0.5", "0.75", "1"])
    } else {
        u.clone()
    };
    let gold = pick(&["p", "q", "r"]);
    let mut label = |()| {
        if pick(&["0", "1", "1"]) == "1" {
            gold.clone()
        } else {
            pick(&["p", "q", "r"])
        }
    };
    let (l, m) = (label(()), label(()));
    vec![
        a,
        b,
        pick(&["0", "1"]),
        u,
        v,
        pick(&["de", "en", "fr"]),
        pick(&[
            "d01", "d02", "d03", "d04", "d05", "d06", "d07", "d08", "d09", "d10", "d11", "d12",
        ]),
        gold,
        l,
        m,
        pick(&["1", "2", "3"]),
        pick(&["3", "4", "5"]),
        pick(&["0", "1"]),
        pick(&["0.1", "0.3", "0.5", "0.7"]),
        pick(&["0.2", "0.4", "0.6", "0.8"]),
        pick(&["s1", "s2"]),
        pick(&["0", "0.5", "1"]),
    ]
}

/// The items, each with the columns that are needed, in the order of their values.
fn items(columns: &[&str]) -> Vec<Vec<String>> {
    let mut numbers = Numbers(20);
    let places: Vec<usize> = columns
        .iter()
        .map(|name| {
            COLUMNS
                .iter()
                .position(|known| known == name)
                .expect("a column")
        })
        .collect();
    let mut rows: Vec<Vec<String>> = (0..ITEMS)
        .map(|_| {
            let row = item(&mut numbers);
            places.iter().map(|place| row[*place].clone()).collect()
        })
        .collect();
    rows.sort();
    rows
}

fn table(columns: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut text = columns.join(",") + "\n";
    for row in rows {
        writeln!(text, "{}", row.join(",")).expect("text");
    }
    text
}

/// The items as rows with counts, in another order and with other partial sums for each number.
fn aggregated(rows: &[Vec<String>], number: u64) -> Vec<Vec<String>> {
    let mut counts: BTreeMap<&[String], u64> = BTreeMap::new();
    for row in rows {
        *counts.entry(row).or_default() += 1;
    }
    let mut numbers = Numbers(number + 1);
    let mut parts: Vec<(f64, Vec<String>)> = Vec::new();
    for (row, count) in counts {
        let mut left = count;
        while left > 0 {
            // The first aggregation is whole, the others come in parts; some rows stand twice.
            let part = if number == 0 {
                left
            } else {
                1 + (numbers.share() * left as f64) as u64
            };
            let part = part.min(left);
            left -= part;
            let mut row = row.to_vec();
            row.push(part.to_string());
            parts.push((numbers.share(), row));
        }
        if number % 3 == 2 {
            let mut nothing = row.to_vec();
            nothing.push("0".to_owned());
            parts.push((numbers.share(), nothing));
        }
    }
    parts.sort_by(|one, other| one.0.total_cmp(&other.0));
    parts.into_iter().map(|(_, row)| row).collect()
}

/// What two answers differ by, without what they read and what they took.
fn differences(path: &str, one: &Value, other: &Value, found: &mut Vec<(String, Value, Value)>) {
    const OF_FILES: [&str; 6] = [
        "inputs",
        "flips",
        "command",
        "python",
        "route",
        "distinct_rows",
    ];
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let names = one
                .keys()
                .chain(other.keys().filter(|name| !one.contains_key(*name)));
            for name in names.filter(|name| !OF_FILES.contains(&&name[..])) {
                let null = Value::Null;
                let [one, other] = [one, other].map(|of| of.get(name).unwrap_or(&null));
                differences(&format!("{path}/{name}"), one, other, found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (at, (one, other)) in one.iter().zip(other).enumerate() {
                differences(&format!("{path}/{at}"), one, other, found);
            }
        }
        _ if one == other => {}
        _ => found.push((path.to_owned(), one.clone(), other.clone())),
    }
}

/// A number that chance moves: p-values by four standard errors of their draws, ends of intervals by a fiftieth of a score.
fn is_chance(one: &Value, other: &Value) -> bool {
    let (Some(one), Some(other)) = (one.as_f64(), other.as_f64()) else {
        return one.is_string() && other.is_string();
    };
    let share = one.abs().max(other.abs());
    (one - other).abs() <= 0.02 * share.max(0.3)
}

fn run(folder: &Folder, line: &str) -> Ran {
    let ran = folder.restrap(line);
    assert_eq!(ran.code, Some(0), "{ran}");
    ran
}

/// The JSON without the X-ray of the files, which are others.
fn of_scores(mut json: Value) -> Value {
    if let Some(fields) = json.as_object_mut() {
        fields.remove("files");
    }
    json
}

#[test]
fn rows_with_counts_give_the_answer_of_their_items() {
    let aggregations = effort(1, 7);
    let mut exact = 0;
    for (columns, command, is_sampled) in COMMANDS {
        let columns: Vec<&str> = columns.split(' ').collect();
        let rows = items(&columns);
        let [of_items, of_counts] = ["items", "counts"].map(|_| Folder::new());
        of_items.put("f.csv", table(&columns, rows.iter().cloned()));
        let host = ["compare", "rank", "replicate"]
            .iter()
            .any(|name| command.starts_with(name));
        let line = command.replace("F:", "f.csv:").replace(" F ", " f.csv ")
            + if host { " --json --no-host" } else { " --json" };
        let expected = of_scores(run(&of_items, &line).json());
        let mut first: Option<Value> = None;
        for number in 0..aggregations {
            let counted = aggregated(&rows, number);
            let with_counts = [&columns[..], &["times"]].concat();
            of_counts.put("f.csv", table(&with_counts, counted));
            let got = of_scores(run(&of_counts, &format!("{line} --count times")).json());
            let mut found = Vec::new();
            differences("", &expected, &got, &mut found);
            found.retain(|(_, one, other)| !(*is_sampled && is_chance(one, other)));
            assert!(
                found.is_empty(),
                "{command}, aggregation {number}: {found:?}"
            );
            // Whatever the aggregation, the same bytes.
            let mut apart = Vec::new();
            differences(
                "",
                first.get_or_insert_with(|| got.clone()),
                &got,
                &mut apart,
            );
            assert!(
                apart.is_empty(),
                "{command}, aggregation {number}: {apart:?}"
            );
        }
        exact += usize::from(!is_sampled);
    }
    assert!(
        exact >= 45 && COMMANDS.len() >= 60,
        "{exact} of {}",
        COMMANDS.len()
    );
}

#[test]
fn ten_billion_items_in_a_table_have_the_p_of_fifty_digits() {
    let folder = Folder::new();
    let table = "compare --table 4000000000,1000000000,1000100000,3999900000 --json --no-host";
    let found = run(&folder, table).json();
    let close = |found: &Value, expected: f64| {
        let found = found.as_f64().expect("a number");
        assert!((found / expected - 1.0).abs() < 1e-11, "{found} {expected}");
    };
    // McNemar's exact p by 50 digits.
    close(
        &found["comparisons"][0]["tests"][0]["pvalue"],
        0.025_352_444_671_585_545,
    );
    assert_eq!(found["comparisons"][0]["interval"]["method"], "tango");
    folder.put(
        "four.csv",
        "base,new,k\n1,1,4000000000\n1,0,1000000000\n0,1,1000100000\n0,0,3999900000\n",
    );
    let counted = run(
        &folder,
        "compare four.csv:base four.csv:new --count k --json --no-host",
    )
    .json();
    let mut apart = Vec::new();
    differences(
        "",
        &found["comparisons"][0]["tests"],
        &counted["comparisons"][0]["tests"],
        &mut apart,
    );
    differences(
        "",
        &found["comparisons"][0]["interval"],
        &counted["comparisons"][0]["interval"],
        &mut apart,
    );
    assert!(apart.is_empty(), "{apart:?}");
    for (interval, low, high) in [
        ("wilson", 0.399_990_398_215_063_7, 0.400_009_601_861_765_5),
        (
            "clopper-pearson",
            0.399_990_398_155_591_7,
            0.400_009_601_902_294_8,
        ),
    ] {
        let line = format!("ci 4000000000/10000000000 --interval {interval} --json");
        let found = run(&folder, &line).json()["systems"][0]["interval"].clone();
        close(&found["low"], low);
        close(&found["high"], high);
    }
}

#[test]
fn what_no_count_can_be_is_refused() {
    let folder = Folder::new();
    let mut numbers = Numbers(5);
    let bad = [
        "-1",
        "0.5",
        "9007199254740993",
        "1e300",
        "x",
        "",
        "NaN",
        "inf",
        "-0.5",
        "1,5",
        "0x3",
        "1 2",
        "∞",
        "+3",
        "1e",
        ".",
    ];
    let (mut refused, mut taken) = (0, 0);
    for number in 0..effort(60, 5_000) {
        let mut pick = |most: usize| (numbers.share() * most as f64) as usize;
        let mut text = "base\tnew\tlang\ttimes\n".to_owned();
        let rows = 1 + pick(5);
        let wrong = pick(rows);
        let kind = pick(6);
        for row in 0..rows {
            let count = match kind {
                0 if row == wrong => bad[pick(bad.len())].to_owned(),
                1 => "0".to_owned(),
                2 => "9007199254740992".to_owned(),
                _ => pick(4).to_string(),
            };
            writeln!(text, "{}\t{}\tl{}\t{count}", pick(2), pick(2), pick(2)).expect("text");
        }
        folder.put("h.tsv", &text);
        let options = [
            "",
            "--by lang",
            "--cluster lang",
            "--test t",
            "--missing drop",
            "--exact never --resamples 99",
        ];
        let line = format!(
            "compare h.tsv:base h.tsv:new --count times {}",
            options[number as usize % 6]
        );
        // A fault or a signal fails in `run` itself.
        let ran = folder.restrap(&line);
        match ran.code {
            Some(0) => taken += 1,
            Some(1 | 2) => {
                refused += 1;
                let is_of_counts = ran.error().contains("count") || ran.error().contains("occur");
                let is_of_items = ["item", "cluster", "spread", "left"]
                    .iter()
                    .any(|word| ran.err.contains(word));
                assert!(is_of_counts || is_of_items, "{text}{ran}");
            }
            code => panic!("{code:?}: {ran}"),
        }
        assert!(kind != 0 && kind != 1 || ran.code != Some(0), "{text}{ran}");
    }
    assert!(
        refused > 10 && taken > 10,
        "{refused} refused, {taken} taken"
    );
}

#[test]
fn ids_and_lists_of_items_have_no_counts() {
    let folder = Folder::new();
    folder.put("t.csv", "id,a,b,times\np,1,0,3\nq,0,1,2\nr,1,1,9\n");
    folder.put("once.csv", "id,a,b,times\np,1,0,1\nq,0,1,1\nr,1,1,1\n");
    for (line, word) in [
        (
            "compare t.csv:a t.csv:b --count times --id id",
            "name single items",
        ),
        ("compare t.csv:a t.csv:b --count times", "name single items"),
        ("compare t.csv:a t.csv:b --count nothing", "no column"),
        ("compare t.csv:a t.csv:b --count b --repeat a", "--repeat"),
        (
            "compare t.csv:a t.csv:b --count times --over seeds",
            "--over",
        ),
        (
            "compare t.csv:a t.csv:b --count times --bounded 0,1 --noninferior 1pt",
            "--bounded",
        ),
    ] {
        let ran = folder.restrap(line);
        assert_eq!(ran.code, Some(2), "{ran}");
        assert!(
            ran.err.contains(word) || word == "no column" && ran.err.contains("nothing"),
            "{ran}"
        );
    }
    let ran = folder.restrap("compare once.csv:a once.csv:b --count times --id id");
    assert_eq!(ran.code, Some(0), "ids beside single items: {ran}");
    folder.put("plain.csv", "a,b,times\n1,0,3\n0,1,2\n1,1,9\n");
    let ran = folder.restrap("compare plain.csv:a plain.csv:b --count times --per-item items.csv");
    assert_eq!(ran.code, Some(2), "{ran}");
    assert!(ran.err.contains("rows that stand for several"), "{ran}");
    let ran = folder.restrap(
        "compare plain.csv:a plain.csv:b --count times --noninferior 1pt --json --no-host",
    );
    assert!(
        ran.json()["comparisons"][0]["margin"]["flips"].is_null(),
        "{ran}"
    );
}

#[test]
fn a_column_called_a_count_is_no_system() {
    let folder = Folder::new();
    for name in [
        "count",
        "counts",
        "n",
        "N",
        "len",
        "freq",
        "frequency",
        "weight",
        "count(*)",
        "count_star()",
        "count(1)",
        "f0_",
    ] {
        folder.put(
            "t.csv",
            format!("base,new,{name}\n1,0,3\n0,1,2\n1,1,9\n0,0,4\n"),
        );
        let ran = folder.restrap("compare t.csv");
        assert_eq!(ran.code, Some(2), "{ran}");
        let hint = ran.hint().expect("a hint");
        assert!(
            hint.starts_with("`--count")
                && hint.contains("t.csv:base t.csv:new")
                && hint.contains(&format!("t.csv:{name}")),
            "{ran}"
        );
        let followed = folder.restrap(&format!("compare t.csv --count '{name}'"));
        assert_eq!(followed.code, Some(0), "{followed}");
        assert!(followed.out.contains("18 items"), "{followed}");
        let scores = folder.restrap(&format!("compare t.csv:base 't.csv:{name}'"));
        assert_eq!(scores.code, Some(0), "{scores}");
        assert!(scores.out.contains("4 items"), "{scores}");
    }
}

#[test]
fn a_zero_has_no_sign_and_a_missing_score_no_count() {
    let folder = Folder::new();
    folder.put(
        "signs.csv",
        "a,b,n\n0,-0.0,5\n0.0,0,6\n-0.0,0.5,7\n0,0.5,2\n0.5,0,4\n1,0.25,9\n",
    );
    folder.put("merged.csv", "a,b,n\n0,0,11\n0,0.5,9\n0.5,0,4\n1,0.25,9\n");
    folder.put(
        "missing.csv",
        "a,b,n\n0,NaN,5\n0,0,11\n0,0.5,9\n0.5,0,4\n,1,70\n1,0.25,9\n",
    );
    let line = |name: &str, more: &str| {
        format!(
            "compare {name}.csv:a {name}.csv:b --count n --exact never --test bootstrap --resamples 2000 --json --no-host{more}"
        )
    };
    let merged = run(&folder, &line("merged", "")).json();
    for (name, more) in [("signs", ""), ("missing", " --missing drop")] {
        let got = run(&folder, &line(name, more)).json();
        let mut apart = Vec::new();
        differences(
            "",
            &merged["comparisons"][0]["tests"],
            &got["comparisons"][0]["tests"],
            &mut apart,
        );
        differences(
            "",
            &merged["comparisons"][0]["interval"],
            &got["comparisons"][0]["interval"],
            &mut apart,
        );
        assert!(apart.is_empty(), "{name}: {apart:?}");
    }
    let ran = folder.restrap(&line("missing", ""));
    assert!(ran.error().contains("missing.csv:2:3"), "{ran}");
}

#[test]
fn draws_of_counts_are_shared_out_and_continued() {
    let folder = Folder::new();
    folder.put(
        "f.csv",
        "a,b,n\n0,0.5,4000000\n0.5,0,3990000\n1,0.25,9000000\n0,0.75,9000100\n",
    );
    let line = "compare f.csv:a f.csv:b --count n --exact never --resamples 3000 --json --no-host";
    let whole = run(&folder, line).out;
    for resamples in ["1000", "3000"] {
        let shorter = line.replace("3000", resamples);
        let kept = run(&folder, &format!("{shorter} --checkpoint draws")).out;
        assert!(resamples != "3000" || kept == whole, "{kept}");
    }
    run(&folder, &format!("{line} --job j.json"));
    for part in 1..=3 {
        run(
            &folder,
            &format!("run j.json --part {part}/3 --out {part}.part"),
        );
    }
    assert_eq!(run(&folder, "merge 3.part 1.part 2.part").out, whole);
    let ran = folder.restrap("compare f.csv:a f.csv:b --count n --job exact.json");
    assert_eq!(ran.code, Some(2), "{ran}");
    assert!(
        ran.error()
            .contains("every result of this command is exact"),
        "{ran}"
    );
    assert!(
        ran.hint()
            .is_some_and(|hint| hint.contains("docs/scale.md")),
        "{ran}"
    );
    assert!(!folder.path().join("exact.json").exists());
}

#[test]
fn beyond_a_million_changes_the_default_interval_is_named_and_near_the_exact_one() {
    let folder = Folder::new();
    let table = "compare --table 3000000,500000,501000,1000000 --json --no-host";
    let default = run(&folder, table).json()["comparisons"][0]["interval"].clone();
    let exact = run(&folder, &format!("{table} --interval unconditional")).json()["comparisons"][0]
        ["interval"]
        .clone();
    assert_eq!(
        (&default["method"], &exact["method"]),
        (&"tango".into(), &"unconditional".into())
    );
    for end in ["low", "high"] {
        let [default, exact] =
            [&default, &exact].map(|interval| interval[end].as_f64().expect("a number"));
        assert!((default / exact - 1.0).abs() < 5e-5, "{default} {exact}");
    }
}

#[test]
fn resamples_of_more_items_than_tables_hold_are_refused() {
    let folder = Folder::new();
    folder.put("f.csv", "a,b,n\n0,1,900000000000000\n1,0,900000000000001\n");
    let exact = run(
        &folder,
        "compare f.csv:a f.csv:b --count n --json --no-host",
    )
    .json();
    assert_eq!(exact["items"], 1_800_000_000_000_001_u64);
    for line in ["--exact never", "--exact never --test bootstrap"] {
        let ran = folder.restrap(&format!(
            "compare f.csv:a f.csv:b --count n {line} --resamples 99"
        ));
        assert_eq!(ran.code, Some(2), "{ran}");
        assert!(
            ran.error().contains("1,000,000,000,000 items at most"),
            "{ran}"
        );
    }
}
