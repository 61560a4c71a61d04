//! Several measures of the same systems: metrics that are computed from outputs, or columns of scores that stand in the files; and claims
//! about them, which are one decision.

use restrap_engine::Control;
use restrap_io::locate;
use restrap_lib::outcome::Outcome;
use restrap_lib::{AdjustedMetrics, Error, IntervalMethod, MetricClaim, Request};
use restrap_metrics::MetricName;
use restrap_words::asked_as;

use super::columns::ScoreColumn;
use super::{OwnedData, SourceError, Sources};

impl Sources {
    /// Takes columns of the files for scores; a further one is beside the first.
    #[must_use]
    pub fn columns(self, columns: impl IntoIterator<Item = ScoreColumn>) -> Self {
        Self {
            columns: columns.into_iter().collect(),
            ..self
        }
    }

    /// The sources of each measure alone.
    ///
    /// # Errors
    /// For systems whose column is named twice.
    pub(super) fn each(&self) -> Result<Vec<Self>, SourceError> {
        let own = self.with_systems()?;
        if !own.columns.is_empty() {
            return own
                .columns
                .iter()
                .map(|column| own.of_column(column))
                .collect();
        }
        let alone = |at: usize| Self {
            metrics: vec![own.metrics[at].clone()],
            ..own.clone()
        };
        Ok(match own.metrics.len() {
            0 => vec![own],
            several => (0..several).map(alone).collect(),
        })
    }

    fn of_column(&self, column: &ScoreColumn) -> Result<Self, SourceError> {
        let mut own = Self {
            columns: vec![column.clone()],
            ..self.clone()
        };
        if let Some(long) = &mut own.reading.long {
            long.score.clone_from(&column.column);
            return Ok(own);
        }
        if let Some(named) = locate(&self.systems)?
            .into_iter()
            .find(|system| system.column.is_some())
        {
            return Err(SourceError::usage(
                format!(
                    "{} names columns of {}, which has one already",
                    asked_as("metric", column),
                    named.path
                ),
                "name columns once: files without :COLUMN",
            ));
        }
        for system in &mut own.systems {
            system.push(':');
            system.push_str(&column.column);
        }
        Ok(own)
    }

    /// The measure that these sources have alone is called so.
    fn answers_to(&self, typed: &str) -> bool {
        match (self.columns.first(), self.metrics.first()) {
            (Some(column), _) => column.column == typed || column.to_string() == typed,
            (None, Some(metric)) => typed
                .parse::<MetricName>()
                .is_ok_and(|name| name == metric.metric),
            (None, None) => typed == "mean",
        }
    }

    /// What each measure is called.
    fn name(&self) -> String {
        match (self.columns.first(), self.metrics.first()) {
            (Some(column), _) => column.column.clone(),
            (None, Some(metric)) => metric.metric.to_string(),
            (None, None) => "mean".to_owned(),
        }
    }

    /// The first measure, and its request: its own claim, where claims name measures.
    ///
    /// # Errors
    /// For claims about what is not measured.
    pub fn primary(&self, request: &Request) -> Result<(Self, Request), SourceError> {
        let each = self.each()?;
        let claims = request.question.claims.clone();
        if let Some(claim) = claims
            .iter()
            .find(|claim| !each.iter().any(|one| one.answers_to(&claim.metric)))
        {
            let names: Vec<String> = each.iter().map(Self::name).collect();
            let typed = asked_as(
                claim.claim.name(),
                format!("{}={}", claim.metric, claim.size),
            );
            return Err(SourceError::usage(
                format!("{typed} names a metric that is not compared"),
                format!(
                    "the metrics are {}; {} adds others",
                    names.join(", "),
                    asked_as("metric", "NAME,NAME")
                ),
            ));
        }
        let mut request = request.clone();
        if !claims.is_empty() {
            request = request.of_claim(claimed(&each[0], &claims));
        }
        Ok((each[0].clone(), request))
    }

