//! How a run talks to its caller.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crossbeam::channel::Sender;

use crate::ledger::Ledger;

/// What a run reports while it is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A run of this many resamples begins.
    Begin(u64),
    /// This many more are finished.
    Done(u64),
    /// The run is over.
    End,
}

/// Messages about steps at most: one takes as long as hundreds of quick steps.
const MESSAGES: u64 = 500;

/// The steps of one progress report, which ends when this is dropped.
pub struct Steps<'a> {
    whole: Control<'a>,
    finished: AtomicU64,
    /// Steps of one message.
    of_message: u64,
    /// The control that each step runs with.
    pub each: Control<'a>,
}

impl Steps<'_> {
    /// One more is finished.
    pub fn finish_one(&self) {
        let finished = self.finished.fetch_add(1, Ordering::Relaxed) + 1;
        if finished.is_multiple_of(self.of_message) {
            self.whole.tell(Progress::Done(self.of_message));
        }
    }

    /// Whether the caller has asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.whole.stopped()
    }
}

impl Drop for Steps<'_> {
    fn drop(&mut self) {
        self.whole.tell(Progress::End);
    }
}

/// How a run talks to its caller.
#[derive(Clone, Default)]
pub struct Control<'a> {
    /// The caller sets this to stop the run: it is polled every tenth of a millisecond or so, and before every batch
    /// of resamples that takes longer.
    pub cancel: Option<&'a AtomicBool>,
    /// Receives the progress. Workers never wait for it: if the channel is full, the content of a message is sent with
    /// the next one.
    pub progress: Option<Sender<Progress>>,
    /// Where results of ranges are stored and read; without it, everything is drawn now.
    pub ledger: Option<&'a dyn Ledger>,
}

impl<'a> Control<'a> {
    /// Runs of which only the number is reported: `of` steps, one for each run with the control that this
    /// returns.
    pub fn steps(&self, of: u64) -> Steps<'a> {
        self.tell(Progress::Begin(of));
        Steps {
            whole: self.clone(),
            finished: AtomicU64::new(0),
            of_message: of.div_ceil(MESSAGES).max(1),
            each: Control {
                progress: None,
                ..self.clone()
            },
        }
    }

    pub(crate) fn stopped(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    pub(crate) fn tell(&self, message: Progress) {
        if let Some(progress) = &self.progress {
            // A caller that no longer listens does not stop the run.
            let _ = progress.send(message);
        }
    }

    /// Reports what was done since the last report, which is 0 again if the channel took it.
    pub(crate) fn report(&self, unreported: &mut u64) {
        if let Some(progress) = &self.progress
            && progress.try_send(Progress::Done(*unreported)).is_ok()
        {
            *unreported = 0;
        }
    }
}
