//! What the output says about clusters, where they are the units.

use restrap_stats::cluster::{Clusters, Components};

use crate::data::clusters::ClusterMap;
use crate::data::contrast::Contrast;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{ClusterOutcome, CrossedOutcome};
use crate::request::ClusterWeight;

impl ClusterOutcome {
    /// Of two samples: the numbers of both together.
    fn of_samples(maps: &[ClusterMap; 2]) -> Self {
        let [one, other] = maps;
        let items = one.items() + other.items();
        let largest = maps.iter().map(|map| map.largest_share() * map.items() as f64).fold(0.0, f64::max);
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
            design_effect: components.and_then(|parts| parts.design_effect).map(rounded),
            icc: components.and_then(|parts| parts.within?.icc).map(rounded),
            weight: match clusters.weighed {
                Some(_) => ClusterWeight::Equal,
                None => ClusterWeight::Items,
            },
            other_weight: None,
            crossed: clusters
                .crossed
                .as_ref()
                .map(|crossed| CrossedOutcome { column: crossed.column.clone(), number: crossed.number() }),
        }
    }
}

/// Of a contrast.
pub(crate) fn outcome(contrast: &Contrast) -> Result<Option<ClusterOutcome>, Error> {
    if let Contrast::Unpaired(samples) = contrast {
        return Ok(samples.clusters.as_ref().map(|apart| ClusterOutcome::of_samples(&apart.maps)));
    }
    let Some(clusters) = contrast.clusters() else { return Ok(None) };
    let Contrast::Paired(pair) = contrast else { return Ok(Some(ClusterOutcome::new(clusters, None))) };
    let sums = pair.cluster_sums()?;
    let components = sums.as_ref().map(Clusters::components);
    let other_weight = match &clusters.weighed {
        None => sums.as_ref().map(|sums| sums.with_equal_weights().mean()),
        Some(sizes) => {
            let of_items = pair.encoded.difference.iter().zip(sizes);
            let total: f64 = of_items.map(|(&mean, &size)| mean as f64 * size as f64).sum();
            Some(total / clusters.items() as f64 / pair.encoded.grid.per_one())
        }
    };
    let other_weight = other_weight.map(rounded);
    Ok(Some(ClusterOutcome { other_weight, ..ClusterOutcome::new(clusters, components.as_ref()) }))
}
