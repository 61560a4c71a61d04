//! Subsamples and strata from the command line: recipe, interval, warnings, and the same bytes at any thread count.

use crate::support::Folder;

/// Scores of two domains, as a table.
fn domains() -> Folder {
    let score = |item: usize, way: usize| (item * item * way % 17) as f64 / 16.0;
    let row = |item: usize| {
        let domain = if item.is_multiple_of(3) {
            "news"
        } else {
            "chat"
        };
        // Ahead in one domain alone.
        let new = f64::midpoint(score(item, 3), score(item, 5))
            + if domain == "news" { 0.0625 } else { 0.0 };
        format!("{item},{domain},{},{new}", score(item, 3))
    };
    let rows: Vec<String> = (0..120).map(row).collect();
    Folder::with(&[(
        "s.csv",
        &format!("id,domain,base,new\n{}\n", rows.join("\n")),
    )])
}

/// Labels where two of six classes have two items.
fn labels() -> Folder {
    let class = |item: usize| if item < 4 { 4 + item / 2 } else { item % 4 };
    let text = |wrong: usize| {
        let lines = (0..90).map(|item| {
            if item % wrong == 1 {
                (class(item) + 1) % 6
            } else {
                class(item)
            }
        });
        lines.fold(String::new(), |text, class| {
            text + "c" + &class.to_string() + "\n"
        })
    };
    Folder::with(&[
        ("g.txt", &text(1)),
        ("a.txt", &text(4)),
        ("b.txt", &text(7)),
    ])
}

#[test]
fn a_subsample_says_m_n_and_scaling() {
    let folder = domains();
    let line =
        "compare s.csv:base s.csv:new --id id --test bootstrap --subsample 0.2 --json --no-host";
    let ran = folder.restrap(line);
    assert_eq!(ran.code, Some(0), "{ran}");
    let json = ran.json();
    let test = &json["comparisons"][0]["tests"][0];
    let said = "m = 24 of n = 120 items with replacement, deviations divided by √(n/m) = 2.2361";
    assert!(
        test["recipe"].as_str().expect("a recipe").contains(said),
        "{test}"
    );
    assert!(
        json["report"]
            .as_str()
            .expect("a report line")
            .contains(said),
        "{ran}"
    );
    assert_eq!(
        json["comparisons"][0]["interval"]["method"],
        "bootstrap-centred"
    );
    let without = folder
        .restrap(&format!("{line} --without-replacement --resamples 2000"))
        .json();
    let recipe = without["comparisons"][0]["tests"][0]["recipe"].as_str();
    insta::assert_snapshot!("recipe_without_replacement", recipe.expect("a recipe"));
    assert_eq!(without["comparisons"][0]["tests"][0]["method"], "sampled");
}

#[test]
fn strata_are_read_from_a_column() {
    let folder = domains();
    let line = "compare s.csv:base s.csv:new --id id --test bootstrap,permutation --json --no-host";
    let (plain, strata) = (
        folder.restrap(line).json(),
        folder.restrap(&format!("{line} --stratum domain")).json(),
    );
    let tests = |json: &serde_json::Value| json["comparisons"][0]["tests"].clone();
    assert_ne!(tests(&plain)[0]["pvalue"], tests(&strata)[0]["pvalue"]);
    assert_eq!(tests(&plain)[1]["pvalue"], tests(&strata)[1]["pvalue"]);
    let tests = tests(&strata);
    let recipe = tests[0]["recipe"].as_str();
    insta::assert_snapshot!("recipe_of_strata", recipe.expect("a recipe"));
    let missing = folder.restrap("compare s.csv:base s.csv:new --stratum subject");
    assert_eq!(missing.code, Some(2), "{missing}");
    assert!(missing.error().contains("--stratum"), "{missing}");
}

