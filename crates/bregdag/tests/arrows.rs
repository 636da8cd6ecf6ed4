//! Arrows point down only: a module may use those that `lib.rs` declares before it, and within `method/`
//! those that `method/mod.rs` declares before it.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The modules that a file declares, in its order, and where the names come from that it passes on.
fn declared(text: &str) -> (Vec<String>, HashMap<String, String>) {
    let mut modules = vec![];
    for line in text.lines() {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        modules.extend(line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')));
    }
    let mut passed_on = HashMap::new();
    for statement in text.split(';').filter_map(|part| part.split("pub use ").nth(1)) {
        let words = words(statement);
        for name in words.iter().skip(1) {
            passed_on.insert(name.clone(), words[0].clone());
        }
    }
    (modules.into_iter().map(String::from).collect(), passed_on)
}

fn words(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !is_part(c)).filter(|word| !word.is_empty()).map(String::from).collect()
}

/// The code of a file: without comments, and without what stands after `#[cfg(test)]`.
fn code(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
    let code = lines.map(|line| line.split("//").next().unwrap_or(""));
    code.collect::<Vec<_>>().join(" ")
}

/// The names below `root` that a file uses, `module` being its own place: `["graph", "dag"]`.
fn used(code: &str, module: &[String], root: &[String]) -> Vec<String> {
    let mut found = vec![];
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let mut rest = &code[at..];
            let mut place = module.to_vec();
            while let Some(after) = rest.strip_prefix("super::") {
                place.pop();
                rest = after;
            }
            if let Some(after) = rest.strip_prefix("crate::") {
                (place, rest) = (vec![], after);
            }
            found.extend(targets(rest).into_iter().filter_map(|target| {
                let whole = [place.as_slice(), &target].concat();
                whole.strip_prefix(root).and_then(|below| below.first().cloned())
            }));
        }
    }
    found
}

/// The paths that follow: one, or those in braces.
fn targets(rest: &str) -> Vec<Vec<String>> {
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    let path: Vec<String> = words(&rest[..end.unwrap_or(rest.len())]);
    match rest[end.unwrap_or(rest.len())..].strip_prefix('{') {
        None => vec![path],
        Some(list) => {
            let list = list.split('}').next().unwrap_or("");
            let items = list.split(',').map(|item| words(item.split("::").next().unwrap_or("")));
            items.map(|item| [path.clone(), item].concat()).collect()
        }
    }
}

/// Every Rust file below a folder, tests left out.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        match path.is_dir() {
            _ if name == "tests" => {}
            true => found.extend(files(&path)),
            false if path.extension().is_some_and(|e| e == "rs") => found.push(path),
            false => {}
        }
    }
    found
}

/// The place of a file in the tree of modules.
fn module_of(path: &Path) -> Vec<String> {
    let inside = path.strip_prefix(source()).unwrap().with_extension("");
    let mut parts: Vec<String> =
        inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    parts
}

/// The uses below `root` that do not point to a module declared before.
fn wrong(declaring: &str, root: &[String], files: &[(Vec<String>, String)]) -> Vec<String> {
    let (order, passed_on) = declared(declaring);
    let rank = |name: &String| {
        let module = passed_on.get(name).unwrap_or(name);
        order.iter().position(|other| other == module)
    };
    let mut wrong = vec![];
    for (module, code) in files {
        let Some(own) = module.strip_prefix(root).and_then(|below| below.first()) else { continue };
        let Some(ours) = rank(own) else { continue };
        for target in used(code, module, root) {
            if rank(&target).is_some_and(|theirs| theirs > ours) {
                wrong.push(format!("{} uses {target}", module.join("::")));
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    wrong
}

#[test]
fn arrows_point_down_only() {
    let read = |path: &PathBuf| (module_of(path), code(&fs::read_to_string(path).unwrap()));
    let files: Vec<_> = files(&source()).iter().map(read).collect();
    assert!(files.len() > 100, "{}", files.len());
    for (declaring, root) in [("lib.rs", vec![]), ("method/mod.rs", vec!["method".to_string()])] {
        let text = fs::read_to_string(source().join(declaring)).unwrap();
        assert!(declared(&text).0.len() > 4);
        assert_eq!(wrong(&text, &root, &files), Vec::<String>::new(), "{declaring}");
    }
}

#[test]
fn an_arrow_that_points_up_is_seen() {
    let declaring = "mod low;\npub mod high;\npub use high::{Thing, other};\n";
    let file = |module: &[&str], text: &str| {
        (module.iter().map(ToString::to_string).collect::<Vec<_>>(), code(text))
    };
    let upwards = [
        "use crate::high::x;",
        "use crate::{low::y, high};",
        "use super::high;",
        "fn f() -> crate::Thing {}",
        "fn f() { super::super::high::g() }",
    ];
    for (k, text) in upwards.iter().enumerate() {
        let module: &[&str] = if k == 4 { &["low", "deep"] } else { &["low"] };
        assert_eq!(wrong(declaring, &[], &[file(module, text)]).len(), 1, "{text}");
    }
    let fine = "use crate::low::x; // crate::high\nuse std::high;\n#[cfg(test)]\nuse crate::high;";
    assert!(wrong(declaring, &[], &[file(&["low"], fine)]).is_empty());
    assert!(wrong(declaring, &[], &[file(&["high"], "use crate::low;")]).is_empty());
}
