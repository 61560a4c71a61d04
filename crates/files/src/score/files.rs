//! Files lent to scorers, each read once, and what was read.

use rayon::prelude::*;
use restrap_io::{Content, Loaded, Located, Meter, Options, lend, load, locate, shown};
use restrap_metrics::{Error as MetricError, Input};
use restrap_words::Note;

use super::error::ScoreError;
use super::request::ScoreRequest;
use restrap_lib::outcome::{InputInfo, Role};

/// The files of one scoring.
pub(super) struct Files<'a> {
    request: &'a ScoreRequest,
    pub inputs: Vec<InputInfo>,
    pub notes: Vec<Note>,
}

/// A file that was read.
pub(super) fn info(role: Role, path: &str, blake3: String) -> InputInfo {
    InputInfo {
        role,
        path: path.to_owned(),
        items: 0,
        dropped: 0,
        zeroed: 0,
        blake3,
    }
}

impl<'a> Files<'a> {
    pub fn new(request: &'a ScoreRequest) -> Self {
        Self {
            request,
            inputs: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Who is told how far reading and scoring are.
    pub fn meter(&self) -> &'a Meter {
        &self.request.reading.meter
    }

    /// Reads one file whole.
    fn read<T: Send>(
        &self,
        role: Role,
        located: &Located,
        read: impl Fn(Input<'_>, Option<&str>) -> Result<T, MetricError> + Sync,
    ) -> Result<(T, InputInfo), ScoreError> {
        let column = located.column.as_deref();
        let _reading = self.meter().file(&located.path);
        let lent = lend(
            &located.path,
            self.request.reading.mmap,
            false,
            |content, _| match content {
                Content::Bytes(bytes) => read(Input::new(shown(&located.path), bytes), column),
                Content::Stream(_) => unreachable!("streams were not asked for"),
            },
        )?;
        Ok((lent.made?, info(role, &located.path, lent.blake3)))
    }

    /// Reads a file that is not a system.
    pub fn other<T: Send>(
        &mut self,
        role: Role,
        typed: &str,
        read: impl Fn(Input<'_>, Option<&str>) -> Result<T, MetricError> + Sync,
    ) -> Result<T, ScoreError> {
        let located = locate(&[typed.to_owned()])?;
        self.meter().expect_files([&located[0].path[..]]);
        let (made, info) = self.read(role, &located[0], read)?;
        self.inputs.push(info);
        Ok(made)
    }

    /// Reads the gold file.
    pub fn gold<T: Send>(
        &mut self,
        read: impl Fn(Input<'_>, Option<&str>) -> Result<T, MetricError> + Sync,
    ) -> Result<T, ScoreError> {
        let typed = self.request.gold.clone().unwrap_or_default();
        self.other(Role::Gold, &typed, read)
    }

    /// Reads all systems, in parallel; the first error in the order of the arguments.
    pub fn systems<T: Send>(
        &mut self,
        systems: &[Located],
        read: impl Fn(Input<'_>, Option<&str>) -> Result<T, MetricError> + Sync,
    ) -> Result<Vec<T>, ScoreError> {
        self.meter()
            .expect_files(systems.iter().map(|system| &system.path[..]));
        let one = |(place, located): (usize, &Located)| self.read(role(place), located, &read);
        let read: Vec<_> = systems.par_iter().enumerate().map(one).collect();
        let mut made = Vec::new();
        for read in read {
            let (one, info) = read?;
            made.push(one);
            self.inputs.push(info);
        }
        Ok(made)
    }

    /// Loads columns that are paired item by item; `asked` says which, the request how. The ids of the items come back where they
    /// pair them.
    pub fn columns(
        &mut self,
        typed: &[String],
        systems: &[Located],
        asked: Options,
    ) -> Result<Loaded, ScoreError> {
        // What outputs are held against: labels, numbers, or the first reference.
        let against = asked.gold.clone();
        let Options {
            id,
            filters,
            missing,
            mmap,
            format,
            by,
            grouping,
            cluster,
            clusters_elsewhere,
            count,
            takes_counts,
            beside,
            meter,
            decisions,
            ..
        } = self.request.reading.clone();
        let keep_ids = !id.is_empty();
        let loaded = load(
            typed,
            &Options {
                id,
                filters,
                missing,
                mmap,
                format,
                by,
                grouping,
                cluster,
                clusters_elsewhere,
                count,
                takes_counts: takes_counts && asked.takes_counts,
                beside,
                keep_ids,
                meter,
                decisions,
                ..asked
            },
        )?;
        let gold = against
            .iter()
            .map(|typed| locate(std::slice::from_ref(typed)));
        let gold = gold.collect::<Result<Vec<_>, _>>()?.concat();
        let of_gold = if self.request.gold.is_some() {
            Role::Gold
        } else {
            Role::Reference
        };
        let roles = gold.iter().map(|located| (of_gold, located));
        for (role, located) in roles.chain(
            systems
                .iter()
                .enumerate()
                .map(|(at, system)| (role(at), system)),
        ) {
            let inputs = loaded
                .inputs
                .iter()
                .find(|input| input.path == located.path);
            self.inputs.extend(inputs.map(|input| InputInfo {
                role,
                ..input.clone().into()
            }));
        }
        let is_beside = |input: &&restrap_io::Input| {
            matches!(
                input.role,
                restrap_io::Role::Cluster | restrap_io::Role::Groups
            )
        };
        let beside = loaded.inputs.iter().filter(is_beside).cloned();
        self.inputs.extend(beside.map(InputInfo::from));
        self.notes.extend_from_slice(&loaded.notes);
        Ok(loaded)
    }
}

/// The ids of paired items.
pub(super) fn ids(loaded: &Loaded) -> Option<Vec<String>> {
    let ids = loaded.ids.as_ref()?;
    Some((0..).map_while(|item| ids.get(item)).collect())
}

/// What a system is to the comparison, by its place.
pub(crate) fn role(place: usize) -> Role {
    if place == 0 {
        Role::Baseline
    } else {
        Role::System
    }
}
