//! What a user says of a metric: the files it is computed against, and its options.

use restrap_io::Format;
use restrap_metrics::Named;
use restrap_metrics::labels::{Average, LabelAverage, Measure, ZeroDivision};
use restrap_metrics::rankings::{Queries, Ties};
use restrap_metrics::spans::{Scheme, Unit};
use restrap_metrics::text::{Smoothing, TerOptions, Tokenizer};
use restrap_metrics::trees::AttachmentOptions;

use restrap_words::{asked, asked_as};

use super::ScoreError;

/// A metric, what it is computed against, and its options; each option is read by the metrics that have it.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of a metric")]
pub struct ScoreRequest {
    /// The metric.
    pub metric: Named,
    /// `FILE[:COLUMN]` with the gold labels, spans or trees.
    pub gold: Option<String>,
    /// Files of references, one segment a line.
    pub references: Vec<String>,
    /// File of judgements.
    pub qrels: Option<String>,
    /// Column or field that pairs rows across label files.
    pub id: Option<String>,
    /// The format of label files; `None` decides by extension and first bytes.
    pub format: Option<Format>,
    /// Map files; `false` reads them.
    pub mmap: bool,
    /// How classes are averaged.
    pub average: Option<LabelAverage>,
    /// The class of a binary average, or the type of spans.
    pub positive: Option<String>,
    /// The label set; `None` takes every label of gold and systems.
    pub labels: Option<Vec<String>>,
    /// Items have several labels, separated by `|`.
    pub multi_label: bool,
    /// The value of 0/0.
    pub zero_division: ZeroDivision,
    /// How tags mark spans.
    pub scheme: Scheme,
    /// What an item of spans is; `None` takes documents where the gold marks them.
    pub unit: Option<Unit>,
    /// How BLEU cuts text into words.
    pub tokenizer: Tokenizer,
    /// Case is ignored.
    pub lowercase: bool,
    /// What becomes of an order of BLEU without matches.
    pub smoothing: Smoothing,
    /// BLEU leaves out orders that no segment is long enough for.
    pub effective_order: bool,
    /// Highest order of character n-grams of chrF.
    pub char_order: usize,
    /// Highest order of word n-grams of chrF; `None`: 0 of chrF, 2 of chrF++.
    pub word_order: Option<usize>,
    /// How many times recall weighs as much as precision in chrF.
    pub chrf_beta: u32,
    /// Whitespace is part of the character n-grams of chrF.
    pub whitespace: bool,
    /// Options of TER.
    pub ter: TerOptions,
    /// What ROUGE reports.
    pub rouge: Measure,
    /// Options of UAS and LAS.
    pub attachment: AttachmentOptions,
    /// What decides between documents of equal score.
    pub ties: Ties,
    /// Which queries count.
    pub queries: Queries,
    /// Columns of counts of a formula.
    pub columns: Vec<String>,
    /// A formula of them.
    pub formula: Option<String>,
    /// Lower values of a ratio or formula are better.
    pub lower_is_better: bool,
}

impl ScoreRequest {
    /// A metric with its defaults.
    pub fn new(metric: Named) -> Self {
        Self {
            metric,
            gold: None,
            references: Vec::new(),
            qrels: None,
            id: None,
            format: None,
            mmap: true,
            average: None,
            positive: None,
            labels: None,
            multi_label: false,
            zero_division: ZeroDivision::Zero,
            scheme: Scheme::Lenient,
            unit: None,
            tokenizer: Tokenizer::V13a,
            lowercase: false,
            smoothing: Smoothing::Exp,
            effective_order: false,
            char_order: 6,
            word_order: None,
            chrf_beta: 2,
            whitespace: false,
            ter: TerOptions::default(),
            rouge: Measure::F { beta: 1.0 },
            attachment: AttachmentOptions::default(),
            ties: Ties::Trec,
            queries: Queries::Judged,
            columns: Vec::new(),
            formula: None,
            lower_is_better: false,
        }
    }

    /// The average over these classes; `default` where none was asked for.
    pub(super) fn average(
        &self,
        default: Option<LabelAverage>,
        classes: &[String],
    ) -> Result<Average, ScoreError> {
        let chosen = self.average.or(self.positive.is_some().then_some(LabelAverage::Binary)).or(default);
        match chosen {
            Some(LabelAverage::Micro) => Ok(Average::Micro),
            Some(LabelAverage::Macro) => Ok(Average::Macro),
            Some(LabelAverage::Weighted) => Ok(Average::Weighted),
            Some(LabelAverage::Binary) => match (&self.positive, classes) {
                (Some(positive), _) => Ok(Average::Binary { positive: positive.clone() }),
                (None, [zero, one]) if zero == "0" && one == "1" => {
                    Ok(Average::Binary { positive: one.clone() })
                }
                _ => Err(ScoreError::usage(
                    "a binary average needs its positive class, found none",
                    format!("add {}; the labels are {}", asked_as("positive", "LABEL"), classes.join(", ")),
                )),
            },
            None if classes == ["0", "1"] => Ok(Average::Binary { positive: "1".to_owned() }),
            Some(LabelAverage::Samples) | None => Err(ScoreError::usage(
                format!("an average over {} classes is needed, found none", classes.len()),
                format!(
                    "add {} (mean of the classes), micro (pooled counts), weighted, or {}",
                    asked_as("average", LabelAverage::Macro),
                    asked_as("positive", "LABEL")
                ),
            )),
        }
    }

    /// Refuses files that the metric does not read and asks for those that it needs.
    pub(super) fn check(&self) -> Result<(), ScoreError> {
        let (gold, references, qrels) = match self.metric {
            Named::Accuracy
            | Named::Averaged(_)
            | Named::Mcc
            | Named::Kappa
            | Named::BalancedAccuracy
            | Named::HammingLoss
            | Named::Span(_)
            | Named::Attachment { .. } => (true, false, false),
            Named::Ranking(_) => (false, false, true),
            Named::Ratio { .. } | Named::Formula => (false, false, false),
            _ => (false, true, false),
        };
        let files = [
            (asked("gold"), "the right answers", gold, self.gold.is_some()),
            (asked("ref"), "the references", references, !self.references.is_empty()),
            (asked("qrels"), "the judgements", qrels, self.qrels.is_some()),
        ];
        for (flag, what, needed, given) in files {
            if needed && !given {
                return Err(ScoreError::usage(
                    format!("this metric needs {what}, found no {flag}"),
                    format!("add {}", asked_as(flag.name(), "FILE")),
                ));
            }
            if given && !needed {
                return Err(ScoreError::usage(
                    format!("this metric does not read {what}, found {flag}"),
                    format!("drop {flag}, or choose the {} that it belongs to", asked("metric")),
                ));
            }
        }
        let is_formula = self.metric == Named::Formula;
        if is_formula != self.formula.is_some() || is_formula == self.columns.is_empty() {
            return Err(ScoreError::usage(
                "a formula needs its columns, and columns a formula",
                format!(
                    "as in {} {}",
                    asked_as("columns", "tp,fp,fn"),
                    asked_as("formula", "'tp/(tp+0.5*(fp+fn))'")
                ),
            ));
        }
        Ok(())
    }
}
