//! The interpreter: warmed once, then given one job in each child.
//!
//! What scripts may import and call is kept to what a setting says (`guard`):
//! a courtesy to whoever writes them, in words that help. The wall is `cage`.

mod guard;
mod host;

use std::io;

use rustpython_vm::builtins::{PyBaseExceptionRef, PyDictRef, PyStrRef};
use rustpython_vm::compiler::Mode;
use rustpython_vm::scope::Scope;
use rustpython_vm::{AsObject as _, PyObjectRef, PyResult, Settings, VirtualMachine};
use serde_json::Value;
use toolcrib_handlers::python::wire::{Ended, Frame, Job, Kind, Raised, SCRIPT, What};

use crate::process;

/// The prelude's own name in tracebacks, which leave it out.
const OWN: &str = "<toolcrib>";

/// How deep calls may be nested, as in CPython.
const RECURSION_MAX: usize = 1_000;

/// How a process ends that broke where it must not.
const EXIT_BROKEN: i32 = 88;

pub(crate) struct Interpreter {
    python: rustpython_vm::Interpreter,
    prelude: PyDictRef,
}

impl Interpreter {
    /// Makes one and loads what scripts may import.
    pub(crate) fn warm(imports: &[String]) -> io::Result<Self> {
        let mut settings = Settings::default();
        settings.import_site = false;
        let builder = rustpython_vm::Interpreter::builder(settings);
        let native = rustpython_stdlib::stdlib_module_defs(&builder.ctx);
        let python = builder
            .add_native_modules(&native)
            .add_frozen_modules(rustpython_pylib::FROZEN_STDLIB)
            .build();
        let prelude = python.enter(|vm| {
            vm.recursion_limit.set(RECURSION_MAX);
            warmed(imports, vm).map_err(|error| {
                let mut told = String::new();
                // Writing into a text cannot fail.
                let _ = vm.write_exception(&mut told, &error);
                io::Error::other(told)
            })
        })?;
        Ok(Self { python, prelude })
    }

    /// Does a job in this process, which ends with it.
    pub(crate) fn run(&self, job: &Job) -> ! {
        std::panic::set_hook(Box::new(|_| {}));
        let work = || self.python.enter(|vm| self.ended(job, vm));
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)) {
            Ok(ended) => {
                host::say(&Frame::json(Kind::Ended, 0, &ended));
                process::exit(0)
            }
            Err(_) => process::exit(EXIT_BROKEN),
        }
    }

    fn ended(&self, job: &Job, vm: &VirtualMachine) -> Ended {
        guard::set(job);
        if let Err(error) = self.call("begin", (), vm) {
            return Ended::Raised(Box::new(self.raised(&error, job, vm)));
        }
        host::set_output_max(job.output_bytes_max);
        let did = match job.what {
            What::Script => self.script(job, vm).map(|()| Ended::Done),
            What::Handler => self.handler(job, vm),
            What::Inspect => self.module(vm).and_then(|entry| executable(&entry, vm)),
        };
        did.unwrap_or_else(|error| match self.raised(&error, job, vm) {
            raised if raised.is_not_json => Ended::NotJson { message: raised.message },
            raised => Ended::Raised(Box::new(raised)),
        })
    }

    fn script(&self, job: &Job, vm: &VirtualMachine) -> PyResult<()> {
        let source = job.files.get(SCRIPT).map(String::as_str).unwrap_or_default();
        let scope = vm.new_scope_with_main()?;
        run_in(SCRIPT, source, scope, vm)
    }

    /// The module that `handler.py` makes.
    fn module(&self, vm: &VirtualMachine) -> PyResult {
        self.call("import_own", (vm.ctx.new_str("handler"),), vm)
    }

    fn handler(&self, job: &Job, vm: &VirtualMachine) -> PyResult<Ended> {
        let entry = self.module(vm)?;
        let context = job.context.clone().unwrap_or_default();
        let answer = self.call("call_handler", (entry, vm.ctx.new_str(context)), vm)?;
        let json =
            (!vm.is_none(&answer)).then(|| answer.try_into_value::<PyStrRef>(vm)).transpose()?;
        Ok(Ended::Returned { json: json.map(|text| text.to_string_lossy().into_owned()) })
    }

    /// Calls a function of the prelude.
    fn call(
        &self,
        name: &'static str,
        args: impl rustpython_vm::function::IntoFuncArgs,
        vm: &VirtualMachine,
    ) -> PyResult {
        self.prelude.get_item(name, vm)?.call(args, vm)
    }

    /// An exception in words.
    fn raised(&self, error: &PyBaseExceptionRef, job: &Job, vm: &VirtualMachine) -> Raised {
        let sources = vm.ctx.new_dict();
        for (path, text) in &job.files {
            // A dictionary of texts takes any text.
            let _ = sources.set_item(path.as_str(), vm.ctx.new_str(text.as_str()).into(), vm);
        }
        let told = self
            .call("describe", (error.clone(), sources), vm)
            .and_then(|told| told.try_into_value::<PyStrRef>(vm));
        let told =
            told.ok().and_then(|told| serde_json::from_str::<Raised>(&told.to_string_lossy()).ok());
        told.unwrap_or_else(|| {
            let name = error.class().name().to_string();
            let mut traceback = String::new();
            // Writing into a text cannot fail.
            let _ = vm.write_exception(&mut traceback, error);
            Raised { traceback, name, ..Raised::default() }
        })
    }
}

fn warmed(imports: &[String], vm: &VirtualMachine) -> PyResult<PyDictRef> {
    let globals = vm.ctx.new_dict();
    globals.set_item("__builtins__", vm.builtins.clone().into(), vm)?;
    globals.set_item("__name__", vm.ctx.new_str("builtins").into(), vm)?;
    for (name, function) in host::functions(vm) {
        globals.set_item(name, function, vm)?;
    }
    let scope = Scope::with_builtins(None, globals.clone(), vm);
    run_in(OWN, include_str!("prelude.py"), scope, vm)?;
    for name in imports {
        vm.import(&vm.ctx.new_str(name.as_str()), 0)?;
    }
    guard::install(&globals, vm)?;
    Ok(globals)
}

/// Compiles and runs a text.
fn run_in(path: &str, source: &str, scope: Scope, vm: &VirtualMachine) -> PyResult<()> {
    let code = vm
        .compile(source, Mode::Exec, path.to_owned())
        .map_err(|error| vm.new_syntax_error(&error, Some(source)))?;
    vm.run_code_obj(code, scope).map(drop)
}

fn executable(entry: &PyObjectRef, vm: &VirtualMachine) -> PyResult<Ended> {
    let kind = match vm.get_attribute_opt(entry.clone(), "execute")? {
        None => Some("missing".to_owned()),
        Some(execute) if execute.is_callable() => None,
        Some(other) => Some(other.class().name().to_string()),
    };
    Ok(Ended::Returned { json: Some(Value::from(kind).to_string()) })
}
