//! Systems ranked on each item, and compared by their mean ranks: Friedman's test and Nemenyi's critical difference (Demsar 2006).
//!
//! Mean ranks, and so every decision, depend on which other systems are entered.

use restrap_stats::{Friedman, Interval};

use super::RankOutcome;
use super::columns::Field;
use super::finish::{Drawn, Finish, One};
use super::omnibus::omnibus;
use super::verdicts::{Couple, Judged, Verdicts};
use crate::data::pair::Surveyed;
use crate::data::scores::Scores;
use crate::error::Error;
use crate::outcome::{IntervalKind, Method, MetricInfo};
use crate::request::rank::{Correction, RankRequest};
use crate::request::{IntervalMethod, Request};
use crate::verb::compare::data::Data;

/// Decimals of mean ranks.
const DECIMALS: u64 = 2;

/// Ranks by the mean rank of each system on the items.
///
/// # Errors
/// For scores that do not lie on the grid that was asked for.
pub(super) fn rank(
    data: &Data,
    systems: &[Scores],
    asked: &RankRequest,
    request: &Request,
) -> Result<RankOutcome, Error> {
    let sign = if request.question.higher_is_better {
        1.0
    } else {
        -1.0
    };
    let columns: Vec<Vec<f64>> = systems
        .iter()
        .map(|system| {
            Ok(system
                .one_by_one()?
                .iter()
                .map(|value| sign * value)
                .collect())
        })
        .collect::<Result<_, Error>>()?;
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let friedman = Friedman::new(&columns)?;
    let ranks = friedman.mean_ranks();
    let couples = Couple::all(systems.len(), false);
    let differences: Vec<f64> = couples
        .iter()
        .map(|of| ranks[of.second] - ranks[of.first])
        .collect();
    let error = asked.joint(request).question.confidence;
    let critical = friedman.critical_difference(1.0 - error);
    let wanted = request.question.interval != IntervalMethod::None && critical > 0.0;
    let judged = |&difference: &f64| {
        Ok(Judged {
            pvalue: None,
            method: Method::Asymptotic,
            adjusted: Some(friedman.nemenyi(difference).value()),
            interval: wanted
                .then(|| Interval::around(difference, critical))
                .transpose()?,
            standard_error: Some(std::f64::consts::SQRT_2 * friedman.error()),
            skewed: false,
        })
    };
    let judged = Verdicts {
        pairs: differences
            .iter()
            .map(judged)
            .collect::<Result<_, Error>>()?,
        kind: IntervalKind::Nemenyi,
        level: request.question.confidence,
        method: Method::Asymptotic,
        resamples: None,
        floor: None,
        interrupted_after: None,
    };
    let surveyed: Vec<Surveyed> = systems.iter().map(Surveyed::new).collect();
    let field = Field::new(&surveyed, None, None, request.sample.grid)?;
    let one = |(system, &score): (&Scores, &f64)| One {
        name: system.name.clone(),
        score,
        interval: None,
        best_share: None,
        votes: None,
        on_datasets: Vec::new(),
    };
    let own = data.metric(request, false);
    let metric = MetricInfo {
        name: "mean rank".to_owned(),
        higher_is_better: false,
        full_name: Some(format!("mean rank by {}", own.name)),
        ..own
    };
    let finish = Finish {
        asked,
        request: &request.clone().higher_is_better(false),
        metric,
        of: Drawn::of(None),
        items: field.items,
        units: field.items,
        decimals: request.question.digits.map_or(DECIMALS, u64::from),
        systems: systems.iter().zip(&ranks).map(one).collect(),
        couples: &couples,
        differences,
        judged: judged.over_metrics(asked.alongside + 1, request.question.confidence),
        correction: Correction::Nemenyi,
        each: None,
        exchange: None,
        omnibus: omnibus(&field, surveyed.iter().all(Surveyed::is_binary))?,
        votes: None,
        recipes: None,
        datasets: None,
    };
    Ok(finish.outcome())
}
