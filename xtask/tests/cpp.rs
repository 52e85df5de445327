//! Every C and C++ test is compiled: a file that CMake is not told of passes unseen.

use std::path::Path;

#[test]
fn every_source_is_named_to_cmake() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cpp_tests");
    let list = std::fs::read_to_string(folder.join("CMakeLists.txt")).unwrap();
    let named: Vec<&str> = list.split(|c: char| !(c.is_ascii_alphanumeric() || "_.".contains(c))).collect();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".cpp") || name.ends_with(".c") {
            assert!(named.contains(&name.as_str()), "cpp_tests/CMakeLists.txt does not name {name}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}
