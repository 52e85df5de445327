//! Two fields against each other: the contacts of their solids.
//!
//! Each block of 8³ cells of the posed field that its surface passes, and that comes near enough to the
//! other's, gives one contact: that of the deepest of the surface's points at the edges between nodes, or of
//! a deeper one nearby. If there is no contact, the roles are swapped, because one solid may contain the
//! other. If there is none either, but the surfaces come near each other, branch and bound decides if the
//! solids overlap. A contact joins two points that have been sampled, one on each surface.

mod facing;
mod foot;
mod motion;
mod proof;
mod slide;
mod touch;

use super::super::Sdf;
use super::batch::check_margin;
use super::contact::SdfContact;
use crate::Result;
use crate::batch::{Batch, Lists, Offsets, Output, check_offsets};
use crate::geometry::PoseMatrix;
use facing::{Facing, Meeting, Side};
use foot::{Place, between};
use motion::Motion;
use slide::slide;
use touch::{touch, unit};

/// The depth, in cells, from which on a point in both solids has a contact: half of the promised one, because
/// of rounding.
const OVERLAP: f64 = 1.0 / 32.0;

/// The largest steepness of a field of distances: the root of 3, and rounding.
const STEEPEST_DISTANCE: f32 = 2.0;

impl Sdf<'_> {
    /// The contacts of the solid of another field, posed, where it touches this one's or is no farther from
    /// it than `margin`. A list for each pose, which is that of `other` relative to this field. Contacts that
    /// fit are written. `offsets` receives the index where each list begins and the last one ends, or is
    /// `()`.
    ///
    /// The list has up to one contact a block of 8³ cells of the other field, of about the deepest point of
    /// its surface there, in the order of blocks. If no block has one, for example because the other field
    /// contains this one, it has up to one a block of this field, of about the deepest point of its surface
    /// in the other. `point` lies on this field's surface, and `deepest` on the other's, both within half a
    /// cell of the surfaces of the interpolants. So surfaces that are farther apart than the margin have no
    /// contact. Overlapping solids have a contact if a point of both is deeper in this one than a sixteenth
    /// of a cell, of the smaller cells. That is promised for distances, whose
    /// [`SdfStats::slope`](super::super::SdfStats::slope) does not exceed 2, and inside of both grids. Beyond
    /// its grid a field has no surface. The common part of two solids that their grids cut off has no contact
    /// if neither surface passes it.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or
    /// [`crate::ErrorKind::InvalidArgument`] for the margin, for a matrix that is not a
    /// rotation with a positive scale, or that puts the other field's box beyond the largest coordinate,
    /// before anything is written.
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
            let (pose, name) = (poses.query(i), || text!("poses[{i}]"));
            pose.check(name)?;
            pose.check_reach(&other.bounds(), "mesh", name)?;
        }
        let (solid, posed) = (Side::of(self), Side::of(other));
        let mut lists = Lists::default();
        let mut offsets = Offsets::new(offsets);
        for i in 0..poses.count() {
            if !(solid.ranges.is_empty() || posed.ranges.is_empty()) {
                let both = Both::of(&solid, &posed, &poses.query(i), margin);
                both.collide(&mut |contact| {
                    if lists.written < contacts.capacity() {
                        contacts.write(lists.written, contact);
                        lists.written += 1;
                    }
                    lists.total += 1;
                });
            }
            offsets.end_list(i, lists.total);
        }
        Ok(lists)
    }
}

/// Two fields in a pose.
struct Both<'a> {
    /// The posed field's surface in the other's solid.
    there: Facing<'a>,
    /// The other way round.
    back: Facing<'a>,
    /// The factor from lengths of the posed field to the other's.
    scale: f64,
    /// The smaller cell, in the other's lengths.
    cell: f64,
}

