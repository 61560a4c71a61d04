//! Clusters of two kinds that cross: people and prompts, documents and annotators.

use crate::outcome::TestedDesign;
use restrap_stats::cluster::Crossed;

use super::method::{Allows, Method};
use super::variance::{Planned, Planning, Plans};
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{IntervalKind, MarginMethod, More, VarianceOutcome};
use crate::works;

pub(super) static METHOD: Method = Method {
    design: TestedDesign::Crossed,
    test: "two-way cluster-robust t test (Cameron, Gelbach & Miller 2011)",
    interval: IntervalKind::CrossedT,
    margin: MarginMethod::CrossedT,
    in_methods: [
        "t intervals with the standard error of crossed clusters",
        "t test with the standard error of crossed clusters",
    ],
    report: |_, of| {
        format!("interval by t over crossed clusters ({of}; Cameron, Gelbach & Miller 2011)")
    },
    work: &works::CAMERON,
    units: Some("clusters"),
    allows: Allows {
        t_alone: true,
        gains_in_per_cent: true,
    },
    ..Method::PLAIN
};

/// Returns what more clusters of either kind would make of the standard error: twice as many leave what the clusters that cross them
/// share.
pub(super) fn variance(
    crossed: &Crossed,
    variance: &mut VarianceOutcome,
) -> Result<Option<Plans>, Error> {
    let Some(parts) = &crossed.parts else {
        return Ok(None);
    };
    [variance.clusters, variance.crossed, variance.items] =
        parts.variances.map(|part| Some(rounded(part)));
    // A part that came out negative adds nothing; what all parts predict is scaled to the error that is reported.
    let adds: [f64; 3] =
        std::array::from_fn(|part| (parts.variances[part] * parts.shares[part]).max(0.0));
    let predicted: f64 = adds.iter().sum();
    if predicted <= 0.0 {
        return Ok(None);
    }
    let estimate = crossed.estimate()?;
    let planned = |of_all: f64| Planned::new(of_all, Planning::T(estimate.df()));
    let scale = crossed.variance() / predicted;
    let halved = |kind: usize| planned(scale * (predicted - 0.5 * (adds[kind] + adds[2])));
    Ok(Some(Plans {
        own: planned(crossed.variance()),
        more: vec![(More::Clusters, halved(0)), (More::Crossed, halved(1))],
    }))
}
