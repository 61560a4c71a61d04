//! A column that no file has: whether a text has a token that a list lacks, such as a word that training never saw.
//!
//! Tokens are separated by blanks, in the text and in the list, and are compared as they are: lower-case both, or tokenize them
//! as training did. The column is called `unseen`; its values are `yes` and `no`.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::Error;

/// Name of the column.
pub const UNSEEN: &str = "unseen";
/// Its values: all tokens are on the list; one is not.
const VALUES: [&str; 2] = ["no", "yes"];

/// A list of tokens and the column of texts that is compared with it: `WORDS.txt:COLUMN`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unseen {
    /// The list.
    pub path: String,
    /// The column.
    pub column: String,
}

impl fmt::Display for Unseen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path, self.column)
    }
}

impl FromStr for Unseen {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.rsplit_once(':') {
            Some((path, column)) if !path.is_empty() && !column.is_empty() => Ok(Self {
                path: path.to_owned(),
                column: column.to_owned(),
            }),
            _ => Err(Error::BadUnseen {
                found: text.to_owned(),
            }),
        }
    }
}

impl Unseen {
    /// Reads the list.
    ///
    /// # Errors
    /// For a file that cannot be read, is not UTF-8, or holds no token.
    pub(crate) fn read(&self) -> Result<Words, Error> {
        let failed = |source| Error::Io {
            path: self.path.clone(),
            action: "read",
            source,
        };
        let text = std::fs::read_to_string(&self.path).map_err(failed)?;
        let tokens: HashSet<String> = text.split_whitespace().map(str::to_owned).collect();
        if tokens.is_empty() {
            return Err(Error::NoTokens {
                path: self.path.clone(),
            });
        }
        Ok(Words {
            column: self.column.clone(),
            tokens: Arc::new(tokens),
        })
    }
}

/// The tokens of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Words {
    /// The column of texts.
    pub column: String,
    tokens: Arc<HashSet<String>>,
}

impl Words {
    /// The value of a text.
    pub fn value(&self, text: &[u8]) -> &'static str {
        VALUES[usize::from(self.has_other(text))]
    }

    fn has_other(&self, text: &[u8]) -> bool {
        String::from_utf8_lossy(text)
            .split_whitespace()
            .any(|token| !self.tokens.contains(token))
    }

    /// Groups of equal texts as groups of both values. `codes` are places in `texts`, from 1; 0 stands for no text.
    pub fn regrouped(&self, texts: &[String], codes: &mut [u32]) -> Vec<String> {
        let others: Vec<bool> = texts
            .iter()
            .map(|text| self.has_other(text.as_bytes()))
            .collect();
        // A value that no text has is not a group.
        let is_there = [others.contains(&false), others.contains(&true)];
        for code in codes.iter_mut().filter(|code| **code > 0) {
            let other = others[*code as usize - 1];
            *code = if other { 1 + u32::from(is_there[0]) } else { 1 };
        }
        let values = VALUES
            .into_iter()
            .zip(is_there)
            .filter(|(_, is_there)| *is_there);
        values.map(|(value, _)| value.to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        let tokens = ["the", "cat", "sat"].map(str::to_owned);
        Words {
            column: "text".to_owned(),
            tokens: Arc::new(tokens.into()),
        }
    }

    #[test]
    fn a_text_is_unseen_where_one_token_is_off_the_list() {
        for (text, value) in [
            ("the cat", "no"),
            ("the  dog sat", "yes"),
            ("The cat", "yes"),
            ("", "no"),
        ] {
            assert_eq!(words().value(text.as_bytes()), value, "{text}");
        }
    }

    #[test]
    fn texts_become_two_groups_or_the_one_there_is() {
        let texts = ["a dog", "the cat", "sat"].map(str::to_owned);
        let mut codes = [1, 2, 3, 0, 1];
        assert_eq!(words().regrouped(&texts, &mut codes), ["no", "yes"]);
        assert_eq!(codes, [2, 1, 1, 0, 2]);
        let mut codes = [1, 1];
        assert_eq!(words().regrouped(&texts[..1], &mut codes), ["yes"]);
        assert_eq!(codes, [1, 1]);
    }

    #[test]
    fn a_list_goes_with_a_column() {
        let unseen: Unseen = "a:b/words.txt:text".parse().unwrap();
        assert_eq!(
            (unseen.path.as_str(), unseen.column.as_str()),
            ("a:b/words.txt", "text")
        );
        for text in ["words.txt", "words.txt:", ":text", ""] {
            assert!(text.parse::<Unseen>().is_err(), "{text}");
        }
    }
}
