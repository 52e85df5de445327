//! Checks of the input of a field, with errors that name the node.

use crate::arrays::MapEach;
use crate::geometry::{LARGEST, check_length_of};
use crate::sdf::{Grid, StorageOptions};
use crate::{Error, Result};

/// The most nodes along an axis. With more, f32 cannot resolve the place of a point in its cell.
pub const MAX_AXIS: u32 = 1 << 22;

/// The smallest distance of neighbouring nodes, 2^-60, so that gradients do not overflow.
pub const MIN_CELL: f32 = 1.0 / LARGEST;

/// The largest distance, 2^62: points whose coordinates are [`LARGEST`] at most are not farther apart.
pub const MAX_DISTANCE: f32 = 4.0 * LARGEST;

/// Checks the conditions of storages and queries on a grid, beyond those of [`Grid::new`].
pub(crate) fn check_grid(grid: &Grid) -> Result<()> {
    for (axis, nodes) in ["dims.x", "dims.y", "dims.z"].into_iter().zip(grid.dims()) {
        if nodes > MAX_AXIS {
            return Err(Error::too_large(text!("{nodes} nodes exceed {MAX_AXIS}")).of("grid", axis));
        }
    }
    if grid.cell() < MIN_CELL {
        let cell = grid.cell();
        let text = text!("{cell:e} is below {MIN_CELL:e}, the smallest");
        return Err(Error::invalid_argument(text).of("grid", "cell"));
    }
    Ok(())
}

/// Checks the values at the nodes, none of which may exceed `max_distance`. Returns true if they are
/// infinite, as around an empty mesh.
pub(in crate::sdf) fn check_values(grid: &Grid, values: &[f32], max_distance: f32) -> Result<bool> {
    let nodes = grid.node_count();
    if values.len() as u64 != nodes {
        let count = values.len();
        return Err(Error::invalid_argument(text!("values: {count} for the grid's {nodes} nodes")));
    }
    let infinite = values.first() == Some(&f32::INFINITY);
    let fits = |value: f32| {
        (if infinite { value == f32::INFINITY } else { value.abs() <= MAX_DISTANCE }) && value <= max_distance
    };
    match values.iter().position(|&value| !fits(value)) {
        None => Ok(infinite),
        Some(node) => Err(bad_value(grid, node, values[node], infinite, max_distance)),
    }
}

#[cold]
fn bad_value(grid: &Grid, node: usize, value: f32, infinite: bool, max_distance: f32) -> Error {
    let [x, y, _] = grid.dims().map_each(|nodes| nodes as usize);
    let place = [node % x, node / x % y, node / (x * y)];
    let name = text!("values[{node}], node {place:?}: {value}");
    if value.is_nan() {
        Error::not_finite(text!("{name} is not a number"))
    } else if value == f32::NEG_INFINITY {
        Error::not_finite(text!(
            "{name}: only positive infinity may be stored, and that at all nodes or none"
        ))
    } else if value > max_distance {
        Error::invalid_argument(text!("{name} exceeds max_distance, {max_distance}"))
    } else if infinite {
        Error::invalid_argument(text!("{name}, but the first is infinite: all must be, or none"))
    } else if value.is_infinite() {
        Error::not_finite(text!("{name}, but the first is finite: all must be infinite, or none"))
    } else {
        Error::invalid_argument(text!("{name} exceeds {MAX_DISTANCE:e}, the largest distance"))
    }
}

/// Checks the triangles at the nodes, if there are any.
pub(in crate::sdf) fn check_triangles(grid: &Grid, triangles: Option<&[u32]>) -> Result<()> {
    match triangles {
        Some(triangles) if triangles.len() as u64 != grid.node_count() => {
            let (count, nodes) = (triangles.len(), grid.node_count());
            Err(Error::invalid_argument(text!("triangles: {count} for the grid's {nodes} nodes")))
        }
        _ => Ok(()),
    }
}

