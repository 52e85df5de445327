//! The sections of a field's blob: their places, and the conditions that they must meet.

use super::frame::Frame;
use super::storage::{
    Blocks, Bricks, COARSE, Code, Code8, Code16, Dense, Errors, LARGEST_CODE, MAX_DISTANCE, check_grid,
    corner_dims, first,
};
use super::{Grid, Storage};
use crate::arrays::MapEach;
use crate::blob::{BlobView, Section};
use crate::geometry::Vec3;
use crate::{Error, Result};
use bytemuck::{Pod, Zeroable};
use std::marker::PhantomData;

/// Section numbers of field blobs. Append-only.
pub(super) mod section {
    pub(in crate::sdf) const INFO: u32 = 1;
    pub(in crate::sdf) const VALUES: u32 = 2;
    pub(in crate::sdf) const TABLE: u32 = 3;
    pub(in crate::sdf) const CORNERS: u32 = 4;
    pub(in crate::sdf) const BRICKS: u32 = 5;
    pub(in crate::sdf) const RANGES: u32 = 6;
    pub(in crate::sdf) const TRIANGLES: u32 = 7;
}

/// The flag of a field whose values are all infinite. It has no other sections.
pub(super) const INFINITE: u32 = 1;

/// The INFO section.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Info {
    pub(super) storage: u32,
    pub(super) flags: u32,
    pub(super) dims: [u32; 3],
    pub(super) origin: [f32; 3],
    pub(super) cell: f32,
    /// The difference of neighbouring codes; 0 for dense storage.
    pub(super) step: f32,
    pub(super) near_error: f32,
    pub(super) far_error: f32,
    /// The greatest length of the gradient of the input's trilinear interpolant.
    pub(super) slope: f32,
    /// Values equal to it stand for all that are larger; 0 if all distances are known.
    pub(super) max_distance: f32,
    pub(super) reserved: [u32; 2],
}

/// The properties of a field, and the places of its parts in its blob.
pub(super) struct Parts {
    pub(super) grid: Grid,
    pub(super) frame: Frame,
    pub(super) blocks: Blocks,
    pub(super) errors: Errors,
    pub(super) slope: f32,
    /// Infinite if all distances are known.
    pub(super) max_distance: f32,
    pub(super) step: f32,
    pub(super) storage: Storage,
    pub(super) values: Values,
    pub(super) triangles: Option<Section>,
}

/// The places of the values.
pub(super) enum Values {
    /// All are infinite.
    Infinite,
    Dense {
        values: Section,
        ranges: Section,
    },
    Bricks {
        table: Section,
        corners: Section,
        bricks: Section,
        ranges: Section,
    },
}

/// The values as queries read them.
#[derive(Clone, Copy)]
pub(super) enum View<'a> {
    Infinite,
    Dense(Dense<'a>),
    Bricks16(Bricks<'a, Code16>),
    Bricks8(Bricks<'a, Code8>),
}

impl Parts {
    /// Finds the parts of a field in its blob, and checks that their sizes fit the grid. Their contents are
    /// not checked.
    pub(super) fn find(blob: BlobView) -> Result<Parts> {
        let info = blob.view::<Info>(blob.find::<Info>(section::INFO, "info")?);
        let &[info] = info else {
            return Err(Error::invalid_blob(text!("{} info records", info.len())));
        };
        let Some(storage) = Storage::from_number(info.storage) else {
            return Err(Error::invalid_blob(text!("storage {} is unknown", info.storage)));
        };
        if info.flags & !INFINITE != 0 {
            return Err(Error::invalid_blob(text!("flags {:#x} are unknown", info.flags)));
        }
        let grid = Grid::new(Vec3::from_array(info.origin), info.cell, info.dims)
            .and_then(|grid| check_grid(&grid).map(|()| grid))
            .map_err(Error::invalid_blob)?;
        for (name, value) in [
            ("step", info.step),
            ("near_error", info.near_error),
            ("far_error", info.far_error),
            ("slope", info.slope),
            ("max_distance", info.max_distance),
        ] {
            if !(0.0..=f32::MAX).contains(&value) {
                return Err(Error::invalid_blob(text!("{name} {value} is no length")));
            }
        }
        let blocks = Blocks::of(&grid);
        let values = Values::find(blob, &info, &grid, &blocks)?;
        let nodes = match &values {
            Values::Bricks { bricks, .. } => {
                bricks.size() as u64 / record(storage) as u64 * super::storage::NODES as u64
            }
            _ => grid.node_count(),
        };
        let triangles = match blob.has(section::TRIANGLES) {
            true => Some(sized::<u32>(blob, section::TRIANGLES, "triangles", nodes)?),
            false => None,
        };
        Ok(Parts {
            grid,
            frame: Frame::of(&grid),
            blocks,
            errors: Errors { near: info.near_error, far: info.far_error },
            slope: info.slope,
            max_distance: if info.max_distance == 0.0 { f32::INFINITY } else { info.max_distance },
            step: info.step,
            storage,
            values,
            triangles,
        })
    }

    /// The values as queries read them.
    #[inline(always)]
    pub(super) fn view<'a>(&self, blob: BlobView<'a>) -> View<'a> {
        match self.values {
            Values::Infinite => View::Infinite,
            Values::Dense { values, .. } => View::Dense(Dense::new(blob.view(values), self.grid.dims())),
            Values::Bricks { table, corners, bricks, .. } => {
                let (table, corners, bricks) = (blob.view(table), blob.view(corners), blob.view(bricks));
                let (blocks, step) = (self.blocks, self.step);
                match self.storage {
                    Storage::Bricks8 => {
                        View::Bricks8(Bricks { blocks, table, corners, bricks, step, code: PhantomData })
                    }
                    _ => View::Bricks16(Bricks { blocks, table, corners, bricks, step, code: PhantomData }),
                }
            }
        }
    }

    /// The least and the greatest value of each block; empty if all values are infinite.
    #[inline(always)]
    pub(super) fn ranges<'a>(&self, blob: BlobView<'a>) -> &'a [[f32; 2]] {
        match self.values {
            Values::Infinite => &[],
            Values::Dense { ranges, .. } | Values::Bricks { ranges, .. } => blob.view(ranges),
        }
    }

    /// Checks the contents of the sections: afterwards, queries index within every slice, and meet only
    /// finite numbers.
    pub(super) fn check(&self, blob: BlobView) -> Result<()> {
        for (block, &[least, most]) in self.ranges(blob).iter().enumerate() {
            if !(least <= most && least.abs() <= LARGEST_VALUE && most.abs() <= LARGEST_VALUE) {
                return Err(Error::invalid_blob(text!("ranges[{block}]: {least} to {most}")));
            }
        }
        match self.values {
            Values::Infinite => Ok(()),
            Values::Dense { values, .. } => check_values(blob.view(values), "values"),
            Values::Bricks { table, corners, .. } => {
                check_values(blob.view(corners), "corners")?;
                let table = blob.view::<u32>(table);
                match self.view(blob) {
                    View::Bricks16(bricks) => check_bricks(table, &bricks),
                    View::Bricks8(bricks) => check_bricks(table, &bricks),
                    _ => Ok(()),
                }
            }
        }
    }
}

