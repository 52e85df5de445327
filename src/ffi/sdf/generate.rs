//! Generation of fields from meshes.

use super::cook::{CaromSdf, storage_options};
use super::generate_types::*;
use super::published::*;
use crate::ffi::CaromStatus;
use crate::ffi::frame::desc::{in_desc, thread_count, unknown};
use crate::ffi::frame::handle;
use crate::ffi::frame::pointer::Out;
use crate::ffi::frame::status::guard;
use crate::ffi::frame::struct_size::{self, OutStruct};
use crate::ffi::mesh::cook::CaromMesh;
use crate::geometry::Vec3;
use crate::mesh::Mesh;
use crate::sdf::{
    DistanceMethod, GenerateOptions, Grid, InsideRule, SignMethod, check_grid, generate_from_mesh,
};
use crate::{Error, Result};
use bytemuck::Zeroable;

/// Fills a descriptor with the defaults: no grid, everything else zero. carom_sdf_generate_desc_init() passes
/// the caller's sizeof, so that a library with a larger CaromSdfGenerateDesc writes no more than the caller
/// has.
///
/// @param desc         written, as many bytes as struct_size says, and its struct_size set to that
/// @param struct_size  sizeof(CaromSdfGenerateDesc) as the caller knows it
///
/// CAROM_ERROR_STRUCT_SIZE for a size that no version of the struct has; nothing is written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_generate_desc_init_sized(
    desc: *mut CaromSdfGenerateDesc,
    struct_size: usize,
) -> CaromStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { struct_size::init(desc, struct_size, "desc") }?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Generates the field of a mesh: at each node of a grid the distance to the nearest triangle, exact but for
/// one rounding to float, negative inside. The mesh is not needed afterwards. The same bits for any method,
/// number of threads and instruction set; what is inside depends on the sign that is asked for.
///
/// @param mesh  the mesh, in any layout; one without triangles gives a field of infinite distances
/// @param desc  the grid, and how to generate and store
/// @param out   receives the field; destroy it with carom_sdf_destroy()
///
/// Fails for a grid that carom_sdf_build() refuses, a resolution for a mesh without size, a number out of its
/// range (CAROM_ERROR_INVALID_ARGUMENT, CAROM_ERROR_NOT_FINITE), more nodes than there is memory for
/// (CAROM_ERROR_TOO_LARGE, CAROM_ERROR_OUT_OF_MEMORY), cancellation (CAROM_ERROR_CANCELLED).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sdf_generate(
    mesh: *const CaromMesh,
    desc: *const CaromSdfGenerateDesc,
    out: *mut *mut CaromSdf,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let out = unsafe { Out::new(out, "out") }?;
        let mesh = unsafe { handle::inner(mesh) }?;
        let desc = unsafe { struct_size::read(desc, "desc") }?;
        let report = match desc.report.is_null() {
            true => None,
            false => Some(unsafe { OutStruct::new(desc.report, "desc.report") }?),
        };
        let grid = grid(mesh, &desc).map_err(in_desc)?;
        // Before the work, not after it.
        check_grid(&grid).map_err(in_desc)?;
        let storage = storage_options(desc.storage, desc.band, desc.far_error)?;
        let mut options = options(&desc)?;
        let mut progress;
        if let Some(callback) = desc.progress {
            progress = move |fraction: f32| unsafe { callback(desc.progress_context, fraction) } == 0;
            options.progress = Some(&mut progress);
        }
        let distances = generate_from_mesh(mesh, &grid, options).map_err(in_desc)?;
        let handle = handle::handle(distances.store(&storage).map_err(in_desc)?)?;
        let found = distances.sign;
        if let Some(report) = report {
            report.write(CaromSdfReport {
                struct_size: size_of::<CaromSdfReport>() as u32,
                sign: sign_number(found.method),
                unbalanced_edges: found.unbalanced_edges,
                cap_triangles: found.cap_triangles,
                inside_count: found.inside_count,
                thin_triangles: found.thin_triangles,
            });
        }
        out.write(Box::into_raw(handle));
        Ok(CaromStatus::CaromOk)
    })
}