/// Checks the lengths among the options.
pub(in crate::sdf) fn check_options(options: &StorageOptions) -> Result<()> {
    for (name, value, may_be_infinite) in
        [("band", options.band, true), ("far_error", options.far_error, false)]
    {
        check_length_of(value, may_be_infinite, || text!("{name}"))
            .map_err(|error| error.within("options"))?;
    }
    check_max_distance(options.max_distance, true)
}

/// Checks the distance up to which distances are known.
pub(in crate::sdf) fn check_max_distance(max_distance: f32, may_be_infinite: bool) -> Result<()> {
    check_length_of(max_distance, may_be_infinite, || text!("max_distance"))
        .map_err(|error| error.within("options"))?;
    if max_distance == 0.0 {
        return Err(Error::invalid_argument(text!("0 holds no node")).of("options", "max_distance"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec3;

    #[test]
    fn bad_values_are_refused_by_node() {
        let grid = Grid::new(Vec3::ZERO, 1.0, [2, 3, 2]).unwrap();
        let check = |node: usize, value: f32, rest: f32| {
            let mut values = [rest; 12];
            values[node] = value;
            check_values(&grid, &values, f32::INFINITY)
        };
        assert_eq!(check(0, 1.0, 1.0), Ok(false));
        assert_eq!(check(0, f32::INFINITY, f32::INFINITY), Ok(true));
        let text = |node, value, rest| check(node, value, rest).unwrap_err().to_string();
        assert_eq!(text(9, f32::NAN, 0.0), "values[9], node [1, 1, 1]: NaN is not a number");
        assert_eq!(text(0, f32::NAN, 0.0), "values[0], node [0, 0, 0]: NaN is not a number");
        assert!(text(3, f32::INFINITY, 0.0).starts_with("values[3], node [1, 1, 0]: inf, but the first is"));
        assert!(
            text(3, -f32::INFINITY, f32::INFINITY)
                .starts_with("values[3], node [1, 1, 0]: -inf: only positive infinity")
        );
        assert!(text(0, -f32::INFINITY, f32::INFINITY).contains("positive infinity"));
        assert!(text(3, 1e19, 0.0).ends_with("the largest distance"));
        assert_eq!(
            check_values(&grid, &[0.0; 11], 1.0),
            Err(Error::invalid_argument("values: 11 for the grid's 12 nodes".into()))
        );
        let text = check_values(&grid, &[1.5; 12], 1.25).unwrap_err().to_string();
        assert_eq!(text, "values[0], node [0, 0, 0]: 1.5 exceeds max_distance, 1.25");
        assert_eq!(check_values(&grid, &[-1.5; 12], 1.25), Ok(false));
        assert!(check_triangles(&grid, Some(&[0; 13])).is_err());
        assert!(check_triangles(&grid, Some(&[0; 12])).is_ok());
    }

    #[test]
    fn grids_that_f32_cannot_resolve_are_refused() {
        let check = |cell, x| {
            check_grid(&Grid::new(Vec3::ZERO, cell, [x, 2, 2]).unwrap()).map_err(|error| error.to_string())
        };
        assert!(check(1.0, MAX_AXIS + 1).unwrap_err().starts_with("grid.dims.x: 4194305 nodes exceed"));
        assert!(check(MIN_CELL.next_down(), 2).unwrap_err().starts_with("grid.cell: 8.67"));
        assert_eq!(check(MIN_CELL, MAX_AXIS), Ok(()));
    }

    #[test]
    fn bad_options_are_refused() {
        let check = |band, far_error| {
            let options = StorageOptions { band, far_error, ..StorageOptions::default() };
            check_options(&options).map_err(|error| error.to_string())
        };
        assert_eq!(check(f32::INFINITY, 0.0), Ok(()));
        assert!(check(-1.0, 0.0).unwrap_err().starts_with("options.band: -1"));
        assert!(check(f32::NAN, 0.0).unwrap_err().starts_with("options.band: NaN"));
        assert!(check(0.0, f32::INFINITY).unwrap_err().starts_with("options.far_error: inf"));
    }
}
