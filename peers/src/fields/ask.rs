//! The points at which fields are sampled.

use super::subject::Subject;
use carom::geometry::Vec3;
use carom::sdf::SdfSlice;

/// Points of a kind.
pub(super) struct Points {
    pub(super) name: &'static str,
    pub(super) points: Vec<Vec3>,
    /// The pixels that they are, if they are any.
    pub(super) slices: Vec<SdfSlice>,
}

/// So many points of each kind.
pub(super) const COUNT: usize = 1 << 18;

/// Those of all kinds.
pub(super) fn all(subject: &Subject) -> [Points; 3] {
    let slices: Vec<SdfSlice> = (0..4).map(|i| slice(subject, i)).collect();
    let pixels = |slice: &SdfSlice| {
        let SdfSlice { origin, right, down, width, height } = *slice;
        let row = move |y| (0..width).map(move |x| (origin + right * x as f32) + down * y as f32);
        (0..height).flat_map(row)
    };
    let coherent = slices.iter().flat_map(pixels).collect();
    [
        Points { name: "coherent", points: coherent, slices },
        Points { name: "random", points: random(subject), slices: Vec::new() },
        Points { name: "near", points: near(subject), slices: Vec::new() },
    ]
}

/// One of four slices.
fn slice(subject: &Subject, number: u32) -> SdfSlice {
    let (low, size) = (subject.grid.bounds().min, subject.grid.bounds().max - subject.grid.bounds().min);
    let step = size / 256.0;
    SdfSlice {
        origin: low + step * 0.5 + Vec3::Z * size.z * (number as f32 + 0.5) / 4.0,
        right: Vec3::X * step.x,
        down: Vec3::Y * step.y,
        width: 256,
        height: 256,
    }
}

/// Anywhere in the grid's box.
fn random(subject: &Subject) -> Vec<Vec3> {
    let (low, size) = (subject.grid.bounds().min, subject.grid.bounds().max - subject.grid.bounds().min);
    let mut random = fastrand::Rng::with_seed(2);
    (0..COUNT).map(|_| low + size * Vec3::from([0; 3].map(|_| random.f32()))).collect()
}

/// Up to a cell along each axis from a point of any triangle.
fn near(subject: &Subject) -> Vec<Vec3> {
    let mut random = fastrand::Rng::with_seed(3);
    let mut point = || {
        let [a, b, c] = subject.mesh.corners(random.usize(0..subject.mesh.triangles.len()));
        let (u, v) = (random.f32(), random.f32());
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        let aside = Vec3::from([0; 3].map(|_| 2.0 * random.f32() - 1.0)) * subject.grid.cell();
        a + (b - a) * u + (c - a) * v + aside
    };
    (0..COUNT).map(|_| point()).collect()
}
