//! The parts of an outcome about its units: clusters, votes, human ratings, and sub-populations that overlap.

use restrap_words::{Code, Note};
use std::sync::Arc;

use restrap_stats::cluster::{Clusters, Components};
use restrap_stats::votes::Position;

use crate::data::contrast::Contrast;
use crate::design::clusters::ClusterMap;
use crate::design::human::Labelled;
use crate::design::units::Voted;
use crate::error::Error;
use crate::evidence::family::Member;
use crate::number::digits::rounded;
use crate::outcome::{
    AgreementOutcome, ClusterOutcome, CrossedOutcome, HumanOutcome, IntervalOutcome,
    PositionOutcome, SystemOutcome, VotesOutcome,
};
use crate::request::{ClusterWeight, Request};

impl ClusterOutcome {
    /// Clusters of two samples, counted together.
    fn of_samples(maps: &[Arc<ClusterMap>; 2]) -> Self {
        let [one, other] = maps;
        let items = one.items() + other.items();
        let largest = maps
            .iter()
            .map(|map| map.largest_share() * map.items() as f64)
            .fold(0.0, f64::max);
        Self {
            number: one.number() + other.number(),
            items,
            largest_share: rounded(largest / items as f64),
            ..Self::new(one, None)
        }
    }

    /// Their number and sizes, and how much they matter to a mean.
    pub(crate) fn new(clusters: &ClusterMap, components: Option<&Components>) -> Self {
        Self {
            column: clusters.column.clone(),
            number: clusters.number(),
            items: clusters.items(),
            largest_share: rounded(clusters.largest_share()),
            design_effect: components
                .and_then(|parts| parts.design_effect)
                .map(rounded),
            icc: components.and_then(|parts| parts.within?.icc).map(rounded),
            weight: match clusters.weighed {
                Some(_) => ClusterWeight::Equal,
                None => ClusterWeight::Items,
            },
            other_weight: None,
            crossed: clusters.crossed.as_ref().map(|crossed| CrossedOutcome {
                column: crossed.column.clone(),
                number: crossed.number(),
            }),
        }
    }
}

/// Returns the clusters of a contrast, with their design effect.
pub(crate) fn of_clusters(contrast: &Contrast) -> Result<Option<ClusterOutcome>, Error> {
    if let Contrast::Unpaired(samples) = contrast {
        return Ok(samples
            .clusters
            .as_ref()
            .map(|apart| ClusterOutcome::of_samples(&apart.maps)));
    }
    let Some(clusters) = contrast.clusters() else {
        return Ok(None);
    };
    let Contrast::Paired(pair) = contrast else {
        return Ok(Some(ClusterOutcome::new(clusters, None)));
    };
    let sums = pair.cluster_sums()?;
    let components = sums.as_ref().map(Clusters::components);
    let other_weight = match &clusters.weighed {
        None => sums.as_ref().map(|sums| sums.with_equal_weights().mean()),
        Some(sizes) => {
            let of_items = pair.difference.rows().iter().zip(sizes);
            let total: f64 = of_items
                .map(|(&mean, &size)| mean as f64 * size as f64)
                .sum();
            Some(total / clusters.items() as f64 / pair.grid.per_one())
        }
    };
    let other_weight = other_weight.map(rounded);
    Ok(Some(ClusterOutcome {
        other_weight,
        ..ClusterOutcome::new(clusters, components.as_ref())
    }))
}

impl HumanOutcome {
    /// Describes how a mean or difference was corrected; `confidence` is the level of the interval from human scores alone.
    ///
    /// # Errors
    /// For a confidence outside (0, 1).
    pub(crate) fn new(labelled: &Labelled, confidence: f64) -> Result<Self, Error> {
        Ok(Self {
            labelled: labelled.items[0],
            unlabelled: labelled.items[1],
            weight: rounded(labelled.weight),
            judge: rounded(labelled.judge),
            humans: rounded(labelled.humans.estimate()),
            humans_interval: labelled
                .humans_interval(confidence)?
                .map(|(interval, kind)| IntervalOutcome::new(interval, kind, confidence)),
            effective_labels: labelled.effective_labels().map(rounded),
            agreement: labelled.agreement.map(|agreement| AgreementOutcome {
                kappa: agreement.kappa.map(rounded),
                sensitivity: agreement.sensitivity.map(rounded),
                specificity: agreement.specificity.map(rounded),
            }),
        })
    }
}

