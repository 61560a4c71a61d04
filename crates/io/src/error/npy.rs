//! What is wrong with a NumPy array.

/// Why a `.npy` file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NpyProblem {
    /// The first bytes are not NumPy's.
    #[error("expected a .npy file, found one that does not start with \\x93NUMPY")]
    NoMagic,
    /// A version that is not known.
    #[error("expected .npy version 1, 2 or 3, found {major}")]
    Version {
        /// The major version.
        major: u8,
    },
    /// The header is said to be longer than the file.
    #[error("expected a header of {declared} bytes or more, found {present}")]
    HeaderLength {
        /// What the file says.
        declared: u64,
        /// What is there.
        present: u64,
    },
    /// The header is not the dict that it should be.
    #[error("expected {expected} in the .npy header, found {found}")]
    Header {
        /// What should stand there.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// Named fields.
    #[error("expected an array of numbers, found a structured array")]
    Structured,
    /// An element type that is not a number that a double holds.
    #[error("expected elements of floats, integers or booleans, found type `{descr}`")]
    Type {
        /// NumPy's name of the type.
        descr: String,
    },
    /// Neither one nor two dimensions.
    #[error("expected one or two dimensions, found {found} dimensions")]
    Dimensions {
        /// How many.
        found: usize,
    },
    /// More columns than could be systems.
    #[error("expected at most 2^20 columns, found an array of shape {shape}")]
    Columns {
        /// The shape.
        shape: String,
    },
    /// A shape whose size cannot be counted.
    #[error("expected a shape of fewer than 2^64 bytes, found {shape}")]
    TooLarge {
        /// The shape.
        shape: String,
    },
    /// More or fewer bytes than the shape needs.
    #[error("expected {declared} bytes of data for the shape {shape}, found {present} bytes")]
    DataLength {
        /// The shape.
        shape: String,
        /// What the shape needs.
        declared: u64,
        /// What is there.
        present: u64,
    },
    /// An array without elements.
    #[error("expected scores, found an array of shape {shape}")]
    NoElements {
        /// The shape.
        shape: String,
    },
}

impl NpyProblem {
    pub(crate) fn hint(&self) -> Option<String> {
        let text = match self {
            Self::Structured => "save one field: numpy.save(path, array['field'])",
            Self::Type { .. } => "convert it before saving: array.astype(float)",
            Self::Dimensions { .. } | Self::Columns { .. } => {
                "save items as rows and systems as columns: array.reshape(items, systems)"
            }
            Self::DataLength { .. } | Self::HeaderLength { .. } => {
                "the file is damaged or incomplete: save it again"
            }
            Self::NoMagic | Self::Version { .. } | Self::Header { .. } | Self::TooLarge { .. } => {
                "write it with NumPy: numpy.save(path, array)"
            }
            Self::NoElements { .. } => return None,
        };
        Some(text.to_owned())
    }
}
