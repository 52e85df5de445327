//! Bytes of blobs changed, and their checksums made right again.

/// Gives a blob the checksum that its bytes have; the blob of a surface in a BSP tree first.
pub fn forge(bytes: &mut [u8]) {
    if let Some((start, length)) = surface(bytes) {
        forge(&mut bytes[start..][..length]);
    }
    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    hash.update(&bytes[..32]);
    hash.update(&bytes[40..]);
    bytes[32..40].copy_from_slice(&hash.digest().to_le_bytes());
}

/// Where the section SURFACE of a BSP tree lies, if it has one that fits.
fn surface(bytes: &[u8]) -> Option<(usize, usize)> {
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let long = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    let count = (word(12)? == 2).then(|| word(20))??;
    let entry = (0..count.min(64) as usize).map(|i| 64 + 24 * i).find(|&at| word(at) == Some(8))?;
    let (start, length) = (long(entry + 8)? as usize, long(entry + 16)? as usize);
    let fits = length >= 64 && start >= 64 && start.checked_add(length)? <= bytes.len();
    fits.then_some((start, length))
}

/// Where section `id` of a blob lies.
pub fn section(bytes: &[u8], id: u32) -> std::ops::Range<usize> {
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
    let entry = (64..).step_by(24).find(|&at| bytes[at..at + 4] == id.to_le_bytes()).unwrap();
    number(entry + 8)..number(entry + 8) + number(entry + 16)
}
