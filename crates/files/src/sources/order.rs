//! The order of systems: the baseline comes first.

use restrap_lib::Error;
use restrap_words::{asked, refers_to};

/// Moves the system with this name to the front.
///
/// # Errors
/// [`Error::Unfit`] if no system has the name.
pub(super) fn baseline_first<T>(
    baseline: Option<&str>,
    mut systems: Vec<T>,
    name: impl Fn(&T) -> &str,
) -> Result<Vec<T>, Error> {
    let Some(wanted) = baseline else {
        return Ok(systems);
    };
    let Some(at) = systems
        .iter()
        .position(|system| refers_to(wanted, name(system)))
    else {
        let names: Vec<&str> = systems.iter().map(name).collect();
        return Err(Error::unfit(
            format!(
                "expected {} to name a system, found {wanted}",
                asked("baseline")
            ),
            format!("the systems are {}", names.join(", ")),
        ));
    };
    systems[..=at].rotate_right(1);
    Ok(systems)
}
