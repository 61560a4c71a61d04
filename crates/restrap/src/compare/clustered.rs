//! What is said of clusters, where they are the units.

use restrap_stats::cluster::Components;

use crate::data::clusters::ClusterMap;
use crate::data::contrast::Contrast;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::ClusterOutcome;

impl ClusterOutcome {
    /// Their number and sizes, and how much they matter to a mean.
    pub(crate) fn new(clusters: &ClusterMap, components: Option<&Components>) -> Self {
        Self {
            column: clusters.column.clone(),
            number: clusters.number(),
            items: clusters.items(),
            largest_share: rounded(clusters.largest_share()),
            design_effect: components.and_then(|parts| parts.design_effect).map(rounded),
            icc: components.and_then(|parts| parts.within?.icc).map(rounded),
        }
    }
}

/// Of a contrast.
pub(crate) fn outcome(contrast: &Contrast) -> Result<Option<ClusterOutcome>, Error> {
    let Some(clusters) = contrast.clusters() else { return Ok(None) };
    let components = match contrast {
        Contrast::Paired(pair) => pair.cluster_sums()?.map(|sums| sums.components()),
        _ => None,
    };
    Ok(Some(ClusterOutcome::new(clusters, components.as_ref())))
}
