//! Gaps between solids: wider than the slack, they are a way out; narrower, they are none.

use crate::common::bsp::collide;
use crate::common::solid::{Brush, World};
use carom::bsp::*;
use carom::geometry::Vec3;
use glam::DVec3;

/// Two boxes with a gap of `width` at `at` between them, along an axis.
fn gap(axis: usize, at: f32, width: f32, aside: Vec3) -> World {
    let (mut low, mut high) = (aside - 500.0, aside + 500.0);
    (low[axis], high[axis]) = (-900.0, at);
    let first = Brush::aabb(low, high);
    (low[axis], high[axis]) = (at + width, 1000.0);
    World::new(vec![first, Brush::aabb(low, high)])
}

#[test]
fn a_gap_wider_than_the_slack_is_a_way_out() {
    let exact = BspOptions { snap_distance: 1e-30, ..BspOptions::default() };
    let (mut counted, mut ignored) = (0, 0);
    for axis in 0..3 {
        // Close to zero, so that f32 can say where the gap ends; elsewhere, far from it, where more could be
        // lost in rounding.
        for aside in [0.0f32, 400.0, -480.0] {
            let mut middle = Vec3::splat(aside);
            middle[axis] = 0.0;
            for options in [BspOptions::default(), exact] {
                for times in
                    [0.25, 0.5, 0.9, 0.99, 1.01, 1.1, 1.5, 2.0, 3.0, 3.9, 4.1, 4.3, 4.5, 8.0, 9.0, 20.0]
                {
                    let nominal = 1000.0 / (1u64 << 23) as f32;
                    let (at, width_given) = (0.125 * nominal, times * nominal);
                    let world = gap(axis, at, width_given, middle);
                    let (bsp, report) = Bsp::build_with_report(&world.input(), &options).unwrap();
                    let slack = f64::from(bsp.stats().slack);
                    // By so much, snapping may have narrowed the gap; if asked not to, it has not, but for
                    // rounding.
                    let moved = 2.0 * report.deviation;
                    assert!(options == BspOptions::default() || moved < 1e-9);
                    let width = f64::from(at + width_given) - f64::from(at);
                    for (depth, side) in [(3.0, -1.0), (0.5, -1.0), (2.0, 1.0)] {
                        let mut center = middle.as_dvec3();
                        center[axis] = depth * side;
                        let contact = collide(&bsp, center, 0.0, &Filter::default());
                        let found = f64::from(contact.depth);
                        let (low, high) = (f64::from(at), f64::from(at + width_given));
                        let expected = if side < 0.0 { depth + low } else { depth - high };
                        let mut normal = DVec3::ZERO;
                        normal[axis] = -side;
                        if width > (slack + moved) * 1.001 {
                            counted += 1;
                            let what =
                                format!("{axis} {aside} {options:?} {times}: {contact:?}, slack {slack}");
                            assert!((found - expected).abs() < 1e-6, "{what}");
                            assert_eq!(contact.normal, normal.as_vec3(), "{what}");
                        } else if width < slack * 0.999 {
                            ignored += 1;
                            assert!(
                                found > 10.0,
                                "{axis} {aside} {options:?} {times}: {contact:?}, slack {slack}"
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(counted > 300 && ignored > 100, "{counted} {ignored}");
}
