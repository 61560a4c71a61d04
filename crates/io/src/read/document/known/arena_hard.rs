//! Arena-Hard: JSON lines of judgements, in each of which a judge saw the answers of a model and of the baseline in both orders.
//!
//! Source: lmarena/arena-hard-auto, `show_result.py` (`get_battles_from_judgment`): a verdict such as `A>>B` counts three times, as the
//! published win rates have it.

use serde::Deserialize;

use crate::read::document::table::Table;
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Part, Record};

/// The field of won battles and all battles, of which the win rate is the ratio of the sums.
const WON: &str = "win_rate";
/// The weight of a clear verdict such as `A>>B`.
const CLEAR: f64 = 3.0;

#[derive(Deserialize)]
struct Game {
    score: Option<String>,
}

/// Reads judgements; returns `None` if the first line is not one.
pub(super) fn read<'a>(records: &[Record<'a>]) -> Option<Table<'a>> {
    let first = fields(records.first()?);
    for name in ["question_id", "model", "judge", "games"] {
        get(&first, name)?;
    }
    let mut made = Vec::with_capacity(records.len());
    for record in records {
        let own = fields(record);
        let Leaf::Other(games) = get(&own, "games")? else {
            return None;
        };
        let games: Vec<Game> = serde_json::from_str(games).ok()?;
        let (mut won, mut all) = (0.0, 0.0);
        // The model answers second at first.
        for (game, is_second) in games.iter().zip([true, false]) {
            let Some((share, weight)) = game.score.as_deref().and_then(verdict) else {
                continue;
            };
            won += weight * if is_second { 1.0 - share } else { share };
            all += weight;
        }
        let both = if all > 0.0 {
            Leaf::Pair([won, all])
        } else {
            Leaf::Null
        };
        let part = |value: f64| {
            if all > 0.0 {
                Leaf::Value(value)
            } else {
                Leaf::Null
            }
        };
        made.push(Record {
            text: None,
            leaves: vec![
                ("question_id".to_owned(), get(&own, "question_id")?.clone()),
                ("model".to_owned(), get(&own, "model")?.clone()),
                (WON.to_owned(), both),
                (format!("{WON}.0"), part(won)),
                (format!("{WON}.1"), part(all)),
            ],
            ..record.clone()
        });
    }
    Some(Table {
        records: made,
        dialect: Dialect {
            ids: vec!["question_id".to_owned()],
            metrics: Some(vec![WON.to_owned()]),
        },
        said: Some("a clear verdict counts three times".to_owned()),
        samples: None,
        only: None,
    })
}

pub(super) fn fields<'a>(record: &Record<'a>) -> Vec<(String, Leaf<'a>)> {
    let part = Part {
        file: String::new(),
        records: Vec::new(),
        task: None,
    };
    part.leaves(record, None).unwrap_or_default()
}

pub(super) fn get<'l, 'a>(fields: &'l [(String, Leaf<'a>)], name: &str) -> Option<&'l Leaf<'a>> {
    fields
        .iter()
        .find(|(path, _)| path == name)
        .map(|(_, leaf)| leaf)
}

/// Returns the share that the first answer won, and the weight of the verdict.
fn verdict(text: &str) -> Option<(f64, f64)> {
    Some(match text {
        "A>>B" => (1.0, CLEAR),
        "A>B" => (1.0, 1.0),
        "A=B" | "B=A" => (0.5, 1.0),
        "B>A" => (0.0, 1.0),
        "B>>A" => (0.0, CLEAR),
        _ => return None,
    })
}
