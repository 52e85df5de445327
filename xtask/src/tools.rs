//! Finds the tools that the commands need, and installs missing ones where apt-get may.

use anyhow::{Result, bail};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use xshell::{Shell, cmd};

/// A tool: how to see that it is there, and which Debian packages bring it.
pub(crate) struct Tool {
    name: &'static str,
    packages: &'static [&'static str],
    is_present: fn(&Shell) -> bool,
}

/// The tools that `demo` and the C and C++ tests need: a C++ compiler, CMake and Ninja; libpng for the
/// examples' pictures.
pub(crate) const BUILD: &[Tool] = &[GXX, CMAKE, NINJA, LIBPNG];

const GXX: Tool = Tool { name: "g++", packages: &["g++"], is_present: |sh| answers(sh, "c++", "--version") };
const CMAKE: Tool = Tool { name: "cmake 3.25 or newer", packages: &["cmake"], is_present: has_cmake };
const NINJA: Tool =
    Tool { name: "ninja", packages: &["ninja-build"], is_present: |sh| answers(sh, "ninja", "--version") };
const LIBPNG: Tool =
    Tool { name: "libpng", packages: &["libpng-dev"], is_present: |sh| has_header(sh, "png.h") };
const GOOGLETEST: Tool = Tool { name: "GoogleTest", packages: &["libgtest-dev"], is_present: has_googletest };

const PKG_CONFIG: Tool = Tool {
    name: "pkg-config",
    packages: &["pkg-config"],
    is_present: |sh| answers(sh, "pkg-config", "--version"),
};
const UNZIP: Tool = Tool { name: "unzip", packages: &["unzip"], is_present: |sh| answers(sh, "unzip", "-v") };

/// The further tools that the C and C++ tests need.
pub(crate) const CPP_TESTS: &[Tool] = &[GOOGLETEST, PKG_CONFIG];

/// The tool that writes the reference of the C interface.
pub(crate) const REFERENCE: &[Tool] =
    &[Tool { name: "Doxygen", packages: &["doxygen"], is_present: |sh| answers(sh, "doxygen", "--version") }];

/// What the C interface is described with and compared.
pub(crate) const ABI: &[Tool] = &[Tool {
    name: "libabigail (abidw, abidiff)",
    packages: &["abigail-tools"],
    is_present: |sh| answers(sh, "abidw", "--version") && answers(sh, "abidiff", "--version"),
}];

/// The further tools that the C# tests need.
pub(crate) const CSHARP_TESTS: &[Tool] = &[Tool {
    name: "Mono (mcs, mono, vectors)",
    packages: &[
        "mono-mcs",
        "mono-runtime",
        "libmono-system-numerics4.0-cil",
        "libmono-system-numerics-vectors4.0-cil",
    ],
    is_present: |sh| {
        let has_vectors = sh.path_exists("/usr/lib/mono/4.5/System.Numerics.Vectors.dll");
        has_vectors && answers(sh, "mcs", "--version") && answers(sh, "mono", "--version")
    },
}];

/// The tools that `python` builds and tests the package with; all others come from PyPI.
pub(crate) const PYTHON: &[Tool] = &[Tool {
    name: "Python 3 with pip and venv",
    packages: &["python3", "python3-pip", "python3-venv"],
    is_present: has_venv,
}];

/// The tools that `levels` fetches and unpacks with.
pub(crate) const LEVELS: &[Tool] = &[
    Tool { name: "apt-get", packages: &["apt"], is_present: |sh| answers(sh, "apt-get", "--version") },
    Tool { name: "dpkg-deb", packages: &["dpkg"], is_present: |sh| answers(sh, "dpkg-deb", "--version") },
    UNZIP,
];

/// The libraries that `peers` compares with. Each may be missing.
pub(crate) const PEERS: &[Tool] = &[
    Tool {
        name: "Embree 3",
        packages: &["libembree-dev"],
        is_present: |sh| has_header(sh, "embree3/rtcore.h"),
    },
    Tool {
        name: "Bullet",
        packages: &["libbullet-dev"],
        is_present: |sh| has_header(sh, "bullet/btBulletCollisionCommon.h"),
    },
    Tool { name: "ODE", packages: &["libode-dev"], is_present: |sh| has_header(sh, "ode/ode.h") },
    Tool { name: "FCL", packages: &["libfcl-dev"], is_present: |sh| has_header(sh, "fcl/fcl.h") },
    Tool { name: "CGAL", packages: &["libcgal-dev"], is_present: |sh| has_header(sh, "CGAL/AABB_tree.h") },
    Tool {
        name: "OpenVDB",
        packages: &["libopenvdb-dev", "libtbb-dev"],
        is_present: |sh| has_header(sh, "openvdb/openvdb.h"),
    },
    Tool {
        name: "what Open3D loads",
        packages: &["libusb-1.0-0", "libgl1", "libgomp1", "libx11-6"],
        is_present: |sh| has_library(sh, "libusb-1.0.so.0"),
    },
];

