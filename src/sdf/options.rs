//! Options of generation.

use super::storage::check_max_distance;
use crate::geometry::check_length_of;
use crate::progress::Progress;
use crate::{Error, Result};
use std::fmt;

/// Methods by which the inside is told from the outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SignMethod {
    /// [`SignMethod::Crossings`] if the mesh is closed, that is, each edge is met in both directions equally
    /// often; else [`SignMethod::WindingNumber`]. [`super::SignReport`] has the choice and the reason.
    #[default]
    Auto,
    /// The winding number from signed crossings of the grid's lines along x with the triangles. Exact for
    /// closed meshes, also with crossing, nested and duplicate parts. On meshes with holes it is wrong behind
    /// the holes.
    Crossings,
    /// The generalised winding number (Jacobson et al. 2013), by the hierarchy of Barill et al. 2018, with
    /// exact signs. For meshes with holes, turned triangles, or no connection at all.
    WindingNumber,
    /// The angle-weighted pseudonormal of the nearest feature (Bærentzen and Aanæs 2005): the source's
    /// method. Correct on closed manifold meshes that do not cross themselves, and a guess elsewhere.
    Pseudonormal,
    /// The parity of crossings: a node is inside if a line along x crosses an odd number of triangles.
    Parity,
    /// No sign: distances alone.
    Unsigned,
    /// Distances less this thickness, which is not negative: nearer nodes are inside. For sheets without
    /// volume.
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

/// The winding numbers that count as inside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InsideRule {
    /// A winding number above 0; above one half on meshes that are not closed.
    #[default]
    Positive,
    /// A winding number other than 0; beyond one half of either sign on meshes that are not closed. Parts
    /// turned inside out count as solid.
    NonZero,
}

impl InsideRule {
    /// Returns true if a whole winding number means inside.
    #[inline]
    pub(super) fn holds(self, winding: i32) -> bool {
        match self {
            InsideRule::Positive => winding > 0,
            InsideRule::NonZero => winding != 0,
        }
    }
}

/// Methods of finding distances. All give the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DistanceMethod {
    /// Blocks of 4 × 4 × 4 nodes, in lanes.
    #[default]
    Blocks,
    /// Node by node, through a [`super::KdTree`]: the published method.
    KdTree,
    /// Triangle by triangle, each updating the nodes around it: the baseline of the published method's
    /// measurements.
    FaceByFace,
}

/// Options of generation. The defaults are the ones to begin with.
#[derive(Default)]
pub struct GenerateOptions<'a> {
    /// The method by which the inside is told from the outside.
    pub sign: SignMethod,
    /// The winding numbers that count as inside.
    pub inside: InsideRule,
    /// The largest distance that is looked for, in the user's units. Farther nodes get it, with their sign;
    /// with a thickness, they get it less the thickness. It is positive, and more than the thickness. Without
    /// triangles, all nodes get it.
    pub max_distance: Option<f32>,
    /// The number of threads; 0 means one a core. Answers do not depend on it.
    pub thread_count: usize,
    /// Keep the nearest triangle of each node.
    pub keep_triangles: bool,
    /// The method of finding distances.
    pub method: DistanceMethod,
    /// Called with the progress.
    pub progress: Option<Progress<'a>>,
}

/// All but the callback.
impl fmt::Debug for GenerateOptions<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("GenerateOptions")
            .field("sign", &self.sign)
            .field("inside", &self.inside)
            .field("max_distance", &self.max_distance)
            .field("thread_count", &self.thread_count)
            .field("keep_triangles", &self.keep_triangles)
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

impl GenerateOptions<'_> {
    /// Checks the numbers among the options.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a band or thickness.
    pub(super) fn check(&self) -> Result<()> {
        if let SignMethod::Thickness(thickness) = self.sign {
            check_length_of(thickness, false, || text!("thickness"))
                .map_err(|error| error.within("options"))?;
        }
        if let Some(max_distance) = self.max_distance {
            check_max_distance(max_distance, false)?;
            if let SignMethod::Thickness(thickness) = self.sign
                && max_distance <= thickness
            {
                let error = Error::invalid_argument(text!("{max_distance} is no more than"));
                return Err(error.of("options", "max_distance").against("thickness", thickness));
            }
        }
        Ok(())
    }
}
