//! Claims: what p-values decide about a difference, and what a gate makes of it.
//!
//! Every claim is decided in this file, from p-values and never from an interval. Sentences, marks, tables, JSON, gates and exit codes
//! read the state that is written here.
//!
//! | claim | shown if at most alpha | opposite if at most alpha |
//! |---|---|---|
//! | different | p of the primary test | – |
//! | superior | the same, and the system is better | the two-sided p of that test, and the system is worse |
//! | inferior (a gate forbids it) | the two-sided p of the primary test, and the system is worse | the same, and it is better |
//! | by a margin | p of the margin test | p of the contrary: beyond the margin on the other side, by the same test |
//!
//! A p-value is adjusted for its family before it is compared. One is not: a gate that requires a claim of *every* sub-population passes
//! if the largest unadjusted p is at most alpha (intersection–union; Berger 1982, Technometrics 24). That a single sub-population is
//! better or worse takes its adjusted p.

use std::cmp::Ordering;

use restrap_stats::{Alternative, Probability};
use restrap_words::{asked, asked_as};

use crate::error::Error;
use crate::evidence::resample::bounds::of_extreme;
use crate::evidence::test::outcome::printed;
use crate::outcome::{
    ComparisonOutcome, Direction, Family, GateOutcome, GatedSystem, IntervalOutcome, MarginOutcome,
    Outcome, State, TestOutcome,
};
use crate::request::{Claim, Forbid, Gate, MetricClaim, Request, Test};
use crate::say::{planning, straddling};

/// A statement about the difference of a system from the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// The systems differ, on the side of the alternative.
    Different,
    /// The system is better.
    Superior,
    /// The system is worse; by more than the margin if there is a margin of losses.
    Inferior,
    /// The difference is within the margin, or a gain beyond it.
    Margin(Claim),
}

/// A claim about one comparison, with everything that decides it.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimOutcome<'o> {
    /// The system that it is about.
    pub system: &'o str,
    /// The statement.
    pub statement: Statement,
    /// The margin in units of the score.
    pub margin: Option<f64>,
    /// Side of the test.
    pub side: Alternative,
    /// Level.
    pub level: f64,
    /// The family that the p-value was adjusted for; `None` if it was not adjusted.
    pub family: Option<&'o Family>,
    /// p-value of the test.
    pub p: Option<f64>,
    /// The p-value after adjustment.
    pub p_adjusted: Option<f64>,
    /// The interval that belongs to the test.
    pub interval: Option<&'o IntervalOutcome>,
    /// The decision.
    pub state: State,
}

/// The part of the items that a comparison is about, as far as a gate treats it differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// All items.
    All,
    /// One of several sub-populations, all of which have to pass.
    Part,
}

/// Returns `true` if a p-value is at most the level. Every decision of significance is this one.
pub(crate) fn is_shown(p: Option<f64>, alpha: f64) -> bool {
    p.is_some_and(|p| p <= alpha)
}

/// Writes what the adjusted p-values of a comparison decide.
pub(crate) fn settle(comparison: &mut ComparisonOutcome, alpha: f64) {
    comparison.shown = comparison.difference_state(alpha) == State::Shown;
    if let Some(margin) = &mut comparison.margin {
        margin.shown = margin.state(alpha) == State::Shown;
    }
}

impl TestOutcome {
    /// `true` if the p-value, after adjustment, is at most `alpha`.
    pub fn is_significant(&self, alpha: f64) -> bool {
        is_shown(self.p_adjusted.or(self.pvalue), alpha)
    }
}

impl MarginOutcome {
    /// The state of its claim at level `alpha`.
    pub fn state(&self, alpha: f64) -> State {
        self.state_by(self.p_adjusted.or(self.pvalue), alpha)
    }

    fn state_by(&self, p: Option<f64>, alpha: f64) -> State {
        let opposite = self.opposite.as_ref();
        match p {
            None => State::Undecided,
            p if is_shown(p, alpha) => State::Shown,
            _ if opposite.is_some_and(|one| is_shown(one.p(), alpha)) => State::Opposite,
            _ => State::NotShown,
        }
    }

    /// Whether a loss beyond the margin is significant; `None` for a margin of gains, which says nothing about losses.
    fn inferior_state(&self, alpha: f64) -> Option<State> {
        if self.claim == Claim::Superior {
            return None;
        }
        let worse = self.opposite.as_ref().filter(|one| one.is_worse);
        Some(match (self.pvalue, worse) {
            (None, _) => State::Undecided,
            (_, Some(worse)) if is_shown(worse.p(), alpha) => State::Shown,
            _ => State::NotShown,
        })
    }
}

