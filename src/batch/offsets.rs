//! The offsets that say where lists of answers begin and end.

use super::check_length;
use super::output::Output;
use crate::Result;

/// The offsets where lists begin and end, written if the caller wants them.
pub(crate) struct Offsets<'a, O: ?Sized> {
    offsets: &'a mut O,
    is_wanted: bool,
}

impl<'a, O: Output<u64> + ?Sized> Offsets<'a, O> {
    /// Writes the offset of the first list, which is 0. The number of offsets is checked by
    /// [`check_offsets`].
    #[inline(always)]
    pub(crate) fn new(offsets: &'a mut O) -> Offsets<'a, O> {
        let is_wanted = offsets.capacity() > 0;
        if is_wanted {
            offsets.write(0, 0);
        }
        Offsets { offsets, is_wanted }
    }

    /// Writes the offset where list `i` ends.
    #[inline(always)]
    pub(crate) fn end_list(&mut self, i: usize, end: usize) {
        if self.is_wanted {
            self.offsets.write(i + 1, end as u64);
        }
    }
}

/// Checks the number of offsets.
pub(crate) fn check_offsets(queries: usize, offsets: &(impl Output<u64> + ?Sized)) -> Result<()> {
    match offsets.capacity() {
        0 => Ok(()),
        places => check_length(queries + 1, places),
    }
}
