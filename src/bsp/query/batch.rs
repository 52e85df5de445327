//! Queries in batches: all inputs are checked before the first answer is written.

use super::super::Bsp;
use super::super::tree::Tree;
use crate::Result;
use crate::batch::{Batch, Filter, Output, check_length};

/// A query with one answer.
pub(super) trait Query {
    /// A query of the batch.
    type Input;
    /// Its answer.
    type Answer;

    /// Checks input `i`.
    fn check(input: &Self::Input, i: usize) -> Result<()>;

    /// The answer.
    fn answer(&self, tree: &Tree, input: &Self::Input, filter: &Filter) -> Self::Answer;
}

impl Bsp<'_> {
    /// Checks all inputs, and that there is room for every answer.
    pub(super) fn check<Q: Query>(
        &self,
        inputs: &(impl Batch<Q::Input> + ?Sized),
        answers: &(impl Output<Q::Answer> + ?Sized),
    ) -> Result<()> {
        check_length(inputs.count(), answers.capacity())?;
        (0..inputs.count()).try_for_each(|i| Q::check(&inputs.query(i), i))
    }

    /// Checks all inputs, then answers all.
    pub(super) fn answer<Q: Query>(
        &self,
        query: &Q,
        inputs: &(impl Batch<Q::Input> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<Q::Answer> + ?Sized),
    ) -> Result<()> {
        self.check::<Q>(inputs, answers)?;
        let tree = self.tree();
        for i in 0..inputs.count() {
            answers.write(i, query.answer(&tree, &inputs.query(i), filter));
        }
        Ok(())
    }
}
