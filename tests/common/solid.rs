//! Solids by brute force in f64: every brush, every face, no tree. Written without anything of the library's.

use carom::bsp::{BrushInput, BspInput, SurfaceInput};
use carom::geometry::Vec3;
use fastrand::Rng;
use glam::DVec3;

/// A convex polygon, counter-clockwise from outside.
pub type Polygon = Vec<DVec3>;

/// The part of a polygon behind a plane, or in front of it.
fn clip(polygon: &[DVec3], normal: DVec3, d: f64, behind: bool) -> Polygon {
    let sign = if behind { 1.0 } else { -1.0 };
    let height = |p: DVec3| (normal.dot(p) - d) * sign;
    let mut out = Vec::new();
    for (i, &a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        let (ha, hb) = (height(a), height(b));
        if ha <= 0.0 {
            out.push(a);
        }
        if (ha < 0.0 && hb > 0.0) || (ha > 0.0 && hb < 0.0) {
            out.push(a + (b - a) * (ha / (ha - hb)));
        }
    }
    if out.len() < 3 { Vec::new() } else { out }
}

/// The point of a polygon that is nearest to `p`.
pub fn nearest_on(polygon: &[DVec3], p: DVec3) -> DVec3 {
    let area: DVec3 = polygon.windows(2).map(|w| (w[0] - polygon[0]).cross(w[1] - polygon[0])).sum();
    let normal = area.normalize_or_zero();
    let (mut best, mut over) = (polygon[0], normal != DVec3::ZERO);
    for (i, &a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        let edge = b - a;
        if edge.cross(p - a).dot(normal) < 0.0 {
            over = false;
        }
        let t = ((p - a).dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
        let q = a + edge * if t.is_nan() { 0.0 } else { t };
        if (q - p).length_squared() < (best - p).length_squared() {
            best = q;
        }
    }
    if over { p - normal * normal.dot(p - polygon[0]) } else { best }
}

/// A convex solid.
#[derive(Clone, Debug)]
pub struct Brush {
    /// As they go in.
    pub planes: Vec<[f32; 4]>,
    pub attributes: u16,
    /// Those that bound it, unit normals, with their faces.
    pub faces: Vec<(DVec3, f64, Polygon)>,
}

impl Brush {
    pub fn new(planes: Vec<[f32; 4]>, attributes: u16) -> Brush {
        let unit: Vec<(DVec3, f64)> = planes
            .iter()
            .map(|p| {
                let [x, y, z, d] = p.map(f64::from);
                let n = DVec3::new(x, y, z);
                (n / n.length(), d / n.length())
            })
            .collect();
        let far = unit.iter().map(|p| p.1.abs()).fold(1e-3, f64::max) * 1000.0;
        let mut faces = Vec::new();
        for (i, &(n, d)) in unit.iter().enumerate() {
            let u = n.any_orthonormal_vector();
            let v = n.cross(u);
            let corner = |a: f64, b: f64| n * d + u * (a * far) + v * (b * far);
            let mut polygon =
                vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            for (j, &(m, e)) in unit.iter().enumerate() {
                let same = (m - n).length() < 1e-12 && (e - d).abs() < 1e-12;
                if j != i && !(same && j > i) && !polygon.is_empty() {
                    polygon = if same { Vec::new() } else { clip(&polygon, m, e, true) };
                }
            }
            if !polygon.is_empty() {
                faces.push((n, d, polygon));
            }
        }
        Brush { planes, attributes, faces }
    }

    /// An axis-aligned box.
    pub fn aabb(min: Vec3, max: Vec3) -> Brush {
        let mut planes = Vec::new();
        for k in 0..3 {
            let mut normal = [0.0; 3];
            normal[k] = 1.0;
            planes.push([normal[0], normal[1], normal[2], max[k]]);
            normal[k] = -1.0;
            planes.push([normal[0], normal[1], normal[2], -min[k]]);
        }
        Brush::new(planes, 0)
    }

    /// Half-spaces of any direction.
    pub fn from_planes(planes: &[(DVec3, f64)], attributes: u16) -> Brush {
        let rounded = planes.iter().map(|(n, d)| {
            let n = n.as_vec3();
            [n.x, n.y, n.z, *d as f32]
        });
        Brush::new(rounded.collect(), attributes)
    }

    /// The depth of a point. Outside it is negative, but no distance.
    pub fn depth(&self, p: DVec3) -> f64 {
        self.faces.iter().map(|(n, d, _)| d - n.dot(p)).fold(f64::INFINITY, f64::min)
    }

    /// The nearest point.
    pub fn nearest(&self, p: DVec3) -> DVec3 {
        if self.depth(p) >= 0.0 {
            return p;
        }
        nearest_of(self.faces.iter().map(|(_, _, polygon)| polygon), p).1
    }

    pub fn has_volume(&self) -> bool {
        let corners = || self.faces.iter().flat_map(|face| &face.2);
        self.faces.len() >= 4
            && self.faces.iter().all(|(n, d, _)| corners().any(|c| n.dot(*c) - d < -1e-5))
            && corners().all(|c| c.length() < 1e4)
    }

    pub fn bounds(&self) -> (DVec3, DVec3) {
        let corners = || self.faces.iter().flat_map(|face| face.2.iter().copied());
        (corners().fold(DVec3::INFINITY, DVec3::min), corners().fold(DVec3::NEG_INFINITY, DVec3::max))
    }
}

/// A union of brushes.
#[derive(Clone, Debug, Default)]
pub struct World {
    pub brushes: Vec<Brush>,
    planes: Vec<[f32; 4]>,
    counts: Vec<u32>,
    attributes: Vec<u16>,
    bounds: Vec<(DVec3, DVec3)>,
}

impl World {
    pub fn new(brushes: Vec<Brush>) -> World {
        World {
            planes: brushes.iter().flat_map(|brush| brush.planes.iter().copied()).collect(),
            counts: brushes.iter().map(|brush| brush.planes.len() as u32).collect(),
            attributes: brushes.iter().map(|brush| brush.attributes).collect(),
            bounds: brushes.iter().map(Brush::bounds).collect(),
            brushes,
        }
    }

    pub fn input(&self) -> BspInput<'_> {
        let input = BrushInput::new(&self.planes, &self.counts);
        BspInput::Brushes(BrushInput { attributes: Some(&self.attributes), ..input })
    }

    /// The nearest point among brushes that pass, and which one's.
    pub fn nearest(&self, p: DVec3, pass: impl Fn(&Brush) -> bool) -> Option<(DVec3, usize)> {
        let mut best: Option<(f64, DVec3, usize)> = None;
        for (i, brush) in self.brushes.iter().enumerate() {
            let (min, max) = self.bounds[i];
            let gap = (min - p).max(p - max).max(DVec3::ZERO).length();
            if !pass(brush) || best.is_some_and(|best| gap > best.0) {
                continue;
            }
            let q = brush.nearest(p);
            let distance = (q - p).length();
            if best.is_none_or(|best| distance < best.0) {
                best = Some((distance, q, i));
            }
        }
        best.map(|(_, q, i)| (q, i))
    }

    pub fn distance(&self, p: DVec3) -> f64 {
        self.nearest(p, |_| true).map_or(f64::INFINITY, |(q, _)| (q - p).length())
    }

    /// The largest depth of a point in a brush; negative outside.
    pub fn depth(&self, p: DVec3) -> f64 {
        self.brushes.iter().map(|brush| brush.depth(p)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The surface of the union of the brushes that pass: faces without the parts that other brushes cover.
    pub fn surface(&self, pass: impl Fn(&Brush) -> bool) -> Vec<Polygon> {
        let brushes: Vec<&Brush> = self.brushes.iter().filter(|brush| pass(brush)).collect();
        let mut surface = Vec::new();
        for (i, brush) in brushes.iter().enumerate() {
            for (normal, _, polygon) in &brush.faces {
                // The space just in front of the face decides.
                let shift = *normal * 1e-6;
                let mut pieces = vec![polygon.iter().map(|&p| p + shift).collect::<Polygon>()];
                for (j, other) in brushes.iter().enumerate() {
                    if i != j {
                        pieces = pieces.iter().flat_map(|piece| outside_of(piece, other)).collect();
                    }
                }
                surface.extend(pieces.iter().map(|piece| piece.iter().map(|&p| p - shift).collect()));
            }
        }
        surface
    }
}

/// A polygon without the part that a brush covers.
fn outside_of(polygon: &Polygon, brush: &Brush) -> Vec<Polygon> {
    let mut outside = Vec::new();
    let mut rest = polygon.clone();
    for &(n, d, _) in &brush.faces {
        let front = clip(&rest, n, d, false);
        let area: DVec3 = front.windows(2).map(|w| (w[0] - front[0]).cross(w[1] - front[0])).sum();
        if area.length() > 1e-14 {
            outside.push(front);
        }
        rest = clip(&rest, n, d, true);
        if rest.is_empty() {
            // Nothing of it is inside.
            break;
        }
    }
    outside
}

/// The distance to the nearest of many polygons, and where.
pub fn nearest_of<'a>(surface: impl IntoIterator<Item = &'a Polygon>, p: DVec3) -> (f64, DVec3) {
    let (mut least, mut nearest) = (f64::INFINITY, DVec3::NAN);
    for polygon in surface {
        let min = polygon.iter().copied().fold(DVec3::INFINITY, DVec3::min);
        let max = polygon.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
        // Nothing of it is nearer than its box, which is left out only if it is farther by more than rounding.
        if (p.clamp(min, max) - p).length() > least * (1.0 + 1e-9) {
            continue;
        }
        let q = nearest_on(polygon, p);
        if (q - p).length() < least {
            (least, nearest) = ((q - p).length(), q);
        }
    }
    assert!(least < f64::INFINITY, "no polygon is near {p}");
    (least, nearest)
}

pub fn vector(rng: &mut Rng, range: f64) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| (rng.f64() * 2.0 - 1.0) * range))
}

