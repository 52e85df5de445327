//! Arrays that queries are read from, where they lie. One row stands for as many as the other arrays have.

use crate::error::{Failure, refuse};
use crate::memory::room;
use carom::geometry::{
    Aabb, BoxAxes, BoxCast, Capsule, CapsuleCast, OrientedBox, POSE_TOLERANCE, PointQuery, PoseMatrix, Quat,
    Ray, Sphere, SphereCast, Vec3,
};
use carom::world::AabbCast;
use numpy::ndarray::{ArrayView1, ArrayView2, ArrayView3};
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadonlyArray3};
use pyo3::prelude::*;
use std::ops::Range;

/// An array of rows as Python has it.
#[derive(FromPyObject)]
pub(crate) enum RowArray<'py> {
    Single(PyReadonlyArray2<'py, f32>),
    Double(PyReadonlyArray2<'py, f64>),
}

/// An array of numbers as Python has it.
#[derive(FromPyObject)]
pub(crate) enum NumberArray<'py> {
    Single(PyReadonlyArray1<'py, f32>),
    Double(PyReadonlyArray1<'py, f64>),
}

/// Rows of `WIDTH` numbers.
#[derive(Clone, Copy)]
pub(crate) enum Rows<'a, const WIDTH: usize> {
    Single(ArrayView2<'a, f32>),
    Double(ArrayView2<'a, f64>),
}

impl RowArray<'_> {
    pub(crate) fn rows<const WIDTH: usize>(&self, name: &str) -> PyResult<Rows<'_, WIDTH>> {
        let rows = match self {
            RowArray::Single(array) => Rows::Single(array.as_array()),
            RowArray::Double(array) => Rows::Double(array.as_array()),
        };
        let width = match &rows {
            Rows::Single(view) => view.ncols(),
            Rows::Double(view) => view.ncols(),
        };
        match width == WIDTH {
            true => Ok(rows),
            false => Err(refuse(format!("{name}: {width} numbers a row, not {WIDTH}"))),
        }
    }
}

impl<const WIDTH: usize> Rows<'_, WIDTH> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Rows::Single(view) => view.nrows(),
            Rows::Double(view) => view.nrows(),
        }
    }

    #[inline(always)]
    pub(crate) fn row(&self, i: usize) -> [f32; WIDTH] {
        match self {
            Rows::Single(view) => {
                let i = if view.nrows() == 1 { 0 } else { i };
                std::array::from_fn(|k| view[[i, k]])
            }
            Rows::Double(view) => {
                let i = if view.nrows() == 1 { 0 } else { i };
                std::array::from_fn(|k| view[[i, k]] as f32)
            }
        }
    }
}

impl Rows<'_, 3> {
    #[inline(always)]
    fn vector(&self, i: usize) -> Vec3 {
        Vec3::from_array(self.row(i))
    }
}

/// Numbers, one a question.
#[derive(Clone, Copy)]
pub(crate) enum Numbers<'a> {
    Single(ArrayView1<'a, f32>),
    Double(ArrayView1<'a, f64>),
}

impl NumberArray<'_> {
    pub(crate) fn numbers(&self) -> Numbers<'_> {
        match self {
            NumberArray::Single(array) => Numbers::Single(array.as_array()),
            NumberArray::Double(array) => Numbers::Double(array.as_array()),
        }
    }
}

impl Numbers<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Numbers::Single(view) => view.len(),
            Numbers::Double(view) => view.len(),
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, i: usize) -> f32 {
        match self {
            Numbers::Single(view) => view[if view.len() == 1 { 0 } else { i }],
            Numbers::Double(view) => view[if view.len() == 1 { 0 } else { i }] as f32,
        }
    }
}

/// The number of questions that arrays of these lengths make: one that they have in common, where 1 goes with any.
pub(crate) fn count(lengths: &[(&str, usize)]) -> PyResult<usize> {
    let Some(&(first, count)) = lengths.iter().find(|(_, length)| *length != 1) else { return Ok(1) };
    match lengths.iter().find(|(_, length)| *length != 1 && *length != count) {
        None => Ok(count),
        Some((name, length)) => Err(refuse(format!("{name}: {length} for {count} {first}"))),
    }
}

