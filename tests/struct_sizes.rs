//! Structs of the C interface that begin with their size.

// Structs are read through pointers, as C hands them over.
#![allow(unsafe_code)]

use carom::internal::VERSIONED_STRUCTS;

#[test]
fn every_struct_is_read_from_its_first_version_on() {
    for known in VERSIONED_STRUCTS {
        let (first, now, align, name) = (known.first_size, known.size, known.align, known.name);
        assert!(first >= 4 && first <= now && first.is_multiple_of(align), "{name}");
        let mut bytes = [0u64; 32];
        for size in (0..=200u32).chain([4097]) {
            let [a, b, c, d] = size.to_ne_bytes();
            bytes[0] = u64::from_ne_bytes([a, b, c, d, 0, 0, 0, 0]);
            let size = size as usize;
            let good = size >= first && size <= 200 && size.is_multiple_of(align);
            // SAFETY: so many bytes are there, or it is an error before they are read. Zeros are a value of
            // each of these structs.
            let is_read = unsafe { known.check(bytes.as_ptr().cast()) }.is_ok();
            assert_eq!(is_read, good, "{name} {size}");
        }
    }
}

#[test]
#[cfg(target_pointer_width = "64")]
fn sizes_are_those_that_the_conventions_name() {
    let conventions = include_str!("../docs/conventions.md");
    for known in VERSIONED_STRUCTS {
        let row = format!("| `{}` | {} | {} |", known.name, known.first_size, known.size);
        assert!(conventions.contains(&row), "{row}");
    }
}
