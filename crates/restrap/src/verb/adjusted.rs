//! p-values that others computed: adjusted for their family, counted, and combined where they are independent.

use restrap_stats::replicability::{Combination, partial_conjunction};
use restrap_stats::special::{normal_quantile, normal_upper};
use restrap_stats::{Adjustment, Probability};
use restrap_words::{Code, Note, asked_as};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::evidence::test::outcome::printed;
use crate::number::digits::rounded;
use crate::number::format::{count, probability};
use crate::outcome::Run;
use crate::say::methods::named_adjustment;
use crate::say::signature::Signature;
use crate::verb::claim;

/// Name of the JSON schema.
pub const ADJUST_SCHEMA: &str = "restrap/adjust/1";

/// A p-value as a paper prints it: a number, or `<0.001`, which says that it is at most that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GivenP {
    /// What was tested.
    pub name: String,
    /// The p-value, or what it is at most.
    pub pvalue: f64,
    /// It is an upper bound.
    pub is_bound: bool,
}

impl GivenP {
    /// Reads `0.03`, `.03`, `3e-4`, `<.001`, `p < 0.001` or `p = .03`.
    ///
    /// # Errors
    /// [`Error::Unfit`] for what is not a p-value, and for 0.
    pub fn read(name: impl Into<String>, text: &str) -> Result<Self, Error> {
        let name = name.into();
        let bare = text.trim().trim_start_matches(['p', 'P']).trim_start();
        let is_bound = bare.starts_with(['<', '≤']);
        let number = bare.trim_start_matches(['<', '≤', '=']).trim();
        let wrong = |hint: &str| {
            Err(Error::unfit(
                format!("expected a p-value above 0 and at most 1, found {text} of {name}"),
                hint,
            ))
        };
        match number.parse::<f64>() {
            Ok(0.0) => wrong(
                "no test gives 0: write the bound that was printed, such as <0.001, or 1/(R + 1) of R resamples",
            ),
            Ok(pvalue) if pvalue > 0.0 && pvalue <= 1.0 => Ok(Self {
                name,
                pvalue,
                is_bound,
            }),
            _ => wrong("write it as 0.03 or <0.001"),
        }
    }
}

/// What is asked of p-values.
#[derive(Clone, Copy, Debug)]
pub struct AdjustRequest {
    /// The procedure.
    pub adjust: Adjustment,
    /// Level.
    pub alpha: f64,
    /// The p-values are of data that share nothing, so that they may be combined.
    pub independent: bool,
}

impl Default for AdjustRequest {
    fn default() -> Self {
        Self {
            adjust: Adjustment::default(),
            alpha: 0.05,
            independent: false,
        }
    }
}

/// p-values, adjusted: the JSON contract of `restrap adjust`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AdjustOutcome {
    /// Version, inputs, warnings, signature, report: what every answer has.
    #[serde(flatten)]
    pub run: Run,
    /// The procedure.
    pub adjust: Adjustment,
    /// Level.
    pub alpha: f64,
    /// Independence was declared.
    pub independent: bool,
    /// One for each p-value, in their order.
    pub rows: Vec<AdjustedP>,
    /// On how many data sets there is an effect at least, where each p-value is of one.
    pub replicated: Vec<ReplicatedP>,
    /// All of them combined, where independence was declared.
    pub combined: Vec<CombinedP>,
}

/// A p-value of a family.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdjustedP {
    /// As it was given.
    #[serde(flatten)]
    pub given: GivenP,
    /// Adjusted; of a bound, a bound.
    pub p_adjusted: f64,
    /// The adjusted value is at most alpha.
    pub shown: bool,
}

/// The number of data sets with an effect, at least (Dror et al. 2017).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplicatedP {
    /// Bonferroni, whatever the dependence; or Fisher, of independent data sets.
    pub combination: Combination,
    /// k-hat.
    pub k: u64,
    /// p of "fewer than u data sets have an effect", for u from 1.
    pub pvalues: Vec<f64>,
}

