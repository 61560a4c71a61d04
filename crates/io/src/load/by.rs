//! Groups of the items, from the columns of files.

use crate::ask::unseen::{UNSEEN, Words};
use crate::bytes::named;
use crate::describe::describe;
use crate::error::subject::Subject;
use crate::frame::parsed::{Opened, Parsed};
use crate::stage::picks::Group;
use crate::{Error, Format, Grouping, Options};

/// Groups of the items: sub-populations, strata or clusters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct By {
    /// The column.
    pub column: String,
    /// Its values, in the order of their first item in the file.
    pub values: Vec<String>,
    /// For each item the number of its value, from 1; 0 where the file has no row for the item.
    pub codes: Vec<u32>,
    /// Ids that rows of several sub-populations have: they overlap, and their rows together are not items. 0 where no id says so.
    pub shared: usize,
}

impl By {
    /// Texts as groups of those that a list covers and the others, where these groups were asked for.
    pub(super) fn derived(mut self, words: Option<&Words>, options: &Options) -> Self {
        let Some(words) = words.filter(|_| options.by.as_deref() == Some(UNSEEN)) else {
            return self;
        };
        let values = words.regrouped(&self.values, &mut self.codes);
        Self {
            column: UNSEEN.to_owned(),
            values,
            ..self
        }
    }
}

/// Every kind of groups of the items.
#[derive(Default)]
pub(super) struct OfItems {
    pub by: Option<By>,
    pub clusters: Option<By>,
    pub roles: Vec<By>,
}

/// Reads the groups of the items that were asked for.
///
/// # Errors
/// When no file has a column of them.
pub(super) fn all_grouped(
    asked: Vec<(Grouping, &str)>,
    groups: &[Group],
    files: &mut [Opened<Parsed>],
    first: usize,
) -> Result<OfItems, Error> {
    let mut all = OfItems::default();
    for (kind, column) in asked {
        let found = grouped(kind, column, groups, files, first)?;
        match kind {
            Grouping::Clusters => all.clusters = Some(found),
            Grouping::Populations | Grouping::Strata | Grouping::Mix => all.by = Some(found),
            _ => all.roles.push(found),
        }
    }
    Ok(all)
}

/// The group of each item: from the baseline's file where it has the column, else from the first that has.
fn grouped(
    kind: Grouping,
    column: &str,
    groups: &[Group],
    files: &mut [Opened<Parsed>],
    first: usize,
) -> Result<By, Error> {
    let asked_by = Subject::Option(kind.option());
    let at = |file: &Opened<Parsed>| {
        file.content
            .groups
            .iter()
            .position(|groups| groups.kind == kind)
    };
    let has = |file: &Opened<Parsed>| at(file).is_some();
    let place = if has(&files[first]) {
        Some(first)
    } else {
        files.iter().position(has)
    };
    let found = place.and_then(|place| {
        let at = at(&files[place])?;
        let parsed = &mut files[place].content;
        let found = parsed.groups.swap_remove(at);
        Some((
            std::mem::take(&mut parsed.columns[found.column].scores),
            found.values,
        ))
    });
    let Some((codes, values)) = found else {
        let file = named::shown(&groups[first].path).to_owned();
        let format = files[first].format;
        let has_names = files[first]
            .content
            .columns
            .iter()
            .any(|column| column.label.is_some());
        if !has_names && matches!(format, Format::Text | Format::Npy) {
            return Err(Error::NoGroups {
                by: asked_by,
                file,
                format,
            });
        }
        // Only the columns that were asked for were read: a second look says which there are.
        let all = describe(
            &groups[first].path,
            &Options {
                format: Some(format),
                ..Options::default()
            },
        );
        let all = all.map(|all| {
            all.columns
                .into_iter()
                .filter_map(|column| column.name)
                .collect()
        });
        let read = || {
            files[first]
                .content
                .columns
                .iter()
                .filter_map(|column| column.label.clone())
                .collect()
        };
        let columns = all.unwrap_or_else(|_| read());
        return Err(Error::NoSuchColumn {
            file,
            by: asked_by,
            wanted: column.to_owned(),
            columns,
        });
    };
    let codes = codes.into_iter().map(|code| code as u32).collect();
    let values = values
        .iter()
        .map(|value| restrap_words::escaped(value).into_owned())
        .collect();
    Ok(By {
        shared: 0,
        column: restrap_words::escaped(column).into_owned(),
        values,
        codes,
    })
}
