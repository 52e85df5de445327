//! `carom bench`: how many queries a cooked file answers in a second, in one thread. Queries are random, and the same in
//! each run and on each machine.

use crate::args::BenchArgs;
use crate::cooked::{self, Cooked};
use crate::input;
use crate::memory::{collected, filled};
use crate::text;
use anyhow::{Context, Result, ensure};
use carom::bsp::{BspCastHit, PointContent, SphereMode};
use carom::geometry::{Aabb, Ray, Sphere, Vec3};
use carom::mesh::{ClosestPoint, Filter, NO_TRIANGLE, PointQuery, RayHit};
use carom::sdf::{Interpolation, SdfClosestPoint, SdfContact, SdfRayHit, SdfSample};
use serde_json::json;
use std::io::Write;
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: &BenchArgs, out: &mut impl Write) -> Result<()> {
    let name = || input::name(&args.file);
    let cooked = cooked::open(&args.file)?;
    let bounds = match &cooked {
        Cooked::Mesh(mesh) => mesh.bounds(),
        Cooked::Bsp(bsp) => bsp.bounds(),
        Cooked::Sdf(sdf) => sdf.bounds(),
    };
    let extent = bounds.max - bounds.min;
    ensure!(extent.is_finite() && extent.max_element() > 0.0, "{}: there is nothing to ask", name());
    let Queries { rays, spheres, points } = Queries::new(&bounds, args.queries as usize)?;
    let mut bench = Bench { runs: args.runs as usize, queries: rays.len(), rows: Vec::new() };
    let (filter, n) = (Filter::default(), rays.len());
    match &cooked {
        Cooked::Mesh(mesh) => {
            let mut hits = filled(RayHit::MISS, n)?;
            let count = |hits: &[RayHit]| hits.iter().filter(|hit| hit.is_hit()).count();
            bench.time("rays", &mut hits, count, |hits| mesh.raycast(&rays, &filter, hits))?;
            let (mut touched, count) =
                (filled(0u8, n)?, |touched: &[u8]| touched.iter().filter(|&&t| t == 1).count());
            bench.time("spheres", &mut touched, count, |out| mesh.overlap_sphere(&spheres, &filter, out))?;
            let queries =
                collected(points.iter().map(|&point| PointQuery { point, max_distance: f32::INFINITY }))?;
            let count = |found: &[ClosestPoint]| found.iter().filter(|p| p.triangle != NO_TRIANGLE).count();
            bench.time("closest points", &mut filled(ClosestPoint::NONE, n)?, count, |out| {
                mesh.closest_point(&queries, &filter, out)
            })?;
        }
        Cooked::Bsp(bsp) => {
            let count = |hits: &[BspCastHit]| hits.iter().filter(|hit| hit.is_hit()).count();
            bench.time("rays", &mut filled(BspCastHit::MISS, n)?, count, |out| {
                bsp.raycast(&rays, &filter, out)
            })?;
            let count = |touched: &[u8]| touched.iter().filter(|&&t| t == 1).count();
            bench.time("spheres", &mut filled(0u8, n)?, count, |out| {
                bsp.overlap_sphere(&spheres, SphereMode::Exact, &filter, out)
            })?;
            let count = |contents: &[PointContent]| contents.iter().filter(|c| c.is_solid()).count();
            bench.time("points inside", &mut filled(PointContent::EMPTY, n)?, count, |out| {
                bsp.contains_point(&points, &filter, out)
            })?;
        }
        Cooked::Sdf(sdf) => {
            let count = |hits: &[SdfRayHit]| hits.iter().filter(|hit| hit.is_hit()).count();
            bench.time("rays", &mut filled(SdfRayHit::MISS, n)?, count, |out| sdf.raycast(&rays, out))?;
            let count = |contacts: &[SdfContact]| contacts.iter().filter(|c| c.is_hit()).count();
            bench.time("spheres", &mut filled(SdfContact::MISS, n)?, count, |out| {
                sdf.collide_sphere(&spheres, 0.0, out)
            })?;
            let count = |samples: &[SdfSample]| samples.iter().filter(|s| s.distance < 0.0).count();
            bench.time("samples", &mut filled(SdfSample::NONE, n)?, count, |out| {
                sdf.sample(&points, Interpolation::Linear, out)
            })?;
            let count = |found: &[SdfClosestPoint]| found.iter().filter(|p| p.error.is_finite()).count();
            bench.time("closest points", &mut filled(SdfClosestPoint::NONE, n)?, count, |out| {
                sdf.closest_point(&points, out)
            })?;
        }
    }
    bench.print(args, out).with_context(name)
}

