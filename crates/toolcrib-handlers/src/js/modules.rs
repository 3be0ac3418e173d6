//! Which modules a script may import.
//!
//! A module is named by its path in the tool folder. A script may import files
//! of that folder and what the runtime itself offers under `../_core/`; every
//! other specifier is refused with the reason, at compile time and again in
//! `import()`.

use std::collections::BTreeMap;

use rquickjs::loader::{ImportAttributes, Loader, Resolver};
use rquickjs::module::Declared;
use rquickjs::{Ctx, Error, Module};

use super::{ENTRY, cage};

/// What the runtime itself offers, by the name it has inside.
pub(super) const CORE: &[(&str, &str)] = &[
    ("../_core/error-types.js", include_str!("core/error-types.js")),
    ("../_core/knowledge.js", include_str!("core/knowledge.js")),
];

/// What the cage asks for when it loads the handler.
pub(super) const ENTRY_SPECIFIER: &str = "toolcrib:handler";

/// Compiled modules, by name.
pub(super) type Bytecode = BTreeMap<String, Vec<u8>>;

/// The name of the module that an import means, or why there is none.
pub(super) fn resolve(base: &str, specifier: &str) -> Result<String, &'static str> {
    if specifier == ENTRY_SPECIFIER {
        return Ok(ENTRY.to_owned());
    }
    if specifier.contains(':') || specifier.starts_with('/') || specifier.contains('\\') {
        return Err("only files of the tool's own folder can be imported, by a relative path");
    }
    if !specifier.starts_with("./") && !specifier.starts_with("../") {
        return Err("packages cannot be imported; copy what you need into the tool's folder");
    }
    // The folder itself is one level: what leaves it must be the runtime's own.
    let mut path: Vec<&str> = vec!["."];
    path.extend(base.split('/'));
    path.pop();
    for part in specifier.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                path.pop().ok_or(OUTSIDE)?;
            }
            part => path.push(part),
        }
    }
    match path.split_first() {
        Some((&".", inside)) if !inside.is_empty() => Ok(inside.join("/")),
        Some((&"_core", _)) => {
            let name = format!("../{}", path.join("/"));
            let known = CORE.iter().any(|(core, _)| *core == name);
            known.then_some(name).ok_or("there is no such module in `../_core`")
        }
        _ => Err(OUTSIDE),
    }
}

const OUTSIDE: &str =
    "it is outside the tool's folder; only `../_core/error-types.js` and own files can be imported";

/// Resolves imports while a script runs.
pub(super) struct Names;

impl Resolver for Names {
    fn resolve(
        &mut self,
        _: &Ctx<'_>,
        base: &str,
        name: &str,
        _: Option<ImportAttributes<'_>>,
    ) -> rquickjs::Result<String> {
        resolve(base, name).map_err(|why| Error::new_resolving_message(base, name, why))
    }
}

/// Hands out compiled modules and nothing else.
pub(super) struct Compiled(pub(super) std::sync::Arc<Bytecode>);

impl Loader for Compiled {
    fn load<'js>(
        &mut self,
        ctx: &Ctx<'js>,
        name: &str,
        _: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<Module<'js, Declared>> {
        let bytes = self.0.get(name).ok_or_else(|| {
            Error::new_loading_message(name, "there is no such file in the tool's folder")
        })?;
        cage::load(ctx, bytes)
    }
}
