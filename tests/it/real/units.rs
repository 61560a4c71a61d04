//! Votes, raters, runs and repositories of published data: the figures of their README files come out.

use super::{data, json, prints_as};

#[test]
fn votes_of_people_have_the_error_of_questions() {
    let file = data("pandalm-votes/votes.csv.zst");
    let systems = ["llama-7b", "bloom-7b"].map(|name| format!("{file}:{name}"));
    let columns = "left=model_a,right=model_b,winner=winner,item=question_id,judge=judge";
    let line = [
        "compare",
        &systems[0],
        &systems[1],
        "--votes",
        columns,
        "--json",
    ];
    let people = ["--where", "judge!=gpt35", "--where", "judge!=pandalm"];
    let outcome = json(&[&line[..], &people].concat());
    let comparison = &outcome["comparisons"][0];
    prints_as(&comparison["votes"]["win_rate"], "0.304805");
    assert_eq!(
        (&outcome["items"], &outcome["clusters"]),
        (&333.into(), &111.into())
    );
    // Of the difference of both rates: twice that of one.
    let error = comparison["standard_error"].as_f64().expect("an error");
    assert_eq!(format!("{:.6}", error / 2.0), "0.039034");
    // Negative control: without questions votes seem independent.
    let alone = "left=model_a,right=model_b,winner=winner";
    let line = [
        "compare",
        &systems[0],
        &systems[1],
        "--votes",
        alone,
        "--json",
    ];
    let naive = json(&[&line[..], &people].concat())["comparisons"][0]["standard_error"].as_f64();
    assert_eq!(format!("{:.6}", naive.expect("an error") / 2.0), "0.023645");
    println!("golden pandalm-votes: 4 of 4 figures agree");
}

/// Every strength has all digits printed, and every other one of `fit`: `ln ν`'s exponential, and minus the log-likelihood.
fn strengths_are(outcome: &serde_json::Value, expected: &[(&str, &str)], fit: [&str; 2]) {
    let systems = outcome["systems"].as_array().expect("systems");
    assert_eq!(systems.len(), expected.len());
    for (system, (name, strength)) in systems.iter().zip(expected) {
        assert!(
            system["name"].as_str().expect("a name").contains(name),
            "{system} {name}"
        );
        prints_as(&system["score"], strength);
    }
    let votes = &outcome["votes"];
    let nu = votes["ties"]["value"].as_f64().expect("ties").exp();
    assert_eq!(format!("{nu:.4}"), fit[0]);
    assert_eq!(
        format!(
            "{:.4}",
            -votes["log_likelihood"].as_f64().expect("a likelihood")
        ),
        fit[1]
    );
}

#[test]
fn votes_rank_five_models_as_computed() {
    let file = data("pandalm-votes/votes.csv.zst");
    let line = [
        "rank",
        &file,
        "--votes",
        "left=model_a,right=model_b,winner=winner,item=prompt,judge=judge",
    ];
    let more = [
        "--where",
        "judge!=gpt35",
        "--where",
        "judge!=pandalm",
        "--json",
        "--no-host",
    ];
    let outcome = json(&[&line[..], &more].concat());
    let strengths = [
        ("llama", "0.7895"),
        ("pythia", "0.0977"),
        ("bloom", "-0.0147"),
        ("opt", "-0.2431"),
        ("cerebras", "-0.6294"),
    ];
    strengths_are(&outcome, &strengths, ["0.2608", "2714.5372"]);
    assert_eq!(
        (&outcome["items"], &outcome["clusters"]),
        (&2_997.into(), &170.into())
    );
    let more = ["--where", "judge=gpt35", "--json", "--no-host"];
    let judge = json(&[&line[..], &more].concat());
    let strengths = [
        ("llama", "0.7290"),
        ("bloom", "0.0716"),
        ("pythia", "0.0147"),
        ("opt", "-0.2213"),
        ("cerebras", "-0.5940"),
    ];
    assert_eq!(
        (&judge["items"], &judge["votes"]["missing"]),
        (&974.into(), &25.into())
    );
    let nu = judge["votes"]["ties"]["value"]
        .as_f64()
        .expect("ties")
        .exp();
    assert_eq!(format!("{nu:.4}"), "0.0859");
    for (system, (name, strength)) in judge["systems"]
        .as_array()
        .expect("systems")
        .iter()
        .zip(strengths)
    {
        assert!(
            system["name"].as_str().expect("a name").contains(name),
            "{system}"
        );
        prints_as(&system["score"], strength);
    }
    println!("golden pandalm-ranking: 13 of 13 figures agree");
}

