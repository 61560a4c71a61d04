//! Power: curves, plans, audits and their figures.

use insta::assert_snapshot;

use crate::support::{Folder, Ran, lines, restrap, root, wide};

const MOVIES: &str = "datasets/sentiment/movie-reviews.csv";
const ERRORS: &str = "datasets/sentiment/movie-reviews-error.csv";

/// No line of an answer is wider than a terminal.
fn narrow(ran: Ran) -> Ran {
    assert_eq!(wide(&ran.out), None, "{ran}");
    let mut told = ran
        .err
        .lines()
        .filter(|line| !line.starts_with("error:") && !line.starts_with("hint:"));
    assert_eq!(told.find_map(wide), None, "{ran}");
    ran
}

#[test]
fn a_curve_by_law() {
    assert_snapshot!(narrow(restrap(
        "power curve --items 100,500 --effect 2,5 --hurt 0:4"
    )));
}

#[test]
fn the_documents_figures_are_the_default() {
    let json = restrap("power curve --json").json();
    let panels = json["panels"].as_array().expect("panels");
    let last = |panel: &serde_json::Value| -> Vec<Option<f64>> {
        let curves = panel["curves"].as_array().expect("curves");
        curves
            .iter()
            .map(|curve| curve["last_below_alpha"].as_f64())
            .collect()
    };
    let want = [
        (100, [None, None, None, Some(1.0), Some(12.0)]),
        (500, [None, Some(0.0), Some(2.0), Some(19.0), Some(19.0)]),
        (
            2_000,
            [Some(0.0), Some(3.0), Some(13.0), Some(19.0), Some(19.0)],
        ),
        (
            10_000,
            [Some(4.0), Some(17.0), Some(19.0), Some(19.0), Some(19.0)],
        ),
    ];
    assert_eq!(panels.len(), want.len());
    for (panel, (items, ends)) in panels.iter().zip(want) {
        assert_eq!(
            (panel["items"].as_u64(), last(panel)),
            (Some(items), ends.to_vec())
        );
    }
}

#[test]
fn sampled_points_are_those_of_a_comparison_of_the_same_data() {
    let drawn = "--exact never --resamples 2000 --seed 5";
    let curve = restrap(&format!(
        "power curve --items 200 --effect 3 --hurt 4 --json {drawn}"
    ))
    .json();
    let point = &curve["panels"][0]["curves"][0]["points"][0];
    assert_eq!(
        (point["helped"].as_u64(), point["hurt"].as_u64()),
        (Some(14), Some(8))
    );
    let interval = point["pvalue_interval"].as_array().expect("bounds");
    let exact = restrap("power curve --items 200 --effect 3 --hurt 4 --json").json();
    let exact = exact["panels"][0]["curves"][0]["points"][0]["pvalue"]
        .as_f64()
        .expect("p");
    assert!(
        interval[0].as_f64().expect("low") <= exact && exact <= interval[1].as_f64().expect("high")
    );
    assert_eq!(
        (curve["seed"].as_u64(), curve["resamples"].as_u64()),
        (Some(5), Some(2000))
    );
    assert_eq!(curve["test"]["method"], "sampled");
}

#[test]
fn other_tests_and_ranges_draw_curves() {
    assert_snapshot!(narrow(restrap(
        "power curve --items 50 --effect 10 --hurt 0:50:12.5 --test permutation --alternative better"
    )));
}

#[test]
fn a_plan_from_an_agreement_shows_card_et_al() {
    let line = "power plan --baseline 0.80 --gain 0.02 --agreement 0.975 --items 500";
    assert_snapshot!(narrow(restrap(&format!("{line} --simulations 0"))));
    let method = &restrap(&format!("{line} --json")).json()["scenarios"][0]["methods"][0];
    let digits = |key: &str| (method[key].as_f64().expect("a number") * 1e4).round() / 1e4;
    assert_eq!((digits("power"), digits("type_m")), (0.7976, 1.1158));
}

#[test]
fn a_plan_without_an_agreement_is_a_range_and_shows_card_et_als_bounds() {
    let line = "power plan --baseline 70% --gain 2pt --items 1000";
    assert_snapshot!(narrow(restrap(line)));
    let scenarios = restrap(&format!("{line} --json")).json()["scenarios"].clone();
    let all = scenarios.as_array().expect("scenarios");
    let digits = |k: usize, key: &str| {
        (all[k]["methods"][0][key].as_f64().expect("a number") * 1e5).round() / 1e5
    };
    let end = all.len() - 1;
    assert_eq!(
        (digits(0, "power"), digits(end, "power")),
        (0.99994, 0.12073)
    );
    assert_eq!(
        (digits(end, "type_m"), digits(end, "type_s")),
        (2.9974, 0.01881)
    );
}

