# carom for vcpkg, built from the source archive; `cargo xtask package vcpkg` writes its address and its sum here. Cargo
# must be there.

# Programs in Debug link the optimised library too, which is some fifty times as fast.
set(VCPKG_BUILD_TYPE release)
set(VCPKG_POLICY_MISMATCHED_NUMBER_OF_BINARIES enabled)
# Whatever the triplet wants, both are there: carom::carom, the shared library, and carom::carom_static.
set(VCPKG_POLICY_DLLS_IN_STATIC_LIBRARY enabled)

# On Windows, vcpkg keeps PATH from what it runs.
find_program(CARGO cargo PATHS "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin" "$ENV{USERPROFILE}/.cargo/bin")
if(NOT CARGO)
    message(FATAL_ERROR "carom is built by cargo, which is missing: install Rust")
endif()

vcpkg_download_distfile(ARCHIVE
    URLS "@URL@"
    FILENAME "carom-${VERSION}-source.tar.gz"
    SHA512 @SHA512@)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS "-DCAROM_CARGO=${CARGO}" -DCAROM_BUILD_TESTS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/carom)
vcpkg_fixup_pkgconfig()

# vcpkg has a place of its own for them.
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/licenses")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE-APACHE" "${SOURCE_PATH}/LICENSE-MIT")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
