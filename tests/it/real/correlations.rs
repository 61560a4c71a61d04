//! Correlations of metrics with people's scores.

use super::{data, json};

/// Pearson, Spearman and Kendall of UniEval with people, as its repository prints them (Zhong et al. 2022).
const TOPICAL_CHAT: [(&str, [f64; 3]); 6] = [
    ("naturalness", [0.443_666, 0.513_986, 0.373_973]),
    ("coherence", [0.595_143, 0.612_942, 0.465_915]),
    ("engagingness", [0.556_510, 0.604_739, 0.455_941]),
    ("groundedness", [0.536_209, 0.574_954, 0.451_533]),
    ("understandability", [0.380_038, 0.467_807, 0.360_741]),
    ("overall", [0.632_796, 0.662_583, 0.487_272]),
];

/// Scores of the file have six decimals, which made ties of some of the published run's.
const ROUNDED_TIES: f64 = 1e-4;

#[test]
fn the_correlations_of_unieval_are_the_published_ones() {
    let Some(table) = data("unieval-topicalchat/topical_chat.csv") else {
        return;
    };
    let (mut exact, mut near) = (0, 0);
    for (quality, published) in TOPICAL_CHAT {
        for (agreement, published) in ["pearson", "spearman", "kendall"]
            .into_iter()
            .zip(published)
        {
            let (gold, metric) = (
                format!("human_{quality}"),
                format!("{table}:unieval_{quality}"),
            );
            let asked = [
                "correlate",
                &metric,
                "--gold",
                &gold,
                "--agreement",
                agreement,
                "--resamples",
                "20",
                "--json",
            ];
            let value = json(&asked)["metrics"][0]["value"]
                .as_f64()
                .expect("a correlation");
            assert!(
                (value - published).abs() < ROUNDED_TIES,
                "{quality} {agreement}: {value}, published {published}"
            );
            let is_exact = (value - published).abs() < 1e-6;
            assert!(
                is_exact || agreement != "pearson",
                "{quality}: {value}, published {published}"
            );
            exact += u32::from(is_exact);
            near += u32::from(!is_exact);
        }
    }
    println!(
        "golden unieval-topicalchat: 18 of 18 cases agree ({exact} to six decimals, {near} where six decimals made ties to 1e-4)"
    );
    assert!(exact >= 13, "{exact}");
}

#[test]
fn williams_tells_the_overall_score_from_coherence() {
    let Some(table) = data("unieval-topicalchat/topical_chat.csv") else {
        return;
    };
    let [coherence, overall] =
        ["coherence", "overall"].map(|quality| format!("{table}:unieval_{quality}"));
    let found = json(&[
        "correlate",
        &coherence,
        &overall,
        "--gold",
        "human_overall",
        "--resamples",
        "20",
        "--json",
    ]);
    let williams = &found["pairs"][0]["williams"];
    let of = |field: &str| williams[field].as_f64().expect("a number");
    assert!(
        (of("t") - 3.937_078).abs() < 5e-7 && of("degrees_of_freedom") == 357.0,
        "{williams}"
    );
    assert!(
        (of("pvalue") - 9.9175e-5).abs() < 5e-10 && (of("between") - 0.643_204).abs() < 5e-7,
        "{williams}"
    );
    // Systems: as the README of the data has it.
    let of_systems = [
        "--system",
        "system",
        "--segment",
        "context",
        "--level",
        "system",
        "--resamples",
        "20",
        "--json",
    ];
    for (agreement, published) in [("pearson", 0.899_100), ("kendall", 0.333_333)] {
        let asked: Vec<&str> = [
            "correlate",
            &overall,
            "--gold",
            "human_overall",
            "--agreement",
            agreement,
        ]
        .into_iter()
        .chain(of_systems)
        .collect();
        let value = json(&asked)["metrics"][0]["value"]
            .as_f64()
            .expect("a correlation");
        assert!((value - published).abs() < 1e-6, "{agreement}: {value}");
    }
    println!("golden unieval-topicalchat: 3 of 3 cases agree (Williams, two levels)");
}

/// ROUGE-1, -2, -L, BERTScore and MoverScore with the pyramid score of people: values of SciPy 1.17.
const REALSUMM: [(&str, &str, [f64; 5]); 9] = [
    (
        "pearson",
        "global",
        [
            0.621_864_495,
            0.577_874_231,
            0.597_862_853,
            0.592_910_349,
            0.561_583_837,
        ],
    ),
    (
        "pearson",
        "system",
        [
            0.878_709_451,
            0.875_728_213,
            0.707_014_575,
            0.631_154_003,
            0.858_443_668,
        ],
    ),
    (
        "pearson",
        "segment",
        [
            0.553_109_050,
            0.489_309_800,
            0.501_379_079,
            0.470_057_389,
            0.511_461_455,
        ],
    ),
    (
        "spearman",
        "global",
        [
            0.609_276_171,
            0.595_382_816,
            0.593_525_034,
            0.578_899_744,
            0.548_808_716,
        ],
    ),
    (
        "spearman",
        "system",
        [
            0.938_461_538,
            0.938_461_538,
            0.947_252_747,
            0.635_164_835,
            0.956_043_956,
        ],
    ),
    (
        "spearman",
        "segment",
        [
            0.524_853_797,
            0.451_596_299,
            0.484_747_159,
            0.426_568_211,
            0.495_051_041,
        ],
    ),
    (
        "kendall",
        "global",
        [
            0.441_174_003,
            0.427_899_528,
            0.426_623_854,
            0.415_163_259,
            0.390_537_022,
        ],
    ),
    (
        "kendall",
        "system",
        [
            0.824_175_824,
            0.802_197_802,
            0.868_131_868,
            0.494_505_495,
            0.868_131_868,
        ],
    ),
    (
        "kendall",
        "segment",
        [
            0.420_096_207,
            0.356_864_654,
            0.384_200_751,
            0.332_576_252,
            0.395_995_995,
        ],
    ),
];

#[test]
fn correlations_of_summaries_equal_those_of_scipy_at_three_levels() {
    let Some(table) = data("realsumm/abs.csv") else {
        return;
    };
    for (agreement, level, wanted) in REALSUMM {
        let found = json(&[
            "correlate",
            &table,
            "--gold",
            "litepyramid_recall",
            "--system",
            "system",
            "--segment",
            "doc",
            "--agreement",
            agreement,
            "--level",
            level,
            "--resamples",
            "20",
            "--json",
        ]);
        let metrics = found["metrics"].as_array().expect("metrics");
        for (metric, wanted) in metrics.iter().zip(wanted) {
            let value = metric["value"].as_f64().expect("a correlation");
            assert!(
                (value - wanted).abs() < 1e-8,
                "{agreement} {level} {}: {value}, SciPy {wanted}",
                metric["name"]
            );
        }
        assert_eq!(metrics.len(), 5);
    }
    println!("golden realsumm: 45 of 45 cases agree (SciPy's values)");
}
