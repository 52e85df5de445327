//! `carom render`: a picture of a cooked mesh, made of its own answers to ray casts. Cuts of BSP trees are
//! drawn in `bsp::cut`.

use crate::args::RenderArgs;
use crate::bsp;
use crate::camera::Camera;
use crate::cooked::{self, Cooked};
use crate::input;
use crate::misuse::ensure_use;
use crate::picture::{self, Picture};
use anyhow::{Context, Result, bail};
use carom::geometry::{Ray, Triangle, Vec3};
use carom::mesh::{Filter, Mesh, RayHit};
use glam::DVec3;
use std::io::Write;

/// Samples along each side of a pixel.
const SAMPLES: usize = 2;

/// Rays per sample that look for surfaces that shade a point from the sky.
const SKY_RAYS: usize = 4;

/// Runs the command.
pub(crate) fn run(args: &RenderArgs, out: &mut impl Write) -> Result<()> {
    args.camera.check()?;
    let picture = Picture::new(&args.output, args.format, &[&args.file])?;
    match cooked::open(&args.file)? {
        Cooked::Sdf(_) => bail!("{}: holds a distance field; see carom sdf --slice", input::name(&args.file)),
        Cooked::Mesh(mesh) => {
            let file = input::name(&args.file);
            let cut = "--axis, --at, --radius and --area are for BSP trees";
            ensure_use!(!args.cut.is_given(), "{file}: holds a mesh; {cut}");
            self::mesh(args, &mesh, &picture, out)
        }
        Cooked::Bsp(bsp) => {
            let file = input::name(&args.file);
            let camera = "--eye, --target, --up and --fov are for meshes";
            ensure_use!(!args.camera.is_given(), "{file}: holds a BSP tree; {camera}");
            bsp::cut::run(args, &bsp, &picture, out)
        }
    }
}

/// Draws a mesh.
fn mesh(args: &RenderArgs, mesh: &Mesh, picture: &Picture, out: &mut impl Write) -> Result<()> {
    let name = || input::name(&args.file);
    let size = args.size.unwrap_or((960, 720));
    let filter = args.filter.filter();
    let nothing = (Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO), 0u16);
    let mut triangles = vec![nothing; mesh.triangle_count() as usize];
    mesh.triangles(0, &mut triangles[..]).with_context(name)?;
    let camera = Camera::new(&args.camera.wishes(size), &triangles);
    camera.check(&args.file)?;
    let scene = Scene { filter, ..Scene::new(mesh, triangles, camera, Vec::new()) };

    let seconds = picture::draw(&args.work(), size, picture, |y, row| scene.draw_row(y, size, row))?;
    if !args.quiet {
        let (path, (width, height)) = (picture.target().name(), size);
        writeln!(out, "{path}: {width}x{height}, drawn in {seconds:.1} s")?;
    }
    Ok(())
}

/// The paint that a triangle's colour is mixed with.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    color: Vec3,
    /// From 0.5, muted, to 1, painted over.
    weight: f32,
}

impl Paint {
    /// As meshes are without paint.
    pub(crate) const BONE: Paint = Paint { color: Vec3::new(0.86, 0.78, 0.64), weight: 0.5 };
    /// For a second mesh.
    pub(crate) const SLATE: Paint = Paint { color: Vec3::new(0.2, 0.34, 0.5), weight: 0.7 };
    /// For triangles that are to be seen at once.
    pub(crate) const RED: Paint = Paint { color: Vec3::new(0.85, 0.03, 0.02), weight: 0.95 };
}

/// A mesh with a camera and a sun.
pub(crate) struct Scene<'a> {
    mesh: &'a Mesh<'a>,
    filter: Filter,
    normals: Vec<Vec3>,
    /// One a triangle, or none.
    paints: Vec<Paint>,
    camera: Camera,
    /// Towards the sun.
    sun: Vec3,
    /// The distance from the surface at which shading rays start, and their length.
    offset: f32,
    reach: f32,
}