#[test]
fn hundred_runs_have_the_published_mean_and_spread() {
    let file = data("berts-of-a-feather/accuracies_by_run.csv");
    let systems = [2, 9].map(|column| format!("{file}:{column}"));
    let outcome = json(&["ci", &systems[0], &systems[1], "--over", "seeds", "--json"]);
    for (place, mean, sd) in [
        (0, "0.843392765", "0.00241974"),
        (1, "0.566845333", "0.023553759"),
    ] {
        prints_as(&outcome["systems"][place]["score"], mean);
        let variance = outcome["systems"][place]["variance"]
            .as_f64()
            .expect("a variance");
        let decimals = sd.len() - 2;
        assert_eq!(format!("{:.decimals$}", variance.sqrt()), sd);
    }
    println!("golden berts-of-a-feather: 4 of 4 figures agree");
}

#[test]
fn judges_against_gold_are_right_as_often_as_published() {
    let file = data("llmbar/judgements.csv.zst");
    let systems = ["ChatGPT", "GPT-4"].map(|name| format!("{file}:{name}"));
    let long = "system=judge,item=id,score=choice,repeat=order";
    let gold = format!("{file}:gold");
    let outcome = json(&[
        "compare",
        &systems[0],
        &systems[1],
        "--long",
        long,
        "--gold",
        &gold,
        "--metric",
        "accuracy",
        "--where",
        "prompting=Vanilla",
        "--missing",
        "zero",
        "--json",
    ]);
    prints_as(&outcome["systems"][0]["score"], "0.399761");
    prints_as(&outcome["systems"][1]["score"], "0.844869");
    assert_eq!(outcome["items"], 419);
    println!("golden llmbar: 2 of 2 figures agree");
}

#[test]
fn people_correct_a_judge_of_votes_as_computed() {
    let file = data("pandalm-votes/judgements.csv");
    let text = std::fs::read_to_string(&file).expect("a file");
    let mut rows = text.lines();
    let header: Vec<&str> = rows.next().expect("a header").split(',').collect();
    let at = |name: &str| {
        header
            .iter()
            .position(|column| *column == name)
            .unwrap_or_else(|| panic!("{header:?}"))
    };
    let share = |winner: &str| match winner {
        "model_a" => 1.0,
        "model_b" => 0.0,
        _ => 0.5,
    };
    let people = ["human_1", "human_2", "human_3"].map(at);
    let (question, judge) = (at("question_id"), at("pandalm"));
    let folder = tempfile::tempdir().expect("a folder");
    let (mut judged, mut human) = ("q,share\n".to_owned(), "q,share\n".to_owned());
    for row in rows {
        let cells: Vec<&str> = row.split(',').collect();
        judged.extend([cells[question], ",", &share(cells[judge]).to_string(), "\n"]);
        if cells[question].parse::<u64>().expect("a number") < 200 {
            let mean = people
                .iter()
                .map(|&column| share(cells[column]))
                .sum::<f64>()
                / 3.0;
            human.extend([cells[question], ",", &mean.to_string(), "\n"]);
        }
    }
    let [judge, people] = [("judge.csv", judged), ("people.csv", human)].map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    });
    let outcome = json(&[
        "ci",
        &format!("{judge}:share"),
        "--id",
        "q",
        "--human",
        &format!("{people}:share"),
        "--json",
    ]);
    let system = &outcome["systems"][0];
    prints_as(&system["human"]["humans"], "0.473333");
    assert_eq!(
        (&system["human"]["labelled"], &system["human"]["unlabelled"]),
        (&200.into(), &799.into())
    );
    // With the weight of least variance the authors' package has 0.46696; errors that few labels hide shift it by less than a tenth
    // of its error.
    let mean = system["score"].as_f64().expect("a mean");
    assert!((mean - 0.466_960_38).abs() < 0.003, "{mean}");
    println!("golden pandalm-people: 4 of 4 figures agree");
}
