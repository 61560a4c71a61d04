//! `--repeat` and `--seed-col`: several rows of one item, and what they refuse.

use serde_json::{Value, json};

use crate::support::Folder;

/// Scores of 24 items: three training runs of each of two systems, and four answers of each run.
fn table(seeds: usize, repeats: usize) -> String {
    let mut rows = vec!["model,item,doc,seed,epoch,score".to_owned()];
    for (model, name) in ["base", "new"].into_iter().enumerate() {
        for seed in 0..seeds {
            for item in 0..24 {
                for epoch in 0..repeats {
                    let score = (item * 7 + seed * 3 * (model + 1) + epoch * 5 + 2 * model) % 11;
                    rows.push(format!(
                        "{name},i{item},d{},s{seed},e{epoch},{}",
                        item / 4,
                        usize::from(score + 3 * model > 5)
                    ));
                }
            }
        }
    }
    rows.join("\n") + "\n"
}

fn run(folder: &Folder, options: &str) -> Value {
    let line =
        "compare t.csv:base t.csv:new --long system=model,item=item,score=score --json --no-host";
    folder.restrap(&format!("{line} {options}")).json()
}

fn first(json: &Value) -> &Value {
    &json["comparisons"][0]
}

#[test]
fn answers_are_reduced_to_one_value_per_item() {
    let folder = Folder::with(&[("t.csv", &table(1, 4))]);
    let json = run(&folder, "--repeat epoch");
    assert_eq!(
        (&json["items"], &json["unit"]),
        (&json!(24), &json!("item"))
    );
    // By hand: the mean of each item, as a plain table.
    let mean = |model: usize, item: usize| {
        let of =
            |epoch: usize| usize::from((item * 7 + epoch * 5 + 2 * model) % 11 + 3 * model > 5);
        (0..4).map(of).sum::<usize>() as f64 / 4.0
    };
    let rows: Vec<String> = (0..24)
        .map(|item| format!("{},{}\n", mean(0, item), mean(1, item)))
        .collect();
    let by_hand = Folder::with(&[("t.csv", &format!("base,new\n{}", rows.concat()))]);
    let plain = by_hand.restrap("compare t.csv --json --no-host").json();
    for field in ["tests", "interval", "difference", "effect"] {
        assert_eq!(first(&json)[field], first(&plain)[field], "{field}");
    }
    let answers = &first(&json)["answers"];
    let error = first(&json)["standard_error"].as_f64().unwrap();
    let half = answers["error_with_twice_the_items"].as_f64().unwrap();
    assert!((half - error / 2.0_f64.sqrt()).abs() < 1e-9, "{answers}");
    let more = answers["error_with_twice_the_answers"].as_f64().unwrap();
    assert!(half <= more && more <= error, "{answers}");
    // Negative control: as rows of their own they are four times as many items.
    let pooled =
        folder.restrap("compare t.csv:base t.csv:new --long system=model,item=item,score=score");
    assert!(
        pooled.err.contains("--repeat 'epoch'") && !pooled.err.contains("--id item,epoch"),
        "{pooled}"
    );
}

#[test]
fn reducers_are_what_their_names_say() {
    let folder = Folder::with(&[("t.csv", &table(1, 4))]);
    let score = |how: &str| {
        run(&folder, &format!("--repeat epoch --reduce {how}"))["systems"][0]["score"]
            .as_f64()
            .unwrap()
    };
    let (mean, best, worst) = (score("mean"), score("best"), score("worst"));
    assert!(worst < mean && mean < best);
    assert_eq!(
        (score("pass@1"), score("pass@4"), score("pass^4")),
        (mean, best, worst)
    );
    assert_eq!(
        (score("max"), score("pass_at_4")),
        (best, best),
        "names of Inspect"
    );
    assert!(mean < score("pass@2") && score("pass@2") < best && worst < score("pass^2"));
    let half = score("majority");
    assert!(worst <= half && half <= best);
    let lone = folder
        .restrap(
            "ci t.csv:score --id item --where model=base --repeat epoch --reduce pass^2 --json",
        )
        .json();
    assert_eq!(
        lone["systems"][0]["score"].as_f64().unwrap(),
        score("pass^2")
    );
}

