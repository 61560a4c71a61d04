//! Files with several rows per item: answers that were sampled for one prompt, runs of one recipe with other seeds, scores by several
//! raters.
//!
//! A column says which row is which, or the path of the file that it stands in (`s{seed}.txt`). Rows are kept by number: a name stands
//! once, whatever file it is in.

use std::collections::{HashMap, HashSet};

use restrap_io::{
    By, Grouping, Loaded, Located, Options, PathRole, describe, load, locate_patterns,
};
use restrap_words::{Note, asked, asked_as};

use super::Sources;
use super::clusters;
use super::error::SourceError;
use super::roles::called;
use restrap_lib::{Request, outcome::InputInfo};

/// Names by number.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub all: Vec<String>,
    places: HashMap<String, u32>,
}

impl Names {
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.places.get(name) {
            return number;
        }
        let number = self.all.len() as u32;
        self.all.push(name.to_owned());
        self.places.insert(name.to_owned(), number);
        number
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn of(&self, number: u32) -> &str {
        &self.all[number as usize]
    }
}

/// One score, and by number what its row says of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub item: u32,
    pub seed: u32,
    pub repeat: u32,
    pub judge: u32,
    pub cluster: u32,
    /// The number of its sub-population from 1; 0 is none.
    pub group: u32,
    pub score: f64,
}

/// The rows of one system.
#[derive(Debug)]
pub(super) struct Rows {
    pub name: String,
    pub rows: Vec<Row>,
}

/// All systems, and the names behind their numbers.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub items: Names,
    pub seeds: Names,
    pub repeats: Names,
    pub judges: Names,
    pub clusters: Names,
    pub groups: Names,
    pub systems: Vec<Rows>,
    pub inputs: Vec<InputInfo>,
    /// The column of the scores.
    pub measure: Option<String>,
    pub notes: Vec<Note>,
    /// Runs are told apart.
    pub has_seeds: bool,
    /// Answers are told apart.
    pub has_repeats: bool,
    /// Raters are told apart.
    pub has_judges: bool,
}

impl Table {
    /// Refuses scores outside the range that was declared: of what was read, not of what is made of it.
    ///
    /// # Errors
    /// [`SourceError`] with the first.
    pub fn check_range(&self, request: &Request) -> Result<(), SourceError> {
        let Some(range) = request.sample.range else {
            return Ok(());
        };
        let is_outside = |row: &&Row| row.score < range.low || row.score > range.high;
        let outside = self
            .systems
            .iter()
            .find_map(|system| Some((system, system.rows.iter().find(is_outside)?)));
        let Some((system, row)) = outside else {
            return Ok(());
        };
        Err(restrap_lib::Error::not_applicable(
            asked_as("range", range),
            "scores inside it",
            format!(
                "item {} of {} has {}",
                self.items.of(row.item),
                system.name,
                row.score
            ),
            format!(
                "give the range that scores can have, or leave such rows out: {}",
                asked_as("where", "COL!=VALUE")
            ),
        )
        .into())
    }
}

