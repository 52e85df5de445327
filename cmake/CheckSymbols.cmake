# Compares the symbols that a library offers with the functions of the header. Run by ctest, with HEADER, NM, LIBRARY and
# KIND, which is shared or static. ONLY=OFF allows others too.

cmake_minimum_required(VERSION 3.25)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
include(CaromFunctions)

if(KIND STREQUAL "shared")
    set(which -D)
endif()
execute_process(
    COMMAND "${NM}" ${which} --extern-only --defined-only "${LIBRARY}"
    OUTPUT_VARIABLE listing ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[0-9a-f]+ [A-Za-z] [^\n]+" lines "${listing}")
list(TRANSFORM lines REPLACE "^[0-9a-f]+ [A-Za-z] " "")

carom_functions(functions "${HEADER}")

set(missing ${functions})
list(REMOVE_ITEM missing ${lines})
set(others ${lines})
list(REMOVE_ITEM others ${functions})
list(LENGTH functions count)
if(count LESS 100 OR missing)
    message(FATAL_ERROR "${LIBRARY} lacks functions of the header, which has ${count}: ${missing}")
endif()
list(LENGTH others more)
if(more GREATER 0 AND ONLY)
    list(SUBLIST others 0 20 some)
    message(FATAL_ERROR "${LIBRARY} has ${more} symbols that the header has not: ${some}")
endif()
message(STATUS "${count} functions, ${more} others")
