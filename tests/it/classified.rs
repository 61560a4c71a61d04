//! What classifiers write beside labels: counts of decisions, scores cut at a threshold, scores of several classes.

use crate::support::Folder;

/// scikit-learn 1.9, of [`tables`]: `log_loss`, `brier_score_loss`, `top_k_accuracy_score`, `roc_auc_score`, `average_precision_score`.
const KNOWN: [(&str, [f64; 2]); 6] = [
    ("log-loss", [0.778_943_437_125, 0.712_933_731_457]),
    ("brier", [0.464_033_601_333, 0.414_778_703_333]),
    ("top-accuracy@2", [0.933_333_333_333, 1.0]),
    ("roc-auc", [0.863_736_740_842, 0.849_475_751_669]),
    (
        "'roc-auc(multi-class=ovo)'",
        [0.864_309_764_310, 0.849_663_299_663],
    ),
    (
        "'pr-auc(average=weighted)'",
        [0.809_443_549_370, 0.804_300_884_301],
    ),
];

/// Labels of thirty items, and the scores of three classes by two systems.
fn tables(classes: [&str; 3]) -> [String; 3] {
    let class = |item: u32| (item * item + item / 7) % 3;
    let label = |item| format!("{}\n", classes[class(item) as usize]);
    let system = |lift: u32, step: u32| {
        let row = |item: u32| {
            let own = |of| if of == class(item) { lift } else { 0 };
            let raw = [0, 1, 2].map(|of| 1 + (item * step + of * 17) % 23 + own(of));
            let all: u32 = raw.iter().sum();
            let share = raw.map(|of| format!("{:.4}", f64::from(of) / f64::from(all)));
            format!("{item},{}\n", share.join(","))
        };
        std::iter::once(format!(",{}\n", classes.join(",")))
            .chain((0..30).map(row))
            .collect()
    };
    let gold = std::iter::once("label\n".to_owned())
        .chain((0..30).map(label))
        .collect();
    [gold, system(8, 13), system(14, 29)]
}

#[test]
fn scores_of_several_classes_stand_in_columns_that_are_called_as_these() {
    let [gold, a, b] = tables(["cat", "dog", "bird"]);
    let [codes, one, two] = tables(["0", "1", "2"]);
    let logits = a.replace(",0.", ",3.");
    let folder = Folder::with(&[
        ("gold.csv", &gold),
        ("a.csv", &a),
        ("b.csv", &b),
        ("codes.csv", &codes),
        ("one.csv", &one),
        ("two.csv", &two),
        ("logits.csv", &logits),
    ]);
    let words = "a.csv b.csv --gold gold.csv:label --labels cat,dog,bird --json";
    let numbers = "one.csv two.csv --gold codes.csv:label --labels 0,1,2 --json";
    let of = |command, metric, rest| {
        folder
            .restrap(&format!("{command} --metric {metric} {rest}"))
            .json()
    };
    for (metric, known) in KNOWN {
        let (compared, alone) = (of("compare", metric, words), of("ci", metric, words));
        for (place, known) in known.into_iter().enumerate() {
            let system = &compared["systems"][place];
            let score = system["score"].as_f64().unwrap();
            assert!((score - known).abs() < 1e-9, "{metric} {score} {known}");
            assert_eq!(
                system["interval"], alone["systems"][place]["interval"],
                "{metric}"
            );
        }
        let p = "/comparisons/0/tests/0/pvalue";
        assert_eq!(
            of("compare", metric, numbers).pointer(p),
            compared.pointer(p),
            "{metric}"
        );
    }
    for (line, said) in [
        (
            "compare a.csv b.csv --metric log-loss",
            "--labels cat,dog,bird reads a column for each class",
        ),
        (
            "compare a.csv b.csv --metric log-loss --labels cat,dog",
            "belongs to class bird, which --labels does not name",
        ),
        (
            "ci logits.csv --metric log-loss --labels cat,dog,bird",
            "logits need a softmax first",
        ),
        (
            "ci a.csv --metric top-accuracy@2",
            "name them, as in --labels cat,dog,bird",
        ),
        (
            "ci a.csv --metric roc-auc(average=micro) --labels cat,dog,bird",
            "add --average macro",
        ),
    ] {
        let ran = folder.restrap(&format!("{line} --gold gold.csv:label"));
        assert!(ran.sentences().contains(said), "{ran}");
    }
}

