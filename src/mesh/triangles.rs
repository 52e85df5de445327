//! Looks stored triangles up by their ids: through the triangle table, if the mesh has one, else by a pass over it.

use super::Mesh;
use super::stored::{StoredOrder, StoredTree};
use crate::batch::{Batch, Output, check_length};
use crate::geometry::{Triangle, Vec3};
use crate::{Error, Result};
use std::ops::ControlFlow;

/// A pass over the mesh costs about as much as looking up one in so many of its triangles.
const LOOK_UPS_A_PASS: usize = 8;
/// The number of ids that one pass collects: as many as fit on the stack.
const IDS_A_PASS: usize = 4096;

impl Mesh<'_> {
    /// Triangles `first..` as they came, corners bit for bit, with their attribute bits, as many as there
    /// is room for. One pass over the mesh at most, whether it has a table or not.
    ///
    /// # Errors
    /// [`crate::ErrorKind::IndexOutOfRange`] if a triangle is not there, before anything is written.
    pub fn triangles(&self, first: u32, output: &mut (impl Output<(Triangle, u16)> + ?Sized)) -> Result<()> {
        let count = output.capacity();
        let (end, n) = (u64::from(first) + count as u64, self.triangle_count());
        if end > u64::from(n) {
            return Err(Error::index_out_of_range(text!(
                "first + count: {first} + {count} exceeds triangle_count {n}"
            )));
        }
        if !self.look_up_all(count, |i| first + i as u32, output) {
            let wanted =
                |id: u32| id.checked_sub(first).map(|i| i as usize).filter(|&i| i < count).into_iter();
            self.collect(count, wanted, output);
        }
        Ok(())
    }

    /// The triangles with these ids, in this order, as [`Mesh::triangles`] hands them out. With
    /// [`CookOptions::triangle_table`](super::CookOptions::triangle_table) (or in cooked order, or with
    /// layout DELTA) the time for one does not depend on the mesh's size; otherwise one pass over the mesh is
    /// made for every 4,096 ids.
    ///
    /// # Errors
    /// [`crate::ErrorKind::IndexOutOfRange`] if a triangle is not there,
    /// [`crate::ErrorKind::InvalidArgument`] if there is not room for as many, before anything is written.
    pub fn triangles_at(
        &self,
        ids: &(impl Batch<u32> + ?Sized),
        output: &mut (impl Output<(Triangle, u16)> + ?Sized),
    ) -> Result<()> {
        let (count, n) = (ids.count(), self.triangle_count());
        check_length(count, output.capacity())?;
        if let Some(i) = (0..count).find(|&i| ids.query(i) >= n) {
            let id = ids.query(i);
            return Err(Error::index_out_of_range(text!(
                "triangles[{i}]: {id} is not below triangle_count {n}"
            )));
        }
        if self.look_up_all(count, |i| ids.query(i), output) {
            return Ok(());
        }
        let mut some = [(0, 0); IDS_A_PASS];
        for first in (0..count).step_by(IDS_A_PASS) {
            let wanted = &mut some[..IDS_A_PASS.min(count - first)];
            for (i, wanted) in wanted.iter_mut().enumerate() {
                *wanted = (ids.query(first + i), i as u32);
            }
            wanted.sort_unstable();
            let places = |id: u32| {
                let from = wanted.partition_point(|&(other, _)| other < id);
                let same = wanted[from..].iter().take_while(move |&&(other, _)| other == id);
                same.map(move |&(_, place)| first + place as usize)
            };
            self.collect(wanted.len(), places, output);
        }
        Ok(())
    }

    /// Writes each triangle to every place that asks for it, `missing` places in all.
    fn collect<P: Iterator<Item = usize>>(
        &self,
        mut missing: usize,
        places: impl Fn(u32) -> P,
        output: &mut (impl Output<(Triangle, u16)> + ?Sized),
    ) {
        if missing == 0 {
            return;
        }
        self.tree().for_each(|leaf| {
            for place in places(leaf.index) {
                output.write(place, (leaf.triangle, leaf.attributes));
                missing -= 1;
            }
            if missing == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }

    /// One triangle: see [`Mesh::triangles_at`].
    ///
    /// # Errors
    /// [`crate::ErrorKind::IndexOutOfRange`] if it is not there.
    pub fn triangle(&self, index: u32) -> Result<(Triangle, u16)> {
        let n = self.triangle_count();
        if index >= n {
            return Err(Error::index_out_of_range(text!(
                "triangle: {index} is not below triangle_count {n}"
            )));
        }
        let mut output = [(Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO), 0)];
        self.triangles_at(&[index], &mut output[..])?;
        Ok(output[0])
    }

    /// Looks up `count` triangles, all of which exist, if that is faster than a pass; returns whether it has.
    fn look_up_all(
        &self,
        count: usize,
        id: impl Fn(usize) -> u32,
        output: &mut (impl Output<(Triangle, u16)> + ?Sized),
    ) -> bool {
        let tree = self.tree();
        let (view, table) = (tree.view(), tree.table());
        let in_order = view.order() != StoredOrder::WithIds;
        if !in_order && (table.is_none() || count > self.triangle_count() as usize / LOOK_UPS_A_PASS + 1) {
            return false;
        }
        (0..count).all(|i| {
            view.find(table.as_ref(), id(i)).is_some_and(|leaf| {
                output.write(i, (leaf.triangle, leaf.attributes));
                true
            })
        })
    }
}
