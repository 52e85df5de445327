# Describes the C interface as a compiler sees it, and compares it with the description that is committed. Run by ctest
# and by `cargo xtask abi`, with HEADER, DUMP, WORK, COMPILER, ABIDW and ABIDIFF; BLESS=ON writes DUMP instead.
#
# What is described is a library of empty functions made of the header. It takes a second, needs no debug information of
# the real library, and has the same description on every 64-bit machine. Two other tests tie it to the real one: the
# header is that of the sources (tests/it/header.rs), and the library exports the header's functions and no others
# (CheckSymbols.cmake).

cmake_minimum_required(VERSION 3.25)

file(MAKE_DIRECTORY "${WORK}")
file(READ "${HEADER}" text)
string(REGEX REPLACE "(CAROM_API[^;{}#]*\\));" "\\1 { __builtin_trap(); }" text "${text}")
file(WRITE "${WORK}/interface.c" "${text}")
execute_process(
    COMMAND "${COMPILER}" -std=c99 -g -O0 -w -fPIC -shared -o interface.so interface.c
    WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
# Nothing of the machine: neither paths nor lines, which move with every comment.
execute_process(
    COMMAND "${ABIDW}" --no-show-locs --no-corpus-path --no-comp-dir-path --no-elf-needed --no-architecture
        --type-id-style hash --out-file current.abi interface.so
    WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)

if(BLESS)
    file(COPY_FILE "${WORK}/current.abi" "${DUMP}" ONLY_IF_DIFFERENT)
    return()
endif()
execute_process(COMMAND "${ABIDIFF}" "${DUMP}" "${WORK}/current.abi" RESULT_VARIABLE result OUTPUT_VARIABLE report ERROR_VARIABLE report)
if(NOT result EQUAL 0)
    message("${report}")
    message(FATAL_ERROR
        "abidiff: ${result}. The C interface is not the one that is described in ${DUMP}. 4 with additions alone is "
        "compatible, and anything else breaks programs that are compiled already: see the page about what may change. "
        "If it is meant: cargo xtask abi --bless")
endif()
