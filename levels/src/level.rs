//! The part of a level that is read.

/// Convex brushes, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// `[x, y, z, d]` stands for the half-space `x, y, z . p <= d`: unit normals that look out of the brush,
    /// in the units of the file.
    pub planes: Vec<[f32; 4]>,
    /// The number of planes of each brush.
    pub plane_counts: Vec<u32>,
    /// The attribute bits of each brush: see [`attributes`](crate::attributes).
    pub attributes: Vec<u16>,
    /// The place of each brush in the file.
    pub origins: Vec<Origin>,
    /// The parts that were left out.
    pub skipped: Skipped,
}

/// The place of a brush in its file, both numbers counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The entity of a `.map`; 0, the world, in a `.bsp`.
    pub entity: u32,
    /// The brush of that entity, patches counted too.
    pub brush: u32,
}

/// The parts of a level that were left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Curved patches.
    pub patches: u32,
    /// Brushes of the world that nothing collides with: hints, triggers, area portals and the like.
    pub brushes: u32,
    /// Brushes of entities that move or only detect: doors, platforms, triggers. Not known for a `.bsp`.
    pub entity_brushes: u32,
    /// The number of such entities; in a `.bsp`, of models other than the world.
    pub entities: u32,
}

impl Skipped {
    /// One line for each kind of part that was left out; none if nothing was.
    pub fn notes(&self) -> Vec<String> {
        let counted = |count: u32, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one} left out")),
            _ => Some(format!("{count} {many} left out")),
        };
        let brushes = match self.entity_brushes {
            0 => String::new(),
            1 => ", with 1 brush,".into(),
            count => format!(", with {count} brushes,"),
        };
        [
            counted(self.patches, "curved patch", "curved patches"),
            counted(self.brushes, "brush that nothing collides with", "brushes that nothing collides with"),
            counted(
                self.entities,
                &format!("entity that is not part of the world{brushes}"),
                &format!("entities that are not part of the world{brushes}"),
            ),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

impl Level {
    /// The number of brushes.
    pub fn brush_count(&self) -> usize {
        self.plane_counts.len()
    }

    /// Adds a brush.
    pub(crate) fn push(&mut self, planes: &[[f32; 4]], attributes: u16, origin: Origin) {
        self.planes.extend_from_slice(planes);
        self.plane_counts.push(planes.len() as u32);
        self.attributes.push(attributes);
        self.origins.push(origin);
    }
}
