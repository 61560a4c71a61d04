//! Every result names its recipe: test, resampling, comparison, side, add-one, source.

use restrap_stats::{Alternative, Probability};
use restrap_words::{Code, Note, asked_as};

use crate::evidence::test::observed::Observed;
use crate::number::format::grouped;
use crate::outcome::Method;
use crate::request::rule::{Centre, Draws};
use crate::request::{Request, Test};

/// Items below which the centred bootstrap is known to reject too often.
pub(crate) const SMALL: u64 = 100;

/// The recipe of a resampling test.
pub(crate) fn of(test: Test, method: Method, observed: &Observed, request: &Request) -> String {
    let &Observed {
        units,
        strata,
        clustered,
        apart,
        of_ranks,
        ..
    } = observed;
    let what = match test {
        Test::Permutation if of_ranks && apart => {
            "permutation test of two areas (random labels of the items of a class; Venkatraman 2000)"
        }
        Test::Permutation if of_ranks && clustered => {
            "permutation test of areas (random exchanges, cluster by cluster, of the ranks that the two systems give an item; Bandos, Rockette & Gur 2005)"
        }
        Test::Permutation if of_ranks => {
            "permutation test of areas (random exchanges of the ranks that the two systems give an item; Bandos, Rockette & Gur 2005)"
        }
        Test::Permutation if clustered => {
            "paired permutation test (random swaps of whole clusters; Noreen 1989)"
        }
        Test::Permutation if apart => {
            "permutation test of two samples (random labels; Fisher 1935)"
        }
        Test::Permutation => "paired permutation test (random swaps; Noreen 1989)",
        Test::Bootstrap if apart && request.variants.rule.centre != Centre::Observed => {
            "bootstrap of two samples"
        }
        Test::Bootstrap if apart => {
            "bootstrap of two samples centred on the observed difference (Efron & Tibshirani 1993)"
        }
        Test::Bootstrap if request.variants.rule.centre != Centre::Observed => "paired bootstrap",
        Test::Bootstrap => {
            "paired bootstrap centred on the observed difference (Efron & Tibshirani 1993)"
        }
        _ => "bootstrap percentile test (share of resampled differences on the wrong side of 0)",
    };
    let how = match method {
        Method::Sampled => {
            let side = request.question.alternative;
            let doubles = test.doubles(side, request.variants.rule.doubled);
            counted(request, doubles)
        }
        _ if test == Test::Permutation && apart => "over all labels".to_owned(),
        _ if test == Test::Permutation => "over all swaps".to_owned(),
        _ => "over all resamples".to_owned(),
    };
    let own = request
        .question
        .profile
        .map(|profile| profile.row().resamples);
    let departs = own.filter(|own| method == Method::Sampled && *own != request.compute.resamples);
    let departs = departs.map_or_else(String::new, |own| {
        format!(" with another R than its {}", grouped(own))
    });
    let profile = profile(request) + &departs;
    let drawn = (test != Test::Permutation).then_some(units);
    let words = request.variants.rule.words(drawn);
    let strata = match drawn {
        Some(_) if clustered => ", of whole clusters",
        Some(_) => strata,
        None => "",
    };
    format!(
        "{what}, {}, {words}{strata}, {how}{profile}",
        sides(request.question.alternative)
    )
}

/// The estimate of p from `c` of `R` resamples that are at least as extreme.
pub(crate) fn counted(request: &Request, doubles: bool) -> String {
    let twice = if doubles { "2 " } else { "" };
    let share = if request.variants.raw_p {
        "c/R"
    } else {
        "(c + 1)/(R + 1)"
    };
    format!("p = {twice}{share}")
}

/// The published recipe, if one was asked for.
pub(crate) fn profile(request: &Request) -> String {
    request
        .question
        .profile
        .map(|profile| format!(", profile {}", profile.name()))
        .unwrap_or_default()
}

/// The side in words.
pub(crate) fn sides(alternative: Alternative) -> &'static str {
    match alternative {
        Alternative::TwoSided => "two-sided",
        Alternative::Greater => "one-sided (better)",
        Alternative::Less => "one-sided (worse)",
    }
}

/// Known limits, said where the test is used.
pub(crate) fn notes(
    test: Test,
    p: Probability,
    observed: &Observed,
    request: &Request,
) -> Vec<Note> {
    let mut notes = limits(test, observed);
    if test == Test::Permutation && !observed.strata.is_empty() && !observed.apart {
        notes.push(
            Code::StrataUnused.says("strata change nothing here: every swap stays within its item"),
        );
    }
    if test == Test::Permutation && matches!(request.variants.rule.draws, Draws::Subsample(_)) {
        notes.push(
            Code::SubsampleUnused.says("swaps use all items: only the bootstrap draws a subsample"),
        );
    }
    if p == Probability::ZERO {
        notes.push(
            Code::NoExtremeResample.says("no resample can be as extreme because every item favours one side, so the bootstrap cannot measure the evidence; see the permutation test"),
        );
    }
    notes
}

fn limits(
    test: Test,
    &Observed {
        units, clustered, ..
    }: &Observed,
) -> Vec<Note> {
    let noun = if clustered { "clusters" } else { "items" };
    match test {
        Test::Bootstrap if units < SMALL => vec![Code::BootstrapOfFew.says(format!(
            "the centred bootstrap rejects too often on few items (0.0597 at alpha 0.05 and 0.0142 at 0.01 on 50 \
             topics; Urbano, Lima & Hanjalic 2019); with {units} {noun} prefer {}",
            asked_as("test", Test::Permutation)
        ))],
        Test::BootstrapPercentile => vec![
            Code::IntervalInverted.says("centred on the observed difference, not on 0: an inverted interval, not a null distribution"),
        ],
        _ => Vec::new(),
    }
}
