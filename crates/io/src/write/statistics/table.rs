//! What is written: columns, ids, and what the file says about itself.

/// The values of a column to be written, one per item.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Values<'a> {
    /// Integers: counts.
    Integers(&'a [i64]),
    /// Doubles: scores.
    Doubles(&'a [f64]),
}

impl Values<'_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Integers(values) => values.len(),
            Self::Doubles(values) => values.len(),
        }
    }
}

/// What a file of statistics says about itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Metadata {
    /// The metric whose statistics these are (`restrap.metric`); empty for columns of something else, and then the file says nothing of them.
    pub metric: String,
    /// How they were computed (`restrap.signature`).
    pub signature: String,
    /// BLAKE3 of what they were computed from (`restrap.digest`).
    pub digest: String,
    /// The column of ids, if there is one (`restrap.id`).
    pub id: Option<String>,
}

/// The keys of [`Metadata`], in its order.
const KEYS: [&str; 4] = [
    "restrap.metric",
    "restrap.signature",
    "restrap.digest",
    "restrap.id",
];

impl Metadata {
    /// What there is to say: nothing of columns that are not statistics.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [
            Some(&self.metric),
            Some(&self.signature),
            Some(&self.digest),
            self.id.as_ref(),
        ];
        let said = KEYS
            .into_iter()
            .zip(all)
            .filter_map(|(key, value)| Some((key, value?.as_str())));
        said.filter(|_| !self.metric.is_empty())
    }

    /// From the pairs of a file; `None` where the metric is not among them.
    pub(super) fn from_pairs(pairs: impl IntoIterator<Item = (String, String)>) -> Option<Self> {
        let mut found = [None, None, None, None];
        for (key, value) in pairs {
            if let Some(at) = KEYS.iter().position(|known| *known == key) {
                found[at] = Some(value);
            }
        }
        let [metric, signature, digest, id] = found;
        Some(Self {
            metric: metric?,
            signature: signature.unwrap_or_default(),
            digest: digest.unwrap_or_default(),
            id,
        })
    }
}

/// The columns of a file to be written.
pub(super) struct Table<'a> {
    pub ids: Option<(&'a str, &'a [String])>,
    pub columns: &'a [(&'a str, Values<'a>)],
    pub rows: usize,
}
