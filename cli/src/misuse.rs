//! Command lines that are wrong in a way that the parser does not see. The exit code tells them from failures.

use std::fmt;

/// What is wrong with the command line.
#[derive(Debug)]
pub(crate) struct Misuse(pub(crate) String);

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misuse {}

/// Returns from the function with a `Misuse`.
macro_rules! misuse {
    ($($message:tt)+) => {
        return Err($crate::misuse::Misuse(format!($($message)+)).into())
    };
}

/// Returns from the function with a `Misuse` unless the condition holds.
macro_rules! ensure_use {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            $crate::misuse::misuse!($($message)+);
        }
    };
}

pub(crate) use {ensure_use, misuse};

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::{Context, Result};

    #[test]
    fn misuse_is_known_under_what_is_said_about_it() {
        let work = |given: bool| -> Result<()> {
            ensure_use!(!given, "--option: is not for {}", 3);
            Ok(())
        };
        assert!(work(false).is_ok());
        let error = work(true).context("inner").context("outer").unwrap_err();
        assert!(error.is::<Misuse>());
        assert_eq!(format!("{error:#}"), "outer: inner: --option: is not for 3");
    }
}
