//! Runs without the interpreter, on threads of this package, with an ear for Ctrl-C.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, bounded, unbounded};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use restrap::{Checkpoint, Control, EngineError, Ledger, Progress, Share, Shares};
use serde::Serialize;

use crate::error::{Fault, Raise, raised};
use crate::keywords::Keywords;
use crate::render::json;

/// Between two looks at signals and progress.
const TICK: Duration = Duration::from_millis(50);

/// The threads of all calls that ask for no number of their own, and the process that started them: after a fork the child has
/// their memory, and none of the threads.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// How a call runs.
pub struct Running {
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    ranges: Ranges,
}

/// Which numbers of its draws a call draws.
enum Ranges {
    All,
    /// What is not in a folder yet.
    Checkpoint(Checkpoint),
    /// One part, which goes to a file.
    Share(Share, String),
    /// Nothing: parts are put together.
    Shares(Shares),
}

/// What parts of a call say that they are of: their draws say the rest.
const JOB: &str = "a call of Python";

impl Ranges {
    fn asked(asked: &Keywords) -> PyResult<Self> {
        let py = asked.py();
        let refused = |error: EngineError| restrap::Error::from(error).raise(py);
        if let Some((part, of)) = asked.get("part")? {
            let share = Share::new(part, of).ok_or_else(|| {
                raised(
                    py,
                    &Fault::Input,
                    format!("expected a part from 1 to {of}, found {part}"),
                    None,
                )
            })?;
            return Ok(Self::Share(
                share,
                asked.get("part_file")?.unwrap_or_default(),
            ));
        }
        if let Some(parts) = asked.get::<Vec<Vec<u8>>>("parts")? {
            let named = (1..)
                .zip(parts)
                .map(|(place, bytes)| (format!("part {place}"), bytes));
            let (job, shares) = Shares::read::<String>(named).map_err(refused)?;
            debug_assert_eq!(job, JOB);
            return Ok(Self::Shares(shares));
        }
        match asked.get::<PathBuf>("checkpoint")? {
            Some(folder) => Ok(Self::Checkpoint(
                Checkpoint::open(&folder).map_err(refused)?,
            )),
            None => Ok(Self::All),
        }
    }

    fn ledger(&self) -> Option<&dyn Ledger> {
        match self {
            Self::All => None,
            Self::Checkpoint(checkpoint) => Some(checkpoint),
            Self::Share(share, _) => Some(share),
            Self::Shares(shares) => Some(shares),
        }
    }

    /// Writes a part: to a file of this process alone, which reads it at once.
    fn kept(&self, py: Python<'_>) -> PyResult<()> {
        let Self::Share(share, path) = self else {
            return Ok(());
        };
        let mut bytes = Vec::new();
        share
            .write(&JOB, &mut bytes)
            .map_err(|error| restrap::Error::from(error).raise(py))?;
        Ok(std::fs::write(path, bytes)?)
    }
}

/// What came of a run.
pub struct Ran<T> {
    /// What the work gave; the finished part of it where it was stopped.
    pub made: T,
    /// What stopped it: Ctrl-C, or an error in the callable of the progress.
    pub stopped: Option<PyErr>,
}

impl<T, E: Raise> Ran<Result<T, E>> {
    /// Returns what the work gave, if it came to its end.
    pub fn whole(self, py: Python<'_>) -> PyResult<T> {
        match self.stopped {
            Some(stopped) => Err(stopped),
            None => self.made.map_err(|error| error.raise(py)),
        }
    }
}

impl<T: Serialize, E: Raise> Ran<Result<T, E>> {
    /// The JSON of an outcome. What stopped a run is raised, with the outcome of what was finished, if there is one.
    pub fn told(self, py: Python<'_>) -> PyResult<String> {
        let told = self
            .made
            .map_err(|error| error.raise(py))
            .and_then(|outcome| json(&outcome));
        let Some(stopped) = self.stopped else {
            return told;
        };
        if let Ok(json) = told {
            stopped.value(py).setattr("partial", json)?;
        }
        Err(stopped)
    }
}

