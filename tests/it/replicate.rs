//! `replicate`: several data sets from paths, tables, logs and study files, in every form; what they refuse.

use std::fmt::Write as _;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::support::Folder;

/// Scores of a system on a data set, one per line: 0/1, of which `gain` in ten are won over the baseline.
fn scores(items: usize, gain: usize, salt: usize) -> String {
    (0..items)
        .map(|i| {
            if (i * 7 + salt) % 10 < 4 + gain {
                "1\n"
            } else {
                "0\n"
            }
        })
        .collect()
}

const SETS: [(&str, usize, usize); 4] = [
    ("wmt21", 80, 4),
    ("wmt22", 60, 3),
    ("news", 50, 0),
    ("ted", 12, 1),
];

/// A file for each system and data set, and the same in one table and in a study.
fn folder() -> Folder {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut table = "set,id,base,ours,distil\n".to_owned();
    let mut long = "system,set,id,score\n".to_owned();
    for (at, (set, items, gain)) in SETS.into_iter().enumerate() {
        let all = [
            ("base", scores(items, 0, at)),
            ("ours", scores(items, gain, at)),
            ("distil", scores(items, 4 - gain, at + 3)),
        ];
        for (system, scores) in &all {
            files.push((format!("runs/{system}/{set}.txt"), scores.clone()));
            long.extend(
                scores
                    .lines()
                    .zip(0..)
                    .map(|(score, id)| format!("{system},{set},{id},{score}\n")),
            );
        }
        let columns: Vec<Vec<&str>> = all
            .iter()
            .map(|(_, scores)| scores.lines().collect())
            .collect();
        table.extend((0..items).map(|id| {
            format!(
                "{set},{id},{},{},{}\n",
                columns[0][id], columns[1][id], columns[2][id]
            )
        }));
    }
    let sets = SETS
        .map(|(set, ..)| format!("[datasets.{set}.scores]\nacc = \"runs/{{system}}/{set}.txt\"\n"));
    let study = format!(
        "baseline = \"base\"\nmetrics = [\"acc\"]\nfamily = \"all\"\n[systems]\nbase = \"base\"\nours = \"ours\"\ndistil = \"distil\"\n{}",
        sets.concat()
    );
    files.extend([
        ("t.csv".to_owned(), table),
        ("long.csv".to_owned(), long),
        ("STUDY.toml".to_owned(), study),
    ]);
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&name[..], &text[..]))
        .collect();
    Folder::with(&files)
}

const PATHS: &str = "replicate base=runs/base/{dataset}.txt ours=runs/ours/{dataset}.txt distil=runs/distil/{dataset}.txt --no-host";

#[test]
fn a_table_of_data_sets_and_its_forms() {
    let folder = folder();
    assert_snapshot!(folder.restrap(PATHS));
    for form in ["markdown", "latex", "csv", "line"] {
        assert_snapshot!(
            form,
            folder.restrap(&format!(
                "{PATHS} --output {form} --caption 'Four & sets' --label tab:four"
            ))
        );
    }
}

#[test]
fn paths_tables_and_studies_give_the_same_cells() {
    let folder = folder();
    let cells = |line: &str| {
        let json = folder
            .restrap(&format!(
                "{} --json --no-host",
                line.trim_end_matches(" --no-host")
            ))
            .json();
        let mut cells: Vec<String> = json["cells"]
            .as_array()
            .unwrap()
            .iter()
            .map(|cell| {
                format!(
                    "{} {} {} {} {}",
                    cell["dataset"],
                    cell["system"],
                    cell["difference"],
                    cell["pvalue"],
                    cell["p_adjusted"]
                )
            })
            .collect();
        cells.sort_unstable();
        (cells, json)
    };
    let (paths, json) = cells(PATHS);
    assert_eq!(paths.len(), 8);
    assert_eq!(json["schema"], json!("restrap/replicate/1"));
    for line in [
        "replicate t.csv --dataset set --id id",
        "replicate long.csv --long system=system,item=id,score=score --dataset set",
        "replicate STUDY.toml",
    ] {
        let (other, _) = cells(line);
        assert_eq!(paths, other, "{line}");
    }
}