/// The grid that a descriptor gives, or asks for.
fn grid(mesh: &Mesh, desc: &CaromSdfGenerateDesc) -> Result<Grid> {
    if desc.resolution == 0 {
        if desc.padding != 0 {
            let padding = desc.padding;
            return Err(
                Error::invalid_argument(text!("{padding}, but desc.resolution is 0")).of("desc", "padding")
            );
        }
        if desc.cell == 0.0 && desc.dims == [0; 3] {
            let text =
                text!("0, and desc.cell and desc.dims are 0 too: one way or the other, a grid is needed");
            return Err(Error::invalid_argument(text).of("desc", "resolution"));
        }
        return Grid::new(desc.origin.into(), desc.cell, desc.dims);
    }
    let given = [
        (desc.origin != Zeroable::zeroed(), "origin", text!("{:?}", Vec3::from(desc.origin).to_array())),
        (desc.cell != 0.0, "cell", text!("{}", desc.cell)),
        (desc.dims != [0; 3], "dims", text!("{:?}", desc.dims)),
    ];
    if let Some((_, field, value)) = given.into_iter().find(|(is_given, ..)| *is_given) {
        let text = text!("{value} is not zero, but desc.resolution is {}", desc.resolution);
        return Err(Error::invalid_argument(text).of("desc", field));
    }
    Grid::around(&mesh.bounds(), desc.resolution, desc.padding)
}

/// The options that a descriptor names, but for progress.
fn options<'a>(desc: &CaromSdfGenerateDesc) -> Result<GenerateOptions<'a>> {
    let sign = match desc.sign {
        CAROM_SDF_SIGN_AUTO => SignMethod::Auto,
        CAROM_SDF_SIGN_CROSSINGS => SignMethod::Crossings,
        CAROM_SDF_SIGN_WINDING_NUMBER => SignMethod::WindingNumber,
        CAROM_SDF_SIGN_PSEUDONORMAL => SignMethod::Pseudonormal,
        CAROM_SDF_SIGN_PARITY => SignMethod::Parity,
        CAROM_SDF_SIGN_UNSIGNED => SignMethod::Unsigned,
        CAROM_SDF_SIGN_THICKNESS => SignMethod::Thickness(desc.thickness),
        other => return Err(unknown("sign", other)),
    };
    if desc.thickness != 0.0 && desc.sign != CAROM_SDF_SIGN_THICKNESS {
        let text = text!("{}, but desc.sign is not CAROM_SDF_SIGN_THICKNESS", desc.thickness);
        return Err(Error::invalid_argument(text).of("desc", "thickness"));
    }
    let inside = match desc.inside {
        CAROM_SDF_INSIDE_POSITIVE => InsideRule::Positive,
        CAROM_SDF_INSIDE_NON_ZERO => InsideRule::NonZero,
        other => return Err(unknown("inside", other)),
    };
    let method = match desc.method {
        CAROM_SDF_METHOD_BLOCKS => DistanceMethod::Blocks,
        CAROM_SDF_METHOD_KD_TREE => DistanceMethod::KdTree,
        CAROM_SDF_METHOD_FACE_BY_FACE => DistanceMethod::FaceByFace,
        other => return Err(unknown("method", other)),
    };
    if desc.flags & !CAROM_SDF_KEEP_TRIANGLES != 0 {
        return Err(unknown("flags", desc.flags));
    }
    Ok(GenerateOptions {
        sign,
        inside,
        max_distance: (desc.max_distance != 0.0).then_some(desc.max_distance),
        thread_count: thread_count(desc.thread_count)?,
        keep_triangles: desc.flags & CAROM_SDF_KEEP_TRIANGLES != 0,
        method,
        progress: None,
    })
}

fn sign_number(method: SignMethod) -> u32 {
    match method {
        SignMethod::Auto => CAROM_SDF_SIGN_AUTO,
        SignMethod::Crossings => CAROM_SDF_SIGN_CROSSINGS,
        SignMethod::WindingNumber => CAROM_SDF_SIGN_WINDING_NUMBER,
        SignMethod::Pseudonormal => CAROM_SDF_SIGN_PSEUDONORMAL,
        SignMethod::Parity => CAROM_SDF_SIGN_PARITY,
        SignMethod::Unsigned => CAROM_SDF_SIGN_UNSIGNED,
        SignMethod::Thickness(_) => CAROM_SDF_SIGN_THICKNESS,
    }
}
