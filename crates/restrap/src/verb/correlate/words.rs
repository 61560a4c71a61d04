//! What the output says about metrics and a gold score.

use restrap_core::STREAM_NAME;
use restrap_stats::correlation::{Agreement, Level};
use restrap_stats::{Adjustment, Alternative};
use restrap_words::{Code, Note, asked_as};

use super::outcome::{CorrelateOutcome, CorrelatedMetric, CorrelatedPair};
use super::request::Redrawn;
use crate::number::{count, grouped, number, p_is, percent, plain};
use crate::outcome::IntervalKind;
use crate::say::signature::{Signature, side};

/// Systems below which an interval over systems says little.
const FEW_SYSTEMS: u64 = 10;
/// Share of resamples without a value beyond which the reader is told.
const MANY_WITHOUT: f64 = 0.01;
/// Decimals of an agreement.
const DECIMALS: usize = 3;

impl CorrelateOutcome {
    /// Fills in verdicts, warnings and the report line.
    pub(super) fn put_words(&mut self) {
        self.verdicts = self.pairs.iter().map(|pair| self.verdict(pair)).collect();
        self.run.warnings = self.told_warnings();
        self.run.report = self.told_report();
        self.run.signature = Signature::new(&self.run)
            .with("measure", self.request.agreement)
            .with("level", self.level)
            .with("n", self.outputs)
            .maybe("systems", self.systems)
            .maybe("segments", self.segments)
            .with("ci", self.interval)
            .with("drawn", self.request.redrawn)
            .with("alt", side(self.request.alternative))
            .with("alpha", plain(self.request.alpha))
            .with(
                "adj",
                format!("{}({})", self.request.correction, self.pairs.len()),
            )
            .drawn(Some(self.request.resamples), self.request.seed, STREAM_NAME)
            .done();
    }

    /// What was counted, by the unit that another study would draw anew.
    pub fn unit(&self) -> String {
        let (Some(systems), Some(segments)) = (self.systems, self.segments) else {
            return count(self.outputs, "item");
        };
        let (systems, segments) = (count(systems, "system"), count(segments, "segment"));
        match self.request.redrawn {
            Redrawn::Both => format!("{systems} and {segments}"),
            Redrawn::Segments => segments,
            Redrawn::Systems => systems,
        }
    }

