//! The verdict of a margin test: the claim first, then the difference itself.

use super::{Verdict, join_parts};
use crate::number::format::{percent, plain, probability};
use crate::outcome::State;
use crate::outcome::{MarginMethod, MarginOutcome};
use crate::request::Claim;
use crate::say::family::correction;
use crate::say::method::{margin_noun, p_is};
use crate::say::phrase::capitalized;
use crate::say::planning;
use crate::say::straddling::straddling;

impl Verdict<'_> {
    /// The conclusion about a margin, then that about the difference itself.
    pub(super) fn with_margin(&self, margin: &MarginOutcome) -> String {
        let alpha = self.request.question.alpha;
        let [limit, size] = self.scale.margin(margin.size, &margin.asked);
        let (is, noun) = match margin.claim {
            Claim::Noninferior => ("Non-inferior", "Non-inferiority"),
            Claim::Equivalent => ("Equivalent", "Equivalence"),
            Claim::Superior => (
                "Superior by more than the margin",
                "Superiority by more than the margin",
            ),
        };
        let (Some(p), Some(interval)) = (margin.p_adjusted.or(margin.pvalue), &margin.interval)
        else {
            let why = margin
                .notes
                .first()
                .map_or("no test is defined", |note| &note.text);
            return format!(
                "{noun} not tested (margin {size}): {why}. {}",
                self.superiority()
            );
        };
        let claim = self.comparison.margin_claim(self.family, self.request);
        let (state, family) = claim.map_or((State::NotShown, None), |one| (one.state, one.family));
        let higher_is_better = self.request.question.higher_is_better;
        let level = percent(interval.confidence);
        let ends = self.scale.ends_beside(interval, margin);
        let beyond = if margin.beyond {
            " of the difference beyond the margin"
        } else {
            ""
        };
        let corrected =
            family.map_or_else(String::new, |family| format!(" {}", correction(family)));
        let scale = margin.scale_seen.map_or_else(String::new, |[low, high]| {
            format!(", scale {} to {} as seen", plain(low), plain(high))
        });
        let context = format!("margin {size}{scale}; {} on {}", self.measure, self.these());
        let noun_of_test = Self::margin_test(margin);
        let conclusion = match (state, margin.claim) {
            (State::Shown, _) => is.to_owned(),
            (State::Opposite, Claim::Noninferior) => "Worse by more than the margin".to_owned(),
            (State::Opposite, Claim::Equivalent) => "Different by more than the margin".to_owned(),
            (State::Opposite, Claim::Superior) => "Better by less than the margin".to_owned(),
            (State::NotShown | State::Undecided, _) => format!("{noun} not shown"),
        };
        let lead = format!("{conclusion} at {alpha}{corrected} ({context})");
        let test = format!("{noun_of_test}, {}", self.margin_p(margin, p));
        let is_shown = state == State::Shown;
        let interval = match (state, &margin.opposite) {
            (State::Shown, _) => format!("{level} CI{beyond} {ends} ({test})"),
            (State::Opposite, Some(opposite)) => {
                let p = self.p_of_margin(margin, opposite.pvalue, opposite.p_adjusted);
                format!("{level} CI{beyond} {ends} ({noun_of_test} of the opposite, {p})")
            }
            _ => match beyond_margin(margin, higher_is_better, &limit) {
                Some(reached) => format!("the {level} CI{beyond}, {ends}, {reached} ({test})"),
                None if family.is_some() => format!(
                    "the {level} CI{beyond}, {ends}, lies within the margin before the correction ({test})"
                ),
                None => format!("the {level} CI{beyond} is {ends} ({test})"),
            },
        };
        let itself = self.beside_margin();
        let open = match planning::words(self.comparison) {
            Some(words) if state == State::NotShown => {
                format!(" {}.", capitalized(&words))
            }
            _ => String::new(),
        };
        match itself {
            // In one breath with the claim that it qualifies.
            Err(but) if is_shown => format!("{lead}, but {but}: {interval}.{open}"),
            Err(but) => format!("{lead}: {interval}.{open} {}.", capitalized(&but)),
            Ok(sentence) => format!("{lead}: {interval}.{open} {sentence}"),
        }
    }

    /// Returns what is said of the difference itself beside a margin: a sentence, or, of a significant loss, a phrase.
    fn beside_margin(&self) -> Result<String, String> {
        let comparison = self.comparison;
        let test = self.test();
        if comparison.are_all_tied()
            || test.pvalue.is_none()
            || comparison.is_contradicted()
            || straddling(test, self.request).is_some()
        {
            return Ok(self.superiority());
        }
        let evidence = join_parts([self.range(), Some(self.evidence())]);
        if !comparison.shown {
            return Ok(format!(
                "The difference itself is not significant ({}).",
                self.evidence()
            ));
        }
        let gap = self.gap_beside();
        if comparison.direction().is_lt() {
            return Err(format!("significantly worse, {gap} ({evidence})"));
        }
        Ok(format!(
            "The difference itself is significant: {gap} ({evidence})."
        ))
    }

    fn margin_test(margin: &MarginOutcome) -> &'static str {
        margin.method.map_or("test", |method| margin_noun(method).0)
    }

    fn margin_p(&self, margin: &MarginOutcome, p: f64) -> String {
        self.p_of_margin(margin, Some(p), margin.p_adjusted)
    }

    /// Returns a p-value of a margin test, adjusted if there is a family: of the claim, or of its contrary.
    fn p_of_margin(
        &self,
        margin: &MarginOutcome,
        own: Option<f64>,
        adjusted: Option<f64>,
    ) -> String {
        let kind = if adjusted.is_some() { "adjusted " } else { "" };
        // The largest p over what is not known of these items.
        let is_worst_case = matches!(
            margin.method,
            Some(MarginMethod::Unconditional | MarginMethod::ChanZhang)
        );
        if is_worst_case {
            let p = adjusted.or(own).map_or_else(String::new, probability);
            return format!("{kind}p at most {p}");
        }
        let text = margin.text_of(adjusted.or(own), own, self.request.compute.resamples);
        format!("{kind}{}", p_is(&text.unwrap_or_default()))
    }
}

/// Returns where the interval of a margin test leaves what is claimed: `reaches below −2`; `None` if it does not.
fn beyond_margin(margin: &MarginOutcome, higher_is_better: bool, limit: &str) -> Option<String> {
    let (low, high) = margin.improvements(higher_is_better)?;
    let size = margin.size;
    // In the sign of the difference.
    let signed = |is_gain: bool| {
        if is_gain == higher_is_better {
            '+'
        } else {
            '−'
        }
    };
    let below = if higher_is_better { "below" } else { "above" };
    let least = if margin.claim == Claim::Superior {
        size
    } else {
        -size
    };
    let (is_low, is_high) = (
        low <= least,
        margin.claim == Claim::Equivalent && high >= size,
    );
    let reached = match (margin.claim, is_low, is_high) {
        (_, false, false) => return None,
        _ if margin.beyond => format!("reaches {below} 0"),
        (Claim::Superior, ..) => format!("reaches {below} {}{limit}", signed(true)),
        (Claim::Noninferior, ..) => format!("reaches {below} {}{limit}", signed(false)),
        (Claim::Equivalent, true, true) => format!("reaches beyond −{limit} and +{limit}"),
        (Claim::Equivalent, ..) => format!("reaches beyond {}{limit}", signed(is_high)),
    };
    Some(reached)
}
