//! What a script may import and call, in words that help.
//!
//! Library code that comes with the interpreter is left alone: it is told from
//! a script by the file that the calling frame is from.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use rustpython_vm::builtins::{PyBaseExceptionRef, PyDictRef, PyStrRef};
use rustpython_vm::bytecode::Instruction;
use rustpython_vm::function::FuncArgs;
use rustpython_vm::{AsObject as _, PyObjectRef, PyResult, VirtualMachine};
use toolcrib_handlers::python::wire::{Job, What};

thread_local! {
    static RULES: RefCell<Rules> = RefCell::default();
}

#[derive(Default)]
struct Rules {
    imports: BTreeSet<String>,
    files: BTreeMap<String, String>,
    /// Whether a folder's own files can be imported.
    is_folder: bool,
    /// The interpreter's own functions, by name, and the prelude's importer.
    own: BTreeMap<&'static str, PyObjectRef>,
}

/// Functions that scripts have no use for, and what to do instead.
const REFUSED: [(&str, &str); 6] = [
    ("eval", "write the expression into the code"),
    ("exec", "write the statements into the code"),
    ("compile", "write the statements into the code"),
    ("open", "there are no files in this sandbox"),
    ("input", "nobody is there to answer"),
    ("breakpoint", "nobody is there to look"),
];

/// What a job may import and which files it has.
pub(super) fn set(job: &Job) {
    RULES.with_borrow_mut(|rules| {
        rules.imports = job.imports.iter().cloned().collect();
        rules.files = job.files.clone();
        // What it says, it says to the compiler.
        rules.imports.insert("__future__".to_owned());
        rules.is_folder = job.what != What::Script;
        if rules.is_folder {
            rules.imports.insert("toolcrib".to_owned());
        }
    });
}

/// A file of the job.
pub(super) fn file(path: &str) -> Option<String> {
    RULES.with_borrow(|rules| rules.files.get(path).cloned())
}

/// The names of the job's files.
pub(super) fn files() -> Vec<String> {
    RULES.with_borrow(|rules| rules.files.keys().cloned().collect())
}

/// Puts the guards in place of what they guard.
pub(super) fn install(prelude: &PyDictRef, vm: &VirtualMachine) -> PyResult<()> {
    let mut own = BTreeMap::new();
    for name in REFUSED.iter().map(|(name, _)| *name).chain(["__import__"]) {
        if let Ok(function) = vm.builtins.get_attr(name, vm) {
            own.insert(name, function);
        }
    }
    own.insert("folder", prelude.get_item("import_from_folder", vm)?);
    RULES.with_borrow_mut(|rules| rules.own = own);
    let guards: [PyObjectRef; REFUSED.len()] = [
        vm.new_function(REFUSED[0].0, refusing::<0>).into(),
        vm.new_function(REFUSED[1].0, refusing::<1>).into(),
        vm.new_function(REFUSED[2].0, refusing::<2>).into(),
        vm.new_function(REFUSED[3].0, refusing::<3>).into(),
        vm.new_function(REFUSED[4].0, refusing::<4>).into(),
        vm.new_function(REFUSED[5].0, refusing::<5>).into(),
    ];
    let import = ("__import__", vm.new_function("__import__", import).into());
    for (name, guard) in REFUSED.iter().map(|(name, _)| *name).zip(guards).chain([import]) {
        vm.builtins.as_object().set_attr(name, guard, vm)?;
    }
    Ok(())
}

/// Whether the interpreter imports something for itself while a script runs: it
/// passes everything, and the script is not at an `import`.
fn is_for_itself(args: &FuncArgs, vm: &VirtualMachine) -> bool {
    let Some(frame) = vm.current_frame() else { return true };
    let Some(at) = (frame.lasti() as usize).checked_sub(1) else { return false };
    let is_import = matches!(frame.code.instructions.read_op(at), Instruction::ImportName { .. });
    args.args.len() == 5 && !is_import
}

/// Whether a script asks, and not a library.
fn is_script(vm: &VirtualMachine) -> bool {
    let Some(frame) = vm.current_frame() else { return false };
    let path = frame.code.source_path().as_str();
    RULES.with_borrow(|rules| rules.files.contains_key(path))
}

fn own(name: &str, vm: &VirtualMachine) -> PyResult {
    let found = RULES.with_borrow(|rules| rules.own.get(name).cloned());
    found.ok_or_else(|| refused(name, vm))
}

/// One of the refused functions: libraries may call it, scripts may not.
fn refusing<const WHICH: usize>(args: FuncArgs, vm: &VirtualMachine) -> PyResult {
    let (name, _) = REFUSED[WHICH];
    if is_script(vm) {
        return Err(refused(name, vm));
    }
    own(name, vm)?.call(args, vm)
}

fn refused(name: &str, vm: &VirtualMachine) -> PyBaseExceptionRef {
    let instead = REFUSED.iter().find(|(refused, _)| *refused == name).map(|(_, instead)| *instead);
    let instead = instead.unwrap_or("it is not there");
    let kind = vm.ctx.exceptions.permission_error.to_owned();
    let message = format!("{name}() is not allowed in this sandbox: {instead}");
    let message = vm.ctx.new_str(message).into();
    vm.invoke_exception(kind, vec![message]).unwrap_or_else(|error| error)
}

/// `__import__`.
fn import(args: FuncArgs, vm: &VirtualMachine) -> PyResult {
    if !is_script(vm) || is_for_itself(&args, vm) {
        return own("__import__", vm)?.call(args, vm);
    }
    let part = |at: usize, name: &str| {
        let given = args.args.get(at).or_else(|| args.kwargs.get(name));
        given.filter(|value| !vm.is_none(value)).cloned()
    };
    let Some(name) = part(0, "name") else {
        return Err(vm.new_type_error("__import__() missing required argument: 'name'"));
    };
    let name = name.try_into_value::<PyStrRef>(vm)?;
    let text = name.to_string_lossy().into_owned();
    let level = part(4, "level").map_or(Ok(0), |level| level.try_into_value::<usize>(vm))?;
    let root = text.split('.').next().unwrap_or_default();
    let (is_allowed, is_folder, allowed) = RULES.with_borrow(|rules| {
        let all = rules.imports.iter().map(String::as_str).filter(|name| *name != "__future__");
        let all: Vec<&str> = all.collect();
        (rules.imports.contains(root), rules.is_folder, all.join(", "))
    });
    if is_folder {
        let package = match part(1, "globals") {
            Some(globals) => globals.get_item("__package__", vm).ok(),
            None => None,
        };
        let package = package.unwrap_or_else(|| vm.ctx.new_str("").into());
        let list = part(3, "fromlist").unwrap_or_else(|| vm.ctx.none());
        let found = own("folder", vm)?.call((name.clone(), package, list, level), vm)?;
        if !vm.is_none(&found) {
            return Ok(found);
        }
    }
    if level == 0 && is_allowed {
        return own("__import__", vm)?.call(args.clone(), vm);
    }
    let shown = if text.is_empty() { "." } else { &text };
    let folder = if is_folder { ", and the .py files of the folder" } else { "" };
    let message = format!(
        "import of '{shown}' is not allowed in this sandbox; these can be imported: {allowed}{folder}"
    );
    Err(vm.new_import_error(message, name))
}
