//! Random searches of Dodge et al. (2019).

use super::{data, json};

#[test]
fn the_searches_of_dodge_et_al_cross_between_12_and_15_trials() {
    let Some(table) = data("dodge2019-search/sst5_cnn_lr.csv") else {
        return;
    };
    let json = json(&[
        "ci",
        &table,
        "--long",
        "system=model,item=trial,score=dev_accuracy",
        "--budget",
        "--json",
    ]);
    let searches = json["budget"]["searches"].as_array().expect("searches");
    // Their estimator, as the README of the data has it.
    let wanted = [
        (
            "LR",
            [
                (1, 0.3388),
                (10, 0.3874),
                (12, 0.3891),
                (15, 0.3909),
                (50, 0.3964),
            ],
        ),
        (
            "CNN",
            [
                (1, 0.2924),
                (10, 0.3827),
                (12, 0.3878),
                (15, 0.3928),
                (50, 0.4040),
            ],
        ),
    ];
    for (name, points) in wanted {
        let search = searches
            .iter()
            .find(|search| search["name"] == name)
            .expect(name);
        for (trials, best) in points {
            let point = &search["points"][trials - 1];
            let found = point["best"].as_f64().expect("a score");
            assert!(
                point["trials"] == trials && (found - best).abs() < 5e-5,
                "{name} {trials}: {point}"
            );
        }
    }
    let crossings = json["budget"]["pairs"][0]["crossings"]
        .as_array()
        .expect("crossings");
    let [crossing] = &crossings[..] else {
        panic!("{crossings:?}")
    };
    let [last, first] = ["last", "first"].map(|end| crossing[end].as_u64().expect("a budget"));
    assert!(
        last >= 12 && first <= 15 && crossing["from"] == "LR" && crossing["to"] == "CNN",
        "{crossing}"
    );
    println!("golden dodge2019-search: 11 of 11 cases agree (ten points, one crossing)");
}

#[test]
fn four_searches_of_a_hundred_trials_have_their_best_accuracy() {
    let Some(table) = data("dodge2019-search/scitail.csv") else {
        return;
    };
    let json = json(&[
        "ci",
        &table,
        "--long",
        "system=model,item=trial,score=dev_accuracy",
        "--budget",
        "--json",
    ]);
    let searches = json["budget"]["searches"].as_array().expect("searches");
    let mut bests = Vec::new();
    for search in searches {
        assert_eq!(search["trials"], 100, "{}", search["name"]);
        let best = search["points"][99]["best"].as_f64().expect("a score");
        bests.push(best);
    }
    bests.sort_by(f64::total_cmp);
    // The best trials; the expected best of a hundred is a little below.
    for (found, best) in bests.iter().zip([0.6917, 0.8121, 0.8267, 0.8282]) {
        assert!(
            *found <= best + 5e-5 && *found > best - 0.01,
            "{found} {best}"
        );
    }
    println!("golden dodge2019-search: 4 of 4 cases agree (SciTail)");
}
