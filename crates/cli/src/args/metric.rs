//! Which metric, computed against what, with which options.

use clap::Args;
use clap::builder::PossibleValuesParser;
use restrap::ScoreRequest;
use restrap::metrics::Named;
use restrap::metrics::labels::{LabelAverage, Measure, ZeroDivision};
use restrap::metrics::rankings::{Queries, Ties};
use restrap::metrics::spans::{Scheme, Unit};
use restrap::metrics::text::{Smoothing, TerOptions, Tokenizer};
use restrap::metrics::trees::AttachmentOptions;

use super::input::InputArgs;
use crate::run::failure::Failure;

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct MetricArgs {
    /// What is compared: mean (of scores in the files), or a metric of outputs: accuracy, precision, recall, f1, mcc, kappa,
    /// balanced-accuracy, hamming-loss; span-f1; bleu, chrf, chrf++, ter, wer, cer, rouge-1, rouge-2, rouge-l; uas, las;
    /// rr@10, ndcg@10, ap, p@10, recall@100, success@5, rbp, bpref, err@20, ...; ratio:NUM/DEN; formula. Of several the
    /// first is tested, the others are printed. Measures of rankings take @K and, in brackets, rel=GRADE (from which a document is
    /// relevant), ndcg gain=exp, rbp p=0.8, err max=GRADE, set_f beta=2: ndcg(gain=exp)@10, rr(rel=2)@10. Names of trec_eval
    /// (ndcg_cut_10, P_10, recip_rank) and ir_measures (nDCG@10, R@100) are read too
    #[arg(long, value_name = "NAME[,NAME]", default_value = "mean", help_heading = "Metric")]
    pub metric: String,
    /// The right labels, tags or trees: FILE[:COLUMN]
    #[arg(long, value_name = "FILE", help_heading = "Metric")]
    pub gold: Option<String>,
    /// References, one segment a line (repeatable)
    #[arg(long = "ref", value_name = "FILE", help_heading = "Metric")]
    pub references: Vec<String>,
    /// Judgements of TREC; the queries in them are the items
    #[arg(long, value_name = "FILE", help_heading = "Metric")]
    pub qrels: Option<String>,
    /// Precision, recall and F: of one class, of pooled counts, mean over classes, or over items (label sets)
    #[arg(long, value_name = "WORD", value_parser = words(&LabelAverage::ALL.map(LabelAverage::name)), help_heading = "Metric")]
    pub average: Option<String>,
    /// The class of a binary average, or the type of spans
    #[arg(long, value_name = "LABEL", help_heading = "Metric")]
    pub positive: Option<String>,
    /// The label set [default: every label of gold and systems]
    #[arg(long, value_name = "LABEL[,LABEL]", value_delimiter = ',', help_heading = "Metric")]
    pub labels: Vec<String>,
    /// An item has several labels, separated by |
    #[arg(long, help_heading = "Metric")]
    pub multi_label: bool,
    /// The value of 0/0
    #[arg(long, value_name = "0|1", default_value = "0", value_parser = words(&["0", "1"]), help_heading = "Metric")]
    pub zero_division: String,
    /// How tags mark spans: lenient reads them as conlleval does, the others are strict as in seqeval
    #[arg(long, value_name = "NAME", default_value = "lenient", value_parser = words(&Scheme::ALL.map(Scheme::name)), help_heading = "Metric")]
    pub scheme: String,
    /// What an item of spans is [default: document where the gold marks documents]
    #[arg(long, value_name = "WORD", value_parser = words(&["sentence", "document"]), help_heading = "Metric")]
    pub unit: Option<String>,
    /// Tokenizer of BLEU
    #[arg(long, value_name = "NAME", default_value = "13a", value_parser = words(&Tokenizer::ALL.map(Tokenizer::name)), help_heading = "Metric")]
    pub tokenize: String,
    /// Ignore case (BLEU, chrF, TER, WER, CER)
    #[arg(long, help_heading = "Metric")]
    pub lowercase: bool,
    /// BLEU of an order without matches: exp, floor[:X], add-k[:X] or none
    #[arg(long, value_name = "HOW", default_value = "exp", value_parser = smoothing, help_heading = "Metric")]
    pub smooth: Smoothing,
    /// BLEU without the orders that no segment is long enough for
    #[arg(long, help_heading = "Metric")]
    pub effective_order: bool,
    /// Highest order of character n-grams of chrF
    #[arg(long, value_name = "N", default_value_t = 6, help_heading = "Metric")]
    pub char_order: usize,
    /// Highest order of word n-grams of chrF [default: 0, and 2 of chrf++]
    #[arg(long, value_name = "N", help_heading = "Metric")]
    pub word_order: Option<usize>,
    /// How many times recall weighs as much as precision in chrF
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "Metric")]
    pub chrf_beta: u32,
    /// Whitespace counts in character n-grams of chrF
    #[arg(long, help_heading = "Metric")]
    pub whitespace: bool,
    /// Switches of TER
    #[arg(long, value_name = "WORD[,WORD]", value_delimiter = ',', value_parser = words(&["normalized", "no-punct", "asian", "case-sensitive"]), help_heading = "Metric")]
    pub ter: Vec<String>,
    /// What ROUGE reports
    #[arg(long, value_name = "WORD", default_value = "f1", value_parser = words(&["f1", "precision", "recall"]), help_heading = "Metric")]
    pub rouge: String,
    /// LAS with the subtypes of relations
    #[arg(long, help_heading = "Metric")]
    pub subtypes: bool,
    /// UAS and LAS without punctuation
    #[arg(long, help_heading = "Metric")]
    pub skip_punct: bool,
    /// What decides between documents of equal score in a run: trec is by id, descending
    #[arg(long, value_name = "WORD", default_value = "trec", value_parser = words(&Ties::ALL.map(Ties::name)), help_heading = "Metric")]
    pub run_ties: String,
    /// Which queries count: judged (all of --qrels; one that a run misses scores 0), or of these the intersection: those that
    /// every run has
    #[arg(long, value_name = "WORD", default_value = "judged", value_parser = words(&["judged", "intersection"]), help_heading = "Metric")]
    pub queries: String,
    /// Columns of counts of --formula
    #[arg(
        long,
        value_name = "COL[,COL]",
        value_delimiter = ',',
        requires = "formula",
        help_heading = "Metric"
    )]
    pub columns: Vec<String>,
    /// A metric of the sums of --columns, such as tp/(tp+0.5*(fp+fn))
    #[arg(long, value_name = "FORMULA", requires = "columns", help_heading = "Metric")]
    pub formula: Option<String>,
    /// Lower scores are better
    #[arg(long, help_heading = "Metric")]
    pub lower_is_better: bool,
}

