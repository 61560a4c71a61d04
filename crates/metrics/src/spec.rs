//! The registry: what metrics are called, and everything that makes one of them again.
//!
//! [`Named`] is what a user types. [`Spec`] is a metric with all its options, so that statistics that were saved can be
//! summed and finished without what they were computed from.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::counts::{Formula, Ratio};
use crate::labels::{Average, Classification, LabelSet, Measure, ZeroDivision};
use crate::spans::{Scheme, SpanF, Unit};
use crate::text::{Bleu, BleuOptions, Chrf, ChrfOptions, ErrorRate, RougeKind, Ter, TerOptions};
use crate::trees::{AttachmentOptions, attachment};
use crate::{Error, Mean, Metric, quote, rankings};

/// A metric by its name.
#[derive(Debug, Clone, PartialEq)]
pub enum Named {
    /// Right labels.
    Accuracy,
    /// Precision, recall or F of labels.
    Averaged(Measure),
    /// Matthews correlation.
    Mcc,
    /// Cohen's kappa.
    Kappa,
    /// Mean recall of the classes.
    BalancedAccuracy,
    /// Wrong decisions of label sets.
    HammingLoss,
    /// Precision, recall or F of spans.
    Span(Measure),
    /// BLEU.
    Bleu,
    /// chrF, or chrF++.
    Chrf {
        /// Words count too.
        words: bool,
    },
    /// TER.
    Ter,
    /// Word error rate.
    Wer,
    /// Character error rate.
    Cer,
    /// ROUGE.
    Rouge(RougeKind),
    /// Attachment score, unlabelled or labelled.
    Attachment {
        /// Relations count too.
        labelled: bool,
    },
    /// A measure of rankings.
    Ranking(rankings::Measure),
    /// A ratio of two columns of counts.
    Ratio {
        /// Above the line.
        numerator: String,
        /// Below the line.
        denominator: String,
    },
    /// A formula of columns of counts.
    Formula,
}

/// Names without parameters, in the order of the documentation.
const NAMES: [(&str, Named); 16] = [
    ("accuracy", Named::Accuracy),
    ("mcc", Named::Mcc),
    ("kappa", Named::Kappa),
    ("balanced-accuracy", Named::BalancedAccuracy),
    ("hamming-loss", Named::HammingLoss),
    ("bleu", Named::Bleu),
    ("chrf", Named::Chrf { words: false }),
    ("chrf++", Named::Chrf { words: true }),
    ("ter", Named::Ter),
    ("wer", Named::Wer),
    ("cer", Named::Cer),
    ("rouge-1", Named::Rouge(RougeKind::One)),
    ("rouge-2", Named::Rouge(RougeKind::Two)),
    ("rouge-l", Named::Rouge(RougeKind::L)),
    ("uas", Named::Attachment { labelled: false }),
    ("formula", Named::Formula),
];

impl Named {
    /// Every name, with an example where it takes a number.
    pub fn names() -> Vec<String> {
        let plain = NAMES.iter().map(|(name, _)| (*name).to_owned());
        let more =
            ["las", "precision", "recall", "f1", "span-precision", "span-recall", "span-f1", "ratio:NUM/DEN"];
        let ranking = rankings::Measure::names()
            .filter(|name| !["recall", "map"].contains(name))
            .map(|name| if name == "p" { "p@10".to_owned() } else { name.to_owned() });
        plain.chain(more.map(str::to_owned)).chain(ranking).chain(["recall@100".to_owned()]).collect()
    }
}

/// `precision`, `recall`, `f1`, `f0.5`.
fn measure(name: &str) -> Option<Measure> {
    match name {
        "precision" => Some(Measure::Precision),
        "recall" => Some(Measure::Recall),
        _ => {
            let beta: f64 = name.strip_prefix('f')?.parse().ok()?;
            (beta > 0.0 && beta.is_finite()).then_some(Measure::F { beta })
        }
    }
}

