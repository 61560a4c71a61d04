//! What is wrong with a claim, each with the sentence that says so.

use super::claim::{self, Claim, StatedP, is_nothing};
use super::outcome::{Allowed, Fault, Finding, SurveyRequest};
use super::reach::{self, Named};
use crate::audit::{AuditRequest, AuditVerdict, Published, audit};
use crate::format::{gain_words, short};
use restrap_lib::Error;
use restrap_lib::number::format::{grouped, plain, probability};

/// What n and gap allow, and what is wrong.
pub(super) fn of_claim(
    claim: &Claim,
    request: &SurveyRequest,
) -> Result<(Option<Allowed>, Vec<Finding>), Error> {
    let mut found = Found(Vec::new());
    let named = reach::named(&claim.test);
    let stated = StatedP::of(&claim.p);
    found.of_report(claim, stated);
    found.of_test(claim, named);
    let allowed = if is_share(&claim.measure) {
        found.of_numbers(claim, named, stated, request)?
    } else {
        None
    };
    if !is_share(&claim.measure) && claim.items.trim().is_empty() {
        found.no_items();
    }
    found.of_gap(claim);
    let alpha = request.alpha;
    if let Some(p) = stated.filter(|p| p.low > alpha && says_yes(claim)) {
        found.add(
            Fault::NotSignificant,
            format!(
                "called significant with a p-value of {} at alpha {}",
                probability(p.low),
                plain(alpha)
            ),
        );
    }
    Ok((allowed, found.0))
}

/// The measure is a share of right items, whose counts have bounds.
fn is_share(measure: &str) -> bool {
    let measure = measure.trim().to_lowercase();
    measure.is_empty()
        || [
            "accuracy",
            "acc",
            "exact match",
            "em",
            "error rate",
            "pass@1",
            "hit rate",
            "win rate",
        ]
        .iter()
        .any(|known| measure == *known || measure.starts_with(&format!("{known} ")))
        || measure.ends_with("accuracy")
}

/// The measure has no score of an item whose mean it is (Yeh 2000).
fn is_of_corpus(measure: &str) -> bool {
    let measure = measure.trim().to_lowercase();
    [
        "f1",
        "f-score",
        "f-measure",
        "f score",
        "precision",
        "bleu",
        "chrf",
        "mcc",
        "kappa",
        "macro",
        "micro",
    ]
    .iter()
    .any(|known| measure.contains(known))
        && !measure.contains("precision@")
        && !measure.contains("average precision")
        && !measure.contains("sentence")
}

fn says_yes(claim: &Claim) -> bool {
    Claim {
        p: String::new(),
        ..claim.clone()
    }
    .is_called_significant(0.0)
}

struct Found(Vec<Finding>);

impl Found {
    fn add(&mut self, fault: Fault, words: impl Into<String>) {
        self.0.push(Finding {
            fault,
            words: words.into(),
        });
    }

    fn no_items(&mut self) {
        self.add(
            Fault::NoItems,
            "the number of items is not reported, so nothing can be checked",
        );
    }

    /// What is reported at all.
    fn of_report(&mut self, claim: &Claim, stated: Option<StatedP>) {
        if !claim.reports_significance() {
            self.add(
                Fault::NoSignificance,
                "no test, no p-value and no word of significance",
            );
        } else if is_nothing(&claim.test) {
            self.add(
                Fault::NoTest,
                "significance is reported without the name of the test",
            );
        }
        match stated {
            Some(p) if p.low > 1.0 || p.high < 0.0 => {
                self.add(
                    Fault::ImpossibleP,
                    format!("p = {} is no probability", claim.p.trim()),
                );
            }
            Some(p) if p.high == 0.0 => {
                self.add(
                    Fault::ImpossibleP,
                    "p = 0: a p-value cannot be 0; with R resamples it is at least 1/(R + 1)",
                );
            }
            None if !is_nothing(&claim.p) => {
                self.add(
                    Fault::ImpossibleP,
                    format!("`{}` is not a p-value", claim.p.trim()),
                );
            }
            _ => {}
        }
    }

    /// Whether the test goes with what was measured.
    fn of_test(&mut self, claim: &Claim, named: Named) {
        let (test, measure) = (claim.test.trim(), claim.measure.trim());
        if named.of_replicates {
            self.add(
                Fault::WrongTest,
                format!("{test}: a test of resamples as if they were items measures the number of resamples, not the evidence"),
            );
        } else if named.is_unpaired {
            self.add(
                Fault::WrongTest,
                format!(
                    "{test} is for independent samples: on one test set it discards the pairing"
                ),
            );
        } else if named.needs_scores && is_of_corpus(measure) {
            self.add(
                Fault::WrongTest,
                format!("{test} needs a score of every item, and {measure} has none: swap or resample items (Yeh 2000)"),
            );
        } else if named.needs_binary && !is_share(measure) {
            self.add(
                Fault::WrongTest,
                format!("{test} is for right or wrong answers, and {measure} is not one"),
            );
        }
    }

