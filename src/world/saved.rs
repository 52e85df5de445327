//! Saved worlds: the objects, their ids and the options, in the frame of cooked files. Structures are built
//! anew.
//!
//! ```text
//! section 1   options: one record
//! section 2   objects: a record for each slot from 1 on, free ones too
//! section 3   free slots, the next one last: u32
//! section 4   volumes of compounds, one object after another
//! section 5   places of the slots, ascending: u32; none if these are the slots themselves
//! ```

use super::objects::{
    Compound, GroupFilter, Kept, Kind, LAST_GENERATION, MOST_SLOTS, Object, Objects, Places, Slot, Volume,
};
use super::options::{HierarchyBuild, Placement, StructureKind, WorldOptions, check_threads};
use super::world::World;
use crate::blob::{Blob, BlobKind, BlobView, BlobWriter, in_file, read_file};
use crate::geometry::{Aabb, Sphere, Vec3};
use crate::vectors::{self, push};
use crate::{Error, Result};
use bytemuck::{Pod, Zeroable};
use std::path::Path;

const OPTIONS: u32 = 1;
const OBJECTS: u32 = 2;
const FREE: u32 = 3;
const VOLUMES: u32 = 4;
const PLACES: u32 = 5;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct OptionsRecord {
    structure: u32,
    tag: u32,
    build: u32,
    placement: u32,
    axes: [u32; 2],
    cell_size: f32,
    /// 1 if the bounds count.
    has_bounds: u32,
    bounds: [f32; 6],
    /// The first generation of places that have no slot.
    generation: u32,
    zero: u32,
}

/// A box as its corners; a sphere as centre and radius, and zeros.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct VolumeRecord {
    kind: u32,
    numbers: [f32; 6],
}

// Aligned as `BlobWriter::section` asks for.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(8))]
struct ObjectRecord {
    /// A free slot has no volume, but the lower half of its next id.
    kind: u32,
    lower: u32,
    group: u32,
    mask: u32,
    user: u64,
    is_static: u32,
    /// Of a compound, how many volumes.
    count: u32,
    numbers: [f32; 6],
}

const KIND_FREE: u32 = 0;
const KIND_BOX: u32 = 1;
const KIND_SPHERE: u32 = 2;
const KIND_COMPOUND: u32 = 3;

impl VolumeRecord {
    fn new(volume: &Volume) -> VolumeRecord {
        match volume {
            Volume::Box(b) => VolumeRecord {
                kind: KIND_BOX,
                numbers: [b.min.x, b.min.y, b.min.z, b.max.x, b.max.y, b.max.z],
            },
            Volume::Sphere(Sphere { center: c, radius }) => {
                VolumeRecord { kind: KIND_SPHERE, numbers: [c.x, c.y, c.z, *radius, 0.0, 0.0] }
            }
        }
    }

    fn volume(&self, name: impl Fn() -> String) -> Result<Volume> {
        let [a, b, c, d, e, f] = self.numbers;
        let first = Vec3::new(a, b, c);
        let volume = match self.kind {
            KIND_BOX => Volume::Box(Aabb::new(first, Vec3::new(d, e, f))),
            KIND_SPHERE => Volume::Sphere(Sphere { center: first, radius: d }),
            other => return Err(Error::invalid_blob(text!("{}: kind {other} is unknown", name()))),
        };
        volume.check(name).map_err(Error::invalid_blob)?;
        Ok(volume)
    }
}

