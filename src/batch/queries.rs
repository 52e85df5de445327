//! The caller's arrays from which queries are read.

use crate::geometry::Vec3;

/// The caller's array of queries, in whatever form they are stored.
pub trait Batch<T> {
    /// The number of queries.
    fn count(&self) -> usize;
    /// Query `i`, which is below the count.
    fn query(&self, i: usize) -> T;
    /// All of them, if that is how they are stored: rays are read there, and copied from anywhere else.
    fn as_slice(&self) -> Option<&[T]> {
        None
    }
}

impl<T: Copy> Batch<T> for [T] {
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> T {
        self[i]
    }

    fn as_slice(&self) -> Option<&[T]> {
        Some(self)
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

    fn as_slice(&self) -> Option<&[T]> {
        Some(self)
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

    fn as_slice(&self) -> Option<&[T]> {
        Some(self)
    }
}

/// Points as three numbers each.
impl Batch<Vec3> for [[f32; 3]] {
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> Vec3 {
        self[i].into()
    }
}

impl<const N: usize> Batch<Vec3> for [[f32; 3]; N] {
    fn count(&self) -> usize {
        N
    }

    #[inline(always)]
    fn query(&self, i: usize) -> Vec3 {
        self[i].into()
    }
}

impl Batch<Vec3> for Vec<[f32; 3]> {
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> Vec3 {
        self[i].into()
    }
}

impl<T, B: Batch<T> + ?Sized> Batch<T> for &B {
    fn count(&self) -> usize {
        (**self).count()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> T {
        (**self).query(i)
    }

    fn as_slice(&self) -> Option<&[T]> {
        (**self).as_slice()
    }
}
