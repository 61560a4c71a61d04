//! One decision on every screen: families, secondary metrics, drawn p-values near alpha, floors, and what has no interval.

use std::fmt::Write;

use serde_json::Value;

use crate::support::Folder;

/// Numbers that look random, of a seed.
fn noise(seed: u64, at: u64) -> f64 {
    let mut bits = (seed << 32 | at).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for _ in 0..3 {
        bits ^= bits >> 31;
        bits = bits.wrapping_mul(0xd134_2543_de82_ef95);
    }
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// A table of a baseline and systems that are so much better.
fn table(shifts: &[f64], items: u64) -> String {
    let names: Vec<String> = (0..shifts.len()).map(|at| format!("s{at}")).collect();
    let mut text = format!("id,base,{}\n", names.join(","));
    for item in 0..items {
        let base = noise(1, item);
        let cells: Vec<String> = shifts
            .iter()
            .zip(2..)
            .map(|(shift, seed)| format!("{:.3}", base + shift + noise(seed, item) - 0.5))
            .collect();
        writeln!(text, "q{item},{base:.3},{}", cells.join(",")).expect("text");
    }
    text
}

#[test]
fn intervals_of_selected_systems_are_headed_fcr_and_later_steps_are_marked() {
    let folder = Folder::new();
    folder.put("t.csv", table(&[0.4, 0.14, 0.12, 0.1, 0.02], 60));
    for (adjust, header) in [
        ("bh", "FCR 95 % CI"),
        ("by", "FCR 95 % CI"),
        ("holm", "joint 95 % CI"),
    ] {
        for output in ["table", "markdown", "latex"] {
            let ran = folder.restrap(&format!(
                "compare t.csv --adjust {adjust} --output {output}"
            ));
            assert!(ran.out.replace('\\', "").contains(header), "{ran}");
            let note = "95 % of the intervals of selected systems are expected to hold";
            let told = ran.out.replace('\\', "").replace('\n', " ");
            assert_eq!(told.contains(note), adjust != "holm", "{ran}");
        }
    }
    let mut later = 0;
    for seed in 0..12 {
        let shifts = [
            0.3,
            0.1 + 0.01 * f64::from(seed),
            0.09 + 0.01 * f64::from(seed),
        ];
        folder.put("h.csv", table(&shifts, 40));
        let json = folder.restrap("compare h.csv --adjust holm --json").json();
        let comparisons = json["comparisons"].as_array().expect("comparisons");
        let is_later = comparisons.iter().any(|one| {
            let ends = ["low", "high"].map(|end| one["interval"][end].as_f64().expect("an end"));
            one["shown"] == true && ends[0] <= 0.0 && 0.0 <= ends[1]
        });
        later += u32::from(is_later);
        for output in ["table", "markdown", "latex"] {
            let ran = folder.restrap(&format!("compare h.csv --adjust holm --output {output}"));
            let ran_out = ran.out.replace("$^{\\dagger}$", "†");
            let told = ran_out.replace('\n', " ");
            let note =
                "† significant in a later step of Holm; its simultaneous interval contains 0";
            assert_eq!(told.contains(note), is_later, "{ran}");
            assert_eq!(ran_out.matches('†').count() > 1, is_later, "{ran}");
        }
    }
    assert!(later > 0, "no set has a later step");
}

fn two_metrics(worse: bool) -> [String; 2] {
    let mut files = ["id,acc,cost\n".to_owned(), "id,acc,cost\n".to_owned()];
    for item in 0..200 {
        let right = noise(1, item) < 0.6;
        let better = right || worse && noise(2, item) < 0.3;
        let cost = 2.0 + noise(3, item);
        writeln!(files[0], "q{item},{},{cost:.2}", u8::from(right)).expect("text");
        let more = if worse { 0.3 } else { -0.4 };
        writeln!(
            files[1],
            "q{item},{},{:.2}",
            u8::from(better),
            cost + more + 0.2 * noise(4, item)
        )
        .expect("text");
    }
    files
}

#[test]
fn every_metric_that_is_named_is_tested_in_every_form() {
    const LINE: &str = "compare b.csv n.csv --metric acc,cost(lower)";
    let folder = Folder::new();
    let [base, new] = two_metrics(true);
    folder.put("b.csv", base);
    folder.put("n.csv", new);
    let json = folder.restrap(&format!("{LINE} --json")).json();
    let cost = &json["also"][0]["comparisons"][0];
    assert!(
        cost["tests"][0]["pvalue"].as_f64().expect("p") < 1e-6 && cost["shown"] == true,
        "{cost}"
    );
    assert!(
        cost["interval"]["low"].as_f64().expect("an end") > 0.0 && cost["difference"].is_number()
    );
    assert!(cost["tests"][0]["p_adjusted"].is_null(), "{cost}");
    let told = folder.restrap(LINE).sentences();
    assert!(
        told.contains("But significantly worse on cost") && told.contains("the metrics disagree"),
        "{told}"
    );
    for output in ["table", "markdown", "latex", "csv"] {
        let ran = folder.restrap(&format!("{LINE} --output {output}"));
        let (plain, row) = (
            ran.out.replace('\\', ""),
            ran.out.lines().filter(|line| line.contains("cost")),
        );
        assert!(plain.contains("cost") && row.count() > 0, "{ran}");
        let p = if output == "csv" {
            ",invert,0.95,permutation,true"
        } else {
            "not adjusted"
        };
        assert!(plain.contains(p), "{ran}");
    }
    folder.restrap(&format!("{LINE} --html page.html"));
    assert!(folder.read_text("page.html").contains("p not adjusted"));
    // The first is not significant, and the second is.
    let [base, new] = two_metrics(false);
    folder.put("b.csv", base);
    folder.put("n.csv", new);
    let ran = folder.restrap(&format!("{LINE} --require superior"));
    assert!(
        ran.code == Some(11) && ran.sentences().contains("secondary, not adjusted"),
        "{ran}"
    );
    // A test that the second metric does not have is not asked of it.
    let ran = folder.restrap(&format!("{LINE} --test mcnemar --json"));
    assert_eq!(
        ran.json()["also"][0]["comparisons"][0]["tests"][0]["name"],
        "permutation"
    );
}

/// Writes a file of each of four systems, with their quality and cost of 50 items.
fn qualities_and_costs(folder: &Folder) {
    for (name, [quality, cost], seed) in [
        ("a", [0.0, 0.0], 10),
        ("b", [0.12, 0.02], 20),
        ("c", [0.35, 0.16], 30),
        ("d", [0.02, 0.14], 40),
    ] {
        let mut text = "id,quality,cost\n".to_owned();
        for item in 0..50 {
            let of = |gain: f64, seed| noise(1, item) + gain + 0.8 * (noise(seed, item) - 0.5);
            writeln!(
                text,
                "q{item},{:.3},{:.3}",
                of(quality, seed),
                of(cost, seed + 1)
            )
            .expect("text");
        }
        folder.put(&format!("{name}.csv"), text);
    }
}

#[test]
fn all_metrics_are_one_family_where_that_is_asked_for() {
    const LINE: &str = "compare a.csv b.csv c.csv d.csv --metric quality,cost(lower)";
    let folder = Folder::new();
    qualities_and_costs(&folder);
    let all = |json: &Value| -> Vec<Value> {
        let also = json["also"][0]["comparisons"].as_array().expect("six");
        let own = json["comparisons"].as_array().expect("six");
        own.iter().chain(also).cloned().collect()
    };
    let plain = all(&folder.restrap(&format!("{LINE} --json")).json());
    let p = |one: &Value, of: &str| one["tests"][0][of].as_f64().expect("p");
    let mut rows = String::new();
    for (at, one) in plain.iter().enumerate() {
        writeln!(rows, "t{at},{}", p(one, "pvalue")).expect("text");
    }
    folder.put("p.csv", format!("name,p\n{rows}"));
    let mut selected = 0;
    for adjust in ["holm", "bonferroni", "hommel", "bh", "by"] {
        let line = format!("{LINE} --family all --adjust {adjust}");
        let json = folder.restrap(&format!("{line} --json")).json();
        assert_eq!(json["family"]["size"], 6);
        let together = all(&json);
        let adjusted = folder
            .restrap(&format!("adjust p.csv --adjust {adjust} --json"))
            .json();
        let rejected = together.iter().filter(|one| one["shown"] == true).count();
        for (at, one) in together.iter().enumerate() {
            assert_eq!(p(one, "pvalue"), p(&plain[at], "pvalue"));
            let expected = adjusted["rows"][at]["p_adjusted"].as_f64().expect("p");
            let found = p(one, "p_adjusted");
            assert!(
                (found - expected).abs() <= 1e-6 * expected,
                "{adjust}: {one}"
            );
            assert_eq!(one["shown"], found <= 0.05, "{one}");
            // The error is shared by six, or by those that a false discovery rate rejects.
            let error = match adjust {
                "bh" => 0.05 * rejected as f64 / 6.0,
                "by" => 0.05 * rejected as f64 / 6.0 / 2.45,
                _ => 0.05 / 6.0,
            };
            let level = one["interval"]["confidence"].as_f64().expect("a level");
            assert!(
                (level - (1.0 - error)).abs() < 1e-9,
                "{adjust}: {level} {error}"
            );
            let end = |of: &str| one["interval"][of].as_f64().expect("an end");
            let excludes = end("low") > 0.0 || end("high") < 0.0;
            let is_later = matches!(adjust, "holm" | "hommel") && p(one, "pvalue") > error;
            assert_eq!(excludes, found <= 0.05 && !is_later, "{adjust}: {one}");
        }
        selected += rejected;
        let told = folder.restrap(&line).sentences();
        assert!(told.contains("6 comparisons of 2 metrics"), "{told}");
        assert!(
            told.contains(&format!("p ({adjust})")) && !told.contains("not adjusted"),
            "{told}"
        );
    }
    assert!(selected > 10, "{selected}");
    for (refused, why) in [
        (
            "compare a.csv b.csv --metric quality --family all",
            "several metrics",
        ),
        (
            "compare a.csv b.csv --metric quality,cost --family all --adjust none",
            "adjusts nothing",
        ),
        (
            "compare a.csv b.csv --metric quality,cost --family all --by id",
            "--by",
        ),
    ] {
        let ran = folder.restrap(refused);
        assert!(ran.code == Some(2) && ran.err.contains(why), "{ran}");
    }
}

#[test]
fn no_seed_decides_a_gate() {
    let folder = Folder::new();
    folder.put("t.csv", table(&[0.05], 60));
    let p = |seed: u64, more: &str| {
        let line =
            format!("compare t.csv --exact never --resamples 2000 --seed {seed} {more} --json");
        let json = folder.restrap(&line).json();
        let test = &json["comparisons"][0]["tests"][0];
        (
            test["pvalue"].as_f64().expect("p"),
            test["resamples"].as_u64().expect("resamples"),
        )
    };
    let alpha = (0..5).map(|seed| p(seed, "").0).sum::<f64>() / 5.0;
    let (own, resamples) = p(0, &format!("--alpha {alpha}"));
    assert!(
        (own - alpha).abs() < 0.02 && resamples == 2_000,
        "without a gate nothing goes on"
    );
    let mut decided = Vec::new();
    for seed in 0..3 {
        // A little beside the true p, which 2,000 resamples do not tell and more do.
        let beside = alpha + 0.004;
        let asked = format!("--alpha {beside} --require superior");
        let (p, resamples) = p(seed, &asked);
        assert!(resamples > 2_000, "{seed}: {p} of {resamples}");
        let line = format!("compare t.csv --exact never --resamples 2000 --seed {seed} {asked}");
        decided.push(folder.restrap(&line).code);
    }
    assert!(
        decided.iter().all(|code| *code == decided[0]),
        "{decided:?}"
    );
}

#[test]
fn values_of_repeated_folds_ask_for_their_share() {
    let folder = Folder::new();
    let values = |seed: u64, many: u64| {
        let lines: Vec<String> = (0..many)
            .map(|at| format!("{:.3}", noise(seed, at)))
            .collect();
        lines.join("\n")
    };
    for (many, code) in [(5, Some(0)), (10, Some(0)), (50, Some(2))] {
        folder.put("a.txt", values(1, many));
        folder.put("b.txt", values(2, many));
        for line in [
            "compare a.txt b.txt --over folds",
            "ci a.txt b.txt --over folds",
        ] {
            let ran = folder.restrap(line);
            assert_eq!(ran.code, code, "{ran}");
            assert_eq!(
                ran.sentences().contains("--test-fraction"),
                many > 5,
                "{ran}"
            );
            let said = folder.restrap(&format!("{line} --test-fraction 0.1"));
            assert!(
                said.code == Some(0) && !said.sentences().contains("five times two"),
                "{said}"
            );
        }
    }
}

#[test]
fn two_runs_tell_no_gain() {
    let folder = Folder::new();
    let mut rows = "system,seed,item,score\n".to_owned();
    for (system, shift) in [("a", 0.0), ("b", 0.05)] {
        for seed in 0..2 {
            for item in 0..40 {
                let score = noise(9, item) + shift + 0.1 * noise(seed + 11, item);
                writeln!(rows, "{system},{seed},{item},{score:.3}").expect("text");
            }
        }
    }
    folder.put("runs.csv", rows);
    let ran = folder
        .restrap("compare runs.csv --long system=system,item=item,score=score --seed-col seed");
    assert!(
        ran.sentences()
            .contains("2 runs per recipe are too few to estimate the variance between runs: train at least 3 of each"),
        "{ran}"
    );
    assert!(!ran.out.contains("80 % power"), "{ran}");
}

#[test]
fn differences_that_are_equal_in_decimals_have_no_interval_and_a_reason() {
    let folder = Folder::new();
    let mut rows = "a,b,c\n".to_owned();
    for item in 0..30 {
        let base = noise(5, item);
        writeln!(rows, "{base},{},{}", base + 1.0, base + 0.3).expect("text");
    }
    folder.put("e.csv", rows);
    for line in [
        "rank e.csv",
        "rank e.csv --adjust holm --pairs",
        "compare e.csv:a e.csv:b",
        "compare e.csv",
    ] {
        let ran = folder.restrap(line);
        assert!(
            ran.sentences().contains("all differences are equal"),
            "{ran}"
        );
        assert!(
            !ran.out.contains("1.00 to 1.00") && !ran.out.contains("1.00 to −1.00"),
            "{ran}"
        );
    }
}

#[test]
fn floors_are_told_alike() {
    const DRAWN: &str = "--exact never --resamples 9999";
    let folder = Folder::new();
    folder.put("t.csv", table(&[0.6, 0.5], 200));
    let compared = folder.restrap(&format!("compare t.csv --adjust holm {DRAWN}"));
    assert!(compared.out.contains("< 0.000599"), "{compared}");
    let ranked = folder.restrap(&format!("rank t.csv --adjust holm --pairs {DRAWN}"));
    assert!(
        ranked.out.contains("< 0.000300") && ranked.out.contains("< 0.000899"),
        "{ranked}"
    );
    let margin = folder.restrap(&format!(
        "compare t.csv:base t.csv:s0 --noninferior abs:0.2 {DRAWN}"
    ));
    assert!(margin.sentences().contains("p < 0.000300"), "{margin}");
    let json = folder.restrap("rank t.csv --json").json();
    let omnibus = json["omnibus"].as_array().expect("tests");
    assert!(
        omnibus
            .iter()
            .all(|test| test["pvalue"].as_f64().expect("p") > 0.0),
        "{omnibus:?}"
    );
    let json = folder.restrap("compare t.csv --adjust holm --json").json();
    for one in json["comparisons"].as_array().expect("comparisons") {
        let p = ["pvalue", "p_adjusted"].map(|key| one["tests"][0][key].as_f64().expect("p"));
        assert!(p[1] >= p[0], "{p:?}");
    }
}

#[test]
fn a_system_that_is_cheaper_on_every_item_is_no_replicate() {
    let folder = Folder::new();
    let mut rows = "base,new\n".to_owned();
    for item in 0..300 {
        let cost = 2.0 + 0.05 * (noise(1, item) + noise(2, item) + noise(3, item));
        writeln!(rows, "{cost:.4},{:.4}", 0.6 * cost + 0.02 * noise(4, item)).expect("text");
    }
    folder.put("c.csv", rows);
    let warned = folder.restrap("compare c.csv");
    assert!(
        warned.sentences().contains("bootstrap replicates"),
        "the control: {warned}"
    );
    for line in [
        "compare c.csv --lower-is-better",
        "compare c.csv:base c.csv:new --unpaired --lower-is-better",
    ] {
        let ran = folder.restrap(line);
        assert!(!ran.sentences().contains("bootstrap replicates"), "{ran}");
    }
}

#[test]
fn a_plan_of_a_corpus_metric_asks_for_a_pilot() {
    let folder = Folder::new();
    for (metric, needed) in [
        ("f1", "--gold"),
        ("bleu", "--ref"),
        ("wer", "--ref"),
        ("ndcg@10", "--qrels"),
    ] {
        let ran = folder.restrap(&format!(
            "power plan --metric {metric} --baseline 0.8 --gain 0.02"
        ));
        assert!(
            ran.code == Some(2) && ran.sentences().contains("needs a pilot"),
            "{ran}"
        );
        assert!(ran.sentences().contains(needed), "{ran}");
    }
    let ran = folder.restrap("power plan --metric accuracy --baseline 0.8 --gain 0.02");
    assert_eq!(ran.code, Some(0), "{ran}");
}

#[test]
fn losses_have_no_interval_below_0() {
    let folder = Folder::new();
    let mut rows = "gold,p\n".to_owned();
    for item in 0..12 {
        writeln!(
            rows,
            "{},{:.3}",
            u8::from(item > 0),
            0.75 + 0.2 * noise(1, item)
        )
        .expect("text");
    }
    folder.put("l.csv", rows);
    for metric in ["log-loss", "mae", "brier"] {
        let json = folder
            .restrap(&format!(
                "ci l.csv:p --gold l.csv:gold --metric {metric} --json"
            ))
            .json();
        let low = json["systems"][0]["interval"]["low"]
            .as_f64()
            .expect("an end");
        assert!(low >= 0.0, "{metric}: {low}");
    }
}

#[test]
fn a_calibration_error_stands_beside_that_of_a_calibrated_model() {
    const LINE: &str = "c.csv:p c.csv:far --gold c.csv:gold --metric calibration-error";
    let folder = Folder::new();
    let mut rows = "gold,p,far\n".to_owned();
    for item in 0..300 {
        let share = noise(1, item);
        let gold = u8::from(noise(2, item) < share);
        writeln!(rows, "{gold},{share:.3},{:.3}", (share + 0.2).min(1.0)).expect("text");
    }
    folder.put("c.csv", rows);
    let ran = folder.restrap(&format!("ci {LINE}"));
    let said = ran.sentences();
    assert!(
        said.contains("a calibrated model would score about")
            && said.contains("calibration test p ="),
        "{ran}"
    );
    let json = folder.restrap(&format!("ci {LINE} --json")).json();
    let of = |at: usize| {
        let system = &json["systems"][at];
        let p = system["calibration"]["pvalue"].as_f64().expect("p");
        (
            p,
            ["low", "high"].map(|end| system["interval"][end].as_f64().expect("an end")),
        )
    };
    let ((calibrated, [low, high]), (far, ends)) = (of(0), of(1));
    assert!(calibrated > 0.025 && low == 0.0 && high < 0.2, "{json}");
    assert!(far < 0.001 && ends[0] > 0.0 && ends[1] <= 1.0, "{json}");
    let again = folder.restrap(&format!("ci {LINE} --json")).json();
    assert_eq!(again["systems"], json["systems"]);
    for line in ["compare", "score"] {
        let ran = folder.restrap(&format!("{line} {LINE}"));
        assert!(
            ran.out.contains("if_calibrated") && !ran.out.contains(" 0.000 "),
            "{ran}"
        );
    }
}

/// The cells of a line of a table on a terminal.
fn cells(line: &str) -> Vec<String> {
    line.trim()
        .split("  ")
        .filter(|cell| !cell.trim().is_empty())
        .map(|cell| cell.trim().to_owned())
        .collect()
}

/// Text of a paper as a terminal has it.
fn plain(text: &str) -> String {
    let times = text.replace(" \\times 10^{", "e").replace("}$", "$");
    times
        .replace("$^{*}$", "*")
        .replace("$^{*$", "*")
        .replace("^{\\dagger", "†")
        .replace("\\infty", "∞")
        .replace('\\', "")
        .replace("$-$", "−")
        .replace('$', "")
}

fn every_form_says_the_same(sets: u64) {
    const OPTIONS: [&str; 8] = [
        "",
        "--adjust bh",
        "--adjust none",
        "--alternative greater",
        "--test t",
        "--test wilcoxon",
        "--test sign --alternative less",
        "--exact never --resamples 999",
    ];
    let folder = Folder::new();
    for set in 0..sets {
        let shifts: Vec<f64> = (0..3).map(|at| 0.4 * noise(100 + set, at) - 0.1).collect();
        let items = 20 + (40.0 * noise(200 + set, 1)) as u64;
        let mut rows = "base,s0,s1,s2\n".to_owned();
        for item in 0..items {
            let base = noise(set + 3, item);
            let of = |at: usize| base + shifts[at] + noise(set + 4 + at as u64, item) - 0.5;
            writeln!(rows, "{base:.3},{:.3},{:.3},{:.3}", of(0), of(1), of(2)).expect("text");
        }
        folder.put("t.csv", rows);
        let line = format!("compare t.csv {}", OPTIONS[set as usize % OPTIONS.len()]);
        let json = folder.restrap(&format!("{line} --json")).json();
        let text = folder.restrap(&format!("{line} --html page.html"));
        let page = folder
            .read_text("page.html")
            .replace("&#60;", "<")
            .replace("&lt;", "<");
        let [markdown, latex, csv] = ["markdown", "latex", "csv"]
            .map(|form| folder.restrap(&format!("{line} --output {form}")).out);
        let (markdown, latex) = (plain(&markdown), plain(&latex));
        for comparison in json["comparisons"].as_array().expect("comparisons") {
            let system = comparison["system"].as_str().expect("a name");
            let is_shown = comparison["shown"] == true;
            let row = |text: &str, start: &str| {
                let found = text.lines().find(|line| line.starts_with(start));
                found.map_or_else(|| panic!("{start} in {text}"), str::to_owned)
            };
            let told = cells(&row(&text.out, &format!("  {system} ")));
            assert_eq!(
                told.last()
                    .is_some_and(|last| last == "* better" || last == "↓ worse"),
                is_shown,
                "{text}"
            );
            let [difference, ends, p] = [2, 3, 4].map(|at| told[at].clone());
            let is_worse = comparison["improvement"].as_f64() < Some(0.0);
            let mark = match (is_shown, is_worse) {
                (true, true) => "↓",
                (true, false) => "*",
                (false, _) => "",
            };
            for (form, row) in [
                ("markdown", row(&markdown, &format!("| {system} "))),
                (
                    "latex",
                    row(latex.replace("    ", "").as_str(), &format!("{system} &")),
                ),
            ] {
                let has = |cell: &str| row.contains(cell);
                assert!(
                    has(&format!("{difference}{mark} ")) && has(&ends)
                        || form == "latex" && has(&format!("{difference}downarrow ")),
                    "{line}, {form}: {row}\n{text}"
                );
                assert!(
                    form == "latex" && p.contains('e') || has(&p),
                    "{line}, {form}: {p} in {row}"
                );
            }
            for cell in [&difference, &ends, &p] {
                assert!(
                    page.contains(cell.as_str()),
                    "{line}: {cell} is not on the page\n{text}"
                );
            }
            let digits = csv
                .lines()
                .find(|line| line.contains(&format!(",base,{system},")));
            let digits = digits.unwrap_or_else(|| panic!("{system} in {csv}"));
            let of = |key: &str| comparison["tests"][0][key].as_f64().map(|p| p.to_string());
            let number = comparison["difference"]
                .as_f64()
                .expect("a number")
                .to_string();
            assert!(
                digits.contains(&number) && digits.contains(&format!(",{is_shown},")),
                "{digits}"
            );
            let tiny = of("pvalue").is_none_or(|p| p.len() > 12 || digits.contains(&p));
            assert!(tiny, "{digits}");
        }
    }
}

#[test]
fn every_form_says_the_same_of_a_comparison() {
    every_form_says_the_same(16);
}

#[test]
#[ignore = "slow: two hundred sets"]
fn every_form_says_the_same_of_two_hundred_sets() {
    every_form_says_the_same(200);
}
