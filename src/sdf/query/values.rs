//! The values at the nodes.

use super::super::Sdf;
use super::sampler::Sampler;
use crate::batch::Output;
use crate::{Error, Result};

impl Sdf<'_> {
    /// The values at nodes `first..`, as many as there is room for, in the order of their numbers: x fastest, then y.
    /// They are those of [`Sdf::sample`] there, without gradients.
    ///
    /// # Errors
    /// [`crate::ErrorKind::IndexOutOfRange`] if a node is not there, before anything is written.
    pub fn values(&self, first: u64, values: &mut (impl Output<f32> + ?Sized)) -> Result<()> {
        let (grid, count) = (self.grid(), values.capacity());
        let total = grid.node_count();
        if first.checked_add(count as u64).is_none_or(|end| end > total) {
            return Err(Error::index_out_of_range(text!(
                "first + count: {first} + {count} exceeds the {total} nodes"
            )));
        }
        let (sampler, [width, height, _]) = (Sampler::of(self), grid.dims().map(u64::from));
        for i in 0..count {
            let number = first + i as u64;
            let node = [number % width, number / width % height, number / (width * height)];
            values.write(i, sampler.node(node.map(|k| k as u32)));
        }
        Ok(())
    }
}
