//! The contacts of capsules, boxes and hulls by the definition: a loop over all triangles, and for each over all that share a
//! corner.

use super::bits;
use crate::common::TestMesh;
use crate::common::brute::Brute;
use crate::common::cook_all;
use crate::common::queries::on_every_level;
use carom::geometry::{ContactNormal, ContactPoint, Triangle, Vec3, is_same_part, shares};
use carom::mesh::{Backfaces, Contact, ContactEdges, ContactOptions, Filter, Mesh};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;
use std::sync::Mutex;

/// A shape, and what the reference says of it and one triangle.
pub(super) trait Polytope: Copy + Debug + Sync {
    type Touch;

    /// True if all count that are no farther than what is touched.
    const COUNTS_AS_FAR: bool = false;

    /// None if they are farther apart than `max_distance`, and than `farthest`.
    fn touch(&self, triangle: &Triangle, max_distance: f32, farthest: f64) -> Option<Self::Touch>;
    /// At least and at most; none if they overlap.
    fn distance(touch: &Self::Touch) -> Option<[f64; 2]>;
    fn normals(&self, triangle: &Triangle, touch: &Self::Touch, side: Option<bool>) -> Vec<ContactNormal>;
    /// Of two that overlap, the least way that separates them, seen or not.
    fn least_way(&self, triangle: &Triangle, touch: &Self::Touch) -> f64;
    /// Which corners of the triangle are in the shape, of two that overlap.
    fn has_corners(&self, triangle: &Triangle, touch: &Self::Touch) -> [bool; 3];
    /// What the shape has around its core.
    fn radius(&self) -> f64 {
        0.0
    }
    fn points(
        &self,
        triangle: &Triangle,
        touch: &Self::Touch,
        normal: &ContactNormal,
        max_distance: f32,
    ) -> Vec<(Vec3, ContactPoint)>;
    /// The lists of the query.
    fn ask(mesh: &Mesh, shapes: &[Self], filter: &Filter, options: &ContactOptions) -> Vec<Vec<Contact>>;
}

/// The normal of two that are apart, if it leads away from a side that is asked for.
pub(super) fn only(normal: &ContactNormal, triangle: &Triangle, side: Option<bool>) -> Vec<ContactNormal> {
    side.is_none_or(|back| normal.is_on(back, triangle)).then_some(*normal).into_iter().collect()
}

/// So many triangles are looked at around one.
const MOST_AROUND: usize = 32;

/// Triangles by their corners: what the definition asks of others it asks of those that share one.
struct ByCorner<'a> {
    seen: &'a [(u32, Triangle)],
    at: HashMap<[u32; 3], Vec<usize>>,
}

impl<'a> ByCorner<'a> {
    fn new(seen: &'a [(u32, Triangle)]) -> ByCorner<'a> {
        let mut at = HashMap::<_, Vec<usize>>::new();
        for (i, (_, triangle)) in seen.iter().enumerate() {
            for corner in [triangle.a, triangle.b, triangle.c] {
                at.entry(key(corner)).or_default().push(i);
            }
        }
        ByCorner { seen, at }
    }

    /// Those that share a corner with a triangle, itself among them.
    fn around(&self, triangle: &Triangle) -> Vec<&'a (u32, Triangle)> {
        let corners = [triangle.a, triangle.b, triangle.c].map(key);
        let places: BTreeSet<usize> =
            corners.iter().filter_map(|corner| self.at.get(corner)).flatten().copied().collect();
        places.into_iter().map(|i| &self.seen[i]).collect()
    }
}

/// The bits of a point, the same for both zeros.
fn key(corner: Vec3) -> [u32; 3] {
    corner.to_array().map(|x| (x + 0.0).to_bits())
}

