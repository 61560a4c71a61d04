//! Items of gold and system side by side, as places of their labels in a label set.

use restrap_core::IntegerColumn;

use crate::outputs::labels::{Arity, LabelSet, Labels};
use crate::{Error, Statistics};

/// Gives each item's labels of the gold and of the system, as places in the set, to `each`, with the item's place in the gold.
///
/// Items are paired by position; labels outside the set are left out.
///
/// # Errors
///
/// Different numbers of items, or single labels against label sets.
pub(super) fn each_item(
    set: &LabelSet,
    gold: &Labels,
    system: &Labels,
    mut each: impl FnMut(usize, &[usize], &[usize]),
) -> Result<(), Error> {
    system.check_paired(gold)?;
    if gold.arity != system.arity {
        let kind = |labels: &Labels| {
            format!("{:?} labels in {}", labels.arity, labels.file).to_lowercase()
        };
        return Err(Error::option(
            format!("{} as in the gold", kind(gold)),
            kind(system),
        ));
    }
    let (of_gold, of_system) = (set.map(gold), set.map(system));
    let (mut right, mut given) = (Vec::new(), Vec::new());
    for item in 0..gold.items() {
        right.clear();
        given.clear();
        right.extend(
            gold.item(item)
                .iter()
                .filter_map(|code| of_gold[*code as usize]),
        );
        given.extend(
            system
                .item(item)
                .iter()
                .filter_map(|code| of_system[*code as usize]),
        );
        each(item, &right, &given);
    }
    Ok(())
}

/// The statistics of one item.
pub(super) struct Row<'a> {
    columns: &'a mut [IntegerColumn],
    item: usize,
}

impl Row<'_> {
    pub(super) fn add(&mut self, column: usize, count: i64) {
        self.columns[column].add(self.item, count);
    }
}

/// Returns the statistics of all items, from what each adds to the columns.
pub(super) fn statistics(
    columns: usize,
    set: &LabelSet,
    gold: &Labels,
    system: &Labels,
    count: impl Fn(&[usize], &[usize], &mut Row<'_>),
) -> Result<Statistics, Error> {
    let mut statistics = Statistics::zeros(columns, gold.items());
    each_item(set, gold, system, |item, right, given| {
        count(
            right,
            given,
            &mut Row {
                columns: &mut statistics.columns,
                item,
            },
        );
    })?;
    Ok(statistics)
}

/// How many labels are right.
pub(super) fn hits(right: &[usize], given: &[usize]) -> usize {
    given.iter().filter(|class| right.contains(class)).count()
}

/// Adds `tp`, `fp` and `fn` of each of `k` classes.
pub(super) fn add_classes(k: usize, right: &[usize], given: &[usize], row: &mut Row<'_>) {
    for class in given {
        row.add(
            if right.contains(class) {
                *class
            } else {
                k + class
            },
            1,
        );
    }
    for class in right.iter().filter(|class| !given.contains(class)) {
        row.add(2 * k + class, 1);
    }
}

/// Fails for label sets, and for a label outside the set, of a metric that needs one label of the set per item.
pub(super) fn check_single(
    name: &str,
    set: &LabelSet,
    gold: &Labels,
    system: &Labels,
) -> Result<(), Error> {
    set.check_complete(gold)?;
    set.check_complete(system)?;
    if gold.arity == Arity::Multi {
        return Err(Error::option(
            format!("one label per item for {name}"),
            "label sets",
        ));
    }
    Ok(())
}
