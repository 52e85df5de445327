# Builds the library with cargo, copies it into the build tree under its final names, and defines the
# imported targets carom::carom and carom::carom_static. Cargo decides itself what is out of date, so it
# is asked at every build; the copies change only if the library did, and only then is anything relinked.
#
# CMake's configuration picks cargo's profile, unless CAROM_CARGO_PROFILE names one: Debug is dev, unless
# CAROM_RELEASE_IN_DEBUG; all others are release.

find_program(CAROM_CARGO cargo HINTS "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin" REQUIRED
    DOC "The cargo that builds carom")
set(CAROM_RUST_TARGET "$ENV{CARGO_BUILD_TARGET}" CACHE STRING
    "Rust target triple to build for, such as aarch64-unknown-linux-gnu; empty for the one that the toolchain means")
set(_rust_target "${CAROM_RUST_TARGET}")
if(NOT _rust_target)
    carom_rust_target(_rust_target)
endif()
carom_rust_linker(_environment "${_rust_target}")
if(_rust_target)
    message(STATUS "carom: cargo builds for ${_rust_target}")
endif()

# Where cargo keeps its files: as the user says, else the repository's target/, shared with plain cargo.
if(CAROM_CARGO_TARGET_DIR)
    set(_target_dir "${CAROM_CARGO_TARGET_DIR}")
elseif(DEFINED ENV{CARGO_TARGET_DIR} AND NOT "$ENV{CARGO_TARGET_DIR}" STREQUAL "")
    set(_target_dir "$ENV{CARGO_TARGET_DIR}")
else()
    set(_target_dir target)
