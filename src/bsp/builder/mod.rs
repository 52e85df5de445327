//! Building: faces → snapped planes → a tree of cells → the stored form.
//!
//! All computations are in f64, on planes that f32 holds exactly: the builder, the check for leaks and the
//! queries use the same planes. Splitters are chosen from sampled faces by a score of splits, balance and
//! coplanar faces, and from planes along the axes, without which trees of finely tessellated surfaces become
//! far too deep.

mod arena;
mod audit;
mod brush;
mod brush_choice;
mod brush_tree;
mod cells;
mod leak;
mod open_edges;
mod options;
mod plane_table;
pub(super) mod polygon;
mod published;
mod report;
mod score;
mod shares;
mod surface;
mod surface_tree;
mod tolerances;
mod winding;

use crate::arrays::MapEach;
pub use options::BspOptions;
pub use report::{BspReport, Leak};

use super::brush_boxes::BuiltBoxes;
use super::cooked::Parts;
use super::tree::{Plane, PlaneRef};
use super::{BrushInput, Bsp, BspInput, SurfaceInput};
use crate::geometry::Brief;
use crate::mesh::{CookOptions, Mesh, MeshInput, Progress};
use crate::progress::ProgressStages;
use crate::vectors::{collected, filled, reserve};
use crate::{Error, Result};
use audit::Audit;
use plane_table::PlaneTable;
use published::{bevel, inverse};
use tolerances::{Tolerances, union};

impl Bsp<'static> {
    /// Builds a tree. The input may be freed afterwards. An empty input makes a valid tree that is empty
    /// everywhere.
    ///
    /// # Errors
    /// The errors of [`BspInput::validate`]; [`crate::ErrorKind::InvalidArgument`] for options out of range,
    /// brushes that their planes do not bound, polygons that are not flat or not convex, and a surface that
    /// is open or intersects itself, with a place where it does; [`crate::ErrorKind::TooLarge`] for a tree
    /// deeper than the stack of queries; [`crate::ErrorKind::OutOfMemory`].
    pub fn build(input: &BspInput, options: &BspOptions) -> Result<Bsp<'static>> {
        Bsp::build_with_report(input, options).map(|(bsp, _)| bsp)
    }

    /// Builds a tree, and returns a report.
    ///
    /// # Errors
    /// As for [`Bsp::build`].
    pub fn build_with_report(input: &BspInput, options: &BspOptions) -> Result<(Bsp<'static>, BspReport)> {
        Bsp::build_with_progress(input, options, None)
    }

    /// Builds a tree, returns a report, and reports progress on the way.
    ///
    /// # Errors
    /// As for [`Bsp::build`]; [`crate::ErrorKind::Cancelled`].
    pub fn build_with_progress(
        input: &BspInput,
        options: &BspOptions,
        progress: Option<Progress>,
    ) -> Result<(Bsp<'static>, BspReport)> {
        input.validate()?;
        let mut report = BspReport::default();
        let stages = &mut ProgressStages::new(progress);
        let parts = match input {
            BspInput::Brushes(input) => from_brushes(input, options, &mut report, stages)?,
            BspInput::Surface(input) => from_surface(input, options, &mut report, stages)?,
        };
        report.planes = parts.planes.len() as u64;
        let bsp = parts.cook()?;
        // The end of the last stage.
        stages.begin(1.0)?;
        Ok((bsp, report))
    }
}

fn from_brushes(
    input: &BrushInput,
    options: &BspOptions,
    report: &mut BspReport,
    stages: &mut ProgressStages,
) -> Result<Parts> {
    if options.inverse {
        let error = Error::invalid_argument(text!("is for surfaces; brushes have no faces to turn"));
        return Err(error.of("options", "inverse"));
    }
    let (polytopes, bounds) = brush::polytopes(input)?;
    let tolerances = Tolerances::new(bounds, true, options)?;
    let mut table = PlaneTable::new(tolerances.snap, tolerances.scale);
    let brush::Snapped { fragments, sides, lost } =
        brush::from_input(input, polytopes, &mut table, &tolerances, report)?;
    let bounds = fragments.iter().map(|fragment| (fragment.min, fragment.max)).fold(None, union);
    let brushes = brush_tree::Brushes { sides: &sides, input };
    let part = if options.bevels > 0 { 0.5 } else { 1.0 };
    stages.begin(part * 0.875)?;
    let boxes = fragments.iter().map(|fragment| (fragment.brush, fragment.min, fragment.max));
    let boxes = Some(BuiltBoxes::build(boxes)?);
    let mut copies = reserve(fragments.len(), "brushes")?;
    for fragment in &fragments {
        copies.push(fragment.copy()?);
    }
    let (mut arena, mut lists) =
        brush_tree::build(fragments, &brushes, &mut table, &tolerances, report, stages)?;
    let slack = tolerances.epsilon + lost;
    stages.begin(part)?;
    let audit = Audit { brushes: &brushes, table: &table, tolerances: &tolerances, slack };
    report.repaired_leaves = audit.repair(copies, &mut arena, &mut lists, stages)?;
    arena.collapse()?;
    if options.bevels > 0 {
        stages.begin(1.0)?;
        bevel::add(&mut arena, &mut table, options.bevels, false, &tolerances, stages)?;
    }
    let mut used = UsedPlanes::new(&table)?;
    let (nodes, root, depth) = arena.encode(|plane| used.number(plane))?;
    let mut starts = reserve(sides.len() + 1, "brushes")?;
    let mut faces: Vec<PlaneRef> = reserve(sides.iter().map(Vec::len).sum(), "brushes")?;
    starts.push(0);
    for brush in sides {
        faces.extend(brush.into_iter().map(|plane| used.number(plane)));
        starts.push(faces.len() as u32);
    }
    let planes = used.planes;
    let attributes = collected((0..input.brush_count()).map(|brush| input.attributes(brush)), "brushes")?;
    let covers = lists.into_stored();
    Ok(Parts {
        nodes,
        planes,
        root,
        depth,
        inverse: false,
        leaky: false,
        touching: false,
        starts,
        faces,
        attributes,
        covers,
        boxes,
        surface: None,
        slack,
        origin: tolerances.origin,
        bounds,
    })
}

