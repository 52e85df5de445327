//! Arithmetic on eight lanes: of numbers, of one number for all, and of integers.

use super::{bits, lanes, number};
use crate::simd::portable::PortableLanes8;
use crate::simd::{Kernel, LANES8, Simd, Simd8, run_on_all};

#[derive(Clone, Copy)]
struct Arithmetic8;

impl Arithmetic8 {
    /// Whole numbers that need no rounding.
    fn exact(rng: &mut fastrand::Rng) -> [f32; LANES8] {
        std::array::from_fn(|_| f32::from(rng.i16(-2000..2000)))
    }

    fn numbers<S: Simd8>(s: S, p: PortableLanes8, rng: &mut fastrand::Rng) {
        let (x, y) = (lanes(rng), lanes(rng));
        let (a, b) = (s.load_array(&x), s.load_array(&y));
        assert_eq!(bits(s.to_array(a)), bits(x));
        assert_eq!(bits(s.to_array(s.add(a, b))), bits(p.add(x, y)));
        assert_eq!(bits(s.to_array(s.sub(a, b))), bits(p.sub(x, y)));
        assert_eq!(bits(s.to_array(s.mul(a, b))), bits(p.mul(x, y)));
        assert_eq!(bits(s.to_array(s.min(a, b))), bits(p.min(x, y)), "{x:?} {y:?}");
        assert_eq!(bits(s.to_array(s.max(a, b))), bits(p.max(x, y)), "{x:?} {y:?}");
        assert_eq!(bits(s.to_array(s.abs(a))), bits(p.abs(x)));
        assert_eq!(bits(s.to_array(s.sqrt(s.abs(a)))), bits(p.sqrt(p.abs(x))));
        assert_eq!(s.le(a, b), p.le(x, y));
        let [k, l, m] = [(); 3].map(|()| Self::exact(rng));
        let [c, d, e] = [s.load_array(&k), s.load_array(&l), s.load_array(&m)];
        assert_eq!(s.to_array(s.about_mul_add(c, d, e)), p.about_mul_add(k, l, m));
        assert_eq!(s.to_array(s.about_mul_sub(c, d, e)), p.about_mul_sub(k, l, m));
        assert_eq!(s.to_array(s.about_neg_mul_add(c, d, e)), p.about_neg_mul_add(k, l, m));
        let bytes = std::array::from_fn(|_| rng.u8(..));
        assert_eq!(s.to_array(s.numbers(&bytes)), p.numbers(&bytes));
        let words = std::array::from_fn(|_| rng.u8(..));
        assert_eq!(s.to_array(s.numbers16(&words)), p.numbers16(&words));
        let index: [i32; LANES8] = std::array::from_fn(|_| rng.i32(..));
        let permuted = s.permute(a, s.load_array_i(&index));
        assert_eq!(bits(s.to_array(permuted)), bits(p.permute(x, index)));
        let zipped = s.zip(a, s.load_array_i(&index));
        for (lane, pair) in zipped.into_iter().enumerate() {
            assert_eq!(pair, [x[lane].to_bits(), index[lane].cast_unsigned()]);
        }
    }

    fn uniform<S: Simd8>(s: S, rng: &mut fastrand::Rng) {
        let all = |number: f32| bits([number; LANES8]);
        let (x, y) = (number(rng), number(rng));
        let (a, b) = (s.uniform(x), s.uniform(y));
        assert_eq!(bits(s.to_array(s.splat(a))), all(x));
        assert_eq!(bits(s.to_array(s.splat(s.uniform_sub(a, b)))), all(x - y));
        assert_eq!(bits(s.to_array(s.splat(s.uniform_mul(a, b)))), all(x * y));
        let [k, l, m, ..] = Self::exact(rng);
        let exact = s.uniform_about_mul_sub(s.uniform(k), s.uniform(l), s.uniform(m));
        assert_eq!(s.to_array(s.splat(exact)), [k * l - m; LANES8]);
        let [word, and, or] = [(); 3].map(|()| rng.u32(..));
        let number = s.splat(s.uniform_bits(word, and, or));
        assert_eq!(bits(s.to_array(number)), all(f32::from_bits(word & and | or)));
        let number = s.splat(s.uniform_integer(word, 0x7f_ffff));
        assert_eq!(s.to_array(number), [(word & 0x7f_ffff) as f32; LANES8]);
    }

    fn integers<S: Simd8>(s: S, p: PortableLanes8, rng: &mut fastrand::Rng) {
        let (x, y) = ([(); LANES8].map(|()| rng.i32(..)), [(); LANES8].map(|()| rng.i32(-3..4)));
        let (a, b) = (s.load_array_i(&x), s.load_array_i(&y));
        let same = |ours: S::I, expected: [i32; LANES8]| {
            assert_eq!(s.to_array_u(ours), expected.map(i32::cast_unsigned), "{x:?} {y:?}");
        };
        same(a, x);
        same(s.splat_i(x[0]), [x[0]; LANES8]);
        same(s.permute_i(a, b), p.permute_i(x, y));
        let bytes: Vec<u8> = x.iter().flat_map(|x| x.to_le_bytes()).collect();
        same(s.load_integers(bytes.first_chunk().expect("eight words")), x);
        same(s.add_i(a, b), p.add_i(x, y));
        same(s.sub_i(a, b), p.sub_i(x, y));
        same(s.min_i(a, b), p.min_i(x, y));
        same(s.max_i(a, b), p.max_i(x, y));
        same(s.and_i(a, b), p.and_i(x, y));
        same(s.or_i(a, b), p.or_i(x, y));
        same(s.shift_left::<30>(a), p.shift_left::<30>(x));
        same(s.shift_right::<23>(a), p.shift_right::<23>(x));
        let counts = [(); LANES8].map(|()| rng.i32(0..32));
        same(s.shift_right_signed(a, s.load_array_i(&counts)), p.shift_right_signed(x, counts));
        same(s.gt_i(a, b), p.gt_i(x, y));
        same(s.gt_i(b, s.splat_i(0)), p.gt_i(y, [0; LANES8]));
        same(s.select_i(s.gt_i(a, b), a, b), p.max_i(x, y));
        same(s.splat_lane::<0>(a), [x[0]; LANES8]);
        same(s.splat_lane::<2>(a), [x[2]; LANES8]);
        same(s.splat_lane::<5>(a), [x[5]; LANES8]);
        same(s.splat_lane::<7>(a), [x[7]; LANES8]);
        assert_eq!(s.signs(a), p.signs(x));
        let bytes = std::array::from_fn(|_| rng.u8(..));
        same(s.load_twice(&bytes), p.load_twice(&bytes));
        let bytes = std::array::from_fn(|_| rng.u8(..));
        same(s.integers(&bytes), p.integers(&bytes));
        let words = std::array::from_fn(|_| rng.u8(..));
        same(s.integers16(&words), p.integers16(&words));
    }
}

impl Kernel for Arithmetic8 {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (rng, s) = (&mut fastrand::Rng::with_seed(3), s.lanes8());
        for _ in 0..2000 {
            Self::numbers(s, PortableLanes8, rng);
            Self::uniform(s, rng);
            Self::integers(s, PortableLanes8, rng);
        }
    }
}

#[test]
fn eight_lanes_are_the_same() {
    run_on_all(Arithmetic8);
}
