//! Rows of sums: `Average`, `TOTAL`, `std` below the items of a table are left out.
//!
//! A row is left out if its name is a word of sums, stands once, and each of its numbers is a statistic of the other rows to its printed
//! digits. Nothing is left out for its values alone, and a word alone is asked about or is an id.

use std::collections::HashMap;

use super::table::{Table, digits};
use crate::error::question::Question;
use crate::format::number;
use crate::words::{List, normal};

/// How sure a word says that its row sums up others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    /// A name of a sum.
    Strong,
    /// A name that an item may have as well.
    Weak,
}

/// A name of a row without the marks around it, as it is compared.
fn name(cell: &[u8]) -> String {
    let text = String::from_utf8_lossy(cell);
    normal(text.trim().trim_matches(['*', '#']).trim())
}

/// Returns what the name of a row says, `None` if it is another word.
fn word(cell: &[u8]) -> Option<Word> {
    const LONGEST: usize = 24;
    // Ids of items mostly hold a digit: they are not taken apart. Of the words only shares of 100 do.
    let has_digit = cell.iter().any(u8::is_ascii_digit) && !cell.contains(&b'%');
    if cell.len() > LONGEST || has_digit {
        return None;
    }
    let name = name(cell);
    if List::Sums.holds(&name) {
        Some(Word::Strong)
    } else {
        List::WeakSums.holds(&name).then_some(Word::Weak)
    }
}

/// Returns `true` if an id may be of a row of sums, so that the whole table is looked at.
pub(crate) fn is_suspicious(cell: &[u8]) -> bool {
    let cell = number::trim(cell);
    cell.is_empty() || word(cell).is_some()
}

/// The statistics of some values that a row of sums may hold: mean, sum, median, count, both standard deviations, standard error.
fn statistics(values: &[f64]) -> Vec<f64> {
    let count = values.len() as f64;
    let sum: f64 = values.iter().sum();
    let mean = sum / count;
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let median = if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        0.5 * (sorted[middle - 1] + sorted[middle])
    };
    let mut all = vec![mean, sum, median, count];
    if values.len() > 1 {
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = (squares / (count - 1.0)).sqrt();
        all.extend([
            deviation,
            (squares / count).sqrt(),
            deviation / count.sqrt(),
        ]);
    }
    all
}

/// The numbers of these rows that are there.
fn values(numbers: &[f64], rows: &[usize]) -> Vec<f64> {
    let all = rows.iter().map(|row| numbers[*row]);
    all.filter(|value| !value.is_nan()).collect()
}

/// Returns `true` if each number of a row is a statistic of the others to its printed digits, and one of them could hardly be so by chance:
/// its column is not constant, and it has decimals or is a sum above every other number.
fn is_confirmed(table: &Table, row: usize, others: &[usize]) -> bool {
    let mut is_telling = false;
    for (column, numbers) in table.numbers() {
        let found = numbers[row];
        let cell = column.cell(row);
        if found.is_nan() || number::truth(cell).is_some() {
            continue;
        }
        let others = values(numbers, others);
        if others.len() < 2 {
            continue;
        }
        let decimals = digits(cell).1.max(0);
        let step = 0.500_000_1 * 10f64.powi(-decimals);
        let is_near = |one: &f64| (one - found).abs() <= step + 1e-12 * one.abs();
        if !statistics(&others).iter().any(is_near) {
            return false;
        }
        let low = others.iter().copied().fold(f64::INFINITY, f64::min);
        let high = others.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = others.iter().sum();
        is_telling |= high > low && (decimals >= 1 || sum == found && found > high);
    }
    is_telling
}

