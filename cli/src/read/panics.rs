//! Panics of formats' crates as errors: files come from anywhere.

use anyhow::{Result, anyhow};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// True while this thread's panics become errors.
    static SILENT: Cell<bool> = const { Cell::new(false) };
}

/// Turns a panic of `work` into an error. Nothing is printed about it; panics of other threads are told as ever.
pub(crate) fn without_panic<T>(format: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    // The hook is the process's, so it is set once and asks the thread: swapped around each piece of work, one thread
    // would put back what another had just set.
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if !SILENT.get() {
                before(panic);
            }
        }));
    });
    let before = SILENT.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    SILENT.set(before);
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason given");
        Err(anyhow!("malformed {format}: {text}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    #[test]
    fn panics_become_errors() {
        let error = without_panic::<()>("ply", || panic!("at byte {}", 7)).unwrap_err();
        assert_eq!(error.to_string(), "malformed ply: at byte 7");
        assert!(!SILENT.get());
    }

    #[test]
    fn a_thread_is_silent_for_itself_alone() {
        let (inside, seen) = (Barrier::new(2), Barrier::new(2));
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                without_panic::<()>("obj", || {
                    inside.wait();
                    seen.wait();
                    assert!(SILENT.get());
                    panic!("on purpose")
                })
            });
            inside.wait();
            // The other one's work leaves this thread as it was, and the other way round.
            assert!(!SILENT.get());
            assert!(without_panic("stl", || Ok(())).is_ok());
            seen.wait();
            let error = worker.join().unwrap().unwrap_err();
            assert_eq!(error.to_string(), "malformed obj: on purpose");
        });
    }
}
