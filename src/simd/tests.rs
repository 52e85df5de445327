//! Every level does, bit for bit, what the portable one does.

use super::dispatch::run_on;
use super::portable::{Portable, PortableLanes8};
use super::{
    Arithmetic32, Arithmetic64, Doubles, Kernel, LANES, LANES8, Lanes32, LowerLanes, Scalar64, Simd, Simd8,
    SimdLevel, WHOLE, width,
};

/// Numbers that arithmetic stumbles over.
const NASTY: [f32; 12] =
    [0.0, -0.0, 1.0, -1.0, f32::INFINITY, -f32::INFINITY, f32::NAN, 1e-42, -1e-42, 1e38, -3e38, f32::EPSILON];

fn number(rng: &mut fastrand::Rng) -> f32 {
    if rng.u8(0..3) == 0 { rng.choice(NASTY).unwrap_or(0.0) } else { rng.f32() * 4.0 - 2.0 }
}

fn lanes<const N: usize>(rng: &mut fastrand::Rng) -> [f32; N] {
    std::array::from_fn(|_| number(rng))
}

/// The same bits; one NaN is like another.
fn bits<const N: usize>(v: [f32; N]) -> [u32; N] {
    v.map(|x| if x.is_nan() { f32::NAN } else { x }.to_bits())
}

/// Runs on every level that there is.
fn on_every_level(kernel: impl Kernel<Output = ()> + Copy) {
    SimdLevel::available().for_each(|level| run_on(level, kernel));
}

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
            let (a, b) = (eight.lower(s.load_array(x)), eight.lower(s.load_array(y)));
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
            assert_eq!(eight.smallest(mask, eight.lower(s.load_array(ordered))), p.smallest(mask, ordered));
        }
    }
}

#[derive(Clone, Copy)]
struct BitFields;

impl Kernel for BitFields {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (rng, p) = (&mut fastrand::Rng::with_seed(2), Portable);
        for code in 0..32 {
            for zeros in 0..16 {
                let bytes: [u8; 64] = std::array::from_fn(|_| rng.u8(..));
                let base = rng.u32(..);
                let fields = s.unpack(&bytes, code, zeros, base);
                let expected = p.unpack(&bytes, code, zeros, base);
                assert_eq!(s.to_array_u(fields), expected, "{code} {zeros}");
                assert_eq!(bits(s.to_array(s.as_f32(fields))), bits(p.as_f32(expected)));
                assert_eq!(bits(s.to_array(s.load_bytes(&bytes))), bits(p.load_bytes(&bytes)));
                let (spread, expected) = (s.spread(&bytes, code), p.spread(&bytes, code));
                let mask = ((1u64 << width(code)) - 1) as u32;
                assert_eq!(s.to_array_u(spread).map(|c| c & mask), expected.map(|c| c & mask));
                let (table, other) = (lanes(rng), lanes(rng));
                // The corners of layout WIDE: three fields of four or five bits.
                let small = [s.spread(&bytes, 12), s.shift_right::<8>(s.spread(&bytes, 12))];
                let expected = [p.spread(&bytes, 12), p.shift_right::<8>(p.spread(&bytes, 12))];
                for (small, expected) in small.into_iter().zip(expected) {
                    assert_eq!(s.to_array_u(small).map(|c| c & 15), expected.map(|c| c & 15));
                    let corner = s.permute(s.load_array(table), small);
                    assert_eq!(bits(s.to_array(corner)), bits(p.permute(table, expected)));
                }
                let large = s.shift_right::<10>(s.spread(&bytes, 15));
                let expected = p.shift_right::<10>(p.spread(&bytes, 15));
                assert_eq!(s.to_array_u(large).map(|c| c & 31), expected.map(|c| c & 31));
                let corner = s.permute_two([s.load_array(table), s.load_array(other)], large);
                assert_eq!(bits(s.to_array(corner)), bits(p.permute_two([table, other], expected)));
            }
        }
    }
}

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

#[derive(Clone, Copy)]
struct ArithmeticOfDoubles;

impl ArithmeticOfDoubles {
    fn number(rng: &mut fastrand::Rng) -> f64 {
        let nasty = [0.0, -0.0, f64::NAN, f64::INFINITY, -f64::INFINITY, 5e-324, 1e300, -1e300];
        if rng.u8(0..3) == 0 { nasty[rng.usize(..nasty.len())] } else { rng.f64() * 4.0 - 2.0 }
    }

    fn bits(v: [f64; LANES8]) -> [u64; LANES8] {
        v.map(|x| if x.is_nan() { f64::NAN } else { x }.to_bits())
    }