/// Questions that are made of arrays as they are asked.
pub(crate) struct Questions<F> {
    pub(crate) count: usize,
    pub(crate) make: F,
}

impl<Q, F: Fn(usize) -> Q> Questions<F> {
    /// All of them.
    pub(crate) fn all(&self) -> Result<Vec<Q>, Failure> {
        let mut all = room(self.count)?;
        self.gather(0..self.count, &mut all);
        Ok(all)
    }

    /// Adds some of them to those that there is room for. The only place that calls what makes them, and so has it inlined: a
    /// question that is returned is copied.
    #[inline(never)]
    pub(crate) fn gather(&self, range: Range<usize>, questions: &mut Vec<Q>) {
        questions.extend(range.map(&self.make));
    }
}

/// Questions that are there already.
pub(crate) fn given<Q: Copy + Sync>(all: &[Q]) -> Questions<impl Fn(usize) -> Q + Sync> {
    Questions { count: all.len(), make: move |i: usize| all[i] }
}

/// Points.
pub(crate) fn points(points: &RowArray) -> PyResult<Questions<impl Fn(usize) -> Vec3 + Send + Sync>> {
    let points: Rows<3> = points.rows("points")?;
    Ok(Questions { count: points.len(), make: move |i| points.vector(i) })
}

macro_rules! questions {
    ($($(#[$doc:meta])* $arrays:ident => $name:ident: $question:ty = |$i:ident| $make:expr;
        from $($argument:ident: $rows:ident as $view:ty = $take:expr),+;)*) => {
        $(
            $(#[$doc])*
            pub(crate) type $arrays<'py> = ($($rows<'py>,)+);

            pub(crate) fn $name<'a>(arrays: &'a $arrays) -> PyResult<Questions<impl Fn(usize) -> $question + Send + Sync + 'a>> {
                let ($($argument,)+) = arrays;
                $(let $argument: $view = $take;)+
                let count = count(&[$((stringify!($argument), $argument.len()),)+])?;
                Ok(Questions { count, make: move |$i: usize| $make })
            }
        )*
    };
}

questions! {
    /// Points, and how far is looked for an answer.
    PointQueryArrays => point_queries: PointQuery = |i| PointQuery {
            point: points.vector(i),
            max_distance: max_distance.get(i),
        };
        from points: RowArray as Rows<3> = points.rows("points")?,
            max_distance: NumberArray as Numbers = max_distance.numbers();
    /// Origins, directions, and the ends of their ranges.
    RayArrays => rays: Ray = |i| Ray {
            origin: origins.vector(i),
            direction: directions.vector(i),
            t_min: t_min.get(i),
            t_max: t_max.get(i),
        };
        from origins: RowArray as Rows<3> = origins.rows("origins")?,
            directions: RowArray as Rows<3> = directions.rows("directions")?,
            t_min: NumberArray as Numbers = t_min.numbers(),
            t_max: NumberArray as Numbers = t_max.numbers();
    /// Centres and radii.
    SphereArrays => spheres: Sphere = |i| Sphere { center: centers.vector(i), radius: radii.get(i) };
        from centers: RowArray as Rows<3> = centers.rows("centers")?,
            radii: NumberArray as Numbers = radii.numbers();
    /// Both ends, and radii.
    CapsuleArrays => capsules: Capsule = |i| Capsule { a: a.vector(i), b: b.vector(i), radius: radii.get(i) };
        from a: RowArray as Rows<3> = a.rows("a")?,
            b: RowArray as Rows<3> = b.rows("b")?,
            radii: NumberArray as Numbers = radii.numbers();
    /// Centres, half extents, and rotations as x, y, z, w.
    BoxArrays => boxes: OrientedBox = |i| OrientedBox {
            center: centers.vector(i),
            half_extents: half_extents.vector(i),
            rotation: Quat::from_array(rotations.row(i)),
        };
        from centers: RowArray as Rows<3> = centers.rows("centers")?,
            half_extents: RowArray as Rows<3> = half_extents.rows("half_extents")?,
            rotations: RowArray as Rows<4> = rotations.rows("rotations")?;
    /// The lowest and the highest corners of boxes.
    BoundsArrays => bounds: Aabb = |i| Aabb { min: lower.vector(i), max: upper.vector(i) };
        from lower: RowArray as Rows<3> = lower.rows("lower")?,
            upper: RowArray as Rows<3> = upper.rows("upper")?;
}

