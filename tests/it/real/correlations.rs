//! Correlations of metrics with people's scores.

use super::{data, json};

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
    let table = data("realsumm/abs.csv.zst");
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
