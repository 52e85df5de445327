//! Arithmetic on sixteen lanes.

use super::{bits, lanes, number};
use crate::simd::portable::Portable;
use crate::simd::{Arithmetic32, Kernel, LANES, Lanes32, Simd, WHOLE, run_on_all};

#[derive(Clone, Copy)]
struct Arithmetic;

impl Kernel for Arithmetic {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (rng, p) = (&mut fastrand::Rng::with_seed(1), Portable);
        for _ in 0..2000 {
            let (x, y, mask) = (lanes(rng), lanes(rng), rng.u32(0..1 << LANES));
            let (a, b) = (s.load_array(x), s.load_array(y));
            assert_eq!(bits(s.to_array(a)), bits(x));
            let lane = rng.usize(0..LANES);
            assert_eq!(s.extract(a, lane).to_bits(), x[lane].to_bits());
            assert_eq!(bits(s.to_array(s.splat(x[0]))), bits([x[0]; LANES]));
            assert_eq!(bits(s.to_array(s.add(a, b))), bits(p.add(x, y)));
            assert_eq!(bits(s.to_array(s.sub(a, b))), bits(p.sub(x, y)));
            assert_eq!(bits(s.to_array(s.mul(a, b))), bits(p.mul(x, y)));
            assert_eq!(bits(s.to_array(s.div(a, b))), bits(p.div(x, y)));
            assert_eq!(bits(s.to_array(s.min(a, b))), bits(p.min(x, y)), "{x:?} {y:?}");
            assert_eq!(bits(s.to_array(s.max(a, b))), bits(p.max(x, y)), "{x:?} {y:?}");
            assert_eq!(bits(s.to_array(s.abs(a))), bits(p.abs(x)));
            // Not of negative numbers: compilers may give their NaN another sign.
            assert_eq!(bits(s.to_array(s.sqrt(s.abs(a)))), bits(p.sqrt(p.abs(x))));
            let whole: [f32; LANES] = std::array::from_fn(|_| f32::from(rng.i16(-2000..2000)));
            assert_eq!(s.about_sum(s.load_array(whole)), p.about_sum(whole));
            assert_eq!(s.lt(a, b), p.lt(x, y));
            assert_eq!(s.le(a, b), p.le(x, y));
            assert_eq!(s.eq(a, b), p.eq(x, y));
            let [c, d, e, f] = [0; 4].map(|_| lanes(rng));
            let ours = |v| s.load_array(v);
            let touching = s.boxes_touch(
                [[a, ours(c), ours(d)], [ours(e), b, ours(f)]],
                [[b, ours(f), ours(e)], [a, ours(d), ours(c)]],
            );
            assert_eq!(touching, p.boxes_touch([[x, c, d], [e, y, f]], [[y, f, e], [x, d, c]]));
            assert_eq!(
                s.signs(s.load_array(bits(x).map(f32::from_bits))),
                p.signs(bits(x).map(f32::from_bits))
            );
            assert_eq!(bits(s.to_array(s.select(mask, a, b))), bits(p.select(mask, x, y)));
            let ordered = x.map(|x| if x.is_nan() { 0.0 } else { x });
            assert_eq!(s.smallest(mask, s.load_array(ordered)), p.smallest(mask, ordered));
            let four = [x, y, [y[0]; LANES], x].map(|v| v.map(|x| if x.is_nan() { 1.0 } else { x }));
            assert_eq!(s.smallest_of_each(four.map(|v| s.load_array(v))), p.smallest_of_each(four));
            assert_eq!(s.largest(mask, s.load_array(ordered)), p.largest(mask, ordered));
            assert_eq!(bits(s.to_array(s.swap_halves(a))), bits(p.swap_halves(x)));
            let fields: [u8; 64] = std::array::from_fn(|_| rng.u8(..));
            let some = mask.count_ones() as usize;
            let ours = s.compress(mask, s.unpack(&fields, WHOLE, 0, 0));
            assert_eq!(ours[..some], p.compress(mask, p.unpack(&fields, WHOLE, 0, 0))[..some]);
            let rows = std::array::from_fn(|_| std::array::from_fn(|_| number(rng)));
            let (ours, expected) = (s.transpose(&rows), p.transpose(&rows));
            ours.into_iter().zip(expected).for_each(|(a, b)| assert_eq!(bits(s.to_array(a)), bits(b)));
            let bytes = std::array::from_fn(|_| rng.u8(..));
            assert_eq!(s.to_array(s.numbers(&bytes)), p.numbers(&bytes));
            let words = std::array::from_fn(|_| rng.u8(..));
            assert_eq!(s.to_array(s.numbers16(&words)), p.numbers16(&words));
            // Whole numbers that need no rounding.
            let [k, l, m] = [0; 3].map(|_| std::array::from_fn(|_| f32::from(rng.i16(-2000..2000))));
            let exact = s.about_mul_sub(s.load_array(k), s.load_array(l), s.load_array(m));
            assert_eq!(s.to_array(exact), p.about_mul_sub(k, l, m));
            let exact = s.about_mul_add(s.load_array(k), s.load_array(l), s.load_array(m));
            assert_eq!(s.to_array(exact), p.about_mul_add(k, l, m));
            let words = [0; LANES].map(|_| rng.u32(..));
            assert_eq!(s.to_array_u(s.load_array_u(words)), words);
        }
    }
}

#[test]
fn lane_arithmetic_is_the_same() {
    run_on_all(Arithmetic);
}
