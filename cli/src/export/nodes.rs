//! The values at the nodes of a field.

use crate::memory;
use anyhow::Result;
use carom::sdf::Sdf;
use rayon::prelude::*;

/// The nodes of one z, x fastest.
pub(super) fn layer(sdf: &Sdf, z: u32) -> carom::Result<Vec<f32>> {
    let grid = sdf.grid();
    let [width, height, _] = grid.dims();
    let rows: Vec<Vec<f32>> = (0..height)
        .into_par_iter()
        .map(|y| {
            let mut values = vec![0.0; width as usize];
            sdf.values(grid.index([0, y, z]) as u64, &mut values)?;
            carom::Result::Ok(values)
        })
        .collect::<carom::Result<_>>()?;
    Ok(rows.concat())
}

/// All values as 32-bit floats, little endian, x fastest, then y; after the header of NumPy's format if `npy`.
pub(super) fn bytes(sdf: &Sdf, npy: bool) -> Result<Vec<u8>> {
    let [x, y, z] = sdf.grid().dims();
    let header = if npy { header([z, y, x]) } else { Vec::new() };
    let mut bytes = memory::with_room(header.len() + sdf.grid().node_count() as usize * 4)?;
    bytes.extend(header);
    for z in 0..z {
        bytes.extend(layer(sdf, z)?.into_iter().flat_map(f32::to_le_bytes));
    }
    Ok(bytes)
}

/// The header of NumPy's format, version 1.0, of a multiple of 64 bytes.
fn header([z, y, x]: [u32; 3]) -> Vec<u8> {
    let mut text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({z}, {y}, {x}), }}");
    let size = (10 + text.len() + 1).next_multiple_of(64);
    text.push_str(&" ".repeat(size - 10 - text.len() - 1));
    text.push('\n');
    // Three numbers of ten digits keep it far below two bytes' reach.
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.into_bytes());
    bytes
}
