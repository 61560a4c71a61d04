//! Areas under curves: `--metric roc-auc` and `pr-auc`.

use insta::assert_snapshot;
use serde_json::json;

use crate::support::Folder;

/// Two models on forty items of two classes, in pairs of neighbours; whole numbers that any language makes alike.
fn probabilities(classes: [&str; 2]) -> String {
    let row = |item: u32| {
        let class = classes[usize::from(item * 7 % 5 < 2)];
        let lift = if item * 7 % 5 < 2 { 15 } else { 0 };
        let [a, b] = [
            (item * 37 % 71 + lift) % 100,
            (item * 53 % 67 + 2 * lift) % 100,
        ];
        format!(
            "{class},{},{}\n",
            f64::from(a) / 100.0,
            f64::from(b) / 100.0
        )
    };
    std::iter::once("gold,a,b\n".to_owned())
        .chain((0..40).map(row))
        .collect::<Vec<_>>()
        .concat()
}

/// The same with a column that says which half an item is in.
fn halved(table: &str) -> String {
    let halves = std::iter::once("half").chain(["x"; 20]).chain(["y"; 20]);
    table
        .lines()
        .zip(halves)
        .map(|(line, half)| [line, ",", half, "\n"].concat())
        .collect()
}

#[test]
fn areas_are_tested_by_delong_and_have_its_intervals() {
    let folder = Folder::with(&[
        ("p.csv", &probabilities(["0", "1"])),
        ("w.csv", &probabilities(["bad", "good"])),
        (
            "groups.txt",
            &(0..40)
                .map(|item: u32| (item / 2).to_string() + "\n")
                .collect::<Vec<_>>()
                .concat(),
        ),
        ("by.csv", &halved(&probabilities(["0", "1"]))),
        (
            "half.csv",
            &probabilities(["0", "1"])
                .lines()
                .take(21)
                .map(|line| line.to_owned() + "\n")
                .collect::<String>(),
        ),
        (
            "end.csv",
            "gold,a,b\n0,0.1,0.2\n0,0.2,0.9\n1,0.8,0.7\n1,0.9,0.3\n",
        ),
    ]);
    assert_snapshot!(
        folder.restrap("compare p.csv:a p.csv:b --gold p.csv:gold --metric roc-auc --no-host")
    );
    assert_snapshot!(
        folder.restrap("ci p.csv:a p.csv:b --gold p.csv:gold --metric roc-auc,pr-auc")
    );
    let pair = "p.csv:a p.csv:b --gold p.csv:gold --metric roc-auc --json";
    let of = |line: &str| folder.restrap(line).json();
    let (compared, alone) = (of(&format!("compare {pair}")), of(&format!("ci {pair}")));
    for place in 0..2 {
        assert_eq!(
            compared["systems"][place]["interval"],
            alone["systems"][place]["interval"]
        );
    }
    // Classes as words.
    let words =
        of("compare w.csv:a w.csv:b --gold w.csv:gold --metric roc-auc --positive good --json");
    assert_eq!(
        words["comparisons"][0]["tests"][0]["pvalue"],
        compared["comparisons"][0]["tests"][0]["pvalue"]
    );
    let clustered = of(&format!("compare {pair} --cluster groups.txt"));
    let test = &clustered["comparisons"][0]["tests"][0];
    assert_eq!(
        (&test["name"], &test["df"], &clustered["unit"]),
        (&json!("delong"), &json!(19.0), &json!("cluster"))
    );
    assert_eq!(
        clustered["systems"][0]["interval"],
        of(&format!("ci {pair} --cluster groups.txt"))["systems"][0]["interval"]
    );
    // All items, and each half of them.
    let by = of(&format!(
        "compare {} --by half",
        pair.replace("p.csv", "by.csv")
    ));
    let half = of(&format!("compare {}", pair.replace("p.csv", "half.csv")));
    assert_eq!(
        by["comparisons"][0]["difference"],
        compared["comparisons"][0]["difference"]
    );
    let part = &by["by"]["populations"][0]["comparisons"][0];
    assert_eq!(
        part["tests"][0]["pvalue"],
        half["comparisons"][0]["tests"][0]["pvalue"]
    );
    let alone = of(&format!("ci {} --by half", pair.replace("p.csv", "by.csv")));
    assert_eq!(alone["systems"][2]["score"], half["systems"][0]["score"]);
    assert_eq!(
        alone["systems"][2]["interval"],
        half["systems"][0]["interval"]
    );
    let end = of("compare end.csv:a end.csv:b --gold end.csv:gold --metric roc-auc --json");
    let test = &end["comparisons"][0]["tests"][0];
    // a separates the classes, of which DeLong's variance is 0: ranks are exchanged, and its area has a bound.
    let interval = &end["comparisons"][0]["interval"];
    assert_eq!(
        (&test["name"], &interval["method"]),
        (&json!("permutation"), &json!("swap-calibrated"))
    );
    assert!(
        test["pvalue"].as_f64() > Some(0.05) && interval["high"] == 0.0,
        "{end}"
    );
    assert_eq!(test["note_codes"], json!(["no-variance"]), "{test}");
    let own = &end["systems"][0]["interval"];
    let low = own["low"].as_f64().unwrap();
    // Two disjoint pairs: the square root of .025.
    assert!(
        (low - 0.025_f64.sqrt()).abs() < 1e-9 && own["high"] == 1.0,
        "{own}"
    );
}

#[test]
fn what_has_no_area_is_refused() {
    let folder = Folder::with(&[
        ("p.csv", &probabilities(["0", "1"])),
        ("three.csv", "gold,a\nx,0.1\ny,0.2\nz,0.3\n"),
        ("one.csv", "gold,a\n1,0.1\n1,0.2\n"),
        ("word.csv", "gold,a\nx,0.1\ny,high\n"),
    ]);
    for (line, error) in [
        (
            "ci three.csv:a --gold three.csv:gold --metric roc-auc",
            "roc-auc needs two classes, found 3 in the gold: x, y, z",
        ),
        (
            "ci three.csv:a --gold three.csv:gold --metric roc-auc --positive q",
            "no item of the gold is q: the classes are x, y, z",
        ),
        (
            "ci one.csv:a --gold one.csv:gold --metric roc-auc",
            "roc-auc needs items of two classes in the gold, found only 1",
        ),
        (
            "ci word.csv:a --gold word.csv:gold --metric roc-auc",
            "word.csv:3 (column `a`): expected a number, found `high`",
        ),
        (
            "compare p.csv:a p.csv:b --metric roc-auc",
            "--metric needs the right answers, and none are named",
        ),
        (
            "compare p.csv:a p.csv:b --test delong",
            "--test delong needs areas under the ROC curve, and these are scores of items",
        ),
        (
            "compare p.csv:a p.csv:b --gold p.csv:gold --metric pr-auc --test delong",
            "--test delong needs areas under the ROC curve, and this metric is another",
        ),
    ] {
        assert_eq!(folder.restrap(line).error(), error, "{line}");
    }
    assert!(
        folder
            .restrap("ci three.csv:a --gold three.csv:gold --metric roc-auc --positive z --json")
            .json()["systems"][0]["score"]
            == json!(1.0)
    );
}
