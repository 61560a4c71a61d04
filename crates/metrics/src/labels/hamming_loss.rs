//! Hamming loss: the share of wrong decisions about items and labels; lower is better.

use super::count::{hits, statistics};
use super::options::{LABELS, MULTI_LABEL};
use crate::counts::Ratio;
use crate::describe::{Description, Make, Scorer};
use crate::outputs::labels::{LabelSet, Labels};
use crate::{Error, Metric as _, Statistics, quote};

pub(super) static HAMMING_LOSS: Description = Description {
    printed: Some("Hamming loss"),
    options: &[&LABELS, &MULTI_LABEL],
    ..Description::new(
        "hamming-loss",
        "Hamming loss: share of wrong item-label decisions",
        Make::Labels(|_, set| {
            let labels = quote::list(set.names()).replace('`', "");
            let ratio = Ratio::new(HAMMING_LOSS.name, "wrong", "decisions").lower_is_better();
            let ratio = ratio.with_signature(format!("{}|labels:{labels}", HAMMING_LOSS.name));
            let set = set.clone();
            Ok(Scorer::counted(ratio, move |ratio, gold, system| {
                count(ratio.columns().len(), &set, gold, system)
            }))
        }),
    )
};

fn count(
    columns: usize,
    set: &LabelSet,
    gold: &Labels,
    system: &Labels,
) -> Result<Statistics, Error> {
    set.check_complete(gold)?;
    set.check_complete(system)?;
    let labels = set.names().len() as i64;
    statistics(columns, set, gold, system, |right, given, row| {
        row.add(
            0,
            (right.len() + given.len() - 2 * hits(right, given)) as i64,
        );
        row.add(1, labels);
    })
}
