//! Contacts of shapes with a polytope for a core: the normals that a triangle's contact may have, and which
//! of them the surface admits.

use super::super::shape::Shape;
use super::contact::Contact;
use super::heard::Verdict;
use super::trial::{ContactShape, Sought, Trial, WayDepths};
use crate::batch::{Backfaces, Filter};
use crate::geometry::{
    Aabb, ContactNormal, ContactPoint, Feature, PartCorners, Triangle, Vec3, Wanted, is_same_part,
    part_corners, shares,
};

/// A shape with a polytope for a core.
pub(super) trait Polytope: Copy {
    /// The shape that touches the triangles within reach.
    type Reach: Shape;
    /// The contact with a triangle by itself.
    type Touch;
    /// What is known of the ways that separate two that overlap.
    type Ways;

    /// True if closest features are exact, so that all triangles that share one are as near.
    const IS_EXACT: bool;

    /// The shape grown by a distance.
    fn reach(&self, distance: f32) -> Self::Reach;

    /// What it has around its core.
    fn radius(&self) -> f64;

    /// The distance from the core of what is farthest in a box, if closest features are exact.
    fn farthest(&self, whole: &Aabb) -> Option<f32>;

    /// The contact with a triangle that may be within reach, or is known to be, unless that turns out to be farther than
    /// `max_distance`.
    fn touch(&self, triangle: &Triangle, touches: bool, max_distance: f32) -> Option<Self::Touch>;

    /// Of two that are apart, the normal, and the distance of the core from the triangle, at least and at most.
    fn apart(touch: &Self::Touch) -> Option<(&ContactNormal, [f64; 2])>;

    /// Of two that overlap, what is known of the ways that separate them.
    fn ways(&self, triangle: &Triangle, touch: &Self::Touch, wanted: Wanted) -> Self::Ways;

    /// Of two that overlap, the least way of all, tried or not, and the least of a face that is seen: infinite if there
    /// is none.
    fn least_ways(ways: &Self::Ways) -> [f64; 2];

    /// Of two that overlap, the normal that is tried after `number` others.
    fn normal(
        &self,
        triangle: &Triangle,
        touch: &Self::Touch,
        wanted: Wanted,
        ways: &Self::Ways,
        number: usize,
    ) -> Option<ContactNormal>;

    /// Which of a triangle's corners are in the shape, of two that overlap.
    fn has_corners(&self, triangle: &Triangle, touch: &Self::Touch) -> [bool; 3];

    /// Shows the normal and the points of a contact.
    fn points(
        &self,
        triangle: &Triangle,
        touch: &Self::Touch,
        normal: &ContactNormal,
        max_distance: f32,
        found: impl FnMut(Vec3, &ContactPoint),
    );
}

/// A triangle within reach.
pub(super) struct Touched<T> {
    touch: T,
    side: Option<bool>,
    max_distance: f32,
}

/// Which normals of a core are wanted.
fn wanted<'a, P: Polytope>(shape: &P, side: Option<bool>, sought: &Sought<'a>) -> Wanted<'a> {
    Wanted { side, rises: sought.rises, below: sought.below - shape.radius() }
}

impl<P: Polytope> ContactShape for P {
    type Reach = P::Reach;
    type Own = ();
    type Touch = Touched<P::Touch>;
    type Ways = Option<P::Ways>;
    type Trial = (ContactNormal, bool);

    fn reach(&self, distance: f32) -> P::Reach {
        Polytope::reach(self, distance)
    }

    fn farthest(&self, whole: &Aabb) -> Option<f32> {
        Polytope::farthest(self, whole)
    }

    fn own(&self, _: &Triangle) {}

    #[inline]
    fn touch(
        &self,
        triangle: &Triangle,
        touches: bool,
        (): &(),
        filter: &Filter,
        max_distance: f32,
    ) -> Option<Self::Touch> {
        let touch = Polytope::touch(self, triangle, touches, max_distance)?;
        let side = match filter.backfaces {
            Backfaces::Hit => None,
            Backfaces::Cull => Some(false),
            Backfaces::Only => Some(true),
        };
        let is_unseen =
            |back: bool| P::apart(&touch).is_some_and(|(normal, _)| !normal.is_on(back, triangle));
        if side.is_some_and(is_unseen) {
            return None;
        }
        Some(Touched { touch, side, max_distance })
    }