    fn named_measure(&self) -> &'static str {
        match self.request.agreement {
            Agreement::Pearson => "Pearson's r",
            Agreement::Spearman => "Spearman's rho",
            Agreement::Kendall => "Kendall's tau-b",
            Agreement::PairwiseAccuracy => "pairwise accuracy",
        }
    }

    /// Returns the measure and its level, as a paper calls it.
    pub fn measure(&self) -> String {
        let measure = self.named_measure();
        let level = match (self.level, self.systems) {
            (Level::Global, None) => " over items",
            (Level::Global, Some(_)) => " over all outputs",
            (Level::System, _) => " over the systems' means",
            (Level::Segment, _) => " over the systems of a segment, averaged over segments",
            (Level::WithinSystem, _) => " over the segments of a system, averaged over systems",
        };
        let ties = match (self.request.agreement, self.request.threshold) {
            (Agreement::PairwiseAccuracy, None) => " (ties calibrated)".to_owned(),
            (Agreement::PairwiseAccuracy, Some(threshold)) => format!(" (ties up to {threshold})"),
            _ => String::new(),
        };
        format!("{measure}{ties}{level}")
    }

    fn verdict(&self, pair: &CorrelatedPair) -> String {
        let [base, metric] = &pair.metrics;
        let (Some(difference), Some(p)) = (pair.difference, pair.adjusted_pvalue) else {
            return format!("{metric} and {base} are not compared: one of them does not vary.");
        };
        let (first, second, gap) = if difference < 0.0 {
            (base, metric, -difference)
        } else {
            (metric, base, difference)
        };
        let adjusted = if self.pairs.len() > 1 {
            "adjusted "
        } else {
            ""
        };
        let (not, caveat) = if p > self.request.alpha {
            ("Not significant", "; this is not evidence of equality")
        } else {
            ("Significant", "")
        };
        let asks = self.asks(pair).unwrap_or_default();
        format!(
            "{not} at {}: over {} {} of {first} with {} is {} above that of {second} ({adjusted}{}){caveat}.{asks}",
            self.request.alpha,
            self.unit(),
            self.named_measure(),
            self.gold,
            number(gap, DECIMALS),
            p_is(p)
        )
    }

    /// What p and the interval of a pair ask, where one finds a difference and the other none.
    fn asks(&self, pair: &CorrelatedPair) -> Option<String> {
        let (low, high, p) = (pair.low?, pair.high?, pair.pvalue?);
        let is_dual = self.request.alternative == Alternative::TwoSided
            && (self.request.confidence + self.request.alpha - 1.0).abs() < 1e-9;
        let is_beyond_0 = low > 0.0 || high < 0.0;
        if !is_dual || is_beyond_0 == (p <= self.request.alpha) {
            return None;
        }
        Some(format!(
            " The p asks whether the two metrics could be exchanged {}, the interval ({} to {}) how far their agreement is apart.",
            if self.systems.is_some() {
                "output by output"
            } else {
                "item by item"
            },
            number(low, DECIMALS),
            number(high, DECIMALS),
        ))
    }

    fn told_warnings(&self) -> Vec<Note> {
        let mut warnings = Vec::new();
        let names = |of: &dyn Fn(&&CorrelatedMetric) -> bool| -> Vec<&str> {
            self.metrics
                .iter()
                .filter(of)
                .map(|metric| &metric.name[..])
                .collect()
        };
        let constant = names(&|metric| metric.value.is_none());
        if !constant.is_empty() {
            warnings.push(Code::NoSpread.says(format!(
                "{}: undefined because its scores do not vary; left out of every pair",
                constant.join(", ")
            )));
        }
        if self.dropped_segments > 0 {
            warnings.push(Code::OutputsMissing.says(format!(
                "{} left out because a system has no output there",
                count(self.dropped_segments, "segment")
            )));
        }
        let on_a_line = names(&|metric| {
            self.interval == IntervalKind::Studentized
                && metric.value.is_some()
                && metric.low.is_none()
        });
        if !on_a_line.is_empty() {
            warnings.push(Code::NoSpread.says(format!(
                "{}: no interval, because all items lie on one line",
                on_a_line.join(", ")
            )));
        }
        let negative = names(&|metric| metric.value.is_some_and(|value| value < 0.0));
        if !negative.is_empty() && self.request.agreement != Agreement::PairwiseAccuracy {
            warnings.push(Code::PerhapsLowerIsBetter.says(format!(
                "{}: below 0; if lower scores are better, add {}",
                negative.join(", "),
                asked_as("lower-is-better", negative[0])
            )));
        }
        let groups_without = self
            .metrics
            .iter()
            .map(|metric| metric.groups_without)
            .max()
            .unwrap_or(0);
        if groups_without > 0 && constant.len() < self.metrics.len() {
            let of = if self.level == Level::Segment {
                "segment"
            } else {
                "system"
            };
            warnings.push(Code::GroupsWithoutSpread.says(format!(
                "up to {} left out of a metric's mean because its scores do not vary there",
                count(groups_without, of)
            )));
        }
        let without = self.metrics.iter().filter(|metric| metric.value.is_some());
        let without = without
            .map(|metric| metric.resamples_without)
            .max()
            .unwrap_or(0);
        if without as f64 > MANY_WITHOUT * self.request.resamples as f64 {
            warnings.push(Code::ResamplesLeftOut.says(format!(
                "{} of {} resamples have no value and are left out of an interval: too few units vary",
                grouped(without),
                grouped(self.request.resamples)
            )));
        }
        let floor = self
            .pairs
            .iter()
            .filter(|pair| !pair.exact)
            .find_map(|pair| pair.swaps);
        if let Some(swaps) = floor
            && self.pairs.len() > 1
            && self.pairs.len() as f64 / (swaps + 1) as f64 > self.request.alpha
        {
            warnings.push(Code::FewSwaps.says(format!(
                "{} of {} cannot give an adjusted p of {}: use more than {}",
                count(swaps, "swap"),
                count(self.pairs.len() as u64, "pair"),
                self.request.alpha,
                grouped((self.pairs.len() as f64 / self.request.alpha) as u64)
            )));
        }
        let systems = self
            .systems
            .filter(|systems| *systems < FEW_SYSTEMS && self.request.redrawn.systems());
        if let Some(systems) = systems {
            warnings.push(Code::FewSystems.says(format!(
                "only {}: an interval that resamples systems is approximate; {} is about these systems alone",
                count(systems, "system"),
                asked_as("redrawn", Redrawn::Segments)
            )));
        }
        if self.systems.is_some()
            && self.level == Level::Global
            && self.pairs.iter().any(|pair| pair.williams.is_some())
        {
            warnings.push(
                Code::WilliamsDependent.says("Williams' test treats all outputs as independent; outputs of one segment or system are not, so use the permutation p"),
            );
        }
        warnings
    }

    fn told_report(&self) -> String {
        let request = &self.request;
        let (drawn, swapped) = match (self.systems, request.redrawn) {
            (None, _) => ("items", "swaps of items"),
            (_, Redrawn::Both) => (
                "systems and segments (BOOT-BOTH)",
                "swaps of outputs (PERM-BOTH)",
            ),
            (_, Redrawn::Segments) => ("segments (BOOT-INPUTS)", "swaps of segments (PERM-INPUTS)"),
            (_, Redrawn::Systems) => ("systems (BOOT-SYSTEMS)", "swaps of systems (PERM-SYSTEMS)"),
        };
        let interval = format!(
            "{} {} of {} bootstrap resamples of {drawn}",
            percent(request.confidence),
            if self.interval == IntervalKind::Studentized {
                "bootstrap-t interval (r by Fisher's z)"
            } else {
                "percentile interval"
            },
            grouped(request.resamples)
        );
        let test =
            self.pairs.iter().find_map(|pair| Some((pair.swaps?, pair.exact))).map(|(swaps, exact)| {
                let sides =
                    if request.alternative == Alternative::TwoSided { "two-sided" } else { "one-sided" };
                let many = if exact {
                    format!("all {}", grouped(swaps))
                } else {
                    format!("{} random", grouped(swaps))
                };
                let source = if self.systems.is_some() { " (Deutsch et al. 2021)" } else { "" };
                let family = match self.pairs.len() {
                    1 => String::new(),
                    pairs => {
                        format!(", {} over {}", name_of(request.correction), count(pairs as u64, "pair"))
                    }
                };
                format!("; differences by {sides} {many} {swapped} of standardised scores{source}, which test whether metrics are exchangeable{family}")
            });
        format!(
            "{} with {}, {}; {interval}{}; seed {}; restrap {}.",
            self.measure(),
            self.gold,
            self.unit_of_all(),
            test.unwrap_or_default(),
            request.seed,
            self.run.version
        )
    }

    /// Everything that was looked at.
    fn unit_of_all(&self) -> String {
        match (self.systems, self.segments) {
            (Some(systems), Some(segments)) => {
                format!(
                    "{} of {}",
                    count(segments, "segment"),
                    count(systems, "system")
                )
            }
            _ => count(self.outputs, "item"),
        }
    }
}

fn name_of(correction: Adjustment) -> String {
    let name = correction.name();
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
