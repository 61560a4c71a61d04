//! Sub-populations that overlap: random splits of one data set contain its items repeatedly, so their rows together are not a
//! sample of items.

use std::collections::HashMap;

use crate::stage::named::Named;
use crate::{Grouping, Options};

/// One of so many shared ids is a slip.
const SLIP: usize = 20;

/// How many ids several sub-populations share, by the ids without the column of the sub-populations, or else by the first column
/// that is called an identifier. Numbers that start anew in each sub-population are not ids.
pub(crate) fn shared_ids(files: &[Named<'_>], first: usize, options: &Options) -> usize {
    if options.grouping != Grouping::Populations {
        return 0;
    }
    let of = |file: &Named<'_>| {
        file.parsed
            .groups
            .iter()
            .position(|groups| groups.kind == Grouping::Populations)
    };
    let has = |file: &&Named<'_>| of(file).is_some();
    let Some(file) = files
        .get(first)
        .filter(has)
        .or_else(|| files.iter().find(has))
    else {
        return 0;
    };
    let (Some(by), Some(at)) = (&options.by, of(file)) else {
        return 0;
    };
    let groups = &file.parsed.groups[at];
    let codes = &groups.codes;
    let place = options.id.iter().position(|id| id == by);
    let keys = match (&file.parsed.ids, place) {
        (Some(ids), Some(place)) => ids.without(place),
        (Some(_), None) => return 0,
        (None, _) => match file.parsed.lookalikes.iter().find(|(name, _)| name != by) {
            Some((_, ids)) => ids.without(usize::MAX),
            None => return 0,
        },
    };
    let mut populations: HashMap<&[u8], (u32, bool)> = HashMap::new();
    let mut last: HashMap<u32, u64> = HashMap::new();
    let mut is_numbered = true;
    for (key, code) in keys.iter().map(Vec::as_slice).zip(codes) {
        let known = populations.entry(key).or_insert((*code, false));
        known.1 |= known.0 != *code;
        let digits = key
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let number = std::str::from_utf8(&key[key.len() - digits..])
            .ok()
            .and_then(|digits| digits.parse().ok());
        let before = number.and_then(|number| last.insert(*code, number));
        is_numbered &= number.is_some_and(|number| match before {
            Some(before) => number == before + 1,
            None => number <= 1,
        });
    }
    let shared = populations.values().filter(|(_, several)| *several).count();
    if is_numbered || shared * SLIP < populations.len() {
        0
    } else {
        shared
    }
}
