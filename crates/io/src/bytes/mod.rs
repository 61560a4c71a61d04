//! The bytes of an input: opened, mapped or read, unpacked, digested, cut into pieces.

pub(crate) mod chunks;
pub(crate) mod content;
pub(crate) mod decompress;
pub(crate) mod map;
pub(crate) mod source;
