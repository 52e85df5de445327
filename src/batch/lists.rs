//! Lists of answers, written one after another into the caller's array.

use super::output::ListOutput;
use crate::heap::sift_down;
use std::cmp::Ordering;

/// The number of answers, and of those that fit. Too little room is no error.
///
/// ```
/// use carom::prelude::*;
///
/// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
/// let rays = [Ray::new(Vec3::new(0.2, 0.2, 1.0), -Vec3::Z), Ray::new(Vec3::Z, Vec3::Z)];
/// let (mut offsets, mut hits) = ([0; 3], [RayHit::MISS; 8]);
/// let lists = mesh.raycast_all(&rays, &Filter::ALL, &mut offsets, &mut hits)?;
/// assert_eq!(lists, Lists { written: 1, total: 1 });
/// // The hits of ray i are those from offset i to the next.
/// assert_eq!(offsets, [0, 1, 1]);
///
/// // For the number alone.
/// let lists = mesh.raycast_all(&rays, &Filter::ALL, &mut (), &mut [])?;
/// assert_eq!(lists, Lists { written: 0, total: 1 });
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// The number of answers written.
    pub written: usize,
    /// The number of all answers; more than `written` if the array was too small.
    pub total: usize,
}

/// Receives the answers of a list query.
pub(crate) trait Found<T> {
    /// Adds to the current list.
    fn push(&mut self, value: T);
    /// Adds several.
    fn push_all(&mut self, values: &[T]);
}

/// Writes one list after another to `output`, each sorted by `order`, a strict total order. Of a list that
/// does not fit, the first elements in that order are written, whatever order they were found in.
pub(crate) struct ListWriter<'a, T, O: ?Sized, C> {
    output: &'a mut O,
    order: C,
    /// Sorts a whole list by `order`.
    sort: fn(&mut [T]),
    /// The index where the current list begins, or the capacity if the output is full.
    start: usize,
    /// The number of the current list's elements that are in the output.
    kept: usize,
    /// The number of elements in the current list.
    found: usize,
    total: usize,
}

impl<T: Copy, O: ListOutput<T> + ?Sized, C: Fn(&T, &T) -> Ordering> Found<T> for ListWriter<'_, T, O, C> {
    #[inline(always)]
    fn push(&mut self, value: T) {
        let room = self.output.capacity() - self.start;
        if self.kept + 1 < room {
            self.output.write(self.start + self.kept, value);
            self.kept += 1;
        } else {
            self.push_into_little_room(value, room);
        }
        self.found += 1;
    }

    #[inline(always)]
    fn push_all(&mut self, values: &[T]) {
        if self.kept + values.len() < self.output.capacity() - self.start {
            self.output.write_all(self.start + self.kept, values);
            self.kept += values.len();
            self.found += values.len();
        } else {
            values.iter().for_each(|&value| self.push(value));
        }
    }
}

impl<'a, T: Copy, O: ListOutput<T> + ?Sized, C: Fn(&T, &T) -> Ordering> ListWriter<'a, T, O, C> {
    pub(crate) fn new(output: &'a mut O, order: C, sort: fn(&mut [T])) -> Self {
        ListWriter { output, order, sort, start: 0, kept: 0, found: 0, total: 0 }
    }

    #[cold]
    #[inline(never)]
    fn push_into_little_room(&mut self, value: T, room: usize) {
        let order = &self.order;
        if self.kept < room {
            // So that the whole room has been written.
            self.output.write(self.start + self.kept, value);
        }
        let list = self.output.written(self.start..self.start + room);
        push_least(list, &mut self.kept, value, |a, b| order(a, b).is_lt());
    }

    /// Sorts the current list, unless it was found in order, and begins the next. Returns the number of
    /// elements in all lists so far.
    #[inline(always)]
    pub(crate) fn finish_list(&mut self, in_order: bool) -> usize {
        // A list that fills the rest of the output has become a heap.
        if !in_order || self.start + self.kept == self.output.capacity() {
            self.sort_list();
        }
        self.next_list()
    }

    /// The same, but `finish` sorts and completes the list, by the order that it was written with.
    #[inline(always)]
    pub(crate) fn finish_list_by(&mut self, finish: impl FnOnce(&mut [T])) -> usize {
        finish(self.list());
        self.next_list()
    }

    /// The same, but for a list of which `reduce` keeps so many at the front as it returns. It is told
    /// whether the list is complete; if not, it keeps all.
    pub(crate) fn finish_list_reduced(&mut self, reduce: impl FnOnce(&mut [T], bool) -> usize) -> usize {
        let is_complete = self.kept == self.found;
        let kept = reduce(self.list(), is_complete);
        if is_complete {
            (self.kept, self.found) = (kept, kept);
        }
        self.next_list()
    }

    /// Begins the next list; returns the number of elements in all lists so far.
    #[inline(always)]
    fn next_list(&mut self) -> usize {
        self.start += self.kept;
        self.total += self.found;
        (self.kept, self.found) = (0, 0);
        self.total
    }

    /// The current list as it was found, to be sorted in another way.
    pub(crate) fn list(&mut self) -> &mut [T] {
        self.output.written(self.start..self.start + self.kept)
    }

    #[inline(never)]
    fn sort_list(&mut self) {
        (self.sort)(self.output.written(self.start..self.start + self.kept));
    }

    pub(crate) fn finish(self) -> Lists {
        Lists { written: self.start, total: self.total }
    }
}

/// Adds an element to an array whose first `count` places are taken. In the end, the least elements are
/// there, in any order. Once all places are taken, the array is a max-heap, whose top is replaced by a
/// smaller element.
#[inline]
pub(crate) fn push_least<T: Copy>(
    list: &mut [T],
    count: &mut usize,
    value: T,
    before: impl Fn(&T, &T) -> bool + Copy,
) {
    if *count < list.len() {
        list[*count] = value;
        *count += 1;
        if *count == list.len() {
            for parent in (0..list.len() / 2).rev() {
                sift_down(list, parent, |a, b| before(b, a));
            }
        }
    } else if list.first().is_some_and(|top| before(&value, top)) {
        list[0] = value;
        sift_down(list, 0, |a, b| before(b, a));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(capacity: usize) -> (Lists, Vec<u64>, Vec<u32>) {
        let queries = [5u32, 0, 7, 3];
        let mut offsets = vec![u64::MAX; 5];
        let mut output = vec![u32::MAX; capacity];
        let mut writer = ListWriter::new(&mut output[..], u32::cmp, <[u32]>::sort_unstable);
        offsets[0] = 0;
        for (i, count) in queries.into_iter().enumerate() {
            // In a scrambled order.
            let list = (0..count).map(|i| (i * 11 + 3) % count.max(1) + 10 * count);
            match i {
                0 => list.for_each(|value| writer.push(value)),
                2 => writer.push_all(&list.collect::<Vec<_>>()),
                _ => writer.push_all(&Vec::from_iter((0..count).map(|i| 10 * count + i))),
            }
            offsets[i + 1] = writer.finish_list(i % 2 != 0) as u64;
        }
        let result = writer.finish();
        (result, offsets, output)
    }

    #[test]
    fn short_buffers_get_the_beginning_of_the_list() {
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
