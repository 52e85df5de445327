//! Progress on a terminal; nothing where there is none.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use std::time::Duration;

/// Steps of a bar that shows a fraction.
pub(crate) const STEPS: u64 = 1000;

/// A bar on standard error, hidden when `quiet` or when that is no terminal.
pub(crate) fn bar(steps: u64, message: &'static str, quiet: bool) -> ProgressBar {
    start(steps, message, quiet, "{msg:>10} [{bar:40}] {percent:>3}% {elapsed}")
}

/// The same for work whose length nobody knows.
pub(crate) fn spinner(message: &'static str, quiet: bool) -> ProgressBar {
    start(0, message, quiet, "{msg:>10} {spinner} {elapsed}")
}

/// Shows on a bar of [`STEPS`] how much is done.
pub(crate) fn show(bar: &ProgressBar, done: f32) {
    bar.set_position((done * STEPS as f32) as u64);
}

fn start(steps: u64, message: &'static str, quiet: bool, style: &str) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(steps), target).with_finish(ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_message(message);
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(100));
    }
    bar
}