fn words(names: &[&'static str]) -> PossibleValuesParser {
    PossibleValuesParser::new(names.to_vec())
}

fn smoothing(text: &str) -> Result<Smoothing, String> {
    let (name, value) = text.split_once(':').map_or((text, None), |(name, value)| (name, Some(value)));
    let number = |default: f64| {
        value.map_or(Ok(default), |value| {
            let number = value.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite());
            number.ok_or_else(|| format!("expected a number above 0 behind {name}:"))
        })
    };
    match name {
        "exp" if value.is_none() => Ok(Smoothing::Exp),
        "none" if value.is_none() => Ok(Smoothing::None),
        "floor" => number(0.1).map(Smoothing::Floor),
        "add-k" => number(1.0).map(Smoothing::AddK),
        _ => Err("expected exp, floor[:X], add-k[:X] or none".to_owned()),
    }
}

/// Where the scores of a comparison come from.
pub enum Source {
    /// They stand in the files.
    Scores,
    /// One label an item, equal to the gold's or not, in any format that holds scores.
    Agreement,
    /// They are computed from outputs.
    Outputs(Box<ScoreRequest>),
}

/// Whether a metric takes an option.
type Takes = fn(&Named) -> bool;
/// An option of metrics: its flag, whether something else than its default was asked for, who takes it, and that in words.
type MetricOption = (&'static str, bool, Takes, &'static str);

impl MetricArgs {
    /// Where the scores come from.
    pub fn source(&self, input: &InputArgs) -> Result<Source, Failure> {
        let names = self.names();
        self.refuse_idle()?;
        let name = if self.formula.is_some() && self.metric == "mean" { "formula" } else { names[0] };
        if name == "mean" {
            let given = [
                (self.gold.is_some(), "--gold", "--metric accuracy"),
                (!self.references.is_empty(), "--ref", "--metric bleu"),
                (self.qrels.is_some(), "--qrels", "--metric ndcg@10"),
            ];
            return match given.into_iter().find(|(given, ..)| *given) {
                None => Ok(Source::Scores),
                Some((_, flag, example)) => Err(Failure::usage(
                    format!("{flag} goes with a metric of outputs, found --metric mean"),
                    format!("add {example}, or the metric that you want"),
                )),
            };
        }
        let metric: Named = name.parse()?;
        let plain = names.len() == 1 && !self.multi_label && self.labels.is_empty() && self.average.is_none();
        if metric == Named::Accuracy
            && plain
            && self.gold.is_some()
            && self.references.is_empty()
            && self.qrels.is_none()
        {
            return Ok(Source::Agreement);
        }
        refuse_unused(name, input)?;
        Ok(Source::Outputs(Box::new(self.request(metric, input))))
    }