#[test]
fn training_runs_make_the_answer_about_recipes() {
    let folder = Folder::with(&[("t.csv", &table(3, 1))]);
    let json = run(&folder, "--seed-col seed");
    let tests = first(&json)["tests"].as_array().unwrap();
    let names: Vec<&str> = tests
        .iter()
        .map(|test| test["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["t", "permutation"]);
    assert!(
        tests[0]["recipe"]
            .as_str()
            .unwrap()
            .contains("t test over items and training runs")
    );
    let runs = &first(&json)["runs"];
    assert_eq!((&runs["baseline"], &runs["system"]), (&json!(3), &json!(3)));
    let (all, items) = (
        first(&json)["standard_error"].as_f64(),
        runs["checkpoints_error"].as_f64(),
    );
    assert!(all.unwrap() >= items.unwrap());
    assert_eq!(first(&json)["interval"]["method"], "recipe-t");
    assert_eq!(json["systems"][0]["interval"]["method"], "recipe-t");
    let ran = folder.restrap(
        "compare t.csv:base t.csv:new --long system=model,item=item,score=score --seed-col seed",
    );
    assert!(
        ran.sentences()
            .contains("t test over items and training runs, p = "),
        "{ran}"
    );
    assert!(
        ran.out.contains("this recipe") && ran.out.contains("these checkpoints"),
        "{ran}"
    );
    assert!(
        !ran.sentences()
            .contains("other training runs were not sampled"),
        "{ran}"
    );
    // With clusters and answers as well.
    let folder = Folder::with(&[("t.csv", &table(3, 2))]);
    let all = run(
        &folder,
        "--seed-col seed --repeat epoch --cluster doc --noninferior abs:0.5",
    );
    assert_eq!((&all["clusters"], &all["items"]), (&json!(6), &json!(24)));
    assert_eq!(first(&all)["runs"]["system"], 3);
}

#[test]
fn designs_that_are_none_are_refused_in_the_words_of_the_file() {
    let whole = table(3, 2);
    let lines: Vec<&str> = whole.lines().collect();
    let without = |what: &str| {
        lines
            .iter()
            .filter(|line| !line.contains(what))
            .copied()
            .collect::<Vec<_>>()
            .join("\n")
    };
    let split = whole.replacen("i0,d0,s0,e1", "i0,d9,s0,e1", 1);
    let folder = Folder::with(&[
        ("t.csv", &whole),
        ("hole.csv", &without("new,i3,d0,s2")),
        ("lost.csv", &without("new,i3,")),
        ("one.csv", &table(1, 2)),
        ("uneven.csv", &without("base,i5,d1,s0,e1")),
        ("split.csv", &split),
        ("bare.csv", "item,epoch,x\na,1,0.5\n"),
    ]);
    for (file, options, words) in [
        (
            "t.csv",
            "--repeat epoch",
            "item i0 has two rows with the same epoch",
        ),
        (
            "t.csv",
            "--seed-col seed",
            "item i0 has two rows with the same seed",
        ),
        (
            "hole.csv",
            "--seed-col seed --repeat epoch",
            "run s2 has no answer to item i3",
        ),
        (
            "lost.csv",
            "--seed-col seed --repeat epoch",
            "found item i3 in base alone",
        ),
        (
            "one.csv",
            "--seed-col seed --repeat epoch",
            "expected at least 2 training runs, found 1",
        ),
        (
            "uneven.csv",
            "--seed-col seed --repeat epoch --reduce best",
            "best",
        ),
        (
            "t.csv",
            "--seed-col seed --repeat epoch --reduce pass@3",
            "found 2; item i0 has 2 answers",
        ),
        (
            "split.csv",
            "--seed-col seed --repeat epoch --cluster doc",
            "item i0 is in two clusters of doc",
        ),
        (
            "t.csv",
            "--seed-col nope --repeat epoch",
            "--seed-col asks for the column `nope`",
        ),
        (
            "t.csv",
            "--seed-col seed --repeat epoch --test sign --cluster doc",
            "--test sign treats items as independent",
        ),
        (
            "t.csv",
            "--repeat epoch --reduce half",
            "expected mean, best, worst, majority, first, last, pass@K or pass^K",
        ),
        ("t.csv", "--reduce best", "--repeat"),
    ] {
        let line = "--long system=model,item=item,score=score";
        let ran = folder.restrap(&format!("compare {file}:base {file}:new {line} {options}"));
        assert!(ran.code == Some(1) || ran.code == Some(2), "{ran}");
        assert!(ran.err.contains(words), "{words}: {ran}");
    }
    let bare = folder.restrap("compare bare.csv:x bare.csv:x --repeat epoch");
    assert!(bare.error().contains("need its column"), "{bare}");
    let dropped = folder.restrap(
        "compare lost.csv:base lost.csv:new --long system=model,item=item,score=score --seed-col seed --repeat epoch --missing drop",
    );
    assert!(
        dropped.out.contains("23 items") && dropped.err.contains("1 item left out"),
        "{dropped}"
    );
}

#[test]
fn raters_of_an_item_are_those_of_every_system() {
    // A strict rater gave half of the new answers no rating.
    let rows = (0..12).flat_map(|item| {
        let strict = (item % 2 == 0).then(|| format!("q{item},strict,new,0.5\n"));
        let kind = format!("q{item},kind,base,0.{}\nq{item},kind,new,1\n", 5 + item % 3);
        [
            kind,
            format!("q{item},strict,base,0\n"),
            strict.unwrap_or_default(),
        ]
    });
    let long = "item,judge,system,score\n".to_owned() + &rows.collect::<String>();
    let folder = Folder::with(&[("long.csv", &long)]);
    let line = "compare long.csv --long system=system,item=item,score=score --judge judge";
    let all = folder.restrap(line);
    assert!(
        all.sentences()
            .contains("6 ratings of those who did not rate the item for every system"),
        "{all}"
    );
    let ran = folder.restrap(&format!("{line} --missing drop --json"));
    let mean = |both: &dyn Fn(usize) -> f64| (0..12).map(both).sum::<f64>() / 12.0;
    let kind = |item: usize| (5 + item % 3) as f64 / 10.0;
    let expected = mean(&|item| {
        if item % 2 == 0 {
            0.75 - kind(item) / 2.0
        } else {
            1.0 - kind(item)
        }
    });
    let found = ran.json()["comparisons"][0]["difference"]
        .as_f64()
        .expect("a number");
    assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    assert!(ran.sentences().contains("6 ratings left out"), "{ran}");
}

#[test]
fn groups_of_items_with_several_rows_are_those_of_each_group_alone() {
    for (seeds, repeats, tell) in [(1, 4, "--repeat epoch"), (3, 1, "--seed-col seed")] {
        let folder = Folder::with(&[("t.csv", &table(seeds, repeats))]);
        let json = run(&folder, &format!("{tell} --by doc --adjust none"));
        let whole = run(&folder, tell);
        assert_eq!(first(&json)["tests"], first(&whole)["tests"]);
        let populations = json["by"]["populations"].as_array().unwrap();
        assert_eq!(populations.len(), 6);
        for (place, of_doc) in populations.iter().enumerate() {
            let alone = run(&folder, &format!("{tell} --where doc=d{place}"));
            for field in [
                "difference",
                "effect",
                "interval",
                "tests",
                "answers",
                "runs",
            ] {
                assert_eq!(
                    of_doc["comparisons"][0][field],
                    first(&alone)[field],
                    "{tell}: {field} of d{place}"
                );
            }
        }
        // Each system alone, too.
        let line = format!("ci t.csv:new --long system=model,item=item,score=score {tell} --json");
        let all = folder.restrap(&format!("{line} --by doc")).json();
        let alone = folder.restrap(&format!("{line} --where doc=d2")).json();
        let of_doc = all["systems"].as_array().unwrap().iter();
        let of_doc: Vec<&Value> = of_doc
            .filter(|system| system["population"] == "d2")
            .collect();
        for field in ["score", "standard_error", "interval"] {
            assert_eq!(
                of_doc[0][field], alone["systems"][0][field],
                "{tell}: {field}"
            );
        }
    }
    let folder = Folder::with(&[("t.csv", &table(1, 4))]);
    let line =
        "compare t.csv:base t.csv:new --long system=model,item=item,score=score --repeat epoch";
    let mixed = folder.restrap(&format!("{line} --by seed"));
    assert_eq!(mixed.code, Some(0), "{mixed}");
    let two = folder.restrap(&format!("{line} --by score"));
    assert!(two.error().contains("has two values of score"), "{two}");
}
