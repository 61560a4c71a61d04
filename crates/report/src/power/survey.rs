//! A table of published claims, checked against their own numbers.

use restrap::number::{count, grouped, number, probability};
use restrap::outcome::Run;
use restrap::power::{AuditedClaim, Fault, SurveyOutcome};
use restrap_words::asked;

use crate::cells::{dash, known};
use crate::output::Report;
use crate::sheet::{Sheet, left, right};
use crate::terminal::{self, signature, wrapped};

/// Sentences that a page shows.
const MOST_SENTENCES: usize = 40;

impl Report for SurveyOutcome {
    /// The answer, the survey, every claim, and what is wrong with those that cannot hold.
    fn page(&self) -> String {
        let mut blocks = vec![
            wrapped(&self.answer, ""),
            counts(self).text(),
            claims(self).text(),
        ];
        let sentences = sentences(self);
        if !sentences.is_empty() {
            let shown = sentences
                .iter()
                .take(MOST_SENTENCES)
                .map(|one| wrapped(one, "  "));
            let mut shown: Vec<String> = shown.collect();
            if sentences.len() > MOST_SENTENCES {
                shown.push(format!(
                    "and {} ({} has all)",
                    count((sentences.len() - MOST_SENTENCES) as u64, "more sentence"),
                    asked("json")
                ));
            }
            blocks.push(shown.join("\n"));
        }
        blocks.push(signature(&self.run));
        terminal::page(blocks)
    }

    /// Every claim, with the survey below.
    fn paper(&self) -> Sheet {
        let mut sheet = claims(self);
        sheet.note(&self.answer);
        for one in sentences(self) {
            sheet.note(one);
        }
        sheet.report(&self.run.report);
        sheet
    }

    fn digits(&self) -> Sheet {
        Sheet::of(
            &[
                ("claim", |one: &&AuditedClaim| one.claim.claim.clone()),
                ("paper", |one| one.claim.paper.clone()),
                ("measure", |one| one.claim.measure.clone()),
                ("items", |one| {
                    known(one.allowed.map(|allowed| allowed.items))
                }),
                ("difference", |one| {
                    known(one.allowed.map(|allowed| allowed.difference))
                }),
                ("test", |one| one.claim.test.clone()),
                ("p", |one| one.claim.p.clone()),
                ("least_p", |one| {
                    known(one.allowed.map(|allowed| allowed.pvalues[0]))
                }),
                ("largest_p", |one| {
                    known(one.allowed.map(|allowed| allowed.pvalues[1]))
                }),
                ("least_power", |one| {
                    known(
                        one.allowed
                            .and_then(|allowed| allowed.power)
                            .map(|power| power[0]),
                    )
                }),
                ("largest_power", |one| {
                    known(
                        one.allowed
                            .and_then(|allowed| allowed.power)
                            .map(|power| power[1]),
                    )
                }),
                ("findings", |one| faults(one)),
            ],
            &self.claims,
        )
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.run)
    }
}

fn faults(one: &AuditedClaim) -> String {
    let names: Vec<&str> = one
        .findings
        .iter()
        .map(|finding| finding.fault.name())
        .collect();
    names.join("; ")
}

/// The survey in numbers.
pub(crate) fn counts(outcome: &SurveyOutcome) -> Sheet {
    let counted = &outcome.counted;
    let paper = if counted.papers == counted.claims {
        "claims"
    } else {
        "papers"
    };
    let mut sheet = Sheet::new([left("survey"), right("number")]);
    let per_paper = counted.measures_of_papers as f64 / counted.papers as f64;
    for (name, value) in [
        (paper.to_owned(), grouped(counted.papers)),
        ("tasks".to_owned(), grouped(counted.tasks)),
        ("measures".to_owned(), grouped(counted.measures)),
        (
            format!("measures a {}", paper.trim_end_matches('s')),
            number(per_paper, 2),
        ),
        (
            format!("{paper} that report no significance"),
            grouped(counted.without_significance),
        ),
        (
            format!("{paper} that report significance"),
            grouped(counted.with_significance),
        ),
        (
            "  with an unsuitable test".to_owned(),
            grouped(counted.with_wrong_test),
        ),
        (
            "  without the name of the test".to_owned(),
            grouped(counted.without_test),
        ),
        (
            "  that cannot hold".to_owned(),
            grouped(counted.cannot_hold),
        ),
    ] {
        sheet.row(name, [value]);
    }
    sheet
}

/// Every claim: what is said, what is possible, what is wrong.
pub(crate) fn claims(outcome: &SurveyOutcome) -> Sheet {
    let mut sheet = Sheet::new([
        left("claim"),
        right("items"),
        left("p"),
        right("p possible"),
        right("power"),
        left("found"),
    ]);
    for one in &outcome.claims {
        let range = |[low, high]: [f64; 2]| format!("{}–{}", probability(low), probability(high));
        let hundredths = |[low, high]: [f64; 2]| format!("{low:.2}–{high:.2}");
        let power = one.allowed.and_then(|allowed| allowed.power);
        let power = power.map(hundredths);
        let stated = one.claim.p.trim();
        sheet.row(
            &one.claim.claim,
            [
                one.claim
                    .items
                    .replace([',', '_'], "")
                    .parse()
                    .map_or_else(|_| one.claim.items.clone(), grouped),
                if stated.is_empty() {
                    dash()
                } else {
                    stated.to_owned()
                },
                one.allowed
                    .map_or_else(dash, |allowed| range(allowed.pvalues)),
                power.unwrap_or_else(dash),
                faults(one),
            ],
        );
    }
    sheet
}

/// What is wrong with claims that cannot hold, and with tests that do not fit.
fn sentences(outcome: &SurveyOutcome) -> Vec<String> {
    let told = |fault: Fault| fault.cannot_hold() || fault == Fault::WrongTest;
    let of = |one: &AuditedClaim| {
        let told = one.findings.iter().filter(|finding| told(finding.fault));
        let words: Vec<&str> = told.map(|finding| finding.words.as_str()).collect();
        (!words.is_empty()).then(|| format!("{}: {}.", one.claim.claim, words.join("; ")))
    };
    outcome.claims.iter().filter_map(of).collect()
}
