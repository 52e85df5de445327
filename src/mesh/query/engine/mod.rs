//! The machinery between a query and its batch: a query is described once ([`Query`]), and the engine answers it one at a time,
//! in a stream with others, or in packets of coherent rays.

/// Answers a batch by code that is compiled with this library, once, and not anew in every crate and for every kind of
/// array: the caller's arrays are looked at through tables.
macro_rules! answer_batch {
    ($query:ty: $tree:expr, $queries:expr, $filter:expr, $wanted:expr, $out:expr) => {{
        use $crate::batch::{Batch, Filter, Output};
        use $crate::mesh::query::engine::Query;
        fn answer(
            tree: $crate::mesh::MeshTree,
            queries: &dyn Batch<<$query as Query>::Input>,
            filter: &Filter,
            wanted: <$query as Query>::Wanted,
            out: &mut dyn Output<<$query as Query>::Answer>,
        ) -> $crate::Result<()> {
            tree.answer::<$query>(queries, filter, wanted, out)
        }
        answer($tree, &$queries, $filter, $wanted, &mut &mut *$out)
    }};
}

pub(super) use answer_batch;

mod answer;
mod coherence;
mod finished;
mod packet;
mod query;
mod setup;
mod stream;

pub(super) use packet::{Known, Lines, PacketQuery};
pub(super) use query::{OneByOne, Query, Searches, Setup, VisitLeaves};
