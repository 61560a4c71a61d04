//! Tests and their p-values in words.

use restrap_stats::McNemarVariant;

use crate::design;
use crate::number::format::{count, probability};
use crate::outcome::rank::RankFamily;
use crate::outcome::replicate::{CellOutcome, CellTestOutcome, MeanOutcome};
use crate::outcome::{MarginMethod, MarginOutcome, Method, TestOutcome};
use crate::request::{Request, SignP, Test};
use crate::works::{self, Work};

/// What a test of a closed form holds for.
pub(crate) fn closed(test: &TestOutcome) -> &'static str {
    match test.name {
        // Of crossed clusters, folds and judges t is an approximation.
        _ if is_approximate(test) => "approximate",
        Test::T => "exact for normal differences",
        Test::Student => "exact for normal scores of one variance",
        Test::Welch => "approximate",
        _ => "asymptotic",
    }
}

/// Returns `true` if the degrees of freedom are an approximation for normal scores too.
fn is_approximate(test: &TestOutcome) -> bool {
    test.name == Test::FiveByTwo
        || test
            .design
            .and_then(design::Method::of_test)
            .is_some_and(|row| !row.is_exact)
}

/// Returns a test as a noun: `paired permutation test`. `row` is the design of a t test.
pub(crate) fn test_noun(
    test: Test,
    row: Option<&design::Method>,
    request: &Request,
) -> &'static str {
    let unpaired = request.sample.unpaired;
    match test {
        Test::Permutation if unpaired => "permutation test of two samples",
        Test::Permutation => "paired permutation test",
        Test::Bootstrap if unpaired => "bootstrap test of two samples",
        Test::Bootstrap => "paired bootstrap test",
        Test::BootstrapPercentile => "bootstrap percentile test",
        Test::T | Test::Welch if row.is_some() => row.map_or("", design::Method::noun),
        Test::T if request.sample.over.overlaps() => "corrected resampled t test",
        Test::T => "paired t test",
        Test::Student => "Student's t test of two samples",
        Test::Welch => "Welch's t test of two samples",
        Test::DeLong if unpaired => "z test of two independent areas under the ROC curve",
        Test::DeLong => "DeLong's test of two areas under the ROC curve",
        Test::StuartMaxwell => "Stuart-Maxwell test of marginal homogeneity",
        Test::MannWhitney => "Mann-Whitney U test",
        Test::Boschloo => "Boschloo's exact test of two proportions",
        Test::Barnard => "Barnard's exact test of two proportions",
        Test::ChanZhang => "unconditional exact test of two proportions",
        Test::Score => "score test of two proportions",
        Test::Aso => "test of almost stochastic order",
        Test::OneSample => "one-sample test of a mean against a number",
        Test::Binomial => "exact binomial test",
        Test::FiveByTwo => "5×2 cv F test",
        Test::Sign => match request.variants.sign_p {
            SignP::Exact => "sign test",
            _ => "sign test by the normal approximation",
        },
        Test::McNemar => match request.variants.mcnemar {
            McNemarVariant::Exact => "exact McNemar test",
            McNemarVariant::MidP => "mid-p McNemar test",
            McNemarVariant::Unconditional => "unconditional exact McNemar test",
            McNemarVariant::ChiSquare => "McNemar chi-square test",
            McNemarVariant::ChiSquareCorrected => {
                "McNemar chi-square test with continuity correction"
            }
        },
        Test::Wilcoxon => "Wilcoxon signed-rank test",
    }
}

/// Returns a margin test as a noun, and the work that is cited.
pub(crate) fn margin_noun(method: MarginMethod) -> (&'static str, &'static Work) {
    if let Some(row) = design::Method::of_margin(method) {
        return (row.in_methods[1], row.work);
    }
    match method {
        MarginMethod::Tango => ("score test of paired proportions", &works::TANGO),
        MarginMethod::Unconditional => (
            "exact unconditional score test of paired proportions",
            &works::BERGER_BOOS,
        ),
        MarginMethod::OneSample => ("one-sample test of a mean", &works::HALL),
        MarginMethod::Binomial => (
            "exact binomial test of one proportion",
            &works::CLOPPER_PEARSON,
        ),
        MarginMethod::ChanZhang => (
            "exact unconditional score test of independent proportions",
            &works::CHAN_ZHANG,
        ),
        MarginMethod::MiettinenNurminen => (
            "score test of independent proportions",
            &works::MIETTINEN_NURMINEN,
        ),
        MarginMethod::Studentized => ("studentized bootstrap test", &works::EFRON_TIBSHIRANI),
        MarginMethod::Bootstrap => (
            "bootstrap test centred on the observed difference",
            &works::EFRON_TIBSHIRANI,
        ),
        MarginMethod::Tilted | MarginMethod::TiltedBootstrap => {
            ("null-tilted resampling test", &works::EFRON_1981)
        }
        MarginMethod::Identical => ("rule-of-three bound for identical outputs", &works::HANLEY),
        MarginMethod::Betting => (
            "betting test of scores in a range fixed beforehand",
            &works::WAUDBY_SMITH,
        ),
        _ => ("t test", &works::STUDENT),
    }
}

/// How a test's p-value is told beside its method.
pub fn method_words(test: &TestOutcome) -> String {
    match test.method {
        Method::Exact => "exact".to_owned(),
        Method::Inversion => match test.error {
            Some(error) if error > 0.0 => format!("inversion, error {error:.0e}"),
            _ => "inversion".to_owned(),
        },
        Method::Asymptotic => closed(test).to_owned(),
        Method::Sampled => match (test.resamples, test.pvalue_interval) {
            (Some(resamples), Some([low, high])) => {
                let resamples = count(resamples, "resample");
                format!(
                    "{resamples}, bounds {} to {}",
                    probability(low),
                    probability(high)
                )
            }
            _ => "sampled".to_owned(),
        },
    }
}