impl World {
    /// The world as bytes, from which [`World::open`] makes it again: the objects with their ids, and the
    /// options but the number of threads. Changes of pairs that have not been told are not kept, nor free
    /// places that [`World::compact`] would forget: to go on alike, with the same ids, this world must be
    /// compacted too.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`].
    pub fn save(&self) -> Result<Blob<'static>> {
        let state = self.state.read();
        let objects = &state.objects;
        let mut volumes = Vec::new();
        let kept = Kept::of(objects)?;
        let records = kept.slots.iter().map(|slot| record(objects, slot, &mut volumes));
        let records = vectors::collected_results(records, "blob")?;
        let is_plain = (1..).zip(&kept.slots).all(|(place, slot)| slot.place == place);
        let places = kept.slots.iter().map(|slot| slot.place).filter(|_| !is_plain);
        let places = vectors::collected(places, "blob")?;
        let options = [options_record(&self.options, kept.generation)];
        let mut writer = BlobWriter::new(BlobKind::World);
        writer.section(OPTIONS, &options);
        writer.section(OBJECTS, &records);
        writer.section(FREE, &kept.free);
        writer.section(VOLUMES, &volumes);
        writer.section(PLACES, &places);
        writer.finish()
    }

    /// The world that was saved as these bytes. Its first changes of pairs are that all begin.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidBlob`] and [`crate::ErrorKind::UnsupportedVersion`] for bytes that are no
    /// saved world, or damaged; otherwise as [`World::new`].
    pub fn open(bytes: &[u8], thread_count: usize) -> Result<World> {
        check_threads(thread_count)?;
        let blob = Blob::open_copy(bytes, BlobKind::World)?;
        let (options, generation) = options(blob.view())?;
        options.check().map_err(Error::invalid_blob)?;
        let objects = objects(blob.view(), options.tag, generation)?;
        World::with_objects(&WorldOptions { thread_count, ..options }, objects)
    }

    /// Writes what [`World::save`] gives into a file: see [`Blob::save_file`].
    ///
    /// # Errors
    /// [`crate::ErrorKind::File`] and [`crate::ErrorKind::OutOfMemory`].
    pub fn save_file(&self, path: impl AsRef<Path>) -> Result<()> {
        self.save()?.save_file(path)
    }

    /// The world that was saved into a file, which is read and closed.
    ///
    /// # Errors
    /// [`crate::ErrorKind::File`], otherwise as [`World::open`].
    pub fn open_file(path: impl AsRef<Path>, thread_count: usize) -> Result<World> {
        check_threads(thread_count)?;
        let path = path.as_ref();
        in_file(path, World::open(&read_file(path)?, thread_count))
    }
}

fn record(objects: &Objects, kept: &Slot, volumes: &mut Vec<VolumeRecord>) -> Result<ObjectRecord> {
    let slot = kept.former;
    let mut record = ObjectRecord { lower: kept.lower, ..ObjectRecord::zeroed() };
    if !objects.is_live(slot) {
        return Ok(record);
    }
    let object = objects.object(slot);
    (record.group, record.mask) = (object.filter.group, object.filter.mask);
    (record.user, record.is_static) = (object.user, object.is_static.into());
    if objects.kind(slot) == Kind::Compound {
        record.kind = KIND_COMPOUND;
        let parts = objects.volumes(slot);
        record.count = u32::try_from(parts.len())
            .map_err(|_| Error::too_large(text!("object {}: too many volumes", objects.id(slot))))?;
        return parts
            .iter()
            .try_for_each(|part| push(volumes, VolumeRecord::new(part), "blob"))
            .map(|()| record);
    }
    let VolumeRecord { kind, numbers } = VolumeRecord::new(&object.volume);
    Ok(ObjectRecord { kind, numbers, ..record })
}

fn options_record(options: &WorldOptions, generation: u32) -> OptionsRecord {
    let bounds = options.bounds.unwrap_or(Aabb::new(Vec3::ZERO, Vec3::ZERO));
    OptionsRecord {
        structure: options.structure as u32,
        tag: options.tag.into(),
        build: options.build as u32,
        placement: options.placement as u32,
        axes: options.axes.map(u32::from),
        cell_size: options.cell_size,
        has_bounds: options.bounds.is_some().into(),
        bounds: VolumeRecord::new(&Volume::Box(bounds)).numbers,
        generation,
        zero: 0,
    }
}

fn options(blob: BlobView) -> Result<(WorldOptions, u32)> {
    let records: &[OptionsRecord] = blob.view(blob.find::<OptionsRecord>(OPTIONS, "options")?);
    let [record] = records else {
        return Err(Error::invalid_blob(text!("options: {} records", records.len())));
    };
    let unknown = |what: &str, number: u32| Error::invalid_blob(text!("{what}: {number} is unknown"));
    let byte = |what: &str, number: u32| u8::try_from(number).map_err(|_| unknown(what, number));
    let [a, b, c, d, e, f] = record.bounds;
    if record.generation == 0 || record.generation > LAST_GENERATION {
        return Err(Error::invalid_blob(text!("generation: {} cannot be", record.generation)));
    }
    let options = WorldOptions {
        structure: StructureKind::from_number(record.structure)
            .ok_or_else(|| unknown("structure", record.structure))?,
        tag: byte("tag", record.tag)?,
        thread_count: 1,
        build: HierarchyBuild::from_number(record.build).ok_or_else(|| unknown("build", record.build))?,
        placement: Placement::from_number(record.placement)
            .ok_or_else(|| unknown("placement", record.placement))?,
        axes: [byte("axes", record.axes[0])?, byte("axes", record.axes[1])?],
        cell_size: record.cell_size,
        bounds: match record.has_bounds {
            0 => None,
            1 => Some(Aabb::new(Vec3::new(a, b, c), Vec3::new(d, e, f))),
            other => return Err(unknown("has_bounds", other)),
        },
    };
    Ok((options, record.generation))
}