#[test]
fn labels_take_strata_from_a_column_and_texts_from_a_file() {
    let folder = Folder::with(&[(
        "t.csv",
        "gold,a,b,domain\ny,y,y,news\nn,y,n,news\ny,n,y,web\nn,n,y,web\ny,y,n,web\nn,n,n,news\n",
    )]);
    let line = "compare t.csv:a t.csv:b --gold t.csv:gold --metric f1 --positive y --test bootstrap --stratum domain";
    let ran = folder.restrap(line);
    assert_eq!(ran.code, Some(0), "{ran}");
    assert!(ran.out.contains("|strata:domain|"), "{ran}");
    let none = folder.restrap(&line.replace("stratum domain", "stratum none"));
    assert!(
        none.error()
            .contains("--stratum asks for the column `none`"),
        "{none}"
    );
    let folder = labels();
    let ran = folder.restrap("compare a.txt b.txt --ref g.txt --metric bleu --stratum x");
    let hint = "give a file with one value per line, such as the domain of each segment";
    assert_eq!((ran.code, ran.hint()), (Some(2), Some(hint)), "{ran}");
    assert!(ran.error().contains("--stratum x is no file"), "{ran}");
    let items = folder.read_text("g.txt").lines().count();
    folder.put(
        "x",
        "news\nweb\n"
            .repeat(items)
            .lines()
            .take(items)
            .collect::<Vec<_>>()
            .join("\n")
            .as_bytes(),
    );
    let line = "compare a.txt b.txt --ref g.txt --metric bleu --test bootstrap --resamples 99";
    let ran = folder.restrap(&format!("{line} --stratum x"));
    assert!(ran.out.contains("|strata:x|"), "{ran}");
    let by = folder
        .restrap(&format!("{line} --by x --json --no-host"))
        .json();
    let values = by["by"]["populations"]
        .as_array()
        .expect("sub-populations")
        .iter()
        .map(|part| &part["value"]);
    assert_eq!(values.collect::<Vec<_>>(), ["news", "web"]);
    assert!(
        by["inputs"]
            .as_array()
            .expect("files")
            .iter()
            .any(|file| file["role"] == "groups"),
        "{by}"
    );
    folder.put("short", b"news\n");
    let short = folder.restrap(&format!("{line} --stratum short"));
    assert!(
        short
            .error()
            .contains("--stratum needs a value for each of"),
        "{short}"
    );
}

#[test]
fn resamples_that_lost_a_class_are_counted() {
    let line = "compare a.txt b.txt --gold g.txt --metric f1 --average macro --test bootstrap --resamples 2000";
    let lost = |flags: &str| -> u64 {
        let ran = labels().restrap(&format!("{line} {flags}"));
        assert_eq!(ran.code, Some(0), "{ran}");
        let told = ran.err.replace('\n', " ").replace("         ", "");
        let (before, _) = told
            .split_once(" of 2000 bootstrap resamples lack a class")
            .expect("a warning");
        before
            .rsplit(' ')
            .next()
            .and_then(|count| count.parse().ok())
            .expect("a count")
    };
    let (all, fifth) = (lost(""), lost("--subsample 0.2"));
    // Each of two classes of 2 in 90 items is missed by 90 draws in 0.13, by 18 in 0.67.
    assert!(
        (400..650).contains(&all) && (1_600..1_900).contains(&fifth),
        "{all} {fifth}"
    );
}

#[test]
fn threads_never_change_a_byte_of_a_design() {
    let (scores, outputs) = (domains(), labels());
    let of_scores =
        "compare s.csv:base s.csv:new --id id --exact never --test bootstrap,bootstrap-percentile";
    let of_outputs =
        "compare a.txt b.txt --gold g.txt --metric f1 --average macro --test bootstrap";
    for (folder, line, flags) in [
        (&scores, of_scores, "--subsample 30"),
        (&scores, of_scores, "--subsample 30 --without-replacement"),
        (&scores, of_scores, "--stratum domain"),
        (&outputs, of_outputs, "--subsample 0.5"),
        (
            &outputs,
            of_outputs,
            "--subsample 0.5 --without-replacement",
        ),
    ] {
        let run = |varied: &str| {
            let ran = folder.restrap(&format!(
                "{line} {flags} --resamples 1000 --json --no-host {varied}"
            ));
            assert_eq!(ran.code, Some(0), "{ran}");
            ran.out
        };
        let first = run("--threads 1");
        assert_eq!(first, run("--threads 3 --shard-size 7"), "{flags}");
        assert_ne!(first, run("--seed 1"), "{flags}: another seed shows");
    }
}
