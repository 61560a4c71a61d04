//! The file format of a figure, and its colours.

use std::path::Path;

use restrap_words::vocabulary;

vocabulary! {
    /// What a figure is written as.
    pub enum Picture: "a kind of picture" {
        /// Lines and letters.
        Svg = "svg",
        /// Pixels, at twice the width that is asked for.
        Png = "png",
        /// Lines and letters on a page of their size, for LaTeX; letters are outlines.
        Pdf = "pdf",
    }
}

vocabulary! {
    /// Colours of a figure.
    pub enum Theme: "a theme" {
        /// A white page.
        Light = "light",
        /// A dark page.
        Dark = "dark",
    }
    default Light
}

impl Picture {
    /// What the name of a file asks for.
    pub fn of(path: &Path) -> Option<Self> {
        path.extension()?.to_str()?.to_ascii_lowercase().parse().ok()
    }

    /// The feature that writes it, and whether this build has it.
    pub const fn feature(self) -> (&'static str, bool) {
        match self {
            Self::Svg => ("figures", cfg!(feature = "figures")),
            Self::Png | Self::Pdf => ("images", cfg!(feature = "images")),
        }
    }
}

/// A figure that could not be made: a fault of the drawing, since figures hold finite numbers only, or a build that draws none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the figure cannot be drawn")]
pub struct BadFigure;
