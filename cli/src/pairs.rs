//! `carom pairs`: the contacts of two meshes, their distance, and the one that is inside of the other.

use crate::args::PairsArgs;
use crate::camera::Wishes;
use crate::cooked::{self, Cooked};
use crate::drawing::Drawing;
use crate::input;
use crate::memory;
use crate::output::{self, Target};
use crate::picture::{Picture, Work};
use crate::render::Paint;
use crate::text::{self, grouped, number, point, vector};
use anyhow::{Context, Result, bail};
use carom::geometry::{PoseMatrix, Triangle, Vec3};
use carom::mesh::{
    Filter, Interiors, Lists, Mesh, MeshDistance, MeshInside, NO_TRIANGLE, PairDistance, PairIntersection,
    PosePair, Share, TrianglePair,
};
use glam::DVec3;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

/// Everything that is found out.
struct Answers {
    pairs: Vec<TrianglePair>,
    near: Option<Vec<PairDistance>>,
    distance: MeshDistance,
    inside: MeshInside,
}

/// Runs the command.
pub(crate) fn run(args: &PairsArgs, out: &mut impl Write) -> Result<()> {
    let inputs = [args.a.as_path(), args.b.as_path()];
    let obj = args.obj.as_ref().map(|path| Target::new(path, &inputs)).transpose()?;
    let png = args.png.as_ref().map(|path| Picture::new(path, None, &inputs)).transpose()?;
    if let (Some(obj), Some(png)) = (&obj, &png) {
        obj.differs_from(png.target())?;
    }
    let (a, b) = (open(&args.a)?, open(&args.b)?);
    let stay = PoseMatrix::IDENTITY;
    let poses = PosePair { a: args.pose_a.unwrap_or(stay), b: args.pose.unwrap_or(stay) };
    let answers = ask(&a, &b, &poses, args.within)?;
    if let Some(obj) = &obj {
        let shared = shared(&a, &b, &poses)?;
        output::write(&[(obj, obj_text(&shared).as_bytes())])?;
    }
    if let (Some(png), Some(path)) = (&png, &args.png) {
        draw(args, [&a, &b], &poses, &answers.pairs, (png, path))?;
    }
    if args.json {
        return Ok(writeln!(out, "{}", object(&answers, args))?);
    }
    print(&answers, args, out)
}

fn open(path: &Path) -> Result<Mesh<'static>> {
    match cooked::open(path)? {
        Cooked::Mesh(mesh) => Ok(mesh),
        Cooked::Bsp(_) => bail!("{}: holds a BSP tree; pairs are for meshes", input::name(path)),
        Cooked::Sdf(_) => bail!("{}: holds a distance field; pairs are for meshes", input::name(path)),
    }
}

/// One list, with as much room as it needs.
fn list<T: Clone>(empty: T, fill: impl Fn(&mut [T]) -> carom::Result<Lists>) -> Result<Vec<T>> {
    let mut found = memory::filled(empty, fill(&mut [])?.total)?;
    fill(&mut found)?;
    Ok(found)
}

const ALL: Filter = Filter { require: 0, exclude: 0, backfaces: carom::mesh::Backfaces::Hit, any_of: 0 };

fn ask(a: &Mesh, b: &Mesh, poses: &PosePair, within: Option<f32>) -> Result<Answers> {
    let (poses, filters) = ([*poses], [&ALL, &ALL]);
    let pairs = list(TrianglePair::default(), |out| a.overlap_mesh_all(b, &poses, filters, &mut (), out))?;
    let near = |distance: f32| {
        list(PairDistance::default(), |out| a.within(b, &poses, distance, filters, &mut (), out))
    };
    let near = within.map(near).transpose()?;
    let mut distance = [MeshDistance::NONE];
    a.distance(b, &poses, f32::INFINITY, filters, &mut distance[..])?;
    let mut inside = [MeshInside::default()];
    a.inside(b, &poses, &mut inside[..])?;
    Ok(Answers { pairs, near, distance: distance[0], inside: inside[0] })
}

fn shared(a: &Mesh, b: &Mesh, poses: &PosePair) -> Result<Vec<PairIntersection>> {
    let poses = [*poses];
    list(PairIntersection::default(), |out| a.intersections(b, &poses, [&ALL, &ALL], &mut (), out))
}

/// The intersections of pairs of triangles as OBJ, each with vertices of its own.
fn obj_text(shared: &[PairIntersection]) -> String {
    let mut text = format!("# {} pairs of triangles\n", shared.len());
    let mut first = 1;
    for found in shared {
        let mut points = &found.points[..found.point_count as usize];
        if let [p, q] = points
            && p == q
        {
            points = &points[..1];
        }
        let kind = match points.len() {
            1 => 'p',
            2 => 'l',
            _ => 'f',
        };
        let indices: Vec<String> = (first..first + points.len()).map(|i| i.to_string()).collect();
        for Vec3 { x, y, z } in points {
            // Writing into a string does not fail.
            let _ = writeln!(text, "v {x} {y} {z}");
        }
        let _ = writeln!(text, "{kind} {}", indices.join(" "));
        first += points.len();
    }
    text
}

