//! Options of storage.

/// The form in which the values at a grid's nodes are kept. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum Storage {
    /// Every node's value as it is: four bytes a node, no error.
    #[default]
    Dense = 0,
    /// Blocks of 8³ cells: 16 bits a node near the surface, eight corners for a block elsewhere.
    Bricks16 = 1,
    /// The same with 8 bits a node.
    Bricks8 = 2,
}

impl Storage {
    /// The storage with a number.
    pub fn from_number(number: u32) -> Option<Storage> {
        [Storage::Dense, Storage::Bricks16, Storage::Bricks8].into_iter().find(|&kind| kind as u32 == number)
    }
}

/// Options of a field's storage. Lengths are in cells, if nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StorageOptions {
    /// The form of storage.
    pub storage: Storage,
    /// The distance from the surface, in cells, up to which blocks are stored in full: all blocks with a
    /// nearer node are, whatever their shape. May be infinite, and then all blocks are. Not negative. Dense
    /// storage ignores it.
    pub band: f32,
    /// The largest error, in cells, with which other blocks are reduced to their corners. Blocks with a
    /// larger error at any node are stored in full. Not negative. Dense storage ignores it.
    pub far_error: f32,
    /// The distance, in the user's units, up to which distances are known: no value is larger, and values
    /// equal to it stand for all larger ones. Not negative; infinite, the default, if all are known. No
    /// contact is reported from between such nodes, whatever the radius and margin.
    pub max_distance: f32,
}

impl StorageOptions {
    /// The default of [`StorageOptions::band`].
    pub const DEFAULT_BAND: f32 = 4.0;
    /// The default of [`StorageOptions::far_error`].
    pub const DEFAULT_FAR_ERROR: f32 = 0.5;
}

impl Default for StorageOptions {
    fn default() -> StorageOptions {
        StorageOptions {
            storage: Storage::Dense,
            band: StorageOptions::DEFAULT_BAND,
            far_error: StorageOptions::DEFAULT_FAR_ERROR,
            max_distance: f32::INFINITY,
        }
    }
}
