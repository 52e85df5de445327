//! Building a hierarchy anew, from the top down or from the bottom up: Millington 2010, chapter 12.3.2.
//!
//! From the top: the objects are split in two halves at the median of their middles along the longest axis,
//! and so on.
//!
//! From the bottom: nodes that are each other's nearest, the two whose common volume is smallest, are merged,
//! until one is left. Nearest ones are looked for among those that are near along Hilbert's curve: Meister
//! and Bittner, "Parallel Locally-Ordered Clustering for Bounding Volume Hierarchy Construction", IEEE TVCG
//! 24(3), 2018. Among all others, that would take time that grows with the square of their number.

use super::bounding::Bounding;
use super::hierarchy::{Hierarchy, NONE, Node};
use crate::Result;
use crate::geometry::{halve_by, longest_axis};
use crate::vectors::reserve;
use crate::world::objects::Objects;
use crate::world::threads::Threads;

/// The number of neighbours along the curve that are looked at on each side.
const WINDOW: usize = 16;

impl<B: Bounding> Hierarchy<B> {
    pub(super) fn build_top_down(&mut self, objects: &Objects) -> Result<()> {
        let mut members = std::mem::take(&mut self.members);
        if !members.is_empty() {
            self.root = self.split(objects, &mut members, NONE);
        }
        self.members = members;
        Ok(())
    }

    /// The node over some objects, at least one.
    fn split(&mut self, objects: &Objects, members: &mut [u32], parent: u32) -> u32 {
        let node = self.nodes.len() as u32;
        let (volume, sight) = (B::of(objects, members[0]), objects.filter(members[0]));
        self.nodes.push(Node { volume, sight, parent, children: [NONE; 2], slot: 0 });
        if let [slot] = *members {
            self.nodes[node as usize].slot = slot;
            return node;
        }
        let center = |slot: u32| {
            let bounds = objects.bounds(slot);
            bounds.min + bounds.max
        };
        let first = center(members[0]);
        let (low, high) = members.iter().fold((first, first), |(low, high), &slot| {
            let center = center(slot);
            (low.min(center), high.max(center))
        });
        let axis = longest_axis(high - low);
        let middle = halve_by(members, |&slot| center(slot)[axis]);
        let (left, right) = members.split_at_mut(middle);
        let left = self.split(objects, left, node);
        let right = self.split(objects, right, node);
        let (first, second) = (&self.nodes[left as usize], &self.nodes[right as usize]);
        let (volume, sight) = (first.volume.merged(&second.volume), first.sight.or(&second.sight));
        let parent = &mut self.nodes[node as usize];
        (parent.children, parent.volume, parent.sight) = ([left, right], volume, sight);
        node
    }

    pub(super) fn build_bottom_up(&mut self, objects: &Objects) -> Result<()> {
        let mut members = std::mem::take(&mut self.members);
        self.order.sort(objects.rows(), &mut members, &Threads::default())?;
        // The roots of what has been merged so far, along the curve.
        let mut roots: Vec<u32> = reserve(members.len(), "hierarchy")?;
        let mut nearest: Vec<usize> = reserve(members.len(), "hierarchy")?;
        for &slot in &members {
            roots.push(self.nodes.len() as u32);
            let (volume, sight) = (B::of(objects, slot), objects.filter(slot));
            self.nodes.push(Node { volume, sight, parent: NONE, children: [NONE; 2], slot });
        }
        self.members = members;
        while roots.len() > 1 {
            nearest.clear();
            nearest.extend((0..roots.len()).map(|i| self.nearest(&roots, i)));
            let mut kept = 0;
            for i in 0..roots.len() {
                let other = nearest[i];
                let is_mutual = nearest[other] == i;
                if is_mutual && other < i {
                    continue;
                }
                let root = if is_mutual { self.merge(roots[i], roots[other]) } else { roots[i] };
                // Never beyond what is still read: at most one is kept for each that is passed.
                roots[kept] = root;
                kept += 1;
            }
            roots.truncate(kept);
        }
        self.root = roots.first().copied().unwrap_or(NONE);
        Ok(())
    }

    /// The root within the window that makes the smallest volume with root `i`. Of equals the one whose pair
    /// comes first in an order of all pairs, so that there is always a pair of which each is the other's
    /// nearest: of neighbours those that begin at an even place, so that where all are equal each has a
    /// partner.
    fn nearest(&self, roots: &[u32], i: usize) -> usize {
        let volume = |i: usize| &self.nodes[roots[i] as usize].volume;
        let key = |j: usize| {
            let (low, high) = (i.min(j), i.max(j));
            (volume(low).merged(volume(high)).size(), high - low, low % 2, low)
        };
        let window = i.saturating_sub(WINDOW)..(i + WINDOW + 1).min(roots.len());
        let mut best = (f64::INFINITY, usize::MAX, usize::MAX, usize::MAX);
        let mut nearest = if i > 0 { i - 1 } else { 1 };
        for j in window.filter(|&j| j != i) {
            let key = key(j);
            if key < best {
                (best, nearest) = (key, j);
            }
        }
        nearest
    }

    fn merge(&mut self, left: u32, right: u32) -> u32 {
        let parent = self.nodes.len() as u32;
        let (first, second) = (&self.nodes[left as usize], &self.nodes[right as usize]);
        let (volume, sight) = (first.volume.merged(&second.volume), first.sight.or(&second.sight));
        self.nodes.push(Node { volume, sight, parent: NONE, children: [left, right], slot: 0 });
        self.nodes[left as usize].parent = parent;
        self.nodes[right as usize].parent = parent;
        parent
    }
}