struct Queries {
    rays: Vec<Ray>,
    spheres: Vec<Sphere>,
    points: Vec<Vec3>,
}

impl Queries {
    /// Rays between points of a box twice as large, half of which miss much; points of the box; spheres of a hundredth
    /// of its diagonal there.
    fn new(bounds: &Aabb, count: usize) -> Result<Queries> {
        let mut random = fastrand::Rng::with_seed(1);
        let (middle, half) = ((bounds.min + bounds.max) / 2.0, (bounds.max - bounds.min) / 2.0);
        let mut point = |scale: f32| {
            let at = [random.f32(), random.f32(), random.f32()].map(|part| (part * 2.0 - 1.0) * scale);
            middle + half * Vec3::from_array(at)
        };
        let rays = (0..count).map(|_| {
            let (from, to) = (point(2.0), point(1.0));
            let way = to - from;
            // Two points can be one.
            Ray::new(from, if way.length() > 0.0 { way.normalize() } else { Vec3::X })
        });
        let rays = collected(rays)?;
        let points = collected((0..count).map(|_| point(1.0)))?;
        let radius = half.length() / 50.0;
        let spheres = collected(points.iter().map(|&center| Sphere { center, radius }))?;
        Ok(Queries { rays, spheres, points })
    }
}

/// What was timed so far.
struct Bench {
    runs: usize,
    queries: usize,
    /// What was asked, queries a second, and the answers that are hits.
    rows: Vec<(&'static str, f64, usize)>,
}

impl Bench {
    /// Answers all queries once for the caches, then `runs` times; the median counts.
    fn time<T>(
        &mut self,
        what: &'static str,
        answers: &mut [T],
        hits: impl Fn(&[T]) -> usize,
        mut ask: impl FnMut(&mut [T]) -> carom::Result<()>,
    ) -> Result<()> {
        ask(answers).context(what)?;
        let mut seconds = Vec::with_capacity(self.runs);
        for _ in 0..self.runs {
            let started = Instant::now();
            ask(answers).context(what)?;
            seconds.push(started.elapsed().as_secs_f64());
        }
        seconds.sort_by(f64::total_cmp);
        let median = seconds[seconds.len() / 2].max(1e-9);
        self.rows.push((what, self.queries as f64 / median, hits(answers)));
        Ok(())
    }

    fn print(&self, args: &BenchArgs, out: &mut impl Write) -> Result<()> {
        if args.json {
            let rows = self
                .rows
                .iter()
                .map(|(what, rate, hits)| json!({ "query": what, "per_second": rate.round(), "hits": hits }));
            let rows: Vec<_> = rows.collect();
            writeln!(out, "{}", json!({ "queries": self.queries, "runs": self.runs, "rates": rows }))?;
            return Ok(());
        }
        writeln!(out, "{}", input::name(&args.file))?;
        let rows = self.rows.iter().map(|&(what, rate, hits)| {
            let percent = hits as f64 / self.queries as f64 * 100.0;
            (what, format!("{:.3} million a second, {percent:.1} % hit", rate / 1e6))
        });
        text::table(out, &rows.collect::<Vec<_>>())?;
        writeln!(out, "  one thread, {} queries, median of {} runs", self.queries, self.runs)?;
        Ok(())
    }
}