#[test]
fn cells_equal_single_comparisons_and_the_family_is_adjusted_once() {
    let folder = folder();
    let json = folder
        .restrap(&format!("{PATHS} --json --adjust bonferroni"))
        .json();
    for cell in json["cells"].as_array().unwrap() {
        let (set, system) = (
            cell["dataset"].as_str().unwrap(),
            cell["system"].as_str().unwrap(),
        );
        let one = folder
            .restrap(&format!(
                "compare runs/base/{set}.txt runs/{system}/{set}.txt --json --no-host"
            ))
            .json();
        assert_eq!(
            cell["pvalue"], one["comparisons"][0]["tests"][0]["pvalue"],
            "{set} {system}"
        );
        let (p, adjusted) = (
            cell["pvalue"].as_f64().unwrap(),
            cell["p_adjusted"].as_f64().unwrap(),
        );
        assert!((adjusted - (8.0 * p).min(1.0)).abs() < 1e-11, "{cell}");
    }
    assert_eq!(json["family"]["size"], json!(8));
}

/// A folder of lm-evaluation-harness with tasks of different metrics.
fn logs() -> Folder {
    let samples = |metric: &str, of: &dyn Fn(usize) -> Value, filters: &[&str]| {
        let rows = (0..40).flat_map(|doc| filters.iter().map(move |filter| (doc, *filter)));
        let row = |(doc, filter): (usize, &str)| {
            let record = json!({ "doc_id": doc, "doc": { "q": doc }, "filter": filter, "metrics": [metric], metric: of(doc) });
            record.to_string()
        };
        rows.map(row).collect::<Vec<String>>().join("\n")
    };
    let right = |every: usize| move |doc: usize| json!(u8::from(!doc.is_multiple_of(every)));
    let pair = |doc: usize| json!([doc, 10]);
    let mut files = Vec::new();
    for (run, every) in [("base", 2), ("new", 5)] {
        let name =
            |task: &str| format!("lm/{run}/samples_{task}_2026-11-2{every}T07-49-50.344463.jsonl");
        files.push((name("arc"), samples("acc", &right(every), &["none"])));
        files.push((
            name("gsm8k"),
            samples("exact_match", &right(every), &["strict", "flexible"]),
        ));
        files.push((name("text"), samples("word_perplexity", &pair, &["none"])));
        if run == "new" {
            files.push((name("extra"), samples("acc", &right(every), &["none"])));
        }
    }
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&name[..], &text[..]))
        .collect();
    Folder::with(&files)
}

#[test]
fn folders_of_logs_have_a_data_set_and_a_metric_for_each_task() {
    let folder = logs();
    assert_snapshot!(folder.restrap("replicate base=lm/base new=lm/new --no-host"));
    let json = folder
        .restrap(
            "replicate base=lm/base new=lm/new --where task=gsm8k --where filter=flexible --json --no-host",
        )
        .json();
    assert_eq!(json["datasets"].as_array().unwrap().len(), 1);
    assert_eq!(json["datasets"][0]["metrics"], json!(["exact_match"]));
}

#[test]
fn training_runs_have_marks_of_their_own() {
    let mut rows = vec!["system,set,id,seed,score".to_owned()];
    for (system, gain) in [("base", 0), ("new", 2)] {
        for set in ["a", "b"] {
            for seed in 0..3 {
                rows.extend((0..40).map(|i| {
                    format!(
                        "{system},{set},{i},{seed},{}",
                        usize::from((i * 7 + seed) % 10 < 4 + gain + (seed * gain) % 3)
                    )
                }));
            }
        }
    }
    let folder = Folder::with(&[("long.csv", &(rows.join("\n") + "\n"))]);
    let line = "replicate long.csv --long system=system,item=id,score=score --seed-col seed --dataset set --no-host";
    let ran = folder.restrap(line);
    assert!(
        ran.out.contains("3 seeds each")
            && ran.out.contains("° significant for these checkpoints only"),
        "{ran}"
    );
    let json = folder.restrap(&format!("{line} --json")).json();
    let cell = &json["cells"][0];
    assert!(
        cell["checkpoints"]["pvalue"].as_f64().unwrap() < cell["pvalue"].as_f64().unwrap(),
        "{cell}"
    );
    assert_eq!(json["macro"][0]["interval"]["method"], json!("recipe-t"));
}

