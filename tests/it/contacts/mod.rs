//! Contacts of shapes with meshes: against a loop over all triangles, against local minima of the distance in
//! rationals, and the properties that engines rely on.

mod boxes;
mod brute;
mod capsules;
mod definition;
mod floors;
mod ghosts;
mod hulls;
mod lattice;
mod manifolds;
mod options;
mod reach;
mod ridge;
mod scenes;

use carom::geometry::{Sphere, Vec3};
use carom::mesh::{Contact, ContactOptions, Filter, Lists, Mesh};

/// The lists of contacts of some spheres.
fn contacts(mesh: &Mesh, spheres: &[Sphere], filter: &Filter, options: &ContactOptions) -> Vec<Vec<Contact>> {
    lists(spheres.len(), |offsets, out| mesh.contacts_sphere(spheres, filter, options, offsets, out).unwrap())
}

/// The lists that a query gives.
fn lists(count: usize, ask: impl Fn(&mut [u64], &mut [Contact]) -> Lists) -> Vec<Vec<Contact>> {
    let mut offsets = vec![0u64; count + 1];
    let total = ask(&mut offsets, &mut []).total;
    let mut all = vec![Contact::default(); total];
    // A list that does not fit is not reduced.
    let lists = ask(&mut offsets, &mut all);
    assert_eq!(lists, Lists { written: lists.total, total: lists.total });
    assert!(lists.total <= total);
    offsets.windows(2).map(|ends| all[ends[0] as usize..ends[1] as usize].to_vec()).collect()
}

/// All that a contact says, as bits.
fn bits(contact: &Contact) -> [u32; 12] {
    let of = |v: Vec3| v.to_array().map(f32::to_bits);
    let ([x, y, z], [u, v, w]) = (of(contact.point), of(contact.normal));
    let Contact { depth, triangle, feature, manifold, attributes, reserved, .. } = *contact;
    [x, y, z, depth.to_bits(), u, v, w, triangle, feature, manifold, attributes, reserved]
}