/// Draws both meshes where they stand, the triangles that touch in red.
fn draw(
    args: &PairsArgs,
    meshes: [&Mesh; 2],
    poses: &PosePair,
    pairs: &[TrianglePair],
    (picture, path): (&Picture, &Path),
) -> Result<()> {
    let mut drawing = Drawing::default();
    let sides = [(&poses.a, Paint::BONE), (&poses.b, Paint::SLATE)];
    for (i, (mesh, (pose, paint))) in meshes.into_iter().zip(sides).enumerate() {
        let touching: HashSet<usize> = pairs.iter().map(|pair| [pair.a, pair.b][i] as usize).collect();
        let look = |k: usize, triangle: &Triangle| {
            (pose.triangle(triangle), if touching.contains(&k) { Paint::RED } else { paint })
        };
        drawing.add_mesh(mesh, look).with_context(|| path.display().to_string())?;
    }
    let wishes =
        Wishes { eye: None, target: None, up: DVec3::Z, field_of_view: 30.0, size: args.drawing.size };
    let camera = drawing.camera(&wishes);
    let work = Work { file: path, threads: args.drawing.threads, quiet: args.json };
    drawing.save(camera, args.drawing.size, (&work, picture))
}

fn object(answers: &Answers, args: &PairsArgs) -> Value {
    let MeshDistance { on_a, on_b, distance, a, b } = answers.distance;
    let share = |share: Share| match share {
        Share::None => "none",
        Share::Some => "some",
        Share::All => "all",
    };
    let mut object = json!({
        "overlap": !answers.pairs.is_empty(),
        "count": answers.pairs.len(),
        "distance": null,
        "inside": null,
        "interiors": match answers.inside.interiors {
            Interiors::Apart => "apart",
            Interiors::Overlap => "overlap",
            Interiors::Unknown => "unknown",
        },
    });
    if a != NO_TRIANGLE {
        object["distance"] = json!({
            "distance": number(distance), "a": a, "b": b, "on_a": vector(on_a), "on_b": vector(on_b),
        });
    }
    if !answers.inside.touches {
        object["inside"] =
            json!({ "a_in_b": share(answers.inside.a_in_b), "b_in_a": share(answers.inside.b_in_a) });
    }
    if let Some(near) = &answers.near {
        object["within"] = json!({ "distance": args.within.map(number), "count": near.len() });
    }
    match &answers.near {
        _ if !args.list => {}
        None => object["pairs"] = answers.pairs.iter().map(|pair| json!([pair.a, pair.b])).collect(),
        Some(near) => {
            let each = |found: &PairDistance| json!([found.pair.a, found.pair.b, number(found.distance)]);
            object["pairs"] = near.iter().map(each).collect();
        }
    }
    object
}

fn print(answers: &Answers, args: &PairsArgs, out: &mut impl Write) -> Result<()> {
    let MeshDistance { on_a, on_b, distance, a, b } = answers.distance;
    let mut rows = vec![("touching", format!("{} pairs of triangles", grouped(answers.pairs.len() as u64)))];
    if let Some(near) = &answers.near {
        rows.push(("near", format!("{} pairs of triangles", grouped(near.len() as u64))));
    }
    let apart = if a == NO_TRIANGLE {
        "nothing to be apart".into()
    } else if distance == 0.0 {
        format!("0 at {}, triangles {a} and {b}", point(on_a))
    } else {
        format!("{distance} from {} to {}, triangles {a} and {b}", point(on_a), point(on_b))
    };
    rows.push(("distance", apart));
    rows.push(("inside", inside(&answers.inside).into()));
    text::table(out, &rows)?;
    match &answers.near {
        _ if !args.list => {}
        None => answers.pairs.iter().try_for_each(|pair| writeln!(out, "{} {}", pair.a, pair.b))?,
        Some(near) => near
            .iter()
            .try_for_each(|found| writeln!(out, "{} {} {}", found.pair.a, found.pair.b, found.distance))?,
    }
    Ok(())
}

fn inside(found: &MeshInside) -> &'static str {
    match (found.touches, found.a_in_b, found.b_in_a) {
        (true, _, _) => match found.interiors {
            Interiors::Apart => "the surfaces touch, the interiors do not overlap",
            Interiors::Overlap => "the surfaces touch, and the interiors overlap",
            Interiors::Unknown => "the surfaces touch",
        },
        (_, Share::All, Share::None) => "the first mesh is inside of the second",
        (_, Share::None, Share::All) => "the second mesh is inside of the first",
        (_, Share::Some, Share::None) => "parts of the first mesh are inside of the second",
        (_, Share::None, Share::Some) => "parts of the second mesh are inside of the first",
        (_, Share::None, Share::None) => "neither",
        _ => "parts of each mesh are inside of the other",
    }
}
