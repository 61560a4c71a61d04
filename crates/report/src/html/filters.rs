//! What a template does to text on its way into a page.

// What the macro makes of a filter is askama's.
#![expect(
    clippy::inline_always,
    clippy::unused_self,
    clippy::unnecessary_wraps,
    reason = "the form of a filter"
)]

use std::fmt::Display;

use askama::Values;

use crate::cells::plain;

/// Text of files without what could turn it round; the template escapes its markup.
#[askama::filter_fn]
pub fn visible(text: impl Display, _: &dyn Values) -> askama::Result<String> {
    Ok(plain(&text.to_string()).into_owned())
}
