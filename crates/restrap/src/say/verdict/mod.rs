//! The verdict of a comparison in words: the conclusion first, then the difference on these items with its interval, the test and its
//! p-value.
//!
//! "Significant" names the level, the side and the correction; a margin has words of its own, and what is selected at a false discovery
//! rate is not called significant.

mod margin;

use restrap_stats::Alternative;

use crate::design;
use crate::number::digits::of_differences;
use crate::number::format::{count, grouped, probability};
use crate::outcome::{ComparisonOutcome, Family, IntervalOutcome, Outcome, TestOutcome};
use crate::request::{Request, Summarised, Test};
use crate::say::family::correction;
use crate::say::method::{p_is, test_noun};
use crate::say::phrase::{capitalized, units};
use crate::say::scale::Scale;
use crate::say::straddling::straddling;
use crate::say::{order, posterior};

impl Outcome {
    /// Writes the verdict of every comparison from what is known by now.
    pub(super) fn put_verdicts(&mut self) {
        let verdicts = self.verdicts(&self.comparisons, self.family_of_all());
        let by: Vec<Vec<String>> = self
            .by
            .iter()
            .flat_map(|by| &by.populations)
            .map(|part| self.verdicts(&part.comparisons, self.family.as_ref()))
            .collect();
        for (comparison, mut verdict) in self.comparisons.iter_mut().zip(verdicts) {
            for also in &self.also {
                if let Some(words) = also.contradicts(comparison, self.alpha) {
                    verdict.push(' ');
                    verdict.push_str(&words);
                }
            }
            comparison.verdict = verdict;
        }
        let populations = self.by.iter_mut().flat_map(|by| &mut by.populations);
        for (population, verdicts) in populations.zip(by) {
            for (comparison, verdict) in population.comparisons.iter_mut().zip(verdicts) {
                comparison.verdict = verdict;
            }
        }
    }

    fn verdicts(&self, comparisons: &[ComparisonOutcome], family: Option<&Family>) -> Vec<String> {
        let decimals = of_differences(
            self.request.question.digits,
            comparisons.iter().map(ComparisonOutcome::spread),
        );
        let measure = self.metric.noun(&self.run.reading);
        let verdict = |comparison| Verdict {
            scale: Scale::of(comparison, decimals),
            comparison,
            measure: &measure,
            is_unit: self.metric.is_unit(),
            family,
            request: &self.request,
        };
        comparisons.iter().map(|one| verdict(one).words()).collect()
    }
}

/// The verdict of one comparison.
pub(super) struct Verdict<'o> {
    comparison: &'o ComparisonOutcome,
    scale: Scale,
    /// The scores as a noun: `BLEU`, `mean of acc`.
    measure: &'o str,
    /// The noun stands behind a number.
    is_unit: bool,
    family: Option<&'o Family>,
    request: &'o Request,
}

