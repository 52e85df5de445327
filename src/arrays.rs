//! Replacements of `array::from_fn`, `array::map` and `iter::zip`, all of which are inlined.

/// An array, mapped where it is used.
pub(crate) trait MapEach<T, const N: usize> {
    /// Applies `each` to every element, in order.
    ///
    /// The same as `array::map`. Parts of `array::map` and `array::from_fn` in the standard library are not
    /// marked for inlining: used from another codegen unit, or from code for an instruction set, they stay
    /// calls for every element. Rays in binary trees took twice the time.
    fn map_each<U>(self, each: impl FnMut(T) -> U) -> [U; N];
}

/// Makes an array by calling `each` with every index; see [`MapEach::map_each`]. Not for the portable lanes:
/// functions marked `inline(always)` are inlined before they are optimised, kernels have hundreds of these
/// calls, and compiling them took half as long again.
#[inline(always)]
pub(crate) fn array_of<T: Copy + Default, const N: usize>(mut each: impl FnMut(usize) -> T) -> [T; N] {
    let mut all = [T::default(); N];
    for (i, place) in all.iter_mut().enumerate() {
        *place = each(i);
    }
    all
}

/// The components of one lane, an axis each. By reference: mapping the arrays of lanes copies them.
#[inline(always)]
pub(crate) fn lane_of<T: Copy, const N: usize>(axes: &[[T; N]; 3], lane: usize) -> [T; 3] {
    [axes[0][lane], axes[1][lane], axes[2][lane]]
}

/// Two iterators as one of pairs, as long as both last: `iter::zip`, all of which is in line.
#[inline(always)]
pub(crate) fn zip_each<A: IntoIterator, B: IntoIterator>(a: A, b: B) -> ZipEach<A::IntoIter, B::IntoIter> {
    ZipEach { a: a.into_iter(), b: b.into_iter() }
}

/// See [`zip_each`].
pub(crate) struct ZipEach<A, B> {
    a: A,
    b: B,
}

impl<A: Iterator, B: Iterator> Iterator for ZipEach<A, B> {
    type Item = (A::Item, B::Item);

    #[inline(always)]
    fn next(&mut self) -> Option<(A::Item, B::Item)> {
        match (self.a.next(), self.b.next()) {
            (Some(a), Some(b)) => Some((a, b)),
            _ => None,
        }
    }
}

macro_rules! map_each {
    ($($length:literal: $($element:ident)*;)*) => {$(
        impl<T> MapEach<T, $length> for [T; $length] {
            #[inline(always)]
            fn map_each<U>(self, mut each: impl FnMut(T) -> U) -> [U; $length] {
                let [$($element),*] = self;
                [$(each($element)),*]
            }
        }
    )*};
}

map_each! {
    2: a b;
    3: a b c;
    4: a b c d;
    8: a b c d e f g h;
    16: a b c d e f g h i j k l m n o p;
}
