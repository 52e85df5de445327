//! Two meshes against each other: all pairs of triangles that touch, any one of them, and the distance of the
//! meshes.

mod carom;
mod growth;
mod measure;
mod parry;
mod place;
mod poses;
mod rival;
#[cfg(any(peer = "embree_pairs", peer = "ode_pairs", peer = "fcl_pairs", peer = "cgal_pairs"))]
mod shim;
mod table;
mod triangle;

pub(crate) use measure::Rounds;
pub(crate) use place::Subject;

use self::carom::{Carom, Cooked};
use crate::report::Report;
use crate::work::Work;
use anyhow::Result;
use measure::Outcome;
use poses::{CLASSES, Posed};
use rival::Contender;

/// The names of the two meshes of each subject.
pub(crate) const SUBJECTS: &[[&str; 2]] = &[
    ["skull", "skull"],
    ["ribcage", "ribcage"],
    ["forearm", "forearm"],
    ["dragon", "dragon"],
    ["forearm", "dragon"],
];

/// The subjects of a quick run.
pub(crate) const QUICK: &[[&str; 2]] = &[["skull", "skull"]];

/// Everything on one subject; `wanted` says by name, and by whether it is part of a quick run, who takes
/// part. carom does anyway.
pub(crate) fn run(
    subject: &Subject,
    works: &[Work],
    wanted: impl Fn(&str, bool) -> bool,
    rounds: Rounds,
    report: &mut Report,
) -> Result<()> {
    println!("\n== {}: two meshes, {} triangles", subject.name(), subject.triangles());
    let cooked = Cooked::new(subject)?;
    let mut contenders = carom::contenders(&cooked);
    contenders.extend(others(subject)?.into_iter().filter(|c| wanted(&c.name(), c.quick)));
    let mut reference = Carom::new(cooked.clone(), None);
    let classes: Vec<&str> = CLASSES.iter().map(|&(class, _)| class).collect();
    let posed = poses::poses(subject, &cooked, rounds.directions, &classes);
    for &work in works {
        let mut outcomes: Vec<Outcome> = Vec::new();
        // Of meshes that touch, the distance is known once the first contact is.
        for &class in classes.iter().filter(|&&class| work != Work::MeshDistance || class == "apart") {
            let of_class: Vec<&Posed> = posed.iter().filter(|posed| posed.class == class).collect();
            outcomes.push(measure::measure(work, &of_class, &mut contenders, &mut reference, rounds.rounds));
        }
        if work == Work::PairsAll && subject.is_one() {
            // Others miss many pairs here, and so answer another question. They are not asked.
            let (same, ours) = (poses::same(subject), contenders.iter().filter(|c| c.is_ours()).count());
            let (ours, others) = contenders.split_at_mut(ours);
            let mut outcome = measure::measure(work, &[&same], ours, &mut reference, rounds.rounds);
            outcome.sums.extend(others.iter().map(|_| None));
            outcomes.push(outcome);
        }
        table::print(subject, work, &outcomes, &contenders, cooked.bytes(), report);
    }
    Ok(())
}

/// Runs the works that do not depend on the fetched meshes.
pub(crate) fn run_made(works: &[Work], rounds: Rounds, report: &mut Report) -> Result<()> {
    if works.contains(&Work::PairsAll) { growth::print(rounds, report) } else { Ok(()) }
}

fn others<'a>(subject: &Subject<'a>) -> Result<Vec<Contender<'a>>> {
    #[cfg_attr(
        not(any(peer = "embree_pairs", peer = "ode_pairs", peer = "fcl_pairs", peer = "cgal_pairs")),
        expect(unused_mut, reason = "nobody else is here")
    )]
    let mut others: Vec<Contender<'a>> = parry::contenders(subject)?;
    #[cfg(any(peer = "embree_pairs", peer = "ode_pairs", peer = "fcl_pairs", peer = "cgal_pairs"))]
    others.extend(shim::contenders(subject)?);
    Ok(others)
}