#[test]
fn a_plan_from_a_pilot_of_right_and_wrong_answers() {
    let pilot = format!("{MOVIES}:vader_no_but {MOVIES}:vader --id id");
    assert_snapshot!(narrow(restrap(&format!(
        "power plan {pilot} --gain 0.005 --simulations 0"
    ))));
}

#[test]
fn a_plan_from_a_pilot_of_real_scores() {
    let pilot = format!("{ERRORS}:vader_no_but {ERRORS}:vader --id id");
    assert_snapshot!(narrow(restrap(&format!(
        "power plan {pilot} --gain 0.01 --items 2000 --simulations 0"
    ))));
}

#[test]
fn a_plan_from_variances() {
    let line = "power plan --variance 0.082 --within 0.143,0.104 --repeats 3,4 --gain 0.03";
    let ran = narrow(restrap(line));
    assert!(ran.out.contains("closed form (normal)      1,358"), "{ran}");
}

#[test]
fn a_plan_of_a_margin_says_how_often_equal_and_worse_systems_pass() {
    assert_snapshot!(narrow(restrap(
        "power plan --baseline 80% --agreement 90% --noninferior 2pt --items 1000"
    )));
    let pilot =
        format!("power plan {MOVIES}:textblob {MOVIES}:vader --noninferior abs:0.05 --json");
    let json = restrap(&pilot).json();
    let plan = &json["noninferior"];
    assert_eq!(
        (plan["margin"].as_f64(), plan["items"].as_u64()),
        (Some(0.05), plan["items_needed"].as_u64())
    );
    let share = |name: &str| plan[name].as_f64().expect("a share");
    assert!(
        (share("equal_passes") - 0.8).abs() < 0.01 && share("worse_passes") <= 0.05,
        "{plan}"
    );
}

#[test]
fn the_least_gain_alone() {
    assert_snapshot!(narrow(restrap(
        "power plan --baseline 0.8 --agreement 0.95 --items 1000"
    )));
}

#[test]
fn an_audit_that_the_numbers_do_not_decide() {
    assert_snapshot!(narrow(restrap(
        "power audit --items 500 --baseline 80.0% --system 82.4%"
    )));
}

#[test]
fn an_audit_of_a_gap_that_nothing_makes_significant() {
    assert_snapshot!(narrow(restrap(
        "power audit --baseline 400/500 --system 405/500"
    )));
}

#[test]
fn an_audit_of_rounded_scores() {
    assert_snapshot!(narrow(restrap(
        "power audit --items 100 --baseline 0.5 --system 0.9"
    )));
}

#[test]
fn what_power_refuses() {
    let lines = [
        "power plan",
        "power plan --baseline 0.8",
        "power plan --baseline 0.8 --gain 0.05 --agreement 0.98",
        "power plan --baseline 0.99 --gain 0.05",
        "power plan --baseline 0.99 --gain 0.001 --agreement 0.9",
        "power plan --baseline 80 --gain 0.01",
        "power plan --baseline 0.8 --gain 2%",
        "power plan --baseline 0.8 --gain 0",
        "power plan --baseline 0.8 --gain 0.02 --alternative worse",
        "power plan --baseline 0.8 --gain 0.02 --power 0.05",
        "power plan --baseline 0.8 --gain 0.02 --items 1",
        "power plan --baseline 0.8 --noninferior 2pt",
        "power plan --baseline 0.8 --agreement 0.9 --noninferior 0",
        "power plan --baseline 0.8 --agreement 0.9 --noninferior 2%",
        "power plan --variance 0.1 --within 0.1 --gain 0.1",
        "power plan --variance 0 --gain 0.1",
        "power plan nowhere.txt nothing.txt --gain 0.1",
        "power audit --baseline 0.8 --system 0.9",
        "power audit --items 500 --baseline 85.3% --system 0.9",
        "power audit --items 500 --baseline 85.3 --system 0.9",
        "power audit --items 400 --baseline 400/500 --system 0.9",
        "power curve --hurt 5:1",
        "power curve --hurt 0:100:0.00001",
        "power curve --effect 120",
        "power curve --effect 60 --hurt 50:60",
        "power curve --items 9999999",
        "power curve --plot figure.gif",
        "power curve --plot-theme dark",
    ];
    let told: Vec<String> = lines
        .iter()
        .map(|line| {
            let ran = restrap(line);
            assert!(
                matches!(ran.code, Some(1 | 2)) && ran.out.is_empty(),
                "{ran}"
            );
            ran.to_string()
        })
        .collect();
    assert_snapshot!(told.join("\n\n"));
}

