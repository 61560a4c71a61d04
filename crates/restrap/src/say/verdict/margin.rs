//! The verdict of a margin test: the claim first, then the difference itself.

use super::{Verdict, are_all_tied, join_parts};
use crate::number::format::{end, percent, probability};
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
                .map_or("no test is defined", String::as_str);
            return format!(
                "{noun} not tested (margin {size}): {why}. {}",
                self.superiority()
            );
        };
        let higher_is_better = self.request.question.higher_is_better;
        let (low, high) = margin.improvements(higher_is_better).unwrap_or_default();
        let (is_worse, is_better) = (high < -margin.size, low > margin.size);
        let ends = format!(
            "{} to {}",
            end(interval.low * self.scale.factor, self.scale.decimals),
            end(interval.high * self.scale.factor, self.scale.decimals)
        );
        let level = percent(interval.confidence);
        let beyond = if margin.beyond {
            " of the difference beyond the margin"
        } else {
            ""
        };
        let corrected = match self.family.filter(|_| margin.p_adjusted.is_some()) {
            Some(family) => format!(" {}", correction(family)),
            None => String::new(),
        };
        let context = format!("margin {size}; {} on {}", self.measure, self.these());
        let test = format!(
            "{}, {}",
            Self::margin_test(margin),
            self.margin_p(margin, p)
        );
        let opposite = match margin.claim {
            _ if margin.shown => None,
            Claim::Noninferior if is_worse => Some("Worse by more than the margin"),
            Claim::Equivalent if is_worse || is_better => Some("Different by more than the margin"),
            Claim::Superior if high < margin.size => Some("Better by less than the margin"),
            _ => None,
        };
        let lead = if margin.shown {
            format!("{is} at {alpha}{corrected} ({context})")
        } else if let Some(opposite) = opposite {
            format!("{opposite} at {alpha}{corrected} ({context})")
        } else {
            format!("{noun} not shown at {alpha}{corrected} ({context})")
        };
        let interval = if margin.shown || opposite.is_some() {
            // Of the opposite claim p says nothing.
            let test = if margin.shown {
                format!(" ({test})")
            } else {
                String::new()
            };
            format!("{level} CI{beyond} {ends}{test}")
        } else {
            let reached = beyond_margin(margin, [low, high], higher_is_better, &limit);
            format!("the {level} CI{beyond}, {ends}, {reached} ({test})")
        };
        let itself = self.beside_margin();
        let open = match planning::words(self.comparison) {
            Some(words) if !margin.shown && opposite.is_none() => {
                format!(" {}.", capitalized(&words))
            }
            _ => String::new(),
        };
        match itself {
            // In one breath with the claim that it qualifies.
            Err(but) if margin.shown => format!("{lead}, but {but}: {interval}.{open}"),
            Err(but) => format!("{lead}: {interval}.{open} {}.", capitalized(&but)),
            Ok(sentence) => format!("{lead}: {interval}.{open} {sentence}"),
        }
    }

    /// Returns what is said of the difference itself beside a margin: a sentence, or, of a significant loss, a phrase.
    fn beside_margin(&self) -> Result<String, String> {
        let comparison = self.comparison;
        let test = self.test();
        if are_all_tied(comparison)
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
        let adjusted = if margin.p_adjusted.is_some() {
            "adjusted "
        } else {
            ""
        };
        // The largest p over what is not known of these items.
        let is_worst_case = matches!(
            margin.method,
            Some(MarginMethod::Unconditional | MarginMethod::ChanZhang)
        );
        if is_worst_case {
            return format!("{adjusted}p at most {}", probability(p));
        }
        let text = margin.p_text(self.request.compute.resamples);
        format!("{adjusted}{}", p_is(&text.unwrap_or_default()))
    }
}

/// Returns where the interval of a margin test, as improvements, leaves what is claimed: `reaches below −2`.
fn beyond_margin(
    margin: &MarginOutcome,
    [low, high]: [f64; 2],
    higher_is_better: bool,
    limit: &str,
) -> String {
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
    if margin.beyond {
        return format!("reaches {below} 0");
    }
    match margin.claim {
        Claim::Superior => format!("reaches {below} {}{limit}", signed(true)),
        Claim::Noninferior => format!("reaches {below} {}{limit}", signed(false)),
        Claim::Equivalent if low <= -size && high >= size => {
            format!("reaches beyond −{limit} and +{limit}")
        }
        Claim::Equivalent => {
            let is_gain = high >= size;
            format!("reaches beyond {}{limit}", signed(is_gain))
        }
    }
}
