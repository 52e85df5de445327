//! `carom-<version>-linux-x64.tar.gz`: what `cmake --install` installs, to be unpacked anywhere.

use super::work::{LICENCES, empty, pack, unpack, version};
use super::{native, users};
use crate::{Project, tools};
use anyhow::Result;
use std::path::Path;

/// Below the unpacked folder, whatever the distribution that packs it is used to.
const LIBRARIES: &str = "lib";

pub(super) fn make(project: &Project, out: &Path) -> Result<()> {
    let sh = &project.sh;
    tools::ensure(sh, tools::BUILD)?;
    tools::ensure(sh, tools::PACKAGE)?;
    let name = format!("carom-{}-linux-x64", version());
    let build = native::build(project, out, &format!("/{name}"))?;
    let work = empty(project, out, "archive")?;
    let packed = work.join("packed");
    native::install(project, &build, &packed, &format!("{name}/{LIBRARIES}"))?;
    let file = out.join(format!("{name}.tar.gz"));
    pack(project, &file, &packed, &name)?;

    let unpacked = unpack(project, &file, &work)?;
    let prefix = unpacked.join(name);
    for file in LICENCES {
        sh.read_file(prefix.join("share/licenses/carom").join(file))?;
    }
    users::with_cmake(project, &prefix, &work)?;
    users::with_pkg_config(project, &prefix, LIBRARIES, &work)?;
    users::on_another_system(project, &prefix, &work)
}