#[test]
fn what_is_no_study_is_refused_with_what_to_do() {
    let folder = folder();
    let toml = |text: &str| Folder::with(&[("S.toml", text), ("a.txt", "1\n0\n")]);
    let systems = "[systems]\nbase = \"b\"\nnew = \"n\"\n";
    let lines = [
        folder.restrap("replicate runs/base/ted.txt runs/ours/ted.txt"),
        folder.restrap("replicate base=none/{dataset}.txt ours=runs/ours/{dataset}.txt"),
        folder.restrap("replicate base=runs/base/{dataset}.txt ours=runs/ours/ted.txt"),
        folder.restrap("replicate t.csv --dataset nothing --id id"),
        folder.restrap(&format!("{PATHS} --baseline nobody")),
        folder.restrap("replicate STUDY.toml --dataset set"),
        toml("metrics = [\"x\"\n").restrap("replicate S.toml"),
        toml(&format!(
            "metrics = [\"mean\"]\nmodels = 1\n{systems}[datasets.x]\n"
        ))
        .restrap("replicate S.toml"),
        toml(&format!(
            "baseline = \"old\"\nmetrics = [\"mean\"]\n{systems}[datasets.x]\n"
        ))
        .restrap("replicate S.toml"),
        toml(&format!(
            "metrics = [\"m\"]\n{systems}[datasets.x.scores]\nm = 3\n"
        ))
        .restrap("replicate S.toml"),
        toml(&format!(
            "metrics = [\"m\"]\n{systems}[datasets.x.scores]\nm = \"a.txt\"\n"
        ))
        .restrap("replicate S.toml"),
        toml(&format!(
            "metrics = [\"m\"]\n{systems}[datasets.x]\noutputs = \"a.txt\"\n"
        ))
        .restrap("replicate S.toml"),
        toml(&format!("{systems}[datasets]\n")).restrap("replicate S.toml"),
    ];
    for ran in &lines {
        assert!(
            ran.out.is_empty() && matches!(ran.code, Some(1 | 2)),
            "{ran}"
        );
    }
    let told: Vec<String> = lines.iter().map(ToString::to_string).collect();
    assert_snapshot!(told.join("\n\n"));
}

#[test]
fn strange_data_sets_are_named_and_never_counted_as_0() {
    let text = |n: usize| scores(n, 2, 1);
    let folder = Folder::with(&[
        ("base/{x}.txt", &text(20)),
        ("base/a b.txt", &text(20)),
        ("base/alone.txt", &text(20)),
        ("new/{x}.txt", &scores(20, 6, 1)),
        ("new/a b.txt", &scores(20, 6, 1)),
        ("new/other.txt", &text(20)),
        ("third/{x}.txt", &text(20)),
    ]);
    let line = "replicate base=base/{dataset}.txt new=new/{dataset}.txt third=third/{dataset}.txt";
    let ran = folder.restrap(&format!("{line} -v"));
    assert!(
        ran.err
            .contains("other left out: the baseline base has no file there"),
        "{ran}"
    );
    assert!(ran.err.contains("third: absent on a b, alone"), "{ran}");
    assert!(
        ran.out.contains("{x}") && !ran.out.contains(" 0.00"),
        "{ran}"
    );
    let json = folder.restrap(&format!("{line} --json --no-host")).json();
    assert_eq!(json["absent"].as_array().unwrap().len(), 3, "{json}");
    // Nothing in common with the baseline.
    let folder = Folder::with(&[("base/a.txt", &text(5)), ("new/b.txt", &text(5))]);
    let ran = folder.restrap("replicate base=base/{dataset}.txt new=new/{dataset}.txt");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran}");
    assert!(
        ran.error()
            .contains("files of base and of another system, found none among a, b"),
        "{ran}"
    );
    // A data set without items.
    let folder = Folder::with(&[("base/a.txt", ""), ("new/a.txt", "")]);
    let ran = folder.restrap("replicate base=base/{dataset}.txt new=new/{dataset}.txt");
    assert_eq!(ran.code, Some(1), "{ran}");
}

