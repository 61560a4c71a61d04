//! Perplexity of a corpus: e to the negative log likelihood per token, both summed over the items first (Jelinek et al. 1977).
//!
//! Texts with many tokens weigh more than short ones, and the perplexity of a corpus is not the mean over its texts. Log
//! likelihoods are natural: multiply those in bits by ln 2 beforehand, or write them as a formula. Tools log either sign:
//! lm-evaluation-harness the log likelihood, which is below 0.

use super::ratio::{Ratio, columns, spelt};
use crate::describe::{Choice, Description, Flag, Make, Tail};

/// The first column holds log likelihoods, without the minus sign.
pub static LOG_LIKELIHOOD: Choice<bool> = Choice::switch(
    "loglik",
    Flag::None,
    "The first column holds log likelihoods (negative numbers)",
);

pub(super) static PERPLEXITY: Description = Description {
    tail: Some(Tail {
        example: "NLL/TOKENS",
        read: |text| {
            let columns =
                columns(text).ok_or_else(|| "perplexity:NLL/TOKENS, two columns".to_owned());
            Some(columns.map(|columns| spelt(&columns)))
        },
        columns: true,
    }),
    options: &[&LOG_LIKELIHOOD],
    ..Description::new(
        "perplexity:",
        "Perplexity: exp(summed negative log likelihood / summed tokens)",
        Make::Counts(|name| {
            let [nll, tokens] = columns(name.tail()).unwrap_or_default();
            let metric = if name.get(&LOG_LIKELIHOOD) {
                Ratio::perplexity_of_log_likelihood(nll, tokens)
            } else {
                Ratio::perplexity(nll, tokens)
            };
            Ok(Box::new(metric))
        }),
    )
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Metric, MetricName, OnGrid};

    #[test]
    fn texts_weigh_by_their_tokens() {
        let name: MetricName = "perplexity:nll/tokens".parse().unwrap();
        let Make::Counts(make) = name.description().make else {
            panic!("of columns")
        };
        let metric = OnGrid::new(make(&name).unwrap(), vec![10.0, 1.0]);
        assert!((metric.finish(&[69, 3]) - libm::exp(2.3)).abs() < 1e-13);
        assert!(!metric.higher_is_better() && metric.is_defined(&[1, 10_000]));
        assert!(!metric.is_defined(&[5, 0]) && !metric.is_defined(&[70_000, 1]));
        assert_eq!(metric.name(), "perplexity:nll/tokens");
        let name: MetricName = "perplexity:ll/tokens(loglik)".parse().unwrap();
        let metric = OnGrid::new(make(&name).unwrap(), vec![10.0, 1.0]);
        assert!((metric.finish(&[-69, 3]) - libm::exp(2.3)).abs() < 1e-13);
        assert!(!metric.higher_is_better() && !metric.is_defined(&[-70_000, 1]));
    }
}
