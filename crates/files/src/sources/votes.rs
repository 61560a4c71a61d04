//! Tables of votes: who was shown first and who second, who won, on what prompt and by whom.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use restrap_io::{By, Cells, Grouping, Located, Missing, Options, load};
use restrap_stats::votes::Duel;
use restrap_words::{asked, refers_to};

use super::error::SourceError;
use restrap_lib::outcome::{InputInfo, Role};

/// Words for the first, for the second and for neither, beside the names of the columns and of the systems.
const WORDS: [&[&str]; 3] = [
    &["left", "first", "a", "1", "model_a"],
    &["right", "second", "b", "2", "model_b"],
    &[
        "tie",
        "tied",
        "draw",
        "equal",
        "both",
        "neither",
        "neutral",
        "same",
        "none",
        "no preference",
        "no_preference",
        "0",
        "both-bad",
        "both_bad",
        "bothbad",
        "tie (bothbad)",
    ],
];

/// The columns of a table of votes, one row a vote: `left=model_a,right=model_b,winner=winner,item=prompt,judge=judge`. Ranks may
/// stand in the place of a winner: `left-rank=COL,right-rank=COL`, 1 being the best.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VoteColumns {
    /// The system that was shown first.
    pub left: String,
    /// The system that was shown second.
    pub right: String,
    /// Who won.
    pub winner: Winner,
    /// What was voted on.
    pub item: Option<String>,
    /// Who voted.
    pub judge: Option<String>,
}

/// Where it stands who won.
///
/// Either one column that names the winner of each vote, or two columns of ranks, of which the lower wins and equal ones tie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winner {
    /// In a column of words.
    Named(String),
    /// In the ranks of both systems.
    Ranks([String; 2]),
}

/// Text that names no columns of votes.
///
/// Columns are named as `left=COL,right=COL,winner=COL`, or with two ranks in place of the winner; `item=COL` and `judge=COL` may
/// follow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected left=COL,right=COL,winner=COL and perhaps item=COL,judge=COL, found `{0}`")]
pub struct BadVotes(String);

