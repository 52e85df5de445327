//! The declarations and names of a Rust file: its modules, its imports, and the paths in its code.

use super::tokens::tokens;

/// A `use` of one name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Import {
    /// The module in the file that it stands in: none for the file's own.
    pub(super) within: Vec<String>,
    pub(super) path: Vec<String>,
    /// Its name here; `*` for all that the path has.
    pub(super) name: String,
    /// True if it is `pub`, so that the file may only hand it on.
    pub(super) is_export: bool,
}

/// A file, but for its modules under `cfg(test)`.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// Modules in files of their own, and the files, where they are said.
    pub(super) modules: Vec<(String, Option<String>)>,
    pub(super) imports: Vec<Import>,
    /// Paths in the code, with the module in the file that they stand in.
    pub(super) paths: Vec<(Vec<String>, Vec<String>)>,
    /// Items, by name.
    pub(super) items: Vec<String>,
}

impl Source {
    pub(super) fn read(text: &str) -> Source {
        let tokens = tokens(text);
        let mut source = Source::default();
        source.parse(&tokens, &[]);
        source
    }

    /// Returns true if a name stands in the code, outside of imports.
    pub(super) fn says(&self, name: &str) -> bool {
        self.paths.iter().any(|(_, path)| path[0] == name)
    }

    fn parse(&mut self, tokens: &[String], within: &[String]) {
        let (mut i, mut is_test, mut is_export, mut file) = (0, false, false, None);
        while i < tokens.len() {
            let word = tokens[i].as_str();
            match word {
                "#" => {
                    let end = matching(tokens, i + 1 + usize::from(tokens[i + 1] == "!"));
                    is_test |= tokens[i..end].concat() == "#[cfg(test)";
                    if let [_, _, word, _, path] = &tokens[i..end]
                        && word == "path"
                    {
                        file = path.strip_prefix('"').map(str::to_owned);
                    }
                    i = end + 1;
                    continue;
                }
                "pub" => {
                    is_export = true;
                    i += 1;
                    if tokens[i] == "(" {
                        i = matching(tokens, i) + 1;
                    }
                    continue;
                }
                "mod" if tokens.get(i + 2).is_some_and(|next| next == ";") => {
                    if !is_test {
                        self.modules.push((tokens[i + 1].clone(), file.take()));
                    }
                    i += 3;
                }
                "mod" if tokens.get(i + 2).is_some_and(|next| next == "{") => {
                    let end = matching(tokens, i + 2);
                    if !is_test {
                        let inner = [within, &[tokens[i + 1].clone()]].concat();
                        self.parse(&tokens[i + 3..end], &inner);
                    }
                    i = end + 1;
                }
                "use" => {
                    let end =
                        i + tokens[i..].iter().position(|token| token == ";").unwrap_or(tokens.len() - 1 - i);
                    self.import(&tokens[i + 1..end], &[], within, is_export);
                    i = end + 1;
                }
                _ if is_name(word) => {
                    if ITEMS.contains(&word) {
                        self.items.push(tokens.get(i + 1).cloned().unwrap_or_default());
                    }
                    let (mut path, start) = (vec![word.to_owned()], i);
                    i += 1;
                    while i + 1 < tokens.len() && tokens[i] == "::" && is_name(&tokens[i + 1]) {
                        path.push(tokens[i + 1].clone());
                        i += 2;
                    }
                    // Not a field or method.
                    if start == 0 || tokens[start - 1] != "." {
                        self.paths.push((within.to_vec(), path));
                    }
                }
                _ => i += 1,
            }
            (is_test, is_export, file) = (false, false, None);
        }
    }

    /// The names of a tree of imports.
    fn import(&mut self, tree: &[String], prefix: &[String], within: &[String], is_export: bool) {
        let mut path = prefix.to_vec();
        let mut i = 0;
        while i < tree.len() {
            match tree[i].as_str() {
                "::" => {}
                "{" => {
                    for part in split(&tree[i + 1..matching(tree, i)]) {
                        self.import(part, &path, within, is_export);
                    }
                    return;
                }
                "as" => break,
                word => path.push(word.to_owned()),
            }
            i += 1;
        }
        let mut name = path.last().cloned().unwrap_or_default();
        if name == "*" {
            path.pop();
        } else if name == "self" && path.len() > 1 {
            path.pop();
            name = path.last().cloned().unwrap_or_default();
        }
        if let [.., word, alias] = tree
            && word == "as"
        {
            name = alias.clone();
        }
        if !path.is_empty() {
            self.imports.push(Import { within: within.to_vec(), path, name, is_export });
        }
    }
}

/// The keywords before the name of an item.
const ITEMS: &[&str] = &["const", "enum", "fn", "static", "struct", "trait", "type", "union"];

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The position at which the bracket at `open` is closed.
fn matching(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i;
        }
    }
    tokens.len() - 1
}

/// Splits a list at the commas that are in no brackets.
fn split(tokens: &[String]) -> Vec<&[String]> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (i, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," if depth == 0 => {
                parts.push(&tokens[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&tokens[start..]);
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_and_paths() {
        let source = Source::read(
            "mod a; #[path = \"q.rs\"] mod p; #[cfg(test)] mod b; pub(super) use a::{c, d::{self, E as F}, g::*};
             fn f() { super::h(x.y); mod i { use super::j; } } #[cfg(test)] mod tests { use crate::k; }",
        );
        assert_eq!(source.modules, [("a".into(), None), ("p".into(), Some("q.rs".into()))]);
        let imports: Vec<_> = source
            .imports
            .iter()
            .map(|import| format!("{}>{} {}", import.path.join("::"), import.name, import.within.join("::")))
            .collect();
        assert_eq!(imports, ["a::c>c ", "a::d>d ", "a::d::E>F ", "a::g>* ", "super::j>j i"]);
        assert!(source.imports[0].is_export && !source.imports[4].is_export);
        assert!(source.paths.contains(&(vec![], vec!["super".into(), "h".into()])));
        assert!(!source.says("y") && !source.says("k"));
        assert_eq!(source.items, ["f"]);
    }
}
