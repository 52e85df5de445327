//! The division of progress between the parts of a tree.

/// Divides the share of a cell between its two parts, in proportion to their contents.
pub(super) fn shares(whole: f64, front: usize, back: usize) -> (f64, f64) {
    let part = (front as f64 + 0.5) / ((front + back) as f64 + 1.0);
    (whole * part, whole * (1.0 - part))
}
