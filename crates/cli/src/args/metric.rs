//! Which metric, computed against what.

use clap::Args;
use restrap::ScoreRequest;
use restrap::io::Options;
use restrap::metrics::describe::Make;
use restrap::metrics::scores::LOWER;
use restrap::metrics::{MetricName, ask, metrics, split_names};
use restrap::{Measures, ScoreColumn, Sources};

use super::input::InputArgs;
use super::metric_flags::{self, MetricFlags};
use crate::run::failure::Failure;

#[derive(Args)]
pub struct MetricArgs {
    #[arg(long, value_name = "NAME[,NAME]", help = metric_flags::SHORT, long_help = metric_flags::help(), help_heading = "Metric")]
    pub metric: Option<String>,
    /// The right labels, tags or trees: FILE[:COLUMN]
    #[arg(long, value_name = "FILE", help_heading = "Metric")]
    pub gold: Option<String>,
    /// Reference texts: FILE[:COLUMN] (repeatable)
    #[arg(long = "ref", value_name = "FILE", help_heading = "Metric")]
    pub references: Vec<String>,
    /// Judgements of TREC; the queries in them are the items
    #[arg(long, value_name = "FILE", help_heading = "Metric")]
    pub qrels: Option<String>,
    #[command(flatten)]
    pub flags: MetricFlags,
    /// Lower scores are better
    #[arg(long, help_heading = "Metric")]
    pub lower_is_better: bool,
}

/// Where the scores of a comparison come from.
pub enum Source {
    /// They stand in the files; a quantile that is compared in the place of their mean.
    Scores(Option<MetricName>),
    /// One label an item, equal to the gold's or not, in any format that holds scores.
    Agreement,
    /// They are computed from outputs.
    Outputs(Box<ScoreRequest>),
}

/// The scores stand in the files.
fn is_of_scores(name: &MetricName) -> bool {
    matches!(name.description().make, Make::Scores | Make::Order(_))
}

impl MetricArgs {
    /// The metrics with their options, in their order; options are asked for in brackets or, of a single metric, by flags.
    pub fn metrics(&self) -> Result<Vec<MetricName>, Failure> {
        let by_flag = self.named_by_flag();
        let mut names = match by_flag {
            Some(name) if self.named() == "mean" => vec![name.parse()?],
            _ => split_names(self.named())
                .into_iter()
                .map(str::parse)
                .collect::<Result<Vec<MetricName>, restrap::metrics::Error>>()?,
        };
        if let Some(by_flag) =
            by_flag.filter(|by_flag| !names.iter().any(|name| name.description().name == *by_flag))
        {
            return Err(Failure::usage(
                format!(
                    "--{by_flag} and --metric {} exclude each other: a {by_flag} is a metric",
                    self.named()
                ),
                "drop one of them",
            ));
        }
        for (option, value) in &self.flags.given {
            ask(&mut names, *option, value)?;
        }
        if self.lower_is_better {
            for name in names
                .iter_mut()
                .filter(|name| name.description().takes(&LOWER))
            {
                name.set("lower", "true")?;
            }
        }
        Ok(names)
    }

    /// The metrics as they were typed.
    pub fn named(&self) -> &str {
        self.metric.as_deref().unwrap_or("mean")
    }

    /// Neither metric nor direction was said, so that files may say the direction.
    pub fn is_unsaid(&self) -> bool {
        self.metric.is_none() && !self.lower_is_better
    }