#[test]
fn a_pilot_without_a_gain_is_refused_because_its_own_is_not_the_true_one() {
    let ran = restrap(&format!(
        "power plan {MOVIES}:vader_no_but {MOVIES}:vader --id id"
    ));
    assert_eq!(ran.code, Some(2));
    assert!(ran.error().contains("only restates its p-value"), "{ran}");
}

#[test]
fn the_pilots_own_difference_as_the_gain_is_warned_of() {
    let folder = crate::support::binary_pair(30, 10, 160);
    let ran = folder.restrap("power plan base.txt new.txt --gain 0.1 --simulations 0");
    assert!(
        ran.sentences()
            .contains("only restates the pilot's p-value"),
        "{ran}"
    );
    let other = folder.restrap("power plan base.txt new.txt --gain 0.05 --simulations 0");
    assert!(!other.sentences().contains("only restates"), "{other}");
}

#[test]
fn markdown_latex_and_csv() {
    let plan =
        "power plan --baseline 0.8 --gain 0.02 --agreement 0.975 --items 500 --simulations 0";
    assert_snapshot!(
        ["markdown", "latex", "csv"]
            .map(|f| restrap(&format!("{plan} --output {f}")).to_string())
            .join("\n\n")
    );
    let curve = "power curve --items 100,500 --effect 2,5 --hurt 0:1";
    assert_snapshot!(
        ["markdown", "latex", "csv"]
            .map(|f| restrap(&format!("{curve} --output {f}")).to_string())
            .join("\n\n")
    );
    let audit = restrap("power audit --items 500 --baseline 80.0% --system 82.4% --output csv");
    assert_eq!(
        audit.out.lines().count(),
        90,
        "a header, and 0 to 88 items lost"
    );
}

#[test]
fn json_follows_its_schema() {
    for (kind, line) in [
        ("curve", "power curve --items 10 --effect 10 --hurt 0"),
        ("plan", "power plan --baseline 0.8 --gain 0.1"),
        ("audit", "power audit --baseline 8/10 --system 9/10"),
    ] {
        let json = restrap(&format!("{line} --json")).json();
        assert_eq!(
            (json["schema"].as_str(), json["kind"].as_str()),
            (Some("restrap/power/1"), Some(kind))
        );
        assert!(
            json["report"]
                .as_str()
                .is_some_and(|report| report.contains("restrap ")),
            "{json}"
        );
    }
}

#[test]
fn threads_change_no_byte() {
    let of = |line: &str, threads: u32| restrap(&format!("{line} --json --threads {threads}")).out;
    for line in [
        "power curve --items 300 --exact never --resamples 500",
        "power plan --baseline 0.8 --gain 0.02 --agreement 0.95 --items 400 --simulations 2000",
    ] {
        assert_eq!(of(line, 1), of(line, 3), "{line}");
    }
}

#[test]
fn figures_are_whole_files_of_their_kind_and_the_same_twice() {
    let folder = Folder::new();
    for (line, name) in [
        (
            "power curve --items 100,500 --effect 1,5 --hurt 0:9",
            "curve",
        ),
        (
            "power plan --baseline 0.8 --gain 0.05 --agreement 0.9 --simulations 0",
            "plan",
        ),
        ("power audit --baseline 80/100 --system 90/100", "audit"),
    ] {
        for flags in ["", "--plot-theme dark", "--plot-width 360"] {
            for extension in ["svg", "png"] {
                let ran = folder.restrap(&format!("{line} -q --plot {name}.{extension} {flags}"));
                assert_eq!(
                    (ran.code, ran.out.as_str(), ran.err.as_str()),
                    (Some(0), "", ""),
                    "{ran}"
                );
            }
            let svg = String::from_utf8(folder.read(&format!("{name}.svg"))).expect("text");
            let wide = if flags.contains("360") {
                "<svg width=\"360\""
            } else {
                "<svg width=\"720\""
            };
            assert!(
                svg.starts_with(wide) && svg.trim_end().ends_with("</svg>"),
                "{}",
                &svg[..80]
            );
            // An opaque background of the theme, and the unit of an axis.
            let background = if flags.contains("dark") {
                "#16181C"
            } else {
                "#FFFFFF"
            };
            assert!(
                svg.contains(background),
                "{name} {flags}: no background {background}"
            );
            assert!(svg.contains("items"), "{name}: no axis");
            let png = folder.read(&format!("{name}.png"));
            assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n", "{name} {flags}");
            folder.restrap(&format!("{line} -q --plot again.svg {flags}"));
            assert_eq!(folder.read("again.svg"), svg.into_bytes(), "{name} {flags}");
        }
    }
}

