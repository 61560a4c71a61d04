//! What `fairseq-generate` prints: lines `S-ID`, `T-ID`, `H-ID`, `D-ID` and `P-ID` of source, target, hypothesis (with its score),
//! detokenised hypothesis (alike) and scores of tokens, in the order of batches.
//!
//! Source: facebookresearch/fairseq, `fairseq_cli/generate.py`. The best hypothesis of an id stands first.

use std::collections::BTreeMap;

/// The lines of such output that hold one kind of segments, in the order of their ids; nothing where a text is none. `of_targets`: the
/// targets, as references, rather than what was generated.
pub(crate) fn segments<'a>(lines: &[&'a str], of_targets: bool) -> Option<Vec<&'a str>> {
    let first = lines.iter().take(LOOKED_AT).filter_map(|line| tagged(line));
    if first.filter(|(tag, ..)| matches!(tag, 'H' | 'D')).count() == 0 {
        return None;
    }
    let of = |wanted: char| {
        let mut found = BTreeMap::new();
        for (_, id, text) in lines
            .iter()
            .filter_map(|line| tagged(line))
            .filter(|(tag, ..)| *tag == wanted)
        {
            // A score stands before what was generated.
            let text = if of_targets {
                text
            } else {
                text.split_once('\t').map_or("", |(_, text)| text)
            };
            found.entry(id).or_insert(text);
        }
        found.into_values().collect::<Vec<_>>()
    };
    let found = if of_targets { of('T') } else { of('D') };
    Some(if found.is_empty() && !of_targets {
        of('H')
    } else {
        found
    })
}

/// Lines within which a hypothesis stands: the program may log some before.
const LOOKED_AT: usize = 200;

/// Tag, id and text of a line.
fn tagged(line: &str) -> Option<(char, u64, &str)> {
    let (head, text) = line.split_once('\t')?;
    let (tag, id) = head.split_once('-')?;
    let tag = tag.chars().next().filter(|_| tag.len() == 1)?;
    matches!(tag, 'S' | 'T' | 'H' | 'D' | 'P').then_some(())?;
    Some((tag, id.parse().ok()?, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_hypotheses_come_in_the_order_of_their_ids_and_targets_are_references() {
        let printed = [
            "INFO loading",
            "S-1\tzwei",
            "T-1\ttwo",
            "H-1\t-0.3\tt@@ wo",
            "D-1\t-0.3\ttwo",
            "D-1\t-0.9\ttoo",
            "T-0\tone",
            "D-0\t-0.1\ton",
            "P-0\t-0.1",
        ];
        assert_eq!(segments(&printed, false).unwrap(), ["on", "two"]);
        assert_eq!(segments(&printed, true).unwrap(), ["one", "two"]);
        assert_eq!(
            segments(&["H-0\t-1\ta b", "H-1\t-1\t"], false).unwrap(),
            ["a b", ""]
        );
        assert_eq!(segments(&["D-day\tx", "a\tb"], false), None);
    }
}