/// Reads the rows of every system, the baseline first.
///
/// # Errors
/// [`SourceError`] for files that cannot be read, and rows that are not what was said of them.
pub(super) fn read(sources: &Sources) -> Result<Table, SourceError> {
    let located = locate_patterns(&sources.systems)?;
    let answered = Answered::of(sources, &located);
    let (options, long) = (asked_for(sources, &answered)?, &sources.reading.long);
    let in_paths = |role| {
        located
            .iter()
            .flat_map(|one| &one.files)
            .any(|file| file.values.iter().any(|(known, _)| *known == role))
    };
    let Answered {
        seed,
        repeats,
        judge,
        ..
    } = answered;
    let mut table = Table {
        has_seeds: seed || in_paths(PathRole::Seed),
        has_repeats: repeats != Repeats::Untold || in_paths(PathRole::Repeat),
        has_judges: judge || in_paths(PathRole::Judge),
        ..Table::default()
    };
    let mut read: HashMap<String, Loaded> = HashMap::new();
    let mut measures: Vec<Option<String>> = Vec::new();
    for (at, one) in located.iter().enumerate() {
        for (path, values) in files(one) {
            let column = match (long, &one.column) {
                (Some(long), _) => Some(&long.score),
                (None, column) => column.as_ref(),
            };
            let file = column.map_or_else(|| path.to_owned(), |column| format!("{path}:{column}"));
            if !read.contains_key(&file) {
                let mut loaded = load(std::slice::from_ref(&file), &options)?;
                if !table.inputs.iter().any(|known| known.path == path) {
                    let role = crate::score::role(at);
                    let own = std::mem::take(&mut loaded.inputs)
                        .into_iter()
                        .filter(|input| input.path == path);
                    table.inputs.extend(own.map(|input| InputInfo {
                        role,
                        ..input.into()
                    }));
                    table.notes.append(&mut loaded.notes);
                }
                measures.push(loaded.measure.take());
                read.insert(file.clone(), loaded);
            }
            let wanted = long.as_ref().and(one.column.as_deref());
            take(
                &mut table,
                (sources, &answered),
                &read[&file],
                one,
                (values, wanted),
            )?;
        }
    }
    // The column of one system alone does not name what all were measured by.
    let first = measures.first().cloned().flatten();
    table.measure = first.filter(|name| measures.iter().all(|other| other.as_ref() == Some(name)));
    table.put_first(sources)?;
    Ok(table)
}

impl Table {
    /// Puts the baseline first, once all rows are there.
    ///
    /// # Errors
    /// For a baseline that is not a system, and rows of one item that nothing tells apart.
    pub(super) fn put_first(&mut self, sources: &Sources) -> Result<(), SourceError> {
        let systems = std::mem::take(&mut self.systems);
        self.systems = sources.baseline_first(systems, |system| &system.name)?;
        check_twice(self, sources)
    }

    /// Adds a file that holds one score of each item.
    pub(super) fn add_file(
        &mut self,
        system: &str,
        values: &[(PathRole, String)],
        items: &[u32],
        clusters: &[u32],
        scores: &[f64],
    ) {
        let in_path = |role| {
            values
                .iter()
                .find(|(known, _)| *known == role)
                .map(|(_, value)| &value[..])
        };
        let [seed, repeat, judge] =
            [PathRole::Seed, PathRole::Repeat, PathRole::Judge].map(in_path);
        self.has_seeds |= seed.is_some();
        self.has_repeats |= repeat.is_some();
        self.has_judges |= judge.is_some();
        let seed = self.seeds.number(seed.unwrap_or_default());
        let repeat = self.repeats.number(repeat.unwrap_or_default());
        let judge = self.judges.number(judge.unwrap_or_default());
        let rows = items.iter().zip(clusters).zip(scores);
        let rows = rows.map(|((&item, &cluster), &score)| Row {
            item,
            seed,
            repeat,
            judge,
            cluster,
            group: 0,
            score,
        });
        match self.systems.iter_mut().find(|rows| rows.name == system) {
            Some(known) => known.rows.extend(rows),
            None => self.systems.push(Rows {
                name: system.to_owned(),
                rows: rows.collect(),
            }),
        }
    }
}

/// How answers to an item are told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeats {
    /// They are not.
    Untold,
    /// By a column.
    Column,
    /// By their order in the file.
    Order,
}

/// What tells rows apart.
struct Answered {
    seed: bool,
    repeats: Repeats,
    judge: bool,
    /// Columns that say how a row was scored, where only their order tells rows apart.
    measures: Vec<String>,
}

