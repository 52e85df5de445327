# The target carom_reference: the header as HTML, by Doxygen, in reference/html of the build tree. The same is a test, which
# fails where a function, a parameter, a struct, a field or a constant is not documented.

find_package(Doxygen QUIET)
# The filter is written for GNU sed.
if(NOT DOXYGEN_FOUND OR NOT CMAKE_HOST_SYSTEM_NAME STREQUAL "Linux")
    message(STATUS "carom: no reference of the C interface (Debian: doxygen)")
    return()
endif()
configure_file("${PROJECT_SOURCE_DIR}/docs/reference/Doxyfile.in" "${PROJECT_BINARY_DIR}/reference/Doxyfile" @ONLY)
add_custom_target(carom_reference
    COMMAND "${DOXYGEN_EXECUTABLE}" "${PROJECT_BINARY_DIR}/reference/Doxyfile"
    COMMENT "Writing ${PROJECT_BINARY_DIR}/reference/html/carom_8h.html"
    VERBATIM)
if(CAROM_BUILD_TESTS)
    add_test(NAME docs.reference COMMAND "${DOXYGEN_EXECUTABLE}" "${PROJECT_BINARY_DIR}/reference/Doxyfile")
endif()
