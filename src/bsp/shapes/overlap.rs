//! Tests if capsules and boxes touch the solid.

use super::batch;
use super::closest::touches;
use super::core::Core;
use super::reach::each_near;
use crate::Result;
use crate::batch::{Batch, Filter, ListOutput, ListWriter, Lists, Output};
use crate::bsp::Bsp;
use crate::bsp::convex::Convex;
use crate::bsp::tree::Tree;
use crate::geometry::{Capsule, OrientedBox};
use glam::DVec3;
use std::ops::ControlFlow;

/// A shape that may touch the solid.
pub(super) trait TouchingShape {
    /// Checks shape `i` of a batch.
    fn check(&self, i: usize) -> Result<()>;

    /// Its core, relative to an origin.
    fn core(&self, origin: DVec3) -> Core;
}

impl TouchingShape for Capsule {
    fn check(&self, i: usize) -> Result<()> {
        Capsule::check(self, || text!("capsules[{i}]"))
    }

    fn core(&self, origin: DVec3) -> Core {
        Core::capsule(self, origin)
    }
}

impl TouchingShape for OrientedBox {
    fn check(&self, i: usize) -> Result<()> {
        OrientedBox::check(self, || text!("boxes[{i}]"))
    }

    fn core(&self, origin: DVec3) -> Core {
        Core::of_box(&(*self).into(), origin)
    }
}

/// Shows the brushes that a shape touches.
fn each_touching(tree: &Tree, core: &Core, filter: &Filter, mut found: impl FnMut(u32) -> ControlFlow<()>) {
    each_near(tree, core, 0.0, filter, |brush, solid| {
        let touches = match core.generators.is_empty() {
            // As spheres are decided.
            true => {
                let convex = Convex::new(tree.planes, tree.solids.brush(brush));
                convex.nearest(core.center, core.radius * core.radius).is_some()
            }
            false => touches(solid, core, core.radius),
        };
        if touches { found(brush) } else { ControlFlow::Continue(()) }
    });
}

fn overlaps<S: TouchingShape>(
    bsp: &Bsp,
    shapes: &dyn Batch<S>,
    filter: &Filter,
    answers: &mut dyn Output<u8>,
) -> Result<()> {
    batch::answers(bsp, shapes, S::check, answers, |tree, shape| {
        let mut touches = false;
        each_touching(tree, &shape.core(tree.origin), filter, |_| {
            touches = true;
            ControlFlow::Break(())
        });
        touches.into()
    })
}

fn lists<S: TouchingShape>(
    bsp: &Bsp,
    shapes: &dyn Batch<S>,
    filter: &Filter,
    offsets: &mut dyn Output<u64>,
    brushes: &mut dyn ListOutput<u32>,
) -> Result<Lists> {
    let writer = ListWriter::new(brushes, u32::cmp, |list| list.sort_unstable());
    batch::lists(bsp, shapes, S::check, offsets, writer, |tree, shape, found| {
        each_touching(tree, &shape.core(tree.origin), filter, |brush| {
            found(brush);
            ControlFlow::Continue(())
        });
    })
}

impl Bsp<'_> {
    /// Tests if each capsule touches a brush: 1 or 0. Touching counts, within the rounding of f64. A capsule of no
    /// length has the answer of [`Bsp::overlap_sphere`] in the exact mode.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a shape, before anything is
    /// written; [`crate::ErrorKind::InvalidArgument`] for a tree of a surface, whose triangles are asked as a mesh.
    pub fn overlap_capsule(
        &self,
        capsules: &(impl Batch<Capsule> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        overlaps::<Capsule>(self, &capsules, filter, &mut &mut *answers)
    }

    /// [`Bsp::overlap_capsule`] for rotated boxes.
    ///
    /// # Errors
    /// As for [`Bsp::overlap_capsule`].
    pub fn overlap_box(
        &self,
        boxes: &(impl Batch<OrientedBox> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        overlaps::<OrientedBox>(self, &boxes, filter, &mut &mut *answers)
    }

    /// The brushes that touch each capsule, sorted, those that others bury included. List `i` is
    /// `brushes[offsets[i]..offsets[i + 1]]`; `offsets` may be `()`.
    ///
    /// # Errors
    /// As for [`Bsp::overlap_capsule`]. Too little room is no error: see [`Lists`].
    pub fn overlap_capsule_all(
        &self,
        capsules: &(impl Batch<Capsule> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        brushes: &mut (impl ListOutput<u32> + ?Sized),
    ) -> Result<Lists> {
        lists::<Capsule>(self, &capsules, filter, &mut &mut *offsets, &mut &mut *brushes)
    }

    /// [`Bsp::overlap_capsule_all`] for rotated boxes.
    ///
    /// # Errors
    /// As for [`Bsp::overlap_capsule_all`].
    pub fn overlap_box_all(
        &self,
        boxes: &(impl Batch<OrientedBox> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        brushes: &mut (impl ListOutput<u32> + ?Sized),
    ) -> Result<Lists> {
        lists::<OrientedBox>(self, &boxes, filter, &mut &mut *offsets, &mut &mut *brushes)
    }
}