impl ComparisonOutcome {
    /// Returns the claim that the systems differ, as the sentence about the difference itself makes it.
    pub fn difference_claim<'o>(
        &'o self,
        family: Option<&'o Family>,
        request: &Request,
    ) -> ClaimOutcome<'o> {
        let test = &self.tests[0];
        ClaimOutcome {
            system: &self.system,
            statement: Statement::Different,
            margin: None,
            side: request.question.alternative,
            level: request.question.alpha,
            family: family.filter(|_| test.p_adjusted.is_some()),
            p: test.pvalue,
            p_adjusted: test.p_adjusted,
            interval: self.interval.as_ref(),
            state: self.difference_state(request.question.alpha),
        }
    }

    /// Returns the claim about the margin, if there is one.
    pub fn margin_claim<'o>(
        &'o self,
        family: Option<&'o Family>,
        request: &Request,
    ) -> Option<ClaimOutcome<'o>> {
        let margin = self.margin.as_ref()?;
        Some(ClaimOutcome {
            system: &self.system,
            statement: Statement::Margin(margin.claim),
            margin: Some(margin.size),
            side: Alternative::Greater,
            level: request.question.alpha,
            family: family.filter(|_| margin.p_adjusted.is_some()),
            p: margin.pvalue,
            p_adjusted: margin.p_adjusted,
            interval: margin.interval.as_ref(),
            state: margin.state(request.question.alpha),
        })
    }

    fn difference_state(&self, alpha: f64) -> State {
        let test = &self.tests[0];
        match test.pvalue {
            None => State::Undecided,
            Some(_) if self.are_all_tied() => State::NotShown,
            Some(_) if test.is_significant(alpha) => State::Shown,
            Some(_) => State::NotShown,
        }
    }

    /// `true` if both systems score alike on every item.
    pub(crate) fn are_all_tied(&self) -> bool {
        self.effect.better == 0 && self.effect.worse == 0 && self.counts_items()
    }

    /// The two-sided form of the primary test: the test itself, or the one that was computed beside a one-sided one.
    fn two_sided_test(&self, request: &Request) -> Option<&TestOutcome> {
        match request.question.alternative {
            Alternative::TwoSided => self.tests.first(),
            Alternative::Greater | Alternative::Less => self.two_sided.as_deref(),
        }
    }

    /// The side of the difference if its two-sided test is significant, else `Equal`; `None` without a p-value, and if the test and the
    /// difference of the means point to different sides.
    fn significant_side(&self, request: &Request) -> Option<Ordering> {
        let test = self.two_sided_test(request)?;
        test.pvalue?;
        if self.are_all_tied() || !test.is_significant(request.question.alpha) {
            return Some(Ordering::Equal);
        }
        if Direction::contradicts(test.direction, self.improvement) {
            return None;
        }
        Some(Direction::side(test.direction, self.improvement))
    }

    fn superior_state(&self, scope: Scope, request: &Request) -> State {
        let test = &self.tests[0];
        let p = match scope {
            Scope::All => test.p_adjusted.or(test.pvalue),
            Scope::Part => test.pvalue,
        };
        let is_significant = is_shown(p, request.question.alpha) && !self.are_all_tied();
        // A test of ranks says nothing about a mean on the other side.
        if p.is_none() || is_significant && self.is_contradicted() {
            return State::Undecided;
        }
        // A one-sided test of "worse" shows no gain.
        let asks_for_losses = request.question.alternative == Alternative::Less;
        if is_significant && self.direction().is_gt() && !asks_for_losses {
            return State::Shown;
        }
        match self.significant_side(request) {
            Some(Ordering::Less) => State::Opposite,
            _ => State::NotShown,
        }
    }

    fn inferior_state(&self, request: &Request) -> State {
        let margin = self.margin.as_ref();
        if let Some(state) = margin.and_then(|one| one.inferior_state(request.question.alpha)) {
            return state;
        }
        match self.significant_side(request) {
            None => State::Undecided,
            Some(Ordering::Less) => State::Shown,
            Some(Ordering::Greater) => State::Opposite,
            Some(Ordering::Equal) => State::NotShown,
        }
    }

    /// The state of the claim that a gate requires.
    fn required_state(&self, gate: Gate, scope: Scope, request: &Request) -> State {
        let claimed = |margin: &&MarginOutcome| margin.claim.name() == gate.name();
        let Some(margin) = self.margin.as_ref().filter(claimed) else {
            return match gate {
                Gate::Superior => self.superior_state(scope, request),
                Gate::Noninferior | Gate::Equivalent => State::Undecided,
            };
        };
        let p = match scope {
            Scope::All => margin.p_adjusted.or(margin.pvalue),
            Scope::Part => margin.pvalue,
        };
        margin.state_by(p, request.question.alpha)
    }
}

