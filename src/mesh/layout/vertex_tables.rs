//! Numbers of vertices in tables of sixteen lanes.

use crate::arrays::zip_each;
use crate::mesh::tree::VertexLanes;
use crate::simd::{LANES, Simd};

/// The numbers of as many vertices as fill one table, or two.
#[derive(Clone, Copy)]
pub(crate) struct VertexTables<S: Simd, const TABLES: usize>(pub(super) [S::F; TABLES]);

impl<S: Simd, const TABLES: usize> VertexLanes<S> for VertexTables<S, TABLES> {
    #[inline(always)]
    fn splat(simd: S, value: f32) -> Self {
        VertexTables([simd.splat(value); TABLES])
    }

    #[inline(always)]
    fn sub(mut self, simd: S, other: Self) -> Self {
        for table in 0..TABLES {
            self.0[table] = simd.sub(self.0[table], other.0[table]);
        }
        self
    }

    #[inline(always)]
    fn mul(mut self, simd: S, other: Self) -> Self {
        for table in 0..TABLES {
            self.0[table] = simd.mul(self.0[table], other.0[table]);
        }
        self
    }

    #[inline(always)]
    fn max(mut self, simd: S, other: Self) -> Self {
        for table in 0..TABLES {
            self.0[table] = simd.max(self.0[table], other.0[table]);
        }
        self
    }

    #[inline(always)]
    fn abs(mut self, simd: S) -> Self {
        for table in 0..TABLES {
            self.0[table] = simd.abs(self.0[table]);
        }
        self
    }

    /// Only the lowest four bits of an index count, or five for two tables.
    #[inline(always)]
    fn look_up(self, simd: S, vertices: S::U) -> S::F {
        match TABLES {
            1 => simd.permute(self.0[0], vertices),
            _ => simd.permute_two([self.0[0], self.0[TABLES - 1]], vertices),
        }
    }

    type Plain = [[f32; LANES]; TABLES];

    #[inline(always)]
    fn plain(self, simd: S) -> Self::Plain {
        let mut plain = [[0.0; LANES]; TABLES];
        for (plain, &table) in zip_each(&mut plain, &self.0) {
            *plain = simd.to_array(table);
        }
        plain
    }

    #[inline(always)]
    fn number(plain: &Self::Plain, vertex: u32) -> f32 {
        let vertex = vertex as usize;
        plain[vertex / LANES % TABLES][vertex % LANES]
    }
}
