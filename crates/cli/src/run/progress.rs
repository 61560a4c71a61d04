//! The progress bar and Ctrl-C. The receiver is a thread of its own, never one that draws.

use std::fmt::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded};
use indicatif::{
    HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};
use restrap::Progress;
use restrap::io::Meter;

use crate::run::failure::Failure;
use crate::run::ranges::Ranges;

/// Set by the first Ctrl-C; workers poll it.
pub static CANCEL: AtomicBool = AtomicBool::new(false);

/// The engine draws: what it has drawn is an answer.
static DRAWING: AtomicBool = AtomicBool::new(false);

/// The score of one system is an answer.
static SCORES_ARE_ANSWERS: AtomicBool = AtomicBool::new(false);

/// What is read and scored by this process.
static METER: LazyLock<Meter> = LazyLock::new(Meter::default);

/// Messages in flight before workers fold theirs into the next.
const CAPACITY: usize = 1024;
/// Between two looks at the meter; what takes less shows nothing.
const TICK: Duration = Duration::from_millis(200);

/// Answers Ctrl-C and the signals that ask for an end: where something may be finished, the first asks for it; otherwise, and the second
/// time, there is nothing to wait for.
pub fn answer_signals() {
    // A second handler in one process (only tests do that) keeps the first.
    let _ = ctrlc::set_handler(|| {
        let has_answer = DRAWING.load(Ordering::Relaxed)
            || (SCORES_ARE_ANSWERS.load(Ordering::Relaxed) && METER.systems() > 0);
        if CANCEL.swap(true, Ordering::Relaxed) || !has_answer {
            super::print::interrupted();
            std::process::exit(i32::from(Failure::INTERRUPTED));
        }
        METER.stop();
    });
}

/// What readers and scorers count with.
pub fn meter() -> Meter {
    METER.clone()
}

/// Watches a run: shows a bar if standard error is a terminal.
pub struct Watch {
    sender: Option<Sender<Progress>>,
    receiver: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts the receiver. `what`: what is done while the engine draws, such as `resampling`.
    pub fn start(what: &'static str, bar: bool) -> Self {
        Self::new(what, bar, false)
    }

    /// Shows the progress of a command that has an answer as soon as one system has its score.
    pub fn of_scores(bar: bool) -> Self {
        Self::new("", bar, true)
    }

    fn new(what: &'static str, bar: bool, scores_are_answers: bool) -> Self {
        SCORES_ARE_ANSWERS.store(scores_are_answers, Ordering::Relaxed);
        let (sender, messages) = bounded(CAPACITY);
        let shown = Shown {
            what,
            visible: bar && super::print::is_watched(),
            bar: None,
            stage: None,
        };
        // Where memory leaves no room for a thread nothing is watched, and the answer is the same.
        let receiver = std::thread::Builder::new()
            .spawn(move || shown.watch(&messages))
            .ok();
        Self {
            sender: receiver.is_some().then_some(sender),
            receiver,
        }
    }

    /// What the engine needs.
    pub fn control<'r>(&self, ranges: &'r Ranges) -> restrap::Control<'r> {
        restrap::Control {
            ledger: ranges.ledger(),
            ..self.alone()
        }
    }

    /// What the engine needs where no ranges are kept.
    pub fn alone(&self) -> restrap::Control<'static> {
        restrap::Control {
            cancel: Some(&CANCEL),
            progress: self.sender.clone(),
            ledger: None,
        }
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

/// What comes before any draw.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Reading,
    Scoring,
    /// Nothing that can be counted.
    Computing,
}

/// The bar on the screen.
struct Shown {
    what: &'static str,
    visible: bool,
    bar: Option<ProgressBar>,
    /// What the bar is of, unless the engine draws.
    stage: Option<Stage>,
}

impl Shown {
    /// Shows what is done until the last sender is gone.
    fn watch(mut self, messages: &Receiver<Progress>) {
        loop {
            match messages.recv_timeout(TICK) {
                Ok(Progress::Begin(steps)) => {
                    DRAWING.store(true, Ordering::Relaxed);
                    let what = self.what;
                    self.begin(None, || new_bar(what, steps, 0));
                }
                Ok(Progress::Done(steps)) => {
                    if let (Some(bar), None) = (&self.bar, self.stage) {
                        bar.inc(steps);
                    }
                }
                Ok(Progress::End) => {
                    DRAWING.store(false, Ordering::Relaxed);
                    self.clear();
                }
                Err(RecvTimeoutError::Timeout) if !DRAWING.load(Ordering::Relaxed) => self.look(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.clear(),
            }
        }
    }

    /// Looks how far reading and scoring are.
    fn look(&mut self) {
        let ((read, bytes), (scored, segments)) = (METER.read().now(), METER.scored().now());
        let (stage, done, of) = match () {
            () if scored < segments => (Stage::Scoring, scored, segments),
            () if read < bytes => (Stage::Reading, read, bytes),
            () => (Stage::Computing, 0, 0),
        };
        if self.stage != Some(stage) {
            let new = || match stage {
                Stage::Reading => bytes_bar(of, done),
                Stage::Scoring => new_bar("scoring", of, done),
                Stage::Computing => bar("computing", 0, 0, "{prefix} {spinner} {elapsed}"),
            };
            self.begin(Some(stage), new);
        }
        if let Some(bar) = &self.bar {
            bar.set_length(of);
            bar.set_position(done);
        }
    }

    fn begin(&mut self, stage: Option<Stage>, bar: impl FnOnce() -> ProgressBar) {
        let bar = self.visible.then(bar);
        self.clear();
        (self.bar, self.stage) = (bar, stage);
    }

    fn clear(&mut self) {
        self.stage = None;
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(what: &'static str, steps: u64, done: u64) -> ProgressBar {
    bar(
        what,
        steps,
        done,
        "{prefix} {bar:24} {percent:>3} %  {human_pos}/{human_len}  {rate}/s  ETA {left}",
    )
}

fn bytes_bar(bytes: u64, done: u64) -> ProgressBar {
    bar(
        "reading",
        bytes,
        done,
        "{prefix} {bar:24} {percent:>3} %  {bytes}/{total_bytes}  ETA {left}",
    )
}

/// A bar whose rate is that of what was done while it was there.
fn bar(what: &'static str, steps: u64, done: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr_with_hz(10));
    let began = Instant::now();
    let rate = move |state: &ProgressState| {
        state.pos().saturating_sub(done) as f64
            / began.elapsed().as_secs_f64().max(f64::MIN_POSITIVE)
    };
    // A bar that cannot be written does not fail the run.
    let told = move |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{}", HumanCount(rate(state) as u64));
    };
    let left = move |state: &ProgressState, out: &mut dyn Write| {
        let left = state.len().unwrap_or_default().saturating_sub(state.pos()) as f64 / rate(state);
        let _ = match Duration::try_from_secs_f64(left) {
            Ok(left) => write!(out, "{:#}", HumanDuration(left)),
            // Nothing was done yet.
            Err(_) => write!(out, "?"),
        };
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("rate", told).with_key("left", left));
    }
    bar.set_prefix(what);
    bar.set_position(done);
    // Short runs end before the first tick and show nothing.
    bar.enable_steady_tick(TICK);
    bar
}
