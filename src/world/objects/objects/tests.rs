//! Slots whose generations are used up.

use super::*;
use crate::geometry::{Aabb, Vec3};

#[test]
fn slots_without_generations_left_are_given_up() {
    for tag in [0, 7, 255] {
        let mut objects = Objects::new(tag).unwrap();
        objects.make_room(3).unwrap();
        let object = Object::from(Aabb::new(Vec3::ZERO, Vec3::ONE));
        let slot = objects.insert(&object);
        let first = objects.id(slot);
        objects.set_lower(slot, objects.tag() | LAST_GENERATION);
        let last = objects.id(slot);
        assert_eq!(objects.find(first), None);
        objects.remove(slot);
        assert_eq!(objects.find(last), None);
        assert_ne!(objects.insert(&object), slot);
        assert_eq!((objects.len(), objects.live().count()), (1, 1));
    }
}