#[test]
fn scores_are_cut_at_a_threshold() {
    let [gold, a, b] = tables(["cat", "dog", "bird"]);
    let word = |is_cat: bool| if is_cat { "cat\n" } else { "other\n" };
    let of_gold: String = gold
        .lines()
        .skip(1)
        .map(|label| word(label == "cat"))
        .collect();
    let cut = |table: &str| -> String {
        let score = |line: &str| line.split(',').nth(1).unwrap().parse::<f64>().unwrap();
        table
            .lines()
            .skip(1)
            .map(|line| word(score(line) >= 0.4))
            .collect()
    };
    let ones = format!(
        "label\n{}",
        of_gold.replace("cat", "1").replace("other", "0")
    );
    let folder = Folder::with(&[
        ("gold.csv", &gold),
        ("ones.csv", &ones),
        ("gold.txt", &of_gold),
        ("a.csv", &a),
        ("b.csv", &b),
        ("a.txt", &cut(&a)),
        ("b.txt", &cut(&b)),
    ]);
    for (metric, of_labels, gold) in [
        ("f1(threshold=0.4)", "f1", "gold.csv:label --positive cat"),
        ("mcc(threshold=0.4)", "mcc", "ones.csv:label"),
        ("accuracy(threshold=0.4)", "accuracy", "ones.csv:label"),
        ("kappa(threshold=0.4)", "kappa", "ones.csv:label"),
    ] {
        let positive = if of_labels == "f1" {
            "--positive cat"
        } else {
            ""
        };
        let labels =
            format!("compare a.txt b.txt --gold gold.txt --metric {of_labels} {positive} --json");
        let scores = format!("compare a.csv:cat b.csv:cat --gold {gold} --metric {metric} --json");
        let (labels, scores) = (
            folder.restrap(&labels).json(),
            folder.restrap(&scores).json(),
        );
        for path in [
            "/systems/0/score",
            "/systems/1/score",
            "/comparisons/0/tests/0/pvalue",
        ] {
            assert_eq!(
                labels.pointer(path),
                scores.pointer(path),
                "{metric} {path}"
            );
        }
        assert!(
            scores["metric"].to_string().contains("threshold:0.4"),
            "{}",
            scores["metric"]
        );
        assert!(
            scores
                .to_string()
                .contains("0.4 should come from other data"),
            "{scores}"
        );
    }
    // Scores are of one class, which needs no name.
    let words: String = of_gold.replace("cat", "good").replace("other", "bad");
    folder.put("words.csv", format!("label\n{words}"));
    let of = |option| {
        let line = "compare a.csv:cat b.csv:cat --gold words.csv:label --json --metric";
        folder
            .restrap(&format!("{line} f1(threshold=0.4{option})"))
            .json()
    };
    assert_eq!(of("")["systems"], of(",positive=good")["systems"]);
    assert_ne!(of("")["systems"], of(",average=macro")["systems"]);
}

#[test]
fn counts_of_decisions_score_as_the_labels_that_they_count() {
    let labels = |[tp, fp, missed, tn]: [usize; 4]| {
        let rows = [
            "1,1\n".repeat(tp),
            "0,1\n".repeat(fp),
            "1,0\n".repeat(missed),
            "0,0\n".repeat(tn),
        ];
        format!("gold,given\n{}", rows.concat())
    };
    let folder = Folder::with(&[
        ("a.csv", "tp,fp,fn,tn\n8,3,2,7\n"),
        ("b.csv", "fn,tn,tp,fp\n1,6,9,4\n"),
        ("la.csv", &labels([8, 3, 2, 7])),
        ("lb.csv", &labels([9, 4, 1, 6])),
        ("rows.csv", "doc,tp,fp,fn\nx,5,1,0\ny,3,2,2\n"),
        ("four.csv", "tp,fp,fn,tn\n5,1,0,4\n3,2,2,3\n"),
        ("capitals.csv", "TP,FP,FN,TN\n8,3,2,7\n"),
        ("none.csv", "tp,fp,fn,tn\n0,0,0,0\n"),
        ("bad.csv", "tp,fp,fn,tn\n8,3.5,2,7\n"),
    ]);
    for metric in ["f1", "mcc", "kappa", "accuracy", "balanced-accuracy"] {
        let of = |files: &str| {
            folder
                .restrap(&format!(
                    "compare {files} --metric {metric} --unpaired --json"
                ))
                .json()
        };
        let (counts, labels) = (
            of("a.csv b.csv"),
            of("la.csv:given lb.csv:given --gold :gold"),
        );
        for path in [
            "/systems/0/score",
            "/systems/1/score",
            "/systems/0/interval",
            "/comparisons/0/tests/0/pvalue",
        ] {
            assert_eq!(
                counts.pointer(path),
                labels.pointer(path),
                "{metric} {path}"
            );
        }
    }
    let of = |file| {
        folder
            .restrap(&format!("ci {file} --metric mcc --json"))
            .json()
    };
    assert_eq!(
        of("a.csv")["systems"][0]["score"],
        of("capitals.csv")["systems"][0]["score"]
    );
    // A row for each document: F1 of the sums, without true negatives.
    let rows = folder.restrap("score rows.csv --metric f1 --json").json();
    assert_eq!(
        rows["systems"][0]["score"].as_f64(),
        Some(0.761_904_761_905),
        "{rows}"
    );
    for (line, said) in [
        ("score rows.csv --metric mcc", "`tn`"),
        ("ci none.csv --metric f1", "found only 0 in none.csv"),
        (
            "score bad.csv --metric f1",
            "expected a count from 0 to 100,000,000 in fp of bad.csv, found 3.5 in row 1",
        ),
        ("compare a.csv b.csv --metric f1", "add --unpaired"),
        (
            "score four.csv --metric accuracy",
            "--formula '(tp+tn)/(tp+fp+fn+tn)'",
        ),
    ] {
        let ran = folder.restrap(line);
        assert!(ran.sentences().contains(said), "{ran}");
    }
}

