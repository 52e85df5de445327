//! How a field is generated.

use super::storage::check_max_distance;
use crate::geometry::check_length_of;
use crate::progress::Progress;
use crate::{Error, Result};

/// How the inside is told from the outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SignMethod {
    /// [`SignMethod::Crossings`] where the mesh is closed, in that each edge is met in both directions equally often, else
    /// [`SignMethod::WindingNumber`]. [`super::SignReport`] says which, and why.
    #[default]
    Auto,
    /// The winding number from signed crossings of the grid's lines along x with the triangles, exact, for closed meshes;
    /// crossing, nested and duplicate parts are no trouble. On meshes with holes it is wrong behind these.
    Crossings,
    /// The generalised winding number (Jacobson et al. 2013), by the hierarchy of Barill et al. 2018, exact as far as the
    /// sign goes: for meshes with holes, turned triangles, or no connection at all.
    WindingNumber,
    /// The angle-weighted pseudonormal of the nearest feature (Bærentzen and Aanæs 2005): the source's method. Right on closed
    /// manifold meshes that do not cross themselves, and a guess elsewhere.
    Pseudonormal,
    /// Inside where a line along x crosses an odd number of triangles.
    Parity,
    /// No sign: distances alone.
    Unsigned,
    /// Distances less this thickness, which is not negative: what is nearer is inside. For sheets without volume.
    Thickness(f32),
}

impl SignMethod {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            SignMethod::Auto => "auto",
            SignMethod::Crossings => "crossings",
            SignMethod::WindingNumber => "winding number",
            SignMethod::Pseudonormal => "pseudonormal",
            SignMethod::Parity => "parity",
            SignMethod::Unsigned => "unsigned",
            SignMethod::Thickness(_) => "thickness",
        }
    }
}

/// What counts as inside, where winding numbers decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InsideRule {
    /// A winding number above 0; above one half on meshes that are not closed.
    #[default]
    Positive,
    /// A winding number other than 0; beyond one half of either sign on meshes that are not closed. Parts turned inside out count
    /// as solid.
    NonZero,
}

impl InsideRule {
    /// Whether a whole winding number means inside.
    #[inline]
    pub(super) fn holds(self, winding: i32) -> bool {
        match self {
            InsideRule::Positive => winding > 0,
            InsideRule::NonZero => winding != 0,
        }
    }
}

/// How distances are found. All methods give the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DistanceMethod {
    /// Blocks of 4 × 4 × 4 nodes, in lanes.
    #[default]
    Blocks,
    /// Node by node, through a [`super::KdTree`]: the published method.
    KdTree,
    /// Triangle by triangle, each updating the nodes around it: what the published method was measured against.
    FaceByFace,
}

/// How to generate a field. The defaults are the ones to begin with.
#[derive(Default)]
pub struct GenerateOptions<'a> {
    /// How the inside is told from the outside.
    pub sign: SignMethod,
    /// What counts as inside.
    pub inside: InsideRule,
    /// Only distances up to this one are found, in the user's units; farther nodes get it, with their sign, or what it
    /// exceeds the thickness by. It is positive, and more than the thickness. Without triangles, all nodes get it.
    pub max_distance: Option<f32>,
    /// How many threads; 0 means one a core. Answers do not depend on it.
    pub thread_count: usize,
    /// Keep the nearest triangle of each node.
    pub keep_triangles: bool,
    /// How distances are found.
    pub method: DistanceMethod,
    /// Called with the progress.
    pub progress: Option<Progress<'a>>,
}

impl GenerateOptions<'_> {
    /// Checks what numbers there are.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::InvalidArgument`] for a band or thickness.
    pub(super) fn check(&self) -> Result<()> {
        if let SignMethod::Thickness(thickness) = self.sign {
            check_length_of(thickness, false, || "options.thickness".into())?;
        }
        if let Some(max_distance) = self.max_distance {
            check_max_distance(max_distance, false)?;
            if let SignMethod::Thickness(thickness) = self.sign
                && max_distance <= thickness
            {
                return Err(Error::InvalidArgument(format!(
                    "options.max_distance: {max_distance} is no more than options.thickness, {thickness}"
                )));
            }
        }
        Ok(())
    }
}
