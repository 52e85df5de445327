//! The triangle table of a WIDE tree.
//!
//! A group is a run of siblings, with everything below them, that have no more than so many triangles together: as long a
//! run as possible, from the first child of each node that has more. It is described by the word that a node would have
//! with these children alone: the node's line in place of the block, the first of them, and how many they are.

use super::arena::{CLUSTER, pack_line, unpack_line};
use super::cluster::Cluster;
use super::tree::{STACK, Wide, WideFrame};
use crate::mesh::layout::table::{SMALLEST, TableWriter, TriangleTable};
use crate::mesh::tree::{Block, LeafTriangle};
use crate::{Error, Result};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// A run of children of the node in a line.
#[derive(Clone, Copy)]
struct Run {
    line: u32,
    first: u32,
    count: u32,
}

impl Run {
    fn from_word(word: u32) -> Run {
        let (line, first, count) = unpack_line(word);
        Run { line, first, count }
    }

    fn to_word(self) -> u32 {
        pack_line(self.line, self.first, self.count)
    }
}

/// A tree that has been checked, and how many triangles a group has at most.
struct Groups<'a, const VERTEX_TABLES: usize, const DIRECT: bool> {
    tree: &'a Wide<'a, (), VERTEX_TABLES, DIRECT>,
    most: u32,
}

impl<const VERTEX_TABLES: usize, const DIRECT: bool> Groups<'_, VERTEX_TABLES, DIRECT> {
    /// The number of triangles below a reference, or a number above `most` if there are more.
    fn count(&self, reference: u32) -> u32 {
        if reference & CLUSTER != 0 {
            return self.tree.cluster(reference).count() as u32;
        }
        let mut sum = 0;
        for child in self.tree.node(reference).references() {
            sum += self.count(child);
            if sum > self.most {
                break;
            }
        }
        sum
    }

    /// Hands out the groups below a node in order.
    fn each(&self, line: u32, group: &mut impl FnMut(Run) -> Result<()>) -> Result<()> {
        let children = self.tree.node(line).references();
        let (mut first, mut sum) = (0, 0);
        for (i, &child) in (0..).zip(&children) {
            let count = self.count(child);
            if sum + count > self.most && first < i {
                group(Run { line, first, count: i - first })?;
                (first, sum) = (i, 0);
            }
            sum += count;
            if count > self.most {
                self.each(child, group)?;
                (first, sum) = (i + 1, 0);
            }
        }
        if (first as usize) < children.len() {
            group(Run { line, first, count: children.len() as u32 - first })?;
        }
        Ok(())
    }
}

impl<'a, const VERTEX_TABLES: usize, const DIRECT: bool> Wide<'a, (), VERTEX_TABLES, DIRECT> {
    /// Shows all clusters of a run until it is enough.
    fn clusters<B>(
        &self,
        run: Run,
        mut visit: impl FnMut(Cluster<'a, VERTEX_TABLES, DIRECT>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut pending = ArrayVec::<u32, STACK>::new();
        let children = self.node(run.line).references();
        pending.extend(children.into_iter().skip(run.first as usize).take(run.count as usize));
        while let Some(reference) = pending.pop() {
            if reference & CLUSTER != 0 {
                visit(self.cluster(reference))?;
            } else {
                pending.extend(self.node(reference).references());
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks a triangle up.
    pub(super) fn find_in_group(&self, table: &TriangleTable, triangle: u32) -> Option<LeafTriangle> {
        let run = Run::from_word(*table.groups.get(table.group(triangle) as usize)?);
        let found = self.clusters(run, |cluster| {
            match (0..cluster.count()).find(|&lane| cluster.id(lane) == triangle) {
                Some(lane) => ControlFlow::Break(cluster.triangle(lane)),
                None => ControlFlow::Continue(()),
            }
        });
        found.break_value()
    }

    /// Makes the table of a tree.
    pub(super) fn table(&self) -> Result<Vec<u32>> {
        let WideFrame { triangle_count, .. } = *self.frame;
        let mut bits = SMALLEST;
        // Groups are made larger until their description is small enough, at last one of them all.
        let count = loop {
            let (groups, mut count) = (Groups { tree: self, most: 1 << bits }, 0u32);
            if triangle_count > 0 {
                groups.each(0, &mut |_| {
                    count += 1;
                    Ok(())
                })?;
            }
            if count <= 1 || bits == 31 || TableWriter::is_small(triangle_count, count, count) {
                break count;
            }
            bits += 1;
        };
        let mut table = TableWriter::new(triangle_count, count, count, bits)?;
        let mut group = 0;
        if triangle_count > 0 {
            Groups { tree: self, most: 1 << bits }.each(0, &mut |run| {
                table.list(group, run.to_word());
                let _ = self.clusters(run, |cluster| {
                    (0..cluster.count()).for_each(|lane| table.set(cluster.id(lane), group));
                    ControlFlow::<()>::Continue(())
                });
                group += 1;
                Ok(())
            })?;
        }
        Ok(table.finish())
    }

    /// Makes sure that a table is this tree's, which has been checked: it leads to every triangle.
    pub(super) fn check_groups(&self, table: &TriangleTable) -> Result<()> {
        let invalid =
            |group: usize| Error::invalid_blob(text!("triangle table: group {group} is not the tree's"));
        let mut group = 0;
        if self.frame.triangle_count > 0 {
            Groups { tree: self, most: 1 << table.group_bits }.each(0, &mut |run| {
                if table.groups.get(group) != Some(&run.to_word()) {
                    return Err(invalid(group));
                }
                let wrong = self.clusters(run, |cluster| {
                    match (0..cluster.count()).all(|lane| table.group(cluster.id(lane)) as usize == group) {
                        true => ControlFlow::Continue(()),
                        false => ControlFlow::Break(()),
                    }
                });
                group += 1;
                if wrong.is_break() { Err(invalid(group - 1)) } else { Ok(()) }
            })?;
        }
        if group == table.groups.len() { Ok(()) } else { Err(invalid(group)) }
    }
}
