//! Bytes of blobs changed, and their checksums made right again.

use carom::{ErrorKind, Result};
use fastrand::Rng;
use std::ops::Range;

/// Gives a blob the checksum that its bytes have; a blob that lies in it first.
pub fn forge(bytes: &mut [u8]) {
    if let Some((start, length)) = nested(bytes) {
        forge(&mut bytes[start..][..length]);
    }
    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    hash.update(&bytes[..32]);
    hash.update(&bytes[40..]);
    bytes[32..40].copy_from_slice(&hash.digest().to_le_bytes());
}

/// The offset and the length of the section with a blob, if there is one that fits: the pieces of a mesh, or the surface of a
/// BSP tree.
fn nested(bytes: &[u8]) -> Option<(usize, usize)> {
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let long = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    let id = match word(12)? {
        1 => 14,
        2 => 8,
        _ => return None,
    };
    let entry = (0..word(20)?.min(64) as usize).map(|i| 64 + 24 * i).find(|&at| word(at) == Some(id))?;
    let (start, length) = (long(entry + 8)? as usize, long(entry + 16)? as usize);
    let fits = length >= 64 && start >= 64 && start.checked_add(length)? <= bytes.len();
    fits.then_some((start, length))
}

/// The range of section `id` in a blob.
pub fn section(bytes: &[u8], id: u32) -> Range<usize> {
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
    let entry = (64..).step_by(24).find(|&at| bytes[at..at + 4] == id.to_le_bytes()).unwrap();
    number(entry + 8)..number(entry + 8) + number(entry + 16)
}

/// Forges single bytes of a blob at `places`, and asks the blobs that still open. Returns the numbers of
/// blobs that were opened and refused.
pub fn forge_single_bytes<T>(
    blob: &[u8],
    places: impl IntoIterator<Item = usize>,
    open: impl Fn(&[u8]) -> Result<T>,
    ask: impl Fn(&T),
) -> (usize, usize) {
    let (mut opened, mut refused) = (0, 0);
    for at in places {
        for value in [0, 1, 0x7f, 0x80, 0xff, blob[at] ^ 1, blob[at] ^ 0x80, blob[at].wrapping_add(1)] {
            let mut bytes = blob.to_vec();
            bytes[at] = value;
            forge(&mut bytes);
            match open(&bytes) {
                Ok(thing) => {
                    ask(&thing);
                    opened += 1;
                }
                Err(error) if error.kind() == ErrorKind::InvalidBlob => refused += 1,
                Err(other) => panic!("byte {at} = {value}: {other}"),
            }
        }
    }
    (opened, refused)
}

/// Forges up to five bytes of a blob at once, half of them in a section if one is given, and at times loses
/// its end. Asks the blobs that still open.
pub fn forge_many_bytes<T>(
    rng: &mut Rng,
    blob: &[u8],
    often: Option<Range<usize>>,
    rounds: usize,
    open: impl Fn(&[u8]) -> Result<T>,
    ask: impl Fn(&T),
) {
    for _ in 0..rounds {
        let mut bytes = blob.to_vec();
        for _ in 0..rng.usize(1..6) {
            let places = often.clone().filter(|_| rng.bool()).unwrap_or(8..bytes.len());
            bytes[rng.usize(places)] = rng.u8(..);
        }
        if rng.u8(0..4) == 0 {
            bytes.truncate(rng.usize(64..=bytes.len()));
            let len = bytes.len() as u64;
            bytes[24..32].copy_from_slice(&len.to_le_bytes());
        }
        forge(&mut bytes);
        if let Ok(thing) = open(&bytes) {
            ask(&thing);
        }
    }
}
