//! Helpers of the tests of BSP trees, which ask one question at a time.

use super::solid::{Polygon, World, nearest_of};
use carom::bsp::*;
use carom::geometry::{Ray, Sphere, SphereCast, Vec3};
use glam::DVec3;
use std::path::PathBuf;

pub fn build(world: &World) -> Bsp<'static> {
    Bsp::build(&world.input(), &BspOptions::default()).unwrap()
}

pub fn check(bsp: &Bsp, center: DVec3, radius: f32, mode: SphereMode, filter: &Filter) -> bool {
    let mut answer = [7];
    let sphere = Sphere { center: center.as_vec3(), radius };
    bsp.overlap_sphere(&[sphere], mode, filter, &mut answer[..]).unwrap();
    assert!(answer[0] < 2);
    answer[0] == 1
}

pub fn exact(bsp: &Bsp, center: DVec3, radius: f32) -> bool {
    check(bsp, center, radius, SphereMode::Exact, &Filter::default())
}

pub fn threshold(bsp: &Bsp, center: DVec3, radius: f32) -> bool {
    check(bsp, center, radius, SphereMode::Threshold, &Filter::default())
}

pub fn contains(bsp: &Bsp, point: DVec3, filter: &Filter) -> PointContent {
    let mut answer = [PointContent { brush: 7, attributes: 7 }];
    bsp.contains_point(&[point.as_vec3()], filter, &mut answer[..]).unwrap();
    answer[0]
}

pub fn collide(bsp: &Bsp, center: DVec3, radius: f32, filter: &Filter) -> BspContact {
    let mut answer = [BspContact::MISS];
    let sphere = Sphere { center: center.as_vec3(), radius };
    bsp.collide_sphere(&[sphere], filter, &mut answer[..]).unwrap();
    answer[0]
}

pub fn cast(bsp: &Bsp, origin: Vec3, radius: f32, displacement: Vec3) -> BspCastHit {
    let mut answer = [BspCastHit::MISS];
    let cast = SphereCast { origin, radius, displacement };
    bsp.cast_sphere(&[cast], &Filter::default(), &mut answer[..]).unwrap();
    answer[0]
}

pub fn raycast(bsp: &Bsp, ray: Ray) -> BspCastHit {
    let mut answer = [BspCastHit::MISS];
    bsp.raycast(&[ray], &Filter::default(), &mut answer[..]).unwrap();
    answer[0]
}

/// A solid as the oracle has it: the distances of points outside, and the depths of those inside.
pub struct Truth<'a> {
    pub distance: &'a dyn Fn(DVec3) -> f64,
    /// None if it is not known.
    pub surface: Option<&'a [Polygon]>,
}

impl Truth<'_> {
    /// The time at which a moving ball first comes as near as `radius`, found by small steps that never pass
    /// the contact.
    pub fn first_contact(&self, origin: DVec3, motion: DVec3, radius: f64) -> Option<f64> {
        let (mut t, length) = (0.0, motion.length());
        for _ in 0..20_000 {
            let gap = (self.distance)(origin + motion * t) - radius;
            if gap <= 1e-9 {
                return Some(t);
            }
            t += gap / length;
            if !(t <= 1.0) {
                return None;
            }
        }
        Some(t)
    }

    /// Compares the contact of a sphere: depth and point to a ten-thousandth of the radius, and the direction
    /// of the normal as well as the distance allows.
    pub fn check_contact(&self, bsp: &Bsp, center: DVec3, radius: f32, filter: &Filter) {
        let (r, contact) = (f64::from(radius), collide(bsp, center, radius, filter));
        let distance = (self.distance)(center);
        let (point, normal) = (contact.point.as_dvec3(), contact.normal.as_dvec3());
        if !contact.is_hit() {
            assert!(distance > r * (1.0 - 1e-4), "{center} {radius}: {distance} missed");
            assert_eq!(contact, BspContact::MISS);
            return;
        }
        assert!((normal.length() - 1.0).abs() < 1e-5, "{contact:?}");
        if distance > 0.0 {
            let depth = f64::from(contact.depth);
            assert!((depth - (r - distance)).abs() <= 1e-4 * r, "{center} {radius}: {contact:?} {distance}");
            let off = (self.distance)(point);
            assert!(off <= 1e-4 * r, "{center} {radius}: {contact:?} is off by {off}");
            assert!((center - normal * distance - point).length() <= 1e-4 * r, "{center}: {contact:?}");
        } else if let Some(surface) = self.surface {
            let (way, at) = nearest_of(surface, center);
            let (found, tolerance) = (f64::from(contact.depth) - r, 1e-4 * r);
            let what = || format!("{center} {radius}: {contact:?} {way}");
            assert!(found >= way - tolerance, "{}", what());
            if found > way + tolerance {
                // Only because the ball has no room there, and not by more than it is wide.
                assert!(found <= way + 2.0 * r + tolerance, "{}", what());
                let direction = (at - center) / way;
                let start = at + direction * (1e-3 * r);
                assert!(self.first_contact(start, direction * (2.0 * r), 0.0).is_some(), "{}", what());
            }
            assert!(nearest_of(surface, point).0 <= tolerance, "{center}: {contact:?}");
            assert!((center + normal * found - point).length() <= tolerance, "{center}: {contact:?}");
        }
    }

    /// Compares a cast: between the times of slightly larger and slightly smaller spheres. Balls that touch
    /// at the start have rules of their own.
    pub fn check_cast(&self, bsp: &Bsp, origin: DVec3, radius: f32, motion: DVec3) -> bool {
        let hit = cast(bsp, origin.as_vec3(), radius, motion.as_vec3());
        let (origin, motion) = (origin.as_vec3().as_dvec3(), motion.as_vec3().as_dvec3());
        let (r, slack) = (f64::from(radius), 1e-6);
        if (self.distance)(origin) <= r * (1.0 + 1e-4) {
            return hit.is_hit();
        }
        let what = || format!("{origin} {radius} {motion}: {hit:?}");
        let late = self.first_contact(origin, motion, r * (1.0 - 1e-4));
        if !hit.is_hit() {
            assert!(late.is_none(), "{}, but {late:?}", what());
            return false;
        }
        let t = f64::from(hit.t);
        let early = self.first_contact(origin, motion, r * (1.0 + 1e-4));
        assert!(early.is_some_and(|early| t >= early - slack), "{}, but {early:?}", what());
        assert!(late.is_none_or(|late| t <= late + slack), "{}, but {late:?}", what());
        if t > 0.0 {
            let (at, normal) = (origin + motion * t, hit.normal.as_dvec3());
            let point = hit.point.as_dvec3();
            // As far as the time, which is f32, says where it is.
            let rounding = 1e-4 * r + motion.length() * 1e-7;
            assert!((self.distance)(point) <= rounding, "{}", what());
            assert!((point + normal * r - at).length() <= rounding, "{}", what());
            assert!(normal.dot(motion) <= 1e-3 * motion.length(), "{}", what());
        }
        true
    }
}

/// The levels in the folder that `CAROM_LEVELS` names, if it names one.
pub fn real_levels() -> Option<Vec<PathBuf>> {
    let Some(folder) = std::env::var_os("CAROM_LEVELS") else {
        println!("CAROM_LEVELS names no folder: no real levels");
        return None;
    };
    let is_bsp = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "bsp");
    let entries = std::fs::read_dir(&folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).filter(is_bsp).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{}: no .bsp in it", folder.display());
    Some(paths)
}
