//! Compiles the scripts of a folder and finds the imports that lead nowhere.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rquickjs::loader::{ImportAttributes, Loader, Resolver};
use rquickjs::module::{Declared, WriteOptions};
use rquickjs::{Context, Ctx, Error, Module, Runtime};

use super::ScriptProblem;
use crate::js::modules::{self, Bytecode, CORE};
use crate::js::{ENTRY, Scripts};

/// How long the engine may take to compile, as far as it looks at the clock.
const COMPILE_MAX: Duration = Duration::from_secs(2);

/// Memory that compiling may use.
const COMPILE_BYTES_MAX: usize = 256 * 1024 * 1024;

/// Compiles `handler.js` and whatever it imports, or says what is wrong.
pub(super) fn compile(scripts: &Scripts, source: &str) -> Result<Bytecode, Vec<ScriptProblem>> {
    let work = Rc::new(RefCell::new(Work { scripts: scripts.clone(), ..Work::default() }));
    let compiled = compile_entry(source, &work);
    let Work { modules, mut problems, .. } = work.take();
    if let Err(problem) = compiled
        && problems.is_empty()
    {
        problems.push(problem);
    }
    if problems.is_empty() { Ok(modules) } else { Err(problems) }
}

#[derive(Default)]
struct Work {
    scripts: Scripts,
    modules: Bytecode,
    refused: BTreeSet<(String, String)>,
    problems: Vec<ScriptProblem>,
}

fn compile_entry(source: &str, work: &Rc<RefCell<Work>>) -> Result<(), ScriptProblem> {
    let broken = |error: Error| {
        let message = format!("`{ENTRY}` cannot be compiled: {error}");
        ScriptProblem::in_file(ENTRY, message, "make it smaller or simpler")
    };
    let runtime = Runtime::new().map_err(broken)?;
    runtime.set_memory_limit(COMPILE_BYTES_MAX);
    let deadline = Instant::now() + COMPILE_MAX;
    runtime.set_interrupt_handler(Some(Box::new(move || Instant::now() > deadline)));
    runtime.set_loader(Imports(Rc::clone(work)), Sources(Rc::clone(work)));
    let context = Context::full(&runtime).map_err(broken)?;
    context.with(|ctx| {
        let module = declare(&ctx, ENTRY, source, work).map(drop);
        module.map_err(|error| match error {
            Error::Exception => syntax_problem(&ctx),
            other => broken(other),
        })?;
        declare_others(&ctx, work);
        Ok(())
    })
}

/// Compiles the scripts that no other imports by name: `import()` may want
/// them. Those that do not compile are none of its business (tests of the
/// handler, say).
fn declare_others(ctx: &Ctx<'_>, work: &Rc<RefCell<Work>>) {
    let (scripts, known) = (work.borrow().scripts.clone(), work.borrow().problems.len());
    for (name, source) in scripts {
        if work.borrow().modules.contains_key(&name) {
            continue;
        }
        let declared = declare(ctx, &name, &source, work);
        let mut work = work.borrow_mut();
        if declared.is_err() || work.problems.len() > known {
            drop(ctx.catch());
            work.problems.truncate(known);
            work.modules.remove(&name);
        }
    }
}

fn declare<'js>(
    ctx: &Ctx<'js>,
    name: &str,
    source: &str,
    work: &Rc<RefCell<Work>>,
) -> rquickjs::Result<Module<'js, Declared>> {
    let module = Module::declare(ctx.clone(), name, source)?;
    let options = WriteOptions { strip_source: true, ..WriteOptions::default() };
    let bytes = module.write(options)?;
    work.borrow_mut().modules.insert(name.to_owned(), bytes);
    Ok(module)
}

fn syntax_problem(ctx: &Ctx<'_>) -> ScriptProblem {
    let thrown = ctx.catch();
    let exception = thrown.as_exception();
    let message = exception.and_then(|exception| exception.message()).unwrap_or_default();
    let stack = exception.and_then(|exception| exception.stack()).unwrap_or_default();
    let name = exception.and_then(|exception| exception.get::<_, String>("name").ok());
    let message = format!("{}: {message}", name.as_deref().unwrap_or("Error"));
    ScriptProblem::thrown(&message, &stack, "mend it there; what follows was not read")
}

/// Resolves imports while compiling, and notes those that lead nowhere.
struct Imports(Rc<RefCell<Work>>);

impl Resolver for Imports {
    fn resolve(
        &mut self,
        _: &Ctx<'_>,
        base: &str,
        name: &str,
        _: Option<ImportAttributes<'_>>,
    ) -> rquickjs::Result<String> {
        let mut work = self.0.borrow_mut();
        let resolved = modules::resolve(base, name).and_then(|resolved| {
            let known = CORE.iter().any(|(core, _)| *core == resolved)
                || work.scripts.contains_key(&resolved);
            known.then_some(resolved).ok_or(match name.ends_with(".json") {
                true => "JSON cannot be imported; put it into a `.js` file that exports it",
                false => "there is no such `.js` file in the tool's folder",
            })
        });
        Ok(resolved.unwrap_or_else(|why| {
            if work.refused.insert((base.to_owned(), name.to_owned())) {
                let place = work.scripts.get(base).and_then(|source| place_of(source, name));
                let message = format!("`{name}` cannot be imported");
                let problem = ScriptProblem::in_file(base, message, why);
                work.problems.push(ScriptProblem { place, ..problem });
            }
            // Go on, to find the others.
            NOWHERE.to_owned()
        }))
    }
}

/// The module that stands for every import that leads nowhere.
const NOWHERE: &str = "toolcrib:nowhere";

/// Where a specifier stands in quotes.
fn place_of(source: &str, specifier: &str) -> Option<(u32, u32)> {
    let at =
        ['\'', '"'].iter().find_map(|quote| source.find(&format!("{quote}{specifier}{quote}")))?;
    let line_start = source[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = source[..at].matches('\n').count() + 1;
    let column = source[line_start..at].chars().count() + 1;
    Some((u32::try_from(line).ok()?, u32::try_from(column).ok()?))
}

/// Compiles what is imported.
struct Sources(Rc<RefCell<Work>>);

impl Loader for Sources {
    fn load<'js>(
        &mut self,
        ctx: &Ctx<'js>,
        name: &str,
        _: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<Module<'js, Declared>> {
        if name == NOWHERE {
            return Module::declare(ctx.clone(), name, "");
        }
        let core =
            CORE.iter().find(|(core, _)| *core == name).map(|(_, source)| Arc::from(*source));
        let source = core.or_else(|| self.0.borrow().scripts.get(name).cloned());
        let source = source.ok_or_else(|| Error::new_loading(name))?;
        declare(ctx, name, &source, &self.0)
    }
}
