//! Compiles a shim for each C or C++ library whose headers are here; the others are left out.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A library behind a shim.
struct Peer {
    /// The `peer` configuration that switches it on.
    name: &'static str,
    /// The shim, in `shims/`.
    source: &'static str,
    /// A header that proves the library to be there.
    header: &'static str,
    /// Include directories below the system's that it needs.
    include: &'static [&'static str],
    /// The libraries to link.
    libraries: &'static [&'static str],
}

const PEERS: &[Peer] = &[
    Peer {
        name: "embree",
        source: "embree.c",
        header: "embree3/rtcore.h",
        include: &[],
        libraries: &["embree3"],
    },
    // Its library is loaded at run time.
    Peer { name: "embree4", source: "embree4.c", header: "dlfcn.h", include: &[], libraries: &["dl"] },
    Peer {
        name: "bullet",
        source: "bullet.cpp",
        header: "btBulletCollisionCommon.h",
        include: &["bullet"],
        libraries: &["BulletCollision", "LinearMath"],
    },
    Peer {
        name: "bullet_hulls",
        source: "bullet_hulls.cpp",
        header: "btBulletCollisionCommon.h",
        include: &["bullet"],
        libraries: &["BulletCollision", "LinearMath"],
    },
    Peer { name: "ode", source: "ode.cpp", header: "ode/ode.h", include: &[], libraries: &["ode"] },
    Peer {
        name: "fcl",
        source: "fcl.cpp",
        header: "fcl/fcl.h",
        include: &["eigen3"],
        libraries: &["fcl", "ccd"],
    },
    Peer {
        name: "cgal",
        source: "cgal.cpp",
        header: "CGAL/AABB_tree.h",
        include: &[],
        libraries: &["gmp", "mpfr"],
    },
    Peer {
        name: "embree_pairs",
        source: "embree_pairs.cpp",
        header: "embree3/rtcore.h",
        include: &[],
        libraries: &["embree3"],
    },
    Peer {
        name: "ode_pairs",
        source: "ode_pairs.cpp",
        header: "ode/ode.h",
        include: &[],
        libraries: &["ode"],
    },
    Peer {
        name: "fcl_pairs",
        source: "fcl_pairs.cpp",
        header: "fcl/fcl.h",
        include: &["eigen3"],
        libraries: &["fcl", "ccd"],
    },
    Peer {
        name: "cgal_pairs",
        source: "cgal_pairs.cpp",
        header: "CGAL/AABB_tree.h",
        include: &[],
        libraries: &["gmp", "mpfr"],
    },
    Peer {
        name: "embree_fields",
        source: "embree_fields.cpp",
        header: "embree3/rtcore.h",
        include: &[],
        libraries: &["embree3"],
    },
    Peer {
        name: "cgal_fields",
        source: "cgal_fields.cpp",
        header: "CGAL/AABB_tree.h",
        include: &[],
        libraries: &["gmp", "mpfr"],
    },
    Peer {
        name: "bullet_world",
        source: "bullet_world.cpp",
        header: "btBulletCollisionCommon.h",
        include: &["bullet"],
        libraries: &["BulletCollision", "LinearMath"],
    },
    Peer {
        name: "ode_world",
        source: "ode_world.cpp",
        header: "ode/ode.h",
        include: &[],
        libraries: &["ode"],
    },
    Peer {
        name: "fcl_world",
        source: "fcl_world.cpp",
        header: "fcl/fcl.h",
        include: &["eigen3"],
        libraries: &["fcl", "ccd"],
    },
    Peer {
        name: "cgal_world",
        source: "cgal_world.cpp",
        header: "CGAL/box_intersection_d.h",
        include: &[],
        libraries: &["gmp", "mpfr"],
    },
    Peer {
        name: "bullet_shapes",
        source: "bullet_shapes.cpp",
        header: "btBulletCollisionCommon.h",
        include: &["bullet"],
        libraries: &["BulletCollision", "LinearMath"],
    },
    Peer {
        name: "openvdb_fields",
        source: "openvdb_fields.cpp",
        header: "openvdb/openvdb.h",
        include: &[],
        libraries: &["openvdb", "tbb"],
    },
    Peer {
        name: "embree_world",
        source: "embree_world.cpp",
        header: "embree3/rtcore.h",
        include: &[],
        libraries: &["embree3"],
    },
];

/// An engine whose crate brings, compiles and links its sources.
struct Engine {
    /// The feature that switches it on. With `_shapes`, the `peer` configuration and the shim.
    name: &'static str,
    /// The beginning of the folder of its crate.
    package: &'static str,
    /// The headers, in that folder.
    include: &'static str,
    /// What changes the layout of its classes, or its instruction set, as its crate compiles it.
    flags: &'static [&'static str],
}

const ENGINES: &[Engine] = &[
    Engine { name: "box3d", package: "/box3d-sys-", include: "vendor/box3d/include", flags: &[] },
    Engine {
        name: "jolt",
        package: "/joltc-sys-",
        include: "JoltC/JoltPhysics",
        flags: &[
            "-DJPH_DEBUG_RENDERER",
            "-DJPH_PROFILE_ENABLED",
            "-DJPH_OBJECT_LAYER_BITS=16",
            "-mavx2",
            "-mbmi",
            "-mpopcnt",
            "-mlzcnt",
            "-mf16c",
            "-mfma",
        ],
    },
];

