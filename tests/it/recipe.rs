//! Every answer names its whole recipe, and is short: the last line, the report, the paragraph, JSON, CSV and LaTeX.

use std::fmt::Write;

use crate::support::{Folder, Ran, restrap};

/// Four answers to each of 30 items by two systems, in two languages.
fn answers() -> Folder {
    let mut table = "sys,lang,item,epoch,right\n".to_owned();
    for item in 0..30_u32 {
        for epoch in 0..4_u32 {
            for (system, share) in [("base", 40), ("new", 60)] {
                let right = u32::from((item * 37 + epoch * 23 + share) % 100 < share);
                let lang = if item % 2 == 0 { "de" } else { "fr" };
                writeln!(table, "{system},{lang},{item},{epoch},{right}").expect("text");
            }
        }
    }
    Folder::with(&[("t.csv", &table)])
}

const READ: &str = "compare t.csv:base t.csv:new --long system=sys,item=item,score=right --repeat epoch --reduce pass@2 --where lang=de";

#[test]
fn column_filter_and_reduction_stand_wherever_the_recipe_does() {
    let folder = answers();
    let said = "|metric:mean(right)|where:lang=de|reduce:pass@2(epoch,4)|unit:item|n:15|";
    let sentences =
        "Rows with lang=de were taken. Each item counts with pass@2 of its 4 answers (epoch).";
    let table = folder.restrap(READ);
    assert!(
        table
            .out
            .lines()
            .last()
            .is_some_and(|line| line.contains(said)),
        "{table}"
    );
    let csv = folder.restrap(&format!("{READ} --output csv"));
    assert!(
        csv.out.lines().nth(1).is_some_and(|row| row.contains(said)),
        "{csv}"
    );
    let json = folder.restrap(&format!("{READ} --json")).json();
    assert!(
        json["signature"]
            .as_str()
            .is_some_and(|line| line.contains(said)),
        "{json}"
    );
    assert!(
        json["report"]
            .as_str()
            .is_some_and(|text| text.contains(sentences)),
        "{json}"
    );
    assert_eq!(
        json["reading"]["reduction"]["answers"],
        serde_json::json!([4, 4])
    );
    for form in [
        "--report-methods",
        "--output markdown",
        "--output latex",
        "--output latex --report-methods",
    ] {
        let ran = folder.restrap(&format!("{READ} {form}"));
        let text = ran
            .out
            .replace('%', " ")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(text.contains(sentences), "{form}: {ran}");
    }
    // Other rows and another reduction are another recipe.
    let other = folder.restrap(&READ.replace("lang=de", "lang=fr").replace("pass@2", "mean"));
    assert!(
        other.out.contains("|where:lang=fr|reduce:mean(epoch,4)|"),
        "{other}"
    );
}

#[test]
fn training_runs_and_degrees_of_freedom_are_of_the_recipe() {
    let folder = answers();
    let line =
        "compare t.csv:base t.csv:new --long system=sys,item=item,score=right --seed-col epoch";
    let ran = folder.restrap(line);
    assert!(ran.out.contains("|runs:4+4|test:t|df:"), "{ran}");
    let json = folder.restrap(&format!("{line} --json")).json();
    assert!(
        json["comparisons"][0]["tests"][0]["df"]
            .as_f64()
            .is_some_and(|df| df >= 3.0),
        "{json}"
    );
    let text = folder
        .restrap(&format!("{line} --report-methods"))
        .sentences();
    assert!(
        text.contains("mean over training runs, 4 of base and 4 of new"),
        "{text}"
    );
    for command in ["ci t.csv:base t.csv:new", "rank t.csv:base t.csv:new"] {
        let ran = folder.restrap(&format!(
            "{command} --long system=sys,item=item,score=right --repeat epoch --where lang=de"
        ));
        assert!(
            ran.out
                .contains("|metric:mean(right)|where:lang=de|reduce:mean(epoch,4)|"),
            "{ran}"
        );
    }
}

/// Lines of an answer: the recipe is one.
fn lines(ran: &Ran) -> usize {
    assert_eq!(ran.code, Some(0), "{ran}");
    ran.out.lines().count()
}