impl Running {
    /// `threads`, `progress` and ranges of some keywords.
    pub fn asked(asked: &Keywords) -> PyResult<Self> {
        Ok(Self {
            threads: asked.get("threads")?,
            progress: asked.get("progress")?,
            ranges: Ranges::asked(asked)?,
        })
    }

    /// Works on threads of its own while this one, which holds no interpreter, waits, looks for signals, and tells the progress.
    pub fn run<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Control) -> T + Send,
    ) -> PyResult<Ran<T>> {
        let pool = self.pool(py)?;
        let cancel = AtomicBool::new(false);
        let (told, progress) = unbounded();
        let (finished, result) = bounded(1);
        let told = self.progress.is_some().then_some(told);
        let mut bar = Bar::default();
        let (made, stopped) = py.detach(|| {
            let mut stopped = None;
            let made = pool.in_place_scope(|scope| {
                let control = Control {
                    cancel: Some(&cancel),
                    progress: told,
                    ledger: self.ranges.ledger(),
                };
                scope.spawn(move |_| {
                    // The receiver waits for as long as this scope.
                    let _ = finished.send(work(&control));
                });
                loop {
                    match result.recv_timeout(TICK) {
                        Ok(made) => break Some(made),
                        Err(RecvTimeoutError::Disconnected) => break None,
                        Err(RecvTimeoutError::Timeout) if stopped.is_some() => {}
                        Err(RecvTimeoutError::Timeout) => {
                            let heard = |py: Python<'_>| {
                                py.check_signals()?;
                                bar.tell(py, self.progress.as_ref(), &progress)
                            };
                            stopped = Python::attach(heard).err();
                            cancel.store(stopped.is_some(), Ordering::Relaxed);
                        }
                    }
                }
            });
            (made, stopped)
        });
        let stopped = stopped.or_else(|| bar.tell(py, self.progress.as_ref(), &progress).err());
        // Work that panics ends the scope, and this call with it.
        let made = made.ok_or_else(|| PyRuntimeError::new_err("internal fault"))?;
        if stopped.is_none() {
            self.ranges.kept(py)?;
        }
        Ok(Ran { made, stopped })
    }

    fn pool(&self, py: Python<'_>) -> PyResult<Arc<ThreadPool>> {
        let build = |threads| {
            ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .map(Arc::new)
        };
        let built = match (self.threads, POOL.try_lock()) {
            (Some(threads), _) => build(threads),
            // Another thread starts it at this moment, or did so while the process was forked.
            (None, Err(_)) => build(0),
            (None, Ok(mut known)) => {
                let process = std::process::id();
                if let Some((_, pool)) = known.as_ref().filter(|(of, _)| *of == process) {
                    return Ok(Arc::clone(pool));
                }
                build(0).inspect(|pool| {
                    // Threads that are not there cannot be told to end.
                    std::mem::forget(known.replace((process, Arc::clone(pool))));
                })
            }
        };
        built.map_err(|error| {
            let message = format!("expected to start threads, found {error}");
            raised(py, &Fault::Input, message, Some("lower threads".to_owned()))
        })
    }
}

/// How far a call is, over all that it draws.
#[derive(Default)]
struct Bar {
    done: u64,
    total: u64,
}

impl Bar {
    /// Calls the callable with the resamples that are done and those known to be drawn, where more are done.
    fn tell(
        &mut self,
        py: Python<'_>,
        callable: Option<&Py<PyAny>>,
        progress: &Receiver<Progress>,
    ) -> PyResult<()> {
        let Some(callable) = callable else {
            return Ok(());
        };
        let mut more = false;
        for message in progress.try_iter() {
            match message {
                Progress::Begin(resamples) => self.total += resamples,
                Progress::Done(resamples) => self.done += resamples,
                Progress::End => {}
            }
            more = true;
        }
        if more {
            callable.call1(py, (self.done, self.total))?;
        }
        Ok(())
    }
}
