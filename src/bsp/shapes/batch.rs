//! Batches of shapes that ask brushes: everything is checked before the first answer is written.

use crate::batch::{
    Batch, Found, ListOutput, ListWriter, Lists, Offsets, Output, check_length, check_offsets,
};
use crate::bsp::Bsp;
use crate::bsp::tree::Tree;
use crate::{Error, Result};
use std::cmp::Ordering;

/// The tree, if it has brushes; an error for that of a surface.
pub(super) fn brushes<'a>(bsp: &'a Bsp) -> Result<Tree<'a>> {
    let tree = bsp.tree();
    if tree.solids.are_cells() {
        let what = "is of a surface; capsules, boxes and contacts ask brushes, or the surface as a mesh";
        return Err(Error::invalid_argument(text!("{what}")).at("bsp"));
    }
    Ok(tree)
}

/// Writes an answer each.
pub(super) fn answers<Q, A>(
    bsp: &Bsp,
    queries: &dyn Batch<Q>,
    check: impl Fn(&Q, usize) -> Result<()>,
    answers: &mut dyn Output<A>,
    answer: impl Fn(&Tree, &Q) -> A,
) -> Result<()> {
    let tree = brushes(bsp)?;
    check_length(queries.count(), answers.capacity())?;
    (0..queries.count()).try_for_each(|i| check(&queries.query(i), i))?;
    for i in 0..queries.count() {
        answers.write(i, answer(&tree, &queries.query(i)));
    }
    Ok(())
}

/// Writes a list each of what `list` shows.
pub(super) fn lists<Q, T: Copy, C: Fn(&T, &T) -> Ordering>(
    bsp: &Bsp,
    queries: &dyn Batch<Q>,
    check: impl Fn(&Q, usize) -> Result<()>,
    offsets: &mut dyn Output<u64>,
    mut writer: ListWriter<T, dyn ListOutput<T> + '_, C>,
    list: impl Fn(&Tree, &Q, &mut dyn FnMut(T)),
) -> Result<Lists> {
    let tree = brushes(bsp)?;
    check_offsets(queries.count(), offsets)?;
    (0..queries.count()).try_for_each(|i| check(&queries.query(i), i))?;
    let mut offsets = Offsets::new(offsets);
    for i in 0..queries.count() {
        list(&tree, &queries.query(i), &mut |item| writer.push(item));
        offsets.end_list(i, writer.finish_list(false));
    }
    Ok(writer.finish())
}
