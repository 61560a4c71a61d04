//! Figures for papers: line charts in panels, as SVG or PNG.
//!
//! `draw` makes the SVG with plotters; `png` renders that same SVG with resvg and an embedded font, so both forms are one
//! picture. The background is opaque, so that a figure reads on any page.

mod axis;
mod draw;
mod marks;
mod png;
mod theme;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::failure::Failure;

pub use draw::rounded_up;
pub use theme::Theme;

/// Where a figure goes and how it looks.
#[derive(Args)]
pub struct PlotArgs {
    /// Draw a figure: FILE.svg or FILE.png
    #[arg(long, value_name = "FILE", value_parser = file, help_heading = "Plot")]
    pub plot: Option<PathBuf>,
    /// Colours of the figure; both have a background of their own
    #[arg(long, value_name = "NAME", default_value = "light", requires = "plot", help_heading = "Plot")]
    pub plot_theme: Theme,
    /// Width in pixels, at which letters are of reading size: 720 for a page, 360 for a phone or a column
    #[arg(long, value_name = "PX", default_value_t = 720, value_parser = clap::value_parser!(u32).range(320..=2400), requires = "plot", help_heading = "Plot")]
    pub plot_width: u32,
}

impl PlotArgs {
    /// The file that is drawn.
    pub fn file(&self) -> Option<&str> {
        self.plot.as_deref()?.to_str()
    }

    /// Draws the figure if one was asked for.
    pub fn write(&self, figure: impl FnOnce() -> Figure) -> Result<(), Failure> {
        let Some(path) = &self.plot else { return Ok(()) };
        let svg = draw::svg(&figure(), self.plot_width, self.plot_theme)?;
        let bytes = match Kind::of(path) {
            Some(Kind::Png) => png::render(&svg)?,
            _ => svg.into_bytes(),
        };
        Ok(restrap::io::write_whole(&path.display().to_string(), |out| out.write_all(&bytes))?)
    }
}

/// What the name of a file asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Svg,
    Png,
}

impl Kind {
    fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::from_str(&extension, true).ok()
    }
}

fn file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if Kind::of(&path).is_some() {
        Ok(path)
    } else {
        Err("expected a name that ends in .svg or .png".to_owned())
    }
}

/// Panels that share a legend.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Above everything.
    pub title: String,
    /// One name a line style.
    pub legend: Vec<String>,
    /// From left to right, then down.
    pub panels: Vec<Panel>,
}

/// One pair of axes.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Above the axes; empty for none.
    pub title: String,
    /// What the x axis measures, with its unit.
    pub x: String,
    /// What the y axis measures.
    pub y: String,
    /// Top of the y axis, where the data do not set it.
    pub top: Option<f64>,
    /// A horizontal line with its name.
    pub level: Option<(f64, String)>,
    /// Numbers of the x axis that alone have ticks; none for round ones.
    pub at: Vec<f64>,
    /// What is drawn.
    pub lines: Vec<Line>,
}

/// One curve.
#[derive(Clone, Debug)]
pub struct Line {
    /// Index into the legend.
    pub name: usize,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
    /// Interval of each point, or none at all. Lines with intervals stand a little beside each other.
    pub intervals: Vec<(f64, f64)>,
}

impl Line {
    /// Without intervals.
    pub fn plain(name: usize, points: Vec<(f64, f64)>) -> Self {
        Self { name, points, intervals: Vec::new() }
    }
}