/// Returns the rows of a table that are sums of the others, in their order. `named`: the column of its systems, where it was named.
///
/// # Errors
/// [`Question`] if all rows are sums, or a word of sums is not confirmed by its numbers and could be an item.
pub(crate) fn rows_of_sums(table: &Table, named: Option<&str>) -> Result<Vec<usize>, Question> {
    let texts: Vec<_> = table.texts().collect();
    let Some(&first) = texts.first() else {
        return Ok(Vec::new());
    };
    // A long table: each system has its own block.
    let is_of_systems = |name: &str| match named {
        Some(named) => name == named,
        None => List::Systems.holds_last(name),
    };
    let systems = texts[1..]
        .iter()
        .find(|column| is_of_systems(&column.name) && !column.is_distinct());
    if let Some(systems) = systems {
        let mut blocks: Vec<(&[u8], Vec<usize>)> = Vec::new();
        let mut places: HashMap<&[u8], usize> = HashMap::new();
        for row in 0..table.rows() {
            let place = *places.entry(systems.cell(row)).or_insert(blocks.len());
            if place == blocks.len() {
                blocks.push((systems.cell(row), Vec::new()));
            }
            blocks[place].1.push(row);
        }
        let mut all = Vec::new();
        for (_, rows) in blocks {
            let mut block = table.of_rows(&rows);
            block.columns.retain(|column| column.name != systems.name);
            all.extend(rows_of_sums(&block, None)?.into_iter().map(|row| rows[row]));
        }
        all.sort_unstable();
        return Ok(all);
    }
    let id = |row: usize| {
        let own = first.cell(row);
        let other = || {
            texts
                .iter()
                .map(|column| column.cell(row))
                .find(|cell| !number::is_missing(cell))
        };
        if number::is_missing(own) {
            other().unwrap_or(own)
        } else {
            own
        }
    };
    let rows = table.rows();
    let words: Vec<Option<Word>> = (0..rows).map(|row| word(id(row))).collect();
    let is_blank = |row: usize| number::is_missing(id(row));
    let named = words.iter().flatten().count();
    if named >= 2 && (named == rows || named >= 3 && rows - named < 2) {
        return Err(Question::OnlySums);
    }
    let others: Vec<usize> = (0..rows)
        .filter(|row| words[*row].is_none() && !is_blank(*row))
        .collect();
    if others.len() < 2 {
        return Ok(Vec::new());
    }
    let blank: Vec<usize> = (0..rows).filter(|row| is_blank(*row)).collect();
    if named == 0 {
        let confirmed = blank
            .iter()
            .copied()
            .filter(|row| is_confirmed(table, *row, &others));
        return Ok(if blank.len() <= 2 {
            confirmed.collect()
        } else {
            Vec::new()
        });
    }
    let mut often: HashMap<String, usize> = HashMap::new();
    for row in (0..rows).filter(|row| !is_blank(*row) && words[*row].is_some()) {
        *often.entry(name(id(row))).or_default() += 1;
    }
    let once: Vec<usize> = (0..rows)
        .filter(|row| words[*row].is_some() && often[&name(id(*row))] == 1)
        .collect();
    let mut sure: Vec<usize> = once
        .iter()
        .copied()
        .filter(|row| is_confirmed(table, *row, &others))
        .collect();
    // The words at the beginning and at the end of the table stand or fall together.
    let is_block = |row: &usize| words[*row].is_some() || is_blank(*row);
    let of_words = |row: &usize| words[*row].is_some();
    let begin: Vec<usize> = (0..rows).take_while(is_block).filter(of_words).collect();
    let end: Vec<usize> = (0..rows)
        .rev()
        .take_while(is_block)
        .filter(of_words)
        .collect();
    for block in [&begin, &end] {
        if block.iter().any(|row| sure.contains(row)) {
            sure.extend(block.iter());
        }
    }
    if !sure.is_empty() {
        sure.sort_unstable();
        sure.dedup();
        return Ok(sure);
    }
    let is_within = |row: usize| {
        let mut any = false;
        let all = table.numbers().all(|(_, numbers)| {
            let others = values(numbers, &others);
            if numbers[row].is_nan() || others.len() < 2 {
                return true;
            }
            any = true;
            let low = others.iter().copied().fold(f64::INFINITY, f64::min);
            let high = others.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            low <= numbers[row] && numbers[row] <= high
        });
        any && all
    };
    let at_end = once
        .iter()
        .copied()
        .filter(|row| begin.contains(row) || end.contains(row));
    let asked = at_end
        .into_iter()
        .find(|row| words[*row] == Some(Word::Strong) && is_within(*row));
    match asked {
        Some(row) => Err(Question::PerhapsSum {
            column: first.name.clone(),
            word: String::from_utf8_lossy(id(row)).into_owned(),
        }),
        None => Ok(Vec::new()),
    }
}
