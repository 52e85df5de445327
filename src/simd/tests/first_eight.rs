//! The first eight of sixteen lanes, or the last.

use super::{bits, lanes};
use crate::simd::portable::Portable;
use crate::simd::{Arithmetic32, Kernel, LANES, LANES8, Lanes32, LowerLanes, Simd, run_on_all};

/// The first eight lanes.
#[derive(Clone, Copy)]
struct FirstEight;

impl Kernel for FirstEight {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (rng, p, eight) = (&mut fastrand::Rng::with_seed(5), Portable, S::LowerLanes::of(s));
        let first = |v: [f32; LANES]| {
            let (first, _) = v.split_at(LANES8);
            bits::<LANES8>(std::array::from_fn(|lane| first[lane]))
        };
        for _ in 0..2000 {
            let (x, y, mask) = (lanes(rng), lanes(rng), rng.u32(0..1 << LANES8));
            let (a, b) = (eight.half(s.load_array(x), false), eight.half(s.load_array(y), false));
            let same =
                |ours, expected| assert_eq!(first(eight.to_array(ours)), first(expected), "{x:?} {y:?}");
            same(a, x);
            let upper = S::LowerLanes::IS_NARROWER && rng.bool();
            let half: [f32; LANES] =
                std::array::from_fn(|lane| x[(lane + LANES8 * usize::from(upper)) % LANES]);
            same(eight.half(s.load_array(x), upper), half);
            let first_half = s.to_array_u(eight.half_first(s.load_array_u(x.map(f32::to_bits)), upper));
            assert_eq!(first_half[..LANES8], half.map(f32::to_bits)[..LANES8]);
            same(eight.splat(x[0]), [x[0]; LANES]);
            same(eight.add(a, b), p.add(x, y));
            same(eight.sub(a, b), p.sub(x, y));
            same(eight.mul(a, b), p.mul(x, y));
            same(eight.div(a, b), p.div(x, y));
            same(eight.min(a, b), p.min(x, y));
            same(eight.max(a, b), p.max(x, y));
            same(eight.abs(a), p.abs(x));
            same(eight.select(mask, a, b), p.select(mask, x, y));
            assert_eq!((eight.lt(a, b) ^ p.lt(x, y)) & 255, 0);
            assert_eq!((eight.le(a, b) ^ p.le(x, y)) & 255, 0);
            assert_eq!((eight.eq(a, b) ^ p.eq(x, y)) & 255, 0);
            let lane = rng.usize(0..LANES8);
            assert_eq!(eight.extract(a, lane).to_bits(), x[lane].to_bits());
            let ordered = x.map(|x| if x.is_nan() { 0.0 } else { x });
            assert_eq!(
                eight.smallest(mask, eight.half(s.load_array(ordered), false)),
                p.smallest(mask, ordered)
            );
        }
    }
}

#[test]
fn the_first_eight_lanes_are_the_same() {
    run_on_all(FirstEight);
}
