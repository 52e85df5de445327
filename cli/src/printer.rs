//! The common parts of queries on meshes and on solids: the numbers of a query, and the printing of answers.

use crate::text;
use anyhow::Result;
use carom::geometry::{BoxCast, Capsule, CapsuleCast, OrientedBox, Quat, Ray, Sphere, SphereCast, Vec3};
use carom::mesh::Contact;
use serde_json::{Value, json};
use std::io::Write;

/// The numbers of one query, as many as any kind takes.
pub(crate) type Numbers = [f32; 13];

pub(crate) fn vec3(numbers: &[f32]) -> Vec3 {
    Vec3::new(numbers[0], numbers[1], numbers[2])
}

pub(crate) fn ray(n: &Numbers) -> Ray {
    Ray { origin: vec3(n), direction: vec3(&n[3..]), t_min: n[6], t_max: n[7] }
}

pub(crate) fn sphere(n: &Numbers) -> Sphere {
    Sphere { center: vec3(n), radius: n[3] }
}

pub(crate) fn capsule(n: &Numbers) -> Capsule {
    Capsule { a: vec3(n), radius: n[3], b: vec3(&n[4..]) }
}

pub(crate) fn oriented_box(n: &Numbers) -> OrientedBox {
    OrientedBox { center: vec3(n), half_extents: vec3(&n[3..]), rotation: Quat::from_slice(&n[6..10]) }
}

pub(crate) fn sphere_cast(n: &Numbers) -> SphereCast {
    SphereCast { origin: vec3(n), radius: n[3], displacement: vec3(&n[4..]) }
}

pub(crate) fn capsule_cast(n: &Numbers) -> CapsuleCast {
    CapsuleCast { capsule: capsule(n), displacement: vec3(&n[7..]) }
}

pub(crate) fn box_cast(n: &Numbers) -> BoxCast {
    let rotation = Quat::from_slice(&n[9..13]);
    let shape = OrientedBox { center: vec3(n), half_extents: vec3(&n[3..]), rotation };
    BoxCast { shape: shape.into(), displacement: vec3(&n[6..]) }
}

/// Prints answers in the order of the queries.
pub(crate) struct Printer<'a, W> {
    out: &'a mut W,
    json: bool,
    next: usize,
    /// What is printed of contacts, if a picture wants it.
    contacts: Option<Vec<Contact>>,
}

impl<'a, W: Write> Printer<'a, W> {
    pub(crate) fn new(out: &'a mut W, json: bool) -> Printer<'a, W> {
        Printer { out, json, next: 0, contacts: None }
    }

    pub(crate) fn print(&mut self, mut object: Value, text: String) -> Result<()> {
        if self.json {
            let mut line = json!({ "query": self.next });
            if let (Value::Object(line), Value::Object(object)) = (&mut line, &mut object) {
                line.append(object);
            }
            writeln!(self.out, "{line}")?;
        } else {
            writeln!(self.out, "{text}")?;
        }
        self.next += 1;
        Ok(())
    }

    /// Keeps contacts from here on.
    pub(crate) fn begin_keeping(&mut self) {
        self.contacts = Some(Vec::new());
    }

    /// Keeps contacts that are printed, if they are wanted.
    pub(crate) fn keep(&mut self, contacts: &[Contact]) {
        if let Some(kept) = &mut self.contacts {
            kept.extend_from_slice(contacts);
        }
    }

    /// All that were kept.
    pub(crate) fn contacts(&self) -> &[Contact] {
        self.contacts.as_deref().unwrap_or_default()
    }
}

pub(crate) fn print_overlap<W: Write>(answer: u8, printer: &mut Printer<W>) -> Result<()> {
    let text = if answer == 1 { "touches" } else { "free" };
    printer.print(json!({ "overlap": answer == 1 }), text.into())
}

pub(crate) fn print_triangles<W: Write>(triangles: &[u32], printer: &mut Printer<W>) -> Result<()> {
    let names: Vec<String> = triangles.iter().map(u32::to_string).collect();
    let text = format!("{} triangles: {}", text::grouped(triangles.len() as u64), names.join(" "));
    let text = text.trim_end_matches(": ").to_string();
    printer.print(json!({ "count": triangles.len(), "triangles": triangles }), text)
}