    /// The metric that cannot be computed without the options that were given, such as a formula.
    fn named_by_flag(&self) -> Option<&'static str> {
        let required = self
            .flags
            .given
            .iter()
            .find(|(option, _)| option.is_required());
        let (option, _) = required?;
        metrics()
            .find(|metric| metric.takes(*option))
            .map(|metric| metric.name)
    }

    /// Whether lower scores are better, of scores that stand in files.
    pub fn is_lower_better(&self) -> bool {
        let says = |name: &MetricName| is_of_scores(name) && name.get(&LOWER);
        self.lower_is_better || self.metrics().is_ok_and(|names| says(&names[0]))
    }

    /// Columns of the systems' files that are named in the place of metrics; none where metrics are.
    pub fn columns(
        &self,
        systems: &[String],
        reading: &Options,
    ) -> Result<Vec<ScoreColumn>, Failure> {
        let Some(names) = &self.metric else {
            return Ok(Vec::new());
        };
        let Measures::Columns(mut columns) = Measures::named(names, systems, reading)? else {
            return Ok(Vec::new());
        };
        for column in &mut columns {
            column.lower |= self.lower_is_better;
        }
        Ok(columns)
    }

    /// Where the scores come from, and the metrics that are printed beside.
    pub fn source(&self, reading: &Options) -> Result<(Source, Vec<ScoreRequest>), Failure> {
        let names = self.metrics()?;
        let (name, also) = (&names[0], &names[1..]);
        if let Some(of_scores) = names.iter().find(|name| is_of_scores(name)) {
            let of_scores = of_scores.short();
            if !also.is_empty() {
                return Err(Failure::usage(
                    format!(
                        "{of_scores} is of scores in the files, found --metric {}",
                        self.named()
                    ),
                    format!("compare {of_scores} and metrics of outputs one by one"),
                ));
            }
            let given = [
                (self.gold.is_some(), "--gold", "--metric accuracy"),
                (!self.references.is_empty(), "--ref", "--metric bleu"),
                (self.qrels.is_some(), "--qrels", "--metric ndcg@10"),
            ];
            return match given.into_iter().find(|(given, ..)| *given) {
                None => {
                    let is_order = matches!(name.description().make, Make::Order(_));
                    Ok((Source::Scores(is_order.then(|| name.clone())), Vec::new()))
                }
                Some((_, flag, example)) => Err(Failure::usage(
                    format!("{flag} goes with a metric of outputs, found --metric {of_scores}"),
                    format!("add {example}, or the metric that you want"),
                )),
            };
        }
        let only_gold = self.gold.is_some() && self.references.is_empty() && self.qrels.is_none();
        if name.to_string() == "accuracy" && also.is_empty() && only_gold {
            return Ok((Source::Agreement, Vec::new()));
        }
        let also = also
            .iter()
            .map(|name| self.request(name, reading))
            .collect();
        Ok((Source::Outputs(Box::new(self.request(name, reading))), also))
    }

    /// Returns what is read of these files, and what scores it: a metric, or `columns` of the files that have names of metrics.
    pub fn sources(
        &self,
        input: &InputArgs,
        files: &[String],
        reading: Options,
        columns: Vec<ScoreColumn>,
    ) -> Result<Sources, Failure> {
        let (source, also) = match columns[..] {
            [] => self.source(&input.options())?,
            _ => (Source::Scores(None), Vec::new()),
        };
        let is_agreement = matches!(source, Source::Agreement);
        let gold = self.gold.clone().filter(|_| is_agreement);
        let sources = Sources::new(files)
            .reading(Options { gold, ..reading })
            .columns(columns);
        Ok(match source {
            Source::Outputs(metric) => [*metric]
                .into_iter()
                .chain(also)
                .fold(sources, Sources::metric),
            Source::Scores(summary) => summary.into_iter().fold(sources, Sources::summary),
            Source::Agreement => sources,
        })
    }

    /// The files beside those of the systems.
    pub fn files(&self) -> impl Iterator<Item = &String> {
        self.references.iter().chain(&self.gold).chain(&self.qrels)
    }

    /// Accuracy as a metric of labels.
    pub fn labels_request(&self, reading: &Options) -> Result<ScoreRequest, Failure> {
        Ok(self.request(&"accuracy".parse()?, reading))
    }

    fn request(&self, metric: &MetricName, reading: &Options) -> ScoreRequest {
        ScoreRequest {
            gold: self.gold.clone(),
            references: self.references.clone(),
            qrels: self.qrels.clone(),
            reading: reading.clone(),
            ..ScoreRequest::new(metric.clone())
        }
    }
}
