//! Wine, and what it lacks.

use crate::Project;
use crate::tools::WINE;
use anyhow::Result;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// Rust's standard library takes random numbers from a library that Wine 8 does not have.
const STUB: &str = "
#include <stddef.h>
int __stdcall SystemFunction036(void *buffer, unsigned long size);
__declspec(dllexport) int __stdcall ProcessPrng(void *buffer, size_t size) {
    return SystemFunction036(buffer, (unsigned long)size);
}
";

/// The folder with Wine's idea of a machine.
pub(super) fn prefix(project: &Project) -> PathBuf {
    project.target.join("platforms/wine")
}

/// Makes that folder, with the library that is missing.
pub(super) fn prepare(project: &Project) -> Result<()> {
    let (sh, prefix) = (&project.sh, prefix(project));
    let system = prefix.join("drive_c/windows/system32");
    let library = system.join("bcryptprimitives.dll");
    if library.exists() {
        return Ok(());
    }
    sh.create_dir(&prefix)?;
    cmd!(sh, "{WINE} wineboot --init").env("WINEPREFIX", &prefix).env("WINEDEBUG", "-all").run()?;
    let source = prefix.join("bcryptprimitives.c");
    sh.write_file(&source, STUB)?;
    cmd!(sh, "x86_64-w64-mingw32-gcc-posix -shared -O1 -o {library} {source} -ladvapi32").run()?;
    Ok(())
}

/// A program for Microsoft's linker that needs no library of Microsoft's: what the first function returns is how it ends.
const PROGRAM: &str = "
#include <carom.h>
int _fltused = 0;
int start(void) {
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t indices[3] = {0, 1, 2};
    CaromMeshDesc desc;
    CaromMesh *mesh = 0;
    CaromRay ray;
    CaromRayHit hit;
    if (carom_mesh_desc_init(&desc) != CAROM_OK) return 1;
    desc.positions = positions;
    desc.vertex_count = 3;
    desc.indices = indices;
    desc.triangle_count = 1;
    if (carom_mesh_build(&desc, &mesh) != CAROM_OK) return 2;
    carom_ray_init(&ray);
    ray.origin.x = 0.25f;
    ray.origin.y = 0.5f;
    ray.origin.z = 2;
    ray.direction.z = -1;
    if (carom_mesh_raycast(mesh, &ray, 1, 0, &hit, 0) != CAROM_OK) return 3;
    carom_mesh_destroy(mesh);
    return hit.t == 2 && hit.triangle == 0 ? 0 : 4;
}
";

/// Makes the import library of Microsoft's kind beside the DLL, and links and runs a program with it.
pub(super) fn link_with_microsofts_names(project: &Project, folder: &Path) -> Result<()> {
    let Project { sh, root, .. } = project;
    let file = |name: &str| folder.join(name);
    let (definitions, library) = (file("carom.def"), file("carom.lib"));
    let header = sh.read_file(root.join("include/carom.h"))?;
    let names = functions(&header).join("\n");
    sh.write_file(&definitions, format!("LIBRARY carom.dll\nEXPORTS\n{names}\n"))?;
    cmd!(sh, "x86_64-w64-mingw32-dlltool -d {definitions} -l {library}").run()?;

    let (source, object, program) = (file("microsoft.c"), file("microsoft.obj"), file("microsoft.exe"));
    let include = root.join("include");
    sh.write_file(&source, PROGRAM)?;
    cmd!(sh, "clang --target=x86_64-pc-windows-msvc -O1 -ffreestanding -I {include} -c {source} -o {object}")
        .run()?;
    let mut out = OsString::from("/out:");
    out.push(&program);
    cmd!(sh, "lld-link /nodefaultlib /entry:start /subsystem:console {out} {object} {library}").run()?;
    Ok(cmd!(sh, "{WINE} {program}").env("WINEPREFIX", prefix(project)).env("WINEDEBUG", "-all").run()?)
}

/// The functions that a header declares: the names before the parentheses behind CAROM_API.
fn functions(header: &str) -> Vec<&str> {
    let declarations = header.split("CAROM_API").skip(1).filter_map(|text| text.split_once('('));
    let names = declarations
        .filter_map(|(before, _)| before.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next());
    names.filter(|name| name.starts_with("carom_")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found() {
        let header = "#define CAROM_API __declspec(dllimport)\nCAROM_API uint32_t carom_version(void);\n\
                      CAROM_API\nconst char *carom_status_name(int32_t status);\nstatic inline int carom_x(void);";
        assert_eq!(functions(header), ["carom_version", "carom_status_name"]);
    }
}
