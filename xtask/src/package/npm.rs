//! `carom-<version>.tgz`: the module of WebAssembly and its TypeScript layer, for Node and browsers.

use super::work::{LICENCES, empty, version};
use crate::{Project, platforms, tools};
use anyhow::{Result, bail};
use std::path::Path;
use xshell::cmd;

/// What the layer is compiled with.
const COMPILERS: [&str; 2] = ["typescript@5", "@types/node@20"];

pub(super) fn make(project: &Project, out: &Path) -> Result<()> {
    let Project { sh, root, .. } = project;
    let built = platforms::build_wasm(project)?;
    tools::ensure(sh, tools::NPM)?;
    let sources = root.join("npm");
    if !sh.read_file(sources.join("package.json"))?.contains(&format!("\"version\": \"{}\"", version())) {
        bail!("npm/package.json has not the version {}", version());
    }
    let work = empty(project, out, "npm")?;
    check_layout(project, &work)?;

    let package = work.join("package");
    sh.create_dir(package.join("dist"))?;
    for file in ["package.json", "tsconfig.json", "README.md"] {
        sh.copy_file(sources.join(file), &package)?;
    }
    project.copy_files(&sources.join("src"), &package.join("src"))?;
    for licence in LICENCES {
        sh.copy_file(root.join(licence), &package)?;
    }
    let (module, stripped) = (built.join("carom.wasm"), package.join("dist/carom.wasm"));
    // An eighth of it are names of functions for debuggers.
    cmd!(sh, "llvm-strip -o {stripped} {module}").run()?;
    {
        let _here = sh.push_dir(&package);
        cmd!(sh, "npm install --silent --no-save --no-audit --no-fund").args(COMPILERS).run()?;
        cmd!(sh, "npx --no-install tsc").run()?;
        cmd!(sh, "npm pack --silent --pack-destination {out}").run()?;
    }

    let (installed, tests) = (work.join("installed"), sources.join("test"));
    sh.create_dir(&installed)?;
    sh.copy_file(tests.join("carom.test.mjs"), &installed)?;
    sh.copy_file(tests.join("types.ts"), &installed)?;
    sh.write_file(installed.join("package.json"), "{\"private\": true, \"type\": \"module\"}\n")?;
    let file = out.join(format!("carom-{}.tgz", version()));
    let tsc = package.join("node_modules/.bin/tsc");
    let _here = sh.push_dir(&installed);
    cmd!(sh, "npm install --silent --no-audit --no-fund {file}").run()?;
    for licence in LICENCES {
        sh.read_file(installed.join("node_modules/carom").join(licence))?;
    }
    cmd!(sh, "node --test carom.test.mjs").run()?;
    Ok(cmd!(sh, "{tsc} --noEmit --strict --target es2022 --module nodenext --lib es2022,dom types.ts")
        .run()?)
}

/// Has the compiler compare the places of fields, as the layer writes and reads them, with the header.
fn check_layout(project: &Project, work: &Path) -> Result<()> {
    let Project { sh, root, .. } = project;
    let source = work.join("layout.c");
    sh.write_file(&source, assertions(&sh.read_file(root.join("npm/src/layout.ts"))?))?;
    let include = root.join("include");
    Ok(cmd!(sh, "clang --target=wasm32 -std=c11 -ffreestanding -fsyntax-only -I {include} {source}").run()?)
}

/// An assertion in C for each number of layout.ts.
fn assertions(layout: &str) -> String {
    let structs = layout.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("export const ")?.split_once(" = { ")?;
        Some((name, rest.strip_suffix(" } as const;")?))
    });
    let mut text = "#include <carom.h>\n#define SAME(a, b) _Static_assert((a) == (b), #a)\n".to_owned();
    for (name, fields) in structs {
        for (field, number) in fields.split(", ").filter_map(|field| field.split_once(": ")) {
            let what = match field {
                "size" => format!("sizeof({name})"),
                _ => format!("offsetof({name}, {field})"),
            };
            text += &format!("SAME({what}, {number});\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_asserted() {
        let text = assertions("// x\nexport const CaromVec3 = { size: 12, y: 4 } as const;\n");
        assert!(text.ends_with("SAME(sizeof(CaromVec3), 12);\nSAME(offsetof(CaromVec3, y), 4);\n"), "{text}");
        let layout = include_str!("../../../npm/src/layout.ts");
        assert_eq!(assertions(layout).matches("SAME(sizeof").count(), layout.matches("export const").count());
    }
}