/// Returns how human scores of some items corrected a difference.
pub(crate) fn of_human(
    contrast: &Contrast,
    request: &Request,
) -> Result<Option<HumanOutcome>, Error> {
    let Contrast::Paired(pair) = contrast else {
        return Ok(None);
    };
    let of = |labelled| HumanOutcome::new(labelled, request.question.confidence);
    pair.labelled().map(of).transpose()
}

/// Returns the votes of a contrast: wins, ties, and the effect of position.
pub(crate) fn of_votes(
    contrast: &Contrast,
    voted: Option<&Voted>,
    request: &Request,
) -> Result<Option<VotesOutcome>, Error> {
    let (Contrast::Paired(pair), Some(voted)) = (contrast, voted) else {
        return Ok(None);
    };
    let shares = &pair.system.one_by_one()?[..];
    let number = |of: f64| shares.iter().filter(|share| **share == of).count() as u64;
    let own: Vec<u32> = (0..shares.len() as u32).collect();
    let clusters = pair
        .clusters()
        .map_or(&own[..], |clusters| clusters.places());
    let confidence = request.question.confidence;
    let position = match Position::new(shares, &voted.first, clusters)? {
        None => None,
        Some(position) => Some(PositionOutcome {
            shown_first: position.votes[0],
            shown_second: position.votes[1],
            first_share: rounded(position.first.estimate()),
            interval: request
                .sample
                .scale()
                .interval_of_estimate(&position.first, confidence)?
                .map(|interval| IntervalOutcome::new(interval, pair.method().interval, confidence)),
            balanced: rounded(position.balanced.estimate()),
        }),
    };
    Ok(Some(VotesOutcome {
        won: number(1.0),
        lost: number(0.0),
        tied: number(0.5),
        missing: voted.missing,
        judges: voted.judges,
        win_rate: rounded(shares.iter().sum::<f64>() / shares.len() as f64),
        position,
    }))
}

/// Takes every p-value and interval of all rows back, with the reason; the reason as a warning.
pub(crate) fn untested(
    column: &str,
    shared: u64,
    members: &mut [Member],
    systems: &mut [SystemOutcome],
) -> Note {
    let why = Code::OverlappingGroups.says(format!(
        "the values of {column} overlap: {} in several of them, so all rows together are not a sample of items; each value is compared alone",
        match shared {
            1 => "1 id is".to_owned(),
            ids => format!("{} ids are", crate::number::format::grouped(ids)),
        }
    ));
    for Member {
        comparison,
        primary,
        margin,
        ..
    } in members
    {
        (*primary, *margin) = (None, None);
        (comparison.interval, comparison.standard_error) = (None, None);
        comparison.two_sided = None;
        for test in &mut comparison.tests {
            (
                test.pvalue,
                test.log10_pvalue,
                test.p_adjusted,
                test.p_floor,
            ) = (None, None, None, None);
            (test.error, test.at_least_as_extreme, test.pvalue_interval) = (None, None, None);
            test.exact = false;
            test.notes.push(why.clone());
        }
        if let Some(margin) = &mut comparison.margin {
            (
                margin.method,
                margin.pvalue,
                margin.p_adjusted,
                margin.interval,
            ) = (None, None, None, None);
            (margin.p_noninferior, margin.p_equivalent, margin.opposite) = (None, None, None);
            margin.notes.insert(0, why.clone());
        }
    }
    for system in systems {
        system.interval = None;
    }
    why
}
