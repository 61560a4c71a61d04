//! Data whose groups weigh as a stated mix says, and what they do not go with.

use restrap_metrics::Mean;
use restrap_words::{asked, asked_as};

use super::Sources;
use super::data::{Owned, OwnedData};
use super::error::SourceError;
use restrap_lib::{Over, Request};

impl Sources {
    /// The data with groups that weigh as was asked for.
    ///
    /// # Errors
    /// For what has no score of every item, and groups that are not those of the mix.
    pub(super) fn mixed(&self, data: OwnedData, request: &Request) -> Result<OwnedData, SourceError> {
        let Some(mix) = &self.mix else { return Ok(data) };
        let refuse = |found: String| {
            let hint = format!("drop it, or {}", asked("mix"));
            Err(SourceError::usage(format!("{} is of means of items, found {found}", asked("mix")), hint))
        };
        if request.sample.unpaired {
            return refuse(asked("unpaired").to_string());
        }
        if request.sample.over != Over::Items {
            return refuse(asked_as("over", request.sample.over).to_string());
        }
        let (Owned::Scores { systems, mean }, Some(by)) = (&data.owned, &data.by) else {
            return refuse("a metric of the whole corpus".to_owned());
        };
        let (mean, name) = (mean.clone(), data.name.clone());
        let known = mean.as_ref().map(|mean| (mean.name.clone(), mean.signature.clone()));
        let (name, signature) = known.unwrap_or_else(|| {
            let name = name.unwrap_or_else(|| "mean".to_owned());
            (name.clone(), name)
        });
        let mean = Mean {
            name: format!("{name} of a mix"),
            signature: format!("{signature}|mix:{mix}"),
            range: mean.as_ref().and_then(|mean| mean.range),
            higher_is_better: mean.is_none_or(|mean| mean.higher_is_better),
        };
        let (mixed, strata) = mix.of(systems, by, mean)?;
        Ok(OwnedData { mixed: Some(mixed), strata: Some(strata), by: None, name: None, ..data })
    }
}
