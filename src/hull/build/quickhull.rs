//! The triangulated hull of points that are in no plane: Barber, Dobkin and Huhdanpaa, "The Quickhull Algorithm for
//! Convex Hulls", ACM Transactions on Mathematical Software 22(4), 1996.
//!
//! Beyond the source: whether a point is in front of a facet is decided exactly, by a bound on the rounding of the
//! facet's plane and by the exact predicate where that cannot tell. A point in the plane of a facet is not in front of
//! it. So facets in one plane are seen or not seen together, what a point sees is a disk, and no new facet is without
//! area: a point on the line of an edge is in the planes of both its facets, of which it sees none.

use crate::Result;
use crate::geometry::{Vec3, side};
use crate::vectors::{collected, filled, push};
use glam::DVec3;

/// No facet, no point.
const NONE: u32 = u32::MAX;

/// A triangle of the hull.
#[derive(Clone, Copy)]
pub(super) struct Facet {
    /// Counter-clockwise seen from outside.
    pub(super) corners: [u32; 3],
    /// The facets across the edges that begin at each corner.
    pub(super) neighbours: [u32; 3],
    /// False once a point in front of it has been added.
    pub(super) is_alive: bool,
    origin: DVec3,
    normal: DVec3,
    /// Heights below this are uncertain.
    doubt: f64,
    /// The first of the points in front of it, and the highest.
    first: u32,
    highest: u32,
    height: f64,
    /// The last point that was added when it was looked at, and whether that is in front.
    seen_by: u32,
    is_seen: bool,
}

/// An edge between what a point sees and what it does not: its ends, as the facet that is seen has them, and the one that
/// is not.
#[derive(Clone, Copy)]
struct Horizon {
    from: u32,
    to: u32,
    beyond: u32,
}

struct Builder<'a> {
    points: &'a [Vec3],
    extent: DVec3,
    facets: Vec<Facet>,
    free: Vec<u32>,
    /// The next point in front of the same facet.
    next: Vec<u32>,
    /// The new facet whose first corner a point is.
    begins: Vec<u32>,
    pending: Vec<u32>,
    seen: Vec<u32>,
    horizon: Vec<Horizon>,
    added: Vec<u32>,
}

/// The facets of the hull, and perhaps dead ones between them. The fourth corner is behind the first three.
pub(super) fn facets(points: &[Vec3], corners: [u32; 4]) -> Result<Vec<Facet>> {
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for &point in points {
        (low, high) = (low.min(point), high.max(point));
    }
    let mut builder = Builder {
        points,
        extent: high.as_dvec3() - low.as_dvec3(),
        facets: Vec::new(),
        free: Vec::new(),
        next: filled(NONE, points.len(), "hull")?,
        begins: filled(NONE, points.len(), "hull")?,
        pending: Vec::new(),
        seen: Vec::new(),
        horizon: Vec::new(),
        added: Vec::new(),
    };
    let [a, b, c, d] = corners;
    for (corners, neighbours) in
        [([a, b, c], [1, 2, 3]), ([b, a, d], [0, 3, 2]), ([c, b, d], [0, 1, 3]), ([a, c, d], [0, 2, 1])]
    {
        builder.new_facet(corners, neighbours)?;
    }
    builder.added = collected(0..4, "hull")?;
    for point in 0..points.len() as u32 {
        builder.assign(point);
    }
    builder.pending = collected(0..4, "hull")?;
    while let Some(facet) = builder.pending.pop() {
        let Facet { is_alive, highest, .. } = builder.facets[facet as usize];
        if is_alive && highest != NONE {
            builder.add(highest, facet)?;
        }
    }
    Ok(builder.facets)
}