/// The folder of a dependency, or nothing.
fn folder(package: &str) -> Option<PathBuf> {
    let cargo = std::env::var_os("CARGO")?;
    let mut command = Command::new(cargo);
    command.args(["metadata", "--format-version", "1", "--locked", "--offline", "--features", "engines"]);
    // Of other platforms, packages may be missing.
    command.arg("--filter-platform").arg(std::env::var_os("TARGET")?);
    let text = String::from_utf8(command.output().ok()?.stdout).ok()?;
    // The text of every JSON string; one of them is the path of the package's manifest.
    let is_manifest = |text: &&str| text.ends_with("/Cargo.toml") && text.contains(package);
    Some(Path::new(text.split('"').find(is_manifest)?).with_file_name(""))
}

fn compile_engine(engine: &Engine) {
    let Some(folder) = folder(engine.package) else {
        println!("cargo:warning={} is left out: its crate was not found", engine.name);
        return;
    };
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").opt_level(3).define("NDEBUG", None).warnings(false).cargo_warnings(false);
    engine.flags.iter().for_each(|flag| _ = build.flag(flag));
    build.include("shims").include(folder.join(engine.include));
    let shim = format!("{}_shapes", engine.name);
    match build.file(format!("shims/{shim}.cpp")).try_compile(&format!("peer_{shim}")) {
        Ok(()) => println!("cargo:rustc-cfg=peer=\"{shim}\""),
        Err(error) => println!("cargo:warning={} is left out: {error}", engine.name),
    }
}

fn compiler(source: &str) -> cc::Build {
    let mut build = cc::Build::new();
    build.opt_level(3).flag_if_supported("-march=native").define("NDEBUG", None);
    if source.ends_with(".cpp") {
        build.cpp(true).std("c++17").flag_if_supported("-Wno-deprecated-declarations");
    }
    build.warnings(false).cargo_warnings(false).include("shims");
    build
}

/// Returns true if the compiler finds the header.
fn has_header(peer: &Peer, out: &Path) -> bool {
    let extension = Path::new(peer.source).extension().and_then(|e| e.to_str()).unwrap_or("c");
    let probe = out.join(format!("probe_{}.{extension}", peer.name));
    if std::fs::write(&probe, format!("#include <{}>\n", peer.header)).is_err() {
        return false;
    }
    let mut build = compiler(peer.source);
    for directory in peer.include {
        build.include(format!("/usr/include/{directory}"));
    }
    build.cargo_metadata(false).file(&probe).try_compile(&format!("probe_{}", peer.name)).is_ok()
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let headers = ["peer.h", "embree.h", "peer.hpp", "pairs.hpp", "world.hpp", "fields.hpp", "shapes.hpp"];
    for engine in ENGINES {
        println!("cargo:rerun-if-changed=shims/{}_shapes.cpp", engine.name);
    }
    for file in headers.into_iter().chain(PEERS.iter().map(|peer| peer.source)) {
        println!("cargo:rerun-if-changed=shims/{file}");
    }
    // Set by those who install the libraries, so that they are looked for again.
    println!("cargo:rerun-if-env-changed=PEERS_INSTALLED");
    let Some(out) = std::env::var_os("OUT_DIR") else { return };
    let all = std::env::var_os("CARGO_FEATURE_ALL").is_some();
    let wanted = PEERS.iter().filter(|peer| {
        all || [
            "embree",
            "embree4",
            "embree_pairs",
            "embree_fields",
            "embree_world",
            "bullet_hulls",
            "bullet_shapes",
        ]
        .contains(&peer.name)
    });
    // For `cargo check`, which links nothing: the Rust side of all shims, whatever is installed.
    println!("cargo:rerun-if-env-changed=PEERS_CHECK");
    if std::env::var_os("PEERS_CHECK").is_some() {
        wanted.for_each(|peer| println!("cargo:rustc-cfg=peer=\"{}\"", peer.name));
        return;
    }
    // Each in a thread of its own: the templates of some take minutes.
    std::thread::scope(|scope| {
        for peer in wanted {
            scope.spawn(|| compile(peer, Path::new(&out)));
        }
        let is_on = |engine: &&Engine| {
            std::env::var_os(format!("CARGO_FEATURE_{}", engine.name.to_uppercase())).is_some()
        };
        for engine in ENGINES.iter().filter(is_on) {
            scope.spawn(|| compile_engine(engine));
        }
    });
}

fn compile(peer: &Peer, out: &Path) {
    if !has_header(peer, out) {
        println!("cargo:warning={} is not here and is left out", peer.name);
        return;
    }
    let mut build = compiler(peer.source);
    for directory in peer.include {
        build.include(format!("/usr/include/{directory}"));
    }
    match build.file(format!("shims/{}", peer.source)).try_compile(&format!("peer_{}", peer.name)) {
        Ok(()) => {
            println!("cargo:rustc-cfg=peer=\"{}\"", peer.name);
            for library in peer.libraries {
                println!("cargo:rustc-link-lib={library}");
            }
        }
        Err(error) => println!("cargo:warning={} is left out: {error}", peer.name),
    }
}
