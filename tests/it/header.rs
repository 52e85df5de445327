//! The committed header is the output of cbindgen for `src/ffi` today, in the order of the sources.
//! `CAROM_BLESS=1` rewrites it.

use std::path::Path;

/// The header's sections: each has a heading and the files of `src/ffi` that it is made of.
const SECTIONS: [(&str, &[&str]); 21] = [
    ("Statuses, errors, version", &["frame/status"]),
    ("Memory and messages", &["frame/log", "frame/hooks"]),
    ("Instruction sets", &["frame/simd"]),
    ("Numbers, shapes, filters, flags", &["frame/types"]),
    ("Meshes: building, saving, opening", &["mesh/types", "mesh/cook"]),
    ("Meshes: queries", &["mesh/query_types", "mesh/query", "mesh/lists"]),
    ("Meshes: contacts", &["mesh/contacts_types", "mesh/contacts"]),
    ("Meshes: casts", &["mesh/casts_types", "mesh/casts"]),
    ("Meshes: one against another", &["mesh/pairs_types", "mesh/pairs"]),
    ("Convex hulls", &["hull/types", "hull/cook", "hull/poses", "hull/query", "hull/casts"]),
    ("Meshes: published structures, for comparison", &["mesh/published"]),
    ("BSP trees of solids: building, saving, opening", &["bsp/types", "bsp/cook"]),
    ("BSP trees of solids: queries", &["bsp/query_types", "bsp/query"]),
    ("BSP trees of solids: capsules, boxes, contacts", &["bsp/overlap", "bsp/contacts", "bsp/casts"]),
    ("BSP trees of solids: published structures, for comparison", &["bsp/published"]),
    (
        "Signed distance fields: building, saving, opening",
        &["sdf/types", "sdf/cook", "sdf/generate_types", "sdf/generate"],
    ),
    ("Signed distance fields: queries", &["sdf/query_types", "sdf/query"]),
    ("Signed distance fields: published methods, for comparison", &["sdf/published"]),
    (
        "Worlds of moving objects: objects and pairs",
        &["world/types", "world/objects", "world/edit", "world/pairs"],
    ),
    ("Worlds of moving objects: queries", &["world/query_types", "world/query"]),
    ("Worlds of moving objects: published structures, for comparison", &["world/published"]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn source(file: &str) -> String {
    std::fs::read_to_string(root().join(format!("src/ffi/{file}.rs"))).expect("readable")
}

/// The name that a line of Rust declares for C, if any.
fn declared(line: &str) -> Option<&str> {
    let kinds = ["pub const ", "pub struct ", "pub enum ", "pub type "];
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind));
    let rest = rest.or_else(|| line.split_once(" extern \"C\" fn ").map(|(_, rest)| rest))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

/// A piece of C without the comment that it begins with.
fn code(piece: &str) -> &str {
    let mut code = piece;
    while code.starts_with("///") {
        code = code.split_once('\n').map_or("", |(_, rest)| rest);
    }
    code
}

/// The name that a piece of C declares, if any. The piece is a comment and a definition.
fn defined(piece: &str) -> Option<&str> {
    let code = code(piece);
    let rest = ["#define ", "enum ", "typedef struct "].iter().find_map(|kind| code.strip_prefix(kind));
    let rest =
        rest.or_else(|| code.split_once("(*").filter(|_| code.starts_with("typedef ")).map(|(_, name)| name));
    // A function's name stands before its first parenthesis.
    let name = rest.or_else(|| {
        let (before, _) = code.strip_prefix("CAROM_API")?.split_once('(')?;
        Some(before.rsplit([' ', '*']).next().unwrap_or(before))
    })?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|name| !name.is_empty())
}

/// The output of cbindgen for the sources: constants first, then types, then functions.
fn unordered() -> String {
    let config = cbindgen::Config::from_root_or_default(root());
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in SECTIONS.iter().flat_map(|(_, files)| *files) {
        builder = builder.with_src(root().join(format!("src/ffi/{file}.rs")));
    }
    let mut generated = Vec::new();
    builder.generate().expect("the ABI can be expressed in C").write(&mut generated);
    String::from_utf8(generated).expect("headers are UTF-8")
}