#[test]
fn answers_have_the_lengths_that_a_screen_takes() {
    let pair = "datasets/sentiment/tweets.csv:textblob datasets/sentiment/tweets.csv:vader --id id";
    let all = "datasets/sentiment/movie-reviews-error.csv --id id --lower-is-better";
    let systems = |ran: &Ran| ran.json()["systems"].as_array().map_or(0, Vec::len);
    let number = systems(&restrap(&format!("rank {all} --json")));
    let labels = "datasets/outputs/labels.csv:baseline datasets/outputs/labels.csv:system --gold datasets/outputs/labels.csv:gold --metric f1 --average macro";
    for (line, most) in [
        (format!("compare {pair}"), 16),
        (format!("compare {pair} --no-host --test permutation,t"), 17),
        // Not significant: with a line between them, three lines say what can be done next.
        (format!("compare {labels}"), 17 + 4),
        (format!("ci {pair}"), 2 + 6),
        (format!("rank {all}"), number + 12),
        (format!("rank {pair}"), 2 + 12),
    ] {
        let ran = restrap(&line);
        assert!(
            lines(&ran) <= most,
            "{} lines, at most {most}: {ran}",
            lines(&ran)
        );
        assert!(ran.err.matches("warning:").count() <= 3, "{ran}");
    }
    let scores =
        |shift: u32| crate::support::lines((0..60).map(|item| f64::from(item * 7 % 5 + shift)));
    let sets = ["news", "ted", "wmt21", "wmt22"];
    let files: Vec<(String, String)> = sets
        .iter()
        .flat_map(|set| {
            [
                (format!("base/{set}.txt"), scores(0)),
                (format!("new/{set}.txt"), scores(1)),
            ]
        })
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&name[..], &text[..]))
        .collect();
    let ran = Folder::with(&files).restrap("replicate base/{dataset}.txt new/{dataset}.txt");
    // A block has a title, a header, and a row for each of two systems.
    let told = ran.out.lines().filter(|line| !line.is_empty()).count();
    assert!(ran.code == Some(0) && told <= 4 + 8, "{told} lines: {ran}");
}

#[test]
fn two_warnings_are_printed_and_the_others_counted() {
    let folder = Folder::with(&[
        ("a.txt", "1\n0\n1\n"),
        ("b.txt", "0\n0\n0\n"),
        ("c.txt", "0\n1\n0\n"),
        ("d.txt", "1\n0\n1\n"),
    ]);
    let ran = folder.restrap(
        "compare a.txt b.txt c.txt d.txt --test t --resamples 100 --profile jurafsky --exact never",
    );
    let all = folder.restrap("compare a.txt b.txt c.txt d.txt --test t -v");
    assert!(all.err.matches("warning:").count() >= 2, "{all}");
    assert!(ran.err.matches("warning:").count() <= 3, "{ran}");
}

#[test]
fn words_say_what_the_data_are() {
    // One item, a margin without skewness, clusters that vary less than their items.
    let folder = Folder::with(&[
        ("one.csv", "a,b\n0.2,0.5\n"),
        (
            "flat.csv",
            &format!("a,b\n{}", "0,1\n1,0\n0.5,0.6\n0.6,0.5\n".repeat(4)),
        ),
        (
            "doc.csv",
            "doc,a,b\nx,0,4\nx,4,0\ny,0,4\ny,4,0.5\nz,0,4\nz,4,0.1\n",
        ),
    ]);
    let one = folder.restrap("compare one.csv");
    assert!(
        one.sentences().contains("on this item") && !one.out.contains("these 1"),
        "{one}"
    );
    let flat = folder.restrap("compare flat.csv --noninferior abs:0.5");
    assert!(
        // These scores are on a grid of 21 levels at most, where a loss that was not seen is counted.
        !flat.err.contains("margin test") && !flat.err.contains("skewness"),
        "{flat}"
    );
    let doc = folder.restrap("compare doc.csv:a doc.csv:b --cluster doc");
    assert!(
        doc.sentences()
            .contains("intraclass correlation 0 (estimated below it)"),
        "{doc}"
    );
}

#[test]
fn a_margin_that_is_open_says_what_would_settle_it() {
    let at = restrap(
        "compare --counts plus=40,minus=140,null=9820 --noninferior 1pt --require noninferior",
    );
    assert_eq!(at.code, Some(11), "{at}");
    assert!(
        at.sentences()
            .contains("these data contradict equal quality"),
        "{at}"
    );
    let open = restrap(
        "compare --counts plus=40,minus=100,null=9860 --noninferior 0.7pt --require noninferior",
    );
    assert!(
        open.sentences()
            .contains("these data contradict equal quality"),
        "{open}"
    );
    let plan = restrap(
        "power plan --noninferior 2pt --baseline 80% --agreement 90% --simulations 0 --report-methods",
    );
    let words = plan.sentences();
    assert!(
        words.contains(
            "of the non-inferiority test (unconditional score test of paired shares), one-sided"
        ),
        "{plan}"
    );
    assert!(
        !words.contains("McNemar") && plan.out.contains("|margin:noninferior,0.02,"),
        "{plan}"
    );
}

