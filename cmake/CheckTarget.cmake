# Which Rust target toolchains mean, and that a cross build asks cargo for it with CMake's compiler as the linker. Run by
# ctest, with SOURCE (the repository), WORK (a folder of its own) and COMPILER.

cmake_minimum_required(VERSION 3.25)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
include(CaromTarget)

# expect(<triple> <variable=value>...): in a scope of its own.
function(expect expected)
    foreach(assignment IN LISTS ARGN)
        string(REGEX MATCH "^([^=]+)=(.*)$" ignored "${assignment}")
        set(${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
    endforeach()
    carom_rust_target(found)
    if(NOT found STREQUAL expected)
        message(SEND_ERROR "${ARGN}: ${found} instead of \"${expected}\"")
    endif()
endfunction()

set(linux CMAKE_CROSSCOMPILING=TRUE CMAKE_SYSTEM_NAME=Linux)
expect("" CMAKE_CROSSCOMPILING=FALSE CMAKE_SYSTEM_NAME=Linux CMAKE_SYSTEM_PROCESSOR=x86_64 CMAKE_SIZEOF_VOID_P=8)
expect(aarch64-unknown-linux-gnu ${linux} CMAKE_SYSTEM_PROCESSOR=aarch64)
expect(aarch64-unknown-linux-musl ${linux} CMAKE_SYSTEM_PROCESSOR=arm64 CMAKE_C_COMPILER=/opt/bin/aarch64-linux-musl-gcc)
expect(x86_64-unknown-linux-musl ${linux} CMAKE_SYSTEM_PROCESSOR=AMD64 CMAKE_C_COMPILER_TARGET=x86_64-linux-musl)
expect(armv7-unknown-linux-gnueabihf ${linux} CMAKE_SYSTEM_PROCESSOR=armv7l)
expect(i686-unknown-linux-gnu ${linux} CMAKE_SYSTEM_PROCESSOR=i386)
expect(riscv64gc-unknown-linux-gnu ${linux} CMAKE_SYSTEM_PROCESSOR=riscv64)
set(android CMAKE_CROSSCOMPILING=TRUE CMAKE_SYSTEM_NAME=Android ANDROID=1)
expect(aarch64-linux-android ${android} CMAKE_SYSTEM_PROCESSOR=aarch64)
expect(armv7-linux-androideabi ${android} CMAKE_SYSTEM_PROCESSOR=armv7-a CMAKE_ANDROID_ARCH_ABI=armeabi-v7a)
expect(i686-linux-android ${android} CMAKE_SYSTEM_PROCESSOR=i686 CMAKE_ANDROID_ARCH_ABI=x86)
set(windows CMAKE_CROSSCOMPILING=TRUE CMAKE_SYSTEM_NAME=Windows WIN32=1)
expect(x86_64-pc-windows-gnu ${windows} CMAKE_SYSTEM_PROCESSOR=x86_64 CMAKE_C_COMPILER_ID=GNU)
expect(aarch64-pc-windows-gnullvm ${windows} CMAKE_SYSTEM_PROCESSOR=aarch64 CMAKE_C_COMPILER_ID=Clang)
expect(aarch64-pc-windows-msvc WIN32=1 MSVC=1 CMAKE_SYSTEM_PROCESSOR=AMD64 CMAKE_C_COMPILER_ARCHITECTURE_ID=ARM64)
set(apple APPLE=1 CMAKE_SYSTEM_NAME=Darwin CMAKE_HOST_SYSTEM_PROCESSOR=arm64)
expect("" ${apple} CMAKE_SYSTEM_PROCESSOR=arm64 CMAKE_SIZEOF_VOID_P=8)
expect(x86_64-apple-darwin ${apple} CMAKE_SYSTEM_PROCESSOR=arm64 CMAKE_OSX_ARCHITECTURES=x86_64)
expect(aarch64-apple-ios-sim APPLE=1 CMAKE_SYSTEM_NAME=iOS CMAKE_SYSTEM_PROCESSOR=arm64 CMAKE_OSX_SYSROOT=iphonesimulator)
expect(wasm32-unknown-emscripten CMAKE_CROSSCOMPILING=TRUE CMAKE_SYSTEM_NAME=Emscripten EMSCRIPTEN=1 CMAKE_SYSTEM_PROCESSOR=x86)

# configure(<result> <output> <toolchain>): the project, with a cargo that writes down how it was called.
file(REMOVE_RECURSE "${WORK}")
file(WRITE "${WORK}/cargo" "#!/bin/sh
env | grep '^CARGO_TARGET_' > '${WORK}/called'
echo \"arguments=$*\" >> '${WORK}/called'
mkdir -p '${WORK}/target/aarch64-unknown-linux-gnu/release'
touch '${WORK}/target/aarch64-unknown-linux-gnu/release/libcarom.so' '${WORK}/target/aarch64-unknown-linux-gnu/release/libcarom.a'
")
file(CHMOD "${WORK}/cargo" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
function(configure result output)
    file(WRITE "${WORK}/toolchain.cmake" "set(CMAKE_SYSTEM_NAME Linux)\nset(CMAKE_C_COMPILER \"${COMPILER}\")\n")
    foreach(line IN LISTS ARGN)
        file(APPEND "${WORK}/toolchain.cmake" "set(${line})\n")
    endforeach()
    file(REMOVE_RECURSE "${WORK}/build")
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${WORK}/build" "-DCMAKE_TOOLCHAIN_FILE=${WORK}/toolchain.cmake"
            "-DCAROM_CARGO=${WORK}/cargo" "-DCAROM_CARGO_TARGET_DIR=${WORK}/target" -DCAROM_BUILD_TESTS=OFF
            # The static library that this cargo makes is empty, and stays as it is.
            -DCMAKE_OBJCOPY=
        RESULT_VARIABLE found OUTPUT_VARIABLE text ERROR_VARIABLE text)
    set(${result} "${found}" PARENT_SCOPE)
    set(${output} "${text}" PARENT_SCOPE)
endfunction()

configure(result output "CMAKE_SYSTEM_PROCESSOR aarch64")
if(result)
    message(FATAL_ERROR "a cross build is not configured:\n${output}")
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${WORK}/build" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(READ "${WORK}/called" called)
foreach(part "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=${COMPILER}" "--target aarch64-unknown-linux-gnu")
    string(FIND "${called}" "${part}" found)
    if(found EQUAL -1)
        message(SEND_ERROR "cargo was not called with ${part}:\n${called}")
    endif()
endforeach()

configure(result output "CMAKE_SYSTEM_PROCESSOR z80")
if(NOT result OR NOT output MATCHES "\"z80\" is not.*known; set.*CAROM_RUST_TARGET")
    message(SEND_ERROR "an unknown processor is not refused in words:\n${output}")
endif()
