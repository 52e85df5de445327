//! Poses of two copies of a mesh, from one deep in the other to apart, by a seeded generator.

use crate::overlap::Relation;
use crate::storage::Storage;
use crate::traverse;
use anyhow::Result;
use carom::geometry::{Aabb, Pose, PoseMatrix, Quat, Vec3};
use serde::Serialize;

/// The distance of the centres, in parts of the distance at which the two just touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Class {
    Deep,
    Half,
    Shallow,
    Graze,
    Apart,
}

impl Class {
    pub(crate) const ALL: [Class; 5] = [Class::Deep, Class::Half, Class::Shallow, Class::Graze, Class::Apart];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Class::Deep => "deep",
            Class::Half => "half",
            Class::Shallow => "shallow",
            Class::Graze => "graze",
            Class::Apart => "apart",
        }
    }

    pub(crate) fn distance(self) -> f32 {
        match self {
            Class::Deep => 0.2,
            Class::Half => 0.5,
            Class::Shallow => 0.9,
            Class::Graze => 0.995,
            Class::Apart => 1.02,
        }
    }
}

/// So many pairs of poses of each class, in the order of [`Class::ALL`].
pub(crate) fn all(tree: &impl Storage, bounds: &Aabb, count: usize) -> Result<Vec<Vec<Relation>>> {
    let rng = &mut fastrand::Rng::with_seed(2007);
    let mut classes: Vec<Vec<Relation>> = Class::ALL.iter().map(|_| Vec::new()).collect();
    for _ in 0..count {
        let rotations = [turn(rng), turn(rng)];
        let direction = turn(rng) * Vec3::X;
        let at = |distance: f32| -> Result<Relation> {
            Ok(Relation::new(posed(bounds, rotations, direction * distance)?, [bounds, bounds]))
        };
        // The meshes touch at the nearer end, and do not at the farther one.
        let (mut near, mut far) = (0.0, (bounds.max - bounds.min).length());
        for _ in 0..20 {
            let middle = 0.5 * (near + far);
            let touch = traverse::pairs::<_, false>([tree, tree], &at(middle)?).pairs > 0;
            *(if touch { &mut near } else { &mut far }) = middle;
        }
        for (class, relations) in Class::ALL.iter().zip(&mut classes) {
            relations.push(at(far * class.distance())?);
        }
    }
    Ok(classes)
}

/// The centres of both boxes `apart`, each mesh turned about its own.
fn posed(bounds: &Aabb, rotations: [Quat; 2], apart: Vec3) -> Result<[PoseMatrix; 2]> {
    let center = (bounds.min + bounds.max) * 0.5;
    let pose = |rotation: Quat, at: Vec3| {
        let pose = Pose { rotation, translation: at - rotation * center, scale: 1.0 };
        pose.matrix(|| "pose".into())
    };
    Ok([pose(rotations[0], Vec3::ZERO)?, pose(rotations[1], apart)?])
}

/// A rotation, all equally likely.
fn turn(rng: &mut fastrand::Rng) -> Quat {
    loop {
        let q = Quat::from_array(std::array::from_fn(|_| 2.0 * rng.f32() - 1.0));
        if (0.01..1.0).contains(&q.length_squared()) {
            return q.normalize();
        }
    }
}