#[test]
fn the_figure_of_the_page_is_what_its_command_draws() {
    let page = std::fs::read_to_string(root().join("docs/power.md")).expect("a page");
    let command = page
        .lines()
        .find(|line| line.contains("--plot docs/figures/curves.svg"))
        .expect("its command");
    let folder = Folder::new();
    let line = command
        .trim_start_matches("restrap ")
        .replace("docs/figures/", "");
    assert_eq!(folder.restrap(&format!("{line} --quiet")).code, Some(0));
    let drawn = std::fs::read(root().join("docs/figures/curves.svg")).expect("the figure");
    assert!(
        folder.read("curves.svg") == drawn,
        "draw it anew: {command}"
    );
}

#[test]
fn pilots_that_say_little_are_told_so() {
    let right: String = lines((0..20).map(|k| f64::from(k % 2)));
    let [none, all] = [0.0, 1.0].map(|score| lines(std::iter::repeat_n(score, 20)));
    let graded: String = lines((0..20).map(|k| f64::from(k) / 8.0));
    let above: String = lines((0..20).map(|k| f64::from(k) / 8.0 + 0.3));
    // Sevenths to six decimals: differences are 0.5, or a last digit beside it.
    let rounded = |by: f64| lines((0..20).map(|k| ((f64::from(k) / 7.0 + by) * 1e6).round() / 1e6));
    let folder = Folder::with(&[
        ("right", &right),
        ("none", &none),
        ("all", &all),
        ("graded", &graded),
        ("above", &above),
        ("sevenths", &rounded(0.0)),
        ("halves", &rounded(1.0 / 3.0)),
        ("one", "1\n"),
        ("two", "1\n0\n"),
        ("both", "1\n1\n"),
        ("pair", "0.3\n0.4\n"),
        ("other", "0.1\n0.4\n"),
    ]);
    let told: Vec<String> = [
        "right right --gain 0.02",
        "right right --items 500",
        "none all --gain 0.02 --items 500",
        "all none --items 500",
        "graded graded --gain 0.02",
        "graded above --gain 0.02",
        "sevenths halves --gain 0.02",
        "one one --gain 0.02",
        "two both --gain 0.02",
        "pair other --gain 0.02",
    ]
    .into_iter()
    .map(|line| {
        folder
            .restrap(&format!("power plan {line} --simulations 200"))
            .to_string()
    })
    .collect();
    assert_snapshot!(told.join("\n\n"));
}

#[test]
fn a_least_gain_in_words_is_no_smaller_than_the_one_of_the_table() {
    let of = |line: &str| restrap(&format!("power plan --simulations 0 {line}"));
    for line in [
        "--baseline 0.5 --agreement 0.9 --items 500",
        "--variance 0.2 --items 700",
    ] {
        let json = restrap(&format!("power plan --simulations 0 {line} --json")).json();
        let gain = json["scenarios"][0]["methods"][0]["least_gain"]
            .as_f64()
            .expect("a gain");
        let text = of(line).sentences();
        let (_, after) = text.split_once("detect a gain of ").expect("a sentence");
        let printed: f64 = after
            .split(' ')
            .next()
            .and_then(|word| word.parse().ok())
            .expect("a number");
        let printed = if json["binary"] == true {
            printed / 100.0
        } else {
            printed
        };
        assert!(
            printed >= gain && printed < 1.01 * gain,
            "{printed} {gain}: {text}"
        );
    }
    // One item fewer than are needed: the power that is printed stays below the one that was wanted.
    let text = of("--baseline 0.8 --gain 0.02 --agreement 0.975 --items 493").sentences();
    let needed =
        restrap("power plan --baseline 0.8 --gain 0.02 --agreement 0.975 --simulations 0 --json")
            .json();
    let needed = needed["scenarios"][0]["methods"][0]["items_needed"]
        .as_u64()
        .expect("items");
    let below = of(&format!(
        "--baseline 0.8 --gain 0.02 --agreement 0.975 --items {}",
        needed - 1
    ))
    .sentences();
    let (_, after) = below.split_once("items the power is ").expect("a power");
    let power: f64 = after
        .split(':')
        .next()
        .and_then(|word| word.parse().ok())
        .expect("a number");
    assert!(
        power < 0.8 && below.contains("1 more is still needed"),
        "{below} {text}"
    );
}

