//! Rows that stand for several items: how often each occurs, and the one order in which equal rows are merged.
//!
//! Rows that nothing tells apart are one row, whose counts are added up; they are sorted by their groups, in each of these the most
//! frequent first, then by value. So neither the order of rows nor an aggregation in parts changes an answer.

use std::cmp::Ordering;
use std::sync::Arc;

use super::loaded::{Input, Loaded, System};
use crate::bytes::chunks;
use crate::error::counts::{BadCounts, MOST_COUNTED};
use crate::error::quote;
use crate::frame::parsed::{Opened, Parsed};
use crate::stage::by::By;
use crate::stage::named::Named;
use crate::stage::picks::Group;
use crate::{Cells, Error, Grouping, Options};

/// The most items that rows are repeated to, for what looks at items one by one.
const MOST_ITEMS: u64 = 10_000_000;

/// How often each row of a file occurs, in the order of its rows; `None` if its column is not asked for.
///
/// # Errors
/// [`Error::Counts`] for a row without a count, for a sum beyond 2^53, and for ids beside a row that occurs several times.
pub(super) fn of_file(file: &Named<'_>, options: &Options) -> Result<Option<Vec<u64>>, Error> {
    let mut groups = file.parsed.groups.iter();
    let Some(groups) = groups.find(|groups| groups.kind == Grouping::Counts) else {
        return Ok(None);
    };
    let values: Vec<Option<u64>> = groups.values.iter().map(|value| whole(value)).collect();
    let count = |code: &u32| values.get((*code as usize).checked_sub(1)?).copied()?;
    let mut bad = groups
        .codes
        .iter()
        .enumerate()
        .filter(|(_, code)| count(code).is_none());
    if let Some((row, code)) = bad.next() {
        return Err(bad_counts(BadCounts::NotWhole {
            place: Box::new(file.place(row, Some(groups.column.clone()))),
            found: (*code as usize).checked_sub(1).map_or_else(
                || "none".to_owned(),
                |at| quote::quoted(groups.values[at].as_bytes()),
            ),
            more: bad.count() as u64,
        }));
    }
    let times: Vec<u64> = groups.codes.iter().filter_map(count).collect();
    let (shown, column) = (file.file.to_owned(), groups.column.clone());
    let items = times.iter().map(|times| u128::from(*times)).sum::<u128>();
    if items > u128::from(MOST_COUNTED) {
        return Err(bad_counts(BadCounts::TooMany {
            file: shown,
            column,
        }));
    }
    if items == 0 {
        return Err(bad_counts(BadCounts::NoItems {
            file: shown,
            column,
        }));
    }
    if let Some(row) = times.iter().position(|times| *times > 1)
        && let Some(ids) = ids_of(file.parsed, options)
    {
        return Err(bad_counts(BadCounts::Ids {
            file: shown,
            ids: Some(ids).filter(|ids| !ids.is_empty()),
            line: file.line(row),
            times: times[row],
        }));
    }
    Ok(Some(times))
}

/// The name of the ids of single items, if the file has such ids; empty where they have none.
fn ids_of(parsed: &Parsed, options: &Options) -> Option<String> {
    if parsed.ids.is_some() {
        return Some(options.id.join(","));
    }
    let is_distinct =
        |(_, ids): &&(String, crate::ids::Ids)| ids.len() > 1 && matches!(ids.doubled(), Ok(None));
    parsed
        .lookalikes
        .iter()
        .find(is_distinct)
        .map(|(name, _)| name.clone())
}

fn bad_counts(bad: BadCounts) -> Error {
    Error::Counts(Box::new(bad))
}

/// A whole number from 0 to 2^53, perhaps written with a point and zeros.
fn whole(text: &str) -> Option<u64> {
    let (digits, zeros) = text.split_once('.').unwrap_or((text, ""));
    let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if are_digits && zeros.bytes().all(|byte| byte == b'0') {
        return digits.parse().ok().filter(|count| *count <= MOST_COUNTED);
    }
    let is_scientific = text.contains(['e', 'E']) && text.starts_with(|c: char| c.is_ascii_digit());
    let number: f64 = text.parse().ok().filter(|_| is_scientific)?;
    let is_whole = number.fract() == 0.0 && (0.0..MOST_COUNTED as f64).contains(&number);
    is_whole.then_some(number as u64)
}

/// The counts of every file, and the checks of each.
///
/// # Errors
/// As [`of_file`].
pub(super) fn of_files(
    groups: &[Group],
    files: &mut [Opened<Parsed>],
    options: &Options,
) -> Result<Vec<Option<Vec<u64>>>, Error> {
    if options.count.is_none() {
        return Ok(files.iter().map(|_| None).collect());
    }
    let one = |(group, file): (&Group, &mut Opened<Parsed>)| {
        of_file(&Named::new(&group.path, file), options)
    };
    groups.iter().zip(files).map(one).collect()
}

/// Says how many items the files hold whose rows are counted.
pub(super) fn number_items(inputs: &mut [Input], counts: &[Option<Vec<u64>>]) {
    for (input, times) in inputs.iter_mut().zip(counts) {
        if let Some(times) = times {
            input.items = times.iter().sum::<u64>() as usize;
        }
    }
}