/// The places of so many slots.
fn places(blob: BlobView, slots: usize, generation: u32) -> Result<Places> {
    let saved: &[u32] = blob.view(blob.find::<u32>(PLACES, "places")?);
    if saved.len() != slots && !saved.is_empty() {
        return Err(Error::invalid_blob(text!("places: {} for {slots} slots", saved.len())));
    }
    let places = [0].into_iter().chain(saved.iter().copied());
    let places = vectors::collected(places, "world")?;
    for (i, pair) in places.windows(2).enumerate() {
        if pair[0] >= pair[1] {
            return Err(Error::invalid_blob(text!("places[{i}]: {} follows {}", pair[1], pair[0])));
        }
    }
    Places::new(&places, generation)
}

fn objects(blob: BlobView, tag: u8, generation: u32) -> Result<Objects> {
    let records: &[ObjectRecord] = blob.view(blob.find::<ObjectRecord>(OBJECTS, "objects")?);
    let mut volumes: &[VolumeRecord] = blob.view(blob.find::<VolumeRecord>(VOLUMES, "volumes")?);
    let free: &[u32] = blob.view(blob.find::<u32>(FREE, "free slots")?);
    if records.len() >= MOST_SLOTS {
        return Err(Error::invalid_blob(text!("objects: {} are too many", records.len())));
    }
    let mut objects = Objects::new(tag)?;
    objects.make_room(records.len())?;
    objects.set_places(places(blob, records.len(), generation)?);
    for (i, record) in records.iter().enumerate() {
        let name = || text!("objects[{i}]");
        let bad =
            |what: &str, number: u32| Error::invalid_blob(text!("{}: {what} {number:#x} cannot be", name()));
        // A free slot whose generations are used up has none.
        let is_used_up = record.kind == KIND_FREE && record.lower & 0xff_ffff == 0;
        let tag_of = record.lower >> 24;
        if is_used_up && tag_of != u32::from(tag.wrapping_add(1))
            || !is_used_up && (tag_of != tag.into() || record.lower & 0xff_ffff == 0)
        {
            return Err(bad("id", record.lower));
        }
        if record.is_static > 1 {
            return Err(bad("static", record.is_static));
        }
        let mut object = Object {
            filter: GroupFilter { group: record.group, mask: record.mask },
            user: record.user,
            is_static: record.is_static == 1,
            ..Aabb::new(Vec3::ZERO, Vec3::ZERO).into()
        };
        let own = VolumeRecord { kind: record.kind, numbers: record.numbers };
        match record.kind {
            KIND_FREE => objects.restore_free(record.lower),
            KIND_COMPOUND => {
                let count = record.count as usize;
                if count == 0 || count > volumes.len() {
                    return Err(bad("count", record.count));
                }
                let (parts, others) = volumes.split_at(count);
                volumes = others;
                let parts = vectors::collected_results(parts.iter().map(|part| part.volume(name)), "blob")?;
                objects.make_room_for_compound()?;
                let compound = Compound::new(&parts)?;
                object.volume = Volume::Box(compound.bounds());
                objects.restore(&object, record.lower);
                objects.set_compound(i as u32 + 1, compound);
            }
            _ => {
                object.volume = own.volume(name)?;
                objects.restore(&object, record.lower);
            }
        }
    }
    if !volumes.is_empty() {
        return Err(Error::invalid_blob(text!("volumes: {} are no object's", volumes.len())));
    }
    for (i, &slot) in free.iter().enumerate() {
        if !objects.restore_next_free(slot) {
            return Err(Error::invalid_blob(text!("free[{i}]: {slot} is not free, or is there twice")));
        }
    }
    Ok(objects)
}
