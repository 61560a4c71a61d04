//! Sets of labels in cells of text: one separator for all files together.

use std::collections::HashSet;

use crate::error::question::Question;
use crate::items::assumption::Assumption;

/// What holds the labels of a cell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Separator {
    /// `['a', 'b']`, as Python prints a list.
    List,
    /// A text between two labels.
    Text(&'static str),
}

impl Separator {
    /// The labels of a cell.
    fn split(self, cell: &str) -> Vec<String> {
        match self {
            Self::List => list(cell).unwrap_or_else(|| vec![cell.to_owned()]),
            Self::Text(" ") => cell.split_whitespace().map(str::to_owned).collect(),
            Self::Text(text) => cell
                .split(text)
                .map(|part| part.trim().to_owned())
                .collect(),
        }
    }
}

/// The labels of a list as Python and JSON print it; `None` for any other text.
fn list(cell: &str) -> Option<Vec<String>> {
    let inner = cell
        .trim()
        .strip_prefix(['[', '{', '('])?
        .strip_suffix([']', '}', ')'])?;
    let (mut labels, mut rest) = (Vec::new(), inner.trim());
    while let Some(quote) = rest.chars().next() {
        if !matches!(quote, '\'' | '"') {
            return None;
        }
        let (label, after) = rest[1..].split_once(quote)?;
        labels.push(label.to_owned());
        let after = after.trim_start();
        match after.strip_prefix(',') {
            Some(next) => rest = next.trim_start(),
            None if after.is_empty() => break,
            None => return None,
        }
    }
    Some(labels)
}

/// The separator of cells of which none holds `|` and none is a list of JSON.
fn separator(cells: &[&str]) -> Option<Separator> {
    let lists = cells.iter().filter(|cell| list(cell).is_some()).count();
    if lists > 0 && 10 * lists >= 9 * cells.len() {
        return Some(Separator::List);
    }
    for text in [";", ","] {
        if cells.iter().any(|cell| cell.contains(text)) {
            return Some(Separator::Text(text));
        }
    }
    // Blanks stand inside of labels, too: half of the words stand alone somewhere.
    let words: HashSet<&str> = cells
        .iter()
        .flat_map(|cell| cell.split_whitespace())
        .collect();
    let alone: HashSet<&str> = cells
        .iter()
        .copied()
        .filter(|cell| !cell.contains(' '))
        .collect();
    let has_blank = cells.iter().any(|cell| cell.contains(' '));
    let known = words.intersection(&alone).count();
    (has_blank && 2 * known >= words.len()).then_some(Separator::Text(" "))
}

/// Splits cells, of which none holds `|` and none is a list of JSON, into sets of labels.
///
/// # Errors
/// [`Question::Sets`] for a cell with an empty label or with one twice.
pub(crate) fn split(cells: &mut [Vec<String>]) -> Result<Option<Assumption>, Question> {
    let texts: Vec<&str> = cells.iter().flatten().map(String::as_str).collect();
    let Some(separator) = separator(&texts) else {
        return Ok(Some(Assumption::SetsSplit {
            at: "of one each, as no cell has a separator".to_owned(),
            labels: texts.len(),
        }));
    };
    let shown = match separator {
        Separator::List => "read as lists".to_owned(),
        Separator::Text(" ") => "split at blanks".to_owned(),
        Separator::Text(text) => format!("split at `{text}`"),
    };
    let mut bad: Option<&str> = None;
    let mut labels = HashSet::new();
    let mut sets = Vec::with_capacity(cells.len());
    for cell in cells.iter() {
        let text = cell.first().map_or("", String::as_str);
        let set = if cell.is_empty() {
            Vec::new()
        } else {
            separator.split(text)
        };
        let distinct: HashSet<&String> = set.iter().collect();
        if distinct.len() < set.len() || set.iter().any(String::is_empty) {
            // The same cell whatever order they were met in.
            bad = Some(bad.map_or(text, |known| known.min(text)));
        }
        labels.extend(set.iter().cloned());
        sets.push(set);
    }
    if let Some(bad) = bad {
        return Err(Question::Sets {
            at: shown,
            cell: bad.to_owned(),
        });
    }
    cells.clone_from_slice(&sets);
    Ok(Some(Assumption::SetsSplit {
        at: shown,
        labels: labels.len(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(cells: &[&str]) -> Result<Vec<Vec<String>>, Question> {
        let mut cells: Vec<Vec<String>> = cells
            .iter()
            .map(|cell| {
                if cell.is_empty() {
                    Vec::new()
                } else {
                    vec![(*cell).to_owned()]
                }
            })
            .collect();
        split(&mut cells).map(|_| cells)
    }

    #[test]
    fn the_first_separator_that_fits_splits_all_cells() {
        let one = vec![
            vec!["a".to_owned(), "b c".to_owned()],
            vec!["d".to_owned()],
            vec![],
        ];
        assert_eq!(sets(&["['a', \"b c\"]", "['d']", "[]"]), Ok(one.clone()));
        assert_eq!(sets(&["a; b c", "d", ""]), Ok(one.clone()));
        assert_eq!(sets(&["a, b c", "d", ""]), Ok(one));
        let words = sets(&["a b", "a", "b"]).expect("words that stand alone, too");
        assert_eq!(words[0], ["a", "b"]);
    }

    #[test]
    fn cells_without_a_separator_are_one_label_each() {
        for cells in [&["a", "b"], &["new york", "san jose"]] {
            let expected: Vec<Vec<String>> =
                cells.iter().map(|cell| vec![(*cell).to_owned()]).collect();
            assert_eq!(sets(cells), Ok(expected));
        }
    }

    #[test]
    fn cells_with_a_label_twice_or_an_empty_one_are_refused() {
        let of = |cell: &str| Question::Sets {
            at: "split at `,`".to_owned(),
            cell: cell.to_owned(),
        };
        assert_eq!(sets(&["a,b", "c,,d"]), Err(of("c,,d")));
        assert_eq!(sets(&["a,b", "a, a"]), Err(of("a, a")));
    }
}