impl Values {
    fn find(blob: BlobView, info: &Info, grid: &Grid, blocks: &Blocks) -> Result<Values> {
        if info.flags & INFINITE != 0 {
            return Ok(Values::Infinite);
        }
        let count = blocks.count() as u64;
        let ranges = sized::<[f32; 2]>(blob, section::RANGES, "ranges", count)?;
        let storage = Storage::from_number(info.storage).unwrap_or_default();
        if storage == Storage::Dense {
            let values = sized::<f32>(blob, section::VALUES, "values", grid.node_count())?;
            return Ok(Values::Dense { values, ranges });
        }
        let corners = corner_dims(blocks).map_each(u64::from).iter().product();
        let bricks = blob.find::<u8>(section::BRICKS, "bricks")?;
        if !bricks.size().is_multiple_of(record(storage)) {
            let size = bricks.size();
            return Err(Error::invalid_blob(text!("bricks: {size} bytes are no whole records")));
        }
        Ok(Values::Bricks {
            table: sized::<u32>(blob, section::TABLE, "table", count)?,
            corners: sized::<f32>(blob, section::CORNERS, "corners", corners)?,
            bricks,
            ranges,
        })
    }
}

/// Bytes of a brick.
pub(super) fn record(storage: Storage) -> usize {
    match storage {
        Storage::Bricks8 => Code8::RECORD,
        _ => Code16::RECORD,
    }
}

/// A section with `count` elements.
fn sized<T: Pod>(blob: BlobView, number: u32, name: &str, count: u64) -> Result<Section> {
    let section = blob.find::<T>(number, name)?;
    match section.size() / size_of::<T>() {
        stored if stored as u64 == count => Ok(section),
        stored => Err(Error::invalid_blob(text!("{name}: {stored} of {count}"))),
    }
}

/// The largest magnitude of a decoded value: more than any distance, because a brick's codes reach beyond its
/// values.
const LARGEST_VALUE: f32 = 4.0 * MAX_DISTANCE;

fn check_values(values: &[f32], name: &str) -> Result<()> {
    match values.iter().position(|value| !(value.abs() <= MAX_DISTANCE)) {
        Some(i) => Err(Error::invalid_blob(text!("{name}[{i}]: {} is no distance", values[i]))),
        None => Ok(()),
    }
}

fn check_bricks<C: Code>(table: &[u32], field: &Bricks<C>) -> Result<()> {
    let count = field.bricks.len() / C::RECORD;
    let wrong = |&(_, &brick): &(usize, &u32)| brick != COARSE && brick as usize >= count;
    if let Some((block, brick)) = table.iter().enumerate().find(wrong) {
        return Err(Error::invalid_blob(text!("table[{block}]: brick {brick} of {count}")));
    }
    for (brick, record) in field.bricks.chunks_exact(C::RECORD).enumerate() {
        let first = first(record);
        let far = f64::from(first).abs() + f64::from(C::MOST) + 1.0;
        if first.unsigned_abs() > LARGEST_CODE.unsigned_abs()
            || far * f64::from(field.step) > f64::from(LARGEST_VALUE)
        {
            let step = field.step;
            return Err(Error::invalid_blob(text!("bricks[{brick}]: first code {first} of step {step}")));
        }
    }
    Ok(())
}