/// How often each item occurs, by the groups that pairing leaves.
pub(super) fn of_groups(by: &By) -> Vec<u64> {
    let values: Vec<u64> = by
        .values
        .iter()
        .map(|value| whole(value).unwrap_or(0))
        .collect();
    let count = |code: &u32| (*code as usize).checked_sub(1).map_or(0, |at| values[at]);
    by.codes.iter().map(count).collect()
}

/// Merges the equal rows of systems that share their items, and repeats each as often as it occurs unless counts are taken.
///
/// # Errors
/// [`BadCounts::OneByOne`] for more items than rows are repeated to.
pub(super) fn settle(loaded: &mut Loaded, times: &[u64], options: &Options) -> Result<(), Error> {
    let are_codes = matches!(
        options.cells,
        Cells::Labels | Cells::LabelSets | Cells::Texts
    );
    sort_labels(loaded, are_codes);
    let groups = loaded
        .by
        .iter_mut()
        .chain(&mut loaded.clusters)
        .chain(&mut loaded.roles);
    groups.for_each(sort_values);
    let groups = loaded
        .by
        .iter()
        .chain(&loaded.clusters)
        .chain(&loaded.roles);
    let groups: Vec<Vec<u64>> = groups
        .map(|by| by.codes.iter().map(|code| u64::from(*code)).collect())
        .collect();
    let mut keys: Vec<Vec<u64>> = Vec::new();
    for system in &loaded.systems {
        keys.extend(
            std::iter::once(&system.scores)
                .chain(&system.more)
                .map(|column| order_of(column)),
        );
    }
    if !loaded.gold.is_empty() {
        keys.push(order_of(&loaded.gold));
    }
    let rows = Rows::merged((&groups, &keys), times, options)?;
    for system in &mut loaded.systems {
        rows.take_system(system)?;
    }
    rows.take(&mut loaded.gold)?;
    for by in loaded
        .by
        .iter_mut()
        .chain(&mut loaded.clusters)
        .chain(&mut loaded.roles)
    {
        rows.take(&mut by.codes)?;
    }
    for lines in &mut loaded.lines {
        rows.take(lines)?;
    }
    loaded.ids = None;
    Ok(())
}

/// Merges the equal rows of one system, and repeats each as often as it occurs unless counts are taken.
///
/// # Errors
/// As [`settle`].
pub(super) fn settle_alone(
    system: &mut System,
    times: &[u64],
    options: &Options,
) -> Result<(), Error> {
    let columns = std::iter::once(&system.scores).chain(&system.more);
    let keys: Vec<Vec<u64>> = columns.map(|column| order_of(column)).collect();
    let rows = Rows::merged((&[], &keys), times, options)?;
    rows.take_system(system)
}

/// Rows in their one order.
struct Rows {
    /// Where each stood, with repeats if items are wanted one by one.
    places: Vec<u32>,
    /// How often each occurs, unless they are repeated.
    times: Option<Arc<[u64]>>,
}

impl Rows {
    fn merged(
        (groups, values): (&[Vec<u64>], &[Vec<u64>]),
        times: &[u64],
        options: &Options,
    ) -> Result<Self, Error> {
        let compare = |keys: &[Vec<u64>], one: u32, other: u32| {
            let of_key = |key: &Vec<u64>| key[one as usize].cmp(&key[other as usize]);
            keys.iter()
                .map(of_key)
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        };
        let by_row = |one: u32, other: u32| {
            compare(groups, one, other).then_with(|| compare(values, one, other))
        };
        let mut places: Vec<u32> = (0..times.len() as u32)
            .filter(|row| times[*row as usize] > 0)
            .collect();
        places.sort_unstable_by(|one, other| by_row(*one, *other));
        let mut rows: Vec<(u32, u64)> = Vec::with_capacity(places.len());
        for place in places {
            let count = times[place as usize];
            match rows.last_mut() {
                Some((last, sum)) if by_row(*last, place).is_eq() => *sum += count,
                _ => rows.push((place, count)),
            }
        }
        rows.sort_by(|one, other| compare(groups, one.0, other.0).then(other.1.cmp(&one.1)));
        let items: u64 = rows.iter().map(|(_, count)| count).sum();
        if options.takes_counts {
            return Ok(Self {
                places: rows.iter().map(|(place, _)| *place).collect(),
                times: Some(rows.into_iter().map(|(_, count)| count).collect()),
            });
        }
        if items > MOST_ITEMS {
            return Err(bad_counts(BadCounts::OneByOne {
                items,
                most: MOST_ITEMS,
            }));
        }
        let mut places = room(items as usize)?;
        for (place, count) in rows {
            places.extend(std::iter::repeat_n(place, count as usize));
        }
        Ok(Self {
            places,
            times: None,
        })
    }

    fn take<T: Copy>(&self, column: &mut Vec<T>) -> Result<(), Error> {
        if column.is_empty() {
            return Ok(());
        }
        let mut taken = room(self.places.len())?;
        taken.extend(self.places.iter().map(|place| column[*place as usize]));
        *column = taken;
        Ok(())
    }

