//! The table of `docs/calibration.md`: what it promises, and that notes of profiles quote it.

use std::collections::BTreeMap;

use restrap_lib::{Profile, Rate, Test};

const PAGE: &str = include_str!("../../../../docs/calibration.md");
const DATA_SETS: f64 = 20_000.0;

/// A cell: the share, and whether it is marked.
type Cells = BTreeMap<String, (f64, bool)>;

/// Rows by name, each with its cells by column, of the table at a level.
fn table(alpha: &str) -> BTreeMap<&'static str, Cells> {
    let start = PAGE.find(&format!("## Share rejected at alpha {alpha}\n")).expect("the table");
    let mut lines = PAGE[start..].lines().skip(2).take_while(|line| line.starts_with('|'));
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
    let columns = cells(lines.next().expect("a head"));
    lines
        .skip(1)
        .map(|line| {
            let row = cells(line);
            let filled = columns.iter().zip(&row).skip(1).filter(|(_, cell)| **cell != "–");
            let read = |cell: &str| (cell.trim_matches('*').parse().expect("a share"), cell.starts_with('*'));
            (row[0], filled.map(|(column, cell)| ((*column).to_owned(), read(cell))).collect())
        })
        .collect()
}

/// The row in which a profile stands.
fn row_of(rows: &BTreeMap<&'static str, Cells>, name: &str) -> Cells {
    let holds = |row: &str| {
        row.strip_prefix("profile ").is_some_and(|names| names.split(", ").any(|one| one == name))
    };
    let found: Vec<_> = rows.iter().filter(|(row, _)| holds(row)).collect();
    assert_eq!(found.len(), 1, "{name} stands once");
    found[0].1.clone()
}

fn is_symmetric(column: &str) -> bool {
    !column.starts_with("lognormal")
}

#[test]
fn what_is_above_its_level_is_marked_and_nothing_else() {
    for (alpha, level) in [("0.05", 0.05_f64), ("0.01", 0.01)] {
        let limit = level + 3.3 * (level * (1.0 - level) / DATA_SETS).sqrt();
        for (name, cells) in table(alpha) {
            for (column, (rate, marked)) in cells {
                // Four decimals are printed.
                let near = (rate - limit).abs() < 5e-5;
                assert!(near || marked == (rate > limit), "{name}, {column}: {rate} against {limit}");
            }
        }
    }
}

#[test]
fn tests_hold_their_level_but_for_the_listed_exceptions() {
    const EXCEPTIONS: [&str; 3] = ["bootstrap", "bootstrap-percentile", "margin, unpaired newcombe"];
    for alpha in ["0.05", "0.01"] {
        let rows = table(alpha);
        for test in Test::PAIRED.map(Test::name).into_iter().chain(EXCEPTIONS) {
            assert!(rows.contains_key(test), "{test} is not in the table");
        }
        for test in Test::UNPAIRED {
            assert!(rows.contains_key(format!("unpaired {}", test.name()).as_str()), "{test:?}");
        }
        for (name, cells) in &rows {
            let marked = cells.iter().any(|(column, cell)| is_symmetric(column) && cell.1);
            let excepted = name.starts_with("profile ") || EXCEPTIONS.contains(name);
            assert!(!marked || excepted, "{name} is above {alpha}");
        }
    }
}

#[test]
fn notes_of_profiles_quote_the_table() {
    let rows = table("0.05");
    for profile in Profile::ALL {
        let row = profile.row();
        let cells = row_of(&rows, profile.name());
        for Rate { law, items, rejected } in row.rates {
            assert_eq!(
                cells[&format!("{law} {items}")].0,
                *rejected,
                "{}: {law}, {items} items",
                profile.name()
            );
        }
        // A profile that the table marks where its null is true says so; one that it does not mark has nothing to say but
        // that it is too cautious.
        let marked = cells.iter().any(|(column, cell)| is_symmetric(column) && cell.1);
        let cautious = row.rates.iter().all(|rate| rate.rejected < 0.05);
        assert!(marked != (row.rates.is_empty() || cautious), "{}: {:?}", profile.name(), row.note());
    }
}