/// The primary test with other sides than were asked for, where a claim needs them.
pub(crate) struct OtherSides {
    /// The two-sided form for a system that is better, and for one that is worse. It is the test with two sides; of the bootstrap centred
    /// on the observed difference it is twice the tail on the side of the difference.
    two_sided: Option<[Request; 2]>,
    /// 2 if the p-value of one tail is doubled.
    pub factor: f64,
    /// The one-sided test of a gain, beside the claim of a gain beyond a margin.
    better: Option<Request>,
}

impl OtherSides {
    /// Returns the sides that gates and margins need.
    ///
    /// # Errors
    /// For a test that has no two-sided form.
    pub fn new(request: &Request) -> Result<Self, Error> {
        let question = &request.question;
        let test = question.tests[0];
        let sided = |side| request.clone().tests([test]).alternative(side);
        let is_gain = question
            .margin
            .is_some_and(|margin| margin.claim == Claim::Superior);
        // A margin has one-sided tests of its own; one of gains says nothing about losses.
        let is_read = match question.margin {
            None => question.forbid.is_some() || question.gate == Some(Gate::Superior),
            Some(_) => question.forbid.is_some() && is_gain,
        };
        let mut other = Self {
            two_sided: None,
            factor: 1.0,
            better: (is_gain && test != Test::Aso).then(|| sided(Alternative::Greater)),
        };
        if question.alternative == Alternative::TwoSided || !is_read {
            return Ok(other);
        }
        if test == Test::Aso {
            return Err(Error::not_applicable(
                asked_as("alternative", question.alternative),
                "a test with two sides, by which a gate finds losses",
                format!("{test} has one"),
                format!("drop {}", asked("alternative")),
            ));
        }
        let is_shifted = test == Test::Bootstrap;
        other.factor = if is_shifted { 2.0 } else { 1.0 };
        other.two_sided = Some(if is_shifted {
            [Alternative::Greater, Alternative::Less].map(sided)
        } else {
            [Alternative::TwoSided; 2].map(sided)
        });
        Ok(other)
    }

    /// Returns the request of the two-sided form for a system that is better by this.
    pub fn two_sided(&self, improvement: f64) -> Option<&Request> {
        Some(&self.two_sided.as_ref()?[usize::from(improvement < 0.0)])
    }

    /// Returns the request of the one-sided test of a gain.
    pub fn better(&self) -> Option<&Request> {
        self.better.as_ref()
    }
}

/// Makes a gain beyond a margin no more significant than a gain: the larger of both p-values, and an interval that contains 0 where the
/// gain is not significant at alpha. `gain`: the one-sided p-value of the primary test.
pub(crate) fn join_with_gain(
    margin: &mut MarginOutcome,
    p: &mut Option<Probability>,
    gain: Probability,
    request: &Request,
) {
    let Some(own) = *p else {
        return;
    };
    if gain != own && own.max(gain) == gain {
        *p = Some(gain);
        margin.pvalue = Some(printed(gain));
        margin.recipe = format!("{}; at least the one-sided p against 0", margin.recipe).into();
    }
    if let Some(interval) = margin.interval.as_mut()
        && gain.value() > request.question.alpha
    {
        // 0, on the scale of the interval.
        let zero = if margin.beyond { -margin.size } else { 0.0 };
        if request.question.higher_is_better {
            interval.low = interval.low.min(zero);
        } else {
            interval.high = interval.high.max(-zero);
        }
    }
}

