//! Puts a surface's triangles to the nodes in whose planes they lie, where queries find them.
//!
//! Each is filtered down the finished tree and split only to find its way: what is stored is the whole triangle as it
//! came in. A piece that comes to a leaf, because no node has its plane any more, is put to the last node on its way
//! and marked there, so that every sphere that comes by looks at it.

use super::super::tree::{LOOSE, Subtree, Tree};
use super::Place;
use super::polygon::{Polygon, place, split, width};
use crate::error::reserve;
use crate::{Error, Result};
use glam::DVec3;

/// For each node where its list of triangles begins, and where the last one's ends; and the lists.
pub(super) struct Lists {
    pub(super) starts: Vec<u32>,
    pub(super) members: Vec<u32>,
}

/// Puts each triangle to its nodes. Corners within `tolerance` of a plane are on it.
pub(super) fn attach(
    tree: &Tree,
    triangles: impl Iterator<Item = [DVec3; 3]>,
    tolerance: f64,
) -> Result<Lists> {
    let mut places: Vec<(u32, u32)> = Vec::new();
    let mut is_loose = vec![false; tree.nodes.len()];
    let mut pending: Vec<(Subtree, Option<usize>, Polygon)> = Vec::new();
    for (triangle, corners) in triangles.enumerate() {
        let mut put = |node: usize| {
            let place = (node as u32, triangle as u32);
            places.push(place);
        };
        pending.push((tree.root, None, corners.to_vec()));
        while let Some((subtree, parent, polygon)) = pending.pop() {
            let Some(index) = subtree.index() else {
                if let Some(parent) = parent {
                    is_loose[parent] = true;
                    put(parent);
                }
                continue;
            };
            let node = tree.nodes[index];
            let space = node.side().half_space(tree.planes);
            let (front, back) = tree.children(index, node);
            match place(&polygon, space, tolerance) {
                Place::On => put(index),
                Place::Front => pending.push((front, Some(index), polygon)),
                Place::Back => pending.push((back, Some(index), polygon)),
                Place::Both => {
                    let (before, behind) = split(&polygon, space, tolerance);
                    let mut lost = true;
                    // What is no wider than the tolerance is found on the other side as well.
                    for (part, subtree) in [(before, front), (behind, back)] {
                        if width(&part) > tolerance {
                            pending.push((subtree, Some(index), part));
                            lost = false;
                        }
                    }
                    if lost {
                        // Nor is there another side: a needle, for whoever comes by.
                        is_loose[index] = true;
                        put(index);
                    }
                }
            }
        }
    }
    places.sort_unstable();
    places.dedup();
    if places.len() >= LOOSE as usize {
        return Err(Error::TooLarge(format!("lists: {} triangles at nodes", places.len())));
    }
    let mut lists = Lists { starts: reserve(tree.nodes.len() + 1, "lists")?, members: Vec::new() };
    lists.members = places.iter().map(|place| place.1).collect();
    let mut at = 0;
    for (node, &loose) in is_loose.iter().enumerate() {
        lists.starts.push(at as u32 | if loose { LOOSE } else { 0 });
        at += places[at..].iter().take_while(|place| place.0 == node as u32).count();
    }
    lists.starts.push(at as u32);
    Ok(lists)
}
