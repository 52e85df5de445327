//! The check of stored triangle ids.

use super::info::Info;
use crate::{Error, Result};

/// Makes sure that stored triangle ids name every triangle once: callers rely on it when they collect
/// triangles by id. Of pieces of triangles, only that they name triangles.
pub(crate) struct IdCheck {
    /// A bit a triangle; empty if ids may come again.
    seen: Vec<u64>,
    count: u32,
}

impl IdCheck {
    /// For a tree with these facts.
    pub(crate) fn of(info: &Info) -> Result<IdCheck> {
        match info.pieces_of {
            0 => IdCheck::new(info.triangle_count),
            count => Ok(IdCheck { seen: Vec::new(), count }),
        }
    }

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
        if let Some(word) = self.seen.get_mut(id as usize / 64) {
            let bit = 1 << (id % 64);
            if *word & bit != 0 {
                return invalid("appears twice");
            }
            *word |= bit;
        }
        Ok(())
    }
}
