//! Objects of several volumes: a small tree of boxes of their own (Millington 2010, chapter 12.3.3,
//! sub-object hierarchies).
//!
//! A structure sees one box around all volumes; whether two objects touch is then decided down their trees,
//! which are those of `implicit_tree.rs`.

use super::implicit_tree::{Cursor, build_implicit_tree};
use super::volume::Volume;
use crate::Result;
use crate::geometry::Aabb;
use crate::vectors;

/// Several volumes that are one object.
#[derive(Clone, Debug)]
pub(in crate::world) struct Compound {
    /// In the order of the leaves.
    volumes: Vec<Volume>,
    /// A tree in depth-first order: one more inner node than there are splits.
    nodes: Vec<Aabb>,
}

impl Compound {
    /// Of at least one volume; their numbers have been checked.
    pub(in crate::world) fn new(volumes: &[Volume]) -> Result<Compound> {
        let mut volumes = vectors::copied(volumes, "compound")?;
        let mut nodes = vectors::reserve(2 * volumes.len(), "compound")?;
        build_implicit_tree(&mut volumes, &Volume::bounds, &mut nodes);
        Ok(Compound { volumes, nodes })
    }

    /// The box around all volumes.
    pub(in crate::world) fn bounds(&self) -> Aabb {
        self.nodes[0]
    }

    /// In an order of its own.
    pub(in crate::world) fn volumes(&self) -> &[Volume] {
        &self.volumes
    }

    /// The bytes that it takes.
    pub(in crate::world) fn bytes(&self) -> usize {
        size_of_val(&self.volumes[..]) + size_of_val(&self.nodes[..])
    }

    fn root(&self) -> Cursor {
        Cursor::root(self.volumes.len())
    }

    /// Returns true if one of its volumes touches another volume.
    pub(in crate::world) fn touches(&self, volume: &Volume) -> bool {
        let bounds = volume.bounds();
        self.any(self.root(), &|node| node.touches(&bounds), &|own| own.touches(volume))
    }

    /// Returns true if a volume of each touch.
    pub(in crate::world) fn touches_compound(&self, other: &Compound) -> bool {
        self.meets(self.root(), other, other.root())
    }

    /// Returns true if any volume passes, among those below nodes that pass.
    fn any(&self, at: Cursor, node: &impl Fn(&Aabb) -> bool, leaf: &impl Fn(&Volume) -> bool) -> bool {
        node(&self.nodes[at.node])
            && match at.children() {
                None => leaf(&self.volumes[at.first]),
                Some([left, right]) => self.any(left, node, leaf) || self.any(right, node, leaf),
            }
    }

    fn meets(&self, a: Cursor, other: &Compound, b: Cursor) -> bool {
        if !self.nodes[a.node].touches(&other.nodes[b.node]) {
            return false;
        }
        // The one with more volumes is descended.
        let larger = a.len() >= b.len();
        match (a.children(), b.children()) {
            (None, None) => self.volumes[a.first].touches(&other.volumes[b.first]),
            (Some(children), _) if larger => children.into_iter().any(|a| self.meets(a, other, b)),
            (_, Some(children)) => children.into_iter().any(|b| self.meets(a, other, b)),
            (Some(children), None) => children.into_iter().any(|a| self.meets(a, other, b)),
        }
    }

    /// The smallest key of its volumes. `node` bounds the keys of all volumes in a box from below, or says
    /// that there are none.
    pub(in crate::world) fn least(
        &self,
        node: &dyn Fn(&Aabb) -> Option<f64>,
        leaf: &dyn Fn(&Volume) -> Option<f64>,
    ) -> Option<f64> {
        let mut least = None;
        self.least_below(self.root(), node, leaf, &mut least);
        least
    }

    fn least_below(
        &self,
        at: Cursor,
        node: &dyn Fn(&Aabb) -> Option<f64>,
        leaf: &dyn Fn(&Volume) -> Option<f64>,
        least: &mut Option<f64>,
    ) {
        let Some(bound) = node(&self.nodes[at.node]) else { return };
        if least.is_some_and(|least| bound > least) {
            return;
        }
        match at.children() {
            None => {
                if let Some(key) = leaf(&self.volumes[at.first])
                    && least.is_none_or(|least| key < least)
                {
                    *least = Some(key);
                }
            }
            Some(children) => children.into_iter().for_each(|at| self.least_below(at, node, leaf, least)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Sphere, Vec3};

    fn volume(rng: &mut fastrand::Rng, spread: f32) -> Volume {
        let at = Vec3::from_array([0; 3].map(|_| rng.i32(-8..8) as f32 * spread));
        match rng.bool() {
            true => Volume::Box(Aabb::new(at, at + Vec3::splat(rng.i32(0..4) as f32 * 0.5))),
            false => Volume::Sphere(Sphere { center: at, radius: rng.i32(0..4) as f32 * 0.5 }),
        }
    }

    #[test]
    fn trees_answer_like_loops() {
        let rng = &mut fastrand::Rng::with_seed(1);
        let (mut yes, mut no) = (0, 0);
        for _ in 0..5000 {
            let [a, b] = [0; 2].map(|_| (0..rng.usize(1..12)).map(|_| volume(rng, 0.7)).collect::<Vec<_>>());
            let (first, second) = (Compound::new(&a).unwrap(), Compound::new(&b).unwrap());
            let expected = a.iter().any(|a| b.iter().any(|b| a.touches(b)));
            assert_eq!(first.touches_compound(&second), expected);
            assert_eq!(second.touches_compound(&first), expected);
            assert_eq!(first.touches(&b[0]), a.iter().any(|a| a.touches(&b[0])));
            *(if expected { &mut yes } else { &mut no }) += 1;
        }
        assert!(yes > 500 && no > 500, "{yes} {no}");
    }
}
