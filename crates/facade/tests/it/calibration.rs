//! The table of levels (`docs/calibration/levels.csv`): what it promises, and that notes of profiles quote it.

use std::collections::BTreeMap;

use restrap_facade::{Profile, Rate, Test};

const TABLE: &str = include_str!("../../../../docs/calibration/levels.csv");
const DATA_SETS: f64 = 20_000.0;

/// A row of the table: the share rejected, by column.
type Cells = BTreeMap<String, f64>;

/// Rows by name, each with its cells by column, of the table at a level.
fn table(alpha: &str) -> BTreeMap<String, Cells> {
    let mut reader = csv::Reader::from_reader(TABLE.as_bytes());
    let columns = reader.headers().expect("a head").clone();
    let rows = reader
        .records()
        .map(|row| row.expect("a row"))
        .filter(|row| &row[0] == alpha);
    rows.map(|row| {
        let filled = columns
            .iter()
            .zip(&row)
            .skip(2)
            .filter(|(_, cell)| *cell != "–");
        let read =
            |(column, cell): (&str, &str)| (column.to_owned(), cell.parse().expect("a share"));
        (row[1].to_owned(), filled.map(read).collect())
    })
    .collect()
}

/// Above its level by more than 3.3 standard errors.
fn is_above(share: f64, level: f64) -> bool {
    share > level + 3.3 * (level * (1.0 - level) / DATA_SETS).sqrt()
}

/// The row in which a profile stands.
fn row_of(rows: &BTreeMap<String, Cells>, name: &str) -> Cells {
    let holds = |row: &str| {
        row.strip_prefix("profile ")
            .is_some_and(|names| names.split(", ").any(|one| one == name))
    };
    let found: Vec<_> = rows.iter().filter(|(row, _)| holds(row)).collect();
    assert_eq!(found.len(), 1, "{name} stands once");
    found[0].1.clone()
}

fn is_symmetric(column: &str) -> bool {
    !column.starts_with("lognormal")
}

#[test]
fn tests_hold_their_level_but_for_the_listed_exceptions() {
    const EXCEPTIONS: [&str; 2] = ["bootstrap", "bootstrap-percentile"];
    for (alpha, level) in [("0.05", 0.05), ("0.01", 0.01)] {
        let rows = table(alpha);
        for test in Test::PAIRED.map(Test::name).into_iter().chain(EXCEPTIONS) {
            assert!(rows.contains_key(test), "{test} is not in the table");
        }
        for test in Test::UNPAIRED {
            assert!(
                rows.contains_key(&format!("unpaired {}", test.name())),
                "{test:?}"
            );
        }
        for (name, cells) in &rows {
            let above = cells
                .iter()
                .any(|(column, share)| is_symmetric(column) && is_above(*share, level));
            let excepted = name.starts_with("profile ") || EXCEPTIONS.contains(&name.as_str());
            assert!(!above || excepted, "{name} is above {alpha}");
        }
    }
}

#[test]
fn notes_of_profiles_quote_the_table() {
    let rows = table("0.05");
    for profile in Profile::ALL {
        let row = profile.row();
        let cells = row_of(&rows, profile.name());
        for Rate {
            law,
            items,
            rejected,
        } in row.rates
        {
            assert_eq!(
                cells[&format!("{law} {items}")],
                *rejected,
                "{}: {law}, {items} items",
                profile.name()
            );
        }
        // A profile that is above its level where its null is true says so; one that is not has nothing to say but
        // that it is too cautious.
        let above = cells
            .iter()
            .any(|(column, share)| is_symmetric(column) && is_above(*share, 0.05));
        let cautious = row.rates.iter().all(|rate| rate.rejected < 0.05);
        assert!(
            above != (row.rates.is_empty() || cautious),
            "{}: {:?}",
            profile.name(),
            row.note()
        );
    }
}
