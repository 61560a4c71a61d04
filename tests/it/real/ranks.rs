//! Rankings of real systems, through the program.

use std::time::Duration;

use super::{data, json, printed, prints_as};

#[test]
fn all_pairs_of_trec_8_ad_hoc_are_a_board_of_at_most_160_lines() {
    let table = data("trec-topic-scores/adhoc8_ap.csv");
    let outcome = json(&["rank", &table, "--json"]);
    let pairs = outcome["pairs"].as_array().expect("pairs");
    let shown = pairs.iter().filter(|pair| pair["shown"] == true).count();
    assert_eq!(
        (outcome["systems"].as_array().map(Vec::len), pairs.len()),
        (Some(129), 8_256)
    );
    // A program in NumPy with 20,000 other draws tells 3,571 apart; 61 adjusted p lie within .005 of .05, its standard error is .0015.
    assert!((3_545..=3_620).contains(&shown), "{shown}");
    let board = String::from_utf8(printed(&["rank", &table])).expect("UTF-8");
    assert!(
        board.lines().count() <= 160,
        "{} lines",
        board.lines().count()
    );
    assert_eq!(crate::support::wide(&board), None);
    let seconds = outcome["host"]["seconds"]
        .as_f64()
        .map(Duration::from_secs_f64);
    println!("golden adhoc8_ap: {shown} of 8,256 pairs told apart in {seconds:?}");
}

#[test]
fn systems_are_ranked_by_bleu() {
    let folder = data("made-texts/en-de");
    let systems =
        ["two", "five", "one", "four"].map(|name| format!("{name}={folder}/sys.{name}.de"));
    let reference = format!("{folder}/ref.A.de");
    let mut line = vec!["rank"];
    line.extend(systems.iter().map(String::as_str));
    line.extend(["--ref", &reference, "--metric", "bleu", "--json"]);
    let outcome = json(&line);
    let names: Vec<&str> = (0..4)
        .filter_map(|at| outcome["systems"][at]["name"].as_str())
        .collect();
    assert_eq!(names, ["one", "two", "four", "five"]);
    // As sacrebleu 2.6.0 prints them.
    prints_as(&outcome["systems"][1]["score"], "47.75333929");
    prints_as(&outcome["systems"][2]["score"], "44.85043959");
    println!("golden rank by BLEU: 2 of 2 scores agree, 6 pairs ranked");
}
