//! The triangles that a query sees. Filters are data, never callbacks.

/// The sides of a triangle that a ray may hit. Numbers are append-only.
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

/// Masks on the 16 attribute bits of a triangle or brush, and the sides that rays hit. All conditions must
/// hold; the default lets everything through.
///
/// ```
/// use carom::prelude::*;
///
/// const GLASS: u16 = 1;
/// let positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let input = MeshInput::new(&positions, &[[0, 1, 2]]).with_attributes(&[GLASS]);
/// let mesh = Mesh::build(&input, CookOptions::default())?;
/// let sight = Ray::between(Vec3::new(0.2, 0.2, 1.0), Vec3::new(0.2, 0.2, -1.0));
/// assert!(mesh.occluded_one(&sight, &Filter::ALL)?);
/// assert!(!mesh.occluded_one(&sight, &Filter { exclude: GLASS, ..Filter::ALL })?);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Bits that a triangle or brush must all have.
    pub require: u16,
    /// Bits of which it must have none.
    pub exclude: u16,
    /// Sides, for ray casts and contacts; other queries ignore it.
    pub backfaces: Backfaces,
    /// Bits of which it must have at least one; 0 for no such condition.
    pub any_of: u16,
}

impl Filter {
    /// Lets everything through, as the default does.
    pub const ALL: Filter = Filter { require: 0, exclude: 0, backfaces: Backfaces::Hit, any_of: 0 };

    /// Returns true if all triangles are seen, whatever their attribute bits.
    #[inline(always)]
    pub(crate) fn accepts_all(&self) -> bool {
        self.require | self.exclude | self.any_of == 0
    }

    /// Returns true if a triangle with these attribute bits is seen.
    #[inline(always)]
    pub fn accepts(&self, attributes: u16) -> bool {
        self.may_accept(attributes, attributes)
    }

    /// Returns true if a hit on this side is seen.
    #[inline(always)]
    pub fn accepts_side(&self, back: bool) -> bool {
        match self.backfaces {
            Backfaces::Hit => true,
            Backfaces::Cull => !back,
            Backfaces::Only => back,
        }
    }

    /// Returns true if any triangle of a set may be seen. `any` is the union of the set's attributes, `all`
    /// their intersection.
    #[inline(always)]
    pub(crate) fn may_accept(&self, any: u16, all: u16) -> bool {
        any & self.require == self.require
            && all & self.exclude == 0
            && (self.any_of == 0 || any & self.any_of != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every filter over three bits.
    fn filters() -> impl Iterator<Item = Filter> {
        (0..512u16).map(|i| Filter {
            require: i & 7,
            exclude: i >> 3 & 7,
            any_of: i >> 6,
            ..Filter::default()
        })
    }

    /// Decides by the definition of the fields, bit by bit.
    fn passes(filter: &Filter, attributes: u16) -> bool {
        let has = |mask: u16, bit: u32| mask >> bit & 1 != 0;
        (0..16).all(|bit| !has(filter.require, bit) || has(attributes, bit))
            && !(0..16).any(|bit| has(filter.exclude, bit) && has(attributes, bit))
            && (filter.any_of == 0 || (0..16).any(|bit| has(filter.any_of, bit) && has(attributes, bit)))
    }

    #[test]
    fn filters_accept_attributes_by_their_fields() {
        for filter in filters() {
            let accepted = (0..8).filter(|&attributes| filter.accepts(attributes));
            assert!(accepted.eq((0..8).filter(|&attributes| passes(&filter, attributes))), "{filter:?}");
            assert_eq!(filter.accepts_all(), filter == Filter::default());
        }
    }

    #[test]
    fn sets_are_left_out_only_if_nothing_in_them_passes() {
        // A set of attributes is a bit for each of the eight that three bits make.
        for set in 1..256u32 {
            let members = || (0..8u16).filter(|attributes| set >> attributes & 1 != 0);
            let (any, all) = members().fold((0, u16::MAX), |(any, all), a| (any | a, all & a));
            for filter in filters() {
                let seen = members().any(|attributes| passes(&filter, attributes));
                assert!(filter.may_accept(any, all) || !seen, "{filter:?} {set:#b}");
                // A union without any of the bits is enough to leave a set out.
                assert!(filter.any_of == 0 || any & filter.any_of != 0 || !filter.may_accept(any, all));
            }
        }
    }
}
