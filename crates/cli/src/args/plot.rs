//! Whether a figure is drawn, where and how.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use restrap::io::Prepared;
use restrap_report::figure::{Figure, Picture, Theme};

use super::word::word;
use crate::run::failure::Failure;
use crate::run::outputs::Ready;

/// Where a figure goes and how it looks.
#[derive(Args)]
#[command(group(ArgGroup::new("look").multiple(true).requires("plot")))]
pub struct PlotArgs {
    /// Save a figure: FILE.svg, FILE.png or FILE.pdf
    #[arg(long, value_name = "FILE", value_parser = file, help_heading = "Plot")]
    pub plot: Option<PathBuf>,
    /// Colour theme of the figure
    #[arg(long, value_name = "NAME", default_value_t = Theme::default(), value_parser = word::<Theme>(), group = "look", help_heading = "Plot")]
    pub plot_theme: Theme,
    /// Width of the figure in pixels: 720 for a page, 360 for a phone or one column
    #[arg(long, value_name = "PX", default_value_t = 720, value_parser = clap::value_parser!(u32).range(320..=2400), group = "look", help_heading = "Plot")]
    pub plot_width: u32,
}

impl PlotArgs {
    /// The file that is drawn.
    pub fn file(&self) -> Option<&str> {
        self.plot.as_deref()?.to_str()
    }

    /// Draws the figure if one was asked for.
    pub fn picture<F: Into<Figure>>(&self, figure: impl FnOnce() -> F) -> Ready {
        let Some(path) = &self.plot else {
            return Ok(None);
        };
        let picture = Picture::of(path).unwrap_or(Picture::Svg);
        let bytes = figure()
            .into()
            .bytes(picture, self.plot_width, self.plot_theme);
        let bytes = bytes.map_err(|_| Failure::internal())?;
        let path = path.display().to_string();
        Ok(Some(Prepared::new(&path, |out| out.write_all(&bytes))?))
    }
}

fn file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let picture = Picture::of(&path).ok_or("expected a name that ends in .svg, .png or .pdf")?;
    match picture.feature() {
        (_, true) => Ok(path),
        (feature, false) => {
            let other = if Picture::Svg.feature().1 {
                ", or use a name that ends in .svg"
            } else {
                ""
            };
            Err(format!(
                "this build lacks the feature {feature}: build it with `--features {feature}`{other}"
            ))
        }
    }
}