    /// The files beside those of the systems.
    pub fn files(&self) -> impl Iterator<Item = &String> {
        self.references.iter().chain(&self.gold).chain(&self.qrels)
    }

    /// The metrics that were named; commas in brackets belong to a name.
    pub fn names(&self) -> Vec<&str> {
        let mut open = 0;
        let separates = |c: char| {
            open += i32::from(c == '(') - i32::from(c == ')');
            c == ',' && open == 0
        };
        self.metric.split(separates).collect()
    }

    /// The metrics behind the first.
    pub fn also(&self, input: &InputArgs) -> Result<Vec<ScoreRequest>, Failure> {
        self.names()[1..].iter().map(|name| Ok(self.request(name.parse()?, input))).collect()
    }

    /// Accuracy as a metric of labels.
    pub fn labels_request(&self, input: &InputArgs) -> Result<ScoreRequest, Failure> {
        refuse_unused("accuracy", input)?;
        Ok(self.request(Named::Accuracy, input))
    }

    /// Refuses options that none of the metrics takes: they would change nothing.
    fn refuse_idle(&self) -> Result<(), Failure> {
        let asks = |name: &&str| name.eq_ignore_ascii_case("formula");
        if self.formula.is_some() && self.metric != "mean" && !self.names().iter().any(asks) {
            return Err(Failure::usage(
                format!("--formula and --metric {} exclude each other: a formula is a metric", self.metric),
                "drop one of them",
            ));
        }
        let mut metrics = Vec::new();
        for name in self.names().into_iter().filter(|name| *name != "mean") {
            metrics.push(name.parse::<Named>()?);
        }
        if self.formula.is_some() && metrics.is_empty() {
            metrics.push(Named::Formula);
        }
        for (flag, given, takes, who) in self.options() {
            if given && !metrics.iter().any(takes) {
                return Err(Failure::usage(
                    format!("{flag} changes nothing of --metric {}: it is an option of {who}", self.metric),
                    format!("drop {flag}, or choose one of these metrics"),
                ));
            }
        }
        if let (Some(positive), Some(average)) = (&self.positive, &self.average)
            && average != LabelAverage::Binary.name()
        {
            return Err(Failure::usage(
                format!(
                    "--positive names the class of a binary average, found --positive {positive} --average {average}"
                ),
                "drop one of them",
            ));
        }
        Ok(())
    }

