//! Arithmetic on eight lanes of f64.

use crate::simd::{Arithmetic64, Doubles, Kernel, LANES8, Scalar64, Simd, run_on_all};

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

#[test]
fn doubles_are_the_same() {
    run_on_all(ArithmeticOfDoubles);
}