    fn take_system(&self, system: &mut System) -> Result<(), Error> {
        self.take(&mut system.scores)?;
        system
            .more
            .iter_mut()
            .try_for_each(|column| self.take(column))?;
        system.times.clone_from(&self.times);
        Ok(())
    }
}

fn room<T>(rows: usize) -> Result<Vec<T>, Error> {
    chunks::room(rows).map_err(|_| Error::Memory {
        path: "rows repeated by their counts".to_owned(),
        bytes: 8 * rows as u64,
    })
}

/// Whole numbers in the order of the scores; −0 is 0.
fn order_of(scores: &[f64]) -> Vec<u64> {
    let key = |score: &f64| {
        let bits = (score + 0.0).to_bits();
        if bits >> 63 == 0 {
            bits | 1 << 63
        } else {
            !bits
        }
    };
    scores.iter().map(key).collect()
}

/// Values of groups in the order of numbers, then of texts, whatever row comes first.
fn sort_values(by: &mut By) {
    let ranks = ranks(&by.values, |one, other| {
        let numbers =
            [one, other].map(|value| value.parse::<f64>().ok().filter(|number| !number.is_nan()));
        match numbers {
            [Some(one), Some(other)] => one.total_cmp(&other),
            [one, other] => other.is_some().cmp(&one.is_some()),
        }
        .then_with(|| one.cmp(other))
    });
    by.values = put(&ranks, std::mem::take(&mut by.values));
    for code in by.codes.iter_mut().filter(|code| **code > 0) {
        *code = ranks[*code as usize - 1] + 1;
    }
}

/// Labels in the order of their texts, whatever row comes first. `of_systems`: scores are codes of labels.
fn sort_labels(loaded: &mut Loaded, of_systems: bool) {
    if loaded.labels.is_empty() {
        return;
    }
    let ranks = ranks(&loaded.labels, Ord::cmp);
    loaded.labels = put(&ranks, std::mem::take(&mut loaded.labels));
    let systems = loaded.systems.iter_mut().filter(|_| of_systems);
    let columns =
        systems.flat_map(|system| std::iter::once(&mut system.scores).chain(&mut system.more));
    for column in columns.chain(std::iter::once(&mut loaded.gold)) {
        for code in column.iter_mut().filter(|code| **code > 0.0) {
            *code = f64::from(ranks[*code as usize - 1] + 1);
        }
    }
}

/// The place of each value among all.
fn ranks<T>(values: &[T], compare: impl Fn(&T, &T) -> Ordering) -> Vec<u32> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|one, other| compare(&values[*one], &values[*other]));
    let mut ranks = vec![0; values.len()];
    for (rank, place) in (0..).zip(order) {
        ranks[place] = rank;
    }
    ranks
}

fn put<T>(ranks: &[u32], values: Vec<T>) -> Vec<T> {
    let mut ranked: Vec<(u32, T)> = ranks.iter().copied().zip(values).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, value)| value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_whole_numbers_that_doubles_hold() {
        for (text, count) in [
            ("0", 0),
            ("17", 17),
            ("17.0", 17),
            ("1e3", 1_000),
            ("9007199254740992", MOST_COUNTED),
        ] {
            assert_eq!(whole(text), Some(count), "{text}");
        }
        for text in [
            "",
            "-1",
            "+1",
            "1.5",
            "9007199254740993",
            "9007199254740993.0",
            "1e16",
            "0x10",
            "1,000",
            "nan",
            "inf",
            ".",
            "1_000",
        ] {
            assert_eq!(whole(text), None, "{text}");
        }
    }

    #[test]
    fn the_order_of_scores_is_that_of_their_keys() {
        let scores = [-2.0, -0.5, -0.0, 0.0, 0.25, 7.0];
        let keys = order_of(&scores);
        assert!(keys.is_sorted(), "{keys:?}");
        assert_eq!(keys[2], keys[3], "−0 is 0");
    }

    #[test]
    fn equal_rows_are_one_and_the_most_frequent_comes_first() {
        let options = Options {
            takes_counts: true,
            ..Options::default()
        };
        let keys = [vec![1, 2, 1, 3, 4], vec![5, 5, 5, 5, 5]];
        let rows = Rows::merged((&[], &keys), &[2, 4, 3, 4, 0], &options).expect("few");
        assert_eq!(rows.places, [0, 1, 3]);
        assert_eq!(rows.times.as_deref(), Some(&[5, 4, 4][..]));
        let groups = [vec![2, 1, 2, 1, 1]];
        let rows = Rows::merged((&groups, &keys), &[2, 4, 3, 5, 0], &options).expect("few");
        assert_eq!(rows.places, [3, 1, 0], "the first group first");
        let rows = Rows::merged((&[], &keys), &[1, 2, 0, 1, 0], &Options::default()).expect("few");
        assert_eq!((rows.places, rows.times), (vec![1, 1, 0, 3], None));
        let many = [MOST_ITEMS, 1, 0, 0, 0];
        assert!(Rows::merged((&[], &keys), &many, &Options::default()).is_err());
    }
}
