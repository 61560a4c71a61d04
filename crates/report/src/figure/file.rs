//! A figure as a file.

use super::Figure;
use super::picture::{BadFigure, Picture, Theme};

impl Figure {
    /// The bytes of a file, `width` pixels wide; the height follows from what it holds.
    ///
    /// # Errors
    /// [`BadFigure`] where a number is not finite, and where this build lacks [`Picture::feature`].
    #[cfg_attr(
        not(feature = "figures"),
        expect(unused_variables, reason = "nothing is drawn")
    )]
    pub fn bytes(&self, picture: Picture, width: u32, theme: Theme) -> Result<Vec<u8>, BadFigure> {
        #[cfg(feature = "figures")]
        return super::draw::bytes(self, picture, width, theme);
        #[cfg(not(feature = "figures"))]
        Err(BadFigure)
    }

    /// The figure as an element of a page in HTML, whose colours are the custom properties of that page; nothing where this build
    /// draws no figures.
    #[cfg_attr(
        not(feature = "figures"),
        expect(unused_variables, clippy::unused_self, reason = "nothing is drawn")
    )]
    pub(crate) fn inline(&self, width: u32) -> Option<String> {
        #[cfg(feature = "figures")]
        return super::draw::inline(self, width).ok();
        #[cfg(not(feature = "figures"))]
        None
    }
}
