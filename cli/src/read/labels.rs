//! Names that a file gives to its triangles, of materials or of groups, as numbers in order of first use.

use anyhow::{Context, Result};
use rustc_hash::FxHashMap;

/// What the triangles are named after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LabelBy {
    Materials,
    Groups,
}

impl LabelBy {
    pub(crate) fn name(self) -> &'static str {
        match self {
            LabelBy::Materials => "materials",
            LabelBy::Groups => "groups",
        }
    }
}

#[derive(Default)]
pub(crate) struct Labels {
    names: Vec<String>,
    numbers: FxHashMap<String, u16>,
    /// The number of each triangle's name.
    triangles: Vec<u16>,
}

impl Labels {
    /// Gives the next `count` triangles the name that `key` is known by; without one, none. Keys tell apart what has the
    /// same name.
    pub(super) fn push(&mut self, key: &str, name: &str, count: usize) -> Result<()> {
        if count == 0 {
            return Ok(());
        }
        let number = match self.numbers.get(key) {
            Some(&number) => number,
            None => {
                let number = u16::try_from(self.names.len()).ok();
                let number = number.context("--attributes: more names than 16 bits can count")?;
                self.numbers.insert(key.to_string(), number);
                self.names.push(name.to_string());
                number
            }
        };
        self.triangles.extend(std::iter::repeat_n(number, count));
        Ok(())
    }

    pub(crate) fn triangles(&self) -> &[u16] {
        &self.triangles
    }

    /// The names in the order of their numbers, each with the count of its triangles.
    pub(crate) fn table(&self) -> Vec<(&str, usize)> {
        let mut counts = vec![0; self.names.len()];
        self.triangles.iter().for_each(|&number| counts[usize::from(number)] += 1);
        self.names.iter().map(String::as_str).zip(counts).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_by_first_use() {
        let mut labels = Labels::default();
        for (key, count) in [("unused", 0), ("b", 2), ("a", 1), ("b", 1)] {
            labels.push(key, key, count).unwrap();
        }
        assert_eq!(labels.triangles(), [0, 0, 1, 0]);
        assert_eq!(labels.table(), [("b", 3), ("a", 1)]);
        for i in 2..=65_535 {
            labels.push(&i.to_string(), "", 1).unwrap();
        }
        assert!(labels.push("one more", "", 1).is_err());
    }
}
