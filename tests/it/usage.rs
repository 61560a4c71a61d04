//! Command lines that ask for something that cannot be: exit 2 and one error line.

use insta::assert_snapshot;

use crate::support::{Folder, Ran};

fn graded() -> Folder {
    Folder::with(&[
        ("a.txt", "0.1\n0.25\n0.5\n0.4\n"),
        ("b.txt", "0.3\n0.2\n0.7\n0.9\n"),
        ("t.csv", "id,f1,em\n1,0.5,1\n2,0.25,0\n"),
    ])
}

fn refused(line: &str) -> Ran {
    let ran = graded().restrap(line);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran}");
    ran.error();
    ran
}

#[test]
fn words_and_numbers_out_of_range() {
    let lines = [
        "--test nope",
        "--test permutation,permutation",
        "--alternative sideways",
        "--alpha 2",
        "--alpha 0",
        "--alpha nan",
        "--confidence 95",
        "--resamples 0",
        "--resamples 1e6",
        "--resamples -1",
        "--threads 0",
        "--threads 5000",
        "--shard-size 0",
        "--seed -1",
        "--grid 0.5",
        "--grid 1/0",
        "--interval jackknife",
        "--adjust maxt",
        "--exact sometimes",
        "--missing skip",
        "--input-format xlsx",
        "--where x",
        "--profile nobody",
        "--subsample 0",
        "--subsample 1.5",
        "--bogus",
    ];
    let errors = lines.map(|flags| {
        format!(
            "{flags}\n  {}",
            refused(&format!("compare a.txt b.txt {flags}")).error()
        )
    });
    assert_snapshot!(errors.join("\n"));
}

#[test]
fn flags_that_contradict_each_other() {
    let lines = [
        "--profile jansen --test permutation",
        "--profile jansen --alternative better",
        "--profile jansen --strict",
        "--profile urbano --centre observed",
        "--strict --test t",
        "--centre replicates",
        "--centre nowhere --test bootstrap",
        "--profile jansen --subsample 3",
        "--subsample 2",
        "--subsample 2 --test permutation,bootstrap",
        "--subsample 2 --test t",
        "--subsample 2 --test bootstrap --interval invert",
        "--subsample 2 --test bootstrap --stratum f1",
        "--subsample 4 --without-replacement --test bootstrap",
        "--subsample 17 --test bootstrap",
        "--without-replacement",
        "--stratum f1",
        "--stratum f1 --by em",
        "--stratum f1 --unpaired",
        "--profile jansen --raw-p",
        "--test all",
        "--primary t",
        "--test t --primary t",
        "--exact never --interval invert",
    ];
    let errors = lines.map(|flags| {
        let ran = refused(&format!("compare a.txt b.txt {flags}"));
        format!(
            "{flags}\n  error: {}\n  hint: {}",
            ran.error(),
            ran.hint().unwrap_or("(usage line)")
        )
    });
    assert_snapshot!(errors.join("\n"));
}

#[test]
fn requests_that_the_scores_do_not_allow() {
    let lines = [
        "compare a.txt b.txt --interval tango",
        "compare a.txt b.txt --test mcnemar",
        "compare a.txt b.txt --test all --primary mcnemar",
        "compare a.txt b.txt --interval percentile --exact never --resamples 1",
        "compare a.txt b.txt --id id",
        "compare a.txt b.txt --where id=1",
        "compare a.txt:f1 b.txt",
        "compare a.txt",
        "compare - -",
        "compare x= b.txt",
        "compare t.csv:f2 t.csv:em",
        "compare t.csv --id nope",
        "compare t.csv --id id --baseline nope",
        "compare t.csv --id id --systems zzz*",
        "compare a.txt b.txt --systems f*",
        "compare x=a.txt x=b.txt",
        "compare x=t.csv a.txt",
    ];
    let errors = lines.map(|line| {
        let ran = refused(line);
        format!(
            "{line}\n  error: {}\n  hint: {}",
            ran.error(),
            ran.hint().unwrap_or("-")
        )
    });
    assert_snapshot!(errors.join("\n"));
}

#[test]
fn test_all_leaves_out_what_the_scores_do_not_allow() {
    let ran = graded().restrap("compare a.txt b.txt --test all --primary t --exact never --json");
    assert_eq!(ran.code, Some(0), "{ran}");
    let json = ran.json();
    let names: Vec<&str> = json["comparisons"][0]["tests"]
        .as_array()
        .expect("tests")
        .iter()
        .filter_map(|test| test["name"].as_str())
        .collect();
    assert_eq!(
        names,
        [
            "t",
            "permutation",
            "bootstrap",
            "bootstrap-percentile",
            "sign",
            "wilcoxon"
        ]
    );
    assert!(ran.out.contains("--test all leaves mcnemar out"), "{ran}");
}

#[test]
fn a_flag_that_is_not_built_yet_is_refused() {
    assert!(
        refused("compare a.txt b.txt --margin")
            .error()
            .contains("has no option `--margin`")
    );
}

