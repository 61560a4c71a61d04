//! Populations of a stated mix, and sub-populations of texts with tokens off a list.

use std::fmt::Write;

use serde_json::Value;

use crate::support::Folder;

/// Items of three languages, one in five with a word that the list lacks.
fn folder() -> Folder {
    let (mut table, mut plain) = (
        "id,lang,text,base,new\n".to_owned(),
        [String::new(), String::new()],
    );
    for item in 0_u32..90 {
        let lang = ["de", "de", "de", "fr", "fr", "nl"][item as usize % 6];
        let text = if item % 5 == 0 {
            "the dog sat"
        } else {
            "the cat sat"
        };
        let base = f64::from(item * 37 % 11) / 10.0;
        let new = base + f64::from(item * 29 % 7) / 20.0 - if lang == "fr" { 0.2 } else { 0.1 };
        writeln!(table, "q{item},{lang},{text},{base:.2},{new:.2}").unwrap();
        writeln!(plain[0], "{base:.2}").unwrap();
        writeln!(plain[1], "{new:.2}").unwrap();
    }
    Folder::with(&[
        ("x.csv", &table),
        ("words.txt", "the\ncat sat\n"),
        ("base.txt", &plain[0]),
        ("new.txt", &plain[1]),
    ])
}

/// Differences of the items of each language.
fn differences(folder: &Folder) -> Vec<(String, Vec<f64>)> {
    let mut found: Vec<(String, Vec<f64>)> = Vec::new();
    for line in folder.read_text("x.csv").lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let gap = cells[4].parse::<f64>().unwrap() - cells[3].parse::<f64>().unwrap();
        match found.iter_mut().find(|(lang, _)| lang == cells[1]) {
            Some((_, gaps)) => gaps.push(gap),
            None => found.push((cells[1].to_owned(), vec![gap])),
        }
    }
    found
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn number(json: &Value, path: &str) -> f64 {
    json.pointer(path)
        .and_then(Value::as_f64)
        .unwrap_or_else(|| panic!("{path} of {json}"))
}