impl<'a> Scene<'a> {
    /// `paints` has one a triangle, or none.
    pub(crate) fn new(
        mesh: &'a Mesh<'a>,
        triangles: Vec<(Triangle, u16)>,
        camera: Camera,
        paints: Vec<Paint>,
    ) -> Scene<'a> {
        // Scaled in wide numbers first, for the normals of very small and very large triangles.
        let wide = |v: Vec3| DVec3::new(v.x.into(), v.y.into(), v.z.into());
        let normal = |(triangle, _): &(Triangle, u16)| {
            let a = wide(triangle.a);
            (wide(triangle.b) - a).cross(wide(triangle.c) - a).normalize_or_zero().as_vec3()
        };
        let bounds = mesh.bounds();
        let size = (wide(bounds.max) - wide(bounds.min)).length();
        let sun = (camera.up * 0.9 - camera.right * 0.75 - camera.ahead * 0.65).normalize().as_vec3();
        let normals = triangles.iter().map(normal).collect();
        Scene {
            mesh,
            filter: Filter::default(),
            normals,
            paints,
            camera,
            sun,
            offset: (size * 2e-4) as f32,
            reach: (size * 0.12) as f32,
        }
    }

    /// Draws row `y` of a picture of this size.
    pub(crate) fn draw_row(
        &self,
        y: usize,
        (width, height): (u32, u32),
        row: &mut [u8],
    ) -> carom::Result<()> {
        let (w, h) = (width as usize * SAMPLES, height as usize * SAMPLES);
        let eye = self.camera.eye.as_vec3();
        let place = |at: usize, of: usize| (at as f64 + 0.5) / of as f64 * 2.0 - 1.0;
        let background = sky(y as f32 / height as f32);
        let mut sums = vec![Vec3::ZERO; width as usize];
        for sub in 0..SAMPLES {
            let v = y * SAMPLES + sub;
            let rays: Vec<Ray> =
                (0..w).map(|u| Ray::new(eye, self.camera.direction(place(u, w), -place(v, h)))).collect();
            let mut hits = vec![RayHit::MISS; rays.len()];
            self.mesh.raycast(&rays, &self.filter, &mut hits[..])?;
            let colors = self.shade(&rays, &hits, v)?;
            for (u, color) in colors.into_iter().enumerate() {
                sums[u / SAMPLES] += color.unwrap_or(background);
            }
        }
        let scale = 1.0 / (SAMPLES * SAMPLES) as f32;
        for (pixel, sum) in row.chunks_exact_mut(3).zip(sums) {
            let color =
                (sum * scale).to_array().map(|c| (c.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0).round() as u8);
            pixel.copy_from_slice(&color);
        }
        Ok(())
    }

    /// A normal as a colour, mixed with a triangle's paint: red to the right, green up, blue towards the
    /// viewer. From behind grey, unless it is painted over.
    fn color(&self, normal: Vec3, back: bool, paint: Paint) -> Vec3 {
        if back {
            return Vec3::splat(0.3).lerp(paint.color, (2.0 * paint.weight - 1.0).powi(2));
        }
        let along = |axis: DVec3| normal.dot(axis.as_vec3()) * 0.5 + 0.5;
        let color = Vec3::new(along(self.camera.right), along(self.camera.up), along(-self.camera.ahead));
        color.lerp(paint.color, paint.weight)
    }

    /// The linear colour of each hit; none for a miss.
    fn shade(&self, rays: &[Ray], hits: &[RayHit], v: usize) -> carom::Result<Vec<Option<Vec3>>> {
        let facing = |ray: &Ray, hit: &RayHit| {
            let normal = self.normals[hit.triangle as usize];
            let back = normal.dot(ray.direction) > 0.0;
            (if back { -normal } else { normal }, back)
        };
        // First to the sun, then to the sky, for each hit.
        let mut shading = Vec::new();
        for (u, (ray, hit)) in rays.iter().zip(hits).enumerate().filter(|(_, (_, hit))| hit.is_hit()) {
            let (normal, _) = facing(ray, hit);
            let origin = ray.origin + ray.direction * hit.t + normal * self.offset;
            shading.push(Ray::new(origin, self.sun));
            let directions = (0..SKY_RAYS).map(|i| sky_direction(normal, u, v, i));
            shading.extend(directions.map(|d| Ray { t_max: self.reach, ..Ray::new(origin, d) }));
        }
        let mut blocked = vec![0u8; shading.len()];
        self.mesh.occluded(&shading, &self.filter, &mut blocked[..])?;
        let mut blocked = blocked.chunks_exact(1 + SKY_RAYS);

        let color = |(ray, hit): (&Ray, &RayHit)| {
            let blocked = hit.is_hit().then(|| blocked.next())??;
            let (normal, back) = facing(ray, hit);
            let paint = self.paints.get(hit.triangle as usize).copied().unwrap_or(Paint::BONE);
            let base = self.color(normal, back, paint);
            let open = 1.0 - blocked[1..].iter().map(|&b| f32::from(b)).sum::<f32>() / SKY_RAYS as f32;
            let sun = normal.dot(self.sun).max(0.0) * f32::from(1 - blocked[0]);
            let head = -normal.dot(ray.direction) / ray.direction.length().max(f32::MIN_POSITIVE);
            let above = 0.5 + 0.5 * normal.dot(self.camera.up.as_vec3());
            Some(base * (0.75 * sun + (0.3 * head + 0.22 * above + 0.05) * open))
        };
        Ok(rays.iter().zip(hits).map(color).collect())
    }
}

/// The background, from top to bottom.
fn sky(height: f32) -> Vec3 {
    Vec3::new(0.10, 0.13, 0.18).lerp(Vec3::new(0.42, 0.45, 0.48), height)
}

/// A direction around `normal`, cosine-distributed, different from sample to sample and the same from run
/// to run.
fn sky_direction(normal: Vec3, u: usize, v: usize, i: usize) -> Vec3 {
    // Interleaved gradient noise (Jimenez 2014) turns a golden-angle spiral from pixel to pixel; the
    // samples of a pixel divide the spiral's points among them.
    let (pixel_u, pixel_v) = ((u / SAMPLES) as f32, (v / SAMPLES) as f32);
    let noise = (52.982_918 * (0.067_110_56 * pixel_u + 0.005_837_15 * pixel_v).fract()).fract();
    let (points, point) = (SKY_RAYS * SAMPLES * SAMPLES, (i * SAMPLES + v % SAMPLES) * SAMPLES + u % SAMPLES);
    let height = (point as f32 + noise) / points as f32;
    let angle = std::f32::consts::TAU * (noise + 0.381_966 * point as f32);
    let (right, up) = normal.any_orthonormal_pair();
    let radius = height.sqrt();
    (right * angle.cos() + up * angle.sin()) * radius + normal * (1.0 - height).sqrt()
}
