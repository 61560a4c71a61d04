//! Quantiles of scores in the place of their mean.

use restrap_metrics::{describe::Make, scores::LOWER};

use super::data::Owned;
use super::{OwnedData, Sources};
use restrap_lib::inner::Quantile;

impl Sources {
    /// The systems under a quantile of their scores, where one was asked for.
    pub(super) fn summed_up(&self, mut data: OwnedData) -> OwnedData {
        let Some(summary) = &self.summary else {
            return data;
        };
        let Make::Order(share) = summary.description().make else {
            return data;
        };
        let Owned::Scores { systems, .. } = &data.owned else {
            return data;
        };
        let ragged = systems
            .iter()
            .any(|system| system.rows().len() != systems[0].rows().len());
        if ragged || systems.iter().any(|system| system.rows().is_empty()) {
            return data;
        }
        let quantile = Quantile::new(
            summary.short(),
            share(summary),
            !summary.get(&LOWER),
            systems,
        );
        data.owned = Owned::Items(Box::new(quantile));
        data.full_name = Some(summary.to_string());
        data
    }
}
