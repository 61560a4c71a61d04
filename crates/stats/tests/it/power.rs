//! The cost of enumeration.
