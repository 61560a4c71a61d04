//! How gains, shares and powers are printed.

use restrap_lib::number::digits::rounded;
use restrap_lib::number::format::{percent, plain, probability};

/// An effect beyond the largest that there is room for.
pub(crate) fn too_much(effect: f64, most: f64) -> String {
    format!(
        "an effect of {} where {} is the largest",
        plain(effect),
        plain(rounded(most))
    )
}

/// `97.5 %`.
pub(crate) fn share(value: f64) -> String {
    format!("{} %", short(value * 100.0))
}

/// `95.36 %`, with hundredths at most.
pub(crate) fn share_of_items(value: f64) -> String {
    percent((value * 1e4).round() / 1e4)
}

/// Three significant digits, without trailing zeros; more for what the user gave so.
pub(crate) fn short(value: f64) -> String {
    let size = value.abs();
    let decimals = if size > 0.0 {
        (2.0 - libm::log10(size).floor()).clamp(0.0, 9.0) as usize
    } else {
        0
    };
    let text = format!("{value:.decimals$}");
    let exact = plain((value * 1e9).round() / 1e9);
    // A number that is short already stays as it is.
    if exact.len() <= 6 {
        return exact;
    }
    let trimmed = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    trimmed.replace('-', "−")
}

/// `a gain of 2 points` of accuracies, `a gain of 0.02` of other scores.
pub fn gain_words(gain: f64, binary: bool) -> String {
    let size = gain.abs();
    let word = if gain < 0.0 { "loss" } else { "gain" };
    match (binary, short(size * 100.0)) {
        (true, points) if points == "1" => format!("a {word} of 1 point"),
        (true, points) => format!("a {word} of {points} points"),
        (false, _) => format!("a {word} of {}", short(size)),
    }
}

/// A least gain rounded up to three significant digits, so that what is printed is still enough.
pub fn enough(gain: f64) -> f64 {
    if gain <= 0.0 {
        return gain;
    }
    let unit = libm::pow(10.0, libm::floor(libm::log10(gain)) - 2.0);
    let steps = libm::ceil(gain / unit - 1e-9);
    // The double nearest to the decimal, which prints short.
    format!("{:.2e}", steps * unit).parse().unwrap_or(gain)
}

/// Power with two decimals, or more where it is near 0 or 1.
pub(crate) fn power_words(power: f64) -> String {
    if power > 0.999 {
        "above 0.999".to_owned()
    } else {
        probability((power * 1e3).round() / 1e3)
    }
}

/// A power with as many decimals as keep a power below the wanted one from printing as if it reached it.
pub fn power_beside(power: f64, wanted: f64) -> String {
    let rounded = |decimals: i32| {
        let unit = libm::pow(10.0, f64::from(decimals));
        (power * unit).round() / unit
    };
    if power >= wanted || rounded(3) < wanted {
        return power_words(power);
    }
    let decimals = (4..9)
        .find(|&decimals| rounded(decimals) < wanted)
        .unwrap_or(9);
    format!("{:.*}", decimals as usize, rounded(decimals))
}