    /// The gap beside the scores.
    fn of_gap(&mut self, claim: &Claim) {
        let scores = [&claim.baseline, &claim.system].map(|text| claim::number(text));
        let ([Some((baseline, own)), Some((system, other))], Some((gap, half))) =
            (scores, claim::number(&claim.gap))
        else {
            return;
        };
        let is_count = [&claim.baseline, &claim.system]
            .iter()
            .any(|text| text.contains('/'));
        // A gap in points beside scores that are shares.
        let unit = if claim.gap.contains("pt") && !claim.is_in_percent() {
            100.0
        } else {
            1.0
        };
        let (difference, slack) = (unit * (system - baseline), unit * (own + other) + half);
        if !is_count && (gap.abs() - difference.abs()).abs() > slack + 1e-9 {
            self.add(
                Fault::WrongGap,
                format!(
                    "the scores differ by {}, and the gap is given as {}",
                    short(difference.abs()),
                    short(gap.abs())
                ),
            );
        }
    }

    /// What n, scores and gap allow.
    fn of_numbers(
        &mut self,
        claim: &Claim,
        named: Named,
        stated: Option<StatedP>,
        request: &SurveyRequest,
    ) -> Result<Option<Allowed>, Error> {
        let of_count = |text: &str| claim::share(text).and_then(|score| score.items());
        let typed: Option<u64> = claim.items.trim().replace([',', '_'], "").parse().ok();
        let Some(items) = typed
            .or(of_count(&claim.baseline))
            .or(of_count(&claim.system))
            .filter(|n| *n > 0)
        else {
            self.no_items();
            return Ok(None);
        };
        let scores = [&claim.baseline, &claim.system].map(|text| claim::share(text));
        let allowed = match scores {
            [Some(baseline), Some(system)] => {
                match self.of_scores(items, baseline, system, request)? {
                    Some(allowed) => allowed,
                    None => return Ok(None),
                }
            }
            _ => match claim::gap(&claim.gap, claim.is_in_percent()) {
                Some((gap, _)) if gap.abs() <= 1.0 => Allowed::of_gap(items, gap, request),
                _ => return Ok(None),
            },
        };
        let [low, high] = reach::of_family(named.family, items, [allowed.least, allowed.largest]);
        let allowed = Allowed {
            pvalues: [low, high],
            ..allowed
        };
        let is_p = |p: &StatedP| p.low <= 1.0 && p.high > 0.0;
        if stated
            .filter(is_p)
            .is_some_and(|p| p.high < low || p.low > high)
        {
            let range = format!("between {} and {}", probability(low), probability(high));
            self.add(
                Fault::POutOfReach,
                format!(
                    "p = {}, but with these scores on {} items it can only be {range}",
                    claim.p.trim().trim_start_matches(['p', '=', ' ']),
                    grouped(items)
                ),
            );
        }
        let exact = allowed.least.pvalue;
        if exact > request.alpha {
            let words = format!(
                "{} on {} items is not significant whatever the answers: the exact p is at least {}",
                gain_words(allowed.difference.abs(), true),
                grouped(items),
                probability(exact)
            );
            let is_claimed = claim.is_called_significant(request.alpha) && low > request.alpha;
            self.add(
                if is_claimed {
                    Fault::NotSignificant
                } else {
                    Fault::TooFewItems
                },
                words,
            );
        }
        Ok(Some(allowed))
    }

    /// The audit of two accuracies.
    fn of_scores(
        &mut self,
        items: u64,
        baseline: Published,
        system: Published,
        request: &SurveyRequest,
    ) -> Result<Option<Allowed>, Error> {
        let impossible: Vec<String> = [&baseline, &system]
            .into_iter()
            .filter(|score| score.counts(items).is_err())
            .map(|score| {
                format!(
                    "{score} is not a possible share of right items out of {}",
                    grouped(items)
                )
            })
            .collect();
        if !impossible.is_empty() {
            self.add(Fault::ImpossibleScore, impossible.join(", and "));
            return Ok(None);
        }
        let asked = AuditRequest::new(items, baseline, system)
            .alpha(request.alpha)
            .power(request.power);
        let audited = audit(&asked)?;
        let powers = audited
            .scenarios
            .iter()
            .filter_map(|scenario| scenario.quoted().power);
        let (least, most) = powers.fold((f64::INFINITY, 0.0_f64), |(low, high), p| {
            (low.min(p), high.max(p))
        });
        Ok(Some(Allowed {
            items,
            difference: audited.difference,
            least: audited.least,
            largest: audited.largest,
            pvalues: [audited.least.pvalue, audited.largest.pvalue],
            power: (least <= most).then_some([least, most]),
            decided: audited.verdict != AuditVerdict::Undecided,
        }))
    }
}
