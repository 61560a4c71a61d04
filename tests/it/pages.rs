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
    let outcome: serde_json::Value = serde_json::from_str(&folder.read_text("o.json")).expect("JSON");
    assert_eq!(ran.code, Some(10), "third is behind: {ran}");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for word in ["<script", "src=", "href=", "@import", "url(", "<link"] {
        assert!(!page.contains(word), "{word}");
    }
    assert_eq!(page.matches("<svg ").count(), 2, "a page's and a phone's");
    assert!(page.contains("var(--restrap-ink,#222222)"), "in the colours of the page");
    let text = page
        .replace("&#34;", "\"")
        .replace("&#38;", "&")
        .replace("&#60;", "<")
        .replace("&#62;", ">")
        .replace("&#39;", "'");
    let verdict = outcome["comparisons"][1]["verdict"].as_str().expect("words");
    let report = outcome["report"].as_str().expect("words");
    assert!(text.contains(verdict) && text.contains(report), "{text}");
    let whole =
        text.split("<pre tabindex=\"0\">").nth(1).and_then(|rest| rest.split("</pre>").next()).expect("JSON");
    assert_eq!(serde_json::from_str::<serde_json::Value>(whole).expect("JSON"), outcome);
    assert!(text.contains("third lost on") && text.contains(">=q"), "items");
    assert_eq!(page, {
        folder.restrap(
            "compare s.csv --id id --by kind --require superior --no-host --html again.html -q --threads 2",
        );
        folder.read_text("again.html")
    });
}

#[test]
fn many_systems_have_one_sentence_and_each_in_words_below() {
    let rows = (0..40)
        .map(|i| [i % 3, i % 3 + 1, i % 3, i % 4, i % 5, i % 2].map(|score| score.to_string()).join(","));
    let text = ["a,b,c,d,e,f".to_owned()].into_iter().chain(rows).collect::<Vec<_>>().join("\n");
    let folder = Folder::with(&[("many.csv", &text)]);
    folder.restrap("compare many.csv --html page.html -q");
    let page = folder.read_text("page.html");
    assert!(page.contains(" of 5 "), "{page}");
    assert_eq!(page.matches("Each difference in words").count(), 1);
}

#[test]
fn figures_of_comparisons_and_error_bars_are_drawn() {
    let folder = scores();
    for (line, names) in [
        ("compare s.csv --id id --noninferior abs:0.1", ["third", "margin abs:0.1"]),
        ("compare s.csv --id id --by kind", ["even", "odd"]),
        ("ci s.csv --id id", ["base", "third"]),
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
    // Few clusters bound no interval: its ends run off the axis.
    let clusters = Folder::with(&[(
        "c.csv",
        "id,doc,a,b\n1,x,0.1,0.3\n2,x,0.2,0.4\n3,y,0.5,0.4\n4,y,0.1,0.6\n5,z,0.2,0.3\n",
    )]);
    let ran = clusters.restrap("compare c.csv:a c.csv:b --id id --cluster doc --plot a.svg -q");
    assert_eq!(ran.code, Some(0), "{ran}");
    assert!(clusters.read_text("a.svg").contains("<polygon"), "an arrow at each end");
}

#[test]
fn every_item_is_a_row_that_no_spreadsheet_computes() {
    let folder = scores();
    let ran = folder.restrap("compare s.csv:base s.csv:third --id id --by kind --per-item items.csv -q");
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
    let folder =
        Folder::with(&[("o.txt", "a b c\nd e\n"), ("n.txt", "a b\nd e\n"), ("r.txt", "a b c\nd e f\n")]);
    let ran = folder.restrap("compare o.txt n.txt --ref r.txt --metric bleu --per-item items.csv");
    assert_eq!(ran.code, Some(2), "{ran}");
    assert!(ran.error().contains("expected a score per item, found a corpus metric"), "{ran}");
    assert!(ran.hint().is_some_and(|hint| hint.contains("restrap score")), "{ran}");
    let ran = folder.restrap("compare o.txt n.txt --unpaired --per-item items.csv");
    assert_eq!(ran.code, Some(2), "{ran}");
    let ran = folder.restrap("compare o.txt n.txt --ref r.txt --metric bleu --html n.txt");
    assert!(ran.error().contains("n.txt"), "an input is not replaced: {ran}");
}
