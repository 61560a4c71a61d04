//! Gates: what has to be shown, or must not be, for a script to go on.

use restrap_stats::Alternative;

use crate::outcome::{ComparisonOutcome, GateOutcome, GatedSystem, MarginOutcome, Outcome};
use crate::request::{Claim, Forbid, Gate, MetricClaim, Request};
use crate::resample::bounds::of_extreme;
use crate::say::{planning, straddling};

/// The gate of an outcome whose tests are adjusted, where one was asked for.
pub(crate) fn of(outcome: &Outcome, request: &Request) -> Option<GateOutcome> {
    let (require, forbid) = (request.question.gate, request.question.forbid);
    if require.is_none() && forbid.is_none() {
        return None;
    }
    let names: Vec<&str> = outcome
        .systems
        .iter()
        .skip(1)
        .map(|system| &system.name[..])
        .collect();
    let of_all = names
        .iter()
        .map(|name| ((*name).to_owned(), &outcome.comparisons[..], *name));
    // With sub-populations each of them has to pass, by its name.
    let groups = outcome
        .by
        .iter()
        .flat_map(|by| &by.populations)
        .flat_map(|group| {
            names.iter().map(move |name| {
                (
                    format!("{name} on {}", group.value),
                    &group.comparisons[..],
                    *name,
                )
            })
        });
    let systems = of_all.chain(groups).map(|(shown, comparisons, name)| {
        // A stopped run may not have reached it.
        let comparison = comparisons
            .iter()
            .find(|comparison| comparison.system == name);
        gated(shown, comparison, request)
    });
    Some(decided(systems.collect(), request))
}

/// One system, of all items or of some.
pub(crate) fn gated(
    name: String,
    comparison: Option<&ComparisonOutcome>,
    request: &Request,
) -> GatedSystem {
    let unsettled = comparison.and_then(|comparison| unsettled(comparison, request));
    let passed = comparison
        .filter(|_| unsettled.is_none())
        .and_then(|comparison| passes(comparison, request));
    // More items do not settle two answers of which one is about ranks and the other about the mean.
    let open = comparison.filter(|one| passed.is_none() && !one.is_contradicted());
    let planning = open.and_then(|comparison| comparison.planning.as_ref());
    let items_needed = planning.and_then(|planning| planning.units_needed);
    let settles = unsettled.or_else(|| open.and_then(planning::words));
    // What fails a gain is another thing than what fails a difference.
    let margin = comparison.and_then(|comparison| comparison.margin.as_ref());
    let claim = margin
        .map(|margin| margin.claim)
        .filter(|claim| *claim == Claim::Superior);
    GatedSystem {
        name,
        claim,
        passed,
        items_needed,
        settles,
    }
}

/// Returns whether a comparison passes the gate; `None` if neither that nor the opposite is shown.
fn passes(comparison: &ComparisonOutcome, request: &Request) -> Option<bool> {
    let (require, forbid) = (request.question.gate, request.question.forbid);
    let required = require.map_or(Some(true), |gate| requires(gate, comparison, request));
    let forbidden = forbid.map_or(Some(true), |forbid| forbids(forbid, comparison, request));
    both(required, forbidden)
}

/// Returns why another seed may pass otherwise: the Monte Carlo bounds of a drawn p-value lie on both sides of alpha, and the gate depends
/// on the side. `None` if it does not, or the figure of a recipe is reproduced with its number of resamples.
pub(crate) fn unsettled(comparison: &ComparisonOutcome, request: &Request) -> Option<String> {
    if request.question.profile.is_some() || request.variants.raw_p {
        return None;
    }
    let mut otherwise = comparison.clone();
    let words = if let Some(margin) = &mut otherwise.margin {
        margin.shown = !margin.shown;
        straddling_margin(margin, request)?
    } else {
        otherwise.shown = !otherwise.shown;
        straddling::straddling(&comparison.tests[0], request)?
    };
    (passes(comparison, request) != passes(&otherwise, request)).then_some(words)
}

/// Returns in words that the bounds of a drawn margin test lie on both sides of alpha.
fn straddling_margin(margin: &MarginOutcome, request: &Request) -> Option<String> {
    let (own, resamples) = (
        margin.pvalue.filter(|_| margin.is_drawn())?,
        request.compute.resamples,
    );
    let extreme = (own * (resamples as f64 + 1.0)).round() as u64;
    let bounds = of_extreme((extreme.saturating_sub(1), 1.0), resamples, false)
        .ok()?
        .sampled?
        .bounds;
    straddling::straddles(own, margin.p_adjusted, bounds, request)
}

/// Passed where all have, failed where one has.
pub(crate) fn decided(systems: Vec<GatedSystem>, request: &Request) -> GateOutcome {
    let any = |state| systems.iter().any(|system| system.passed == state);
    let passed = if any(Some(false)) {
        Some(false)
    } else {
        (!any(None)).then_some(true)
    };
    let failed = systems.iter().filter(|system| system.passed == Some(false));
    let failed = failed.map(|system| system.name.clone()).collect();
    let (require, forbid) = (request.question.gate, request.question.forbid);
    GateOutcome {
        require,
        forbid,
        claims: request.question.claims.clone(),
        passed,
        failed,
        systems,
    }
}

