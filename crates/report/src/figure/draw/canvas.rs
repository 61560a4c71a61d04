//! The canvas: an SVG with four units per pixel.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::RGBColor;

use crate::figure::picture::{BadFigure, Theme};

/// The family that the SVG asks for.
#[cfg(not(target_arch = "wasm32"))]
pub const FAMILY: &str = "sans-serif";
/// Units a pixel.
pub const FINE: u32 = 4;

pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

pub type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// The SVG of what is drawn on a page of so many pixels: plotters places everything on whole units, and the header maps them back,
/// so that curves stay smooth.
pub fn svg_of(
    (width, height): (u32, u32),
    theme: Theme,
    draw: impl FnOnce(&Area) -> Drawn,
) -> Result<String, BadFigure> {
    let mut text = String::new();
    {
        let root =
            SVGBackend::with_string(&mut text, (width * FINE, height * FINE)).into_drawing_area();
        let drawn = root.fill(&theme.background()).and_then(|()| draw(&root));
        drawn.map_err(|_| BadFigure)?;
        root.present().map_err(|_| BadFigure)?;
    }
    let fine = format!(
        "<svg width=\"{}\" height=\"{}\"",
        width * FINE,
        height * FINE
    );
    Ok(text.replacen(
        &fine,
        &format!("<svg width=\"{width}\" height=\"{height}\""),
        1,
    ))
}

/// Units of so many pixels.
pub fn units(pixels: u32) -> i32 {
    (pixels * FINE) as i32
}

/// Colours of lines before they come again.
pub const COLOURS: usize = 6;

/// Custom properties of a page by the colour of the light theme that they replace.
fn properties() -> impl Iterator<Item = (String, RGBColor)> {
    let own = [
        ("background", Theme::Light.background()),
        ("ink", Theme::Light.ink()),
        ("grid", Theme::Light.grid()),
        ("faint", Theme::Light.faint()),
        ("shade", Theme::Light.shade()),
    ];
    let own = own
        .into_iter()
        .map(|(name, colour)| (name.to_owned(), colour));
    own.chain((0..COLOURS).map(|k| (format!("line-{k}"), Theme::Light.line(k))))
}

/// A figure of the light theme in the colours of the page that it stands in, `var(--restrap-ink)` and the like.
pub fn of_the_page(svg: &str) -> String {
    properties().fold(svg.to_owned(), |svg, (name, RGBColor(r, g, b))| {
        let hex = format!("#{r:02X}{g:02X}{b:02X}");
        svg.replace(
            &format!("\"{hex}\""),
            &format!("\"var(--restrap-{name},{hex})\""),
        )
    })
}

impl Theme {
    /// Behind everything.
    pub fn background(self) -> RGBColor {
        self.pick((255, 255, 255), (22, 24, 28))
    }

    /// Letters and axes.
    pub fn ink(self) -> RGBColor {
        self.pick((34, 34, 34), (226, 228, 232))
    }

    /// Grid lines.
    pub fn grid(self) -> RGBColor {
        self.pick((226, 226, 226), (58, 62, 70))
    }

    /// Lines that lead from one thing to another.
    pub fn faint(self) -> RGBColor {
        self.pick((89, 89, 89), (169, 174, 184))
    }

    /// Behind what lies up to a level.
    pub fn shade(self) -> RGBColor {
        self.pick((236, 240, 246), (33, 41, 54))
    }

    /// Line number `k`; from the seventh on colours come again, with other dashes (`marks`).
    pub fn line(self, k: usize) -> RGBColor {
        const LIGHT: [(u8, u8, u8); COLOURS] = [
            (0, 114, 178),
            (213, 94, 0),
            (0, 158, 115),
            (204, 121, 167),
            (150, 110, 0),
            (86, 180, 233),
        ];
        const DARK: [(u8, u8, u8); COLOURS] = [
            (86, 180, 233),
            (255, 140, 60),
            (60, 200, 160),
            (230, 150, 195),
            (240, 228, 66),
            (160, 160, 255),
        ];
        self.pick(LIGHT[k % COLOURS], DARK[k % COLOURS])
    }

    fn pick(self, light: (u8, u8, u8), dark: (u8, u8, u8)) -> RGBColor {
        let (r, g, b) = match self {
            Self::Light => light,
            Self::Dark => dark,
        };
        RGBColor(r, g, b)
    }
}