endif()
cmake_path(ABSOLUTE_PATH _target_dir BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" NORMALIZE)
message(STATUS "carom: cargo builds in ${_target_dir}")

set(CAROM_CARGO_PROFILE "" CACHE STRING "Cargo's profile, release or one that inherits from it; empty for that of the configuration")
set(_is_debug "$<CONFIG:Debug>")
if(CAROM_RELEASE_IN_DEBUG)
    set(_is_debug 0)
endif()
set(_profile "$<IF:${_is_debug},dev,release>")
set(_profile_dir "$<IF:${_is_debug},debug,release>")
if(CAROM_CARGO_PROFILE)
    set(_profile "${CAROM_CARGO_PROFILE}")
    set(_profile_dir "${CAROM_CARGO_PROFILE}")
endif()
# What is built with it decides the features of its dependencies, and thereby whether cargo can take what it has built.
set(CAROM_CARGO_PACKAGES --package carom-capi CACHE STRING "What cargo is told to build: the package carom-capi at least")
mark_as_advanced(CAROM_CARGO_PACKAGES)
set(_arguments build --locked ${CAROM_CARGO_PACKAGES} --profile "${_profile}" --target-dir "${_target_dir}")
set(_built "${_target_dir}")
if(_rust_target)
    list(APPEND _arguments --target "${_rust_target}")
    string(APPEND _built "/${_rust_target}")
endif()
string(APPEND _built "/${_profile_dir}")

# The copies: in lib/, or in lib/<configuration> where one build tree has several.
get_property(_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
set(CAROM_LIBRARY_DIR "${PROJECT_BINARY_DIR}/lib")
if(_multi)
    string(APPEND CAROM_LIBRARY_DIR "/$<CONFIG>")
endif()

# The static library keeps the names of the C interface alone, where the tools for that are GNU's.
set(CAROM_STATIC_IS_TIGHT OFF)
if(UNIX AND NOT APPLE AND NOT ANDROID AND CMAKE_OBJCOPY AND CMAKE_AR)
    execute_process(COMMAND "${CMAKE_C_COMPILER}" -Wl,--version
        OUTPUT_VARIABLE _linker ERROR_QUIET)
    if(_linker MATCHES "GNU ld")
        set(CAROM_STATIC_IS_TIGHT ON)
    endif()
endif()

set(_copies
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${CAROM_LIBRARY_DIR}"
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different
        "${_built}/${CAROM_CARGO_SHARED}" "${CAROM_LIBRARY_DIR}/${CAROM_SHARED_FILE}")
if(CAROM_STATIC_IS_TIGHT)
    list(APPEND _copies COMMAND "${CMAKE_COMMAND}"
        "-DFROM=${_built}/${CAROM_CARGO_STATIC}" "-DTO=${CAROM_LIBRARY_DIR}/${CAROM_CARGO_STATIC}"
        "-DHEADER=${PROJECT_SOURCE_DIR}/include/carom.h" "-DCOMPILER=${CMAKE_C_COMPILER}" "-DAR=${CMAKE_AR}"
        "-DOBJCOPY=${CMAKE_OBJCOPY}" -P "${PROJECT_SOURCE_DIR}/cmake/StaticLibrary.cmake")
else()
    list(APPEND _copies COMMAND "${CMAKE_COMMAND}" -E copy_if_different
        "${_built}/${CAROM_CARGO_STATIC}" "${CAROM_LIBRARY_DIR}/${CAROM_CARGO_STATIC}")
endif()
set(_products
    "${CAROM_LIBRARY_DIR}/${CAROM_SHARED_FILE}"
    "${CAROM_LIBRARY_DIR}/${CAROM_CARGO_STATIC}")
if(CAROM_CARGO_IMPLIB)
    list(APPEND _copies COMMAND "${CMAKE_COMMAND}" -E copy_if_different
        "${_built}/${CAROM_CARGO_IMPLIB}" "${CAROM_LIBRARY_DIR}/${CAROM_CARGO_IMPLIB}")
    list(APPEND _products "${CAROM_LIBRARY_DIR}/${CAROM_CARGO_IMPLIB}")
endif()
foreach(_link IN LISTS CAROM_SHARED_LINKS)
    list(APPEND _copies COMMAND "${CMAKE_COMMAND}" -E create_symlink
        "${CAROM_SHARED_FILE}" "${CAROM_LIBRARY_DIR}/${_link}")
endforeach()

add_custom_target(carom_cargo ALL
    COMMAND "${CMAKE_COMMAND}" -E env ${_environment} "${CAROM_CARGO}" ${_arguments}
    ${_copies}
    BYPRODUCTS ${_products}
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    COMMENT "Building carom with cargo"
    USES_TERMINAL
    VERBATIM)

# An imported target's location may differ by configuration, but not be a generator expression.
function(_carom_set_location target property file)
    if(_multi)
        foreach(config IN LISTS CMAKE_CONFIGURATION_TYPES)
            string(TOUPPER "${config}" upper)
            set_property(TARGET ${target} APPEND PROPERTY IMPORTED_CONFIGURATIONS "${upper}")
            set_property(TARGET ${target} PROPERTY "${property}_${upper}" "${PROJECT_BINARY_DIR}/lib/${config}/${file}")
        endforeach()
    else()
        set_property(TARGET ${target} PROPERTY "${property}" "${CAROM_LIBRARY_DIR}/${file}")
    endif()
endfunction()

add_library(carom::carom SHARED IMPORTED GLOBAL)
_carom_set_location(carom::carom IMPORTED_LOCATION "${CAROM_SHARED_FILE}")
if(CAROM_CARGO_IMPLIB)
    _carom_set_location(carom::carom IMPORTED_IMPLIB "${CAROM_CARGO_IMPLIB}")
endif()
set_target_properties(carom::carom PROPERTIES
    IMPORTED_SONAME "${CAROM_SONAME}"
    INTERFACE_INCLUDE_DIRECTORIES "${PROJECT_SOURCE_DIR}/include")
add_dependencies(carom::carom carom_cargo)

add_library(carom::carom_static STATIC IMPORTED GLOBAL)
_carom_set_location(carom::carom_static IMPORTED_LOCATION "${CAROM_CARGO_STATIC}")
set_target_properties(carom::carom_static PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${PROJECT_SOURCE_DIR}/include"
    INTERFACE_COMPILE_DEFINITIONS CAROM_STATIC
    INTERFACE_LINK_LIBRARIES "${CAROM_STATIC_LIBRARIES}")
add_dependencies(carom::carom_static carom_cargo)
