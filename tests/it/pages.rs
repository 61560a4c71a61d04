//! Pages of HTML, figures of comparisons, and scores of every item.

use crate::support::Folder;

/// Thirty items of two kinds, one system with a name full of markup.
fn scores() -> Folder {
    let mut text = String::from("id,kind,base,\"new</title><script>alert(1)</script>\",third\n");
    for item in 0..30 {
        let base = item * 7 % 10;
        let new = (base + item % 4).min(10);
        let third = (base - 2).max(0);
        let kind = if item % 2 == 0 { "even" } else { "odd" };
        text.extend([format!("=q{item},{kind},0.{base},0.{new},0.{third}\n").replace("0.10", "1")]);
    }
    Folder::with(&[("s.csv", &text)])
}

#[test]
fn a_page_holds_the_verdict_the_figure_and_the_outcome_and_asks_for_nothing() {
    let folder = scores();
    let ran = folder.restrap(
        "compare s.csv --id id --by kind --require superior --no-host --html page.html --json=o.json -q",
    );
    let page = folder.read_text("page.html");
    let outcome: serde_json::Value =
        serde_json::from_str(&folder.read_text("o.json")).expect("JSON");
    assert_eq!(ran.code, Some(10), "third is behind: {ran}");
    assert_eq!(page.matches("<svg ").count(), 2, "a page's and a phone's");
    let text = checked(&page, &outcome);
    let verdict = outcome["comparisons"][1]["verdict"]
        .as_str()
        .expect("words");
    let report = outcome["report"].as_str().expect("words");
    assert!(text.contains(verdict) && text.contains(report), "{text}");
    assert!(
        text.contains("third lost on") && text.contains(">=q"),
        "items"
    );
    assert_eq!(page, {
        folder.restrap(
            "compare s.csv --id id --by kind --require superior --no-host --html again.html -q --threads 2",
        );
        folder.read_text("again.html")
    });
}

/// The text of a page that asks for nothing, runs nothing and holds its outcome.
fn checked(page: &str, outcome: &serde_json::Value) -> String {
    assert!(
        page.starts_with("<!doctype html>") && page.ends_with("</html>\n"),
        "{page}"
    );
    for word in [
        "<script", "src=", "href=", "@import", "url(", "<link", "<iframe", " onload=",
    ] {
        assert!(!page.contains(word), "{word} in {page}");
    }
    if page.contains("<svg ") {
        assert!(
            page.contains("var(--restrap-ink,#222222)"),
            "in the colours of the page"
        );
    }
    let text = page
        .replace("&#34;", "\"")
        .replace("&#38;", "&")
        .replace("&#60;", "<")
        .replace("&#62;", ">")
        .replace("&#39;", "'");
    let whole = text
        .split("<pre tabindex=\"0\">")
        .nth(1)
        .and_then(|rest| rest.split("</pre>").next())
        .expect("JSON");
    assert_eq!(
        &serde_json::from_str::<serde_json::Value>(whole).expect("JSON"),
        outcome
    );
    text
}

/// A table of three data sets, and a system with a name full of markup.
fn study() -> Folder {
    let mut text = String::from("set,id,base,\"<b>new</b>\",third\n");
    for (set, gain) in [("news", 2), ("ted", 1), ("\"a <i>b\"", 0)] {
        for item in 0..40 {
            let (base, new) = (item * 7 % 10, item * 7 % 10 + gain + item % 2);
            text.extend([format!("{set},{item},{base},{new},{}\n", base - item % 3)]);
        }
    }
    Folder::with(&[("s.csv", &text)])
}

#[test]
fn every_command_has_a_page_with_its_verdict_and_its_figure() {
    let folder = study();
    let replicate =
        "replicate s.csv:base s.csv:<b>new</b> s.csv:third --id id --dataset set --no-host";
    for (line, title, figures, words) in [
        (
            "rank s.csv --where set=ted --id id --no-host",
            "3 systems ranked",
            2,
            ["significant", "simultaneous"],
        ),
        (
            "rank s.csv --where set=ted --id id --no-host --baseline base",
            "3 systems ranked",
            2,
            ["significant", "to base"],
        ),
        (
            replicate,
            "2 systems against base on 3 data sets",
            2,
            ["better than base on", "mean of 3"],
        ),
        (
            "ci s.csv --where set=ted --id id",
            "Error bars of 3 systems",
            2,
            ["intervals of each", "third"],
        ),
        (
            "power plan --baseline 0.8 --gain 0.02",
            "Plan of a comparison",
            2,
            ["power", "items"],
        ),
        (
            "power plan --baseline 0.8 --items 500",
            "Plan of a comparison",
            0,
            ["gain", "500"],
        ),
        (
            "power curve --items 100,500",
            "p of a fixed gain",
            2,
            ["how many items it hurts", "+5 %"],
        ),
        (
            "power audit --baseline 426/500 --system 440/500",
            "426/500 and 440/500 of 500 items",
            2,
            ["smallest", "500"],
        ),
        (
            "power compare --items 10,20 --effect 0 --test t,sign --experiments 50 --resamples 99",
            "How often tests reject",
            2,
            ["Monte Carlo error", "sign"],
        ),
    ] {
        let ran = folder.restrap(&format!("{line} --html page.html --json=o.json -q"));
        assert_eq!(ran.code, Some(0), "{line}: {ran}");
        let outcome = serde_json::from_str(&folder.read_text("o.json")).expect("JSON");
        let page = folder.read_text("page.html");
        assert_eq!(
            page.matches("<svg ").count(),
            figures,
            "{line}: a page's and a phone's"
        );
        assert!(
            !page.contains("<b>new") && !page.contains("<i>b"),
            "{line}: names stay text"
        );
        let text = checked(&page, &outcome);
        assert!(
            text.contains(&format!("<h1>{title}</h1>")),
            "{line}: {text}"
        );
        assert!(
            words.iter().all(|word| text.contains(word)),
            "{line}: {text}"
        );
    }
}