impl FromStr for Named {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let lower = text.to_ascii_lowercase();
        if let Some((_, named)) = NAMES.iter().find(|(name, _)| *name == lower) {
            return Ok(named.clone());
        }
        if lower == "las" {
            return Ok(Self::Attachment { labelled: true });
        }
        if let Some(columns) = text.strip_prefix("ratio:") {
            let parts = columns.split_once('/').filter(|(a, b)| !a.is_empty() && !b.is_empty());
            let (numerator, denominator) =
                parts.ok_or_else(|| Error::option("ratio:NUM/DEN, two columns", quote::quoted(text)))?;
            return Ok(Self::Ratio { numerator: numerator.to_owned(), denominator: denominator.to_owned() });
        }
        if let Some(measure) = lower.strip_prefix("span-").and_then(measure) {
            return Ok(Self::Span(measure));
        }
        if let Some(measure) = measure(&lower) {
            return Ok(Self::Averaged(measure));
        }
        if rankings::Measure::is_named(text) {
            return text.parse().map(Self::Ranking);
        }
        if let Some(meant) = rankings::Measure::meant(text) {
            return Err(Error::option(format!("a metric such as {meant}"), quote::quoted(text)).with_hint(
                "that name means something else, which is not computed here; scores of it can be given as a file",
            ));
        }
        let names = Self::names();
        let close = names.iter().min_by_key(|name| strsim::damerau_levenshtein(name, &lower));
        let close = close.filter(|name| strsim::damerau_levenshtein(name, &lower) <= 2);
        let expected = close.map_or_else(
            || format!("a metric: {}", names.join(", ")),
            |name| format!("a metric such as {name}"),
        );
        Err(Error::option(expected, quote::quoted(text)))
    }
}

/// A metric with all its options.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "metric", rename_all = "kebab-case")]
pub enum Spec {
    /// Right labels.
    Accuracy,
    /// Precision, recall or F of labels.
    Averaged {
        /// Which.
        measure: Measure,
        /// Over classes.
        average: Average,
        /// The label set.
        labels: Vec<String>,
        /// The value of 0/0.
        zero_division: ZeroDivision,
    },
    /// Matthews correlation.
    Mcc {
        /// The label set.
        labels: Vec<String>,
    },
    /// Cohen's kappa.
    Kappa {
        /// The label set.
        labels: Vec<String>,
    },
    /// Mean recall of the classes.
    BalancedAccuracy {
        /// The label set.
        labels: Vec<String>,
    },
    /// Wrong decisions of label sets.
    HammingLoss {
        /// The label set.
        labels: Vec<String>,
    },
    /// Precision, recall or F of spans.
    Span {
        /// Which.
        measure: Measure,
        /// Over types.
        average: Average,
        /// The types.
        types: Vec<String>,
        /// How tags mark spans.
        scheme: Scheme,
        /// What an item is.
        unit: Unit,
        /// The value of 0/0; 0 in files that were saved without it.
        #[serde(default)]
        zero_division: ZeroDivision,
    },
    /// BLEU.
    Bleu {
        /// Its options.
        options: BleuOptions,
        /// References a segment.
        references: usize,
    },
    /// chrF.
    Chrf {
        /// Its options.
        options: ChrfOptions,
        /// References a segment.
        references: usize,
    },
    /// TER.
    Ter {
        /// Its options.
        options: TerOptions,
        /// References a segment.
        references: usize,
    },
    /// Word error rate.
    Wer {
        /// Case is ignored.
        lowercase: bool,
    },
    /// Character error rate.
    Cer {
        /// Case is ignored.
        lowercase: bool,
    },
    /// Attachment score.
    Attachment {
        /// Relations count too.
        labelled: bool,
        /// What counts.
        options: AttachmentOptions,
    },
    /// A ratio of two columns.
    Ratio {
        /// Above the line.
        numerator: String,
        /// Below the line.
        denominator: String,
        /// The direction.
        lower_is_better: bool,
    },
    /// A formula of columns.
    Formula {
        /// The columns, in order.
        columns: Vec<String>,
        /// The formula.
        formula: String,
        /// The direction.
        lower_is_better: bool,
    },
    /// A mean of scores that were computed item by item.
    Mean(Mean),
}

