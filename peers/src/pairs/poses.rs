//! Poses by class, which is the depth of the meshes in each other.

use super::carom::Cooked;
use super::place::{Place, Subject};
use carom::geometry::{PoseMatrix, Quat, Vec3};
use carom::mesh::PosePair;

/// The classes, and the distances of the second mesh from the place at which their middles meet, in shares of
/// the distance at which they touch first on the way in.
pub(super) const CLASSES: &[(&str, f64)] =
    &[("deep", 0.15), ("half", 0.6), ("shallow", 0.93), ("graze", 0.9985), ("apart", 1.01)];

/// The class of identical poses.
pub(super) const SAME: &str = "same";

/// A pose of a class.
pub(super) struct Posed {
    pub(super) class: &'static str,
    pub(super) place: Place,
}

/// `count` directions, each with a rotation; for each of them a pose of every class that is wanted.
pub(super) fn poses(subject: &Subject, cooked: &Cooked, count: usize, wanted: &[&str]) -> Vec<Posed> {
    let mut random = fastrand::Rng::with_seed(42);
    let mut posed = Vec::new();
    for _ in 0..count {
        let rotation = rotation(&mut random);
        let direction = self::rotation(&mut random) * Vec3::X;
        let matrix = |distance: f64| matrix(subject, rotation, direction, distance);
        let touches = |distance: f64| cooked.touches(PosePair { b: matrix(distance), ..PosePair::default() });
        let contact = contact(subject, touches);
        let classes = CLASSES.iter().filter(|(class, _)| wanted.contains(class));
        posed.extend(classes.map(|&(class, share)| {
            let place = Place::new(subject.b, matrix(share * contact), rotation);
            Posed { class, place }
        }));
    }
    posed
}

/// Identical poses.
pub(super) fn same(subject: &Subject) -> Posed {
    let place = Place::new(subject.b, PoseMatrix::IDENTITY, Quat::IDENTITY);
    Posed { class: SAME, place }
}

/// The distance of the middles at which the meshes first touch on the way in.
fn contact(subject: &Subject, touches: impl Fn(f64) -> bool) -> f64 {
    let reach = f64::from(subject.a.diagonal() + subject.b.diagonal()) * 0.5;
    let step = reach * 0.01;
    let steps = (0..100).map(|k| reach - step * f64::from(k));
    let mut inside = steps.into_iter().find(|&distance| touches(distance)).unwrap_or(step);
    let mut outside = inside + step;
    for _ in 0..20 {
        let middle = (inside + outside) * 0.5;
        *(if touches(middle) { &mut inside } else { &mut outside }) = middle;
    }
    inside
}

/// The second mesh turned about its middle, which is `distance` from the first one's.
fn matrix(subject: &Subject, rotation: Quat, direction: Vec3, distance: f64) -> PoseMatrix {
    let middle = |mesh: &crate::mesh::Mesh| (mesh.bounds.min + mesh.bounds.max) * 0.5;
    let columns = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| rotation * axis);
    let rows = [0, 1, 2].map(|row| Vec3::from(columns.map(|column| column[row])));
    let place = middle(subject.a) + direction * distance as f32;
    let translation = place - Vec3::from(rows.map(|row| row.dot(middle(subject.b))));
    PoseMatrix { rows, translation }
}

/// Every rotation as likely: four numbers in a ball, made a unit quaternion.
fn rotation(random: &mut fastrand::Rng) -> Quat {
    loop {
        let [x, y, z, w] = [0; 4].map(|_| random.f32() * 2.0 - 1.0);
        let length = x * x + y * y + z * z + w * w;
        if length > 0.01 && length <= 1.0 {
            return Quat::from_xyzw(x, y, z, w).normalize();
        }
    }
}
