//! What was asked for, before a file is opened: which options do not go together.

use restrap_io::{Grouping, Options};
use restrap_lib::{
    Error, Request,
    inner::{Given, goes_with},
};
use restrap_metrics::describe::Make;
use restrap_stats::repeats::Reducer;

use super::Sources;
use super::numbers::Numbers;

impl Sources {
    /// Refuses options that do not go together.
    ///
    /// # Errors
    /// [`Error::NotApplicable`] with both.
    pub(super) fn check_options(&self, request: &Request) -> Result<(), Error> {
        let given = self.facts(request);
        goes_with::check(&given)?;
        goes_with::check_tests(&given, &request.question)
    }

    fn facts(&self, request: &Request) -> Vec<Given> {
        let Options {
            id,
            count,
            filters,
            long,
            by,
            grouping,
            cluster,
            gold,
            systems,
            baseline,
            roles,
            ..
        } = &self.reading;
        let is_ranking = |asked: &crate::ScoreRequest| {
            matches!(asked.metric.description().make, Make::Rankings(_))
        };
        let rankings = self.metrics.first().is_some_and(is_ranking);
        let unpaired = request.sample.unpaired;
        // Labels and their gold are outputs where each system has items of its own.
        let metric = (!self.metrics.is_empty() && !rankings) || (gold.is_some() && unpaired);
        let group = |is_it: bool| is_it && by.is_some();
        let all = [
            (
                Given::Counts,
                matches!(self.numbers, Some(Numbers::Counts(_))),
            ),
            (
                Given::Pairs,
                matches!(self.numbers, Some(Numbers::Table(_))),
            ),
            (
                Given::Listed,
                matches!(self.numbers, Some(Numbers::Scores(_))),
            ),
            (Given::VoteColumns, self.votes.is_some()),
            (Given::Metric, metric),
            (Given::MetricApart, metric && unpaired),
            (Given::Rankings, rankings),
            (Given::Summary, self.summary.is_some()),
            (Given::Against, self.against.is_some()),
            (Given::Id, !id.is_empty()),
            (Given::CountColumn, count.is_some()),
            (Given::Where, !filters.is_empty()),
            (Given::Long, long.is_some()),
            (Given::By, group(matches!(grouping, Grouping::Populations))),
            (Given::Stratum, group(matches!(grouping, Grouping::Strata))),
            (Given::Mix, self.mix.is_some()),
            (Given::Cluster, cluster.is_some()),
            (Given::Apart, cluster.is_some() && unpaired && !metric),
            (Given::ClusterFile, self.other_clusters().is_some()),
            (
                Given::Crossed,
                roles.iter().any(|(kind, _)| *kind == Grouping::Crossed),
            ),
            (Given::Gold, gold.is_some()),
            (Given::Systems, systems.is_some()),
            (Given::Baseline, baseline.is_some()),
            (Given::Repeat, self.answers.repeat.is_some()),
            (Given::SeedColumn, self.answers.seed.is_some()),
            (Given::Judge, self.answers.judge.is_some()),
            (Given::Reduce, self.answers.reducer != Reducer::Mean),
            (
                Given::Patterns,
                self.has_answers() && !self.answers.has_column(),
            ),
            (Given::Human, self.human.is_some()),
        ];
        [request.facts(), goes_with::of(&all)].concat()
    }
}