fn from_surface(
    input: &SurfaceInput,
    options: &BspOptions,
    report: &mut BspReport,
    stages: &mut ProgressStages,
) -> Result<Parts> {
    let tolerances = Tolerances::new(surface::bounds(input), false, options)?;
    let mut table = PlaneTable::new(tolerances.snap, tolerances.scale);
    let mut faces = surface::from_input(input, &mut table, &tolerances, report)?;
    let corners = faces.iter().flat_map(|face| &face.polygon);
    let bounds = corners.map(|&corner| (corner, corner)).fold(None, union);
    if options.inverse {
        inverse::flip(&mut faces);
    }
    stages.begin(0.4)?;
    let mut arena = surface_tree::build(surface::copies(&faces)?, &mut table, &tolerances, report, stages)?;
    let winding = winding::Winding::new(surface::polygons(input, tolerances.origin, options.inverse)?)?;
    stages.begin(0.7)?;
    // Without faces there is nothing to label.
    if !faces.is_empty() {
        cells::label(&mut arena, &mut table, &winding, &tolerances, stages)?;
    }
    stages.begin(0.75)?;
    let around = (&winding, options.inverse);
    let found = leak::find(&arena, &table, &faces, around, report.deviation, &tolerances, stages)?;
    report.leak = found.leak;
    stages.begin(0.9)?;
    let open = open_edges::find(input, tolerances.epsilon * 4.0, stages)?;
    stages.begin(0.95)?;
    if let Some(open) = open {
        let position = open.position.as_vec3();
        if !options.ignore_leaks {
            let [x, y, z] = position.to_array().map_each(Brief);
            return Err(Error::invalid_argument(text!(
                "surface: open: an edge at [{x}, {y}, {z}] has no face on its other side"
            )));
        }
        report.leak.get_or_insert(Leak { position, fraction: open.fraction, outside: false });
    }
    if let Some(leak) = report.leak
        && !options.ignore_leaks
    {
        let [x, y, z] = leak.position.to_array().map_each(Brief);
        let what =
            if leak.outside { "open: the outside is not all of one kind" } else { "open or self-crossing" };
        return Err(Error::invalid_argument(text!("surface: {what} at [{x}, {y}, {z}]")));
    }
    if options.inverse && faces.is_empty() {
        inverse::make_empty(&mut arena);
    }
    arena.collapse()?;
    if options.bevels > 0 {
        bevel::add(&mut arena, &mut table, options.bevels, options.inverse, &tolerances, stages)?;
    }
    let mut used = UsedPlanes::new(&table)?;
    let (nodes, root, depth) = arena.encode(|plane| used.number(plane))?;
    let (indices, is_watched) = (surface::triangles(input, tolerances.rounding / 16.0)?, stages.is_watched());
    stages.begin(1.0)?;
    let mut progress = |part: f32| stages.advance(part.into()).is_ok();
    let surface = Mesh::build(
        &MeshInput::new(input.positions, &indices),
        CookOptions {
            thread_count: options.thread_count,
            progress: if is_watched { Some(&mut progress) } else { None },
            ..CookOptions::default()
        },
    )?;
    let slack = tolerances.epsilon + report.deviation;
    let attributes = filled(input.attributes, 1, "attributes")?;
    Ok(Parts {
        nodes,
        planes: used.planes,
        root,
        depth,
        inverse: options.inverse,
        leaky: report.leak.is_some(),
        touching: found.touching,
        starts: Vec::new(),
        faces: Vec::new(),
        attributes,
        covers: Vec::new(),
        boxes: None,
        surface: Some(surface),
        slack,
        origin: tolerances.origin,
        bounds,
    })
}

/// The planes that are stored, in depth-first order.
struct UsedPlanes<'a> {
    table: &'a PlaneTable,
    numbers: Vec<Option<u32>>,
    planes: Vec<Plane>,
}

impl UsedPlanes<'_> {
    fn new(table: &PlaneTable) -> Result<UsedPlanes<'_>> {
        let count = table.planes().len();
        Ok(UsedPlanes { table, numbers: filled(None, count, "planes")?, planes: reserve(count, "planes")? })
    }

    /// The reference to the same plane in the stored table.
    fn number(&mut self, plane: PlaneRef) -> PlaneRef {
        let index = plane.number() as usize;
        let number = *self.numbers[index].get_or_insert_with(|| {
            // There is room for all.
            self.planes.push(self.table.planes()[index]);
            self.planes.len() as u32 - 1
        });
        PlaneRef::new(number, plane.is_flipped())
    }
}