/// Whether no triangle rises above a normal that shares the part which is farthest along it; or, of two that overlap, one
/// corner of that which is in the shape.
fn is_admitted<P: Polytope>(
    shape: &P,
    seen: &ByCorner,
    triangle: &Triangle,
    touch: &P::Touch,
    normal: &ContactNormal,
) -> bool {
    let (part, corners) = (normal.corners(triangle), [triangle.a, triangle.b, triangle.c]);
    let has = if P::distance(touch).is_none() { shape.has_corners(triangle, touch) } else { [false; 3] };
    let is_one_enough = |corner: &Vec3| {
        part.contains(corner) && corners.iter().zip(has).any(|(own, has)| has && own == corner)
    };
    let hears = |other: &Triangle| {
        !shares(other, &corners)
            && (shares(other, &part) || [other.a, other.b, other.c].iter().any(is_one_enough))
    };
    normal.is_sure
        || !seen.around(triangle).iter().any(|(_, other)| hears(other) && normal.is_exceeded(&part, other))
}

/// The contacts, without manifolds.
fn by_definition<P: Polytope>(
    mesh: &TestMesh,
    shape: &P,
    filter: &Filter,
    options: &ContactOptions,
) -> Vec<Contact> {
    let seen: Vec<(u32, Triangle)> = Brute::new(mesh).seen(filter).map(|(i, t)| (i, *t)).collect();
    let by_corner = ByCorner::new(&seen);
    let side = match filter.backfaces {
        Backfaces::Hit => None,
        Backfaces::Cull => Some(false),
        Backfaces::Only => Some(true),
    };
    let touch_within = |triangle: &Triangle, farthest: f64| {
        let touch = shape.touch(triangle, options.max_distance, farthest)?;
        let normals = shape.normals(triangle, &touch, side);
        (!normals.is_empty()).then_some((touch, normals))
    };
    let mut farthest = f64::NEG_INFINITY;
    if P::COUNTS_AS_FAR && options.edges == ContactEdges::Smooth {
        let distance = |triangle: &Triangle| P::distance(&touch_within(triangle, f64::NEG_INFINITY)?.0);
        let distances = seen.iter().filter_map(|(_, triangle)| distance(triangle));
        farthest = distances.fold(farthest, |farthest, [_, most]| farthest.max(most));
    }
    let touch = |triangle: &Triangle| touch_within(triangle, farthest);
    let mut found = Vec::new();
    for &(index, triangle) in &seen {
        let Some((own, normals)) = touch(&triangle) else { continue };
        let is_apart = P::distance(&own).is_some();
        let is_alone = options.edges == ContactEdges::All;
        let is_again = |other: &Triangle| shares(other, &[triangle.a, triangle.b, triangle.c]);
        let around = by_corner.around(&triangle);
        if !is_alone
            && around.iter().any(|(i, other)| *i < index && is_again(other) && touch(other).is_some())
        {
            continue;
        }
        let stands =
            |normal: &&ContactNormal| is_alone || is_admitted(shape, &by_corner, &triangle, &own, normal);
        let Some(normal) = normals.iter().find(stands) else {
            assert!(is_apart);
            continue;
        };
        // A triangle with a contact of much less depth tells it better, if a lesser way was ruled out.
        if !is_alone && !is_apart {
            let much_less = 0.25 * (normal.depth() + shape.radius());
            let is_less_deep = |other: &Triangle| {
                touch(other).is_some_and(|(found, normals)| {
                    let least =
                        normals.iter().find(|normal| is_admitted(shape, &by_corner, other, &found, normal));
                    P::distance(&found).is_none() && least.unwrap().depth() + shape.radius() < much_less
                })
            };
            if around.len() <= MOST_AROUND
                && shape.least_way(&triangle, &own) + shape.radius() < much_less
                && around.iter().any(|(_, other)| !is_again(other) && is_less_deep(other))
            {
                continue;
            }
        }
        let part = normal.corners(&triangle);
        let is_theirs = |i: u32, other: &Triangle| {
            i < index
                && !normal.is_sure
                && touch(other).is_some_and(|(found, normals)| {
                    P::distance(&found).is_some() && is_same_part(&normals[0].corners(other), &part)
                })
        };
        if !is_alone && is_apart && around.iter().any(|(i, other)| is_theirs(*i, other)) {
            continue;
        }
        let points = shape.points(&triangle, &own, normal, options.max_distance);
        assert!(!points.is_empty());
        found.extend(points.iter().map(|(unit, point)| Contact {
            point: point.point,
            depth: point.depth,
            normal: *unit,
            triangle: index,
            feature: normal.part as u32 | point.part << 8,
            manifold: 0,
            attributes: mesh.attributes[index as usize].into(),
            reserved: 0,
        }));
    }
    found
}