#[test]
fn scores_have_a_page_without_a_figure() {
    let folder = Folder::with(&[
        ("o.txt", "a b c d\nd e f g\n"),
        ("r.txt", "a b c d\nd e f h\n"),
    ]);
    let ran =
        folder.restrap("score o.txt --ref r.txt --metric bleu --html page.html --json=o.json -q");
    assert_eq!(ran.code, Some(0), "{ran}");
    let outcome = serde_json::from_str(&folder.read_text("o.json")).expect("JSON");
    let text = checked(&folder.read_text("page.html"), &outcome);
    assert!(
        text.contains("<h1>BLEU of 1 system</h1>") && text.contains("tok:13a"),
        "{text}"
    );
    assert!(!text.contains("For the paper"), "{text}");
}

#[test]
fn no_page_replaces_what_is_read() {
    let folder = study();
    for command in ["rank s.csv", "replicate s.csv --dataset set", "ci s.csv"] {
        let ran = folder.restrap(&format!("{command} --id id --html s.csv"));
        assert!(
            ran.code == Some(2) && ran.error().contains("s.csv"),
            "{command}: {ran}"
        );
    }
}

#[test]
fn many_systems_have_one_sentence_and_each_in_words_below() {
    let rows = (0..40).map(|i| {
        [i % 3, i % 3 + 1, i % 3, i % 4, i % 5, i % 2]
            .map(|score| score.to_string())
            .join(",")
    });
    let text = ["a,b,c,d,e,f".to_owned()]
        .into_iter()
        .chain(rows)
        .collect::<Vec<_>>()
        .join("\n");
    let folder = Folder::with(&[("many.csv", &text)]);
    folder.restrap("compare many.csv --html page.html -q");
    let page = folder.read_text("page.html");
    assert!(page.contains("for 5 comparisons"), "{page}");
    assert_eq!(page.matches("Each difference in words").count(), 1);
}

#[test]
fn figures_of_comparisons_and_error_bars_are_drawn() {
    let folder = scores();
    for (line, names) in [
        (
            "compare s.csv --id id --noninferior abs:0.1",
            ["third", "margin abs:0.1"],
        ),
        ("compare s.csv --id id --by kind", ["even", "odd"]),
        ("ci s.csv --id id", ["base", "third"]),
        ("rank s.csv --id id", ["best", "letter"]),
        ("rank s.csv --id id --baseline base", ["baseline", "third"]),
    ] {
        for file in ["a.svg", "a.png"] {
            let ran = folder.restrap(&format!("{line} --plot {file} -q"));
            assert!(matches!(ran.code, Some(0)), "{ran}");
        }
        let svg = folder.read_text("a.svg");
        assert!(names.iter().all(|name| svg.contains(name)), "{line}: {svg}");
        assert!(!svg.contains("<script"), "{svg}");
        assert_eq!(&folder.read("a.png")[..8], b"\x89PNG\r\n\x1a\n");
    }
    let folder = study();
    for (line, names) in [
        (
            "compare s.csv --where set=ted --id id --plot-kind items",
            &["items of 40, sorted", "<polygon"][..],
        ),
        (
            "compare s.csv --where set=ted --id id --plot-kind null",
            &["observed, p ", "share of all swaps"],
        ),
        (
            "rank s.csv --where set=ted --id id --plot-kind critical-difference",
            &["points on one bar", "third"],
        ),
        (
            "rank s.csv --where set=ted --id id --plot-kind ranks",
            &["Ranks that 3 systems may have", "third"],
        ),
        (
            "rank s.csv --where set=ted --id id --plot-kind gains",
            &["Gain and p of 3 pairs", "alpha 0.05", "significant (max-T)"],
        ),
        (
            "replicate s.csv --id id --dataset set",
            &["mean of 3", "news", "joint 95 % CI"],
        ),
        (
            "replicate s.csv --id id --dataset set --plot-kind counts",
            &["third: 0", "1e-6", "at least so many data sets"],
        ),
        (
            "power curve --items 100,500",
            &["1e-6", "alpha 0.05", "+10 %"],
        ),
    ] {
        for file in ["a.svg", "a.pdf", "again.pdf"] {
            let ran = folder.restrap(&format!("{line} --plot {file} -q"));
            assert_eq!(ran.code, Some(0), "{line}: {ran}");
        }
        let svg = folder.read_text("a.svg");
        assert!(names.iter().all(|name| svg.contains(name)), "{line}: {svg}");
        assert!(!svg.contains("<b>new"), "{line}: names stay text");
        let pdf = folder.read("a.pdf");
        assert!(
            pdf.starts_with(b"%PDF-") && pdf.ends_with(b"%%EOF"),
            "{line}"
        );
        assert_eq!(pdf, folder.read("again.pdf"), "{line}: no date");
    }
    // Few clusters bound no interval: its ends run off the axis.
    let clusters = Folder::with(&[(
        "c.csv",
        "id,doc,a,b\n1,x,0.1,0.3\n2,x,0.2,0.4\n3,y,0.5,0.4\n4,y,0.1,0.6\n5,z,0.2,0.3\n",
    )]);
    let ran = clusters.restrap("compare c.csv:a c.csv:b --id id --cluster doc --plot a.svg -q");
    assert_eq!(ran.code, Some(0), "{ran}");
    assert!(
        clusters.read_text("a.svg").contains("<polygon"),
        "an arrow at each end"
    );
}

