//! What the rows of a table are: items, or metrics, steps of one run, systems.

use std::collections::HashSet;

use super::assumption::Assumption;
use super::table::{Table, TableColumn};
use crate::error::question::Question;
use crate::words::{List, last_part, normal};

/// Returns `true` if a word names a metric, after its prefixes and suffixes: `eval_rouge_l`, `acc,none`, `ndcg@10`.
pub(crate) fn is_metric(word: &str) -> bool {
    let known = List::Metrics.entries();
    let mut word = normal(&word.replace([',', '/'], " "));
    if is_at_rank(&word) {
        return true;
    }
    for _ in 0..6 {
        if known.contains(&word[..]) || known.contains(&word.replace(' ', "")[..]) {
            return true;
        }
        let is_prefix = |first: &str| List::MetricsPrefix.entries().contains(first);
        let is_suffix = |last: &str| {
            let digits = last.strip_prefix('@').unwrap_or(last);
            List::MetricsSuffix.entries().contains(last) || is_number(digits)
        };
        word = match (
            word.split_once(' '),
            word.rsplit_once(' '),
            word.rsplit_once('@'),
        ) {
            (Some((first, rest)), _, _) if is_prefix(first) => rest.to_owned(),
            (_, Some((head, last)), _) if is_suffix(last) => head.to_owned(),
            (_, _, Some((head, rank))) if is_number(rank.trim()) => head.trim_end().to_owned(),
            _ => return false,
        };
    }
    false
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `P@10`, `R@5`, which are metrics only with their rank.
fn is_at_rank(word: &str) -> bool {
    word.split_once('@').is_some_and(|(measure, rank)| {
        is_number(rank.trim()) && List::Ranked.entries().contains(measure.trim())
    })
}

/// Refuses a table whose ids are names of metrics.
///
/// # Errors
/// [`Question::OnlyMetrics`] with the first of them.
pub(crate) fn check_metrics(table: &Table) -> Result<(), Question> {
    let Some(ids) = table.columns.iter().find(|column| column.numbers.is_none()) else {
        return Ok(());
    };
    let names: Vec<String> = ids
        .cells
        .iter()
        .map(|cell| String::from_utf8_lossy(cell).into_owned())
        .collect();
    let distinct: HashSet<&String> = names.iter().collect();
    if distinct.len() < names.len() || table.numbers().next().is_none() {
        return Ok(());
    }
    let metrics: Vec<String> = names
        .iter()
        .filter(|name| is_metric(name))
        .cloned()
        .collect();
    let is_alone = names.len() == 1 && metrics.len() == 1;
    if is_alone || metrics.len() >= 2 && 2 * metrics.len() >= names.len() {
        return Err(Question::OnlyMetrics {
            metrics: metrics.into_iter().take(3).collect(),
        });
    }
    Ok(())
}

/// Returns `true` if the name may be of a column that counts the steps of one run, so that the whole table is looked at.
pub(crate) fn counts_steps(name: &str) -> bool {
    List::Curve.holds_last(name)
}

/// Returns `true` if the name may be of a column of systems, so that the whole table is looked at.
pub(crate) fn may_name_systems(name: &str) -> bool {
    List::Systems.holds_last(name)
}

/// Refuses a table whose only id counts the steps of one run.
///
/// # Errors
/// [`Question::Steps`] with the column.
pub(crate) fn check_steps(table: &Table) -> Result<(), Question> {
    const FEWEST: usize = 5;
    let is_id = |column: &TableColumn| {
        let is_whole = |numbers: &Vec<f64>| numbers.iter().all(|number| number.fract() == 0.0);
        column.is_distinct()
            && !counts_steps(&column.name)
            && column
                .numbers
                .as_ref()
                .is_none_or(|numbers| is_whole(numbers) && List::Ids.holds_last(&column.name))
    };
    for (column, numbers) in table.numbers() {
        let rises = numbers.windows(2).all(|pair| pair[0] < pair[1]);
        if counts_steps(&column.name)
            && table.rows() >= FEWEST
            && rises
            && !table.columns.iter().any(is_id)
        {
            return Err(Question::Steps {
                column: column.name.clone(),
            });
        }
    }
    Ok(())
}

/// Returns `true` for the scores of one fold in the results of a search by cross-validation: `split0_test_score`.
pub(crate) fn is_fold(name: &str) -> bool {
    let rest = name
        .strip_prefix("split")
        .and_then(|rest| rest.split_once("_test_"));
    rest.is_some_and(|(digits, _)| is_number(digits))
}

/// Returns the columns of a table that are statistics, bounds, folds or indexes, and so no systems, by their names.
pub(crate) fn no_systems(names: &[&str]) -> Vec<usize> {
    let has = |name: &str| names.contains(&name);
    let statistics: Vec<usize> = (0..names.len())
        .filter(|at| List::Statistics.holds(names[*at]))
        .collect();
    let is_spread = |at: &&usize| {
        let name = normal(names[**at]);
        name != "n" && List::Spreads.holds(&name)
    };
    let are_statistics = statistics.len() >= 3 && statistics.iter().any(|at| is_spread(&at));
    let is_none = |at: usize| {
        let name = names[at];
        let of_mean = || {
            let (head, rest) = name.split_once(['_', ' ', '.'])?;
            let is_deviation = matches!(head, "std" | "stdev" | "stddev" | "sd" | "stderr");
            let mean = |begin: &str| has(&format!("{begin}{rest}"));
            let has_mean = ["mean_", "mean ", "mean.", "avg_"]
                .iter()
                .any(|begin| mean(begin));
            (is_deviation && has_mean).then_some(())
        };
        let is_bound = || {
            let of = name
                .strip_suffix("__MIN")
                .or_else(|| name.strip_suffix("__MAX"));
            of.is_some_and(has)
        };
        let is_fold = || {
            let digits = name
                .strip_prefix("split")
                .and_then(|rest| rest.split_once('_'));
            digits.is_some_and(|(digits, _)| is_number(digits))
                && names.iter().any(|other| other.starts_with("mean_"))
        };
        are_statistics && statistics.contains(&at)
            || of_mean().is_some()
            || is_bound()
            || is_fold()
            || List::Index.holds(last_part(name))
    };
    (0..names.len()).filter(|at| is_none(*at)).collect()
}

/// Looks whether the rows of a table are systems; `named`: the systems that were typed.
///
/// # Errors
/// [`Question::SystemsInRows`] if they may be.
pub(crate) fn systems_in_rows(
    table: &Table,
    named: &[&str],
) -> Result<Option<Assumption>, Question> {
    if table.rows() < 2 {
        return Ok(None);
    }
    for column in &table.columns {
        if !may_name_systems(&column.name) || column.numbers.is_some() || !column.is_distinct() {
            continue;
        }
        let asked = || Question::SystemsInRows {
            column: column.name.clone(),
            first: String::from_utf8_lossy(column.cell(0)).into_owned(),
        };
        let holds = |name: &&str| (0..table.rows()).any(|row| column.cell(row) == name.as_bytes());
        if !named.is_empty() && named.iter().all(holds) {
            return Err(asked());
        }
        let is_other = |other: &&TableColumn| other.name != column.name && other.numbers.is_none();
        if table
            .columns
            .iter()
            .filter(is_other)
            .any(TableColumn::is_distinct)
        {
            continue;
        }
        let numbers: Vec<&str> = table
            .numbers()
            .map(|(column, _)| &column.name[..])
            .filter(|name| !List::Index.holds(last_part(name)))
            .collect();
        if numbers.len() >= 2 {
            let roles = numbers
                .iter()
                .filter(|name| List::Roles.holds_word(name))
                .count();
            if roles >= 2 {
                return Ok(Some(Assumption::RowsAreItems {
                    column: column.name.clone(),
                }));
            }
            return Err(asked());
        }
    }
    Ok(None)
}
