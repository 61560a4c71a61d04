//! Golden cases from independent reference implementations, family by family.
//!
//! Another family is one module with `reader::check(name, answer)`.

mod classical;
mod clusters;
mod correlations;
mod data_sets;
mod folds;
mod independent;
mod jansen;
mod law;
mod omnibus;
mod paired;
mod power;
mod ppi;
mod ranked;
#[allow(dead_code, reason = "families of `restrap` use the rest")]
mod reader;
mod repeats;
mod resampled;
mod search;
mod seeds;
mod tilted;
mod votes;

#[test]
fn the_reader_rejects_wrong_missing_and_unequal_values() {
    // Negative control, on every case of a family: a p-value off by one part in 1e6, a missing key, a swapped sign.
    let cases = reader::family("mcnemar");
    for case in &cases {
        let mut got = case.expected.clone();
        assert!(case.disagreements(&got, &[]).is_empty(), "{}", case.name);
        let exact = got["p_exact"].as_f64().expect("a number");
        got["p_exact"] = (exact * 1.000_001).into();
        assert_eq!(case.disagreements(&got, &[]).len(), 1, "{}", case.name);
        got["p_exact"] = "NaN".into();
        assert_eq!(case.disagreements(&got, &[]).len(), 1, "{}", case.name);
        got.as_object_mut().expect("an object").remove("p_exact");
        assert_eq!(case.disagreements(&got, &[]).len(), 1, "{}", case.name);
        assert!(
            case.disagreements(&got, &["p_exact"]).is_empty(),
            "{}",
            case.name
        );
    }
}
