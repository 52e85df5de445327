//! Hits of sixteen rays, computed at once.

use super::NO_TRIANGLE;
use super::nearest::Nearest;
use super::ray::RayHit;
use super::ray_columns::{VectorLanes, get, set};
use super::surface::SurfacePoint;
use crate::batch::{Batch, Output};
use crate::bits::bits;
use crate::geometry::{Ray, Triangle, Vec3, meet_plane, meet_projected};
use crate::mesh::tree::Tree;
use crate::simd::LANES;

/// The answer where nothing is hit.
pub(super) const MISS: (RayHit, Option<SurfacePoint>) = (RayHit::MISS, None);

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
    /// Of each corner the coordinates along each axis.
    pub(super) corners: [[&'a [f32; LANES]; 3]; 3],
    /// The triangles' indices; [`NO_TRIANGLE`] where nothing is hit.
    pub(super) indices: &'a [u32; LANES],
}

impl HitLanes<'_> {
    #[inline(always)]
    fn triangle(&self, lane: usize) -> Triangle {
        let corner = |[x, y, z]: [&[f32; LANES]; 3]| Vec3::new(x[lane], y[lane], z[lane]);
        let [a, b, c] = self.corners;
        Triangle { a: corner(a), b: corner(b), c: corner(c) }
    }

    /// Writes the answers. `attributes` has those of the triangle in a lane; they are asked for where the surface is wanted.
    #[inline(always)]
    pub(super) fn write(
        &self,
        places: &[usize; LANES],
        attributes: Option<impl Fn(usize) -> u16>,
        out: &mut (impl Output<(RayHit, Option<SurfacePoint>)> + ?Sized),
    ) {
        // Without branches, so that the compiler uses lanes.
        let (mut met, mut is_inside) = ([[0.0; LANES]; 3], [false; LANES]);
        for i in 0..LANES {
            let (origin, direction) = (get(self.origin, i), get(self.direction, i));
            let [t, u, v];
            ([t, u, v], is_inside[i]) = meet_plane(origin, direction, &self.triangle(i));
            (met[0][i], met[1][i], met[2][i]) = (t, u, v);
        }
        let hit = triangles(self.indices);
        let (mut answers, mut beside) = ([MISS; LANES], 0);
        for (i, (answer, _)) in answers.iter_mut().enumerate() {
            if self.indices[i] != NO_TRIANGLE {
                *answer = RayHit { t: met[0][i], u: met[1][i], v: met[2][i], triangle: self.indices[i] };
            }
            beside |= u32::from(!is_inside[i]) << i;
        }
        // In loops of their own: where the one above has a use for it, the compiler gathers each triangle from its lane,
        // whether it is used or not.
        for i in bits(hit & beside) {
            let i = i as usize % LANES;
            let (origin, direction) = (get(self.origin, i), get(self.direction, i));
            let hit = &mut answers[i].0;
            [hit.t, hit.u, hit.v] = meet_projected(origin, direction, &self.triangle(i));
        }
        if let Some(attributes) = attributes {
            for i in bits(hit) {
                let i = i as usize % LANES;
                let (hit, point) = &mut answers[i];
                *point = Some(SurfacePoint::new(hit, &self.triangle(i), attributes(i)));
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
    surface: bool,
    out: &mut (impl Output<(RayHit, Option<SurfacePoint>)> + ?Sized),
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
        return out.write_each(places, &[MISS; LANES]);
    }
    let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = &corners;
    let corners = [[ax, ay, az], [bx, by, bz], [cx, cy, cz]];
    let lanes = HitLanes { origin: &origins, direction: &directions, corners, indices: &indices };
    lanes.write(places, surface.then_some(|i: usize| found[i].attributes(tree)), out);
}
