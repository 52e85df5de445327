# Runs the port for vcpkg where vcpkg itself is not: with as much of each function that the portfile calls as makes the same
# files of it. Run by `cargo xtask package vcpkg`, with PORT_FOLDER and WORK, a folder of its own.

cmake_minimum_required(VERSION 3.25)

file(READ "${PORT_FOLDER}/vcpkg.json" manifest)
string(JSON PORT GET "${manifest}" name)
string(JSON VERSION GET "${manifest}" version)
set(CURRENT_PACKAGES_DIR "${WORK}/packages")
set(tree "${WORK}/buildtrees")

# parse(<names of one value> <names of lists> <arguments>...): whatever has no name is an error.
macro(parse single lists)
    cmake_parse_arguments(arg "" "${single}" "${lists}" ${ARGN})
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "vcpkg takes no ${arg_UNPARSED_ARGUMENTS} there")
    endif()
endmacro()

function(vcpkg_download_distfile variable)
    parse("FILENAME;SHA512" "URLS" ${ARGN})
    set(file "${WORK}/downloads/${arg_FILENAME}")
    file(DOWNLOAD "${arg_URLS}" "${file}" EXPECTED_HASH "SHA512=${arg_SHA512}")
    set(${variable} "${file}" PARENT_SCOPE)
endfunction()

# Into the folder that is the only one in the archive.
function(vcpkg_extract_source_archive variable)
    parse("ARCHIVE" "" ${ARGN})
    file(ARCHIVE_EXTRACT INPUT "${arg_ARCHIVE}" DESTINATION "${tree}/src")
    file(GLOB folder "${tree}/src/*")
    set(${variable} "${folder}" PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
    parse("SOURCE_PATH" "OPTIONS" ${ARGN})
    if(NOT VCPKG_BUILD_TYPE STREQUAL "release")
        message(FATAL_ERROR "a debug build is not made here")
    endif()
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -G Ninja -S "${arg_SOURCE_PATH}" -B "${tree}/release" -DCMAKE_BUILD_TYPE=Release
            "-DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}" -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_INSTALL_BINDIR=bin
            ${arg_OPTIONS}
        COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(vcpkg_cmake_install)
    parse("" "" ${ARGN})
    execute_process(COMMAND "${CMAKE_COMMAND}" --build "${tree}/release" --target install COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# The files for find_package lie one folder less deep then.
function(vcpkg_cmake_config_fixup)
    parse("CONFIG_PATH" "" ${ARGN})
    set(folder "${CURRENT_PACKAGES_DIR}/share/${PORT}")
    file(RENAME "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}" "${folder}")
    file(GLOB files "${folder}/*.cmake")
    foreach(file IN LISTS files)
        file(READ "${file}" text)
        string(REPLACE "_LIST_DIR}/../../../" "_LIST_DIR}/../../" text "${text}")
        file(WRITE "${file}" "${text}")
    endforeach()
    cmake_path(GET arg_CONFIG_PATH PARENT_PATH parent)
    file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/${parent}")
endfunction()

# That of carom names its prefix relative to itself, as vcpkg wants it.
function(vcpkg_fixup_pkgconfig)
    parse("" "" ${ARGN})
endfunction()

function(vcpkg_install_copyright)
    parse("" "FILE_LIST" ${ARGN})
    foreach(file IN LISTS arg_FILE_LIST)
        file(READ "${file}" text)
        file(APPEND "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright" "${text}")
    endforeach()
endfunction()

include("${PORT_FOLDER}/portfile.cmake")

# Of what vcpkg looks at after a build: texts that name a folder of it.
file(GLOB_RECURSE files "${CURRENT_PACKAGES_DIR}/*.cmake" "${CURRENT_PACKAGES_DIR}/*.pc" "${CURRENT_PACKAGES_DIR}/*.h*")
foreach(file IN LISTS files)
    file(READ "${file}" text)
    string(FIND "${text}" "${WORK}" found)
    if(NOT found EQUAL -1)
        message(FATAL_ERROR "${file} names ${WORK}")
    endif()
endforeach()
