//! Every level does, bit for bit, what the portable one does.

mod bit_fields;
mod doubles;
mod eight;
mod first_eight;
mod order;
mod sixteen;

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
