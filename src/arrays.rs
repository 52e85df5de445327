//! Arrays, made and mapped in place of `array::from_fn` and `array::map`.

/// An array, mapped where it is used.
pub(crate) trait MapEach<T, const N: usize> {
    /// What `each` makes of each element, in order.
    ///
    /// As `array::map` and `array::from_fn` do, whose parts in the standard library are not all marked for inlining: used
    /// from another codegen unit, or from code for an instruction set, they stay calls for every element. Rays in
    /// binary trees took twice the time.
    fn map_each<U>(self, each: impl FnMut(T) -> U) -> [U; N];
}

/// An array of what `each` makes of each place; see [`MapEach::map_each`]. Not for the portable lanes: what is always inlined
/// is inlined before it is optimised, and of these, kernels have hundreds, which took half as long again to compile.
#[inline(always)]
pub(crate) fn array_of<T: Copy + Default, const N: usize>(mut each: impl FnMut(usize) -> T) -> [T; N] {
    let mut all = [T::default(); N];
    for (i, place) in all.iter_mut().enumerate() {
        *place = each(i);
    }
    all
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
}