    /// The options of metrics.
    fn options(&self) -> [MetricOption; 21] {
        const SPANS: &str = "span-f1, span-precision and span-recall";
        const EITHER: &str = "precision, recall and f1, of labels or spans";
        const LABELS: &str = "metrics of labels: accuracy, f1, mcc, kappa, ...";
        const TEXT: &str = "bleu, chrf, ter, wer and cer";
        const RUNS: &str = "measures of rankings: ndcg@10, rr@10, ap, ...";
        let of_labels: Takes = |named| {
            use Named::{Accuracy, Averaged, BalancedAccuracy, HammingLoss, Kappa, Mcc};
            matches!(named, Accuracy | Averaged(_) | BalancedAccuracy | HammingLoss | Kappa | Mcc)
        };
        let either: Takes = |named| matches!(named, Named::Averaged(_) | Named::Span(_));
        let span: Takes = |named| matches!(named, Named::Span(_));
        let bleu: Takes = |named| *named == Named::Bleu;
        let chrf: Takes = |named| matches!(named, Named::Chrf { .. });
        let text: Takes = |named| {
            use Named::{Bleu, Cer, Chrf, Ter, Wer};
            matches!(named, Bleu | Chrf { .. } | Ter | Wer | Cer)
        };
        let ranking: Takes = |named| matches!(named, Named::Ranking(_));
        [
            ("--average", self.average.is_some(), either, EITHER),
            ("--positive", self.positive.is_some(), either, EITHER),
            ("--labels", !self.labels.is_empty(), of_labels, LABELS),
            ("--multi-label", self.multi_label, of_labels, LABELS),
            ("--zero-division", self.zero_division != "0", either, EITHER),
            ("--scheme", self.scheme != "lenient", span, SPANS),
            ("--unit", self.unit.is_some(), span, SPANS),
            ("--tokenize", self.tokenize != "13a", bleu, "bleu"),
            ("--lowercase", self.lowercase, text, TEXT),
            ("--smooth", self.smooth != Smoothing::Exp, bleu, "bleu"),
            ("--effective-order", self.effective_order, bleu, "bleu"),
            ("--char-order", self.char_order != 6, chrf, "chrf and chrf++"),
            ("--word-order", self.word_order.is_some(), chrf, "chrf and chrf++"),
            ("--chrf-beta", self.chrf_beta != 2, chrf, "chrf and chrf++"),
            ("--whitespace", self.whitespace, chrf, "chrf and chrf++"),
            ("--ter", !self.ter.is_empty(), |named| *named == Named::Ter, "ter"),
            (
                "--rouge",
                self.rouge != "f1",
                |named| matches!(named, Named::Rouge(_)),
                "rouge-1, rouge-2 and rouge-l",
            ),
            ("--subtypes", self.subtypes, |named| *named == Named::Attachment { labelled: true }, "las"),
            (
                "--skip-punct",
                self.skip_punct,
                |named| matches!(named, Named::Attachment { .. }),
                "uas and las",
            ),
            ("--run-ties", self.run_ties != "trec", ranking, RUNS),
            ("--queries", self.queries != "judged", ranking, RUNS),
        ]
    }

    fn request(&self, metric: Named, input: &InputArgs) -> ScoreRequest {
        let average = |word: &str| LabelAverage::ALL.into_iter().find(|average| average.name() == word);
        let ter = |word: &str| self.ter.iter().any(|given| given == word);
        ScoreRequest {
            gold: self.gold.clone(),
            references: self.references.clone(),
            qrels: self.qrels.clone(),
            id: input.id.first().cloned(),
            format: input.input_format,
            mmap: !input.no_mmap,
            average: self.average.as_deref().and_then(average),
            positive: self.positive.clone(),
            labels: (!self.labels.is_empty()).then(|| self.labels.clone()),
            multi_label: self.multi_label,
            zero_division: if self.zero_division == "1" { ZeroDivision::One } else { ZeroDivision::Zero },
            // The words were checked against the same names.
            scheme: self.scheme.parse().unwrap_or_default(),
            unit: self.unit.as_deref().map(|unit| match unit {
                "document" => Unit::Document,
                _ => Unit::Sentence,
            }),
            tokenizer: self.tokenize.parse().unwrap_or_default(),
            lowercase: self.lowercase,
            smoothing: self.smooth,
            effective_order: self.effective_order,
            char_order: self.char_order,
            word_order: self.word_order,
            chrf_beta: self.chrf_beta,
            whitespace: self.whitespace,
            ter: TerOptions {
                normalized: ter("normalized"),
                no_punctuation: ter("no-punct"),
                asian_support: ter("asian"),
                case_sensitive: ter("case-sensitive"),
            },
            rouge: match self.rouge.as_str() {
                "precision" => Measure::Precision,
                "recall" => Measure::Recall,
                _ => Measure::F { beta: 1.0 },
            },
            attachment: AttachmentOptions { subtypes: self.subtypes, skip_punctuation: self.skip_punct },
            ties: self.run_ties.parse().unwrap_or_default(),
            queries: if self.queries == "judged" { Queries::Judged } else { Queries::Intersection },
            columns: self.columns.clone(),
            formula: self.formula.clone(),
            lower_is_better: self.lower_is_better,
            ..ScoreRequest::new(metric)
        }
    }
}

/// Refuses what only readers of scores know.
fn refuse_unused(name: &str, input: &InputArgs) -> Result<(), Failure> {
    let unused = [
        (input.long.is_some(), "--long"),
        (!input.filters.is_empty(), "--where"),
        (input.globs.is_some(), "--systems"),
        (input.missing != restrap::io::Missing::Error, "--missing"),
        (input.id.len() > 1, "--id with several columns"),
    ];
    if let Some((_, flag)) = unused.into_iter().find(|(given, _)| *given) {
        return Err(Failure::usage(
            format!("{flag} is for files of scores, found --metric {name}"),
            format!("drop {flag}: these outputs are read whole, line by line or with one --id"),
        ));
    }
    Ok(())
}
