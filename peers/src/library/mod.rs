//! The libraries, each behind the same small trait, one a file. To add one: a file, and a line in [`all`].

#[cfg(feature = "all")]
mod bvh;
mod carom;
mod carom_bsp;
mod contender;
#[cfg(peer = "embree")]
mod embree;
mod fcpw;
#[cfg(feature = "all")]
mod obvhs;
mod one_by_one;
pub(crate) mod parry;
mod parry_solid;
#[cfg(any(
    peer = "embree",
    peer = "bullet",
    peer = "bullet_hulls",
    peer = "ode",
    peer = "fcl",
    peer = "cgal",
    peer = "embree_pairs",
    peer = "ode_pairs",
    peer = "fcl_pairs",
    peer = "cgal_pairs",
    peer = "bullet_shapes",
    peer = "box3d_shapes",
    peer = "jolt_shapes"
))]
mod raw;
#[cfg(any(peer = "bullet", peer = "bullet_hulls", peer = "ode", peer = "fcl", peer = "cgal"))]
mod shim;

pub(crate) use contender::{
    Contender, EMBREE, EMBREE_4, EMBREE_AVX2, EMBREE_BEST, Library, PACKETS, Subject,
};
#[cfg(any(
    peer = "embree_pairs",
    peer = "ode_pairs",
    peer = "fcl_pairs",
    peer = "cgal_pairs",
    peer = "bullet_shapes",
    peer = "box3d_shapes",
    peer = "jolt_shapes"
))]
pub(crate) use raw::PeerMesh;

/// All that are here.
pub(crate) fn all() -> Vec<Contender> {
    let mut all = carom::contenders();
    all.extend(carom_bsp::contenders());
    #[cfg(peer = "embree")]
    all.extend(embree::contenders());
    all.extend(parry::contenders());
    all.extend(parry_solid::contenders());
    #[cfg(feature = "all")]
    all.extend(obvhs::contenders().into_iter().chain(bvh::contenders()));
    #[cfg(any(peer = "bullet", peer = "bullet_hulls", peer = "ode", peer = "fcl", peer = "cgal"))]
    all.extend(shim::contenders());
    all.extend(fcpw::contenders());
    all
}
