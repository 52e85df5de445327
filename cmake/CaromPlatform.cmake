# The only place in the CMake files that knows how a platform names libraries. Sets:
#
#   CAROM_CARGO_SHARED, CAROM_CARGO_STATIC   what cargo calls them
#   CAROM_CARGO_IMPLIB                       Windows: the import library of the shared one, else empty
#   CAROM_SHARED_FILE                        what the shared library is installed as
#   CAROM_SHARED_LINKS                       symbolic links to it: first the name that programs load
#   CAROM_SONAME                             the name that programs load, as build.rs sets it
#   CAROM_STATIC_LIBRARIES                   system libraries that the static one needs
#                                            (rustc --print native-static-libs)
#   CAROM_SHARED_DESTINATION                 where the shared library is installed, below the prefix

include(CaromTarget)
include(GNUInstallDirs)

# Versions that share it are compatible; below 1.0 a new minor version may break.
set(_carom_abi "${PROJECT_VERSION_MAJOR}")
if(_carom_abi EQUAL 0)
    set(_carom_abi "0.${PROJECT_VERSION_MINOR}")
endif()

set(CAROM_CARGO_IMPLIB "")
set(CAROM_SHARED_LINKS "")
set(CAROM_SHARED_DESTINATION "${CMAKE_INSTALL_LIBDIR}")

if(WIN32)
    set(CAROM_CARGO_SHARED carom.dll)
    set(CAROM_SHARED_FILE carom.dll)
    set(CAROM_SONAME carom.dll)
    set(CAROM_SHARED_DESTINATION "${CMAKE_INSTALL_BINDIR}")
    set(CAROM_STATIC_LIBRARIES kernel32 ntdll userenv ws2_32 dbghelp)
    if(MSVC)
        set(CAROM_CARGO_STATIC carom.lib)
        set(CAROM_CARGO_IMPLIB carom.dll.lib)
    else()
        set(CAROM_CARGO_STATIC libcarom.a)
        set(CAROM_CARGO_IMPLIB libcarom.dll.a)
    endif()
elseif(APPLE)
    set(CAROM_CARGO_SHARED libcarom.dylib)
    set(CAROM_CARGO_STATIC libcarom.a)
    set(CAROM_SHARED_FILE "libcarom.${PROJECT_VERSION}.dylib")
    set(CAROM_SHARED_LINKS "libcarom.${_carom_abi}.dylib" libcarom.dylib)
    set(CAROM_SONAME "@rpath/libcarom.${_carom_abi}.dylib")
    set(CAROM_STATIC_LIBRARIES System c m)
else()
    set(CAROM_CARGO_SHARED libcarom.so)
    set(CAROM_CARGO_STATIC libcarom.a)
    set(CAROM_SHARED_FILE "libcarom.so.${PROJECT_VERSION}")
    set(CAROM_SHARED_LINKS "libcarom.so.${_carom_abi}" libcarom.so)
    set(CAROM_SONAME "libcarom.so.${_carom_abi}")
    # The unwinder is not among them: the compiler that links adds its own, which differs between shared and static
    # programs (gcc_s, gcc_eh) and between compilers (libunwind).
    carom_has_musl(_has_musl)
    if(ANDROID)
        set(CAROM_STATIC_LIBRARIES dl log m c)
    elseif(_has_musl)
        set(CAROM_STATIC_LIBRARIES pthread m dl c)
    else()
        set(CAROM_STATIC_LIBRARIES util rt pthread m dl c)
    endif()
endif()
