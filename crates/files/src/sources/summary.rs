//! What becomes of scores that were read: a number beside them as a baseline, a quantile in the place of their mean.

use restrap_core::Precision;
use restrap_metrics::{describe::Make, scores::LOWER};
use restrap_words::asked_as;

use super::data::Owned;
use super::{OwnedData, Sources};
use restrap_lib::{Error, Request, Scores, inner::Quantile};

/// Returns the systems with a number as their baseline, if there is one.
pub(super) fn beside_number(
    mut data: OwnedData,
    against: Option<f64>,
    request: &Request,
) -> Result<OwnedData, Error> {
    let Some(number) = against else {
        return Ok(data);
    };
    let option = asked_as("against", number);
    let refuse = |found: String, hint: &str| {
        Err(Error::unfit(
            format!("{option} is for scores of items, found {found}"),
            hint,
        ))
    };
    if request.sample.unpaired || request.sample.over.is_independent() {
        return refuse(
            "two samples".to_owned(),
            "a number has no items of its own: test one sample at a time",
        );
    }
    let Owned::Scores { systems, .. } = &mut data.owned else {
        let hint = "for the interval of the metric use restrap ci";
        return refuse("a metric of the whole corpus".to_owned(), hint);
    };
    let items = systems.first().map_or(0, |system| system.values.len());
    let name = number.to_string();
    systems.insert(
        0,
        Scores {
            name,
            values: vec![number; items].into(),
            precision: Precision::Double,
        },
    );
    data.sampling.against = Some(number);
    Ok(data)
}

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
            .any(|system| system.values.len() != systems[0].values.len());
        if ragged || systems.iter().any(|system| system.values.is_empty()) {
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
