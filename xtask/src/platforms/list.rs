//! The platforms.

use crate::tools::{self, Tool};

/// A platform, and what is done about it here.
pub(super) struct Platform {
    pub(super) name: &'static str,
    /// The target triple by which Rust knows it.
    pub(super) triple: &'static str,
    pub(super) tools: &'static [Tool],
    pub(super) way: Way,
}

impl Platform {
    /// Returns true if another processor's programs are run.
    pub(super) fn is_emulated(&self) -> bool {
        match &self.way {
            Way::Ctest(Toolchain { foreign: Some(foreign) }) => foreign.processor != "x86_64",
            Way::ZigStatic { emulator } => emulator.is_some(),
            Way::Ctest(_) | Way::Node | Way::Zig | Way::Check => false,
        }
    }
}

pub(super) enum Way {
    /// CMake builds library and tests, ctest runs them.
    Ctest(Toolchain),
    /// Built for WebAssembly, and run by Node.
    Node,
    /// Linked by Zig's compiler, whose C library it is, and not run.
    Zig,
    /// The same without a shared library, and the hash program run, by an emulator unless it is for this machine.
    ZigStatic { emulator: Option<&'static str> },
    /// Checked by the compiler, and not linked.
    Check,
}

/// What CMake has to know.
pub(super) struct Toolchain {
    /// Those of another machine; `None` for this one.
    pub(super) foreign: Option<Foreign>,
}

pub(super) struct Foreign {
    pub(super) system: &'static str,
    pub(super) processor: &'static str,
    pub(super) c: &'static str,
    pub(super) cxx: &'static str,
    pub(super) linker_flags: &'static str,
    /// The program that runs the platform's programs, and its arguments, separated by semicolons as in CMake.
    pub(super) emulator: &'static str,
}

pub(super) const PLATFORMS: &[Platform] = &[
    Platform {
        name: "linux-x64-gnu",
        triple: "x86_64-unknown-linux-gnu",
        tools: tools::PLATFORM_LINUX_X64,
        way: Way::Ctest(Toolchain { foreign: None }),
    },
    Platform {
        name: "linux-arm64-gnu",
        triple: "aarch64-unknown-linux-gnu",
        tools: tools::PLATFORM_LINUX_ARM64,
        way: Way::Ctest(Toolchain {
            foreign: Some(Foreign {
                system: "Linux",
                processor: "aarch64",
                c: "aarch64-linux-gnu-gcc",
                cxx: "aarch64-linux-gnu-g++",
                linker_flags: "",
                emulator: "qemu-aarch64;-L;/usr/aarch64-linux-gnu",
            }),
        }),
    },
    Platform {
        name: "windows-x64-gnu",
        triple: "x86_64-pc-windows-gnu",
        tools: tools::PLATFORM_WINDOWS_X64,
        way: Way::Ctest(Toolchain {
            foreign: Some(Foreign {
                system: "Windows",
                processor: "x86_64",
                // Those whose C++ library has threads.
                c: "x86_64-w64-mingw32-gcc-posix",
                cxx: "x86_64-w64-mingw32-g++-posix",
                // The compiler's own libraries are no part of Windows.
                linker_flags: "-static",
                emulator: tools::WINE,
            }),
        }),
    },
    Platform {
        name: "wasm32",
        triple: "wasm32-unknown-unknown",
        tools: tools::PLATFORM_WASM32,
        way: Way::Node,
    },
    Platform {
        name: "linux-x64-musl",
        triple: "x86_64-unknown-linux-musl",
        tools: tools::PLATFORM_RUST,
        way: Way::ZigStatic { emulator: None },
    },
    Platform {
        name: "linux-arm64-musl",
        triple: "aarch64-unknown-linux-musl",
        tools: tools::PLATFORM_LINUX_ARM64_MUSL,
        way: Way::ZigStatic { emulator: Some("qemu-aarch64") },
    },
    Platform {
        name: "macos-arm64",
        triple: "aarch64-apple-darwin",
        tools: tools::PLATFORM_RUST,
        way: Way::Zig,
    },
    Platform { name: "macos-x64", triple: "x86_64-apple-darwin", tools: tools::PLATFORM_RUST, way: Way::Zig },
    Platform {
        name: "android-arm64",
        triple: "aarch64-linux-android",
        tools: tools::PLATFORM_RUST,
        way: Way::Check,
    },
    // The only one here whose kernels have no instructions of their own, and one of two with 32-bit addresses.
    Platform {
        name: "linux-x86-musl",
        triple: "i686-unknown-linux-musl",
        tools: tools::PLATFORM_RUST,
        way: Way::ZigStatic { emulator: None },
    },
];