pub fn direction(rng: &mut Rng) -> DVec3 {
    loop {
        let v = vector(rng, 1.0);
        if v.length() < 1.0 && v.length() > 1e-2 {
            return v.normalize();
        }
    }
}

/// A box, a rotated box, a ramp, a cut-off ball or a thin wall, within `range`.
pub fn random_brush(rng: &mut Rng, range: f64) -> Brush {
    loop {
        let c = vector(rng, range);
        let h = DVec3::from_array(std::array::from_fn(|_| 0.3 + rng.f64() * 1.7));
        let axes = |u: DVec3, v: DVec3, w: DVec3, h: DVec3| {
            let planes: Vec<(DVec3, f64)> = [(u, h.x), (v, h.y), (w, h.z)]
                .into_iter()
                .flat_map(|(n, h)| [(n, n.dot(c) + h), (-n, h - n.dot(c))])
                .collect();
            planes
        };
        let straight = |h| axes(DVec3::X, DVec3::Y, DVec3::Z, h);
        let planes = match rng.u32(0..20) {
            0..9 => straight(h),
            9..13 => {
                let u = direction(rng);
                let v = u.cross(direction(rng)).normalize();
                axes(u, v, u.cross(v), h)
            }
            13..16 => {
                let mut planes = straight(h);
                let mut n = direction(rng);
                n[rng.usize(0..3)] = 0.0;
                let n = n.normalize();
                planes.push((n, n.dot(c)));
                planes
            }
            16..18 => {
                let size = 0.4 + rng.f64() * 1.4;
                let normals: Vec<DVec3> = (0..rng.usize(8..16)).map(|_| direction(rng)).collect();
                normals.into_iter().map(|n| (n, n.dot(c) + size)).collect()
            }
            _ => {
                let mut h = DVec3::splat(2.5);
                h[rng.usize(0..3)] = 0.02;
                straight(h)
            }
        };
        let brush = Brush::from_planes(&planes, 1 << rng.u32(0..3));
        let (min, max) = brush.bounds();
        if brush.has_volume() && (max - min).length() < 10.0 {
            return brush;
        }
    }
}