#[test]
fn what_newcomers_guess_meets_the_right_option() {
    let lines = [
        "compare a.txt b.txt --epochs 5",
        "compare a.txt b.txt --seeds 3",
        "compare a.txt b.txt --seed run",
        "compare a.txt b.txt --repeat 5",
        "compare a.txt b.txt --judges who",
        "compare a.txt b.txt --battles v.csv",
        "compare a.txt b.txt --folds 10",
        "compare a.txt b.txt --ppi people.csv",
        "compare a.txt b.txt --all-pairs",
        "compare a.txt b.txt --pairwise",
        "compare a.txt b.txt --group x",
        "compare a.txt b.txt --groups x",
        "compare a.txt b.txt --fail-under 0.5",
        "compare a.txt b.txt --threshold 0.5",
        "compare a.txt b.txt --acc",
        "compare a.txt b.txt --bleu",
        "compare a.txt b.txt --paired-bs",
        "compare a.txt b.txt --iterations 1000",
        "compare a.txt b.txt --latex",
        "compare a.txt b.txt --cluster",
        "compare a.txt b.txt --per-class",
        "compare a.txt b.txt --metric acc",
        "compare a.txt b.txt --metric rouge",
        "compare a.txt b.txt --metric ndgc@10",
        "ci a.txt --metric bleu",
        "ci a.txt --groups x",
        "score a.txt --threshold 1",
    ];
    let errors = lines.map(|line| {
        let ran = refused(line);
        format!(
            "{line}\n  error: {}\n  hint: {}",
            ran.error(),
            ran.hint().unwrap_or("-")
        )
    });
    assert_snapshot!(errors.join("\n"));
}

/// Options of designs and of tests, each with a value.
const OPTIONS: [(&str, &str); 27] = [
    ("by", "--by c"),
    ("stratum", "--stratum s"),
    ("cluster", "--cluster d"),
    ("unpaired", "--unpaired"),
    ("mix", "--mix c=equal"),
    ("repeat", "--repeat t"),
    ("seed-col", "--seed-col s"),
    ("judge", "--judge r"),
    ("human", "--human h.csv"),
    ("votes", "--votes left=l,right=r,winner=w"),
    ("over", "--over folds"),
    ("against", "--against 0.5"),
    ("baseline", "--baseline a"),
    ("profile", "--profile jansen"),
    ("subsample", "--subsample 0.5 --test bootstrap"),
    ("test", "--test t"),
    ("alternative", "--alternative better"),
    ("raw-p", "--raw-p"),
    ("strict", "--strict"),
    ("centre", "--centre replicates"),
    ("route", "--route indexed"),
    ("exact", "--exact always"),
    ("bayesian", "--bayesian"),
    ("id", "--id i"),
    ("per-item", "--per-item x.csv"),
    ("dataset", "--dataset k"),
    ("long", "--long system=s,item=i,score=v"),
];

#[test]
fn options_that_exclude_each_other_are_refused_by_the_table_before_a_file_is_opened() {
    let folder = Folder::new();
    let typed = |name: &str| {
        OPTIONS
            .iter()
            .find(|option| option.0 == name)
            .expect("known")
            .1
    };
    let mut pairs = 0;
    let lines = include_str!("excluded.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (first, others) = line.split_once(": ").expect("a colon");
        let (command, option) = first.split_once(' ').expect("an option");
        for other in others.split(' ') {
            let line = format!(
                "{command} no.csv none.csv {} {}",
                typed(option),
                typed(other)
            );
            let ran = folder.restrap(&line);
            assert_eq!(ran.code, Some(2), "{ran}");
            let hint = ran.hint().unwrap_or_default();
            let names = [option, other].map(|name| hint.contains(&format!("--{name}")));
            assert!(
                names == [true; 2] || hint.starts_with("the interval of one"),
                "{ran}"
            );
            pairs += 1;
        }
    }
    assert!(pairs > 90, "{pairs}");
}

#[test]
fn what_is_no_longer_there_says_what_to_use_instead() {
    for (line, error, hint) in [
        (
            "compare a.txt b.txt --histogram",
            "`restrap compare` has no option `--histogram`",
            "--plot-kind replicates",
        ),
        (
            "ci a.txt --reproduction",
            "`restrap ci` has no option `--reproduction`",
            "--over replications",
        ),
        (
            "power audit claims.csv",
            "`restrap power audit` takes no file here, found `claims.csv`",
            "restrap power audit --baseline",
        ),
        (
            "rank t.csv:f1 t.csv:em --id id --adjust romano-wolf",
            "\"romano-wolf\" is no longer a correction: bootstrap-maxt is the same in one step",
            "",
        ),
        (
            "power compare --model laplace",
            "\"laplace\" is no longer a data model: name two columns of scores",
            "",
        ),
        (
            "power compare --model beta",
            "\"beta\" is no longer a data model: name two columns of scores",
            "",
        ),
        (
            "power compare --model f1",
            "\"f1\" is no longer a data model: name two files of labels",
            "",
        ),
    ] {
        let ran = refused(line);
        assert!(ran.error().contains(error), "{ran}");
        assert!(ran.hint().unwrap_or_default().contains(hint), "{ran}");
    }
}
