//! Perplexity of a corpus: e to the negative log likelihood per token, both summed over the items first (Jelinek et al. 1977).
//!
//! Texts of many tokens weigh more than short ones, and the perplexity of a corpus is not the mean of those of its texts. Log likelihoods
//! are natural: those in bits are multiplied by ln 2 before, or written as a formula.

use super::ratio::{columns, spelt};
use crate::describe::{Description, Make, Tail};
use crate::{ColumnName, Metric, RealMetric};

pub(super) static PERPLEXITY: Description = Description {
    tail: Some(Tail {
        example: "NLL/TOKENS",
        read: |text| {
            let columns = columns(text).ok_or_else(|| "perplexity:NLL/TOKENS, two columns".to_owned());
            Some(columns.map(|columns| spelt(&columns)))
        },
        columns: true,
    }),
    ..Description::new(
        "perplexity:",
        "e to the summed negative log likelihood (natural) over summed tokens",
        Make::Counts(|name| {
            let [nll, tokens] = columns(name.tail()).unwrap_or_default();
            Ok(Box::new(Perplexity::new(nll, tokens)))
        }),
    )
};

/// Perplexity of a corpus.
#[derive(Debug, Clone, PartialEq)]
pub struct Perplexity {
    columns: [ColumnName; 2],
}

impl Perplexity {
    /// Of a column of negative log likelihoods, one per text, and one of its tokens.
    pub fn new(nll: impl Into<ColumnName>, tokens: impl Into<ColumnName>) -> Self {
        Self { columns: [nll.into(), tokens.into()] }
    }
}

impl Metric for Perplexity {
    fn name(&self) -> String {
        format!("perplexity:{}/{}", self.columns[0], self.columns[1])
    }

    fn signature(&self) -> String {
        format!("{}|exp(sum({})/sum({}))", self.name(), self.columns[0], self.columns[1])
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
        false
    }
}

impl RealMetric for Perplexity {
    fn value(&self, sums: &[f64]) -> f64 {
        if self.has_value(sums) { libm::exp(sums[0] / sums[1]) } else { 0.0 }
    }

    fn has_value(&self, sums: &[f64]) -> bool {
        // e to 700 is just within the doubles.
        sums[1] > 0.0 && sums[0] / sums[1] < 700.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MetricName, OnGrid};

    #[test]
    fn texts_weigh_by_their_tokens() {
        let name: MetricName = "perplexity:nll/tokens".parse().unwrap();
        let Make::Counts(make) = name.description().make else { panic!("of columns") };
        let metric = OnGrid::new(make(&name).unwrap(), vec![10.0, 1.0]);
        assert!((metric.finish(&[69, 3]) - libm::exp(2.3)).abs() < 1e-13);
        assert!(!metric.higher_is_better() && metric.is_defined(&[1, 10_000]));
        assert!(!metric.is_defined(&[5, 0]) && !metric.is_defined(&[70_000, 1]));
        assert_eq!(metric.name(), "perplexity:nll/tokens");
    }
}