#[test]
fn an_audit_of_the_side_that_is_ahead_says_that_it_looks_the_other_way() {
    let told: Vec<String> = [
        "--baseline 85.2% --system 87.6% --alternative worse",
        "--baseline 87.6% --system 85.2% --alternative worse",
        "--baseline 87.6% --system 85.2%",
        "--baseline 85.2% --system 85.2% --alternative better",
    ]
    .into_iter()
    .map(|line| restrap(&format!("power audit --items 500 {line}")).to_string())
    .collect();
    assert_snapshot!(told.join("\n\n"));
    // A system behind is a mirror of one ahead: the same power, the same least gap of its errors.
    let scenarios = |line: &str| {
        restrap(&format!("power audit --items 500 {line} --json")).json()["scenarios"].clone()
    };
    let methods = |line: &str| -> Vec<serde_json::Value> {
        let told = scenarios(line);
        told.as_array()
            .expect("a list")
            .iter()
            .map(|one| one["methods"][0].clone())
            .collect()
    };
    assert_eq!(
        methods("--baseline 438/500 --system 426/500 --alternative worse"),
        methods("--baseline 62/500 --system 74/500 --alternative better")
    );
}

#[test]
fn what_would_not_fit_is_refused_before_it_is_made() {
    for line in [
        "generate graded --items 100000000000",
        "generate continuous --items 100000001",
        "generate graded --items 10 --depth 4000000000",
        "power plan --baseline 0.8 --gain 0.02 --agreement 0.975 --simulations 100000000000",
        "power compare --model graded --resamples 1000000000",
    ] {
        let ran = restrap(line);
        assert!(
            ran.code == Some(2) && ran.out.is_empty() && ran.error().contains("expected"),
            "{ran}"
        );
    }
}

#[test]
fn a_study_is_planned_on_each_of_its_data_sets() {
    let folder = Folder::new();
    let table = |items: usize, every: usize| {
        let row = |item: usize| {
            let base = u8::from(!item.is_multiple_of(4));
            let new = if item.is_multiple_of(every) {
                1 - base
            } else {
                base
            };
            format!("q{item},{base},{new},{base}\n")
        };
        "id,base,new,other\n".to_owned() + &(0..items).map(row).collect::<String>()
    };
    folder.put("a.csv", table(400, 9));
    folder.put("b.csv", table(150, 5));
    let set = |name: &str| {
        format!("[datasets.{name}]\nid = \"id\"\nscores.right = \"{name}.csv:{{system}}\"\n")
    };
    let head = "baseline = \"base\"\nmetrics = [\"right\"]\n[systems]\nbase = \"Base\"\nnew = \"New\"\nother = \"Other\"\n";
    folder.put("STUDY.toml", format!("{head}{}{}", set("a"), set("b")));
    let json = folder
        .restrap("power plan STUDY.toml --gain 2pt --simulations 0 --json")
        .json();
    // Two systems on two data sets.
    assert_eq!(json["request"]["comparisons"], 4);
    for (of, name, items) in [(&json, "a", 400), (&json["further"][0], "b", 150)] {
        let how =
            format!("--id id --gain 2pt --comparisons 4 --items {items} --simulations 0 --json");
        let alone = folder
            .restrap(&format!("power plan {name}.csv:base {name}.csv:new {how}"))
            .json();
        assert_eq!(of["scenarios"], alone["scenarios"], "{name}");
        assert_eq!(
            (&of["dataset"]["name"], &of["dataset"]["system"]),
            (&name.into(), &"New".into())
        );
    }
    let told = folder.restrap("power plan STUDY.toml --gain 2pt --simulations 0");
    assert!(
        told.out.starts_with("New against Base, right") && told.out.contains("  b           150"),
        "{told}"
    );
    let none = folder.restrap("power plan STUDY.toml:Base --gain 2pt");
    assert!(
        none.code == Some(2) && none.err.contains("its systems are Base, New, Other"),
        "{none}"
    );
    let scored = folder.restrap("power plan STUDY.toml --gain 2pt --id id");
    assert!(
        scored.code == Some(2) && scored.err.contains("names the files and their metrics"),
        "{scored}"
    );
}
