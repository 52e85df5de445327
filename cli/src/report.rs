//! The stream that a command prints to.

use std::io::{self, BufWriter, ErrorKind, Write};

/// Standard output, or standard error if a file goes to standard output.
///
/// A reader that has seen enough, as `head` does, stops the printing and nothing else: the command does the
/// rest of its work, and its exit code is that of the work.
pub(crate) struct Report {
    to: Option<BufWriter<Box<dyn Write>>>,
    name: &'static str,
}

impl Report {
    pub(crate) fn new(to_standard_error: bool) -> Report {
        let (to, name): (Box<dyn Write>, _) = match to_standard_error {
            false => (Box::new(io::stdout()), "standard output"),
            true => (Box::new(io::stderr()), "standard error"),
        };
        Report { to: Some(BufWriter::with_capacity(1 << 16, to)), name }
    }

    fn attempt<T>(&mut self, closed: T, work: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
        let Some(to) = &mut self.to else { return Ok(closed) };
        match work(to) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                if let Some(to) = self.to.take() {
                    // Dropped as a whole, it would try once more.
                    let _ = to.into_parts();
                }
                Ok(closed)
            }
            Err(error) => Err(io::Error::new(error.kind(), format!("{}: {error}", self.name))),
            done => done,
        }
    }
}

impl Write for Report {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt(bytes.len(), |to| to.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt((), |to| to.flush())
    }
}
