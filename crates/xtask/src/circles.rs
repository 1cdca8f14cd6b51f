//! Looks for circles: files of a crate that use each other. A module and the modules in it may.
//!
//! It reads `use` declarations and paths that begin with `crate`, `super` or `self`. Tests and comments do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use crate::root;

/// The path of a module, from the root of its crate.
type Module = Vec<String>;

/// Reads all crates, and fails if there is a circle.
pub fn run() -> anyhow::Result<()> {
    let mut found = 0;
    for entry in fs::read_dir(root().join("crates"))? {
        let folder = entry?.path();
        let source = folder.join("src");
        if !source.is_dir() {
            continue;
        }
        for circle in circles(&read(&source)?) {
            found += 1;
            let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            println!("{name}: {}", names.join(", "));
        }
    }
    match found {
        0 => Ok(()),
        found => bail!("{found} circles of files that use each other"),
    }
}

/// The text of each module of a crate.
fn read(source: &Path) -> anyhow::Result<BTreeMap<Module, String>> {
    let mut modules = BTreeMap::new();
    let mut folders = vec![source.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|suffix| suffix == "rs") {
                let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                let place = path.strip_prefix(source)?.with_extension("");
                let parts = place.iter().map(|part| part.to_string_lossy().into_owned());
                let mut module: Module = parts.collect();
                module.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
                modules.insert(module, text);
            }
        }
    }
    Ok(modules)
}

/// The groups of modules that use each other.
fn circles(modules: &BTreeMap<Module, String>) -> Vec<BTreeSet<Module>> {
    // What a module passes on under a name, and what it uses.
    let (mut public, mut private) = (Vec::new(), Vec::new());
    for (module, text) in modules {
        let text = code(text);
        for (path, is_public) in declared(&text) {
            match is_public {
                true => public.push((module, path)),
                false => private.push((module, path)),
            }
        }
        private.extend(written_out(&text).map(|path| (module, path)));
    }
    let mut passed_on: BTreeMap<(Module, String), Module> = BTreeMap::new();
    // A name may be passed on by several modules in turn.
    for _ in 0..3 {
        for (module, path) in &public {
            if let Some(target) = resolve(modules, &passed_on, module, path) {
                let name = path.last().cloned().unwrap_or_default();
                passed_on.insert(((*module).clone(), name), target);
            }
        }
    }
    let mut uses: BTreeMap<&Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, path) in &private {
        let is_in =
            |outer: &Module, inner: &Module| inner.split_last().map(|of| of.1) == Some(outer);
        let is_near =
            |target: &Module| target == *module || is_in(module, target) || is_in(target, module);
        if let Some(target) = resolve(modules, &passed_on, module, path).filter(|one| !is_near(one))
        {
            uses.entry(module).or_default().insert(target);
        }
    }
    let reached = |from: &Module| {
        let (mut reached, mut ahead) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = ahead.pop() {
            for target in uses.get(&module).into_iter().flatten() {
                if reached.insert(target.clone()) {
                    ahead.push(target.clone());
                }
            }
        }
        reached
    };
    let all: BTreeMap<&Module, BTreeSet<Module>> = modules
        .keys()
        .map(|module| (module, reached(module)))
        .collect();
    let mut circles: Vec<BTreeSet<Module>> = Vec::new();
    for (module, reached) in &all {
        let is_back = |other: &&Module| all.get(other).is_some_and(|back| back.contains(*module));
        let circle: BTreeSet<Module> = reached.iter().filter(is_back).cloned().collect();
        if circle.len() > 1 && !circles.contains(&circle) {
            circles.push(circle);
        }
    }
    circles
}

/// The text without comments and the tests at its end.
fn code(text: &str) -> String {
    let end = text
        .find("#[cfg(test)]\nmod tests")
        .or(text.find("#[cfg(all(test"));
    let lines = text[..end.unwrap_or(text.len())].lines();
    let lines = lines.map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths of `use` declarations, and whether they are public.
fn declared(text: &str) -> Vec<(Vec<String>, bool)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("use ") {
        let before = text[..at]
            .rsplit(['\n', ';', '}', '{'])
            .next()
            .unwrap_or_default()
            .trim();
        let is_public = before.starts_with("pub");
        if !before.is_empty() && !is_public {
            continue;
        }
        let tree = text[at + 4..].split(';').next().unwrap_or_default();
        expand(tree, &[], &mut |path| found.push((path, is_public)));
    }
    found
}

