//! A Quake 3 level, assembled byte by byte.

#![allow(missing_docs, unreachable_pub, reason = "of one test program only")]

/// The parts from which a level is assembled.
#[derive(Default)]
pub struct Assembly {
    /// Surface flags and contents.
    pub textures: Vec<[u32; 2]>,
    pub planes: Vec<[f32; 4]>,
    /// Plane and texture.
    pub sides: Vec<[u32; 2]>,
    /// First side, count and texture.
    pub brushes: Vec<[u32; 3]>,
    /// First face and count, first brush and count.
    pub models: Vec<[u32; 4]>,
    /// The types of faces.
    pub faces: Vec<u32>,
}

impl Assembly {
    /// A box with one texture on all sides.
    pub fn push_box(&mut self, min: [f32; 3], max: [f32; 3], texture: u32) {
        let first = self.sides.len() as u32;
        for k in 0..3 {
            for (sign, d) in [(-1.0, -min[k]), (1.0, max[k])] {
                let mut plane = [0.0, 0.0, 0.0, d];
                plane[k] = sign;
                self.sides.push([self.planes.len() as u32, texture]);
                self.planes.push(plane);
            }
        }
        self.brushes.push([first, 6, texture]);
    }

    /// A floor with a slippery step on it, water, a hint and a door.
    pub fn sample() -> Assembly {
        let mut level = Assembly {
            textures: vec![[0, 1], [2, 0x0800_0001], [0, 0x2000_0020], [0x300, 0x1000_0000], [0, 1]],
            faces: vec![1, 2, 2, 1, 2],
            ..Assembly::default()
        };
        level.push_box([-64.0, -64.0, -16.0], [64.0, 64.0, 0.0], 0);
        level.push_box([0.0, 0.0, 0.0], [32.0, 32.0, 16.0], 1);
        level.push_box([-64.0, -64.0, 0.0], [0.0, 0.0, 8.0], 2);
        level.push_box([-8.0, -8.0, 0.0], [8.0, 8.0, 64.0], 3);
        level.push_box([40.0, 40.0, 0.0], [48.0, 64.0, 32.0], 4);
        level.models = vec![[0, 4, 0, 4], [4, 1, 4, 1]];
        level
    }

    pub fn bytes(&self) -> Vec<u8> {
        let word = u32::to_le_bytes;
        let mut tables = vec![Vec::new(); 17];
        for texture in &self.textures {
            tables[1].extend([b'x'; 64]);
            texture.iter().for_each(|&value| tables[1].extend(word(value)));
        }
        self.planes.iter().flatten().for_each(|&value| tables[2].extend(word(value.to_bits())));
        for &[first_face, faces, first_brush, brushes] in &self.models {
            tables[7].extend([0; 24]);
            for value in [first_face, faces, first_brush, brushes] {
                tables[7].extend(word(value));
            }
        }
        self.brushes.iter().flatten().for_each(|&value| tables[8].extend(word(value)));
        self.sides.iter().flatten().for_each(|&value| tables[9].extend(word(value)));
        for &kind in &self.faces {
            tables[13].extend([0; 8]);
            tables[13].extend(word(kind));
            tables[13].extend([0; 92]);
        }
        let mut bytes = b"IBSP".to_vec();
        bytes.extend(word(46));
        let mut offset = 8 + 17 * 8;
        for table in &tables {
            bytes.extend(word(offset));
            bytes.extend(word(table.len() as u32));
            offset += table.len() as u32;
        }
        tables.iter().for_each(|table| bytes.extend(table));
        bytes
    }
}
