//! Wilcoxon's signed-rank test of a pair: ranks of exact differences, so that ties are ties.

use restrap_stats::{Alternative, Pairs, Probability, SignedRank, Zeros};
use restrap_words::Code;

use crate::data::pair::Pair;
use crate::error::Error;
use crate::evidence::resample::extreme::TRUSTED;
use crate::evidence::test::observed::ClosedForm;
use crate::number::format::count;
use crate::outcome::Method;
use crate::request::{Request, SignP};

/// The test for an alternative about the difference itself.
pub(crate) fn run(side: Alternative, pair: &Pair, request: &Request) -> Result<ClosedForm, Error> {
    let test = ranked(pair, request.variants.zeros)?;
    let continuity = request.variants.wilcoxon_p == SignP::Normal;
    let law = (request.variants.wilcoxon_p == SignP::Exact)
        .then(|| test.exact(side))
        .filter(|tail| tail.relative_error <= TRUSTED || pair.changed() == 0);
    let mut notes = vec![
        Code::Symmetry.says("the null is that the differences are symmetric about 0, not that their mean or median is 0"),
    ];
    let (p, method, relative_error, how) = match law {
        Some(tail) if tail.complete || tail.probability == Probability::ONE => {
            (tail.probability, Method::Exact, 0.0, "exact given the ties")
        }
        Some(tail) => (
            tail.probability,
            Method::Inversion,
            tail.relative_error,
            "exact distribution given the ties",
        ),
        None => {
            if request.variants.wilcoxon_p == SignP::Exact {
                notes.push(
                    Code::NormalApproximation.says("the exact distribution of these ranks is not accurate enough: normal approximation"),
                );
            }
            let continuity = continuity || request.variants.wilcoxon_p == SignP::Exact;
            let how = if continuity {
                "normal approximation with tie correction and ½ correction"
            } else {
                "normal approximation with tie correction, no ½ correction"
            };
            (test.normal(side, continuity), Method::Asymptotic, 0.0, how)
        }
    };
    let exact = method != Method::Asymptotic;
    let zeros = match request.variants.zeros {
        Zeros::Wilcox => "dropped",
        Zeros::Pratt => "ranked, then dropped: pratt",
        Zeros::Zsplit => "split: zsplit",
    };
    let differences = count(test.changed(), "difference");
    let zeros = format!("{} {zeros}", count(pair.items() - test.changed(), "zero"));
    Ok(ClosedForm {
        p: Some(p),
        method,
        centred: Some(test.r_plus() - test.r_minus()),
        relative_error,
        df: None,
        statistic: Some(test.statistic(side)),
        floor: exact.then(|| test.floor(side)),
        design: None,
        recipe: format!("Wilcoxon's signed-rank test (1945), {how}, {differences} ({zeros})")
            .into(),
        notes,
    })
}

fn ranked(pair: &Pair, zeros: Zeros) -> Result<SignedRank, Error> {
    if pair.grid.is_recovered() {
        return Ok(SignedRank::of_groups(
            &pair.weighted().collect::<Vec<_>>(),
            zeros,
        )?);
    }
    // Fixed point rounds: sizes are told apart on the scores, by their own rounding bounds.
    let scores = (pair.system.one_by_one()?, pair.baseline.one_by_one()?);
    let pairs = Pairs::new(&scores.0, &scores.1)?;
    Ok(SignedRank::of_pairs(&pairs, zeros)?)
}