/// What the crates of physics engines are compiled with.
pub(crate) const ENGINES: &[Tool] = &[
    Tool { name: "CMake", packages: &["cmake"], is_present: |sh| answers(sh, "cmake", "--version") },
    Tool { name: "libclang", packages: &["libclang-dev"], is_present: has_libclang },
];

/// The further tools that `package` makes and checks archives and Debian packages with.
pub(crate) const PACKAGE: &[Tool] = &[
    PKG_CONFIG,
    Tool { name: "strip", packages: &["binutils"], is_present: |sh| answers(sh, "strip", "--version") },
    Tool {
        name: "dpkg-shlibdeps",
        packages: &["dpkg-dev"],
        is_present: |sh| answers(sh, "dpkg-shlibdeps", "--version"),
    },
];

/// What `package` makes and unpacks NuGet packages with.
pub(crate) const ZIP: &[Tool] =
    &[Tool { name: "zip", packages: &["zip"], is_present: |sh| answers(sh, "zip", "-v") }, UNZIP];

/// The further tools that `package` makes npm packages with.
pub(crate) const NPM: &[Tool] = &[
    Tool { name: "npm", packages: &["npm"], is_present: |sh| answers(sh, "npm", "--version") },
    Tool { name: "llvm-strip", packages: &["llvm"], is_present: |sh| answers(sh, "llvm-strip", "--version") },
];

/// What pages are shown by.
pub(crate) const CHROMIUM: &[Tool] = &[Tool {
    name: "Chromium",
    packages: &["chromium"],
    is_present: |sh| answers(sh, "chromium", "--version"),
}];

/// The compiler of Debian's package rustc-web, beside which rust-web-src puts the sources of the standard library.
pub(crate) const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// Where Debian's package googletest has its sources, which are built for each platform.
pub(crate) const GOOGLETEST_FOLDER: &str = "/usr/src/googletest";

/// Debian keeps it out of PATH.
pub(crate) const WINE: &str = "/usr/lib/wine/wine64";

const DEBIAN_RUST: Tool = Tool {
    name: "Debian's Rust 1.93 or newer, with the sources of its standard library, and jemalloc",
    packages: &["rustc-web", "rust-web-src", "libjemalloc2"],
    is_present: |sh| has_debian_rust(sh) && has_library(sh, "libjemalloc.so.2"),
};

const GOOGLETEST_SOURCES: Tool = Tool {
    name: "GoogleTest's sources",
    packages: &["googletest"],
    is_present: |sh| sh.path_exists(Path::new(GOOGLETEST_FOLDER).join("CMakeLists.txt")),
};

const CLANG: Tool =
    Tool { name: "clang", packages: &["clang"], is_present: |sh| answers(sh, "clang", "--version") };

const LLD: Tool = Tool {
    name: "lld (wasm-ld, lld-link)",
    packages: &["lld"],
    is_present: |sh| answers(sh, "wasm-ld", "--version") && answers(sh, "lld-link", "--version"),
};

/// The Clang that `sanitize` links with: an older one's runtimes lack what the compiler calls.
pub(crate) const CLANG_WITH_RUNTIME: &str = "clang-19";

/// The tools that `sanitize` watches threads with.
pub(crate) const SANITIZE_THREAD: &[Tool] = &[
    DEBIAN_RUST,
    Tool {
        name: "Clang 19 with its runtimes",
        packages: &["clang-19", "libclang-rt-19-dev"],
        is_present: |sh| sh.path_exists("/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.tsan-x86_64.a"),
    },
];

/// What `sanitize` runs the shipped library in.
pub(crate) const VALGRIND: &[Tool] = &[Tool {
    name: "Valgrind",
    packages: &["valgrind"],
    is_present: |sh| answers(sh, "valgrind", "--version"),
}];

/// The tools that `platforms` needs for this machine.
pub(crate) const PLATFORM_LINUX_X64: &[Tool] = &[GXX, CMAKE, NINJA, GOOGLETEST, LIBPNG];

