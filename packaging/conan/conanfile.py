"""carom for Conan 2, built from the source archive that conandata.yml names. Cargo must be there."""

from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir


class Carom(ConanFile):
    name = "carom"
    description = "Collision queries on geometry that stands still, and which moving objects may touch"
    license = ("MIT", "Apache-2.0")
    topics = ("collision-detection", "raycast", "bvh", "signed-distance-field")
    # Both a shared and a static library: carom::carom and carom::carom_static.
    package_type = "shared-library"
    settings = "os", "arch", "compiler", "build_type"

    def layout(self):
        cmake_layout(self, src_folder="source")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["CAROM_BUILD_TESTS"] = False
        toolchain.cache_variables["CMAKE_INSTALL_LIBDIR"] = "lib"
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        for licence in ("LICENSE-APACHE", "LICENSE-MIT"):
            copy(self, licence, src=self.source_folder, dst=Path(self.package_folder) / "licenses")
        rmdir(self, Path(self.package_folder) / "share")

    def package_info(self):
        # The package's own files for find_package know the system libraries that the static library needs.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/carom"]
        self.cpp_info.libs = ["carom"]
