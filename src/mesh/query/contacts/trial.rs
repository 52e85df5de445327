//! Shapes that have contacts, and the normals that are tried for them.

use super::contact::Contact;
use super::heard::Verdict;
use crate::batch::Filter;
use crate::geometry::{Aabb, PartCorners, Rises, Triangle};
use crate::mesh::query::shape::Shape;

/// A normal of a triangle's contact on trial.
pub(super) struct Trial<T> {
    /// What the shape knows of it.
    pub(super) of: T,
    /// The corners of the part that is farthest along it.
    pub(super) corners: PartCorners,
    /// Those of them of which one is enough for a triangle to be heard; else it must share all of the corners.
    pub(super) within: PartCorners,
    /// True if triangles that are not within reach may speak against it.
    pub(super) is_open: bool,
    /// True if all that share the part try the same normal, so that one verdict is enough.
    pub(super) is_common: bool,
}

/// Which normals of two that overlap are sought.
#[derive(Clone, Copy)]
pub(super) struct Sought<'a> {
    /// Those above which no corner around certainly rises.
    pub(super) rises: Option<Rises<'a>>,
    /// Those with contacts of less than this depth.
    pub(super) below: f64,
}

impl Sought<'_> {
    /// All of them.
    pub(super) const ALL: Sought<'static> = Sought { rises: None, below: f64::INFINITY };
}

/// How deep contacts of two that overlap may be.
pub(super) struct WayDepths {
    /// The least depth, admitted or not.
    pub(super) least: f64,
    /// The least with a face's normal that is seen; infinite if there is none.
    pub(super) face: f64,
}

/// A shape that has contacts.
pub(super) trait ContactShape: Copy {
    /// The shape that touches the triangles within reach.
    type Reach: Shape;
    /// What a triangle by itself says, and others ask.
    type Own: Clone;
    /// What is found of a triangle within reach.
    type Touch;
    /// What is known of the ways that separate two that overlap.
    type Ways;
    /// What is known of a normal on trial.
    type Trial;

    /// The shape grown by a distance.
    fn reach(&self, max_distance: f32) -> Self::Reach;

    /// The distance from the shape's core of what is farthest in a box: the size of the numbers that the query which
    /// finds what is within reach computes with. None if that is decided by what is found of a triangle alone.
    fn farthest(&self, whole: &Aabb) -> Option<f32>;

    /// Looks at a triangle by itself.
    fn own(&self, triangle: &Triangle) -> Self::Own;

    /// Looks at a triangle that may be within reach, or is known to be; `None` if it has no contact on a side that is seen.
    fn touch(
        &self,
        triangle: &Triangle,
        touches: bool,
        own: &Self::Own,
        filter: &Filter,
        max_distance: f32,
    ) -> Option<Self::Touch>;

    /// Looks for the ways that separate the two, if they overlap.
    fn ways(&self, triangle: &Triangle, touch: &Self::Touch, sought: &Sought) -> Self::Ways;

    /// The normal that is tried after `number` others. There is always one that stands, unless the contact is
    /// another triangle's.
    fn trial(
        &self,
        triangle: &Triangle,
        touch: &Self::Touch,
        sought: &Sought,
        ways: &Self::Ways,
        number: usize,
    ) -> Option<Trial<Self::Trial>>;

    /// Which of a triangle's corners are in the shape.
    fn has_corners(&self, triangle: &Triangle, touch: &Self::Touch) -> [bool; 3];

    /// How deep contacts may be, if the two overlap.
    fn depths(&self, ways: &Self::Ways) -> Option<WayDepths>;

    /// How deep the contact with a normal is, if the two overlap.
    fn depth(&self, of: &Self::Trial) -> f64;

    /// The distance of the shape's core from the triangle, at least and at most, unless they overlap.
    fn distance(touch: &Self::Touch) -> Option<[f64; 2]>;

    /// Hears a triangle that has corners of a trial's part. `rival` tells what is found of it if that matters.
    fn hear(
        &self,
        triangle: &Triangle,
        trial: &mut Trial<Self::Trial>,
        other: &Triangle,
        own: impl FnOnce() -> Self::Own,
        rival: impl FnOnce() -> Option<Self::Touch>,
    ) -> Verdict;

    /// Adds the contact of a trial that stands.
    fn add(
        &self,
        triangle: &Triangle,
        touch: &Self::Touch,
        trial: &Trial<Self::Trial>,
        found: impl FnMut(Contact),
    );
}