/// Returns the gate of an outcome whose tests are adjusted, if one was asked for.
pub(crate) fn gate(outcome: &Outcome, request: &Request) -> Option<GateOutcome> {
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
    let on_all = names.iter().map(|name| {
        (
            (*name).to_owned(),
            &outcome.comparisons[..],
            *name,
            Scope::All,
        )
    });
    // Each sub-population has to pass, by its name.
    let populations = outcome.by.iter().flat_map(|by| &by.populations);
    let on_parts = populations.flat_map(|part| {
        names.iter().map(move |name| {
            let label = format!("{name} on {}", part.value);
            (label, &part.comparisons[..], *name, Scope::Part)
        })
    });
    let systems = on_all
        .chain(on_parts)
        .map(|(label, comparisons, name, scope)| {
            // A stopped run may not have reached it.
            let comparison = comparisons.iter().find(|one| one.system == name);
            gated(label, comparison, scope, request)
        });
    let mut gate = GateOutcome::new(systems.collect(), request);
    gate.largest_p = require.and_then(|gate| {
        let parts = outcome.by.iter().flat_map(|by| &by.populations);
        let all = parts.flat_map(|part| &part.comparisons);
        all.map(|one| one.required_p(gate))
            .try_fold(None, |largest: Option<f64>, p| {
                let p = p?;
                Some(Some(largest.map_or(p, |largest| largest.max(p))))
            })
            .flatten()
    });
    Some(gate)
}

impl ComparisonOutcome {
    /// The unadjusted p-value of the claim that a gate requires.
    fn required_p(&self, gate: Gate) -> Option<f64> {
        let claimed = |margin: &&MarginOutcome| margin.claim.name() == gate.name();
        match self.margin.as_ref().filter(claimed) {
            Some(margin) => margin.pvalue,
            None => self.tests[0].pvalue,
        }
    }
}

/// Returns how one system went, on all items or on some.
pub(crate) fn gated(
    name: String,
    comparison: Option<&ComparisonOutcome>,
    scope: Scope,
    request: &Request,
) -> GatedSystem {
    let unsettled = comparison.and_then(|one| unsettled(one, scope, request));
    let passed = comparison
        .filter(|_| unsettled.is_none())
        .and_then(|one| passes(one, scope, request));
    // More items do not settle two answers of which one is about ranks and the other about the mean.
    let open = comparison.filter(|one| passed.is_none() && !one.is_contradicted());
    let planning = open.and_then(|one| one.planning.as_ref());
    let items_needed = planning.and_then(|planning| planning.units_needed);
    let settles = unsettled.or_else(|| open.and_then(planning::words));
    // What fails a gain is another thing than what fails a difference.
    let margin = comparison.and_then(|one| one.margin.as_ref());
    let claim = margin
        .map(|margin| margin.claim)
        .filter(|claim| *claim == Claim::Superior);
    let two_sided = comparison.and_then(|one| one.two_sided.as_ref());
    GatedSystem {
        name,
        claim,
        passed,
        two_sided_p: two_sided.and_then(|test| test.p_adjusted.or(test.pvalue)),
        items_needed,
        settles,
    }
}

/// Returns whether a comparison passes the gate; `None` if neither that nor the opposite is significant.
fn passes(comparison: &ComparisonOutcome, scope: Scope, request: &Request) -> Option<bool> {
    let (require, forbid) = (request.question.gate, request.question.forbid);
    let required = require.map(|gate| comparison.required_state(gate, scope, request));
    let forbidden = forbid.map(|Forbid::Inferior| comparison.inferior_state(request));
    passes_by(required, forbidden)
}

