//! A generated landscape: a height field of ridged and plain value noise, the same on every machine.

/// Vertices along a side; 2 million triangles.
const SIDE: usize = 1001;
const OCTAVES: u32 = 9;

/// The corners of a square of 1000 units, y up, and its triangles.
pub(super) fn terrain() -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
    let mut positions = Vec::with_capacity(SIDE * SIDE);
    for row in 0..SIDE {
        for column in 0..SIDE {
            let (x, z) = (column as f64, row as f64);
            positions.push([x as f32, height(x / 250.0, z / 250.0) as f32, z as f32]);
        }
    }
    let mut triangles = Vec::with_capacity(2 * (SIDE - 1) * (SIDE - 1));
    for row in 0..SIDE - 1 {
        for column in 0..SIDE - 1 {
            let a = (row * SIDE + column) as u32;
            let (b, c) = (a + 1, a + SIDE as u32);
            triangles.extend([[a, c, b], [b, c, c + 1]]);
        }
    }
    (positions, triangles)
}

fn height(x: f64, z: f64) -> f64 {
    let (mut sum, mut amplitude, mut frequency) = (0.0, 90.0, 1.0);
    for octave in 0..OCTAVES {
        let ridge = 1.0 - noise(x * frequency, z * frequency, octave).abs();
        let plain = noise(x * frequency + 31.7, z * frequency + 12.3, octave + OCTAVES);
        sum += amplitude * (0.7 * ridge * ridge + 0.3 * plain);
        (amplitude, frequency) = (amplitude * 0.48, frequency * 2.0);
    }
    sum
}

/// Smoothly interpolated random values at whole numbers, from -1 to 1.
fn noise(x: f64, z: f64, octave: u32) -> f64 {
    let (column, row) = (x.floor(), z.floor());
    let smooth = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let (u, v) = (smooth(x - column), smooth(z - row));
    let at = |dx: i64, dz: i64| value(column as i64 + dx, row as i64 + dz, octave);
    let mix = |a: f64, b: f64, t: f64| a + (b - a) * t;
    mix(mix(at(0, 0), at(1, 0), u), mix(at(0, 1), at(1, 1), u), v)
}

/// A value from -1 to 1 that depends on the three numbers alone (the finaliser of SplitMix64).
fn value(column: i64, row: i64, octave: u32) -> f64 {
    let mut bits = (column as u64) << 40 ^ (row as u64) << 16 ^ u64::from(octave);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    (bits >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}
