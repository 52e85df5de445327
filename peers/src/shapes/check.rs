//! Answers against the truth in f64.

use super::ask::{DEPTH, Set, Situation};
use super::oracle::Oracle;
use super::rival::{Answers, Contender};
use super::shape::{Found, Kind, double};
use glam::DVec3;

/// What is neither here nor there, in parts of the size: about 0.03 mm of 0.3 m.
const SLACK: f64 = 1e-4;

/// The cosine of a degree.
const DEGREE: f64 = 0.999_847_7;

/// How far a library's answers are from the truth. Lengths are in parts of the size.
#[derive(Clone, Default)]
pub(super) struct Errors {
    /// Triangles that touch, or casts that hit; and those that were not found.
    pub(super) expected: usize,
    pub(super) missed: usize,
    /// Triangles that do not touch, or casts that miss, and were reported.
    pub(super) invented: usize,
    /// Shapes that touch, for which nothing at all was found.
    pub(super) empty: usize,
    pub(super) contacts: usize,
    /// Normals that are more than a degree off; only known on a flat floor.
    pub(super) normals: usize,
    pub(super) depth: f64,
    pub(super) late: f64,
    pub(super) early: f64,
}

impl Errors {
    pub(super) fn add(&mut self, other: &Errors) {
        self.expected += other.expected;
        self.missed += other.missed;
        self.invented += other.invented;
        self.empty += other.empty;
        self.contacts += other.contacts;
        self.normals += other.normals;
        self.depth = self.depth.max(other.depth);
        self.late = self.late.max(other.late);
        self.early = self.early.max(other.early);
    }

    /// Returns true if it answers another question: more than one in 20 is wrong.
    pub(super) fn differs(&self) -> bool {
        (self.missed + self.invented + self.empty) * 20 > self.expected.max(1)
    }
}

/// The truth about a set.
pub(super) struct Truth {
    /// For each shape, the triangles that touch, or nearly, and how deep.
    touching: Vec<Vec<super::oracle::Touched>>,
    /// For each cast, its time.
    times: Vec<Option<f64>>,
}

impl Truth {
    pub(super) fn new(oracle: &Oracle, set: &Set) -> Truth {
        let (mut touching, mut times) = (Vec::new(), Vec::new());
        for shape in &set.shapes {
            if Situation::CASTS.contains(&set.situation) {
                times.push(oracle.cast(set.kind, shape));
            } else {
                touching.push(oracle.touching(set.kind, shape, SLACK * set.size));
            }
        }
        Truth { touching, times }
    }

    /// The mean number of triangles that touch a shape, or the share of casts that hit.
    pub(super) fn mean(&self) -> f64 {
        let touching: usize = self.touching.iter().map(Vec::len).sum();
        let hits = self.times.iter().filter(|time| time.is_some()).count();
        (touching + hits) as f64 / (self.touching.len() + self.times.len()).max(1) as f64
    }

    pub(super) fn errors(
        &self,
        oracle: &Oracle,
        set: &Set,
        answers: &Answers,
        contender: &Contender,
        is_floor: bool,
    ) -> Errors {
        let mut errors = Errors::default();
        for i in 0..set.shapes.len() {
            if Situation::CASTS.contains(&set.situation) {
                self.check_cast(oracle, set, i, &answers.found[i], is_floor, &mut errors);
            } else {
                self.check_list(
                    oracle,
                    set,
                    i,
                    answers.list(i),
                    contender.each_triangle,
                    is_floor,
                    &mut errors,
                );
            }
        }
        errors
    }

    #[expect(clippy::too_many_arguments, reason = "all of them are looked at")]
    fn check_list(
        &self,
        oracle: &Oracle,
        set: &Set,
        i: usize,
        list: &[Found],
        each_triangle: bool,
        is_floor: bool,
        errors: &mut Errors,
    ) {
        let slack = SLACK * set.size;
        errors.contacts += list.len();
        // From its front, and by so much that rounding cannot hide it.
        let certain = || self.touching[i].iter().filter(|touched| touched.depth > slack && !touched.is_back);
        let any = certain().next().is_some();
        errors.empty += usize::from(any && list.is_empty());
        let deepest = |of: Option<u32>| {
            let those = list.iter().filter(|found| of.is_none_or(|triangle| found.triangle == triangle));
            those.map(|found| f64::from(found.value)).reduce(f64::max)
        };
        // Of a box and a triangle there is more than one depth, but none is more than how far it was pushed.
        let wrong = |found: f64, truth: f64| match set.kind {
            Kind::Box | Kind::Hull if is_floor => (found - DEPTH * set.size).abs(),
            Kind::Box | Kind::Hull => (found - DEPTH * set.size).max(0.0),
            _ => (found - truth).abs(),
        };
        if each_triangle {
            errors.expected += certain().count();
            for touched in certain() {
                match deepest(Some(touched.triangle)) {
                    Some(_) if set.kind.has_depths() => {}
                    Some(found) => errors.depth = errors.depth.max(wrong(found, touched.depth) / set.size),
                    None => errors.missed += 1,
                }
            }
        } else {
            errors.expected += usize::from(any);
        }
        let truth = certain().map(|touched| touched.depth).reduce(f64::max);
        if let (Some(found), Some(truth), true) =
            (deepest(None), truth, set.kind.has_depths() || !each_triangle)
        {
            errors.depth = errors.depth.max(wrong(found, truth) / set.size);
        }
        for found in list {
            let depth = oracle.depth(set.kind, &set.shapes[i], found.triangle);
            errors.invented += usize::from(depth.is_some_and(|depth| depth < -slack));
            if is_floor {
                errors.normals += usize::from(double(found.normal).dot(DVec3::Y) < DEGREE);
            }
        }
    }

    fn check_cast(
        &self,
        oracle: &Oracle,
        set: &Set,
        i: usize,
        found: &Found,
        is_floor: bool,
        errors: &mut Errors,
    ) {
        let shape = &set.shapes[i];
        let length = double(shape.displacement).length() / set.size;
        let time = f64::from(found.value);
        // A graze may go either way.
        let is_deep = |time: f64| {
            (1..=8).any(|k| {
                oracle.is_inside(set.kind, shape, time + f64::from(k) * 0.02 / length, SLACK * set.size)
            })
        };
        match self.times[i] {
            Some(truth) => {
                errors.expected += 1;
                if !time.is_finite() {
                    errors.missed += usize::from(is_deep(truth));
                    return;
                }
                let late = (time - truth) * length;
                if late > 0.0 && !is_deep(truth) {
                    return;
                }
                errors.late = errors.late.max(late);
                errors.early = errors.early.max(-late);
                if is_floor {
                    errors.contacts += 1;
                    errors.normals += usize::from(double(found.normal).dot(DVec3::Y) < DEGREE);
                }
            }
            None => {
                errors.expected += usize::from(is_floor);
                errors.invented += usize::from(time <= 1.0);
            }
        }
    }
}