#[test]
fn figures_that_these_units_do_not_have_are_refused() {
    let folder = study();
    let wide: String = (0..18)
        .map(|system| format!("s{system}"))
        .collect::<Vec<_>>()
        .join(",");
    let rows: String = (0..9)
        .map(|item| {
            (0..18)
                .map(|system| ((item * system) % 7).to_string())
                .collect::<Vec<_>>()
                .join(",")
                + "\n"
        })
        .collect();
    std::fs::write(folder.path().join("wide.csv"), format!("{wide}\n{rows}")).expect("a file");
    for (line, words) in [
        (
            "compare s.csv --id id,set --cluster set --plot-kind null",
            "items with a score of each system",
        ),
        (
            "rank wide.csv --plot-kind critical-difference",
            "at most 16 systems, found 18",
        ),
    ] {
        let ran = folder.restrap(&format!("{line} --plot a.svg"));
        assert!(
            ran.code == Some(2) && ran.error().contains(words),
            "{line}: {ran}"
        );
        assert!(
            ran.hint().is_some_and(|hint| hint.contains("--plot-kind")),
            "{ran}"
        );
    }
    assert_eq!(
        folder
            .restrap("compare s.csv --id id --plot-kind null")
            .code,
        Some(2),
        "without a figure"
    );
}

#[test]
fn every_item_is_a_row_that_no_spreadsheet_computes() {
    let folder = scores();
    let ran =
        folder.restrap("compare s.csv:base s.csv:third --id id --by kind --per-item items.csv -q");
    assert_eq!(ran.code, Some(0), "{ran}");
    let table = folder.read_text("items.csv");
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("item,kind,base,third,difference"));
    assert_eq!(lines.next(), Some("'=q0,even,0,0,0"));
    assert_eq!(lines.count(), 29);
    // What was written is read again, by the same ids.
    let ran = folder.restrap("compare items.csv:base items.csv:third --id item --no-host --json");
    let again = folder.restrap("compare s.csv:base s.csv:third --id id --no-host --json");
    assert_eq!(ran.json()["comparisons"], again.json()["comparisons"]);
}

#[test]
fn what_has_no_pairs_of_scores_has_no_items() {
    let folder = Folder::with(&[
        ("o.txt", "a b c\nd e\n"),
        ("n.txt", "a b\nd e\n"),
        ("r.txt", "a b c\nd e f\n"),
    ]);
    let ran = folder.restrap("compare o.txt n.txt --ref r.txt --metric bleu --per-item items.csv");
    assert_eq!(ran.code, Some(2), "{ran}");
    assert!(
        ran.error()
            .contains("expected a score per item, found a corpus metric"),
        "{ran}"
    );
    assert!(
        ran.hint()
            .is_some_and(|hint| hint.contains("restrap score")),
        "{ran}"
    );
    let ran = folder.restrap("compare o.txt n.txt --unpaired --per-item items.csv");
    assert_eq!(ran.code, Some(2), "{ran}");
    let ran = folder.restrap("compare o.txt n.txt --ref r.txt --metric bleu --html n.txt");
    assert!(
        ran.error().contains("n.txt"),
        "an input is not replaced: {ran}"
    );
}
