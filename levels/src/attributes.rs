//! The 16 attribute bits of a brush, and which flags of Quake 3 they come from.

/// Blocks everything.
pub const SOLID: u16 = 1 << 0;
/// Lava.
pub const LAVA: u16 = 1 << 1;
/// Slime.
pub const SLIME: u16 = 1 << 2;
/// Water.
pub const WATER: u16 = 1 << 3;
/// Fog.
pub const FOG: u16 = 1 << 4;
/// Blocks players only.
pub const PLAYER_CLIP: u16 = 1 << 5;
/// Blocks monsters or bots only.
pub const MONSTER_CLIP: u16 = 1 << 6;
/// Does not hide what is behind it.
pub const TRANSLUCENT: u16 = 1 << 7;
/// Does not divide the level for visibility.
pub const DETAIL: u16 = 1 << 8;
/// Some side is sky.
pub const SKY: u16 = 1 << 9;
/// Some side is slippery.
pub const SLICK: u16 = 1 << 10;
/// Falling on some side does no harm.
pub const NO_DAMAGE: u16 = 1 << 11;
/// Some side can be climbed.
pub const LADDER: u16 = 1 << 12;
/// Missiles vanish at some side instead of exploding.
pub const NO_IMPACT: u16 = 1 << 13;
/// Items do not stay here when they are dropped.
pub const NO_DROP: u16 = 1 << 14;
/// Some side sounds of metal.
pub const METAL: u16 = 1 << 15;

/// All bits by name, bit 0 first.
pub const NAMES: [&str; 16] = [
    "solid",
    "lava",
    "slime",
    "water",
    "fog",
    "player-clip",
    "monster-clip",
    "translucent",
    "detail",
    "sky",
    "slick",
    "no-damage",
    "ladder",
    "no-impact",
    "no-drop",
    "metal",
];

/// A brush with none of these bits is nothing that anything could collide with, and is left out.
pub const OF_INTEREST: u16 = SOLID | LAVA | SLIME | WATER | FOG | PLAYER_CLIP | MONSTER_CLIP | NO_DROP;

/// The names of bits, such as `solid detail`.
pub fn describe(attributes: u16) -> String {
    let names: Vec<&str> = NAMES
        .iter()
        .enumerate()
        .filter(|(bit, _)| attributes >> bit & 1 == 1)
        .map(|(_, name)| *name)
        .collect();
    names.join(" ")
}

/// Contents of Quake 3, and the bit that stands for them.
const CONTENTS: [(u32, u16); 11] = [
    (0x1, SOLID),
    (0x8, LAVA),
    (0x10, SLIME),
    (0x20, WATER),
    (0x40, FOG),
    (0x1_0000, PLAYER_CLIP),
    (0x2_0000, MONSTER_CLIP),
    (0x40_0000, MONSTER_CLIP), // bots
    (0x800_0000, DETAIL),
    (0x2000_0000, TRANSLUCENT),
    (0x8000_0000, NO_DROP),
];

/// Surface flags of Quake 3, and the bit that stands for them.
const SURFACES: [(u32, u16); 6] =
    [(0x1, NO_DAMAGE), (0x2, SLICK), (0x4, SKY), (0x8, LADDER), (0x10, NO_IMPACT), (0x1000, METAL)];

/// Contents that Quake 2 and Quake 3 number alike; `.map` files hold either's.
const SHARED_CONTENTS: u32 = 0x8 | 0x10 | 0x20 | 0x1_0000 | 0x2_0000 | 0x800_0000;

/// The bits for a brush's contents in a Quake 3 `.bsp`.
pub(crate) fn of_contents(contents: u32) -> u16 {
    bits(&CONTENTS, contents)
}

/// The bits for a side's surface flags in a Quake 3 `.bsp`.
pub(crate) fn of_surface(flags: u32) -> u16 {
    bits(&SURFACES, flags)
}

/// The bits for the contents that a side of a `.map` has behind its texture.
pub(crate) fn of_map_contents(contents: u32) -> u16 {
    bits(&CONTENTS, contents & SHARED_CONTENTS)
}

fn bits(table: &[(u32, u16)], flags: u32) -> u16 {
    table.iter().filter(|(flag, _)| flags & flag != 0).fold(0, |bits, (_, bit)| bits | bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_named() {
        assert_eq!(describe(0), "");
        assert_eq!(describe(SOLID | SKY | METAL), "solid sky metal");
        assert_eq!(NAMES.len(), 16);
    }

    #[test]
    fn flags_become_bits() {
        assert_eq!(of_contents(0x0801_0001), SOLID | PLAYER_CLIP | DETAIL);
        assert_eq!(of_contents(0x8000_0000), NO_DROP);
        assert_eq!(of_contents(0x4100_8000), 0);
        assert_eq!(of_surface(0x7 | 0x80), NO_DAMAGE | SLICK | SKY);
        // The bit of translucent contents in Quake 2 is that of structural ones in Quake 3.
        assert_eq!(of_map_contents(0x3800_0001), DETAIL);
    }
}