/// Calls `each` with the paths of a tree of `use`: `a::{b, c::d}` has `a::b` and `a::c::d`.
fn expand(tree: &str, before: &[String], each: &mut dyn FnMut(Vec<String>)) {
    let (head, inside) = match tree.split_once('{') {
        Some((head, rest)) => (head, rest.rfind('}').map(|end| &rest[..end])),
        None => (tree.split(" as ").next().unwrap_or_default(), None),
    };
    let names = head
        .split("::")
        .map(str::trim)
        .filter(|name| !name.is_empty());
    let path: Vec<String> = before
        .iter()
        .cloned()
        .chain(names.map(str::to_owned))
        .collect();
    let Some(inside) = inside else {
        return each(path);
    };
    let (mut depth, mut start) = (0, 0);
    for (at, sign) in inside.char_indices().chain([(inside.len(), ',')]) {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !inside[start..at].trim().is_empty() {
                    expand(&inside[start..at], &path, each);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// The paths in the code that begin with `crate`, `super` or `self`.
fn written_out(text: &str) -> impl Iterator<Item = Vec<String>> {
    let of_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    text.split(move |letter| !of_name(letter))
        .filter_map(|path| {
            let names: Vec<String> = path.split("::").map(str::to_owned).collect();
            let begins = ["crate", "super", "self"].contains(&names[0].as_str());
            // The names of a tree of `use` are in its braces.
            let is_whole = names.len() > 1 && names.last().is_some_and(|name| !name.is_empty());
            (begins && is_whole).then_some(names)
        })
}

/// The module that a path in `here` leads to.
fn resolve(
    modules: &BTreeMap<Module, String>,
    passed_on: &BTreeMap<(Module, String), Module>,
    here: &Module,
    path: &[String],
) -> Option<Module> {
    let mut names = path.iter().peekable();
    let mut at = here.clone();
    match names.peek()?.as_str() {
        "crate" => {
            names.next();
            at.clear();
        }
        "self" => drop(names.next()),
        "super" => {
            while names.next_if(|name| *name == "super").is_some() {
                at.pop()?;
            }
        }
        first => {
            let child = [&here[..], &[first.to_owned()]].concat();
            modules.get(&child)?;
        }
    }
    for name in names {
        let child = [&at[..], std::slice::from_ref(name)].concat();
        if modules.contains_key(&child) {
            at = child;
            continue;
        }
        match passed_on.get(&(at.clone(), name.clone())) {
            Some(target) if *target != at => at = target.clone(),
            _ => break,
        }
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let modules = files.iter().map(|(module, text)| {
            let path = module.split("::").filter(|name| !name.is_empty());
            (path.map(str::to_owned).collect(), (*text).to_owned())
        });
        let circles = circles(&modules.collect());
        let name = |circle: &BTreeSet<Module>| {
            let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
            names.join(" ")
        };
        circles.iter().map(name).collect()
    }

    #[test]
    fn files_that_use_each_other_are_a_circle() {
        let one = ("one", "use crate::{two::Two, three};\n");
        let two = ("two", "pub fn two() { super::one::one() }\n");
        let three = ("three", "// crate::one\nuse std::fmt;\n");
        assert_eq!(found(&[one, two, three]), ["one two"]);
        // Through a name that the root passes on.
        let root = ("", "pub use one::One;\n");
        let back = ("two", "use crate::One;\n");
        assert_eq!(found(&[root, one, back, three]), ["one two"]);
        // Tests may use anything, and a module its own modules.
        let test = (
            "two",
            "fn two() {}\n#[cfg(test)]\nmod tests { use crate::one; }\n",
        );
        let inner = ("one::inner", "use super::One;\n");
        let outer = ("one", "mod inner;\nuse inner::Inner;\nuse crate::two;\n");
        assert_eq!(found(&[outer, inner, test]), [""; 0]);
    }
}
