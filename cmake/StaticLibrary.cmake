# Makes a static library whose only global symbols are the functions of the C interface, of the one that cargo builds with
# thousands of Rust's. So nothing in it can meet a symbol of the program, or of another Rust library in it. Run by
# CaromCargo.cmake after each build, with FROM, TO, HEADER, COMPILER, AR and OBJCOPY.
#
# Everything that the functions reach is linked into one object, and the names of all else are made local there. The
# sections stay apart, so a program that is linked with --gc-sections has only what it calls, as before.

cmake_minimum_required(VERSION 3.25)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
include(CaromFunctions)

if(NOT "${FROM}" IS_NEWER_THAN "${TO}")
    return()
endif()
carom_functions(functions "${HEADER}")
set(options "")
foreach(name IN LISTS functions)
    string(APPEND options "-Wl,--undefined=${name}\n")
endforeach()
set(object "${TO}.o")
file(WRITE "${TO}.options" "${options}")
execute_process(
    COMMAND "${COMPILER}" -r -nostdlib -Wl,--force-group-allocation -Wl,--gc-sections "@${TO}.options" -o "${object}" "${FROM}"
    COMMAND_ERROR_IS_FATAL ANY)
# With the bitcode, which is of no use any more and makes ar look for a plugin that reads it.
execute_process(
    COMMAND "${OBJCOPY}" --wildcard "--keep-global-symbol=carom_*" -R .llvmbc -R .llvmcmd "${object}"
    COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE "${TO}.new")
execute_process(COMMAND "${AR}" rcsD "${TO}.new" "${object}" COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${TO}.new" "${TO}")
file(REMOVE "${object}" "${TO}.options")