#[test]
fn a_mix_weighs_the_means_of_groups_and_their_errors() {
    let folder = folder();
    let json = folder
        .restrap("compare x.csv --id id --mix lang=de:0.2,fr:0.5,nl:0.3 --json")
        .json();
    let (mut difference, mut variance) = (0.0, 0.0);
    for (lang, gaps) in differences(&folder) {
        let share = match lang.as_str() {
            "de" => 0.2,
            "fr" => 0.5,
            _ => 0.3,
        };
        let (centre, n) = (mean(&gaps), gaps.len() as f64);
        difference += share * centre;
        let squares: f64 = gaps.iter().map(|gap| (gap - centre).powi(2)).sum();
        variance += share * share * squares / (n - 1.0) / n;
    }
    // The program rounds to 12 digits.
    assert!(
        (number(&json, "/comparisons/0/difference") - difference).abs() < 1e-11,
        "{json}"
    );
    assert!(
        (number(&json, "/comparisons/0/standard_error") - variance.sqrt()).abs() < 1e-9,
        "{json}"
    );
    let scores = [0, 1].map(|place| number(&json, &format!("/systems/{place}/score")));
    assert!((scores[1] - scores[0] - difference).abs() < 1e-11);
    assert_eq!(json["mix"]["groups"][1]["value"], "fr");
    assert_eq!(
        json["metric"]["signature"],
        "mean|mix:lang=de:0.2,fr:0.5,nl:0.3"
    );
    assert_eq!(
        json["comparisons"][0]["interval"]["method"],
        "swap-calibrated"
    );
    let warned = json["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str);
    let warned: Vec<&str> = warned
        .filter(|text| text.contains("the test set has another"))
        .collect();
    assert_eq!(
        warned,
        [
            "scores are for the requested mix (lang: de 20 %, fr 50 %, nl 30 %); the test set has another (de 50 %, fr 33.3 %, nl \
             16.7 %), so plain means differ"
        ]
    );
}

#[test]
fn p_of_a_mix_is_that_of_swapped_weighted_scores() {
    // Small enough to enumerate: eight items.
    let table = "g,base,new\na,0,0.4\na,0.5,0.3\na,0.1,0.9\na,0.2,0.2\nb,0.3,0.8\nb,1,0.4\nb,0,0.6\na,0.7,0.8\n";
    let folder = Folder::with(&[("x.csv", table)]);
    let p = number(
        &folder
            .restrap("compare x.csv --mix g=a:0.25,b:0.75 --json")
            .json(),
        "/comparisons/0/tests/0/pvalue",
    );
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect();
    let weighted: Vec<f64> = rows
        .iter()
        .map(|row| {
            let gap = row[2].parse::<f64>().unwrap() - row[1].parse::<f64>().unwrap();
            gap * if row[0] == "a" {
                0.25 / 5.0
            } else {
                0.75 / 3.0
            }
        })
        .collect();
    let observed: f64 = weighted.iter().sum();
    let extreme = (0_u32..1 << weighted.len()).filter(|signs| {
        let swapped = weighted
            .iter()
            .enumerate()
            .map(|(item, gap)| if signs >> item & 1 == 1 { -gap } else { *gap });
        // Sums of eight doubles round by far less.
        swapped.sum::<f64>().abs() >= observed.abs() - 1e-12
    });
    assert!((p - extreme.count() as f64 / 256.0).abs() < 1e-12, "{p}");
}

#[test]
fn the_mix_of_the_test_set_is_its_plain_mean_within_strata() {
    let table = "g,base,new\na,0,1\na,0,0\nb,1,1\nb,0,1\na,1,1\na,0,1\nb,1,0\nb,1,1\n";
    let folder = Folder::with(&[("x.csv", table)]);
    for line in [
        "--test bootstrap",
        "--test permutation",
        "--test bootstrap --exact never --resamples 2000",
    ] {
        let same = |option: &str| {
            let ran = folder.restrap(&format!(
                "compare x.csv {line} {option} --interval percentile --json"
            ));
            assert_eq!(ran.code, Some(0), "{ran}");
            let json = ran.json();
            let of = &json["comparisons"][0];
            (
                of["difference"].clone(),
                of["interval"].clone(),
                of["tests"][0]["pvalue"].clone(),
                of["standard_error"].clone(),
            )
        };
        assert_eq!(same("--mix g=a:0.5,b:0.5"), same("--stratum g"), "{line}");
    }
    let ran = folder.restrap("compare x.csv --mix g=a:0.5,b:0.5");
    assert!(
        !ran.sentences().contains("the test set has another"),
        "{ran}"
    );
}

#[test]
fn error_bars_are_of_a_mix_too() {
    let folder = folder();
    let ran = folder.restrap("ci x.csv:base x.csv:new --mix lang=de:0.2,fr:0.5,nl:0.3 --json");
    let json = ran.json();
    let compared = folder
        .restrap("compare x.csv --id id --mix lang=de:0.2,fr:0.5,nl:0.3 --json")
        .json();
    for place in [0, 1] {
        let path = format!("/systems/{place}/score");
        assert_eq!(number(&json, &path), number(&compared, &path));
        assert_eq!(
            json["systems"][place]["interval"], compared["systems"][place]["interval"],
            "{ran}"
        );
    }
    assert!(json["report"].as_str().unwrap().starts_with(
        "mean of the mix lang=de:0.2,fr:0.5,nl:0.3 with 95 % interval by percentile over items, drawn within lang"
    ), "{ran}");
    assert!(
        json["warnings"]
            .as_array()
            .unwrap()
            .iter()
            .any(|text| text.as_str().unwrap().contains("the test set has another"))
    );
}

#[test]
fn what_is_no_mix_of_these_items_is_refused_in_one_line() {
    let folder = folder();
    for (line, error) in [
        (
            "compare x.csv --mix lang=de:0.5,fr:0.4",
            "`--mix`: expected COL=equal, or COL=GROUP:SHARE,GROUP:SHARE with shares that add up to 1, found shares that add up to 0.9",
        ),
        (
            "compare x.csv --mix lang=de:1.5,fr:-0.5",
            "`--mix`: expected COL=equal, or COL=GROUP:SHARE,GROUP:SHARE with shares that add up to 1, found -0.5 of fr",
        ),
        (
            "compare x.csv --mix lang=de:0.5,fr:0.3,nl:0.1,es:0.1",
            "--mix names es, which lang does not have",
        ),
        (
            "compare x.csv --mix lang=de:0.5,fr:0.5",
            "--mix needs a share of every group, found none of nl (15 items)",
        ),
        (
            "compare x.csv --mix tongue=de:0.5,fr:0.5",
            "x.csv: --mix asks for the column `tongue`, which it does not have",
        ),
        (
            "compare x.csv --mix lang=de:0.5,fr:0.3,nl:0.2 --test wilcoxon",
            "--mix needs resamples of means, and --test wilcoxon does not weight groups",
        ),
        (
            "compare x.csv --mix lang=de:0.5,fr:0.3,nl:0.2 --noninferior abs:0.1",
            "--mix needs means of paired items, and a margin does not support weighted groups",
        ),
        (
            "compare x.csv --mix lang=de:0.5,fr:0.3,nl:0.2 --metric median",
            "--mix needs means of paired items, and --metric is computed from the whole corpus",
        ),
        (
            "ci x.csv:new --mix lang=de:0.5,fr:0.3,nl:0.2 --interval wilson",
            "--mix needs resamples within its groups, and --interval wilson resamples from one population",
        ),
        (
            "ci 3/4 --mix lang=de:0.5,fr:0.5",
            "--cluster, --repeat, --seed-col, --judge, --human, --by, --stratum and --mix need scores of items, found K/N or --scores",
        ),
    ] {
        let ran = folder.restrap(line);
        assert_eq!(ran.error(), error, "{ran}");
        assert!(matches!(ran.code, Some(1 | 2)), "{ran}");
    }
}

#[test]
fn texts_with_tokens_off_a_list_are_a_sub_population() {
    let folder = folder();
    let run = |line: &str| {
        let ran = folder.restrap(&format!(
            "compare x.csv --systems base,new --id id --unseen words.txt:text {line} --json"
        ));
        assert_eq!(ran.code, Some(0), "{ran}");
        ran.json()
    };
    let by = run("--by unseen");
    let of = |place: usize| {
        (
            &by["by"]["populations"][place]["value"],
            &by["by"]["populations"][place]["items"],
        )
    };
    assert_eq!(
        (by["by"]["column"].as_str(), of(0), of(1)),
        (
            Some("unseen"),
            (&"no".into(), &72.into()),
            (&"yes".into(), &18.into())
        )
    );
    let yes = run("--where unseen=yes");
    assert_eq!(yes["items"], 18);
    assert_eq!(
        yes["comparisons"][0]["difference"],
        by["by"]["populations"][1]["comparisons"][0]["difference"]
    );
    assert_eq!(run("--where unseen!=yes")["items"], 72);
    assert_eq!(run("--where unseen=yes --where lang=fr")["items"], 6);
    let mixed = run("--mix unseen=yes:0.5,no:0.5");
    assert_eq!(mixed["mix"]["groups"][1]["own"], 0.2);
    assert_eq!(run("--stratum unseen --test bootstrap")["strata"], "unseen");
}

#[test]
fn a_list_of_tokens_that_cannot_be_used_is_refused() {
    let folder = folder();
    folder.put("empty.txt", " \n");
    for (line, error) in [
        (
            "compare x.csv --systems base,new --unseen words.txt:text",
            "--unseen needs an option that looks at its column, and none does",
        ),
        (
            "compare x.csv --systems base,new --unseen words.txt --by unseen",
            "`--unseen`: expected a list of tokens and a column of texts, WORDS.txt:COLUMN, found `words.txt`",
        ),
        (
            "compare x.csv --systems base,new --unseen empty.txt:text --by unseen",
            "empty.txt: expected tokens that blanks separate, found none",
        ),
        (
            "compare x.csv --systems base,new --unseen none.txt:text --by unseen",
            "none.txt: cannot be read: No such file or directory (os error 2)",
        ),
        (
            "compare x.csv --systems base,new --id id --unseen words.txt:texts --where unseen=yes",
            "x.csv: --where asks for the column `texts`, which it does not have",
        ),
    ] {
        let ran = folder.restrap(line);
        assert_eq!(ran.error(), error, "{ran}");
    }
}

#[test]
fn an_equal_mix_is_the_mean_of_the_means_of_groups() {
    let folder = folder();
    let equal = folder
        .restrap("compare x.csv --id id --mix lang=equal --json")
        .json();
    let means: Vec<f64> = differences(&folder)
        .iter()
        .map(|(_, gaps)| mean(gaps))
        .collect();
    assert!(
        (number(&equal, "/comparisons/0/difference") - mean(&means)).abs() < 1e-11,
        "{equal}"
    );
    assert_eq!(equal["metric"]["signature"], "mean|mix:lang=equal");
    let alone = folder
        .restrap("ci x.csv:base --id id --mix lang=equal --json")
        .json();
    let thirds = folder.restrap("ci x.csv:base --id id --mix lang=de:0.3333333333,fr:0.3333333333,nl:0.3333333334 --json").json();
    assert!(
        (number(&alone, "/systems/0/score") - number(&thirds, "/systems/0/score")).abs() < 1e-9
    );
    // A group of which no item is left counts for nothing, and may have no share.
    let kept = folder
        .restrap("ci x.csv:base --id id --mix lang=equal --where lang!=nl --json")
        .json();
    let halves = folder
        .restrap("ci x.csv:base --id id --mix lang=de:0.5,fr:0.5 --where lang!=nl --json")
        .json();
    assert_eq!(
        number(&kept, "/systems/0/score"),
        number(&halves, "/systems/0/score")
    );
    let found = folder.restrap("compare x.csv --id id --mix lang=de:0.5,fr:0.5");
    assert!(
        found.error().contains("found none of nl (15 items)"),
        "{found}"
    );
}
