//! A hull in a pose.

use super::{ConvexHull, HullEdge};
use crate::Result;
use crate::arrays::MapEach;
use crate::geometry::{Aabb, PoseMatrix, Triangle, Vec3, max_abs, round_down, round_up};
use glam::DVec3;

/// Half a unit in the last place of f64.
pub(super) const ULP: f64 = f64::EPSILON / 2.0;

/// A convex hull, and the pose in which it is asked about.
#[derive(Clone, Copy, Debug)]
pub struct HullPose<'a> {
    /// The hull.
    pub hull: ConvexHull<'a>,
    /// Where it is; checked by the query.
    pub pose: PoseMatrix,
}

impl HullPose<'_> {
    /// Checks the pose. `name` is its name in errors.
    ///
    /// # Errors
    /// As for [`PoseMatrix::from_rows`]; [`crate::ErrorKind::InvalidArgument`], too, if the box around the posed
    /// hull's own box is not within [`crate::geometry::LARGEST`].
    pub fn check(&self, name: impl Fn() -> String) -> Result<()> {
        self.pose.check(&name)?;
        self.pose.check_reach(&self.hull.bounds(), "hull", name)
    }
}

/// A solid with flat faces, as contacts and casts see it. Vertices are relative to an origin: far away from that of the
/// world, f64 loses no digits of a small shape.
pub trait Polytope {
    /// The point that vertices are relative to.
    fn origin(&self) -> Vec3;

    /// The number of vertices; at least one.
    fn vertex_count(&self) -> usize;

    /// Vertex `i`, from the origin.
    fn vertex(&self, i: usize) -> DVec3;

    /// The number of faces; none for a segment or a point.
    fn face_count(&self) -> usize;

    /// The outward normal of face `i`, of any length.
    fn face_normal(&self, i: usize) -> DVec3;

    /// The vertices of face `i`, counter-clockwise seen from outside.
    fn face_vertices(&self, i: usize) -> &[u8];

    /// The number of edges.
    fn edge_count(&self) -> usize;

    /// Edge `i`, with the faces on both sides.
    fn edge(&self, i: usize) -> HullEdge;

    /// The vertex that is farthest in a direction; of several, the first.
    fn support(&self, direction: DVec3) -> usize {
        let mut best = (0, direction.dot(self.vertex(0)));
        for i in 1..self.vertex_count() {
            let at = direction.dot(self.vertex(i));
            best = if at > best.1 { (i, at) } else { best };
        }
        best.0
    }
}

/// A hull in a pose, prepared for many boxes and triangles.
#[derive(Clone, Copy, Debug)]
pub struct PosedHull<'a> {
    hull: ConvexHull<'a>,
    pose: PoseMatrix,
    /// The rows of the matrix' inverse.
    inverse: [DVec3; 3],
    /// The largest sum of the magnitudes of one of them.
    stretch: f64,
    /// The square of a direction's length in the world is at most so many times that in the hull's own frame.
    stretch_squared: f64,
    /// The largest coordinate of a vertex in the hull's own frame.
    reach: f64,
    /// Contains the posed hull.
    world: Aabb,
}

impl<'a> PosedHull<'a> {
    /// Prepares a hull whose pose has been checked.
    pub fn new(HullPose { hull, pose }: &HullPose<'a>) -> PosedHull<'a> {
        let [x, y, z] = pose.rows.map_each(|row| row.as_dvec3());
        // Products of two f32 are exact, so that each component is rounded once.
        let adjugate = [y.cross(z), z.cross(x), x.cross(y)];
        let determinant = x.dot(adjugate[0]);
        let [a, b, c] = adjugate.map_each(|column| column / determinant);
        let inverse = [DVec3::new(a.x, b.x, c.x), DVec3::new(a.y, b.y, c.y), DVec3::new(a.z, b.z, c.z)];
        let stretch = inverse.map_each(|row| row.abs().element_sum());
        // The largest eigenvalue of the inverse times its transpose, by Gershgorin's circles.
        let circle = |row: DVec3| inverse.map_each(|other| row.dot(other).abs()).into_iter().sum::<f64>();
        let [p, q, r] = inverse.map_each(circle);
        let bounds = hull.bounds();
        let reach = f64::from(max_abs(bounds.min).max(max_abs(bounds.max)));
        let mut posed = PosedHull {
            hull: *hull,
            pose: *pose,
            inverse,
            stretch: stretch[0].max(stretch[1]).max(stretch[2]),
            stretch_squared: p.max(q).max(r) * (1.0 + 8.0 * f64::EPSILON),
            reach,
            world: Aabb::EMPTY,
        };
        posed.world = posed.bounds();
        posed
    }

    /// The box around the posed vertices, rounded outward.
    fn bounds(&self) -> Aabb {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for i in 0..self.vertex_count() {
            let at = self.vertex(i);
            (low, high) = (low.min(at), high.max(at));
        }
        let from = self.origin().as_dvec3();
        let sum = |row: Vec3| f64::from(row.abs().element_sum()) * self.reach;
        let [x, y, z] = self.pose.rows;
        // Three roundings each of the three terms, and those of the last sum.
        let pad = (DVec3::new(sum(x), sum(y), sum(z)) + from.abs()) * (8.0 * ULP);
        let (low, high) = (low + from - pad, high + from + pad);
        Aabb::new(
            Vec3::from_array(low.to_array().map_each(round_down)),
            Vec3::from_array(high.to_array().map_each(round_up)),
        )
    }

    /// The hull in its own frame.
    #[inline(always)]
    pub fn hull(&self) -> &ConvexHull<'a> {
        &self.hull
    }

