//! What a posterior cannot be combined with.