#[test]
fn calibration_is_that_of_its_bins_and_chance_is_taken_off() {
    // One bin of 10: mean p .45, and half of them happened; the others are sure and right.
    let rows: String = (0..40)
        .map(|item| match item {
            0..10 => format!("{},{},{}\n", item % 2, 0.45, 1 - item % 2),
            _ => format!("1,1,{}\n", item % 2),
        })
        .collect();
    let folder = Folder::with(&[("t.csv", &format!("won,p,q\n{rows}"))]);
    let of = |metric: &str| {
        let ran = folder.restrap(&format!(
            "ci t.csv:p t.csv:q --gold t.csv:won --metric {metric} --json"
        ));
        let json = ran.json();
        [0, 1].map(|at| json["systems"][at]["score"].as_f64().expect("a score"))
    };
    assert_eq!(of("ece(bins=10,plain)"), [0.0125, 0.625]);
    let [debiased, wrong] = of("ece(bins=10)");
    // scipy.stats.foldnorm(c=.05/s, scale=s).mean() of s = sqrt(.25/10) is .132281...
    let error = (0.25_f64 / 10.0).sqrt();
    let folded = error
        * (2.0 / std::f64::consts::PI).sqrt()
        * (-0.05_f64.powi(2) / (2.0 * error * error)).exp()
        + 0.05 * 0.248_170_365_954_15;
    assert!(
        (debiased - 0.25 * (0.1 - folded)).abs() < 1e-9,
        "{debiased}"
    );
    assert!(wrong > 0.5, "{wrong}");
    let compare = "compare t.csv:p t.csv:q --gold t.csv:won --metric ece";
    for (line, said) in [
        (
            format!("{compare} --interval percentile"),
            "use --interval normal",
        ),
        (
            format!("{compare} --interval bca"),
            "their quantiles are too high",
        ),
        (
            "ci t.csv:p --gold t.csv:won --metric ece".to_owned(),
            "a calibrated model would score about",
        ),
        (
            "ci t.csv:p --gold t.csv:won --metric 'ece(plain)'".to_owned(),
            "calibration test p =",
        ),
        (
            "ci t.csv:won --gold t.csv:p --metric ece".to_owned(),
            "brier takes shares as well",
        ),
        (
            "ci t.csv:p --gold t.csv:won --metric 'ece(bins=0)'".to_owned(),
            "1 <= bins <= 1,000",
        ),
    ] {
        let ran = folder.restrap(&line);
        assert!(ran.sentences().contains(said), "{line}: {ran}");
    }
    let normal = folder
        .restrap(&format!("{compare} --interval normal --json"))
        .json();
    assert_eq!(normal["comparisons"][0]["interval"]["method"], "normal");
    // Of several classes: the probability of the likeliest one, and whether it is right.
    folder.put(
        "c.csv",
        "gold,cat,dog,eel\ncat,.7,.2,.1\ndog,.5,.4,.1\neel,.1,.1,.8\neel,.2,.3,.5\n",
    );
    let of_classes = folder
        .restrap(
            "score c.csv --labels cat,dog,eel --gold c.csv:gold --metric ece(bins=2,plain) --json",
        )
        .json();
    // .5 is of the lower bin: right one time of two, at a mean of .5; above, both are right, at a mean of .75.
    assert_eq!(
        of_classes["systems"][0]["score"].as_f64(),
        Some(0.125),
        "{of_classes}"
    );
}

