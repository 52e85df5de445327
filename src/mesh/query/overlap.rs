//! Whether a shape touches the surface, and which triangles it touches: the shape's node test × any or
//! all × its triangle test.

use super::output::{check_offsets, write_lists};
use super::shape::{Shape, check_shapes};
use super::{Batch, Filter, ListOutput, Lists, Output, check_length, traverse};
use crate::Result;
use crate::geometry::{Aabb, Capsule, OrientedBox, Sphere};
use crate::mesh::Mesh;
use crate::mesh::cooked::with_layout;
use crate::mesh::layout::{Compact, Expand};

impl<'m> Mesh<'m> {
    fn overlap<S: Shape>(
        &self,
        name: &str,
        shapes: &(impl Batch<S> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()>
    where
        for<'v> Compact<'v>: Expand<S::Test>,
    {
        check_length(shapes.count(), answers.capacity())?;
        check_shapes(shapes, name)?;
        let may_touch = self.may_accept(filter);
        let whole = self.bounds();
        with_layout!(self, layout => for i in 0..shapes.count() {
            let (shape, test, limit) = shapes.query(i).prepare(&whole);
            let touches = may_touch
                && traverse::any(layout, &test, limit, filter, |leaf| S::touches(&shape, &leaf.triangle));
            answers.write(i, u8::from(touches));
        });
        Ok(())
    }

    fn list<S: Shape>(
        &self,
        name: &str,
        shapes: &(impl Batch<S> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        triangles: &mut (impl ListOutput<u32> + ?Sized),
    ) -> Result<Lists>
    where
        for<'v> Compact<'v>: Expand<S::Test>,
    {
        check_offsets(shapes.count(), offsets)?;
        check_shapes(shapes, name)?;
        let may_touch = self.may_accept(filter);
        let whole = self.bounds();
        Ok(with_layout!(self, layout => {
            write_lists(shapes, offsets, triangles, u32::cmp, |shape: S, push| {
                if !may_touch {
                    return;
                }
                let (shape, test, limit) = shape.prepare(&whole);
                traverse::all(layout, &test, limit, filter, |leaf| {
                    if S::touches(&shape, &leaf.triangle) {
                        push(leaf.index);
                    }
                });
            })
        }))
    }

    /// Whether each ball touches the surface: 1 or 0. Touching counts: a triangle at exactly the radius
    /// is touched.
    ///
    /// # Errors
    /// [`crate::Error::NotFinite`] or [`crate::Error::InvalidArgument`] for a shape, before anything is
    /// written.
    pub fn overlap_sphere(
        &self,
        spheres: &(impl Batch<Sphere> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        self.overlap("spheres", spheres, filter, answers)
    }

    /// Whether each capsule touches the surface: 1 or 0.
    ///
    /// # Errors
    /// As for [`Mesh::overlap_sphere`].
    pub fn overlap_capsule(
        &self,
        capsules: &(impl Batch<Capsule> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        self.overlap("capsules", capsules, filter, answers)
    }

    /// Whether each rotated box touches the surface: 1 or 0. The box is solid.
    ///
    /// # Errors
    /// As for [`Mesh::overlap_sphere`].
    pub fn overlap_box(
        &self,
        boxes: &(impl Batch<OrientedBox> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        self.overlap("boxes", boxes, filter, answers)
    }

    /// The triangles whose bounding boxes touch each box, sorted: the candidates of a narrow phase.
    /// List `i` is `triangles[offsets[i]..offsets[i + 1]]`; `offsets` may be `()`.
    ///
    /// # Errors
    /// As for [`Mesh::overlap_sphere`]. Too little room is no error: see [`Lists`].
    pub fn list_aabb(
        &self,
        boxes: &(impl Batch<Aabb> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        triangles: &mut (impl ListOutput<u32> + ?Sized),
    ) -> Result<Lists> {
        self.list("boxes", boxes, filter, offsets, triangles)
    }

    /// The triangles that touch each ball, sorted: exact, not only their boxes. Lists as for
    /// [`Mesh::list_aabb`].
    ///
    /// # Errors
    /// As for [`Mesh::list_aabb`].
    pub fn list_sphere(
        &self,
        spheres: &(impl Batch<Sphere> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        triangles: &mut (impl ListOutput<u32> + ?Sized),
    ) -> Result<Lists> {
        self.list("spheres", spheres, filter, offsets, triangles)
    }
}
