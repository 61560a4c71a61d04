//! Votes on two systems, as scores: a vote is 1, ½ or 0 to the one, and the rest to the other.

use restrap_io::locate;
use restrap_words::{Code, asked, asked_as, refers_to};

use super::Sources;
use super::data::{Owned, OwnedData};
use super::error::SourceError;
use super::reduce::MANY_JUDGES;
use super::votes::{Vote, VoteColumns, Votes};
use restrap_lib::{Clustering, Sampling, Scores, Units, Voted, number::format::count};

/// Reads the votes on two systems of one table: `FILE:NAME FILE:NAME`, or `FILE` where it has two.
///
/// # Errors
/// [`SourceError`] for files that cannot be read, and other numbers of systems than two.
pub(super) fn read(sources: &Sources, columns: &VoteColumns) -> Result<OwnedData, SourceError> {
    let located = locate(&sources.systems)?;
    let refuse = |found: String, hint: &str| {
        Err(SourceError::usage(
            format!(
                "{} compares two systems of one table, found {found}",
                asked("votes")
            ),
            hint,
        ))
    };
    if let Some(other) = located.iter().find(|one| one.path != located[0].path) {
        return refuse(
            format!("{} and {}", located[0].path, other.path),
            "put all votes into one file",
        );
    }
    let votes = Votes::read(&located[0], columns, &sources.reading)?;
    let typed: Vec<&String> = located
        .iter()
        .filter_map(|one| one.column.as_ref())
        .collect();
    let mut pair: Vec<usize> = Vec::new();
    for name in &typed {
        let Some(at) = votes
            .systems
            .iter()
            .position(|known| refers_to(name, known))
        else {
            return Err(SourceError::usage(
                format!(
                    "{}: expected a system of the votes, found {name}",
                    located[0].path
                ),
                format!("the systems are {}", votes.systems.join(", ")),
            ));
        };
        pair.push(at);
    }
    if typed.is_empty() {
        pair = (0..votes.systems.len()).collect();
    }
    let &[mut baseline, mut system] = &pair[..] else {
        let all = votes.systems.join(", ");
        return refuse(
            format!("{} ({all})", count(pair.len() as u64, "system")),
            "name two: FILE:BASELINE FILE:SYSTEM",
        );
    };
    match &sources.reading.baseline {
        Some(name) if refers_to(name, &votes.systems[system]) => {
            std::mem::swap(&mut baseline, &mut system);
        }
        Some(name) if !refers_to(name, &votes.systems[baseline]) => {
            return Err(SourceError::usage(
                format!(
                    "expected {} to name a system, found {name}",
                    asked("baseline")
                ),
                format!(
                    "the systems are {} and {}",
                    votes.systems[baseline], votes.systems[system]
                ),
            ));
        }
        _ => {}
    }
    data(&votes, columns, [baseline, system])
}

/// The votes on two of the systems.
fn data(
    votes: &Votes,
    columns: &VoteColumns,
    [baseline, system]: [usize; 2],
) -> Result<OwnedData, SourceError> {
    let is_of_both = |vote: &&Vote| {
        [vote.left, vote.right] == [system, baseline]
            || [vote.left, vote.right] == [baseline, system]
    };
    let own: Vec<Vote> = votes.votes.iter().filter(is_of_both).copied().collect();
    let names = [baseline, system].map(|at| votes.systems[at].clone());
    if own.is_empty() || baseline == system {
        return Err(SourceError::usage(
            format!(
                "{}: found no vote between {} and {}",
                votes.input.path, names[0], names[1]
            ),
            "name two systems that were compared in the same votes",
        ));
    }
    let first: Vec<bool> = own.iter().map(|vote| vote.left == system).collect();
    let of_system: Vec<f64> = own
        .iter()
        .zip(&first)
        .map(|(vote, &first)| if first { vote.share } else { 1.0 - vote.share })
        .collect();
    let of_baseline: Vec<f64> = of_system.iter().map(|share| 1.0 - share).collect();
    let grouped = |column: &Option<String>, of: fn(&Vote) -> usize| {
        let codes: Vec<u32> = own.iter().map(|vote| of(vote) as u32 + 1).collect();
        let clustering = Clustering {
            column: column.clone()?,
            codes: codes.into(),
        };
        Some((clustering.number(), clustering))
    };
    let mut notes = Vec::new();
    let judges = grouped(&columns.judge, |vote| vote.judge);
    // Prompts that were voted on once form no clusters.
    let items = grouped(&columns.item, |vote| vote.item).filter(|(number, _)| *number < own.len());
    let number_of_judges = judges.as_ref().map_or(0, |(number, _)| *number);
    let mut units = items.map_or(Units::Items, |(_, clusters)| Units::Clusters(clusters));
    if let Some((number, judges)) = judges {
        let column = &judges.column;
        if number < MANY_JUDGES {
            notes.push(Code::JudgesFixed.says(format!(
                "{} ({column}) are fixed: fewer than {MANY_JUDGES} are too few to generalise to others",
                count(number as u64, "judge")
            )));
        } else if number < own.len() {
            let note;
            (units, note) = match units {
                Units::Clusters(items) => super::clusters::of_two(items, judges),
                _ => (Units::Clusters(judges), None),
            };
            notes.extend(note);
        }
    }
    if columns.item.is_none() {
        notes.push(Code::VotesIndependent.says(format!(
            "no column names the prompts, so votes are treated as independent; if several are on one prompt, add {}",
            asked_as("votes", format!("{columns},item=COL"))
        )));
    }
    let voted = Voted {
        first,
        missing: votes.missing,
        judges: number_of_judges as u64,
    };
    let [baseline, system] = names;
    Ok(OwnedData {
        owned: Owned::Scores {
            mean: None,
            systems: vec![
                Scores::new(baseline, of_baseline),
                Scores::new(system, of_system),
            ],
        },
        sampling: Sampling {
            voted: Some(voted),
            ..Sampling::from(units)
        },
        name: Some("win rate".to_owned()),
        inputs: vec![votes.input.clone()],
        notes,
        ..OwnedData::default()
    })
}