/// Returns the text of a p-value, adjusted or not, whose unadjusted value is `own`: `0.0312`, or `< 0.00003` if `own` is the least that
/// its resamples allow.
///
/// `resamples` of a p-value that was counted, `None` of all others. The bound is the upper 95 % confidence limit of a share of which none
/// of the resamples was seen (Clopper and Pearson 1934), times what the adjustment multiplies by.
pub fn floored(p: f64, own: Option<f64>, resamples: Option<u64>) -> String {
    let unreached = resamples.zip(own).and_then(|(resamples, own)| {
        let resamples = resamples as f64;
        let is_least = own * (resamples + 1.0) <= 1.0 + 1e-9;
        let bound = -libm::expm1(libm::log(0.05) / resamples);
        is_least.then_some(if own > 0.0 { bound * p / own } else { bound })
    });
    text(Some(p), unreached.map(|bound| bound.min(1.0)))
}

impl MarginOutcome {
    /// Returns the p-value of the claim, adjusted where there is a family; `None` if it was not tested. `resamples`: of the comparison.
    pub fn p_text(&self, resamples: u64) -> Option<String> {
        self.text_of(self.p_adjusted.or(self.pvalue), self.pvalue, resamples)
    }

    /// Returns the text of a p-value of this test, adjusted or not, whose unadjusted value is `own`.
    pub(crate) fn text_of(
        &self,
        p: Option<f64>,
        own: Option<f64>,
        resamples: u64,
    ) -> Option<String> {
        Some(floored(p?, own, self.is_drawn().then_some(resamples)))
    }

    /// `true` if the p-value was counted among resamples.
    pub(crate) fn is_drawn(&self) -> bool {
        matches!(
            self.method,
            Some(
                MarginMethod::Studentized | MarginMethod::Bootstrap | MarginMethod::TiltedBootstrap
            )
        )
    }
}

impl MeanOutcome {
    /// Returns the p-value of the mean, adjusted where there is a family. `resamples`: of the replication.
    pub fn p_text(&self, resamples: u64) -> Option<String> {
        let drawn = (self.method == Method::Sampled).then_some(resamples);
        Some(floored(
            self.p_adjusted.or(self.pvalue)?,
            self.pvalue,
            drawn,
        ))
    }
}

/// Returns the p-value of a test on one data set, adjusted where it is.
fn of_cell([own, adjusted]: [Option<f64>; 2], method: Method, resamples: u64) -> String {
    let drawn = (method == Method::Sampled).then_some(resamples);
    let p = adjusted.or(own);
    p.map_or_else(|| text(None, None), |p| floored(p, own, drawn))
}

impl CellOutcome {
    /// Returns the p-value of the cell, adjusted where there is a family. `resamples`: of the replication.
    pub fn p_text(&self, resamples: u64) -> String {
        of_cell([self.pvalue, self.p_adjusted], self.method, resamples)
    }
}

impl CellTestOutcome {
    /// Returns the p-value of the test, adjusted where there is a family. `resamples`: of the replication.
    pub fn p_text(&self, resamples: u64) -> String {
        of_cell([self.pvalue, self.p_adjusted], self.method, resamples)
    }
}

impl RankFamily {
    /// Returns the text of a p-value of a pair, adjusted or not, whose unadjusted value is `own`.
    pub fn p_text(&self, p: f64, own: Option<f64>) -> String {
        floored(p, own, self.resamples)
    }
}

impl TestOutcome {
    /// The p-value: `0.0312`, `< 0.00003` where no resample reached the observed difference, or `undefined`.
    pub fn p_text(&self) -> String {
        text(self.pvalue, self.unreached())
    }

    /// The p-value adjusted over the family, where there is a family.
    pub fn adjusted_text(&self) -> Option<String> {
        let bound = self.unreached().zip(self.pvalue).zip(self.p_adjusted);
        // An adjustment multiplies, so that it does the same to the bound.
        let bound =
            bound.map(|((bound, p), adjusted)| if p > 0.0 { bound * adjusted / p } else { bound });
        self.p_adjusted
            .map(|p| text(Some(p), bound.map(|bound| bound.min(1.0))))
    }

    /// What the bound in the place of the p-value comes from: `0 of 100,000 resamples, 95 % bound`.
    pub fn bound_words(&self) -> Option<String> {
        self.unreached()?;
        Some(format!(
            "0 of {}, 95 % bound",
            count(self.resamples?, "resample")
        ))
    }

    /// The upper bound of a sampled p-value that no resample reached, one-sided (Clopper & Pearson 1934).
    fn unreached(&self) -> Option<f64> {
        self.pvalue_interval
            .filter(|_| self.at_least_as_extreme == Some(0))
            .map(|bounds| bounds[1])
    }
}

fn text(p: Option<f64>, bound: Option<f64>) -> String {
    match (p, bound) {
        (None, _) => "undefined".to_owned(),
        (_, Some(bound)) => format!("< {}", probability(bound)),
        (Some(p), None) => probability(p),
    }
}

/// `p = 0.0312`, `p < 0.00003`, `p undefined`.
pub(crate) fn p_is(text: &str) -> String {
    if let Some(bound) = text.strip_prefix("below ").or(text.strip_prefix("< ")) {
        return format!("p < {bound}");
    }
    if text == "undefined" {
        "p undefined".to_owned()
    } else {
        format!("p = {text}")
    }
}
