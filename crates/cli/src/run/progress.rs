//! The progress bar and Ctrl-C. The receiver is a thread of its own, never one that draws.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam::channel::{Sender, bounded};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use restrap::Progress;

use crate::run::failure::Failure;
use crate::run::ranges::Ranges;

/// Set by the first Ctrl-C; workers poll it.
pub static CANCEL: AtomicBool = AtomicBool::new(false);

/// Messages in flight before workers fold theirs into the next.
const CAPACITY: usize = 1024;

/// Watches a run: shows a bar where one may be shown.
pub struct Watch {
    sender: Option<Sender<Progress>>,
    receiver: Option<JoinHandle<()>>,
}

impl Watch {
    /// Installs the Ctrl-C handler and starts the receiver.
    pub fn start(bar: bool) -> Self {
        let drawing = Arc::new(AtomicBool::new(false));
        let active = Arc::clone(&drawing);
        // A second handler in one process (only tests do that) keeps the first.
        let _ = ctrlc::set_handler(move || {
            // While something is being drawn the first Ctrl-C asks for what is finished; otherwise, and the second
            // time, there is nothing to wait for.
            if CANCEL.swap(true, Ordering::Relaxed) || !active.load(Ordering::Relaxed) {
                std::process::exit(i32::from(Failure::INTERRUPTED));
            }
        });
        let visible = bar && super::print::is_watched();
        let (sender, messages) = bounded(CAPACITY);
        let watched = move || {
            let mut bar: Option<ProgressBar> = None;
            for message in messages {
                match (message, &bar) {
                    (Progress::Begin(resamples), _) => {
                        drawing.store(true, Ordering::Relaxed);
                        bar = visible.then(|| new_bar(resamples));
                    }
                    (Progress::Done(resamples), Some(bar)) => bar.inc(resamples),
                    (Progress::Done(_), None) => {}
                    (Progress::End, _) => {
                        drawing.store(false, Ordering::Relaxed);
                        if let Some(bar) = bar.take() {
                            bar.finish_and_clear();
                        }
                    }
                }
            }
        };
        // Where memory leaves no room for a thread nothing is watched, and the answer is the same.
        let receiver = std::thread::Builder::new().spawn(watched).ok();
        Self { sender: receiver.is_some().then_some(sender), receiver }
    }

    /// What the engine needs.
    pub fn control<'r>(&self, ranges: &'r Ranges) -> restrap::Control<'r> {
        restrap::Control { cancel: Some(&CANCEL), progress: self.sender.clone(), ledger: ranges.ledger() }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(receiver) = self.receiver.take() {
            // It ends with the last sender; a panic there has nothing to add.
            let _ = receiver.join();
        }
    }
}

fn new_bar(resamples: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(resamples), ProgressDrawTarget::stderr_with_hz(10));
    let style = ProgressStyle::with_template(
        "resampling {bar:24} {percent:>3} %  {human_pos}/{human_len}  {per_sec}  ETA {eta}",
    );
    if let Ok(style) = style {
        bar.set_style(style);
    }
    // Short runs end before the first tick and show nothing.
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