#[test]
fn areas_of_different_items_have_variances_that_add_up() {
    let made = |items: usize, step: usize| -> String {
        let row = |item: usize| {
            let positive = usize::from(item.is_multiple_of(3));
            format!("{positive},{}\n", (item * step) % 17 + 3 * positive)
        };
        format!("won,s\n{}", (0..items).map(row).collect::<String>())
    };
    let folder = Folder::with(&[("a.csv", &made(60, 5)), ("b.csv", &made(90, 7))]);
    let both = "a.csv:s b.csv:s --gold :won --unpaired --metric roc-auc";
    let json = folder.restrap(&format!("compare {both} --json")).json();
    let one = &json["comparisons"][0];
    // A system has the interval that it has alone.
    let alone = |file: &str| {
        folder
            .restrap(&format!(
                "ci {file}:s --gold {file}:won --metric roc-auc --json"
            ))
            .json()
    };
    for (at, file) in ["a.csv", "b.csv"].into_iter().enumerate() {
        assert_eq!(
            json["systems"][at]["interval"],
            alone(file)["systems"][0]["interval"],
            "{file}"
        );
    }
    // numpy: placements of each class, their variances over their number, summed over classes and systems.
    let z = one["tests"][0]["statistic"].as_f64().expect("z");
    let error = one["standard_error"].as_f64().expect("an error");
    assert!((z * error - one["difference"].as_f64().expect("a difference")).abs() < 1e-9);
    assert!((error - 0.095_547_497_845).abs() < 1e-9, "{error}");
    assert_eq!(one["samples"], serde_json::json!([60, 90]));
    let turned = folder
        .restrap(&format!("compare {both} --baseline b --json"))
        .json();
    assert_eq!(
        turned["comparisons"][0]["tests"][0]["pvalue"],
        one["tests"][0]["pvalue"]
    );
    for (line, said) in [
        (
            format!("compare {both} --test permutation"),
            "use --test delong",
        ),
        (
            format!("compare {both} --interval bca"),
            "use --interval auto",
        ),
        (
            "compare a.csv:s b.csv:s --gold :won --unpaired --metric pr-auc".to_owned(),
            "restrap ci --metric pr-auc",
        ),
    ] {
        let ran = folder.restrap(&line);
        assert!(ran.sentences().contains(said), "{line}: {ran}");
    }
}

#[test]
fn two_systems_labels_are_compared_beside_what_they_score() {
    // 30 alike; 6 items from x to y, 1 back, 3 from x to z.
    let rows = [
        ("x,x\n", 10),
        ("y,y\n", 10),
        ("z,z\n", 10),
        ("x,y\n", 6),
        ("y,x\n", 1),
        ("x,z\n", 3),
    ];
    let rows: String = rows.map(|(row, times)| row.repeat(times)).concat();
    let gold = "x\n".repeat(40);
    let folder = Folder::with(&[
        ("t.csv", &format!("a,b\n{rows}")),
        ("g.csv", &format!("g\n{gold}")),
    ]);
    let line =
        "compare t.csv:a t.csv:b --gold g.csv:g --metric f1(average=macro) --test stuart-maxwell";
    let json = folder.restrap(&format!("{line} --json")).json();
    let tests = json["comparisons"][0]["tests"].as_array().expect("tests");
    let names: Vec<_> = tests
        .iter()
        .map(|test| test["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["permutation", "stuart-maxwell"]);
    // d = (−8, 5, 3), S of x and y: [[10, −7], [−7, 7]]: numpy.linalg.solve gives 25/7 + 9/3.
    let chi_square = tests[1]["statistic"].as_f64().expect("a statistic");
    assert!(
        (chi_square - (25.0 / 7.0 + 3.0)).abs() < 1e-9,
        "{chi_square}"
    );
    assert!(folder.restrap(line).sentences().contains("class shares"));
    for (options, said) in [
        (
            "--metric f1(average=micro)",
            "add --metric 'f1(average=macro)'",
        ),
        (
            "--metric kappa --alternative greater",
            "use --alternative two-sided",
        ),
    ] {
        let ran = folder.restrap(&format!(
            "compare t.csv:a t.csv:b --gold g.csv:g --test stuart-maxwell {options}"
        ));
        assert!(ran.sentences().contains(said), "{options}: {ran}");
    }
}

#[test]
fn whole_numbers_and_fractions_share_a_grid() {
    let folder = Folder::with(&[("t.csv", "g,p,q\n1,2,3.5\n2,2,2\n4,3,3\n1,1,2\n")]);
    let of = |systems: &str| {
        folder
            .restrap(&format!("ci {systems} --gold t.csv:g --metric rmse --json"))
            .json()
    };
    let (both, turned) = (of("t.csv:p t.csv:q"), of("t.csv:q t.csv:p"));
    for (at, alone) in [of("t.csv:p"), of("t.csv:q")].into_iter().enumerate() {
        assert_eq!(
            both["systems"][at]["interval"],
            alone["systems"][0]["interval"]
        );
        assert_eq!(
            turned["systems"][1 - at]["interval"],
            alone["systems"][0]["interval"]
        );
    }
}