impl Spec {
    /// The metric of summed counts; `None` for a mean of scores.
    ///
    /// # Errors
    ///
    /// Options that cannot be.
    pub fn metric(&self) -> Result<Option<Box<dyn Metric>>, Error> {
        let set = |labels: &[String]| LabelSet::given(labels);
        Ok(Some(match self {
            Self::Accuracy => Box::new(Classification::accuracy()),
            Self::Averaged { measure, average, labels, zero_division } => Box::new(
                Classification::new(*measure, average.clone(), &set(labels)?)?.zero_division(*zero_division),
            ),
            Self::Mcc { labels } => Box::new(Classification::mcc(&set(labels)?)),
            Self::Kappa { labels } => Box::new(Classification::kappa(&set(labels)?)),
            Self::BalancedAccuracy { labels } => Box::new(Classification::balanced_accuracy(&set(labels)?)),
            Self::HammingLoss { labels } => Box::new(Classification::hamming_loss(&set(labels)?)),
            Self::Span { measure, average, types, scheme, unit, zero_division } => {
                let metric = SpanF::new(*measure, average.clone(), &set(types)?, *scheme, *unit)?;
                Box::new(metric.zero_division(*zero_division))
            }
            Self::Bleu { options, references } => Box::new(Bleu::new(*options, *references)?),
            Self::Chrf { options, references } => Box::new(Chrf::new(*options, *references)?),
            Self::Ter { options, references } => Box::new(Ter::new(*options, *references)?),
            Self::Wer { lowercase } => Box::new(ErrorRate::words(*lowercase)),
            Self::Cer { lowercase } => Box::new(ErrorRate::characters(*lowercase)),
            Self::Attachment { labelled, options } => Box::new(attachment(*labelled, *options)),
            Self::Ratio { numerator, denominator, lower_is_better } => {
                let name = format!("ratio:{numerator}/{denominator}");
                let ratio = Ratio::new(name, numerator.clone(), denominator.clone());
                Box::new(if *lower_is_better { ratio.lower_is_better() } else { ratio })
            }
            Self::Formula { columns, formula, lower_is_better } => {
                let formula = Formula::new(columns, formula)?;
                Box::new(if *lower_is_better { formula.lower_is_better() } else { formula })
            }
            Self::Mean(_) => return Ok(None),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_metric() {
        for name in Named::names() {
            let name = name.replace("NUM/DEN", "clicks/views");
            assert!(name.parse::<Named>().is_ok(), "{name}");
        }
        assert_eq!("f0.5".parse::<Named>().unwrap(), Named::Averaged(Measure::F { beta: 0.5 }));
        assert_eq!("recall".parse::<Named>().unwrap(), Named::Averaged(Measure::Recall));
        assert!(matches!("recall@100".parse::<Named>().unwrap(), Named::Ranking(_)));
        // Without a cut-off they are those of labels.
        assert_eq!("precision".parse::<Named>().unwrap(), Named::Averaged(Measure::Precision));
        for (other, own) in
            [("MRR@10", "rr@10"), ("P_10", "p@10"), ("R@100", "recall@100"), ("precision@5", "p@5")]
        {
            assert_eq!(other.parse::<Named>().unwrap(), own.parse::<Named>().unwrap());
        }
        let error = "ndcg_burges@10".parse::<Named>().unwrap_err().to_string();
        assert!(error.contains("ndcg(gain=exp)@10"), "{error}");
        for (typed, meant) in [("belu", "bleu"), ("ndgc@10", "ndcg"), ("span-f", "span-f1")] {
            let error = typed.parse::<Named>().unwrap_err().to_string();
            assert!(error.contains(meant) && error.contains(typed), "{error}");
        }
    }

    #[test]
    fn a_spec_makes_the_same_metric_after_a_round_trip() {
        let labels = vec!["no".to_owned(), "yes".to_owned()];
        let specs = [
            Spec::Averaged {
                measure: Measure::F { beta: 1.0 },
                average: Average::Binary { positive: "yes".into() },
                labels: labels.clone(),
                zero_division: ZeroDivision::One,
            },
            Spec::Kappa { labels },
            Spec::Bleu { options: BleuOptions::default(), references: 2 },
            Spec::Ter { options: TerOptions::default(), references: 1 },
            Spec::Formula {
                columns: vec!["a".into(), "b".into()],
                formula: "a/(a+b)".into(),
                lower_is_better: true,
            },
        ];
        for spec in specs {
            let text = serde_json::to_string(&spec).unwrap();
            let again: Spec = serde_json::from_str(&text).unwrap();
            assert_eq!(again, spec);
            let [one, other] = [spec, again].map(|spec| spec.metric().unwrap().unwrap());
            assert_eq!((one.signature(), one.columns()), (other.signature(), other.columns()));
        }
    }
}
