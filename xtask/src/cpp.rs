//! The tests in C and C++, as CMake and ctest name them.

/// The programs that need no argument.
pub(crate) const PROGRAMS: &[&str] = &[
    "carom_tests_shared",
    "carom_tests_static",
    "carom_c99_shared",
    "carom_c99_static",
    "carom_results_shared",
    "carom_results_static",
];

/// The program that tests the static library as `carom_tests_shared` does the shared one.
pub(crate) const STATIC_PROGRAM: &str = "carom_tests_static";
/// Its test.
pub(crate) const STATIC_TEST: &str = "^static\\.tests$";

/// The program that loads the shared library and unloads it.
pub(crate) const UNLOAD: &str = "carom_unload";

/// The tests of all of these, and of `carom_faults` where it is built. What builds again, or looks at files that were not built,
/// belongs to `test` and has other names.
pub(crate) const TESTS: &str = "^(shared|static)\\.";