impl Verdict<'_> {
    fn words(&self) -> String {
        let mut words = match &self.comparison.margin {
            Some(margin) => self.with_margin(margin),
            None => self.superiority(),
        };
        if let Some(posterior) = &self.comparison.posterior {
            words.push(' ');
            words.push_str(&posterior::words(
                posterior,
                self.comparison,
                &self.scale,
                self.request,
            ));
        }
        words
    }

    /// The conclusion about the difference itself.
    fn superiority(&self) -> String {
        let (comparison, request) = (self.comparison, self.request);
        let (test, alpha) = (self.test(), request.question.alpha);
        if comparison.are_all_tied() {
            let tied = match comparison.effect.tied {
                1 => "the only pair is tied".to_owned(),
                pairs => format!("all {} pairs are tied", grouped(pairs)),
            };
            return format!(
                "Not significant at {alpha}: {tied} ({}), so no test can find a difference.",
                self.measure
            );
        }
        if test.pvalue.is_none() {
            let why = test.notes.last().map_or("", |note| &note.text);
            return format!(
                "Not tested at {alpha}: the {} of {} is undefined on {}: {why}.",
                self.test_noun(),
                self.measure,
                self.these()
            );
        }
        let order = comparison.order.as_ref();
        if let Some(order) = order.filter(|_| test.name == Test::Aso) {
            return if comparison.shown {
                let claim = order::shown(order, comparison, request);
                format!(
                    "{}: on {} {claim} The mean: {}.",
                    self.conclusion(),
                    self.these_begin(),
                    self.gap()
                )
            } else {
                let claim = order::not_shown(order, comparison, request);
                format!("{} on {}: {claim}", self.conclusion(), self.these())
            };
        }
        let can_be_significant = test.p_floor.is_none_or(|floor| floor <= alpha);
        if let Some(straddling) = straddling(test, request).filter(|_| can_be_significant) {
            return format!(
                "{}. On {} {} ({}).",
                capitalized(&straddling),
                self.these_begin(),
                self.gap(),
                join_parts([self.measure_note(), self.range(), Some(self.test_noun())])
            );
        }
        match (comparison.shown, self.is_wrong_side()) {
            (true, _) if comparison.is_contradicted() => self.contradiction(),
            (true, _) => self.significant(),
            (false, true) => self.wrong_side(),
            (false, false) => self.not_significant(),
        }
    }

    fn significant(&self) -> String {
        let bound = self.worst_case("at most").map(|p| {
            let p = format!("{p}, whatever share of items differs");
            format!(" ({p})")
        });
        let evidence = match &bound {
            Some(_) => self.test_noun(),
            None => self.evidence(),
        };
        let mut words = format!(
            "{}{}: on {} {} ({}).",
            self.conclusion(),
            bound.unwrap_or_default(),
            self.these_begin(),
            self.gap(),
            join_parts([self.measure_note(), self.range(), Some(evidence)])
        );
        if self.request.question.tests[0] == Test::BootstrapPercentile {
            words.push_str(
                " This p is the share of resampled test sets on the other side of 0, not a probability under a null hypothesis.",
            );
        }
        words + &self.disagreement()
    }

    /// A one-sided test, and a difference on the other side.
    fn wrong_side(&self) -> String {
        let other = match self.request.question.alternative {
            Alternative::Less => "better",
            _ => "worse",
        };
        format!(
            "{}: on {} {} ({}); this test cannot show that it is {other}.",
            self.conclusion(),
            self.these_begin(),
            self.gap(),
            join_parts([self.measure_note(), Some(self.evidence())])
        )
    }

    fn not_significant(&self) -> String {
        let (comparison, request) = (self.comparison, self.request);
        let (test, alpha) = (self.test(), request.question.alpha);
        // The checkpoints at hand may differ where the recipe is not shown to.
        let of_checkpoints = comparison.tests.iter().find(|other| {
            comparison.runs.is_some() && test.name == Test::T && other.name != Test::T
        });
        let of_checkpoints = of_checkpoints.filter(|other| other.is_significant(alpha));
        let evidence = match self.worst_case("at most") {
            Some(_) => self.test_noun(),
            None => self.evidence(),
        };
        let context = join_parts([self.measure_note(), Some(evidence)]);
        let conclusion = match of_checkpoints {
            Some(other) => format!(
                "significant at {alpha} for these checkpoints ({}), not for the recipe",
                p_is(&other.p_text())
            ),
            None => self.conclusion_inside(),
        };
        let gap = if comparison.difference == 0.0 {
            format!(
                "{} scored as high as {}",
                comparison.system, comparison.baseline
            )
        } else {
            self.gap()
        };
        let mut words = format!("{gap} on {}, {conclusion} ({context})", self.these());
        let reach = self.reach();
        let mark = if reach.is_some() { ';' } else { ':' };
        words.push_str(reach.as_deref().unwrap_or_default());
        let is_known =
            |interval: &&IntervalOutcome| interval.low.is_finite() || interval.high.is_finite();
        let Some(interval) = comparison.interval.as_ref().filter(is_known) else {
            return format!("{words}.");
        };
        let (low, high) = interval.oriented(request.question.higher_is_better);
        let range = self.scale.worse_to_better(low, high);
        let of = interval
            .quantity()
            .map_or_else(String::new, |[_, name]| format!(" of the {name}"));
        if low <= 0.0 && high >= 0.0 {
            return format!(
                "{words}{mark} the interval{of} allows {range}.{}",
                self.disagreement()
            );
        }
        let is_adjusted_away = test.p_adjusted.is_some() && test.pvalue.is_some_and(|p| p <= alpha);
        let why = if is_adjusted_away {
            "; before the correction p is at most alpha"
        } else {
            ""
        };
        format!(
            "{words}{mark} the interval{of}, {range}, excludes 0{why}.{}",
            self.disagreement()
        )
    }

    /// Returns why a result that is not significant says little: no result could be significant, or p is a worst case.
    fn reach(&self) -> Option<String> {
        let (comparison, test) = (self.comparison, self.test());
        let alpha = self.request.question.alpha;
        let Some(floor) = test.p_floor.filter(|&floor| floor > alpha) else {
            let p = self.worst_case("is")?;
            return Some(format!(": the exact {p} in the worst case"));
        };
        let is_of_items = comparison.samples.is_none()
            && comparison.clusters.is_none()
            && test.resamples.is_none();
        let with = if is_of_items {
            let differing = comparison.effect.better + comparison.effect.worse;
            let noun = format!("differing {}", self.request.sample.over.noun());
            format!("with {} ", count(differing, &noun))
        } else {
            String::new()
        };
        Some(format!(
            ", and no result could be: {with}the smallest possible p is {}",
            probability(floor)
        ))
    }

    /// A test of signs or ranks whose direction is not that of the means.
    fn contradiction(&self) -> String {
        let comparison = self.comparison;
        let (system, baseline) = (&comparison.system, &comparison.baseline);
        let (name, effect) = (self.test().name, &comparison.effect);
        let is_better = comparison.direction().is_gt();
        let side = if is_better { "better" } else { "worse" };
        let noun = self.request.sample.over.noun();
        let claim = match name {
            Test::Sign => {
                let wins = if is_better {
                    effect.better
                } else {
                    effect.worse
                };
                let differing = count(effect.better + effect.worse, noun);
                format!(
                    "{system} is {side} on {} of the {differing} that differ",
                    grouped(wins)
                )
            }
            Test::MannWhitney => {
                let of = probability(effect.superiority);
                format!(
                    "the scores of {system} rank {side} than those of {baseline}, P(better) + P(tied)/2 = {of}"
                )
            }
            _ => format!(
                "the ranks of the differences favour {}",
                if is_better { system } else { baseline }
            ),
        };
        format!(
            "{}: on {} {claim} ({}). The mean points the other way: {}.",
            self.conclusion(),
            self.these_begin(),
            join_parts([self.measure_note(), Some(self.evidence())]),
            self.gap()
        )
    }

    fn test(&self) -> &TestOutcome {
        &self.comparison.tests[0]
    }

    fn test_noun(&self) -> String {
        let (test, comparison) = (self.test(), self.comparison);
        let row = test.design.and_then(design::Method::of_test);
        let noun = test_noun(test.name, row, self.request);
        let is_resampled = matches!(
            test.name,
            Test::Permutation | Test::Bootstrap | Test::BootstrapPercentile
        );
        if is_resampled && comparison.clusters.is_some() {
            format!("{noun} over clusters")
        } else {
            noun.to_owned()
        }
    }

    /// Returns the test with its p-value.
    fn evidence(&self) -> String {
        format!("{}, {}", self.test_noun(), self.p())
    }

    /// Returns the p-value, adjusted where there is a family.
    fn p(&self) -> String {
        if let Some(worst) = self.worst_case("at most") {
            return worst;
        }
        match self.test().adjusted_text() {
            Some(p) => format!("adjusted {}", p_is(&p)),
            None => p_is(&self.test().p_text()),
        }
    }

    /// Returns the p-value if it is the largest over an unknown share of items: `p at most 0.024`.
    fn worst_case(&self, is: &str) -> Option<String> {
        let test = self.test();
        let p = test.pvalue.filter(|_| self.request.is_unconditional())?;
        Some(match test.p_adjusted {
            Some(adjusted) => format!("adjusted p {is} {}", probability(adjusted)),
            None => format!("p {is} {}", probability(p)),
        })
    }

    /// Returns the conclusion with its level, side and correction: `Significant at 0.05`.
    fn conclusion(&self) -> String {
        capitalized(&self.conclusion_inside())
    }

    /// Returns the same inside a sentence.
    fn conclusion_inside(&self) -> String {
        let alpha = self.request.question.alpha;
        let side = match self.request.question.alternative {
            Alternative::TwoSided => "",
            Alternative::Greater => ", one-sided (better)",
            Alternative::Less => ", one-sided (worse)",
        };
        let family = self.family.filter(|_| self.test().p_adjusted.is_some());
        let not = if self.comparison.shown { "" } else { "not " };
        match family {
            Some(family) if family.adjust.is_of_discoveries() => format!(
                "{not}selected at a false discovery rate of {alpha} {}{side}",
                correction(family)
            ),
            Some(family) => format!("{not}significant at {alpha} {}{side}", correction(family)),
            None => format!("{not}significant at {alpha}{side}"),
        }
    }

    /// Returns the scores as a noun if it does not stand behind the difference, and the direction if it is not the usual one.
    fn measure_note(&self) -> Option<String> {
        let measure = (!self.is_unit).then_some(self.measure);
        let lower = (!self.scale.higher_is_better).then_some("lower is better");
        let both: Vec<&str> = measure.into_iter().chain(lower).collect();
        (!both.is_empty()).then(|| both.join(", "))
    }

    fn range(&self) -> Option<String> {
        self.scale.range(self.comparison, self.request)
    }

    /// Returns the difference of the means: `new scored 0.012 nDCG@10 above base`.
    fn gap(&self) -> String {
        let (system, baseline) = (&self.comparison.system, &self.comparison.baseline);
        match self.request.sample.summary {
            Some(Summarised::ShareOfWins) => {
                let share = self.scale.number(0.5 + self.comparison.difference);
                return format!(
                    "{system} won {share} % of those that do not tie, {} {} one half",
                    self.amount(),
                    self.side()
                );
            }
            Some(Summarised::Wins) => {
                let more = if self.comparison.difference < 0.0 {
                    "fewer"
                } else {
                    "more"
                };
                return format!("{system} won {} {more} than {baseline}", self.amount());
            }
            Some(Summarised::Shares | Summarised::Table) | None => {}
        }
        format!(
            "{} scored {} {} {}",
            self.comparison.system,
            self.amount(),
            self.side(),
            self.comparison.baseline,
        )
    }

    /// Returns the same beside a sentence that names the systems.
    fn gap_beside(&self) -> String {
        format!("{} {}", self.amount(), self.side())
    }

    fn amount(&self) -> String {
        let amount = self.scale.amount(self.comparison.difference);
        match (self.is_unit, self.scale.unit.is_empty()) {
            (true, true) => format!("{amount} {}", self.measure),
            (true, false) => format!("{amount} of {}", self.measure),
            (false, _) => amount,
        }
    }

    fn side(&self) -> &'static str {
        if self.comparison.difference < 0.0 {
            "below"
        } else {
            "above"
        }
    }

    /// Returns `these 50 items` or `this item`, at the end of what is said of them.
    fn these(&self) -> String {
        self.these_begin().trim_end_matches(',').to_owned()
    }

    /// Returns the same with the comma behind an apposition, where the sentence goes on.
    fn these_begin(&self) -> String {
        let units = units(self.comparison, self.request);
        match units.strip_prefix("1 ") {
            Some(one) => format!("this {one}"),
            None => format!("these {units}"),
        }
    }

    /// Returns `true` if the difference lies on the side that a one-sided test does not ask about.
    fn is_wrong_side(&self) -> bool {
        let improvement = self.comparison.improvement;
        match self.request.question.alternative {
            Alternative::TwoSided => false,
            Alternative::Greater => improvement < 0.0,
            Alternative::Less => improvement > 0.0,
        }
    }

    /// Returns a sentence if interval and test of one level are on different sides of it.
    fn disagreement(&self) -> String {
        let alpha = self.request.question.alpha;
        let test = self.test();
        let interval = self.comparison.interval.as_ref();
        if !interval.is_some_and(|interval| disagree(interval, test, self.request)) {
            return String::new();
        }
        let near = test
            .pvalue
            .is_some_and(|p| p <= 3.0 * alpha && p >= alpha / 3.0);
        if near {
            " Interval and test disagree near alpha: the test decides, and this is borderline."
        } else {
            " Interval and test disagree: they are two methods, and the test decides."
        }
        .to_owned()
    }
}

/// Returns the parts that there are, with a semicolon between them.
pub(super) fn join_parts<const N: usize>(parts: [Option<String>; N]) -> String {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join("; ")
}

/// Interval and test of the same level point to different sides of alpha.
fn disagree(interval: &IntervalOutcome, test: &TestOutcome, request: &Request) -> bool {
    let same_level = (request.question.alpha - (1.0 - interval.confidence)).abs() < 1e-9;
    let excludes_zero = interval.low > 0.0 || interval.high < 0.0;
    request.question.alternative == Alternative::TwoSided
        && same_level
        && test
            .pvalue
            .is_some_and(|p| excludes_zero != (p <= request.question.alpha))
}