/// The version of the library that the header belongs to. It stands in `Cargo.toml` and nowhere else.
fn version() -> String {
    let [major, minor, patch] =
        [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"), env!("CARGO_PKG_VERSION_PATCH")];
    format!(
        "// The version of this header; carom_version() is that of the library, in the same form.\n\
         #define CAROM_VERSION_MAJOR {major}\n\
         #define CAROM_VERSION_MINOR {minor}\n\
         #define CAROM_VERSION_PATCH {patch}\n\
         #define CAROM_VERSION (CAROM_VERSION_MAJOR << 16 | CAROM_VERSION_MINOR << 8 | CAROM_VERSION_PATCH)\n"
    )
}

/// The header: the output of cbindgen, in the order of the sources and under headings. The inline functions
/// of `cbindgen.toml` come after those that they call, or the structs that they make.
fn header() -> String {
    const BEGIN: &str = "#ifdef __cplusplus\nextern \"C\" {\n#endif // __cplusplus";
    const END: &str = "#ifdef __cplusplus\n}  // extern \"C\"\n#endif  // __cplusplus";
    let generated = unordered();
    // The include guard and its like come before the first constant.
    let first = generated.find("\n\n\n///").expect("constants come first");
    let (prologue, rest) = generated.split_at(first);
    let prologue = prologue.replace("#ifndef CAROM_API\n", &format!("{}\n#ifndef CAROM_API\n", version()));
    let pieces = rest.split("\n\n").map(|piece| piece.trim_matches('\n')).filter(|piece| !piece.is_empty());
    let (inline, pieces): (Vec<_>, Vec<_>) =
        pieces.partition(|piece| code(piece).starts_with("static inline"));
    // The contents come right after the conventions.
    let contents: String = SECTIONS.iter().map(|(heading, _)| format!("//   {heading}\n")).collect();
    let prologue = prologue.replacen(
        " */\n",
        &format!(" */\n\n// Contents; each section is headed as it is named here:\n//\n{contents}"),
        1,
    );
    let mut header = format!("{prologue}\n\n{BEGIN}\n");
    let (mut count, mut inline_count) = (0, 0);
    for (heading, files) in SECTIONS {
        let line = "-".repeat(105);
        header += &format!("\n// {line}\n// {heading}\n// {line}\n");
        for name in files.iter().map(|file| source(file)).collect::<String>().lines().filter_map(declared) {
            let piece = pieces.iter().find(|piece| defined(piece) == Some(name));
            header +=
                &format!("\n{}\n", piece.unwrap_or_else(|| panic!("{name} is missing from the header")));
            count += 1;
            // What calls a function comes after it, what makes a struct after that.
            let called = format!("return {name}(");
            let made = format!("const struct {name} made");
            for piece in inline.iter().filter(|piece| piece.contains(&called) || piece.contains(&made)) {
                header += &format!("\n{piece}\n");
                inline_count += 1;
            }
        }
    }
    let others: Vec<_> = pieces.iter().filter(|piece| defined(piece).is_none()).collect();
    assert!(others.len() == 3 && *others[0] == BEGIN && *others[1] == END, "what is that? {others:#?}");
    assert_eq!((count + 3, inline_count), (pieces.len(), inline.len()), "each is written once");
    format!("{header}\n{END}\n\n{}\n", others[2])
}

#[test]
fn header_is_up_to_date() {
    let generated = header();
    let path = root().join("include/carom.h");
    if std::env::var_os("CAROM_BLESS").is_some() {
        std::fs::write(&path, &generated).expect("include/ is writable");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == generated,
        "include/carom.h is not what src/ffi says: run CAROM_BLESS=1 cargo test --test it header"
    );
}

#[test]
fn every_exported_function_is_in_the_header() {
    let header =
        std::fs::read_to_string(root().join("include/carom.h")).expect("include/carom.h is committed");
    let mut functions = 0;
    let entries = |folder: &Path| {
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path())
    };
    let folders = entries(&root().join("src/ffi")).filter(|path| path.is_dir());
    for file in folders.flat_map(|folder| entries(&folder).collect::<Vec<_>>()) {
        let source = std::fs::read_to_string(file).expect("readable");
        for line in source.lines().filter(|line| line.contains("extern \"C\" fn carom_")) {
            let name = line.split("fn ").nth(1).and_then(|rest| rest.split('(').next()).expect("a name");
            assert!(header.contains(&format!("{name}(")), "{name} is missing from include/carom.h");
            functions += 1;
        }
    }
    assert!(functions >= 20, "only {functions} functions found: has the way they are written changed?");
}