    /// Compares the systems by the first measure, `primary` and its request `own`, and by all others: one decision where something is
    /// claimed of them, one family where that was asked for, else secondary.
    ///
    /// # Errors
    /// As for the first.
    pub fn decided(
        &self,
        primary: OwnedData,
        own: &Request,
        request: &Request,
        control: &Control,
    ) -> Result<Outcome, SourceError> {
        let claims = &request.question.claims;
        let each = self.each()?;
        if request.question.family == AdjustedMetrics::All {
            return adjusted_together(primary, own, &each[1..], control);
        }
        let (mut primary, mut others) = (primary.compare(own, control)?, Vec::new());
        for one in &each[1..] {
            if let Some(claim) = claimed(one, claims) {
                let asked = request.clone().of_claim(Some(claim));
                others.push((one.read(&asked)?.compare(&asked, control)?, claim));
            } else if let Some(other) = one.secondary(None, request, control)? {
                primary = primary.with_secondary(other);
            }
        }
        Ok(if claims.is_empty() {
            primary
        } else {
            primary.beside(claimed(&each[0], claims), others, request)
        })
    }

    /// The outcome of a measure that nothing is claimed of, in one family with these p-values; `None` if the run was stopped before.
    fn secondary(
        &self,
        other_p: Option<&[f64]>,
        request: &Request,
        control: &Control,
    ) -> Result<Option<Outcome>, SourceError> {
        let asked = request.clone().of_secondary();
        // A test or interval that was chosen for the primary metric may not exist for this one.
        let by_default = asked.clone().tests([]).interval(IntervalMethod::Auto);
        let run = |asked: &Request| -> Result<Outcome, SourceError> {
            Ok(self
                .read(asked)?
                .compare_adjusted_with(other_p, asked, control)?)
        };
        match run(&asked).or_else(|_| run(&by_default)) {
            Ok(outcome) => Ok(Some(outcome)),
            Err(SourceError::Compare(Error::Interrupted)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Compares by several measures whose p-values are adjusted together.
fn adjusted_together(
    primary: OwnedData,
    own: &Request,
    others: &[Sources],
    control: &Control,
) -> Result<Outcome, SourceError> {
    // Comparisons that a stopped run did not reach count with p = 1.
    let unreached = vec![1.0; primary.data().number() - 1];
    let pvalues = |outcome: &Outcome| -> Vec<f64> {
        let members = outcome.family_members();
        members.filter_map(|one| one.tests[0].pvalue).collect()
    };
    let alone = own.clone().family(AdjustedMetrics::Primary);
    let of_other = |one: &Sources| -> Result<Vec<f64>, SourceError> {
        let outcome = one.secondary(None, &alone, control)?;
        Ok(outcome.map_or_else(|| unreached.clone(), |outcome| pvalues(&outcome)))
    };
    let other_p = others.iter().map(of_other).collect::<Result<Vec<_>, _>>()?;
    let of_others = other_p.concat();
    let mut outcome =
        primary.compare_adjusted_with(others.first().map(|_| &of_others[..]), own, control)?;
    let own_p = pvalues(&outcome);
    for (at, one) in others.iter().enumerate() {
        let rest = other_p.iter().enumerate().filter(|(other, _)| *other != at);
        let rest = rest.flat_map(|(_, pvalues)| pvalues);
        let other_p: Vec<f64> = own_p.iter().chain(rest).copied().collect();
        if let Some(other) = one.secondary(Some(&other_p), own, control)? {
            outcome = outcome.with_secondary(other);
        }
    }
    Ok(outcome)
}

fn claimed<'c>(one: &Sources, claims: &'c [MetricClaim]) -> Option<&'c MetricClaim> {
    claims.iter().find(|claim| one.answers_to(&claim.metric))
}

impl OwnedData {
    /// Names the scores by their column, whose direction was said.
    pub(super) fn of_column(mut self, column: Option<&ScoreColumn>) -> Self {
        if let Some(column) = column {
            self.name = Some(column.column.clone());
            self.is_lower = column.lower;
        }
        self
    }
}
