//! Which triangles a query sees. Filters are data, never callbacks.

/// Which side of a triangle a ray may hit. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum Backfaces {
    /// Both sides.
    #[default]
    Hit = 0,
    /// Only the front: corners counter-clockwise as the ray sees them.
    Cull = 1,
    /// Only the back.
    Only = 2,
}

/// Masks on the triangle's 16 attribute bits, and the sides that rays hit. The default lets
/// everything through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Bits that a triangle must all have.
    pub require: u16,
    /// Bits of which it must have none.
    pub exclude: u16,
    /// Sides; queries other than ray casts ignore it.
    pub backfaces: Backfaces,
}

impl Filter {
    /// Whether all triangles are seen, whatever their attribute bits.
    #[inline(always)]
    pub(crate) fn accepts_all(&self) -> bool {
        self.require | self.exclude == 0
    }

    /// Whether a triangle with these attribute bits is seen.
    #[inline(always)]
    pub fn accepts(&self, attributes: u16) -> bool {
        attributes & self.require == self.require && attributes & self.exclude == 0
    }

    /// Whether a hit on this side is seen.
    #[inline(always)]
    pub fn accepts_side(&self, back: bool) -> bool {
        match self.backfaces {
            Backfaces::Hit => true,
            Backfaces::Cull => !back,
            Backfaces::Only => back,
        }
    }

    /// Whether any triangle of a set may be seen, whose attributes have `any` as union and `all` as
    /// intersection.
    #[inline(always)]
    pub(crate) fn may_accept(&self, any: u16, all: u16) -> bool {
        any & self.require == self.require && all & self.exclude == 0
    }
}
