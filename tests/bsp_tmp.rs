#![allow(missing_docs)]
mod common;
use carom::bsp::*;
use carom::geometry::*;
use carom::mesh::*;
use common::asset;
use common::bsp::*;
use common::solid::*;
use fastrand::Rng;
use glam::DVec3;
#[test]
fn probe() {
    let mesh = asset("skull");
    let input = BspInput::Surface(SurfaceInput::triangles(&mesh.positions, &mesh.indices));
    let bsp = Bsp::build(&input, &BspOptions { ignore_leaks: true, ..Default::default() }).unwrap();
    let m = Mesh::build(&mesh.input(), CookOptions::default()).unwrap();
    let tris = mesh.triangles();
    let rng = &mut Rng::with_seed(77);
    let polys: Vec<Polygon> =
        tris.iter().map(|t| vec![t.a.as_dvec3(), t.b.as_dvec3(), t.c.as_dvec3()]).collect();
    let mut errs = vec![];
    let mut wrong = 0;
    for _ in 0..200_000 {
        let t = tris[rng.usize(..tris.len())];
        let (u, v) = (rng.f32(), rng.f32());
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        let p = ((t.a + (t.b - t.a) * u + (t.c - t.a) * v).as_dvec3() + vector(rng, 0.01)).as_vec3();
        let r = 0.01;
        let c = collide(&bsp, p.as_dvec3(), r, &Filter::default());
        let mut cp = [ClosestPoint { point: Vec3::ZERO, distance: 0.0, triangle: 0, feature: Feature::Face }];
        m.closest_point(&[PointQuery { point: p, max_distance: 1.0 }], &Filter::default(), &mut cp[..])
            .unwrap();
        let inside = contains(&bsp, p.as_dvec3(), &Filter::default()).is_solid();
        if inside {
            continue;
        }
        let d = nearest_on(&polys[cp[0].triangle as usize], p.as_dvec3());
        let d = (d - p.as_dvec3()).length();
        if c.is_hit() != (d <= 0.01f32 as f64) {
            if (d - 0.01).abs() > 1e-6 {
                wrong += 1;
                println!("wrong {p} {d} {c:?}");
            }
            continue;
        }
        if !c.is_hit() {
            continue;
        }
        let e = c.depth as f64 - (0.01f32 as f64 - d);
        errs.push((e, p));
    }
    errs.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    println!("n={} wrong={wrong}", errs.len());
    for e in &errs[..12] {
        println!("{:e} {}", e.0, e.1)
    }
    let q = |f: f64| errs[(errs.len() as f64 * f) as usize].0.abs();
    println!("0.1% {:e} 1% {:e} 10% {:e} 50% {:e}", q(0.001), q(0.01), q(0.1), q(0.5));
}
#[test]
fn speed() {
    let t0 = |name: &str, f: &mut dyn FnMut()| {
        let mut best = f64::MAX;
        for _ in 0..5 {
            let t = std::time::Instant::now();
            f();
            best = best.min(t.elapsed().as_secs_f64());
        }
        println!("{name}: {:.0} ns", best * 1e9 / 20000.0);
    };
    let mesh = asset("skull");
    let input = BspInput::Surface(SurfaceInput::triangles(&mesh.positions, &mesh.indices));
    let bsp = Bsp::build(&input, &BspOptions { ignore_leaks: true, ..Default::default() }).unwrap();
    let m = Mesh::build(&mesh.input(), CookOptions::default()).unwrap();
    let (world, range) = random_world(4, 2000);
    let wb = build(&world);
    let tris = mesh.triangles();
    let rng = &mut Rng::with_seed(7);
    for (name, bsp, r, pts) in [
        (
            "skull",
            &bsp,
            0.004f32,
            (0..20000)
                .map(|_| {
                    let t = tris[rng.usize(..tris.len())];
                    (t.a.as_dvec3() + vector(rng, 0.008)).as_vec3()
                })
                .collect::<Vec<_>>(),
        ),
        ("world", &wb, 0.5, (0..20000).map(|_| vector(rng, range).as_vec3()).collect()),
    ] {
        let outside: Vec<Vec3> =
            pts.into_iter().filter(|p| !contains(bsp, p.as_dvec3(), &Filter::default()).is_solid()).collect();
        let outside: Vec<Vec3> = outside.iter().cycle().take(20000).copied().collect();
        let s: Vec<Sphere> = outside.iter().map(|&center| Sphere { center, radius: r }).collect();
        let mut out = vec![0u8; 20000];
        let f = Filter::default();
        let mut pc = vec![PointContent::EMPTY; 20000];
        t0(&format!("{name} point"), &mut || bsp.contains_point(&outside, &f, &mut pc[..]).unwrap());
        t0(&format!("{name} threshold"), &mut || {
            bsp.check_sphere(&s, SphereMode::Threshold, &f, &mut out[..]).unwrap()
        });
        println!("hits {}", out.iter().map(|&x| x as usize).sum::<usize>());
        t0(&format!("{name} exact"), &mut || {
            bsp.check_sphere(&s, SphereMode::Exact, &f, &mut out[..]).unwrap()
        });
        println!("hits {}", out.iter().map(|&x| x as usize).sum::<usize>());
        let mut cs = vec![BspContact::MISS; 20000];
        t0(&format!("{name} contact"), &mut || bsp.collide_sphere(&s, &f, &mut cs[..]).unwrap());
        let casts: Vec<SphereCast> = s
            .iter()
            .map(|s| SphereCast {
                origin: s.center,
                radius: r,
                displacement: (direction(&mut Rng::with_seed(s.center.x.to_bits() as u64))
                    * (r as f64)
                    * 4.0)
                    .as_vec3(),
            })
            .collect();
        let mut hs = vec![BspCastHit::MISS; 20000];
        t0(&format!("{name} cast"), &mut || bsp.cast_sphere(&casts, &f, &mut hs[..]).unwrap());
        if name == "skull" {
            t0("mesh overlap", &mut || m.overlap_sphere(&s, &f, &mut out[..]).unwrap());
            println!("hits {}", out.iter().map(|&x| x as usize).sum::<usize>());
            let mut hh = vec![CastHit::MISS; 20000];
            t0("mesh cast", &mut || m.cast_sphere(&casts, &f, &mut hh[..]).unwrap());
        }
        println!("{:?}", bsp.stats());
    }
}
