//! The bytes of an input: opened, mapped or read, unpacked, digested, cut into pieces.

pub(crate) mod budget;
pub(crate) mod chunks;
pub(crate) mod content;
pub(crate) mod decompress;
pub(crate) mod held;
#[cfg(feature = "mmap")]
pub(crate) mod map;
pub(crate) mod named;
pub(crate) mod parts;
pub(crate) mod source;
#[cfg(not(feature = "mmap"))]
pub(crate) mod unmapped;

#[cfg(not(feature = "mmap"))]
pub(crate) use unmapped as map;
