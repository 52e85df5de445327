//! The rays of a packet: their setup, and their work at leaves.

use super::Known;
use crate::arrays::MapEach;
use crate::batch::{Backfaces, Filter};
use crate::bits::bits;
use crate::geometry::{AxisOrder, Ray, Triangle, Vec3, WatertightRay, ray_triangle};
use crate::mesh::query::lanes::{
    EdgeLanes, RayRange, RaysInLanes, edge_lanes, own_bounds, ray_lanes, rays_on_triangle,
};
use crate::mesh::query::ray_columns::{VectorLanes, columns, get, load3, reciprocals, store3};
use crate::mesh::tree::{AllLanes, Block, PacketBounds, PacketVisitor, RayLanes, Triangles, VertexLanes};
use crate::simd::{ALL_LANES, LANES, Simd};
use crate::stack::{FixedStack, Stack};

/// Up to so many rays, no triangles are sorted out for all of them.
const ALONE: u32 = 2;

/// Sixteen rays in lanes, prepared as [`WatertightRay`] is, bit for bit.
#[derive(Clone, Copy)]
pub(in crate::mesh::query) struct Lines {
    axes: AxisOrder,
    backfaces: Backfaces,
    origin: VectorLanes,
    /// Origins and directions as they came.
    line: [VectorLanes; 2],
    shear: VectorLanes,
    /// The sizes of the directions along the dominant axis.
    along: [f32; LANES],
    t_min: [f32; LANES],
}

impl Lines {
    /// The axes along which triangles are tested.
    #[inline(always)]
    pub(in crate::mesh::query) fn axes(&self) -> [usize; 3] {
        self.axes.indices()
    }

    /// Origins and directions as they came.
    #[inline(always)]
    pub(in crate::mesh::query) fn line(&self) -> &[VectorLanes; 2] {
        &self.line
    }

    /// A ray by itself.
    #[inline(always)]
    fn ray(&self, ray: usize) -> WatertightRay {
        WatertightRay {
            axes: self.axes,
            origin: get(&self.origin, ray),
            shear: get(&self.shear, ray),
            line: [get(&self.line[0], ray), get(&self.line[1], ray)],
        }
    }

    /// The time when a ray that ends at `t_max` hits a triangle, if it does: the reference. The ray is read
    /// when that is asked, which is seldom.
    #[inline(always)]
    fn key(&self, ray: usize, t_max: f32, triangle: &Triangle) -> Option<f32> {
        let filter = Filter { backfaces: self.backfaces, ..Filter::default() };
        let hit = ray_triangle(&self.ray(ray), triangle, self.t_min[ray], t_max)?;
        filter.accepts_side(hit.back).then_some(hit.t)
    }
}

/// Sixteen rays and the findings for them.
#[derive(Clone, Copy)]
struct Group<K> {
    lines: Lines,
    known: K,
}

impl<K: Known> Group<K> {
    /// Sixteen triangles in lanes, a ray at a time.
    #[inline(always)]
    fn ray_by_ray<S: Simd>(
        &mut self,
        simd: S,
        block: impl Block,
        triangles: &Triangles<S, impl VertexLanes<S>>,
        seen: u32,
        rays: u32,
    ) {
        // First all edge functions, without a branch between them; then those rays that meet anything.
        let mut meeting = FixedStack::<(usize, EdgeLanes<S>, u32), LANES>::default();
        for ray in bits(rays) {
            let ray = ray as usize % LANES;
            let (edges, met) = edge_lanes::<S, AllLanes>(simd, &self.lines.ray(ray), triangles);
            let before = meeting.len();
            meeting.push((ray, edges, met & seen));
            meeting.truncate(before + usize::from(met & seen != 0));
        }
        let lines = &self.lines;
        for &(ray, edges, met) in &*meeting {
            let ray = ray % LANES;
            let t_max = self.known.limits()[ray];
            let range = RayRange { t_min: lines.t_min[ray], t_max, backfaces: lines.backfaces };
            let line = lines.ray(ray);
            let hits = ray_lanes::<S, AllLanes>(simd, &line, block, triangles, (edges, met), range);
            self.known.note(simd, ray, block, hits, |triangle| lines.key(ray, t_max, triangle));
        }
    }

    /// Sixteen rays in lanes, a triangle at a time.
    #[inline(always)]
    fn triangle_by_triangle<S: Simd>(
        &mut self,
        simd: S,
        block: impl Block,
        triangles: &Triangles<S, impl VertexLanes<S>>,
        seen: u32,
        rays: u32,
    ) {
        let lines = &self.lines;
        let in_lanes = RaysInLanes {
            origin: load3(simd, &lines.origin),
            shear: load3(simd, &lines.shear),
            along: simd.load_array(lines.along),
            t_min: simd.load_array(lines.t_min),
        };
        let corners = triangles.plain_corners(simd);
        for lane in bits(seen) {
            let lane = lane as usize % LANES;
            let t_max = simd.load_array(*self.known.limits());
            let at = corners.of(lane);
            let mut hits = rays_on_triangle(simd, &in_lanes, at, rays, t_max, lines.backfaces);
            if hits.mask == 0 {
                continue;
            }
            if block.has_degenerate() {
                hits.sure = 0;
            }
            let key = |ray: usize, t_max: f32, triangle: &Triangle| lines.key(ray, t_max, triangle);
            self.known.note_triangle(simd, block, lane, at, hits, key);
        }
    }
}

/// The common part of a packet's rays.
#[derive(Clone, Copy)]
pub(super) struct Common {
    axes: AxisOrder,
    backfaces: Backfaces,
    /// True along each axis where they run towards smaller coordinates.
    pub(super) negative: [bool; 3],
}