    /// The pose.
    #[inline(always)]
    pub fn pose(&self) -> &PoseMatrix {
        &self.pose
    }

    /// A box that contains the posed hull.
    #[inline(always)]
    pub fn world(&self) -> &Aabb {
        &self.world
    }

    /// A position relative to the origin, in the hull's own frame.
    #[inline(always)]
    pub(in crate::geometry) fn local_at(&self, at: DVec3) -> DVec3 {
        let [x, y, z] = self.inverse;
        DVec3::new(x.dot(at), y.dot(at), z.dot(at))
    }

    /// The direction whose dot product with a position relative to the origin is that of `local` with the position in
    /// the hull's own frame.
    #[inline(always)]
    pub(in crate::geometry) fn world_direction(&self, local: DVec3) -> DVec3 {
        let [x, y, z] = self.inverse;
        x * local.x + y * local.y + z * local.z
    }

    /// A bound on the square of the length of [`PosedHull::world_direction`] of a unit vector.
    #[inline(always)]
    pub(super) fn stretch_squared(&self) -> f64 {
        self.stretch_squared
    }

    /// A bound on the error of [`PosedHull::local_at`], in each component, for positions with components up to `far`
    /// that are differences of two f32: 6.2 roundings of an entry of the inverse, of which 4.1 are the determinant's,
    /// one of the difference, three of products and sums; 16 are allowed for.
    #[inline(always)]
    pub(super) fn local_rounding(&self, far: f64) -> f64 {
        16.0 * ULP * self.stretch * far
    }

    /// The largest coordinate, in the hull's own frame, of a vertex or of a position with components up to `far`.
    #[inline(always)]
    pub(in crate::geometry) fn local_size(&self, far: f64) -> f64 {
        self.reach.max(self.stretch * far)
    }

    /// A triangle's corners in the hull's own frame, and the largest component of one relative to the origin.
    #[inline(always)]
    pub(in crate::geometry) fn local_corners(&self, triangle: &Triangle) -> ([DVec3; 3], f64) {
        let from = self.origin().as_dvec3();
        let corners = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3() - from);
        let [a, b, c] = corners.map_each(DVec3::abs);
        (corners.map_each(|at| self.local_at(at)), a.max(b).max(c).max_element())
    }
}

impl Polytope for PosedHull<'_> {
    #[inline(always)]
    fn origin(&self) -> Vec3 {
        self.pose.translation
    }

    #[inline(always)]
    fn vertex_count(&self) -> usize {
        self.hull.vertices().len()
    }

    /// Two roundings of the three terms, whose products are exact.
    #[inline(always)]
    fn vertex(&self, i: usize) -> DVec3 {
        let ([x, y, z], v) =
            (self.pose.rows.map_each(|row| row.as_dvec3()), self.hull.vertices()[i].as_dvec3());
        DVec3::new(x.dot(v), y.dot(v), z.dot(v))
    }

    #[inline(always)]
    fn face_count(&self) -> usize {
        self.hull.face_count()
    }

    #[inline(always)]
    fn face_normal(&self, i: usize) -> DVec3 {
        self.world_direction(self.hull.planes()[i].normal)
    }

    #[inline(always)]
    fn face_vertices(&self, i: usize) -> &[u8] {
        self.hull.face(i)
    }

    #[inline(always)]
    fn edge_count(&self) -> usize {
        self.hull.edges().len()
    }

    #[inline(always)]
    fn edge(&self, i: usize) -> HullEdge {
        self.hull.edges()[i]
    }
}
