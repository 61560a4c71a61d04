//! Made tables, with what each rule says of them (`made.json`).

use serde_json::Value;

use super::ids::{self, Identified};
use super::labels::{self, WordColumn};
use super::numbers::{self, Sentinel};
use super::rows;
use super::sums;
use super::table::{Table, TableColumn};
use crate::error::question::Pairing;
use crate::ids::Ids;
use crate::words::{List, last_part};

/// Rule, column or row, and `said`, `asked` or `refused`.
type Hit = (String, String, String);

fn hit(rule: &str, place: &str, answer: &str) -> Hit {
    (rule.to_owned(), place.to_owned(), answer.to_owned())
}

fn text(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn table(columns: &Value) -> Table {
    let column = |(name, cells): (&String, &Value)| {
        let mut ids = Ids::default();
        for cell in cells.as_array().expect("cells") {
            ids.push(std::iter::once(text(cell).as_bytes()))
                .expect("memory");
        }
        TableColumn::new(name.clone(), ids, false)
    };
    Table {
        columns: columns
            .as_object()
            .expect("columns")
            .iter()
            .map(column)
            .collect(),
    }
}

/// The names of the columns that may be systems.
fn systems(table: &Table) -> Vec<String> {
    let names: Vec<&str> = table
        .columns
        .iter()
        .map(|column| &column.name[..])
        .collect();
    let none = rows::no_systems(&names);
    let counts = |column: &TableColumn| {
        let mut numbers = column.numbers.clone().unwrap_or_default();
        numbers.sort_by(f64::total_cmp);
        let from = |first: f64| {
            numbers
                .iter()
                .enumerate()
                .all(|(at, number)| *number == first + at as f64)
        };
        numbers.len() > 1 && (from(0.0) || from(1.0))
    };
    let is_system = |(at, column): &(usize, &TableColumn)| {
        let name = &column.name;
        column.numbers.is_some()
            && !List::Ids.holds_last(name)
            && !counts(column)
            && !none.contains(at)
            && !List::Costs.holds_word(last_part(name))
            && (!List::Golds.ends(name) || List::Verdicts.holds_word(name))
    };
    let all = table.columns.iter().enumerate().filter(is_system);
    all.map(|(_, column)| column.name.clone()).collect()
}

fn numbers_of<'t>(table: &'t Table, name: &str) -> &'t [f64] {
    let column = table
        .columns
        .iter()
        .find(|column| column.name == name)
        .expect("a column");
    column.numbers.as_deref().expect("numbers")
}

fn of_table(table: &Table, named: Option<Vec<String>>, given: &[&str]) -> Vec<Hit> {
    let mut hits = Vec::new();
    let id = |row: usize| {
        let first = table.texts().next().expect("a column of text");
        String::from_utf8_lossy(first.cell(row)).into_owned()
    };
    let left = match sums::rows_of_sums(table, None) {
        Ok(left) => left,
        Err(crate::error::question::Question::OnlySums) => {
            return vec![hit("2.1", "all rows", "refused")];
        }
        Err(crate::error::question::Question::PerhapsSum { word, .. }) => {
            hits.push(hit("2.1", &word, "asked"));
            Vec::new()
        }
        Err(other) => panic!("{other}"),
    };
    for row in &left {
        let name = id(*row);
        let place = if name.is_empty() {
            format!("row {} (no id)", row + 1)
        } else {
            name
        };
        hits.push(hit("2.1", &place, "said"));
    }
    let others: Vec<usize> = (0..table.rows())
        .filter(|row| !left.contains(row))
        .collect();
    let table = &table.of_rows(&others);
    if rows::check_metrics(table).is_err() {
        let first = table
            .columns
            .iter()
            .find(|column| column.numbers.is_none())
            .expect("ids");
        hits.push(hit("2.2", &first.name, "refused"));
    }
    if let Err(crate::error::question::Question::Steps { column }) = rows::check_steps(table) {
        hits.push(hit("2.3", &column, "refused"));
    }
    match rows::systems_in_rows(table, given) {
        Ok(None) => {}
        Ok(Some(super::assumption::Assumption::RowsAreItems { column })) => {
            hits.push(hit("2.4", &column, "said"));
        }
        Err(crate::error::question::Question::SystemsInRows { column, .. }) => {
            hits.push(hit("2.4", &column, "asked"));
        }
        other => panic!("{other:?}"),
    }
    let words: Vec<WordColumn> = table
        .columns
        .iter()
        .filter_map(|column| WordColumn::new(&column.name, &column.cells))
        .collect();
    for column in &words {
        if labels::labels(column, 0, std::slice::from_ref(&words)).is_some() {
            hits.push(hit("2.8", &column.name, "asked"));
        }
    }
    for (column, numbers) in table.numbers() {
        if !List::Ids.holds_last(&column.name) && numbers::single_precision(numbers).is_some() {
            hits.push(hit("1.1", &column.name, "said"));
        }
    }
    let scores = named.unwrap_or_else(|| systems(table));
    for name in &scores {
        match numbers::sentinel(
            name,
            numbers_of(table, name),
            numbers::bounds(numbers_of(table, name)),
        ) {
            Some(Sentinel::Asked(..)) => hits.push(hit("1.2", name, "asked")),
            Some(Sentinel::MinusOne(_)) => hits.push(hit("1.2", name, "said")),
            None => {}
        }
    }
    if let [one, other] = &scores[..] {
        hits.extend(scales(
            one,
            numbers_of(table, one),
            other,
            numbers_of(table, other),
        ));
    }
    hits
}

