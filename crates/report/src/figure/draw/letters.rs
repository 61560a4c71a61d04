//! Letters: sizes in pixels, with the widths of the embedded font. Another sans-serif font may be a tenth wider; gaps are left
//! for that.

#[cfg(not(target_arch = "wasm32"))]
use std::sync::Once;

use plotters::prelude::*;
#[cfg(not(target_arch = "wasm32"))]
use plotters::style::register_font;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle};
use restrap::number::{grouped, plain};

#[cfg(any(target_arch = "wasm32", test))]
use super::advances;
#[cfg(not(target_arch = "wasm32"))]
use super::canvas::FAMILY;
use super::canvas::{Area, FINE, units};
use crate::figure::picture::Theme;

/// Height of letters.
pub const TEXT: u32 = 14;
/// Height of those of a title.
pub const TITLE: u32 = 16;
/// A line of text with its leading.
pub const LEADING: u32 = 24;
/// Between a thing and its name.
pub const GAP: u32 = 8;
/// Outer margin.
pub const MARGIN: u32 = 14;
/// plotters writes letters smaller by this ratio than asked.
const LETTERS: f64 = 1.24;
/// It measures letters whose line, from ascender to descender, has the size asked: 1.362 em of this font.
#[cfg(not(target_arch = "wasm32"))]
const LINE: f64 = 1.362;
/// Another sans-serif may be wider by this.
const OTHER_FONT: f64 = 1.08;

/// Registers the fonts once.
#[cfg(not(target_arch = "wasm32"))]
pub fn fonts() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // The bytes are those of the crate; a failure would show as an error of the first text.
        let _ = register_font(FAMILY, FontStyle::Normal, notosans::REGULAR_TTF);
        let _ = register_font(FAMILY, FontStyle::Bold, notosans::BOLD_TTF);
    });
}

pub fn font(pixels: u32, style: FontStyle) -> FontDesc<'static> {
    FontDesc::new(
        FontFamily::SansSerif,
        f64::from(pixels * FINE) * LETTERS,
        style,
    )
}

/// A browser has fonts of its own.
#[cfg(target_arch = "wasm32")]
pub fn fonts() {}

/// Width of a text in pixels, with the room that another font may need.
#[cfg(target_arch = "wasm32")]
pub fn text_width(text: &str, pixels: u32, style: FontStyle) -> u32 {
    (advances::width(text, style) * f64::from(pixels) * OTHER_FONT).ceil() as u32
}

/// Width of a text in pixels, with the room that another font may need.
#[cfg(not(target_arch = "wasm32"))]
pub fn text_width(text: &str, pixels: u32, style: FontStyle) -> u32 {
    let width = font(pixels, style)
        .box_size(text)
        .map_or(0, |(width, _)| width);
    (f64::from(width) * LINE / LETTERS / f64::from(FINE) * OTHER_FONT).ceil() as u32
}

/// Words on as many lines as the width needs.
pub fn broken(text: &str, room: u32, pixels: u32, style: FontStyle) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), pixels, style) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A number at a tick.
pub fn tick(value: f64) -> String {
    let tidy = format!("{value:.6}").parse::<f64>().unwrap_or(value);
    if tidy.abs() >= 1000.0 && tidy.fract() == 0.0 {
        let sign = if tidy < 0.0 { "\u{2212}" } else { "" };
        return format!("{sign}{}", grouped(tidy.abs() as u64));
    }
    plain(tidy)
}

/// A p-value at a tick: 0.01, 1e-3.
pub fn tick_of_p(value: f64) -> String {
    let power = -libm::round(libm::log10(value));
    if power < 3.0 {
        tick(value)
    } else {
        format!("1e-{power}")
    }
}

/// A title from the top, in lines that are broken already; the pixel below it.
pub fn titled(
    root: &Area,
    theme: Theme,
    lines: &[String],
) -> Result<u32, DrawingAreaErrorKind<std::io::Error>> {
    let mut y = MARGIN;
    for line in lines {
        let style = font(TITLE, FontStyle::Bold)
            .color(&theme.ink())
            .pos(Pos::new(HPos::Left, VPos::Center));
        root.draw_text(line, &style, (units(MARGIN), units(y + LEADING / 2)))?;
        y += LEADING;
    }
    Ok(y)
}

/// As much of a text as fits, with an ellipsis where that is not all.
pub fn shortened(text: &str, room: u32, pixels: u32) -> String {
    if text_width(text, pixels, FontStyle::Normal) <= room {
        return text.to_owned();
    }
    let mut kept: String = text.to_owned();
    while kept.pop().is_some() {
        let short = format!("{}…", kept.trim_end());
        if text_width(&short, pixels, FontStyle::Normal) <= room {
            return short;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_have_their_sign_and_long_names_an_ellipsis() {
        fonts();
        assert_eq!(tick(-20_000.0).chars().next(), Some('\u{2212}'));
        assert_eq!(tick(-0.5), tick(-0.500_000_000_1));
        let short = shortened("a very long name of a system", 90, TEXT);
        assert!(
            short.ends_with('…') && text_width(&short, TEXT, FontStyle::Normal) <= 90,
            "{short}"
        );
        assert_eq!(shortened("short", 90, TEXT), "short");
    }

    #[test]
    fn the_table_of_a_browser_has_the_widths_of_the_font() {
        fonts();
        let words =
            "The quick brown fox jumps over 1,234,567 lazy dogs (95 % CI) = {A|B} @ [x]; ~&^_?";
        for text in words.split(' ').chain([words, "−0.25 to 0.75"]) {
            for style in [FontStyle::Normal, FontStyle::Bold] {
                let of_font = text_width(text, 100, style);
                let of_table = (advances::width(text, style) * 100.0 * OTHER_FONT).ceil() as u32;
                // The font sets some pairs of letters closer.
                assert!(
                    of_table + 2 >= of_font && of_table <= of_font + of_font / 20 + 2,
                    "{text}: {of_table}, {of_font}"
                );
            }
        }
    }
}