    fn check<D: Doubles>(d: D, rng: &mut fastrand::Rng) {
        let [x, y, z] = [(); 3].map(|()| [(); LANES8].map(|()| Self::number(rng)));
        let (a, b, c) = (d.load_array(&x), d.load_array(&y), d.load_array(&z));
        let one = Scalar64;
        let each = |f: &dyn Fn(usize) -> f64| Self::bits(std::array::from_fn(f));
        assert_eq!(Self::bits(d.to_array(d.splat(x[0]))), each(&|_| x[0]));
        assert_eq!(Self::bits(d.to_array(d.add(a, b))), each(&|i| one.add(x[i], y[i])));
        assert_eq!(Self::bits(d.to_array(d.sub(a, b))), each(&|i| one.sub(x[i], y[i])));
        assert_eq!(Self::bits(d.to_array(d.mul(a, b))), each(&|i| one.mul(x[i], y[i])));
        let both = d.to_array(d.select(d.and(d.lt(a, b), d.lt(b, c)), a, c));
        let expected = |i: usize| one.select(one.and(one.lt(x[i], y[i]), one.lt(y[i], z[i])), x[i], z[i]);
        assert_eq!(Self::bits(both), each(&expected));
        let either = d.to_array(d.select(d.or(d.le(a, b), d.le(b, c)), a, c));
        let expected = |i: usize| one.select(one.or(one.le(x[i], y[i]), one.le(y[i], z[i])), x[i], z[i]);
        assert_eq!(Self::bits(either), each(&expected));
        let some = rng.u32(0..1 << LANES8);
        let chosen = d.to_array(d.select(d.and(d.lanes(some), d.le(a, b)), a, c));
        let expected = |i: usize| one.select(some >> i & 1 != 0 && one.le(x[i], y[i]), x[i], z[i]);
        assert_eq!(Self::bits(chosen), each(&expected));
    }
}

impl Kernel for ArithmeticOfDoubles {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let rng = &mut fastrand::Rng::with_seed(6);
        for _ in 0..2000 {
            Self::check(s.doubles(), rng);
        }
    }
}

/// Whatever the keys are, each lane whose bit is set is there once, and no other.
#[derive(Clone, Copy)]
struct Sorting;

impl Sorting {
    /// Returns true if two keys are in order, but for their lowest bits, which may be ignored. Negative ones come first, in any
    /// order.
    fn in_order(near: f32, far: f32) -> bool {
        near.is_sign_negative() || near <= far || near <= far + far.abs() * 1e-6 + f32::from_bits(7)
    }

    fn check<S: Simd8>(s: S, mask: u32, keys: &[f32; LANES8]) {
        let (count, all) = (mask.count_ones() as usize, s.load_array(keys));
        let set = &s.to_array_u(s.set_lanes(mask))[..count];
        assert!(set.iter().copied().eq((0..8).filter(|lane| mask >> lane & 1 != 0)));
        let sorted = &s.to_array_u(s.sort_lanes_descending(mask, all))[..count];
        assert_eq!(sorted.iter().fold(0, |all, lane| all | 1 << lane), mask, "{keys:?}");
        assert!(sorted.is_sorted_by(|&a, &b| Self::in_order(keys[b as usize], keys[a as usize])), "{keys:?}");
        if mask != 0 {
            assert_eq!(sorted.last(), Some(&s.smallest_lane(mask, all)), "{keys:?}");
        }
    }
}

impl Kernel for Sorting {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (rng, s) = (&mut fastrand::Rng::with_seed(4), s.lanes8());
        for mask in 0..256 {
            for _ in 0..50 {
                let bits: [u32; LANES8] =
                    std::array::from_fn(|_| rng.u32(..) & [0x8000_000f, u32::MAX][rng.usize(..2)]);
                let keys = bits.map(f32::from_bits).map(|key| if key.is_nan() { number(rng) } else { key });
                let keys = keys.map(|key| if key.is_nan() { -0.0 } else { key });
                Self::check(s, mask, &keys);
                // Some keys alike, as those of boxes around the origin are.
                Self::check(s, mask, &keys.map(|key| if rng.bool() { 0.0 } else { key }));
                // The smallest lane is one of them, whichever; arithmetic has but one NaN, of any sign.
                let keys = keys.map(|key| [key, f32::NAN, -f32::NAN][rng.usize(..3)]);
                let smallest = s.smallest_lane(mask, s.load_array(&keys));
                assert!(mask == 0 || mask >> smallest & 1 != 0, "{keys:?}");
            }
        }
    }
}

#[test]
fn lane_arithmetic_is_the_same() {
    on_every_level(Arithmetic);
}

#[test]
fn the_first_eight_lanes_are_the_same() {
    on_every_level(FirstEight);
}

#[test]
fn bit_fields_are_the_same() {
    on_every_level(BitFields);
}

#[test]
fn eight_lanes_are_the_same() {
    on_every_level(Arithmetic8);
}

#[test]
fn doubles_are_the_same() {
    on_every_level(ArithmeticOfDoubles);
}

#[test]
fn each_lane_is_sorted_once() {
    on_every_level(Sorting);
}
