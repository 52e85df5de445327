# Installs a build tree and looks at the shared library: the name that programs load, and that nothing in it is for
# debuggers alone. Run by ctest, with BUILD, CONFIG, PREFIX, LIBRARY (below the prefix), SONAME and READELF.

file(REMOVE_RECURSE "${PREFIX}")
execute_process(
    COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --config "${CONFIG}" --prefix "${PREFIX}"
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(library "${PREFIX}/${LIBRARY}")

execute_process(COMMAND "${READELF}" --wide --dynamic "${library}"
    OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(FIND "${dynamic}" "[${SONAME}]" found)
if(NOT dynamic MATCHES "SONAME" OR found EQUAL -1)
    message(FATAL_ERROR "${library} is not called ${SONAME}:\n${dynamic}")
endif()
cmake_path(REPLACE_FILENAME library "${SONAME}" OUTPUT_VARIABLE loaded)
if(NOT EXISTS "${loaded}")
    message(FATAL_ERROR "${loaded} is not there")
endif()

# Cargo's dev profile, which Debug is, keeps them.
if(NOT CONFIG STREQUAL "Debug")
    execute_process(COMMAND "${READELF}" --wide --section-headers "${library}"
        OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
    if(sections MATCHES "\\.debug")
        message(FATAL_ERROR "${library} has debug sections:\n${sections}")
    endif()
endif()
