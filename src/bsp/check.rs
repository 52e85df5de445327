//! Validates a tree that came as bytes: all conditions of memory safety and termination.

use super::tree::{Kind, MAX_DEPTH, MAX_FACES, MAX_PLANES, Solids, Tree};
use crate::arrays::MapEach;
use crate::geometry::Brief;
use crate::vectors::{reserve, zeroed};
use crate::{Error, Result};

/// Checks everything in one linear pass. Afterwards no query can leave its slices or fail to terminate.
pub(super) fn check(tree: &Tree, depth: u32) -> Result<()> {
    let planes = tree.planes.len();
    if planes > MAX_PLANES {
        return Err(Error::invalid_blob(text!("{planes} planes exceed {MAX_PLANES}")));
    }
    for (i, &[x, y, z, d]) in tree.planes.iter().enumerate() {
        let square = (x * x + y * y) + z * z;
        // Queries divide by this.
        if !((square - 1.0).abs() < 1e-3 && d.is_finite()) {
            let [x, y, z, d] = [x, y, z, d].map_each(Brief);
            return Err(Error::invalid_blob(text!("planes[{i}]: [{x}, {y}, {z}, {d}] is no plane")));
        }
    }
    check_brushes(&tree.solids, planes)?;
    if tree.inverse && !tree.solids.are_cells() {
        return Err(Error::invalid_blob("an inverse tree with brushes"));
    }
    let lists = ListStarts::new(&tree.solids)?;
    let leaves = Leaves { solids: &tree.solids, lists };
    if tree.nodes.is_empty() {
        if tree.root.index().is_some() {
            return Err(Error::invalid_blob("no nodes, but the root is one"));
        }
        return tree.root.content().map_or(Ok(()), |content| leaves.check(0, content));
    }
    check_nodes(tree, depth, &leaves)
}

fn check_brushes(solids: &Solids, planes: usize) -> Result<()> {
    let count = solids.attributes.len();
    // Leaves have 31 bits for the number of a brush or list.
    if count + solids.covers.len() >= i32::MAX as usize {
        return Err(Error::invalid_blob(text!("{count} brushes are too many")));
    }
    if solids.are_cells() {
        if count != 1 || !(solids.starts.is_empty() && solids.faces.is_empty() && solids.covers.is_empty()) {
            return Err(Error::invalid_blob("a surface, but brushes too"));
        }
        return Ok(());
    }
    if solids.starts.len() != count + 1 {
        return Err(Error::invalid_blob(text!("{} starts for {count} brushes", solids.starts.len())));
    }
    let (first, last) = (solids.starts[0], solids.starts[count]);
    if first != 0 || last as usize != solids.faces.len() {
        let faces = solids.faces.len();
        return Err(Error::invalid_blob(text!("starts from {first} to {last} of {faces} faces")));
    }
    for (i, pair) in solids.starts.windows(2).enumerate() {
        if pair[1] < pair[0] || (pair[1] - pair[0]) as usize > MAX_FACES {
            let (start, end) = (pair[0], pair[1]);
            return Err(Error::invalid_blob(text!("brushes[{i}]: faces {start} to {end}")));
        }
    }
    if let Some(i) = solids.faces.iter().position(|plane| plane.number() as usize >= planes) {
        let plane = solids.faces[i].number();
        return Err(Error::invalid_blob(text!("faces[{i}]: plane {plane} is not below {planes}")));
    }
    Ok(())
}

/// A bit for each number of the lists, set if a list begins there.
struct ListStarts(Vec<u64>);

impl ListStarts {
    fn new(solids: &Solids) -> Result<ListStarts> {
        let covers = solids.covers;
        let mut starts = zeroed(covers.len().div_ceil(64), "check")?;
        let mut at = 0;
        while at < covers.len() {
            starts[at / 64] |= 1 << (at % 64);
            let length = covers[at] as usize;
            let Some(list) = covers.get(at + 1..).and_then(|rest| rest.get(..length)) else {
                return Err(Error::invalid_blob(text!("covers[{at}]: a list of {length} does not fit")));
            };
            if let Some(brush) = list.iter().find(|&&brush| brush as usize >= solids.attributes.len()) {
                return Err(Error::invalid_blob(text!("covers[{at}]: brush {brush} is not there")));
            }
            at += 1 + length;
        }
        Ok(ListStarts(starts))
    }

    fn begins_at(&self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|bits| bits >> (place % 64) & 1 != 0)
    }
}

struct Leaves<'a> {
    solids: &'a Solids<'a>,
    lists: ListStarts,
}

impl Leaves<'_> {
    /// Checks the content of a solid leaf.
    fn check(&self, node: usize, content: u32) -> Result<()> {
        let brushes = self.solids.attributes.len();
        let fits = (content as usize) < brushes || self.lists.begins_at(content as usize - brushes);
        if fits { Ok(()) } else { Err(Error::invalid_blob(text!("nodes[{node}]: leaf of brush {content}"))) }
    }
}

/// Follows the depth-first order: each child begins where the one before it ends, so every node is visited
/// once.
fn check_nodes(tree: &Tree, depth: u32, leaves: &Leaves) -> Result<()> {
    if depth as usize > MAX_DEPTH {
        return Err(Error::invalid_blob(text!("depth {depth} exceeds {MAX_DEPTH}")));
    }
    // Back children still to come, with their parents and levels.
    let mut pending: Vec<(u32, usize, u32)> = reserve((depth as usize + 1).min(tree.nodes.len()), "check")?;
    let (mut at, mut level) = (0, 1);
    loop {
        let Some(&node) = tree.nodes.get(at) else {
            return Err(Error::invalid_blob(text!("nodes[{at}]: is not there")));
        };
        let Some((front, back)) = node.kinds() else {
            return Err(Error::invalid_blob(text!("nodes[{at}]: children of unknown kind")));
        };
        let plane = node.plane().number() as usize;
        if plane >= tree.planes.len() {
            let planes = tree.planes.len();
            return Err(Error::invalid_blob(text!("nodes[{at}]: plane {plane} is not below {planes}")));
        }
        if level > depth {
            return Err(Error::invalid_blob(text!("nodes[{at}]: level {level} exceeds the depth {depth}")));
        }
        let parent = at;
        at += 1;
        if front == Kind::Solid {
            let record = tree.nodes.get(at).map(|record| record.as_content());
            match record {
                Some((content, 0)) if back == Kind::Solid => leaves.check(parent, content)?,
                _ => return Err(Error::invalid_blob(text!("nodes[{parent}]: a solid front child"))),
            }
            at += 1;
        }
        match back {
            Kind::Solid => leaves.check(parent, node.back())?,
            Kind::Empty => {}
            Kind::Node => pending.push((node.back(), parent, level)),
        }
        if front == Kind::Node {
            level += 1;
            continue;
        }
        let Some((index, parent, parent_level)) = pending.pop() else { break };
        if index as usize != at {
            return Err(Error::invalid_blob(text!("nodes[{parent}]: back child at {index}, not {at}")));
        }
        level = parent_level + 1;
    }
    if at != tree.nodes.len() {
        return Err(Error::invalid_blob(text!("nodes[{at}]: belongs to no tree")));
    }
    Ok(())
}
