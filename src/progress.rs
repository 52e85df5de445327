//! Progress and cancellation of builds, on several threads or in stages. The callback runs on the caller's
//! thread.

use crate::parallel::WORTH_A_POOL;
use crate::pool::JoinedPool;
use crate::{Error, Result};
use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// Called from time to time during a build, always on the thread that called the build, with the
/// fraction done; `false` cancels.
pub type Progress<'a> = &'a mut dyn FnMut(f32) -> bool;

/// State shared by a builder's threads: the amount of work done, and a request to stop.
pub(crate) struct Monitor {
    done: AtomicUsize,
    cancelled: AtomicBool,
}

impl Monitor {
    pub(crate) fn add(&self, triangles: usize) {
        self.done.fetch_add(triangles, Ordering::Relaxed);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// The amount of work: so many passes over so many elements, each of which counts for [`Monitor::add`] in each pass.
#[derive(Clone, Copy)]
pub(crate) struct Amount {
    pub(crate) elements: usize,
    pub(crate) passes: usize,
}

/// Runs `work` on `thread_count` threads while this thread reports progress; `what` is named in the error if it is cancelled.
pub(crate) fn run_monitored<T: Send>(
    what: &str,
    thread_count: usize,
    amount: Amount,
    progress: Option<Progress>,
    work: impl FnOnce(&Monitor) -> T + Send,
) -> Result<T> {
    let monitor = Monitor { done: AtomicUsize::new(0), cancelled: AtomicBool::new(false) };
    let pool = match (thread_count, &progress) {
        (1, None) => None,
        (_, None) if amount.elements < WORTH_A_POOL => None,
        _ => thread_pool(thread_count)?,
    };
    let result = match (pool, progress) {
        (None, progress) => run_here(&monitor, progress, work),
        (Some(pool), None) => pool.pool().install(|| work(&monitor)),
        (Some(pool), Some(progress)) => run_reporting(pool.pool(), &monitor, amount, progress, work),
    };
    if monitor.is_cancelled() {
        return Err(cancelled(what));
    }
    Ok(result)
}

fn cancelled(what: &str) -> Error {
    Error::cancelled(text!("{what}: cancelled by the progress callback"))
}

/// Runs `work` on this thread, which can report progress only before and after.
fn run_here<T>(monitor: &Monitor, mut progress: Option<Progress>, work: impl FnOnce(&Monitor) -> T) -> T {
    let mut report = |fraction: f32| {
        if let Some(progress) = &mut progress
            && !monitor.is_cancelled()
            && !progress(fraction)
        {
            monitor.cancelled.store(true, Ordering::Relaxed);
        }
    };
    report(0.0);
    let result = work(monitor);
    report(1.0);
    result
}

/// Runs `work` on the threads of a pool while this one reports progress.
fn run_reporting<T: Send>(
    pool: &rayon::ThreadPool,
    monitor: &Monitor,
    amount: Amount,
    progress: Progress,
    work: impl FnOnce(&Monitor) -> T + Send,
) -> T {
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut report = |fraction: f32| {
        if !monitor.is_cancelled() && !progress(fraction) {
            monitor.cancelled.store(true, Ordering::Relaxed);
        }
    };
    let result = pool.in_place_scope(|scope| {
        scope.spawn(move |_| {
            // The receiver outlives the scope, so this cannot fail.
            let _ = sender.send(work(monitor));
        });
        loop {
            match receiver.recv_timeout(Duration::from_millis(20)) {
                Ok(result) => break Some(result),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let total = amount.elements * amount.passes;
            let done = monitor.done.load(Ordering::Relaxed) as f32 / total.max(1) as f32;
            report(done.min(1.0));
        }
    });
    result.inspect(|_| report(1.0)).expect("the scope passes a worker's panic on")
}

/// A pool of `thread_count` threads; 0 is one a core. `None` if the platform has no threads, like most
/// WebAssembly, and one thread was asked for, or the number was left open.
fn thread_pool(thread_count: usize) -> Result<Option<JoinedPool>> {
    match JoinedPool::new(thread_count, "carom-build") {
        Ok(pool) => Ok(Some(pool)),
        Err(error) if thread_count <= 1 && is_unsupported(&error) => Ok(None),
        Err(error) => {
            let error = Error::out_of_memory(text!("{thread_count} threads: {error}"));
            Err(error.of("options", "thread_count"))
        }
    }
}

/// Returns true if starting threads failed because the platform has none.
fn is_unsupported(error: &rayon::ThreadPoolBuildError) -> bool {
    let cause = std::error::Error::source(error).and_then(|cause| cause.downcast_ref::<std::io::Error>());
    cause.is_some_and(|cause| cause.kind() == ErrorKind::Unsupported)
}

/// Reports progress on the caller's thread, and returns an error if the callback cancels.
pub(crate) struct ProgressStages<'a> {
    /// Without a callback there is no clock either: some platforms have none.
    reporter: Option<Reporter<'a>>,
    /// The current stage's part of all the work, from 0 to 1.
    from: f32,
    to: f32,
}

impl ProgressStages<'_> {
    pub(crate) fn new(progress: Option<Progress>) -> ProgressStages {
        let reporter = progress.map(|callback| Reporter { callback, pace: Pace::new() });
        ProgressStages { reporter, from: 0.0, to: 0.0 }
    }

    /// Begins the next stage, which ends when `to` of all the work is done.
    pub(crate) fn begin(&mut self, to: f32) -> Result<()> {
        (self.from, self.to) = (self.to, to);
        self.reporter.as_mut().map_or(Ok(()), |reporter| reporter.report(self.from))
    }

    /// Reports the part of the stage that is done, from 0 to 1.
    #[inline]
    pub(crate) fn advance(&mut self, part: f64) -> Result<()> {
        if let Some(reporter) = &mut self.reporter
            && reporter.pace.is_due()
        {
            return reporter.report(self.from + (self.to - self.from) * part.clamp(0.0, 1.0) as f32);
        }
        Ok(())
    }

    /// Returns true if there is a callback.
    pub(crate) fn is_watched(&self) -> bool {
        self.reporter.is_some()
    }
}

/// A callback, and the pace of its calls.
struct Reporter<'a> {
    callback: Progress<'a>,
    pace: Pace,
}

