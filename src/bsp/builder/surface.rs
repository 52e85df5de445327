//! Surfaces: from indexed polygons to faces in planes of the table.

use super::super::tree::PlaneRef;
use super::plane_table::PlaneTable;
use super::polygon::{Polygon, area_vector, width};
use super::report::BspReport;
use super::tolerances::{Bounds, Tolerances, union};
use crate::arrays::MapEach;
use crate::bsp::SurfaceInput;
use crate::vectors::{collected, copied, reserve};
use crate::{Error, Result};
use glam::DVec3;

/// A face, or the part of one in a cell.
pub(super) struct Face {
    /// The solid lies behind it.
    pub(super) plane: PlaneRef,
    pub(super) polygon: Polygon,
}

/// A corner in f64.
fn position(input: &SurfaceInput, index: u32) -> DVec3 {
    DVec3::from_array(input.positions[index as usize].map_each(f64::from))
}

/// The box around all corners.
pub(super) fn bounds(input: &SurfaceInput) -> Bounds {
    let corner = |&index: &u32| position(input, index);
    input.indices.iter().map(corner).map(|corner| (corner, corner)).fold(None, union)
}

/// All polygons of an input as they are, relative to an origin, flipped on request.
pub(super) fn polygons(input: &SurfaceInput, origin: DVec3, flipped: bool) -> Result<Vec<Polygon>> {
    let corner = |&index: &u32| position(input, index) - origin;
    let mut polygons = reserve(input.polygon_count(), "polygons")?;
    for corners in input.corners() {
        let mut polygon: Polygon = collected(corners.iter().map(corner), "polygons")?;
        if flipped {
            polygon.reverse();
        }
        polygons.push(polygon);
    }
    Ok(polygons)
}

/// A copy of faces.
pub(super) fn copies(faces: &[Face]) -> Result<Vec<Face>> {
    let mut copies = reserve(faces.len(), "faces")?;
    for face in faces {
        copies.push(Face { plane: face.plane, polygon: copied(&face.polygon, "faces")? });
    }
    Ok(copies)
}

/// The triangles of the polygons, which are cut into fans. Triangles no wider than `narrow` are left out.
pub(super) fn triangles(input: &SurfaceInput, narrow: f64) -> Result<Vec<u32>> {
    let count = input.indices.len() - 2 * input.polygon_count();
    let mut triangles = reserve(3 * count, "triangles")?;
    for corners in input.corners() {
        for pair in corners[1..].windows(2) {
            let triangle = [corners[0], pair[0], pair[1]];
            if width(&triangle.map_each(|index| position(input, index))) > narrow {
                triangles.extend(triangle);
            }
        }
    }
    Ok(triangles)
}

/// The faces of an input in planes of the table. Polygons without area are counted and left out.
pub(super) fn from_input(
    input: &SurfaceInput,
    table: &mut PlaneTable,
    tolerances: &Tolerances,
    report: &mut BspReport,
) -> Result<Vec<Face>> {
    let mut faces = reserve(input.polygon_count(), "faces")?;
    for (i, corners) in input.corners().enumerate() {
        let around = corners.iter().map(|&index| position(input, index) - tolerances.origin);
        let polygon: Polygon = collected(around, "faces")?;
        let area = area_vector(&polygon);
        // Nearly collinear corners have no plane.
        if width(&polygon) <= tolerances.rounding {
            report.degenerate_faces += 1;
            continue;
        }
        let normal = area.normalize();
        let middle = polygon.iter().sum::<DVec3>() / polygon.len() as f64;
        let d = normal.dot(middle);
        check_shape(i, &polygon, normal, d, tolerances)?;
        let plane = table.find(normal, d, &polygon)?;
        let (normal, d) = table.half_space(plane);
        for corner in &polygon {
            report.deviation = report.deviation.max((normal.dot(*corner) - d).abs());
        }
        report.faces += 1;
        faces.push(Face { plane, polygon });
    }
    Ok(faces)
}

/// Checks that a polygon is flat and convex.
fn check_shape(i: usize, polygon: &Polygon, normal: DVec3, d: f64, tolerances: &Tolerances) -> Result<()> {
    if polygon.len() == 3 {
        return Ok(());
    }
    // Flat, but for rounding.
    let allowed = tolerances.snap.distance.max(tolerances.rounding) * 4.0;
    for (k, &corner) in polygon.iter().enumerate() {
        let height = normal.dot(corner) - d;
        if height.abs() > allowed {
            return Err(Error::invalid_argument(text!(
                "polygons[{i}]: corner {k} is {height:.3e} from the plane of the others"
            )));
        }
        let (next, after) = (polygon[(k + 1) % polygon.len()], polygon[(k + 2) % polygon.len()]);
        let edge = next - corner;
        let turn = edge.cross(after - next).dot(normal);
        if turn < -allowed * edge.length() {
            return Err(Error::invalid_argument(text!(
                "polygons[{i}]: not convex at corner {}",
                (k + 1) % polygon.len()
            )));
        }
    }
    Ok(())
}