impl Answered {
    fn of(sources: &Sources, located: &[Located]) -> Self {
        let answers = &sources.answers;
        let is_asked = answers.repeat.as_deref() == Some(ORDER);
        let named = |(path, _): (&str, _)| {
            let columns =
                describe(path, &sources.reading).map_or_else(|_| Vec::new(), |file| file.columns);
            let names = columns.into_iter().filter_map(|column| column.name);
            names.collect::<Vec<String>>()
        };
        let files = located
            .iter()
            .flat_map(files)
            .filter(|(path, _)| is_asked && *path != "-");
        let columns: Vec<Vec<String>> = files.map(named).collect();
        // A column that is called so is meant where there is one.
        let is_column = columns.iter().flatten().any(|name| name == ORDER);
        let repeats = match answers.repeat {
            None => Repeats::Untold,
            Some(_) if is_asked && !is_column => Repeats::Order,
            Some(_) => Repeats::Column,
        };
        let is_used = |name: &String| {
            let reading = &sources.reading;
            let own = [&answers.seed, &answers.judge, &reading.cluster];
            let long = reading
                .long
                .iter()
                .any(|long| [&long.system, &long.item, &long.score].contains(&name));
            long || reading.id.contains(name)
                || own.into_iter().flatten().any(|column| column == name)
        };
        let is_measure = |name: &&String| {
            restrap_io::names_measures(name)
                && !is_used(name)
                && columns.iter().all(|own| own.contains(name))
        };
        let measures = match (repeats, columns.first()) {
            (Repeats::Order, Some(first)) => first.iter().filter(is_measure).cloned().collect(),
            _ => Vec::new(),
        };
        Self {
            seed: answers.seed.is_some(),
            repeats,
            judge: answers.judge.is_some(),
            measures,
        }
    }

    /// Refuses rows whose order was to tell them apart where a column does: no two rows of an item (`keys`) have one value of it.
    ///
    /// # Errors
    /// [`SourceError`] with the column.
    fn check_measures(
        &self,
        found: &[&By],
        keys: &[(&str, u32)],
        file: &str,
    ) -> Result<(), SourceError> {
        let items: HashSet<&(&str, u32)> = keys.iter().collect();
        if items.len() == keys.len() {
            return Ok(());
        }
        for (column, by) in self.measures.iter().zip(found) {
            let mut seen = HashSet::with_capacity(keys.len());
            if !keys.iter().zip(&by.codes).all(|cell| seen.insert(cell)) {
                continue;
            }
            return Err(SourceError::usage(
                format!(
                    "{file}: expected answers to one item, found rows that differ in {column}: {}",
                    few(&by.values)
                ),
                format!(
                    "keep one way of scoring: `{}`; if these are answers: `{}`",
                    asked_as("where", format!("{column}={}", by.values[0])).quoted(),
                    asked_as("repeat", column).quoted()
                ),
            ));
        }
        Ok(())
    }
}

/// Names the first of some values.
fn few(values: &[String]) -> String {
    const FEW: usize = 4;
    let more = if values.len() > FEW { ", …" } else { "" };
    format!("{}{more}", values[..values.len().min(FEW)].join(", "))
}

/// What stands for the order of the rows in the place of a column.
const ORDER: &str = "order";

/// What the path of a file says of its rows.
pub(super) type Labelled = Vec<(PathRole, String)>;

/// The files of a system, each with what its path says.
pub(super) fn files(one: &Located) -> Vec<(&str, &[(PathRole, String)])> {
    if one.files.is_empty() {
        return vec![(&one.path, &[])];
    }
    one.files
        .iter()
        .map(|file| (&file.path[..], &file.values[..]))
        .collect()
}

/// The column of sub-populations, whose rows tell the group of their item.
pub(super) fn by(sources: &Sources) -> Option<&String> {
    let is_of_items = sources.are_sets || sources.has_strata() || sources.mix.is_some();
    let by = sources.reading.by.as_ref().filter(|_| !is_of_items);
    by.filter(|by| !clusters::is_file(by))
}

/// Groups of items of which there are several rows.
pub(super) fn of_groups(sources: &Sources, column: &str) -> SourceError {
    let option = if sources.are_sets {
        "dataset"
    } else {
        sources.reading.grouping.name()
    };
    SourceError::usage(
        format!(
            "{} repeats a comparison of one row per item, found several",
            asked_as(option, column)
        ),
        format!(
            "compare one part at a time: {}",
            asked_as("where", format!("{column}=VALUE"))
        ),
    )
}