#[test]
fn a_gate_ends_a_script() {
    let folder = folder();
    let code = |options: &str| folder.restrap(&format!("{PATHS} -q {options}")).code;
    assert_eq!(code("--require superior"), Some(0));
    assert_eq!(code("--forbid inferior"), Some(0));
    let turned = "replicate base=runs/ours/{dataset}.txt new=runs/base/{dataset}.txt -q";
    assert_eq!(
        folder.restrap(&format!("{turned} --require superior")).code,
        Some(10)
    );
    assert_eq!(
        folder.restrap(&format!("{turned} --forbid inferior")).code,
        Some(10)
    );
}

#[test]
fn no_line_is_wider_than_a_terminal() {
    let names = [
        "a_long_name_of_a_data_set",
        "salient_translation_error_detection",
        "b",
        "c",
        "d",
        "e",
        "f",
        "g",
        "h",
        "i",
    ];
    let systems: Vec<String> = (0..9).map(|at| format!("system-of-{at}-billion")).collect();
    let mut files = Vec::new();
    for (at, set) in names.iter().enumerate() {
        for (system, name) in systems.iter().enumerate() {
            files.push((format!("{name}/{set}.txt"), scores(20 + at, system % 4, at)));
        }
    }
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&name[..], &text[..]))
        .collect();
    let folder = Folder::with(&files);
    for number in [2, 3, 9] {
        let typed: Vec<String> = systems[..number]
            .iter()
            .map(|name| format!("{name}/{{dataset}}.txt"))
            .collect();
        let ran = folder.restrap(&format!("replicate {} --no-host", typed.join(" ")));
        assert_eq!(crate::support::wide(&ran.out), None, "{ran}");
        assert!(ran.out.contains("better on"), "{ran}");
    }
}

#[test]
fn clusters_of_a_study_in_another_folder_are_a_column_a_file_or_a_part_of_the_ids() {
    let mut table = "id,doc,old,new\n".to_owned();
    let mut clusters = "id,doc\n".to_owned();
    for item in 0..24 {
        let doc = item / 3;
        writeln!(
            table,
            "d{doc}-{item},d{doc},{},{}",
            item % 4,
            item % 4 + item % 5 % 2 + doc % 2
        )
        .unwrap();
        writeln!(clusters, "d{doc}-{item},d{doc}").unwrap();
    }
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    folder.put("sub/x.csv", &table);
    folder.put("sub/docs.csv", &clusters);
    let comparison = |cluster: &str| {
        let study = format!(
            "metrics = [\"acc\"]\n[systems]\nold = \"old\"\nnew = \"new\"\n[datasets.x]\nid = \"id\"\n{cluster}\n[datasets.x.scores]\nacc = \"x.csv:{{system}}\"\n"
        );
        folder.put("sub/S.toml", study);
        let ran = folder.restrap("replicate sub/S.toml --json");
        assert_eq!(ran.code, Some(0), "{ran}");
        ran.json()["cells"].clone()
    };
    let column = comparison("cluster = \"doc\"");
    assert_eq!(column, comparison("cluster = \"docs.csv:doc\""));
    assert_eq!(column, comparison("cluster = \"{cluster}-\""));
    assert_ne!(column, comparison(""));
    // The hint is a line of the study: it takes no option of what is read.
    let ran = folder.restrap("replicate sub/S.toml");
    let told = ran.sentences();
    assert!(
        told.contains("are these groups?") && !told.contains("--cluster"),
        "{told}"
    );
    let line = told
        .split('`')
        .find(|part| part.starts_with("cluster = "))
        .expect("a line of the study");
    assert_eq!(column, comparison(line));
}
