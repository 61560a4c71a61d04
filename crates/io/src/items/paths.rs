//! Ids from paths: the files of a pattern are paired by what differs in their paths, never by their order.

use std::collections::{HashMap, HashSet};

/// Where a path is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// Into its whole parts.
    Parts,
    /// Into the words between `/`, `_`, `-` and `.`, as in names with the time of a run.
    Words,
}

/// The pieces of a path, each with what ends it.
fn pieces(path: &str, cut: Cut) -> Vec<&str> {
    let ends = |c: char| c == '/' || cut == Cut::Words && matches!(c, '_' | '-' | '.');
    let mut pieces = Vec::new();
    let mut rest = path;
    while let Some(at) = rest.find(ends) {
        let (piece, after) = match cut {
            Cut::Parts => rest.split_at(at + 1),
            Cut::Words if at == 0 => rest.split_at(1),
            Cut::Words => rest.split_at(at),
        };
        pieces.push(piece);
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}

/// The ids of the files of a system: their paths without the pieces that all have, from both ends.
fn ids(paths: &[String], cut: Cut) -> Vec<String> {
    let all: Vec<Vec<&str>> = paths.iter().map(|path| pieces(path, cut)).collect();
    let shortest = all.iter().map(Vec::len).min().unwrap_or(0);
    let differs = |at: &usize, from_end: bool| {
        let piece = |pieces: &Vec<&str>| {
            let place = if from_end { pieces.len() - 1 - at } else { *at };
            pieces[place].to_owned()
        };
        all.iter().map(piece).collect::<HashSet<String>>().len() > 1
    };
    let begin = (0..shortest)
        .find(|at| differs(at, false))
        .unwrap_or(shortest);
    let end = (0..shortest - begin)
        .find(|at| differs(at, true))
        .unwrap_or(shortest - begin);
    let id = |pieces: &Vec<&str>| {
        pieces[begin..pieces.len() - end]
            .concat()
            .trim_matches('/')
            .to_owned()
    };
    all.iter().map(id).collect()
}

/// The ids of the files of a pattern: what differs in their paths, without an ending that all have; `None` if that is not distinct.
pub(crate) fn of_files(paths: &[String]) -> Option<Vec<String>> {
    let ids = ids(paths, Cut::Parts);
    let ending = |id: &String| id.rfind('.').map(|at| id[at..].to_owned());
    let first = ids.first().and_then(ending);
    let shared = first.filter(|first| ids.iter().all(|id| ending(id).as_ref() == Some(first)));
    let stem = |id: String| match &shared {
        Some(shared) => id[..id.len() - shared.len()].to_owned(),
        None => id,
    };
    let ids: Vec<String> = ids.into_iter().map(stem).collect();
    let distinct: HashSet<&String> = ids.iter().collect();
    (distinct.len() == ids.len()).then_some(ids)
}

/// How the files of several systems pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Paired {
    /// The ids of each system's files, in the order of its files.
    pub ids: Vec<Vec<String>>,
    /// Ids that all systems have, in the order of the first.
    pub common: Vec<String>,
}

/// Finds the ids by which the files of several systems pair: by whole parts of their paths, else by words; `None` if fewer than half of the
/// files of a system are common.
pub(crate) fn paired(systems: &[&[String]]) -> Option<Paired> {
    [Cut::Parts, Cut::Words].into_iter().find_map(|cut| {
        let ids: Vec<Vec<String>> = systems.iter().map(|paths| ids(paths, cut)).collect();
        let sets: Vec<HashSet<&String>> = ids.iter().map(|ids| ids.iter().collect()).collect();
        let is_once = sets
            .iter()
            .zip(&ids)
            .all(|(set, ids)| set.len() == ids.len());
        let in_all = |id: &&String| sets.iter().all(|set| set.contains(id));
        let common: Vec<String> = ids[0].iter().filter(in_all).cloned().collect();
        let fewest = sets.iter().map(HashSet::len).min().unwrap_or(0);
        (is_once && !common.is_empty() && 2 * common.len() >= fewest)
            .then_some(Paired { ids, common })
    })
}

impl Paired {
    /// Returns `true` if every system has the same files in the same order.
    pub(crate) fn is_aligned(&self) -> bool {
        self.ids.iter().all(|ids| *ids == self.common)
    }

    /// Returns the first system that lacks files of another, both by their places, with the ids that it lacks.
    pub(crate) fn lacking(&self) -> Option<(usize, usize, Vec<String>)> {
        self.ids.iter().enumerate().find_map(|(has, having)| {
            self.ids.iter().enumerate().find_map(|(lacks, lacking)| {
                let known: HashSet<&String> = lacking.iter().collect();
                let only: Vec<String> = having
                    .iter()
                    .filter(|id| !known.contains(id))
                    .cloned()
                    .collect();
                (!only.is_empty()).then_some((has, lacks, only))
            })
        })
    }

    /// The files of a system that all have, in the order of the first system.
    pub(crate) fn files(&self, system: usize, paths: &[String]) -> Vec<String> {
        let places: HashMap<&String, usize> = self.ids[system].iter().zip(0..).collect();
        self.common
            .iter()
            .map(|id| paths[places[id]].clone())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn files_pair_by_whole_parts_of_their_paths() {
        let one = paths(&["base/math/r.csv", "base/music/r.csv", "base/law/r.csv"]);
        let other = paths(&["new/law/r.csv", "new/math/r.csv", "new/music/r.csv"]);
        let paired = paired(&[&one, &other]).expect("common ids");
        assert_eq!(paired.common, ["math", "music", "law"]);
        assert!(!paired.is_aligned() && paired.lacking().is_none());
        assert_eq!(paired.files(1, &other)[0], "new/math/r.csv");
    }

    #[test]
    fn the_files_of_a_pattern_are_called_by_what_differs() {
        let ids = |names: &[&str]| of_files(&paths(names));
        assert_eq!(ids(&["a/q1.csv", "a/q2.csv"]), Some(paths(&["q1", "q2"])));
        assert_eq!(
            ids(&["a/q1/x.csv", "a/q2/x.csv"]),
            Some(paths(&["q1", "q2"]))
        );
        assert_eq!(
            ids(&["a/q.csv", "a/q.tsv"]),
            Some(paths(&["q.csv", "q.tsv"]))
        );
    }

    #[test]
    fn times_of_a_run_are_no_ids() {
        let one = paths(&["a/law_2026-01-02.csv", "a/math_2026-01-02.csv"]);
        let other = paths(&["b/math_2026-03-04.csv", "b/law_2026-03-04.csv"]);
        assert_eq!(
            paired(&[&one, &other]).expect("common ids").common,
            ["law", "math"]
        );
    }

    #[test]
    fn names_that_begin_alike_are_others() {
        let one = paths(&["a/math.csv", "a/law.csv"]);
        let other = paths(&["b/music.csv", "b/lawn.csv"]);
        assert_eq!(paired(&[&one, &other]), None);
    }
}
