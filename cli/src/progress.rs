//! Progress on a terminal; nothing where there is none.

use carom::mesh::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use std::time::Duration;

/// A bar on standard error, hidden when `quiet` or when that is no terminal.
pub(crate) fn bar(steps: u64, message: &'static str, quiet: bool) -> ProgressBar {
    start(steps, message, quiet, "{msg:>10} [{bar:40}] {percent:>3}% {elapsed}")
}

/// The same for work that is measured in bytes.
pub(crate) fn bytes(total: u64, message: &'static str, quiet: bool) -> ProgressBar {
    start(total, message, quiet, "{msg:>10} [{bar:40}] {bytes}/{total_bytes} {elapsed}")
}

/// The same for work whose length nobody knows.
pub(crate) fn spinner(message: &'static str, quiet: bool) -> ProgressBar {
    start(0, message, quiet, "{msg:>10} {spinner} {elapsed}")
}

/// Cooks with a bar that shows the part that is done. `cook` gets `None` if nobody would see the bar.
pub(crate) fn cooking<T>(quiet: bool, cook: impl FnOnce(Option<Progress>) -> T) -> T {
    const STEPS: u64 = 1000;
    let bar = bar(STEPS, "cooking", quiet);
    let mut show = |done: f32| {
        bar.set_position((done * STEPS as f32) as u64);
        true
    };
    let cooked = cook(if bar.is_hidden() { None } else { Some(&mut show) });
    bar.finish_and_clear();
    cooked
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
