//! Plans from what one has: a pilot in files, or the data sets of a study.

use restrap_io::locate;
use restrap_lib::Request;
use restrap_power::{PlanOutcome, PlanRequest, plan_of_pilot};
use restrap_words::refers_to;

use crate::sources::{SourceError, Sources};
use crate::study::Study;

/// Answers a plan from two systems of a pilot, by their scores or a metric of their outputs.
///
/// # Errors
/// [`SourceError`] for files that cannot be read, paired or scored, more or fewer than two systems, and as [`plan_of_pilot`].
pub fn plan_files(sources: &Sources, asked: &PlanRequest) -> Result<PlanOutcome, SourceError> {
    let pilot = sources.read(&Request::default())?.pilot()?;
    let [baseline, system] = &pilot.systems[..] else {
        return Err(SourceError::usage(
            format!("a pilot has 2 systems, found {}", pilot.systems.len()),
            "name two files, or two columns: FILE:COLUMN FILE:COLUMN",
        ));
    };
    let mut asked = asked.clone();
    if let Some(clusters) = &pilot.clusters {
        asked = asked.clustered_as(baseline, system, clusters)?;
    }
    let mut outcome = plan_of_pilot(&asked, baseline, system)?;
    outcome.run.take_inputs(pilot.inputs);
    outcome.run.warnings.extend(pilot.notes);
    Ok(outcome)
}

impl Study {
    /// Comparisons that its cells make: of every system with the baseline, on every data set, under every metric.
    pub fn comparisons(&self) -> u64 {
        let sets = self.measures.iter().flat_map(|measure| &measure.sets);
        sets.map(|set| set.sources.systems.len().saturating_sub(1) as u64)
            .sum()
    }
}

/// Answers a plan on each data set of a study by its first metric: of the baseline and one system, the first beside it where none is
/// named. Where no number of items is asked for, each data set has its own.
///
/// # Errors
/// As [`plan_files`], and for a system that is not of the study.
pub fn plan_study(
    study: &Study,
    system: Option<&str>,
    asked: &PlanRequest,
) -> Result<PlanOutcome, SourceError> {
    let sets = study
        .measures
        .first()
        .map(|measure| &measure.sets[..])
        .unwrap_or_default();
    let mut all = Vec::new();
    for set in sets {
        let named = locate(&set.sources.systems)?
            .into_iter()
            .map(|one| one.name);
        let names: Vec<String> = named.collect();
        let baseline = set.sources.reading.baseline.as_ref().unwrap_or(&names[0]);
        let other = system.map_or_else(
            || names.iter().find(|name| !refers_to(baseline, name)),
            |system| names.iter().find(|name| refers_to(system, name)),
        );
        let Some(other) = other.filter(|other| !refers_to(baseline, other)) else {
            return Err(SourceError::usage(
                format!(
                    "expected a system beside the baseline {baseline} on {}, found {}",
                    set.name,
                    system.unwrap_or("none")
                ),
                format!("its systems are {}", names.join(", ")),
            ));
        };
        let typed = |name: &String| {
            names
                .iter()
                .position(|one| one == name)
                .map(|at| set.sources.systems[at].clone())
        };
        let pair = [baseline, other].into_iter().filter_map(typed).collect();
        let mut sources = Sources {
            systems: pair,
            ..set.sources.clone()
        };
        sources.reading.baseline = None;
        let items = match asked.items {
            Some(items) => items,
            None => sources.read(&Request::default())?.data().number_of_items(),
        };
        let one = plan_files(&sources, &asked.clone().items(items))?;
        all.push(one.of_data_set(&set.name, set.metric.as_deref(), [baseline, other]));
    }
    let mut all = all.into_iter();
    let first = all.next().ok_or_else(|| {
        SourceError::usage(
            "expected a data set that the baseline and another system have, found none",
            "look at the study with restrap replicate",
        )
    })?;
    Ok(first.beside(all.collect()))
}
