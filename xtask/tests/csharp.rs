//! The C# declarations (`csharp/Carom.Native.cs`) are those of `include/carom.h`: the same functions, constants, enumerators,
//! structs and callbacks; fields and parameters of the same types, in the same order. The classes call all functions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Functions that no class calls: descriptors are written by the classes themselves; memory is not given by
/// programs in C#, which the collector may stop.
const UNUSED: [&str; 2] = ["carom_debug_raise", "carom_set_allocator"];

/// Names with what stands behind them, one after another: types of fields and parameters, values of enumerators.
type Declared = BTreeMap<String, Vec<String>>;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn read(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The header without comments, and without what depends on the compiler: `#if` within the include guard.
fn header() -> String {
    let text = read("include/carom.h");
    let (_, code) = text.split_once("#ifndef CAROM_H\n").expect("an include guard");
    let mut depth = 0;
    let mut kept = String::new();
    for line in code.lines() {
        let line = line.split("//").next().unwrap_or_default();
        if line.starts_with("#if") {
            depth += 1;
        } else if line.starts_with("#endif") {
            depth -= 1;
        } else if depth == 0 {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// The C# text without comments and attributes.
fn csharp() -> String {
    let text = read("csharp/Carom.Native.cs");
    let code = |line: &&str| !line.trim_start().starts_with(['/', '[', '#']);
    text.lines().filter(code).map(|line| format!("{}\n", line.trim())).collect()
}

/// What stands between `open` and the next `close`, each time.
fn between<'t>(text: &'t str, open: &'t str, close: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(open).skip(1).map(move |rest| rest.split(close).next().unwrap_or_default())
}

/// A type of C as C# has it.
fn translated(of: &str, callbacks: &BTreeSet<String>) -> String {
    let words = of.replace('*', " * ");
    let words = words.split_whitespace().filter(|word| !["const", "struct", "CAROM_API"].contains(word));
    let word = |word: &str| match word {
        "uint8_t" | "char" => "byte".to_owned(),
        "uint16_t" => "ushort".to_owned(),
        "int32_t" => "int".to_owned(),
        "uint32_t" => "uint".to_owned(),
        "uint64_t" => "ulong".to_owned(),
        "size_t" => "UIntPtr".to_owned(),
        name if callbacks.contains(name) => "IntPtr".to_owned(),
        other => other.to_owned(),
    };
    words.map(word).collect()
}

/// A field or parameter of C as C# has it: `type name`.
fn variable(of: &str, callbacks: &BTreeSet<String>) -> String {
    let (of, array) = of.split_once('[').map_or((of, None), |(of, array)| (of, Some(array)));
    let at = of.rfind(|c: char| !c.is_alphanumeric() && c != '_').expect("a type");
    let (kind, name) = (translated(&of[..=at], callbacks), &of[at + 1..]);
    let Some(array) = array else { return format!("{kind} {name}") };
    let sizes = array.split(['[', ']']).filter_map(|size| size.trim().parse::<usize>().ok());
    let count: usize = sizes.product();
    // Arrays have elements of simple types.
    let (kind, floats) = match kind.as_str() {
        "CaromVec3" => ("float", 3),
        "CaromPlane" => ("float", 4),
        simple => (simple, 1),
    };
    format!("fixed {kind} {name}[{}]", count * floats)
}

fn variables(list: &str, separator: char, callbacks: &BTreeSet<String>) -> Vec<String> {
    let of = list.split(separator).map(str::trim).filter(|of| !of.is_empty() && *of != "void");
    of.map(|of| variable(of, callbacks)).collect()
}

fn callbacks(header: &str) -> BTreeSet<String> {
    between(header, "(*", ")").map(str::to_owned).collect()
}

/// `CAROM_ERROR_FILE` as C# has it: `ErrorFile`.
fn pascal(name: &str) -> String {
    let words = name.split('_').skip(1);
    words.map(|word| word[..1].to_owned() + &word[1..].to_lowercase()).collect()
}

/// `R name(parameters)` as the name, and the types with the result's first.
fn function(
    of: &str,
    translate: impl Fn(&str) -> String,
    split: impl Fn(&str) -> Vec<String>,
) -> (String, Vec<String>) {
    let (head, parameters) = of.split_once('(').expect("parameters");
    let at = head.rfind(|c: char| !c.is_alphanumeric() && c != '_').expect("a result");
    let mut types = vec![translate(&head[..=at])];
    types.extend(split(parameters));
    (head[at + 1..].to_owned(), types)
}

/// The parameters or fields of C#, without the signs that let a keyword be a name.
fn plain(list: &str, separator: char) -> Vec<String> {
    list.split(separator).map(|of| of.trim().replace('@', "")).filter(|of| !of.is_empty()).collect()
}

/// The same names with the same behind them, and at least so many that the header was understood.
fn assert_same(wanted: &Declared, found: &Declared, least: usize) {
    assert!(wanted.len() >= least, "only {} in the header", wanted.len());
    for (name, of) in wanted {
        assert_eq!(Some(of), found.get(name), "{name}");
    }
    let more: Vec<&String> = found.keys().filter(|name| !wanted.contains_key(*name)).collect();
    assert!(more.is_empty(), "not in the header: {more:?}");
}

#[test]
fn functions() {
    let header = header();
    let callbacks = callbacks(&header);
    let wanted = between(&header, "CAROM_API", ");")
        .map(|of| function(of, |kind| translated(kind, &callbacks), |list| variables(list, ',', &callbacks)));
    let text = csharp();
    let found = between(&text, "public static extern ", ");")
        .map(|of| function(of, |kind| kind.trim().to_owned(), |list| plain(list, ',')));
    let (wanted, found) = (wanted.collect(), found.collect());
    assert_same(&wanted, &found, 100);
}

#[test]
fn delegates() {
    let header = header();
    let callbacks = callbacks(&header);
    let wanted: Declared = between(&header, "typedef ", ";")
        .filter(|of| of.contains("(*"))
        .map(|of| {
            let of = of.replace("(*", " ").replacen(')', "", 1).replace(");", "").replace(')', "");
            function(&of, |kind| translated(kind, &callbacks), |list| variables(list, ',', &callbacks))
        })
        .collect();
    let text = csharp();
    let found: Declared = between(&text, "delegate ", ");")
        .map(|of| function(of, |kind| kind.trim().to_owned(), |list| plain(list, ',')))
        .collect();
    assert_same(&wanted, &found, 4);
}

#[test]
fn structs() {
    let header = header();
    let callbacks = callbacks(&header);
    let wanted: Declared = between(&header, "typedef struct ", "\n}")
        .map(|of| {
            let name = of.split_whitespace().next().expect("a name").to_owned();
            let is_handle = !of.split(';').next().unwrap_or_default().contains('{');
            let fields = of.split_once('{').map_or("", |(_, fields)| fields);
            (name, if is_handle { Vec::new() } else { variables(fields, ';', &callbacks) })
        })
        .collect();
    let text = csharp();
    let found: Declared = between(&text, "struct ", "\n}")
        .map(|of| {
            let (name, fields) = of.split_once("\n{").expect("fields");
            (name.to_owned(), plain(&fields.replace("public ", ""), ';'))
        })
        .collect();
    assert_same(&wanted, &found, 50);
}

#[test]
fn constants() {
    let header = header();
    let wanted: BTreeSet<String> = between(&header, "#define ", "\n")
        .filter(|of| !of.starts_with("CAROM_VERSION"))
        .filter_map(|of| of.split_once(' '))
        .map(|(name, value)| format!("{name} = {}", value.trim().replace("UINT32_MAX", "0xffffffff")))
        .collect();
    let text = csharp();
    let found: BTreeSet<String> = between(&text, "public const ", ";")
        .filter(|of| !of.starts_with("string "))
        .map(|of| {
            let (kind, rest) = of.split_once(' ').expect("a type");
            // Ids have 64 bits.
            assert_eq!(kind, if rest.starts_with("CAROM_NO_OBJECT") { "ulong" } else { "uint" }, "{rest}");
            rest.to_owned()
        })
        .collect();
    assert!(wanted.len() > 80, "only {} in the header", wanted.len());
    let differing: Vec<&String> = wanted.symmetric_difference(&found).collect();
    assert!(differing.is_empty(), "in one of both alone: {differing:?}");
}

#[test]
fn statuses() {
    let header = header();
    let list = |text: &str| -> Vec<String> {
        text.split(',').map(|of| of.trim().to_owned()).filter(|of| !of.is_empty()).collect()
    };
    let body = between(&header, "enum CaromStatus", "}").next().expect("the enumeration");
    let wanted: Vec<String> = list(body.trim().trim_start_matches('{'))
        .iter()
        .map(|of| {
            let (name, value) = of.split_once(" = ").expect("a value");
            format!("{} = {value}", pascal(name))
        })
        .collect();
    let text = csharp();
    let body = between(&text, "public enum CaromStatus : int\n{", "}").next().expect("the enumeration");
    assert!(wanted.len() > 10);
    assert_eq!(wanted, list(body));
}

/// The text of all classes.
fn classes() -> String {
    let folder = path("csharp/Carom");
    let entries = folder.read_dir().expect("the classes").map(|entry| entry.expect("an entry").path());
    let sources = entries.filter(|path| path.extension().is_some_and(|end| end == "cs"));
    sources.map(|path| std::fs::read_to_string(path).expect("readable")).collect()
}

#[test]
fn classes_use_everything() {
    let classes = classes();
    let text = csharp();
    let missing: Vec<String> = between(&text, "public static extern ", "(")
        .filter_map(|head| head.rsplit(' ').next())
        .filter(|name| !name.ends_with("_init_sized") && !UNUSED.contains(name))
        .filter(|name| !classes.contains(&format!("NativeMethods.{name}(")))
        .map(str::to_owned)
        .collect();
    assert!(missing.is_empty(), "no class calls {missing:?}");
}

#[test]
fn versions() {
    let cargo = read("Cargo.toml");
    let version = between(&cargo, "\nversion = \"", "\"").next().expect("a version");
    let (major, minor) = version.split_once('.').expect("two numbers");
    let minor = minor.split('.').next().unwrap_or_default();
    let classes = classes();
    assert!(classes.contains(&format!("const int Major = {major};")), "Library.Major");
    assert!(classes.contains(&format!("const int Minor = {minor};")), "Library.Minor");
    assert!(read("csharp/Carom/Carom.csproj").contains(&format!("<Version>{version}</Version>")));
    assert!(read("csharp/Unity/package.json").contains(&format!("\"version\": \"{version}\"")));
}
