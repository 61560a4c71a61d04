//! Gates in words: what was asked, how it went, and what is open.

use crate::number::format::probability;
use crate::outcome::{GateOutcome, GatedSystem};
use crate::request::{Claim, Gate};

impl GateOutcome {
    /// A line for each system and data set or group, where there are several: `PASS new on de-en`.
    pub fn lines(&self) -> Vec<String> {
        if self.systems.len() < 2 {
            return Vec::new();
        }
        let fails = |system: &GatedSystem| match (system.claim, self.require) {
            (Some(Claim::Superior), _) => "gains significantly less than the margin",
            (Some(Claim::Noninferior), _) | (None, Some(Gate::Noninferior)) => {
                "significantly worse by more than the margin"
            }
            (Some(Claim::Equivalent), _) | (None, Some(Gate::Equivalent)) => {
                "differs significantly by more than the margin"
            }
            (None, Some(Gate::Superior) | None) => "significantly worse",
        };
        let line = |system: &GatedSystem| match (system.passed, &system.settles) {
            (Some(true), _) => match two_sided(system) {
                Some(p) => format!("PASS       {} ({p})", system.name),
                None => format!("PASS       {}", system.name),
            },
            (Some(false), _) => {
                let p = two_sided(system).map_or_else(String::new, |p| format!(", {p}"));
                format!("FAIL       {} ({}{p})", system.name, fails(system))
            }
            (None, Some(settles)) => format!("UNDECIDED  {} ({settles})", system.name),
            (None, None) => format!("UNDECIDED  {}", system.name),
        };
        self.systems.iter().map(line).collect()
    }

    /// How it went for all, in few words where [`Self::lines`] has the rest.
    pub fn lead(&self) -> String {
        if self.systems.len() < 2 {
            return self.words();
        }
        let count = |state| {
            self.systems
                .iter()
                .filter(|system| system.passed == state)
                .count()
        };
        let of = [
            (Some(true), "PASS"),
            (Some(false), "FAIL"),
            (None, "UNDECIDED"),
        ];
        let of = of
            .map(|(state, word)| (count(state), word))
            .into_iter()
            .filter(|(count, _)| *count > 0);
        let counts: Vec<String> = of.map(|(count, word)| format!("{count} {word}")).collect();
        format!("{} ({})", self.asked(), counts.join(", "))
    }

    /// `gate passed: noninferior required`.
    fn asked(&self) -> String {
        let claims = self
            .claims
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" and ");
        let asked = [
            (!claims.is_empty()).then(|| format!("{claims} required")),
            self.require.map(|gate| format!("{gate} required")),
            self.forbid.map(|forbid| format!("{forbid} forbidden")),
        ];
        let asked = asked.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let how = match self.passed {
            Some(true) => "passed",
            Some(false) => "failed",
            None => "undecided",
        };
        let largest = match self.largest_p {
            Some(p) => format!("; all groups: largest p = {}, unadjusted", probability(p)),
            None => String::new(),
        };
        let passed = match &self.systems[..] {
            [system] if self.passed == Some(true) => two_sided(system),
            _ => None,
        };
        let passed = passed.map_or_else(String::new, |p| format!("; {p}"));
        format!("gate {how}: {asked}{largest}{passed}")
    }

    /// One line: what was asked, how it went, for which systems, and how many items would settle what is open.
    pub fn words(&self) -> String {
        let of = |state: Option<bool>| {
            let systems = self
                .systems
                .iter()
                .filter(move |system| system.passed == state);
            let named = systems.map(|system| match &system.settles {
                Some(settles) => format!("{} ({settles})", system.name),
                None => match two_sided(system).filter(|_| state == Some(false)) {
                    Some(p) => format!("{} ({p})", system.name),
                    None => system.name.clone(),
                },
            });
            named.collect::<Vec<_>>().join(", ")
        };
        let (failed, open) = (of(Some(false)), of(None));
        let mut words = self.asked();
        if self.passed == Some(false) {
            words = format!("{words}; the opposite is significant for {failed}");
        }
        if !open.is_empty() {
            words.push_str("; undecided for ");
            words.push_str(&open);
        }
        words
    }
}

/// Returns the p-value by which a gate beside a one-sided test finds losses: `two-sided p = 0.0054`.
fn two_sided(system: &GatedSystem) -> Option<String> {
    let p = system.two_sided_p?;
    Some(format!("two-sided p = {}", probability(p)))
}