/// Brushes that fill about a third of a cube, and half the cube's side.
pub fn random_world(seed: u64, count: usize) -> (World, f64) {
    let rng = &mut Rng::with_seed(seed);
    let range = (count as f64 * 9.0 / 0.35).cbrt() * 0.5;
    (World::new((0..count).map(|_| random_brush(rng, range)).collect()), range)
}

/// A closed surface.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    pub positions: Vec<[f32; 3]>,
    pub indices: Vec<u32>,
    pub counts: Vec<u32>,
}

impl Surface {
    pub fn push(&mut self, corners: &[Vec3]) {
        for corner in corners {
            self.indices.push(self.positions.len() as u32);
            self.positions.push(corner.to_array());
        }
        self.counts.push(corners.len() as u32);
    }

    pub fn input(&self) -> BspInput<'_> {
        BspInput::Surface(SurfaceInput::polygons(&self.positions, &self.indices, &self.counts))
    }

    pub fn polygons(&self) -> Vec<Polygon> {
        let corner = |&i: &u32| Vec3::from_array(self.positions[i as usize]).as_dvec3();
        let mut rest = &self.indices[..];
        let polygon = |&count: &u32| {
            let (corners, after) = rest.split_at(count as usize);
            rest = after;
            corners.iter().map(corner).collect()
        };
        self.counts.iter().map(polygon).collect()
    }

    /// The winding number of the surface at a point: the sum of solid angles (Van Oosterom and Strackee
    /// 1983).
    pub fn winding(&self, p: DVec3) -> f64 {
        winding(&self.polygons(), p)
    }
}

pub fn winding(polygons: &[Polygon], p: DVec3) -> f64 {
    let mut sum = 0.0;
    for polygon in polygons {
        let a = polygon[0] - p;
        for pair in polygon[1..].windows(2) {
            let (b, c) = (pair[0] - p, pair[1] - p);
            let (la, lb, lc) = (a.length(), b.length(), c.length());
            let top = a.dot(b.cross(c));
            let bottom = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
            sum += 2.0 * top.atan2(bottom);
        }
    }
    sum / (4.0 * std::f64::consts::PI)
}

/// An L-shaped room with walls that look inwards. The space around it is solid, without end.
pub fn room() -> Surface {
    let outline = [[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [4.0, 4.0], [4.0, 10.0], [0.0, 10.0]];
    let at = |i: usize, z: f32| Vec3::new(outline[i % 6][0], outline[i % 6][1], z);
    let mut surface = Surface::default();
    for i in 0..6 {
        surface.push(&[at(i, 5.0), at(i + 1, 5.0), at(i + 1, -5.0), at(i, -5.0)]);
    }
    for [a, b, c] in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
        surface.push(&[at(c, 5.0), at(b, 5.0), at(a, 5.0)]);
        surface.push(&[at(a, -5.0), at(b, -5.0), at(c, -5.0)]);
    }
    surface
}
