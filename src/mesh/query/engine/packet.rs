//! Packets of sixteen coherent rays.

use super::finished::answer_sixteen;
use super::query::Query;
use crate::arrays::MapEach;
use crate::batch::{Backfaces, Batch, Filter, Output};
use crate::bits::bits;
use crate::geometry::{Ray, Triangle, WatertightRay, ray_triangle};
use crate::mesh::query::lanes::{
    EdgeLanes, RayRange, RaysInLanes, edge_lanes, own_bounds, ray_lanes, rays_on_triangle,
};
use crate::mesh::query::nearest::KeyBounds;
use crate::mesh::query::ray_columns::{columns, get, load3, reciprocals, store3};
use crate::mesh::tree::{
    Block, Coherence, PacketBounds, PacketTree, PacketVisitor, RayLines, TestedBy, Triangles, VertexLanes,
};
use crate::simd::{ALL_LANES, LANES, Part, Simd};
use crate::stack::{FixedStack, Stack};

/// A ray query that packets can answer.
pub(in crate::mesh::query) trait PacketQuery: Query<Input = Ray> {
    /// The findings for a ray so far.
    type Known: Known;

    /// The result of the search for a ray.
    fn settled(known: &Self::Known) -> Self::Found;
}

/// The findings for a ray of a packet so far.
pub(in crate::mesh::query) trait Known: Copy {
    /// Nothing yet.
    fn nothing(t_max: f32) -> Self;

    /// Takes note of what may be hit; returns where the ray ends now. `key` is the reference.
    fn note<S: Simd>(
        &mut self,
        simd: S,
        block: impl Block,
        hits: KeyBounds<S>,
        key: impl Fn(&Triangle) -> Option<f32>,
    ) -> f32;

    /// The same for one triangle in a lane, with bounds on `t`.
    fn note_one(
        &mut self,
        block: impl Block,
        lane: usize,
        bounds: [f32; 2],
        is_sure: bool,
        key: impl Fn(&Triangle) -> Option<f32>,
    ) -> f32;
}

/// Sixteen rays in lanes, prepared as [`WatertightRay`] is, bit for bit.
struct Lines {
    axes: [usize; 3],
    backfaces: Backfaces,
    origin: [[f32; LANES]; 3],
    /// Origins and directions as they came.
    line: [[[f32; LANES]; 3]; 2],
    shear: [[f32; LANES]; 3],
    /// The sizes of the directions along the dominant axis.
    along: [f32; LANES],
    t_min: [f32; LANES],
}

/// Sixteen rays and the findings for them.
struct Packet<K> {
    lines: Lines,
    /// Their present ends.
    limits: [f32; LANES],
    known: [K; LANES],
}

/// Answers the sixteen rays from `first` on. `None`, with nothing written, if their directions differ in a sign or in the
/// dominant axis, or if their numbers leave the range in which the box tests of packets are safe.
#[inline(always)]
pub(in crate::mesh::query) fn packet<Q: PacketQuery, S: Simd, T: PacketTree<S> + TestedBy<Q::Test>>(
    tree: T,
    rays: &(impl Batch<Ray> + ?Sized),
    first: usize,
    filter: &Filter,
    wanted: Q::Wanted,
    out: &mut (impl Output<Q::Answer> + ?Sized),
) -> Option<Coherence> {
    let simd = tree.simd();
    let one = rays.query(first);
    let axes = WatertightRay::axes(one.direction);
    let [x, y, z] = axes.map_each(|axis| axis % 3);
    let [ox, oy, oz, t_min, dx, dy, dz, t_max] = columns(simd, rays, first..first + LANES);
    let (origin, direction) = ([ox, oy, oz], [dx, dy, dz]);
    let signs = [simd.signs(dx), simd.signs(dy), simd.signs(dz)];
    let run_apart = signs.iter().any(|&signs| signs != 0 && signs != ALL_LANES);
    let size = [simd.abs(direction[0]), simd.abs(direction[1]), simd.abs(direction[2])];
    let largest = size[z];
    let dominant = simd.lt(size[x], largest) & simd.lt(size[y], largest);
    if run_apart || dominant != ALL_LANES {
        return None;
    }
    let negative = signs.map_each(|signs| signs != 0);
    let mut inverse = reciprocals(simd, size);
    for (inverse, is_negative) in inverse.iter_mut().zip(negative) {
        if is_negative {
            *inverse = simd.sub(simd.splat(0.0), *inverse);
        }
    }
    let nodes = tree.packet(&RayLines { origin, inverse, negative, t_min })?;
    let along = direction[z];
    let shear =
        [simd.div(direction[x], along), simd.div(direction[y], along), simd.div(simd.splat(1.0), along)];
    let limits = simd.to_array(t_max);
    let lines = Lines {
        axes,
        backfaces: filter.backfaces,
        origin: store3(simd, [origin[x], origin[y], origin[z]]),
        line: [store3(simd, origin), store3(simd, direction)],
        shear: store3(simd, shear),
        along: simd.to_array(largest),
        t_min: simd.to_array(t_min),
    };
    let mut visitor = Packet { lines, limits, known: limits.map_each(Q::Known::nothing) };
    let coherence = simd.part(Visit { tree, packet: &nodes, filter, visitor: &mut visitor });
    let (mut places, mut found) = ([first; LANES], [Q::settled(&visitor.known[0]); LANES]);
    for (lane, known) in visitor.known.iter().enumerate() {
        places[lane] += lane;
        found[lane] = Q::settled(known);
    }
    answer_sixteen::<Q, _>(tree, rays, &places, &found, wanted, out);
    Some(coherence)
}

