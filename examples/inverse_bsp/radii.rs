//! One tree for all radii, beside a tree for each: brushes whose planes are shifted outwards by the radius,
//! asked with the sphere's centre.

use crate::cost::{self, Cost, Effort, median};
use crate::solid::{World, random_world, vector};
use crate::wedge::ROUNDING;
use anyhow::Result;
use carom::bsp::{BrushInput, Bsp, BspInput, BspOptions, Filter, PointContent, SphereMode};
use carom::geometry::{Sphere, Vec3};
use cpu_time::ProcessTime;
use fastrand::Rng;
use glam::DVec3;
use serde::Serialize;

/// The radii that are asked for; brushes are 0.6 to 4 wide.
const RADII: [f32; 8] = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0];

/// The way a sphere is put to a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Way {
    /// One tree, by the threshold.
    Threshold,
    /// One tree with a bevel plane an edge, by the threshold.
    Bevelled,
    /// One tree, by the distance.
    Exact,
    /// A tree a radius, asked with points.
    TreeARadius,
}

impl Way {
    pub(crate) const ALL: [Way; 4] = [Way::Threshold, Way::Bevelled, Way::Exact, Way::TreeARadius];

    /// As it is called in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Way::Threshold => "one tree, THRESHOLD",
            Way::Bevelled => "one tree, 1 bevel an edge",
            Way::Exact => "one tree, EXACT",
            Way::TreeARadius => "a tree a radius, points",
        }
    }

    /// As it is called at the head of a column.
    pub(crate) fn short(self) -> &'static str {
        match self {
            Way::Threshold => "THRESHOLD",
            Way::Bevelled => "1 bevel",
            Way::Exact => "EXACT",
            Way::TreeARadius => "a tree each",
        }
    }
}

/// One way at one radius.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) way: Way,
    pub(crate) radius: f32,
    /// Centres farther from the solid than the radius, and the number of them that were reported.
    pub(crate) free: u64,
    pub(crate) false_hits: u64,
    /// The largest distance of those beyond the radius, in radii.
    pub(crate) depth: f64,
    /// Centres nearer to it that were not.
    pub(crate) missed: u64,
    pub(crate) cost: Cost,
}

/// The needs of a way for all radii together.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Needs {
    pub(crate) way: Way,
    pub(crate) trees: usize,
    pub(crate) nodes: u64,
    pub(crate) tree_bytes: u64,
    pub(crate) bytes: u64,
    /// CPU time to build them.
    pub(crate) seconds: f64,
}

/// The whole comparison.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Radii {
    pub(crate) brushes: usize,
    pub(crate) centers: usize,
    pub(crate) needs: Vec<Needs>,
    pub(crate) rows: Vec<Row>,
}

/// Measures a random world of so many brushes from so many centres in empty space.
///
/// # Errors
/// None but the library's own.
pub(crate) fn measure(brushes: usize, centers: usize, builds: usize, effort: Effort) -> Result<Radii> {
    let (world, range) = random_world(7, brushes);
    let (centers, distances) = empty_places(&world, range, centers);
    let mut needs = Vec::new();
    let (one, one_needs) = build(&world, Way::Threshold, &[0.0], 0, builds)?;
    let (bevelled, bevelled_needs) = build(&world, Way::Bevelled, &[0.0], 1, builds)?;
    let (own, own_needs) = build(&world, Way::TreeARadius, &RADII, 0, builds)?;
    needs.extend([one_needs.clone(), bevelled_needs, Needs { way: Way::Exact, ..one_needs }, own_needs]);
    let mut rows = Vec::new();
    for (own, radius) in own.iter().zip(RADII) {
        let spheres: Vec<Sphere> = centers.iter().map(|&center| Sphere { center, radius }).collect();
        let mut answers = vec![vec![0u8; spheres.len()]; 3];
        let mut contents = vec![PointContent::EMPTY; spheres.len()];
        let filter = Filter::default();
        let mut ways: Vec<Box<dyn FnMut() + '_>> = Vec::new();
        let asked = [
            (&one[0], SphereMode::Threshold),
            (&bevelled[0], SphereMode::Threshold),
            (&one[0], SphereMode::Exact),
        ];
        for ((bsp, mode), answers) in asked.into_iter().zip(&mut answers) {
            let (spheres, filter) = (&spheres, &filter);
            // Finite centres and radii: there is no error that these could be.
            ways.push(Box::new(move || {
                bsp.overlap_sphere(spheres, mode, filter, &mut answers[..]).unwrap_or_default();
            }));
        }
        ways.push(Box::new(|| {
            own.contains_point(&centers, &filter, &mut contents[..]).unwrap_or_default();
        }));
        let costs = cost::in_turns(&mut ways, spheres.len(), effort);
        drop(ways);
        answers.push(contents.iter().map(|content| u8::from(content.is_solid())).collect());
        for ((way, cost), answers) in Way::ALL.into_iter().zip(costs).zip(&answers) {
            rows.push(count(way, radius, cost, answers, &distances));
        }
    }
    Ok(Radii { brushes, centers: centers.len(), needs, rows })
}

