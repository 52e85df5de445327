//! Wedges from 10 to 350 degrees: the wrong reports of the threshold, by the formula of the experiment
//! (`docs/inverse-bsp.md`), measured as it is there.

mod common;
#[path = "../examples/inverse_bsp/formula.rs"]
#[allow(dead_code, unreachable_pub, reason = "the experiment uses all of it")]
mod formula;
#[path = "../examples/inverse_bsp/shapes.rs"]
#[allow(dead_code, unreachable_pub, reason = "the experiment uses all of it")]
mod shapes;
#[path = "../examples/inverse_bsp/wedge.rs"]
#[allow(dead_code, unreachable_pub, reason = "the experiment uses all of it")]
mod wedge;

use common::solid;
use formula::Rule;
use shapes::{Solid, wedge_brushes, wedge_surface};
use wedge::{Asked, Resolution, measure};

#[test]
fn formulas_agree() {
    let resolution = Resolution { rays: 64, cells: 16 };
    for degrees in (10..=350).step_by(20) {
        let theta = f64::from(degrees).to_radians();
        for solid in [Solid::Surface(wedge_surface(theta)), Solid::Brushes(wedge_brushes(theta))] {
            for rule in Rule::ALL {
                let asked = Asked::new(&solid.input(), rule).unwrap();
                let got = measure(&asked, theta, 1.0, resolution).unwrap();
                println!("{degrees} {rule:?} {got:?}");
                let (depth, area) = (formula::depth(theta, rule), formula::area(theta, rule));
                assert!((got.depth - depth).abs() < 1e-3, "{degrees} {rule:?}: {got:?}, not {depth}");
                assert!(
                    (got.area - area).abs() < 2e-2 * area + 1e-3,
                    "{degrees} {rule:?}: {got:?}, not {area}"
                );
                assert_eq!((got.departing, got.missed), (0, 0), "{degrees} {rule:?}: {got:?}");
                assert!(got.departure < wedge::ROUNDING, "{degrees} {rule:?}: {got:?}");
            }
        }
    }
}
