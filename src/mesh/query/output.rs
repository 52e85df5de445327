//! Where queries come from and where answers go: the caller's arrays.

use super::check_length;
use crate::Result;

/// An array of the caller's with queries, in whatever form they are kept.
pub trait Batch<T> {
    /// How many there are.
    fn count(&self) -> usize;
    /// Query `i`, which is below the count.
    fn query(&self, i: usize) -> T;
}

impl<T: Copy> Batch<T> for [T] {
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> T {
        self[i]
    }
}

impl<T: Copy, const N: usize> Batch<T> for [T; N] {
    fn count(&self) -> usize {
        N
    }

    #[inline(always)]
    fn query(&self, i: usize) -> T {
        self[i]
    }
}

impl<T: Copy> Batch<T> for Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> T {
        self[i]
    }
}

/// An array of the caller's for answers; it need not be initialised.
pub trait Output<T> {
    /// How many elements fit.
    fn capacity(&self) -> usize;
    /// Writes element `i`, which is below the capacity.
    fn write(&mut self, i: usize, value: T);
}

/// A flat array of the caller's for lists of answers; it may be too small.
pub trait ListOutput<T>: Output<T> {
    /// The elements `range`, all of which have been written.
    fn written(&mut self, range: std::ops::Range<usize>) -> &mut [T];
}

impl<T: Copy> Output<T> for [T] {
    fn capacity(&self) -> usize {
        self.len()
    }

    fn write(&mut self, i: usize, value: T) {
        self[i] = value;
    }
}

impl<T: Copy> ListOutput<T> for [T] {
    fn written(&mut self, range: std::ops::Range<usize>) -> &mut [T] {
        &mut self[range]
    }
}

/// For offsets that nobody asks for.
impl Output<u64> for () {
    fn capacity(&self) -> usize {
        0
    }

    fn write(&mut self, _: usize, _: u64) {}
}

/// How many answers there were, and how many of them fitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// How many were written.
    pub written: usize,
    /// How many there are; more than `written` where the array was too small.
    pub total: usize,
}

/// Fills one list after another into `output`, each sorted, and records in `offsets` where each begins.
/// Where the room ends, what fits of a list are its first elements, whatever order they were found in.
pub(super) struct ListWriter<'a, T, F: ?Sized, O: ?Sized> {
    /// One element more than there are lists, or none if nobody asks.
    offsets: &'a mut F,
    output: &'a mut O,
    /// How many lists are finished.
    lists: usize,
    /// Where the current list begins, or the capacity once that is reached.
    start: usize,
    /// How many of the current list are in the output.
    kept: usize,
    /// How many the current list has.
    found: usize,
    total: usize,
    _element: std::marker::PhantomData<T>,
}

impl<'a, T: Copy, F: Output<u64> + ?Sized, O: ListOutput<T> + ?Sized> ListWriter<'a, T, F, O> {
    pub(super) fn new(offsets: &'a mut F, output: &'a mut O) -> Self {
        if offsets.capacity() > 0 {
            offsets.write(0, 0);
        }
        let _element = std::marker::PhantomData;
        ListWriter { offsets, output, lists: 0, start: 0, kept: 0, found: 0, total: 0, _element }
    }

    /// Adds to the current list; `before` is its order, total and strict.
    pub(super) fn push(&mut self, value: T, before: impl Fn(&T, &T) -> bool) {
        self.found += 1;
        let room = self.output.capacity() - self.start;
        if self.kept < room {
            self.output.write(self.start + self.kept, value);
            self.kept += 1;
            if self.kept == room {
                let list = self.output.written(self.start..self.start + self.kept);
                for parent in (0..room / 2).rev() {
                    sift_down(list, parent, &before);
                }
            }
        } else if room > 0 {
            // The room is full: a heap with the last element on top.
            let list = self.output.written(self.start..self.start + self.kept);
            if before(&value, &list[0]) {
                list[0] = value;
                sift_down(list, 0, &before);
            }
        }
    }

    /// Sorts the current list and begins the next.
    pub(super) fn finish_list(&mut self, order: impl Fn(&T, &T) -> std::cmp::Ordering) {
        self.output.written(self.start..self.start + self.kept).sort_unstable_by(order);
        self.start += self.kept;
        self.total += self.found;
        (self.kept, self.found) = (0, 0);
        self.lists += 1;
        if self.offsets.capacity() > 0 {
            self.offsets.write(self.lists, self.total as u64);
        }
    }

    pub(super) fn finish(self) -> Lists {
        Lists { written: self.start, total: self.total }
    }
}

fn sift_down<T: Copy>(heap: &mut [T], mut parent: usize, before: impl Fn(&T, &T) -> bool) {
    loop {
        let mut child = 2 * parent + 1;
        if child >= heap.len() {
            return;
        }
        if child + 1 < heap.len() && before(&heap[child], &heap[child + 1]) {
            child += 1;
        }
        if !before(&heap[parent], &heap[child]) {
            return;
        }
        heap.swap(parent, child);
        parent = child;
    }
}

/// Checks the number of offsets.
pub(super) fn check_offsets(queries: usize, offsets: &(impl Output<u64> + ?Sized)) -> Result<()> {
    match offsets.capacity() {
        0 => Ok(()),
        places => check_length(queries + 1, places),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(capacity: usize) -> (Lists, Vec<u64>, Vec<u32>) {
        let queries = [5u32, 0, 7, 3];
        let mut offsets = vec![u64::MAX; 5];
        let mut output = vec![u32::MAX; capacity];
        let mut writer = ListWriter::new(&mut offsets[..], &mut output[..]);
        for count in queries {
            // In a scrambled order.
            (0..count).for_each(|i| writer.push((i * 11 + 3) % count + 10 * count, |a, b| a < b));
            writer.finish_list(u32::cmp);
        }
        (writer.finish(), offsets, output)
    }

    #[test]
    fn what_fits_is_the_beginning_whatever_the_room() {
        let (result, offsets, all) = lists(15);
        assert_eq!(result, Lists { written: 15, total: 15 });
        assert_eq!(offsets, [0, 5, 5, 12, 15]);
        assert_eq!(all, [50, 51, 52, 53, 54, 70, 71, 72, 73, 74, 75, 76, 30, 31, 32]);
        for capacity in 0..15 {
            let (result, offsets, some) = lists(capacity);
            assert_eq!(result, Lists { written: capacity, total: 15 });
            assert_eq!(offsets, [0, 5, 5, 12, 15]);
            assert_eq!(some, all[..capacity]);
        }
    }
}
