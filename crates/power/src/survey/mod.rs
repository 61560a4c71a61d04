//! A table of published claims: what n and gap of each allow, which tests are not named or do not fit, and which claims cannot hold.
//!
//! In the manner of the survey of Dror, Baumer, Shlomov and Reichart (2018, section 4): how many papers report significance, name
//! their test, and use one that goes with the measure. Beyond it each claim is held against its own numbers: scores that no count of
//! right items prints (Brown and Heathers 2017), gaps that are not the difference of the scores, p-values that no agreement of the
//! systems gives. A p-value is called out of reach only where every variant and side of its test is.

mod claim;
mod faults;
mod outcome;
mod reach;
#[cfg(feature = "files")]
mod read;
mod words;

pub use claim::Claim;
pub use outcome::{Allowed, AuditedClaim, Counted, Fault, Finding, SurveyOutcome, SurveyRequest};
#[cfg(feature = "files")]
pub use read::{BadClaims, read_claims};

use crate::schema::SCHEMA;
use restrap_lib::Error;
use restrap_lib::inner::Signature;
use restrap_lib::number::format::plain;
use restrap_lib::outcome::Run;

/// Holds every claim against its own numbers.
///
/// ```
/// # use restrap_facade as restrap;
/// use restrap::power::{Claim, Fault, SurveyRequest, survey};
///
/// let claim = Claim { items: "100".into(), gap: "2pt".into(), p: "0.01".into(), ..Claim::default() };
/// let outcome = survey(vec![claim], &SurveyRequest::default())?;
/// let faults: Vec<Fault> = outcome.claims[0].findings.iter().map(|finding| finding.fault).collect();
/// assert_eq!(faults, [Fault::NoTest, Fault::POutOfReach, Fault::NotSignificant]);
/// # Ok::<(), restrap::Error>(())
/// ```
///
/// # Errors
/// [`Error`] for no claims, and for a level or power outside (0, 1).
pub fn survey(claims: Vec<Claim>, request: &SurveyRequest) -> Result<SurveyOutcome, Error> {
    let bad = |expected, found: f64| {
        Err(Error::BadParameter {
            expected,
            found: found.to_string(),
        })
    };
    if claims.is_empty() {
        return Err(Error::BadParameter {
            expected: "at least 1 claim",
            found: "0".to_owned(),
        });
    }
    if !(request.alpha > 0.0 && request.alpha < 1.0) {
        return bad("0 < alpha < 1", request.alpha);
    }
    if !(request.power > request.alpha && request.power < 1.0) {
        return bad("a power between alpha and 1", request.power);
    }
    let audited = |claim: Claim| {
        let (allowed, findings) = faults::of_claim(&claim, request)?;
        Ok(AuditedClaim {
            claim,
            allowed,
            findings,
        })
    };
    let claims = claims
        .into_iter()
        .map(audited)
        .collect::<Result<Vec<_>, Error>>()?;
    let counted = words::counted(&claims);
    let mut outcome = SurveyOutcome {
        run: Run::new(SCHEMA),
        kind: "survey".to_owned(),
        claims,
        counted,
        answer: String::new(),
        request: request.clone(),
    };
    outcome.answer = words::answer(&outcome);
    outcome.run.report = words::report(&outcome);
    outcome.run.signature = Signature::new(&outcome.run)
        .with("question", &outcome.kind)
        .with("claims", outcome.claims.len())
        .with("alpha", plain(request.alpha))
        .with("power", plain(request.power))
        .done();
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(text: &str) -> Claim {
        let cells: Vec<&str> = text.split('|').map(str::trim).collect();
        let [measure, items, baseline, system, gap, test, p] = cells[..] else {
            panic!("seven cells: {text}")
        };
        let [measure, items, baseline, system, gap, test, p] =
            [measure, items, baseline, system, gap, test, p].map(str::to_owned);
        Claim {
            measure,
            items,
            baseline,
            system,
            gap,
            test,
            p,
            ..Claim::default()
        }
    }

    fn faults(text: &str) -> Vec<Fault> {
        let outcome = survey(vec![claim(text)], &SurveyRequest::default()).expect("a survey");
        outcome.claims[0]
            .findings
            .iter()
            .map(|finding| finding.fault)
            .collect()
    }

    #[test]
    fn sound_claims_have_no_fault() {
        for text in [
            "accuracy | 2000 | 80.0% | 83.0% | 3.0 | McNemar | 0.002",
            "accuracy | 500 | 400/500 | 425/500 | | sign test | 0.004",
            "f1 | 2000 | 80.1 | 82.3 | 2.2 | paired bootstrap | <0.01",
            "nDCG@10 | 50 | 0.41 | 0.43 | 0.02 | paired t-test | 0.04",
            "accuracy | 2000 | 0.80 | 0.83 | 0.03 | approximate randomization | n.s.",
            "| 500 | 80.0 | 86.0 | 6.0 | paired t-test | 0.001",
        ] {
            assert_eq!(faults(text), Vec::<Fault>::new(), "{text}");
        }
    }

    #[test]
    fn every_fault_is_found() {
        for (text, expected) in [
            (
                "accuracy | 2000 | 80.0 | 83.0 | 3.0 | | ",
                vec![Fault::NoSignificance],
            ),
            (
                "accuracy | 2000 | 80.0 | 83.0 | 3.0 | | <0.05",
                vec![Fault::NoTest],
            ),
            (
                "accuracy | | 80.0 | 83.0 | 3.0 | McNemar | 0.01",
                vec![Fault::NoItems],
            ),
            (
                "F1 | 2000 | 80.0 | 83.0 | 3.0 | paired t-test | 0.01",
                vec![Fault::WrongTest],
            ),
            (
                "accuracy | 2000 | 80.0 | 83.0 | 3.0 | independent t-test | 0.01",
                vec![Fault::WrongTest],
            ),
            (
                "nDCG@10 | 50 | 0.41 | 0.43 | 0.02 | McNemar | 0.04",
                vec![Fault::WrongTest],
            ),
            (
                "accuracy | 500 | 85.3% | 88.0% | 2.7 | McNemar | 0.04",
                vec![Fault::ImpossibleScore],
            ),
            (
                "accuracy | 2000 | 80.0 | 83.0 | 4.0 | McNemar | 0.01",
                vec![Fault::WrongGap],
            ),
            (
                "accuracy | 2000 | 80.0 | 83.0 | 3.0 | McNemar | 1.3",
                vec![Fault::ImpossibleP],
            ),
            (
                "accuracy | 2000 | 80.0 | 83.0 | 3.0 | McNemar | 0",
                vec![Fault::ImpossibleP],
            ),
            (
                "accuracy | 500 | 80.0 | 82.0 | 2.0 | McNemar | 0.0001",
                vec![Fault::POutOfReach],
            ),
            (
                "accuracy | 500 | 20.0 | 90.0 | 70.0 | McNemar | 0.4",
                vec![Fault::POutOfReach],
            ),
            (
                "accuracy | 100 | 80 | 83 | 3 | McNemar | 0.25",
                vec![Fault::TooFewItems],
            ),
        ] {
            assert_eq!(faults(text), expected, "{text}");
        }
        let called = Claim {
            significant: "yes".to_owned(),
            ..claim("accuracy | 500 | 80.0 | 83.0 | 3.0 | McNemar | 0.2")
        };
        let outcome = survey(vec![called], &SurveyRequest::default()).expect("a survey");
        assert_eq!(outcome.claims[0].findings[0].fault, Fault::NotSignificant);
    }

    #[test]
    fn papers_are_counted_once() {
        let of = |paper: &str, test: &str, p: &str| Claim {
            paper: paper.to_owned(),
            ..claim(&format!(
                "accuracy | 2000 | 80.0 | 83.0 | 3.0 | {test} | {p}"
            ))
        };
        let claims = vec![
            of("A", "", ""),
            of("A", "McNemar", "0.01"),
            of("B", "", ""),
            of("C", "", "0.01"),
        ];
        let counted = survey(claims, &SurveyRequest::default())
            .expect("a survey")
            .counted;
        assert_eq!(
            (
                counted.papers,
                counted.claims,
                counted.measures,
                counted.measures_of_papers
            ),
            (3, 4, 1, 3)
        );
        assert_eq!(
            (
                counted.without_significance,
                counted.with_significance,
                counted.without_test
            ),
            (1, 2, 1)
        );
    }
}
