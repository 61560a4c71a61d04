//! Files beside the systems: groups of their items, in a column or one per line.

use std::collections::HashMap;

use super::files::announce;
use super::loaded::Input;
use crate::ask::argument::{self, Argument};
use crate::bytes::chunks::Cut;
use crate::bytes::{named, parts};
use crate::error::subject::Subject;
use crate::frame::parsed::{Groups, Opened, Parsed, Request, Said, is_none};
use crate::frame::texts::Texts;
use crate::ids::{self, Ids};
use crate::read::file;
use crate::stage::by::By;
use crate::stage::groups;
use crate::stage::named::{ABSENT, Named};
use crate::stage::picks::Group;
use crate::{Cells, Error, Grouping, Missing, Options, Role};

/// A file that was read for the groups that it holds.
pub(super) struct Read {
    pub kind: Grouping,
    pub typed: String,
    pub path: String,
    pub file: Opened<Parsed>,
}

impl Read {
    /// Reads `FILE[:COLUMN]`.
    ///
    /// # Errors
    /// As [`crate::load`]; and for a file of several columns of which none was named.
    pub(super) fn new(
        kind: Grouping,
        typed: &str,
        argument: Argument,
        options: &Options,
    ) -> Result<Self, Error> {
        let Argument { path, column, .. } = argument;
        let group = Group {
            files: parts::files(&path),
            path: path.clone(),
            arguments: Vec::new(),
        };
        announce(std::slice::from_ref(&group), options)?;
        let texts = Texts::new(Cells::Labels);
        let of_long: Vec<String> = options.long.iter().map(|long| long.item.clone()).collect();
        let ids = if options.long.is_some() {
            &of_long
        } else {
            &options.id
        };
        let reading = options.meter.file(&path);
        let request = Request {
            file: named::shown(&path),
            arguments: vec![column.as_deref()],
            ids,
            long: false,
            texts: Some(&texts),
            groups: &[],
            filters: &[],
            missing: Missing::Drop,
            said: Said {
                paired: true,
                ..Said::default()
            },
            globs: None,
            check_ids: ids.is_empty(),
            may_lack_ids: true,
            cut: Cut {
                reading: Some(&reading),
                ..Cut::INTO_MEGABYTES
            },
        };
        let mut file = file::open(
            (&path, &group.files),
            options.mmap,
            options.format,
            |stored| file::parse(stored, &request),
        )?;
        let parsed = &mut file.content;
        if let Some(lines) = parsed.text_lines.take() {
            let of_file = (named::shown(&path), Missing::Drop);
            parsed.columns[0].scores = texts.column(&lines.lines, &[], of_file, None)?;
        }
        let picked = parsed.picks.first().cloned().unwrap_or_default();
        let [column] = picked[..] else {
            let label = |column: &usize| parsed.columns[*column].label.clone();
            return Err(Error::OneName {
                name: Subject::Option(kind.option()).to_string(),
                file: named::shown(&path).to_owned(),
                columns: picked.iter().filter_map(label).collect(),
            });
        };
        let labels = texts.into_labels();
        let code = |code: &f64| {
            let label = (*code as usize)
                .checked_sub(1)
                .map(|at| labels[at].join("|"));
            let is_none = label.is_none_or(|label| is_none(kind, label.trim().as_bytes()));
            if is_none { 0 } else { *code as u32 }
        };
        let codes = parsed.columns[column].scores.iter().map(code).collect();
        parsed.groups.push(Groups {
            kind,
            column: typed.to_owned(),
            codes,
            values: labels.iter().map(|labels| labels.join("|")).collect(),
        });
        Ok(Self {
            kind,
            typed: typed.to_owned(),
            path,
            file,
        })
    }

