//! Lines of sight: whether nothing is between two points, nor at one of them.

use super::{Batch, Filter, Output};
use crate::batch::check_length;
use crate::geometry::{LARGEST, Ray, SHORTEST_DIRECTION, Vec3, check_coordinates};
use crate::mesh::{Mesh, RayTrees};
use crate::{Error, Result};

/// The ray from a point to another. A point sees itself, so that its ray ends before it begins. Directions that a ray may not
/// have are scaled by powers of two, and `t` with them.
fn sight(from: Vec3, to: Vec3) -> Ray {
    let ray = Ray::between(from, to);
    let scaled = |scale: f32| Ray { direction: ray.direction * scale, t_max: 1.0 / scale, ..ray };
    let size = ray.direction.abs().max_element();
    if size == 0.0 {
        Ray { origin: from, t_min: 1.0, direction: Vec3::X, t_max: 0.0 }
    } else if size < SHORTEST_DIRECTION {
        scaled((1u128 << 100) as f32)
    } else if size > LARGEST {
        scaled(0.5)
    } else {
        ray
    }
}

/// The caller's points as rays.
struct Sights<'a> {
    from: &'a dyn Batch<Vec3>,
    to: &'a dyn Batch<Vec3>,
}

impl Batch<Ray> for Sights<'_> {
    fn count(&self) -> usize {
        self.from.count()
    }

    fn query(&self, i: usize) -> Ray {
        sight(self.from.query(i), self.to.query(i))
    }
}

/// The caller's answers, which are the opposite of whether a ray hits anything.
struct Visible<'a>(&'a mut dyn Output<u8>);

impl Output<u8> for Visible<'_> {
    fn capacity(&self) -> usize {
        self.0.capacity()
    }

    fn write(&mut self, i: usize, hit: u8) {
        self.0.write(i, 1 - hit);
    }
}

/// Compiled with this library, once, whatever the caller's arrays are.
fn answer(trees: RayTrees, sights: &Sights, filter: &Filter, visible: &mut Visible) -> Result<()> {
    let Sights { from, to } = sights;
    let count = from.count();
    if to.count() != count {
        return Err(Error::invalid_argument(text!("to: {} points for {count} in from", to.count())));
    }
    check_length(count, visible.capacity())?;
    for (points, name) in [(from, "from"), (to, "to")] {
        (0..count).try_for_each(|i| check_coordinates(points.query(i), || text!("{name}[{i}]")))?;
    }
    trees.occluded(sights, filter, visible)
}

impl Mesh<'_> {
    /// Returns true if nothing is between each two points, nor at one of them: 1 or 0. What is asked for is [`Ray::between`] by
    /// [`Mesh::occluded`], but that a point sees itself, also one on the surface. There are as many points in `to` as in
    /// `from`, and as many answers.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] if the numbers of points and of answers differ, or a coordinate exceeds 2^60;
    /// [`crate::ErrorKind::NotFinite`] if a coordinate is not finite.
    pub fn line_of_sight(
        &self,
        from: &(impl Batch<Vec3> + ?Sized),
        to: &(impl Batch<Vec3> + ?Sized),
        filter: &Filter,
        visible: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        answer(self.ray_trees(), &Sights { from: &from, to: &to }, filter, &mut Visible(&mut &mut *visible))
    }
}