/// Returns whether a gate passes by the states of what it requires and of what it forbids: failed if either fails, passed if both pass.
pub(crate) fn passes_by(required: Option<State>, forbidden: Option<State>) -> Option<bool> {
    let required = match required {
        None | Some(State::Shown) => Some(true),
        Some(State::Opposite) => Some(false),
        Some(State::NotShown | State::Undecided) => None,
    };
    let forbidden = match forbidden {
        None | Some(State::NotShown | State::Opposite) => Some(true),
        Some(State::Shown) => Some(false),
        Some(State::Undecided) => None,
    };
    match (required, forbidden) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Returns the states of a gain and of a loss by a two-sided p-value, adjusted where there is a family: of pairs of a ranking, and of means
/// over data sets.
pub(crate) fn sided_states(p: Option<f64>, improvement: f64, alpha: f64) -> [State; 2] {
    let side = improvement.partial_cmp(&0.0).unwrap_or(Ordering::Equal);
    match (p, side) {
        (None, _) => [State::Undecided; 2],
        (p, _) if !is_shown(p, alpha) => [State::NotShown; 2],
        (_, Ordering::Equal) => [State::NotShown; 2],
        (_, Ordering::Greater) => [State::Shown, State::Opposite],
        (_, Ordering::Less) => [State::Opposite, State::Shown],
    }
}

/// Returns `true` if the draws of an outcome leave its gate to the seed.
pub(crate) fn is_unsettled(outcome: &Outcome, request: &Request) -> bool {
    let is_open = |one: &ComparisonOutcome, scope| unsettled(one, scope, request).is_some();
    let parts = outcome.by.iter().flat_map(|by| &by.populations);
    let mut on_parts = parts.flat_map(|part| &part.comparisons);
    outcome.gate.is_some()
        && (outcome
            .comparisons
            .iter()
            .any(|one| is_open(one, Scope::All))
            || on_parts.any(|one| is_open(one, Scope::Part)))
}

/// Returns why another seed may pass otherwise: the Monte Carlo bounds of a drawn p-value lie on both sides of alpha, and the gate depends
/// on the side. `None` if it does not, or the figure of a recipe is reproduced with its number of resamples.
fn unsettled(comparison: &ComparisonOutcome, scope: Scope, request: &Request) -> Option<String> {
    if request.question.profile.is_some() || request.variants.raw_p {
        return None;
    }
    let alpha = request.question.alpha;
    let flipped = |p: Option<f64>| Some(if is_shown(p, alpha) { 1.0 } else { 0.0 });
    let depends = |otherwise: &ComparisonOutcome| {
        passes(comparison, scope, request) != passes(otherwise, scope, request)
    };
    let mut all = Vec::new();
    if let Some(margin) = &comparison.margin {
        if let Some(words) = straddling_margin(margin, (margin.pvalue, margin.p_adjusted), request)
        {
            let mut otherwise = comparison.clone();
            if let Some(margin) = &mut otherwise.margin {
                margin.pvalue = flipped(margin.p_adjusted.or(margin.pvalue));
                margin.p_adjusted = None;
            }
            all.push((words, otherwise));
        }
        if let Some(opposite) = &margin.opposite
            && let Some(words) =
                straddling_margin(margin, (opposite.pvalue, opposite.p_adjusted), request)
        {
            let mut otherwise = comparison.clone();
            if let Some(opposite) = otherwise
                .margin
                .as_mut()
                .and_then(|one| one.opposite.as_mut())
            {
                opposite.pvalue = flipped(opposite.p());
                opposite.p_adjusted = None;
            }
            all.push((words, otherwise));
        }
    }
    let flip = |test: &mut TestOutcome| {
        test.pvalue = flipped(test.p_adjusted.or(test.pvalue));
        test.p_adjusted = None;
    };
    if let Some(words) = straddling::straddling(&comparison.tests[0], request) {
        let mut otherwise = comparison.clone();
        flip(&mut otherwise.tests[0]);
        all.push((words, otherwise));
    }
    if let Some(test) = &comparison.two_sided
        && let Some(words) = straddling::straddling(test, request)
    {
        let mut otherwise = comparison.clone();
        if let Some(test) = &mut otherwise.two_sided {
            flip(test);
        }
        all.push((words, otherwise));
    }
    all.into_iter()
        .find(|(_, otherwise)| depends(otherwise))
        .map(|(words, _)| words)
}

/// Returns in words that the bounds of a drawn margin test lie on both sides of alpha.
fn straddling_margin(
    margin: &MarginOutcome,
    (own, adjusted): (Option<f64>, Option<f64>),
    request: &Request,
) -> Option<String> {
    let own = own.filter(|_| margin.is_drawn())?;
    let resamples = request.compute.resamples;
    let extreme = (own * (resamples as f64 + 1.0)).round() as u64;
    let bounds = of_extreme((extreme.saturating_sub(1), 1.0), resamples, false)
        .ok()?
        .sampled?
        .bounds;
    straddling::straddles(own, adjusted, bounds, request)
}

impl GateOutcome {
    /// Passed if all have passed, failed if one has failed.
    pub(crate) fn new(systems: Vec<GatedSystem>, request: &Request) -> Self {
        let any = |state| systems.iter().any(|system| system.passed == state);
        let passed = if any(Some(false)) {
            Some(false)
        } else {
            // A gate of no system has shown nothing.
            (!systems.is_empty() && !any(None)).then_some(true)
        };
        let failed = systems.iter().filter(|system| system.passed == Some(false));
        let failed = failed.map(|system| system.name.clone()).collect();
        Self {
            require: request.question.gate,
            forbid: request.question.forbid,
            claims: request.question.claims.clone(),
            passed,
            failed,
            largest_p: None,
            systems,
        }
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
                .map(|warning| warning.naming(other.metric.printed()))
                .collect::<Vec<_>>();
            self.run.warnings.extend(named);
            self.further.push(other);
        }
        self.gate = Some(GateOutcome::new(systems, request));
        self
    }
}
