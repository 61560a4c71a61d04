//! What is said of clusters, where they are the units.

use crate::data::contrast::Contrast;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::ClusterOutcome;

/// Their number, and how much they matter to the mean difference.
pub(crate) fn outcome(contrast: &Contrast) -> Result<Option<ClusterOutcome>, Error> {
    let Some(clusters) = contrast.clusters() else { return Ok(None) };
    let components = match contrast {
        Contrast::Paired(pair) => pair.cluster_sums()?.map(|sums| sums.components()),
        _ => None,
    };
    Ok(Some(ClusterOutcome {
        column: clusters.column.clone(),
        number: clusters.number(),
        items: clusters.items(),
        largest_share: rounded(clusters.largest_share()),
        design_effect: components.and_then(|parts| parts.design_effect).map(rounded),
        icc: components.and_then(|parts| parts.within?.icc).map(rounded),
    }))
}