fn scales(one: &str, first: &[f64], other: &str, second: &[f64]) -> Option<Hit> {
    let is_cost = |name: &str| List::Costs.holds_word(last_part(name));
    if is_cost(one) || is_cost(other) {
        return None;
    }
    if numbers::is_percent_of(first, second) {
        Some(hit("1.3", other, "asked"))
    } else {
        numbers::is_percent_of(second, first).then(|| hit("1.3", one, "asked"))
    }
}

fn of_pair(one: &Table, other: &Table) -> Vec<Hit> {
    let mut hits = Vec::new();
    for name in systems(one)
        .iter()
        .filter(|name| systems(other).contains(name))
    {
        hits.extend(scales(
            name,
            numbers_of(one, name),
            name,
            numbers_of(other, name),
        ));
    }
    let columns = |table: &Table| -> Vec<(String, Ids)> {
        table
            .columns
            .iter()
            .map(|column| (column.name.clone(), column.cells.clone()))
            .collect()
    };
    let (first, second) = (columns(one), columns(other));
    hits.push(match ids::pairing(&first, &second) {
        Pairing::Column(name) => hit("3.3", &name, "said"),
        Pairing::Columns(names) => hit("3.3", &names.join(","), "said"),
        Pairing::Repeated(name) => hit("3.3", &name, "asked"),
        Pairing::None => hit("3.3", "", "refused"),
    });
    let contents = |columns: &[(String, Ids)]| -> Vec<(String, Ids)> {
        columns
            .iter()
            .filter(|(name, _)| List::Contents.holds(last_part(name)))
            .cloned()
            .collect()
    };
    let of_contents = [contents(&first), contents(&second)];
    for (name, ids) in first.iter().filter(|(name, _)| List::Ids.holds_last(name)) {
        let Some((_, others)) = second.iter().find(|(known, _)| known == name) else {
            continue;
        };
        let [one, other] =
            [(ids, &of_contents[0]), (others, &of_contents[1])].map(|(ids, contents)| Identified {
                name,
                ids,
                contents,
            });
        if ids::check_contents(&one, &other).is_err() {
            hits.push(hit("3.3b", name, "asked"));
            break;
        }
    }
    hits
}

#[test]
fn made_tables_have_the_hits_that_were_looked_at() {
    let cases: Value = serde_json::from_str(include_str!("made.json")).expect("JSON");
    let mut differ = Vec::new();
    let mut tried = 0;
    for case in cases.as_array().expect("cases") {
        let name = case["name"].as_str().expect("a name");
        let strings = |value: &Value| -> Vec<String> {
            value.as_array().into_iter().flatten().map(text).collect()
        };
        let mut found = if case["columns"].is_object() {
            let named = case["systems"]
                .is_array()
                .then(|| strings(&case["systems"]));
            let given = strings(&case["given"]);
            let given: Vec<&str> = given.iter().map(String::as_str).collect();
            of_table(&table(&case["columns"]), named, &given)
        } else if case["pair"].is_array() {
            of_pair(
                &table(&case["pair"][0]["columns"]),
                &table(&case["pair"][1]["columns"]),
            )
        } else {
            continue;
        };
        tried += 1;
        // Columns of words that are said, and columns that are left out by name, do not count here.
        let counts = |hit: &Hit| hit.2 != "said" || hit.0 != "2.8" && hit.0 != "2.3";
        let expected = case["expect"].as_array().expect("hits").iter();
        let mut expected: Vec<Hit> = expected
            .map(|one| {
                let place = text(&one[1]);
                // Rows of a long table stand there with their system.
                let place = place
                    .split_once(" (")
                    .filter(|_| text(&one[0]) == "2.1" && !place.starts_with("row "));
                let place = place.map_or_else(|| text(&one[1]), |(row, _)| row.to_owned());
                hit(&text(&one[0]), &place, &text(&one[2]))
            })
            .filter(counts)
            .collect();
        found.sort();
        expected.sort();
        if found != expected {
            differ.push(format!(
                "{name}\n  expected {expected:?}\n  found    {found:?}"
            ));
        }
    }
    assert!(
        tried > 100 && differ.is_empty(),
        "{} of {tried} differ:\n{}",
        differ.len(),
        differ.join("\n")
    );
}
