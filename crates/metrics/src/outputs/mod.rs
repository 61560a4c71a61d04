//! What systems give for items, as metrics take it: labels, spans, segments of text, trees.

mod fairseq;
pub(crate) mod labels;
pub(crate) mod scheme;
pub(crate) mod segments;
pub(crate) mod spans;
pub(crate) mod trees;
pub(crate) mod whitespace;
