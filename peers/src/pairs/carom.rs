//! carom: two meshes of layout WIDE, in the machine's best instruction set and in AVX2.

use super::place::{Place, Subject};
use super::rival::{Contender, Rival};
use crate::work::Work;
use anyhow::Result;
use carom::mesh::{CookOptions, Filter, Mesh, MeshDistance, MeshInput, PairCounts, PosePair, TrianglePair};
use carom::{SimdLevel, set_simd_level};
use std::rc::Rc;

const WORKS: &[Work] = &[Work::PairsAll, Work::PairsFirst, Work::MeshDistance];

/// Two cooked meshes.
#[derive(Clone)]
pub(super) struct Cooked {
    a: Rc<Mesh<'static>>,
    b: Rc<Mesh<'static>>,
}

impl Cooked {
    pub(super) fn new(subject: &Subject) -> Result<Cooked> {
        let cook = |mesh: &crate::mesh::Mesh| {
            let input = MeshInput::new(mesh.positions(), mesh.triangles.as_flattened());
            Mesh::build(&input, CookOptions { thread_count: 1, ..CookOptions::default() }).map(Rc::new)
        };
        let a = cook(subject.a)?;
        let b = if subject.is_one() { Rc::clone(&a) } else { cook(subject.b)? };
        Ok(Cooked { a, b })
    }

    pub(super) fn bytes(&self) -> usize {
        let b = if Rc::ptr_eq(&self.a, &self.b) { 0 } else { self.b.bytes().len() };
        self.a.bytes().len() + b
    }

    pub(super) fn touches(&self, poses: PosePair) -> bool {
        let mut found = [0u8];
        let all = Filter::default();
        self.a.overlap_mesh(&self.b, &[poses], [&all, &all], &mut found[..]).expect("the pose is rigid");
        found[0] != 0
    }

    pub(super) fn counts(&self, place: &Place) -> PairCounts {
        let all = Filter::default();
        self.a.overlap_mesh_counts(&self.b, &poses(place), [&all, &all]).expect("the pose is rigid")
    }
}

fn poses(place: &Place) -> PosePair {
    PosePair { b: place.matrix, ..PosePair::default() }
}

/// carom, asked.
pub(super) struct Carom {
    cooked: Cooked,
    level: Option<SimdLevel>,
    poses: PosePair,
    list: Vec<TrianglePair>,
    count: usize,
}

impl Carom {
    pub(super) fn new(cooked: Cooked, level: Option<SimdLevel>) -> Carom {
        let list = vec![TrianglePair::default(); 1 << 16];
        Carom { cooked, level, poses: PosePair::default(), list, count: 0 }
    }

    /// The last list.
    pub(super) fn list(&self) -> &[TrianglePair] {
        &self.list[..self.count]
    }

    /// With more room where it was too little.
    fn all(&mut self) -> usize {
        let (Cooked { a, b }, all) = (&self.cooked, Filter::default());
        loop {
            let lists = a.overlap_mesh_all(b, &[self.poses], [&all, &all], &mut (), &mut self.list[..]);
            let lists = lists.expect("the pose is rigid");
            self.count = lists.written;
            if lists.written == lists.total {
                return lists.total;
            }
            self.list.resize(lists.total, TrianglePair::default());
        }
    }
}

impl Rival for Carom {
    fn place(&mut self, place: &Place) {
        self.poses = poses(place);
    }

    fn ask(&mut self, work: Work) -> f64 {
        set_simd_level(self.level).expect("it was available before");
        match work {
            Work::PairsAll => self.all() as f64,
            Work::PairsFirst => f64::from(u8::from(self.cooked.touches(self.poses))),
            _ => {
                let (Cooked { a, b }, all) = (&self.cooked, Filter::default());
                let mut answers = [MeshDistance::NONE];
                a.distance(b, &[self.poses], f32::INFINITY, [&all, &all], &mut answers[..])
                    .expect("the pose is rigid");
                answers[0].distance.into()
            }
        }
    }
}

/// The best instruction set first; AVX2 beside it where that is another one.
pub(super) fn contenders(cooked: &Cooked) -> Vec<Contender<'static>> {
    let contender = |configuration, level| Contender {
        library: "carom",
        configuration,
        works: WORKS,
        rival: Box::new(Carom::new(cooked.clone(), level)),
        exact: true,
        quick: true,
    };
    let mut contenders = vec![contender("wide", None)];
    // The contender that was asked last may have chosen another one.
    set_simd_level(None).expect("the machine's best is there");
    let avx2 = SimdLevel::available().find(|level| level.name() == "avx2");
    if avx2.is_some() && carom::simd_level().name() != "avx2" {
        contenders.push(contender("wide avx2", avx2));
    }
    contenders
}
