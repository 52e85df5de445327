# Compiles and runs the first C# program of the book in an empty folder, as the book says, with an installed carom. Run by
# ctest, with PROGRAM, CLASSES (the folder csharp), MCS, MONO, BUILD, CONFIG, LIBRARIES (where the library is installed) and
# WORK.

file(REMOVE_RECURSE "${WORK}")
execute_process(
    COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --config "${CONFIG}" --prefix "${WORK}/prefix"
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(COPY "${PROGRAM}" DESTINATION "${WORK}/start")
# The shell gives these.
file(GLOB classes "${CLASSES}/Carom/*.cs")
execute_process(
    COMMAND "${MCS}" -unsafe -langversion:latest -r:System.Numerics.dll -r:System.Numerics.Vectors.dll -out:start.exe
        Program.cs "${CLASSES}/Carom.Native.cs" ${classes}
    WORKING_DIRECTORY "${WORK}/start" COMMAND_ERROR_IS_FATAL ANY)
set(ENV{LD_LIBRARY_PATH} "${WORK}/prefix/${LIBRARIES}")
execute_process(COMMAND "${MONO}" start.exe
    WORKING_DIRECTORY "${WORK}/start" OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
if(NOT printed MATCHES "opened: 4 triangles")
    message(FATAL_ERROR "The program prints:\n${printed}")
endif()
