//! The committed header is what cbindgen makes of `src/ffi` today. `CAROM_BLESS=1` rewrites it.

use std::path::Path;

#[test]
fn header_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_root_or_default(root);
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in ["types", "status", "simd", "mesh", "mesh_query", "bsp_types", "bsp", "bsp_query"] {
        builder = builder.with_src(root.join(format!("src/ffi/{file}.rs")));
    }
    let mut generated = Vec::new();
    builder.generate().expect("the ABI can be expressed in C").write(&mut generated);
    let generated = String::from_utf8(generated).expect("headers are UTF-8");
    let path = root.join("include/carom.h");
    if std::env::var_os("CAROM_BLESS").is_some() {
        std::fs::write(&path, &generated).expect("include/ is writable");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == generated,
        "include/carom.h is not what src/ffi says: run CAROM_BLESS=1 cargo test --test header"
    );
}

#[test]
fn every_exported_function_is_in_the_header() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = std::fs::read_to_string(root.join("include/carom.h")).expect("include/carom.h is committed");
    let mut functions = 0;
    for file in std::fs::read_dir(root.join("src/ffi")).expect("src/ffi is there") {
        let source = std::fs::read_to_string(file.expect("readable").path()).expect("readable");
        for line in source.lines().filter(|line| line.contains("extern \"C\" fn carom_")) {
            let name = line.split("fn ").nth(1).and_then(|rest| rest.split('(').next()).expect("a name");
            assert!(header.contains(&format!("{name}(")), "{name} is missing from include/carom.h");
            functions += 1;
        }
    }
    assert!(functions >= 20, "only {functions} functions found: has the way they are written changed?");
}
