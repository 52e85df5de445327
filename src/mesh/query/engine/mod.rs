//! The machinery between a query and its batch: a query is described once ([`Query`]), and the engine answers it one at a time,
//! interleaved with others, or in packets of coherent rays.

mod answer;
mod coherence;
mod finished;
mod interleave;
mod packet;
mod query;

pub(super) use packet::{Known, PacketQuery, get, set};
pub(super) use query::Query;
