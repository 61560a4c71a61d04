//! Counts in the place of scores: what they say, and what of a comparison they leave open.

use restrap_lib::{Error, McNemarVariant, Request, SignP, SignTies, Summarised, Test};
use restrap_words::asked_as;

use super::numbers::WonAndLost;

/// Counts in the place of scores.
#[derive(Clone, Copy, Debug)]
pub(super) enum FromCounts {
    /// K of N items of each system.
    Shares,
    /// Items won, lost and tied.
    Wins(WonAndLost),
    /// Items by which systems have them right.
    Table,
}

/// A comparison as counts allow it.
#[derive(Debug)]
pub(super) struct Allowed {
    pub request: Request,
    /// The name of what is compared; `None` is a mean of scores.
    pub name: Option<&'static str>,
    /// A note on what the counts leave open.
    pub note: Option<&'static str>,
    /// Wins are compared with this share of the items that do not tie, not with losses.
    pub share: Option<f64>,
}

impl FromCounts {
    /// Returns the comparison as these counts allow it; `is_against`: with a number.
    ///
    /// # Errors
    /// For a margin of wins and losses without the number of items that tie.
    pub fn allow(self, mut request: Request, is_against: bool) -> Result<Allowed, Error> {
        let told = |request, name| Allowed {
            request,
            name,
            note: None,
            share: None,
        };
        let counts = match self {
            Self::Shares => {
                request.sample.summary = Some(Summarised::Shares);
                request.sample.unpaired |= !is_against;
                return Ok(told(request, None));
            }
            Self::Table => {
                request.sample.summary = Some(Summarised::Table);
                return Ok(told(request, None));
            }
            Self::Wins(counts) => counts,
        };
        if counts.null > 0 {
            request.sample.summary = Some(Summarised::Wins);
            return Ok(told(request, Some("wins")));
        }
        if request.question.margin.is_some() {
            let with_ties = format!("plus={},minus={},null=N", counts.plus, counts.minus);
            return Err(Error::unfit(
                "a margin needs the number of items that tie, found wins and losses alone",
                format!("give it as N: {}", asked_as("counts", with_ties)),
            ));
        }
        let note =
            "how many items tie decides the size of the difference: give their number as null=N";
        let is_exact = |test: &Test| match test {
            Test::Sign | Test::Binomial | Test::Permutation => true,
            Test::McNemar => request.variants.mcnemar == McNemarVariant::Exact,
            _ => false,
        };
        if !request.question.tests.iter().all(is_exact) {
            request.sample.summary = Some(Summarised::Wins);
            return Ok(Allowed {
                note: Some(note),
                ..told(request, Some("wins"))
            });
        }
        // Given the items that do not tie, these tests are the exact binomial one of a share of one half; a sign test has variants.
        let variants = &request.variants;
        let is_plain = variants.sign_ties == SignTies::Drop && variants.sign_p == SignP::Exact;
        let tests = &mut request.question.tests;
        for test in tests.iter_mut() {
            if is_plain || *test != Test::Sign {
                *test = Test::Binomial;
            }
        }
        tests.dedup();
        request.sample.summary = Some(Summarised::ShareOfWins);
        Ok(Allowed {
            note: Some(note),
            share: Some(0.5),
            ..told(request, Some("share of wins"))
        })
    }
}
