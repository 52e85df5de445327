# Builds and runs the first program of the book in an empty folder, with an installed carom. Run by ctest, with
# PROJECT, PROGRAM, BUILD, CONFIG, WORK, GENERATOR and COMPILER.

file(REMOVE_RECURSE "${WORK}")
execute_process(
    COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --config "${CONFIG}" --prefix "${WORK}/prefix"
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(COPY "${PROJECT}" "${PROGRAM}" DESTINATION "${WORK}/start")
execute_process(
    COMMAND "${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${WORK}/start" -B "${WORK}/start/build"
        "-DCMAKE_PREFIX_PATH=${WORK}/prefix" "-DCMAKE_BUILD_TYPE=${CONFIG}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
    COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${WORK}/start/build" --config "${CONFIG}" COMMAND_ERROR_IS_FATAL ANY)
find_program(program start PATHS "${WORK}/start/build" PATH_SUFFIXES . "${CONFIG}" NO_DEFAULT_PATH REQUIRED)
execute_process(COMMAND "${program}" WORKING_DIRECTORY "${WORK}/start" COMMAND_ERROR_IS_FATAL ANY)
