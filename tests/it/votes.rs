//! Votes on outputs, and people who correct a judge.

use serde_json::{Value, json};

use crate::support::Folder;

fn first(json: &Value) -> &Value {
    &json["comparisons"][0]
}

/// Votes of three judges on 30 prompts between a and b, in both orders, and a few with c.
fn votes() -> Folder {
    let mut rows = vec!["prompt,one,two,who,judge\n".to_owned()];
    for prompt in 0..30 {
        for judge in 0..3 {
            let swapped = (prompt + judge) % 2 == 0;
            let (left, right) = if swapped { ("b", "a") } else { ("a", "b") };
            let luck = (prompt * 7 + judge * 2) % 10;
            let who = match luck {
                0..3 => left,
                3 | 4 => "tie",
                9 => "",
                _ => "b",
            };
            rows.push(format!("p{prompt},{left},{right},{who},j{judge}\n"));
        }
        rows.push(format!("p{prompt},a,c,left,j0\n"));
    }
    Folder::with(&[("v.csv", &rows.concat())])
}

const COLUMNS: &str = "--votes left=one,right=two,winner=who,item=prompt,judge=judge";

#[test]
fn votes_on_two_systems_are_win_rates_over_prompts() {
    let folder = votes();
    let json = folder
        .restrap(&format!(
            "compare v.csv:a v.csv:b {COLUMNS} --json --no-host"
        ))
        .json();
    let votes = &first(&json)["votes"];
    let [won, lost, tied] = ["won", "lost", "tied"].map(|field| votes[field].as_f64().unwrap());
    assert_eq!(won + lost + tied + votes["missing"].as_f64().unwrap(), 90.0);
    let rate = (won + 0.5 * tied) / (won + lost + tied);
    assert!((json["systems"][1]["score"].as_f64().unwrap() - rate).abs() < 1e-9);
    assert!((first(&json)["difference"].as_f64().unwrap() - (2.0 * rate - 1.0)).abs() < 1e-9);
    assert_eq!(
        (&json["unit"], &json["clusters"], &votes["judges"]),
        (&json!("cluster"), &json!(30), &json!(3))
    );
    assert_eq!(json["metric"]["name"], "win rate");
    // The same as scores: whole prompts are swapped.
    let table = std::fs::read_to_string(folder.path().join("v.csv")).unwrap();
    let share = |line: &str| -> Option<String> {
        let cells: Vec<&str> = line.split(',').collect();
        let share = match cells[3] {
            "" | "left" => return None,
            "tie" => 0.5,
            who => f64::from(u8::from(who == "b")),
        };
        Some(format!("{},{},{share}\n", cells[0], 1.0 - share))
    };
    let rows: Vec<String> = table.lines().skip(1).filter_map(share).collect();
    folder.put("s.csv", format!("prompt,a,b\n{}", rows.concat()));
    let scores = folder
        .restrap("compare s.csv:a s.csv:b --cluster prompt --json --no-host")
        .json();
    assert_eq!(first(&json)["tests"], first(&scores)["tests"]);
    assert_eq!(first(&json)["interval"], first(&scores)["interval"]);
    let position = &votes["position"];
    assert!(
        position["first_share"].as_f64().unwrap() > 0.5,
        "{position}"
    );
    assert_eq!(
        position["shown_first"].as_u64().unwrap() + position["shown_second"].as_u64().unwrap(),
        (won + lost + tied) as u64
    );
    let words = folder
        .restrap(&format!("compare v.csv:a v.csv:b {COLUMNS}"))
        .sentences();
    for said in [
        "votes in 30 clusters (prompt)",
        "3 judges (judge) are fixed",
        "the output shown first got",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
    let turned = folder
        .restrap(&format!(
            "compare v.csv:b v.csv:a {COLUMNS} --json --no-host"
        ))
        .json();
    assert_eq!(
        first(&turned)["tests"][0]["pvalue"],
        first(&json)["tests"][0]["pvalue"]
    );
    assert_eq!(
        first(&turned)["votes"]["position"]["first_share"],
        position["first_share"]
    );
}

#[test]
fn ranks_are_votes_too() {
    let row = |at: usize| format!("{},a,{},b,{}\n", at % 9, 1 + at * 5 % 3, 1 + at * 7 % 4);
    let folder = Folder::with(&[(
        "r.csv",
        &format!(
            "p,s1,r1,s2,r2\n{}",
            (0..40).map(row).collect::<Vec<_>>().concat()
        ),
    )]);
    let json = folder
        .restrap("compare r.csv --votes left=s1,right=s2,left-rank=r1,right-rank=r2,item=p --json")
        .json();
    let wins = (0..40).filter(|at| 1 + at * 7 % 4 < 1 + at * 5 % 3).count();
    assert_eq!(first(&json)["votes"]["won"], wins as u64);
    assert!(first(&json)["votes"]["position"].is_null());
    let words = folder
        .restrap("compare r.csv --votes left=s1,right=s2,left-rank=r1,right-rank=r2")
        .sentences();
    assert!(
        words.contains("always shown in one place")
            && words.contains("no column names the prompts"),
        "{words}"
    );
}

#[test]
fn tables_that_hold_no_such_votes_are_refused_in_their_words() {
    let folder = votes();
    folder.put("odd.csv", "one,two,who\na,b,left\na,b,maybe\n");
    for (line, words) in [
        (
            "v.csv --votes left=one,right=two,winner=who",
            "3 systems (b, a, c)",
        ),
        (
            "v.csv:b v.csv:c --votes left=one,right=two,winner=who",
            "found no vote between b and c",
        ),
        (
            "v.csv:a v.csv:x --votes left=one,right=two,winner=who",
            "expected a system of the votes, found x",
        ),
        (
            "v.csv:a v.csv:b --votes left=one,right=two,winner=nope",
            "nope",
        ),
        (
            "v.csv:a v.csv:b --votes left=none,right=two,winner=who",
            "--votes asks for the column `none`",
        ),
        (
            "v.csv:a v.csv:b --votes left=one,right=two,winner=who --cluster prompt",
            "--cluster keeps items together",
        ),
        (
            "v.csv:a odd.csv:b --votes left=one,right=two,winner=who",
            "found v.csv and odd.csv",
        ),
        (
            "odd.csv --votes left=one,right=two,winner=who",
            "in who, found `maybe`",
        ),
        (
            "v.csv --votes left=one,right=two",
            "expected left=COL,right=COL,winner=COL",
        ),
    ] {
        let ran = folder.restrap(&format!("compare {line}"));
        assert!(ran.code == Some(1) || ran.code == Some(2), "{ran}");
        assert!(ran.err.contains(words), "{words}: {ran}");
    }
}

/// A judge's 0/1 scores of 200 items for two systems, and people's of 40 of them.
fn judged() -> Folder {
    let truth =
        |model: usize, item: usize| usize::from((item * 7 + model * 3) % 10 < 5 + 2 * model);
    // It errs towards 1, of the second system more often.
    let judge = |model: usize, item: usize| {
        truth(model, item).max(usize::from(item.is_multiple_of(9 - 4 * model)))
    };
    let line = |of: &dyn Fn(usize, usize) -> usize, item: usize| {
        format!("q{item},{},{}\n", of(0, item), of(1, item))
    };
    let all = (0..200)
        .map(|item| line(&judge, item))
        .collect::<Vec<_>>()
        .concat();
    let some = (0..120)
        .step_by(3)
        .map(|item| line(&truth, item))
        .collect::<Vec<_>>()
        .concat();
    let long = (0..200)
        .flat_map(|item| {
            [("base", 0), ("new", 1)]
                .map(|(name, model)| format!("{name},q{item},{}\n", judge(model, item)))
        })
        .collect::<Vec<_>>()
        .concat();
    let people = (0..120)
        .step_by(3)
        .flat_map(|item| {
            [("base", 0), ("new", 1)]
                .map(|(name, model)| format!("{name},q{item},{}\n", truth(model, item)))
        })
        .collect::<Vec<_>>()
        .concat();
    Folder::with(&[
        ("judge.csv", &format!("id,base,new\n{all}")),
        ("people.csv", &format!("id,base,new\n{some}")),
        ("long.csv", &format!("model,id,score\n{long}")),
        ("long-people.csv", &format!("model,id,score\n{people}")),
        ("odd.csv", "id,base,new\nq0,1,1\nq0,1,1\nq5,0,1\n"),
        ("one.csv", "id,base,new\nq0,1,1\n"),
    ])
}

#[test]
fn people_correct_a_judge_of_all_items() {
    let folder = judged();
    let line = "compare judge.csv:base judge.csv:new --id id --human people.csv";
    let json = folder.restrap(&format!("{line} --json --no-host")).json();
    let human = &first(&json)["human"];
    assert_eq!(
        (&human["labelled"], &human["unlabelled"]),
        (&json!(40), &json!(160))
    );
    assert_eq!(first(&json)["interval"]["method"], "prediction-t");
    assert_eq!(first(&json)["tests"][0]["name"], "t");
    let plain = folder
        .restrap("compare judge.csv:base judge.csv:new --id id --json")
        .json();
    assert_eq!(
        human["judge"],
        first(&plain)["difference"],
        "the judge alone"
    );
    let people = folder
        .restrap("compare people.csv:base people.csv:new --id id --test t --json")
        .json();
    assert_eq!(human["humans"], first(&people)["difference"]);
    let width =
        |interval: &Value| interval["high"].as_f64().unwrap() - interval["low"].as_f64().unwrap();
    assert!(width(&first(&json)["interval"]) <= 1.05 * width(&human["humans_interval"]) + 1e-9);
    let weight = human["weight"].as_f64().unwrap();
    assert!(weight > 0.0 && weight <= 1.0, "{human}");
    // By hand: the judge's errors, of 40 items for two systems.
    let truth =
        |model: usize, item: usize| usize::from((item * 7 + model * 3) % 10 < 5 + 2 * model);
    let judge = |model: usize, item: usize| {
        truth(model, item).max(usize::from(item.is_multiple_of(9 - 4 * model)))
    };
    let of = |wanted: usize| {
        let all = (0..120)
            .step_by(3)
            .flat_map(|item| [0, 1].map(|model| (truth(model, item), judge(model, item))));
        let own: Vec<_> = all.filter(|(truth, _)| *truth == wanted).collect();
        own.iter().filter(|(truth, judge)| truth == judge).count() as f64 / own.len() as f64
    };
    for (field, wanted) in [("sensitivity", 1), ("specificity", 0)] {
        assert!(
            (human["agreement"][field].as_f64().unwrap() - of(wanted)).abs() < 1e-9,
            "{field}"
        );
    }
    let long = "compare long.csv:base long.csv:new --long system=model,item=id,score=score --human long-people.csv";
    let long = folder.restrap(&format!("{long} --json --no-host")).json();
    for field in ["tests", "interval", "human", "difference"] {
        assert_eq!(first(&long)[field], first(&json)[field], "{field}");
    }
    let words = folder.restrap(line).sentences();
    for said in [
        "40 of 200 items have a human score",
        "kappa",
        "a random sample of all 200 items",
        "40 human scores per system",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
    let methods = folder
        .restrap(&format!("{line} --report-methods"))
        .sentences();
    assert!(methods.contains("prediction-powered t test"), "{methods}");
    let alone = folder
        .restrap("ci judge.csv:new --id id --human people.csv --json")
        .json();
    // One system alone has the weight of the judge that is best for it; in a comparison scores have that of their difference.
    let [alone, beside] = [&alone["systems"][0], &json["systems"][1]];
    for one in [alone, beside] {
        assert_eq!(one["interval"]["method"], "prediction-wilson");
    }
    let scores = [0, 1].map(|place| json["systems"][place]["score"].as_f64().unwrap());
    let difference = first(&json)["difference"].as_f64().unwrap();
    assert!((scores[1] - scores[0] - difference).abs() < 1e-9, "{json}");
}

#[test]
fn human_scores_that_correct_nothing_are_refused_in_their_words() {
    let folder = judged();
    for (line, words) in [
        (
            "judge.csv:base judge.csv:new --human people.csv",
            "needs the ids of the items",
        ),
        (
            "judge.csv:base judge.csv:new --id id --human judge.csv",
            "every item has one",
        ),
        (
            "judge.csv:base judge.csv:new --id id --human one.csv",
            "1 item in one.csv",
        ),
        ("judge.csv:base judge.csv:new --id id --human odd.csv", "q0"),
        (
            "judge.csv:base judge.csv:new --id id --human people.csv:base",
            "is one column, found 2 systems",
        ),
        (
            "judge.csv:base judge.csv:new --id id --human people.csv --test permutation,t",
            "the judge's scores as they are",
        ),
        (
            "judge.csv:base judge.csv:new --id id --human people.csv --bounded 0,1 --noninferior 1pt",
            "--bounded applies to paired scores",
        ),
        (
            "judge.csv:base judge.csv:new --id id --human people.csv --interval bca",
            "--interval bca",
        ),
    ] {
        let ran = folder.restrap(&format!("compare {line}"));
        assert!(ran.code == Some(1) || ran.code == Some(2), "{ran}");
        assert!(ran.error().contains(words), "{words}: {ran}");
    }
}
