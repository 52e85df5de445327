//! Where a file's vertices are put: which of its axes points up, and their scale.

use anyhow::{Result, ensure};

/// The axis of a file that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Up {
    X,
    Y,
    Z,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Place {
    /// The mesh is turned so that this axis becomes y; not at all if there is none.
    pub(crate) up: Option<Up>,
    /// The factor of all coordinates, after that.
    pub(crate) scale: Option<f32>,
}

impl Place {
    /// Turns and scales. Turns by right angles round nothing.
    pub(super) fn apply(&self, positions: &mut [[f32; 3]]) -> Result<()> {
        let scale = self.scale.unwrap_or(1.0);
        for (i, position) in positions.iter_mut().enumerate() {
            let [x, y, z] = *position;
            let turned = match self.up {
                Some(Up::X) => [-y, x, z],
                Some(Up::Z) => [x, z, -y],
                Some(Up::Y) | None => [x, y, z],
            };
            *position = turned.map(|value| value * scale);
            let finite = position.iter().all(|value| value.is_finite());
            ensure!(finite, "positions[{i}]: {turned:?} times {scale} is beyond 32-bit numbers");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_no_mirrors() {
        for (up, axis) in [(None, 1), (Some(Up::X), 0), (Some(Up::Y), 1), (Some(Up::Z), 2)] {
            let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            Place { up, scale: Some(2.0) }.apply(&mut axes).unwrap();
            assert_eq!(axes[axis], [0.0, 2.0, 0.0], "{up:?}");
            let [x, y, z] = axes.map(glam::Vec3::from_array);
            assert_eq!(x.cross(y), 2.0 * z, "{up:?}");
        }
        let error = Place { up: None, scale: Some(1e30) }.apply(&mut [[0.0; 3], [1e30, 0.0, 0.0]]);
        assert!(error.unwrap_err().to_string().starts_with("positions[1]: "));
    }
}
