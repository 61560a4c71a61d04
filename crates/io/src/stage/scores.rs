//! The columns that are systems, before their rows are paired: labels, values for none, single precision, scales.

use std::collections::HashSet;

use restrap_words::{asked_as, shell_word};

use crate::ask::argument::Argument;
use crate::ask::decisions::{Decisions, Direction};
use crate::bytes::named;
use crate::error::fault::{Fault, Place};
use crate::error::kind::{FaultKind, missing_hint};
use crate::error::question::Question;
use crate::error::quote;
use crate::frame::parsed::{Opened, Parsed, Precision};
use crate::items::assumption::Assumption;
use crate::items::labels::{self, Judged, WordColumn};
use crate::items::numbers::{self, Sentinel, Single};
use crate::stage::picks::{Group, Pick};
use crate::words::{List, last_part};
use crate::{Error, Missing};

/// The files, and what was typed of them.
pub(crate) struct Stage<'a> {
    pub arguments: &'a [Argument],
    pub groups: &'a [Group],
    pub decisions: &'a Decisions,
    pub missing: Missing,
}

fn asked(question: Question) -> Error {
    Error::Asked {
        file: String::new(),
        question: Box::new(question),
    }
}

impl Stage<'_> {
    /// The argument that names a column: as it was typed if it named one, else with the column.
    fn typed(&self, pick: &Pick, files: &[Opened<Parsed>]) -> String {
        let argument = &self.arguments[pick.argument];
        let name = argument
            .name
            .as_ref()
            .map_or_else(String::new, |name| format!("{name}="));
        let label = files[pick.file].content.columns[pick.column].label.as_ref();
        let column = argument.column.as_ref().or(label);
        let column = column.map_or_else(String::new, |column| format!(":{column}"));
        format!("{name}{}{column}", argument.path)
    }

    /// Refuses columns of yes and no that are labels: by their names, or by right answers beside them.
    ///
    /// # Errors
    /// [`Question::Labels`] with the first.
    pub(crate) fn check_labels(
        &self,
        picks: &[Pick],
        files: &[Opened<Parsed>],
    ) -> Result<(), Error> {
        if !self.decisions.words.is_empty()
            || files.iter().all(|file| file.content.seen.words.is_empty())
        {
            return Ok(());
        }
        let all: Vec<Vec<WordColumn>> = files
            .iter()
            .map(|file| file.content.seen.words.clone())
            .collect();
        let judged = |pick: &Pick| {
            let label = files[pick.file].content.columns[pick.column]
                .label
                .as_deref()?;
            let column = all[pick.file].iter().find(|column| column.name == label)?;
            Some((column, labels::labels(column, pick.file, &all)?))
        };
        let Some((first, (column, judged))) =
            picks.iter().find_map(|pick| Some((pick, judged(pick)?)))
        else {
            return Ok(());
        };
        let quoted = |typed: &str| shell_word(typed).into_owned();
        let (gold, of_gold) = match judged {
            Judged::By(file, gold) => (
                format!("{}:{gold}", self.groups[file].path),
                Some((file, gold)),
            ),
            Judged::ByName => ("FILE:GOLD".to_owned(), None),
        };
        // The right answers are not compared with themselves.
        let is_system = |pick: &&Pick| {
            let label = files[pick.file].content.columns[pick.column].label.as_ref();
            of_gold
                .as_ref()
                .is_none_or(|(file, gold)| (*file, Some(gold)) != (pick.file, label))
        };
        let systems: Vec<String> = picks
            .iter()
            .filter(is_system)
            .map(|pick| quoted(&self.typed(pick, files)))
            .collect();
        let command = if systems.len() == 1 {
            "restrap ci "
        } else {
            ""
        };
        let gold = asked_as("gold", &gold).quoted().to_string();
        let labels = format!(
            "{command}{} {gold} {}",
            systems.join(" "),
            asked_as("metric", "accuracy")
        );
        let is_yes = column.words.iter().any(|word| word.starts_with(['y', 'n']));
        let words = if is_yes {
            "yes=1,no=0"
        } else {
            "true=1,false=0"
        };
        Err(asked(Question::Labels {
            column: self.typed(first, files),
            words: column.words.iter().cloned().collect(),
            labels,
            scores: asked_as("words", words).to_string(),
        }))
    }

    /// Takes the numbers of the systems for what they are: a value for none, decimals of single precision, per cent.
    ///
    /// # Errors
    /// [`Error::Asked`] for numbers of which only the user knows what they are.
    pub(crate) fn settle(
        &self,
        systems: &[(String, Pick)],
        files: &mut [Opened<Parsed>],
    ) -> Result<Vec<Assumption>, Error> {
        let mut assumptions = Vec::new();
        let mut single = Vec::new();
        let mut known = HashSet::new();
        for (name, pick) in systems {
            if !known.insert((pick.file, pick.column)) {
                continue;
            }
            let typed = self.arguments[pick.argument].column.as_deref();
            let column = &mut files[pick.file].content.columns[pick.column];
            let is_percent =
                |typed: &str| typed.ends_with('%') && column.label.as_deref() != Some(typed);
            if typed.is_some_and(is_percent) {
                column
                    .scores
                    .iter_mut()
                    .for_each(|score| *score = numbers::hundredth(*score));
            }
            if let Some(none) = self.decisions.missing_value {
                let is_none = |score: &f64| *score == none;
                let rows = column.scores.iter().filter(|score| is_none(score)).count();
                let first = column.scores.iter().position(is_none);
                if let (Some(first), Missing::Error) = (first, self.missing) {
                    let (label, lines) = (column.label.clone(), &files[pick.file].content.lines);
                    return Err(Fault {
                        place: Place::Line {
                            file: named::shown(&self.groups[pick.file].path).to_owned(),
                            line: lines.get(first).copied().unwrap_or(first as u64 + 1),
                            column: None,
                            name: label,
                        },
                        kind: FaultKind::Missing,
                        found: quote::quoted(none.to_string().as_bytes()),
                        more: rows as u64 - 1,
                        hint: Some(missing_hint("0")),
                    }
                    .into());
                }
                let of_none = column.scores.iter_mut().filter(|score| is_none(score));
                of_none.for_each(|score| *score = f64::NAN);
            }
            if column.precision == Precision::Double
                && let Some(found) = numbers::single_precision(&column.scores)
            {
                single.push(name.clone());
                match found {
                    Single::Exact => column.precision = Precision::Single,
                    Single::Decimals(decimals) => column.scores = decimals,
                }
            }
        }
        if !single.is_empty() {
            assumptions.push(Assumption::SinglePrecision { systems: single });
        }
        if self.decisions.range.is_some() {
            return Ok(assumptions);
        }
        let bounds = |(_, pick): &(String, Pick)| {
            numbers::bounds(&files[pick.file].content.columns[pick.column].scores)
        };
        let bounds: Vec<(f64, f64)> = systems.iter().map(bounds).collect();
        if self.decisions.missing_value.is_none() {
            assumptions.extend(Self::sentinels(systems, files, &bounds)?);
        }
        if self.decisions.direction != Direction::Lower {
            self.check_scales(systems, files, &bounds)?;
        }
        Ok(assumptions)
    }

    /// Asks about a value that stands for none, and says that −1 is a score.
    fn sentinels(
        systems: &[(String, Pick)],
        files: &[Opened<Parsed>],
        bounds: &[(f64, f64)],
    ) -> Result<Vec<Assumption>, Error> {
        let scores = |pick: &Pick| &files[pick.file].content.columns[pick.column].scores;
        let found = |((name, pick), bounds): (&(String, Pick), &(f64, f64))| {
            let label = files[pick.file].content.columns[pick.column]
                .label
                .as_deref();
            numbers::sentinel(label.unwrap_or(name), scores(pick), *bounds)
        };
        let all: Vec<Option<Sentinel>> = systems.iter().zip(bounds).map(found).collect();
        if let Some((value, rows)) = all.iter().find_map(|found| match found {
            Some(Sentinel::Asked(value, rows)) => Some((*value, *rows)),
            _ => None,
        }) {
            let is_of = |found: &Option<Sentinel>| matches!(found, Some(Sentinel::Asked(other, _)) if *other == value);
            let of = systems.iter().zip(&all).filter(|(_, found)| is_of(found));
            let of: Vec<&(String, Pick)> = of.map(|(system, _)| system).collect();
            let places = |pick: &Pick| -> Vec<usize> {
                let rows = scores(pick)
                    .iter()
                    .enumerate()
                    .filter(|(_, score)| **score == value);
                rows.map(|(row, _)| row).collect()
            };
            let first = places(&of[0].1);
            let range = bounds
                .iter()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |all, own| {
                    (all.0.min(own.0), all.1.max(own.1))
                });
            return Err(asked(Question::MissingValue {
                systems: of.iter().map(|(name, _)| name.clone()).collect(),
                value,
                rows,
                same_rows: of.len() == systems.len()
                    && of.iter().all(|(_, pick)| places(pick) == first),
                range,
            }));
        }
        let said = systems
            .iter()
            .zip(&all)
            .filter_map(|((name, _), found)| match found {
                Some(Sentinel::MinusOne(rows)) => Some(Assumption::MinusOne {
                    system: name.clone(),
                    rows: *rows,
                }),
                _ => None,
            });
        Ok(said.collect())
    }

    /// Asks about per cent beside shares of one quantity.
    fn check_scales(
        &self,
        systems: &[(String, Pick)],
        files: &[Opened<Parsed>],
        bounds: &[(f64, f64)],
    ) -> Result<(), Error> {
        let column = |pick: &Pick| &files[pick.file].content.columns[pick.column];
        let is_cost = |pick: &Pick| {
            let label = column(pick).label.as_deref();
            label.is_some_and(|label| List::Costs.holds_word(last_part(label)))
        };
        let Some(((first_name, first), others)) = systems.split_first() else {
            return Ok(());
        };
        for ((name, pick), own) in others.iter().zip(&bounds[1..]) {
            let label = column(pick).label.as_ref();
            let is_one_quantity =
                pick.file == first.file || label.is_some() && label == column(first).label.as_ref();
            if !is_one_quantity || is_cost(first) || is_cost(pick) {
                continue;
            }
            let (one, other) = (&column(first).scores, &column(pick).scores);
            // Both are shares, or neither is.
            if (bounds[0].1 <= 1.0) == (own.1 <= 1.0) {
                continue;
            }
            let question = if numbers::is_percent_of(one, other) {
                (first_name, name, pick)
            } else if numbers::is_percent_of(other, one) {
                (name, first_name, first)
            } else {
                continue;
            };
            let (share, percent, pick) = question;
            return Err(asked(Question::Scales {
                share: share.clone(),
                percent: percent.clone(),
                argument: self.typed(pick, files),
            }));
        }
        Ok(())
    }
}
