//! Manifolds: contacts with nearly one normal, of which at most four are kept. After Moravanszky and
//! Terdiman, "Fast Contact Reduction for Dynamics Simulation", *Game Programming Gems 4*, 2004.

use super::contact::Contact;
use crate::arrays::MapEach;
use crate::geometry::max_abs;
use arrayvec::ArrayVec;
use glam::{DVec3, IVec3};

/// Numbers the manifolds of a sorted list. A contact belongs to the first manifold whose first contact, which
/// is its deepest, has a normal within the angle, or the same. So what a list begins with has the same
/// numbers without the rest.
pub(super) fn number_manifolds(contacts: &mut [Contact], merge_cos: f32) {
    let mut firsts = Firsts::new(merge_cos.into());
    for i in 0..contacts.len() {
        let number = firsts.first_near(contacts, contacts[i].normal.as_dvec3());
        contacts[i].manifold = number.unwrap_or(firsts.count);
        if number.is_none() {
            firsts.add(contacts, i);
        }
    }
    for contact in contacts {
        contact.reserved = 0;
    }
}

/// The number of lists of [`Firsts`].
const BUCKETS: usize = 256;

/// The first contacts of manifolds, hashed by the cells of a grid that their normals are in (Teschner, Heidelberger,
/// Müller, Pomeranets, Gross, "Optimized Spatial Hashing for Collision Detection of Deformable Objects", VMV 2003).
/// Those of one hash are linked by [`Contact::reserved`], so that nothing has to be allocated for any number of them.
struct Firsts {
    merge_cos: f64,
    /// Normals within the angle are no farther apart.
    reach: f64,
    count: u32,
    /// One more than the place of the first contact of each hash that came last; 0 for none.
    lasts: [u32; BUCKETS],
}

impl Firsts {
    fn new(merge_cos: f64) -> Firsts {
        // Normals of length 1, but for less than half of what is added.
        Firsts { merge_cos, reach: (2.0 - 2.0 * merge_cos + 1e-6).sqrt(), count: 0, lasts: [0; BUCKETS] }
    }

    /// Cells are as wide as what is within reach: that is in two of them each way, at most.
    fn cell(&self, normal: DVec3) -> IVec3 {
        // Positive, so that truncation is what makes them equally wide; the reach is at least 2^-10.
        (normal / (2.0 * self.reach) + 4096.0).as_ivec3()
    }

    fn bucket(cell: IVec3) -> usize {
        let [x, y, z] = cell.to_array().map_each(|k| k as usize);
        let hash = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ z.wrapping_mul(83_492_791);
        hash % BUCKETS
    }

    /// The lowest manifold to which a normal belongs.
    fn first_near(&self, contacts: &[Contact], normal: DVec3) -> Option<u32> {
        let merges = |first: &Contact| {
            let other = first.normal.as_dvec3();
            other.dot(normal) >= self.merge_cos || other == normal
        };
        // The very first is lowest.
        if self.count > 0 && contacts.first().is_some_and(merges) {
            return Some(0);
        }
        let (low, high) = (self.cell(normal - self.reach), self.cell(normal + self.reach));
        let mut found = None;
        for x in low.x..=high.x {
            for y in low.y..=high.y {
                for z in low.z..=high.z {
                    let mut next = self.lasts[Firsts::bucket(IVec3::new(x, y, z))];
                    while let Some(first) = next.checked_sub(1).and_then(|i| contacts.get(i as usize)) {
                        if merges(first) {
                            found =
                                Some(found.map_or(first.manifold, |number: u32| number.min(first.manifold)));
                        }
                        next = first.reserved;
                    }
                }
            }
        }
        found
    }

    fn add(&mut self, contacts: &mut [Contact], i: usize) {
        let last = &mut self.lasts[Firsts::bucket(self.cell(contacts[i].normal.as_dvec3()))];
        self.count += 1;
        contacts[i].reserved = *last;
        *last = i as u32 + 1;
    }
}

