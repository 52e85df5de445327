//! Builds of any triangles, in any layout: what is taken answers every query as the plain loop does.
#![no_main]

use carom::mesh::{CookOptions, Filter, Mesh};
use carom_fuzz::common::brute::Brute;
use carom_fuzz::common::queries::{Counts, Expected, Queries, filters};
use carom_fuzz::common::{TestMesh, VARIANTS};
use carom_fuzz::source::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let source = &mut Source(bytes);
    let (seed, filter) = (u64::from(source.word()), source.below(3));
    let variant = &VARIANTS[source.below(VARIANTS.len())];
    let vertices = 1 + source.below(40);
    let positions: Vec<[f32; 3]> = (0..vertices).map(|_| source.vector().to_array()).collect();
    let triangles = source.below(60);
    // At times an index too large.
    let indices =
        (0..3 * triangles).map(|_| source.below(vertices + usize::from(seed % 61 == 0)) as u32).collect();
    let mesh = TestMesh::new(positions, indices);
    let options = CookOptions { thread_count: 1, ..(variant.options)() };
    let Ok(cooked) = Mesh::build(&mesh.input(), options) else { return };
    let filters = filters();
    let filter: &Filter = &filters[filter % filters.len()];
    let queries = Queries::random(&mesh, seed, Counts { rays: 32, others: 3 });
    let expected = Expected::new(&Brute::new(&mesh), &queries, filter);
    expected.check(variant.name, &cooked, &queries, filter);
});
