//! Hits of sixteen rays, computed at once.

use super::NO_TRIANGLE;
use super::nearest::Nearest;
use super::ray::RayHit;
use super::ray_columns::{VectorLanes, get, set};
use super::surface::{SurfaceOutput, SurfacePoint};
use crate::arrays::MapEach;
use crate::batch::{Batch, Output};
use crate::bits::bits;
use crate::geometry::{Ray, Triangle, Vec3, meet_plane, meet_projected};
use crate::mesh::tree::Tree;
use crate::simd::LANES;

/// A bit for each that is a triangle.
#[inline(always)]
pub(super) fn triangles(indices: &[u32; LANES]) -> u32 {
    let mut hit = 0;
    for (i, &index) in indices.iter().enumerate() {
        hit |= u32::from(index != NO_TRIANGLE) << i;
    }
    hit
}

/// Rays and the triangles that they hit, one of each a lane.
pub(super) struct HitLanes<'a> {
    pub(super) origin: &'a VectorLanes,
    pub(super) direction: &'a VectorLanes,
    pub(super) corners: &'a [VectorLanes; 3],
    /// The place of each axis's coordinates among the three of a corner.
    pub(super) axes: [usize; 3],
    /// The triangles' indices; [`NO_TRIANGLE`] where nothing is hit.
    pub(super) indices: &'a [u32; LANES],
}

impl HitLanes<'_> {
    #[inline(always)]
    fn triangle(&self, lane: usize) -> Triangle {
        let [x, y, z] = self.axes.map_each(|place| place.min(2));
        let [a, b, c] = self
            .corners
            .each_ref()
            .map_each(|along: &VectorLanes| Vec3::new(along[x][lane], along[y][lane], along[z][lane]));
        Triangle { a, b, c }
    }

    /// Writes the answers, and the surface there if that is wanted. `attributes` has those of the triangle in a lane.
    #[inline(always)]
    pub(super) fn write(
        &self,
        places: &[usize; LANES],
        surface: Option<SurfaceOutput>,
        attributes: impl Fn(usize) -> u16,
        out: &mut (impl Output<RayHit> + ?Sized),
    ) {
        // Without branches, so that the compiler uses lanes; and in rows as they are written, so that it does not scatter. `t`
        // is a number, but where the ray does not pass through the triangle's inside.
        let mut rows = [[0; 4]; LANES];
        for (i, row) in rows.iter_mut().enumerate() {
            let (origin, direction) = (get(self.origin, i), get(self.direction, i));
            let ([t, u, v], is_inside) = meet_plane(origin, direction, &self.triangle(i));
            let is_hit = self.indices[i] != NO_TRIANGLE;
            let t = if is_inside { t } else { f32::NAN };
            let t = if is_hit { t } else { f32::INFINITY };
            let (u, v) = if is_hit { (u, v) } else { (0.0, 0.0) };
            *row = [t.to_bits(), u.to_bits(), v.to_bits(), self.indices[i]];
        }
        let mut beside = 0;
        for (i, row) in rows.iter().enumerate() {
            beside |= u32::from(f32::from_bits(row[0]).is_nan()) << i;
        }
        let mut answers = rows.map_each(|[t, u, v, triangle]| {
            let [t, u, v] = [t, u, v].map_each(f32::from_bits);
            RayHit { t, u, v, triangle }
        });
        for i in bits(beside) {
            let i = i as usize % LANES;
            let (origin, direction) = (get(self.origin, i), get(self.direction, i));
            let hit = &mut answers[i];
            [hit.t, hit.u, hit.v] = meet_projected(&origin, &direction, &self.triangle(i));
        }
        if let Some(surface) = surface {
            for i in bits(triangles(self.indices)) {
                let i = i as usize % LANES;
                let point = SurfacePoint::new(&answers[i], &self.triangle(i), attributes(i));
                surface.write(places[i], point);
            }
        }
        out.write_each(places, &answers);
    }
}

/// Writes the answers of rays of a batch, whose places are given, from what they have found.
#[inline(always)]
pub(super) fn write_hits<L: Tree>(
    tree: L,
    rays: &(impl Batch<Ray> + ?Sized),
    places: &[usize; LANES],
    found: &[Nearest; LANES],
    surface: Option<SurfaceOutput>,
    out: &mut (impl Output<RayHit> + ?Sized),
) {
    let none = [[0.0; LANES]; 3];
    let (mut origins, mut directions, mut corners) = (none, none, [none; 3]);
    let mut indices = [NO_TRIANGLE; LANES];
    for (i, nearest) in found.iter().enumerate() {
        if let Some(Triangle { a, b, c }) = nearest.read(tree) {
            let Ray { origin, direction, .. } = rays.query(places[i]);
            indices[i] = nearest.index();
            set(&mut origins, i, origin);
            set(&mut directions, i, direction);
            for (corners, corner) in corners.iter_mut().zip([a, b, c]) {
                set(corners, i, corner);
            }
        }
    }
    if triangles(&indices) == 0 {
        return out.write_each(places, &[RayHit::MISS; LANES]);
    }
    let lanes = HitLanes {
        origin: &origins,
        direction: &directions,
        corners: &corners,
        axes: [0, 1, 2],
        indices: &indices,
    };
    lanes.write(places, surface, |i| found[i].attributes(tree), out);
}
