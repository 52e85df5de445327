//! Threads that help the calling thread, and have ended when the pool is dropped.
//!
//! A pool of Rayon's tells its threads to end when it is dropped, and does not wait for them. If the library
//! is a DLL or a plugin that is unloaded next, a thread that still runs then executes memory that is no
//! longer mapped. So the threads are started here, and joined.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::thread::{Builder, JoinHandle};

/// A pool whose threads have ended once it is dropped.
pub(crate) struct JoinedPool {
    /// `None` only while the pool is dropped.
    pool: Option<ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

impl JoinedPool {
    /// A pool of `count` threads; 0 is one a core. Each thread has this name and its number.
    pub(crate) fn new(count: usize, name: &'static str) -> Result<JoinedPool, ThreadPoolBuildError> {
        let mut threads = Vec::new();
        let built = ThreadPoolBuilder::new()
            .num_threads(count)
            .spawn_handler(|thread| {
                let named = Builder::new().name(text!("{name}-{}", thread.index()));
                threads.push(named.spawn(|| thread.run())?);
                Ok(())
            })
            .build();
        match built {
            Ok(pool) => Ok(JoinedPool { pool: Some(pool), threads }),
            Err(error) => {
                // The threads that did start have been told to end.
                join(threads);
                Err(error)
            }
        }
    }

    pub(crate) fn pool(&self) -> &ThreadPool {
        self.pool.as_ref().expect("it is there until it is dropped")
    }
}

impl Drop for JoinedPool {
    fn drop(&mut self) {
        // Tells them to end.
        drop(self.pool.take());
        join(std::mem::take(&mut self.threads));
    }
}

fn join(threads: Vec<JoinHandle<()>>) {
    let own = std::thread::current().id();
    for thread in threads {
        // A thread that drops its own pool ends by itself: it cannot wait for its own end. Rayon has already
        // passed on the panic of any thread.
        if thread.thread().id() != own {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Counts the threads that have ended: thread-local values are dropped last.
    struct Ended(Arc<AtomicUsize>);

    impl Drop for Ended {
        fn drop(&mut self) {
            std::thread::sleep(std::time::Duration::from_millis(20));
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    thread_local! {
        static ENDED: std::cell::RefCell<Option<Ended>> = const { std::cell::RefCell::new(None) };
    }

    #[test]
    fn threads_have_ended_when_the_pool_is_dropped() {
        let ended = Arc::new(AtomicUsize::new(0));
        let pool = JoinedPool::new(5, "test").unwrap();
        pool.pool().broadcast(|_| ENDED.set(Some(Ended(ended.clone()))));
        assert_eq!(ended.load(Ordering::Relaxed), 0);
        drop(pool);
        assert_eq!(ended.load(Ordering::Relaxed), 5);
    }

    #[test]
    fn a_thread_may_drop_its_own_pool() {
        let pool = Arc::new(JoinedPool::new(2, "test").unwrap());
        let (sender, receiver) = std::sync::mpsc::channel();
        let last = pool.clone();
        pool.pool().spawn(move || {
            let wait: () = receiver.recv().unwrap();
            drop((last, wait));
        });
        drop(pool);
        sender.send(()).unwrap();
    }
}