/// Boxes by their axes.
pub(crate) fn box_axes<'a>(
    arrays: &'a BoxArrays,
) -> PyResult<Questions<impl Fn(usize) -> BoxAxes + Send + Sync + 'a>> {
    let Questions { count, make } = turned_boxes(arrays)?;
    Ok(Questions { count, make: move |i| make(i).into() })
}

/// Boxes whose axes will be used: those do not show whether the rotation was one.
pub(crate) fn turned_boxes<'a>(
    arrays: &'a BoxArrays,
) -> PyResult<Questions<impl Fn(usize) -> OrientedBox + Send + Sync + 'a>> {
    let rotations: Rows<4> = arrays.2.rows("rotations")?;
    for i in 0..rotations.len() {
        let rotation = rotations.row(i);
        let length = rotation.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>().sqrt();
        // What is not a number is no better.
        if !(length - 1.0).abs().le(&POSE_TOLERANCE) {
            return Err(refuse(format!("boxes[{i}].rotation: {rotation:?} has length {length}, not 1")));
        }
    }
    boxes(arrays)
}

/// The same shapes, each moved by its own displacement.
macro_rules! moving {
    ($($name:ident: $shape:ty => $cast:ty = |$of:ident, $by:ident| $make:expr;)*) => {
        $(
            pub(crate) fn $name<'a, F: Fn(usize) -> $shape + Send + Sync + 'a>(
                shapes: Questions<F>,
                displacements: &'a RowArray,
            ) -> PyResult<Questions<impl Fn(usize) -> $cast + Send + Sync + 'a>> {
                let by: Rows<3> = displacements.rows("displacements")?;
                let one_shape = shapes.count == 1;
                let count = count(&[("shapes", shapes.count), ("displacements", by.len())])?;
                let make = move |i: usize| {
                    let ($of, $by) = ((shapes.make)(if one_shape { 0 } else { i }), by.vector(i));
                    $make
                };
                Ok(Questions { count, make })
            }
        )*
    };
}

moving! {
    moving_spheres: Sphere => SphereCast = |of, by| SphereCast { origin: of.center, radius: of.radius, displacement: by };
    moving_capsules: Capsule => CapsuleCast = |of, by| CapsuleCast { capsule: of, displacement: by };
    moving_boxes: OrientedBox => BoxCast = |of, by| BoxCast { shape: of.into(), displacement: by };
    moving_bounds: Aabb => AabbCast = |of, by| AabbCast { bounds: of, displacement: by };
}

/// An array of matrices as Python has it.
pub(crate) type PoseArray<'py> = PyReadonlyArray3<'py, f64>;

/// Poses, three or four rows of four numbers each.
pub(crate) fn poses(array: &PoseArray, name: &str) -> PyResult<Vec<PoseMatrix>> {
    let view: ArrayView3<f64> = array.as_array();
    let (count, rows, columns) = view.dim();
    if !(rows == 3 || rows == 4) || columns != 4 {
        return Err(refuse(format!("{name}: {rows} x {columns} numbers a matrix, not 3 x 4 or 4 x 4")));
    }
    let mut matrices = room(count)?;
    for i in 0..count {
        let number = |row: usize, column: usize| view[[i, row, column]] as f32;
        if rows == 4 && (0..4).any(|k| view[[i, 3, k]] != f64::from(u8::from(k == 3))) {
            return Err(refuse(format!("{name}[{i}]: the last row is not 0 0 0 1")));
        }
        let row = |r: usize| Vec3::new(number(r, 0), number(r, 1), number(r, 2));
        let translation = Vec3::new(number(0, 3), number(1, 3), number(2, 3));
        matrices.push(PoseMatrix { rows: [row(0), row(1), row(2)], translation });
    }
    Ok(matrices)
}
