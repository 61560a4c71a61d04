//! The formats, each a folder or a file, and the one place that chooses among them.

#[cfg(feature = "columnar")]
pub(crate) mod columnar;
pub(crate) mod document;
pub(crate) mod file;
pub(crate) mod json;
pub(crate) mod jsonl;
pub(crate) mod labels;
pub(crate) mod logs;
pub(crate) mod npy;
pub(crate) mod rankings;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod trec;
#[cfg(not(all(feature = "columnar", feature = "logs")))]
pub(crate) mod unbuilt;

#[cfg(not(feature = "columnar"))]
pub(crate) use unbuilt as columnar;