/// What is read of every file: rows with the columns that tell them apart.
fn asked_for(sources: &Sources, answered: &Answered) -> Result<Options, SourceError> {
    let Options {
        id,
        long,
        by,
        systems,
        ..
    } = &sources.reading;
    if let Some(column) = by.as_ref().filter(|_| self::by(sources).is_none()) {
        return Err(of_groups(sources, column));
    }
    if let (Some(globs), Some(_)) = (systems, long) {
        return Err(SourceError::usage(
            format!(
                "{} selects columns of a wide table, found a long one",
                asked_as("systems", globs)
            ),
            "name each system: FILE:NAME",
        ));
    }
    // Clusters in a file of their own, or in the ids, are of items and not of rows.
    let cluster = sources
        .reading
        .cluster
        .clone()
        .filter(|_| sources.other_clusters().is_none());
    let clusters_elsewhere = sources.other_clusters().is_some();
    let options = Options {
        long: None,
        baseline: None,
        cluster,
        clusters_elsewhere,
        ..sources.reading.clone()
    };
    if long.is_none() && !sources.answers.has_column() {
        // Each file has one row per item.
        return Ok(Options {
            keep_ids: true,
            ..options
        });
    }
    let items = match long {
        Some(long) if id.is_empty() => std::slice::from_ref(&long.item),
        _ => &id[..],
    };
    if items.is_empty() {
        return Err(SourceError::usage(
            format!(
                "several rows of one item need its column, found no {}",
                asked("id")
            ),
            format!("add `{}`", asked_as("id", "COL")),
        ));
    }
    let items = items.iter().map(|column| (Grouping::Items, column.clone()));
    let mut roles: Vec<(Grouping, String)> = items.collect();
    let answers = &sources.answers;
    let repeat = answers
        .repeat
        .clone()
        .filter(|_| answered.repeats == Repeats::Column);
    for (kind, column) in [
        (Grouping::Repeats, &repeat),
        (Grouping::Seeds, &answers.seed),
        (Grouping::Judges, &answers.judge),
    ] {
        roles.extend(column.iter().map(|column| (kind, column.clone())));
    }
    roles.extend(
        long.iter()
            .map(|long| (Grouping::Systems, long.system.clone())),
    );
    let measures = answered.measures.iter();
    roles.extend(measures.map(|column| (Grouping::Measures, column.clone())));
    Ok(Options {
        id: Vec::new(),
        roles,
        ..options
    })
}

/// The numbers of a column's values, row by row.
fn numbers(names: &mut Names, of: &By) -> Vec<u32> {
    let numbers: Vec<u32> = of.values.iter().map(|value| names.number(value)).collect();
    of.codes
        .iter()
        .map(|&code| numbers[code as usize - 1])
        .collect()
}

