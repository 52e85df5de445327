//! Numbers that are the same in eight lanes.

/// Arithmetic with such numbers.
pub(crate) trait Uniforms: Copy {
    /// An f32 that is the same in all lanes: a register of them, or one number where that costs less.
    type Uniform: Copy;

    /// A number.
    fn uniform(self, value: f32) -> Self::Uniform;
    /// The number whose bits are `bits & and | or`.
    fn uniform_bits(self, bits: u32, and: u32, or: u32) -> Self::Uniform;
    /// The number `bits & and`, which is below 2^24.
    fn uniform_integer(self, bits: u32, and: u32) -> Self::Uniform;
    /// `a - b`.
    fn uniform_sub(self, a: Self::Uniform, b: Self::Uniform) -> Self::Uniform;
    /// `a * b`.
    fn uniform_mul(self, a: Self::Uniform, b: Self::Uniform) -> Self::Uniform;
    /// `a * b - c`, rounded once or twice: for what is padded, and only that.
    fn uniform_about_mul_sub(self, a: Self::Uniform, b: Self::Uniform, c: Self::Uniform) -> Self::Uniform;
}

/// A level on which one number costs less: eight lanes are more than a register there.
pub(super) trait OneNumber: Copy {}

impl<S: OneNumber> Uniforms for S {
    type Uniform = f32;

    #[inline(always)]
    fn uniform(self, value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn uniform_bits(self, bits: u32, and: u32, or: u32) -> f32 {
        f32::from_bits(bits & and | or)
    }

    #[inline(always)]
    fn uniform_integer(self, bits: u32, and: u32) -> f32 {
        (bits & and) as f32
    }

    #[inline(always)]
    fn uniform_sub(self, a: f32, b: f32) -> f32 {
        a - b
    }

    #[inline(always)]
    fn uniform_mul(self, a: f32, b: f32) -> f32 {
        a * b
    }

    #[inline(always)]
    fn uniform_about_mul_sub(self, a: f32, b: f32, c: f32) -> f32 {
        a * b - c
    }
}
