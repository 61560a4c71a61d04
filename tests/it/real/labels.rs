//! Released outputs of classifiers and taggers, through the program.

use super::{Scored, data, json, prints_as};

#[test]
fn accuracies_of_explainaboard_are_those_of_the_released_file_names() {
    let mut agreed = 0;
    for (file, systems, items) in [
        ("sst2", [("cnn", 1561), ("lstm", 1603)], 1821),
        ("xnli.en", [("mlpp", 3944), ("mt5base", 3846)], 5010),
        ("marc.en", [("mlpp", 3661), ("mt5base", 3680)], 4000),
        ("marc.de", [("mlpp", 3732), ("mt5base", 3734)], 4000),
        ("marc.fr", [("mlpp", 3705), ("mt5base", 3733)], 4000),
    ] {
        let Some(table) = data(&format!("classification-explainaboard/{file}.csv")) else {
            return;
        };
        let gold = format!("{table}:gold");
        let columns = systems.map(|(name, _)| format!("{table}:{name}"));
        let options = ["--gold", &gold, "--id", "id", "--metric", "accuracy"];
        let scored = Scored::of(&columns, &[&options[..], &["--digits", "4"]].concat());
        let compared = json(
            &[
                &["compare", &columns[0], &columns[1], "--json"],
                &options[..],
            ]
            .concat(),
        );
        for (at, (name, right)) in systems.into_iter().enumerate() {
            let want = f64::from(right) / f64::from(items);
            assert_eq!(scored.table[at], format!("{want:.4}"), "{file} {name}");
            let ones = scored.rows(name).iter().filter(|row| row[1] == "1").count();
            assert_eq!(
                (ones, scored.rows(name).len()),
                (right as usize, items as usize),
                "{file} {name}"
            );
            prints_as(&compared["systems"][at]["score"], &format!("{want:.10}"));
            agreed += 1;
        }
        if file == "sst2" {
            let comparison = &compared["comparisons"][0];
            prints_as(&comparison["tests"][0]["pvalue"], "0.001123");
        }
    }
    println!("golden explainaboard: {agreed} of 10 cases agree (accuracies; one exact p)");
    assert_eq!(agreed, 10);
}

#[test]
fn spans_of_conll_2003_give_what_conlleval_printed() {
    let Some(file) = data("ner-interpreteval/conll03.flair_elmo.bio.tsv") else {
        return;
    };
    let gold = format!("{file}:gold");
    let columns = [format!("flair={file}:flair"), format!("elmo={file}:elmo")];
    let options = ["--gold", &gold, "--metric", "span-f1"];
    let scored = Scored::of(&columns, &options);
    for (name, right, found) in [("flair", 5270_i64, 5682), ("elmo", 5213, 5658)] {
        let rows = scored.rows(name);
        let sum = |column: usize| {
            rows.iter()
                .map(|row| row[column].parse::<i64>().expect("a count"))
                .sum::<i64>()
        };
        assert_eq!(
            [sum(0), sum(1), sum(2)],
            [right, found - right, 5648 - right],
            "{name}"
        );
        assert_eq!(rows.len(), 3453);
    }
    let outcome = json(
        &[
            &["compare", &columns[0], &columns[1], "--json"],
            &options[..],
        ]
        .concat(),
    );
    for (system, printed) in [(0, "93.03"), (1, "92.22")] {
        let score = outcome["systems"][system]["score"]
            .as_f64()
            .expect("a score");
        assert_eq!(format!("{:.2}", 100.0 * score), printed);
    }
    println!("golden ner-interpreteval: 4 of 4 cases agree (F1 and counts of two taggers)");
}
