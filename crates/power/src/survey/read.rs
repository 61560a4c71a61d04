//! Claims from a table: CSV, or with tabs or semicolons, with a header.

use restrap_io::{Content, lend};

use super::claim::{Claim, share};
use restrap_lib::number::format::count;

/// The columns, each by the names that a header may have for it.
const COLUMNS: [(&str, &[&str]); 11] = [
    ("claim", &["claim", "name", "id"]),
    ("paper", &["paper"]),
    ("task", &["task"]),
    ("measure", &["measure", "metric"]),
    ("items", &["items", "n", "size"]),
    ("baseline", &["baseline", "base"]),
    ("system", &["system", "score", "new"]),
    ("gap", &["gap", "gain", "difference", "delta"]),
    ("test", &["test"]),
    ("p", &["p", "pvalue", "p-value", "p_value"]),
    ("significant", &["significant", "sig"]),
];

/// Why a table gave no claims.
///
/// The table has no column that is known, or a cell that is not a number. Claims are never guessed from other columns.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadClaims {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] restrap_io::Error),
    /// Its content is not a table of claims.
    #[error("{0}")]
    Content(String),
}

/// Reads the claims of a table.
///
/// # Errors
/// [`BadClaims`] for a file that cannot be read, a header without claims, and cells that are no number where one must be.
pub fn read_claims(path: &str) -> Result<Vec<Claim>, BadClaims> {
    let parse = |content: Content<'_>, _| match content {
        Content::Bytes(bytes) => parsed(path, bytes),
        Content::Stream(stream) => {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(stream, &mut bytes)
                .map_err(|error| BadClaims::Content(format!("{path}: cannot be read: {error}")))?;
            parsed(path, &bytes)
        }
    };
    lend(path, false, false, parse)?.made
}

fn parsed(path: &str, bytes: &[u8]) -> Result<Vec<Claim>, BadClaims> {
    let bad = |line: u64, words: String| BadClaims::Content(format!("{path}:{line}: {words}"));
    let header = bytes
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    let delimiter = [b'\t', b';']
        .into_iter()
        .find(|byte| header.contains(byte))
        .unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .trim(csv::Trim::All)
        .from_reader(bytes);
    let told = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        bad(
            line,
            "expected a table in UTF-8 whose rows have as many cells as its header".to_owned(),
        )
    };
    let names: Vec<String> = reader
        .headers()
        .map_err(told)?
        .iter()
        .map(|name| name.trim_start_matches('\u{feff}').to_lowercase())
        .collect();
    let mut places = [None; COLUMNS.len()];
    for (place, (column, aliases)) in places.iter_mut().zip(COLUMNS) {
        let found: Vec<usize> = (0..names.len())
            .filter(|at| aliases.contains(&&names[*at][..]))
            .collect();
        if found.len() > 1 {
            return Err(bad(
                1,
                format!(
                    "expected one column of {column}, found {}",
                    count(found.len() as u64, "column")
                ),
            ));
        }
        *place = found.first().copied();
    }
    let [_, _, _, _, items, baseline, system, gap, test, p, _] = places;
    if [items, baseline, system, gap, test, p]
        .iter()
        .flatten()
        .count()
        < 2
    {
        let known: Vec<&str> = COLUMNS.iter().map(|(column, _)| *column).collect();
        return Err(bad(
            1,
            format!(
                "expected columns such as {}, found {}",
                known.join(", "),
                names.join(", ")
            ),
        ));
    }
    let mut claims = Vec::new();
    for row in reader.records() {
        let row = row.map_err(told)?;
        let line = row.position().map_or(0, csv::Position::line);
        let cells = places.map(|place| {
            place
                .and_then(|at| row.get(at))
                .unwrap_or_default()
                .to_owned()
        });
        let [
            claim,
            paper,
            task,
            measure,
            items,
            baseline,
            system,
            gap,
            test,
            p,
            significant,
        ] = cells;
        let whole = |text: &str| {
            text.replace([',', '_'], "")
                .parse::<u64>()
                .is_ok_and(|n| (1..=10_000_000).contains(&n))
        };
        if !super::claim::is_nothing(&items) && !whole(&items) {
            return Err(bad(
                line,
                format!("expected a number of items from 1 to 10,000,000, found `{items}`"),
            ));
        }
        for (column, text) in [("baseline", &baseline), ("system", &system)] {
            let is_number = share(text).is_some() || super::claim::number(text).is_some();
            if !super::claim::is_nothing(text) && !is_number {
                return Err(bad(
                    line,
                    format!(
                        "expected a score as {column}, such as 85.2, 0.852 or 426/500, found `{text}`"
                    ),
                ));
            }
        }
        if !super::claim::is_nothing(&gap) && super::claim::number(&gap).is_none() {
            return Err(bad(
                line,
                format!("expected a gap, such as 2.4, 0.024 or 2.4pt, found `{gap}`"),
            ));
        }
        let claim = if claim.is_empty() {
            format!("row {}", claims.len() + 1)
        } else {
            claim
        };
        claims.push(Claim {
            claim,
            paper,
            task,
            measure,
            items,
            baseline,
            system,
            gap,
            test,
            p,
            significant,
        });
    }
    if claims.is_empty() {
        return Err(bad(
            1,
            "expected a claim below the header, found none".to_owned(),
        ));
    }
    Ok(claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_names_in_any_order() {
        let claims = parsed(
            "t.csv",
            b"\xef\xbb\xbfMetric;N;p-value\nacc;1,000;<0.05\n;500;\n",
        )
        .expect("claims");
        assert_eq!(
            (claims[0].measure.as_str(), claims[0].items.as_str()),
            ("acc", "1,000")
        );
        assert_eq!(
            (claims[0].p.as_str(), claims[1].claim.as_str()),
            ("<0.05", "row 2")
        );
    }

    #[test]
    fn what_is_no_claim_is_refused_with_its_line() {
        for (text, words) in [
            ("a,b\n1,2\n", "t.csv:1: expected columns such as claim"),
            ("n,p\n", "t.csv:1: expected a claim below the header"),
            (
                "n,p\n10,0.1\nmany,0.1\n",
                "t.csv:3: expected a number of items",
            ),
            ("n,p\n-3,0.1\n", "t.csv:2: expected a number of items"),
            ("n,p\n10\n", "t.csv:2: expected a table"),
            (
                "n,items,p\n1,1,1\n",
                "t.csv:1: expected one column of items, found 2 columns",
            ),
            (
                "n,baseline,system\n10,good,0.5\n",
                "t.csv:2: expected a score as baseline",
            ),
            ("n,gap\n10,much\n", "t.csv:2: expected a gap"),
        ] {
            let error = parsed("t.csv", text.as_bytes())
                .expect_err(text)
                .to_string();
            assert!(error.starts_with(words), "{error}");
        }
    }
}
