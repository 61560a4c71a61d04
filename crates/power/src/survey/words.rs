//! A survey in numbers and in words.

use std::collections::BTreeSet;

use super::claim::{Claim, is_nothing};
use super::outcome::{AuditedClaim, Counted, Fault, SurveyOutcome};
use restrap_lib::number::format::{count, grouped, plain};

/// Counts over papers, each of which is what all of its claims are together.
pub(super) fn counted(claims: &[AuditedClaim]) -> Counted {
    let papers: Vec<Vec<&AuditedClaim>> = papers(claims);
    let named = |of: fn(&Claim) -> &String| {
        let values = claims
            .iter()
            .map(|one| of(&one.claim).trim().to_lowercase());
        values
            .filter(|value| !is_nothing(value))
            .collect::<BTreeSet<String>>()
            .len() as u64
    };
    let has = |paper: &[&AuditedClaim], is: &dyn Fn(Fault) -> bool| {
        paper
            .iter()
            .any(|one| one.findings.iter().any(|finding| is(finding.fault)))
    };
    let number = |is: &dyn Fn(&[&AuditedClaim]) -> bool| {
        papers.iter().filter(|paper| is(paper)).count() as u64
    };
    let reports =
        |paper: &[&AuditedClaim]| paper.iter().any(|one| one.claim.reports_significance());
    let of_claims =
        |is: &dyn Fn(Fault) -> bool| claims.iter().filter(|one| has(&[*one], is)).count() as u64;
    let measures_of = |paper: &Vec<&AuditedClaim>| {
        let values = paper
            .iter()
            .map(|one| one.claim.measure.trim().to_lowercase());
        values.collect::<BTreeSet<String>>().len() as u64
    };
    Counted {
        papers: papers.len() as u64,
        claims: claims.len() as u64,
        tasks: named(|claim| &claim.task),
        measures: named(|claim| &claim.measure),
        measures_of_papers: papers.iter().map(measures_of).sum(),
        without_significance: number(&|paper| !reports(paper)),
        with_significance: number(&reports),
        with_wrong_test: number(&|paper| has(paper, &|fault| fault == Fault::WrongTest)),
        without_test: number(&|paper| has(paper, &|fault| fault == Fault::NoTest)),
        cannot_hold: number(&|paper| has(paper, &Fault::cannot_hold)),
        claims_without_items: of_claims(&|fault| fault == Fault::NoItems),
        claims_of_too_few_items: of_claims(&|fault| fault == Fault::TooFewItems),
        claims_that_cannot_hold: of_claims(&Fault::cannot_hold),
    }
}

/// The claims of each paper; each claim is one of its own where none is named.
fn papers(claims: &[AuditedClaim]) -> Vec<Vec<&AuditedClaim>> {
    let mut papers: Vec<Vec<&AuditedClaim>> = Vec::new();
    for one in claims {
        let paper = &one.claim.paper;
        let known = papers
            .iter_mut()
            .find(|known| !is_nothing(paper) && known[0].claim.paper == *paper);
        match known {
            Some(known) => known.push(one),
            None => papers.push(vec![one]),
        }
    }
    papers
}

pub(super) fn answer(outcome: &SurveyOutcome) -> String {
    let counted = &outcome.counted;
    let paper = if counted.papers == counted.claims {
        "claim"
    } else {
        "paper"
    };
    format!(
        "Of {}, {} cannot hold (too few items for the gap: {}). Of {}, {} report significance (test not named: {}; unsuitable test: {}).",
        count(counted.claims, "claim"),
        grouped(counted.claims_that_cannot_hold),
        grouped(counted.claims_of_too_few_items),
        count(counted.papers, paper),
        grouped(counted.with_significance),
        grouped(counted.without_test),
        grouped(counted.with_wrong_test)
    )
}

pub(super) fn report(outcome: &SurveyOutcome) -> String {
    format!(
        "audit of {} against their own numbers: bounds of p over all agreements of the systems and all variants of the named test, \
         alpha {}; unit: item; restrap {}.",
        count(outcome.counted.claims, "published claim"),
        plain(outcome.request.alpha),
        outcome.run.version
    )
}