impl Common {
    /// That of a ray in this direction.
    #[inline(always)]
    pub(super) fn of(direction: Vec3, filter: &Filter) -> Common {
        let signs = direction.is_negative_bitmask();
        let negative = [signs & 1 != 0, signs & 2 != 0, signs & 4 != 0];
        Common { axes: AxisOrder::of(direction), backfaces: filter.backfaces, negative }
    }
}

/// The rays of a packet, and the findings for them.
pub(in crate::mesh::query::engine) struct Packet<K, const GROUPS: usize> {
    groups: [Group<K>; GROUPS],
}

impl<K: Known, const GROUPS: usize> Packet<K, GROUPS> {
    /// One without rays.
    #[inline(always)]
    pub(in crate::mesh::query::engine) fn new() -> Self {
        let none = [[0.0; LANES]; 3];
        let lines = Lines {
            axes: AxisOrder::along(2, 0),
            backfaces: Backfaces::Hit,
            origin: none,
            line: [none; 2],
            shear: none,
            along: [0.0; LANES],
            t_min: [0.0; LANES],
        };
        Packet { groups: [Group { lines, known: K::new() }; GROUPS] }
    }

    /// Prepares the sixteen rays from `first` on as a group. `None` if they have too little in common.
    #[inline(always)]
    pub(super) fn set_group<S: Simd>(
        &mut self,
        simd: S,
        group: usize,
        Common { axes, backfaces, negative }: Common,
        rays: &[Ray],
        first: usize,
    ) -> Option<RayLanes<S>> {
        let [x, y, z] = axes.indices().map_each(|axis| axis % 3);
        let [ox, oy, oz, t_min, dx, dy, dz, t_max] = columns(simd, rays, first..first + LANES);
        let (origin, direction) = ([ox, oy, oz], [dx, dy, dz]);
        let size = [simd.abs(dx), simd.abs(dy), simd.abs(dz)];
        let largest = size[z];
        let mut is_alike = simd.lt(size[x], largest) & simd.lt(size[y], largest) == ALL_LANES;
        for k in 0..3 {
            is_alike &= simd.signs(direction[k]) == if negative[k] { ALL_LANES } else { 0 };
        }
        if !is_alike {
            return None;
        }
        let inverse = reciprocals(simd, direction, size);
        let along = direction[z];
        let shear = [simd.div(direction[x], along), simd.div(direction[y], along), inverse[z]];
        let Group { lines, known } = &mut self.groups[group];
        (lines.axes, lines.backfaces) = (axes, backfaces);
        lines.origin = store3(simd, [origin[x], origin[y], origin[z]]);
        lines.line = [store3(simd, origin), store3(simd, direction)];
        lines.shear = store3(simd, shear);
        lines.along = simd.to_array(largest);
        lines.t_min = simd.to_array(t_min);
        known.begin(simd.to_array(t_max));
        Some(RayLanes { origin, inverse, t_min })
    }

    /// Leaves out all groups from one on: their rays end before they begin.
    #[inline(always)]
    pub(super) fn leave_out(&mut self, first: usize) {
        for group in self.groups.iter_mut().skip(first) {
            group.known.begin([f32::NEG_INFINITY; LANES]);
        }
    }

    /// The rays of a group, and the findings for them.
    #[inline(always)]
    pub(super) fn group_mut(&mut self, group: usize) -> (&Lines, &mut K) {
        let Group { lines, known } = &mut self.groups[group];
        (lines, known)
    }

    /// The triangles whose own boxes any of the rays may meet.
    #[inline(always)]
    fn meeting<S: Simd>(
        &self,
        simd: S,
        packet: &impl PacketBounds<S>,
        triangles: &Triangles<S, impl VertexLanes<S>>,
        rays: &[u32; GROUPS],
    ) -> u32 {
        let (turned_low, turned_high) = own_bounds(simd, triangles);
        let (mut low, mut high) = (turned_low, turned_high);
        let axes = self.groups[0].lines.axes();
        for k in 0..3 {
            low[axes[k] % 3] = turned_low[k];
            high[axes[k] % 3] = turned_high[k];
        }
        let mut limits = simd.splat(f32::NEG_INFINITY);
        for (group, &rays) in self.groups.iter().zip(rays) {
            let present = simd.load_array(*group.known.limits());
            limits = simd.select(rays, simd.max(limits, present), limits);
        }
        packet.meets(simd, low, high, simd.largest(ALL_LANES, limits))
    }
}

impl<K: Known, S: Simd, const GROUPS: usize> PacketVisitor<S, GROUPS> for Packet<K, GROUPS> {
    #[inline(always)]
    fn limits(&self, simd: S, group: usize) -> S::F {
        simd.load_array(*self.groups[group].known.limits())
    }

    #[inline(always)]
    fn block(
        &mut self,
        simd: S,
        packet: &impl PacketBounds<S>,
        block: impl Block,
        mut seen: u32,
        rays: &[u32; GROUPS],
    ) {
        let triangles = block.triangles(simd, self.groups[0].lines.axes());
        let mut count = 0;
        for rays in rays {
            count += rays.count_ones();
        }
        if count > ALONE {
            seen &= self.meeting(simd, packet, &triangles, rays);
        }
        for (group, &rays) in self.groups.iter_mut().zip(rays) {
            // Whatever there are fewer of, one after another; the others in lanes.
            if seen.count_ones() < rays.count_ones() {
                group.triangle_by_triangle(simd, block, &triangles, seen, rays);
            } else {
                group.ray_by_ray(simd, block, &triangles, seen, rays);
            }
        }
    }
}