impl Outcome {
    /// Puts outcomes of the same systems by other metrics beside this one, and decides what was claimed of all: every claim has its own
    /// level, and all have to be shown (intersection–union; Berger 1982, Technometrics 24). Each outcome comes with its claim.
    #[must_use]
    pub fn beside(
        mut self,
        own: Option<&MetricClaim>,
        others: Vec<(Self, &MetricClaim)>,
        request: &Request,
    ) -> Self {
        let of = |one: &Self, claim: &MetricClaim| -> Vec<GatedSystem> {
            let systems = one.gate.iter().flat_map(|gate| &gate.systems);
            let named = systems.map(|system| GatedSystem {
                name: format!("{}: {claim}", system.name),
                claim: Some(claim.claim),
                ..system.clone()
            });
            named.collect()
        };
        let mut systems: Vec<GatedSystem> = own.map(|claim| of(&self, claim)).unwrap_or_default();
        systems.extend(others.iter().flat_map(|(one, claim)| of(one, claim)));
        for (other, _) in others {
            let own = other
                .run
                .warnings
                .iter()
                .filter(|warning| !self.run.warnings.contains(warning));
            let named = own
                .map(|warning| format!("{}: {warning}", other.metric.printed()))
                .collect::<Vec<_>>();
            self.run.warnings.extend(named);
            self.further.push(other);
        }
        self.gate = Some(decided(systems, request));
        self
    }
}

/// Failed where either failed, passed where both passed, else undecided.
fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Whether what the gate asks for is shown, or its opposite; `None` where neither is.
fn requires(gate: Gate, comparison: &ComparisonOutcome, request: &Request) -> Option<bool> {
    let claim = || {
        comparison
            .margin
            .as_ref()
            .filter(|margin| margin.claim.name() == gate.name())
    };
    match gate {
        Gate::Superior if claim().is_some() => {
            (claim()?.shown || is_gain_below_margin(comparison, request)).then_some(claim()?.shown)
        }
        // A test of ranks says nothing about a mean on the other side.
        Gate::Superior if comparison.is_contradicted() => None,
        Gate::Superior if comparison.shown && comparison.direction().is_gt() => Some(true),
        Gate::Superior => is_shown_worse(comparison, request).then_some(false),
        Gate::Noninferior | Gate::Equivalent if claim()?.shown => Some(true),
        Gate::Noninferior => is_worse_by_margin(comparison, request).then_some(false),
        Gate::Equivalent => {
            let beyond =
                is_worse_by_margin(comparison, request) || is_better_by_margin(comparison, request);
            beyond.then_some(false)
        }
    }
}

/// Whether what is forbidden is not shown; `None` where no test can say.
fn forbids(forbid: Forbid, comparison: &ComparisonOutcome, request: &Request) -> Option<bool> {
    let Forbid::Inferior = forbid;
    if comparison.margin.is_some() {
        comparison.margin.as_ref()?.interval.as_ref()?;
        return Some(!is_worse_by_margin(comparison, request));
    }
    comparison.tests[0].pvalue?;
    if comparison.shown && comparison.is_contradicted() {
        return None;
    }
    Some(!is_shown_worse(comparison, request))
}

/// A difference was shown and is a loss; of a one-sided test, its interval lies on the other side of 0.
fn is_shown_worse(comparison: &ComparisonOutcome, request: &Request) -> bool {
    if request.question.alternative != Alternative::Greater {
        return comparison.shown && comparison.direction().is_lt();
    }
    let ends = comparison.interval.as_ref();
    ends.is_some_and(|interval| interval.oriented(request.question.higher_is_better).1 < 0.0)
}

/// The interval of the margin test lies beyond the margin.
fn is_worse_by_margin(comparison: &ComparisonOutcome, request: &Request) -> bool {
    let ends = margin_ends(comparison, request);
    ends.is_some_and(|((_, high), size)| high < -size)
}

/// The interval of the margin test lies below a gain of the margin.
fn is_gain_below_margin(comparison: &ComparisonOutcome, request: &Request) -> bool {
    let ends = margin_ends(comparison, request);
    ends.is_some_and(|((_, high), size)| high < size)
}

fn is_better_by_margin(comparison: &ComparisonOutcome, request: &Request) -> bool {
    let ends = margin_ends(comparison, request);
    ends.is_some_and(|((low, _), size)| low > size)
}

/// The interval of the margin test as improvements, and the margin.
fn margin_ends(comparison: &ComparisonOutcome, request: &Request) -> Option<((f64, f64), f64)> {
    let margin = comparison.margin.as_ref()?;
    Some((
        margin.improvements(request.question.higher_is_better)?,
        margin.size,
    ))
}

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
            (Some(true), _) => format!("PASS       {}", system.name),
            (Some(false), _) => format!("FAIL       {} ({})", system.name, fails(system)),
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
        format!("gate {how}: {asked}")
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
                None => system.name.clone(),
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
