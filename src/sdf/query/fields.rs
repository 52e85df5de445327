//! Two fields against each other: the surface of one in the other's distances.
//!
//! Blocks of 8³ cells of the posed field that its surface passes, and that come near enough to the other's, give one contact
//! each: that of the deepest of the surface's points at their nodes. Those are the nodes within a cell's diagonal of the
//! surface, moved onto it along the gradient.

use super::super::Sdf;
use super::super::storage::nodes_between;
use super::batch::check_margin;
use super::chunk::{CHUNK, Chunk};
use super::contact::{SdfContact, contact};
use super::sampler::{Sampled, Sampler};
use crate::Result;
use crate::arrays::MapEach;
use crate::batch::{Batch, Lists, Output, check_offsets};
use crate::geometry::{PoseMatrix, Vec3};

/// Points are moved by no more than this many cells.
const REACH: f32 = 1.75;

/// The two fields of a query.
struct Both<'a> {
    solid: Sampler<'a>,
    posed: Sampler<'a>,
    margin: f32,
}

impl Both<'_> {
    /// The deepest point among those of the surface at the nodes of a chunk, if it is deeper than another.
    fn deepest(
        &self,
        nodes: &mut Chunk,
        count: usize,
        pose: &PoseMatrix,
        best: &mut Option<(Vec3, Sampled)>,
    ) {
        self.posed.sample(nodes, count);
        let mut points = Chunk::new();
        let mut kept = 0;
        for i in 0..count {
            let gradient = nodes.gradient(i).as_dvec3();
            let along = gradient * (f64::from(nodes.distances[i]) / gradient.length_squared());
            if along.length() <= f64::from(REACH * self.posed.cell) {
                let foot = nodes.point(i).as_dvec3() - along;
                points.put(kept, pose.point(foot.as_vec3()));
                kept += 1;
            }
        }
        self.solid.sample(&mut points, kept);
        for i in 0..kept {
            if best.is_none_or(|(_, best)| points.distances[i] < best.distance) {
                *best = Some((points.point(i), self.solid.sampled(&points, i)));
            }
        }
    }
}

/// By how much the largest side of a unit cube grows in a pose, or more.
fn stretch(pose: &PoseMatrix) -> f64 {
    pose.rows.iter().map(|row| row.as_dvec3().length_squared()).sum::<f64>().sqrt()
}

impl Sdf<'_> {
    /// Where the surface of another field, posed, is inside this one's solid or no farther from it than `margin`: up to one
    /// contact a block of 8³ cells of the other, its deepest, in the order of blocks. A list for each pose, which is that of
    /// `other` relative to this field. Those that fit are written; `offsets` receives where each list begins and the last one
    /// ends, or is `()`.
    ///
    /// One way only: what of this field's surface is between the other's nodes is found by asking the other way round too.
    ///
    /// # Errors
    /// [`Error::NotFinite`](crate::Error::NotFinite) or [`Error::InvalidArgument`](crate::Error::InvalidArgument) for the
    /// margin, for a matrix that is not a rotation with a positive scale, or that puts the other field's box beyond the
    /// largest coordinate, before anything is written.
    pub fn collide_field(
        &self,
        other: &Sdf,
        poses: &(impl Batch<PoseMatrix> + ?Sized),
        margin: f32,
        offsets: &mut (impl Output<u64> + ?Sized),
        contacts: &mut (impl Output<SdfContact> + ?Sized),
    ) -> Result<Lists> {
        check_margin(margin)?;
        check_offsets(poses.count(), offsets)?;
        for i in 0..poses.count() {
            let (pose, name) = (poses.query(i), || format!("poses[{i}]"));
            pose.check(name)?;
            pose.check_reach(&other.bounds(), name)?;
        }
        let both = Both { solid: Sampler::of(self), posed: Sampler::of(other), margin };
        let mut lists = Lists::default();
        let mut write_offset = |i: usize, total: usize| {
            if i < offsets.capacity() {
                offsets.write(i, total as u64);
            }
        };
        write_offset(0, 0);
        for i in 0..poses.count() {
            if !(self.ranges().is_empty() || other.ranges().is_empty()) {
                both.collide(other, &poses.query(i), &mut lists, contacts);
            }
            write_offset(i + 1, lists.total);
        }
        Ok(lists)
    }
}

impl Both<'_> {
    fn collide(
        &self,
        other: &Sdf,
        pose: &PoseMatrix,
        lists: &mut Lists,
        contacts: &mut (impl Output<SdfContact> + ?Sized),
    ) {
        let (grid, blocks, ranges) = (other.grid(), other.parts().blocks, other.ranges());
        let errors = self.solid.errors;
        let error = f64::from(errors.near.max(errors.far));
        // Outside of its box a field is steeper than inside.
        let slope = f64::from(self.solid.slope) + 1.0;
        let cell = grid.cell();
        let stretch = stretch(pose);
        for block in blocks.all() {
            let [least, most] = ranges[blocks.index(block)];
            if least > 0.0 || most < 0.0 {
                continue;
            }
            let nodes = blocks.nodes_of(block);
            let (low, high) =
                (grid.node(nodes.map_each(|ends| ends[0])), grid.node(nodes.map_each(|ends| ends[1])));
            let middle = low + (high - low) * 0.5;
            let radius = f64::from((high - low).length()) * 0.5 + f64::from(REACH * cell);
            let reach = slope * (radius * stretch) + f64::from(self.margin) + 2.0 * error;
            if f64::from(self.solid.one(pose.point(middle)).distance) > reach {
                continue;
            }
            let mut best = None;
            let (mut chunk, mut count) = (Chunk::new(), 0);
            for node in nodes_between(nodes) {
                if self.posed.node(node).abs() > REACH * cell {
                    continue;
                }
                chunk.put(count, grid.node(node));
                count += 1;
                if count == CHUNK {
                    self.deepest(&mut chunk, count, pose, &mut best);
                    count = 0;
                }
            }
            self.deepest(&mut chunk, count, pose, &mut best);
            let Some((point, sampled)) = best else { continue };
            let contact = contact(&self.solid, point, 0.0, self.margin, sampled);
            if contact.is_hit() {
                if lists.written < contacts.capacity() {
                    contacts.write(lists.written, contact);
                    lists.written += 1;
                }
                lists.total += 1;
            }
        }
    }
}