/// One p-value of the hypothesis that there is no effect anywhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CombinedP {
    /// `fisher` (1932) or `stouffer` (1949).
    pub method: String,
    /// −2 Σ ln p, or Σ z / √k; `null` where a p-value of 1 makes it infinite.
    pub statistic: Option<f64>,
    /// The combined p-value.
    pub pvalue: f64,
}

/// Adjusts p-values for their family; with independence declared, combines them too.
///
/// # Errors
/// [`Error`] for no p-values, and a level outside 0 to 1.
pub fn adjust(given: Vec<GivenP>, request: &AdjustRequest) -> Result<AdjustOutcome, Error> {
    if given.is_empty() {
        return Err(Error::Empty);
    }
    if !(request.alpha > 0.0 && request.alpha < 1.0) {
        let found = request.alpha.to_string();
        return Err(Error::BadParameter {
            expected: "0 < alpha < 1",
            found,
        });
    }
    let p: Vec<Probability> = given
        .iter()
        .map(|given| Probability::new(given.pvalue))
        .collect();
    let adjusted = request.adjust.adjust(&p);
    let shown = |p: &Probability| claim::is_shown(Some(p.value()), request.alpha);
    let rows: Vec<AdjustedP> = given
        .into_iter()
        .zip(&adjusted)
        .map(|(given, p)| AdjustedP {
            given,
            p_adjusted: printed(*p),
            shown: shown(p),
        })
        .collect();
    let ways = [Combination::Bonferroni, Combination::Fisher];
    let ways = &ways[..if request.independent { 2 } else { 1 }];
    let replicated = ways.iter().map(|&combination| {
        let of = partial_conjunction(&p, combination);
        let k = of.iter().take_while(|p| shown(p)).count() as u64;
        ReplicatedP {
            combination,
            k,
            pvalues: of.into_iter().map(printed).collect(),
        }
    });
    let mut outcome = AdjustOutcome {
        run: Run::new(ADJUST_SCHEMA),
        adjust: request.adjust,
        alpha: request.alpha,
        independent: request.independent,
        rows,
        replicated: replicated.collect(),
        combined: if request.independent {
            combined(&p)
        } else {
            Vec::new()
        },
    };
    outcome.run.signature = Signature::new(&outcome.run)
        .with("adjust", request.adjust)
        .with("family", outcome.rows.len())
        .with("alpha", request.alpha)
        .maybe("independent", request.independent.then_some("yes"))
        .done();
    outcome.run.report = format!(
        "{} adjusted as one family ({}){}; restrap {}.",
        count(outcome.rows.len() as u64, "p-value"),
        named_adjustment(request.adjust),
        if request.independent {
            "; combined as independent p-values"
        } else {
            ""
        },
        env!("CARGO_PKG_VERSION")
    );
    if outcome.rows.iter().any(|row| row.given.is_bound) {
        let bounds = Code::PBounds.says(
            "a p-value that is given as a bound is used as that bound, so results are bounds, too",
        );
        outcome.run.warnings.push(bounds);
    }
    outcome.run.warnings.extend(doubled_name(&outcome.rows));
    Ok(outcome)
}

/// Returns a note if two tests have one name.
fn doubled_name(rows: &[AdjustedP]) -> Option<Note> {
    let mut names: Vec<&str> = rows.iter().map(|row| &row.given.name[..]).collect();
    names.sort_unstable();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1])?;
    Some(Code::DoubledName.says(format!(
        "{} occurs twice; {} names the column of tests",
        twice[0],
        asked_as("id", "COL")
    )))
}