/// Adds the rows of a file to those of its systems. `wanted`: the only system of a long table that is asked for.
fn take(
    table: &mut Table,
    (sources, answered): (&Sources, &Answered),
    loaded: &Loaded,
    one: &Located,
    (values, wanted): (&[(PathRole, String)], Option<&str>),
) -> Result<(), SourceError> {
    let Answered {
        seed,
        repeats,
        judge,
        ..
    } = *answered;
    let (repeat, ordered) = (repeats == Repeats::Column, repeats == Repeats::Order);
    let mut roles = loaded.roles.iter();
    let mut column = |is_asked: bool| if is_asked { roles.next() } else { None };
    let columns = sources.reading.id.len().max(1);
    let items: Vec<&By> = (0..columns)
        .filter_map(|_| column(!loaded.roles.is_empty()))
        .collect();
    let [repeats, seeds, judges] = [repeat, seed, judge].map(&mut column);
    let systems = column(sources.reading.long.is_some());
    let count = loaded.items();
    let items: Vec<u32> = match (&items[..], &loaded.ids) {
        ([items], _) => numbers(&mut table.items, items),
        ([_, ..], _) => {
            let part = |of: &&By, row: usize| of.values[of.codes[row] as usize - 1].clone();
            let name = |row| items.iter().map(|of| part(of, row)).collect::<Vec<_>>();
            (0..count)
                .map(|row| table.items.number(&name(row).join(", ")))
                .collect()
        }
        ([], ids) => {
            let name = |row| {
                ids.as_ref()
                    .and_then(|ids| ids.get(row))
                    .unwrap_or_else(|| (row + 1).to_string())
            };
            (0..count)
                .map(|row| table.items.number(&name(row)))
                .collect()
        }
    };
    let in_path = |role| {
        values
            .iter()
            .find(|(known, _)| *known == role)
            .map(|(_, value)| value.as_str())
    };
    let each = |names: &mut Names, of: Option<&By>, role| match (of, in_path(role)) {
        (Some(of), _) => numbers(names, of),
        (None, value) => vec![names.number(value.unwrap_or_default()); count],
    };
    let seeds = each(&mut table.seeds, seeds, PathRole::Seed);
    let repeats = each(&mut table.repeats, repeats, PathRole::Repeat);
    let judges = each(&mut table.judges, judges, PathRole::Judge);
    if ordered {
        let system = |row: usize| {
            systems.map_or("", |systems| {
                &systems.values[systems.codes[row] as usize - 1][..]
            })
        };
        let keys: Vec<(&str, u32)> = (items.iter().enumerate())
            .map(|(row, &item)| (system(row), item))
            .collect();
        answered.check_measures(&roles.collect::<Vec<_>>(), &keys, &one.path)?;
    }
    let clusters = match &loaded.clusters {
        Some(clusters) => numbers(&mut table.clusters, clusters),
        None => vec![0; count],
    };
    let groups = match &loaded.by {
        Some(by) => {
            let names = &mut table.groups;
            let numbers: Vec<u32> = by.values.iter().map(|value| names.number(value)).collect();
            let number = |code: &u32| match code.checked_sub(1) {
                Some(place) => numbers[place as usize] + 1,
                None => 0,
            };
            by.codes.iter().map(number).collect()
        }
        None => vec![0; count],
    };
    // A file that holds one system lends it the name of its argument.
    let alone = loaded.systems.len() == 1 && systems.is_none();
    let (mut found, mut last) = (false, 0);
    // How many answers of each run and rater to an item there were before, of each system.
    let mut before: HashMap<(&str, u32, u32, u32), u32> = HashMap::new();
    for system in &loaded.systems {
        for (row, &score) in system.scores.iter().enumerate() {
            let name = match systems {
                Some(systems) => &systems.values[systems.codes[row] as usize - 1],
                None if alone => &one.name,
                None => &system.name,
            };
            if wanted.is_some_and(|wanted| wanted != name) {
                continue;
            }
            let name = if wanted.is_some() { &one.name } else { name };
            let answer = before
                .entry((name, items[row], seeds[row], judges[row]))
                .or_insert(0);
            *answer += 1;
            let row = Row {
                item: items[row],
                seed: seeds[row],
                repeat: if ordered { *answer } else { repeats[row] },
                judge: judges[row],
                cluster: clusters[row],
                group: groups[row],
                score,
            };
            found = true;
            // Rows of one system mostly follow each other.
            if table
                .systems
                .get(last)
                .is_none_or(|rows| rows.name != *name)
            {
                let known = table.systems.iter().position(|rows| rows.name == *name);
                last = known.unwrap_or_else(|| {
                    table.systems.push(Rows {
                        name: name.clone(),
                        rows: Vec::new(),
                    });
                    table.systems.len() - 1
                });
            }
            table.systems[last].rows.push(row);
        }
    }
    match wanted.filter(|_| !found) {
        Some(wanted) => Err(SourceError::usage(
            format!("expected a system of the long table, found no row of {wanted}"),
            "look at its names with restrap inspect",
        )),
        None => Ok(()),
    }
}

/// Refuses rows of one item that nothing tells apart.
fn check_twice(table: &Table, sources: &Sources) -> Result<(), SourceError> {
    for system in &table.systems {
        let mut seen = HashSet::with_capacity(system.rows.len());
        let same = system
            .rows
            .iter()
            .find(|row| !seen.insert((row.item, row.seed, row.repeat, row.judge)));
        let Some(row) = same else { continue };
        let answers = &sources.answers;
        let roles = [
            (table.has_repeats, &answers.repeat, PathRole::Repeat),
            (table.has_seeds, &answers.seed, PathRole::Seed),
            (table.has_judges, &answers.judge, PathRole::Judge),
        ];
        let told = roles
            .into_iter()
            .filter(|role| role.0)
            .map(|(_, column, role)| called(column.as_ref(), role));
        return Err(SourceError::usage(
            format!(
                "{}: item {} has two rows with the same {}",
                system.name,
                table.items.of(row.item),
                told.collect::<Vec<_>>().join(" and ")
            ),
            "remove one, or name the column in which they differ",
        ));
    }
    Ok(())
}