/// Centres outside of the solid, all over the world's cube, and their distances from it.
fn empty_places(world: &World, range: f64, count: usize) -> (Vec<Vec3>, Vec<f64>) {
    let rng = &mut Rng::with_seed(3);
    let places = std::iter::repeat_with(|| vector(rng, range).as_vec3());
    let with_distance = places.map(|place| (place, world.distance(place.as_dvec3())));
    with_distance.filter(|(_, distance)| *distance > 0.0).take(count).unzip()
}

/// Builds a tree for each of the radii, as often as asked; the median of the times.
fn build(
    world: &World,
    way: Way,
    radii: &[f32],
    bevels: u32,
    builds: usize,
) -> Result<(Vec<Bsp<'static>>, Needs)> {
    let options = BspOptions { bevels, ..BspOptions::default() };
    // Without attributes, by which overlapping brushes would be told apart.
    let counts: Vec<u32> = world.brushes.iter().map(|brush| brush.planes.len() as u32).collect();
    let shifted = |radius: f32| {
        let planes = world.brushes.iter().flat_map(|brush| &brush.planes);
        let shift = |&[x, y, z, d]: &[f32; 4]| {
            let length = DVec3::new(x.into(), y.into(), z.into()).length();
            [x, y, z, (f64::from(d) + length * f64::from(radius)) as f32]
        };
        planes.map(shift).collect::<Vec<_>>()
    };
    let inputs: Vec<Vec<[f32; 4]>> = radii.iter().map(|&radius| shifted(radius)).collect();
    let (mut trees, mut times) = (Vec::new(), Vec::new());
    for _ in 0..builds {
        let start = ProcessTime::now();
        let build = |planes: &Vec<[f32; 4]>| {
            Bsp::build(&BspInput::Brushes(BrushInput::new(planes, &counts)), &options)
        };
        trees = inputs.iter().map(build).collect::<carom::Result<_>>()?;
        times.push(start.elapsed().as_secs_f64());
    }
    let sum = |of: fn(&carom::bsp::BspStats) -> u64| trees.iter().map(|tree| of(&tree.stats())).sum();
    let needs = Needs {
        way,
        trees: trees.len(),
        nodes: sum(|stats| stats.node_count.into()),
        tree_bytes: sum(|stats| stats.node_bytes + stats.plane_bytes),
        bytes: sum(|stats| stats.total_bytes),
        seconds: median(times),
    };
    Ok((trees, needs))
}

fn count(way: Way, radius: f32, cost: Cost, answers: &[u8], distances: &[f64]) -> Row {
    let mut row = Row { way, radius, free: 0, false_hits: 0, depth: 0.0, missed: 0, cost };
    for (&answer, distance) in answers.iter().zip(distances) {
        let gap = distance / f64::from(radius) - 1.0;
        // Answers that rounding may decide count neither way. But the threshold is padded for it.
        let band = ROUNDING * 10.0;
        let sure = if matches!(way, Way::Threshold | Way::Bevelled) { 0.0 } else { -band };
        if gap > band {
            row.free += 1;
            row.false_hits += u64::from(answer == 1);
            row.depth = row.depth.max(if answer == 1 { gap } else { 0.0 });
        } else if gap <= sure {
            row.missed += u64::from(answer == 0);
        }
    }
    row
}

/// The misses, and the false hits of the exact check.
pub(crate) fn failures(radii: &Radii) -> Vec<String> {
    let mut failures = Vec::new();
    for row in &radii.rows {
        let what = format!("radius {}, {}", row.radius, row.way.name());
        if row.missed > 0 {
            failures.push(format!("{what}: {} missed", row.missed));
        }
        if row.way == Way::Exact && row.false_hits > 0 {
            failures.push(format!("{what}: {} false", row.false_hits));
        }
    }
    failures
}
