//! A figure as a file.

use super::panel::Figure;
use super::picture::{BadFigure, Picture, Theme};

impl Figure {
    /// Whether this build draws figures: it has the feature `figures`.
    pub const IS_DRAWN: bool = cfg!(feature = "figures");

    /// The bytes of a file, `width` pixels wide; the height follows from what it holds.
    ///
    /// # Errors
    /// [`BadFigure`] where a number is not finite, and where this build draws no figures.
    #[cfg_attr(not(feature = "figures"), expect(unused_variables, reason = "nothing is drawn"))]
    pub fn bytes(&self, picture: Picture, width: u32, theme: Theme) -> Result<Vec<u8>, BadFigure> {
        #[cfg(feature = "figures")]
        return super::draw::bytes(self, picture, width, theme);
        #[cfg(not(feature = "figures"))]
        Err(BadFigure)
    }
}
