//! The contents of brushes by the names of their textures, as far as they are sure: the conventions that the
//! compilers of the Quake family share. Quake 3 has them in shader scripts, which are not read.

use crate::attributes::*;

/// The meaning of one side for the content of its brush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// The brush has these bits, whatever its other sides are.
    Is(u16),
    /// The brush is nothing that anything collides with, whatever its other sides are.
    Nothing,
    /// The side means nothing itself. A brush with no other sides is nothing.
    Blank,
    /// The brush is solid with these surface bits, unless another side says otherwise.
    Solid(u16),
}

/// The meaning of a texture's name.
pub(crate) fn content(texture: &str) -> Content {
    let name = texture.to_ascii_lowercase();
    let name = name.strip_prefix("textures/").unwrap_or(&name);
    let base = name.rsplit('/').next().unwrap_or(name);
    // Quake marks liquids by an asterisk, its relatives by an exclamation mark, and Quake 3 has a folder of
    // them.
    let marked = base.starts_with(['*', '!']) || name.starts_with("liquids/");
    let liquid = |word: &str| base.starts_with(word) || marked && base.contains(word);
    if liquid("lava") {
        return Content::Is(LAVA);
    }
    if liquid("slime") {
        return Content::Is(SLIME);
    }
    if marked || liquid("water") {
        return Content::Is(WATER);
    }
    if name.starts_with("sky") || name.starts_with("skies/") {
        return Content::Solid(SKY);
    }
    match name {
        "clip" | "common/fullclip" => Content::Is(PLAYER_CLIP | MONSTER_CLIP),
        "common/clip" | "common/playerclip" => Content::Is(PLAYER_CLIP),
        "common/monsterclip" | "common/botclip" => Content::Is(MONSTER_CLIP),
        "common/nodrop" => Content::Is(NO_DROP),
        "hint" | "origin" => Content::Nothing,
        "common/hint" | "common/origin" | "common/trigger" | "common/areaportal" => Content::Nothing,
        "common/clusterportal" | "common/donotenter" | "common/lightgrid" => Content::Nothing,
        "common/skip" | "common/hintskip" | "hintskip" => Content::Blank,
        "common/nodraw" | "common/nodrawnonsolid" => Content::Blank,
        "common/slick" => Content::Solid(SLICK),
        _ => Content::Solid(0),
    }
}

/// The attribute bits of a brush by its sides; none if nothing collides with it.
pub(crate) fn of_brush(sides: impl Iterator<Item = Content>) -> Option<u16> {
    let (mut is, mut surface, mut nothing, mut solid) = (0, 0, false, false);
    for side in sides {
        match side {
            Content::Is(bits) => is |= bits,
            Content::Nothing => nothing = true,
            Content::Blank => {}
            Content::Solid(bits) => {
                solid = true;
                surface |= bits;
            }
        }
    }
    match (is, nothing, solid) {
        (1.., ..) => Some(is),
        (0, false, true) => Some(SOLID | surface),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brush(textures: &[&str]) -> Option<u16> {
        of_brush(textures.iter().map(|texture| content(texture)))
    }

    #[test]
    fn names_give_the_contents_of_brushes() {
        assert_eq!(brush(&["GROUND1_6", "wall"]), Some(SOLID));
        assert_eq!(brush(&["common/caulk"]), Some(SOLID));
        assert_eq!(brush(&["*lava1"]), Some(LAVA));
        assert_eq!(brush(&["!waterblue"]), Some(WATER));
        assert_eq!(brush(&["liquids/clear_ripple1", "common/nodraw"]), Some(WATER));
        assert_eq!(brush(&["textures/liquids/SlimeC5"]), Some(SLIME));
        assert_eq!(brush(&["common/clip", "common/clip"]), Some(PLAYER_CLIP));
        assert_eq!(brush(&["clip"]), Some(PLAYER_CLIP | MONSTER_CLIP));
        assert_eq!(brush(&["skies/toxic"]), Some(SOLID | SKY));
        assert_eq!(brush(&["wall", "common/slick"]), Some(SOLID | SLICK));
    }

    #[test]
    fn some_brushes_are_nothing() {
        assert_eq!(brush(&["common/hint", "common/skip"]), None);
        assert_eq!(brush(&["common/nodraw"]), None);
        assert_eq!(brush(&["origin"]), None);
        assert_eq!(brush(&["common/nodraw", "wall"]), Some(SOLID));
    }
}
