//! Human scores of some items from a file of their own, paired by the ids of the items.

use std::collections::HashMap;

use restrap_io::{Grouping, Missing, Options, load, locate};
use restrap_words::{Code, asked, asked_as};

use super::Sources;
use super::data::{Owned, OwnedData};
use super::error::SourceError;
use restrap_lib::{
    Human,
    number::format::count,
    outcome::{InputInfo, Role},
};

/// Adds the human scores of `FILE[:COLUMN]` to scores that were read.
///
/// # Errors
/// [`SourceError`] for a file that cannot be read, items without ids, and scores that belong to no item.
pub(super) fn add(
    sources: &Sources,
    typed: &str,
    mut data: OwnedData,
) -> Result<OwnedData, SourceError> {
    let refuse = |needs: &str, hint: String| {
        Err(SourceError::usage(
            format!("{} needs {needs}", asked_as("human", typed)),
            hint,
        ))
    };
    let Owned::Scores { systems, .. } = &data.owned else {
        return refuse(
            "scores of items",
            format!(
                "drop {}: a metric of the whole corpus has none",
                asked("human")
            ),
        );
    };
    let known = data.ids.as_ref().filter(|ids| ids.are_known);
    let id = |item: usize| known.and_then(|ids| ids.get(item));
    let number = systems.first().map_or(0, |system| system.rows().len());
    let places: Option<HashMap<String, usize>> =
        (0..number).map(|item| Some((id(item)?, item))).collect();
    let Some(places) = places.filter(|places| places.len() == number) else {
        return refuse(
            "the ids of the items",
            format!("add {}, a column of both files", asked_as("id", "COL")),
        );
    };
    let located = locate(&[typed.to_owned()])?.remove(0);
    let names: Vec<String> = systems.iter().map(|system| system.name.clone()).collect();
    let rows = rows(sources, &located.path, located.column.as_deref(), &names)?;
    let mut human = Human {
        column: typed.to_owned(),
        scores: vec![vec![None; number]; names.len()],
    };
    let mut unknown: Vec<String> = Vec::new();
    for (system, item, score) in rows.scores {
        let Some(&place) = places.get(&item) else {
            unknown.push(item);
            continue;
        };
        if human.scores[system][place].replace(score).is_some() {
            return Err(SourceError::usage(
                format!(
                    "{typed}: item {item} has two human scores for {}",
                    names[system]
                ),
                "average them into one row per item and system",
            ));
        }
    }
    if let Some(first) = unknown.first() {
        let scores = count(unknown.len() as u64, "human score");
        data.notes.push(Code::HumanLeftOut.says(format!(
            "{typed}: {scores} left out, of items that were not compared, such as {first}"
        )));
    }
    data.notes.push(Code::HumanRandomSample.says(format!(
        "{typed}: the items with a human score are treated as a random sample of all {}",
        count(number as u64, "item")
    )));
    data.inputs.push(rows.input);
    data.sampling.human = Some(human);
    Ok(data)
}

/// What a file holds: system, item, score.
struct HumanRows {
    scores: Vec<(usize, String, f64)>,
    input: InputInfo,
}

fn rows(
    sources: &Sources,
    path: &str,
    column: Option<&str>,
    names: &[String],
) -> Result<HumanRows, SourceError> {
    let Options {
        filters,
        mmap,
        format,
        id,
        long,
        ..
    } = sources.reading.clone();
    // A cell without a score is of an item that nobody scored.
    let mut options = Options {
        filters,
        mmap,
        format,
        missing: Missing::Drop,
        ..Options::default()
    };
    options.clusters_elsewhere = true;
    let (mut scores, mut input) = (Vec::new(), None);
    if let Some(long) = &long {
        options.roles = vec![
            (Grouping::Items, long.item.clone()),
            (Grouping::Systems, long.system.clone()),
        ];
        let loaded = load(
            &[format!("{path}:{}", column.unwrap_or(&long.score))],
            &options,
        )?;
        let [items, systems] = &loaded.roles[..] else {
            return Err(SourceError::usage(
                format!("{path}: found no rows"),
                "name another file",
            ));
        };
        for (row, &score) in loaded.systems[0].scores.iter().enumerate() {
            let name = &systems.values[systems.codes[row] as usize - 1];
            if let Some(system) = names.iter().position(|known| known == name) {
                scores.push((
                    system,
                    items.values[items.codes[row] as usize - 1].clone(),
                    score,
                ));
            }
        }
        input = loaded.inputs.into_iter().next();
    } else {
        if let (Some(column), true) = (column, names.len() > 1) {
            return Err(SourceError::usage(
                format!(
                    "{} is one column, found {}",
                    asked_as("human", format!("{path}:{column}")),
                    count(names.len() as u64, "system")
                ),
                format!(
                    "human scores of each system are in the column of its name ({})",
                    names.join(", ")
                ),
            ));
        }
        (options.id, options.keep_ids) = (id, true);
        // A file that holds one system lends it its own name: people's scores are in a column of the same name.
        let own = locate(&sources.systems)?
            .into_iter()
            .next()
            .and_then(|one| one.column);
        let column = column
            .map(str::to_owned)
            .or(own.filter(|_| names.len() == 1));
        for (system, name) in names.iter().enumerate() {
            let loaded = load(
                &[format!("{path}:{}", column.as_ref().unwrap_or(name))],
                &options,
            )?;
            for (row, &score) in loaded.systems[0].scores.iter().enumerate() {
                let item = loaded
                    .ids
                    .as_ref()
                    .and_then(|ids| ids.get(row))
                    .unwrap_or_default();
                scores.push((system, item, score));
            }
            input = loaded.inputs.into_iter().next();
        }
    }
    let input = input.map(InputInfo::from);
    let input = input
        .ok_or_else(|| SourceError::usage(format!("{path}: found nothing"), "name another file"))?;
    Ok(HumanRows {
        scores,
        input: InputInfo {
            role: Role::Human,
            ..input
        },
    })
}
