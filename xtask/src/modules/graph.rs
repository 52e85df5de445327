//! The uses between files: names followed through imports to the file that defines them.

use super::source::{Import, Source};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The files of several crates. A file that belongs to more than one is one.
#[derive(Default)]
pub(super) struct Graph {
    /// Relative to the checkout, with slashes.
    pub(super) files: Vec<String>,
    /// From a file to one that it uses, with a name.
    pub(super) uses: BTreeMap<(usize, usize), String>,
}

/// A module: a file's, or one inside of a file.
struct Module {
    file: usize,
    imports: Vec<Import>,
}

/// The modules of one crate, by their paths.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<Vec<String>, Module>,
    sources: Vec<(Vec<String>, usize, Source)>,
}

/// The target of a path.
#[derive(Clone, Debug, PartialEq)]
enum Target {
    Module(Vec<String>),
    /// Something that a file defines.
    Item(usize),
}

impl Graph {
    /// Adds a crate from its root file.
    pub(super) fn add_crate(&mut self, checkout: &Path, root: &Path) -> Result<()> {
        let mut found = Crate::default();
        let folder = root.parent().context("a file lies in a folder")?;
        self.add_file(checkout, root, folder, &[], &mut found)?;
        for (module, file, source) in &found.sources {
            for (target, name) in found.used(module, source) {
                if target != *file {
                    self.uses.entry((*file, target)).or_insert(name);
                }
            }
        }
        Ok(())
    }

    fn add_file(
        &mut self,
        checkout: &Path,
        file: &Path,
        folder: &Path,
        module: &[String],
        found: &mut Crate,
    ) -> Result<()> {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let name = file.strip_prefix(checkout)?.to_string_lossy().replace('\\', "/");
        let number = self.files.iter().position(|other| *other == name).unwrap_or_else(|| {
            self.files.push(name);
            self.files.len() - 1
        });
        let source = Source::read(&text);
        found.modules.insert(module.to_vec(), Module { file: number, imports: Vec::new() });
        for import in &source.imports {
            let path = [module, &import.within].concat();
            let module = found.modules.entry(path).or_insert(Module { file: number, imports: Vec::new() });
            module.imports.push(import.clone());
        }
        for (within, _) in &source.paths {
            let path = [module, within].concat();
            found.modules.entry(path).or_insert(Module { file: number, imports: Vec::new() });
        }
        for (child, said) in &source.modules {
            let inner = [module, std::slice::from_ref(child)].concat();
            let nested = folder.join(child);
            let flat = folder.join(format!("{child}.rs"));
            let (child_file, nested) = match said {
                Some(path) => {
                    let path = file.with_file_name(path).canonicalize().with_context(|| path.clone())?;
                    let folder = path.with_file_name("");
                    (path, folder)
                }
                None if flat.exists() => (flat, nested),
                None => (nested.join("mod.rs"), nested),
            };
            self.add_file(checkout, &child_file, &nested, &inner, found)?;
        }
        found.sources.push((module.to_vec(), number, source));
        Ok(())
    }

    /// Sets of files that use each other.
    pub(super) fn circles(&self) -> Vec<BTreeSet<usize>> {
        let reached: Vec<BTreeSet<usize>> = (0..self.files.len()).map(|file| self.reached(file)).collect();
        let mut circles = BTreeSet::new();
        for file in 0..self.files.len() {
            if reached[file].contains(&file) {
                let both = reached[file].iter().copied().filter(|&other| reached[other].contains(&file));
                circles.insert(both.collect::<BTreeSet<usize>>());
            }
        }
        circles.into_iter().collect()
    }

    /// All that a file uses, directly or not.
    fn reached(&self, file: usize) -> BTreeSet<usize> {
        let (mut reached, mut pending) = (BTreeSet::new(), vec![file]);
        while let Some(from) = pending.pop() {
            for (&(_, to), _) in self.uses.range((from, 0)..(from + 1, 0)) {
                if reached.insert(to) {
                    pending.push(to);
                }
            }
        }
        reached
    }
}

/// The number of imports that are followed, one after the other.
const MAX_STEPS: usize = 16;

impl Crate {
    /// The files that a file uses, each with a name.
    fn used(&self, module: &[String], source: &Source) -> Vec<(usize, String)> {
        let mut used = Vec::new();
        for import in &source.imports {
            let from = [module, &import.within].concat();
            let target = self.resolve(&from, &import.path, 0);
            if import.is_export && !source.says(&import.name) {
                continue;
            }
            match target {
                Some(Target::Item(file)) => used.push((file, import.path.join("::"))),
                // All that it defines, if it defines anything.
                Some(Target::Module(target)) if import.name == "*" && !import.is_export => {
                    let defines = |(other, _, source): &&(Vec<String>, usize, Source)| {
                        *other == target && !source.items.is_empty()
                    };
                    if let Some((_, file, _)) = self.sources.iter().find(defines) {
                        used.push((*file, format!("{}::*", import.path.join("::"))));
                    }
                }
                _ => {}
            }
        }
        for (within, path) in &source.paths {
            let from = [module, within.as_slice()].concat();
            if path.len() > 1
                && let Some(Target::Item(file)) = self.resolve(&from, path, 0)
            {
                used.push((file, path.join("::")));
            }
        }
        used
    }

    /// Follows a path that stands in a module.
    fn resolve(&self, module: &[String], path: &[String], depth: usize) -> Option<Target> {
        let first = path.first()?.as_str();
        let mut current = module.to_vec();
        let mut rest = path;
        match first {
            "crate" => current.clear(),
            "self" | "super" => {
                while let Some(("self" | "super", after)) = rest.split_first().map(|(a, b)| (a.as_str(), b)) {
                    if rest[0] == "super" {
                        current.pop()?;
                    }
                    rest = after;
                }
            }
            _ => return self.member(&current, path, depth, false),
        }
        if first == "crate" {
            rest = &path[1..];
        }
        self.member(&current, rest, depth, true)
    }

    /// Follows a path from a module that has its first name. `is_here`: whether a name that no module or
    /// import has must be an item there, and not of another crate.
    fn member(&self, module: &[String], path: &[String], depth: usize, is_here: bool) -> Option<Target> {
        let Some((name, rest)) = path.split_first() else { return Some(Target::Module(module.to_vec())) };
        let found = self.modules.get(module)?;
        let child = [module, std::slice::from_ref(name)].concat();
        if self.modules.contains_key(&child) {
            return self.member(&child, rest, depth, true);
        }
        // Imports that lead in a ring lead nowhere.
        if depth == MAX_STEPS {
            return None;
        }
        if let Some(import) = found.imports.iter().find(|import| import.name == *name) {
            return match self.resolve(module, &import.path, depth + 1)? {
                Target::Module(target) => self.member(&target, rest, depth + 1, true),
                item => Some(item),
            };
        }
        if is_here {
            for import in found.imports.iter().filter(|import| import.name == "*" && import.is_export) {
                if let Some(Target::Module(target)) = self.resolve(module, &import.path, depth + 1)
                    && self.has(&target, name)
                {
                    return self.member(&target, path, depth + 1, true);
                }
            }
        }
        is_here.then_some(Target::Item(found.file))
    }

    /// Returns true if a module defines a name or hands it on.
    fn has(&self, module: &[String], name: &str) -> bool {
        let is_handed_on = |import: &Import| import.is_export && (import.name == name || import.name == "*");
        self.sources.iter().any(|(other, _, source)| {
            let items = &source.items;
            other == module
                && (items.iter().any(|item| item == name) || source.imports.iter().any(is_handed_on))
        })
    }
}