/// Keeps up to `most` contacts of each manifold of a sorted list, which is 1 to 4, in their order, at the
/// front; returns how many. Of a manifold: the deepest; the one farthest from it in the plane; the one with
/// which they make the largest triangle; the one that adds the most area. Of equally good ones the one that
/// comes first. If all lie on a line: the deepest and the ends. If none adds area to a triangle: the deepest
/// of the others.
pub(super) fn reduce_manifolds(contacts: &mut [Contact], most: usize) -> usize {
    contacts.sort_unstable_by(|a, b| a.manifold.cmp(&b.manifold).then_with(|| Contact::order(a, b)));
    let (mut kept, mut from) = (0, 0);
    while let Some(first) = contacts.get(from) {
        let count = contacts[from..].partition_point(|contact| contact.manifold == first.manifold);
        let mut chosen = choose(&contacts[from..from + count], most);
        chosen.sort_unstable();
        for i in chosen {
            contacts[kept] = contacts[from + i];
            kept += 1;
        }
        from += count;
    }
    contacts[..kept].sort_unstable_by(Contact::order);
    kept
}

/// The places of those that are kept of one manifold.
fn choose(contacts: &[Contact], most: usize) -> ArrayVec<usize, 4> {
    let mut chosen = ArrayVec::<usize, 4>::new();
    let Some(first) = contacts.first() else { return chosen };
    chosen.push(0);
    let normal = first.normal.as_dvec3();
    // In the plane of the first contact's normal, from its point.
    let place = |i: usize| {
        let offset = contacts[i].point.as_dvec3() - first.point.as_dvec3();
        offset - normal * normal.dot(offset)
    };
    let rounding = f64::from(max_abs(first.point)) * ROUNDING;
    while chosen.len() < most {
        let polygon = Polygon { corners: chosen.iter().map(|&i| place(i)).collect(), normal, rounding };
        let best = |value: &dyn Fn(DVec3) -> f64| {
            let mut best = (0.0, None);
            for i in (0..contacts.len()).filter(|i| !chosen.contains(i)) {
                let value = value(place(i));
                if value > best.0 {
                    best = (value, Some(i));
                }
            }
            best.1
        };
        let next = best(&|point| polygon.added_area(point)).or_else(|| best(&|point| polygon.added(point)));
        let Some(next) = next else { break };
        chosen.push(next);
    }
    chosen
}

/// The rounding of points, relative to their coordinates: 2^-21.
const ROUNDING: f64 = 1.0 / (1u64 << 21) as f64;

/// The polygon of up to three contacts.
struct Polygon {
    corners: ArrayVec<DVec3, 4>,
    normal: DVec3,
    /// What is no wider counts as a line.
    rounding: f64,
}

impl Polygon {
    fn twice_area(&self, a: DVec3, b: DVec3, c: DVec3) -> f64 {
        self.normal.dot((b - a).cross(c - a))
    }

    /// By how much a point enlarges it: a distance, then twice an area; 0 if by no more than rounding.
    fn added_area(&self, point: DVec3) -> f64 {
        let (added, least) = match self.corners[..] {
            [a] => ((point - a).length_squared(), 0.0),
            [a, b] => (self.twice_area(a, b, point).abs(), (b - a).length() * self.rounding),
            [a, b, c] if !self.is_line() => {
                let turn = self.twice_area(a, b, c).signum();
                let outside =
                    [(a, b), (b, c), (c, a)].map_each(|(u, v)| -turn * self.twice_area(u, v, point));
                (outside.into_iter().fold(0.0, f64::max), (b - a).length() * self.rounding)
            }
            _ => return 0.0,
        };
        if added > least { added } else { 0.0 }
    }

    fn is_line(&self) -> bool {
        match self.corners[..] {
            [a, b, c] => self.twice_area(a, b, c).abs() <= (b - a).length() * self.rounding,
            _ => true,
        }
    }

    /// What a point that adds no area is worth: by how much it lengthens a line; the same for all that are apart
    /// from the corners of a triangle.
    fn added(&self, point: DVec3) -> f64 {
        match self.corners[..] {
            [a, b] => {
                let longer = (point - a).length().max((point - b).length()) - (b - a).length();
                if longer > self.rounding { longer } else { 0.0 }
            }
            [..] if !self.is_line() => {
                let is_apart = self.corners.iter().all(|&corner| (point - corner).length() > self.rounding);
                f64::from(is_apart)
            }
            _ => 0.0,
        }
    }
}