/// The tools that `platforms` needs for 64-bit ARM.
pub(crate) const PLATFORM_LINUX_ARM64: &[Tool] = &[
    DEBIAN_RUST,
    CMAKE,
    NINJA,
    GOOGLETEST_SOURCES,
    Tool {
        name: "g++ for 64-bit ARM",
        packages: &["gcc-aarch64-linux-gnu", "g++-aarch64-linux-gnu", "libc6-dev-arm64-cross"],
        is_present: |sh| answers(sh, "aarch64-linux-gnu-g++", "--version"),
    },
    QEMU_AARCH64,
];

const QEMU_AARCH64: Tool = Tool {
    name: "qemu-aarch64",
    packages: &["qemu-user"],
    is_present: |sh| answers(sh, "qemu-aarch64", "--version"),
};

/// The tools that `platforms` needs for 64-bit ARM with musl, whose C library comes with Zig's compiler.
pub(crate) const PLATFORM_LINUX_ARM64_MUSL: &[Tool] = &[DEBIAN_RUST, QEMU_AARCH64];

/// The tools that `platforms` needs for Windows.
pub(crate) const PLATFORM_WINDOWS_X64: &[Tool] = &[
    DEBIAN_RUST,
    CMAKE,
    NINJA,
    GOOGLETEST_SOURCES,
    CLANG,
    LLD,
    Tool {
        name: "g++ for Windows",
        packages: &["gcc-mingw-w64-x86-64-posix", "g++-mingw-w64-x86-64-posix"],
        is_present: |sh| answers(sh, "x86_64-w64-mingw32-g++-posix", "--version"),
    },
    Tool { name: "Wine", packages: &["wine64"], is_present: |sh| sh.path_exists(WINE) },
];

/// The tools that `platforms` needs for WebAssembly.
pub(crate) const PLATFORM_WASM32: &[Tool] = &[
    DEBIAN_RUST,
    CLANG,
    LLD,
    Tool { name: "Node", packages: &["nodejs"], is_present: |sh| answers(sh, "node", "--version") },
];

/// The tools that `platforms` needs where Debian's compiler alone works: it only checks, or Zig's, which comes from PyPI, links.
pub(crate) const PLATFORM_RUST: &[Tool] = &[DEBIAN_RUST];

/// The target triple of this machine, as the compiler knows it.
pub(crate) fn host(sh: &Shell) -> Result<String> {
    Ok(cmd!(sh, "rustc --print host-tuple").quiet().read()?)
}

/// Makes sure that all of `tools` are there.
///
/// # Errors
/// Names the packages to install if apt-get may not, or did not help.
pub(crate) fn ensure(sh: &Shell, tools: &[Tool]) -> Result<()> {
    // Of several threads, one at a time: apt-get refuses to run beside itself.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock();
    let missing = missing(sh, tools);
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.iter().map(|tool| tool.name).collect::<Vec<_>>().join(", ");
    let packages: Vec<_> = missing.iter().flat_map(|tool| tool.packages).copied().collect();
    let advice = format!(
        "install {names} (on Debian: apt-get install --no-install-recommends {})",
        packages.join(" ")
    );
    let Some((program, arguments)) = apt_get(sh) else {
        bail!("{names} missing, and apt-get cannot be used from here: {advice}");
    };
    eprintln!("{names} missing: installing {}", packages.join(" "));
    let apt_get = || cmd!(sh, "{program}").args(arguments);
    let updated = apt_get().arg("update").run();
    let installed = apt_get().args(["install", "-y", "--no-install-recommends"]).args(&packages).run();
    if let Err(error) = updated.and(installed) {
        eprintln!("{error}");
    }
    let still: Vec<_> = self::missing(sh, tools).iter().map(|tool| tool.name).collect();
    if !still.is_empty() {
        bail!("apt-get did not bring {}: {advice}", still.join(", "));
    }
    Ok(())
}

/// Makes sure of an environment of Python's in a folder, as Debian's Python installs nothing outside of one; returns where its
/// programs are.
///
/// # Errors
/// If Python is missing and could not be installed.
pub(crate) fn python_environment(sh: &Shell, folder: &Path) -> Result<PathBuf> {
    ensure(sh, PYTHON)?;
    let bin = folder.join("bin");
    if !sh.path_exists(bin.join("pip")) {
        cmd!(sh, "python3 -m venv {folder}").run()?;
    }
    Ok(bin)
}