impl<'a> Both<'a> {
    fn of(solid: &'a Side<'a>, posed: &'a Side<'a>, pose: &PoseMatrix, margin: f32) -> Both<'a> {
        let motion = Motion::of(pose);
        let (scale, margin) = (motion.scale(), f64::from(margin));
        Both {
            there: Facing::of(posed, solid, motion, margin),
            back: Facing::of(solid, posed, motion.inverse(), margin / scale),
            scale,
            cell: solid.cell().min(posed.cell() * scale),
        }
    }

    /// The contact of a point of the posed field's surface.
    fn contact_there(&self, Meeting { place, .. }: Meeting) -> Option<SdfContact> {
        let solid = &self.there.solid.sampler;
        let touch = touch(solid, place, self.there.margin, self.cell)?;
        Some(SdfContact {
            point: touch.foot.as_vec3(),
            depth: touch.depth as f32,
            normal: unit(touch.normal),
            triangle: solid.triangle(place.at),
            deepest: place.at,
        })
    }

    /// The contact of a point of the other field's surface.
    fn contact_back(&self, Meeting { on, place }: Meeting) -> Option<SdfContact> {
        let touch = touch(&self.back.solid.sampler, place, self.back.margin, self.cell / self.scale)?;
        Some(SdfContact {
            point: on,
            depth: (touch.depth * self.scale) as f32,
            normal: unit(self.there.motion.vector(-touch.normal)),
            triangle: self.back.surface.sampler.triangle(on),
            deepest: self.there.motion.point(touch.foot),
        })
    }

    fn collide(&self, write: &mut impl FnMut(SdfContact)) {
        let Blocks { least, touch } = of_blocks(&self.there, |meeting| self.contact_there(meeting), write);
        if touch || of_blocks(&self.back, |meeting| self.contact_back(meeting), write).touch {
            return;
        }
        let slope = self.there.solid.sampler.slope.max(self.back.solid.sampler.slope);
        let depth = OVERLAP * self.cell;
        // Fields that are no distances may be so steep that no number of parts is enough.
        if slope > STEEPEST_DISTANCE {
            return;
        }
        if self.there.least_near_crossing(least) > -depth {
            return;
        }
        let proven = self.there.prove(depth, &|meeting| self.contact_there(meeting));
        if let Some(contact) = proven.or_else(|| self.of_common_node()) {
            write(contact);
        }
    }

    /// The contact at the point where the way out of both solids, from a node in both, first leaves one.
    fn of_common_node(&self) -> Option<SdfContact> {
        let common = self.back.common_node()?;
        let out = self.back.solid.sampler.foot(common.place.at, &common.place.sampled)?;
        let there = self.there.meet(out.as_vec3());
        self.contact_there(there).or_else(|| {
            let solid = &self.there.solid.sampler;
            let on = between(solid, Place::of(solid, common.on.as_dvec3()), there.place);
            self.contact_back(self.back.meet(on.at))
        })
    }
}

/// The result of the search of all blocks of a field.
struct Blocks {
    /// The least value of the solid at the surface's crossings of edges between nodes.
    least: f64,
    /// True if there is a contact.
    touch: bool,
}

/// Writes one contact a block, if there is one near.
fn of_blocks(
    facing: &Facing,
    contact: impl Fn(Meeting) -> Option<SdfContact>,
    write: &mut impl FnMut(SdfContact),
) -> Blocks {
    let mut blocks = Blocks { least: f64::INFINITY, touch: false };
    for block in facing.blocks_near(facing.margin, |[least, most]| least < 0.0 && most >= 0.0) {
        let Some(crossing) = facing.deepest_crossing(block) else { continue };
        let value = crossing.place.value();
        blocks.least = blocks.least.min(value);
        if facing.least_near_crossing(value) <= facing.margin {
            let slid = slide(facing, crossing);
            if let Some(contact) = contact(slid).or_else(|| contact(crossing)) {
                blocks.touch = true;
                write(contact);
            }
        }
    }
    blocks
}