    fn ways(&self, triangle: &Triangle, touch: &Self::Touch, sought: &Sought) -> Option<P::Ways> {
        let wanted = wanted(self, touch.side, sought);
        P::apart(&touch.touch).is_none().then(|| Polytope::ways(self, triangle, &touch.touch, wanted))
    }

    fn trial(
        &self,
        triangle: &Triangle,
        touch: &Self::Touch,
        sought: &Sought,
        ways: &Option<P::Ways>,
        number: usize,
    ) -> Option<Trial<Self::Trial>> {
        let Touched { touch, side, .. } = touch;
        let normal = match ways {
            Some(ways) => self.normal(triangle, touch, wanted(self, *side, sought), ways, number)?,
            None => *P::apart(touch).filter(|_| number == 0)?.0,
        };
        let is_apart = ways.is_none();
        // Of one that is sure, only the same triangle is heard.
        let part = if normal.is_sure { Feature::Face } else { normal.part };
        let within = match part.corners() {
            _ if is_apart || normal.is_sure => PartCorners::new(),
            [_] => part_corners(triangle, part),
            own => {
                let has = Polytope::has_corners(self, triangle, touch);
                let corners = [triangle.a, triangle.b, triangle.c];
                own.iter().filter(|&&k| has[k]).map(|&k| corners[k]).collect()
            }
        };
        Some(Trial {
            of: (normal, is_apart),
            corners: part_corners(triangle, part),
            within,
            is_open: !(normal.is_sure || is_apart && P::IS_EXACT),
            is_common: is_apart && P::IS_EXACT,
        })
    }

    fn has_corners(&self, triangle: &Triangle, touch: &Self::Touch) -> [bool; 3] {
        Polytope::has_corners(self, triangle, &touch.touch)
    }

    fn depths(&self, ways: &Option<P::Ways>) -> Option<WayDepths> {
        let [least, face] = P::least_ways(ways.as_ref()?);
        Some(WayDepths { least: least + self.radius(), face: face + self.radius() })
    }

    fn depth(&self, (normal, _): &(ContactNormal, bool)) -> f64 {
        normal.depth() + self.radius()
    }

    fn hear(
        &self,
        triangle: &Triangle,
        trial: &mut Trial<Self::Trial>,
        other: &Triangle,
        _: impl FnOnce(),
        rival: impl FnOnce() -> Option<Self::Touch>,
    ) -> Verdict {
        let (normal, is_apart) = &trial.of;
        if shares(other, &[triangle.a, triangle.b, triangle.c]) {
            // The same triangle again.
            return if rival().is_some() { Verdict::Shares } else { Verdict::Stands };
        }
        if normal.is_sure {
            return Verdict::Stands;
        }
        if normal.is_exceeded(&trial.corners, other) {
            return Verdict::Falls;
        }
        // Closest features are shared.
        let is_theirs = *is_apart
            && rival().is_some_and(|found| {
                let theirs = P::apart(&found.touch);
                theirs.is_some_and(|(normal, _)| is_same_part(&normal.corners(other), &trial.corners))
            });
        if is_theirs { Verdict::Shares } else { Verdict::Stands }
    }

    fn distance(touch: &Self::Touch) -> Option<[f64; 2]> {
        P::apart(&touch.touch).map(|(_, distance)| distance)
    }

    fn add(
        &self,
        triangle: &Triangle,
        touch: &Self::Touch,
        trial: &Trial<Self::Trial>,
        mut found: impl FnMut(Contact),
    ) {
        let (normal, _) = &trial.of;
        let part = normal.part as u32;
        self.points(triangle, &touch.touch, normal, touch.max_distance, |normal, point| {
            found(Contact {
                point: point.point,
                depth: point.depth,
                normal,
                feature: part | point.part << 8,
                ..Contact::default()
            });
        });
    }
}