/// PATH, with a folder before all others.
pub(crate) fn path_with(sh: &Shell, folder: &Path) -> Result<OsString> {
    let path = sh.var_os("PATH").unwrap_or_default();
    Ok(std::env::join_paths(std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path)))?)
}

/// Makes sure of a rustup component, such as `clippy`.
pub(crate) fn ensure_component(sh: &Shell, subcommand: &str, component: &str) -> Result<()> {
    if cmd!(sh, "cargo {subcommand} --version").quiet().ignore_stdout().ignore_stderr().run().is_ok() {
        return Ok(());
    }
    if cmd!(sh, "rustup component add {component}").run().is_err() {
        bail!("cargo {subcommand} is missing: install it with rustup component add {component}");
    }
    Ok(())
}

/// The names of those of `tools` that are there.
pub(crate) fn present(sh: &Shell, tools: &[Tool]) -> Vec<&'static str> {
    tools.iter().filter(|tool| (tool.is_present)(sh)).map(|tool| tool.name).collect()
}

fn missing<'a>(sh: &Shell, tools: &'a [Tool]) -> Vec<&'a Tool> {
    tools.iter().filter(|tool| !(tool.is_present)(sh)).collect()
}

/// Returns true if a program runs at all.
pub(crate) fn answers(sh: &Shell, program: &str, argument: &str) -> bool {
    cmd!(sh, "{program} {argument}").quiet().ignore_stdout().ignore_stderr().run().is_ok()
}

/// The program and the arguments that call apt-get with the rights it needs; `None` if that is not possible.
fn apt_get(sh: &Shell) -> Option<(&'static str, &'static [&'static str])> {
    if !answers(sh, "apt-get", "--version") {
        return None;
    }
    if cmd!(sh, "id -u").quiet().read().is_ok_and(|id| id == "0") {
        return Some(("env", &["DEBIAN_FRONTEND=noninteractive", "apt-get"]));
    }
    // sudo does not hand variables on, so `env` sets them behind it.
    let may = cmd!(sh, "sudo -n true").quiet().ignore_stdout().ignore_stderr().run().is_ok();
    may.then_some(("sudo", &["-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]))
}

fn has_cmake(sh: &Shell) -> bool {
    let text = cmd!(sh, "cmake --version").quiet().ignore_stderr().read().unwrap_or_default();
    let version = text.strip_prefix("cmake version ").unwrap_or_default();
    let mut numbers = version.split('.').map_while(|number| number.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(3), Some(25))
}

/// Returns true if the system's own compiler, which is not the one of rustup, is there and knows where the sources of the
/// standard library are.
fn has_debian_rust(sh: &Shell) -> bool {
    let text = cmd!(sh, "{DEBIAN_RUSTC} --version").quiet().ignore_stderr().read().unwrap_or_default();
    let version = text.strip_prefix("rustc ").unwrap_or_default();
    let mut numbers = version.split('.').map_while(|number| number.parse::<u32>().ok());
    let sysroot =
        cmd!(sh, "{DEBIAN_RUSTC} --print sysroot").quiet().ignore_stderr().read().unwrap_or_default();
    (numbers.next(), numbers.next()) >= (Some(1), Some(93))
        && sh.path_exists(format!("{sysroot}/lib/rustlib/src/rust/library/Cargo.lock"))
}

/// Returns true if Python makes environments with pip: Debian takes the parts of that apart.
fn has_venv(sh: &Shell) -> bool {
    cmd!(sh, "python3 -c").arg("import ensurepip, venv").quiet().ignore_stderr().run().is_ok()
}

fn has_googletest(sh: &Shell) -> bool {
    has_header(sh, "gtest/gtest.h")
}

/// Returns true if the dynamic linker finds a library.
fn has_library(sh: &Shell, file: &str) -> bool {
    cmd!(sh, "ldconfig -p").quiet().ignore_stderr().read().is_ok_and(|list| list.contains(file))
}

/// Returns true if there is a libclang of any version, not just the libclang-cpp that other tools bring.
fn has_libclang(sh: &Shell) -> bool {
    (0..10).any(|digit| has_library(sh, &format!("libclang-{digit}")))
}

/// Returns true if the C++ compiler finds a header.
fn has_header(sh: &Shell, header: &str) -> bool {
    let source = format!("#if !__has_include(<{header}>)\n#error missing\n#endif\n");
    cmd!(sh, "c++ -std=c++17 -x c++ -fsyntax-only -")
        .stdin(source)
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_ok()
}
