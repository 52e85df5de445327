//! Bytes as numbers and shapes. When they are at their end, everything is zero.

use carom::geometry::{Aabb, Sphere, Vec3};

/// Numbers that ask for trouble.
const SPECIAL: [f32; 16] = [
    0.0,
    -0.0,
    1e-45,
    -1e-45,
    f32::MIN_POSITIVE,
    1e-30,
    -1e-20,
    f32::EPSILON,
    1e12,
    -1e17,
    1.152_921_5e18,
    -1.152_921_5e18,
    f32::MAX,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

/// Bytes that are read once.
pub struct Source<'a>(pub &'a [u8]);

impl Source<'_> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end.max(1)
    }

    pub fn word(&mut self) -> u32 {
        u32::from_le_bytes([0; 4].map(|_: u8| self.byte()))
    }

    /// Mostly small whole numbers and fractions, which meet each other; at times anything.
    pub fn number(&mut self) -> f32 {
        match self.byte() {
            kind @ 0..160 => f32::from(kind % 16) - 8.0,
            160..224 => f32::from(i16::from_le_bytes([self.byte(), self.byte()])) / 256.0,
            kind @ 224..240 => SPECIAL[usize::from(kind - 224)],
            240.. => f32::from_bits(self.word()),
        }
    }

    /// A number that the library takes.
    pub fn finite(&mut self) -> f32 {
        let number = self.number();
        if number.abs() <= 1e18 { number } else { 1.0 }
    }

    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number())
    }

    pub fn place(&mut self) -> Vec3 {
        Vec3::new(self.finite(), self.finite(), self.finite())
    }

    /// Mostly by three bytes, an axis each, that say where it begins and how long it is: so many fit into an input.
    pub fn aabb(&mut self) -> Aabb {
        if self.byte() < 192 {
            let bytes = [0; 3].map(|_: u8| self.byte());
            let min = Vec3::from(bytes.map(|byte| f32::from(byte % 16) - 8.0));
            return Aabb::new(min, min + Vec3::from(bytes.map(|byte| f32::from(byte / 16) / 4.0)));
        }
        let (a, b) = (self.place(), self.place());
        Aabb::new(a.min(b), a.max(b))
    }

    pub fn sphere(&mut self) -> Sphere {
        Sphere { center: self.place(), radius: self.finite().abs() }
    }
}