impl Reporter<'_> {
    fn report(&mut self, done: f32) -> Result<()> {
        self.pace = Pace::new();
        if (self.callback)(done) { Ok(()) } else { Err(cancelled("build")) }
    }
}

/// The time of the callback's last call, by the clock. On WebAssembly, reading the clock panics.
#[cfg(not(target_family = "wasm"))]
struct Pace(std::time::Instant);

#[cfg(not(target_family = "wasm"))]
impl Pace {
    fn new() -> Pace {
        Pace(std::time::Instant::now())
    }

    /// True every 20 milliseconds: often enough for a progress bar, and for a prompt end after cancellation.
    fn is_due(&mut self) -> bool {
        self.0.elapsed() >= Duration::from_millis(20)
    }
}

/// The number of steps since the callback's last call, in place of a clock.
#[cfg(target_family = "wasm")]
struct Pace(u32);

#[cfg(target_family = "wasm")]
impl Pace {
    fn new() -> Pace {
        Pace(0)
    }

    /// True every 4096 steps: often enough, at microseconds a step.
    fn is_due(&mut self) -> bool {
        self.0 += 1;
        self.0 >= 4096
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn monitor() -> Monitor {
        Monitor { done: AtomicUsize::new(0), cancelled: AtomicBool::new(false) }
    }

    #[test]
    fn without_threads_the_caller_builds_and_reports() {
        let here = std::thread::current().id();
        let (mut reported, monitor) = (Vec::new(), monitor());
        let mut progress = |fraction: f32| {
            reported.push(fraction);
            true
        };
        let built_on = run_here(&monitor, Some(&mut progress), |_| std::thread::current().id());
        assert_eq!((built_on, reported), (here, vec![0.0, 1.0]));
        assert!(!monitor.is_cancelled());
        assert_eq!(run_here(&monitor, None, |_| 7), 7);
    }

    /// A platform without a clock can build: it is asked only on behalf of a callback.
    #[test]
    fn without_a_callback_there_is_no_clock() {
        let mut stages = ProgressStages::new(None);
        assert!(stages.reporter.is_none() && !stages.is_watched());
        assert!(stages.begin(0.5).is_ok() && stages.advance(0.5).is_ok() && stages.reporter.is_none());
        let mut reported = Vec::new();
        let mut progress = |fraction: f32| {
            reported.push(fraction);
            fraction < 0.5
        };
        let mut stages = ProgressStages::new(Some(&mut progress));
        assert!(stages.begin(0.5).is_ok() && stages.is_watched());
        assert!(stages.begin(1.0).is_err());
        assert_eq!(reported, [0.0, 0.5]);
    }

    #[test]
    fn without_threads_work_is_cancelled_before_it_begins() {
        let monitor = monitor();
        let mut calls = 0;
        let mut progress = |_: f32| {
            calls += 1;
            false
        };
        assert!(run_here(&monitor, Some(&mut progress), Monitor::is_cancelled));
        assert_eq!(calls, 1);
    }
}
