//! How progress is shared by the parts of a tree.

/// Divides the share of a cell among its two parts, by how much is in them.
pub(super) fn shares(whole: f64, front: usize, back: usize) -> (f64, f64) {
    let part = (front as f64 + 0.5) / ((front + back) as f64 + 1.0);
    (whole * part, whole * (1.0 - part))
}
