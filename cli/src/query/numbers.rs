//! The numbers of a query.

use crate::choices::QueryKind;
use crate::printer::Numbers;
use crate::values::float;
use anyhow::{Error, Result, bail};

/// The numbers of a query, as many as its kind takes at most, the optional ones filled in.
pub(super) fn numbers<'a>(kind: QueryKind, words: impl Iterator<Item = &'a str>) -> Result<Numbers> {
    let (what, counts, optional): (_, _, &[f32]) = match kind {
        QueryKind::Raycast | QueryKind::RaycastAll | QueryKind::Crossings | QueryKind::Occluded => {
            ("a ray", 6..=8, &[0.0, f32::INFINITY])
        }
        QueryKind::ClosestPoint => ("a point", 3..=4, &[f32::INFINITY]),
        QueryKind::ContainsPoint | QueryKind::Sample => ("a point", 3..=3, &[]),
        QueryKind::OverlapSphere | QueryKind::OverlapSphereAll | QueryKind::CollideSphere => {
            ("a sphere", 4..=4, &[])
        }
        QueryKind::OverlapCapsule | QueryKind::OverlapCapsuleAll => ("a capsule", 7..=7, &[]),
        QueryKind::ContactsCapsule => ("a capsule", 7..=8, &[0.0]),
        QueryKind::OverlapBox | QueryKind::OverlapBoxAll | QueryKind::ContactsBox => {
            ("a rotated box", 6..=10, &[0.0, 0.0, 0.0, 1.0])
        }
        QueryKind::CandidatesAabb => ("a box", 6..=6, &[]),
        QueryKind::OverlapHull
        | QueryKind::OverlapHullAll
        | QueryKind::ContactsHull
        | QueryKind::CastHull
        | QueryKind::CastHullAll => {
            bail!("a hull takes points")
        }
        QueryKind::ContactsSphere => ("a sphere", 4..=5, &[0.0]),
        QueryKind::CastSphere | QueryKind::CastSphereAll => ("a cast", 7..=7, &[]),
        QueryKind::CastCapsule | QueryKind::CastCapsuleAll => ("a cast", 10..=10, &[]),
        QueryKind::CastBox | QueryKind::CastBoxAll => ("a cast", 9..=13, &[0.0, 0.0, 0.0, 1.0]),
    };
    let (least, most) = counts.into_inner();
    let mut numbers = [0.0; 13];
    numbers[least..most].copy_from_slice(optional);
    let mut count = 0;
    for word in words {
        let value = float(word).map_err(Error::msg)?;
        if let Some(place) = numbers.get_mut(count) {
            *place = value;
        }
        count += 1;
    }
    // A rotation is given as a whole or not at all.
    let fits = (least..=most).contains(&count) && (optional.len() < 4 || count == least || count == most);
    if !fits {
        let range = match most - least {
            0 => least.to_string(),
            4 => format!("{least} or {most}"),
            _ => format!("{least} to {most}"),
        };
        bail!("{what} takes {range} numbers, but there are {count}");
    }
    Ok(numbers)
}
