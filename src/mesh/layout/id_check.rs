//! The check of stored triangle ids.

use crate::{Error, Result};

/// Makes sure that stored triangle ids name every triangle once: callers rely on it when they collect
/// triangles by id.
pub(crate) struct IdCheck {
    seen: Vec<u64>,
    count: u32,
}

impl IdCheck {
    /// For a mesh of `count` triangles.
    pub(crate) fn new(count: u32) -> Result<IdCheck> {
        let words = (count as usize).div_ceil(64);
        let mut seen = crate::vectors::reserve(words, "blob")?;
        seen.resize(words, 0);
        Ok(IdCheck { seen, count })
    }

    /// Notes an id.
    pub(crate) fn note(&mut self, id: u32) -> Result<()> {
        let invalid = |what: &str| Err(Error::invalid_blob(text!("triangle id {id} {what}")));
        if id >= self.count {
            return invalid("is out of range");
        }
        let (word, bit) = (&mut self.seen[id as usize / 64], 1 << (id % 64));
        if *word & bit != 0 {
            return invalid("appears twice");
        }
        *word |= bit;
        Ok(())
    }
}