/// Fisher's and Stouffer's combination.
fn combined(p: &[Probability]) -> Vec<CombinedP> {
    let chi: f64 = p.iter().map(|p| -2.0 * p.ln()).sum();
    let fisher = partial_conjunction(p, Combination::Fisher)[0];
    // The sum of an infinite z, of p = 1, stays one.
    let z: f64 =
        p.iter().map(|p| -normal_quantile(p.value())).sum::<f64>() / libm::sqrt(p.len() as f64);
    let of = |method: &str, statistic: f64, p: Probability| CombinedP {
        method: method.to_owned(),
        statistic: Some(rounded(statistic)).filter(|statistic| statistic.is_finite()),
        pvalue: printed(p),
    };
    vec![
        of("fisher", chi, fisher),
        of("stouffer", z, normal_upper(z)),
    ]
}

impl AdjustOutcome {
    /// What the numbers say, in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let shown: Vec<&str> = self
            .rows
            .iter()
            .filter(|row| row.shown)
            .map(|row| &row.given.name[..])
            .collect();
        let alpha = self.alpha;
        let of = self.rows.len();
        let mut all = vec![match shown.len() {
            0 => format!("None of {of} is at most {alpha} after {}.", self.adjust),
            number => {
                format!(
                    "{number} of {of} at most {alpha} after {}: {}.",
                    self.adjust,
                    shown.join(", ")
                )
            }
        }];
        for replicated in &self.replicated {
            let by = match replicated.combination {
                Combination::Bonferroni => "Bonferroni, any dependence",
                Combination::Fisher => "Fisher, independent data sets",
            };
            let shown = match replicated.k {
                0 => format!("there is a significant effect on none of {of}"),
                k => format!("there is a significant effect on at least {k} of {of}"),
            };
            all.push(format!(
                "If each is one-sided and of one data set, {shown} ({by}; Dror et al. 2017)."
            ));
        }
        for combined in &self.combined {
            let name = if combined.method == "fisher" {
                "Fisher (1932)"
            } else {
                "Stouffer (1949)"
            };
            all.push(format!(
                "Global null hypothesis (no effect anywhere): p {} by {name}, for one-sided p-values of the same side.",
                probability(combined.pvalue)
            ));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Vec<GivenP> {
        texts
            .iter()
            .map(|text| GivenP::read(*text, text).unwrap())
            .collect()
    }

    #[test]
    fn papers_write_p_values_in_several_ways() {
        for (text, pvalue, is_bound) in [
            ("0.03", 0.03, false),
            (".03", 0.03, false),
            ("p = .03", 0.03, false),
            ("<.001", 0.001, true),
            ("p<0.001", 0.001, true),
            ("≤ 1e-4", 1e-4, true),
            ("1", 1.0, false),
        ] {
            assert_eq!(
                GivenP::read("x", text),
                Ok(GivenP {
                    name: "x".to_owned(),
                    pvalue,
                    is_bound
                })
            );
        }
        for text in ["0", "0.0", "1.2", "-0.1", "", "n.s.", "nan", "<0"] {
            assert!(GivenP::read("x", text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_example_of_dror_et_al_is_counted_and_combined() {
        let given = of(&["0.168", "0.297", "0.357", "0.019", "0.218", "0.001"]);
        let request = AdjustRequest {
            independent: true,
            ..AdjustRequest::default()
        };
        let outcome = adjust(given, &request).unwrap();
        assert_eq!(
            outcome.replicated.iter().map(|of| of.k).collect::<Vec<_>>(),
            [1, 2]
        );
        assert_eq!(outcome.rows[5].p_adjusted, 0.006);
        // combine_pvalues of SciPy.
        let known = [
            (32.844_331_463_903_39, 0.001_023_656_270_798),
            (3.186_659_256_937_779, 0.000_719_631_131_240),
        ];
        for (combined, (statistic, pvalue)) in outcome.combined.iter().zip(known) {
            assert!(
                (combined.statistic.unwrap() - statistic).abs() < 1e-10,
                "{combined:?}"
            );
            assert!((combined.pvalue - pvalue).abs() < 1e-14, "{combined:?}");
        }
        let certain = adjust(of(&["1", "0.5"]), &request).unwrap();
        assert_eq!(
            (certain.combined[1].statistic, certain.combined[1].pvalue),
            (None, 1.0)
        );
    }
}