impl fmt::Display for VoteColumns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "left={},right={}", self.left, self.right)?;
        match &self.winner {
            Winner::Named(column) => write!(f, ",winner={column}")?,
            Winner::Ranks([left, right]) => write!(f, ",left-rank={left},right-rank={right}")?,
        }
        for (role, column) in [("item", &self.item), ("judge", &self.judge)] {
            if let Some(column) = column {
                write!(f, ",{role}={column}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for VoteColumns {
    type Err = BadVotes;

    fn from_str(text: &str) -> Result<Self, BadVotes> {
        let bad = || BadVotes(text.to_owned());
        let mut columns: HashMap<&str, &str> = HashMap::new();
        for part in text.split(',') {
            let (role, column) = part.split_once('=').ok_or_else(bad)?;
            let (role, column) = (role.trim(), column.trim());
            let known = [
                "left",
                "right",
                "winner",
                "left-rank",
                "right-rank",
                "item",
                "judge",
            ];
            if column.is_empty() || !known.contains(&role) || columns.insert(role, column).is_some()
            {
                return Err(bad());
            }
        }
        let mut take = |role: &str| columns.remove(role).map(str::to_owned);
        let winner = match (take("winner"), take("left-rank"), take("right-rank")) {
            (Some(column), None, None) => Winner::Named(column),
            (None, Some(left), Some(right)) => Winner::Ranks([left, right]),
            _ => return Err(bad()),
        };
        let (Some(left), Some(right)) = (take("left"), take("right")) else {
            return Err(bad());
        };
        Ok(Self {
            left,
            right,
            winner,
            item: take("item"),
            judge: take("judge"),
        })
    }
}

/// One vote; everything but who won is a number in the lists of [`Votes`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vote {
    /// The system that was shown first.
    pub left: usize,
    /// The system that was shown second.
    pub right: usize,
    /// What was voted on; the number of the vote, where no column says it.
    pub item: usize,
    /// Who voted; 0, where no column says it.
    pub judge: usize,
    /// What the first one got: 1, ½ of a tie, or 0.
    pub share: f64,
}

/// All votes of a file.
///
/// Systems, items and judges are numbers in lists of names; the two sides of a vote are in the order in which they were shown.
#[derive(Clone, Debug)]
pub struct Votes {
    /// Systems, in the order in which they first appear.
    pub systems: Vec<String>,
    /// Prompts, if a column names them.
    pub items: Vec<String>,
    /// Voters, if a column names them.
    pub judges: Vec<String>,
    /// The votes, in the order of the rows.
    pub votes: Vec<Vote>,
    /// Rows without a winner.
    pub missing: u64,
    /// The file.
    pub input: InputInfo,
}

impl Votes {
    /// Reads a table; a `:COLUMN` of the argument is not looked at.
    ///
    /// # Errors
    /// [`SourceError`] for a file that cannot be read, columns that it does not have, and winners that are not words for one.
    pub fn read(
        file: &Located,
        columns: &VoteColumns,
        reading: &Options,
    ) -> Result<Self, SourceError> {
        let mut roles = vec![
            (Grouping::Left, columns.left.clone()),
            (Grouping::Right, columns.right.clone()),
        ];
        roles.extend(
            columns
                .item
                .iter()
                .map(|column| (Grouping::Prompts, column.clone())),
        );
        roles.extend(
            columns
                .judge
                .iter()
                .map(|column| (Grouping::Voters, column.clone())),
        );
        let Options {
            filters,
            mmap,
            format,
            ..
        } = reading.clone();
        // A vote without a winner is none.
        let mut options = Options {
            filters,
            mmap,
            format,
            roles,
            missing: Missing::Drop,
            ..Options::default()
        };
        options.knows_rows = true;
        options.clusters_elsewhere = true;
        let of_column = |column: &String| format!("{}:{column}", file.path);
        let arguments = match &columns.winner {
            Winner::Named(column) => {
                (options.cells, options.gold) = (Cells::Labels, Some(of_column(column)));
                vec![of_column(column)]
            }
            Winner::Ranks(ranks) => ranks.iter().map(of_column).collect(),
        };
        let loaded = load(&arguments, &options)?;
        let mut roles = loaded.roles.into_iter();
        let (Some(left), Some(right)) = (roles.next(), roles.next()) else {
            return Err(SourceError::usage(
                format!("{}: found no votes", file.path),
                "name another file",
            ));
        };
        let mut items = columns.item.as_ref().and_then(|_| roles.next());
        let judges = roles.next();
        let mut systems = left.values.clone();
        systems.extend(
            right
                .values
                .iter()
                .filter(|name| !left.values.contains(name))
                .cloned(),
        );
        let number = |of: &By, row: usize| of.codes[row] as usize - 1;
        let rights: Vec<usize> = (right.values.iter())
            .map(|name| {
                systems
                    .iter()
                    .position(|known| known == name)
                    .unwrap_or_default()
            })
            .collect();
        let rows = left.codes.len();
        let mut votes = Vec::with_capacity(rows);
        let words: Vec<&str> = loaded
            .labels
            .iter()
            .map(|labels| labels.first().map_or("", |word| word))
            .collect();
        // The third letter beside A and B is a tie, as in MT-bench.
        let letters = ["a", "b", "c"];
        let has_letters = ["a", "b"]
            .iter()
            .all(|letter| words.iter().any(|word| bare(word) == *letter))
            && words.iter().all(|word| {
                letters.contains(&&bare(word)[..]) || WORDS[2].contains(&&bare(word)[..])
            });
        for row in 0..rows {
            let (first, second) = (number(&left, row), rights[number(&right, row)]);
            let share = match &columns.winner {
                Winner::Named(column) => {
                    let word = words[loaded.gold[row] as usize - 1];
                    let names = [
                        (&columns.left, &systems[first]),
                        (&columns.right, &systems[second]),
                    ];
                    let tie = (has_letters && bare(word) == "c").then_some(0.5);
                    tie.or_else(|| share(word, names))
                        .ok_or_else(|| unknown(file, column, word))?
                }
                Winner::Ranks(_) => {
                    let [one, other] = [0, 1].map(|at: usize| loaded.systems[at].scores[row]);
                    0.5 + 0.5 * (f64::from(one < other) - f64::from(one > other))
                }
            };
            let item = items.as_ref().map_or(row, |items| number(items, row));
            let judge = judges.as_ref().map_or(0, |judges| number(judges, row));
            votes.push(Vote {
                left: first,
                right: second,
                item,
                judge,
                share,
            });
        }
        let input = loaded.inputs.into_iter().next();
        let input = input.ok_or_else(|| {
            SourceError::usage(format!("{}: found nothing", file.path), "name another file")
        })?;
        Ok(Self {
            systems,
            items: items.take().map_or_else(Vec::new, |items| items.values),
            judges: judges.map_or_else(Vec::new, |judges| judges.values),
            votes,
            missing: input.dropped as u64,
            input: InputInfo {
                role: Role::Votes,
                ..input.into()
            },
        })
    }

    /// Votes of each pair of systems in the order in which they were shown.
    pub fn duels(&self) -> Vec<Duel> {
        let mut places: HashMap<(usize, usize), usize> = HashMap::new();
        let mut duels: Vec<Duel> = Vec::new();
        for vote in self.votes.iter().filter(|vote| vote.left != vote.right) {
            let at = *places.entry((vote.left, vote.right)).or_insert_with(|| {
                let (first, second) = (vote.left, vote.right);
                duels.push(Duel {
                    first,
                    second,
                    first_wins: 0,
                    second_wins: 0,
                    ties: 0,
                });
                duels.len() - 1
            });
            let duel = &mut duels[at];
            match vote.share {
                1.0 => duel.first_wins += 1,
                0.0 => duel.second_wins += 1,
                _ => duel.ties += 1,
            }
        }
        duels
    }
}

/// A word in lower case, without the brackets of a judge's verdict: `[[A]]`.
fn bare(word: &str) -> String {
    word.trim_matches(['[', ']']).to_lowercase()
}

/// What the first one got, by the word for the winner: a name of the column or of the system stands for itself.
fn share(word: &str, [(left, first), (right, second)]: [(&String, &String); 2]) -> Option<f64> {
    if refers_to(word, first) && !refers_to(word, second) {
        return Some(1.0);
    }
    if refers_to(word, second) && !refers_to(word, first) {
        return Some(0.0);
    }
    let word = bare(word);
    let is =
        |words: &[&str], column: &str| words.contains(&&word[..]) || word == column.to_lowercase();
    let [firsts, seconds, neither] = WORDS;
    match (
        is(firsts, left),
        is(seconds, right),
        neither.contains(&&word[..]),
    ) {
        (true, false, false) => Some(1.0),
        (false, true, false) => Some(0.0),
        (false, false, true) => Some(0.5),
        _ => None,
    }
}

fn unknown(file: &Located, column: &str, word: &str) -> SourceError {
    SourceError::usage(
        format!(
            "{}: expected left, right, tie or both-bad (model_a, a, 1; model_b, b, 2; 0; the name of a system) in {column}, found \
             `{word}`",
            file.path
        ),
        format!(
            "write the winners of these votes as left, right and tie, or name another column in {}",
            asked("votes")
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_in_any_order_and_each_once() {
        let all = "left=a,right=b,winner=w,item=i,judge=j";
        assert_eq!(all.parse::<VoteColumns>().unwrap().to_string(), all);
        let ranks = "left=a,right=b,left-rank=x,right-rank=y";
        assert_eq!(ranks.parse::<VoteColumns>().unwrap().to_string(), ranks);
        for text in [
            "",
            "left=a,right=b",
            "left=a,right=b,winner=",
            "left=a,right=b,winner=w,left-rank=x",
            "left=a",
        ] {
            assert!(text.parse::<VoteColumns>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_word_for_a_winner_is_one_of_three() {
        let columns = ["model_a", "model_b"].map(str::to_owned);
        let systems = ["gpt", "llama"].map(str::to_owned);
        let of = |word: &str| {
            share(
                word,
                [(&columns[0], &systems[0]), (&columns[1], &systems[1])],
            )
        };
        for word in ["model_a", "left", "A", "[[A]]", "1", "gpt"] {
            assert_eq!(of(word), Some(1.0), "{word}");
        }
        for word in ["model_b", "Right", "b", "2", "llama"] {
            assert_eq!(of(word), Some(0.0), "{word}");
        }
        for word in ["tie", "tie (bothbad)", "both-bad", "0", "Tie"] {
            assert_eq!(of(word), Some(0.5), "{word}");
        }
        assert_eq!(of("claude"), None);
    }
}
