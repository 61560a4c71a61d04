//! Panics of other crates over damaged files, as errors.
//!
//! `parquet` and `arrow-ipc` check most of what a file says, and assert the rest: of 1,000 Parquet files with one to five
//! changed bytes two meet an assertion. While they read, a panic on their thread prints nothing and ends in an error.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use super::batch::Broken;

thread_local! {
    /// Whether a panic of this thread is caught below, so that its message would tell the user nothing.
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Calls a reader of another crate; `read` must not wait for other threads, whose work it could take over.
pub(super) fn caught<T>(read: impl FnOnce() -> Result<T, Broken>) -> Result<T, Broken> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !CAUGHT.get() {
                before(info);
            }
        }));
    });
    let was = CAUGHT.replace(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(read));
    CAUGHT.set(was);
    outcome.unwrap_or(Err(Broken::Other("contents that contradict each other")))
}