#[test]
fn a_p_that_no_resample_reached_has_one_bound() {
    let folder = Folder::with(&[
        (
            "a.txt",
            &crate::support::lines((0..40).map(|at| f64::from(at % 7))),
        ),
        (
            "b.txt",
            &crate::support::lines((0..40).map(|at| f64::from(at % 7 + 3 + at % 2))),
        ),
    ]);
    let json = folder
        .restrap("compare a.txt b.txt --exact never --json")
        .json();
    let test = &json["comparisons"][0]["tests"][0];
    assert_eq!(test["at_least_as_extreme"], 0);
    let bound = test["pvalue_interval"][1].as_f64().expect("a bound");
    assert!((bound - 2.9957e-5).abs() < 1e-8, "{test}");
    let ran = folder.restrap("compare a.txt b.txt --exact never");
    assert!(
        ran.out.contains("< 3.00e-5") && !ran.out.contains("3.69e-5"),
        "{ran}"
    );
}

#[test]
fn losses_and_errors_are_better_when_lower_and_said() {
    let metricx = |at: u32| {
        let line = |item| {
            format!(
                "{{\"source\":\"s\",\"hypothesis\":\"h\",\"prediction\":{}}}\n",
                1.0 + f64::from(item * at % 7)
            )
        };
        (0..12).map(line).collect::<String>()
    };
    let wer = |at: u32| {
        (0..12).fold("id,wer\n".to_owned(), |text, item| {
            format!("{text}{item},{}\n", f64::from(item * at % 5) / 10.0)
        })
    };
    let folder = Folder::with(&[
        ("a.jsonl", &metricx(3)),
        ("b.jsonl", &metricx(5)),
        ("a.csv", &wer(3)),
        ("b.csv", &wer(4)),
    ]);
    for (files, named) in [
        ("a.jsonl:prediction b.jsonl:prediction", "MetricX"),
        ("a.csv:wer b.csv:wer --id id", "wer"),
    ] {
        let ran = folder.restrap(&format!("compare {files}"));
        assert!(
            ran.out.contains("lower is better") && ran.out.contains("|better:lower|"),
            "{ran}"
        );
        assert!(
            ran.err.contains(&format!("{named}: lower is better")),
            "{ran}"
        );
        let said = folder.restrap(&format!("compare {files} --metric mean"));
        assert!(said.out.contains("higher is better"), "{said}");
        let ranked = folder.restrap(&format!("rank {files}"));
        assert!(ranked.out.contains("lower is better"), "{ranked}");
    }
    // A name that says nothing is left alone.
    let plain = Folder::with(&[
        ("a.csv", &wer(3).replace("wer", "f1")),
        ("b.csv", &wer(4).replace("wer", "f1")),
    ]);
    assert!(
        plain
            .restrap("compare a.csv:f1 b.csv:f1 --id id")
            .out
            .contains("higher is better")
    );
}

#[test]
fn answers_that_share_an_item_are_asked_about() {
    let blocks = (0..240).fold("q,a,b\n".to_owned(), |text, row| {
        format!("{text}{},{},{}\n", row / 4, row % 2, row % 3 % 2)
    });
    let cycles = (0..240).fold("id,a,b\n".to_owned(), |text, row| {
        format!("{text}{},{},{}\n", row % 60, row % 2, row % 3 % 2)
    });
    let folder = Folder::with(&[("q.csv", &blocks), ("id.csv", &cycles)]);
    for (file, column) in [("q.csv", "q"), ("id.csv", "id")] {
        for command in ["compare", "ci"] {
            let ran = folder.restrap(&format!("{command} {file}"));
            assert!(
                ran.code == Some(0) && ran.out.contains("items") && !ran.out.contains(" q "),
                "{ran}"
            );
            let asked = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(
                asked.contains("60 values") && asked.contains(&format!("--cluster '{column}'")),
                "{ran}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn a_file_name_that_is_no_utf_8_is_named() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let mut program = crate::support::program(folder.path(), "ci");
    let output = program
        .arg(OsStr::from_bytes(b"nam\xe9.csv"))
        .output()
        .expect("a process");
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        output.status.code() == Some(2) && told.contains(r"found `nam\xe9.csv`"),
        "{told}"
    );
}