fn unnumbered(list: &[Contact]) -> Vec<[u32; 12]> {
    let mut all: Vec<_> = list.iter().map(|c| bits(&Contact { manifold: 0, ..*c })).collect();
    all.sort_unstable();
    all
}

/// Compares the query with the definition on every layout and instruction set.
pub(super) fn check<P: Polytope>(name: &str, mesh: &TestMesh, shapes: &[P], filters: &[Filter]) {
    let options = [
        ContactOptions::default(),
        ContactOptions { max_distance: size(mesh) * 0.03, ..ContactOptions::default() },
        ContactOptions { edges: ContactEdges::All, merge_cos: 0.9, ..ContactOptions::default() },
    ];
    let cooked = cook_all(mesh);
    for filter in filters {
        for options in &options {
            let expected: Vec<_> = shapes
                .par_iter()
                .map(|shape| unnumbered(&by_definition(mesh, shape, filter, options)))
                .collect();
            let first: Mutex<Option<Vec<Vec<[u32; 12]>>>> = Mutex::new(None);
            on_every_level(|level| {
                for (layout, cooked) in &cooked {
                    let found = P::ask(cooked, shapes, filter, options);
                    for ((found, expected), shape) in found.iter().zip(&expected).zip(shapes) {
                        let found_bits = unnumbered(found);
                        if found_bits != *expected {
                            let missing: Vec<_> =
                                expected.iter().filter(|c| !found_bits.contains(c)).collect();
                            let extra: Vec<_> = found_bits.iter().filter(|c| !expected.contains(c)).collect();
                            panic!(
                                "{name} {layout} {level:?} {shape:?} {options:?} {filter:?}: missing {missing:?}, \
                                 not expected {extra:?}"
                            );
                        }
                        assert!(found.windows(2).all(|pair| pair[0].depth >= pair[1].depth));
                    }
                    let (mut first, found) = (first.lock().unwrap(), unfolded(&found));
                    match &*first {
                        Some(first) => assert_eq!(found, *first, "{layout} {level:?}"),
                        None => *first = Some(found),
                    }
                }
            });
        }
    }
}

/// All that lists say, as bits.
pub(super) fn unfolded(lists: &[Vec<Contact>]) -> Vec<Vec<[u32; 12]>> {
    lists.iter().map(|list| list.iter().map(bits).collect()).collect()
}

/// The largest extent of a mesh.
pub(super) fn size(mesh: &TestMesh) -> f32 {
    let bounds = mesh.bounds();
    (bounds.max - bounds.min).max_element()
}

/// Each triangle that is touched has a contact, or leaves it to one that shares a corner.
pub(super) fn assert_all_speak(triangles: &[Triangle], touched: &[&Triangle], found: &[Contact]) {
    let corners = |t: &Triangle| [t.a, t.b, t.c];
    for one in touched {
        // Of equal triangles, one speaks for all.
        let speaks = |c: &Contact| shares(&triangles[c.triangle as usize], &corners(one));
        let is_beside = |other: &&&Triangle| {
            !shares(other, &corners(one)) && corners(other).iter().any(|corner| corners(one).contains(corner))
        };
        assert!(found.iter().any(speaks) || touched.iter().any(|other| is_beside(&other)), "{one:?}");
    }
}
