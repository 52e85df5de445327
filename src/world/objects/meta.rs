//! A slot's record beside its volume.

/// The kind of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::world) enum Kind {
    /// Nothing: the slot is free.
    #[default]
    Free,
    Box,
    Sphere,
    Compound,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meta {
    /// The lower half of its id; of the next one where the slot is free.
    pub(super) lower: u32,
    pub(super) kind: Kind,
    pub(super) is_static: bool,
    /// True if it is about to be removed; of a free slot, if it is known to be free.
    pub(super) is_marked: bool,
    /// The epoch in which it was last noted as changed, see [`super::changes::Changes`].
    pub(super) stamp: u32,
}

impl Meta {
    /// Returns true if the slot holds an object.
    #[inline(always)]
    pub(super) fn is_live(&self) -> bool {
        self.kind != Kind::Free
    }
}
