//! The caller's arrays to which answers are written.

/// The caller's array for answers; may be uninitialised.
pub trait Output<T> {
    /// The number of elements that fit.
    fn capacity(&self) -> usize;
    /// Writes element `i`, which is below the capacity. Elements are written in any order, and some more than once: the last value
    /// counts.
    fn write(&mut self, i: usize, value: T);
    /// Writes elements whose places are given, as many as there are values: one call, where each would be one through a table
    /// of functions.
    fn write_each(&mut self, places: &[usize], values: &[T])
    where
        T: Copy,
    {
        for (&i, &value) in places.iter().zip(values) {
            self.write(i, value);
        }
    }
}

/// The caller's flat array for lists of answers; may be too small.
pub trait ListOutput<T>: Output<T> {
    /// The elements `range`, all of which have been written.
    fn written(&mut self, range: std::ops::Range<usize>) -> &mut [T];
    /// Writes elements from `first` on, all of them below the capacity.
    fn write_all(&mut self, first: usize, values: &[T]);
}

impl<T, O: Output<T> + ?Sized> Output<T> for &mut O {
    fn capacity(&self) -> usize {
        (**self).capacity()
    }

    #[inline(always)]
    fn write(&mut self, i: usize, value: T) {
        (**self).write(i, value);
    }

    fn write_each(&mut self, places: &[usize], values: &[T])
    where
        T: Copy,
    {
        (**self).write_each(places, values);
    }
}

impl<T, O: ListOutput<T> + ?Sized> ListOutput<T> for &mut O {
    fn written(&mut self, range: std::ops::Range<usize>) -> &mut [T] {
        (**self).written(range)
    }

    fn write_all(&mut self, first: usize, values: &[T]) {
        (**self).write_all(first, values);
    }
}

impl<T: Copy> Output<T> for [T] {
    fn capacity(&self) -> usize {
        self.len()
    }

    fn write(&mut self, i: usize, value: T) {
        self[i] = value;
    }
}

impl<T: Copy, const N: usize> Output<T> for [T; N] {
    fn capacity(&self) -> usize {
        N
    }

    fn write(&mut self, i: usize, value: T) {
        self[i] = value;
    }
}

/// As many answers as it has elements.
impl<T: Copy> Output<T> for Vec<T> {
    fn capacity(&self) -> usize {
        self.len()
    }

    fn write(&mut self, i: usize, value: T) {
        self[i] = value;
    }
}

impl<T: Copy, const N: usize> ListOutput<T> for [T; N] {
    fn written(&mut self, range: std::ops::Range<usize>) -> &mut [T] {
        &mut self[range]
    }

    fn write_all(&mut self, first: usize, values: &[T]) {
        self.as_mut_slice().write_all(first, values);
    }
}

impl<T: Copy> ListOutput<T> for Vec<T> {
    fn written(&mut self, range: std::ops::Range<usize>) -> &mut [T] {
        &mut self[range]
    }

    fn write_all(&mut self, first: usize, values: &[T]) {
        self.as_mut_slice().write_all(first, values);
    }
}

impl<T: Copy> ListOutput<T> for [T] {
    fn written(&mut self, range: std::ops::Range<usize>) -> &mut [T] {
        &mut self[range]
    }

    #[inline]
    fn write_all(&mut self, first: usize, values: &[T]) {
        self[first..first + values.len()].copy_from_slice(values);
    }
}

/// For a caller who does not want the offsets.
impl Output<u64> for () {
    fn capacity(&self) -> usize {
        0
    }

    fn write(&mut self, _: usize, _: u64) {}
}
