//! The command to type, and the same in Python.

use restrap_words::{Asked, Spelling, asked, asked_as, shell_word};

use super::design::{Design, ScoreKind};
use super::recommend::Verb;
use restrap_lib::{Claim, Over};

/// Systems and options, as they are typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// `[NAME=]FILE[:COLUMN]`, baseline first.
    pub systems: Vec<String>,
    /// Options with their values.
    pub options: Vec<Asked>,
    /// The systems are names in a program, not files.
    pub in_memory: bool,
}

/// Words of `id`, which Python calls otherwise.
const ITEM: (&str, &str) = ("id=", "item=");

impl Call {
    /// A call with words in the place of files, for a design that was told in words.
    pub fn of_words(design: &Design) -> Self {
        let mut options = Vec::new();
        let mut systems: Vec<String> = match (design.systems, design.against) {
            (..2, _) | (_, true) => vec!["SYSTEM".to_owned()],
            (2, _) => vec!["BASELINE".to_owned(), "SYSTEM".to_owned()],
            _ => vec![
                "BASELINE".to_owned(),
                "SYSTEM".to_owned(),
                "SYSTEM".to_owned(),
            ],
        };
        if design.kind == ScoreKind::Votes {
            systems = match design.systems {
                2 => vec!["VOTES:BASELINE".to_owned(), "VOTES:SYSTEM".to_owned()],
                _ => vec!["VOTES".to_owned()],
            };
            let mut columns = "left=COL,right=COL,winner=COL".to_owned();
            columns += if design.clustered { ",item=COL" } else { "" };
            columns += if design.crossed { ",judge=COL" } else { "" };
            options.push(asked_as("votes", columns));
        } else if design.raters {
            options.extend([asked_as("id", "COL"), asked_as("judge", "COL")]);
        } else if design.clustered {
            options.push(asked_as(
                "cluster",
                if design.crossed { "COL,COL" } else { "COL" },
            ));
        }
        if let Some(metric) = &design.metric {
            options.push(asked_as("metric", metric));
        } else if design.kind == ScoreKind::Quantile {
            options.push(asked_as("metric", "median"));
        }
        let several = [("seed-col", design.seeds), ("repeat", design.repeats)];
        if several.iter().any(|(_, is)| *is) || design.human {
            options.push(asked_as("id", "COL"));
        }
        options.extend(
            several
                .into_iter()
                .filter(|(_, is)| *is)
                .map(|(name, _)| asked_as(name, "COL")),
        );
        if design.human {
            options.push(asked_as("human", "FILE"));
        }
        if design.data_sets {
            options.push(asked_as("dataset", "COL"));
        }
        if design.against {
            options.push(asked_as("against", "NUMBER"));
        }
        if design.unpaired {
            options.push(asked("unpaired"));
        }
        if design.over != Over::Items {
            options.push(asked_as("over", design.over));
        }
        if design.over == Over::Splits {
            options.push(asked_as("test-fraction", "SHARE"));
        }
        options.extend(design.claim.map(|claim| match claim {
            Claim::Noninferior => asked_as("noninferior", "MARGIN"),
            Claim::Equivalent => asked_as("equivalent", "MARGIN"),
            Claim::Superior => asked_as("superior", "MARGIN"),
        }));
        Self {
            systems,
            options,
            in_memory: false,
        }
    }

    /// As a shell reads it.
    pub fn command(&self, verb: Verb) -> String {
        self.typed(verb.name())
    }

    /// The call with `question` in the place of its question.
    pub(super) fn typed(&self, question: &str) -> String {
        let systems = if self.in_memory {
            vec!["BASELINE".to_owned(), "SYSTEM".to_owned()]
        } else {
            self.systems.clone()
        };
        let words = systems.iter().map(|system| shell_word(system).into_owned());
        let options = self.options.iter().map(|option| match option.value() {
            None => option.spelled(Spelling::Flags),
            Some(value) => format!("--{} {}", option.name(), shell_word(value)),
        });
        ["restrap".to_owned(), question.to_owned()]
            .into_iter()
            .chain(words)
            .chain(options)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// As Python reads it.
    pub fn python(&self, verb: Verb) -> String {
        let systems: Vec<String> = self
            .systems
            .iter()
            .map(|system| {
                if self.in_memory {
                    system.clone()
                } else {
                    format!("{system:?}")
                }
            })
            .collect();
        let options = self
            .options
            .iter()
            .map(|option| match (option.name(), option.value()) {
                ("lower-is-better", _) => "higher_is_better=False".to_owned(),
                (_, None) => format!("{}=True", option.spelled(Spelling::Keywords)),
                // A column of data in memory.
                ("cluster" | "by", Some(value)) if self.in_memory => {
                    format!("{}={value}", option.name())
                }
                _ => {
                    let spelled = option.spelled(Spelling::Keywords);
                    spelled
                        .strip_prefix(ITEM.0)
                        .map_or(spelled.clone(), |value| format!("{}{value}", ITEM.1))
                }
            });
        let systems = match verb {
            Verb::Rank if systems.len() > 1 => vec![format!("[{}]", systems.join(", "))],
            _ => systems,
        };
        format!(
            "restrap.{}({})",
            verb.name(),
            systems
                .into_iter()
                .chain(options)
                .collect::<Vec<_>>()
                .join(", ")
        )
    }
}
