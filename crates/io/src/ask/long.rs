//! Long tables (`--long system=model,item=example_id,score=pass1`): one row per system and item, turned into one column per
//! system.
//!
//! Systems and items keep the order in which they first appear. A pair that has no row is a missing score; one that has
//! two is a doubled id.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// The columns of a long table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Long {
    /// Who was scored.
    pub system: String,
    /// On what.
    pub item: String,
    /// The score.
    pub score: String,
    /// What items belong to, if said here.
    pub cluster: Option<String>,
    /// Which of several sampled answers to an item it is, if said here.
    pub repeat: Option<String>,
    /// Which training run it is, if said here.
    pub seed: Option<String>,
    /// Who judged, if said here.
    pub judge: Option<String>,
}

impl Long {
    /// It says more than who scored what.
    pub fn has_roles(&self) -> bool {
        [&self.cluster, &self.repeat, &self.seed, &self.judge]
            .into_iter()
            .any(Option::is_some)
    }
}

impl fmt::Display for Long {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "system={},item={},score={}",
            self.system, self.item, self.score
        )?;
        let Self {
            cluster,
            repeat,
            seed,
            judge,
            ..
        } = self;
        for (role, column) in [
            ("cluster", cluster),
            ("repeat", repeat),
            ("seed", seed),
            ("judge", judge),
        ] {
            if let Some(column) = column {
                write!(f, ",{role}={column}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Long {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let bad = || Error::BadLong {
            found: text.to_owned(),
        };
        let (mut system, mut item, mut score) = (None, None, None);
        let mut long = Self::default();
        for part in text.split(',') {
            let (role, column) = part.split_once('=').ok_or_else(bad)?;
            let slot = match role.trim() {
                "system" => &mut system,
                "item" => &mut item,
                "score" => &mut score,
                "cluster" => &mut long.cluster,
                "repeat" => &mut long.repeat,
                "seed" => &mut long.seed,
                "judge" => &mut long.judge,
                _ => return Err(bad()),
            };
            let column = column.trim();
            if column.is_empty() || slot.replace(column.to_owned()).is_some() {
                return Err(bad());
            }
        }
        let score = score.unwrap_or_else(|| "score".to_owned());
        match (system, item) {
            (Some(system), Some(item)) => Ok(Self {
                system,
                item,
                score,
                ..long
            }),
            _ => Err(bad()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_stand_in_any_order_and_each_once() {
        let long: Long = "score=pass1, system=model,item=example_id".parse().unwrap();
        assert_eq!(long.to_string(), "system=model,item=example_id,score=pass1");
        assert_eq!("system=a,item=b".parse::<Long>().unwrap().score, "score");
        let all = "system=a,item=b,score=c,cluster=d,repeat=e,seed=f,judge=g";
        assert_eq!(all.parse::<Long>().unwrap().to_string(), all);
        for text in [
            "",
            "system=a",
            "system=a,item=b,score=",
            "system=a,system=b,item=c,score=d",
            "a,b,c",
            "system=a,item=b,value=c",
            "system=a,score=c",
            "system=a,item=b,score=c,seed=",
        ] {
            assert_eq!(
                text.parse::<Long>().unwrap_err().class().name(),
                "usage",
                "{text}"
            );
        }
    }
}