/// A packet's way through a tree.
struct Visit<'a, T, P, V> {
    tree: T,
    packet: &'a P,
    filter: &'a Filter,
    visitor: &'a mut V,
}

impl<S: Simd, T: PacketTree<S>, V: PacketVisitor<S>> Part<S> for Visit<'_, T, T::Packet, V> {
    type Output = Coherence;

    #[inline(always)]
    fn run(self, _: S) -> Coherence {
        self.tree.visit_packet(self.packet, self.filter, self.visitor)
    }
}

impl Lines {
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
    fn key(&self, ray: usize, t_max: f32) -> impl Fn(&Triangle) -> Option<f32> {
        move |triangle| {
            let filter = Filter { backfaces: self.backfaces, ..Filter::default() };
            let hit = ray_triangle(&self.ray(ray), triangle, self.t_min[ray], t_max)?;
            filter.accepts_side(hit.back).then_some(hit.t)
        }
    }
}

/// Up to so many rays, no triangles are sorted out for all of them.
const ALONE: u32 = 2;

impl<K: Known> Packet<K> {
    /// The triangles whose own boxes any of the rays may meet.
    #[inline(always)]
    fn meeting<S: Simd>(
        &self,
        simd: S,
        packet: &impl PacketBounds<S>,
        triangles: &Triangles<S, impl VertexLanes<S>>,
        rays: u32,
    ) -> u32 {
        let (turned_low, turned_high) = own_bounds(simd, triangles);
        let (mut low, mut high) = (turned_low, turned_high);
        for k in 0..3 {
            low[self.lines.axes[k] % 3] = turned_low[k];
            high[self.lines.axes[k] % 3] = turned_high[k];
        }
        packet.meets(simd, low, high, simd.largest(rays, simd.load_array(self.limits)))
    }

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
            let (edges, met) = edge_lanes(simd, &self.lines.ray(ray), triangles);
            let before = meeting.len();
            meeting.push((ray, edges, met & seen));
            meeting.truncate(before + usize::from(met & seen != 0));
        }
        let lines = &self.lines;
        for &(ray, edges, met) in &*meeting {
            let ray = ray % LANES;
            let t_max = self.limits[ray];
            let range = RayRange { t_min: lines.t_min[ray], t_max, backfaces: lines.backfaces };
            let line = lines.ray(ray);
            let hits = ray_lanes(simd, &line, block, triangles, (edges, met), range);
            self.limits[ray] = self.known[ray].note(simd, block, hits, lines.key(ray, t_max));
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
            let t_max = simd.load_array(self.limits);
            let KeyBounds { mask, mut sure, low, high } =
                rays_on_triangle(simd, &in_lanes, corners.of(lane), rays, t_max, lines.backfaces);
            if mask == 0 {
                continue;
            }
            if block.has_degenerate() {
                sure = 0;
            }
            let (low, high) = (simd.to_array(low), simd.to_array(high));
            for ray in bits(mask) {
                let (ray, is_sure) = (ray as usize % LANES, sure >> ray & 1 != 0);
                let (key, bounds) = (lines.key(ray, self.limits[ray]), [low[ray], high[ray]]);
                self.limits[ray] = self.known[ray].note_one(block, lane, bounds, is_sure, key);
            }
        }
    }
}

impl<K: Known, S: Simd> PacketVisitor<S> for Packet<K> {
    #[inline(always)]
    fn limits(&self, simd: S) -> S::F {
        simd.load_array(self.limits)
    }

    #[inline(always)]
    fn block(&mut self, simd: S, packet: &impl PacketBounds<S>, block: impl Block, mut seen: u32, rays: u32) {
        let triangles = block.triangles(simd, self.lines.axes);
        if rays.count_ones() > ALONE {
            seen &= self.meeting(simd, packet, &triangles, rays);
        }
        // Whatever there are fewer of, one after another; the others in lanes.
        if seen.count_ones() < rays.count_ones() {
            self.triangle_by_triangle(simd, block, &triangles, seen, rays);
        } else {
            self.ray_by_ray(simd, block, &triangles, seen, rays);
        }
    }
}
