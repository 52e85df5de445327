//! Reading in steps, as far as there is memory and no farther than a file can go.

use anyhow::{Context, Result, ensure};
use std::io::Read;

/// The first bytes of a file, by which it is asked how many there can be.
const HEAD: u64 = 4096;
/// What room is made for at once.
const STEP: u64 = 1 << 24;

/// All bytes. `limit` says by the first of them how many there can be at most; more are an error. If it says 0, only the
/// first are returned.
pub(crate) fn bounded(from: &mut impl Read, limit: impl FnOnce(&[u8]) -> u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    read_on(from, &mut bytes, HEAD)?;
    if (bytes.len() as u64) < HEAD {
        return Ok(bytes);
    }
    let limit = match limit(&bytes) {
        0 => return Ok(bytes),
        limit => limit.max(HEAD),
    };
    let before = bytes.len() as u64;
    read_on(from, &mut bytes, limit.saturating_add(1) - before)?;
    ensure!(bytes.len() as u64 <= limit, "goes on after {limit} bytes, the most that it can have");
    Ok(bytes)
}

/// Adds the next `count` bytes, or fewer at the end.
pub(crate) fn read_on(from: &mut impl Read, bytes: &mut Vec<u8>, count: u64) -> Result<()> {
    let mut left = count;
    while left > 0 {
        let (before, step) = (bytes.len(), left.min(STEP));
        bytes
            .try_reserve(step as usize)
            .ok()
            .with_context(|| format!("out of memory after {before} bytes"))?;
        from.take(step).read_to_end(bytes)?;
        if ((bytes.len() - before) as u64) < step {
            return Ok(());
        }
        left -= step;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_there_can_be() {
        let read = |limit: u64| bounded(&mut std::io::repeat(7), |_| limit);
        assert_eq!(read(0).unwrap().len() as u64, HEAD);
        let error = read(STEP + HEAD).unwrap_err().to_string();
        assert_eq!(error, format!("goes on after {} bytes, the most that it can have", STEP + HEAD));
        for size in [0, 1, HEAD - 1, HEAD, HEAD + 1, STEP + HEAD] {
            let bytes = bounded(&mut std::io::repeat(7).take(size), |_| u64::MAX).unwrap();
            assert_eq!(bytes.len() as u64, size);
        }
        assert_eq!(
            bounded(&mut std::io::repeat(7).take(HEAD + 9), |_| HEAD + 9).unwrap().len() as u64,
            HEAD + 9
        );
    }
}
