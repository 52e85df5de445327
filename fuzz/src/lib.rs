//! What the targets share: numbers and shapes out of bytes, and the oracle of the library's own tests.

#[path = "../../tests/common/mod.rs"]
pub mod common;
pub mod source;
