//! Which metric, computed against what.

use clap::Args;
use restrap::ScoreRequest;
use restrap::io::Options;
use restrap::metrics::scores::LOWER;
use restrap::metrics::{MetricName, ask, metrics, split_names};
use restrap::{Measures, ScoreColumn, ScoredBy, Sources, are_lower_better};

use super::input::InputArgs;
use super::metric_flags::MetricFlags;
use crate::run::failure::Failure;

#[derive(Args)]
pub struct MetricArgs {
    /// Metrics: f1, bleu, ...; all by `restrap score --list` [default: mean]
    #[arg(long, value_name = "NAME[,NAME]", help_heading = "Metric")]
    pub metric: Option<String>,
    /// Gold labels, tags or trees: FILE[:COLUMN]
    #[arg(long, value_name = "FILE", help_heading = "Metric")]
    pub gold: Option<String>,
    /// Reference texts: FILE[:COLUMN] (repeatable)
    #[arg(long = "ref", value_name = "FILE", help_heading = "Metric")]
    pub references: Vec<String>,
    /// TREC relevance judgements
    #[arg(long, value_name = "FILE", help_heading = "Metric")]
    pub qrels: Option<String>,
    #[command(flatten)]
    pub flags: MetricFlags,
    /// Lower scores are better
    #[arg(long, help_heading = "Metric")]
    pub lower_is_better: bool,
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
        self.lower_is_better || self.metrics().is_ok_and(|names| are_lower_better(&names))
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

    /// Returns where the scores come from.
    pub fn scored_by(&self, reading: &Options) -> Result<ScoredBy, Failure> {
        Ok(ScoredBy::new(&self.metrics()?, &self.accuracy(reading)?)?)
    }

    /// Returns what is read of these files, and what scores it: a metric, or `columns` of the files that have names of metrics.
    pub fn sources(
        &self,
        input: &InputArgs,
        files: &[String],
        reading: Options,
        columns: Vec<ScoreColumn>,
    ) -> Result<Sources, Failure> {
        let by = match columns[..] {
            [] => self.scored_by(&input.options())?,
            _ => ScoredBy::Scores(None),
        };
        let sources = Sources::new(files).reading(reading).columns(columns);
        Ok(sources.scored_by(by))
    }

    /// The files beside those of the systems.
    pub fn files(&self) -> impl Iterator<Item = &String> {
        self.references.iter().chain(&self.gold).chain(&self.qrels)
    }

    /// Accuracy as a metric of labels.
    pub fn accuracy(&self, reading: &Options) -> Result<ScoreRequest, Failure> {
        Ok(ScoreRequest {
            gold: self.gold.clone(),
            references: self.references.clone(),
            qrels: self.qrels.clone(),
            reading: reading.clone(),
            ..ScoreRequest::new("accuracy".parse()?)
        })
    }
}
