//! MT-bench: JSON lines of pairwise judgements, in each of which a judge saw the answers of two models in both orders.
//!
//! Source: lm-sys/FastChat, `fastchat/llm_judge/show_result.py`: a model wins where it wins both games, and all else is a tie.

use crate::read::document::known::arena_hard::{fields, get};
use crate::read::document::table::Table;
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::Record;

/// Adds the winner of both games to each line; returns `None` if the first line has no two games.
pub(super) fn read<'a>(records: &[Record<'a>]) -> Option<Table<'a>> {
    let games = |record: &Record<'a>| {
        let own = fields(record);
        let game = |name: &str| get(&own, name).map(|leaf| leaf.text().into_owned());
        Some([game("g1_winner")?, game("g2_winner")?])
    };
    let of_models = fields(records.first()?);
    get(&of_models, "model_1")?;
    get(&of_models, "model_2")?;
    games(records.first()?)?;
    let mut made = Vec::with_capacity(records.len());
    for record in records {
        let [first, second] = games(record)?;
        // The others are `tie` and `error`.
        let winner = if first == second && first.starts_with("model_") {
            first
        } else {
            "tie".to_owned()
        };
        let mut record = record.clone();
        record
            .leaves
            .push(("winner".to_owned(), Leaf::Text(winner.into())));
        made.push(record);
    }
    Some(Table {
        records: made,
        said: Some("a winner wins both games".to_owned()),
        ..Table::default()
    })
}
