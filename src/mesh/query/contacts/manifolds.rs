//! Manifolds: contacts with nearly one normal, of which at most four are kept. After Moravanszky and
//! Terdiman, "Fast Contact Reduction for Dynamics Simulation", *Game Programming Gems 4*, 2004.

use super::contact::Contact;
use crate::arrays::MapEach;
use crate::geometry::max_abs;
use arrayvec::ArrayVec;
use glam::DVec3;

/// So many manifolds' first normals are at hand; those of the others are looked up in the list.
const AT_HAND: usize = 128;

/// Numbers the manifolds of a sorted list. A contact belongs to the first manifold whose first contact, which
/// is its deepest, has a normal within the angle, or the same. So what a list begins with has the same
/// numbers without the rest.
pub(super) fn number_manifolds(contacts: &mut [Contact], merge_cos: f32) {
    let merge_cos = f64::from(merge_cos);
    let mut firsts = ArrayVec::<DVec3, AT_HAND>::new();
    let (mut last_at_hand, mut count) = (0, 0);
    for i in 0..contacts.len() {
        let (before, rest) = contacts.split_at_mut(i);
        let Some(contact) = rest.first_mut() else { return };
        let normal = contact.normal.as_dvec3();
        let merges = |first: DVec3| first.dot(normal) >= merge_cos || first == normal;
        let mut found = firsts.iter().position(|&first| merges(first)).map(|number| number as u32);
        if found.is_none() && firsts.is_full() {
            // First contacts are those whose numbers have not been there before.
            let mut next = firsts.len() as u32;
            for first in before.iter().skip(last_at_hand + 1) {
                if first.manifold == next {
                    if merges(first.normal.as_dvec3()) {
                        found = Some(next);
                        break;
                    }
                    next += 1;
                }
            }
        }
        contact.manifold = found.unwrap_or_else(|| {
            if !firsts.is_full() {
                firsts.push(normal);
                last_at_hand = i;
            }
            count += 1;
            count - 1
        });
    }
}

/// Keeps up to `most` contacts of each manifold of a sorted list, which is 1 to 4, in their order, at the
/// front; returns how many. Of a manifold: the deepest; the one farthest from it in the plane; the one with
/// which they make the largest triangle; the one that adds the most area. Of equally good ones the one that
/// comes first. If all lie on a line: the deepest and the ends. If none adds area to a triangle: the deepest
/// of the others.
pub(super) fn reduce_manifolds(contacts: &mut [Contact], most: usize) -> usize {
    let count = contacts.iter().map(|contact| contact.manifold + 1).max().unwrap_or(0);
    for manifold in 0..count {
        let chosen = choose(contacts, manifold, most);
        for (i, contact) in contacts.iter_mut().enumerate() {
            if contact.manifold == manifold && !chosen.contains(&i) {
                contact.reserved = LEFT_OUT;
            }
        }
    }
    let mut kept = 0;
    for i in 0..contacts.len() {
        if contacts[i].reserved != LEFT_OUT {
            contacts[kept] = contacts[i];
            kept += 1;
        }
    }
    kept
}

/// Marks a contact that is not kept.
const LEFT_OUT: u32 = 1;

/// The places of those that are kept.
fn choose(contacts: &[Contact], manifold: u32, most: usize) -> ArrayVec<usize, 4> {
    let of_manifold = || contacts.iter().enumerate().filter(|(_, contact)| contact.manifold == manifold);
    let mut chosen = ArrayVec::<usize, 4>::new();
    let Some((deepest, first)) = of_manifold().next() else { return chosen };
    chosen.push(deepest);
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
            for (i, _) in of_manifold().filter(|(i, _)| !chosen.contains(i)) {
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
