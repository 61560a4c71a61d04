//! F1 of clusters: rows of counts that are summed, then swapped as wholes.

use restrap_facade::metrics::counts::Formula;
use restrap_facade::{
    Alternative, Clustering, Control, Counted, Data, Exact, IntervalMethod, Request, Sampling,
    Test, Units, compare,
};
use serde_json::json;

use super::reader::{Answer, Case, check};

fn f1(case: &Case) -> Answer {
    let rows = case.inputs["clusters_tpA_predA_tpB_predB_gold"].clone();
    let clusters: Vec<Vec<[i64; 5]>> =
        serde_json::from_value(rows).expect("rows of counts by cluster");
    let numbered = (1_u32..)
        .zip(&clusters)
        .flat_map(|(code, rows)| rows.iter().map(move |row| (code, row)));
    let (codes, rows): (Vec<u32>, Vec<&[i64; 5]>) = numbered.unzip();
    let of = |name: &str, places: [usize; 3]| Counted {
        name: name.to_owned(),
        times: restrap_facade::Times::Once,
        columns: places
            .map(|place| rows.iter().map(|row| row[place]).collect())
            .to_vec(),
    };
    let systems = [of("b", [2, 3, 4]), of("a", [0, 1, 4])];
    let clusters = Clustering {
        column: "document".to_owned(),
        codes: codes.into(),
    };
    let metric = Formula::new(&["tp", "pred", "gold"], "2*tp/(pred+gold)").expect("a formula");
    let compared = |alternative| {
        let request = Request::default()
            .tests([Test::Permutation])
            .alternative(alternative)
            .exact(Exact::Always)
            .interval(IntervalMethod::None);
        let drawn = Sampling::from(Units::Clusters(clusters.clone()));
        let data = Data::counted(&metric, &systems).sampling(&drawn);
        compare(data, &request, &Control::default()).expect("valid")
    };
    let (greater, both) = (
        compared(Alternative::Greater),
        compared(Alternative::TwoSided),
    );
    // Twelve digits are printed, of which a difference keeps fewer.
    let value = |of: usize| {
        let sums = systems[of].sums();
        2.0 * sums[0] as f64 / (sums[1] + sums[2]) as f64
    };
    let got = json!({
        "f1_a": value(1),
        "f1_b": value(0),
        "difference": value(1) - value(0),
        "p_swap_greater": greater.comparisons[0].tests[0].pvalue,
        "p_swap_two_sided": both.comparisons[0].tests[0].pvalue,
    });
    assert!(
        (both.comparisons[0].difference - (value(1) - value(0))).abs() < 1e-11,
        "{}",
        case.name
    );
    // Laws of draws are for means; draws themselves are tested against them elsewhere.
    Answer::Partial(
        got,
        &["boot_mean", "boot_sd", "p_boot_le_zero", "p_boot_shift_ge"],
    )
}

#[test]
fn swaps_of_clusters_under_f1_equal_enumeration() {
    check("clusters_corpus", |case| match case.method.as_str() {
        "clusters_f1" => Some(f1(case)),
        _ => Some(Answer::Elsewhere("means of clusters, in `restrap-stats`")),
    });
}