    /// The file as a part of the pairing.
    pub(super) fn named(&mut self) -> groups::Beside<'_> {
        groups::Beside {
            kind: self.kind,
            typed: &self.typed,
            named: Named::new(&self.path, &mut self.file),
        }
    }

    /// What is known of the file.
    pub(super) fn input(&self) -> Input {
        Input {
            role: match self.kind {
                Grouping::Clusters => Role::Cluster,
                _ => Role::Groups,
            },
            path: self.path.clone(),
            items: self.file.content.rows,
            dropped: 0,
            zeroed: 0,
            blake3: self.file.blake3.clone(),
        }
    }
}

/// The groups of items that a file beside them, `FILE[:COLUMN]`, holds. `id`: of an item by its place, where items have ids.
///
/// Rows pair by ids where both sides have them, else by place.
///
/// # Errors
/// As [`crate::load`]; [`Error::OneHasIds`] where one side has ids and the other has none, and [`Error::NoGroup`] for an item that the
/// file does not have.
pub fn groups_beside(
    (kind, typed): (Grouping, &str),
    items: usize,
    id: Option<&dyn Fn(usize) -> Option<String>>,
    options: &Options,
) -> Result<(By, Input), Error> {
    let mut read = Read::new(kind, typed, argument::resolve(typed)?, options)?;
    let input = read.input();
    let beside = read.named();
    let rows = rows_of(&beside.named, (kind, items), id, options)?;
    let found = beside.of_items(&rows);
    let called = |item: usize| {
        id.and_then(|id| id(item))
            .unwrap_or_else(|| format!("item {}", item + 1))
    };
    found.check(&called, false)?;
    Ok((found.into_groups(None).1, input))
}

/// The row of each item in a file.
fn rows_of(
    file: &Named<'_>,
    (kind, items): (Grouping, usize),
    id: Option<&dyn Fn(usize) -> Option<String>>,
    options: &Options,
) -> Result<Vec<usize>, Error> {
    let own = || -> Option<HashMap<String, usize>> {
        let ids: Option<Vec<String>> = id.map(|id| (0..items).map_while(id).collect());
        let ids = ids.filter(|ids| ids.len() == items)?;
        let places: HashMap<String, usize> = ids.into_iter().zip(0..).collect();
        (places.len() == items).then_some(places)
    };
    // Ids that nobody named pair only if they tell the rows apart.
    let lookalikes = &file.parsed.lookalikes;
    let alike = || {
        let is_distinct = |(_, ids): &&(String, Ids)| matches!(ids.doubled(), Ok(None));
        lookalikes.iter().find(is_distinct)
    };
    let ids = file.parsed.ids.as_ref().map(|ids| ("id", ids));
    let ids = ids.or_else(|| alike().map(|(name, ids)| (&name[..], ids)));
    match (own(), ids) {
        (Some(places), Some((_, ids))) => {
            let mut rows = vec![ABSENT; items];
            for (row, key) in ids.iter().enumerate() {
                if let Some(place) = places.get(&ids::plain(key)) {
                    rows[*place] = row;
                }
            }
            Ok(rows)
        }
        (own, found) if file.parsed.rows == items => {
            let is_place =
                |id: &str, place: usize| id == place.to_string() || id == (place + 1).to_string();
            let counts = match (&own, found) {
                (Some(places), _) => places.iter().all(|(id, place)| is_place(id, *place)),
                (None, Some((_, ids))) => ids
                    .iter()
                    .enumerate()
                    .all(|(row, id)| std::str::from_utf8(id).is_ok_and(|id| is_place(id, row))),
                (None, None) => true,
            };
            if counts || options.decisions.same_items {
                return Ok((0..items).collect());
            }
            let items_of = "the first system".to_owned();
            let (named, plain) = match found {
                Some(_) => (file.file.to_owned(), items_of),
                None => (items_of, file.file.to_owned()),
            };
            Err(Error::OneHasIds {
                named,
                column: found.map_or("id", |(column, _)| column).to_owned(),
                plain,
            })
        }
        _ => Err(Error::OtherItems {
            by: Subject::Option(kind.option()),
            file: file.file.to_owned(),
            rows: file.parsed.rows,
            items,
        }),
    }
}
