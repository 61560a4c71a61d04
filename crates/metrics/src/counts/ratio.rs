//! A ratio of two summed columns: accuracy, hamming loss, word error rate, attachment scores, and the user's own.
//!
//! value = numerator / denominator, each summed over the items first (a *micro* average: long items weigh more). 0/0 is 0
//! unless the metric defines another value.

use crate::describe::{Description, Make, Tail, in_quotes, quote, split_outside, unquote};
use crate::scores::LOWER;
use crate::{ColumnName, Losses, Metric, RealMetric};

pub(super) static RATIO: Description = Description {
    tail: Some(Tail {
        example: "NUM/DEN",
        read: |text| {
            let columns = columns(text).ok_or_else(|| "ratio:NUM/DEN, two columns".to_owned());
            Some(columns.map(|columns| spelt(&columns)))
        },
        columns: true,
    }),
    options: &[&LOWER],
    ..Description::new(
        "ratio:",
        "Ratio of two summed columns",
        Make::Counts(|name| {
            let [numerator, denominator] = columns(name.tail()).unwrap_or_default();
            let ratio = Ratio::new(
                format!("ratio:{numerator}/{denominator}"),
                numerator,
                denominator,
            );
            Ok(Box::new(if name.get(&LOWER) {
                ratio.lower_is_better()
            } else {
                ratio
            }))
        }),
    )
};

/// The columns above and below the line.
pub(super) fn columns(text: &str) -> Option<[String; 2]> {
    let numerator = split_outside(text, '/')[0];
    let denominator = text.get(numerator.len() + 1..)?;
    let columns = [numerator, denominator].map(unquote);
    columns
        .iter()
        .all(|column| !column.is_empty())
        .then_some(columns)
}

/// Both columns as they stand in the name.
pub(super) fn spelt(columns: &[String; 2]) -> String {
    columns.each_ref().map(|column| quoted(column)).join("/")
}

/// A column as it stands in the name.
fn quoted(column: &str) -> String {
    if column.contains('/') {
        in_quotes(column)
    } else {
        quote(column)
    }
}

/// A ratio of two columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratio {
    name: String,
    signature: String,
    columns: [ColumnName; 2],
    higher_is_better: bool,
    /// The value is e to the ratio.
    is_exponent: bool,
    /// The exponent has the other sign.
    is_negative: bool,
}

impl Ratio {
    /// `numerator` over `denominator`, higher is better.
    pub fn new(
        name: impl Into<String>,
        numerator: impl Into<ColumnName>,
        denominator: impl Into<ColumnName>,
    ) -> Self {
        let columns = [numerator.into(), denominator.into()];
        let name = name.into();
        let signature = format!("{name}|sum({})/sum({})|empty:0", columns[0], columns[1]);
        Self {
            name,
            signature,
            columns,
            higher_is_better: true,
            is_exponent: false,
            is_negative: false,
        }
    }

    /// Perplexity: e to the ratio of a column of negative log likelihoods (natural), one per text, and one of its tokens; lower is
    /// better.
    pub fn perplexity(nll: impl Into<ColumnName>, tokens: impl Into<ColumnName>) -> Self {
        let (nll, tokens) = (nll.into(), tokens.into());
        let name = format!("perplexity:{nll}/{tokens}");
        let signature = format!("{name}|exp(sum({nll})/sum({tokens}))");
        let ratio = Self {
            is_exponent: true,
            ..Self::new(name, nll, tokens)
        };
        ratio.lower_is_better().with_signature(signature)
    }

    /// Perplexity of a column of log likelihoods, as [`Self::perplexity`] of the negative ones.
    pub fn perplexity_of_log_likelihood(
        log_likelihood: impl Into<ColumnName>,
        tokens: impl Into<ColumnName>,
    ) -> Self {
        let (sum, tokens) = (log_likelihood.into(), tokens.into());
        let name = format!("perplexity:{sum}/{tokens}(loglik)");
        let signature = format!("{name}|exp(-sum({sum})/sum({tokens}))");
        let ratio = Self {
            is_negative: true,
            ..Self::perplexity(sum, tokens)
        };
        Self { name, ..ratio }.with_signature(signature)
    }

    /// Says that lower values are better.
    #[must_use]
    pub fn lower_is_better(self) -> Self {
        Self {
            higher_is_better: false,
            ..self
        }
    }

    /// Adds to its signature how its counts are made.
    #[must_use]
    pub fn with_signature(self, signature: impl Into<String>) -> Self {
        Self {
            signature: signature.into(),
            ..self
        }
    }
}

impl Ratio {
    fn sign(&self) -> f64 {
        if self.is_negative { -1.0 } else { 1.0 }
    }
}

impl Metric for Ratio {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn signature(&self) -> String {
        self.signature.clone()
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        self.value(&[sums[0] as f64, sums[1] as f64])
    }

    fn is_defined(&self, sums: &[i64]) -> bool {
        self.has_value(&[sums[0] as f64, sums[1] as f64])
    }

    fn higher_is_better(&self) -> bool {
        self.higher_is_better
    }

    fn losses(&self) -> Losses<'_> {
        if self.is_exponent {
            Losses::Unknown
        } else {
            Losses::Ratio { factor: 1.0 }
        }
    }
}

impl RealMetric for Ratio {
    fn value(&self, sums: &[f64]) -> f64 {
        match self.sign() * sums[0] / sums[1] {
            ratio if self.is_exponent && self.has_value(sums) => libm::exp(ratio),
            ratio if !self.is_exponent && sums[1] != 0.0 => ratio,
            _ => 0.0,
        }
    }

    fn has_value(&self, sums: &[f64]) -> bool {
        if self.is_exponent {
            // e to 700 is just within the doubles.
            return sums[1] > 0.0 && self.sign() * sums[0] / sums[1] < 700.0;
        }
        sums[1] != 0.0 || sums[0] == 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_of_sums_is_zero_without_items() {
        let clicks = Ratio::new("ratio:clicks/views", "clicks", "views");
        assert_eq!(clicks.finish(&[3, 12]), 0.25);
        assert_eq!(clicks.finish(&[0, 0]), 0.0);
        assert_eq!(clicks.columns(), ["clicks", "views"]);
        assert!(clicks.higher_is_better() && !clicks.lower_is_better().higher_is_better());
    }
}
