//! Hulls of any points: they depend on the set alone, have all points inside, and open again.
#![no_main]

use carom::geometry::Vec3;
use carom::hull::Hull;
use carom_fuzz::source::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let source = &mut Source(bytes);
    let seed = u64::from(source.word());
    let count = source.below(40);
    let mut points: Vec<Vec3> = (0..count).map(|_| source.vector()).collect();
    let Ok(hull) = Hull::build(&points) else { return };
    fastrand::Rng::with_seed(seed).shuffle(&mut points);
    let again = Hull::build(&points).expect("the same points");
    assert!(hull.bytes() == again.bytes(), "{points:?}");
    let opened = Hull::open_copy(hull.bytes()).expect("its own bytes");
    assert_eq!(opened.stats(), hull.stats());
    for vertex in hull.parts().vertices() {
        assert!(points.iter().any(|point| point == vertex), "{vertex} is none of {points:?}");
    }
});
