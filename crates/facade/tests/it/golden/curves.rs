//! Jansen's curves by whole comparisons.

use super::reader::{Answer, Case, check};
use restrap_facade::power::{CurveOutcome, CurveRequest, curve};
use restrap_facade::{Alternative, Control, Exact, Profile, Request, Test};
use serde_json::{Value, json as value};

fn drawn(case: &Case, request: Request) -> CurveOutcome {
    let asked = CurveRequest::default()
        .items([case.count("n")])
        .effects([case.number("effect_percent")])
        .request(request.exact(Exact::Always));
    curve(&asked, &Control::default()).expect("a curve")
}

/// Rows of the profile and of the permutation test, both sides.
fn rows(case: &Case) -> Value {
    let jansen = Request::default().profile(Profile::Jansen);
    let permutation = |alternative| {
        Request::default()
            .tests(vec![Test::Permutation])
            .alternative(alternative)
    };
    let shifted = Request::default()
        .tests(vec![Test::Bootstrap])
        .alternative(Alternative::Greater);
    let centred = Request::default().tests(vec![Test::Bootstrap]);
    let requests = [
        ("p_centred_two_sided", centred),
        ("p_le_zero", jansen),
        ("p_shift_ge", shifted),
        ("signflip_p_greater", permutation(Alternative::Greater)),
        ("signflip_p_two_sided", permutation(Alternative::TwoSided)),
    ];
    let mut rows = vec![value!({}); 20];
    for (key, request) in requests {
        let outcome = drawn(case, request);
        for (row, point) in rows.iter_mut().zip(&outcome.panels[0].curves[0].points) {
            row["i"] = point.hurt_percent.into();
            row["helped"] = point.helped.into();
            row["hurt"] = point.hurt.into();
            row[key] = point.pvalue.into();
        }
    }
    value!({ "rows": rows })
}

#[test]
fn four_hundred_points_by_the_library() {
    check("jansen_curves", |case| {
        // Strict inequalities are those of other recipes; `law.rs` holds them against the same file.
        (case.method == "jansen_curve")
            .then(|| Answer::Partial(rows(case), &["p_lt_zero", "p_shift_gt"]))
    });
}