impl Builder<'_> {
    fn at(&self, point: u32) -> Vec3 {
        self.points[point as usize]
    }

    fn new_facet(&mut self, corners: [u32; 3], neighbours: [u32; 3]) -> Result<u32> {
        let [a, b, c] = corners.map(|corner| self.at(corner).as_dvec3());
        let (ab, ac) = (b - a, c - a);
        let normal = ab.cross(ac);
        let (p, q) = (ab.abs(), ac.abs());
        let size = DVec3::new(p.y * q.z + p.z * q.y, p.z * q.x + p.x * q.z, p.x * q.y + p.y * q.x);
        // The normal is off by less than 5 u of these, the differences by u, the dot product by 3 u: 16 are allowed for.
        let doubt = size.dot(self.extent) * (8.0 * f64::EPSILON);
        let facet = Facet {
            corners,
            neighbours,
            is_alive: true,
            origin: a,
            normal,
            doubt,
            first: NONE,
            highest: NONE,
            height: f64::NEG_INFINITY,
            seen_by: NONE,
            is_seen: false,
        };
        match self.free.pop() {
            Some(place) => {
                self.facets[place as usize] = facet;
                Ok(place)
            }
            None => {
                push(&mut self.facets, facet, "hull")?;
                Ok(self.facets.len() as u32 - 1)
            }
        }
    }

    /// The height of a point over a facet if it is in front of it.
    #[inline(always)]
    fn height_in_front(&self, facet: &Facet, point: Vec3) -> Option<f64> {
        let height = facet.normal.dot(point.as_dvec3() - facet.origin);
        let is_in_front = if height.abs() > facet.doubt {
            height > 0.0
        } else {
            let [a, b, c] = facet.corners.map(|corner| self.at(corner));
            side(a, b, c, point) > 0
        };
        is_in_front.then_some(height)
    }

    /// Gives a point to the first of the new facets that it is in front of. One that is in front of none is not outside
    /// of the hull so far.
    fn assign(&mut self, point: u32) {
        let at = self.at(point);
        for k in 0..self.added.len() {
            let place = self.added[k] as usize;
            if let Some(height) = self.height_in_front(&self.facets[place], at) {
                let facet = &mut self.facets[place];
                self.next[point as usize] = facet.first;
                facet.first = point;
                if facet.highest == NONE || height > facet.height {
                    (facet.highest, facet.height) = (point, height);
                }
                return;
            }
        }
    }

    /// Adds a point that is in front of a facet.
    fn add(&mut self, point: u32, facet: u32) -> Result<()> {
        self.look(point, facet)?;
        self.added.clear();
        for k in 0..self.horizon.len() {
            let Horizon { from, to, beyond } = self.horizon[k];
            let new = self.new_facet([from, to, point], [beyond, NONE, NONE])?;
            push(&mut self.added, new, "hull")?;
            self.begins[from as usize] = new;
            let beyond = &mut self.facets[beyond as usize];
            for (k, neighbour) in beyond.neighbours.iter_mut().enumerate() {
                if beyond.corners[k] == to && beyond.corners[(k + 1) % 3] == from {
                    *neighbour = new;
                }
            }
        }
        for k in 0..self.added.len() {
            let new = self.added[k];
            let after = self.begins[self.facets[new as usize].corners[1] as usize];
            self.facets[new as usize].neighbours[1] = after;
            self.facets[after as usize].neighbours[2] = new;
        }
        for k in 0..self.seen.len() {
            let old = self.seen[k];
            let mut next = std::mem::replace(&mut self.facets[old as usize].first, NONE);
            while next != NONE {
                let this = next;
                next = self.next[this as usize];
                if this != point {
                    self.assign(this);
                }
            }
        }
        // Only now, so that no facet has been replaced while its points were being given away.
        for k in 0..self.seen.len() {
            push(&mut self.free, self.seen[k], "hull")?;
        }
        for k in 0..self.added.len() {
            if self.facets[self.added[k] as usize].highest != NONE {
                push(&mut self.pending, self.added[k], "hull")?;
            }
        }
        Ok(())
    }

    /// Finds the facets that a point is in front of, beginning with one of them, and the edges around them.
    fn look(&mut self, point: u32, first: u32) -> Result<()> {
        let at = self.at(point);
        self.seen.clear();
        self.horizon.clear();
        push(&mut self.seen, first, "hull")?;
        self.mark(first, point, true);
        let mut done = 0;
        while done < self.seen.len() {
            let Facet { corners, neighbours, .. } = self.facets[self.seen[done] as usize];
            done += 1;
            for (k, beyond) in neighbours.into_iter().enumerate() {
                let neighbour = &self.facets[beyond as usize];
                let is_known = neighbour.seen_by == point;
                let is_seen = match is_known {
                    true => neighbour.is_seen,
                    false => self.height_in_front(neighbour, at).is_some(),
                };
                if !is_known {
                    self.mark(beyond, point, is_seen);
                    if is_seen {
                        push(&mut self.seen, beyond, "hull")?;
                    }
                }
                if !is_seen {
                    push(
                        &mut self.horizon,
                        Horizon { from: corners[k], to: corners[(k + 1) % 3], beyond },
                        "hull",
                    )?;
                }
            }
        }
        Ok(())
    }

    fn mark(&mut self, facet: u32, point: u32, is_seen: bool) {
        let facet = &mut self.facets[facet as usize];
        (facet.seen_by, facet.is_seen) = (point, is_seen);
        facet.is_alive = !is_seen;
    }
}
