# What `cmake --install` puts where: headers, libraries with their links, licences, the package for
# find_package(carom CONFIG) and the one for pkg-config. Both find the rest relative to themselves, so an
# installed tree can be moved.

include(CMakePackageConfigHelpers)

set(_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/carom")
set(_pkgconfig_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

install(FILES "${PROJECT_SOURCE_DIR}/include/carom.h" "${PROJECT_SOURCE_DIR}/include/carom.hpp"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/carom" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING PATTERN "*.hpp")

install(PROGRAMS "${CAROM_LIBRARY_DIR}/${CAROM_SHARED_FILE}" DESTINATION "${CAROM_SHARED_DESTINATION}")
foreach(_link IN LISTS CAROM_SHARED_LINKS)
    install(FILES "${CAROM_LIBRARY_DIR}/${_link}" DESTINATION "${CAROM_SHARED_DESTINATION}")
endforeach()
install(FILES "${CAROM_LIBRARY_DIR}/${CAROM_CARGO_STATIC}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(CAROM_CARGO_IMPLIB)
    install(FILES "${CAROM_LIBRARY_DIR}/${CAROM_CARGO_IMPLIB}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE-APACHE" "${PROJECT_SOURCE_DIR}/LICENSE-MIT"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/licenses/carom")

# What the library is built for, for messages to those who build for something else.
set(CAROM_BUILT_PROCESSOR "${CMAKE_SYSTEM_PROCESSOR}")
if(_rust_target)
    string(REGEX MATCH "^[^-]+" CAROM_BUILT_PROCESSOR "${_rust_target}")
endif()
string(TOLOWER "${CAROM_BUILT_PROCESSOR}" CAROM_BUILT_PROCESSOR)
string(REGEX REPLACE "^(amd64|x64)$" "x86_64" CAROM_BUILT_PROCESSOR "${CAROM_BUILT_PROCESSOR}")
string(REGEX REPLACE "^arm64$" "aarch64" CAROM_BUILT_PROCESSOR "${CAROM_BUILT_PROCESSOR}")

# find_package(carom CONFIG). Below 1.0 a new minor version may break, so it does not satisfy an older one.
configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/cmake/caromConfig.cmake.in" "${PROJECT_BINARY_DIR}/caromConfig.cmake"
    INSTALL_DESTINATION "${_package_dir}"
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR CAROM_SHARED_DESTINATION
    NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/caromConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/caromConfig.cmake" "${PROJECT_BINARY_DIR}/caromConfigVersion.cmake"
    DESTINATION "${_package_dir}")

# pkg-config. Libraries are given by absolute destination only if the user asked for one.
function(_carom_pkgconfig_path variable directory)
    if(IS_ABSOLUTE "${directory}")
        set(${variable} "${directory}" PARENT_SCOPE)
    else()
        set(${variable} "\${prefix}/${directory}" PARENT_SCOPE)
    endif()
endfunction()
_carom_pkgconfig_path(_pc_libdir "${CMAKE_INSTALL_LIBDIR}")
_carom_pkgconfig_path(_pc_includedir "${CMAKE_INSTALL_INCLUDEDIR}")
if(IS_ABSOLUTE "${_pkgconfig_dir}")
    set(_pc_prefix "${CMAKE_INSTALL_PREFIX}")
else()
    file(RELATIVE_PATH _pc_up "/prefix/${_pkgconfig_dir}" "/prefix")
    string(REGEX REPLACE "/$" "" _pc_up "${_pc_up}")
    set(_pc_prefix "\${pcfiledir}/${_pc_up}")
endif()
list(TRANSFORM CAROM_STATIC_LIBRARIES PREPEND "-l" OUTPUT_VARIABLE _pc_private)
list(JOIN _pc_private " " _pc_private)
configure_file("${PROJECT_SOURCE_DIR}/cmake/carom.pc.in" "${PROJECT_BINARY_DIR}/carom.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/carom.pc" DESTINATION "${_pkgconfig_dir}")
