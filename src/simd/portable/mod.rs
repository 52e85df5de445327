//! The level without instructions of its own: lanes are arrays.

mod arrays;
mod doubles;
mod lanes16;
mod lanes8;

#[cfg(test)]
pub(super) use lanes8::PortableLanes8;
#[cfg(test)]
pub(super) use lanes16::Portable;
#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
pub(super) use lanes16::run;
